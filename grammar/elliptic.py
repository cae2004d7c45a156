"""Conditions that say "does" of what the condition before says: "If exactly one foe does, …"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.attach import doer


def does_what(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence in which "does" is what the condition before it says of players; as it is, if
    players were told to do something since, or if it says no such thing. Behind "who avoids this
    Attack", in one sentence, "does" is to avoid it."""
    effect = _cards_do(_avoids_or_not(effect), before)
    if not isinstance(effect, a.If) or not before or not isinstance(before[-1], a.If):
        return effect
    first = before[-1]
    done = [first.then] if first.otherwise is None else [first.then, first.otherwise]
    test = _test(first.condition)
    if test is None or any(doer(one) != a.YOU for one in done):
        return effect
    return a.replace(effect, condition=_made_out(effect.condition, test, _whose(first.condition)))


def _cards_do(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence in which "both of them do" is said of the cards of some of which the condition
    before speaks ("If exactly one of them costs 0, …. If both of them do, …")."""
    them = a.Player(a.PlayerKind.EACH_OF_THEM)
    match effect, before[-1] if before else None:
        case (
            a.If(a.PlayersAre(who, a.DidSo(), how, many) as asked),
            a.If(a.There(a.CountOf(a.Cards(among=among) as cards))),
        ) if who == them and among == a.THEM:
            pass
        case a.If(a.PlayersAre(who, a.DidSo(), how, many) as asked), a.If(a.Is(what, wanted)) if (
            who == them and what == a.THEM
        ):
            cards = a.Cards(a.Every(), wanted, among=a.THEM)
        case _:
            return effect
    if any(_several_act(x) for one in before for x in a.walk(one)):
        return effect
    so: a.Condition = a.Is(a.THEM, cards.filter)
    if how is not None:
        so = a.There(a.CountOf(cards), how, a.Number(many))
    elif any(_two_cards(x) for one in before for x in a.walk(one)):  # "both" are two
        so = a.There(a.CountOf(cards), a.Comparison.AT_LEAST, a.Number(2))
    return a.replace(effect, condition=a.placed(so, a.place_of(asked)))


def _several_act(node: a.Node) -> bool:
    return isinstance(node, a.Player) and node.kind in _SEVERAL


_SEVERAL: Final = frozenset(
    {
        *(a.PlayerKind.EACH_FOE, a.PlayerKind.EACH_PLAYER, a.PlayerKind.EACH_OTHER_PLAYER),
        *(a.PlayerKind.YOU_AND_TEAMMATE, a.PlayerKind.ANY_FOES, a.PlayerKind.ANY_PLAYERS),
        *(a.PlayerKind.OTHER_FOE, a.PlayerKind.REMAINING, a.PlayerKind.ANY_OTHER_PLAYERS),
    }
)


def _two_cards(node: a.Node) -> bool:
    """Does it do something to two cards?"""
    what = node.what if isinstance(node, a.Move | a.Show | a.Choose) else None
    return isinstance(what, a.Cards) and what.quantity == a.Exactly(a.Number(2))


def _avoids_or_not(effect: a.Effect) -> a.Effect:
    """ "+1 Power for each foe who avoids this Attack, and +2 Power for each foe who does not"."""
    avoided = False

    def made_out(node: Any) -> Any:
        nonlocal avoided
        if isinstance(node, a.Player) and isinstance(node.test, a.AvoidedAttack):
            avoided = True
        elif isinstance(node, a.Player) and avoided and isinstance(node.test, a.DidSo | a.DidNot):
            did = isinstance(node.test, a.DidSo)
            return a.replace(node, test=a.AvoidedAttack() if did else a.HitByAttack())
        return a.rebuild(node, made_out)

    found: a.Effect = made_out(effect)
    return found


_ALL_OF: Final = {
    a.PlayerKind.A_FOE: a.PlayerKind.EACH_FOE,
    a.PlayerKind.A_PLAYER: a.PlayerKind.EACH_PLAYER,
    a.PlayerKind.ANY_PLAYER: a.PlayerKind.EACH_PLAYER,
}


def _whose(condition: a.Condition) -> a.Player | None:
    """All the players of one of whom a condition speaks ("unless a foe …. If one does, …")."""
    match condition:
        case a.PlayersAre(a.Player(kind, None) as who):
            return who if kind is not a.PlayerKind.EACH_OF_THEM else None
        case a.Has(a.Player(kind, None)) | a.HasMore(a.Player(kind, None)) if kind in _ALL_OF:
            return a.Player(_ALL_OF[kind])
        case a.There(count):
            tests = count.cards.filter.tests
            kinds = [x.who.kind for x in tests if isinstance(x, a.Controlled)]
            return a.Player(_ALL_OF[kinds[0]]) if kinds and kinds[0] in _ALL_OF else None
        case _:
            return None


def _made_out(node: Any, test: a.PlayerTest, of: a.Player | None) -> Any:
    match node:
        case a.PlayersAre(who, a.DidSo() | a.DidNot() as does):
            other = test if isinstance(does, a.DidSo) else _denied(test)
            if other is None:
                return node
            them = who == a.Player(a.PlayerKind.EACH_OF_THEM) and of is not None
            return a.replace(node, who=of if them else who, test=other)
        case a.Not() | a.AllOf() | a.AnyOf():
            return a.rebuild(node, lambda part: _made_out(part, test, of))
        case _:
            return node


def _test(condition: a.Condition) -> a.PlayerTest | None:
    """What a condition says of players, as it is said of one of them."""
    match condition:
        case a.PlayersAre(_, a.DidSo() | a.DidNot()):
            return None
        case a.PlayersAre(_, test):
            return test
        case a.HasMore(_, cards, than, how, times):
            return a.HavingMore(cards, than, how, times)
        case a.Has(_, there):
            return having(there)
        case a.There(count):
            tests = count.cards.filter.tests
            who = [x.who for x in tests if isinstance(x, a.Controlled)]
            several = {a.PlayerKind.A_FOE, a.PlayerKind.A_PLAYER, a.PlayerKind.ANY_PLAYER}
            return having(condition) if len(who) == 1 and who[0].kind in several else None
        case _:
            return None


def having(there: a.There) -> a.Having | None:
    """What a condition says of the cards of a player, as a test of players; None: it cannot be."""
    cards = there.count.cards
    if there.count != a.CountOf(cards) or not isinstance(there.value, a.Number):
        return None
    tests = tuple(
        a.Controlled(a.THAT_PLAYER) if isinstance(x, a.Controlled) else x
        for x in cards.filter.tests
    )
    cards = a.replace(cards, filter=a.Filter(cards.filter.nouns, tests))
    match there.comparison, there.value.value:
        case (a.Comparison.AT_LEAST, 1):
            return a.Having(a.replace(cards, quantity=a.Exactly(a.ONE)))
        case (a.Comparison.AT_LEAST, _):
            return a.Having(a.replace(cards, quantity=a.AtLeast(there.value)))
        case (a.Comparison.EQUAL, 0):
            return a.Having(a.replace(cards, quantity=a.Exactly(a.ONE)), none=True)
        case (a.Comparison.EQUAL, 1):
            return a.Having(a.replace(cards, quantity=a.Exactly(a.ONE)), just=True)
        case (a.Comparison.EQUAL, _):
            return a.Having(a.replace(cards, quantity=a.Exactly(there.value)))
        case _:
            return None


def of_nobody(there: a.There) -> a.PlayersAre | None:
    """ "unless a foe controls a Location": no foe does."""
    foes = a.Controlled(a.Player(a.PlayerKind.A_FOE))
    if foes not in there.count.cards.filter.tests or there.count.cards.places:
        return None
    test = having(there)
    each = a.Player(a.PlayerKind.EACH_FOE)
    return None if test is None else a.PlayersAre(each, test, a.Comparison.EQUAL, 0)


def _denied(test: a.PlayerTest) -> a.PlayerTest | None:
    match test:
        case a.Having(cards, none, False) if cards.quantity == a.Exactly(a.ONE):
            return a.Having(cards, not none)
        case a.AvoidedAttack():
            return a.HitByAttack()
        case _:
            return None
