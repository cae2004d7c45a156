"""What an effect demands: who, what, how many, from where, to where; and whether it happened.

Written from docs/meaning.md, a function a class of node. What is not judged is said by `NotJudged`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.options import ChooseCard
from rules_check.oracle.values.zones import DECK, DISCARD, HAND, PER_PLAYER
from rules_check.properties.effects.observing import Effect, NotJudged
from rules_check.properties.effects.reckoning import (
    choosable,
    goes_to,
    players,
    reckon,
    whole_zones,
)
from rules_check.properties.observed import Moved, moves
from rules_check.properties.passage import Breach

V = a.Verb

NOWHERE: Final = "nothing.stays"
"""The place that a text names is nobody's: that of a player who avoided an Attack, say."""

INTERRUPTS: Final = frozenset(
    {"replace", "avoid", "defend", "immune", "forbidden", "stays", "void"}
)
"""What lets an effect come out otherwise than its words say."""


def judge(effect: Effect) -> Iterator[Breach]:
    """What is wrong with an effect that has ended. Raises NotJudged."""
    found = DEMANDS.get(type(effect.node))
    if found is None:
        raise NotJudged("not of a plain kind")
    return iter(list(found(effect, effect.node)))


def said(effect: Effect, problem: str) -> str:
    """A sentence about an effect of a card."""
    game = effect.game
    name = game.name(effect.source) if effect.source >= 0 else "a text"
    return f"{name}, {_words(effect.node)}: {problem}"


def _words(node: Any) -> str:
    if isinstance(node, a.Move | a.Show):
        return str(node.verb.value)
    return type(node).__name__


def _plain(effect: Effect) -> None:
    """Raise NotJudged if another text had a say in it."""
    if effect.foreign:
        raise NotJudged("another text came between")
    if any(event.kind in INTERRUPTS for event in effect.events):
        raise NotJudged("a text stepped in")


def _who(effect: Effect, who: a.Player) -> tuple[int, ...]:
    found = players(effect, who)
    if any(player in effect.avoided or player in effect.frame.avoided for player in found):
        raise NotJudged("an Attack was avoided")
    aimed = effect.frame.targets
    if aimed is not None and any(player != effect.frame.you for player in {*found} - {*aimed}):
        raise NotJudged("an Attack is not aimed at everybody")
    return found


def power(effect: Effect, node: a.Power) -> Iterator[Breach]:
    """+N Power: so much and no more, for each player meant."""
    _plain(effect)
    who = _who(effect, node.who)
    for player in range(effect.game.players):
        told: Any = 0
        for event in effect.events:
            if event.kind == "power" and event.player == player:
                told = told + event.detail[0]
        wanted = reckon(effect, node.amount, player) if player in who else 0
        if (wrong := told != wanted) is not False:
            yield said(effect, f"gives {told} Power, not {wanted}"), wrong
        has = effect.state.power[player] - effect.power[player]
        if (wrong := has != wanted) is not False:
            yield said(effect, f"the Power grows by {has}, not {wanted}"), wrong


def points(effect: Effect, node: a.GainVP | a.LoseVP) -> Iterator[Breach]:
    """Gain or lose N VP."""
    _plain(effect)
    who = _who(effect, node.who)
    for player in range(effect.game.players):
        wanted = reckon(effect, node.amount, player) if player in who else 0
        if isinstance(node, a.LoseVP):
            had = effect.vp[player]
            wanted = -had if had < wanted else -wanted  # nobody loses more than there is
        has = effect.state.vp[player] - effect.vp[player]
        if (wrong := has != wanted) is not False:
            yield said(effect, f"{has} VP, not {wanted}"), wrong


def move(effect: Effect, node: a.Move) -> Iterator[Breach]:
    """A Move: by whom, so many of the cards that it speaks of, from there to there."""
    _plain(effect)
    if node.verb in (V.PASS, V.RETURN, V.BUY, V.RECEIVE, V.DEAL):
        raise NotJudged(f"to {node.verb.value}")
    if any(event.topic == NOWHERE for event in effect.events):
        raise NotJudged("a card has no place to go to")
    if node.verb is V.DISCARD and any(event.kind == "reshuffle" for event in effect.events):
        raise NotJudged("what was discarded is shuffled in")
    who = _who(effect, node.who)
    told = list(moves(effect.events))
    for one in told:
        if one.event.kind != node.verb.value or one.event.player not in who:
            yield said(effect, f"{one.event.kind} of a card that no word speaks of"), True
    for player in who:
        mine = [one for one in told if one.event.player == player]
        yield from _one_mover(effect, node, player, mine)


def _one_mover(effect: Effect, node: a.Move, player: int, mine: list[Moved]) -> Iterator[Breach]:
    if len({one.card for one in mine}) != len(mine):
        yield said(effect, "a card is moved twice"), True
    place = _top_of_pile(node)
    if node.verb is V.DRAW or place is not None:
        yield from _from_the_top(effect, node, player, mine, place)
    else:
        yield from _chosen(effect, node, player, mine)
    for one in mine:
        wanted = goes_to(effect, node, player, one.card, one.source)
        if one.to not in wanted or effect.state.where[one.card] != one.to:
            there = effect.game.zone_name(effect.state.where[one.card])
            yield said(effect, f"{effect.game.name(one.card)} goes to {there}"), True
    yield from _end_of_pile(effect, node, mine)


def _end_of_pile(effect: Effect, node: a.Move, mine: list[Moved]) -> Iterator[Breach]:
    """A single card that is put on top, or on the bottom, lies there."""
    if len(mine) != 1 or node.to is None or node.to.edge is None or effect.zones is None:
        return
    pile = effect.state.zones[mine[0].to]
    at = 0 if node.to.edge is a.Edge.TOP else -1
    if pile[at] != mine[0].card:
        yield said(effect, f"the card is not on the {node.to.edge.value}"), True


def _top_of_pile(node: a.Move) -> a.Place | None:
    """The deck from whose top exactly so many cards are taken, whichever they are."""
    match node.what:
        case a.Cards(a.Exactly(), wanted, (a.Place(zone, _, a.Edge.TOP) as place,), among=None) if (
            wanted == a.ANY_CARD and zone in (a.Zone.DECK, a.Zone.MAIN_DECK)
        ):
            return place
        case _:
            return None


def _from_the_top(
    effect: Effect, node: a.Move, player: int, mine: list[Moved], place: a.Place | None
) -> Iterator[Breach]:
    """Draw N, or N from the top of a deck: so many, or all that there are with the discard pile."""
    match node.what:
        case a.Cards(a.Exactly(amount), wanted, places, among=None) if wanted == a.ANY_CARD:
            if places and place is None:
                raise NotJudged("drawn from a place")
            number = reckon(effect, amount, player)
        case _:
            raise NotJudged("a draw of some cards")
    pile = player * PER_PLAYER + DECK
    if place is not None:
        (pile,) = whole_zones(effect, place, player)
    for one in mine:
        if one.source != pile:
            yield said(effect, f"a card comes from {effect.game.zone_name(one.source)}"), True
    if (wrong := len(mine) > number) is not False:
        yield said(effect, f"{len(mine)} cards, not {number}"), wrong
    if effect.zones is None:
        return
    there = len(effect.zones[pile])
    if pile < effect.game.shared:
        there += len(effect.zones[pile - DECK + DISCARD])
    number = max(0, min(number, there))
    if len(mine) != number:
        yield said(effect, f"{len(mine)} cards, not {number}"), True
    elif node.verb is V.DRAW:
        hand = player * PER_PLAYER + HAND
        if len(effect.state.zones[hand]) != len(effect.zones[hand]) + number:
            yield said(effect, "the hand does not grow by what was drawn"), True


def _chosen(effect: Effect, node: a.Move, player: int, mine: list[Moved]) -> Iterator[Breach]:
    """So many of those that could be chosen."""
    if effect.game.watching(effect.state).bans:
        raise NotJudged("a text forbids something")
    there = choosable(effect, node, player)
    for one in mine:
        if one.card not in there:
            name = effect.game.name(one.card)
            yield said(effect, f"{name} is not among the cards that it speaks of"), True
    got = len(mine)
    match node.what.quantity if isinstance(node.what, a.Cards) else a.Every():
        case a.Exactly(amount):
            least = most = reckon(effect, amount, player)
        case a.UpTo(amount):
            least, most = 0, reckon(effect, amount, player)
        case a.AtLeast(amount):
            least, most = reckon(effect, amount, player), len(there)
        case a.AnyNumber():
            least, most = 0, len(there)
        case a.Every():
            least = most = len(there)
        case _:
            raise NotJudged("cards worth so much")
    least, most = max(0, min(least, len(there))), max(0, min(most, len(there)))
    if not least <= got <= most:
        yield said(effect, f"{got} cards, not {least if got < least else most}"), True


def offers(effect: Effect, choice: Choice) -> Iterator[Breach]:
    """Who chooses cards for a Move may choose among all that it speaks of."""
    node = effect.node
    if not isinstance(node, a.Move) or choice.kind is not ChoiceKind.CARD or effect.zones is None:
        return
    _plain(effect)
    if not isinstance(node.what, a.Cards) or not isinstance(node.what.quantity, FREE):
        return
    if effect.game.watching(effect.state).bans or len(who := _who(effect, node.who)) != 1:
        return
    index, where = effect.game.kind_index, effect.state.where
    shown = {(index[o.card], where[o.card]) for o in choice.options if isinstance(o, ChooseCard)}
    for card in choosable(effect, node, who[0]):
        if (index[card], where[card]) not in shown:
            yield said(effect, f"{effect.game.name(card)} is not offered"), True


FREE: Final = (a.Exactly, a.UpTo, a.AnyNumber, a.AtLeast)
"""So many cards, whatever they are worth."""


def sequence(effect: Effect, node: a.Seq) -> Iterator[Breach]:
    """Every part is begun, in order."""
    if any(isinstance(part, a.Move) and part.verb is V.PASS for part in node.effects):
        raise NotJudged("cards that all pass at the same time")
    begun = [id(inner) for inner, _ in effect.inner]
    wanted = [part for part in node.effects if not isinstance(part, UNSAID)]
    at = 0
    for part in wanted:
        if id(part) not in begun[at:]:
            yield said(effect, f"the part {type(part).__name__} is left out"), True
            return
        at = begun.index(id(part), at) + 1


def each(effect: Effect, node: a.Each) -> Iterator[Breach]:
    """It is carried out once for each of the players whom it means, and for nobody else: not for
    those who have avoided the Attack, whoever is meant."""
    if effect.frame.targets is not None:
        for inner, player in effect.inner:
            if inner is node.effect and player in effect.avoided:
                yield said(effect, f"{effect.game.seats[player]} has avoided the Attack"), True
                return
    wanted = sorted(_who(effect, node.who))
    done = sorted(player for inner, player in effect.inner if inner is node.effect)
    if done != wanted:
        names = [effect.game.seats[p] for p in wanted if p not in done]
        more = [effect.game.seats[p] for p in done if p not in wanted]
        yield said(effect, f"left out: {names}; too many: {more}; {len(done)} times"), True


def may(effect: Effect, node: a.May) -> Iterator[Breach]:
    """You may move so many cards: whoever could is asked, and what follows if they do follows only
    then."""
    for_nothing = list(_reward(effect, node))
    try:
        yield from [*for_nothing, *_asked(effect, node)]
    except NotJudged:
        if not for_nothing:
            raise
        yield from for_nothing


def _reward(effect: Effect, node: a.May) -> Iterator[Breach]:
    """ "You may discard a card. If you do, …": it was discarded before anything follows."""
    inner, then = node.effect, node.then
    if then is None or not any(begun is then for begun, _ in effect.inner):
        return
    match inner:
        case a.Move(verb, what) if verb in REWARDED and node.who == a.YOU and inner.who == a.YOU:
            number = 1
            if isinstance(what, a.Cards):
                match what.quantity:
                    case a.Exactly(a.Number(value)):
                        number = value
                    case _:
                        return
        case _:
            return
    again = any(isinstance(x, a.Move) and x.verb is verb for x in a.walk(then))
    if again or any(event.kind == "replace" for event in effect.events):
        return
    done = [one for one in moves(effect.events) if one.event.kind == verb.value]
    if len(done) < number:
        problem = f"what follows if you {verb.value} is done after {len(done)} cards of {number}"
        yield said(effect, problem), True


REWARDED: Final = (V.DISCARD, V.DESTROY)
"""What is rewarded by "if you do", and always told by an event for each card."""


def _asked(effect: Effect, node: a.May) -> Iterator[Breach]:
    """Whoever could is asked."""
    inner = node.effect
    if node.who != a.YOU or not isinstance(inner, a.Move) or inner.who != a.YOU:
        raise NotJudged("more than a plain Move")
    _plain(effect)
    if not isinstance(inner.what, a.Cards) or not isinstance(inner.what.quantity, a.Exactly):
        raise NotJudged("some cards")
    if effect.game.watching(effect.state).bans:
        raise NotJudged("a text forbids something")
    (player,) = _who(effect, node.who)
    number = reckon(effect, inner.what.quantity.amount, player)
    there = choosable(effect, inner, player)
    if 0 < number <= len(there) and not effect.asked and not effect.inner:
        yield said(effect, f"{inner.verb.value} is possible, and nobody was asked"), True


UNSAID: Final = (a.PlayBefore, a.GoFirst, a.UseOnce, a.UseAnyNumber, a.Worth, a.ReduceScore)
"""Texts with a time of their own: nothing is done when they are carried out."""

DEMANDS: Final[dict[type[Any], Callable[[Effect, Any], Iterator[Breach]]]] = {
    a.Power: power,
    a.GainVP: points,
    a.LoseVP: points,
    a.Move: move,
    a.Seq: sequence,
    a.Each: each,
    a.May: may,
}
"""What is judged, by class of node."""
