"""What was measured: figures with their aims, as a table or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Literal

Unit = Literal[
    "ms",
    "µs",
    "s",
    "cards/s",
    "decisions/s",
    "games/s",
    "paths/s",
    "proofs/s",
    "vectors/s",
    "MB",
    "KB",
    "%",
    "times",
    "ratio",
    "number",
]

_FORMS: dict[Unit, str] = {
    "ms": "{:.1f} ms",
    "µs": "{:.1f} µs",
    "s": "{:.2f} s",
    "cards/s": "{:.0f} cards/s",
    "decisions/s": "{:.0f} decisions/s",
    "games/s": "{:.1f} games/s",
    "paths/s": "{:.0f} paths/s",
    "proofs/s": "{:.1f} proofs/s",
    "vectors/s": "{:.0f} vectors/s",
    "MB": "{:.0f} MB",
    "KB": "{:.1f} KB",
    "%": "{:.1f} %",
    "times": "x{:.1f}",
    "ratio": "x{:.2f}",
    "number": "{:.0f}",
}


@dataclass(frozen=True, slots=True)
class Aim:
    """How large a figure may be at most, or has to be at least.

    `of` says whether its value, its seconds (however they are shown) or its ratio counts.
    """

    bound: float
    text: str
    of: Literal["value", "seconds", "starts"] = "value"
    side: Literal["most", "least"] = "most"

    def met(self, measured: float) -> bool:
        """Is a figure of this size good enough?"""
        return measured <= self.bound if self.side == "most" else measured >= self.bound


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value; `starts` is the same as a multiple of a bare interpreter start.

    `seconds` are given where that multiple is wanted; `compared` then works it out.
    """

    section: str
    name: str
    value: float
    unit: Unit
    aim: Aim | None = None
    note: str = ""
    seconds: float | None = None
    starts: float | None = None

    def compared(self, bare: float) -> Figure:
        """With its ratio to a bare start of so many seconds."""
        return self if self.seconds is None else replace(self, starts=self.seconds / bare)

    @property
    def met(self) -> bool | None:
        """Was the aim met? None: there is none."""
        if self.aim is None:
            return None
        of = {"value": self.value, "seconds": self.seconds, "starts": self.starts}
        measured = of[self.aim.of]
        return measured is not None and self.aim.met(measured)

    def cells(self, judged: bool) -> tuple[str, ...]:
        """Name, value, ratio, aim, verdict and note."""
        ratio = "" if self.starts is None else f"x{self.starts:.1f}"
        aim = "" if self.aim is None else f"aim: {self.aim.text}"
        verdict = {None: "", True: "met", False: "missed"}[self.met]
        if verdict and not judged:
            verdict = "not judged"
        return self.name, _FORMS[self.unit].format(self.value), ratio, aim, verdict, self.note


@dataclass(frozen=True, slots=True)
class Setting:
    """Under which conditions was measured; `pyminion` is its version, None if it is missing."""

    python: str
    cores: int
    quick: bool
    pyminion: str | None = None


def table(setting: Setting, figures: Sequence[Figure]) -> str:
    """All figures for people, section by section; then how many aims were met."""
    rows = [figure.cells(not setting.quick) for figure in figures]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    lines = list(_head(setting))
    section = ""
    for figure, row in zip(figures, rows, strict=True):
        if figure.section != section:
            section = figure.section
            lines += ["", section]
        name, value, ratio, *rest = row
        cells = [name.ljust(widths[0]), value.rjust(widths[1]), ratio.rjust(widths[2])]
        cells += [cell.ljust(width) for cell, width in zip(rest[:2], widths[3:], strict=True)]
        lines.append("  " + "  ".join([*cells, rest[2]]).rstrip())
    aims = [figure for figure in figures if figure.aim is not None]
    if not setting.quick:
        lines += ["", f"{sum(figure.met is True for figure in aims)} of {len(aims)} aims met"]
    return "\n".join(lines) + "\n"


def _head(setting: Setting) -> Iterator[str]:
    yield f"Python {setting.python}, {setting.cores} cores; xN: in bare interpreter starts"
    if setting.quick:
        yield "quick run with small sets: it shows that everything is measured, not how fast it is"
    if setting.pyminion is None:
        yield "pyminion is not installed: the yardstick of the engine is missing"


def to_json(setting: Setting, figures: Sequence[Figure]) -> str:
    """The same as JSON."""
    rows = [{**asdict(figure), "met": figure.met} for figure in figures]
    document = {**asdict(setting), "figures": rows}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
