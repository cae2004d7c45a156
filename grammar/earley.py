"""Trees of sentences: our tokens, told at each word which rules can begin there."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence

from lark import Token, Tree

from rules_check.grammar.chart import Chart
from rules_check.grammar.foresee import Failure, Foresight, Recogniser
from rules_check.grammar.grammar_rules import START, Rules, Store, grammar_rules, tree_maker
from rules_check.grammar.lexer import Lexer, Word
from rules_check.grammar.plainwords import lexicon

SECONDS = 5.0
"""How long one sentence may take, in time of the processor (others may use it, too); a usual one
takes some milliseconds."""


class OutOfTime(Exception):
    """A sentence took too long."""


def _in_time(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens, as long as there is time."""
    end = time.thread_time() + SECONDS
    for token in tokens:
        if time.thread_time() > end:
            raise OutOfTime
        yield token


class SentenceParser:
    """Parses one sentence, given as words, to a Lark tree that keeps every reading."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules.rules
        self._chart = Chart(rules.rules, START)
        self._tree_of = tree_maker()
        self.lexicon = lexicon(rules.literals, rules.patterns)
        self.lexer = Lexer(self.lexicon)
        self._foresight = Foresight(self._rules)
        self._recogniser: Recogniser | None = None

    def parse(self, words: Sequence[Word]) -> Tree[Token] | None:
        """The tree of the sentence, or None if it is not understood."""
        kinds = [word.kind for word in words]
        if not kinds or "" in kinds:
            return None
        forest = self._chart.derive(_in_time(_tokens(words)), self._foresight.predictions(kinds))
        return None if forest is None else self._tree_of(forest)

    def recogniser(self) -> Recogniser:
        """What knows how far a sentence goes; made when it is first asked for."""
        if self._recogniser is None:
            self._recogniser = Recogniser(self._rules, START)
        return self._recogniser

    def failure(self, words: Sequence[Word]) -> Failure:
        """Where understanding of a sentence that `parse` refused ended.

        A word or name that nobody knows is the culprit, also where the words around it
        could still be read in another way.
        """
        recogniser = self.recogniser()
        kinds = [word.kind for word in words]
        failed = recogniser.failure(kinds)
        for at, word in enumerate(words):
            known = all(piece in self.lexer.pieces for piece in word.value.lower().split(" "))
            if word.kind in {"", "UNKNOWN_NAME"} and not known:
                if at == failed.at:
                    break
                before = recogniser.failure(kinds[:at])
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


_MADE: list[SentenceParser] = []
"""The parser of this process, once there is one."""


def sentence_parser(store: Store | None = None) -> SentenceParser:
    """The one parser of this process, built on first use; from a store it is built sooner."""
    if not _MADE:
        _MADE.append(SentenceParser(grammar_rules(store)))
    return _MADE[0]
