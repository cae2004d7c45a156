"""What is done again and again: its rounds are numbered, and no number is a player."""

from __future__ import annotations

import pytest

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.effects.flow import Round
from rules_check.oracle.game import Game
from rules_check.oracle.meaning.who import spoken_of
from rules_check.oracle.running.agenda import perform
from rules_check.oracle.values.frames import Frame


@pytest.mark.parametrize("number", [1, 2, 9])
def test_a_round_is_nobody(number: int) -> None:
    game = Game(load_play_set("rivals-batman-joker"))
    state = game.new()
    state.frames.append(Frame(0, 0))
    perform(game, state, Round(a.Power(a.ONE), 7, number))
    that_foe = a.tied(a.Player(a.PlayerKind.THAT_FOE), bound=(7,))
    assert spoken_of(state.frames[-1], that_foe) == ()
