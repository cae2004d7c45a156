"""`rules-check play`: what it prints, and how it refuses."""

from __future__ import annotations

import io
import json
import re
import sys
from functools import cache
from random import Random
from typing import Any

import pytest

from rules_check import cli
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.players.drive import play_game
from rules_check.oracle.players.player import RandomPlayer
from rules_check.play.narrator import Narrator
from rules_check.rules.load import load_ruleset
from tests.effort import tries
from tests.rules_check.played import BATMAN, CARDS, ROOT, Play


@cache
def trace_of(name: str, seed: int) -> tuple[Game, tuple[Any, ...]]:
    game, rng = Game(load_play_set(name)), Random(seed)
    state = play_game(game, [RandomPlayer(rng) for _ in game.seats], rng, trace=True).state
    return game, tuple(state.trace or ())


# ------------------------------------------------------------------------------- text


@pytest.mark.parametrize("name", PLAY_SETS[:: tries(2, 1)])
def test_text_has_a_heading_for_each_turn_and_an_end(play: Play, name: str) -> None:
    out = play(name, "--players", "greedy")
    lines = out.splitlines()
    turns = [line for line in lines if line.startswith("Turn ")]
    assert [line.split(":")[0] for line in turns] == [
        f"Turn {number}" for number in range(1, len(turns) + 1)
    ]
    levels = load_ruleset(name).ranges.character_costs
    heading = r"Turn \d+: .+ \(Level [123], cost \d+\)" if levels else r"Turn \d+: [^(]+"
    assert all(re.fullmatch(heading, line) for line in turns)
    assert any(line.startswith("The game is over: ") for line in lines)
    assert re.fullmatch(r".+ wins?( by .+)?\.|A tie: .+", lines[-1])
    assert not any(line != line.rstrip() for line in lines)
    assert play.err == ""


def test_plays_are_grouped_and_confrontations_compared(play: Play) -> None:
    out = play("confrontations", "--players", "greedy", "--seed", "1")
    assert re.search(r"^  plays Punch x\d.*: Power \d+$", out, re.MULTILINE)
    assert re.search(r"^  buys .+ for \d+$", out, re.MULTILINE)
    assert re.search(r"^  confronts .+ \(Level 1, cost 9\)$", out, re.MULTILINE)
    compared = re.findall(r"^  Power (\d+) against cost (\d+): .+ (stands|is defeated)$", out, re.M)
    assert compared
    for power, cost, end in compared:
        assert end == ("is defeated" if int(power) >= int(cost) else "stands")


def test_score_table_adds_up(play: Play) -> None:
    out = play("confrontations", "--players", "greedy", "--seed", "1")
    rows = re.findall(r"^  ([^:\n]+?) +(-?\d+) VP$", out, re.MULTILINE)
    assert len(rows) == 6
    points = {name: int(score) for name, score in rows}
    for name, score in rows[4:]:
        assert sum(points[member] for member in name.split(" and ")) == int(score)


def test_quiet_leaves_the_result(play: Play) -> None:
    whole, quiet = (
        play(BATMAN, "--players", "greedy"),
        play(BATMAN, "--players", "greedy", "--quiet"),
    )
    assert whole.endswith(quiet)
    assert quiet.startswith("The game is over")
    assert len(quiet.splitlines()) <= 4


def test_why_adds_rules_that_exist_and_changes_nothing_else(play: Play) -> None:
    from rules_check.rules.load import load_rules

    words = (BATMAN, "--players", "greedy")
    plain, why = play(*words), play(*words, "--why").splitlines()
    cited = re.compile(r" *\[((?:RBJ-\w+ ?)+)\]")
    assert [line for line in why if not cited.fullmatch(line)] == plain.splitlines()
    rules = {rule for line in why if (m := cited.fullmatch(line)) for rule in m[1].split()}
    assert len(rules) > 20
    assert rules <= set(load_rules(BATMAN).rules)
    for start in ("Turn ", "  plays ", "  buys ", "  ends the turn", "    Attack "):
        at = [n for n, line in enumerate(why) if line.startswith(start)]
        assert any(cited.fullmatch(why[n + 1]) for n in at), start


@pytest.mark.parametrize("name", PLAY_SETS)
def test_there_are_words_for_every_event(name: str) -> None:
    game, trace = trace_of(name, 0)
    narrator = Narrator(game)
    assert not {event.kind for event in trace if not narrator.knows(event.kind)}


def test_colours_only_where_they_are_wanted(
    play: Play, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["play", BATMAN, "--players", "greedy"]
    plain = play(*words[1:])
    assert "\x1b" not in plain
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "1000")

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    cli.main(words)
    assert "\x1b[1mTurn 1" in terminal.getvalue()
    assert re.sub(r"\x1b\[[\d;]*m", "", terminal.getvalue()) == plain
    terminal.truncate(0)
    terminal.seek(0)
    cli.main([*words, "--no-color"])
    assert terminal.getvalue() == plain
    capsys.readouterr()


# ------------------------------------------------------------------------------ usage


@pytest.mark.parametrize(
    ("word", "name"),
    [("confr", "confrontations"), ("joker", BATMAN), ("SHAZAM", "rivals-shazam-black-adam")],
)
def test_games_may_be_abbreviated(play: Play, word: str, name: str) -> None:
    """Who may sit down there tells which game is meant."""
    said = play.refused(word, "--human", "Nobody")
    assert said == play.refused(name, "--human", "Nobody")
    assert all(seat in said for seat in load_play_set(name).seats)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], 'no game "chess"; there are confrontations, heroes-unite, rivals'),
        (["confrontation s"], 'did you mean "confrontations"?'),
        (["rivals"], '"rivals" can be rivals-batman-joker or rivals-shazam-black-adam'),
        ([""], 'no game ""'),
        ([], "name a game to play; there are confrontations"),
        ([BATMAN, "--players", "clever"], 'no kind of player "clever"; there are random, greedy'),
        ([BATMAN, "--players", "random,greedy,random"], "3 kinds of player for 2 seats"),
        ([BATMAN, "--characters", "Batman,Robin"], 'no Character "Robin"'),
        ([BATMAN, "--characters", "Batman"], "player"),
        ([BATMAN, "--characters", "Batman,Batman"], "a Character of their own"),
        (["confr", "--characters", "Superman,Zatanna,Circe,Lex"], "side"),
        ([BATMAN, "--human", "Robin"], 'no Character at the table "Robin"'),
        ([BATMAN, "--human", "Batman", "--format", "json"], "--human"),
        ([BATMAN, "--replay", "game.json"], "GAME and --replay"),
        (["--replay", "game.json", "--seed", "1"], "--seed and --replay"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_played_is_told_in_a_line(play: Play, words: list[str], said: str) -> None:
    assert said in play.refused(*words)


@pytest.mark.parametrize("words", [["--seed", "x"], ["--format", "xml"], ["--no-such"]], ids=str)
def test_wrong_usage(play: Play, words: list[str]) -> None:
    assert play(BATMAN, *words, status=2) == ""
    assert "usage: rules-check play" in play.err


def test_characters_take_their_seats(play: Play) -> None:
    out = play("confr", "--characters", "aquaman,ocean,wonder,felix", "--format", "json")
    seats = json.loads(out)["seats"]
    assert seats == ["Aquaman", "Ocean Master", "Wonder Woman", "Felix Faust"]


def test_each_seat_can_have_a_player_of_its_own(play: Play) -> None:
    out = play(BATMAN, "--players", "greedy,random")
    assert out.splitlines()[1:3] == ["  Batman: greedy", "  The Joker: random"]


# -------------------------------------------------------------------------- --cards


def test_cards_of_a_file_come_into_the_game(play: Play) -> None:
    play.write("trials.txt", CARDS)
    out = play(BATMAN, "--cards", "trials.txt", "--players", "greedy", "--save", "game.json")
    assert "  cards of trials.txt\n" in out
    assert "Paper Kite" in out
    document = json.loads(play.read("game.json"))
    power = {
        event["detail"][0]
        for event in document["events"]
        if event["event"] == "power" and event["cards"][0].startswith("Roof Runner#")
    }
    assert power == {2}, "what the file says, not what the set says"
    order = document["answers"][0]
    assert sum(card.startswith("Paper Kite#") for card in order) == 20
    assert sum(card.startswith("Roof Runner#") for card in order) == 3


def test_a_game_with_other_cards_is_replayed_without_the_file(play: Play) -> None:
    play.write("trials.txt", CARDS)
    out = play(BATMAN, "--cards", "trials.txt", "--save", "game.json", "--players", "greedy")
    (play.path / "trials.txt").unlink()
    assert play("--replay", "game.json") == out


def test_errors_of_a_card_file_are_reported_as_usual(play: Play) -> None:
    play.write("bad.txt", CARDS.replace("Draw two cards.", "Draw two cards sideways."))
    out = play(BATMAN, "--cards", "bad.txt", status=1)
    assert re.search(r"^bad.txt:10:\d+  error RC101  Paper Kite: ", out, re.MULTILINE)
    assert out.endswith("1 error in 1 file\n")
    out = play(BATMAN, "--cards", "none.txt", status=2)
    assert "error RC001" in out


def test_cards_of_another_game_are_refused(play: Play) -> None:
    play.write("other.txt", CARDS.replace(BATMAN, "confrontations").replace(", symbol Batman", ""))
    assert play.refused(BATMAN, "--cards", "other.txt") == (
        "other.txt: these are cards for confrontations, not for rivals-batman-joker"
    )


def test_basic_cards_and_characters_of_a_file_are_left_alone(play: Play) -> None:
    basics = (ROOT / "cards/rivals-batman-joker.txt").read_text(encoding="utf-8")
    play.write("cards.txt", basics)
    play(BATMAN, "--cards", "cards.txt", "--quiet")
