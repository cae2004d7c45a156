"""Conventions of the card language: each settles a question, is cited, stands on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_check.checks.questions import SETTLED, check
from rules_check.checks.raised import raised, settled
from rules_check.grammar.wording import wording
from rules_check.rules.patterns import conventions, questions
from tests.questions.test_forms import asked_by, core_of, looked_at

ROOT = Path(__file__).resolve().parents[2]
BY_CONVENTION = {one.id: one for one in questions().values() if one.convention}
LEFT_ALONE = {
    "behind-set-apart": (
        "Draw a card and discard a card if you control a Hero.",
        "Draw a card. Then discard a card if you control a Hero.",
        "Reveal the top card of your deck, then draw it if it is a Hero.",
    ),
    "before-several": (
        "If you control a Hero, draw a card. +1 Power.",
        "If you control a Hero, draw a card, then discard a card.",
        "If you control a Hero, reveal the top card of your deck and draw it.",
    ),
    "asked-at-once": (
        "At the end of your turn, if you control a Hero, draw a card.",
        "If you control a Hero, draw a card.",
    ),
    "each-player-attacked": (
        "Attack: Each foe discards a card.",
        "Attack: Each other player discards a card.",
        "Each player discards a card.",
    ),
    "had-in-hand": (
        "If you have another Equipment in hand, draw a card.",
        "If you control another Equipment, draw a card.",
        "If there is an Equipment in your hand, draw a card.",
    ),
    "one-place": (
        "You may destroy a card in your hand or your discard pile.",
        "You may destroy up to two cards in your discard pile.",
        "You may destroy a card in your hand and/or your discard pile.",
    ),
    "limit-of-one-article": (
        "Gain a Villain or a Hero with cost 5 or less.",
        "Gain a Hero with cost 5 or less or a Villain.",
    ),
}
"""Texts in which the convention has nothing to settle: nothing stands there, another sentence does,
or the second act speaks of the first."""


@pytest.mark.parametrize("question", BY_CONVENTION.values(), ids=BY_CONVENTION)
def test_a_convention_settles_its_question_and_is_cited(question) -> None:
    subject = looked_at(question.example).subject
    (one,) = [x for x in raised(subject) if x.id == question.id]
    answer = settled(subject.ruleset, subject.card.name, one)
    assert (answer.by, answer.rule, answer.answer) == ("language", question.convention, one.keys[0])
    assert core_of(" / ".join(wording(one.texts[0]))) == core_of(question.example)
    assert core_of(" / ".join(wording(one.texts[1]))) != core_of(question.example)
    (told,) = [x for x in check(subject, everything=True) if x.question == question.id]
    assert (told.code, told.rules) == (SETTLED, (question.convention,))
    assert not [x for x in check(subject) if x.question == question.id]


@pytest.mark.parametrize("question", LEFT_ALONE)
def test_where_a_convention_has_nothing_to_settle_it_is_not_cited(question: str) -> None:
    for text in LEFT_ALONE[question]:
        assert question not in asked_by(text), text


def test_every_convention_settles_a_question_and_stands_on_the_page() -> None:
    assert {one.convention for one in BY_CONVENTION.values()} == set(conventions())
    assert set(LEFT_ALONE) == set(BY_CONVENTION)
    page = (ROOT / "docs" / "card-language.md").read_text(encoding="utf-8")
    for id_ in conventions():
        assert f"| {id_} |" in page
