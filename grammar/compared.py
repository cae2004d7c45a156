"""Comparisons in short, after one that is said in full: "If they have fewer, …", "If you have the
same number, …", "draw cards until you hold the same number", "If there are fewer, …"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.again import NothingBefore
from rules_check.grammar.attach import Opener
from rules_check.grammar.counted import way

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


IN_SHORT: Final = a.CountOf(SUCH)
"""What is counted by a condition in short, if it says no more than how many."""


PLACE_BEFORE: Final = a.Place(a.Zone.TABLE, name="as before")
"""Where the cards are that the comparison before counts."""


def in_short(how: How, *tests: a.Test, places: tuple[a.Place, ...] = ()) -> a.Compare:
    """ "it has fewer", "there are as many of each", "you control fewer": than, or as, the condition
    before says. No text keeps it: `compared_again` makes it out."""
    counted = a.replace(SUCH, filter=a.Filter((_AS_BEFORE,), tests), places=places)
    return a.Compare(a.CountOf(counted), how, IN_SHORT)


def _counted_again(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence whose condition is one in short, told in full."""
    match effect:
        case a.If(a.Compare(a.CountOf(said), how, second)) if second == IN_SHORT:
            full = _in_full(said, how, _last(before))
            return a.replace(effect, condition=a.placed(full, a.place_of(effect.condition)))
        case a.If(a.Compare(a.CountOf(said), _, a.CountOf()) as asked) if said.places == (
            PLACE_BEFORE,
        ):
            return a.replace(effect, condition=_other_way(asked, _last(before)))
        case _ if IN_SHORT in a.walk(effect) or PLACE_BEFORE in a.walk(effect):
            raise NothingBefore("fewer")
        case _:
            return effect


def in_full(said: a.Condition, first: a.Condition) -> a.Condition:
    """A condition in short, told in full by the one before it; as it is, if it is not in short."""
    match said:
        case a.Compare(a.CountOf(cards), how, second) if second == IN_SHORT:
            return _in_full(cards, how, first)
        case a.Compare(a.CountOf(cards)) if cards.places == (PLACE_BEFORE,):
            return _other_way(said, first)
        case a.HasMore() if is_short(said):
            if isinstance(first, a.HasMore):
                return _as_before(said, first)
            if isinstance(first, a.Compare) and said.who == a.YOU:  # "you have fewer": of the first
                return _in_full(SUCH, said.how, first)
            raise NothingBefore("fewer")
        case _:
            return said


def _other_way(said: a.Compare, first: a.Condition | None) -> a.Compare:
    """ "there are more Villains than Heroes", after Heroes were compared with Villains there."""
    match said, first:
        case a.Compare(a.CountOf(one), how, a.CountOf(two)), a.Compare(
            a.CountOf(three), how0, a.CountOf(four)
        ) if three.places == four.places and {how, how0} <= _OTHER_WAY.keys():
            one, two = (a.replace(cards, places=three.places) for cards in (one, two))
            if (one, two) == (three, four):
                return a.replace(first, comparison=how)
            if (one, two) == (four, three):
                return a.replace(first, comparison=_OTHER_WAY[how])
        case _:
            pass
    raise NothingBefore("there")


def _in_full(said: a.Cards, how: How, full: a.Condition | None) -> a.Condition:
    """The condition before, with another outcome."""
    own = bool(said.filter.tests or said.places)
    match full:
        case a.Compare(a.CountOf() as first, how0, a.CountOf() as second) if not own:
            if how0 in _OTHER_WAY and second != IN_SHORT:
                return a.Compare(first, how, second)
        case a.HasMore(_, cards, _, how0) if not own and cards.places and not is_short(full):
            if how0 in _OTHER_WAY:
                return a.replace(full, how=how)
        case a.There(count, how0, a.Number(number)) if _spoken_so(said, count.cards):
            if number and how in _BESIDE.get(how0, ()):
                return a.replace(full, comparison=how)
        case a.Has(who, a.There(count, how0, a.Number(number))) if (
            who.kind in ONE and said.places and _spoken_so(said, count.cards)
        ):
            if number and how in _BESIDE.get(how0, ()):
                return a.replace(full, there=a.replace(full.there, comparison=how))
        case _:
            pass
    raise NothingBefore("fewer" if how is How.LESS else "more" if how is How.MORE else "as many")


_BESIDE: Final = {
    How.AT_LEAST: (How.LESS,),
    How.AT_MOST: (How.MORE,),
    How.EQUAL: (How.LESS, How.MORE),
}
"""What a number can be beside what a condition says ("three or more …. If there are fewer")."""


def _spoken_so(said: a.Cards, counted: a.Cards) -> bool:
    """Does a condition in short speak of cards as the one before does?"""
    if said.filter.tests or said.places:
        return way(said) == way(counted)
    return not any(isinstance(x, a.Controlled | a.Acted) for x in counted.filter.tests)


def compared_again(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence that compares what the comparison before it compares: in its own condition, or in
    the sentence before."""
    effect = _counted_again(effect, before)
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


def in_its_place(
    said: Opener, effect: a.Effect, before: Sequence[a.Effect]
) -> tuple[Opener, a.Effect]:
    """A sentence that compares again, and how it hangs on the one before; where one of the two has
    to be so, it is what happens otherwise."""
    new = _opener(said, effect, before)
    asked = _last(before)
    match effect, asked:
        case a.If(a.There(), then, None), a.There(_, how0) if new is not said:
            return new, then if how0 is not How.EQUAL else effect
        case a.If(a.Has(_, a.There()), then, None), a.Has(_, a.There(_, how0)) if new is not said:
            return new, then if how0 is not How.EQUAL else effect
        case _:
            return new, effect


def _opener(said: Opener, effect: a.Effect, before: Sequence[a.Effect]) -> Opener:
    """How the sentence hangs on the one before: where only one of the two can be so, what it brings
    is not asked for again after the other ("If they hold more cards, draw a card. If you hold the
    same number, …")."""
    asked = _last(before)
    match effect, asked:
        case a.If(a.HasMore() as now), a.HasMore() as then if said is Opener.NONE:
            apart = a.replace(now, how=then.how) == then and now.how is not then.how
            plain = {now.how, then.how} <= _OTHER_WAY.keys()
            return Opener.OTHERWISE if apart and plain else said
        case a.If(a.Compare(one, how, two)), a.Compare(first, how0, second) if (
            said is Opener.NONE and (one, two) == (first, second)
        ):
            return Opener.OTHERWISE if how is not how0 and how0 in _OTHER_WAY else said
        case a.If(a.There(one, how)), a.There(first, how0) if (
            said is Opener.NONE and one == first and how in _BESIDE.get(how0, ())
        ):
            return Opener.OTHERWISE
        case a.If(a.Has(who, a.There(_, how))), a.Has(same, a.There(_, how0)) if (
            said is Opener.NONE and who == same and how in _BESIDE.get(how0, ())
        ):
            return Opener.OTHERWISE
        case _:
            return said


def is_short(what: a.HasMore) -> bool:
    """Does it leave out what is counted?"""
    return what.cards.filter.nouns == (_AS_BEFORE,)


def _last(before: Sequence[a.Effect]) -> a.Condition | None:
    last = before[-1] if before else None
    last = last.effect if isinstance(last, a.When) else last
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
