"""Games that show an open question, or what cards do together, as files that `play --replay`
plays again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from rules_check.checks.questions import LETTERS
from rules_check.grammar.findings import Finding

Saver: TypeAlias = Callable[[Finding, Sequence[Any]], None]
"""What is done with the games of a finding: a document for each reading, order or text."""


class CannotSave(Exception):
    """The games cannot be written there; says why."""


@dataclass(slots=True)
class Folder:
    """A folder that games are written to, a file for each reading; `written` are their paths."""

    path: Path
    written: list[Path] = field(default_factory=list)

    def __post_init__(self) -> None:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotSave(_why(self.path, error)) from error

    def __call__(self, finding: Finding, documents: Sequence[Any]) -> None:
        """Write the games of a finding."""
        self.write(finding.card, finding.question or finding.code.lower(), documents)

    def write(self, card: str, about: str, documents: Sequence[Any]) -> None:
        """Write games in which a card is seen, and say in their names what they are about."""
        called = re.sub(r"[^a-z0-9]+", "-", card.lower()).strip("-") or "card"
        for at, document in enumerate(documents):
            name = f"{called}-{about}-{document.get('side', LETTERS[at])}.json"
            path = self._free(name)
            text = json.dumps({"card": card, **document}, ensure_ascii=False, indent=1)
            try:
                path.write_text(text + "\n", encoding="utf-8", newline="\n")
            except OSError as error:
                raise CannotSave(_why(path, error)) from error
            self.written.append(path)

    def _free(self, name: str) -> Path:
        """A path that this run has not written to; two cards may have one name."""
        path, number = self.path / name, 1
        while path in self.written:
            number += 1
            path = (self.path / name).with_suffix(f".{number}.json")
        return path

    def line(self) -> str:
        """What the report says of them."""
        if not self.written:
            return f"no games to save in {self.path.as_posix()}"
        said = f"{len(self.written)} games saved in {self.path.as_posix()}"
        return f"{said}; play one with: rules-check play --replay {self.written[0].as_posix()}"


def _why(path: Path, error: OSError) -> str:
    said = (error.strerror or str(error)).lower()
    return f"{path.as_posix()}: the games cannot be saved: {said}"
