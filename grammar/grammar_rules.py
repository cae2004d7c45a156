"""The rules of the grammar as Lark expands them, and a form of them that can be kept.

Lark takes more than a second to read and expand the grammar, and to analyse it for parsers that
we do not use. What it comes to is a list of rules and a list of words, which is kept beside the
sentences (`grammar.cache`) and made into a parser in a tenth of the time.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple, Protocol

import lark
from lark import Tree
from lark.common import LexerConf, ParserConf
from lark.grammar import NonTerminal, Rule, RuleOptions, Symbol, Terminal
from lark.lexer import PatternStr
from lark.load_grammar import load_grammar
from lark.parse_tree_builder import ParseTreeBuilder
from lark.parser_frontends import _match_earley_basic
from lark.parsers.earley import Parser as Earley
from lark.parsers.earley_forest import StableSymbolNode
from lark.utils import OrderedSet

from rules_check.grammar.generate import generated

START: Final = "start"
OPTIONS: Final[Mapping[str, Any]] = {"propagate_positions": True, "maybe_placeholders": False}
"""What is asked of Lark's trees."""


class Rules(NamedTuple):
    """The rules; the words that stand for themselves, with the names of their terminals; and the
    terminals that are patterns."""

    rules: list[Rule]
    literals: dict[str, str]
    patterns: list[tuple[str, str]]


class Store(Protocol):
    """Where the rules of this grammar are kept."""

    def kept(self, key: str) -> Any:
        """JSON values that were given under this key; None if there are none."""

    def keep(self, key: str, value: Any) -> None:
        """Keep JSON values under a key."""


def grammar_rules(store: Store | None = None) -> Rules:
    """The rules: from where they are kept, or from Lark."""
    grammar = generated()  # from now on the trees of templates can be read
    key = f"rules {lark.__version__} {sha256(grammar.encode()).hexdigest()[:32]}"
    kept = _read(store.kept(key)) if store is not None else None
    if kept is None:
        kept = expanded()
        if store is not None:
            store.keep(key, _written(kept))
    return kept


def expanded() -> Rules:
    """The rules as Lark expands them."""
    load: Any = load_grammar
    grammar, _ = load(generated(), "the generated grammar", [], False)
    terminals, rules, _ = grammar.compile([START], set())
    literals: dict[str, str] = {}
    patterns: list[tuple[str, str]] = []
    for terminal in terminals:
        if isinstance(terminal.pattern, PatternStr):
            literals[terminal.pattern.value] = terminal.name
        else:
            patterns.append((terminal.name, terminal.pattern.value))
    return Rules(list(rules), literals, patterns)


class EarleyParser(Earley):
    """Lark's Earley parser, without the analysis that only its own predictions need.

    `predictions` has to be set before a sentence is parsed. No rule of the grammar is empty.
    """

    def __init__(self, rules: list[Rule]) -> None:
        build: Any = ParseTreeBuilder
        callbacks = build(rules, Tree, ambiguous=True, **OPTIONS).create_callback(None)
        self.parser_conf = ParserConf(rules, callbacks, [START])
        self.lexer_conf = LexerConf([], None)  # type: ignore[arg-type]
        self.resolve_ambiguity = False
        self.debug = False
        self.Tree = Tree
        self.Set = OrderedSet
        self.SymbolNode = StableSymbolNode
        self.FIRST = {}
        self.NULLABLE: set[Symbol] = set()
        self.callbacks = callbacks
        self.predictions = {}
        symbols = {symbol for rule in rules for symbol in rule.expansion}
        self.TERMINALS = {symbol for symbol in symbols if symbol.is_term}
        self.NON_TERMINALS = symbols - self.TERMINALS
        self.forest_sum_visitor = None
        self.term_matcher = _match_earley_basic


# ------------------------------------------------------------------------------ kept


def _written(rules: Rules) -> Any:
    """The rules as JSON values; a symbol that is written once is a number afterwards."""
    numbers: dict[Symbol, int] = {}

    def number(symbol: Symbol) -> int:
        return numbers.setdefault(symbol, len(numbers))

    written = [
        [
            number(rule.origin),
            [number(symbol) for symbol in rule.expansion],
            [int(getattr(symbol, "filter_out", False)) for symbol in rule.expansion],
            rule.order,
            rule.alias,
            [rule.options.keep_all_tokens, rule.options.expand1, list(rule.options.empty_indices)],
        ]
        for rule in rules.rules
    ]
    symbols = [[symbol.name, int(symbol.is_term)] for symbol in numbers]
    return [symbols, written, rules.literals, rules.patterns]


def _read(kept: Any) -> Rules | None:
    """The rules that `_written` made these values of; None if they are no such values."""
    try:
        symbols, written, literals, patterns = kept
        names = [(str(name), bool(term)) for name, term in symbols]
        rules = []
        for origin, expansion, left_out, order, alias, (keep, expand1, empty) in written:
            parts = [
                Terminal(names[at][0], bool(out)) if names[at][1] else NonTerminal(names[at][0])
                for at, out in zip(expansion, left_out, strict=True)
            ]
            options = RuleOptions(keep, expand1, empty_indices=tuple(empty))
            rules.append(Rule(NonTerminal(names[origin][0]), parts, order, alias, options))
        return Rules(rules, dict(literals), [(str(a), str(b)) for a, b in patterns])
    except (TypeError, ValueError, IndexError, KeyError):
        return None
