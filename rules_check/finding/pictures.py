"""A tally as a table with bars for a terminal, and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final

from rules_check.finding.counts import Tally
from rules_check.output.report import plural

BAR: Final = 40
"""Signs of the longest bar."""

COLOURS: Final = (
    "#4e79a7",
    "#f28e2b",
    "#59a14f",
    "#e15759",
    "#b07aa1",
    "#edc948",
    "#76b7b2",
    "#9c755f",
    "#bab0ac",
)


def table(title: str, told: Tally, width: int) -> Iterator[str]:
    """The tally in lines of at most `width` signs."""
    yield title
    share = f", {told.understood} understood" if told.understood < told.cards else ""
    yield (
        f"{plural(told.cards, 'card')}, {told.copies} with their copies{share};"
        f" {told.words:.1f} words a text"
    )
    yield from _pairs("type", told.types, width)
    costs = {cost: sum(by_type.values()) for cost, by_type in told.curve.items()}
    yield from _bars("cost", costs, width)
    yield from _bars("VP", told.points, width)
    yield from _pairs("keyword", told.keywords, width)
    yield from _bars("texts that …", told.doing, width)


def _pairs(heading: str, found: Mapping[str, tuple[int, int]], width: int) -> Iterator[str]:
    if found:
        label = max(len(heading), *map(len, found))
        yield ""
        yield f"{heading:<{label}}  cards  copies"
        most = max(copies for _, copies in found.values())
        for name, (cards, copies) in found.items():
            bar = _bar(copies, most, width - label - 17)
            yield f"{name:<{label}}  {cards:5}  {copies:6}  {bar}".rstrip()


def _bars(heading: str, found: Mapping[str, int], width: int) -> Iterator[str]:
    if found:
        label = max(len(heading), *map(len, found))
        most = max(found.values())
        yield ""
        yield heading
        for name, number in found.items():
            bar = _bar(number, most, width - label - 10)
            yield f"{name:>{label}}  {number:6}  {bar}".rstrip()


def _bar(number: int, most: int, room: int) -> str:
    """A bar that is as long as its share of the longest; something is never nothing."""
    size = max(0, min(BAR, room))
    return "█" * (max(1, round(size * number / most)) if number and most and size else 0)


# ------------------------------------------------------------------------------ picture

LEFT, TOP, COLUMN, HEIGHT = 46, 72, 34, 240


def svg(title: str, told: Tally) -> str:
    """The curve of the costs: a column for each cost, stacked by type, with a legend."""
    kinds = list(told.types)
    colour = {kind: COLOURS[at % len(COLOURS)] for at, kind in enumerate(kinds)}
    sums = [sum(by_type.values()) for by_type in told.curve.values()]
    most = max(sums, default=1) or 1
    right = LEFT + COLUMN * len(sums) + 24
    width = right + 150
    height = TOP + max(HEIGHT + 60, 22 * len(kinds) + 20)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" font-family="sans-serif" font-size="12">'
        ),
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{LEFT}" y="24" font-size="16">{escape(title)}</text>',
        (
            f'<text x="{LEFT}" y="42" fill="#555">{plural(told.cards, "card")},'
            f" {told.copies} with their copies, by cost and type</text>"
        ),
        *_columns(told.curve, kinds, colour, most),
        *_legend(told, colour, right),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _columns(
    curve: Mapping[str, Mapping[str, int]],
    kinds: Sequence[str],
    colour: Mapping[str, str],
    most: int,
) -> Iterator[str]:
    foot = TOP + HEIGHT
    for step in sorted({0, most // 2, most}):
        y = foot - HEIGHT * step / most
        yield (
            f'<line x1="{LEFT - 6}" x2="{LEFT + COLUMN * len(curve)}" y1="{y:.1f}" y2="{y:.1f}"'
            f' stroke="#ddd"/><text x="{LEFT - 10}" y="{y + 4:.1f}" text-anchor="end">{step}</text>'
        )
    for at, (cost, by_type) in enumerate(curve.items()):
        x, y = LEFT + COLUMN * at + 5, float(foot)
        for kind in kinds:
            number = by_type.get(kind, 0)
            if number:
                high = HEIGHT * number / most
                y -= high
                yield (
                    f'<rect x="{x}" y="{y:.1f}" width="{COLUMN - 10}" height="{high:.1f}"'
                    f' fill="{colour[kind]}"><title>cost {escape(cost)}: {number} {escape(kind)}'
                    "</title></rect>"
                )
        middle = x + (COLUMN - 10) / 2
        total = sum(by_type.values())
        yield f'<text x="{middle}" y="{y - 4:.1f}" text-anchor="middle">{total}</text>'
        yield f'<text x="{middle}" y="{foot + 18}" text-anchor="middle">{escape(cost)}</text>'
    yield f'<text x="{LEFT}" y="{foot + 38}" fill="#555">cost</text>'


def _legend(told: Tally, colour: Mapping[str, str], x: int) -> Iterator[str]:
    for at, (kind, (_, copies)) in enumerate(told.types.items()):
        y = TOP + 22 * at
        yield f'<rect x="{x}" y="{y}" width="14" height="14" fill="{colour[kind]}"/>'
        yield f'<text x="{x + 20}" y="{y + 12}">{escape(kind)} ({copies})</text>'
