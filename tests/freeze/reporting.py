"""Differences in groups, those that are listed and defended told apart, for people."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.freeze.comparing import KINDS, Difference
from tests.freeze.runner import ToolError

WIDTH: Final = 220
"""Longer lines are cut."""

KEYS: Final = frozenset({"kind", "group", "words", "reason"})


@dataclass(slots=True)
class Defended:
    """A listed difference: of this kind, in this group, of texts with these words (each may be
    left out), and why it is right."""

    reason: str
    kind: str = ""
    group: str = ""
    words: str = ""
    number: int = field(default=0, compare=False)
    """So many differences it has defended."""

    def defends(self, found: Difference) -> bool:
        """Whether it is about this difference."""
        return (
            self.kind in ("", found.kind)
            and self.group in ("", found.group)
            and re.search(self.words, found.text.words) is not None
        )


def read_defended(path: Path) -> list[Defended]:
    """The differences that a file lists. Raises ToolError."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ToolError(f"{path}: {error}") from error
    return [_row(path, number, row) for number, row in enumerate(data.pop("defended", []), 1)]


def _row(path: Path, number: int, row: dict[str, Any]) -> Defended:
    where = f"{path}, number {number}"
    for key, value in row.items():
        if key not in KEYS or not isinstance(value, str):
            raise ToolError(f"{where}: {key} is not known, or no text")
    if not row.get("reason", "").strip():
        raise ToolError(f"{where}: no reason is given")
    if not any(row.get(key) for key in ("kind", "group", "words")):
        raise ToolError(f"{where}: it says neither kind nor group nor words, and would defend all")
    if row.get("kind", "") not in ("", *KINDS):
        raise ToolError(f"{where}: no kind {row['kind']!r}; there are {', '.join(KINDS)}")
    try:
        re.compile(row.get("words", ""))
    except re.error as error:
        raise ToolError(f"{where}: words: {error}") from error
    return Defended(**row)


def undefended(found: Sequence[Difference], defended: Sequence[Defended]) -> list[Difference]:
    """The differences that nobody defends; the others are counted where they are listed."""
    open_: list[Difference] = []
    for one in found:
        by = [row for row in defended if row.defends(one)]
        for row in by:
            row.number += 1
        if not by:
            open_.append(one)
    return open_


def grouped(found: Sequence[Difference]) -> list[tuple[str, str, list[Difference]]]:
    """Kind, group and differences: by kind, the largest groups first."""
    groups: dict[tuple[str, str], list[Difference]] = {}
    for one in found:
        groups.setdefault((one.kind, one.group), []).append(one)
    order = sorted(groups, key=lambda key: (KINDS.index(key[0]), -len(groups[key]), key[1]))
    return [(kind, group, groups[kind, group]) for kind, group in order]


def report(
    open_: Sequence[Difference], defended: Sequence[Defended], examples: int
) -> Iterator[str]:
    """The differences that nobody defends, group by group, and how often others were defended."""
    groups = grouped(open_)
    for kind in KINDS:
        of_kind = [(group, some) for one, group, some in groups if one == kind]
        if of_kind:
            number = sum(len(some) for _, some in of_kind)
            yield f"{kind}: {count(number, 'text')} in {count(len(of_kind), 'group')}"
        for group, some in of_kind:
            yield _cut(f"  {len(some):6,}  {group}")
            for one in some[:examples]:
                yield _cut(f"          {one.text.words}  ({one.text.source})")
                yield _cut(f"            before: {one.before}")
                yield _cut(f"            now:    {one.after}")
    for row in defended:
        what = row.group or row.words or row.kind
        yield _cut(f"defended: {count(row.number, 'difference')}: {what}: {row.reason}")
    texts = len({one.text.key for one in open_})
    if open_:
        yield f"{count(len(open_), 'difference')} of {count(texts, 'text')}"
    else:
        yield "no difference that is not defended" if defended else "no difference"


def count(number: int, word: str) -> str:
    """A number with its word."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _cut(line: str) -> str:
    return line if len(line) <= WIDTH else line[: WIDTH - 1] + "…"
