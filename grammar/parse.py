"""Card text in, meaning out: the front of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.among import among_shown
from rules_check.grammar.cache import Cache, grammar_hash
from rules_check.grammar.calling import needed_names
from rules_check.grammar.coined import MOST_UNFOLDED, SAMPLE, Definition, Use, unfolded
from rules_check.grammar.discourse import Discourse
from rules_check.grammar.lexer import NUMBER_WORDS, Lexer, Vocabulary, Word
from rules_check.grammar.lines import Coinage, KeywordPlace, Spoken, Trouble
from rules_check.grammar.reading import Read, Unread
from rules_check.grammar.sentence import read_sentence


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was understood of a card's lines, and what was not.

    `remarks` are about reminders; `uses` tells where own keywords of the set stand.
    """

    text: a.CardText
    troubles: tuple[Trouble, ...]
    spoken: tuple[Spoken, ...]
    keywords: tuple[KeywordPlace, ...]
    remarks: tuple[Trouble, ...] = ()
    uses: tuple[Use, ...] = ()

    @property
    def understood(self) -> bool:
        """Was every sentence understood?"""
        return not self.troubles


def vocabulary(names: Iterable[str], keywords: Iterable[Definition] = ()) -> Vocabulary:
    """The names that a text may speak of, and the keywords that its set coins."""
    return Vocabulary(frozenset(names), tuple(keywords))


_LEXERS: Final[dict[str, Lexer]] = {}
"""What splits a line, by the hash of its grammar: made once in a process."""


class Parser:
    """Parses card texts, each sentence once; with a cache, also across runs."""

    def __init__(self, cache: Cache | None = None) -> None:
        self._cache = cache
        self._memo: dict[tuple[tuple[str, str], ...], Read | Unread] = {}
        self._notes: dict[str, Any] = {}
        self._lexer: Lexer | None = None
        self._unusable: dict[Vocabulary, frozenset[str]] = {}
        self._meanings: dict[tuple[Vocabulary, str, int | None], tuple[a.Ability, ...] | None] = {}

    @property
    def lexer(self) -> Lexer:
        """The words of the grammar (from the cache, so that Lark need not be loaded)."""
        if self._lexer is None:
            self._lexer = _LEXERS.get(grammar_hash())
            if self._lexer is None:
                self._lexer = _LEXERS[grammar_hash()] = Lexer(self._lexicon())
            elif self._cache is not None and not self._cache.has_lexicon():
                self._cache.put_lexicon(dict(self._lexer.lexicon))
        return self._lexer

    def _lexicon(self) -> dict[str, str]:
        lexicon = self._cache.lexicon() if self._cache is not None else None
        if lexicon is None:
            from rules_check.grammar.earley import sentence_parser

            lexicon = sentence_parser(self._cache).lexicon
            if self._cache is not None:
                self._cache.put_lexicon(lexicon)
        return lexicon

    def read(self, words: Sequence[Word]) -> Read | Unread:
        """Understand one sentence."""
        key = tuple((word.kind, word.value) for word in words)
        result = self._memo.get(key)
        if result is None:
            result = self._cache.get(key) if self._cache is not None else None
            if result is None:
                result = read_sentence(words, self._cache)
                late = isinstance(result, Unread) and result.why == "time"
                if self._cache is not None and late:
                    self._cache.late = True
                elif self._cache is not None:
                    self._cache.put(key, result)
            self._memo[key] = result
        return result

    def noted(self, about: str, text: str, make: Callable[[], Any]) -> Any:
        """JSON values that are worked out of a text once; with a cache, also across runs."""
        key = f"{about} {sha256(f'{grammar_hash()} {text}'.encode()).hexdigest()[:32]}"
        if key not in self._notes:
            kept = self._cache.kept(key) if self._cache is not None else None
            if kept is None:
                kept = make()
                if self._cache is not None:
                    self._cache.keep(key, kept)
            self._notes[key] = kept
        return self._notes[key]

    def parse(self, lines: Sequence[str], names: Vocabulary) -> Parsed:
        """Parse the printed lines of one card."""
        return self._parse(lines, names, self._coinage(names))

    def _parse(self, lines: Sequence[str], names: Vocabulary, own: Coinage) -> Parsed:
        """Parse printed lines in which own keywords mean what is told."""
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
            own,
        )
        text = needed_names(among_shown(discourse.card(lines)))
        return Parsed(
            text,
            tuple(discourse.troubles),
            tuple(discourse.spoken),
            tuple(discourse.keywords),
            tuple(discourse.remarks),
            tuple(discourse.uses),
        )

    def _coinage(self, names: Vocabulary) -> Coinage:
        """The own keywords of a set, and what they mean."""

        def meaning(keyword: Definition, number: int | None) -> tuple[a.Ability, ...] | None:
            key = names, keyword.name, number
            if key not in self._meanings:
                usable = keyword.name not in self.unusable(names)
                self._meanings[key] = understood(keyword.filled(number)) if usable else None
            return self._meanings[key]

        def understood(text: str) -> tuple[a.Ability, ...] | None:
            parsed = self.parse([text], names)
            return None if parsed.troubles else parsed.text.abilities or None

        return Coinage(names.keywords, meaning, understood)

    def unusable(self, names: Vocabulary) -> frozenset[str]:
        """The own keywords whose name is taken, whose meaning would never end, or would be too
        long because they use each other."""
        if names not in self._unusable:
            uses = {keyword.name: self._uses(keyword, names) for keyword in names.keywords}
            taken = {name for name in uses if self.taken(name, names)}
            long = {name for name in uses if unfolded(name, uses) > MOST_UNFOLDED}
            self._unusable[names] = frozenset(taken | long)
        return self._unusable[names]

    def _uses(self, keyword: Definition, names: Vocabulary) -> list[str]:
        """The own keywords that a definition uses, each as often as it does."""
        mute = Coinage(names.keywords, lambda _keyword, _number: None, lambda _text: None)
        text = keyword.filled(SAMPLE if keyword.numbered else None)
        return [use.name for use in self._parse([text], names, mute).uses]

    def taken(self, keyword: str, names: Vocabulary) -> str:
        """What an own keyword cannot be called, because it is that already; else empty."""
        words = " ".join(keyword.lower().split())
        if words in {row.words.lower() for row in a.PREFIXES}:
            return "a keyword of the game"
        if any(words == " ".join(name.lower().split()) for name in names.names):
            return "the name of a card"
        if self.lexer.terminal(words) or words in NUMBER_WORDS:
            return "a word of the card language"
        return ""

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
