"""Phrases: what a node says, stated where the node is defined.

A template such as "~deal <number> [back] to <to> {at random}" states one way to say a node:

    ~deal          a verb: in the base form, or in the "-s" form after somebody else
    ~lose|pay      one of several verbs; the first is written
    <number>       a field of the node; its kind of phrase follows from the type of the field
    <what:cards>   a field, with the kind of phrase it is said by
    [back]         words that may stand there, and are not written
    {at random}    words that may be left out, and are written
    (a|the)        one of several words; the first is written
    =first         this word (or its plural), where the grammar takes others for the same

From the templates of a node follow its grammar rules, how it is read and how it is written.
What is irregular has functions instead, entered by `reads` and `writes`; a template that is no
kind of phrase ("") is only written. Nothing here knows a node, and nothing imports Lark: trees
are told by their `data`, tokens by their `type`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple, TypeVar

from rules_check.grammar.ast.base import SAYS, Node, WordPlace, field_type, place_of, placed
from rules_check.grammar.ast.verbs import FORMS, with_s

Part = Any
"""A Lark tree or token: which, the grammar says and no type can."""

Parts = list[Part]
"""The children of a tree."""

Reader = Callable[..., Any]
"""Makes a node of the children of a tree (and of who does it, if it is a predicate)."""
Writer = Callable[..., str]
F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


class Misfit(Exception):
    """A derivation that the grammar allows but that makes no sense."""


def refuse(senseless: object) -> None:
    """Give a derivation up if this is so of it."""
    if senseless:
        raise Misfit


def only(kind: type[T], found: object) -> T:
    """What was found, where anything but one kind makes no sense."""
    if not isinstance(found, kind):
        raise Misfit
    return found


# ---------------------------------------------------------------------- templates


class Word(NamedTuple):
    """A word of a template; `verbs` are the verbs that may stand there, if it is one."""

    text: str
    verbs: tuple[str, ...] = ()
    exact: bool = False

    def takes(self, said: str) -> bool:
        """Whether it is said by such a word, where the grammar takes others for the same."""
        if self.exact:
            return said.removesuffix("s") == self.text.lower().removesuffix("s")
        wanted = {FORMS.get(verb) for verb in self.verbs}
        return not self.verbs or None in wanted or FORMS.get(said) in {*wanted, None}


class Slot(NamedTuple):
    """The place of a field in a template."""

    name: str
    kind: str


Item = Word | Slot
_TOKEN = re.compile(r"~[\w|]+|<[^>]+>|\[[^\]]+\]|\{[^}]+\}|\([^)]+\)|[^\s<>\[\]{}()~]+")


@dataclass(frozen=True)
class Phrase:
    """One way to say a node: a template, and the fields that are fixed when it is said so."""

    template: str
    fixed: Mapping[str, Any]
    owner: type[Node]
    symbol: str

    @cached_property
    def parts(self) -> tuple[tuple[tuple[tuple[Item, ...], ...], bool], ...]:
        """For each part its alternatives, the written one first, and whether it is written."""
        return tuple(self._part(token) for token in _TOKEN.findall(self.template))

    def _part(self, token: str) -> tuple[tuple[tuple[Item, ...], ...], bool]:
        inner = token[1:-1]
        match token[0]:
            case "<":
                name, _, kind = inner.partition(":")
                slot = Slot(name, kind or slot_kind(self.owner, name))
                return ((slot,), ()) if SLOTS[slot.kind].optional else ((slot,),), True
            case "[":
                return ((), _words(inner)), False
            case "{":
                return (_words(inner), ()), True
            case "(":
                return tuple(_words(option) for option in inner.split("|")), True
            case "~":
                verbs = tuple(token[1:].split("|"))
                return ((Word(verbs[0], verbs),),), True
            case _:
                return (_words(token),), True

    def expansions(self) -> Iterator[tuple[Item, ...]]:
        """Every row of words and slots that the template allows."""
        for chosen in product(*(options for options, _ in self.parts)):
            yield tuple(item for items in chosen for item in items)

    @cached_property
    def _slots(self) -> dict[str, SlotKind]:
        """How each field is said that has a slot."""
        items = (item for options, _ in self.parts for item in options[0])
        return {item.name: SLOTS[item.kind] for item in items if isinstance(item, Slot)}

    def fits(self, node: Node) -> bool:
        """Whether the node can be said in this way; a field that is not said has its default."""
        return all(self._can_say(name, value) for name, value in node.__dict__.items())

    def _can_say(self, name: str, value: Any) -> bool:
        if name in self._slots:
            kind = self._slots[name]
            return kind.optional if value is None else kind.fits(value)
        if name == "who" and self.symbol == "predicate":
            return True  # the subject, which stands before the predicate
        return bool(value == self.fixed.get(name, self.owner.node_defaults.get(name)))

    def write(self, node: Node, third: bool = False) -> str:
        """The node in words."""
        said: list[str] = []
        before: Any = None
        other = third
        for options, written in self.parts:
            for item in options[0] if written else ():
                if isinstance(item, Slot):
                    value = getattr(node, item.name)
                    if value is not None:
                        said.append(SLOTS[item.kind].write(value, before))
                        other = SLOTS[item.kind].third(value)
                    before = value
                else:
                    said.append(with_s(item.text) if item.verbs and other else item.text)
        return " ".join(filter(None, said))


def _words(text: str) -> tuple[Item, ...]:
    return tuple(Word(word.removeprefix("="), exact=word[0] == "=") for word in text.split())


class Expansion(NamedTuple):
    """One row of a phrase as the parser sees it: what each child of its tree is."""

    phrase: Phrase
    items: tuple[Item, ...]
    """The words and slots that the tree keeps."""

    def read(self, parts: Parts, who: Node | None = None) -> Node:
        """The node that a tree says; `who` does it, if the node has somebody who does."""
        values = dict(self.phrase.fixed)
        before: Any = None
        for item, child in zip(self.items, parts, strict=True):
            if isinstance(item, Slot):
                kind = SLOTS[item.kind]
                before = values[item.name] = kind.read(child, before)
            elif not item.takes(str(child)):
                raise Misfit(child)
        if who is not None and "who" in self.phrase.owner.__match_args__:
            values.setdefault("who", who)
        return self.phrase.owner(**values)


# ------------------------------------------------------------------------- tables


class SlotKind(NamedTuple):
    """A kind of phrase that fills a slot: its symbol in the grammar, how it is read (given
    the value of the slot before it) and written, and whether it can say a value."""

    symbol: str
    read: Callable[[Part, Any], Any]
    write: Callable[[Any, Any], str]
    fits: Callable[[Any], bool] = lambda _value: True
    optional: bool = False
    third: Callable[[Any], bool] = lambda _value: False
    """Whether a verb after it takes the "-s" form."""


SLOTS: dict[str, SlotKind] = {}
KINDS: dict[str, str] = {}
"""The kind of phrase by which a field is said, by the type of the field."""

RULES: dict[str, list[str]] = {}
"""Irregular alternatives of each symbol, in Lark's notation, with their names."""

INLINED: set[str] = set()
_PHRASES: dict[type[Node], tuple[Phrase, ...]] = {}
READERS: dict[str, Reader] = {}
WRITERS: dict[type[Node], Writer] = {}


def slot_kind(owner: type[Node], name: str) -> str:
    """The kind of phrase for a field, by its type."""
    kind = field_type(owner, name)
    text = kind if isinstance(kind, str) else kind.__name__
    return KINDS.get(text) or KINDS[text.removesuffix(" | None")]


def phrases(owner: type[Node]) -> tuple[Phrase, ...]:
    """The ways to say a regular node, the canonical one first."""
    found = _PHRASES.get(owner)
    if found is None:
        symbol, templates = SAYS.get(owner, ("", ()))
        rows = [(t, {}, symbol) if isinstance(t, str) else (*t, symbol)[:3] for t in templates]
        found = _PHRASES[owner] = tuple(Phrase(text, is_, owner, kind) for text, is_, kind in rows)
    return found


def rule(symbol: str, *expansions: str) -> None:
    """Enter alternatives of a symbol that need no function, in Lark's notation.

    A symbol with "?" before it makes no tree of its own for what is one part alone.
    """
    if symbol.startswith("?"):
        symbol = symbol[1:]
        INLINED.add(symbol)
    RULES.setdefault(symbol, []).extend(expansions)


def reads(symbol: str, *expansions: str) -> Callable[[F], F]:
    """Enter a function that reads an irregular phrase, and the phrase in Lark's notation."""

    def enter(function: F) -> F:
        name = function.__name__.strip("_")
        READERS[name] = function
        rule(symbol, *(f"{text} -> {name}" for text in expansions))
        return function

    return enter


def table(**symbols: Mapping[str | tuple[str, ...], Reader]) -> None:
    """Enter irregular phrases by their symbol: in Lark's notation, each with how it is read."""
    for symbol, rows in symbols.items():
        for texts, reader in rows.items():
            name = f"{symbol}_{len(READERS)}"
            READERS[name] = reader
            said = (texts,) if isinstance(texts, str) else texts
            rule(symbol, *(f"{text} -> {name}" for text in said))


def writes(*kinds: type[Node]) -> Callable[[F], F]:
    """Enter a function that writes nodes of an irregular kind."""

    def enter(function: F) -> F:
        for kind in kinds:
            WRITERS[kind] = function
        return function

    return enter


def say(node: Node, *style: Any) -> str:
    """A node in words; `style` is whatever its kind of phrase has to know."""
    writer = WRITERS.get(type(node))
    if writer is not None:
        return writer(node, *style)
    return next(way for way in phrases(type(node)) if way.fits(node)).write(node, *style)


def say_as(node: Node, *symbols: str) -> str | None:
    """A node in words as one of these kinds of phrase, if one can say it."""
    ways = (way for way in phrases(type(node)) if way.symbol in symbols and way.fits(node))
    return next((way.write(node) for way in ways), None)


def read(tree: Part, *more: Any) -> Any:
    """The node that a tree says, with its place in the sentence."""
    return put(READERS[tree.data](tree.children, *more), tree)


def put(found: Any, tree: Part) -> Any:
    """What was read from a tree, with the words of the tree as its place if it has none."""
    if isinstance(found, tuple):
        return tuple([put(item, tree) for item in found])
    if isinstance(found, Node) and place_of(found) is None:
        return placed(found, words_of(tree))
    return found


def words_of(tree: Part) -> WordPlace | None:
    """Which words of the sentence a tree is made of."""
    meta = tree.meta
    return None if meta.empty else (-1, meta.line, meta.end_line + 1)
