"""What a rules editor meets at the desk: questions and where they stand, allowances, `fmt -`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from rules_check import cli
from rules_check.checker import Checker
from rules_check.diagnostics import Diagnostic
from rules_check.rules.patterns import questions

ROOT = Path(__file__).parents[2]
HEADER = "set: Night Watch\nruleset: confrontations\n\n"


def found(*lines: str, comment: str = "") -> list[Diagnostic]:
    """What a check finds on a card with these lines."""
    text = HEADER + f"{comment}Lamplighter\nHero, cost 3, 1 VP, x2\n" + "\n".join(lines) + "\n"
    return list(Checker().check_text(text, "cards.txt").diagnostics)


def of_code(found: list[Diagnostic], *codes: str) -> list[Diagnostic]:
    return [one for one in found if one.code in codes]


# ------------------------------------------------------------------------- questions


@pytest.mark.parametrize(
    "second",
    [
        "Attack: Each foe gains a Weakness. Gain a card from the Line-Up.",
        "Attack: Each foe discards a card. Draw a card.",  # the same words once more
    ],
)
def test_two_questions_of_one_kind_are_both_shown(second: str) -> None:
    (asked,) = of_code(found("Attack: Each foe discards a card. Draw a card.", second), "RC303")
    assert [asked.place.line, *(place.line for place in asked.related)] == [6, 7]
    assert asked.related[0].text in ("Gain a card from the Line-Up", "Draw a card")


def test_places_that_only_a_shape_tells_are_both_shown() -> None:
    lines = ("+1 Power for each Hero in your discard pile.",) * 2
    (asked,) = of_code(found(*lines), "RC303")
    assert [asked.place.line, *(place.line for place in asked.related)] == [6, 7]


def test_one_question_has_one_place() -> None:
    (asked,) = of_code(found("Attack: Each foe discards a card. Draw a card."), "RC303")
    assert asked.related == ()


def test_the_headline_says_what_is_open() -> None:
    (asked,) = of_code(found("Attack: Each foe discards a card. Draw a card."), "RC303")
    assert asked.message.endswith(": part of the Attack, or not?")


def test_the_help_names_every_reading() -> None:
    line = "You may destroy a card in your hand, your discard pile and/or the Line-Up."
    for asked in of_code(found(line, "+1 Power for each Hero you control."), "RC301", "RC302"):
        letters = [note[8] for note in asked.notes if note.startswith("read as ")]
        assert len(letters) > 1
        assert all(letter in asked.help.split(" can ")[0] for letter in letters)


def test_every_answer_is_told_in_words() -> None:
    for question in questions().values():
        assert len(question.answers) > 1, question.id
        assert all(question.answers.values()), question.id


@pytest.mark.parametrize(
    "line",
    [
        "+3 Power, or draw a card and discard a card.",
        "Draw a card and discard a card, or +3 Power.",
    ],
)
def test_a_comma_before_or_does_not_silence_the_question(line: str) -> None:
    (asked,) = of_code(found(line), "RC301")
    assert any("OR" in note for note in asked.notes)


def test_an_option_between_commas_is_put_in() -> None:
    assert not of_code(found("Discard a card, or gain a Weakness, then draw a card."), "RC301")


# ------------------------------------------------------------------------ allowances


@pytest.mark.parametrize("code", ["RC033", "RC999", "RC699"])
def test_an_allowance_of_no_code_is_told(code: str) -> None:
    comment = f"# rules-check: allow {code} because I say so\n"
    (told,) = found("Draw a card.", comment=comment)
    assert (told.code, told.place.line) == ("RC025", 4)
    assert code in told.message


def test_an_allowance_of_a_code_is_not() -> None:
    assert not found("Draw 2 cards.", comment="# rules-check: allow RC501 because digits\n")


# ----------------------------------------------------------------------------- SARIF


def sarif(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    cli.main(["check", "--no-proofs", "--format", "sarif", *words])
    run: dict[str, Any] = json.loads(capsys.readouterr().out)["runs"][0]
    return run


def test_sarif_tells_where_help_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cards.txt").write_text(HEADER, encoding="utf-8")
    run = sarif(capsys, "cards.txt")
    page = (ROOT / "docs" / "codes.md").read_text(encoding="utf-8").lower()
    for rule in run["tool"]["driver"]["rules"]:
        address, anchor = rule["helpUri"].split("#")
        assert address == "docs/codes.md"
        assert f"## {anchor}" in page


def test_sarif_tells_the_truth_about_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cards.txt").write_text(HEADER + "A\nHero\nDraw a crad.\n", encoding="utf-8")
    assert sarif(capsys, "cards.txt")["invocations"] == [{"executionSuccessful": True}]
    (part,) = sarif(capsys, "cards.txt", "missing.txt")["invocations"]
    assert part["executionSuccessful"] is False
    assert "missing.txt" in part["toolExecutionNotifications"][0]["message"]["text"]


# ------------------------------------------------------------------------------- fmt


def stdin(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    data = io.BytesIO(text.encode("utf-8"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(data, encoding="utf-8"))


LOOSE = HEADER + "Lamplighter\nhero,1 VP,  cost 3\nDraw a card.   \n"
TIDY = HEADER + "Lamplighter\nHero, cost 3, 1 VP\nDraw a card.\n"


@pytest.mark.parametrize("text", [LOOSE, TIDY])
def test_fmt_of_standard_input(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stdin(monkeypatch, text)
    assert cli.main(["fmt", "-"]) == 0
    assert capsys.readouterr().out == TIDY


def test_fmt_looks_at_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stdin(monkeypatch, LOOSE)
    assert cli.main(["fmt", "--check", "-"]) == 1
    assert capsys.readouterr().out == "would change <stdin>\n"
    stdin(monkeypatch, LOOSE)
    assert cli.main(["fmt", "--diff", "-"]) == 1
    assert "+Hero, cost 3, 1 VP\n" in capsys.readouterr().out
    stdin(monkeypatch, "\0")
    assert cli.main(["fmt", "-"]) == 2
    assert capsys.readouterr().err.startswith("<stdin>: RC003")


def test_our_own_card_files_are_in_order() -> None:
    files = [*sorted((ROOT / "cards").glob("*.txt")), *sorted((ROOT / "examples").glob("*.txt"))]
    tidy = [str(file) for file in files if file.name != "first-draft.txt"]  # wrong on purpose
    assert len(tidy) > 10
    assert cli.main(["fmt", "--check", *tidy]) == 0


# ----------------------------------------------------------------------------- fixes


def test_two_slips_of_one_sentence_are_mended_together() -> None:
    (told,) = found("You may destory a card in your hand or discrad pile.")
    assert told.fix is not None
    assert [edit.replacement for edit in told.fix.edits] == ["destroy", "discard"]
    assert [edit.original for edit in told.fix.edits] == ["destory", "discrad"]
    assert not told.fix.keeps_meaning


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Draw 2 cards.", "fixes: 1 by --fix; --diff shows them"),
        ("Draw a crad.", "fixes: 1 by --fix --unsafe; --diff shows them"),
        ("Draw a card.", ""),
    ],
)
def test_the_last_lines_say_how_to_fix(
    line: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cards.txt"
    file.write_text(f"{HEADER}A\nHero\n{line}\n", encoding="utf-8")
    cli.main(["check", "--no-proofs", str(file)])
    told = [row for row in capsys.readouterr().out.splitlines() if row.startswith("fixes:")]
    assert told == [said] * bool(said)
