"""`rules-check play`: what it prints, that it can be played again, and how it refuses."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from rules_check import cli
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.players.drive import play_game, play_on
from rules_check.oracle.players.player import RandomPlayer
from rules_check.play.narrator import Narrator

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "rules_check/schemas/game.schema.json").read_text(encoding="utf-8"))
BATMAN = "rivals-batman-joker"
CARDS = """\
set: Trials
ruleset: rivals-batman-joker

Roof Runner
Hero, cost 5, 1 VP, x3, symbol Batman, source original
+2 Power

Paper Kite
Equipment, cost 1, 1 VP, x20, symbol Batman, source original
Draw two cards.
"""


class Play:
    """The command, run in a folder of its own."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self.capsys = capsys
        self.err = ""

    def write(self, name: str, text: str) -> str:
        (self.path / name).write_text(text, encoding="utf-8")
        return name

    def read(self, name: str) -> str:
        return (self.path / name).read_bytes().decode("utf-8")

    def __call__(self, *words: str, status: int = 0) -> str:
        found = cli.main(["play", *words])
        out, self.err = self.capsys.readouterr()
        assert "Traceback" not in out + self.err
        assert found == status, self.err
        return out

    def refused(self, *words: str) -> str:
        """What is said about a call that cannot be carried out: one line, and nothing else."""
        assert self(*words, status=2) == ""
        assert self.err.count("\n") == 1
        assert self.err.startswith("rules-check: ")
        return self.err.removeprefix("rules-check: ").rstrip("\n")


@pytest.fixture
def play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Play:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return Play(tmp_path, capsys)


@cache
def trace_of(name: str, seed: int) -> tuple[Game, tuple[Any, ...]]:
    game, rng = Game(load_play_set(name)), Random(seed)
    state = play_game(game, [RandomPlayer(rng) for _ in game.seats], rng, trace=True).state
    return game, tuple(state.trace or ())


# ------------------------------------------------------------------------------- text


@pytest.mark.parametrize("name", PLAY_SETS)
def test_text_has_a_heading_for_each_turn_and_an_end(play: Play, name: str) -> None:
    out = play(name, "--players", "greedy")
    lines = out.splitlines()
    turns = [line for line in lines if line.startswith("Turn ")]
    assert [line.split(":")[0] for line in turns] == [
        f"Turn {number}" for number in range(1, len(turns) + 1)
    ]
    assert all(re.fullmatch(r"Turn \d+: .+ \(Level [123], cost \d+\)", line) for line in turns)
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
    rows = re.findall(r"^  (.+?) +(-?\d+) VP$", out, re.MULTILINE)
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


# ------------------------------------------------------------------------------- JSON


@pytest.mark.parametrize("name", PLAY_SETS)
def test_json_is_what_the_schema_says(play: Play, name: str) -> None:
    document = json.loads(play(name, "--format", "json", "--players", "greedy"))
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    assert document["game"] == name
    assert document["result"]["winners"]
    assert set(document["result"]["scores"]) <= set(document["seats"])


def test_the_schema_refuses_what_it_does_not_know(game_text: str) -> None:
    document = json.loads(game_text)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    changes: list[dict[str, Any]] = [
        {"version": 2},
        {"more": 1},
        {"answers": [[]]},
        {"result": {}},
        {"seed": "0"},
    ]
    assert validator.is_valid(document)
    for change in changes:
        assert not validator.is_valid({**document, **change}), change


def test_answers_name_cards_by_stable_ids(play: Play) -> None:
    answers = json.loads(play(BATMAN, "--format", "json"))["answers"]
    first = answers[0]
    assert first[0] == "order"
    assert all(re.fullmatch(r".+#\d+", card) for card in first[1:])
    assert ["end"] in answers


def test_another_seed_is_another_game(play: Play) -> None:
    one, two = (play(BATMAN, "--players", "greedy", "--seed", seed) for seed in "12")
    assert one.splitlines()[4:] != two.splitlines()[4:]


PROGRAM = [sys.executable, "-m", "rules_check", "play"]


@pytest.mark.parametrize("words", [["--format", "json"], ["--why"]], ids=" ".join)
def test_same_bytes_in_every_process(words: list[str]) -> None:
    found = set()
    for hash_seed in ("0", "1", "random"):
        result = subprocess.run(
            [*PROGRAM, "confrontations", "--seed", "5", "--players", "greedy", *words],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "NO_COLOR": "1"},
            capture_output=True,
            check=True,
        )
        assert result.stderr == b""
        found.add(result.stdout)
    assert len(found) == 1


# ----------------------------------------------------------------------------- replay


@pytest.mark.parametrize("words", [[], ["--format", "json"], ["--why"]], ids=" ".join)
@pytest.mark.parametrize("name", PLAY_SETS)
def test_a_replay_prints_the_same_bytes(play: Play, name: str, words: list[str]) -> None:
    said = play(name, "--seed", "3", "--players", "greedy", "--save", "game.json", *words)
    assert play("--replay", "game.json", *words) == said
    assert play(name, "--seed", "3", "--players", "greedy", "--format", "json") == play.read(
        "game.json"
    )


def test_a_replay_can_be_saved_again(play: Play) -> None:
    play(BATMAN, "--save", "one.json")
    play("--replay", "one.json", "--save", "two.json", "--quiet")
    assert play.read("one.json") == play.read("two.json")


def test_events_and_result_follow_from_the_answers(play: Play, game_text: str) -> None:
    document = json.loads(game_text)
    del document["events"], document["result"]
    play.write("short.json", json.dumps(document))
    assert play("--replay", "short.json", "--format", "json") == game_text


def test_a_game_that_was_left_is_replayed_as_far_as_it_went(play: Play, game_text: str) -> None:
    document = json.loads(game_text)
    document["answers"] = document["answers"][:40]
    play.write("part.json", json.dumps(document))
    out = play("--replay", "part.json")
    assert re.search(r"^The game was left in turn \d+\.$", out, re.MULTILINE)
    assert json.loads(play("--replay", "part.json", "--format", "json"))["result"] is None


@pytest.fixture(scope="module")
def game_text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A saved game."""
    path = tmp_path_factory.mktemp("saved") / "game.json"
    assert cli.main(["play", BATMAN, "--players", "greedy", "--quiet", "--save", str(path)]) == 0
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("version", 2, "has version 2; this program reads 1"),
        ("version", None, "has no version"),
        ("answers", None, "answers is missing"),
        ("more", 1, 'unknown key "more"'),
        ("answers", {}, "answers: expected a list"),
        ("game", "chess", 'no game "chess"'),
        ("game", ["chess"], "game: expected a text"),
        ("seats", ["Batman", "Robin"], "Robin"),
        ("seats", "Batman", "seats: expected a list"),
        ("seed", "0", "seed: expected a whole number"),
        ("players", ["random", "clever"], 'no kind of player "clever"'),
        ("players", ["random"], "players: expected one for each"),
        ("cards", [{"file": "x"}], "cards: number 1: expected file and text"),
        ("cards", [{"file": "x", "text": "nothing"}], "x: "),
        ("cards", [{"file": "x", "text": CARDS.replace("Draw", "Drop")}], "Paper Kite: "),
    ],
    ids=str,
)
def test_a_saved_game_with_a_wrong_value_is_refused(
    play: Play, game_text: str, key: str, value: Any, said: str
) -> None:
    document = json.loads(game_text)
    document[key] = value
    if value is None:
        del document[key]
    play.write("wrong.json", json.dumps(document))
    error = play.refused("--replay", "wrong.json")
    assert error.startswith("wrong.json: ")
    assert said in error


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (["yes"], r"[\w.]+: "),
        (["play", "Punch#99"], r"[\w.-]+: .*Punch#99"),
        (["play", "Roof Runner#1"], r"play\.not_in_hand: "),
        (["confront", "P2"], r"[\w.]+: "),
        (["confront", "P3"], ""),
        (["play"], ""),
        (["play", 3], ""),
        (["use", "Batman 1#1"], ""),
        (["pay", "Batman 1#1"], ""),
        (["pay", "Batman 1#1", -1], ""),
        (["use", "Batman 1#1", "one"], ""),
        (["block", "Batman 1#1"], ""),
        (["defend", "Punch#1"], ""),
        (["assist", "Punch#1"], ""),
        (["park", "Punch#1"], ""),
        (["order", "Punch#1"], ""),
        (["option", 7], ""),
        (["trigger", 7], ""),
        (["number"], ""),
        (["card"], ""),
        ([], ""),
        (None, ""),
        ({"end": 1}, ""),
        ([["end"]], ""),
        (["end", 1], ""),
        (["no such verb", {}], ""),
    ],
    ids=json.dumps,
)
def test_an_answer_that_does_not_fit_is_refused_with_its_number(
    play: Play, game_text: str, value: Any, said: str
) -> None:
    document = json.loads(game_text)
    at = next(n for n, answer in enumerate(document["answers"]) if answer[0] == "play")
    document["answers"][at] = value
    play.write("wrong.json", json.dumps(document))
    error = play.refused("--replay", "wrong.json")
    assert re.match(rf"wrong\.json: answer {at + 1}: {said}", error), error


def test_answers_that_are_missing_or_too_many_are_told(play: Play, game_text: str) -> None:
    document = json.loads(game_text)
    document["answers"][0].pop()
    play.write("wrong.json", json.dumps(document))
    error = play.refused("--replay", "wrong.json")
    assert error.startswith("wrong.json: answer 1: choice.order: ")
    document = json.loads(game_text)
    document["answers"].append(["end"])
    play.write("wrong.json", json.dumps(document))
    error = play.refused("--replay", "wrong.json")
    assert error.startswith(f"wrong.json: answer {len(document['answers'])}: game.over: ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1, column 1"),
        ("{", "line 1, column 2"),
        ("[]", "expected an object"),
        ("null", "expected an object"),
        ("[" * 100_000, "this is no saved game"),
        ('{"version": ' + "9" * 5000 + "}", "this is no saved game"),
    ],
    ids=["empty", "cut", "list", "null", "deep", "number"],
)
def test_a_file_that_is_no_saved_game_is_refused(play: Play, text: str, said: str) -> None:
    play.write("wrong.json", text)
    error = play.refused("--replay", "wrong.json")
    assert error.startswith("wrong.json: ")
    assert said in error


def test_a_truncated_file_is_refused(play: Play, game_text: str) -> None:
    play.write("cut.json", game_text[:5000])
    assert re.match(
        r"cut.json: this is no saved game: line \d+", play.refused("--replay", "cut.json")
    )


def test_a_file_that_cannot_be_read_or_written(play: Play) -> None:
    assert "no such file" in play.refused("--replay", "none.json")
    assert "is a directory" in play.refused("--replay", ".")
    (play.path / "bytes.json").write_bytes(b'{"version": "\xff"}')
    assert "not UTF-8" in play.refused("--replay", "bytes.json")
    assert "cannot be saved" in play.refused(BATMAN, "--save", "none/game.json")
    assert list(play.path.glob(".*")) == [], "nothing is left behind"


def test_a_game_without_an_end_is_told_and_saved(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rules_check.play import session

    def short(*given: Any) -> int:
        return play_on(*given, limit=100)

    monkeypatch.setattr(session, "play_on", short)
    error = play.refused(BATMAN, "--save", "game.json")
    assert re.fullmatch(r"the game is not over after 100 answers, in turn \d+", error)
    assert len(json.loads(play.read("game.json"))["answers"]) == 100
    assert "The game was left in turn " in play("--replay", "game.json")


# ------------------------------------------------------------------------------ usage


@pytest.mark.parametrize(
    ("word", "name"),
    [("confr", "confrontations"), ("joker", BATMAN), ("SHAZAM", "rivals-shazam-black-adam")],
)
def test_games_may_be_abbreviated(play: Play, word: str, name: str) -> None:
    words = ("--players", "greedy", "--quiet")
    assert play(word, *words) == play(name, *words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], 'no game "chess"; there are confrontations, rivals-batman-joker, rivals-sh'),
        (["confrontation s"], 'did you mean "confrontations"?'),
        (["rivals"], '"rivals" can be rivals-batman-joker or rivals-shazam-black-adam'),
        (["heroes-unite"], "heroes-unite is not played yet; there are confrontations"),
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
