"""The rules of the grammar as Lark expands them, and a form of them that can be kept.

Lark takes more than a second to read and expand the grammar, and to analyse it for parsers that
we do not use. What it comes to is a list of rules and a list of words, which is kept beside the
sentences (`grammar.cache`) and made into a parser in a tenth of the time. It also lies beside the
compiled modules, and like these it is written by whoever needs it first: so an empty cache does not
take longer.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import lark
from lark import Token, Tree
from lark.grammar import NonTerminal, Rule, RuleOptions, Symbol, Terminal
from lark.lexer import PatternStr
from lark.load_grammar import load_grammar
from lark.parse_tree_builder import ParseTreeBuilder
from lark.parsers.earley_forest import ForestToParseTree

from rules_check.grammar.foresee import Table
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
    generated()  # from now on the trees of templates can be read
    kept = _read(store.kept(_key())) if store is not None else None
    if kept is None:
        kept = compiled()
        if store is not None:
            store.keep(_key(), _written(kept))
    return kept


def _key() -> str:
    return f"rules {lark.__version__} {sha256(generated().encode()).hexdigest()[:32]}"


def compiled(folder: Path | None = None) -> Rules:
    """The rules: from the folder of compiled modules, or from Lark."""
    file = (folder or Path(cache_from_source(__file__)).parent) / "grammar-rules.json"
    known = None
    with suppress(OSError, ValueError):
        key, checksum, text = file.read_text(encoding="utf-8").split("\n", 2)
        if (key, checksum) == (_key(), _checksum(text)):
            known = _read(json.loads(text))
    if known is None:
        known = expanded()
        if not sys.dont_write_bytecode:
            text = json.dumps(_written(known), separators=(",", ":"))
            _write(file, "\n".join([_key(), _checksum(text), text]))
    return known


def _checksum(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _write(file: Path, text: str) -> None:
    """Write a file as a whole; where that is not possible, it is made again the next time."""
    beside = file.with_name(f"{file.name}.{os.getpid()}")
    with suppress(OSError):
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(text, encoding="utf-8")
            beside.replace(file)
        finally:
            beside.unlink(missing_ok=True)


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


def tree_maker() -> Callable[[Any], Tree[Token]]:
    """What makes a tree with every reading of a forest of derivations. How a rule becomes a tree is
    worked out when it is first met: a sentence has few of them."""
    build: Any = ParseTreeBuilder
    transformer: Any = ForestToParseTree

    def callback(rule: Rule) -> Any:
        return build([rule], Tree, ambiguous=True, **OPTIONS).create_callback(None)[rule]

    callbacks = Table(callback)

    def tree(forest: Any) -> Tree[Token]:
        made: Tree[Token] = transformer(Tree, callbacks, None, False, True).transform(forest)
        return made

    return tree


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
