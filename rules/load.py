"""From TOML files to `Ruleset`, `Rulebook` and topics, with every value checked.

`rules.folders` says where the files are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rules_check.rules.book import rule_ids
from rules_check.rules.folders import (
    LONG,
    RULESETS,
    ruleset_folder,
    ruleset_names,
)
from rules_check.rules.model import Cited, Ruleset
from rules_check.rules.parse import parse_ruleset
from rules_check.rules.reader import RulesetError, Table
from rules_check.rules.rulebooks import load_rules, read_file, shared_questions

__all__ = [
    "RULESETS",
    "RulesetError",
    "load_otherwise",
    "load_properties",
    "load_rules",
    "load_ruleset",
    "load_topics",
    "parse_ruleset",
    "parse_topics",
    "ruleset_names",
    "shared_questions",
]


def load_ruleset(name: str) -> Ruleset:
    """The ruleset of that name; raises RulesetError, also for a name that is not known."""
    return _ruleset(name, ruleset_folder(name))


@cache
def _ruleset(name: str, folder: Path) -> Ruleset:
    ruleset = parse_ruleset(*read_file(folder / f"{name}.toml"))
    if ruleset.name != name:
        raise RulesetError(ruleset.file, "game.name", f"expected {name}, found {ruleset.name}")
    _check_ids(ruleset, ruleset.file, _cited(ruleset))
    return ruleset


class Topics(NamedTuple):
    """What `NAME-topics.toml` says: the rules behind each topic, and behind each property.

    `otherwise` has those behind events of which no topic speaks.
    """

    file: str
    topics: Cited
    properties: Cited
    otherwise: Cited


def load_topics(name: str) -> Cited:
    """Which rules of a book are behind each topic that an engine's trace speaks of."""
    return _topics(name, ruleset_folder(name)).topics


def load_otherwise(name: str) -> Cited:
    """Which rules of a book are behind the events of which no topic speaks."""
    return _topics(name, ruleset_folder(name)).otherwise


def load_properties(name: str) -> Topics:
    """Which rules of a book are behind each property of its games, with the name of the file."""
    return _topics(name, ruleset_folder(name))


@cache
def _topics(name: str, folder: Path) -> Topics:
    read = parse_topics(*read_file(folder / f"{name}-topics.toml"))
    ruleset = load_ruleset(name)
    tables = (("topics", read.topics), ("properties", read.properties))
    for table, cited in (*tables, ("otherwise", read.otherwise)):
        _check_ids(ruleset, read.file, ((f"{table}.{key}", ids) for key, ids in cited.items()))
    return read


def parse_topics(text: str, file: str) -> Topics:
    """The topics that a TOML text writes; `file` is for messages."""
    root = Table.parse(text, file)
    topics, properties = root.table("topics"), root.table("properties", optional=True)
    otherwise = root.table("otherwise", optional=True)
    read = Topics(
        file,
        {topic: topics.texts(topic) for topic in topics},
        {name: properties.texts(name) for name in properties},
        {topic: otherwise.texts(topic) for topic in otherwise},
    )
    root.finish()
    if bool(read.topics) is not bool(read.properties):
        raise root.error("properties", "a book has topics and properties, or neither")
    return read


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
    text, _ = read_file(ruleset_folder(ruleset.name) / f"{ruleset.name}{LONG}")
    known = rule_ids(text)
    for key, ids in cited:
        for rule in ids:
            own = rule.startswith(f"{ruleset.prefix}-")
            if rule not in known and (own or not ruleset.mixes):
                raise RulesetError(file, key, f"the book has no rule {rule}")
