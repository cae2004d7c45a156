"""What is due is looked at in every step, and everything now and then."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules_check.oracle import seen
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.players.drive import EndlessGame, play_on
from rules_check.oracle.players.player import PLAYERS
from rules_check.oracle.quick import acts, turn
from rules_check.oracle.quick.state import State
from rules_check.properties.model import Property
from rules_check.properties.referee import (
    EXPENSIVE_EVERY,
    WHOLE_EVERY,
    Referee,
    Refereed,
    play_refereed,
)
from rules_check.properties.registry import PROPERTIES, find_property
from tests.properties.short_games import NEVER

SOME = 40
"""So many steps in these tests, where a campaign has `EXPENSIVE_EVERY` or `WHOLE_EVERY`."""


def checked(
    game: Game, properties: list[Property], limit: int = 400, **every: int
) -> tuple[Refereed, int]:
    """A game of random players, and at which step the first violation was seen (0: none)."""
    rng = Random(3)
    players = [PLAYERS["random"](rng) for _ in game.seats]
    played = play_refereed(game, players, rng, properties=properties, limit=limit, **every)
    return played, min((v.step for v in played.violations), default=0)


# ------------------------------------------------------------------------------ the shadow


@pytest.mark.parametrize("name", PLAY_SETS)
def test_the_shadow_of_a_sound_game_is_never_astray(name):
    """It is the game as it was told: nothing has to be looked at again because of it."""
    game = Game(load_play_set(name))
    rng = Random(5)
    state = game.new(trace=True)
    referee = Referee(game, state, [])
    shadow = referee._shadow

    def take(state, option):
        referee.take(state, option)
        assert not shadow.astray
        assert not shadow.off
        assert shadow.lies == state.where
        assert shadow.zones == state.zones
        assert shadow.heaps == list(map(set, state.zones))
        assert shadow.power == state.power
        assert shadow.vp == state.vp
        assert shadow.owners == state.owners

    players = [PLAYERS["random"](rng) for _ in game.seats]
    with suppress(EndlessGame):
        play_on(game, state, players, rng, [], limit=500, take=take)


def test_a_position_that_was_kept_is_the_one_before_the_answer(conf):
    state = conf.new()
    rng = Random(1)
    players = [PLAYERS["random"](rng) for _ in conf.seats]

    def take(state, option):
        copy, kept = state.copy(), state.keep()
        conf.take(state, option)
        assert kept() == copy
        assert kept() is not kept()

    with pytest.raises(EndlessGame):
        play_on(conf, state, players, rng, [], limit=60, take=take)


def test_somebody_else_may_change_a_game_between_two_answers(conf):
    """The referee begins anew with what is there, and a copy goes on as the game would."""
    rng = Random(2)
    players = [PLAYERS["random"](rng) for _ in conf.seats]
    state = conf.new(trace=True)
    referee = Referee(conf, state)
    with pytest.raises(EndlessGame):
        play_on(conf, state, players, rng, [], limit=150, take=referee.take)
    other, branch = state.copy(), referee.branch()
    state.power[0] += 3
    for goes_on, whistle in ((state, referee), (other, branch)):
        before = len(whistle.answers)
        with pytest.raises(EndlessGame):
            play_on(conf, goes_on, players, rng, [], limit=60, take=whistle.take)
        assert whistle.end(goes_on) == ()
        assert len(whistle.answers) == before + 60


# ----------------------------------------------------------------------- now and then


def silent(name: str) -> Property:
    """A property that never holds, and that is never due."""
    return replace(
        find_property(name), check=lambda _: iter(["no"]), kinds=frozenset(), due=None, always=None
    )


@pytest.mark.parametrize("prop", [p for p in PROPERTIES if not p.expensive], ids=lambda p: p.name)
def test_what_is_not_due_is_looked_at_within_so_many_steps(conf, prop):
    _, step = checked(conf, [silent(prop.name)], whole=SOME)
    assert 0 < step <= SOME
    _, step = checked(conf, [silent(prop.name)], whole=NEVER)
    assert step == 0


def test_games_are_looked_at_as_a_whole_at_steps_of_their_own(conf):
    steps = set()
    for seed in range(6):
        rng = Random(seed)
        players = [PLAYERS["random"](rng) for _ in conf.seats]
        chosen = [silent("card-conservation")]
        played = play_refereed(conf, players, rng, properties=chosen, limit=200)
        (violation,) = played.violations
        steps.add(violation.step)
    assert len(steps) > 3
    assert max(steps) <= WHOLE_EVERY < EXPENSIVE_EVERY


def test_what_players_see_is_looked_at_within_so_many_steps(conf, monkeypatch):
    monkeypatch.setattr(seen, "sees_hand", lambda *_: True)
    _, step = checked(conf, list(PROPERTIES), every=SOME)
    assert 0 < step <= SOME


def test_what_is_offered_is_tried_within_so_many_steps(conf, monkeypatch):
    monkeypatch.setattr(Game, "parse", lambda *_: None)
    _, step = checked(conf, list(PROPERTIES), every=SOME)
    assert 0 < step <= 2 * SOME  # at the first look nothing is offered: it is a shuffle


def test_a_turn_that_cannot_be_ended_is_noticed_within_so_many_steps(conf, monkeypatch):
    from rules_check.properties.invariants import finite

    monkeypatch.setattr(finite, "MOST_ANSWERS", 0)
    _, step = checked(conf, list(PROPERTIES), every=SOME)
    assert 0 < step <= SOME


def fickle(monkeypatch: pytest.MonkeyPatch, first: int) -> None:
    """From the so many-th card that is played on, playing it leads elsewhere each time."""
    times = iter(range(10**6))
    play_card = acts.play_card

    def played(s: State, *rest: Any, **more: Any) -> None:
        play_card(s, *rest, **more)
        s.count += max(0, next(times) - first)

    monkeypatch.setattr(turn, "play_card", played)


def test_answers_that_lead_elsewhere_are_noticed_within_so_many_steps(conf, monkeypatch):
    fickle(monkeypatch, 0)
    played, step = checked(conf, [find_property("replay-and-json")], every=SOME, whole=SOME)
    assert 0 < step <= 2 * SOME, played.violations


def test_the_last_stretch_of_a_game_is_played_again(conf, monkeypatch):
    """Also if nothing else is looked at: a fault of the last answers is noticed at the end."""
    fickle(monkeypatch, 20)
    played, step = checked(
        conf, [find_property("replay-and-json")], limit=130, every=NEVER, whole=SOME
    )
    assert step == len(played.answers) == 130
    assert "a replay ends in another state" in played.violations[0].message
