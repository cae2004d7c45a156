"""Checks that were done before: the same files, options, surroundings and program print the same.

A check is known by everything it depends on: the names and bytes of its files, what the
configuration and the style say, its options, the books, the packages that are installed, and the
program itself. Of the program's own files the size and the times are looked at, not the bytes
(docs/decisions/027-known-checks.md).
"""

from __future__ import annotations

import argparse
import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from json import dumps
from pathlib import Path
from typing import Any, Final

from rules_check.commands.paths import STANDARD
from rules_check.configuration import configuration_of
from rules_check.extras import version_of
from rules_check.grammar.database import Database
from rules_check.grammar.sheets.making import Defaults
from rules_check.ran import Ran, from_json, to_json
from rules_check.rules.folders import PROJECT, folders

SLOTS: Final = 256
"""So many checks are kept at most. One takes the place of an older one of the same files and
options, or now and then of another one."""

LONGEST: Final = 1_000_000
"""A check that has more characters is not kept."""

MATTERS: Final = ("all", "no_proofs", "summary", "set_name", "ruleset")
"""The options that decide what is found; the others decide how it is printed."""

CHANGES: Final = ("fix", "unsafe", "diff", "save", "echo", "no_cache")
"""Options with which a check does more than to tell what it found, or is to look at nothing."""

PACKAGES: Final = ("z3", "lark", "openpyxl")
"""Packages that a check uses, if they are there."""

_NODES: Final = "rules_check.grammar.ast"


class Unknown(Exception):
    """A check whose inputs cannot be told beforehand, such as a pipe."""


class Known:
    """What is kept of one check, if it can be."""

    def __init__(
        self, args: argparse.Namespace, given: Defaults, standard: Callable[[], bytes]
    ) -> None:
        """`standard` gives what comes by standard input, if that is checked."""
        self._args = args
        self._given = given
        self._standard = standard
        self._key = "" if any(getattr(args, name) for name in CHANGES) else self._fingerprint()
        options = [self._args.files, self._options(), os.getcwd()]  # noqa: PTH109 (a text)
        slot = int(_digest(options)[:8], 16) % SLOTS
        self._slot = f"checked {slot}"

    def find(self) -> Ran | None:
        """What the check came to, if it was done before."""
        if not self._key:
            return None
        match Database().kept(self._slot):
            case [self._key, value]:
                return from_json(value)
            case _:
                return None

    def keep(self, ran: Ran, cache: Database | None) -> None:
        """Keep what the check came to, if another one would come to the same; it is written with
        what else the cache holds."""
        if cache is None or cache.late or not self._key or ran.faulty:
            return
        value = [self._key, to_json(ran)]
        if len(dumps(value)) <= LONGEST and self._key == self._fingerprint():  # nothing changed
            cache.keep(self._slot, value)

    def _options(self) -> list[Any]:
        return [getattr(self._args, name) for name in MATTERS]

    def _fingerprint(self) -> str:
        """Everything that the check depends on; empty if that cannot be told."""
        try:
            return _digest(
                [
                    [[path, *self._file(path)] for path in self._args.files],
                    self._options(),
                    self._style(),
                    _program(),
                ]
            )
        except (Unknown, OSError, ValueError):
            return ""

    def _file(self, path: str) -> Iterator[Any]:
        """The bytes of a file, and what is settled for it."""
        settled = configuration_of(path)
        given = settled.over(self._given)
        yield from (given.set_name, given.ruleset, sorted(settled.codes.items()))
        if path != STANDARD:
            yield _content(Path(path))
        elif sys.stdin is not None:
            yield sha256(self._standard()).hexdigest()
        else:
            raise Unknown

    def _style(self) -> Any:
        """The style that is used instead of our own."""
        path = self._args.style or configuration_of(self._args.files[0]).style
        return path and [str(path), _content(Path(path))]


def _content(path: Path) -> str:
    """A fingerprint of a file. What is no file, such as a pipe, can be read only once."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise Unknown
    return sha256(path.read_bytes()).hexdigest()


def _program() -> list[Any]:
    """The program: its files, the books, Python and the packages, and nodes from outside."""
    nodes = sys.modules.get(_NODES)
    outside = (
        []
        if nodes is None
        else [
            f"{kind.__qualname__} {said}"
            for kind, said in nodes.SAYS.items()
            if not kind.__module__.startswith(_NODES)
        ]
    )
    tops = [
        str(PROJECT),
        *(str(one / part) for one in folders()[1:] for part in ("rules", "cards")),
    ]
    versions = [version_of(name) for name in PACKAGES]
    return [sys.version, versions, outside, [list(_stamps(top)) for top in tops]]


def _stamps(top: str) -> Iterator[Any]:
    """The files below a folder, each with its size and its times: when it was last written, and
    when it last became what it is, which nobody can choose."""
    waiting = [top]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in sorted(entries, key=lambda one: one.name):
                if entry.is_dir():
                    if entry.name != "__pycache__":
                        waiting.append(entry.path)
                else:
                    seen = entry.stat()
                    yield [entry.path, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns]


def _digest(values: Sequence[Any]) -> str:
    return sha256(dumps(values).encode("utf-8", "surrogatepass")).hexdigest()
