"""Mutants can be put in place, the tool tells what it finds, and the headline faults are killed."""

from __future__ import annotations

import json
import sys
from importlib.util import module_from_spec
from pathlib import Path

import pytest

from rules_check.oracle.box.names import PLAY_SETS
from rules_check.properties.registry import PROPERTIES
from rules_check.rules.load import load_rules
from tests.effort import tries
from tests.mutants import hook, tool
from tests.mutants.model import ROOT, Mutant, MutantError, chosen, load_mutants
from tests.mutants.report import as_json, as_text, problems
from tests.mutants.results import ENDLESS, Result, Shown, read_result
from tests.together import try_all

MUTANTS = load_mutants()
NAMES = [prop.name for prop in PROPERTIES]


def by_id(name: str) -> Mutant:
    return next(mutant for mutant in MUTANTS if mutant.id == name)


# ------------------------------------------------------------------------- the mutants


def test_every_mutant_can_be_put_in_place() -> None:
    def compiles(mutant: Mutant) -> None:
        if mutant in MUTANTS[:: tries(4, 1)]:
            mutant.compiled()
        else:
            mutant.applied((ROOT / mutant.file).read_text(encoding="utf-8"))

    try_all(MUTANTS, compiles, lambda mutant: mutant.id)


def test_mutants_say_in_a_sentence_what_they_break() -> None:
    assert all(mutant.breaks.endswith(".") for mutant in MUTANTS)


def test_there_are_enough_mutants_for_95_percent() -> None:
    assert len(MUTANTS) >= 70
    assert sum(bool(mutant.survives) for mutant in MUTANTS) <= 0.05 * len(MUTANTS)


def test_mutants_name_rules_that_exist() -> None:
    known = {rule for name in PLAY_SETS for rule in load_rules(name).rules}
    unknown = {rule for mutant in MUTANTS for rule in mutant.rules} - known
    assert not unknown


@pytest.mark.parametrize(
    ("name", "scenario", "property_"),
    [
        ("lost-card", "", "card-conservation"),
        ("equal-does-not-defeat", "CONF-TS06-equal", "block-exceeds-power"),
        ("block-equal-saves", "CONF-BL05-equal", "block-exceeds-power"),
        ("double-defeat", "CONF-CF13", "one-defeat-per-turn"),
    ][:: tries(4, 1)],
)
def test_headline_fault_is_killed_with_a_short_game(
    name: str, scenario: str, property_: str
) -> None:
    result = tool.run_trial(by_id(name))
    assert result.scenario.startswith(scenario)
    assert result.scenario
    assert property_ in result.properties
    assert result.shown is not None
    assert 1 <= result.shown.decisions <= 20
    assert result.shown.lines


# ----------------------------------------------------------------------------- model

SOURCE = "def f(x):\n    return x >= 1\n"
FAULT = Mutant("more", "oracle/some.py", ">=", ">", "One is too few.")


def test_fault_is_put_into_the_text() -> None:
    assert FAULT.applied(SOURCE) == "def f(x):\n    return x > 1\n"
    assert FAULT.module == "rules_check.oracle.some"


@pytest.mark.parametrize(("source", "times"), [("", 0), (SOURCE + SOURCE, 2)])
def test_text_that_does_not_occur_once_is_an_error(source: str, times: int) -> None:
    with pytest.raises(MutantError, match=f"more: .* occurs {times} times in oracle/some.py"):
        FAULT.applied(source)


def test_module_that_does_not_compile_is_an_error() -> None:
    fault = Mutant(
        "bad", "oracle/values/zones.py", "HAND: Final = 0", "HAND: Final = (", "Nothing works."
    )
    with pytest.raises(MutantError, match=r"bad: oracle/values/zones\.py does not compile"):
        fault.compiled()


GOOD = 'id = "a"\nfile = "oracle/x.py"\nold = "1"\nnew = "2"\nbreaks = "It counts one too many."\n'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (GOOD.replace('id = "a"\n', ""), "mutant 1: no text under id"),
        (GOOD.replace('new = "2"', "new = 2"), "a: no text under new"),
        (GOOD + 'why = "?"\n', "a: unknown key 'why'"),
        (
            GOOD.replace("oracle/x.py", "rules/x.py"),
            "a: rules/x.py is no module of oracle/ or grammar/",
        ),
        (GOOD.replace('"2"', '"1"'), "a: changes nothing"),
        (GOOD + "[[mutant]]\n" + GOOD, "a: there are two of this id"),
    ],
)
def test_bad_file_is_an_error(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "mutants.toml"
    path.write_text("[[mutant]]\n" + text, encoding="utf-8")
    with pytest.raises(MutantError) as error:
        load_mutants(path)
    assert str(error.value) == problem


def test_mutants_are_chosen_by_id() -> None:
    assert chosen(MUTANTS, "") == MUTANTS
    assert [mutant.id for mutant in chosen(MUTANTS, "lost-card,")] == ["lost-card"]
    with pytest.raises(MutantError, match="yodel: there is no such mutant"):
        chosen(MUTANTS, "yodel")


# ------------------------------------------------------------------------------ hook


def test_hook_changes_one_module_and_no_other() -> None:
    fault = Mutant(
        "deck-is-hand", "oracle/values/zones.py", "\nDECK: Final = 1", "\nDECK: Final = 0", ""
    )
    finder = hook._Finder(fault)
    assert finder.find_spec("rules_check.oracle.values.state", None) is None
    spec = finder.find_spec("rules_check.oracle.values.zones", [str(ROOT / "oracle" / "values")])
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.DECK == 0
    assert sys.modules["rules_check.oracle.values.zones"].DECK == 1


def test_hook_comes_too_late_for_an_engine_that_is_there() -> None:
    with pytest.raises(MutantError, match="imported without it"):
        hook.install(FAULT)


# ---------------------------------------------------------------------------- results

TRIED = {"tries": "scenario", "name": "CONF-X"}
FAILED = {"scenario": "CONF-X", "problem": "expected 1, found 2"}
GAME = {
    "properties": ["card-conservation"],
    "message": "a card is nowhere",
    "source": "scenario CONF-X",
    "game": "confrontations",
    "decisions": 4,
    "lines": ["P1: play Punch x3", "P1: end turn"],
}
DONE = {"done": True}
SHOWN = Shown(
    ("card-conservation",),
    "a card is nowhere",
    "scenario CONF-X",
    "confrontations",
    4,
    ("P1: play Punch x3", "P1: end turn"),
)


def printed(*lines: object) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def test_result_is_read_from_what_was_printed() -> None:
    result = read_result(FAULT, printed(TRIED, FAILED, GAME, DONE))
    assert result == Result(FAULT, "CONF-X", "expected 1, found 2", SHOWN)
    assert not read_result(FAULT, printed(TRIED, DONE)).killed


def test_trial_that_breaks_off_is_an_error() -> None:
    result = read_result(FAULT, printed(TRIED))
    assert result.error == "the trial broke off"
    wanted = "more could not be tried: the trial broke off"
    assert wanted in problems([result], [])
    assert "survivors: none" in as_text([result], [])


def test_trial_without_end_is_killed_by_what_it_tried() -> None:
    result = read_result(FAULT, printed(TRIED), seconds=9)
    assert (result.scenario, result.problem) == ("CONF-X", "no end after 9 s")
    assert result.properties == (ENDLESS,)
    assert ENDLESS in NAMES


def test_whole_game_without_end_is_no_matter_of_a_scenario() -> None:
    result = read_result(FAULT, printed(DONE, {"tries": "property", "name": "games"}), seconds=9)
    assert result.scenario == ""
    assert result.properties == (ENDLESS,)


# ---------------------------------------------------------------------------- report

SURVIVOR = Mutant("less", "oracle/some.py", "x", "y", "One is too many.", (), "It never happens.")
KILLED = Result(FAULT, "CONF-X", "expected 1, found 2", SHOWN)
TABLE = """\
mutant  file            killed by scenario  killed by property
more    oracle/some.py  CONF-X              card-conservation (4)
less    oracle/some.py  -                   -

1 of 2 killed (50.0 %): 1 by scenarios, 1 by properties. In parentheses: the decisions of the game.

survivors: 1
  less: One is too many.
    It never happens.

what violates each property, and the shortest game that shows it:

card-conservation: 1 mutant
  more
  more (confrontations, from scenario CONF-X):
    P1: play Punch x3
    P1: end turn
    => a card is nowhere

turn-ends: no mutants

fewer than 95% of the mutants are killed
no mutant violates turn-ends
"""


def test_table_for_people() -> None:
    assert as_text([KILLED, Result(SURVIVOR)], ["card-conservation", "turn-ends"]) == TABLE


def test_table_for_programs() -> None:
    table = as_json([KILLED, Result(SURVIVOR)], ["card-conservation"])
    assert table["killed"] == 1
    assert [mutant["id"] for mutant in table["mutants"]] == ["more", "less"]
    assert table["mutants"][0]["game"]["decisions"] == 4
    assert table["properties"] == {"card-conservation": ["more"]}
    assert json.loads(json.dumps(table))["problems"]


def test_wrong_reason_to_survive_is_a_problem() -> None:
    results = [Result(SURVIVOR, "CONF-X", "expected 1, found 2")]
    assert problems(results, []) == ["less is killed, and its reason to survive is wrong"]


# ------------------------------------------------------------------------------ tool


@pytest.fixture
def trials(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids that were tried; every mutant is killed, the engine without a fault is not."""
    tried: list[str] = []

    def run_trial(mutant: Mutant, seconds: float) -> Result:
        assert seconds > 0
        tried.append(mutant.id)
        if mutant is tool.NO_FAULT:
            return Result(mutant)
        return Result(mutant, "CONF-X", "", Shown(tuple(NAMES), "all", "", "", 1, ("P1: end",)))

    monkeypatch.setattr(tool, "run_trial", run_trial)
    monkeypatch.setattr(tool, "load_mutants", lambda: MUTANTS[:3])
    return tried


def test_tool_tries_the_engine_first_then_every_mutant(
    trials: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert tool.main(["--format", "json"]) == 0
    assert trials == ["none", *(mutant.id for mutant in MUTANTS[:3])]
    assert json.loads(capsys.readouterr().out)["killed"] == 3


def test_tool_tries_only_what_is_asked_for(
    trials: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert tool.main(["--only", MUTANTS[1].id]) == 0
    assert trials == [MUTANTS[1].id]
    assert "1 of 1 killed" in capsys.readouterr().out


def test_engine_that_does_not_pass_makes_no_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tool, "load_mutants", lambda: MUTANTS[:1])
    monkeypatch.setattr(tool, "run_trial", lambda mutant, _: Result(mutant, "CONF-X", "wrong"))
    assert tool.main([]) == 2
    assert "the engine without a fault: does not pass: wrong" in capsys.readouterr().err


def test_unknown_mutant_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["--only", "yodel"]) == 2
    assert "yodel: there is no such mutant" in capsys.readouterr().err


def test_trial_that_takes_too_long_is_stopped() -> None:
    result = tool.run_trial(tool.NO_FAULT, seconds=0.01)
    assert result.properties == (ENDLESS,)
    assert not result.error


def test_trial_that_cannot_begin_is_an_error() -> None:
    result = tool.run_trial(Mutant("yodel", "", "", "", ""))
    assert result.error.startswith("the trial broke off: ")
