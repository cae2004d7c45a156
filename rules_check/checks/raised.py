"""The questions that a card raises, each with its readings, and who has settled it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from rules_check.checks.subject import Subject
from rules_check.grammar import ast as a
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.carried_out import translated_once
from rules_check.grammar.core.doubts import IN_DOUBT, ways_to, words_of_way
from rules_check.grammar.core.rereading import NotReread, as_read
from rules_check.grammar.core.settling import still_open
from rules_check.grammar.core.translate import Untranslated, cores
from rules_check.grammar.per_object import PerObject
from rules_check.grammar.questions import settle
from rules_check.grammar.shapes import SHAPES, Asked, Found
from rules_check.rules.folders import ruleset_names
from rules_check.rules.language import LanguageQuestion, told
from rules_check.rules.load import load_ruleset
from rules_check.rules.model import Ruleset, Ruling
from rules_check.rules.patterns import BY_FORM, BY_READING, Rank, questions

By: TypeAlias = Literal["language", "book", "card", "analogy", "other book", "nobody"]

NEAREST: Final[tuple[By, ...]] = ("card", "book", "analogy")


SAID_ELSEWHERE: Final = "another sentence of the card answers it"
"""Why no game is looked for: a reading would be one of that sentence, too."""


@dataclass(frozen=True, slots=True)
class Raised:
    """A question that a text raises: what is asked, where, and the whole text in each reading.

    Where only the engine tells the readings apart, the texts are all the same.
    """

    id: str
    question: LanguageQuestion
    node: a.Node
    keys: tuple[str, ...]
    texts: tuple[a.CardText, ...]
    rank: Rank = "equal"
    """That of the question, or less where this text answers it."""
    beyond: bool = False
    """What is said for all cards is an analogy for this text."""
    again: tuple[a.Node, ...] = ()
    """Further places of the text that ask the same; one answer holds for all of them."""
    at: c.Words | None = None
    """The words in question, where a form of the core asks."""

    def says(self, key: str) -> str:
        """A reading in plain words."""
        return self.question.answers.get(key, key)


@dataclass(frozen=True, slots=True)
class Settled:
    """Who answers a question: the card language by a convention, the book for all cards, a
    clarification of this card, one of another card or another book, or nobody; with the ruling and
    its answer."""

    by: By
    ruling: Ruling | None = None
    answer: str = ""
    book: Ruleset | None = None
    """The book of the ruling."""
    parameter: str = ""
    """The parameter of the book that answers it, where no ruling does."""
    rule: str = ""
    """The general rule of the book that answers it, or the convention of the language."""


def raised(subject: Subject, *, lesser: bool = True) -> Iterator[Raised]:
    """Every question that a card raises, once each, in the order of the data. `lesser`: also those
    of forms that hardly anybody asks."""
    kinds: dict[str, list[a.Question[Any]]] = {}
    for node in a.walk(subject.text):
        if isinstance(node, a.Question) and told(node.id).shape == BY_READING:
            kinds.setdefault(node.id, []).append(node)
    for id_, (first, *again) in kinds.items():
        texts = tuple(settle(subject.text, {id_: key}) for key in first.keys)
        asked = told(id_)
        beyond = asked.general == "analogy"
        yield Raised(id_, asked, first, first.keys, texts, asked.rank, beyond, tuple(again))
    printed = tuple(line.text for line in subject.card.printed)
    whole = Asked(subject.parsed.text, subject.nature, printed, subject.names.names)
    yield from _of_forms(subject, lesser)
    for question in questions().values():
        if question.shape in (BY_READING, BY_FORM):
            continue
        every = list(SHAPES[question.shape](whole))
        if every:
            yield _of_shape(subject, question, every)


def _of_forms(subject: Subject, lesser: bool) -> Iterator[Raised]:
    """The questions that forms of the core raise: the same words make another core in another
    reading, or they speak of what an engine may do otherwise."""
    teams = subject.ruleset is None or subject.ruleset.teams
    by_form = (one for one in questions().values() if one.shape == BY_FORM)
    of_rank = (one for one in by_form if lesser or one.rank != "lesser")
    known = _known(subject)
    for question in (one for one in of_rank if teams or not one.teams):
        if question.id not in known.raised:
            known.raised[question.id] = _of_form(subject, known, question)
        found = known.raised[question.id]
        if found is not None:
            yield found


@dataclass(frozen=True, slots=True)
class _Known:
    """The core of a card, if it has one, where it is not settled, and the questions that were asked
    of its forms: a check asks them for the report, for games and of the words."""

    core: c.Core | None
    unsettled: tuple[tuple[c.Form, c.Setting], ...]
    raised: dict[str, Raised | None]


@PerObject
def _known(subject: Subject) -> _Known:
    core = _core(subject)
    return _Known(core, () if core is None else tuple(still_open(core)), {})


def _of_form(subject: Subject, known: _Known, question: LanguageQuestion) -> Raised | None:
    """A question of forms, if the card raises it."""
    core = known.core
    if core is None:
        return None
    of_settings = [[form] for form, setting in known.unsettled if setting.cites == question.id]
    places = [words_of_way(way) for way in [*of_settings, *_in_doubt(core, question)]]
    open_ = [at for at in places if _is_open(subject, at, question)]
    if not open_:
        return None
    if len(open_) < len(places):
        question = replace(question, not_yet=SAID_ELSEWHERE)
    keys, text = tuple(question.answers), subject.parsed.text
    texts = (text,) * len(keys)
    return Raised(question.id, question, text, keys, texts, question.rank, at=open_[0])


def _is_open(subject: Subject, at: c.Words | None, question: LanguageQuestion) -> bool:
    """Whether the sentence in which words stand leaves a question open: it has no words that answer
    it."""
    if at is None:
        return True
    if question.only_with and not _has(subject, at, question.only_with):
        return False
    return not _has(subject, at, question.unless)


def _core(subject: Subject) -> c.Core | None:
    """The core of a card, whatever else it leaves open; None if it has none."""
    character = subject.nature.character
    for reading in cores(subject.text, character=character, most=1, translated=translated_once):
        return None if isinstance(reading.core, Untranslated) else reading.core
    return None


def _in_doubt(core: c.Core, question: LanguageQuestion) -> Iterator[list[c.Form]]:
    """The ways to the forms that raise a question, but for their settings."""
    if question.switch in IN_DOUBT:
        yield from ([form] for form in IN_DOUBT[question.switch](core))
        return
    for key in [*question.answers][1:]:
        with suppress(NotReread):
            other = as_read(core, {question.switch: key})
            if other is not core and other != core:
                yield from ways_to(core, other)


def _has(subject: Subject, at: c.Words, words: Sequence[str]) -> bool:
    """Whether the sentence in which some words stand has one of these."""
    line, start, end = at
    printed = subject.card.printed[line].text
    for spoken in subject.parsed.spoken:
        if spoken.line == line and spoken.start < end and start < spoken.end:
            said = printed[spoken.start : spoken.end].lower()
            if any(re.search(rf"\b{re.escape(one)}\b", said) for one in words):
                return True
    return False


def _of_shape(subject: Subject, question: LanguageQuestion, every: Sequence[Found]) -> Raised:
    """A question that a shape of the text raises, in one place or several; where it is in doubt
    goes before where one reading is usual."""
    found, *further = sorted(every, key=lambda one: (one.lesser, one.beyond))
    keys = tuple(question.answers)
    texts = found.texts or (subject.parsed.text,) * len(keys)
    rank: Rank = "lesser" if found.lesser else question.rank
    beyond = found.beyond or question.general == "analogy"
    alike = (one for one in further if (one.lesser, one.beyond) == (found.lesser, found.beyond))
    again = tuple(one.node for one in alike)
    return Raised(question.id, question, found.node, keys, texts, rank, beyond, again)


def settled(ruleset: Ruleset | None, card: str, one: Raised) -> Settled:
    """Who answers a question for a card; what is said nearest to the card goes first.

    Other books are asked only about what is usual, though some book had to say it.
    """
    if one.question.convention:
        return Settled("language", answer=one.keys[0], rule=one.question.convention)
    if ruleset is None:
        return Settled("nobody")
    known = [*_answers(ruleset, one)]
    if not any(_near(ruling, card, one) != "analogy" for ruling, _ in known):
        value = one.question.values.get(str(ruleset.parameters.get(one.question.parameter)), "")
        if value and one.question.parameter not in ruleset.open:
            return Settled("book", None, value, None, one.question.parameter)
        for rule, answer in one.question.rules:
            if rule.startswith(f"{ruleset.prefix}-"):
                return Settled("book", None, answer, None, "", rule)
    ranked = sorted(known, key=lambda pair: NEAREST.index(_near(pair[0], card, one)))
    if ranked:
        return Settled(_near(ranked[0][0], card, one), *ranked[0], ruleset)
    return _elsewhere(ruleset, one) if one.rank == "asked" else Settled("nobody")


def _elsewhere(ruleset: Ruleset, one: Raised) -> Settled:
    """What another book of the family says."""
    for name in ruleset_names():
        book = load_ruleset(name)
        if book.name != ruleset.name:
            for ruling, answer in _answers(book, one):
                return Settled("other book", ruling, answer, book)
    return Settled("nobody")


def _near(ruling: Ruling, card: str, one: Raised) -> By:
    """How near a ruling is to a card."""
    if ruling.names(card) or (isinstance(one.node, a.NameNoun) and ruling.names(one.node.name)):
        return "card"
    return "analogy" if ruling.cards or one.beyond else "book"


def _answers(ruleset: Ruleset, one: Raised) -> Iterator[tuple[Ruling, str]]:
    """The rulings of a book about a question, with what they say."""
    for ruling in ruleset.rulings:
        answer = _answer(ruling, one)
        if answer:
            yield ruling, answer


def _answer(ruling: Ruling, one: Raised) -> str:
    """What a ruling says about a question; empty if nothing."""
    if one.question.switch:
        if ruling.switch is not None and ruling.switch[0] == one.question.switch:
            return ruling.switch[1][ruling.answer - 1]
    elif ruling.language is not None and ruling.language[0] == one.id:
        return ruling.language[1]
    return dict(one.question.rulings).get(ruling.id, "")
