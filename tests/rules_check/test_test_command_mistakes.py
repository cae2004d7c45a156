"""`rules-check test` on files that are wrong: a place, what is wrong, what to do; the rest runs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rules_check.output import FORMATS
from tests.rules_check.scenario_files import CARDS, HEAD, KEEPER, Folder


@pytest.fixture
def test(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch) -> Folder:
    monkeypatch.chdir(tmp_path)
    return Folder(tmp_path, capsys)


GOOD = """
[[scenario]]
id = "keeper"
given.phase = "play"
given.P1.hand = ["Lighthouse Keeper", "Punch"]
when = ["P1: play Lighthouse Keeper"]
then = ["P1 power: 1"]
"""
ONE = '\n[[scenario]]\nid = "one"\n'
THEN = 'then = ["P1 power: 0"]\n'

MISTAKES = [
    (ONE + THEN + "wehn = []\n", "13:1", "RC704", "`wehn` is not known here; did you mean 'when'?"),
    (ONE + THEN + "xyz = []\n", "13:1", "RC704", "`xyz` is not known here; known are cards, "),
    (ONE, "10:1", "RC704", "`then` is missing"),
    (ONE + "then = []\n", "12:1", "RC704", "`then`: expects nothing"),
    (ONE + "then = [1]\n", "12:1", "RC704", "expected a list of texts, found 1 in it"),
    ("\n[[scenario]]\n" + THEN, "10:1", "RC704", "scenario 2: `id` is missing"),
    (
        ONE.replace("one", "keeper") + THEN,
        "11:1",
        "RC704",
        "scenario 1 of this file has it already",
    ),
    (ONE + 'then = ["P1 powr: 0"]\n', "12:10", "RC704", "did you mean 'P1 power'?"),
    (ONE + 'then = ["a riddle"]\n', "12:10", "RC704", "docs/scenario-files.md lists the forms"),
    (ONE + THEN + 'when = ["sing"]\n', "13:10", "RC704", "expected `P1: ...`"),
    (ONE + THEN + 'when = ["then sing"]\n', "13:10", "RC704", "this is no check"),
    (ONE + THEN + 'game = "chess"\n', "13:9", "RC704", "expected one of confrontations"),
    (ONE + THEN + 'rules = ["CONF-XX01"]\n', "13:11", "RC704", "the book has no rule CONF-XX01"),
    (ONE + THEN + "draft = 1\n", "13:1", "RC704", "`draft`: expected true or false, found 1"),
    (ONE + THEN + "given = 3\n", "13:1", "RC704", "`given`: expected a table, found 3"),
    (ONE + THEN + "given.P1.hnd = []\n", "13:1", "RC704", "did you mean 'hand'?"),
    (ONE + THEN + 'cards = ["none.txt"]\n', "13:11", "RC707", "not run: none.txt cannot be read"),
    (ONE + THEN + 'given.P1.hand = ["Pnuch x2"]\n', "13:19", "RC705", "did you mean 'Punch'?"),
    (ONE + THEN + 'given.P1.hand = ["Lighthouse Keeper x3"]\n', "13:19", "RC705", "no more cards"),
    (ONE + THEN + 'given.line_up = ["xyzzy"]\n', "13:19", "RC705", "no such card in this game"),
    (ONE + THEN + "given.stacks = { Rope = 1 }\n", "13:18", "RC705", "there are Enhanced Strength"),
    (ONE + THEN + 'given.active = "P7"\n', "13:17", "RC705", "no player 'P7'; there are P1, P2"),
    (ONE + THEN + 'given.phase = "night"\n', "13:1", "RC705", 'expected "start" or "play"'),
    (ONE + THEN + 'players = ["Nobody"]\n', "13:1", "RC705", "is for 4 players, not 1"),
    (ONE + THEN + 'variant = "odd"\n', "10:1", "RC705", "odd"),
    (
        ONE + THEN + 'given.cards = """\nGong\nHero, cost 1, 1 VP\nDraw a crad.\n"""\n',
        "16:1",
        "RC705",
        "not understood: Draw a crad.",
    ),
]


@pytest.mark.parametrize(("body", "place", "code", "said"), MISTAKES, ids=range(len(MISTAKES)))
def test_a_mistake_has_a_place_and_the_others_run(test, body, place, code, said):
    test.write("mine.toml", HEAD + GOOD + body)
    out = test("mine.toml", status=2 if "cannot be read" in said else 1)
    assert f"mine.toml:{place}  error {code}  " in out
    assert said in out
    assert "      = help: " in out
    assert ": 1 passed, 1 not run" in out


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("cards = [", "1:", "not valid TOML"),
        ('[[scenario]]\nid = "a\n', "2:", "not valid TOML"),
        ('[[scenario]]\nid = "a"\nid = "b"\n', "3:", "Cannot overwrite a value"),
        ("a = " + "[" * 3000, "1:", "not valid TOML: too many brackets"),
    ],
)
def test_what_is_no_toml_cannot_be_read(test, text, place, said):
    test.write("good.toml", HEAD + KEEPER)
    test.write("mine.toml", text)
    out = test("mine.toml", "good.toml", status=2)
    assert f"mine.toml:{place}" in out
    assert "error RC703" in out
    assert said in out
    assert out.endswith("1 scenario in 2 files: 1 passed, 1 file cannot be read\n")


def test_a_file_with_mistakes_outside_of_its_scenarios(test):
    out = test.says(KEEPER, head=HEAD + 'gmae = "x"\n')
    assert "mine.toml:2:1  error RC704  `gmae` is not known here; did you mean 'game'?" in out
    assert out.endswith("1 scenario in 1 file: 1 passed\n")
    assert "RC704  `scenario`: expected a list" in test.says("scenario = 3\n", head="")
    assert "expected [[scenario]] tables" in test.says("scenario = [3]\n", head="")
    out = test.says(KEEPER + KEEPER.replace("keeper", "two"), head='cards = "cards.txt"\n')
    assert out.count("`cards`: expected a list of texts") == 1


def test_a_file_without_scenarios_is_an_error(test):
    out = test.says("")
    assert "mine.toml:1:1  error RC706  the file has no scenarios" in out
    assert out.endswith("0 scenarios in 1 file\n")


def test_files_that_cannot_be_read(test):
    (test.path / "utf16.toml").write_bytes("a = 1".encode("utf-16"))
    (test.path / "binary.toml").write_bytes(b"a\0b")
    (test.path / "empty").mkdir()
    test.write("good.toml", HEAD + KEEPER)
    out = test("none.toml", "utf16.toml", "binary.toml", "good.toml", status=2)
    assert [line.split("  ")[1] for line in out.split("\n") if line[:1].isalpha()][:3] == [
        "error RC001",
        "error RC002",
        "error RC003",
    ]
    assert out.endswith("1 scenario in 4 files: 1 passed, 3 files cannot be read\n")
    assert test("empty", status=2) == ""
    assert "empty: there are no scenario files (*.toml) in this folder" in test.err


def test_a_byte_order_mark_and_line_ends_of_other_systems(test):
    text = (HEAD + KEEPER.replace("power: 1", "power: 9")).replace("\n", "\r\n")
    (test.path / "mine.toml").write_bytes(b"\xef\xbb\xbf" + text.encode())
    out = test("mine.toml", status=1)
    assert "mine.toml:10:10  error RC701" in out
    assert "\r" not in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name a scenario file"),
        (["--card", "x", "a.toml"], "--card goes with --init"),
        (["-o", "x", "a.toml"], "--output goes with --init"),
        (["--init", "cards.txt", "a.toml"], "leave the other files out"),
    ],
)
def test_wrong_usage_is_told_in_a_line(test, words, said):
    assert test(*words, status=2) == ""
    assert said in test.err
    assert test.err.count("\n") == 1


# -------------------------------------------------------------------- cards with errors

SPOILT = CARDS.replace("+1 Power and draw a card.", "+1 Power and draw a crad.")
OTHER = """
[[scenario]]
id = "other"
given.phase = "play"
given.P1.hand = ["Night Tide", "Punch"]
when = ["P1: play Night Tide"]
then = ["P1 power: 3"]
"""


def test_a_card_with_an_error_is_told_and_the_others_are_played(test):
    test.write("cards.txt", SPOILT)
    out = test.says(KEEPER + OTHER)
    assert out.startswith("cards.txt:6:21  error RC101  Lighthouse Keeper: text not understood")
    said = "keeper: not run: Lighthouse Keeper has errors (cards.txt, line 4)"
    assert f"mine.toml:3:1  error RC707  {said}" in out
    assert out.endswith("2 scenarios in 1 file: 1 passed, 1 not run\n")


def test_a_card_that_cannot_be_played_is_told_and_the_others_are_played(test):
    ban = "You cannot draw cards until you control a Location."
    test.write("cards.txt", CARDS.replace("+1 Power and draw a card.", ban))
    out = test.says(KEEPER + OTHER)
    said = "keeper: not run: Lighthouse Keeper (cards.txt, line 4): "
    assert f'error RC707  {said}"' in out
    assert "is understood, but it cannot be carried out: only the start or the end" in out
    assert out.endswith("2 scenarios in 1 file: 1 passed, 1 not run\n")


def test_a_card_with_an_open_question_keeps_only_its_own_scenarios_from_being_run(test):
    doubtful = "Draw a card or discard a card and gain a Weakness."
    test.write("cards.txt", CARDS.replace("+1 Power and draw a card.", doubtful))
    out = test.says(KEEPER + OTHER)
    said = "keeper: not run: Lighthouse Keeper (cards.txt, line 4): it has an open question,"
    assert f"error RC707  {said} reading: " in out
    assert out.endswith("2 scenarios in 1 file: 1 passed, 1 not run\n")


def test_an_error_that_is_allowed_keeps_the_card_out_all_the_same(test):
    test.write(
        "cards.txt",
        SPOILT.replace("\n\nNight", "\n# rules-check: allow RC101 because it is a draft\n\nNight"),
    )
    out = test.says(KEEPER + OTHER)
    assert "RC101" not in out
    assert "keeper: not run: Lighthouse Keeper has errors" in out
    assert out.endswith("1 passed, 1 not run\n")


@pytest.mark.parametrize(
    "card",
    [
        "Superman\nCharacter, level 1, cost 9, 5 VP\nDance.\n",
        "Superboy\nHero, cost 3, 1 VP\nDance.\n",
        "Punch\nStarter, cost 0, 0 VP\nDance.\n",
    ],
)
def test_a_card_of_the_game_is_not_tried_in_place_of_one_with_errors(test, card):
    test.write("cards.txt", CARDS + "\n" + card)
    out = test.says(OTHER)
    assert f"other: not run: {card.splitlines()[0]} has errors (cards.txt, line 13)" in out


def test_an_error_in_the_header_stops_all_scenarios_of_the_file(test):
    test.write("cards.txt", CARDS.replace("ruleset: confrontations", "ruleset: chess"))
    out = test.says(KEEPER + OTHER)
    assert "cards.txt:2:10  error RC007" in out
    assert out.count("cards.txt has an error outside of its cards (line 2)") == 2
    assert "mine.toml:1:11  error RC707" in out
    assert out.endswith("2 scenarios in 1 file: 2 not run\n")


def test_names_of_card_files_that_cannot_be(test):
    out = test.says(KEEPER, head='cards = ["a\\u0000b", "", "."]\n', status=2)
    assert "error RC001" in out
    assert "error RC707" in out


def test_a_weakness_that_the_game_does_not_have(test):
    test.write("cards.txt", CARDS + "\nDoubt\nWeakness, cost 0, -1 VP\n")
    out = test.says(KEEPER)
    assert "RC705  keeper: cards.txt: Doubt: the game has no such Weakness" in out


def test_cards_of_a_game_that_is_not_played(test, unplayed):
    test.write("cards.txt", CARDS.replace("confrontations", unplayed).split("Night")[0])
    out = test.says(KEEPER)
    assert f"cards.txt is for {unplayed}, which is not played; played are confrontations" in out


@pytest.mark.parametrize("format_", FORMATS)
def test_errors_of_cards_are_in_every_format(test, format_):
    test.write("cards.txt", SPOILT)
    out = test.says(KEEPER + OTHER, "--format", format_)
    assert "RC101" in out
    assert "RC707" in out


def test_a_defect_of_the_engine_leaves_the_other_scenarios_be(test, monkeypatch):
    from rules_check.oracle.scenarios import runner

    right = runner.run

    def sometimes(scenario):
        if scenario.id == "keeper":
            raise ZeroDivisionError("no")
        return right(scenario)

    monkeypatch.setattr("rules_check.testing.runs.run", sometimes)
    out = test.says(KEEPER + OTHER)
    said = "keeper: not run: the engine ended with ZeroDivisionError: no"
    assert f"mine.toml:3:1  error RC901  {said}" in out
    assert out.endswith("1 passed, 1 not run\n")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs a file without rights")
def test_a_file_without_rights(test):
    test.write("mine.toml", HEAD + KEEPER)
    (test.path / "mine.toml").chmod(0)
    assert "RC001" in test("mine.toml", status=2)
