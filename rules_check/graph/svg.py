"""The picture as SVG, written by hand: no library, no font of its own, no network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from rules_check.graph.layout import MARGIN, Box, Line, Picture
from rules_check.properties.interactions.games import Shown
from rules_check.properties.interactions.parts import Part

COLOURS: Final = (
    *("#1b6ca8", "#b5542a", "#2e7d4f", "#7b4fa3", "#a8324a", "#6b6f1f", "#147a7a", "#8a5a00"),
    *("#4a5bb5", "#5d7a2b", "#a34f86", "#4f6d7a", "#c2185b", "#3f7f3f", "#6d4c41", "#00695c"),
)
"""The colours of what lies between, one after the other."""

TYPE_COLOURS: Final = {
    "Character": "#f3e3c3",
    "Super Hero": "#f3e3c3",
    "Hero": "#d6e8f7",
    "Villain": "#f6d8d8",
    "Super-Villain": "#f6d8d8",
    "Equipment": "#e2e2e2",
    "Super Power": "#e6dcf2",
    "Location": "#d9eed9",
    "Starter": "#f4f4f4",
}
LETTER: Final = 5.8
"""How wide a letter is, about."""

STYLE: Final = """
text { font: 11px "Helvetica Neue", Arial, sans-serif; fill: #222 }
.title { font-size: 20px; font-weight: 600 }
.head { font-size: 13px; font-weight: 600; fill: #555 }
.group { font-size: 12px; font-weight: 600; fill: #555 }
.small { fill: #555 }
.box rect { stroke: #9a9a9a; stroke-width: .7 }
.box.marked rect { stroke: #c00000; stroke-width: 2 }
.hub text { font-size: 12px; font-weight: 600; fill: #fff }
path { fill: none; stroke-width: 1.1; stroke-opacity: .55 }
.waits path { stroke-dasharray: 5 3 }
.forbids path { stroke-dasharray: 1 3; stroke-width: 2.2; stroke-opacity: .9 }
""".strip()


def svg(picture: Picture, title: str, found: Sequence[Shown], *, inner: bool = False) -> str:
    """The whole picture; `inner`: as part of a page, which brings its style and tells what was
    found."""
    marked = {name for shown in found for name in shown.names}
    below = list(_below(picture, () if inner else found))
    height = picture.height + 18 * len(below) + MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.width:g} {height:g}"',
        f' width="{picture.width:g}" height="{height:g}">',
        *([] if inner else [f"<style>{STYLE}</style>"]),
        f'<rect width="{picture.width:g}" height="{height:g}" fill="#fff"/>',
        *_heading(picture, title),
        *_edges(picture),
        *(_box(box, picture, marked) for box in picture.boxes.values()),
    ]
    for x, y, text in picture.titles:
        lines.append(f'<text class="group" x="{x:g}" y="{y:g}">{escape(text)}</text>')
    for at, (text, style) in enumerate(below):
        y = picture.height + 18 * (at + 1)
        lines.append(f'<text class="{style}" x="{MARGIN}" y="{y:g}">{escape(text)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def colour_of(picture: Picture, hub: str) -> str:
    """The colour of what lies between."""
    hubs = [box.label for box in picture.boxes.values() if box.column == 1]
    return COLOURS[hubs.index(hub) % len(COLOURS)]


def _heading(picture: Picture, title: str) -> Iterator[str]:
    yield f'<text class="title" x="{MARGIN}" y="34">{escape(title)}</text>'
    x = float(MARGIN)
    for style, text in (
        ("", "causes, changes"),
        ("waits", "waits for, counts, looks at"),
        ("forbids", "forbids"),
    ):
        yield f'<g class="{style}"><path d="M{x:g} 56h34" stroke="#333"/></g>'
        yield f'<text class="small" x="{x + 42:g}" y="60">{text}</text>'
        x += 62 + LETTER * len(text)
    yield f'<rect x="{x:g}" y="49" width="30" height="13" fill="#fff" stroke="#c00000"'
    yield ' stroke-width="2"/>'
    yield f'<text class="small" x="{x + 38:g}" y="60">a finding about the card</text>'
    x = float(MARGIN)
    groups = dict.fromkeys(box.group for box in picture.boxes.values() if box.column != 1)
    for group in groups:
        fill = TYPE_COLOURS.get(group, "#fff")
        yield f'<rect x="{x:g}" y="71" width="13" height="13" fill="{fill}" stroke="#9a9a9a"/>'
        yield f'<text class="small" x="{x + 19:g}" y="82">{escape(group)}</text>'
        x += 38 + LETTER * len(group)
    hubs = [box for box in picture.boxes.values() if box.column == 1]
    middle = hubs[0].x if hubs else picture.width / 2
    right = max((box.x for box in picture.boxes.values() if box.column == 2), default=middle + 300)
    for place, text in (
        (MARGIN, "These abilities do it"),
        (middle, "what happens, or what is there"),
        (right, "and these abilities answer to it"),
    ):
        yield f'<text class="head" x="{place:g}" y="106">{text}</text>'


def _edges(picture: Picture) -> Iterator[str]:
    for line in picture.lines:
        source, target = picture.boxes[line.source], picture.boxes[line.target]
        style = _style(line)
        x1, y1 = source.x + source.width, source.y + source.height / 2
        x2, y2 = target.x, target.y + target.height / 2
        bend = (x2 - x1) / 2
        path = f"M{x1:g} {y1:.1f}C{x1 + bend:g} {y1:.1f} {x2 - bend:g} {y2:.1f} {x2:g} {y2:.1f}"
        colour = "#c00000" if style == "forbids" else colour_of(picture, line.hub)
        ends = f'data-from="{escape(line.source)}" data-to="{escape(line.target)}"'
        who, what = (target, source) if source.ability is None else (source, target)
        said = escape(f"{_name(who)} {line.says} {_name(what)}")
        yield (
            f'<g class="edge {style}" {ends}><title>{said}</title>'
            f'<path d="{path}" stroke="{colour}"/></g>'
        )


def _style(line: Line) -> str:
    if line.says == "forbids":
        return "forbids"
    return "waits" if line.source.startswith("*") else "causes"


def _name(box: Box) -> str:
    return box.ability.key if box.ability is not None else box.label


def _box(box: Box, picture: Picture, marked: set[str]) -> str:
    place = f'x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}"'
    if box.column == 1:
        fill = colour_of(picture, box.label)
        shape = 13 if box.label not in [part.value for part in Part] else 3
        return (
            f'<g class="box hub" data-id="{escape(box.id)}"><title>{escape(box.label)}</title>'
            f'<rect {place} rx="{shape}" fill="{fill}"/>'
            f'<text x="{box.x + box.width / 2:g}" y="{box.y + 17:g}" text-anchor="middle">'
            f"{escape(box.label)}</text></g>"
        )
    ability = box.ability
    assert ability is not None
    fill = TYPE_COLOURS.get(box.group, "#fff")
    most = int((box.width - 10) / LETTER)
    short = box.label if len(box.label) <= most else box.label[: most - 1].rstrip() + "…"
    style = " marked" if ability.key.rpartition(" #")[0] in marked else ""
    return (
        f'<g class="box{style}" data-id="{escape(box.id)}"><title>{escape(box.label)}</title>'
        f'<rect {place} rx="2" fill="{fill}"/>'
        f'<text x="{box.x + 5:g}" y="{box.y + 12:g}">{escape(short)}</text></g>'
    )


def _below(picture: Picture, found: Sequence[Shown]) -> Iterator[tuple[str, str]]:
    """What stands under the picture, each line with its style."""
    wide = int((picture.width - 2 * MARGIN) / LETTER)
    if found:
        yield "Findings", "head"
        for shown in found:
            yield from ((line, "") for line in _wrapped(shown.message, wide))
    if picture.apart:
        yield f"No text of these {len(picture.apart)} cards has to do with another one", "head"
        yield from ((line, "small") for line in _wrapped(", ".join(picture.apart), wide))


def _wrapped(text: str, width: int) -> list[str]:
    import textwrap

    return textwrap.wrap(text, width)
