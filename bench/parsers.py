"""Ways to parse a sentence, one against the other, on the sentences of the card files.

- full: Lark's Earley parser with all rules;
- narrowed: with the rules whose words all occur in the sentence (what the program does);
- foreseen: with all rules, but at each word only those predicted that can begin with it and
  whose words all occur in the sentence (an experiment; no parser is made for a sentence).

And for sentences that cannot be parsed: the recogniser against a parse that fails. Seconds
are those of the processor, so that neighbours disturb less.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from lark import Token
from lark.exceptions import UnexpectedEOF, UnexpectedToken
from lark.grammar import NonTerminal, Rule

from grammar.cardfile import read_card_file
from grammar.earley import SentenceParser, _Tokens, _tokens
from grammar.lexer import Word
from grammar.parse import Parser
from grammar.reading import Read, Unread
from rules.load import load_ruleset
from rules_check.checks.subject import names_of

Sentence = Sequence[Word]
Parse = Callable[[Sentence], object]


class Listener(Parser):
    """A parser that keeps every sentence it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: dict[tuple[tuple[str, str], ...], Sentence] = {}

    def read(self, words: Sequence[Word]) -> Read | Unread:
        """Understand one sentence, and keep it."""
        self.heard.setdefault(tuple((word.kind, word.value) for word in words), list(words))
        return super().read(words)


def sentences_of(paths: Sequence[str]) -> list[Sentence]:
    """The different sentences of card files."""
    listener = Listener()
    for path in paths:
        file = read_card_file(path)
        names = names_of(file, load_ruleset(file.ruleset) if file.ruleset else None)
        for card in file.cards:
            listener.parse([line.text for line in card.printed], names)
    return list(listener.heard.values())


def compare(paths: Sequence[str], most: int) -> dict[str, Any]:
    """Milliseconds a sentence of each way, numbers of rules, and whether results agree."""
    parser = SentenceParser()
    sentences = [words for words in sentences_of(paths) if parser.parse(words) is not None]
    sentences = sentences[:most]
    rules = []
    for words in sentences:
        narrow: Any = parser._narrow(_kinds(words))
        rules.append(len(narrow.parser_conf.rules))
    parser._parsers.clear()
    narrowed, narrowed_trees = _timed(parser.parse, sentences)
    kept, _ = _timed(parser.parse, sentences)
    foreseen, foreseen_trees = _timed(Foreseeing(parser).parse, sentences)
    full, full_trees = _timed(_full(parser), sentences)
    return {
        "sentences": len(sentences),
        "words": sum(map(len, sentences)) / len(sentences),
        "rules": len(parser._rules),
        "rules_left": statistics.median(rules),
        "full": full,
        "narrowed": narrowed,
        "narrowed_kept": kept,
        "foreseen": foreseen,
        "narrowed_same": _same(narrowed_trees, full_trees),
        "foreseen_same": _same(foreseen_trees, full_trees),
        **_failures(parser, sentences),
    }


def _failures(parser: SentenceParser, sentences: Sequence[Sentence]) -> dict[str, Any]:
    """The recogniser against a parse that fails, on sentences with one word said twice."""
    doubled = [[*words[: len(words) // 2], *words[len(words) // 2 - 1 :]] for words in sentences]
    broken = [words for words in doubled if parser.parse(words) is None]
    parser.failure(broken[0])
    quick, places = _timed(parser.failure, broken)
    slow, errors = _timed(_full(parser), broken)
    return {
        "broken": len(broken),
        "failed_parse": slow,
        "recogniser": quick,
        "places_same": _same([(at, set(expected)) for at, expected in places], errors),
    }


def _timed(parse: Callable[[Sentence], Any], sentences: Sequence[Sentence]) -> tuple[float, Any]:
    """Milliseconds of the processor a sentence, and the results."""
    begin = time.process_time()
    results = [parse(words) for words in sentences]
    return 1000 * (time.process_time() - begin) / len(sentences), results


def _same(one: Sequence[object], other: Sequence[object]) -> int:
    return sum(a == b for a, b in zip(one, other, strict=True))


def _kinds(words: Sentence) -> frozenset[str]:
    return frozenset(word.kind for word in words)


def _full(parser: SentenceParser) -> Parse:
    """Parse with all rules: a tree, or where it failed and what could have come there."""
    lark: Any = parser._make(parser._rules)

    def parse(words: Sentence) -> object:
        try:
            return lark.parse(_Tokens(_tokens(words)), "start")
        except UnexpectedToken as error:
            return getattr(error.token, "line", None), set(error.expected)
        except UnexpectedEOF as error:
            return len(words), set(error.expected)

    return parse


class Foreseeing:
    """One parser for all sentences; before each word its table of predictions is changed."""

    def __init__(self, parser: SentenceParser) -> None:
        self._lark: Any = parser._make(parser._rules)
        by_origin: dict[NonTerminal, list[Rule]] = {}
        for rule in parser._rules:
            by_origin.setdefault(rule.origin, []).append(rule)
        first = _first_words(parser._rules)
        self._by_word = _Table(
            lambda kind: _Table(
                lambda origin: [rule for rule in by_origin[origin] if kind in first[rule]]
            )
        )
        self._words = {
            rule: frozenset(symbol.name for symbol in rule.expansion if symbol.is_term)
            for rule in parser._rules
        }

    def parse(self, words: Sentence) -> object:
        """The tree, or None."""
        kinds = _kinds(words)
        tables = _Table(
            lambda kind: _Table(
                lambda origin: [
                    rule for rule in self._by_word[kind][origin] if self._words[rule] <= kinds
                ]
            )
        )

        def tokens() -> Iterator[Token]:
            for token in _tokens(words):
                self._lark.predictions = tables[token.type]
                yield token
            self._lark.predictions = _Table(lambda _: [])

        self._lark.predictions = tables[words[0].kind]
        try:
            tree: object = self._lark.parse(_Tokens(tokens()), "start")
        except (UnexpectedToken, UnexpectedEOF):
            return None
        return tree


class _Table(dict[Any, Any]):
    """A table whose entries are made when they are first asked for."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: Any) -> Any:
        self[key] = value = self._make(key)
        return value


def _first_words(rules: Sequence[Rule]) -> dict[Rule, set[str]]:
    """For each rule, the terminals that it can begin with (no rule is empty)."""
    first: dict[str, set[str]] = {rule.origin.name: set() for rule in rules}

    def of(rule: Rule) -> set[str]:
        symbol = rule.expansion[0]
        return {symbol.name} if symbol.is_term else first[symbol.name]

    grown = True
    while grown:
        grown = False
        for rule in rules:
            if not of(rule) <= first[str(rule.origin.name)]:
                first[str(rule.origin.name)] |= of(rule)
                grown = True
    return {rule: of(rule) for rule in rules}
