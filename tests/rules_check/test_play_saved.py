"""`rules-check play`: games as JSON, saved, and played again from what was saved."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import Any

import jsonschema
import pytest

from rules_check import cli
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.players.drive import play_on
from tests.effort import tries
from tests.rules_check.played import BATMAN, CARDS, ROOT, Play

SCHEMA = json.loads((ROOT / "rules_check/schemas/game.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", PLAY_SETS[:: tries(2, 1)])
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


@pytest.mark.parametrize("words", [["--format", "json"], ["--why"]][: tries(1, 2)], ids=" ".join)
def test_same_bytes_in_every_process(words: list[str]) -> None:
    found = set()
    for hash_seed in ("0", "1", "random")[: tries(2, 3)]:
        result = subprocess.run(
            [*PROGRAM, BATMAN, "--seed", "5", "--players", "greedy", *words],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "NO_COLOR": "1"},
            capture_output=True,
            check=True,
        )
        assert result.stderr == b""
        found.add(result.stdout)
    assert len(found) == 1


# ----------------------------------------------------------------------------- replay


WAYS: tuple[list[str], ...] = ([], ["--format", "json"], ["--why"])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        pytest.param(name, words, id=" ".join([name, *words]))
        for at, name in enumerate(PLAY_SETS[: tries(3, 4)])
        for words in WAYS[at % tries(len(WAYS), 1) :: tries(len(WAYS), 1)]
    ],
)
def test_a_replay_prints_the_same_bytes(play: Play, name: str, words: list[str]) -> None:
    said = play(name, "--seed", "3", "--players", "greedy", "--save", "game.json", *words)
    assert play("--replay", "game.json", *words) == said
    if "json" in words:
        assert said == play.read("game.json")


def test_a_replay_can_be_saved_again(play: Play) -> None:
    play(BATMAN, "--players", "greedy", "--save", "one.json")
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
    del document["events"], document["result"]
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
        ("reading", [], "reading: expected a table"),
        ("reading", {"switches": {"bonus": "maybe"}}, "reading: switches: bonus: expected stays"),
        ("reading", {"turn": "backwards"}, "no order of steps 'backwards'"),
        ("reading", {"rulings": {"RBJ-RU99": 1}}, "no such ruling: RBJ-RU99"),
        ("given", "P1", "given: expected a position"),
        ("given", {"P9": {}}, "given: P9: "),
        ("given", {"P1": {"hand": ["Excalibur"]}}, "given: P1.hand: 'Excalibur': no such card"),
        ("given", {"P1": {"hand": 3}}, "given: "),
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

    def short(*given: Any, **more: Any) -> int:
        return play_on(*given, limit=100, **more)

    monkeypatch.setattr(session, "play_on", short)
    error = play.refused(BATMAN, "--save", "game.json")
    assert re.fullmatch(r"the game is not over after 100 answers, in turn \d+", error)
    assert len(json.loads(play.read("game.json"))["answers"]) == 100
    assert "The game was left in turn " in play("--replay", "game.json")
