"""The results of a campaign on disk: a line for the plan, then a line for each finished game.

Each line has a checksum, so that a damaged one is noticed. Lines are only ever added, and each is
written out before the next game is recorded. If the program is killed while it writes, the last
line is cut off; it is dropped on the next start, and only that game is played again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rules_check.fuzz.plan import Plan, plan_of
from rules_check.play.table import Unusable

FORMAT_VERSION: Final = 2

CHECKSUM: Final = "checksum"
MOST_BYTES: Final = 16 * 1024 * 1024
"""A line is no longer: the plan has the cards of a campaign, of which a file has at most 8 MB."""


FIRST_KEY: Final = "rules-check fuzz"

MOST_FILES: Final = 1_000
"""So many files that nobody named are kept beside each other."""


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
        self._write(path, {FIRST_KEY: FORMAT_VERSION, **self.plan.header()})
        for record in self.in_order():
            self._write(path, record)

    def keep_beside(self, stem: str) -> str:
        """Begin a file that is not there yet, named after `stem`: its path. Raises Unusable."""
        for number in range(1, MOST_FILES + 1):
            path = f"{stem}.jsonl" if number == 1 else f"{stem}-{number}.jsonl"
            if not os.path.lexists(path):
                self.keep_in(path)
                return path
        raise Unusable(f"{stem}.jsonl and {MOST_FILES - 1} others are there; remove some of them")

    def _write(self, path: str, value: dict[str, Any]) -> None:
        line = _dumped({**value, CHECKSUM: _checksum(value)}) + "\n"
        try:
            with Path(path).open("ab") as file:
                file.write(line.encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise _unwritable(path, error) from error


def resume(path: str) -> Results:
    """The results in a file, which goes on to be written. Raises Unusable."""
    results, whole = None, 0
    for number, line in enumerate(_lines(path), 1):
        if results is None:
            results = Results(_header(path, line), path)
        else:
            record = _parsed(path, number, line)
            if not isinstance(record.get("number"), int) or "violations" not in record:
                raise Unusable(f"{path}: line {number}: this is no finished game")
            results.games[record["number"]] = record
        whole += len(line)
    if results is None:
        raise Unusable(f"{path}: there is no campaign in this file")
    try:
        os.truncate(path, whole)
    except OSError as error:
        raise _unwritable(path, error) from error
    return results


def _lines(path: str) -> Iterator[bytes]:
    """The whole lines of a file; one that is cut off at the end is left out. Raises Unusable."""
    try:
        with Path(path).open("rb") as file:
            while line := file.readline(MOST_BYTES + 1):
                if len(line) > MOST_BYTES:
                    raise Unusable(f"{path}: this is no campaign: a line has no end")
                if line.endswith(b"\n"):
                    yield line
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise Unusable(f"{path}: the file cannot be read: {why}") from error


def _header(path: str, line: bytes) -> Plan:
    header = _parsed(path, 1, line)
    version = header.get(FIRST_KEY)
    if version != FORMAT_VERSION:
        raise Unusable(f"{path}: line 1: this is no campaign that this program can go on with")
    try:
        return plan_of(header)
    except (KeyError, TypeError, ValueError) as error:
        raise Unusable(f"{path}: line 1: this is no plan of a campaign") from error


def _parsed(path: str, number: int, line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Unusable(f"{path}: line {number}: this is no JSON{_way(number)}") from error
    if not isinstance(value, dict):
        raise Unusable(f"{path}: line {number}: expected an object{_way(number)}")
    written = value.pop(CHECKSUM, None)
    has_one = number > 1 or value.get(FIRST_KEY) == FORMAT_VERSION
    if has_one and written != _checksum(value):
        raise Unusable(f"{path}: line {number}: its checksum does not fit{_way(number)}")
    return value


def _way(number: int) -> str:
    """What to do about a damaged line."""
    if number == 1:
        return "; the plan is damaged: begin the campaign anew"
    return "; the line is damaged: delete it, and that game is played again"


def _dumped(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _checksum(value: dict[str, Any]) -> str:
    return hashlib.sha256(_dumped(value).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _unwritable(path: str, error: OSError) -> Unusable:
    return Unusable(f"{path}: the file cannot be written: {(error.strerror or str(error)).lower()}")
