"""`rules-check test --init`: a first scenario for a card, which passes and has to be confirmed."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from rules_check.grammar.cardfile import read_card_file
from rules_check.grammar.cardmodel import CardType
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.scenarios.drafts import draft
from rules_check.oracle.scenarios.files import read_own_scenarios
from rules_check.oracle.scenarios.runner import run
from rules_check.testing.cards import CardShelf
from tests.effort import tries
from tests.rules_check.scenario_files import CARDS, Folder

ROOT = Path(__file__).parents[2]


@pytest.fixture
def test(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch) -> Folder:
    monkeypatch.chdir(tmp_path)
    return Folder(tmp_path, capsys)


def test_the_first_card_is_played_and_what_happens_is_written(test):
    text = test("--init", "cards.txt")
    assert "#   +1 Power and draw a card.\n" in text
    assert "draft = true  # nobody has confirmed what is expected here\n" in text
    data = tomllib.loads(text)
    assert data["cards"] == ["cards.txt"]
    (scenario,) = data["scenario"]
    assert scenario["given"]["P1"]["hand"][0] == "Lighthouse Keeper"
    assert scenario["when"] == ["P1: play Lighthouse Keeper"]
    assert scenario["then"] == [
        "P1 hand: Punch x3",
        "P1 deck: Punch x4",
        "P1 in play: Lighthouse Keeper",
        "P1 power: 1",
    ]


def test_the_written_file_passes_and_asks_to_be_confirmed(test):
    out = test("--init", "cards.txt", "--card", "tide", "-o", "new.toml")
    assert out.startswith("new.toml is written; read each line of `then`")
    out = test("new.toml")
    assert out.count("warning RC708") == 2
    assert out.endswith("2 scenarios in 1 file: 2 passed, 2 to be confirmed\n")
    confirmed = [line for line in test.read("new.toml").split("\n") if "draft = " not in line]
    test.write("new.toml", "\n".join(confirmed))
    assert test("new.toml") == "2 scenarios in 1 file: 2 passed\n"


def test_a_text_about_confrontations_has_a_second_scenario(test):
    data = tomllib.loads(test("--init", "cards.txt", "--card", "Night Tide"))
    alone, confronting = data["scenario"]
    assert "confront" not in alone["given"]
    assert confronting["given"]["confront"] == "P2"
    assert "P1 hand: Punch x4" in confronting["then"]


def test_a_choice_is_answered_and_the_other_answers_are_named(test):
    test.write(
        "cards.txt",
        "set: Choices\nruleset: confrontations\n\nBell\nHero, cost 3, 1 VP\n"
        "You may destroy a card in your hand. If you do, draw a card.\n",
    )
    text = test("--init", "cards.txt")
    assert '    "P1: play Bell",\n' in text
    assert "  # or: P1: " in text
    assert "destroyed: Punch" in text
    test.write("new.toml", text)
    test("new.toml")


def test_a_file_is_never_overwritten(test):
    test.write("new.toml", "mine")
    assert test("--init", "cards.txt", "-o", "new.toml", status=2) == ""
    assert test.err == "rules-check: new.toml is there already; it is not overwritten\n"
    assert test.read("new.toml") == "mine"
    test("--init", "cards.txt", "-o", "no/folder/new.toml", status=2)
    assert "no/folder/new.toml cannot be written" in test.err


def test_the_card_file_is_named_from_where_the_scenarios_are(test):
    test.write("scenarios/x", "")
    test("--init", "cards.txt", "-o", str(Path("scenarios", "new.toml")))
    assert 'cards = ["../cards.txt"]' in test.read("scenarios/new.toml")
    test("scenarios/new.toml")


def test_names_with_odd_characters(test):
    name = 'The "Old" Pier, Part 2'
    test.write("cards.txt", CARDS.replace("Lighthouse Keeper", name))
    text = test("--init", "cards.txt")
    assert 'id = "the-old-pier-part-2"' in text
    test.write("new.toml", text)
    assert "1 passed" in test("new.toml")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--card", "Lighthose Keeper"],
            'no card of cards.txt "Lighthose Keeper" (did you mean "L',
        ),
        (["--card", "Harbour Master"], "Harbour Master is a Character, and is not played"),
    ],
)
def test_a_card_that_there_is_not_or_that_is_not_played(test, words, said):
    master = "\nHarbour Master\nCharacter, level 1, cost 9, 5 VP\nDraw a card.\n"
    test.write("cards.txt", CARDS + master)
    assert test("--init", "cards.txt", *words, status=2) == ""
    assert said in test.err


def test_a_file_without_a_card_to_play(test):
    test.write(
        "cards.txt", CARDS.split("Lighthouse")[0] + "Superman\nCharacter, level 1\nDraw a card.\n"
    )
    assert test("--init", "cards.txt", status=2) == ""
    assert "there is no card that is played from the hand" in test.err
    out = test("--init", "none.txt", status=2)
    assert "none.txt:1:1  error RC001" in out


def test_a_card_with_errors_is_told_as_a_check_tells_it(test):
    test.write("cards.txt", CARDS.replace("draw a card.", "draw a crad."))
    out = test("--init", "cards.txt", "--card", "keeper", status=1)
    assert "cards.txt:6:21  error RC101  Lighthouse Keeper" in out
    assert 'when = [\n    "P1: play Night Tide",\n]' in test("--init", "cards.txt")


def test_an_error_that_is_allowed_is_none_that_can_be_played(test):
    allowed = "draw a crad.\n# rules-check: allow RC101 because it is a draft"
    test.write("cards.txt", CARDS.replace("draw a card.", allowed))
    assert test("--init", "cards.txt", "--card", "keeper", status=2) == ""
    assert "Lighthouse Keeper: its text is not understood" in test.err


def test_cards_of_a_game_that_is_not_played(test, unplayed):
    test.write("cards.txt", CARDS.replace("confrontations", unplayed).split("Night")[0])
    test("--init", "cards.txt", status=2)
    assert f"{unplayed} is not played yet" in test.err


@pytest.mark.parametrize("game", PLAY_SETS[:: tries(2, 1)])
def test_every_card_of_the_project_gets_a_scenario_that_passes(game):
    made = 0
    for path in sorted((ROOT / "cards").glob(f"{game}*.txt")):
        shelf = CardShelf()
        own = shelf.at(str(path))
        for card in read_card_file(path).cards[:: tries(9, 1)]:
            if card.line is None or card.line.type is CardType.CHARACTER:
                continue
            text = draft(own, card.name, [line.text for line in card.printed], path.name)
            read = read_own_scenarios(text, "new.toml", shelf.beside(str(path)))
            assert read.errors == ()
            for scenario in read.scenarios:
                assert scenario.draft
                outcome = run(scenario)
                assert outcome.passed, [*map(str, outcome.failures), text]
                made += 1
    assert made >= tries(3, 20)
