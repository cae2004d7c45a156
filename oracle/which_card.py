""" "It" where several cards can be meant, and "if none do" where several things were done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from rules_check.grammar import ast as a
from rules_check.grammar.subjects import EACH_ONE, PLURAL

Found: TypeAlias = Iterator[tuple[a.Node, str]]
"""Pieces of a text that cannot be played, each with the reason."""

ONE_EACH: Final = "several players have such a card each, and it speaks of one"
OF_TWO: Final = "two cards changed places, and it is not said which of them is meant"
EITHER: Final = "a card was shown before, and each of several players has another: it may be either"
DID_WHAT: Final = "they do one thing or another, as their cards are: it is not said which is asked"

DEEDS: Final = (a.DidSo, a.DidNot, a.CouldNot)


def which_card(text: a.CardText) -> Found:
    """What of a text speaks of one card, or of one deed, of several."""
    eachs = [x for x in a.walk(text) if isinstance(x, a.Each) and x.who.kind in PLURAL]
    swaps = {a.mark_of(x) for x in a.walk(text) if isinstance(x, a.Swap)}
    by_card = {a.mark_of(x) for x in eachs if _depends(x.effect)}
    seen = {mark: _sees(text, x) for x in eachs for mark in _cards_in(x)}
    for node in a.walk(text):
        match node:
            case a.Ref(a.RefKind.IT):
                marks = a.bound_to(node)
                if any(id(node) not in seen.get(mark, {id(node)}) for mark in marks):
                    yield node, ONE_EACH  # "You and your teammate each reveal a card. … than it."
                if not swaps.isdisjoint(marks):
                    yield node, OF_TWO  # "Swap a card … with a card …. Destroy it."
            case a.PlayersAre(test=test) | a.Player(test=test) if isinstance(test, DEEDS):
                if not by_card.isdisjoint(a.bound_to(test)):
                    yield node, DID_WHAT  # "… If it is a Hero, that foe draws it. If none do, …"
            case a.Seq(effects):
                yield from _either(effects, {m for x in a.walk(text) for m in a.bound_to(x)})
            case _:
                pass


def _cards_in(each: a.Each) -> set[int]:
    """The marks of what names cards in something that each of several players does."""
    return {a.mark_of(x) for x in a.walk(each) if a.mark_of(x) and hasattr(x, "what")}


def _sees(text: a.CardText, each: a.Each) -> set[int]:
    """Where in a text each player's own is spoken of: there, and in what the same players do."""
    mark = a.mark_of(each)
    same = (
        x
        for x in a.walk(text)
        if isinstance(x, a.Each) and (a.mark_of(x) == mark or mark in a.bound_to(x))
    )
    return {id(part) for one in same for part in a.walk(one)}


def _depends(effect: a.Effect) -> bool:
    """Whether players show a card, and what they then do depends on it."""
    match effect:
        case a.Seq((a.Show(), *_, a.If(a.Is(a.Ref(a.RefKind.IT))))):
            return True
        case _:
            return False


def _either(effects: tuple[a.Effect, ...], spoken_of: set[int]) -> Found:
    """ "It" of a card that each of several players has, behind one that you have shown and of which
    nothing else is said."""
    shown = False
    for effect in effects:
        match effect:
            case a.Show(what=a.Cards(a.Exactly(a.ONE)), who=a.YOU):
                shown = shown or a.mark_of(effect) not in spoken_of
            case a.Each(a.Player(kind), a.Seq((_, *more))) if shown and kind in EACH_ONE:
                inside = _cards_in(effect)
                for one in more:
                    its = (x for x in a.walk(one) if isinstance(x, a.Ref))
                    if getattr(one, "who", a.YOU) == a.YOU and any(
                        not inside.isdisjoint(a.bound_to(x)) for x in its
                    ):
                        yield one, EITHER
            case _:
                pass
