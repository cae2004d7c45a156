"""Sentences already understood, kept on disk by content; other results beside them.

They lie in the `Database` of the user, keyed by the grammar's own hash and the words of a
sentence. Lark is not even imported when every sentence is found.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from rules_check.grammar import ast as a
from rules_check.grammar.attach import Opener
from rules_check.grammar.codec import decode, encode
from rules_check.grammar.database import Database
from rules_check.grammar.reading import Read, Unread

Key = tuple[tuple[str, str], ...]


@lru_cache(maxsize=1)
def grammar_hash() -> str:
    """A fingerprint of everything that decides how a sentence is understood."""
    digest = hashlib.sha256()
    folder = Path(__file__).parent
    for name in ("", "ast", "phrases", "syntax"):
        for entry in sorted((folder / name).iterdir()):
            if entry.suffix in {".lark", ".py", ".txt"}:
                digest.update(f"{name}/{entry.name}".encode())
                digest.update(entry.read_bytes())
    for kind, said in a.SAYS.items():
        if not kind.__module__.startswith(a.__name__):  # a node from outside
            digest.update(f"{kind.__qualname__} {said}".encode())
    return digest.hexdigest()[:16]


class Cache(Database):
    """Looks sentences up and keeps new ones; silent about every failure."""

    def get(self, key: Key) -> Read | Unread | None:
        """What is known about a sentence."""
        match self.kept(_hash(key)):
            case ["read", str(opener), effect, str(limit), bool(free)]:
                with suppress(ValueError):
                    often = a.OncePer(limit) if limit else None
                    return Read(Opener(opener), decode(effect), often, free)
            case ["unread", int(at), list(expected), str(why)]:
                return Unread(at, tuple(map(str, expected)), why)
            case _:
                pass
        return None

    def put(self, key: Key, value: Read | Unread) -> None:
        """Remember a sentence (written by `save`)."""
        if isinstance(value, Read):
            effect = encode(value.effect, places=True)
            kept = ["read", value.opener.value, effect, value.limit or "", value.free]
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
        return self.has(f"lexicon {grammar_hash()}")

    def put_lexicon(self, lexicon: dict[str, str]) -> None:
        """Remember the words of the grammar (written by `save`)."""
        self.keep(f"lexicon {grammar_hash()}", lexicon)


def _hash(key: Key) -> str:
    text = grammar_hash() + "\x00".join("\x01".join(word) for word in key)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
