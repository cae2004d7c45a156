"""Nothing is lost and nothing is wrong after damage: campaigns and saved games."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from rules_check import cli
from rules_check.commands import fuzz
from rules_check.fuzz.plan import Plan
from rules_check.fuzz.results import Results, resume
from rules_check.oracle.box.arranging import Wish
from rules_check.play.parting import parting
from rules_check.play.session import replay
from rules_check.play.table import Unusable
from tests.effort import tries

GAME = "rivals-batman-joker"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


def campaign(seed: int, number: int = 3) -> Results:
    """A campaign with some games that are finished."""
    results = Results(Plan((Wish(GAME),), 10, seed))
    for at in range(number):
        figures = {"decisions": 12 + at, "turns": 3, "end": "left", "played": "1f", "fired": "3"}
        record = {"number": at, "game": GAME, "seed": seed + at, **figures, "violations": []}
        results.add(record)
    return results


def test_a_second_campaign_that_is_stopped_is_kept_beside_the_first(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for number in (1, 2, 3):
        fuzz._stopped(campaign(7, number))
        said.append(capsys.readouterr().err)
    names = ["fuzz-7.jsonl", "fuzz-7-2.jsonl", "fuzz-7-3.jsonl"]
    assert sorted(path.name for path in here.iterdir()) == sorted(names)
    for number, (name, line) in enumerate(zip(names, said, strict=True), 1):
        assert line.endswith(f"go on with: rules-check fuzz --resume {name}\n")
        assert len(resume(name).games) == number


def test_a_damaged_campaign_is_the_same_or_a_clear_error(here: Path) -> None:
    campaign(0).keep_in("sound.jsonl")
    sound = (here / "sound.jsonl").read_bytes()
    games = resume("sound.jsonl").games
    refused = 0
    for number in range(tries(150, 2_000)):
        chance = Random(number)
        data = bytearray(sound)
        for _ in range(chance.choice((1, 3, 30))):
            data[chance.randrange(len(data))] = chance.choice((chance.randrange(256), 0x31))
        (here / "damaged.jsonl").write_bytes(data)
        try:
            found = resume("damaged.jsonl").games
        except Unusable:  # any other error is none for people
            refused += 1
        else:  # the last line was cut off, or nothing was changed
            assert found.items() <= games.items(), number
    assert refused > 50, "the damage has to do something"


def test_what_to_do_about_a_damaged_line(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    campaign(0).keep_in("a.jsonl")
    text = (here / "a.jsonl").read_text("utf-8")
    (here / "a.jsonl").write_text(text.replace('"decisions":13', '"decisions":18'), "utf-8")
    assert cli.main(["fuzz", "--resume", "a.jsonl"]) == 2
    said = "a.jsonl: line 3: its checksum does not fit; the line is damaged: delete it"
    assert said in capsys.readouterr().err


def test_the_folder_for_failed_games_is_tried_before_playing(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a game was played")

    monkeypatch.setattr("rules_check.fuzz.campaign.play_task", never)
    (here / "file").write_text("in the way")
    for folder in ("file", "file/below/it", "/proc/none"):
        assert cli.main(["fuzz", GAME, "--games", "1", "--save", folder]) == 2
        assert f"{folder}: failed games cannot be saved there" in capsys.readouterr().err
    assert [path.name for path in here.iterdir()] == ["file"], "the try leaves nothing behind"


# ------------------------------------------------------------------------- saved games


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("saved") / "game.json"
    assert cli.main(["play", GAME, "--seed", "3", "--quiet", "--save", str(path)]) == 0
    return path.read_text("utf-8")


def forged(saved: str, how: str) -> str:
    value = json.loads(saved)
    match how:
        case "winner":
            names = [name for name in value["seats"] if name not in value["result"]["winners"]]
            value["result"]["winners"] = names
        case "event":
            event = value["events"][20]
            value["events"][20] = {**event, "player": "somebody"}
        case "missing":
            value["events"].pop()
        case "more":
            value["events"].append(value["events"][-1])
        case _:
            value["events"] = "none"
    return json.dumps(value)


def test_a_replay_says_where_a_forged_game_parts(
    here: Path, saved: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "game.json").write_text(saved, "utf-8")
    played = replay("game.json").document()
    for how, said in (
        ("winner", "the result: recorded {"),
        ("event", "event 21: recorded {"),
        ("missing", "recorded nothing more, played {"),
        ("more", "played nothing more"),
        ("no list", "events: expected a list"),
    ):
        assert said in parting(json.loads(forged(saved, how)), played)
    (here / "game.json").write_text(forged(saved, "winner"), "utf-8")
    capsys.readouterr()
    assert cli.main(["play", "--replay", "game.json", "--quiet"]) == 1
    err = capsys.readouterr().err
    assert "game.json: the saved game is not the one that was played: the result" in err
    assert cli.main(["play", "--resume", "game.json"]) == 2


def test_a_replay_of_what_was_played_says_nothing(
    here: Path, saved: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "game.json").write_text(saved, "utf-8")
    bare = {key: value for key, value in json.loads(saved).items() if key != "events"}
    (here / "bare.json").write_text(json.dumps(bare), "utf-8")
    capsys.readouterr()
    for name in ("game.json", "bare.json"):
        assert cli.main(["play", "--replay", name, "--quiet"]) == 0
        assert capsys.readouterr().err == ""
