"""Conditions with a number and no noun, after a condition that counts cards: "If you control a
Location, …. If you control two or more, …"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.again import NothingBefore

SO_MANY: Final = a.NameNoun("so many")
"""The cards that a condition before counts. No text keeps it: `counted_again` makes it out."""


def counted_again(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence whose condition counts the cards that a condition before it counts; as it is, if
    it says what it counts."""
    match effect:
        case a.If(a.There(count) as there) if count.cards.filter.nouns == (SO_MANY,):
            found = _counted(count.cards, before)
            if found is None:
                raise NothingBefore(_said(count.cards))
        case a.If(a.There(count) as there) if (verb := _just_done(count.cards)) is not None:
            if any(_does(one, verb) for part in before for one in a.walk(part)):
                return effect  # "Discard up to two cards. If you discarded exactly one, …"
            done = a.Acted((verb,), a.YOU)
            wanted = a.Cards(a.Every(), a.Filter((SO_MANY,), (done,)))
            found = _counted(wanted, before)
            if found is None:
                return effect
        case a.If(a.AllOf(first, a.There(count) as there) as both) if count.cards.filter.nouns == (
            SO_MANY,
        ):  # "a foe controls a Location and you control none"
            found = _counted(count.cards, [a.If(first, effect.then)], loose=True)
            if found is None:
                raise NothingBefore(_said(count.cards))
            so = a.replace(both, second=a.replace(there, count=found))
            return a.replace(effect, condition=so)
        case a.If(a.AnyOf(a.There(count) as one, a.There() as two)) if count.cards.filter.nouns == (
            SO_MANY,
        ):  # "you have played one or two"
            found = _counted(count.cards, before)
            if found is None:
                raise NothingBefore(_said(count.cards))
            either = a.AnyOf(a.replace(one, count=found), a.replace(two, count=found))
            return a.replace(effect, condition=either)
        case a.If(condition) if SO_MANY in a.walk(condition):
            raise NothingBefore("none")
        case _:
            return effect
    return a.replace(effect, condition=a.replace(there, count=found))


def costs_other(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect | None:
    """What happens if "it costs less", where the sentence before tells what happens if it costs so
    much or more: that is, otherwise. None: the sentence does not say that."""
    match effect:
        case a.If(a.Is(a.Ref(a.RefKind.IT), a.Filter((noun,), (a.Attribute(_, how),))), then, None):
            if noun != SO_MANY:
                return None
        case _:
            return None
    last = before[-1] if before else None
    last = last.effects[-1] if isinstance(last, a.Seq) else last
    opposite = a.Comparison.AT_LEAST if how is a.Comparison.LESS else a.Comparison.AT_MOST
    match last:
        case a.If(a.Is(a.Ref(a.RefKind.IT), a.Filter((), (a.Attribute(kind, said),))), _, None):
            if kind is a.AttributeKind.COST and said is opposite:
                return then
        case _:
            pass
    raise NothingBefore(f"it costs {'less' if how is a.Comparison.LESS else 'more'}")


SUCH_CARDS: Final = a.Cards(a.Exactly(a.ONE), a.Filter((SO_MANY,)))
"""Cards of the kind by which a sentence before tells players apart."""

WITH_NONE: Final = a.Having(SUCH_CARDS, none=True)
WITH_NEITHER: Final = a.Having(SUCH_CARDS, none=True, just=True)
"""The same, of cards of two kinds."""


TOLD_APART: Final = {
    a.PlayerKind.EACH_FOE: a.Player(a.PlayerKind.OTHER_FOE),
    a.PlayerKind.EACH_PLAYER: a.Player(a.PlayerKind.REMAINING),
}
"""Players some of whom were told apart, and how the others are called."""


def with_none(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence in which players "with none" have no such card as those of whom the sentence
    before speaks ("Each player with a Location …. Each player with none …"); or, where it tells
    nobody apart, who could not do what it says for want of cards."""
    effect = _none_in_hand(effect, before)
    if WITH_NEITHER in a.walk(effect):
        effect = _with_neither(effect, before)
    if WITH_NONE not in a.walk(effect):
        return effect
    test: a.PlayerTest = a.CouldNot()
    last = list(a.walk(before[-1])) if before else []
    told = [x.test for x in last if isinstance(x, a.Player) and x.test is not None]
    if told:
        match told[0]:
            case a.Having(cards, False):
                test = a.Having(a.replace(cards, quantity=a.Exactly(a.ONE)), none=True)
            case _:
                raise NothingBefore("none")
    elif not any(isinstance(x, a.Move | a.Play | a.Show) and x.what != a.IT for x in last):
        raise NothingBefore("none")

    who = [x for x in last if isinstance(x, a.Player) and x.test is not None][:1]
    # "Each foe with a Hero in hand discards a Hero. Each foe with none …": who had none before
    gone = any(isinstance(x, a.Move) and x.verb not in _KEEPING for x in last)

    def made(node: Any) -> Any:
        apart = who and gone and not _instead(effect) and node == a.replace(who[0], test=WITH_NONE)
        if apart and who[0].kind in TOLD_APART:
            return a.placed(TOLD_APART[who[0].kind], a.place_of(node))
        if node == WITH_NONE:
            return a.placed(test, a.place_of(node))
        return a.rebuild(node, made)

    found: a.Effect = made(effect)
    return found


_IN_HAND: Final = (a.Place(a.Zone.HAND, a.THAT_PLAYER),)


def in_hand(test: a.Having) -> a.Having:
    """ "with none in hand": where the sentence before looks for such cards anyway."""
    return a.replace(test, cards=a.replace(test.cards, places=_IN_HAND))


def _none_in_hand(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence without the words "in hand", which have to be true of the sentence before."""
    hand = {in_hand(WITH_NONE): WITH_NONE, in_hand(WITH_NEITHER): WITH_NEITHER}
    if not any(isinstance(x, a.Having) and x in hand for x in a.walk(effect)):
        return effect
    last = list(a.walk(before[-1])) if before else []
    cards = [x for x in last if isinstance(x, a.Cards)]
    from_hand = any(isinstance(x, a.Move) and x.verb is a.Verb.DISCARD for x in last)
    if not cards or (cards[0].places != _IN_HAND and not (from_hand and not cards[0].places)):
        raise NothingBefore("in hand")

    def made(node: Any) -> Any:
        return hand[node] if isinstance(node, a.Having) and node in hand else a.rebuild(node, made)

    found: a.Effect = made(effect)
    return found


def _with_neither(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence in which players "with neither" have none of the two kinds of which the sentence
    before speaks."""
    last = [x for x in (a.walk(before[-1]) if before else ()) if isinstance(x, a.Cards | a.OneOf)]
    two = [x for x in last if isinstance(x, a.OneOf) or len(x.filter.nouns) == 2]
    if not two or two[0] is not last[0]:
        raise NothingBefore("neither")

    def made(node: Any) -> Any:
        return WITH_NONE if node == WITH_NEITHER else a.rebuild(node, made)

    found: a.Effect = made(effect)
    return found


_KEEPING: Final = frozenset({a.Verb.DRAW, a.Verb.GAIN})
"""What takes no card away from whoever does it."""


def _instead(effect: a.Effect) -> bool:
    return any(isinstance(x, a.Instead) for x in a.walk(effect))


THE_REST: Final = a.Player(a.PlayerKind.REMAINING, a.Picked(negated=True))
"""Players who were not chosen. No text keeps it: `not_chosen` makes it out."""

_OUT_OF: Final = {
    **dict.fromkeys((a.PlayerKind.ANY_FOES, a.PlayerKind.A_FOE), a.PlayerKind.EACH_FOE),
    **dict.fromkeys((a.PlayerKind.ANY_PLAYERS, a.PlayerKind.A_PLAYER), a.PlayerKind.EACH_PLAYER),
    a.PlayerKind.ANY_OTHER_PLAYERS: a.PlayerKind.EACH_OTHER_PLAYER,
    a.PlayerKind.ANOTHER_PLAYER: a.PlayerKind.EACH_OTHER_PLAYER,
}
"""Players one or some of whom are chosen, and how all of them are called."""


def not_chosen(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence in which "the rest" are the players who were not chosen ("Choose two players.
    Those two each draw a card, and the rest each gain a Weakness")."""
    if THE_REST not in a.walk(effect):
        return effect
    chosen = [x for one in (*before, effect) for x in a.walk(one) if isinstance(x, a.ChoosePlayer)]
    kind = (
        _OUT_OF.get(chosen[-1].player.kind) if chosen and chosen[-1].player.test is None else None
    )
    them = None if kind is None else a.Player(kind, a.Picked(negated=True))
    last = before[-1] if before else None
    last = last.effects[-1] if isinstance(last, a.Seq) else last
    who: a.Player | None = getattr(last, "who", None) if isinstance(last, a.Move | a.Show) else None
    if them is None and who is not None and isinstance(who.test, a.Having | a.HavingMore):
        them = TOLD_APART.get(who.kind)  # "Each foe with a Hero …. The rest …"
    if them is None:
        raise NothingBefore("the rest")

    def made(node: Any) -> Any:
        return a.placed(them, a.place_of(node)) if node == THE_REST else a.rebuild(node, made)

    found: a.Effect = made(effect)
    return found


THEIR_OWN: Final = a.NameNoun("theirs")
"""The card that a player showed, chose or passed. No text keeps it: `their_own` makes it out."""


def their_own(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence in which "theirs" is the card that the player at hand was told to reveal, discard
    or choose before ("Each foe reveals the top card of their deck. …, and the other foe discards
    theirs")."""
    if THEIR_OWN not in a.walk(effect):
        return effect
    parts = [x for one in before for x in a.walk(one) if isinstance(x, a.Move | a.Show | a.Choose)]
    told = [x for x in parts if x.who.kind in _SEVERAL and isinstance(x.what, a.Cards)]
    for one in told[:1]:
        verb = a.Verb.CHOOSE if isinstance(one, a.Choose) else one.verb
        if isinstance(one.what, a.Cards) and one.what.quantity != a.Exactly(a.ONE):
            break
        such = a.Filter((), (a.Acted((verb,), a.THAT_PLAYER),))

        def made(node: Any) -> Any:
            if isinstance(node, a.Filter) and node.nouns == (THEIR_OWN,):
                return a.placed(such, a.place_of(node))  # noqa: B023
            return a.rebuild(node, made)

        found: a.Effect = made(effect)
        return found
    raise NothingBefore("theirs")


def out_of_place(effect: a.Effect) -> bool:
    """Whether such words stand where nothing makes them out: "until you have four" (of cards in
    hand), "if theirs has the higher cost" (said of players)."""
    parts = list(a.walk(effect))
    loops = (x for x in parts if isinstance(x, a.RepeatUntil | a.While))
    asked = (x for x in parts if isinstance(x, a.ConditionNode))
    return any(SO_MANY in a.walk(x) for x in loops) or any(THEIR_OWN in a.walk(x) for x in asked)


_SEVERAL: Final = frozenset(
    {a.PlayerKind.EACH_FOE, a.PlayerKind.EACH_PLAYER, a.PlayerKind.EACH_OTHER_PLAYER}
)


def nth_again(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A clause in which "the second" is one of the cards of which the clause before says what is
    done with the first ("The first card you buy this turn goes …, and the second goes …")."""
    match effect:
        case a.When(a.Trigger(a.Event(what=a.Cards(filter=a.Filter((one,))))) as later, _) if (
            one == SO_MANY
        ):
            said = [x.occasion for part in before for x in a.walk(part) if isinstance(x, a.When)]
            for occasion in said[-1:]:
                nth = occasion.often is a.Often.NTH if isinstance(occasion, a.Trigger) else False
                if nth and isinstance(occasion, a.Trigger) and occasion.nth < later.nth:
                    return a.replace(effect, occasion=a.replace(occasion, nth=later.nth))
            raise NothingBefore("the second")
        case _:
            return effect


def of_the_others(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence in which "each other card destroyed this way" is none of those that are counted
    before it ("For each Weakness destroyed this way, …")."""
    if not any(isinstance(x, a.CountOf) and _others(x) is not None for x in a.walk(effect)):
        return effect
    counts = [x.cards for one in before for x in a.walk(one) if isinstance(x, a.CountOf)]

    def apart(node: Any) -> Any:
        if isinstance(node, a.CountOf) and (wanted := _others(node)) is not None:
            alike = [x for x in counts if x.filter.tests == wanted and x.filter.nouns]
            for said in alike[-1:]:
                if len(said.filter.nouns) > 1:
                    raise NothingBefore("each other card")
                noun = said.filter.nouns[0]
                new = a.Filter((a.replace(noun, negated=not noun.negated),), wanted)
                return a.replace(node, cards=a.replace(node.cards, filter=new))
        return a.rebuild(node, apart)

    found: a.Effect = apart(effect)
    return found


def _others(count: a.CountOf) -> tuple[a.Test, ...] | None:
    """How others than the cards spoken of before are told; None: it does not speak of others."""
    match count.cards.filter:
        case a.Filter((), (a.Other(), a.ThisWay() as way)):
            return (way,)
        case _:
            return None


def _just_done(cards: a.Cards) -> a.Verb | None:
    """The verb of "you played two or more"; None: it says more."""
    match cards.filter:
        case a.Filter((), (a.ThisWay(verb, None, None),)) if not cards.places:
            return verb
        case _:
            return None


def _does(node: a.Node, verb: a.Verb) -> bool:
    """Whether a text tells somebody to do that."""
    if isinstance(node, a.Play):
        return verb is a.Verb.PLAY
    return isinstance(node, a.EffectNode) and getattr(node, "verb", None) is verb


def _counted(wanted: a.Cards, before: Sequence[a.Effect], loose: bool = False) -> a.CountOf | None:
    """What the nearest condition counts that speaks of cards in the same way; `loose`: that says of
    another player that they have or control such cards."""
    asked = [x for one in before for x in a.walk(one) if isinstance(x, a.There)]
    if loose:
        kinds = [type(test) for test in wanted.filter.tests]
        parts = [x for one in before if isinstance(one, a.If) for x in a.walk(one.condition)]
        said = [x for x in parts if isinstance(x, a.Cards)][-1:]
        same = (x for x in said if [type(test) for test in x.filter.tests] == kinds)
        for cards in same:
            if bool(cards.places) is bool(wanted.places) and len(kinds) + len(cards.places) == 1:
                nouns = cards.filter.nouns
                return a.CountOf(a.replace(wanted, filter=a.Filter(nouns, wanted.filter.tests)))
        return None
    fitting = [x.count for x in asked if way(x.count.cards) == way(wanted)]
    plain = fitting and a.replace(fitting[-1], different=None) == a.CountOf(fitting[-1].cards)
    return fitting[-1] if plain else None


def way(cards: a.Cards) -> object:
    """How a condition speaks of cards: who controls them, did that to them, or has them."""
    for test in cards.filter.tests:
        match test:
            case a.Controlled(who):
                return who
            case a.Acted(verbs, who):
                return verbs, who
            case a.ThisWay():
                return test
            case _:
                pass
    return "had" if any(place.owner == a.YOU for place in cards.places) else "there"


def _said(cards: a.Cards) -> str:
    match way(cards):
        case a.Player():
            return "you control two or more"
        case tuple():
            return "you did so to two or more"
        case "had":
            return "you have two or more"
        case _:
            return "there are two or more"
