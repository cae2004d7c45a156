"""The quick engine plays the vectors, and is held to the interpreter by the letter."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from random import Random
from typing import Any

import pytest

from rules_check.conform.games import Table, told_table
from rules_check.conform.quick import QUICK, game_of
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.conformance.setups import dump_setup, unpacked
from rules_check.oracle.game import Game
from rules_check.oracle.quick import acts, standing
from rules_check.oracle.quick.playing import take
from rules_check.oracle.quick.protocol import Playing, Refused, position
from rules_check.oracle.quick.state import NATURE, Fact, State
from rules_check.oracle.quick.writing import dump, load
from tests.effort import tries
from tests.freeze.texts import bare
from tests.oracle.letter.play import vectors
from tests.oracle.letter.two_engines import message_of
from tests.oracle.quick.beside import play_text
from tests.oracle.quick.both import Both, Differs
from tests.oracle.quick.play import NOT_YET, listed, wrong
from tests.together import try_all

pytestmark = pytest.mark.xdist_group("vectors")  # one worker reads them

EVERY = tries(74, 37)
"""Of so many vectors one is tried here; `make held` plays all of them."""
GAMES = ("confrontations", "heroes-unite", "rivals-batman-joker", "rivals-shazam-black-adam")


@cache
def sample() -> list[dict[str, Any]]:
    """Read when they are tried, not when tests are looked for: that takes seconds."""
    return list(vectors())[7::EVERY]


def test_a_vector_passes_unless_it_is_on_the_list() -> None:
    def passes(vector: dict[str, Any]) -> None:
        why = wrong(vector)
        if vector["id"] in listed():
            assert why, f"it passes: take it off {NOT_YET.name}"
        else:
            assert not why

    try_all(sample(), passes, lambda vector: vector["id"])


def test_a_wrong_answer_is_noticed() -> None:
    vector = next(one for one in sample() if one["kind"] == "transition" and one["steps"])
    other = json.loads(json.dumps(vector))
    other["expect"]["positions"][0]["power"] = {"P1": 99}
    assert wrong(other)


@cache
def begun(game: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The message of a game, and its set-up."""
    found = Game(load_play_set(game))
    setup = dump_setup(found, unpacked(found), "set-up")
    return message_of(Table(game, "")), {**setup, "cards": []}


@pytest.mark.parametrize("game", GAMES)
def test_it_does_what_the_letter_says(game: str) -> None:
    assert Both(*begun(game), Random(5)).play(40) == 40


def below(*told: Any, **topic: Any) -> Fact:
    """A card never comes upon a pile."""
    s, verb, by, card, to, _, *rest = told
    return shifted(s, verb, by, card, to, False, *rest, **topic)


def silent(*_: object) -> None:
    """Nothing sets a text off."""


shifted = acts.shifted
FAULTS: dict[str, Any] = {
    "a card goes below the pile": (acts, "shifted", below),
    "nothing sets a text off": (standing, "set_off", silent),
}


def play_some() -> None:
    """The beginnings of some games on both."""
    for seed in range(4):
        for game in GAMES:
            Both(*begun(game), Random(seed)).play(30)


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_a_broken_engine_differs_from_the_letter(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*FAULTS[fault])
    with pytest.raises(Differs):
        play_some()


def decisions(game: str, seed: int, most: int) -> State:
    """A state after so many random decisions."""
    message, setup = begun(game)
    s = Playing(game_of(message, setup), {**setup, "nature": []}).state
    go_on(s, Random(seed), most)
    return s


@pytest.mark.parametrize("game", GAMES)
def test_what_is_done_to_a_copy_changes_nothing_else(game: str) -> None:
    rng = Random(3)
    for seed in range(6):
        s = decisions(game, seed, 60 + 7 * seed)
        kept = s.copy()
        before = seen(s)
        go_on(s, rng, 25)
        assert seen(kept) == before


@pytest.mark.parametrize("game", GAMES)
def test_a_state_comes_back_from_json(game: str) -> None:
    for seed in range(tries(8, 25)):
        s = decisions(game, seed, 40 + 11 * seed)
        told = json.loads(json.dumps(dump(s)))
        again = load(s.g, told)
        assert seen(again)[:12] == seen(s)[:12]
        assert dump(again) == dump(s)
        one, other = s.copy(), again
        for state in (one, other):
            go_on(state, Random(seed), 30)
        assert seen(one)[:12] == seen(other)[:12]


def go_on(s: State, rng: Random, most: int) -> None:
    """So many decisions more."""
    for _ in range(most):
        if s.choice is None:
            return
        if s.choice.player == NATURE:
            cards = list(s.choice.cards)
            rng.shuffle(cards)
            take(s, ("nature", *(cards if s.choice.kind == "shuffle" else cards[:1])))
        else:
            take(s, rng.choice(s.choice.options))


def seen(s: State) -> list[Any]:
    """What makes a position what it is."""
    return [
        *(list(s.zones), list(s.where), list(s.power), list(s.vp), list(s.facts), s.owners),
        *(s.turn, s.active, s.phase, s.step, s.used, s.result),
        *(s.given, s.so, s.lasting, list(s.pending), s.choice, s.answers),
    ]


def test_it_speaks_the_protocol() -> None:
    asked = [{"cmd": "start", "version": 1}, {"cmd": "stop"}]
    told = subprocess.run(
        [sys.executable, "-m", "rules_check", "reference"],
        input="".join(json.dumps(one) + "\n" for one in asked),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    (answer,) = map(json.loads, told.stdout.splitlines())
    assert answer["implementation"]["name"] == "rules-check"


@pytest.mark.parametrize(
    "action", [[], [[]], [1], ["play"], ["play", 0], ["play", ["x"]], ["confront", 0], ["end", 1]]
)
def test_an_action_that_is_none_is_refused(action: list[Any]) -> None:
    vector = next(x for x in vectors() if x["kind"] == "transition" and x["steps"])
    playing = QUICK.begin(message_of(told_table(vector)), vector["setup"])
    before = position(playing)
    with pytest.raises(Refused) as refused:
        playing.act(vector["steps"][0]["actor"], action, [])
    assert refused.value.code == "choice.unknown"
    assert position(playing) == before


def test_a_place_is_not_taken_for_a_card() -> None:
    """The numbers of zones and of cards are the same: "if it came from your hand" asks for a
    place."""
    told = "Put them into your hand. If it came from your hand, draw a card."
    text = bare(f"Reveal the top three cards of your deck. {told}", "a test")
    assert play_text(text, text.key, 20.0).outcome == "same"
