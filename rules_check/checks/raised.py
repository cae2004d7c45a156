"""The questions that a card raises, each with its readings, and who has settled it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from rules_check.checks.subject import Subject
from rules_check.grammar import ast as a
from rules_check.grammar.questions import settle
from rules_check.grammar.shapes import SHAPES, Asked, Found
from rules_check.rules.folders import ruleset_names
from rules_check.rules.language import LanguageQuestion, told
from rules_check.rules.load import load_ruleset
from rules_check.rules.model import Ruleset, Ruling
from rules_check.rules.patterns import BY_READING, Rank, questions

By: TypeAlias = Literal["book", "card", "analogy", "other book", "nobody"]

NEAREST: Final[tuple[By, ...]] = ("card", "book", "analogy")


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

    def says(self, key: str) -> str:
        """A reading in plain words."""
        return self.question.answers.get(key, key)


@dataclass(frozen=True, slots=True)
class Settled:
    """Who answers a question: the book for all cards, a clarification of this card, one of another
    card or another book, or nobody; with the ruling and its answer."""

    by: By
    ruling: Ruling | None = None
    answer: str = ""
    book: Ruleset | None = None
    """The book of the ruling."""
    parameter: str = ""
    """The parameter of the book that answers it, where no ruling does."""


def raised(subject: Subject) -> Iterator[Raised]:
    """Every question that a card raises, once each, in the order of the data."""
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
    for question in questions().values():
        if question.shape == BY_READING:
            continue
        every = list(SHAPES[question.shape](whole))
        if every:
            yield _of_shape(subject, question, every)


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
    if ruleset is None:
        return Settled("nobody")
    known = [*_answers(ruleset, one)]
    if not any(_near(ruling, card, one) != "analogy" for ruling, _ in known):
        value = one.question.values.get(str(ruleset.parameters.get(one.question.parameter)), "")
        if value and one.question.parameter not in ruleset.open:
            return Settled("book", None, value, None, one.question.parameter)
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
