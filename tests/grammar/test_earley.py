"""One parser for all sentences: told what can begin at each word, it loses no reading.

The forest of derivations is Lark's, and made by a loop of our own; the tests here fail if a version
of Lark makes another tree of it.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from lark import Token, Tree
from lark.exceptions import UnexpectedEOF, UnexpectedToken

from bench.parsers import LexedBefore, lark_as_it_comes
from rules_check.grammar import earley
from rules_check.grammar.earley import OutOfTime, SentenceParser, _tokens, sentence_parser
from rules_check.grammar.foresee import Predictions, Table
from rules_check.grammar.grammar_rules import Rules, compiled, expanded, grammar_rules
from rules_check.grammar.lexer import Word
from rules_check.grammar.parse import vocabulary
from rules_check.grammar.plainwords import phrases
from tests.effort import tries

COMMON = [phrase.rstrip(".") for phrase in phrases() if len(phrase) < 80][:: tries(160, 20)]
AMBIGUOUS = [
    "Your Character has the text of that foe's Character this turn",
    "You may play each non-Location card discarded this way this turn",
    "When you play this card, leave it in front of you for the rest of the game",
    "You may discard this card and any number of other cards to avoid an Attack",
    "Villains cost you 1 less to buy this turn",
]
NOT_UNDERSTOOD = ["Draw", "Draw a", "Draw a card a card", "Card a draw", "Draw a hand of foe"]

Parse = Callable[[Sequence[Word]], "Tree[Token] | None"]


def words_of(text: str) -> list[Word]:
    return sentence_parser().lexer.split(text, vocabulary(["Punch", "Weakness"]))


@pytest.fixture(scope="module")
def full() -> Parse:
    """Lark's parser as it comes, with all its predictions at every word."""
    lark = lark_as_it_comes()

    def parse(words: Sequence[Word]) -> Tree[Token] | None:
        try:
            tree: Tree[Token] = lark.parse(LexedBefore(_tokens(words)), "start")
        except (UnexpectedToken, UnexpectedEOF):
            return None
        return tree

    return parse


@pytest.mark.parametrize("text", [*COMMON, *AMBIGUOUS[:: tries(4, 1)]])
@pytest.mark.xdist_group("all rules")  # they are made once
def test_the_tree_is_that_of_all_rules(text, full):
    words = words_of(text)
    tree = sentence_parser().parse(words)
    assert tree is not None
    assert tree == full(words)
    if text in AMBIGUOUS:
        assert any(part.data == "_ambig" for part in tree.iter_subtrees())


@pytest.mark.parametrize("text", NOT_UNDERSTOOD[:: tries(2, 1)])
@pytest.mark.xdist_group("all rules")  # they are made once
def test_what_is_refused_is_refused_with_all_rules(text, full):
    words = words_of(text)
    assert all(word.kind for word in words)
    assert sentence_parser().parse(words) is None
    assert full(words) is None


def test_no_words_are_no_sentence():
    assert sentence_parser().parse([]) is None


def replaced(
    monkeypatch: pytest.MonkeyPatch, parser: SentenceParser, at: int | None = None
) -> list[Predictions]:
    """From now on nothing can begin at one word; returns the tables of the next sentence."""
    tables: list[Predictions] = []
    predictions = parser._foresight.predictions

    def changed(kinds: Sequence[str]) -> list[Predictions]:
        tables[:] = predictions(kinds)
        if at is not None:
            tables[at] = Table(lambda _: [])
        return tables

    monkeypatch.setattr(parser._foresight, "predictions", changed)
    return tables


def test_a_phrase_begins_only_where_the_table_of_its_word_says_so(monkeypatch):
    words = words_of("If you do, gain a card with cost 5 or less from the Line-Up")
    parser = sentence_parser()
    tree = parser.parse(words)
    assert tree is not None
    within = []  # at these words, and at the end, no phrase begins
    for at in range(len(words) + 1):
        with monkeypatch.context() as patch:
            replaced(patch, parser, at)
            if parser.parse(words) == tree:
                within.append(at)
    assert [words[at].text for at in within[:-1]] == [",", "or less"]
    assert within[-1] == len(words)


def test_few_of_the_rules_are_predicted(monkeypatch):
    parser = sentence_parser()
    tables = replaced(monkeypatch, parser)
    words = words_of("Draw a card and discard a card")
    assert parser.parse(words) is not None
    asked = [sum(map(len, table.values())) for table in tables]
    assert len(asked) == len(words) + 1
    assert min(asked[:2]) > 0
    assert max(asked) < len(parser._rules) / 10
    assert asked[-1] == 0


def test_a_sentence_that_took_too_long_leaves_nothing_behind(monkeypatch):
    words, other = words_of("Draw a card"), words_of("Each foe discards a card")
    parser = sentence_parser()
    tree: Any = parser.parse(words)
    with monkeypatch.context() as patch:
        patch.setattr(earley, "SECONDS", -1.0)
        with pytest.raises(OutOfTime):
            parser.parse(other)
    assert parser.parse(words) == tree


def test_others_may_use_the_processor(monkeypatch):
    hours = iter(range(0, 10**9, 3600))
    monkeypatch.setattr(time, "monotonic", lambda: next(hours))
    assert sentence_parser().parse(words_of("Draw a card")) is not None


class Kept:
    """Keeps the rules as JSON, as the cache does."""

    def __init__(self, text: str = "null") -> None:
        self.text = text

    def kept(self, _key: str) -> Any:
        return json.loads(self.text)

    def keep(self, _key: str, value: Any) -> None:
        self.text = json.dumps(value)


@pytest.fixture(scope="module")
def anew() -> Rules:
    """The rules as Lark expands them, which takes more than a second."""
    return expanded()


@pytest.mark.xdist_group("all rules")
def test_rules_that_were_kept_are_the_same_rules(anew):
    store = Kept()
    made = grammar_rules(store)
    kept = grammar_rules(Kept(store.text))

    def form(rules: Rules) -> list[object]:
        fields = ("keep_all_tokens", "expand1", "priority", "empty_indices")
        parts = [
            [(type(s).__name__, s.name, getattr(s, "filter_out", None)) for s in rule.expansion]
            for rule in rules.rules
        ]
        rest = [
            (r.origin.name, r.order, r.alias, [getattr(r.options, name) for name in fields])
            for r in rules.rules
        ]
        return [parts, rest, rules.literals, rules.patterns]

    assert form(kept) == form(made) == form(anew)
    words = words_of("Draw a card and discard a card")
    assert SentenceParser(kept).parse(words) == sentence_parser().parse(words)


@pytest.mark.parametrize("text", ["[]", "[[], [[0, [0]]], {}, []]", '["x", 1, 2, 3]'])
def test_rules_that_were_damaged_are_made_anew(text, monkeypatch):
    anew = Rules([], {}, [])
    monkeypatch.setattr("rules_check.grammar.grammar_rules.compiled", lambda: anew)
    store = Kept(text)
    assert grammar_rules(store) is anew
    assert grammar_rules(store) == anew


@pytest.mark.xdist_group("all rules")
def test_rules_lie_beside_compiled_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, anew: Rules
) -> None:
    """They are found there, unless the file is damaged or of another grammar."""
    made: list[Rules] = []

    def counted() -> Rules:
        made.append(Rules(*anew))
        return made[-1]

    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr("rules_check.grammar.grammar_rules.expanded", counted)
    first = compiled(tmp_path / "new")
    assert (compiled(tmp_path / "new"), len(made)) == (first, 1)
    (file,) = (tmp_path / "new").iterdir()
    text = file.read_text(encoding="utf-8")
    for damaged in (text[:-5], text.replace('"', "'", 1), text.replace("rules", "rule", 1), ""):
        file.write_text(damaged, encoding="utf-8")
        before = len(made)
        assert compiled(tmp_path / "new") == first
        assert len(made) == before + 1
    assert file.read_text(encoding="utf-8") == text


def test_nothing_is_compiled_where_nothing_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rules_check.grammar.grammar_rules.expanded", lambda: Rules([], {}, []))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    compiled(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "file").write_text("", encoding="utf-8")
    compiled(tmp_path / "file")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
