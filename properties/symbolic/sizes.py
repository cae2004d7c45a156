"""How many cards a text speaks of: so many a zone has to hold for it to do all that it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import field_names


def compares_names(node: a.Node) -> bool:
    """Whether a piece of text asks whether cards have the same name."""
    return any(getattr(node, name) is a.DifferentKind.NAME for name in field_names(type(node)))


def sizes_asked(nodes: Iterable[a.Node], *, just_below: bool = False) -> dict[a.Zone, set[int]]:
    """The numbers of cards that a text speaks of, by zone.

    "If you control three …" changes its mind at three, "draw three cards" needs three, "for each
    two" counts from two on, and who has more than others needs two. What is counted in no place
    (what was done before, say) is not here but in `counted_to`.
    `just_below`: also one card less, from which an act leads there.
    """
    found: dict[a.Zone, set[int]] = {}
    for node in nodes:
        match node:
            case a.There(a.CountOf(a.Cards() as counted), _, a.Number(number)):
                below = (number - 1,) if just_below and number > 1 else ()
                _ask(found, counted, a.Zone.PLAY, (*below, number, number + 1))
            case a.Move(verb, a.Cards(a.Exactly(a.Number(number))) as moved) if number > 1:
                _ask(found, moved, WHERE.get(verb, a.Zone.HAND), (number,))
            case a.Show(_, a.Cards(a.Exactly(a.Number(number))) as shown) if number > 1:
                _ask(found, shown, a.Zone.HAND, (number,))
            case a.CountOf(counted, different, per) if per > 1 or different is not None:
                _ask(found, counted, a.Zone.PLAY, (max(per, 2), max(per, 2) + 1))
            case a.Minus(a.CountOf(counted), a.Number(number)):
                _ask(found, counted, a.Zone.PLAY, (number, number + 1))
            case a.HasMore(_, counted, _, _, times) | a.HavingMore(counted, _, _, times):
                _ask(found, counted, a.Zone.HAND, tuple(range(2, times + 2)))
            case a.HavingMost(counted) | a.MostHeld(_, counted):
                _ask(found, counted, a.Zone.HAND, (2,))
            case a.Having(
                a.Cards(a.Exactly(a.Number(number)) | a.AtLeast(a.Number(number))) as had
            ):
                _ask(found, had, a.Zone.HAND, (number, number + 1))
            case a.Half() | a.IsParity() | a.Compare() | a.Difference():
                for counted in _counted(node):
                    _ask(found, counted, a.Zone.PLAY, (2,))
            case a.Move(
                verb, a.Cards(a.UpTo(a.Number(number)) | a.AtLeast(a.Number(number))) as moved
            ) if number > 1:
                _ask(found, moved, WHERE.get(verb, a.Zone.HAND), (number,))
            case _:
                pass
    return found


def _counted(node: a.Node) -> Iterator[a.Cards]:
    """The cards that are counted in a piece of text."""
    return (part.cards for part in a.walk(node) if isinstance(part, a.CountOf))


def counted_to(nodes: Iterable[a.Node]) -> int:
    """How far a text counts what lies in no place of its own: what was done before, or this way.

    A proof with a smaller bound does not reach what it says of so many.
    """
    most = 1
    for node in nodes:
        match node:
            case a.There(a.CountOf(a.Cards() as counted), comparison, a.Number(number)) if (
                _of_the_past(counted)
            ):
                most = max(most, number + (comparison not in (a.Comparison.AT_LEAST, LESS)))
            case a.CountOf(a.Cards() as counted, _, per) if _of_the_past(counted):
                most = max(most, per)
            case a.Trigger(_, a.Often.NTH):
                most = max(most, node.nth)
            case a.Half() | a.IsParity() | a.Compare() | a.Difference():
                most = max(most, 2 if any(map(_of_the_past, _counted(node))) else 1)
            case _:
                pass
    return most


def _of_the_past(cards: a.Cards) -> bool:
    """Whether cards are told by what was done with them."""
    told = any(isinstance(test, a.Acted | a.ThisWay) for test in cards.filter.tests)
    return told and not cards.places


LESS = a.Comparison.LESS

WHERE = {a.Verb.DRAW: a.Zone.DECK, a.Verb.GAIN: a.Zone.LINE_UP, a.Verb.BUY: a.Zone.LINE_UP}
"""Where a verb looks if the text names no place; else in the hand."""


def _ask(
    found: dict[a.Zone, set[int]], cards: a.Cards, zone: a.Zone, sizes: tuple[int, ...]
) -> None:
    for place in [place.zone for place in cards.places] or [zone]:
        found.setdefault(place, set()).update(sizes)
