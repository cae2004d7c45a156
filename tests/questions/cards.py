"""The cards that the tests of questions look at, understood once."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from rules_check.checker import Checker, FileResult
from rules_check.checks.subject import Subject
from rules_check.grammar.cache import Cache

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PRINTED = (
    "confrontations",
    "heroes-unite",
    "rivals-batman-joker",
    "rivals-shazam-black-adam",
)


@cache
def _checker() -> Checker:
    return Checker(Cache())


@cache
def result(path: Path) -> FileResult:
    """A card file, checked without games."""
    return _checker().check_path(str(path))


def subjects(name: str) -> list[Subject]:
    """The cards that a book prints."""
    return [one.subject for one in result(ROOT / "cards" / f"{name}.txt").cards]


def checked(name: str) -> list[Subject]:
    """The cards of a file in this folder."""
    return [one.subject for one in result(HERE / f"{name}.txt").cards]


def told_of_traps() -> dict[str, Any]:
    """What is known of the trap cards: found, not_found, no_game."""
    return tomllib.loads((HERE / "traps.toml").read_text(encoding="utf-8"))
