"""Ways to parse a sentence, one against the other, on the sentences of the card files.

- full: Lark's Earley parser as it comes, which predicts every rule at each word;
- next word: only the rules that can begin with the next word;
- foreseen: of these, only the rules whose words all occur in the sentence (what the
  program does).

And for sentences that cannot be parsed: the recogniser against a parse that fails. Seconds
are those of the processor, so that neighbours disturb less.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from lark import Lark, Token
from lark.exceptions import UnexpectedEOF, UnexpectedToken
from lark.lexer import Lexer as LarkLexer

from rules_check.checks.subject import names_of
from rules_check.grammar.cardfile import read_card_file
from rules_check.grammar.earley import SentenceParser, _tokens
from rules_check.grammar.generate import generated
from rules_check.grammar.grammar_rules import OPTIONS, START, expanded
from rules_check.grammar.lexer import Word
from rules_check.grammar.parse import Parser
from rules_check.grammar.reading import Read, Unread
from rules_check.rules.load import load_ruleset

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
    parser = SentenceParser(expanded())
    sentences = [words for words in sentences_of(paths) if parser.parse(words) is not None]
    sentences = sentences[:most]
    foreseen, foreseen_trees = _timed(SentenceParser(expanded()).parse, sentences)
    by_next, by_next_trees = _timed(_by_next_word().parse, sentences)
    full, full_trees = _timed(_full(), sentences)
    return {
        "sentences": len(sentences),
        "words": sum(map(len, sentences)) / len(sentences),
        "rules": len(parser._rules),
        "rules_left": statistics.median(_rules_left(parser, sentences)),
        "full": full,
        "next_word": by_next,
        "foreseen": foreseen,
        "next_word_same": _same(by_next_trees, full_trees),
        "foreseen_same": _same(foreseen_trees, full_trees),
        **_failures(parser, sentences),
    }


def _rules_left(parser: SentenceParser, sentences: Sequence[Sentence]) -> list[int]:
    """How many rules can begin at each word of the sentences."""
    phrases = {rule.origin for rule in parser._rules}
    return [
        sum(len(table[phrase]) for phrase in phrases)
        for words in sentences
        for table in parser._foresight.predictions([word.kind for word in words])[:-1]
    ]


def _failures(parser: SentenceParser, sentences: Sequence[Sentence]) -> dict[str, Any]:
    """The recogniser against a parse that fails, on sentences with one word said twice."""
    doubled = [[*words[: len(words) // 2], *words[len(words) // 2 - 1 :]] for words in sentences]
    broken = [words for words in doubled if parser.parse(words) is None]
    parser.failure(broken[0])
    quick, places = _timed(parser.failure, broken)
    slow, errors = _timed(_full(), broken)
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


def _by_next_word() -> SentenceParser:
    """A parser that does not ask whether all words of a rule occur in the sentence."""
    parser = SentenceParser(expanded())
    parser._foresight._needs = dict.fromkeys(parser._rules, frozenset())
    return parser


class LexedBefore:
    """What Lark's Earley loop asks for the next tokens."""

    def __init__(self, tokens: Iterable[Token]) -> None:
        self._tokens = tokens

    def lex(self, _expects: Any) -> Iterator[Token]:
        """Yield the tokens."""
        yield from self._tokens


class _NoLexer(LarkLexer):
    """Tokens are made before Lark is called; this only hands them on."""

    def __init__(self, conf: Any) -> None: ...

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:  # noqa: ARG002
        """Yield the tokens that were given as the text."""
        yield from lexer_state


def lark_as_it_comes() -> Any:
    """Lark's own Earley parser, with all its predictions at every word."""
    options: Any = dict(OPTIONS)
    made = Lark(
        generated(), parser="earley", lexer=_NoLexer, ambiguity="explicit", start=START, **options
    )
    frontend: Any = made.parser
    return frontend.parser


def _full() -> Parse:
    """Parse with all rules: a tree, or where it failed and what could have come there."""
    lark = lark_as_it_comes()

    def parse(words: Sentence) -> object:
        try:
            return lark.parse(LexedBefore(_tokens(words)), "start")
        except UnexpectedToken as error:
            return getattr(error.token, "line", None), set(error.expected)
        except UnexpectedEOF as error:
            return len(words), set(error.expected)

    return parse
