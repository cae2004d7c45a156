"""Short games under the eyes of the referee, for tests in which the engine is broken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules_check.oracle.build import build_state
from rules_check.oracle.game import Game
from rules_check.properties.model import Violation
from rules_check.properties.referee import Broken, Referee
from rules_check.properties.story import describe

MOST_ANSWERS = 12


def seen(game: Game, position: dict[str, Any], labels: Sequence[str]) -> tuple[Violation, ...]:
    """What the referee says about a short game, every property looked at in every step."""
    state = build_state(game, position)
    referee = Referee(game, state, every=1)
    assert len(labels) <= MOST_ANSWERS
    try:
        for label in labels:
            choice = state.choice
            assert choice is not None, f"the game is over before {label!r}"
            if choice.kind == "shuffle":
                referee.take(state, ("order", *choice.cards))
                choice = state.choice
                assert choice is not None
            option = game.parse(state, label)
            assert option in choice.options, f"{label!r} is not offered"
            referee.take(state, option)
        while state.choice is not None and state.choice.kind == "shuffle":
            referee.take(state, ("order", *state.choice.cards))
        return referee.end(state)
    except Broken as broken:
        told = describe(game, referee.start, referee.answers, broken.violations)
        return broken.violations if "the game (" in told else ()


CONFRONT = {
    "P1": {"hand": ["Punch"], "deck": ["Punch x6"]},
    "P2": {"deck": ["Vulnerability x2"]},
    "phase": "play",
    "confront": "P2",
    "power": {"P1": 9},
}
"""Nine Power against a Character that costs nine."""


def buying(name: str, power: int = 9) -> dict[str, Any]:
    return {
        "P1": {"hand": ["Punch"], "deck": ["Punch x6"]},
        "line_up": [name],
        "phase": "play",
        "power": {"P1": power},
    }


def broken(found: tuple[Violation, ...], name: str, words: str) -> None:
    """The property of that name, and perhaps others, did not hold."""
    mine = [v.message for v in found if v.property == name]
    assert any(words in message for message in mine), found
