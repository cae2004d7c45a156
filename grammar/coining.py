"""A keyword of the set in a printed line: what it means there, and its reminder."""

from __future__ import annotations

from typing import NamedTuple

from rules_check.grammar import ast as a
from rules_check.grammar.coined import Aside, Definition, Use, aside_at
from rules_check.grammar.lines import Coinage, Trouble


class Coin(NamedTuple):
    """What a keyword stands for, or what is wrong; where the line goes on; what is to be said."""

    ability: a.Ability | None
    wrong: str
    rest: int
    remarks: tuple[Trouble, ...] = ()


def coin(text: str, keyword: Definition, use: Use, own: Coinage) -> Coin:
    """The ability that a keyword stands for in a line."""
    aside = aside_at(text, use.end)
    behind = text[use.end if aside is None else aside.rest :].lstrip()
    rest = len(text) - len(behind.removeprefix("."))
    if behind.startswith(":"):
        return Coin(None, "colon", len(text))
    if keyword.numbered is not (use.number is not None):
        return Coin(None, "number" if keyword.numbered else "no number", rest)
    meaning = own.meaning(keyword, use.number)
    if meaning is None:
        return Coin(None, "definition", rest)
    place = use.line, use.start, use.end
    inner = meaning[0] if len(meaning) == 1 else a.Abilities(meaning)
    ability = a.Coined(use.name, a.moved(inner, place), use.number)
    return Coin(a.placed(ability, place), "", rest, _remarks(aside, use.line, meaning, own))


def _remarks(
    aside: Aside | None, line: int, meaning: tuple[a.Ability, ...], own: Coinage
) -> tuple[Trouble, ...]:
    """What is to be said of a reminder, unless it says what its keyword means."""
    if aside is None or not aside.text.strip():
        return ()
    said = own.read(aside.text)
    if said == meaning:
        return ()
    code = "RC107" if said is None else "RC211"
    return (Trouble(code, line, aside.start, aside.start + len(aside.text)),)
