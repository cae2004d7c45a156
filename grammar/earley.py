"""Lark's Earley parser over our tokens, with the grammar narrowed to each sentence.

Earley slows with the size of the grammar, because it predicts every rule that could
begin at each place. A rule that needs a word which the sentence does not have can
never be completed, so for each sentence the rules are cut down to those whose words
all occur in it. That keeps every derivation, and makes the grammar small.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

from lark import Lark, Token, Tree
from lark.common import ParserConf
from lark.exceptions import UnexpectedEOF, UnexpectedToken
from lark.grammar import NonTerminal, Rule
from lark.lexer import Lexer as LarkLexer
from lark.lexer import PatternStr
from lark.parsers import earley

from grammar.lexer import Lexer, Word
from grammar.plainwords import lexicon
from grammar.recognise import Failure, Recogniser

SECONDS = 5.0
"""How long one sentence may take; a usual one takes some milliseconds."""

FILES = ("words.lark", "sentences.lark", "nouns.lark", "conditions.lark")


@lru_cache(maxsize=1)
def grammar_source() -> str:
    """The text of all grammar files, in order."""
    folder = resources.files("grammar")
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in FILES)


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


def _match(terminal: Any, token: Token) -> bool:
    return bool(terminal.name == token.type)


class SentenceParser:
    """Parses one sentence, given as words, to a Lark tree that keeps every reading."""

    def __init__(self) -> None:
        lark = Lark(
            grammar_source(),
            parser="earley",
            lexer=_NoLexer,
            ambiguity="explicit",
            start="start",
            keep_all_tokens=False,
            maybe_placeholders=False,
        )
        frontend: Any = lark.parser
        self._rules: list[Rule] = list(frontend.parser_conf.rules)
        self._callbacks = frontend.parser_conf.callbacks
        self._lexer_conf = frontend.lexer_conf
        literals: dict[str, str] = {}
        patterns: list[tuple[str, str]] = []
        for terminal in frontend.lexer_conf.terminals:
            if isinstance(terminal.pattern, PatternStr):
                literals[terminal.pattern.value] = terminal.name
            else:
                patterns.append((terminal.name, terminal.pattern.value))
        self.lexicon = lexicon(literals, patterns)
        self.lexer = Lexer(self.lexicon)
        self._needs = [
            (
                rule,
                frozenset(s.name for s in rule.expansion if s.is_term),
                frozenset(s for s in rule.expansion if not s.is_term),
            )
            for rule in self._rules
        ]
        self._parsers: dict[frozenset[str], earley.Parser | None] = {}
        self._recogniser: Recogniser | None = None

    def _make(self, rules: list[Rule]) -> earley.Parser:
        conf = ParserConf(rules, self._callbacks, ["start"])
        return earley.Parser(
            self._lexer_conf, conf, _match, resolve_ambiguity=False, tree_class=Tree
        )

    def _narrow(self, kinds: frozenset[str]) -> earley.Parser | None:
        """The parser for sentences with just these terminals; None: none can be parsed."""
        if kinds in self._parsers:
            return self._parsers[kinds]
        possible = [need for need in self._needs if need[1] <= kinds]
        productive: set[NonTerminal] = set()
        grown = True
        while grown:
            grown = False
            for rule, _, parts in possible:
                if rule.origin not in productive and parts <= productive:
                    productive.add(rule.origin)
                    grown = True
        start = NonTerminal("start")
        by_origin: dict[NonTerminal, list[tuple[Rule, frozenset[NonTerminal]]]] = {}
        for rule, _, parts in possible:
            if parts <= productive:
                by_origin.setdefault(rule.origin, []).append((rule, parts))  # type: ignore[arg-type]
        reached: set[NonTerminal] = set()
        waiting = [start] if start in by_origin else []
        while waiting:
            symbol = waiting.pop()
            if symbol in reached:
                continue
            reached.add(symbol)
            for _, parts in by_origin[symbol]:
                waiting.extend(part for part in parts if part not in reached)
        rules = [
            need[0] for need in possible if need[0].origin in reached and need[2] <= productive
        ]
        parser = self._make(rules) if start in reached else None
        if len(self._parsers) > 4096:
            self._parsers.clear()
        self._parsers[kinds] = parser
        return parser

    def parse(self, words: Sequence[Word]) -> Tree[Token] | None:
        """The tree of the sentence, or None if it is not understood."""
        kinds = frozenset(word.kind for word in words)
        if "" in kinds:
            return None
        parser = self._narrow(kinds)
        if parser is None:
            return None
        try:
            parse: Any = parser.parse
            tree: Tree[Token] = parse(_Tokens(_tokens(words)), "start")
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
    """Lark tokens; `line` carries the index of the word."""
    for index, word in enumerate(words):
        yield Token(
            word.kind or "NO_WORD", word.value, start_pos=word.start, line=index, end_pos=word.end
        )


@lru_cache(maxsize=1)
def sentence_parser() -> SentenceParser:
    """The one parser of this process (built on first use)."""
    return SentenceParser()
