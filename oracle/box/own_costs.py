"""What a text says of the cost of its own card, wherever the card lies."""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.grammar import ast as a


def own_costs(node: a.Node) -> Iterator[a.ChangeCost | a.While]:
    """What a text says of the cost of its own card; with an "if", as long as that holds."""
    match node:
        case a.ChangeCost(a.CostOfThis(), window=window) if window is not None:
            yield _while(a.During(window), a.replace(node, window=None))
        case a.ChangeCost(a.CostOfThis()):
            yield node
        case a.If(condition, then, otherwise):
            yield from (_while(condition, part) for part in own_costs(then))
            if otherwise is not None:
                other = a.Not(condition)
                yield from (_while(other, part) for part in own_costs(otherwise))
        case a.While(condition, inner):
            yield from (_while(condition, part) for part in own_costs(inner))
        case a.CardText() | a.Abilities() | a.Coined() | a.Plain() | a.Ongoing() | a.Reminder():
            for part in a.children(node):
                yield from own_costs(part)
        case a.Seq(effects):
            for part in effects:
                yield from own_costs(part)
        case _:
            pass  # what is done, chosen or waited for is not said of the card wherever it lies


def _while(condition: a.Condition, part: a.ChangeCost | a.While) -> a.While:
    if isinstance(part, a.While):
        return a.While(a.AllOf(condition, part.condition), part.effect)
    return a.While(condition, part)
