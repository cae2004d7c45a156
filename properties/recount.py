"""Counting points once more, from the cards themselves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.game import Game
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import DECK, DISCARD, HAND, PARKED, PER_PLAYER, PLAY, SCORE
from rules_check.properties.observed import weakness_names

RETURNED: Final = {"hand": HAND, "discard_pile": DISCARD, "in_play": PLAY}
"""The zones that `score.return` names; what lies in them goes back into the deck to be counted."""


def returned(game: Game) -> frozenset[int]:
    """The zones whose cards go back into the deck of their player before points are counted."""
    return frozenset([PARKED, *(RETURNED[word] for word in game.parameters["score.return"])])


def owned(game: Game, state: State, player: int) -> list[int]:
    """All cards that count for a player, wherever they lie."""
    base = player * PER_PLAYER
    return [card for zone in (DECK, *returned(game)) for card in state.zones[base + zone]]


def recount(game: Game, state: State, player: int) -> Any:
    """The points of a player: cards, defeated Characters, points given by texts."""
    cards = owned(game, state, player)
    total = state.vp[player]
    for card in cards:
        total = total + _worth(game, state, player, card, cards)
    for card in state.zones[player * PER_PLAYER + SCORE]:
        total = total + game.kinds[card].vp
    return total


def _worth(game: Game, state: State, player: int, card: int, cards: list[int]) -> Any:
    kind = game.kinds[card]
    if kind.name in weakness_names(game.ruleset):
        return game.parameters["score.weakness_vp"]
    special = [
        node
        for node in a.walk(kind.text)
        if isinstance(node, (a.Worth, a.ReduceScore))
        or (isinstance(node, a.When) and isinstance(node.occasion, a.GameEnd))
    ]
    if not special:
        return kind.vp
    match kind.text.abilities:
        case (*_, a.Plain(a.When(a.GameEnd(), a.Worth(value, more)))) if len(special) == 2:
            counted, base = _amount(game, value, cards), kind.vp if more else 0
        case (*_, a.Plain(a.Worth(value, more))) if len(special) == 1:
            counted, base = _amount(game, value, cards), kind.vp if more else 0
        case _:
            counted, base = None, 0
    return game.worth(state, player, card) if counted is None else base + counted


def _amount(game: Game, node: a.Amount, cards: list[int]) -> int | None:
    """A plain number, or so many for each such card; None for anything else."""
    match node:
        case a.Number(value):
            return value
        case a.Times(number, each):
            counted = _amount(game, each, cards)
            return None if counted is None else number * counted
        case a.CountOf(a.Cards(a.Every(), wanted), None, per):
            plain = all(
                isinstance(test, a.Owned) and test.who == a.YOU for test in wanted.tests
            ) and all(isinstance(noun, (a.TypeNoun, a.NameNoun)) for noun in wanted.nouns)
            if not plain or not wanted.tests or not wanted.nouns:
                return None
            return sum(_fits(game, card, wanted.nouns) for card in cards) // per
        case _:
            return None


def _fits(game: Game, card: int, nouns: tuple[a.Noun, ...]) -> bool:
    kind = game.kinds[card]

    def so(noun: a.Noun) -> bool:
        match noun:
            case a.TypeNoun(wanted, negated):
                return (kind.type is wanted) is not negated
            case a.NameNoun(name, part, negated):
                same = name.casefold() in kind.name.casefold() if part else kind.name == name
                return same is not negated
            case _:
                return False

    return a.is_called(nouns, so)


# -------------------------------------------------------------------------- who has won


def winners(game: Game, state: State, scores: tuple[Any, ...]) -> tuple[tuple[int, ...], str]:
    """Who has won by these points, and which tie-break has decided it."""
    sides: dict[int, list[int]] = {}
    for player in range(game.players):
        if player not in state.out:
            sides.setdefault(game.team[player], []).append(player)
    left = _best(sides, lambda side: sum(scores[player] for player in side))
    for tie_break in game.parameters["score.tie_breaks"]:
        if len(left) == 1:
            break
        if tie_break == "super_villains":
            left = _best(left, partial(_super_villains, game, state))
        else:
            zones = (DECK, *returned(game)) if tie_break == "deck_size" else (SCORE,)
            left = _best(left, partial(_size, state, zones))
        if len(left) == 1:
            return tuple(next(iter(left.values()))), tie_break
    return tuple(sorted(player for side in left.values() for player in side)), ""


def _best(sides: dict[int, list[int]], value: Callable[[list[int]], Any]) -> dict[int, list[int]]:
    most = max(value(side) for side in sides.values())
    return {name: side for name, side in sides.items() if value(side) == most}


def _super_villains(game: Game, state: State, side: list[int]) -> int:
    cards = [card for player in side for card in owned(game, state, player)]
    return sum(a.Title.SUPER_VILLAIN in game.kinds[card].titles for card in cards)


def _size(state: State, zones: tuple[int, ...], side: list[int]) -> int:
    return sum(len(state.zones[player * PER_PLAYER + zone]) for player in side for zone in zones)
