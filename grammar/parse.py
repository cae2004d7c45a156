"""Card text in, meaning out: the front of this folder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from grammar import ast as a
from grammar.discourse import Discourse, Spoken, Trouble
from grammar.lexer import Vocabulary, Word
from grammar.reading import Read, Unread, read_sentence


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was understood of a card's lines, and what was not."""

    text: a.CardText
    troubles: tuple[Trouble, ...]
    spoken: tuple[Spoken, ...]
    keywords: tuple[tuple[str, int, int, int], ...]

    @property
    def understood(self) -> bool:
        """Was every sentence understood?"""
        return not self.troubles


@lru_cache(maxsize=65536)
def _memo(key: tuple[tuple[str, str], ...]) -> Read | Unread:
    return read_sentence([Word(kind, value, i, i + 1, value) for i, (kind, value) in enumerate(key)])


def read_memoised(words: Sequence[Word]) -> Read | Unread:
    """Understand a sentence; equal sentences are parsed once."""
    return _memo(tuple((word.kind, word.value) for word in words))


def vocabulary(names: Iterable[str]) -> Vocabulary:
    """The names that a text may speak of."""
    return Vocabulary(frozenset(names))


def parse_lines(lines: Sequence[str], names: Vocabulary) -> Parsed:
    """Parse the printed lines of one card."""
    from grammar.earley import sentence_parser

    lexer = sentence_parser().lexer
    discourse = Discourse(lambda text: lexer.split(text, names), read_memoised)
    text = discourse.card(lines)
    return Parsed(
        text, tuple(discourse.troubles), tuple(discourse.spoken), tuple(discourse.keywords)
    )
