"""The kill table: which scenario and which property noticed each mutant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from textwrap import wrap
from typing import Any, Final

from tests.mutants.results import Result, Shown

WANTED: Final = 0.95
"""At least this part of the mutants has to be killed."""

WIDTH: Final = 100
NOBODY: Final = "-"


def violated(results: Sequence[Result], names: Sequence[str]) -> dict[str, list[Result]]:
    """For each property the mutants that violate it."""
    return {name: [r for r in results if name in r.properties] for name in names}


def problems(results: Sequence[Result], names: Sequence[str]) -> list[str]:
    """Why the table is not good enough; empty if it is."""
    found = []
    killed = sum(result.killed for result in results)
    if killed < WANTED * len(results):
        found.append(f"fewer than {WANTED:.0%} of the mutants are killed")
    for name, by in violated(results, names).items():
        if not by:
            found.append(f"no mutant violates {name}")
    for result in results:
        if result.error:
            found.append(f"{result.mutant.id} could not be tried: {result.error}")
        if result.killed and result.mutant.survives:
            found.append(f"{result.mutant.id} is killed, and its reason to survive is wrong")
    return found


def as_text(results: Sequence[Result], names: Sequence[str]) -> str:
    """The table for people."""
    lines = [*_table(results), "", _summary(results), ""]
    lines += [*_survivors(results), "", *_properties(results, names)]
    found = problems(results, names)
    if found:
        lines += ["", *found]
    return "\n".join(lines) + "\n"


def as_json(results: Sequence[Result], names: Sequence[str]) -> Mapping[str, Any]:
    """The table for programs."""
    return {
        "killed": sum(result.killed for result in results),
        "mutants": [
            {
                "id": result.mutant.id,
                "file": result.mutant.file,
                "breaks": result.mutant.breaks,
                "killed": result.killed,
                "scenario": result.scenario or None,
                "problem": result.problem or None,
                "game": None if result.shown is None else asdict(result.shown),
                "survives": result.mutant.survives or None,
                "error": result.error or None,
            }
            for result in results
        ],
        "properties": {
            name: [result.mutant.id for result in by]
            for name, by in violated(results, names).items()
        },
        "problems": problems(results, names),
    }


def _table(results: Sequence[Result]) -> Iterator[str]:
    rows = [("mutant", "file", "killed by scenario", "killed by property")]
    rows += [
        (
            result.mutant.id,
            result.mutant.file,
            result.scenario or NOBODY,
            _by_property(result.shown),
        )
        for result in results
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _by_property(shown: Shown | None) -> str:
    if shown is None:
        return NOBODY
    return f"{', '.join(shown.properties)} ({shown.decisions})"


def _summary(results: Sequence[Result]) -> str:
    killed = sum(result.killed for result in results)
    scenarios = sum(bool(result.scenario) for result in results)
    properties = sum(result.shown is not None for result in results)
    part = 100 * killed / len(results) if results else 100
    return (
        f"{killed} of {len(results)} killed ({part:.1f} %): "
        f"{scenarios} by scenarios, {properties} by properties. "
        "In parentheses: the decisions of the game."
    )


def _survivors(results: Sequence[Result]) -> Iterator[str]:
    left = [result.mutant for result in results if not (result.killed or result.error)]
    yield f"survivors: {len(left) or 'none'}"
    for mutant in left:
        yield f"  {mutant.id}: {mutant.breaks}"
        yield from indented(mutant.survives or "no reason is known", 4)


def _properties(results: Sequence[Result], names: Sequence[str]) -> Iterator[str]:
    yield "what violates each property, and the shortest game that shows it:"
    for name, by in violated(results, names).items():
        yield ""
        yield f"{name}: {len(by) or 'no'} mutant{'' if len(by) == 1 else 's'}"
        yield from indented(", ".join(result.mutant.id for result in by), 2)
        first = [r for r in by if r.shown is not None and r.shown.lines]
        if first:
            yield from _game(min(first, key=_length))


def _length(result: Result) -> tuple[bool, int]:
    """Games that say what breaks this property come first, then short ones."""
    assert result.shown is not None
    return len(result.shown.properties) > 1, result.shown.decisions


def _game(result: Result) -> Iterator[str]:
    shown = result.shown
    assert shown is not None
    yield f"  {result.mutant.id} ({shown.game}, from {shown.source}):"
    if sum(_times(line) for line in shown.lines) < shown.decisions:
        yield "    …"
    for line in shown.lines:
        yield f"    {line}"
    yield from indented(f"=> {shown.message}", 4)


def _times(line: str) -> int:
    number = line.rpartition(" x")[2]
    return int(number) if number.isdigit() else 1


def indented(text: str, indent: int) -> list[str]:
    """Text in lines that are not too long, moved in."""
    space = " " * indent
    return wrap(text, WIDTH, initial_indent=space, subsequent_indent=space)
