"""No reward for nothing: "If you do" is true only for what happened."""

from __future__ import annotations

import pytest

from rules_check.oracle.values.choices import ChoiceKind
from tests.properties.texts_in_play import POSITION, begin, card_of
from tests.together import all_of

WITH_SCORE = {**POSITION, "P1": {**POSITION["P1"], "score": ["Lex Luthor 1"]}}


@all_of(
    "text",
    [
        "You may destroy your Character. If you do, +9 Power.",
        "Destroy your Character. If you do, +9 Power.",
        "Put your Character on the bottom of your deck. If you do, +2 Power.",
        "You may destroy a Character in your score pile. If you do, +2 Power.",
        "You cannot discard cards this turn.\nYou may discard a card. If you do, +3 Power.",
        "You cannot discard cards this turn.\nYou may discard your hand. If you do, +3 Power.",
        (
            "You cannot discard cards this turn.\n"
            "Discard the top card of your deck. If you do, +3 Power."
        ),
        (
            "You cannot discard cards this turn.\n"
            "You may discard the top card of your deck. If you do, +3 Power."
        ),
        "You cannot draw cards this turn.\nDraw a card. If you do, +3 Power.",
        "You cannot draw cards this turn.\nYou may draw a card. If you do, +3 Power.",
        "You cannot draw cards this turn.\nDraw two cards. +1 Power for each card drawn this way.",
    ],
)
def test_what_cannot_be_done_earns_nothing(text: str) -> None:
    card = card_of(text.split("\n"))
    assert card is not None
    game, state = begin(card, WITH_SCORE)
    game.take(state, game.parse(state, "play Tried"))
    while state.choice is not None and state.choice.kind is not ChoiceKind.MAIN:
        game.take(state, state.choice.options[0])
    assert state.power[0] == 0


def test_what_would_replace_a_draw_is_refused() -> None:
    assert card_of(["If you would draw a card this turn, gain a Weakness instead."]) is None


@pytest.mark.parametrize(
    ("words", "power"),
    [
        ("If you would discard a card this turn, destroy it instead.", 0),
        ("If you would discard a Weakness this turn, destroy it instead.", 3),
    ],
)
def test_what_a_text_steps_in_for_was_not_done(words: str, power: int) -> None:
    card = card_of([words, "You may discard a card. If you do, +3 Power."])
    assert card is not None
    game, state = begin(card)
    game.take(state, game.parse(state, "play Tried"))
    while state.choice is not None and state.choice.kind is not ChoiceKind.MAIN:
        game.take(state, state.choice.options[0])
    assert state.power[0] == power
