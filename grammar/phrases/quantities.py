"""How many, and how that compares with a number."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, refuse
from rules_check.grammar.phrases import words as w


class Much(NamedTuple):
    """A quantity, also "another"; and how it compares with which number in a condition."""

    quantity: a.Quantity
    comparison: a.Comparison | None
    value: a.Number
    another: bool = False


_COMPARED: Final[dict[str, tuple[type[Any], a.Comparison, int]]] = {
    "UP_TO": (a.UpTo, a.Comparison.AT_MOST, 0),
    "OR_LESS": (a.UpTo, a.Comparison.AT_MOST, 0),
    "OR_MORE": (a.AtLeast, a.Comparison.AT_LEAST, 0),
    "AT_LEAST": (a.AtLeast, a.Comparison.AT_LEAST, 0),
    "FEWER_THAN": (a.UpTo, a.Comparison.LESS, -1),
    "MORE_THAN": (a.AtLeast, a.Comparison.MORE, 1),
    "EXACTLY": (a.Exactly, a.Comparison.EQUAL, 0),
}


def how_many(c: Part) -> Much:
    """How many, said among these words."""
    words = w.kinds(c)
    value = w.numeral(c) if w.first(c, "number") is not None else a.ONE
    for word, (kind, comparison, more) in _COMPARED.items():
        if word in words:
            limit = a.Number(value.value + more) if more else value
            return Much(kind(limit), comparison, value)
    if "NO" in words:
        return Much(a.Every(), a.Comparison.EQUAL, a.Number(0))
    if words & {"ALL", "EACH", "ANY_NUMBER_OF"}:
        return Much(a.AnyNumber() if "ANY_NUMBER_OF" in words else a.Every(), None, value)
    return Much(a.Exactly(value), a.Comparison.AT_LEAST, value, "ANOTHER" in words)


def so_many(found: a.Cards, tree: Part) -> a.Cards:
    """ "each foe with two Heroes": two or more, if it is not said to be exactly two."""
    exact = any(tree.scan_values(lambda leaf: leaf.type == "EXACTLY"))
    match found.quantity:
        case a.Exactly(a.Number(1)):
            refuse(exact)
        case a.Exactly(a.Number() as number) if not exact:
            return a.replace(found, quantity=a.AtLeast(number))
        case _:
            pass
    return found


def just(much: a.Quantity) -> str:
    """ "exactly", where it has to be said of what a player has."""
    exact = isinstance(much, a.Exactly) and much != a.Exactly(a.ONE)
    return "exactly " if exact else ""


def other_number(c: Parts, then: a.Effect) -> a.Effect:
    """The same effect with the number that these words say."""
    units = w.kinds(c) & {"POWER", "CARD", "VP"}
    number = w.numeral(c)
    if "DASH" in w.kinds(c):
        number = a.Number(-number.value)
    match then:
        case a.Power():
            refuse(units != {"POWER"})
        case a.Worth():
            refuse(units != {"VP"})
        case a.Move(what=a.Cards(a.Exactly(a.Number())) as what):
            refuse(not units <= {"CARD"} or number.value < 1)
            return a.replace(then, what=a.replace(what, quantity=a.Exactly(number)))
        case _:
            refuse(True)
    return a.replace(then, amount=number)
