"""Questions that belong to forms of the core: asked where another reading is another core, quiet
where words answer them, and shown by games."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import pytest

from rules_check.checker import CardResult, Checker
from rules_check.checks.questions import check
from rules_check.checks.raised import raised
from rules_check.grammar.cache import Cache
from rules_check.grammar.core.doubts import IN_DOUBT
from rules_check.grammar.core.rereading import EVERYWHERE, OF_CARDS, as_read
from rules_check.grammar.core.rows import SETTINGS
from rules_check.grammar.core.translate import Untranslated, cores
from rules_check.oracle.values.switches import readings
from rules_check.prove.games import QuickGames
from rules_check.rules.patterns import BY_FORM, LanguageQuestion, questions
from tests.questions.cards import HERE
from tests.together import all_of

BY_FORMS = {one.id: one for one in questions().values() if one.shape == BY_FORM}
TRAPS: list[dict[str, Any]] = tomllib.loads(
    (HERE / "traps-of-forms.toml").read_text(encoding="utf-8")
)["trap"]


@cache
def _checker() -> Checker:
    return Checker(Cache())


def card_of(text: str, game: str = "heroes-unite", line: str = "", name: str = "Sample") -> str:
    """A card file with one card."""
    kind = "Location" if "Ongoing" in text else "Equipment"
    line = line or f"{kind}, cost 3, 1 VP, source original"
    lines = text.split(" / ")
    return "\n".join([f"set: Sample\nruleset: {game}\n", name, line, *lines, ""])


def looked_at(text: str) -> CardResult:
    """A text on a card, checked."""
    (card,) = _checker().check_text(card_of(text), "sample.txt").cards
    assert card.understood, text
    return card


def asked_by(text: str) -> set[str]:
    """The questions that a text raises."""
    return {one.id for one in raised(looked_at(text).subject)}


def core_of(text: str) -> Any:
    """What a text means, whatever it leaves open."""
    found = next(iter(cores(looked_at(text).subject.text, most=1))).core
    assert not isinstance(found, Untranslated)
    return found


def test_each_answer_is_a_reading_of_its_switch() -> None:
    for question in BY_FORMS.values():
        assert tuple(question.answers) == readings()[question.switch], question.id


def test_each_reading_is_another_core_or_its_forms_are_known() -> None:
    for question in BY_FORMS.values():
        _, *others = question.answers
        written = all((question.switch, key) in {*EVERYWHERE, *OF_CARDS} for key in others)
        setting = any(row.question == question.id for row in SETTINGS.values())
        assert [written, setting, question.switch in IN_DOUBT].count(True) == 1, question.id


@all_of("question", BY_FORMS)
def test_its_example_raises_it_and_the_wording_of_an_answer_does_not(question: str) -> None:
    asked: LanguageQuestion = BY_FORMS[question]
    assert question in asked_by(asked.example)
    for key, text in asked.wordings.items():
        assert question not in asked_by(text)
        meant = core_of(asked.example)
        if key != next(iter(asked.answers)):
            meant = as_read(meant, {asked.switch: key})
        assert core_of(text) == meant, (question, key)


ANSWERED = {
    "put-back": "Put two cards from your discard pile on top of your deck in any order.",
    "destroyed-from": "You may destroy a Starter in your hand. If you do, draw a card.",
    "unsaid-time": "The next card you buy this turn costs you 2 less.",
    "lowered": "Cards in the Line-Up cost you 1 less this turn.",
    "paid-in-part": "You may discard up to two cards. If you do, +4 Power.",
    "some-or-each": "Attack: Each foe discards a card. If any foe discards a Hero this way, draw a"
    " card.",
}


@pytest.mark.parametrize("question", ANSWERED)
def test_words_that_answer_it_leave_nothing_to_ask(question: str) -> None:
    assert question not in asked_by(ANSWERED[question])


@all_of("trap", [one["name"] for one in TRAPS])
def test_a_trap_is_told_or_it_is_known_why_not(trap: str) -> None:
    card = next(one for one in TRAPS if one["name"] == trap)
    file = card_of(card["text"], card["game"], card["line"], card["name"])
    (found,) = _checker().check_text(file, "trap.txt").cards
    told = {one.question for one in check(found.subject)} if found.understood else set()
    if "question" in card:
        assert card["question"] in told
    else:
        assert card["because"]


def test_how_many_of_them_are_told() -> None:
    assert len(TRAPS) == 56
    assert sum("question" in one for one in TRAPS) == 38


SHOWN = {
    "one-attack": "Attack: Each foe discards a card. / Attack: Each foe gains a Weakness.",
    "paid-in-part": "You may discard two cards. If you do, +4 Power.",
    "put-back": "Put two cards from your discard pile on top of your deck.",
    "shuffled-for": "You may destroy the top card of your deck.",
    "counted-twice": "+1 Power for each Villain and each Attack card you played this turn.",
}


@pytest.mark.parametrize("question", SHOWN)
def test_a_game_shows_it(question: str) -> None:
    games = QuickGames(None, everything=True, only=frozenset({question}))
    checker = Checker(Cache(), shower=games)
    found = checker.check_text(card_of(SHOWN[question]), "sample.txt")
    assert any(one.witness is not None for one in found.diagnostics)


def test_a_sentence_that_answers_it_does_not_answer_for_another() -> None:
    said, unsaid = "Heroes cost you 1 less this turn.", "The next card you buy costs you 2 less."
    for text in (f"{said} {unsaid}", f"{unsaid} {said}"):
        (one,) = [x for x in raised(looked_at(text).subject) if x.id == "unsaid-time"]
        assert one.at is not None
        _line, start, end = one.at
        assert text[start:end] in unsaid
        assert one.question.not_yet, "a reading would be one of the other sentence, too"
    assert "unsaid-time" not in asked_by(said)
