"""A card of which nothing is known, as the quick engine sees it.

What is printed on it is decided by its `GenericKind` when somebody asks. A Block, a Defense, an
Attack and the Power that it gives are texts like any others, with unknown numbers in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, Generic, SupportsIndex, TypeVar

from rules_check.grammar import ast as a
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.carried_out import core_to_play
from rules_check.grammar.core.rewriting import rewritten
from rules_check.oracle.quick import state as quick
from rules_check.oracle.quick.cards import text_of
from rules_check.oracle.quick.values import Book, Scope
from rules_check.properties.symbolic.cards import ATTACK, DEFENSE, GenericKind
from rules_check.rules.model import Ruleset

Q = TypeVar("Q", a.AnyKeyword, a.Title)

NUMBER: Final = 7_777
"""Stands in the texts of generic cards where an unknown number comes."""

KEYWORDS: Final[Mapping[str, a.AnyKeyword]] = {str(keyword): keyword for keyword in a.Keyword}
TITLES: Final[Mapping[str, a.Title]] = {title.value: title for title in a.Title}
TYPES: Final[Mapping[str, a.CardType]] = {kind.value: kind for kind in a.CardType}


class Decided(list[str], Generic[Q]):
    """The keywords or titles of a card, each decided when it is asked for; `more` are those that it
    has besides."""

    def __init__(self, of: Any, words: Mapping[str, Q], more: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.of = of
        self.words: Mapping[str, Q] = words
        self.more = more

    def __contains__(self, word: object) -> bool:
        assert isinstance(word, str)
        return word in self.more or self.known(word) in self.of

    def known(self, word: str) -> Any:
        """A word of the engine as one of the card; one that a set has coined is a keyword."""
        return self.words.get(word) or a.OwnKeyword(word)

    def __iter__(self) -> Iterator[str]:
        return iter([*(word for word in self.words if word in self), *self.more])

    def __add__(self, more: list[str]) -> Decided[Q]:  # type: ignore[override]
        return Decided(self.of, self.words, (*self.more, *more))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __eq__(self, other: object) -> bool:
        return list(iter(self)) == other

    __hash__ = None


class Types(list[str]):
    """The type of a card: whether it is of one is decided when it is asked for."""

    def __init__(self, kind: GenericKind) -> None:
        super().__init__()
        self.kind = kind

    def __contains__(self, word: object) -> bool:
        known = TYPES.get(str(word))
        return known is not None and self.kind.is_type(known)

    def __iter__(self) -> Iterator[str]:
        return iter([] if self.kind.type is None else [self.kind.type.value])

    def __add__(self, more: list[str]) -> AlsoTypes:  # type: ignore[override]
        return AlsoTypes(self, tuple(more))

    def __getitem__(self, at: SupportsIndex | slice) -> Any:
        return list(iter(self))[at]

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __eq__(self, other: object) -> bool:
        return list(iter(self)) == other

    __hash__ = None


class AlsoTypes(Types):
    """The type of a card, and others that a text has given it."""

    def __init__(self, own: Types, more: tuple[str, ...]) -> None:
        super().__init__(own.kind)
        self.own = own
        self.more = more

    def __contains__(self, word: object) -> bool:
        return word in self.more or word in self.own

    def __iter__(self) -> Iterator[str]:
        own = list(iter(self.own))
        return iter(own + [word for word in self.more if word not in own])

    def __add__(self, more: list[str]) -> AlsoTypes:  # type: ignore[override]
        return AlsoTypes(self.own, (*self.more, *more))


@dataclass(frozen=True, slots=True)
class Templates:
    """The texts that generic cards of a book may have, with `NUMBER` where theirs comes."""

    block: c.Text
    defense: quick.Text
    attack: quick.Text
    power: c.Text
    counting: Book

    def with_number(self, form: c.Text, number: Any) -> quick.Text:
        """A text with a number where `NUMBER` stands."""
        return as_functions(with_number(form, number), self.counting)


def as_functions(form: c.Text, counting: Book) -> quick.Text:
    """A text as functions."""
    return text_of(form, Scope(counting, made=[]))


@cache
def templates_of(ruleset: Ruleset, counting: Book) -> Templates:
    """The texts of the generic cards of a book."""

    def core(ability: a.Ability) -> c.Text:
        found = core_to_play(a.CardText((ability,)), ruleset, character=False, keywords=())
        assert isinstance(found, c.Core)
        return found.texts[0]

    attack = core(ATTACK)
    empty = tuple(replace(one, body=()) for one in attack.body if isinstance(one, c.Attack))
    return Templates(
        core(a.BlockValue(NUMBER)),
        as_functions(core(a.Defense(DEFENSE)), counting),
        # nobody looks at a hand of which no card is discarded
        as_functions(replace(attack, body=empty), counting),
        core(a.Plain(a.Power(a.Number(NUMBER)))),
        counting,
    )


def with_number(form: c.Text, number: Any) -> c.Text:
    """A text with a number where `NUMBER` stands."""
    return rewritten(form, {c.Number: lambda x: c.Number(number) if x.value == NUMBER else x})


class Unknown:
    """A card of which nothing is known (the interface of `oracle.quick.state.Kind`)."""

    book = ""
    pile = "main deck"
    why_none = ""
    made: tuple[quick.Standing, ...] = ()
    at_home: Mapping[str, tuple[tuple[int, quick.Text], ...]] = {}
    listens: frozenset[str] = frozenset()
    shifts = False
    about_itself: tuple[tuple[int, quick.Text], ...] = ()
    own_price = own_ban = False
    changes: frozenset[str] = frozenset()
    speaks_of: frozenset[str] = frozenset()
    recalls_turns = False
    recalls: frozenset[str] = frozenset()

    def __init__(self, kind: GenericKind, texts: Templates) -> None:
        self.kind = kind
        self.templates = texts
        self.key = f"Card {kind.index}"
        self.name = kind.name
        self.is_character = kind.character
        self.types = Types(kind)
        self.labels: Decided[a.AnyKeyword] = Decided(kind.keywords, KEYWORDS)
        self.titles: Decided[a.Title] = Decided(kind.titles, TITLES)
        self._made: dict[str, quick.Text] = {}

    @property
    def type(self) -> str | None:
        """Its type."""
        return None if self.kind.type is None else self.kind.type.value

    @property
    def cost(self) -> Any:
        """What it costs."""
        return self.kind.cost

    @property
    def vp(self) -> Any:
        """What it is worth."""
        return self.kind.vp

    @property
    def level(self) -> Any:
        """Its Level, of a Character."""
        return self.kind.level

    @property
    def ongoing(self) -> bool:
        """Whether it stays in play."""
        return self.kind.is_ongoing

    @property
    def just_gives(self) -> bool:
        """Whether it gives Power when it is played, and does nothing else."""
        return self.kind.power is not None

    @property
    def gives(self) -> Any:
        """The Power that it gives, if that is all."""
        return self.kind.power if self.just_gives else 0

    @property
    def played(self) -> tuple[quick.Text, ...]:
        """Its Power, and an Attack if it is known to have one."""
        plain = self.just_gives
        number = self.kind.gives
        power = self._text("power", self.templates.power, number)
        return (power,) if plain else (power, self.templates.attack)

    @property
    def texts(self) -> tuple[quick.Text, ...]:
        """The texts that it is known to have by its keywords."""
        has = self.kind.keywords.known.get
        found: list[quick.Text] = []
        if has(a.Keyword.BLOCK):
            found.append(self._text("block", self.templates.block, self.kind.block[0].number))
        if has(a.Keyword.DEFENSE):
            found.append(self.templates.defense)
        if has(a.Keyword.ATTACK):
            found.append(self.templates.attack)
        return tuple(found)

    def _text(self, name: str, form: c.Text, number: Any) -> quick.Text:
        if name not in self._made:
            self._made[name] = self.templates.with_number(form, number)
        return self._made[name]
