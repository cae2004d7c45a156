"""Where a game stands at one of its decisions, as a position from which it can begin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rules_check.oracle.game import CoreState, Game
from rules_check.oracle.quick.turn import staying_in_play
from rules_check.oracle.scenarios.moments import BETWEEN_ACTIONS
from rules_check.oracle.scenarios.positions import PLAYER_KEYS
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.zones import CHARACTERS, DESTROYED, PER_PLAYER, PLAY
from rules_check.properties.cases.trying import Position, Table, Trial

MOST_LATER: Final = 4
"""So many places of a game are tried as its beginning, the last ones."""


def later(table: Table, trial: Trial) -> Iterator[tuple[Position, tuple[str, ...]]]:
    """The same game from where it stands later, and what is still done; the last places first."""
    plan = trial.plan
    acts = [at for at, step in enumerate(trial.steps) if at and step.kind in BETWEEN_ACTIONS]
    for at in acts[: -MOST_LATER - 1 : -1]:
        begun = table.follow(trial.position, plan[:at])
        if begun is not None and begun.plan == plan[:at] and begun.state.choice is not None:
            yield position_of(table, begun), plan[at:]


def position_of(table: Table, trial: Trial) -> Position:
    """Where everything lies now: of a main deck and of stacks what the position names."""
    game, state = table.game, trial.state
    found: dict[str, Any] = {"phase": "play" if _acts(state) else "start"}
    if state.active:
        found["active"] = game.seat(state.active)
    for player in range(game.players):
        if there := _of_player(game, state, player):
            found[game.seat(player)] = there
    found["line_up"] = _names(game, state.zones[game.line_up])
    found["destroyed"] = _names(game, state.zones[game.shared + DESTROYED])
    _piles(table, trial, found)
    if _acts(state):
        found["power"] = {game.seat(at): n for at, n in enumerate(state.power) if n}
        if state.confronted >= 0:
            found["confront"] = game.seat(state.confronted)
    return {key: value for key, value in found.items() if value not in ([], {})}


def _acts(state: CoreState) -> bool:
    return state.choice is not None and state.choice.kind is ChoiceKind.MAIN


def _of_player(game: Game, state: CoreState, player: int) -> dict[str, Any]:
    first, kinds = player * PER_PLAYER, game.core.kinds
    found: dict[str, Any] = {}
    for name, zone in PLAYER_KEYS.items():
        cards = [x for x in state.zones[first + zone] if not kinds[x].is_character]
        if zone == PLAY:  # what was played this turn does not lie there from before
            cards = staying_in_play(state.core, player, tuple(cards))
        if cards:
            found[name] = _names(game, cards)
    top = state.zones[first + CHARACTERS][:1]
    if top and kinds[top[0]].level > 1:
        found["level"] = kinds[top[0]].level
    return found


def _piles(table: Table, trial: Trial, found: dict[str, Any]) -> None:
    """The top of the main deck as far as cards were named, and what is left of stacks."""
    game, state, position = table.game, trial.state, trial.position
    deck = state.zones[game.main_deck]
    named = [at for at, card in enumerate(deck) if card not in trial.strangers]
    found["main_deck"] = _names(game, deck[: named[-1] + 1]) if named else []
    if "main_deck_size" in position:
        found["main_deck_size"] = len(deck)
    if "stacks" in position:
        found["stacks"] = {name: len(state.zones[game.stacks[name]]) for name in position["stacks"]}
    if game.boss_stack >= 0 and "super_villains" in position:
        found["super_villains"] = _names(game, state.zones[game.boss_stack])


def _names(game: Game, cards: Any) -> list[str]:
    return [game.core.kinds[card].name for card in cards]
