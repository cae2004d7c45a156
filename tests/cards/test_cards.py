"""The card sets: every card is understood, and how each was read is on record.

`golden/NAME.txt` has each card of a set with its printed text and its echo, one above the
other, to be compared by eye; `golden/NAME.report.txt` is what `rules-check` says about the file.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rules_check import cli
from rules_check.checker import CardResult, Checker, FileResult
from rules_check.checks.subject import names_of
from rules_check.codes import Severity
from rules_check.echo import echo_card
from rules_check.grammar.cardfile import read_card_file
from rules_check.grammar.cardmodel import CardType
from rules_check.grammar.cardwriter import card_line_text
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.grammar.questions import settle
from rules_check.grammar.wording import wording

if TYPE_CHECKING:
    from tests.conftest import Golden

ROOT = Path(__file__).parents[2]
SETS = sorted((ROOT / "cards").glob("*.txt"))
GOLDEN = Path(__file__).parent / "golden"
each_set = pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
pytestmark = pytest.mark.xdist_group("sets")  # one worker: each is checked once


@cache
def checked(path: Path) -> FileResult:
    return Checker().check_path(str(path))


def card_named(path: Path, name: str) -> CardResult:
    (found,) = [result for result in checked(path).cards if result.card.name == name]
    return found


def printed(result: CardResult) -> tuple[str, ...]:
    return tuple(line.text for line in result.card.printed)


def entry(result: CardResult) -> str:
    """One card: name, card line, printed text, echo."""
    line = result.card.line
    assert line is not None
    lines = [result.card.name, card_line_text(line)]
    lines += [f"  printed: {text}" for text in printed(result)]
    lines += [f"  read as: {said.strip()}" for said in echo_card(result)[1:]]
    return "\n".join(lines)


def test_there_is_a_set_for_each_game() -> None:
    """And cards for play, in a file of their own, for the games that can be played."""
    rulesets = [read_card_file(path).ruleset for path in SETS]
    assert rulesets == [path.stem.removesuffix("-play") for path in SETS]
    assert len([path for path in SETS if not path.stem.endswith("-play")]) == 4


@each_set
def test_every_card_is_understood(path: Path) -> None:
    result = checked(path)
    assert [card.card.name for card in result.cards if not card.understood] == []
    assert [d.headline for d in result.diagnostics if d.severity is Severity.ERROR] == []


@each_set
def test_how_each_card_is_read(path: Path, golden: Golden) -> None:
    entries = "\n\n".join(entry(result) for result in checked(path).cards)
    golden(GOLDEN / path.name, f"{entries}\n")


@each_set
@pytest.mark.usefixtures("one_cache")
def test_what_is_found(
    path: Path,
    golden: Golden,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    status = cli.main(["check", "--no-color", "--no-proofs", f"cards/{path.name}"])
    golden(GOLDEN / f"{path.stem}.report.txt", capsys.readouterr().out)
    assert status == 0


@each_set
def test_the_echo_is_read_as_the_same_card(path: Path) -> None:
    """Reading what was echoed gives the meaning that was echoed."""
    result = checked(path)
    for card in result.cards:
        ruleset = card.subject.ruleset
        assert ruleset is not None
        names = names_of(result.file, ruleset)
        rulings = ruleset.language_rulings(card.card.name)
        settled = settle(card.subject.text, {key: said.answer for key, said in rulings.items()})
        again = parse_lines(wording(settled), names)
        assert again.understood, card.card.name
        assert wording(again.text) == wording(settled), card.card.name


def test_verse_means_the_plain_sentence() -> None:
    """Etrigan's Block, in verse, is the sentence that Orion and Klarion have in prose."""
    block = (
        "Block: You may discard this card during a Confrontation. If you do, add 1 to a"
        " Character's cost this turn for each Villain in your discard pile."
    )
    plain = ("+2 Power", block)
    etrigan = card_named(ROOT / "cards" / "confrontations.txt", "Etrigan")
    assert printed(etrigan) != plain
    abilities = parse_lines(plain, vocabulary(["Etrigan"])).text.abilities
    assert len(abilities) == 2
    assert etrigan.subject.parsed.text.abilities == abilities


def test_verse_keeps_its_lines() -> None:
    etrigan = card_named(ROOT / "cards" / "confrontations.txt", "Etrigan")
    assert [len(line.pieces) for line in etrigan.card.printed] == [1, 3]


# ------------------------------------------------------------- boxes of the rulebook

# Texts that the Confrontations book quotes in a sentence, outside a box.
QUOTED = {"Punch", "Vulnerability", "Zatanna Zatara"}


def boxes_named(text: str) -> list[int]:
    """The numbers of the boxes that names and comments of the card file speak of."""
    found: list[int] = []
    for line in text.splitlines():
        if line.startswith("#"):
            for first, last in re.findall(r"\b[Bb]ox(?:es)? (\d+)(?: to (\d+))?", line):
                found.extend(range(int(first), int(last or first) + 1))
        elif match := re.fullmatch(r"Unnamed (\d+)", line):
            found.append(int(match[1]))
    return found


def test_all_boxes_of_the_confrontations_book_are_there() -> None:
    """34 boxes in the order of the book, two of them printed twice: 32 different texts."""
    path = ROOT / "cards" / "confrontations.txt"
    assert set(boxes_named(path.read_text(encoding="utf-8"))) == set(range(1, 35))
    boxes = [
        (result.card.line.type if printed(result) else None, printed(result))
        for result in checked(path).cards
        if result.card.line
        and result.card.line.source == "rulebook"
        and result.card.name not in QUOTED
    ]
    assert len(boxes) == 32
    assert len({text for _, text in boxes}) == 32
    assert CardType.CHARACTER in {kind for kind, _ in boxes}


def test_cards_say_where_they_come_from() -> None:
    sources = {
        result.card.line.source if result.card.line else None
        for path in SETS
        for result in checked(path).cards
    }
    assert sources == {"rulebook", "original"}
