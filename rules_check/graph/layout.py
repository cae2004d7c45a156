"""Where everything of the picture goes: three columns, in which nothing lies on anything else.

On the left stand abilities that cause something, on the right those that wait for it, look at it
or forbid it; in the middle what it is. Each column is grouped by card type, and within a group
abilities are ordered by what they are joined to, so that few lines cross.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

from rules_check.graph.build import type_of
from rules_check.properties.interactions.links import Links, Why
from rules_check.properties.interactions.parts import Part
from rules_check.properties.interactions.reading import Ability

ROW, GAP, TITLE = 19, 14, 22
BOX, HUB = 480, 170
BETWEEN: Final = 220
MARGIN: Final = 24
TOP: Final = 118

TYPES: Final = (
    *("Character", "Super Hero", "Hero", "Villain", "Super-Villain", "Equipment"),
    *("Super Power", "Location", "Starter", "no type"),
)
"""The groups from top to bottom."""

LEFT: Final = {
    Why.SETS_OFF: "causes",
    Why.COUNTED: "causes",
    Why.READ: "changes",
}
RIGHT: Final = {
    Why.SETS_OFF: "waits for",
    Why.COUNTED: "counts",
    Why.READ: "looks at",
    Why.FORBIDS: "forbids",
    Why.REPLACES: "takes the place of",
    Why.SAME_EVENT: "waits for",
}


@dataclass(slots=True)
class Box:
    """An ability on one side, or what lies between: where it is drawn."""

    id: str
    label: str
    column: int
    group: str = ""
    ability: Ability | None = None
    x: float = 0
    y: float = 0
    width: float = BOX
    height: float = ROW - 3


@dataclass(frozen=True, slots=True)
class Line:
    """A line from one box to another, and what it says."""

    source: str
    target: str
    says: str
    hub: str


@dataclass(slots=True)
class Picture:
    """Everything that is drawn, with its place."""

    boxes: dict[str, Box] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    titles: list[tuple[float, float, str]] = field(default_factory=list)
    apart: list[str] = field(default_factory=list)
    width: float = 2 * (MARGIN + BOX + BETWEEN) + HUB
    height: float = 0


def lay_out(links: Links) -> Picture:
    """The picture of a set."""
    picture = Picture()
    found = _joined(links)
    hubs = sorted({line.hub for line in found}, key=_hub_order)
    abilities = {ability.key: ability for ability in links.abilities}
    for hub in hubs:
        picture.boxes[f"* {hub}"] = Box(f"* {hub}", hub, 1, width=HUB, height=26)
    near: dict[str, list[float]] = defaultdict(list)
    for line in found:
        for end, column in ((line.source, 0), (line.target, 2)):
            if not end.startswith("*"):
                key = _box_id(end, column)
                near[key].append(hubs.index(line.hub))
                if key not in picture.boxes:
                    ability = abilities[end]
                    picture.boxes[key] = Box(
                        key, _label(ability), column, type_of(ability), ability
                    )
    picture.lines = [Line(_box_id(x.source, 0), _box_id(x.target, 2), x.says, x.hub) for x in found]
    heights = [_stack(picture, near, 0), _stack(picture, near, 2)]
    tall = max([*heights, TOP + len(hubs) * 44])
    for at, hub in enumerate(hubs):
        box = picture.boxes[f"* {hub}"]
        box.x = MARGIN + BOX + BETWEEN
        box.y = TOP + (at + 0.5) * (tall - TOP) / max(1, len(hubs)) - box.height / 2
    picture.height = tall + MARGIN
    drawn = {box.ability.card for box in picture.boxes.values() if box.ability is not None}
    cards = dict.fromkeys(ability.card for ability in links.abilities)
    picture.apart = [name for name, card in links.cards.items() if card in cards.keys() - drawn]
    return picture


def _box_id(end: str, column: int) -> str:
    return end if end.startswith("*") else f"{'<' if column == 0 else '>'} {end}"


def _joined(links: Links) -> list[Line]:
    """What is drawn: each ability joined to what it causes, and to what it waits for."""
    found: dict[Line, None] = {}
    for link in links.all:
        if link.why not in RIGHT:
            continue
        for hub in map(str, link.what):
            if link.why in (Why.FORBIDS, Why.REPLACES):
                found[Line(f"* {hub}", link.source.key, RIGHT[link.why], hub)] = None
                found[Line(link.target.key, f"* {hub}", "causes", hub)] = None
                continue
            if link.why is not Why.SAME_EVENT:
                found[Line(link.source.key, f"* {hub}", LEFT[link.why], hub)] = None
            else:
                found[Line(f"* {hub}", link.source.key, RIGHT[link.why], hub)] = None
            found[Line(f"* {hub}", link.target.key, RIGHT[link.why], hub)] = None
    return list(found)


def _hub_order(hub: str) -> tuple[bool, int, str]:
    parts = [part.value for part in Part]
    return hub in parts, parts.index(hub) if hub in parts else 0, hub


def _label(ability: Ability) -> str:
    return f"{ability.key.rpartition(' #')[0]}: {ability.said}"


def _stack(picture: Picture, near: dict[str, list[float]], column: int) -> float:
    """Put the boxes of a column one below the other, group by group; how far down it goes."""
    y = float(TOP)
    x = MARGIN if column == 0 else MARGIN + BOX + 2 * BETWEEN + HUB
    mine = [box for box in picture.boxes.values() if box.column == column]
    known = [kind for kind in TYPES if any(box.group == kind for box in mine)]
    others = sorted({box.group for box in mine} - set(known))
    for group in [*known, *others]:
        picture.titles.append((x, y + 14, group))
        y += TITLE
        inside = [box for box in mine if box.group == group]
        inside.sort(key=lambda box: (sum(near[box.id]) / len(near[box.id]), box.label))
        for box in inside:
            box.x, box.y = x, y
            y += ROW
        y += GAP
    return y
