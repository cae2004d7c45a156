"""What a game works out once and keeps is what it would work out each time."""

from __future__ import annotations

from collections.abc import Sequence
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
from rules_check.oracle.values.choices import Choice
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.listeners import Listener, Watch
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import PlayCard
from rules_check.oracle.values.state import State

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


@each_set
def test_the_texts_that_listen_are_kept_only_while_they_are_the_same(name: str) -> None:
    game = Game(load_play_set(name))
    compared = 0

    class Looker(RandomPlayer):
        """Compares who listens, as it was kept, with what would be worked out now."""

        def decide(
            self, game: Game, state: State, choice: Choice, options: Sequence[Option]
        ) -> Option:
            nonlocal compared
            kept = state.watch
            if kept is not None:
                anew = game.refresh(state)
                assert _told(kept) == _told(anew)
                state.watch = kept
                compared += 1
            return super().decide(game, state, choice, options)

    for seed in range(2):
        rng = Random(seed)
        with suppress(EndlessGame):
            play_game(game, [Looker(rng) for _ in game.seats], rng, limit=1500)
    assert compared > 1000


def _told(watch: Watch) -> list[object]:
    """Who listens, without what is worked out later."""
    lists = (watch.moments, watch.once, watch.would, watch.live, watch.costs, watch.texts)
    more = (watch.character_costs, watch.grants, watch.bans, watch.refill)
    verbs = [(verb, list(map(_who, found))) for verb, found in watch.verbs.items()]
    return [[list(map(_who, found)) for found in lists + more], verbs, watch.granted, watch.lent]


def _who(listener: Listener) -> tuple[object, ...]:
    return listener.you, listener.source, listener.node, listener.key, listener.since


def test_a_plain_card_that_is_played_does_not_change_who_listens() -> None:
    game = Game(load_play_set("heroes-unite"))
    assert game.has_gained_texts
    state = build_state(game, {"P1": {"hand": ["Punch"]}, "phase": "play"})
    kept = game.watching(state)
    punch = state.zones[game.zone_number("hand", 0)][0]
    game.take(state, PlayCard(punch))
    assert state.power[0] == 1
    assert state.watch is kept
