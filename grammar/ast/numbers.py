"""Numbers and quantities that name nothing else."""

from __future__ import annotations

from rules_check.grammar.ast.base import Node


class Number(Node):
    """A printed number."""

    value: int


class ThatMany(Node):
    """As many as were just moved, shown or paid."""


class AtLeast(Node):
    """That many or more."""

    amount: Number


class AnyNumber(Node):
    """As many as the chooser likes."""


class Every(Node):
    """All of them."""


class CostWorth(Node):
    """Cards whose costs add up to at most (`up_to`) or at least that number."""

    amount: int
    up_to: bool = True


ONE = Number(1)
