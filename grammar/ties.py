"""What happens if several cards are tied for the highest or lowest cost, where one of them was
to be taken: "Gain the cheapest card in the Line-Up. If two or more are tied, …"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.again import SAME_COST, NothingBefore
from rules_check.grammar.attach import doer, sequence, without_instead
from rules_check.grammar.given import given
from rules_check.grammar.subjects import PLURAL, by, flat

TIED: Final = a.NameNoun("tied")
"""The cards that are tied. No text keeps it: `several_tied` makes it out."""

NOTHING: Final = a.Exactly(a.Number(0))
"""How many of the tied cards are taken if nothing happens then."""

K = a.PlayerKind
UNDER: Final = (a.When, a.While, a.If, a.May, a.Tried, a.Delayed, a.ForEach, a.RepeatUntil)


def several_tied(done: Sequence[a.Effect], opened: bool, effect: a.Effect) -> list[a.Effect] | None:
    """The sentences before, the last of them as it is if several cards are tied; None: the
    sentence does not speak of tied cards. `opened`: it begins with "if several are tied"."""
    match effect:
        case a.Choose(a.Cards(much, a.Filter((noun,), tests))) if noun == TIED and much == NOTHING:
            return [*done[:-1], _unless_tied(done, tests)]
        case a.Choose(a.Cards(filter=a.Filter((noun,), tests)), who) if noun == TIED:
            return [*done[:-1], _chosen_by(who, done, effect, tests)]
        case a.If(a.There(a.CountOf(a.Cards(filter=a.Filter((noun,), tests)))), then, None) if (
            noun == TIED
        ):
            return [*done[:-1], _instead(then, done, tests)]
        case _ if opened and done and _one_of(done[-1], ()) and _for_it(done[-1], effect):
            return [*done[:-1], _instead(effect, done, ())]
        case _:
            return None


def _in_place(effect: a.Effect) -> bool:
    return without_instead(effect) is not effect


def _for_it(last: a.Effect, effect: a.Effect) -> bool:
    """Whether it is done in place of the sentence before: it says so, or it does the same with all
    of them ("Gain the cheapest card in the Line-Up. If several are tied, gain all of them")."""
    match last, effect:
        case a.Move(verb=one, to=there), a.Move(verb=two, what=a.THEM, to=here):
            return one is two and there == here
        case _:
            return _in_place(effect)


def _one_of(effect: a.Effect, tests: tuple[Any, ...]) -> a.Cards | None:
    """The one card with the highest or lowest cost that a sentence takes."""
    for cards in a.walk(effect):
        if not isinstance(cards, a.Cards) or cards.quantity != a.Exactly(a.ONE) or cards.random:
            continue
        best = [test for test in cards.filter.tests if isinstance(test, a.Extreme)]
        if best and (not tests or tuple(best) == tests):
            return cards
    return None


def _taken(done: Sequence[a.Effect], tests: tuple[Any, ...]) -> a.Cards:
    found = _one_of(done[-1], tests) if done and not isinstance(done[-1], UNDER) else None
    if found is None:
        raise NothingBefore("tied")
    return found


def _deeds(effect: a.Effect) -> set[a.Verb]:
    moves = (x for x in a.walk(effect) if isinstance(x, a.Move | a.Show | a.Play))
    return {getattr(x, "verb", a.Verb.PLAY) for x in moves}


def _unless_tied(done: Sequence[a.Effect], tests: tuple[Any, ...]) -> a.Effect:
    """What the sentence before says, if it is one card or one player of whom it speaks."""
    last = done[-1] if done else None
    if last is None or isinstance(last, UNDER) or not {x.verb for x in tests} <= _deeds(last):
        raise NothingBefore("tied")
    who = doer(last)
    players = a.Player(K.EACH_PLAYER if who.kind is K.THE_PLAYER else who.kind, who.test)
    match who.test:
        case a.HavingMost() | a.CostRank():
            return _by_one_alone(
                last, who, a.replace(players, test=a.replace(who.test, alone=True))
            )
        case a.DidTo(cards=a.Cards(filter=a.Filter(_, wanted))) if any(
            isinstance(x, a.Extreme) for x in wanted
        ):
            every = a.replace(players, test=None)
            return a.If(a.PlayersAre(every, who.test, a.Comparison.EQUAL, 1), last)
        case None if who == a.YOU and (one := _one_of(last, ())) is not None and one.places:
            count = a.CountOf(a.replace(one, quantity=a.Every()))
            return a.If(a.There(count, a.Comparison.EQUAL, a.ONE), last)
        case _:
            raise NothingBefore("tied")


def _by_one_alone(last: a.Effect, who: a.Player, alone: a.Player) -> a.Effect:
    """What some player does in each part of a sentence, where it is done by nobody if several are
    as that one has to be."""
    told = [(part, getattr(part, "who", None)) for part in flat(last)]
    if any(doing not in (who, a.THAT_PLAYER) for _, doing in told):
        raise NothingBefore("tied")
    return sequence([a.replace(x, who=alone) if doing == who else x for x, doing in told])


def _instead(effect: a.Effect, done: Sequence[a.Effect], tests: tuple[Any, ...]) -> a.Effect:
    """If several are tied, something else happens in place of the sentence before."""
    one = _taken(done, tests)
    if not _for_it(done[-1], effect) or doer(done[-1]) != a.YOU or not one.places:
        raise NothingBefore("tied")  # as well, or in its place?
    count = a.CountOf(a.replace(one, quantity=a.Every()))
    tied = a.There(count, a.Comparison.AT_LEAST, a.Number(2))
    return a.replace(given(a.If(tied, without_instead(effect))), otherwise=done[-1])


def _does(node: Any, one: a.Cards) -> bool:
    return isinstance(node, a.Move | a.Show | a.Play) and node.what is one


def _chosen_by(
    who: a.Player, done: Sequence[a.Effect], effect: a.Effect, tests: tuple[Any, ...]
) -> a.Effect:
    """If several are tied, whoever takes the card chooses it: so it is anyway, and it is said.
    `tests` may say what is done with it ("chooses which of them to discard")."""
    one = _taken(done, ())
    deeds = {getattr(x, "verb", a.Verb.PLAY) for x in a.walk(done[-1]) if _does(x, one)}
    if any(test.verb not in deeds for test in tests if isinstance(test, a.ThisWay)):
        raise NothingBefore("tied")
    taker = doer(done[-1])
    same = who == taker or (
        taker != a.YOU and who.test is None and who.kind in {K.THAT_PLAYER, K.THAT_FOE}
    )
    if not same:
        raise NothingBefore("tied")

    def said(node: Any) -> Any:
        return a.placed(one, a.place_of(effect)) if node is one else a.rebuild(node, said)

    found: a.Effect = said(done[-1])
    return found


def of_equals(done: Sequence[a.Effect], effect: a.Effect) -> list[a.Effect] | None:
    """The sentences before, where nothing of what they say of the dearer of two cards and of the
    other is done if both cost the same, but what is said of both of them then (or "instead"); None:
    the sentence does not say that."""
    match effect:
        case a.If(condition, then, None) if condition == SAME_COST:
            pass
        case _:
            return None
    said = without_instead(then)
    parts = [part for one in done for part in flat(one)]
    if parts and _by_dearer(parts[-1]):  # "whichever of you discarded the costlier card …"
        return [*parts[:-1], a.replace(effect, then=said, otherwise=parts[-1])]
    at = next((at for at, part in enumerate(parts) if _of_dearer(part)), len(parts))
    if at == len(parts) or not (said is not then or a.THEM in a.walk(then)):
        return None
    usual = parts[at:]
    if not all(_of_dearer(part) or a.Ref(a.RefKind.OTHER) in a.walk(part) for part in usual):
        raise NothingBefore("tied")  # is the rest of it still done?
    who = doer(usual[0])
    if who.kind in PLURAL:  # "each foe reveals …": asked of each of them
        said, usual = by(said, who), [by(part, who) for part in usual]
    return [*parts[:at], a.replace(effect, then=said, otherwise=sequence(usual))]


def _of_dearer(effect: a.Effect) -> bool:
    """Whether something is done to the dearer (or cheaper) of the cards spoken of."""
    what = getattr(effect, "what", None)
    if not isinstance(what, a.Cards) or not any(
        isinstance(test, a.Extreme) for test in what.filter.tests
    ):
        return False
    this_way = any(isinstance(test, a.ThisWay) for test in what.filter.tests)
    return what.quantity == a.Exactly(a.ONE) and (what.among == a.THEM or this_way)


def _by_dearer(effect: a.Effect) -> bool:
    """Whether it is done by whoever's card, of those spoken of, costs more (or less)."""
    who = getattr(effect, "who", None)
    test = who.test if isinstance(who, a.Player) else None
    match test:
        case a.CostRank(zone=None, character=False, total=False):
            return True
        case _:
            return False
