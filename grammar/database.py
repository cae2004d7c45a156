"""Values kept on disk by a key: one small database a user.

A missing, locked or damaged one only costs time: each entry has a checksum over its key and its
value, and one that does not fit is no entry. Nothing of the grammar is imported here, so that what
a whole run came to (`rules_check.known`) is found before anything else is loaded.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

MOST_ROWS = 200_000
"""Beyond this the cache is begun anew, so that it stays bounded."""


def cache_folder() -> Path:
    """Where the cache lies: RULES_CHECK_CACHE, or the user's cache folder."""
    chosen = os.environ.get("RULES_CHECK_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "rules-check"


class Database:
    """Keeps JSON values; silent about every failure."""

    def __init__(self, folder: Path | None = None) -> None:
        self._database: sqlite3.Connection | None = None
        self._new: dict[str, str] = {}
        self._rows = -1
        self._path: Path | None = None
        self.late = False
        """Whether something was not finished in time, so that another run may come to more."""
        with suppress(sqlite3.Error, OSError, RuntimeError):  # no home folder
            where = folder or cache_folder()
            where.mkdir(parents=True, exist_ok=True)
            self._path = where / "sentences.sqlite"
            try:
                self._database = _opened(self._path)
            except sqlite3.DatabaseError as error:
                if _is_damage(error):
                    self._begin_anew()
                    self._database = _opened(self._path)

    def kept(self, key: str) -> Any:
        """JSON values that `keep` was given under this key; None if there are none."""
        if key in self._new:
            return json.loads(self._new[key])
        if self._database is not None:
            with suppress(sqlite3.Error, ValueError, TypeError, AttributeError):
                query = "select value from sentence where key = ?"
                row = self._database.execute(query, (key,)).fetchone()
                return _unsealed(key, row[0]) if row else None
        return None

    def has(self, key: str) -> bool:
        """Whether there is something under this key (damaged or not)."""
        if key in self._new or self._database is None:
            return key in self._new
        with suppress(sqlite3.Error):
            query = "select 1 from sentence where key = ?"
            return self._database.execute(query, (key,)).fetchone() is not None
        return False

    def keep(self, key: str, value: Any) -> None:
        """Remember JSON values under a key with a word and a space in front (see `save`)."""
        self._new[key] = json.dumps(value, separators=(",", ":"))

    def save(self) -> None:
        """Write what is new, in one transaction."""
        if self._database is None or not self._new:
            return
        try:
            with self._database:
                if self._rows < 0:  # counting reads the whole table: once
                    count = self._database.execute("select count(*) from sentence")
                    (self._rows,) = count.fetchone()
                if self._rows + len(self._new) > MOST_ROWS:
                    self._database.execute("delete from sentence")
                    self._rows = 0
                sealed = ((key, _sealed(key, value)) for key, value in self._new.items())
                self._database.executemany("insert or replace into sentence values (?, ?)", sealed)
                self._rows += len(self._new)
            self._new.clear()
        except sqlite3.Error as error:
            self._database.close()
            self._database = None
            if _is_damage(error):
                self._begin_anew()

    def _begin_anew(self) -> None:
        """Remove a database that is damaged: the next run makes a new one."""
        if self._path is not None:
            for end in ("", "-wal", "-shm"):
                with suppress(OSError):
                    self._path.with_name(self._path.name + end).unlink(missing_ok=True)


def _opened(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=0.5)
    try:
        database.execute("pragma journal_mode=wal")
        database.execute("pragma synchronous=off")
        database.execute(
            "create table if not exists sentence (key text primary key, value text) without rowid"
        )
    except sqlite3.Error:
        database.close()
        raise
    return database


def _is_damage(error: sqlite3.Error) -> bool:
    """Whether the file is no database any more; one that is locked or closed to us still is."""
    return type(error) is sqlite3.DatabaseError


def _sealed(key: str, value: str) -> str:
    """A value as it is written: with its checksum in front."""
    return f"{_checksum(key, value)} {value}"


def _unsealed(key: str, sealed: str) -> Any:
    """The JSON values of an entry; None if it is not what was written under this key."""
    checksum, _, value = sealed.partition(" ")
    return json.loads(value) if checksum == _checksum(key, value) else None


def _checksum(key: str, value: str) -> str:
    return hashlib.sha256(f"{key}\x00{value}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
