"""`rules-check fuzz`: figures, failures that can be replayed, stopping and going on."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from rules_check import cli
from rules_check.fuzz import campaign
from rules_check.fuzz.plan import Plan, Task
from rules_check.fuzz.progress import Progress
from rules_check.fuzz.results import Results
from rules_check.fuzz.worker import play_task
from rules_check.oracle.box.arranging import Wish
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.quick import confrontation
from rules_check.oracle.quick.values import cost_to_defeat
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.options import END
from rules_check.properties.invariants import finite
from rules_check.properties.invariants.finite import but_for
from rules_check.properties.model import Step
from tests.effort import tries

GAME = "rivals-batman-joker"
ROOT = Path(__file__).parents[2]
QUICK = ("fuzz", GAME, "--property", "card-conservation")

CARDS = """\
set: Mine
ruleset: rivals-batman-joker

Quick Study
Hero, cost 1, 1 VP, x9, source original
Draw a card.
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    def run(*words: str) -> tuple[int, str, str]:
        status = cli.main(words)
        out, err = capsys.readouterr()
        return status, out, err

    return run


PLAYED: dict[Task, str] = {}


def play_once(task: Task) -> dict[str, Any]:
    """What a game came to, played when it is asked for first."""
    if task not in PLAYED:
        PLAYED[task] = json.dumps(play_task(task))
    found: dict[str, Any] = json.loads(PLAYED[task])
    return found


@pytest.fixture
def games_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that several tests begin a campaign with is played once, by the engine as it is."""
    monkeypatch.setattr(campaign, "play_task", play_once)


once = pytest.mark.usefixtures("games_once")


def break_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every Character costs a little more than it should when Power is compared."""
    cost = cost_to_defeat
    monkeypatch.setattr(confrontation, "cost_to_defeat", lambda *args: cost(*args) + 1)


# ------------------------------------------------------------------------------- figures


def test_a_campaign_over_all_games(run):
    status, out, err = run("fuzz", "--games", "4", "--seed", "7")
    assert (status, err) == (0, "")
    for name in PLAY_SETS:
        assert f"{name}: 1 game (1 " in out
    assert "decisions a game: " in out
    assert "rules never fired, of " in out
    assert out.endswith("violations not found (4 games, seed 7)\n")


@once
def test_the_figures_as_json(run):
    status, out, _ = run(*QUICK, "--games", "2", "--format", "json")
    figures = json.loads(out)
    assert status == 0
    assert figures["games"] == 2
    assert figures["properties"] == ["card-conservation"]
    one = figures["by_game"][GAME]
    assert one["decisions"]["least"] <= one["decisions"]["median"] <= one["decisions"]["most"]
    assert figures["violations"] == []


@once
def test_quiet_prints_the_verdict_only(run):
    status, out, _ = run(*QUICK, "--games", "1", "--quiet")
    assert status == 0
    assert len(out.splitlines()) == 1


def test_the_same_bytes_with_one_job_and_with_two(run):
    words = (*QUICK, "--games", "2", "--seed", "3")
    assert run(*words) == run(*words, "--jobs", "2")


@once
def test_another_executor(run):
    words = (*QUICK, "--games", "2")
    threads = "concurrent.futures:ThreadPoolExecutor"
    assert run(*words, "--executor", threads, "--jobs", "2") == run(*words)
    status, _, err = run(*words, "--executor", "concurrent.futures:Nobody")
    assert status == 2
    assert "--executor" in err


def test_random_cards_are_the_same_in_every_process(run):
    words = ("fuzz", GAME, "--games", "2", "--cards", "random", "--property", "power-balance")
    one = run(*words)
    assert one[0] == 0
    assert "1 property with random cards" in one[1]
    assert one == run(*words, "--jobs", "2")


def test_cards_of_a_file(run, here):
    (here / "mine.txt").write_text(CARDS)
    status, out, _ = run("fuzz", "--games", "1", "--cards", "mine.txt", "--property", "card")
    assert status == 0
    assert "1 property with mine.txt" in out
    assert GAME in out


def test_the_list_of_properties(run):
    status, out, _ = run("fuzz", "joker", "--list")
    assert status == 0
    assert out.startswith("card-conservation\n  Every physical card is in exactly one place")
    assert "  rivals-batman-joker: RBJ-Z07" in out
    assert "CONF-" not in out


# ------------------------------------------------------------------------------ failures


def test_a_failure_is_told_and_can_be_replayed(run, monkeypatch):
    with monkeypatch.context() as patch:
        break_the_engine(patch)
        status, out, _ = run("fuzz", GAME, "--games", "1")
        assert run("play", "--replay", f"fuzz-{GAME}-0.json")[0] == 0
    assert status == 1
    assert "block-exceeds-power: " in out
    assert "RBJ-B06" in out
    assert out.endswith("refuted by 1 game (1 game, seed 0)\n")
    saved = f"fuzz-{GAME}-0.json"
    assert f"  rules-check play --replay {saved}" in out
    status, told, err = run("play", "--replay", saved)
    assert status == 1, "the fault is mended: the same answers give another game"
    assert "the saved game is not the one that was played: event" in err
    assert "Confrontation" in told or "confront" in told


def test_failures_go_to_the_folder_that_is_named(run, here, monkeypatch):
    break_the_engine(monkeypatch)
    assert run("fuzz", GAME, "--games", "1", "--save", "new/failed")[0] == 1
    assert (here / "new" / "failed" / f"fuzz-{GAME}-0.json").is_file()
    (here / "taken").write_text("not a folder")
    status, _, err = run("fuzz", GAME, "--games", "1", "--save", "taken")
    assert status == 2
    assert "taken: failed games cannot be saved there" in err
    status, _, err = run("fuzz", GAME, "--games", "1", "--save", "taken/below")
    assert status == 2
    assert "taken/below: failed games cannot be saved there" in err


def test_a_failure_with_random_cards_can_be_replayed(run, monkeypatch):
    with monkeypatch.context() as patch:
        break_the_engine(patch)
        assert run("fuzz", GAME, "--games", "1", "--cards", "random")[0] == 1
        status, told, _ = run("play", "--replay", f"fuzz-{GAME}-0.json")
    assert status == 0
    assert "cards of random cards 0" in told


def test_an_answer_that_the_engine_does_not_survive(run, monkeypatch):
    def fails(*_: object) -> None:
        raise ZeroDivisionError("no")

    with monkeypatch.context() as patch:
        patch.setattr("rules_check.oracle.quick.turn.buy_card", fails)
        status, out, _ = run("fuzz", GAME, "--games", "1")
    assert status == 1
    assert "ZeroDivisionError: no" in out
    assert run("play", "--replay", f"fuzz-{GAME}-0.json")[0] == 0


# ----------------------------------------------------------------------- stop and go on


@once
def test_a_campaign_goes_on_where_it_was(run, here):
    words = (*QUICK, "--games", "5")
    whole = run(*words, "--state", "a.jsonl")
    lines = (here / "a.jsonl").read_bytes().splitlines(keepends=True)
    assert len(lines) == 6
    for kept in (lines[:1], lines[:3], [*lines[:3], lines[3][:40]], lines):
        (here / "b.jsonl").write_bytes(b"".join(kept))
        assert run("fuzz", "--resume", "b.jsonl") == whole
        assert sorted((here / "b.jsonl").read_bytes().splitlines()) == sorted(
            line.rstrip(b"\n") for line in lines
        )


@once
def test_a_campaign_can_be_made_longer(run):
    run(*QUICK, "--games", "2", "--state", "a.jsonl")
    assert run("fuzz", "--resume", "a.jsonl", "--games", "4") == run(*QUICK, "--games", "4")


def test_a_campaign_ends_in_time(run, here):
    status, out, _ = run(*QUICK, "--games", "5000", "--max-seconds", "0.1", "--state", "a.jsonl")
    assert status == 0
    assert "not played" in out
    assert len((here / "a.jsonl").read_text().splitlines()) >= 2


@pytest.mark.skipif(os.name != "posix", reason="signals of a POSIX system")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM][: tries(1, 2)])
def test_a_stopped_campaign_loses_no_game(run, here, number):
    command = [sys.executable, "-m", "rules_check", *QUICK, "--games", "400", "--jobs", "2"]
    file = here / "s.jsonl"
    program = subprocess.Popen(
        [*command, "--state", file.name],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
    )
    while program.poll() is None and (not file.exists() or file.read_bytes().count(b"\n") < 3):
        time.sleep(0.05)
    program.send_signal(number)
    _, err = program.communicate(timeout=120)
    assert program.returncode == 128 + number
    assert "go on with: rules-check fuzz --resume s.jsonl" in err
    done = file.read_bytes().count(b"\n") - 1
    assert 0 < done < 400
    assert f"stopped after {done} of 400 games" in err
    whole = run(*QUICK, "--games", str(done + 1))
    assert run("fuzz", "--resume", "s.jsonl", "--games", str(done + 1), "--jobs", "2") == whole


@once
def test_a_stopped_campaign_is_kept_though_no_file_was_named(run, here, monkeypatch):
    def stops(task: Task) -> dict[str, Any]:
        if task.number == 2:
            os.kill(os.getpid(), signal.SIGTERM)
        return play_once(task)

    with monkeypatch.context() as patch:
        patch.setattr(campaign, "play_task", stops)
        status, out, err = run(*QUICK, "--games", "9", "--seed", "5")
    assert (status, out) == (128 + signal.SIGTERM, "")
    assert "stopped after 3 of 9 games; go on with: rules-check fuzz --resume fuzz-5.jsonl" in err
    assert (here / "fuzz-5.jsonl").read_bytes().count(b"\n") == 4
    whole = run(*QUICK, "--games", "4", "--seed", "5")
    assert run("fuzz", "--resume", "fuzz-5.jsonl", "--games", "4") == whole


def test_the_bar_tells_how_far_it_is():
    bar = Progress(200, 100, quiet=False)
    bar.note({"violations": ["one"]})
    assert "] 101 of 200 games, " in bar.line(time.monotonic())
    assert bar.line(time.monotonic()).endswith(", 1 with violations")


# --------------------------------------------------------------------------- wrong usage


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing"], 'no game "nothing"'),
        (["--games", "0"], "expected 1 or more"),
        (["--max-seconds", "-1"], "expected more than 0"),
        (["--property", "anything"], 'no property "anything"'),
        (["--resume", "none.jsonl"], "cannot be read"),
        (["--resume", "empty.jsonl"], "there is no campaign"),
        (["--resume", "other.jsonl"], "line 1"),
        (["--resume", "bad.jsonl"], "line 2: this is no JSON"),
        (["--resume", "good.jsonl", "--seed", "1"], "--seed and --resume"),
        (["--state", "good.jsonl"], "go on with --resume good.jsonl"),
        (["--cards", "missing.txt"], "missing.txt"),
        (["--every", "--variant", "few-players"], "--every and --variant"),
        (["--resume", "good.jsonl", "--every"], "--every and --resume"),
    ],
)
def test_wrong_usage_is_told_in_a_line(run, here, words, said):
    (here / "empty.jsonl").write_text("")
    (here / "other.jsonl").write_text('{"a": 1}\n')
    Results(Plan((Wish("confrontations"),), 1, 0)).keep_in("good.jsonl")
    (here / "bad.jsonl").write_bytes((here / "good.jsonl").read_bytes() + b"not JSON\n")
    status, out, err = run("fuzz", *words)
    assert status == 2
    assert said in out + err
    assert "Traceback" not in err


def test_help_does_not_load_hypothesis():
    code = (
        "import sys; from rules_check import cli; cli.main(['fuzz', '--help']);"
        "sys.exit('hypothesis' in sys.modules or 'oracle' in sys.modules)"
    )
    command = [sys.executable, "-c", code]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0


def test_a_campaign_without_random_cards_does_not_load_hypothesis(here):
    code = (
        "import sys; from rules_check import cli;"
        f"status = cli.main([*{QUICK}, '--games', '1', '--quiet']);"
        "sys.exit(status or 'hypothesis' in sys.modules)"
    )
    command = [sys.executable, "-c", code]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=here, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_random_text_that_sets_itself_off_is_stopped_and_is_no_violation():
    """Nobody wrote it, and the engine does with it what it should; of printed texts it is told."""
    game = Game(load_play_set(GAME))
    state = game.new()
    event = Event("stop", 0, (3, 3), (), "undecided.triggers")
    step = Step(game, state, END, [event], state, 1, frozenset({"stop"}), ())
    printed, others, made = (
        prop.always
        for prop in (finite.PROPERTY, but_for(frozenset()), but_for(frozenset({game.name(3)})))
    )
    assert printed is not None
    assert others is not None
    assert made is not None
    (said,) = printed(step)
    assert "were stopped" in said
    assert list(others(step)) == [said]
    assert list(made(step)) == []


def test_every_way_to_play(run):
    status, out, _ = run("fuzz", "rivals-shazam", "--every", "--games", "3", "--property", "power")
    assert status == 0
    for name in ("2", "+rivals-batman-joker 2", "+rivals-batman-joker two-teams 4"):
        assert re.search(rf"^rivals-shazam-black-adam *{re.escape(name)}: 1 game", out, re.M), name
