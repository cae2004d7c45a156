"""What a game works out once and keeps is what it would work out each time."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from rules_check.grammar import ast as a
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.meaning.find import _is_meant, fits
from rules_check.oracle.meaning.nouns import learn_filter
from rules_check.oracle.meaning.who import MEANT
from rules_check.oracle.players.drive import EndlessGame, play_game
from rules_check.oracle.players.player import RandomPlayer
from rules_check.oracle.scenarios.positions import build_state
from rules_check.oracle.values.frames import Frame

each_set = pytest.mark.parametrize("name", PLAY_SETS)


@each_set
def test_a_filter_known_by_kinds_means_the_cards_that_fit_one_by_one(name: str) -> None:
    game = Game(load_play_set(name))
    state = build_state(game, {})
    frame = Frame(0, 0)
    cards = [game.kind_index.index(kind.index) for kind in game.kind_list]
    checked = 0
    for kind in game.kind_list:
        for node in a.walk(kind.text):
            if isinstance(node, a.Filter):
                known = learn_filter(game, node)
                kinds = known.meant(game.watching(state))
                for card in cards if kinds is not None else ():
                    meant = _is_meant(game, state, frame, card, known)
                    assert (game.kind_index[card] in (kinds or ())) is meant, (node, card)
                    if not known.open:
                        assert fits(game, state, frame, card, node) is meant
                        checked += 1
    assert checked


def test_every_kind_of_player_is_somebody() -> None:
    assert set(MEANT) == set(a.PlayerKind)


def test_a_copied_frame_has_every_value_of_the_old_one() -> None:
    frame = Frame(0, 1)
    for number, name in enumerate(Frame.__slots__):
        setattr(frame, name, (number,))
    assert frame.copy() == frame
    assert frame.copy() is not frame


@each_set
def test_asking_about_options_leaves_the_frames_for_asking_alone(name: str) -> None:
    game = Game(load_play_set(name))
    rng = Random(name)
    with suppress(EndlessGame):
        play_game(game, [RandomPlayer(rng) for _ in game.seats], rng, limit=3000)
    frames = game.known_frames
    assert all(frame == Frame(*key) for key, frame in frames.items())
    kept = [x for x in game.known_listeners.values() if x.asks is not None]
    assert all(x.asks == Frame(x.you, x.source) for x in kept)
    assert frames or kept
