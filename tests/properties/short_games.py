"""Short games under the eyes of the referee, for tests in which the engine is broken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules_check.oracle.game import Game
from rules_check.oracle.scenarios.positions import build_state
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.options import Order
from rules_check.properties.model import Violation
from rules_check.properties.referee import Broken, Referee
from rules_check.properties.story import describe

MOST_ANSWERS = 12


NEVER = 10**9
"""At one step in so many: at none."""


def seen(game: Game, position: dict[str, Any], labels: Sequence[str]) -> tuple[Violation, ...]:
    """What the referee says about a short game who looks only at what is due; with another, who
    looks at everything in every step, it says the same."""
    found = looked(game, position, labels, NEVER)
    everything = looked(game, position, labels, 1)
    assert {(v.property, v.step) for v in found} == {(v.property, v.step) for v in everything}
    return found


def looked(
    game: Game, position: dict[str, Any], labels: Sequence[str], whole: int
) -> tuple[Violation, ...]:
    """What the referee says about a short game."""
    state = build_state(game, position)
    referee = Referee(game, state, every=1, whole=whole)
    assert len(labels) <= MOST_ANSWERS
    try:
        for label in labels:
            choice = state.choice
            assert choice is not None, f"the game is over before {label!r}"
            if choice.kind is ChoiceKind.SHUFFLE:
                referee.take(state, Order(choice.cards))
                choice = state.choice
                assert choice is not None
            option = game.parse(state, label)
            assert option in choice.options, f"{label!r} is not offered"
            referee.take(state, option)
        while state.choice is not None and state.choice.kind is ChoiceKind.SHUFFLE:
            referee.take(state, Order(state.choice.cards))
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
