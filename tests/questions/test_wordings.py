"""Each reading is told as a wording that has this reading only, and that means it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules_check.checks.raised import Raised, raised
from rules_check.checks.subject import Subject
from rules_check.grammar.cache import Cache
from rules_check.grammar.parse import Parser
from rules_check.grammar.questions import ask, open_questions, settle
from rules_check.grammar.wording import wording
from tests.questions.cards import PRINTED, ROOT, checked, result, subjects

PARSER = Parser(Cache())
SOURCES = ("traps", "examples", *PRINTED)


def _subjects(source: str) -> Iterator[Subject]:
    if source == "traps":
        yield from checked("traps")
    elif source == "examples":
        yield from (one.subject for one in result(ROOT / "examples/open-questions.txt").cards)
    else:
        yield from subjects(source)


def suggested(source: str) -> list[tuple[Subject, Raised]]:
    """The questions whose readings are suggested as wordings."""
    return [
        (subject, one)
        for subject in _subjects(source)
        for one in raised(subject)
        if not one.question.switch and one.rank != "lesser"
    ]


def read_again(subject: Subject, lines: list[str]) -> Subject:
    """The same card with other printed lines."""
    parsed = PARSER.parse(lines, subject.names)
    assert parsed.understood, (lines, parsed.troubles)
    shown = [replace(subject.card.printed[0], text=line) for line in lines]
    card = replace(subject.card, printed=tuple(shown))
    asked = ask(parsed.text, subject.nature)
    return replace(subject, card=card, parsed=parsed, text=asked)


@pytest.mark.parametrize("source", SOURCES)
def test_a_wording_says_its_reading_and_nothing_else(source: str) -> None:
    for subject, one in suggested(source):
        for text in one.texts:
            lines = wording(text)
            again = read_again(subject, lines)
            assert one.id not in {other.id for other in raised(again)}, lines
            others = {q.id: q.keys[0] for q in open_questions(text)}
            assert settle(again.parsed.text, others) == settle(text, others), lines


def test_there_are_many() -> None:
    found = [one for source in SOURCES for _, one in suggested(source)]
    assert sum(len(one.texts) for one in found) > 80
    assert len({one.id for one in found}) > 15


def test_a_wording_of_the_other_reading_would_be_noticed() -> None:
    subject, one = next(pair for pair in suggested("traps") if pair[1].id == "rounding")
    first, second = (read_again(subject, wording(text)).parsed.text for text in one.texts)
    assert first == one.texts[0] != second
