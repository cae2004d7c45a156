"""`rules-check rulebook [NAME]`: open questions of the books, and how much of them is covered."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules_check import cli
from rules_check.grammar.cache import Cache
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.rulebook import coverage
from rules_check.rulebook.book_report import coverage_line, rule_lines
from rules_check.rulebook.coverage import Coverage, Shown, cover, run_scenarios
from rules_check.rules.folders import BOOKS
from rules_check.rules.load import RULESETS, load_rules, load_ruleset
from rules_check.rules.model import Question
from rules_check.rules.verdicts import load_verdicts
from tests.effort import shared_cache
from tests.meaning.carried_out import play

RULES = Path(__file__).parents[2] / "rules"

ROOT = Path(__file__).parents[2]
Rulebook = Callable[..., tuple[int, str, str]]

LINE = re.compile(
    r"(?P<name>[a-z-]+): (?P<executable>\d+) executable, (?P<cited>\d+) cited, "
    r"(?P<exercised>\d+) exercised(?P<games> in \d+ random games)?, "
    r"(?P<not>\d+) not executable"
)
SCENARIO = """
game = "confrontations"

[[scenario]]
id = "CONF-GP12"
rules = ["CONF-GP12", "CONF-WK01"]
title = "A Punch is worth 1 Power"
given.phase = "play"
given.P1.hand = ["Punch", "Weakness"]
when = ["P1: play Punch"]
then = ["P1 power: 1"]
"""


@pytest.fixture
def rulebook(capsys: pytest.CaptureFixture[str]) -> Rulebook:
    """Runs the command; gives exit status, output, error output."""

    def run(*words: str) -> tuple[int, str, str]:
        status = cli.main(["rulebook", *words])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return status, out, err

    return run


@pytest.fixture
def scenarios(tmp_path: Path) -> Path:
    """A folder with one scenario, which names a rule that it does not cite."""
    folder = tmp_path / "scenarios"
    folder.mkdir()
    (folder / "some.toml").write_text(SCENARIO, encoding="utf-8")
    return folder


# ----------------------------------------------------------------------- questions


@pytest.mark.xdist_group("question games")
@pytest.mark.usefixtures("asked_once")
def test_every_open_question_of_each_book_is_a_block(rulebook: Rulebook) -> None:
    """Without a name all books are told."""
    status, out, err = rulebook()
    assert (status, err) == (0, "")
    assert re.findall(r"\(([a-z-]+)\): \d+ open questions", out) == list(RULESETS)
    assert all(len(line) <= 96 for line in out.split("\n") if line.startswith(" "))
    blocks = out.rstrip("\n").split("\n\n")
    at = 0
    for name in RULESETS:
        ruleset = load_ruleset(name)
        number = len(ruleset.questions)
        assert blocks[at].startswith(f"{ruleset.title} ({name}): {number} open questions\n  ")
        told = {block.split()[0]: block for block in blocks[at + 1 : at + 1 + number]}
        assert set(told) == set(ruleset.questions)
        for question in ruleset.questions.values():
            tells(told[question.id], question)
        at += 1 + number


def tells(block: str, question: Question) -> None:
    said = " ".join(block.split())
    assert said.startswith(f"{question.id} {question.title} ")
    for at, reading in enumerate(question.readings, start=1):
        assert f" {at}. {' '.join(reading.split())} " in said
    for rule in question.rules:
        assert f" says: {rule} (" in said
    default = f"reading {question.default}" if question.default else "none"
    assert f" our default: {default}" in said
    verdict = load_verdicts()[question.id]
    if verdict.word != "executable":
        assert said.endswith(f" {verdict.word}: {verdict.reason}")
        return
    assert " differs: " in said
    for end in verdict.readings:
        told = "; ".join(end.then)
        assert re.search(rf" reading {end.number}: .*?=> {re.escape(told)}", said)


def test_a_part_of_a_name_is_enough(rulebook: Rulebook) -> None:
    assert rulebook("joker") == rulebook("rivals-batman-joker")


def test_the_questions_between_two_books(rulebook: Rulebook) -> None:
    status, out, _ = rulebook("--between", "confrontations", "heroes")
    assert status == 0
    first, second = load_ruleset("confrontations"), load_ruleset("heroes-unite")
    both = first.questions.keys() & second.questions.keys()
    assert out.startswith(
        f"{first.title} (confrontations) and {second.title} (heroes-unite): {len(both)} open"
    )
    assert set(re.findall(r"^([A-Z]+-\d+)  ", out, re.MULTILINE)) == both
    document = json.loads(rulebook("--between", "heroes", "confr", "--format", "json")[1])
    (told,) = document["books"]
    assert told["names"] == ["heroes-unite", "confrontations"]
    assert {question["id"] for question in told["questions"]} == both


def test_games_are_saved_and_replayed(
    rulebook: Rulebook, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new" / "games"
    status, _, err = rulebook("--between", "heroes", "joker", "--save", str(folder))
    files = sorted(folder.iterdir())
    assert (status, err) == (0, f"rules-check: {len(files)} games saved in {folder}\n")
    assert folder / "CB-40-reading-2.json" in files
    for number, end in ((1, "A tie: Batman and The Joker win together."), (2, "Batman wins by")):
        saved = folder / f"CB-40-reading-{number}.json"
        assert cli.main(["play", "--replay", str(saved)]) == 0
        out = capsys.readouterr().out
        assert "begins with a given position" in out
        assert ("read otherwise: score.tie_breaks" in out) is (number == 2)
        assert end in out


def test_a_game_that_cannot_be_saved_is_told(rulebook: Rulebook, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    words = ("--between", "heroes", "joker", "--save", str(tmp_path / "file"))
    status, out, err = rulebook(*words)
    assert (status, out) == (2, "")
    assert "the games cannot be saved: file exists" in err


def test_questions_as_json(rulebook: Rulebook) -> None:
    status, out, _ = rulebook("rivals-batman-joker", "--format", "json")
    assert status == 0
    document = json.loads(out)
    assert (document["version"], len(document["books"])) == (1, 1)
    (book,) = document["books"]
    questions = load_rules("rivals-batman-joker").questions
    assert {question["id"] for question in book["questions"]} == set(questions)
    harms = [question["harm"] for question in book["questions"] if question["harm"]]
    assert list(dict.fromkeys(harms)) == ["winner", "state", "choice"]
    first, told = questions["CB-01"], next(q for q in book["questions"] if q["id"] == "CB-01")
    assert told["readings"] == list(first.readings)
    assert (told["default"], told["situation"]) == (first.default, first.situation)
    open_ones = {q["id"] for q in book["questions"] if q["default"] is None}
    assert open_ones == {key for key, question in questions.items() if not question.default}
    assert [passage["id"] for passage in told["passages"]] == list(first.rules)
    assert (told["verdict"], told["reason"]) == ("executable", "")
    assert [reading["number"] for reading in told["game"]["readings"]] == [1, 2]
    assert told["game"]["readings"][1]["rules"] == {"end_of_turn": "body"}
    same = next(q for q in book["questions"] if q["verdict"] == "same")
    assert (same["game"], same["harm"], bool(same["reason"])) == (None, None, True)


# ------------------------------------------------------------------------ coverage


@pytest.mark.xdist_group("scenarios")  # each is played once: see tests/meaning/test_coverage.py
def test_every_executable_rule_is_cited_and_exercised(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setattr(coverage, "run", play)
    monkeypatch.setenv("RULES_CHECK_CACHE", str(shared_cache(tmp_path_factory)))
    shown = run_scenarios(ROOT / "tests" / "scenarios", PLAY_SETS, cache=Cache())
    assert shown.failed == []
    for name in PLAY_SETS:
        book = cover(name, shown)
        assert list(rule_lines(book, "missing")) == []
        match = LINE.fullmatch(coverage_line(book))
        assert match is not None
        rules = load_rules(name).rules.values()
        assert match["name"] == name
        assert match["executable"] == match["cited"] == match["exercised"]
        assert int(match["executable"]) == sum(rule.executable for rule in rules)
        assert int(match["not"]) == sum(not rule.executable for rule in rules)


def test_only_a_rule_that_its_scenario_cites_is_exercised(
    rulebook: Rulebook, scenarios: Path
) -> None:
    words = ("confrontations", "--coverage", "--scenarios", str(scenarios))
    status, out, _ = rulebook(*words, "--list", "exercised")
    assert status == 1
    line, rule = out.splitlines()
    match = LINE.fullmatch(line)
    assert match is not None
    assert match["exercised"] == "1"
    assert rule.split(maxsplit=1) == ["CONF-GP12", "A Punch is worth +1 Power."]
    _, out, _ = rulebook(*words, "--list", "missing")
    missing = [line.split()[0] for line in out.splitlines() if line.startswith("  CONF")]
    assert len(missing) == int(match["executable"]) - 1
    assert "CONF-WK01" in missing


def test_a_scenario_that_fails_exercises_nothing(rulebook: Rulebook, scenarios: Path) -> None:
    (scenarios / "some.toml").write_text(SCENARIO.replace("power: 1", "power: 2"), encoding="utf-8")
    words = ("confrontations", "--coverage", "--scenarios", str(scenarios))
    status, out, _ = rulebook(*words)
    assert status == 1
    line, failed = out.splitlines()
    assert ", 0 exercised, " in line
    assert failed == "failed scenarios, which exercise nothing: CONF-GP12"
    document = json.loads(rulebook(*words, "--format", "json")[1])
    assert document["failed_scenarios"] == ["CONF-GP12"]


def test_without_scenarios_random_games_are_played(
    rulebook: Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("rivals-batman-joker", "--coverage", "--games", "2")
    status, out, _ = rulebook(*words)
    match = LINE.fullmatch(out.strip())
    assert match is not None
    assert match["games"] == " in 2 random games"
    assert 0 < int(match["exercised"]) < int(match["executable"]) == int(match["cited"])
    assert status == 0
    assert rulebook(*words, "--scenarios", "nowhere") == (status, out, "")


@pytest.mark.parametrize("what", ["cited", "not-executable"])
def test_rules_are_listed_in_our_words(rulebook: Rulebook, scenarios: Path, what: str) -> None:
    name = "rivals-shazam-black-adam"
    _, out, _ = rulebook(name, "--coverage", "--list", what, "--scenarios", str(scenarios))
    wanted = [r for r in load_rules(name).rules.values() if r.executable is (what == "cited")]
    listed = " ".join(out.split("\n", 1)[1].split())
    for rule in wanted:
        reason = f" ({rule.reason})" if rule.reason else ""
        assert f"{rule.id} {rule.text}{reason}" in listed


def test_coverage_as_json(rulebook: Rulebook, scenarios: Path) -> None:
    words = ("confrontations", "--coverage", "--scenarios", str(scenarios), "--format", "json")
    status, out, _ = rulebook(*words)
    assert status == 1
    (book,) = json.loads(out)["books"]
    rules: dict[str, dict[str, Any]] = {rule["id"]: rule for rule in book["rules"]}
    assert list(rules) == list(load_rules("confrontations").rules)
    assert (book["exercised"], book["random_games"]) == (1, None)
    assert rules["CONF-GP12"] == {
        "id": "CONF-GP12",
        "text": "A Punch is worth +1 Power.",
        "executable": True,
        "cited": True,
        "exercised": True,
        "topics": ["effect.power: Punch"],
        "scenarios": ["CONF-GP12"],
    }
    assert rules["CONF-MX05"]["reason"] == "advice"


def test_a_book_that_is_not_played_has_nothing_cited(
    rulebook: Rulebook, scenarios: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tmp_path / "books" / "rules"
    rules.mkdir(parents=True)
    for end in ("", "-rules"):
        text = (RULES / f"rivals-batman-joker{end}.toml").read_text(encoding="utf-8")
        text = text.replace("rivals-batman-joker", "gotham-nights").replace("RBJ", "GN")
        (rules / f"gotham-nights{end}.toml").write_text(text, encoding="utf-8")
    (rules / "gotham-nights-topics.toml").write_text("", encoding="utf-8")
    monkeypatch.setenv(BOOKS, str(tmp_path / "books"))
    words = ("gotham-nights", "--coverage", "--scenarios", str(scenarios))
    status, out, _ = rulebook(*words, "--list", "missing")
    match = LINE.fullmatch(out.splitlines()[0])
    assert match is not None
    assert (match["cited"], match["exercised"], status) == ("0", "0", 1)
    assert " ".join(out.split()).count("(not cited)") == int(match["executable"])


def test_what_random_games_miss_is_no_failure() -> None:
    rules = tuple(load_rules("rivals-batman-joker").rules.values())[:2]
    topics = {rule.id: ("play.card",) for rule in rules}
    by_games = Coverage("book", rules, topics, {}, games=5, played=frozenset())
    assert by_games.complete
    assert len(by_games.missing) == 2
    by_scenarios = Coverage("book", rules, topics, {rules[0].id: ("x",)})
    assert not by_scenarios.complete
    assert by_scenarios.missing == rules[1:]
    assert not Coverage("book", rules, {}, {}, games=5).complete
    assert coverage_line(by_games).endswith("0 exercised in 5 random games, 0 not executable")
    assert next(rule_lines(by_scenarios, "missing")).split()[0] == rules[1].id


def test_scenarios_are_counted_as_they_are_played(scenarios: Path) -> None:
    told: list[tuple[int, int]] = []
    shown = run_scenarios(scenarios, ["confrontations"], lambda *at: told.append(at))
    assert told == [(0, 1)]
    assert shown.by_rule == {"CONF-GP12": ["CONF-GP12"]}
    assert run_scenarios(scenarios, ["rivals-batman-joker"]) == Shown()
    assert cover("confrontations", shown).exercised[0].id == "CONF-GP12"


# ------------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], 'no rulebook "chess"; there are confrontations, heroes-unite, '),
        (["confrontatoins"], 'did you mean "confrontations"?'),
        (["rivals"], '"rivals" can be rivals-batman-joker or rivals-shazam-black-adam'),
        ([""], 'no rulebook ""'),
        (["--list", "cited"], "--list goes with --coverage"),
        (["--games", "3"], "--games goes with --coverage"),
        (["--scenarios", "x"], "--scenarios goes with --coverage"),
        (["--coverage", "--games", "0"], "--games 0: at least one game is needed"),
        (["--coverage", "--list", "all"], "invalid choice: 'all'"),
        (["--format", "sarif"], "invalid choice: 'sarif'"),
        (["one", "two"], "unrecognized arguments: two"),
        (["joker", "--between", "joker", "heroes"], "--between names two books; leave NAME out"),
        (["--between", "joker", "batman"], "--between names two different books"),
        (["--between", "joker", "chess"], 'no rulebook "chess"'),
        (["--coverage", "--save", "x"], "--save goes with questions, not with --coverage"),
    ],
)
def test_wrong_usage_is_told_in_a_line(rulebook: Rulebook, words: list[str], message: str) -> None:
    status, out, err = rulebook(*words)
    assert (status, out) == (2, "")
    assert message in err


def test_scenarios_that_cannot_be_read_are_told(rulebook: Rulebook, scenarios: Path) -> None:
    (scenarios / "bad.toml").write_text("game = ", encoding="utf-8")
    status, out, err = rulebook("--coverage", "--scenarios", str(scenarios))
    assert (status, out) == (2, "")
    assert "bad.toml: not valid TOML" in err
    (scenarios / "bad.toml").write_bytes(b"\xff\xfe")
    assert rulebook("--coverage", "--scenarios", str(scenarios))[0] == 2
