"""A card with a text, as it is played."""

from __future__ import annotations

from functools import cache

from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.core import forms as c
from rules_check.grammar.parse import Parser
from rules_check.meaning.document import core_of
from rules_check.oracle.box.playset import CardDef, card_defs

HERO = "Hero, cost 3, 1 VP, x2"


@cache
def _parser() -> Parser:
    return Parser()


@cache
def card(*lines: str, line: str = HERO, game: str = "confrontations") -> CardDef:
    """The card."""
    text = "\n".join(("set: Words", f"ruleset: {game}", "", "Lantern Bearer", line, *lines))
    ((made, _),) = card_defs(read_card_text(text + "\n", "words"), parser=_parser())
    return made


def core_and_lines(*lines: str, line: str = HERO) -> tuple[c.Core, tuple[str, ...]]:
    """Its core, and its printed lines."""
    made = card(*lines, line=line)
    return core_of(made), made.printed
