"""`--deck FILE`: a user's own set on the table, in play and in campaigns."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rules_check import cli
from rules_check.play.deck import DeckSource, deck_of, seated
from tests.rules_check.played import BATMAN, Play

HEADER = "set: Trials\nruleset: rivals-batman-joker\n"
MAIN = """
Paper Kite
Equipment, cost 1, 1 VP, x30
Draw two cards.

Old Bridge
Location, cost ?, 2 VP, x20
Ongoing: The first time you play a Hero during each of your turns, draw a card.

Wharf Guard
Hero, cost 3, ? VP, x10
+2 Power
"""
BASICS = """
Punch
Starter, cost 0, 0 VP
+2 Power

Kick
Super Power, cost 2, 1 VP, x5
+2 Power
"""
LEVELS = "".join(
    f"\nThe Owl\nCharacter, cost {cost}, {level} VP, level {level}\n"
    "The first time you play an Equipment during each of your turns, +1 Power.\n"
    for level, cost in enumerate((9, 12, 15), 1)
)
ONE_LEVEL = "\nBatman\nCharacter, cost 9, 5 VP, level 1\n+1 Power for each Hero you play.\n"
UNKNOWN = "\nCloud Eater\nHero, cost 2, 1 VP\nSwallow the moon.\n"
UNPLAYED = "\nGrey Sheep\nHero, cost 2, 1 VP\nAt the start of the game, +1 Power.\n"
STRANGE = "\nSlap\nStarter, cost 0, 0 VP\n+1 Power\n"


@pytest.fixture
def play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Play:
    monkeypatch.chdir(tmp_path)
    return Play(tmp_path, capsys)


def deck(text: str, game: str = BATMAN, *, skip: bool = True) -> tuple[str, ...]:
    return deck_of(DeckSource("own.txt", HEADER + text, skip), game).notes


def test_the_main_deck_is_that_of_the_file(play: Play) -> None:
    play.write("own.txt", HEADER + MAIN)
    out = play(BATMAN, "--deck", "own.txt", "--players", "greedy")
    assert "  main deck of own.txt: 60 cards\n" in out
    assert "  the game's own stand in: Characters, Punch, Vulnerability, Kick, Weakness\n" in out
    assert "  cost 4 where the file has none: Old Bridge\n" in out
    assert "  VP 1 where the file has none: Wharf Guard\n" in out
    assert re.search(r"buys .*Paper Kite( x\d+)? for 1\b", out)
    assert "Case File" not in out


def test_basic_cards_and_their_values_are_those_of_the_file() -> None:
    made = deck_of(DeckSource("own.txt", HEADER + MAIN + BASICS), BATMAN)
    assert made.play_set.basics["Kick"].cost == 2
    assert made.play_set.basics["Punch"].printed == ("+2 Power",)
    assert "Kick: 8 as the rulebook says, not 5" in made.notes
    assert "the game's own stand in: Characters, Vulnerability, Weakness" in made.notes


def test_characters_of_the_file_sit_down_first(play: Play) -> None:
    play.write("own.txt", HEADER + LEVELS)
    out = play(BATMAN, "--deck", "own.txt", "--players", "greedy")
    assert out.splitlines()[1:3] == ["  The Owl: greedy", "  The Joker: greedy"]
    assert "own.txt: no card for the main deck" in out
    assert "stand in: further Characters, main deck, Punch" in out
    named = play(BATMAN, "--deck", "own.txt", "--characters", "batman,owl", "--quiet")
    assert "The Owl" in named
    assert "Batman" in named


def test_levels_that_are_missing_come_from_the_game_or_the_character_is_refused() -> None:
    assert "Batman: Level 2, 3 of the game stands in" in deck(ONE_LEVEL)
    left = deck(ONE_LEVEL.replace("Batman", "Nobody"))[-1]
    assert left.startswith("left out: Nobody (line 4): ")
    assert left.endswith("a Character of this game has the Levels 1 to 3, this one 1")


def test_sides_are_kept_and_a_new_character_sits_anywhere() -> None:
    sides = {"one": ("A", "B", "E"), "two": ("C", "D")}
    seats = ("A", "C", "B", "D")
    assert seated(("E",), seats, sides) == ("E", "C", "B", "D")
    assert seated(("D", "New"), seats, sides) == ("New", "C", "B", "D")
    assert seated((), seats, sides) == seats


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (UNKNOWN, 'Cloud Eater (line 16): text not understood from "Swallow" on'),
        (UNPLAYED, "Grey Sheep (line 16): "),
        (STRANGE, "Slap (line 16): the game has no such Starter"),
        (MAIN, 'Paper Kite (line 16): a second card is called "Paper Kite"'),
        (
            "\nBig Bad\nVillain, Super-Villain, cost 9, 5 VP\n+3 Power\n",
            "Big Bad (line 16): a Super-Villain has no place in this game",
        ),
    ],
    ids=["text", "engine", "starter", "twice", "super-villain"],
)
def test_what_cannot_be_played_is_refused_by_name_or_left_out(
    play: Play, text: str, said: str
) -> None:
    play.write("own.txt", HEADER + MAIN.rstrip("\n") + "\n" + text)
    assert play(BATMAN, "--deck", "own.txt", status=2) == ""
    assert play.err.startswith("rules-check: own.txt: ")
    assert "cannot be played\n" in play.err
    assert said in play.err
    assert play.err.endswith("--skip-unknown leaves them out\n")
    out = play(BATMAN, "--deck", "own.txt", "--skip-unknown", "--players", "greedy")
    assert "  left out: " in out
    assert said in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([BATMAN, "--skip-unknown"], "--skip-unknown says what to do with --deck FILE"),
        (["--deck", "own.txt"], "name a game to play"),
        ([BATMAN, "--deck", "own.txt", "--mix", "shazam"], "--deck and --mix"),
        (["--deck", "own.txt", "--replay", "game.json"], "--deck and --replay"),
    ],
)
def test_options_that_do_not_fit(play: Play, words: list[str], said: str) -> None:
    play.write("own.txt", HEADER + MAIN)
    assert said in play.refused(*words)


def test_a_file_that_cannot_be_read_is_reported(play: Play) -> None:
    assert "nowhere.txt" in play(BATMAN, "--deck", "nowhere.txt", status=2)


def test_a_file_for_another_game_is_read_with_the_rulings_of_this_one(play: Play) -> None:
    play.write("own.txt", HEADER + MAIN)
    out = play("confrontations", "--deck", "own.txt", "--players", "greedy")
    assert f"  written for {BATMAN}, read with the rulings of this game\n" in out


def test_a_game_with_a_deck_is_saved_and_replayed(play: Play) -> None:
    play.write("own.txt", HEADER + MAIN + UNKNOWN)
    words = (BATMAN, "--deck", "own.txt", "--skip-unknown", "--players", "greedy")
    out = play(*words, "--save", "game.json")
    document = json.loads(play.read("game.json"))
    assert document["deck"] == {"file": "own.txt", "text": HEADER + MAIN + UNKNOWN, "skip": True}
    (play.path / "own.txt").unlink()
    assert play("--replay", "game.json") == out
    document["deck"] = {"file": "own.txt"}
    play.write("bad.json", json.dumps(document))
    assert "deck: expected file, text and skip" in play.refused("--replay", "bad.json")


def test_quiet_and_json_tell_what_is_left_out_elsewhere(play: Play) -> None:
    play.write("own.txt", HEADER + MAIN + UNKNOWN)
    words = (BATMAN, "--deck", "own.txt", "--skip-unknown")
    for more in ("--quiet", "--format=json"):
        assert "left out" not in play(*words, more)
        assert "left out: Cloud Eater" in play.err


def test_a_campaign_with_a_deck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.txt").write_text(HEADER + MAIN + LEVELS + UNKNOWN, encoding="utf-8")
    words = ["fuzz", BATMAN, "--deck", "own.txt", "--games", "2"]
    assert cli.main(words) == 2
    assert "Cloud Eater" in capsys.readouterr().err
    assert cli.main([*words, "--skip-unknown", "--state", "kept.jsonl"]) == 0
    out = capsys.readouterr().out
    assert "main deck of own.txt: 60 cards" in out
    assert "left out: Cloud Eater" in out
    assert "cards never played: " in out
    assert "15 properties with own.txt" in out
    assert cli.main(["fuzz", "--resume", "kept.jsonl", "--games", "3"]) == 0
    assert "(3 games, seed 0)" in capsys.readouterr().out
    assert cli.main([*words, "--cards", "random", "--skip-unknown"]) == 2
    assert "--deck and --cards random" in capsys.readouterr().err


def test_a_card_tells_and_the_rules_tell(play: Play) -> None:
    """Opening hands are drawn because the rules say so; no card tells anybody to."""
    text = "The first time a card tells you to draw a card during each of your turns, +1 Power."
    own = LEVELS.replace(
        "The first time you play an Equipment during each of your turns, +1 Power.", text
    )
    play.write("own.txt", HEADER + MAIN + own)
    out = play(BATMAN, "--deck", "own.txt", "--characters", "owl,joker", "--players", "greedy")
    assert "by The Owl" in out
    first = out.partition("Turn 1:")[2].partition("Turn 3:")[0]
    assert "by The Owl" not in first
