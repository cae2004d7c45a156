"""A ruleset that is added as data files only is checked, played, fuzzed and proved.

It is a copy of a printed book under another name, with ids of its own and a hand of six cards, in
a folder that is laid out like the project. No Python is touched.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rules_check import cli
from rules_check.oracle.box.names import PLAY_SETS, play_set_names
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.values.options import Order
from rules_check.properties.registry import PROPERTIES
from rules_check.rules.folders import BOOKS, RULESETS, ruleset_names
from rules_check.rules.load import load_rules, load_ruleset
from rules_check.rules.reader import RulesetError
from rules_check.rules.topics import topics_of

ROOT = Path(__file__).parents[2]
MODEL, MODEL_PREFIX = "rivals-batman-joker", "RBJ"
NAME, PREFIX, HAND = "gotham-nights", "GN", 6

CARDS = f"""\
set: My Cards
ruleset: {NAME}

Lamplighter
Hero, cost 3, 1 VP, x2, symbol Batman
+2 Power

Punch
Starter, cost 0, 0 VP, x99
+1 Power
"""

Run = Callable[..., str]


def copied(text: str) -> str:
    """A text of the model, about the new book."""
    for old, new in (
        (MODEL, NAME),
        (f"{MODEL_PREFIX}-", f"{PREFIX}-"),
        (f'prefix = "{MODEL_PREFIX}"', f'prefix = "{PREFIX}"'),
        ("hand_size = 5", f"hand_size = {HAND}"),
        ("Rivals - Batman vs The Joker", "Gotham Nights"),
    ):
        text = text.replace(old, new)
    return text


pytestmark = pytest.mark.usefixtures("one_cache")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the new book, which the environment names."""
    files = [ROOT / "rules" / f"{MODEL}{end}.toml" for end in ("", "-rules", "-topics")]
    files += [ROOT / "cards" / f"{MODEL}{end}.txt" for end in ("", "-play")]
    files.append(ROOT / "cards" / "play" / f"{MODEL}.toml")
    for path in files:
        new = tmp_path / "books" / copied(str(path.relative_to(ROOT)))
        new.parent.mkdir(parents=True, exist_ok=True)
        new.write_text(copied(path.read_text(encoding="utf-8")), encoding="utf-8")
    (tmp_path / "mine.txt").write_text(CARDS, encoding="utf-8")
    monkeypatch.setenv(BOOKS, str(tmp_path / "books"))
    return tmp_path


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """A command in that folder: what it prints."""
    monkeypatch.chdir(folder)

    def command(*words: str, status: int = 0) -> str:
        assert cli.main(list(words)) == status, capsys.readouterr()
        said = capsys.readouterr()
        return said.out + said.err

    return command


@pytest.mark.usefixtures("folder")
def test_it_stands_beside_the_others():
    assert ruleset_names() == (*RULESETS, NAME)
    assert play_set_names() == (*PLAY_SETS, NAME)
    ruleset = load_ruleset(NAME)
    assert (ruleset.prefix, ruleset.parameters["hand_size"]) == (PREFIX, HAND)
    assert {rule.partition("-")[0] for rule in load_rules(NAME).rules} == {PREFIX}
    assert topics_of(NAME).rules("end.lose_power") == ("GN-E06",)


@pytest.mark.usefixtures("folder")
def test_without_the_environment_there_is_no_such_book(monkeypatch):
    assert load_ruleset(NAME).name == NAME
    monkeypatch.delenv(BOOKS)
    assert NAME not in ruleset_names()
    with pytest.raises(RulesetError, match="no such ruleset"):
        load_ruleset(NAME)


def test_cards_are_checked_against_it(run: Run):
    text = run("mine.txt", "--no-color")
    assert "RC402  Punch: x99: the box of Gotham Nights has 14 Punch cards" in text
    assert "= rule: GN-S01" in text
    assert "proofs: 2 of 2 cards" in text


def test_a_game_is_played_by_it(run: Run):
    game = Game(load_play_set(NAME))
    state = game.new()
    while state.choice is not None and state.turn == 0:
        first = Order(state.choice.cards) if state.choice.cards else state.choice.options[0]
        game.take(state, first)
    assert [len(game.zone(state, "hand", seat)) for seat in (0, 1)] == [HAND, HAND]
    played = json.loads(run("play", "gotham", "--players", "greedy", "--format", "json"))
    assert played["game"] == NAME
    assert {rule.partition("-")[0] for event in played["events"] for rule in event["rules"]} == {
        PREFIX
    }


def test_every_property_is_checked_in_its_games(run: Run):
    assert f"{len(PROPERTIES)} properties" in run("fuzz", NAME, "--games", "2", "--quiet")
    assert f"  {NAME}: GN-CF04 GN-CF10 GN-CF08" in run("fuzz", "--list")


def test_a_property_is_proved_of_it(run: Run):
    text = run("prove", "power-balance", "--game", NAME)
    assert text.startswith("DC Deck-Building Game: Gotham Nights: ")
    assert "[GN-G02, GN-G14, GN-E06]" in text
    assert "0 refuted, 0 vacuous, 0 unknown" in text


def test_its_open_questions_are_told(run: Run):
    assert f"({NAME})" in run("rulebook", NAME)
    assert NAME in run("rulebook", "--help")


@pytest.mark.usefixtures("folder")
def test_other_processes_find_it(tmp_path: Path):
    words = ["prove", "one-defeat-per-turn", "mine.txt", "--game", NAME, "--jobs", "2", "--quiet"]
    done = subprocess.run(
        [sys.executable, "-m", "rules_check", *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert "0 refuted, 0 vacuous, 0 unknown" in done.stdout


# ---------------------------------------------------------------------------- mistakes


def test_a_folder_that_is_not_there(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(BOOKS, "nowhere")
    said = run("rulebook", status=2)
    assert said == "rules-check: nowhere: RULES_CHECK_BOOKS names it, and there is no such folder\n"


def test_a_book_that_the_project_has(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch):
    other = folder / "other"
    (other / "rules").mkdir(parents=True)
    (other / "rules" / f"{MODEL}-rules.toml").write_text("", encoding="utf-8")
    monkeypatch.setenv(BOOKS, str(other))
    assert f"{MODEL}: is also in rules" in run("rulebook", status=2)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (f"{NAME}.toml", "hand_size = 6", "hand_size = 6.5", "parameters.hand_size: expected"),
        (f"{NAME}.toml", "RC402 = [", "RC499 = [", "checks.RC402: is missing"),
        (f"{NAME}.toml", '"GN-B04"', '"GN-B99"', "checks.RC206: the book has no rule GN-B99"),
        (f"{NAME}.toml", "opponent.kind =", "opponent.sort =", "parameters.opponent.sort: is not"),
        (f"{NAME}.toml", f'name = "{NAME}"', 'name = "x"', f"game.name: expected {NAME}, found x"),
    ],
)
def test_a_mistake_in_its_files_is_told_with_the_place(
    folder: Path, run: Run, file: str, old: str, new: str, said: str
):
    path = folder / "books" / "rules" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert run("mine.txt", status=2).startswith(f"rules-check: {path}: {said}")


def test_a_book_that_does_not_state_what_a_game_needs(folder: Path, run: Run):
    path = folder / "books" / "rules" / f"{NAME}.toml"
    text = path.read_text(encoding="utf-8").replace("hand_size = 6\n", "")
    text = text.replace('not_stated = ["', 'not_stated = ["hand_size", "')
    path.write_text(text, encoding="utf-8")
    assert "parameters.hand_size: no game is played without it" in run("play", NAME, status=2)
