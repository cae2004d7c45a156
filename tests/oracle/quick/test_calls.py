"""How many calls an answer takes: a gate that does not depend on the machine.

Random games with fixed seeds, functions of Python and of C counted. A figure is what was measured,
and a tenth more. Whoever makes a game quicker lowers it; whoever needs more says why. Time is what
counts in the end: `append` counts here as a call, and is none in a run that nobody watches, while a
list in brackets makes a function each time (at the end of a turn in Confrontations).
"""

from __future__ import annotations

import cProfile
import pstats

import pytest

from bench.quick_play import play, quick_game
from bench.random_play import game_of
from tests.effort import tries

MEASURED = {
    "confrontations": 49,
    "heroes-unite": 70,
    "rivals-batman-joker": 48,
    "rivals-shazam-black-adam": 71,
}
"""Calls an answer, chance's included, in the beginnings of two games."""


@pytest.mark.parametrize("game", list(MEASURED)[:: tries(4, 1)])
def test_an_answer_takes_so_many_calls(game: str) -> None:
    quick = quick_game(game_of(game))
    play(quick, 0, most=400)  # what is worked out once
    profile = cProfile.Profile()
    answers = 1500
    profile.enable()
    for seed in (1, 2):
        play(quick, seed, most=answers)
    profile.disable()
    calls = pstats.Stats(profile).total_calls / (2 * answers)  # type: ignore[attr-defined]
    assert calls <= 1.1 * MEASURED[game]
