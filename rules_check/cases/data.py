"""Case books as data: a scenario file for `rules-check test`, and a JSON document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rules_check.cases.making import CardBook, Told, written
from rules_check.oracle.scenarios.drafts import one_line
from rules_check.version import VERSION

FORMAT: Final = 1
"""The version of the document; `schemas/cases.schema.json` describes it."""
HEAD: Final = """\
# The case book of {title}: every way that a card can go, as a game.
#
# The lines under `then` are what the engine does now. Read each case once; from then on
# `rules-check test` tells whenever a change of a text changes one of them.
"""


def scenario_file(
    title: str, head: str, books: Sequence[CardBook], given: str, *, draft: bool
) -> Iterator[str]:
    """The cases as a scenario file; `head` says which cards it is about."""
    yield HEAD.format(title=one_line(title))
    if draft:
        yield "# Delete the line `draft = true` of a case when you have read it.\n"
    yield f"\n{head}"
    for book in books:
        yield f"\n# {one_line(book.name)}\n"
        yield from (f"#   {one_line(line)}\n" for line in book.printed)
        if book.why_none:
            yield f"# no case book: {one_line(book.why_none)}\n"
        yield from (f"# open question: {one_line(asked)}\n" for asked in book.readings)
        yield from (f"# not reached: {one_line(missed)}\n" for missed in book.missed)
        for case in book.cases:
            yield written(case, book.players, given, draft=draft)


def document(
    path: str, ruleset: str, books: Sequence[CardBook], findings: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """The JSON document."""
    return {
        "version": FORMAT,
        "tool": {"name": "rules-check", "version": VERSION},
        "file": path,
        "ruleset": ruleset,
        "cards": [_card(book) for book in books],
        "errors": list(findings),
        "summary": {
            "cards": len(books),
            "without_book": sum(bool(book.why_none) for book in books),
            "cases": sum(len(book.cases) for book in books),
            "ways": sum(book.ways for book in books),
            "not_reached": sum(book.not_reached for book in books),
        },
    }


def _card(book: CardBook) -> dict[str, Any]:
    return {
        "name": book.name,
        "line": book.line,
        "headline": book.headline,
        "text": list(book.printed),
        "why_none": book.why_none,
        "open_questions": list(book.readings),
        "players": list(book.players),
        "ways": book.ways,
        "games_tried": book.tried,
        "cases": [_case(book, case) for case in book.cases],
        "not_reached": list(book.missed),
    }


def _case(book: CardBook, case: Told) -> dict[str, Any]:
    return {
        "id": case.id,
        "title": case.title,
        "given": list(case.given),
        "acts": [{"does": act.does, "comes": list(act.comes)} for act in case.acts],
        "words": [
            {"line": line, "start": start, "end": end, "text": book.printed[line][start:end]}
            for line, start, end in case.words
        ],
        "open_questions": list(case.questions),
        "shows": [{"words": words, "way": way} for words, way in case.shows],
        "scenario": {
            "given": case.position,
            "when": list(case.when),
            "then": list(case.then),
        },
    }
