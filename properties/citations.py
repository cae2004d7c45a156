"""The rules of a book from which a property comes: `[properties]` of `rules/NAME-topics.toml`.

A property for which a book names no rules (an empty list) has no place in its game.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rules_check.properties.model import Property
from rules_check.properties.registry import PROPERTIES
from rules_check.rules.folders import ruleset_folder
from rules_check.rules.load import load_properties
from rules_check.rules.model import Cited
from rules_check.rules.reader import RulesetError


def rules_behind(prop: Property, book: str) -> tuple[str, ...]:
    """The ids of the rules of a book behind a property; none if it has no place in the game.

    Raises RulesetError if the table of the book is not complete, or names something else.
    """
    return _complete(book, ruleset_folder(book))[prop.name]


def applies(prop: Property, book: str) -> bool:
    """Whether a property has a place in the game of a book. Raises RulesetError."""
    return bool(rules_behind(prop, book))


@cache
def _complete(book: str, folder: Path) -> Cited:  # noqa: ARG001 (a name is of one folder)
    read = load_properties(book)
    known = [prop.name for prop in PROPERTIES]
    for name in known:
        if name not in read.properties:
            raise RulesetError(read.file, f"properties.{name}", "no rules are named for it")
    for name in read.properties:
        if name not in known:
            raise RulesetError(read.file, f"properties.{name}", "there is no such property")
    return read.properties
