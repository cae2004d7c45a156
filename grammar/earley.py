"""Lark's Earley parser over our tokens, told at each word which rules can begin there."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedEOF, UnexpectedToken
from lark.grammar import Rule
from lark.lexer import Lexer as LarkLexer
from lark.lexer import PatternStr

from rules_check.grammar.foresee import Failure, Foresight, Recogniser
from rules_check.grammar.generate import generated
from rules_check.grammar.lexer import Lexer, Word
from rules_check.grammar.plainwords import lexicon

SECONDS = 5.0
"""How long one sentence may take; a usual one takes some milliseconds."""


class _NoLexer(LarkLexer):
    """Tokens are made before Lark is called; this only hands them on."""

    def __init__(self, conf: Any) -> None: ...

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:  # noqa: ARG002
        """Yield the tokens that were given as the text."""
        yield from lexer_state


class OutOfTime(Exception):
    """A sentence took too long."""


class _Tokens:
    """What Lark's Earley loop asks for the next tokens."""

    def __init__(self, tokens: Iterable[Token]) -> None:
        self._tokens = tokens

    def lex(self, _expects: Any) -> Iterator[Token]:
        """Yield the tokens, as long as there is time."""
        end = time.monotonic() + SECONDS
        for token in self._tokens:
            if time.monotonic() > end:
                raise OutOfTime
            yield token


class SentenceParser:
    """Parses one sentence, given as words, to a Lark tree that keeps every reading."""

    def __init__(self) -> None:
        lark = Lark(
            generated(),
            parser="earley",
            lexer=_NoLexer,
            ambiguity="explicit",
            start="start",
            keep_all_tokens=False,
            maybe_placeholders=False,
            propagate_positions=True,
        )
        frontend: Any = lark.parser
        self._earley: Any = frontend.parser
        self._rules: list[Rule] = list(frontend.parser_conf.rules)
        literals: dict[str, str] = {}
        patterns: list[tuple[str, str]] = []
        for terminal in frontend.lexer_conf.terminals:
            if isinstance(terminal.pattern, PatternStr):
                literals[terminal.pattern.value] = terminal.name
            else:
                patterns.append((terminal.name, terminal.pattern.value))
        self.lexicon = lexicon(literals, patterns)
        self.lexer = Lexer(self.lexicon)
        self._foresight = Foresight(self._rules)
        self._recogniser: Recogniser | None = None

    def parse(self, words: Sequence[Word]) -> Tree[Token] | None:
        """The tree of the sentence, or None if it is not understood."""
        kinds = [word.kind for word in words]
        if not kinds or "" in kinds:
            return None
        now, *later = self._foresight.predictions(kinds)

        def tokens() -> Iterator[Token]:
            for token, following in zip(_tokens(words), later, strict=True):
                yield token
                self._earley.predictions = following

        self._earley.predictions = now
        try:
            tree: Tree[Token] = self._earley.parse(_Tokens(tokens()), "start")
        except (UnexpectedToken, UnexpectedEOF):
            return None
        return tree

    def failure(self, words: Sequence[Word]) -> Failure:
        """Where understanding of a sentence that `parse` refused ended.

        A word or name that nobody knows is the culprit, also where the words around it
        could still be read in another way.
        """
        if self._recogniser is None:
            self._recogniser = Recogniser(self._rules, "start")
        kinds = [word.kind for word in words]
        failed = self._recogniser.failure(kinds)
        for at, word in enumerate(words):
            known = all(piece in self.lexer.pieces for piece in word.value.lower().split(" "))
            if word.kind in {"", "UNKNOWN_NAME"} and not known:
                if at == failed.at:
                    break
                before = self._recogniser.failure(kinds[:at])
                return Failure(at, before.expected if before.at == at else ())
        return failed


def _tokens(words: Sequence[Word]) -> Iterator[Token]:
    """Lark tokens; `line` and `end_line` carry the index of the word."""
    for index, word in enumerate(words):
        yield Token(
            word.kind or "NO_WORD",
            word.value,
            start_pos=word.start,
            line=index,
            end_line=index,
            end_pos=word.end,
        )


@lru_cache(maxsize=1)
def sentence_parser() -> SentenceParser:
    """The one parser of this process (built on first use)."""
    return SentenceParser()
