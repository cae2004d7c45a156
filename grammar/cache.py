"""Sentences already understood, kept on disk by content; other results beside them.

One small database a user, keyed by the grammar's own hash and the words of a sentence;
a missing, locked or damaged one only costs time: each entry has a checksum over its key and
its value, and one that does not fit is no entry. Lark is not even imported when every sentence
is found.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.attach import Opener
from rules_check.grammar.codec import decode, encode
from rules_check.grammar.reading import Read, Unread

Key = tuple[tuple[str, str], ...]

MOST_ROWS = 200_000
"""Beyond this the cache is begun anew, so that it stays bounded."""


@lru_cache(maxsize=1)
def grammar_hash() -> str:
    """A fingerprint of everything that decides how a sentence is understood."""
    digest = hashlib.sha256()
    folder = Path(__file__).parent
    for name in ("", "ast", "phrases"):
        for entry in sorted((folder / name).iterdir()):
            if entry.suffix in {".lark", ".py"}:
                digest.update(f"{name}/{entry.name}".encode())
                digest.update(entry.read_bytes())
    for kind, said in a.SAYS.items():
        if not kind.__module__.startswith(a.__name__):  # a node from outside
            digest.update(f"{kind.__qualname__} {said}".encode())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where the cache lies: RULES_CHECK_CACHE, or the user's cache folder."""
    chosen = os.environ.get("RULES_CHECK_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "rules-check"


class Cache:
    """Looks sentences up and keeps new ones; silent about every failure."""

    def __init__(self, folder: Path | None = None) -> None:
        self._database: sqlite3.Connection | None = None
        self._new: dict[str, str] = {}
        self._rows = -1
        self._path: Path | None = None
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

    def get(self, key: Key) -> Read | Unread | None:
        """What is known about a sentence."""
        match self.kept(_hash(key)):
            case ["read", str(opener), effect, bool(limit)]:
                with suppress(ValueError):
                    return Read(Opener(opener), decode(effect), limit)
            case ["unread", int(at), list(expected), str(why)]:
                return Unread(at, tuple(map(str, expected)), why)
            case _:
                pass
        return None

    def put(self, key: Key, value: Read | Unread) -> None:
        """Remember a sentence (written by `save`)."""
        if isinstance(value, Read):
            kept = ["read", value.opener.value, encode(value.effect, places=True), value.limit]
        else:
            kept = ["unread", value.at, list(value.expected), value.why]
        self.keep(_hash(key), kept)

    def lexicon(self) -> dict[str, str] | None:
        """The words of the grammar, as `put_lexicon` kept them."""
        kept = self.kept(f"lexicon {grammar_hash()}")
        table = kept if isinstance(kept, dict) else {}
        return {words: str(kind) for words, kind in table.items()} or None

    def has_lexicon(self) -> bool:
        """Whether the words of the grammar are there (damaged or not)."""
        key = f"lexicon {grammar_hash()}"
        if key in self._new or self._database is None:
            return key in self._new
        with suppress(sqlite3.Error):
            query = "select 1 from sentence where key = ?"
            return self._database.execute(query, (key,)).fetchone() is not None
        return False

    def put_lexicon(self, lexicon: dict[str, str]) -> None:
        """Remember the words of the grammar (written by `save`)."""
        self.keep(f"lexicon {grammar_hash()}", lexicon)

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


def _hash(key: Key) -> str:
    text = grammar_hash() + "\x00".join("\x01".join(word) for word in key)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
