"""Every clarification of the four books is found again on the card that it speaks of.

With the rulings switched off its question is open; switched on, it names the official reading.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules_check.checks.questions import finding
from rules_check.checks.raised import Raised, raised, settled
from rules_check.checks.subject import Subject
from rules_check.grammar.per_object import PerObject
from rules_check.rules.load import load_ruleset
from rules_check.rules.model import Ruling
from rules_check.rules.patterns import questions, without_text
from tests.questions.cards import PRINTED, subjects
from tests.together import all_of


@PerObject
def asked_of(subject: Subject) -> tuple[Raised, ...]:
    """What is asked of a card: worked out once, and not for each ruling."""
    return tuple(raised(subject))


CLARIFICATIONS = [(name, ruling) for name in PRINTED for ruling in load_ruleset(name).rulings]


def asked(name: str, ruling: Ruling) -> Iterator[tuple[Subject, Raised]]:
    """The questions that a ruling answers, on the cards that it names (a general one: on any)."""
    alone = replace(load_ruleset(name), rulings=(ruling,))
    for subject in subjects(name):
        if ruling.cards and not ruling.names(subject.card.name):
            continue
        for one in asked_of(subject):
            answer = settled(alone, subject.card.name, one)
            if answer.ruling is not None and answer.by in ("card", "book"):
                yield subject, one


@all_of("name, ruling", CLARIFICATIONS, lambda one: one[1].id)
def test_it_is_found_again(name: str, ruling: Ruling) -> None:
    found = list(asked(name, ruling))
    if ruling.id in without_text():
        assert not found, "it is found: the reason in the data is not true any more"
        return
    assert found
    book = load_ruleset(name)
    without = replace(book, rulings=())
    for subject, one in found:
        off = finding(replace(subject, ruleset=without), one)
        assert not any(note.startswith("settled") for note in off.notes)
        assert not any(ruling.id in note for note in off.notes), "only another book may be named"
        assert [note for note in off.notes if note.startswith("read as ")]
        alone = replace(book, rulings=(ruling,))
        on = finding(replace(subject, ruleset=alone), one)
        answer = settled(alone, subject.card.name, one)
        letter = "ABC"[one.keys.index(answer.answer)]
        assert any(ruling.id in note and note.endswith(f": {letter}") for note in on.notes)
        assert on.code == "RC304", "what is settled is quiet"
        _official(ruling, answer.answer)


def _official(ruling: Ruling, answer: str) -> None:
    """The answer is that of the book, as the ruling itself says it."""
    said = set()
    if ruling.switch is not None:
        said.add(ruling.switch[1][ruling.answer - 1])
    if ruling.language is not None:
        said.add(ruling.language[1])
    for question in questions().values():  # settled by way of the data
        said |= {key for id_, key in question.rulings if id_ == ruling.id}
    assert answer in said


def test_how_many() -> None:
    assert len(CLARIFICATIONS) == 91
    assert len(without_text()) == 7
