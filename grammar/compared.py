"""Comparisons in short, after one that is said in full: "If they have fewer, …", "If you have the
same number, …", "draw cards until you hold the same number"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.again import NothingBefore
from rules_check.grammar.attach import Opener

K = a.PlayerKind
How = a.Comparison
_AS_BEFORE: Final = a.NameNoun("as before")
SUCH: Final = a.Cards(a.Every(), a.Filter((_AS_BEFORE,)))
"""The cards that the comparison before counts. No text keeps it: `compared_again` makes it out."""

ONE: Final = frozenset(
    {
        *(K.YOU, K.TEAMMATE, K.LEFT, K.RIGHT, K.THAT_PLAYER, K.THAT_FOE, K.CHOSEN_FOE),
        *(K.YOUR_FOE, K.CONFRONTED, K.ATTACKER),
    }
)
"""One player, of whom it is clear who it is."""

_OTHER_WAY: Final = {How.MORE: How.LESS, How.LESS: How.MORE, How.EQUAL: How.EQUAL}


def compared_again(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence that compares what the comparison before it compares: in its own condition, or in
    the sentence before."""
    if not any(isinstance(x, a.HasMore) and is_short(x) for x in a.walk(effect)):
        return effect
    own = effect.condition if isinstance(effect, a.If) else None
    last = own if isinstance(own, a.HasMore) and not is_short(own) else _last(before)
    if not isinstance(last, a.HasMore) or is_short(last):
        raise NothingBefore("the same number")
    said = last

    def made(node: Any) -> Any:
        if isinstance(node, a.HasMore) and is_short(node):
            return a.placed(_as_before(node, said), a.place_of(node))
        match node:
            case a.RepeatUntil(inner, a.HasMore() as end) if is_short(end) and _same(
                end.who, said.than
            ):  # "until you hold the same number": told of whoever draws
                told = a.replace(_as_before(end, said), who=said.than, than=said.who)
                return a.replace(node, effect=made(inner), until=told)
            case _:
                pass
        return a.rebuild(node, made)

    found: a.Effect = made(effect)
    return found


def in_its_place(said: Opener, effect: a.Effect, before: Sequence[a.Effect]) -> Opener:
    """How the sentence hangs on the one before: where only one of the two can be so, what it brings
    is not asked for again after the other ("If they hold more cards, draw a card. If you hold the
    same number, …")."""
    asked = _last(before)
    match effect, asked:
        case a.If(a.HasMore() as now), a.HasMore() as then if said is Opener.NONE:
            apart = a.replace(now, how=then.how) == then and now.how is not then.how
            plain = {now.how, then.how} <= _OTHER_WAY.keys()
            return Opener.OTHERWISE if apart and plain else said
        case _:
            return said


def is_short(what: a.HasMore) -> bool:
    """Does it leave out what is counted?"""
    return what.cards.filter.nouns == (_AS_BEFORE,)


def _last(before: Sequence[a.Effect]) -> a.Condition | None:
    last = before[-1] if before else None
    return last.condition if isinstance(last, a.If) else None


def _as_before(short: a.HasMore, full: a.HasMore) -> a.HasMore:
    """The comparison in full, with another outcome."""
    if short.cards.places and short.cards.places[0].zone not in {p.zone for p in full.cards.places}:
        raise NothingBefore("the same number")  # "both hands", of piles
    if full.who.kind not in ONE or full.than.kind not in ONE or full.times != 1:
        raise NothingBefore("the same number")
    if short.how is How.EQUAL or _same(short.who, full.who):
        return a.replace(full, how=short.how)
    if not _same(short.who, full.than):
        raise NothingBefore("the same number")
    return a.replace(full, how=_OTHER_WAY[short.how])


def _same(short: a.Player, full: a.Player) -> bool:
    """ "you" are you, and "they" the other one."""
    return short == full or (short.kind in {K.THAT_PLAYER, K.THAT_FOE} and full != a.YOU)
