"""Card text in, meaning out: the front of this folder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rules_check.grammar import ast as a
from rules_check.grammar.cache import Cache
from rules_check.grammar.discourse import Discourse
from rules_check.grammar.lexer import Lexer, Vocabulary, Word
from rules_check.grammar.lines import KeywordPlace, Spoken, Trouble
from rules_check.grammar.reading import Read, Unread, read_sentence


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was understood of a card's lines, and what was not."""

    text: a.CardText
    troubles: tuple[Trouble, ...]
    spoken: tuple[Spoken, ...]
    keywords: tuple[KeywordPlace, ...]

    @property
    def understood(self) -> bool:
        """Was every sentence understood?"""
        return not self.troubles


def vocabulary(names: Iterable[str]) -> Vocabulary:
    """The names that a text may speak of."""
    return Vocabulary(frozenset(names))


class Parser:
    """Parses card texts, each sentence once; with a cache, also across runs."""

    def __init__(self, cache: Cache | None = None) -> None:
        self._cache = cache
        self._memo: dict[tuple[tuple[str, str], ...], Read | Unread] = {}
        self._lexer: Lexer | None = None

    @property
    def lexer(self) -> Lexer:
        """The words of the grammar (from the cache, so that Lark need not be loaded)."""
        if self._lexer is None:
            lexicon = self._cache.lexicon() if self._cache is not None else None
            if lexicon is None:
                from rules_check.grammar.earley import sentence_parser

                lexicon = sentence_parser().lexicon
                if self._cache is not None:
                    self._cache.put_lexicon(lexicon)
            self._lexer = Lexer(lexicon)
        return self._lexer

    def read(self, words: Sequence[Word]) -> Read | Unread:
        """Understand one sentence."""
        key = tuple((word.kind, word.value) for word in words)
        result = self._memo.get(key)
        if result is None:
            result = self._cache.get(key) if self._cache is not None else None
            if result is None:
                result = read_sentence(words)
                late = isinstance(result, Unread) and result.why == "time"
                if self._cache is not None and not late:
                    self._cache.put(key, result)
            self._memo[key] = result
        return result

    def parse(self, lines: Sequence[str], names: Vocabulary) -> Parsed:
        """Parse the printed lines of one card."""
        known: dict[str, list[Word]] = {}

        def lex(text: str) -> list[Word]:
            """The words of a text; a line is asked for several times."""
            words = known.get(text)
            if words is None:
                words = known[text] = self.lexer.split(text, names)
            return words

        def read(words: Sequence[Word]) -> Read | Unread:
            """Understand one sentence, and note where in the card its words stand."""
            result = self.read(words)
            if isinstance(result, Unread) or result.effect is None:
                return result
            places = [(word.start, word.end) for word in words]
            return replace(result, effect=a.located(result.effect, discourse.line, places))

        discourse = Discourse(
            lex,
            read,
            lambda text: self.lexer.split(text, names, names_first=False),
        )
        text = discourse.card(lines)
        return Parsed(
            text, tuple(discourse.troubles), tuple(discourse.spoken), tuple(discourse.keywords)
        )

    def save(self) -> None:
        """Write what is new to the cache."""
        if self._cache is not None:
            self._cache.save()


@lru_cache(maxsize=1)
def plain_parser() -> Parser:
    """A parser without a cache on disk, shared in this process."""
    return Parser()


def parse_lines(lines: Sequence[str], names: Vocabulary) -> Parsed:
    """Parse the printed lines of one card."""
    return plain_parser().parse(lines, names)
