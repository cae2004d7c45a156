"""`rules-check prove --language`: what holds for every card that the language can say."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any, Final

from rules_check.meaning.reference import told_nodes
from rules_check.oracle.box.names import play_set_names
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.properties.language.classes import (
    PROPERTIES,
    UNCOUNTED,
    Decided,
    Row,
    decide,
)

WIDTH: Final = 80
PROVED: Final = "proved"
ONE_BY_ONE: Final = "card by card"
ENTERED: Final = {
    "task": "when it comes up",
    "answer": "when a choice is answered",
    "with cards": "when cards are chosen",
    "with a player": "when a player is chosen",
    "for each player": "for each player it means",
    "act": "when somebody acts",
}


def decided() -> Decided:
    """Everything, for the games that are here."""
    return decide({name: Game(load_play_set(name)) for name in play_set_names()})


def is_proved(found: Decided) -> bool:
    """Whether card conservation and one defeat per turn hold for the whole language."""
    return (
        not found.problems
        and not any(lemma.broken for lemma in found.lemmas)
        and all({"card-conservation", "one-defeat-per-turn"} <= row.kept for row in found.rows)
    )


def render(found: Decided) -> str:
    """The report in words."""
    return "\n".join(_lines(found)) + "\n"


def render_json(found: Decided) -> str:
    """The report as data."""
    examples = _examples()
    data: dict[str, Any] = {
        "proved": is_proved(found),
        "problems": found.problems,
        "lemmas": [
            {
                "function": lemma.name,
                "property": lemma.property,
                "ways": lemma.ways,
                "broken": lemma.broken,
            }
            for lemma in found.lemmas
        ],
        "classes": [
            {
                "class": row.node.__name__,
                "runs": ENTERED[row.kind],
                "effect": row.is_effect,
                "verdicts": {x: PROVED if x in row.kept else ONE_BY_ONE for x in PROPERTIES},
                "example": examples.get(row.node.__name__, "") if row.is_effect else "",
            }
            for row in found.rows
        ],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _lines(found: Decided) -> Iterator[str]:
    for problem in found.problems:
        yield from _filled(f"not shown: {problem}", "  ")
    yield "lemmas: functions of the engine, run on zones of any size and any position"
    width = max(len(lemma.name) for lemma in found.lemmas)
    for lemma in found.lemmas:
        said = f"broken: {lemma.broken}" if lemma.broken else f"holds on {lemma.ways:,} ways"
        yield f"  {lemma.name.ljust(width)}  {lemma.property}: {said}"
    yield "  nothing else in the engine writes zones, or counts defeats"
    yield ""
    for effects, title in ((True, "classes of the language"), (False, "tasks and acts of rules")):
        rows = [row for row in found.rows if row.is_effect is effects]
        yield from _classes(title, rows)
        yield ""
    for name, why in UNCOUNTED.items():
        yield from _filled(f"one-defeat-per-turn does not speak of {name} ({why})", "  ")
    for prop in PROPERTIES:
        kept = sum(prop in row.kept for row in found.rows)
        rest = len(found.rows) - kept
        more = f", {rest} {ONE_BY_ONE}" if rest else ": proved for every card, without a bound"
        yield f"{prop}: {kept} of {len(found.rows)} classes{more}"


def _classes(title: str, rows: list[Row]) -> Iterator[str]:
    whole = sorted({row.node.__name__ for row in rows if row.kept == frozenset(PROPERTIES)})
    others = [row for row in rows if row.kept != frozenset(PROPERTIES)]
    names = {row.node.__name__ for row in rows}
    yield f"{title} ({len(names)})"
    rest = {row.node.__name__ for row in others}
    yield from _filled(f"{PROVED}: {', '.join(x for x in whole if x not in rest)}", "  ")
    examples = _examples()
    for row in others:
        open_ = ", ".join(prop for prop in PROPERTIES if prop not in row.kept)
        shown = f', as in "{examples[row.node.__name__]}"' if row.node.__name__ in examples else ""
        shown = shown if row.is_effect else ""
        when = ENTERED[row.kind]
        yield from _filled(f"{row.node.__name__} ({when}): {open_} {ONE_BY_ONE}{shown}", "  ")


def _filled(text: str, indent: str) -> Iterable[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False
    )


def _examples() -> dict[str, str]:
    """A card text for each class of the language."""
    return {name: told.example for name, told in told_nodes().items() if told.example}
