"""The long part of a ruleset: numbered rules and open questions, read from TOML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from rules_check.rules.folders import ruleset_names
from rules_check.rules.model import About, Basis, Kind, Question, Rule, Rulebook, Status
from rules_check.rules.reader import Table


def parse_rulebook(name: str, text: str, file: str, shared: Iterable[Question] = ()) -> Rulebook:
    """The rules and questions that a TOML text writes, with the shared ones of that book."""
    root = Table.parse(text, file)
    sections = root.table("sections").all_texts()
    rules: dict[str, Rule] = {}
    for table in root.tables("rule"):
        rule = _rule(table, sections)
        if rule.id in rules:
            raise table.error("id", "is used twice")
        rules[rule.id] = rule
    questions: dict[str, Question] = {}
    for table, question in _questions(root):
        if question.books != (name,):
            raise table.error("books", f"expected only {name}, found {list(question.books)}")
        questions[question.id] = question
    root.finish()
    questions.update((question.id, question) for question in shared if name in question.books)
    return Rulebook(name, sections, rules, questions)


def rule_ids(text: str) -> frozenset[str]:
    """The ids in the TOML text of a rulebook, found without parsing it, which takes long."""
    return frozenset(re.findall(r'^id = "([^"]+)"', text, re.MULTILINE))


def parse_questions(text: str, file: str) -> tuple[Question, ...]:
    """The questions that a TOML text writes, each about more than one book."""
    root = Table.parse(text, file)
    questions: list[Question] = []
    for table, question in _questions(root):
        if len(question.books) < 2:
            raise table.error("books", "a question about one book belongs to that book's file")
        questions.append(question)
    root.finish()
    return tuple(questions)


def _rule(table: Table, sections: Mapping[str, str]) -> Rule:
    rule = Rule(
        id=table.text("id"),
        kind=table.text("kind"),
        text=table.text("text"),
        section=table.text("section"),
        status=table.word("status", Status),
        basis=table.word("basis", Basis, "stated"),
        reason=table.text("reason", ""),
    )
    table.finish()
    if rule.kind not in sections:
        raise table.error("kind", f"{rule.kind!r} is not one of the sections")
    if rule.id.partition("-")[2].rstrip("0123456789") != rule.kind:
        raise table.error("kind", f"{rule.kind!r} is not the code in the id")
    if rule.executable == bool(rule.reason):
        raise table.error("reason", "belongs to rules that are not executable, and only to them")
    return rule


def _questions(root: Table) -> Iterator[tuple[Table, Question]]:
    ids: set[str] = set()
    for table in root.tables("question", optional=True):
        question = _question(table)
        if question.id in ids:
            raise table.error("id", "is used twice")
        ids.add(question.id)
        yield table, question


def _question(table: Table) -> Question:
    readings = table.texts("readings")
    question = Question(
        id=table.text("id"),
        title=table.text("title"),
        kind=table.word("kind", Kind),
        about=table.word("about", About),
        books=table.texts("books"),
        readings=readings,
        default=table.reading("default", readings, lowest=0),
        situation=table.text("situation"),
        rules=table.texts("rules"),
        note=table.text("note", ""),
        see=table.texts("see", ()),
    )
    table.finish()
    for book in question.books:
        if book not in ruleset_names():
            raise table.error("books", f"{book!r} is not one of {', '.join(ruleset_names())}")
    if question.kind != "SAME" and len(readings) < 2:
        raise table.error("readings", "a question that matters has two or more")
    return question
