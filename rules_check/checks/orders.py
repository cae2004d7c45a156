"""RC802: whether a book says in which order abilities come that one event sets off."""

from __future__ import annotations

from rules_check.checks.reasons import rules_behind
from rules_check.rules.model import Ruleset


def order_is_open(ruleset: Ruleset) -> bool:
    """Whether no rule of a book says which of them comes first."""
    return not rules_behind(ruleset, "RC802")
