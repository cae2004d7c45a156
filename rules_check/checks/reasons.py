"""The rules of a book behind what a check reports: `[checks]` of `rules/NAME.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from rules_check.rules.model import Ruleset
from rules_check.rules.reader import RulesetError

REASONS: Final[Mapping[str, str]] = {
    "RC201": 'whom "that foe" means',
    "RC205.confrontation": "how a text says that it works in a Confrontation",
    "RC206": "what a Block does",
    "RC207.teams": "that there are no teams",
    "RC207.stacks": "which stacks there are",
    "RC207.super_villains": "where the text of a Super-Villain works",
    "RC208.level": "which Levels there are",
    "RC208.character_cost": "what Characters cost",
    "RC208.super_villain_cost": "what Super-Villains cost",
    "RC401": "what is in the box",
    "RC402": "how many basic cards are in the box",
    "RC802": "in which order abilities come that one event sets off",
}
"""What a book is asked for: the code, or the code and a part of it; and what the rules say."""


def rules_behind(ruleset: Ruleset | None, reason: str) -> tuple[str, ...]:
    """The ids of the rules that say so; none where the book does not, or is not known.

    Raises RulesetError if the table of the book is not complete, or names something else.
    """
    if ruleset is None:
        return ()
    require_reasons(ruleset)
    return ruleset.checks[reason]


@lru_cache(maxsize=16)
def require_reasons(ruleset: Ruleset) -> None:
    """Make sure that a book names the rules behind every check, and no others."""
    for reason, what in REASONS.items():
        if reason not in ruleset.checks:
            raise RulesetError(ruleset.file, f"checks.{reason}", f"is missing: {what}")
    for key in ruleset.checks:
        if key not in REASONS:
            raise RulesetError(ruleset.file, f"checks.{key}", "no check asks for it")
