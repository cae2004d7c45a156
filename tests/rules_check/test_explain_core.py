"""`rules-check explain … --core`: the core of each reading, and who answers its settings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from rules_check.commands.explain_core import ReadingCore, settings_of
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.codec import from_json, schema
from rules_check.grammar.core.printer import printed
from rules_check.grammar.core.reader import read_core
from tests.rules_check.conftest import Explain

AND_OR = "You may destroy a card in your hand and/or your discard pile."
FIVE_QUESTIONS = f"""+1 Power for each card in your hand.
{AND_OR}
Attack: Each foe discards a Hero. Draw a card.
Each player discards the top card of their deck. You may play each non-Location card discarded this way this turn.
Defense: You may reveal this card from your hand to avoid an Attack. If you do, discard a card.
"""  # noqa: E501 (printed lines)
CARDS = """set: A
ruleset: confrontations

Plain Bell
Hero, cost 3, 1 VP, x2, source original
Draw a card.

Open Bell
Hero, cost 3, 1 VP, x2, source original
You may destroy a card in your hand and/or your discard pile.

Bad Bell
Hero, cost 3, 1 VP, x2, source original
Draw it.
"""


@pytest.fixture
def cards(tmp_path: Path) -> str:
    path = tmp_path / "bells.txt"
    path.write_text(CARDS, encoding="utf-8")
    return str(path)


def cores_in(out: str) -> list[str]:
    """What stands below each reading, read back and printed again."""
    found: list[list[str]] = []
    for line in out.splitlines():
        if line[:1].isdigit() and ". " in line:
            found.append([])
        elif line.startswith("     ") and not line.startswith("     ="):
            found[-1].append(line[5:])
    return [printed(read_core("\n".join(lines) + "\n")) for lines in found]


def test_the_core_stands_below_its_reading(explain: Explain) -> None:
    status, out, _ = explain("--core", "Draw two cards.")
    assert status == 0
    assert cores_in(out) == ["text played:\n  move top(2, deck(you)) to hand(you) as draw by you\n"]


def test_without_the_option_nothing_of_it_is_told(explain: Explain) -> None:
    assert "text played" not in explain("Draw two cards.")[1]
    (reading,) = json.loads(explain("--format", "json", "Draw two cards.")[1])["readings"]
    assert reading.keys() == {"choices", "wording", "ast"}


def test_each_reading_has_its_own(explain: Explain) -> None:
    _, out, _ = explain("--core", AND_OR)
    first, second = cores_in(out)
    assert "move c + c2 to destroyed" in first
    assert "from hand(you) + discard(you), 1 by you" in second


def test_a_text_with_more_readings_than_are_shown_says_so(explain: Explain) -> None:
    status, out, _ = explain("--core", FIVE_QUESTIONS)
    assert status == 0
    assert len(cores_in(out)) == 16
    assert "these are the first 16 readings: there are more\n" in out
    told = json.loads(explain("--core", "--format", "json", FIVE_QUESTIONS)[1])
    assert (len(told["readings"]), told["more_readings"]) == (16, True)


@pytest.mark.parametrize(
    ("ruleset", "text", "told"),
    [
        (
            "confrontations",
            "Ongoing: When you play a Hero, +1 Power.",
            "open (question each-time)",
        ),
        ("confrontations", "Cards in the Line-Up cost 1 less this turn.", "later_too (default)"),
        ("heroes-unite", "Attack: Each foe discards a card.", "attack_only (so ruled: HU-RU22)"),
        (
            "confrontations",
            "Attack: Each foe discards a card.",
            "attack_only (so ruled: CONF-RU23)",
        ),
    ],
)
def test_who_answers_what_the_words_do_not_say(
    explain: Explain, ruleset: str, text: str, told: str
) -> None:
    _, out, _ = explain("--core", "--ruleset", ruleset, text)
    lines = [line for line in out.splitlines() if line.startswith("     = @")]
    assert any(line.endswith(f"? {told}") for line in lines), lines


def test_what_the_words_say_is_not_told_and_a_rule_is_cited() -> None:
    def tie(answer: str, by: c.Filled, cites: str = "") -> c.Value:
        setting = c.Setting("tie", answer, by, cites)
        return c.The(c.Group("everyone"), settings=(setting,))

    gives = [
        c.Points("give", who, c.Number(1), "Power")
        for who in (
            tie("all", c.Filled.SAID),
            tie("nobody", c.Filled.RULE, "CONF-RU02"),
            tie("nobody", c.Filled.RULE, "CONF-RU02"),
        )
    ]
    core = c.Core((c.Text("played", (), tuple(gives)),))
    assert [one.by for one in settings_of(core)] == [c.Filled.RULE]
    for rulings, cited in (
        ({"CONF-RU02": True}, "so ruled: CONF-RU02"),
        ({"CONF-RU02": False}, "by analogy: CONF-RU02"),
        ({}, "by the book: CONF-RU02"),
    ):
        *_, last = ReadingCore((), core, rulings=rulings).lines()
        assert last == f"= @tie: what if several are tied? nobody ({cited})"


def test_a_text_without_a_core_names_the_words(explain: Explain) -> None:
    status, out, _ = explain("--core", "+1 Power / Draw it.")
    assert status == 1
    assert '     no core: "it": nothing was named before that it could speak of' in out


def test_for_programs(explain: Explain) -> None:
    status, out, _ = explain("--core", "--format", "json", AND_OR)
    told = json.loads(out)
    assert (status, told["more_readings"]) == (0, False)
    assert len(told["readings"]) == 2
    for reading in told["readings"]:
        Draft202012Validator(schema()).validate(reading["core"])
        assert reading["no_core"] is None
        assert printed(from_json(reading["core"])).startswith("text played:\n  may you:\n")


def test_for_programs_without_a_core(explain: Explain) -> None:
    status, out, _ = explain("--core", "--format", "json", "Draw it.")
    (reading,) = json.loads(out)["readings"]
    assert status == 1
    assert reading["core"] is None
    assert reading["no_core"] == {
        "why": '"it": nothing was named before that it could speak of',
        "line": 1,
        "column": 6,
        "length": 2,
    }


def test_a_card_of_a_file(explain: Explain, cards: str) -> None:
    status, out, _ = explain("--core", cards, "Open Bell")
    assert status == 0
    asked = "one in each place, or that many in all?"
    assert f"\ncore\n  1. {asked} in each place\n    text played:" in out
    assert f"\n  2. {asked} in all\n" in out
    assert "\ncore\n    text played:\n" in explain("--core", cards, "Plain Bell")[1]
    assert "\ncore\n" not in explain(cards, "Plain Bell")[1]


def test_a_card_of_a_file_for_programs(explain: Explain, cards: str) -> None:
    status, out, _ = explain("--core", "--format", "json", cards, "open")
    told = json.loads(out)
    assert (status, told["file"]) == (0, cards)
    (card,) = told["cards"]
    assert (card["name"], card["line"], len(card["readings"])) == ("Open Bell", 8, 2)
    status, out, _ = explain("--core", "--format", "json", cards, "Bad Bell")
    (card,) = json.loads(out)["cards"]
    assert status == 1
    assert [error["code"] for error in card["errors"]] == ["RC202"]


def test_a_card_that_is_not_there(explain: Explain, cards: str) -> None:
    status, out, err = explain("--core", "--format", "json", cards, "Tin Bell")
    assert (status, out) == (2, "")
    assert "Tin Bell" in err
    assert explain("--format", "json", cards, "Open Bell")[0] == 2
