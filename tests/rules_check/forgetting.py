"""Lets a cache forget whole checks, for tests of what it knows of sentences, cards and proofs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def forget_checks(folder: Path) -> int:
    """Remove what is kept of whole checks; gives how many there were."""
    with closing(sqlite3.connect(folder / "sentences.sqlite")) as database, database:
        return database.execute("delete from sentence where key like 'checked %'").rowcount
