"""From TOML files to `Ruleset`, `Rulebook` and topics, with every value checked.

`rules.folders` says where the files are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rules_check.rules.book import parse_questions, parse_rulebook, rule_ids
from rules_check.rules.folders import (
    LONG,
    RULES,
    RULESETS,
    folders,
    ruleset_folder,
    ruleset_names,
    shown,
)
from rules_check.rules.model import Cited, Question, Rulebook, Ruleset
from rules_check.rules.parse import parse_ruleset
from rules_check.rules.reader import RulesetError, Table

__all__ = [
    "RULESETS",
    "RulesetError",
    "load_properties",
    "load_rules",
    "load_ruleset",
    "load_topics",
    "parse_ruleset",
    "parse_topics",
    "ruleset_names",
]

QUESTIONS = "questions.toml"
"""The file of the questions that concern more than one book."""


def load_ruleset(name: str) -> Ruleset:
    """The ruleset of that name; raises RulesetError, also for a name that is not known."""
    return _ruleset(name, ruleset_folder(name))


@cache
def _ruleset(name: str, folder: Path) -> Ruleset:
    ruleset = parse_ruleset(*_read(folder / f"{name}.toml"))
    if ruleset.name != name:
        raise RulesetError(ruleset.file, "game.name", f"expected {name}, found {ruleset.name}")
    _check_ids(ruleset, ruleset.file, _cited(ruleset))
    return ruleset


def load_rules(name: str) -> Rulebook:
    """The rules of a book and every question that concerns it."""
    return _rules(name, ruleset_folder(name), folders())


@cache
def _rules(name: str, folder: Path, everywhere: tuple[Path, ...]) -> Rulebook:
    shared = _shared_questions(everywhere)
    return parse_rulebook(name, *_read(folder / f"{name}{LONG}"), shared)


class Topics(NamedTuple):
    """What `NAME-topics.toml` says: the rules behind each topic, and behind each property."""

    file: str
    topics: Cited
    properties: Cited


def load_topics(name: str) -> Cited:
    """Which rules of a book are behind each topic that an engine's trace speaks of."""
    return _topics(name, ruleset_folder(name)).topics


def load_properties(name: str) -> Topics:
    """Which rules of a book are behind each property of its games, with the name of the file."""
    return _topics(name, ruleset_folder(name))


@cache
def _topics(name: str, folder: Path) -> Topics:
    read = parse_topics(*_read(folder / f"{name}-topics.toml"))
    ruleset = load_ruleset(name)
    for table, cited in (("topics", read.topics), ("properties", read.properties)):
        _check_ids(ruleset, read.file, ((f"{table}.{key}", ids) for key, ids in cited.items()))
    return read


def parse_topics(text: str, file: str) -> Topics:
    """The topics that a TOML text writes; `file` is for messages."""
    root = Table.parse(text, file)
    topics, properties = root.table("topics"), root.table("properties", optional=True)
    read = Topics(
        file,
        {topic: topics.texts(topic) for topic in topics},
        {name: properties.texts(name) for name in properties},
    )
    root.finish()
    if bool(read.topics) is not bool(read.properties):
        raise root.error("properties", "a book has topics and properties, or neither")
    return read


def shared_questions() -> tuple[Question, ...]:
    """The questions that concern more than one book."""
    return _shared_questions(folders())


@cache
def _shared_questions(everywhere: tuple[Path, ...]) -> tuple[Question, ...]:
    files = [folder / RULES / QUESTIONS for folder in everywhere]
    found = [parse_questions(*_read(file)) for file in files if file.is_file()]
    return tuple(question for questions in found for question in questions)


def _read(path: Path) -> tuple[str, str]:
    if not path.is_file():
        raise RulesetError(shown(path), "", "there is no such file")
    return path.read_text(encoding="utf-8"), shown(path)


def _cited(ruleset: Ruleset) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every place of a ruleset that names rules, and which."""
    for step, rules in ruleset.steps.items():
        yield f"steps.{step}", rules
    for check, rules in ruleset.checks.items():
        yield f"checks.{check}", rules
    for variant in ruleset.variants:
        yield f"variant {variant.name}.rules", variant.rules
    for number, mix in enumerate(ruleset.mixes, start=1):
        yield f"mix {number}.rules", mix.rules
    for ruling in ruleset.rulings:
        yield f"ruling {ruling.id}.rules", ruling.rules


def _check_ids(ruleset: Ruleset, file: str, cited: Iterable[tuple[str, tuple[str, ...]]]) -> None:
    """Every rule that is cited exists; of another book only where that is mixed in."""
    text, _ = _read(ruleset_folder(ruleset.name) / f"{ruleset.name}{LONG}")
    known = rule_ids(text)
    for key, ids in cited:
        for rule in ids:
            own = rule.startswith(f"{ruleset.prefix}-")
            if rule not in known and (own or not ruleset.mixes):
                raise RulesetError(file, key, f"the book has no rule {rule}")
