"""Cards that are named by the way: by what players have, or in one of several branches."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.named import Named, Sort

BRINGING: Final = frozenset({a.Verb.GAIN, a.Verb.BUY, a.Verb.DRAW, a.Verb.RECEIVE})
"""What nobody does to cards that they have."""


def several_told(test: a.PlayerTest | None) -> bool | None:
    """Whether what picks players out names several cards of theirs, or one; None: none."""
    match test:
        case a.DidTo(_, a.Cards(quantity), False):
            return bool(quantity != a.Exactly(a.ONE))
        case a.Having(_, True):
            return None
        case a.Having(_, _, True):
            return False
        case a.Having(cards) | a.HavingMore(cards) | a.HavingMost(cards):
            return None if cards.quantity == a.Exactly(a.ONE) else True
        case _:
            return None


def held(test: a.PlayerTest | None, doing: a.Effect) -> bool:
    """Whether players are told by a card that they have, so that they can do something to "one of
    them": of all such cards of theirs."""
    verbs = {x.verb for x in a.walk(doing) if isinstance(x, a.Move)}
    match test:
        case a.Having(a.Cards(a.Exactly(a.Number(1))), False, False):
            return not verbs & BRINGING
        case _:
            return False


def after_branches(branches: list[list[Named]]) -> list[Named]:
    """What was named in effects of which one is done, for words behind all of them.

    A card that was named before them is that card, whether anything was done to it or not; where
    several of them name a card, it is the one of that which was done.
    """
    found = [one for branch in branches for one in branch]
    known: dict[int, tuple[int, ...]] = {}
    for one in found:
        known[one.mark] = tuple(m for b in one.again for m in known.get(b, (b,))) or (one.mark,)
    last = [[one for one in branch if one.sort is Sort.CARDS][-1:] for branch in branches]
    ends = [one for branch in last for one in branch]
    either = tuple(dict.fromkeys(m for one in ends for m in known[one.mark]))
    alike = len(ends) > 1 and len({one.several for one in ends}) == 1
    return [
        one._replace(means=either if alike and one in ends else known[one.mark])
        if one.sort is Sort.CARDS
        else one
        for one in found
    ]


def discarded_first(text: a.CardText) -> a.CardText:
    """The same, where a number is that of the cards "you discard when you play this card" and
    nothing else in the text discards any: as many as you like are discarded, and then counted."""
    if any(isinstance(x, a.Move) and x.verb is a.Verb.DISCARD for x in a.walk(text)):
        return text

    def made(node: Any) -> Any:
        if not isinstance(node, a.Power | a.ForEach):
            return a.rebuild(node, made)
        counts = [x for x in a.walk(node.amount) if isinstance(x, a.CountOf) and _discards(x)]
        if len(counts) != 1:
            return a.rebuild(node, made)
        cards = counts[0].cards
        tests = tuple(x for x in cards.filter.tests if not isinstance(x, a.Acted))
        what = a.Cards(a.AnyNumber(), a.make_filter(cards.filter.nouns, tests))
        first = a.placed(a.Move(a.Verb.DISCARD, what), a.place_of(cards))
        return a.Seq((first, _with_those(node, counts[0])))

    new: a.CardText = made(text)
    return new


def _discards(count: a.CountOf) -> bool:
    """Does it count the cards that you discard when the card is played?"""
    now = a.Acted((a.Verb.DISCARD,), a.YOU, a.Tense.PRESENT, None)
    return count.timing is a.Timing.LOCKED and now in count.cards.filter.tests


def _with_those(node: Any, count: a.CountOf) -> Any:
    """The same, with the cards spoken of last for those that a number counts."""
    if node is count:
        return a.replace(count, cards=a.Cards(a.Every(), among=a.THEM), timing=None)
    return a.rebuild(node, lambda part: _with_those(part, count))


def asked_last(effect: a.RepeatUntil, bound: a.Effect) -> a.Condition | None:
    """When a repetition ends whose last part asks just that: its words speak of what they speak of
    there ("If it is a Hero, draw a card and repeat this"); None: it asks something else."""
    said = effect.effect.effects[-1] if isinstance(effect.effect, a.Seq) else effect.effect
    asked = bound.effects[-1] if isinstance(bound, a.Seq) else bound
    if not isinstance(said, a.If) or not isinstance(asked, a.If):
        return None
    if said.condition == effect.until:
        return asked.condition
    return a.Not(asked.condition) if a.Not(said.condition) == effect.until else None


def asks_of_it(condition: a.Condition) -> bool:
    """Whether it is asked what "it" is."""
    match condition:
        case a.Is(a.Ref(a.RefKind.IT, None, None)) | a.In(a.Ref(a.RefKind.IT), _, True):
            return True
        case a.Not(inner):
            return asks_of_it(inner)
        case a.AllOf(one, two) | a.AnyOf(one, two):
            return asks_of_it(one) or asks_of_it(two)
        case _:
            return False


def is_asked_of_this(condition: a.Condition) -> bool:
    """Whether it is asked where this card is ("if this card is in your discard pile")."""
    match condition:
        case a.In(a.Ref(a.RefKind.THIS)):
            return True
        case a.AllOf(one, two):
            return is_asked_of_this(one) or is_asked_of_this(two)
        case _:
            return False


def moved_in(effect: a.Effect) -> set[int]:
    """The marks of what is drawn, gained or otherwise moved in an effect, of cards that were not
    spoken of before."""
    moves = (x for x in a.walk(effect) if isinstance(x, a.Move))
    return {a.mark_of(x) for x in moves if not isinstance(x.what, a.Ref)}


def chosen_first(effect: a.Swap) -> a.Seq:
    """ "Swap a card in your hand with one of equal or lower cost in the Line-Up": the first card is
    chosen first, as it tells which the other can be."""
    chosen = a.placed(a.Choose(effect.first, effect.who), a.place_of(effect))
    return a.Seq((chosen, a.replace(effect, first=a.placed(a.IT, a.place_of(effect.first)))))
