"""The results of a campaign on disk: a line for the plan, then a line for each finished game.

Lines are only ever added, and each is written out before the next game is recorded. If the
program is killed while it writes, the last line is cut off; it is dropped on the next start, and
only that game is played again.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

from rules_check.fuzz.plan import Plan, plan_of
from rules_check.play.table import Unusable

FORMAT_VERSION: Final = 1


class Results:
    """The finished games by number; those of a campaign with a path also on disk."""

    def __init__(self, plan: Plan, path: str | None = None) -> None:
        self.plan = plan
        self.path = path
        self.games: dict[int, dict[str, Any]] = {}

    def add(self, record: dict[str, Any]) -> None:
        """Keep the result of a game. Raises Unusable."""
        self.games[record["number"]] = record
        if self.path is not None:
            self._write(self.path, record)

    def in_order(self) -> list[dict[str, Any]]:
        """The results in the order of the plan."""
        return [self.games[number] for number in sorted(self.games) if number < self.plan.count]

    def keep_in(self, path: str) -> None:
        """Begin a file with the plan and what is known. Raises Unusable if there is one."""
        try:
            with Path(path).open("xb"):
                self.path = path
        except FileExistsError:
            raise Unusable(f"{path}: there is such a file; go on with --resume {path}") from None
        except OSError as error:
            raise _unwritable(path, error) from error
        self._write(path, {"rules-check fuzz": FORMAT_VERSION, **self.plan.header()})
        for record in self.in_order():
            self._write(path, record)

    def _write(self, path: str, value: dict[str, Any]) -> None:
        line = json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
        try:
            with Path(path).open("ab") as file:
                file.write(line.encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise _unwritable(path, error) from error


def resume(path: str) -> Results:
    """The results in a file, which goes on to be written. Raises Unusable."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise Unusable(f"{path}: the file cannot be read: {why}") from error
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].split(b"\n")[:-1]
    if not lines:
        raise Unusable(f"{path}: there is no campaign in this file")
    results = Results(_header(path, lines[0]), path)
    for number, line in enumerate(lines[1:], 2):
        record = _parsed(path, number, line)
        if not isinstance(record.get("number"), int) or "violations" not in record:
            raise Unusable(f"{path}: line {number}: this is no finished game")
        results.games[record["number"]] = record
    try:
        os.truncate(path, whole)
    except OSError as error:
        raise _unwritable(path, error) from error
    return results


def _header(path: str, line: bytes) -> Plan:
    header = _parsed(path, 1, line)
    version = header.get("rules-check fuzz")
    if version != FORMAT_VERSION:
        raise Unusable(f"{path}: line 1: this is no campaign that this program can go on with")
    try:
        return plan_of(header)
    except (KeyError, TypeError, ValueError) as error:
        raise Unusable(f"{path}: line 1: this is no plan of a campaign") from error


def _parsed(path: str, number: int, line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError as error:
        raise Unusable(f"{path}: line {number}: this is no JSON") from error
    if not isinstance(value, dict):
        raise Unusable(f"{path}: line {number}: expected an object")
    return value


def _unwritable(path: str, error: OSError) -> Unusable:
    return Unusable(f"{path}: the file cannot be written: {(error.strerror or str(error)).lower()}")
