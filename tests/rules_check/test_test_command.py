"""`rules-check test`: scenarios on a user's own cards, played and reported."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from referencing import Registry, Resource

from rules_check.output import FORMATS
from tests.rules_check.scenario_files import CARDS, HEAD, KEEPER, TIDE, Folder

ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "rules_check" / "schemas"


@pytest.fixture
def test(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch) -> Folder:
    monkeypatch.chdir(tmp_path)
    return Folder(tmp_path, capsys)


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / name).read_text(encoding="utf-8"))


def validate(document: Any) -> None:
    report = Resource.from_contents(schema("report.schema.json"))
    registry: Registry[Any] = Registry().with_resource("report.schema.json", report)
    content = schema("scenarios.schema.json")
    jsonschema.Draft202012Validator(content, registry=registry).validate(document)


# ------------------------------------------------------------------------- what happens


def test_a_right_expectation_passes(test):
    assert test.says(KEEPER, status=0) == "1 scenario in 1 file: 1 passed\n"


def test_a_wrong_expectation_is_told_with_its_game(test):
    out = test.says(KEEPER + TIDE)
    assert out.endswith("\n\n2 scenarios in 1 file: 1 passed, 1 failed\n")
    assert out.startswith(
        "mine.toml:20:6  error RC701  tide: line 2 of `then` is not as expected\n"
        '   20 │     "P1 power: 2",\n'
        "      │      ^^^^^^^^^^^ expected 2, found 3\n"
        "      = scenario: The Tide gives 2 Power\n"
        "      = the game up to there, with the rules behind it:\n"
        "      =      1. turn P1 Superman 1 (CONF-"
    )
    assert ")\n      =   P1: play Night Tide\n      =      2. play P1 Night Tide (CONF-" in out
    assert "      =      5. power P1 Night Tide: 2 (CONF-" in out
    assert "      =      7. power P1 Superman 1: 1 (CONF-" in out
    assert "keeper" not in out


def test_a_game_is_told_once_for_all_that_is_wrong_at_its_end(test):
    out = test.says(TIDE.replace('"P1 hand: Punch"', '"P1 hand: empty"'))
    assert out.count("error RC701") == 2
    assert out.count("the game up to there") == 1


def test_a_wrong_check_on_the_way_is_told_with_the_game_up_to_there(test):
    body = KEEPER.replace("when = [", 'when = ["then P1 power: 5", ')
    out = test.says(body)
    assert "keeper: step 1 of `when` is not as expected" in out
    assert "play P1 Lighthouse Keeper" not in out


def test_a_step_that_is_not_offered_is_told_with_what_is(test):
    out = test.says(KEEPER.replace('"P1: play Lighthouse Keeper"', '"P1: play Lighthose Keeper"'))
    assert out.startswith(
        "mine.toml:9:10  error RC702  keeper: step 1 of `when` cannot be done; "
        "the scenario ends here\n"
    )
    assert (
        "      = offered are:\n"
        "      =   P1: play Lighthouse Keeper\n"
        "      =   P1: play Punch\n"
        "      =   P1: end turn\n"
    ) in out
    assert "help: did you mean `P1: play Lighthouse Keeper`? write what is offered" in out


def test_a_decision_that_is_open_at_the_end_is_told(test):
    keeper = "+1 Power and draw a card."
    test.write("cards.txt", CARDS.replace(keeper, "You may draw a card."))
    out = test.says(KEEPER.replace('"P1 power: 1", "P1 hand: Punch x2"', '"P1 hand: Punch"'))
    assert "error RC701  keeper: the scenario ends while P1 has to decide (may)\n" in out
    assert "      = offered are:\n      =   P1: yes\n      =   P1: no\n" in out
    assert 'add "choice: P1 may" to `then`' in out


def test_a_refusal_that_does_not_come_is_told(test):
    out = test.says(KEEPER.replace('Keeper"]\nthen', 'Keeper -> refused buy.closed"]\nthen'))
    assert "expected to be refused, but is offered" in out
    assert "did you mean" not in out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("event: discard P1", "^ this did not happen\n"),
        ("no event: draw P1", "^ this happened\n"),
        ("event: draw P1 before play P1", "^ this did not happen, or in another order\n"),
        ("offered: P1: play Kick", "^ this is not offered\n"),
        ("offered: P1: play Kick", "      = offered are:\n      =   P1: play Punch\n"),
        ("not offered: P1: end turn", "^ this is offered\n"),
        ("cites CONF-WK01", "^ nothing happened because of this rule\n"),
        ("cites CONF-WK01", "      = cited are: CONF-"),
        ("not cites CONF-PL01", "^ it is cited\n"),
    ],
)
def test_what_is_found_is_told_in_short_words(test, line, said):
    out = test.says(KEEPER.replace('"P1 power: 1"', f'"{line}"'))
    assert said in out
    assert "happened: " not in out
    assert "2. play P1 Lighthouse Keeper" in out


def test_a_set_up_that_is_not_refused_is_told(test):
    out = test.says(
        '[[scenario]]\nid = "a"\ngiven = "new"\nthen = ["set-up refused: some words"]\n'
    )
    assert "mine.toml:5:10  error RC701  a: the set-up is not as expected" in out


def test_cards_of_the_file_take_the_place_of_those_of_the_game(test):
    test.write(
        "cards.txt",
        "set: Changes\nruleset: confrontations\n\n"
        "Punch\nStarter, cost 0, 0 VP\n+5 Power\n\n"
        "Superboy\nHero, cost 3, 1 VP\n+7 Power\n\n"
        "Superman\nCharacter, level 1, cost 9, 5 VP\nEach time you play a Hero, +1 Power.\n",
    )
    body = (
        '[[scenario]]\nid = "a"\ngiven.phase = "play"\n'
        'given.P1.hand = ["Punch", "Superboy", "Weakness"]\n'
        'when = ["P1: play Punch", "then P1 power: 5", "P1: play Superboy"]\n'
        'then = ["P1 power: 13"]\n'
    )
    test.says(body, status=0)


def test_a_new_character_can_be_played(test):
    levels = "".join(
        f"\nHarbour Master\nCharacter, level {level}, cost {6 + 3 * level}, 5 VP\n"
        "Each time you play a Hero, +1 Power.\n"
        for level in (1, 2, 3)
    )
    test.write("cards.txt", CARDS + levels)
    players = 'players = ["Harbour Master", "Lex Luthor", "Aquaman", "Circe"]\n'
    body = KEEPER.replace("given.phase", f"{players}given.phase").replace("power: 1", "power: 2")
    test.says(body, status=0)
    test.write("cards.txt", CARDS + levels.rpartition("\nHarbour Master")[0])
    out = test.says(body)
    assert (
        "Harbour Master (cards.txt, line 13): a Character has the levels 1 to 3, found 1, 2" in out
    )
    test.write("cards.txt", CARDS)
    out = test.says(body)
    assert "mine.toml:6:1  error RC705  keeper: 'Harbour Master' is not a Character" in out


@pytest.mark.parametrize(
    "character",
    [
        "\nHarbour Master\nCharacter, cost 9, 5 VP\n+1 Power\n",
        "\nHarbour Master\nCharacter, level 2, cost 12, 5 VP\n+1 Power\n",
        "\nHarbour Master\nCharacter, level 1, cost 9, 5 VP\nDraw a crd.\n",
    ],
)
def test_a_character_that_lacks_levels_is_in_the_way_of_nobody_else(test, character):
    test.write("cards.txt", CARDS + character)
    out = test.says(KEEPER, status=1 if "crd" in character else 0)
    assert "1 passed" in out
    assert "not run" not in out


def test_the_game_is_named_by_the_file_or_by_its_cards(test):
    body = '[[scenario]]\nid = "a"\ngiven.phase = "play"\ngiven.P1.hand = ["Punch"]\n'
    body += 'then = ["P1 power: 0"]\n'
    test.says(body, head='game = "rivals-batman-joker"\n', status=0)
    test.says(body + 'game = "rivals-batman-joker"\n', head="", status=0)
    test.says(body, status=0)
    out = test.says(body, head="")
    assert (
        "error RC704  a: `game` is missing; name one of confrontations, heroes-unite, rivals-"
        in out
    )
    out = test.says(body, head=HEAD + 'game = "rivals-batman-joker"\n')
    assert "cards.txt is for confrontations, not for rivals-batman-joker" in out


def test_card_files_are_looked_for_beside_the_scenarios(test):
    test.write("deep/cards.txt", CARDS)
    test.write("deep/mine.toml", HEAD + KEEPER)
    assert "1 passed" in test("deep/mine.toml")
    assert "1 passed" in test(str(test.path / "deep" / "mine.toml"))
    body = KEEPER + 'cards = ["../cards.txt"]\n'
    test.write("deep/mine.toml", body)
    assert "1 passed" in test("deep")


# --------------------------------------------------------------------- which scenarios


def test_a_folder_stands_for_its_scenario_files(test):
    test.write("a/cards.txt", CARDS)
    test.write("a/one.toml", HEAD + KEEPER)
    test.write("a/two.toml", HEAD + TIDE)
    assert test("a", "a/one.toml", status=1).endswith(
        "2 scenarios in 2 files: 1 passed, 1 failed\n"
    )


def test_one_id_may_stand_in_two_files(test):
    test.write("one.toml", HEAD + KEEPER)
    test.write("two.toml", HEAD + KEEPER)
    assert test("one.toml", "two.toml") == "2 scenarios in 2 files: 2 passed\n"


@pytest.mark.parametrize(
    ("patterns", "count"),
    [(["keep"], 1), (["KEEP*"], 1), (["*e*"], 2), (["2 power"], 1), (["keep", "tide"], 2)],
)
def test_only_some_scenarios(test, patterns, count):
    body = KEEPER + TIDE.replace("power: 2", "power: 3")
    words = [word for pattern in patterns for word in ("--only", pattern)]
    assert f"{count} scenario" in test.says(body, *words, status=0)


def test_a_pattern_that_nothing_fits(test):
    assert test.says(KEEPER, "--only", "nothing", "--only", "none", status=2) == ""
    assert test.err == "rules-check: no scenario is called nothing or none\n"


def test_scenarios_are_listed(test):
    assert test.says(KEEPER + TIDE, "--list", status=0) == (
        "mine.toml:3  keeper: The Keeper draws\nmine.toml:12  tide: The Tide gives 2 Power\n"
    )
    assert test.says(KEEPER + TIDE, "--list", "--only", "tide", status=0).startswith("mine.toml:12")
    out = test.says(KEEPER + "wehn = []\n", "--list", "--format", "json")
    assert out.startswith("mine.toml:3  keeper\nmine.toml:11:1  error RC704  keeper: `wehn` is not")


# ------------------------------------------------------------------------- the report


def test_quiet_and_verbose(test):
    body = KEEPER.replace('id = "keeper"', 'id = "keeper"\ndraft = true')
    out = test.says(body, status=0)
    assert "warning RC708  keeper: nobody has confirmed what is expected here" in out
    assert out.endswith("1 scenario in 1 file: 1 passed, 1 to be confirmed\n")
    assert test.says(body, "--quiet", status=0) == out.rpartition("\n\n")[2]
    told = test.says(body, "--verbose", status=0)
    assert (
        "mine.toml:3  passed  keeper: The Keeper draws\n         1. turn P1 Superman 1 (CONF-"
        in told
    )
    assert "      P1: play Lighthouse Keeper\n" in told


def test_drafts_fail_if_that_is_wanted(test):
    body = KEEPER + "draft = true\n"
    test.says(body, "--fail-on", "warning", status=1)
    test.says(KEEPER, "--fail-on", "note", status=0)


def test_json_has_every_scenario_and_its_game(test):
    out = json.loads(test.says(KEEPER + TIDE, "--format", "json"))
    validate(out)
    (file,) = out["files"]
    assert [(one["id"], one["result"]) for one in file["scenarios"]] == [
        ("keeper", "passed"),
        ("tide", "failed"),
    ]
    assert "P1: play Lighthouse Keeper" in file["scenarios"][0]["transcript"]
    assert [d["code"] for d in out["diagnostics"]] == ["RC701"]
    assert out["diagnostics"][0]["place"]["card"] == "tide"
    assert out["summary"]["passed"] == out["summary"]["failed"] == 1


def test_junit_has_a_test_for_each_scenario(test):
    suite = ElementTree.fromstring(test.says(KEEPER + TIDE, "--format", "junit"))[0]
    found = {case.attrib["name"]: case.find("failure") for case in suite}
    assert list(found) == ["(the file)", "keeper", "tide"]
    assert found["keeper"] is None
    assert found["tide"] is not None
    assert found["tide"].attrib["type"] == "RC701"


def test_sarif_and_github_name_the_place(test):
    sarif = json.loads(test.says(TIDE, "--format", "sarif"))
    (result,) = sarif["runs"][0]["results"]
    assert result["ruleId"] == "RC701"
    (location,) = result["locations"]
    assert location["physicalLocation"]["region"]["startLine"] == 11
    assert location["logicalLocations"] == [{"name": "tide", "kind": "scenario"}]
    assert test.says(TIDE, "--format", "github").startswith("::error file=mine.toml,line=11,col=6,")


@pytest.mark.parametrize("format_", FORMATS)
def test_same_input_same_bytes(test, format_):
    first = test.says(KEEPER + TIDE, "--format", format_)
    assert test.says(KEEPER + TIDE, "--format", format_) == first


# ------------------------------------------------------------------------- the process


def test_nothing_heavy_is_loaded(test):
    test.write("mine.toml", HEAD + KEEPER)
    heavy = "{'z3', 'hypothesis', 'networkx', 'pytest'}"
    code = (
        "import sys; from rules_check import cli; status = cli.main(['test', 'mine.toml']);"
        f"sys.exit(status or ' '.join({heavy} & set(sys.modules)) or None)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    code = (
        "import sys; from rules_check import cli; cli.main(['test', '--help']);"
        "sys.exit('rules_check.oracle' in sys.modules or 'lark' in sys.modules)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="pipes of a POSIX system")
@pytest.mark.parametrize("words", [["mine.toml", "--verbose"], ["--init", "cards.txt"]])
def test_a_reader_that_leaves_early_is_no_error(test, words):
    test.write("mine.toml", HEAD + "".join(KEEPER.replace("keeper", f"k{n}") for n in range(200)))
    with subprocess.Popen(
        [sys.executable, "-m", "rules_check", "test", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141
