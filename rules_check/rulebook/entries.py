"""What the books say under one id: a rule, a clarification or an open question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Final

from rules_check.conform.store import ids_and_rules
from rules_check.rulebook.folding import fold
from rules_check.rulebook.games import ask
from rules_check.rulebook.telling import block
from rules_check.rules.folders import ruleset_names
from rules_check.rules.load import load_properties, load_ruleset, load_topics
from rules_check.rules.model import Question, Rule, Ruleset, Ruling
from rules_check.rules.patterns import Convention, conventions, questions

SHOWN: Final = 8
"""So many names of events or vectors are shown; the others are counted."""


class UnknownId(LookupError):
    """Nothing has this id; the message names ids that are like it."""


def entry(id_: str) -> list[str]:
    """The lines about a rule, a clarification, a question or a convention of the card language.
    Raises UnknownId."""
    wanted = id_.upper()
    if wanted in conventions():
        return list(_convention(conventions()[wanted]))
    for name in ruleset_names():
        book = load_ruleset(name)
        if wanted in book.rules:
            return list(_rule(book, book.rules[wanted]))
        for ruling in book.rulings:
            if ruling.id == wanted:
                return list(_ruling(book, ruling))
        if wanted in book.questions:
            return list(block(ask(book.questions[wanted])))
    close = get_close_matches(wanted, _ids(), 3, 0.7)
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    raise UnknownId(f"no rule, clarification, question or convention has the id {wanted}{hint}")


@cache
def _ids() -> tuple[str, ...]:
    books = [load_ruleset(name) for name in ruleset_names()]
    rules = [id_ for book in books for id_ in book.rules]
    rulings = (r.id for b in books for r in b.rulings)
    return (*rules, *rulings, *_questions(books), *conventions())


def _questions(books: Iterable[Ruleset]) -> dict[str, Question]:
    return {id_: question for book in books for id_, question in book.questions.items()}


def _convention(one: Convention) -> Iterator[str]:
    yield f"{one.id}  convention of the card language, of all books"
    yield from fold("  ", one.says, 2)
    yield from fold("  because ", one.because, 4)
    for question in questions().values():
        if question.convention == one.id:
            said = f"{question.asks} {next(iter(question.answers.values()))}"
            yield from fold("  settles: ", said)
            if question.example:
                yield from fold("  example: ", question.example)


def _rule(book: Ruleset, rule: Rule) -> Iterator[str]:
    yield f"{rule.id}  rule of {book.title}, {rule.section}"
    yield from fold("  ", rule.text, 2)
    said = (
        "the book states it" if rule.basis == "stated" else "it follows from what the book states"
    )
    if rule.executable:
        yield f"  executable: an engine can get it wrong; {said}"
    else:
        yield from fold("  ", f"{rule.status}: {rule.reason}; {said}", 4)
    yield from _named("events that name it", _behind(rule.id, load_topics))
    yield from _named("properties that rest on it", _behind(rule.id, _properties))
    tested = [vector for vector, rules in ids_and_rules() if rule.id in rules]
    yield from _named("tested by the vectors", [id_ for id_ in tested if "." not in id_] or tested)
    for name in ruleset_names():
        for ruling in load_ruleset(name).rulings:
            if rule.id in ruling.rules:
                yield from fold(
                    f"  clarified by {ruling.id}: ", f"{_about(ruling)}{ruling.reading}"
                )
    books = [load_ruleset(name) for name in ruleset_names()]
    for question in _questions(books).values():
        if rule.id in question.rules:
            yield from fold(f"  question {question.id}: ", question.title)


def _ruling(book: Ruleset, ruling: Ruling) -> Iterator[str]:
    yield f"{ruling.id}  clarification of {book.title}"
    yield from fold("  ", f"{_about(ruling)}{ruling.question}", 2)
    for number, reading in enumerate(ruling.readings, start=1):
        yield from fold(f"  {number}. ", f"{reading}{' (so ruled)' * (number == ruling.answer)}")
    yield from _named("rules", ruling.rules)
    if ruling.language is not None:
        yield f"  it answers the question of wording: {ruling.language[0]}"


def _about(ruling: Ruling) -> str:
    """The cards that a clarification is about; nothing if it holds for the whole book."""
    if not ruling.cards:
        return ""
    version = f" ({ruling.version})" if ruling.version else ""
    return f"{', '.join(ruling.cards)}{version}: "


def _behind(id_: str, load: Callable[[str], Mapping[str, Sequence[str]]]) -> list[str]:
    """The topics, or the properties, behind which a rule stands."""
    found = {key for name in ruleset_names() for key, ids in load(name).items() if id_ in ids}
    return sorted(found)


def _properties(name: str) -> Mapping[str, Sequence[str]]:
    return load_properties(name).properties


def _named(what: str, names: Sequence[str]) -> Iterator[str]:
    if names:
        more = len(names) - SHOWN
        said = ", ".join(names[:SHOWN]) + (f" and {more} more" if more > 0 else "")
        yield from fold(f"  {what}: ", said)
