"""`--resume FILE`: a game that was left goes on, by players or by a person."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from tests.rules_check.played import BATMAN, Play


@pytest.fixture
def play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Play:
    monkeypatch.chdir(tmp_path)
    return Play(tmp_path, capsys)


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def left(play: Play, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game that was left in its first turn."""
    typed(monkeypatch, "no", "play all", "buy kick", "end", "no", "quit")
    words = (BATMAN, "--human", "batman", "--players", "greedy", "--seed", "1")
    return play(*words, "--save", "game.json")


def test_leaving_tells_how_to_go_on(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    out = left(play, monkeypatch)
    assert out.endswith("go on with: rules-check play --resume game.json\n")
    assert "buys Kick for 3" in out


def test_a_person_goes_on_where_the_game_was_left(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    left(play, monkeypatch)
    before = json.loads(play.read("game.json"))["answers"]
    typed(monkeypatch, "play punch", "quit")
    out = play("--resume", "game.json", "--save", "game.json")
    assert out.startswith("You go on as Batman. ? is for help.\n\nTurn 3: Batman")
    assert "plays Punch: Power 1" in out
    after = json.loads(play.read("game.json"))["answers"]
    assert after[: len(before)] == before
    assert len(after) == len(before) + 1


def test_others_finish_the_game_and_it_is_replayed(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    left(play, monkeypatch)
    out = play("--resume", "game.json", "--players", "greedy", "--save", "all.json")
    assert "  Batman: greedy\n" in out
    assert "The game is over: " in out
    assert play("--resume", "game.json", "--players", "greedy") == out
    assert play("--replay", "all.json") == out
    assert "this game is over; --replay prints it" in play.refused("--resume", "all.json")


def test_another_seat_needs_to_say_who_plays_the_first(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    left(play, monkeypatch)
    said = play.refused("--resume", "game.json", "--human", "joker")
    assert said == "who plays Batman now? --players says it"
    typed(monkeypatch, "quit")
    out = play("--resume", "game.json", "--human", "joker", "--players", "greedy")
    assert out.startswith("You go on as The Joker.")
    assert not re.search(r"Batman draws (?!\d|a card)", out)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--resume", "nowhere.json"], "nowhere.json"),
        ([BATMAN, "--resume", "game.json"], "GAME and --resume"),
        (["--resume", "game.json", "--seed", "2"], "--seed and --resume"),
        (["--resume", "game.json", "--format", "json"], "--human speaks with a person"),
    ],
)
def test_what_does_not_go_with_it(
    play: Play, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    left(play, monkeypatch)
    assert said in play.refused(*words)
