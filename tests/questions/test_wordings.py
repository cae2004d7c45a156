"""Each reading is told as a wording that has this reading only, and that means it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from rules_check.checks.raised import Raised, raised
from rules_check.checks.subject import Subject
from rules_check.grammar import ast as a
from rules_check.grammar.cache import Cache
from rules_check.grammar.parse import Parser
from rules_check.grammar.questions import ask, open_questions, settle
from rules_check.grammar.wording import wording
from rules_check.oracle.box.arranging import Arrangement
from rules_check.oracle.box.playset import PlaySet, card_def
from rules_check.properties.symbolic.apart import tell_apart
from rules_check.prove.work import play_set
from tests.effort import LONG
from tests.questions.cards import HERE, ROOT, result

pytestmark = pytest.mark.xdist_group("wordings of questions")  # one worker reads the files

SAME = ("same", "same up to")
PARSER = Parser(Cache())
FILES = (
    *sorted((ROOT / "cards").glob("*.txt")),
    ROOT / "examples" / "open-questions.txt",
    HERE / "traps.txt",
)
each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)

SAMPLE = (
    "Tin Guard Sentry",
    "Quick Reflexes",
    "Straw Phantom",
    "Spell Circle",
    "Rising Tide",
    "Lookout",
    "Harbour Master",
)
"""Cards that are compared with their wordings in every run; the others in long ones."""

NEITHER = {
    "each-time": "the engine lets a Location work once in a turn, also if it came late in it",
    "that-foe": "the engine takes nobody for that foe where no foe was chosen",
}
"""Questions of which the engine may play neither reading where the text is not reworded."""


@cache
def all_raised(path: Path) -> list[tuple[Subject, list[Raised]]]:
    """What each card of a file raises."""
    return [(card.subject, [*raised(card.subject)]) for card in result(path).cards]


@cache
def suggested(path: Path) -> list[tuple[Subject, Raised]]:
    """The questions whose readings are suggested as wordings, also those that few ask."""
    return [
        (subject, one)
        for subject, every in all_raised(path)
        for one in every
        if not one.question.switch
    ]


def some(path: Path) -> list[tuple[Subject, Raised]]:
    """Of the cards that raise the same question one in each file, and those of the sample; in long
    runs all of them."""
    seen: set[str] = set()
    found = []
    for subject, one in suggested(path):
        if LONG or one.id not in seen or subject.card.name in SAMPLE:
            found.append((subject, one))
        seen.add(one.id)
    return found


def read_again(subject: Subject, lines: list[str]) -> Subject:
    """The same card with other printed lines."""
    parsed = PARSER.parse(lines, subject.names)
    assert parsed.understood, (lines, parsed.troubles)
    shown = [replace(subject.card.printed[0], text=line) for line in lines]
    card = replace(subject.card, printed=tuple(shown))
    asked = ask(parsed.text, subject.nature)
    return replace(subject, card=card, parsed=parsed, text=asked)


@each_file
def test_a_wording_says_its_reading_and_nothing_else(path: Path) -> None:
    of = {id(subject): every for subject, every in all_raised(path)}
    for subject, one in some(path):
        if one.question.convention:  # its first reading is what the words mean
            continue
        asked = {other.id for other in of[id(subject)] if other.rank != "lesser"}
        for text in one.texts:
            lines = wording(text)
            again = read_again(subject, lines)
            found = [*raised(again)]
            assert one.id not in {other.id for other in found}, lines
            assert {other.id for other in found if other.rank != "lesser"} <= asked, lines
            others = {q.id: q.keys[0] for q in open_questions(text)}
            assert settle(again.parsed.text, others) == settle(text, others), lines


def test_there_are_many() -> None:
    found = [one for path in FILES for _, one in suggested(path)]
    assert sum(len(one.texts) for one in found) >= 128
    assert len({one.id for one in found}) > 20


def test_a_wording_of_the_other_reading_would_be_noticed() -> None:
    traps = suggested(HERE / "traps.txt")
    subject, one = next(pair for pair in traps if pair[1].id == "rounding")
    first, second = (read_again(subject, wording(text)).parsed.text for text in one.texts)
    assert first == one.texts[0] != second


# ------------------------------------------------------------- the wordings, played


@cache
def _cards(ruleset: str) -> PlaySet:
    return play_set(Arrangement(ruleset), ())


def compared(subject: Subject, one: a.CardText, other: a.CardText) -> str:
    """What `diff` says of two texts of one card."""
    ruleset = subject.file.ruleset
    assert ruleset is not None
    first, second = (
        card_def(ruleset, subject.file.path, subject.card, text) for text in (one, other)
    )
    return tell_apart(_cards(ruleset), first, second, bound=1, max_paths=600).word


@each_file
def test_a_wording_is_the_same_as_its_reading(path: Path) -> None:
    for subject, one in some(path):
        for text in one.texts:
            again = read_again(subject, wording(text))
            assert compared(subject, text, again.parsed.text) in SAME, wording(text)


@each_file
def test_the_engine_plays_one_of_the_wordings(path: Path) -> None:
    """The printed text is `same` as what one reading says; where a game shows the question, it
    differs from the other one."""
    for subject, one in suggested(path):
        if not LONG and subject.card.name not in SAMPLE:
            continue
        words = [
            compared(subject, subject.parsed.text, read_again(subject, wording(text)).parsed.text)
            for text in one.texts
        ]
        if one.id in NEITHER and not {*words} & {*SAME}:
            continue
        assert {*words} & {"unknown", *SAME}, (subject.card.name, one.id, words)
        if subject.card.name in SAMPLE:
            assert sorted(word in SAME for word in words) == [False, True], subject.card.name


def test_every_card_of_the_sample_is_there() -> None:
    found = {subject.card.name for path in FILES for subject, _ in suggested(path)}
    assert set(SAMPLE) <= found
