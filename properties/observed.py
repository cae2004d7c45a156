"""Reading states and events without asking the engine what they mean.

The properties must notice when the engine is wrong, so what they need to know is worked out
here from zones, from what is printed on the cards, and from the trace.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from rules_check.grammar import ast as a
from rules_check.oracle.game import Game
from rules_check.oracle.trace.citing import MOVES
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import CHARACTERS, PER_PLAYER, PLAY
from rules_check.rules.model import Ruleset


class Moved(NamedTuple):
    """A card that went from one zone to another."""

    event: Event
    card: int
    source: int
    to: int


def moves(events: Iterable[Event]) -> Iterator[Moved]:
    """The cards that these events move, in order (a reshuffle is told otherwise)."""
    for event in events:
        if event.kind in MOVES and len(event.detail) == 2:
            source, to = event.detail
            for card in event.cards:
                yield Moved(event, card, source, to)


def zone_of(player: int, zone: int) -> int:
    """The number of a player's zone."""
    return player * PER_PLAYER + zone


def top_character(state: State, player: int) -> int:
    """The Character on top of a player's stack, or -1."""
    stack = state.zones[player * PER_PLAYER + CHARACTERS]
    return stack[0] if stack else -1


def foes_of(game: Game, state: State, player: int) -> tuple[int, ...]:
    """The opponents of a player who are still in the game, by seat."""
    team = game.team
    return tuple(p for p in range(game.players) if team[p] != team[player] and p not in state.out)


def side_of(game: Game, player: int) -> tuple[int, ...]:
    """A player and the teammate, by seat."""
    return tuple(p for p in range(game.players) if game.team[p] == game.team[player])


def with_blocks(kinds: Sequence[Any], events: Iterable[Event]) -> Iterator[tuple[Event, bool]]:
    """Each event, and whether it is the use of a printed Block (N), or the change of a cost that
    this is: the first one of its card. What the text after the keyword changes is none."""
    used: set[int] = set()
    for event in events:
        card = event.cards[0] if event.cards else -1
        if event.kind == "block" and card >= 0:
            printed = kinds[card].block
            plain = bool(printed) and isinstance(printed[0], a.BlockValue)
            if plain:
                used.add(card)
            yield event, plain
        elif event.kind == "cost" and card in used:
            used.discard(card)
            yield event, True
        else:
            yield event, False


# ------------------------------------------------------------------------- what is printed


class Texts(NamedTuple):
    """What the texts of a game can do at all, for checks that must make room for them."""

    fills: bool
    holds: tuple[int, ...]
    replaces: bool
    into_line_up: bool
    wins: bool
    hands: bool


@lru_cache(maxsize=16)
def weakness_names(ruleset: Ruleset) -> frozenset[str]:
    """The names of the Weaknesses of a book."""
    return frozenset(basic.name for basic in ruleset.basic("weakness"))


def buys_or_cancels(node: a.Node) -> bool:
    """Whether a piece of text lets somebody buy, or ends a Confrontation."""
    match node:
        case a.Move(a.Verb.BUY) | a.CancelConfrontation():
            return True
        case _:
            return False


@lru_cache(maxsize=32)
def texts_of(game: Game) -> Texts:
    """What the texts of the cards of this game can do."""
    nodes = [node for kind in game.kind_list for node in a.walk(kind.text)]
    places = [node.to.zone for node in nodes if isinstance(node, a.Move) and node.to is not None]
    swaps = any(isinstance(node, a.Swap) for node in nodes)
    lasting = any(isinstance(node, a.Lasting) and isinstance(node.effect, a.Move) for node in nodes)
    return Texts(
        fills=any(isinstance(node, a.RefillLineUp) for node in nodes),
        holds=tuple(node.number for node in nodes if isinstance(node, a.RefillTo)),
        replaces=any(isinstance(node, a.Replace) for node in nodes),
        into_line_up=swaps or lasting or a.Zone.LINE_UP in places,
        wins=any(isinstance(node, a.WinGame) for node in nodes),
        hands=any(isinstance(node, a.NewHand) for node in nodes),
    )


@lru_cache(maxsize=32)
def _cost_texts(game: Game) -> tuple[frozenset[int], frozenset[int]]:
    """The kinds of card with text about a Character's cost, and about any other cost."""
    own, other = set(), set()
    weaknesses = weakness_names(game.ruleset)
    for kind in game.kind_list:
        for node in a.walk(kind.text):
            if isinstance(node, a.ChangeCost):
                if not isinstance(node.of, a.CharacterCost):
                    other.add(kind.index)
                elif kind.name not in weaknesses:
                    own.add(kind.index)
    return frozenset(own), frozenset(other)


def standing_cards(game: Game, state: State) -> Iterator[int]:
    """The cards whose standing text can work: those in play, and Characters on top."""
    for player in range(game.players):
        yield from state.zones[player * PER_PLAYER + CHARACTERS][:1]
        yield from state.zones[player * PER_PLAYER + PLAY]


def character_cost(game: Game, state: State, player: int) -> int | None:
    """What a player's Character costs: printed, changed this turn, lowered by Weaknesses.

    None if a text that stands has a say in it: what it says only the engine can tell.
    """
    changing, weaknesses = _changing_cards(game)
    if changing:
        zones = state.zones
        for base in range(0, game.players * PER_PLAYER, PER_PLAYER):
            if not changing.isdisjoint(zones[base + PLAY]):
                return None
            if not changing.isdisjoint(zones[base + CHARACTERS][:1]):
                return None
    cost: int = game.kinds[top_character(state, player)].cost
    for lasting in state.lasting:
        if lasting.what in ("text", "control"):
            return None
        if lasting.what == "static" and _speaks_of_characters(lasting.node):
            return None
        if lasting.what == "cost" and lasting.player == player:
            cost = cost + lasting.number
    delta = game.parameters.get("weakness.cost_delta", 0)
    if delta:
        cost = cost + delta * len(weaknesses.intersection(state.zones[player * PER_PLAYER + PLAY]))
    return cost


@lru_cache(maxsize=32)
def _changing_cards(game: Game) -> tuple[frozenset[int], frozenset[int]]:
    """The cards with a text about a Character's cost that stands, and the Weaknesses."""
    own, _ = _cost_texts(game)
    names, cards = weakness_names(game.ruleset), list(enumerate(game.kinds))
    return (
        frozenset(card for card, kind in cards if kind.index in own and kind.standing),
        frozenset(card for card, kind in cards if kind.name in names),
    )


def _speaks_of_characters(node: a.Node) -> bool:
    return any(
        isinstance(part, a.ChangeCost) and isinstance(part.of, a.CharacterCost)
        for part in a.walk(node)
    )


def printed_price(game: Game, state: State, card: int) -> int | None:
    """The printed cost of a card; None if some text has a say in what it costs to buy."""
    _, other = _cost_texts(game)
    if other:
        index = game.kind_index
        if index[card] in other:
            return None
        for standing in standing_cards(game, state):
            if index[standing] in other:
                return None
    if any(lasting.what in ("static", "text", "control") for lasting in state.lasting):
        return None
    return game.kinds[card].cost


def lowered_price(game: Game, state: State, card: int) -> int | None:
    """The price of a card if only "cards you buy this turn cost N less" (or more) has a say in it;
    never less than nothing. None if any other text has."""
    _, other = _cost_texts(game)
    index = game.kind_index
    standing = [x for x in standing_cards(game, state) if game.kinds[x].standing]
    if index[card] in other or any(index[x] in other for x in standing):
        return None
    price: int = game.kinds[card].cost
    for lasting in state.lasting:
        match lasting.what, lasting.node:
            case "static", a.ChangeCost(of, a.Number(value), more):
                if of != a.CostOfCards(a.ANY_CARD) or lasting.you != state.active:
                    return None
                price += value if more else -value
            case "static" | "text" | "control", _:
                return None
            case _:
                pass
    return max(0, price)
