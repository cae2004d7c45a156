"""`rules-check explain TEXT|CODE`: every reading of a text, numbered; or the page of a code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rules_check import catalogue
from rules_check.checks.questions import check
from rules_check.codes import CODES
from rules_check.grammar.codec import decode
from rules_check.grammar.wording import wording
from tests.questions.cards import checked, told_of_traps
from tests.rules_check.conftest import Explain
from tests.together import all_of

DEFENSE = (
    "Defense: You may reveal this card from your hand to avoid an Attack. If you do, discard a"
    " card."
)


def numbered(out: str) -> list[list[str]]:
    """The lines of each reading, without number and questions."""
    readings: list[list[str]] = []
    for line in out.splitlines():
        if match := re.match(r"(\d+)\. (.*)", line):
            assert int(match[1]) == len(readings) + 1
            readings.append([match[2]])
        elif line.startswith("   ") and not line.startswith(("   =", "     ")):
            readings[-1].append(line.strip())
    return readings


def ruled(out: str) -> list[bool]:
    """For each line about a question: is it the answer of the book?"""
    return ["(so ruled: " in line for line in out.splitlines() if line.startswith("   = ")]


# ---------------------------------------------------------------------- readings


def test_one_reading(explain: Explain) -> None:
    assert explain("Draw 2 cards") == (0, "1. Draw two cards.\n1 reading\n", "")


def test_words_of_the_command_line_are_one_text(explain: Explain) -> None:
    assert explain("Draw", "a", "card.") == explain("Draw a card.")


@pytest.mark.parametrize("text", ["Draw a card. / +2 Power", "Draw a card.\n+2 Power"])
def test_printed_lines(explain: Explain, text: str) -> None:
    status, out, _ = explain(text)
    assert (status, numbered(out)) == (0, [["Draw a card.", "+2 Power"]])


def test_scope_of_a_sentence_after_an_attack(explain: Explain) -> None:
    text = "Attack: Each foe discards a card. Draw a card."
    status, out, _ = explain("--ruleset", "rivals-shazam-black-adam", text)
    assert status == 0
    assert numbered(out) == [
        ["Attack: Each foe discards a card and you draw a card."],
        ["Attack: Each foe discards a card.", "Draw a card."],
    ]
    assert out.splitlines()[1].startswith("   = part of the Attack, or not? ")
    assert out.splitlines()[-1] == "2 readings (attack-scope)"


def test_a_reading_that_the_book_chooses_for_other_texts_is_marked(explain: Explain) -> None:
    _, out, _ = explain("Attack: Each foe discards a card. Draw a card.")
    assert ruled(out) == [False, False]
    assert "not part of the Attack (by analogy: CONF-RU23)" in out


def test_questions_that_are_no_part_of_the_meaning_are_shown_as_in_a_check(
    explain: Explain,
) -> None:
    status, out, _ = explain(
        "--type", "Villain", "+1 Power / Gain the lowest-cost card in the Line-Up."
    )
    assert status == 0
    assert "1 reading; 1 question (tied-cards)\n\n<text>:2:6  warning RC301  " in out
    assert "= read as B: Gain all cards with the lowest cost from the Line-Up." in out


def test_what_is_settled_is_told_to_those_who_ask(explain: Explain) -> None:
    text = "+2 Power / Attack: Each foe discards a card."
    assert explain(text)[1].splitlines()[-1] == "1 reading"
    _, out, _ = explain("--all", text)
    assert "does avoiding the Attack cancel the other text of the card?" in out
    assert "note RC304" in out


@all_of("name", told_of_traps()["found"])
def test_all_that_a_check_asks_is_asked(explain: Explain, name: str) -> None:
    subject = next(one for one in checked("traps") if one.card.name == name)
    line = subject.card.line
    assert line is not None
    assert line.type is not None
    card = ["--name", name, "--type", line.type.value]
    printed = " / ".join(one.text for one in subject.card.printed)
    _, out, _ = explain("--format", "json", *card, printed)
    told = {one["id"]: one["code"] for one in json.loads(out)["questions"]}
    assert told == {one.question: one.code for one in check(subject)}


def test_and_or_over_places(explain: Explain) -> None:
    status, out, _ = explain("You may destroy up to two cards in your hand and/or discard pile.")
    assert status == 0
    assert numbered(out) == [
        ["You may destroy up to two cards in each of your hand and your discard pile."],
        ["You may destroy up to two cards in your hand or your discard pile."],
    ]
    assert out.splitlines()[-1] == "2 readings (and-or)"


def test_and_or_over_three_places(explain: Explain) -> None:
    text = "You may destroy a card in your hand, your discard pile, and/or the Line-Up."
    _, out, _ = explain(text)
    assert len(numbered(out)) == 2
    assert "so ruled" not in out
    _, out, _ = explain("--name", "Cold Breath", text)
    assert ruled(out) == [True, False]
    assert "(so ruled: CONF-RU02)" in out


def test_what_this_turn_belongs_to(explain: Explain) -> None:
    clause = "You may play each non-Location card discarded this way this turn."
    status, out, _ = explain(f"Discard two cards. {clause}")
    assert status == 0
    first, second = numbered(out)
    assert first[0].endswith(
        "You may play all non-Location cards discarded this way at any time this turn."
    )
    assert second[0].endswith("You may play all non-Location cards discarded this turn this way.")
    assert out.splitlines()[-1] == "2 readings (this-turn)"


def test_readings_of_a_text_that_points_to_nothing(explain: Explain) -> None:
    """The error is told, and both readings all the same."""
    status, out, _ = explain("You may play each non-Location card discarded this way this turn")
    assert status == 1
    assert " error RC202 " in out
    assert "2 readings (this-turn)" in out


def test_a_question_about_the_rules(explain: Explain) -> None:
    _, out, _ = explain("+1 Power for each Hero in your discard pile.")
    assert numbered(out) == [
        ["+1 Power for each Hero in your discard pile when you play this card."],
        ["+1 Power for each Hero in your discard pile at all times this turn."],
    ]


def test_questions_multiply(explain: Explain) -> None:
    text = "Attack: Each foe discards a card. You may destroy a card in your hand and/or your deck."
    _, out, _ = explain("--ruleset", "rivals-shazam-black-adam", text)
    assert len(numbered(out)) == 4
    assert len({tuple(reading) for reading in numbered(out)}) == 4
    assert out.splitlines()[-1] == "4 readings (attack-scope, and-or)"


@pytest.mark.parametrize(
    "text",
    [
        "Attack: Each foe discards a card. Draw a card.",
        "You may destroy up to two cards in your hand and/or discard pile.",
        "Discard two cards. You may play each non-Location card discarded this way this turn.",
        "+1 Power for each Hero in your discard pile.",
        DEFENSE,
    ],
)
def test_each_reading_explained_again_has_no_other(explain: Explain, text: str) -> None:
    """The wording of a reading says that reading and nothing else."""
    for reading in numbered(explain(text)[1]):
        _, out, _ = explain("\n".join(reading))
        assert numbered(out) == [reading]
        assert out.endswith("\n1 reading\n")


@pytest.mark.parametrize(
    "text",
    [
        "If you control a Hero and you control a Villain or you control a Location, draw a card.",
        "Reveal a card from your hand or draw a card and discard it.",
    ],
)
def test_and_beside_or(explain: Explain, text: str) -> None:
    assert len(numbered(explain(text)[1])) == 2


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Attack: Each foe chooses one: Discard a card; or gain a Weakness.", "you discard"),
        ("Attack: Each foe discards a card. If they cannot, they gain a Weakness.", "If you"),
        ("Discard cards until you have three cards in your hand.", "three or more"),
        (
            "Discard a card. Draw a card for each card each foe discarded this way.",
            "card discarded",
        ),
    ],
    ids=["who chooses", "who cannot", "until", "whose cards"],
)
def test_the_echo_does_not_change_who_or_how_many(explain: Explain, text: str, wrong: str) -> None:
    assert wrong not in explain(text)[1]


# -------------------------------------------------------------------- other output


def test_tree(explain: Explain) -> None:
    _, out, _ = explain("--ast", "Draw a card.")
    lines = out.splitlines()
    assert lines[:3] == ["1. Draw a card.", "     CardText", "       abilities:"]
    assert any(line.strip().startswith("effect: Move verb=draw") for line in lines)


def test_tree_of_each_reading(explain: Explain) -> None:
    _, out, _ = explain("--ast", "You may destroy a card in your hand and/or your discard pile.")
    assert out.count("     CardText\n") == 2


def test_json(explain: Explain) -> None:
    status, out, _ = explain(
        "--format", "json", "You may destroy a card in your hand and/or your discard pile."
    )
    document = json.loads(out)
    assert status == 0
    assert document["understood"] is True
    assert document["errors"] == []
    assert [reading["choices"] for reading in document["readings"]] == [
        {"and-or": "each"},
        {"and-or": "total"},
    ]
    for reading in document["readings"]:
        assert wording(decode(reading["ast"])) == reading["wording"]


def test_json_of_a_text_that_is_not_understood(explain: Explain) -> None:
    status, out, _ = explain("--format", "json", "Draw a card sideways.")
    document = json.loads(out)
    assert status == 1
    assert (document["understood"], document["readings"]) == (False, [])
    (error,) = document["errors"]
    assert (error["code"], error["column"]) == ("RC101", 13)


def test_places_count_from_the_first_line_of_the_text(explain: Explain) -> None:
    _, out, _ = explain("--format", "json", "+1 Power / Draw a card sideways.")
    assert json.loads(out)["errors"][0]["line"] == 2


def test_a_text_that_is_not_understood(explain: Explain) -> None:
    status, out, _ = explain("Draw a card sideways.")
    assert status == 1
    assert re.match(r"<text>:1:13  error RC101  .*text not understood from .sideways. on\n", out)
    assert "1 reading" not in out


# -------------------------------------------------------------------------- codes


@all_of("code", CODES)
def test_page_of_every_code(explain: Explain, code: str) -> None:
    assert explain(code) == (0, f"{catalogue.page(code)}\n", "")


@pytest.mark.parametrize("code", ["rc101", " RC101 "])
def test_a_code_in_any_form(explain: Explain, code: str) -> None:
    assert explain(code) == explain("RC101")


@pytest.mark.parametrize(
    ("code", "known"), [("RC199", "there are RC101, RC102"), ("RC999", "there is RC901")]
)
def test_an_unknown_code(explain: Explain, code: str, known: str) -> None:
    status, out, err = explain(code)
    assert (status, out) == (2, "")
    assert err.startswith(f"rules-check: there is no diagnostic code '{code}'; {known}")


# -------------------------------------------------------------------------- misuse


@pytest.mark.parametrize("text", ["", "   ", "\n", " / ", " / / "])
def test_an_empty_text(explain: Explain, text: str) -> None:
    assert explain(text) == (2, "", "rules-check: there is no text to explain\n")


@pytest.mark.parametrize("text", [".", "()", "# Draw a card."])
def test_a_text_without_words(explain: Explain, text: str) -> None:
    assert explain(text)[0] != 0


@pytest.mark.parametrize("words", [[], ["--format", "xml", "Draw a card."]], ids=" ".join)
def test_wrong_usage(explain: Explain, words: list[str]) -> None:
    status, out, err = explain(*words)
    assert (status, out) == (2, "")
    assert "usage: rules-check explain" in err


def test_an_unknown_ruleset(explain: Explain) -> None:
    status, out, err = explain("--ruleset", "confrontation", "Draw a card.")
    assert (status, out) == (2, "")
    assert err.startswith("rules-check: no ruleset 'confrontation'; there are confrontations,")


@pytest.mark.parametrize(
    "words", [["--name", ""], ["--name", "A\n\nB"], ["--type", "Sidekick"]], ids=repr
)
def test_a_name_or_type_that_no_card_can_have(explain: Explain, words: list[str]) -> None:
    status, out, err = explain(*words, "Draw a card.")
    assert (status, out) == (2, "")
    assert "RC901" not in err


@pytest.mark.parametrize(
    "text",
    [
        "(" * 900 + "draw a card" + ")" * 900,
        "word " * 300,
        "Draw \udcff a card.",
        "Draw 🦇 a card.",
        "\u202eDraw a card.",
        "x" * 5000,
    ],
    ids=["parentheses", "words", "surrogate", "emoji", "right-to-left", "long"],
)
def test_hostile_texts(explain: Explain, text: str) -> None:
    status, out, err = explain(text)
    assert status == 1
    assert " error RC" in out
    assert err == ""
    assert len(out) < 20_000


def test_no_file_is_written_where_the_command_runs(
    explain: Explain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    explain("Draw a card.")
    assert list(tmp_path.iterdir()) == []
