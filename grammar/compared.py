"""Comparisons in short, after one that is said in full: "If they have fewer, …", "If you have the
same number, …", "draw cards until you hold the same number", "If there are fewer, …"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
        case a.If(a.There(a.CountOf(said)) as asked) if said.places == (PLACE_BEFORE,):
            return a.replace(effect, condition=_so_many_there(asked, _last(before)))
        case a.If(a.HasMore() as short) if is_short(short) and isinstance(
            _last(before), a.There | a.Has
        ):  # "If you control three or more Heroes, …. If you control fewer, …"
            return a.replace(effect, condition=_fewer(short, _last(before)))
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


def so_many_there(how: How, number: a.Number) -> a.There:
    """ "it contains only one": so many of the cards that the condition before counts there. No text
    keeps it: `compared_again` makes it out."""
    return a.There(a.CountOf(a.replace(SUCH, places=(PLACE_BEFORE,))), how, number)


def any_there(how: How, number: a.Number) -> a.There:
    """ "it has five or more cards": cards of any kind, where the condition before counts some. No
    text keeps it: `compared_again` makes it out."""
    return a.There(a.CountOf(a.Cards(a.Every(), places=(PLACE_BEFORE,))), how, number)


def _so_many_there(asked: a.There, full: a.Condition | None) -> a.There:
    match full:
        case a.There(count) if count.cards.among is not None and (
            asked.count.cards.filter != a.ANY_CARD
        ):  # "reveals their hand. If it contains a Punch, …. If it contains none, …"
            return a.placed(a.replace(asked, count=count), a.place_of(asked))
        case a.There(count) if len(count.cards.places) == 1 and _spoken_so(SUCH, count.cards):
            if asked.count.cards.filter == a.ANY_CARD:
                count = a.CountOf(a.Cards(a.Every(), places=count.cards.places))
            return a.placed(a.replace(asked, count=count), a.place_of(asked))
        case _:
            raise NothingBefore("it contains")


def _fewer(short: a.HasMore, full: a.Condition | None) -> a.Condition:
    """The condition before about so many cards of a player, who has fewer or more."""
    there = full.there if isinstance(full, a.Has) else full
    if not isinstance(there, a.There) or short.how not in _BESIDE.get(there.comparison, ()):
        raise NothingBefore("fewer")
    cards = there.count.cards
    who = [x.who for x in cards.filter.tests if isinstance(x, a.Controlled | a.Acted)]
    owner = full.who if isinstance(full, a.Has) else next(iter(who), None)
    owner = owner or next((place.owner for place in cards.places), None)
    if owner is None or not _same(short.who, owner) or owner.kind not in ONE:
        raise NothingBefore("fewer")
    new = a.replace(there, comparison=short.how)
    return a.replace(full, there=new) if isinstance(full, a.Has) else new


_HOLDS: Final[dict[How, Callable[[int, int], bool]]] = {
    How.AT_LEAST: int.__ge__,
    How.AT_MOST: int.__le__,
    How.MORE: int.__gt__,
    How.LESS: int.__lt__,
    How.EQUAL: int.__eq__,
}
_FAR: Final = 60


def apart(one: a.Condition | None, two: a.Condition) -> bool:
    """Can only one of two conditions be so?"""
    match one, two:
        case a.Compare(first, how, second), a.Compare(same, other, like):
            known = {how, other} <= _OTHER_WAY.keys()
            return known and (first, second) == (same, like) and how is not other
        case a.HasMore(how=how), a.HasMore(how=other):
            known = {how, other} <= _OTHER_WAY.keys()
            return known and a.replace(two, how=how) == one and how is not other
        case a.There(count, how, a.Number(n)), a.There(same, other, a.Number(m)) if count == same:
            both = (_HOLDS[how](k, n) and _HOLDS[other](k, m) for k in range(_FAR))
            return not any(both)
        case a.Has(who, there), a.Has(same, other) if who == same:
            return apart(there, other)
        case _:
            return False


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
    match effect, asked.there if isinstance(asked, a.Has) else asked:
        case a.If(a.There(_, how, n) | a.Has(there=a.There(_, how, n)), then, None), a.There(
            _, how0, m
        ) if new is not said and n == m and how in _BESIDE.get(how0, ()):
            return new, then if how0 is not How.EQUAL else effect
        case _:
            return new, effect


def _opener(said: Opener, effect: a.Effect, before: Sequence[a.Effect]) -> Opener:
    """How the sentence hangs on the one before: where only one of the two can be so, what it brings
    is not asked for again after the other ("If they hold more cards, draw a card. If you hold the
    same number, …")."""
    if said is not Opener.NONE or not isinstance(effect, a.If):
        return said
    last = before[-1] if before else None
    last = last.effect if isinstance(last, a.When) else last
    asked = list(_asked(last))
    none_so = bool(asked) and all(apart(one, effect.condition) for one in asked)
    return Opener.OTHERWISE if none_so else said


def _asked(effect: a.Effect | None) -> Iterator[a.Condition]:
    """What is asked, one after the other."""
    while isinstance(effect, a.If):
        yield effect.condition
        effect = effect.otherwise


def takes_away(effect: a.Effect) -> bool:
    """Does it move cards so that what was asked for may be so afterwards?"""
    moves = (x for x in a.walk(effect) if isinstance(x, a.Move | a.Play | a.Swap))
    return any(getattr(x, "verb", None) is not a.Verb.DRAW for x in moves)


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
