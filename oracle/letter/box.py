"""What a game is played with: the kinds of cards with their cores, and the rules as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, assert_never

from rules_check.grammar.core import forms as c
from rules_check.rules.load import load_ruleset

Rules = Mapping[str, Any]
"""The rules of a game as the message `ruleset` tells them (docs/conformance.md)."""


class NoCore(Exception):
    """The text of a card has no core, so nobody can say what the card does."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of card: its printed values, and its core or why it has none."""

    key: str
    name: str
    book: str
    type: str | None
    titles: tuple[str, ...]
    cost: int
    vp: int
    level: int
    pile: str | None
    core: c.Core | str
    stands: frozenset[tuple[str, str]] = frozenset()
    """Where its texts work, and of what sorts that is which they say while they stand. A card
    without a core may say anything: `ANYTHING`."""

    @property
    def texts(self) -> tuple[c.Text, ...]:
        """Its texts. Raises NoCore."""
        if isinstance(self.core, str):
            raise NoCore(f"{self.key}: {self.core}")
        return self.core.texts

    @property
    def is_character(self) -> bool:
        """Whether it is an oversized card: never played, moved or gained by a text."""
        return "Character" in self.titles


@dataclass(frozen=True)
class Game:
    """The rules and cards of a game. `seats` are the Characters of the players P1, P2, …"""

    ruleset: str
    rules: Rules
    kinds: Mapping[str, Kind]
    seats: tuple[str, ...]
    books: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    known: dict[str, Kind] = field(default_factory=dict, repr=False, compare=False)
    """The kinds of the cards that were asked for."""

    @cached_property
    def sorts(self) -> frozenset[str]:
        """The sorts of what any card of the game says while it stands."""
        return frozenset(sort for kind in self.kinds.values() for _, sort in kind.stands)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The seats in their order."""
        return tuple(f"P{number}" for number in range(1, len(self.seats) + 1))

    @cached_property
    def where_texts_stand(self) -> tuple[tuple[str, str], ...]:
        """Where the cards of players lie whose texts stand, and the home of these texts."""
        homes = (("characters", "character"), ("play", "play"), ("hand", "hand"))
        return tuple((f"{player} {zone}", home) for player in self.players for zone, home in homes)

    @cached_property
    def steps(self) -> tuple[str, ...]:
        """The steps of a turn, to its end."""
        return (*self.rules["turn"], *self.rules["end_of_turn"])

    def says(self, parameter: str, default: Any = None) -> Any:
        """What the book of the game says about something."""
        return self.rules["parameters"].get(parameter, default)

    def team(self, player: str) -> tuple[str, ...]:
        """A player and the partners: with teams, whoever sits across."""
        if not self.rules["teams"]:
            return (player,)
        side = int(player[1:]) % 2
        return tuple(p for p in self.players if int(p[1:]) % 2 == side)

    def kind(self, card: str) -> Kind:
        """The kind of a card: its id without the number of the copy."""
        found = self.known.get(card)
        if found is None:
            found = self.known[card] = self.kinds[card.rpartition("#")[0]]
        return found

    def book(self, card: str | None, parameter: str, default: Any = None) -> Any:
        """What the book of a card says about its text; else the book of the game."""
        name = self.ruleset if card is None else self.kind(card).book
        own = self.books.get(name, {})
        return own[parameter] if parameter in own else self.says(parameter, default)


def sort_of(statement: c.Standing) -> str:
    """Of what sort something that stands is: "on", "option", "forbid", or the attribute that it
    changes."""
    match statement:
        case c.On():
            return "on"
        case c.Option():
            return "option"
        case c.Forbid():
            return "forbid"
        case c.Change():
            assert isinstance(statement.attribute, c.Attribute)
            return statement.attribute.row
        case _:
            assert_never(statement)


ANYTHING = frozenset((home, "text") for home in ("character", "play", "hand", "stack"))
"""What a card may say if nobody knows its texts."""


def stands_of(core: c.Core | str) -> frozenset[tuple[str, str]]:
    """Where each text of a card works, with the sorts of what it says while it stands."""
    if isinstance(core, str):
        return ANYTHING
    return frozenset(
        (text.home, sort)
        for text in core.texts
        for statement in text.body
        for sort in sorts_in(statement)
    )


def sorts_in(form: c.Form) -> frozenset[str]:
    """The sorts of what a statement says while it stands, not when it is set off or used."""
    match form:
        case c.On() | c.Option() | c.Forbid() | c.Change():
            return frozenset({sort_of(form)})
        case c.ForEach() | c.If():
            return frozenset(sort for part in c.parts(form) for sort in sorts_in(part))
        case _:
            return frozenset()


OF_CARDS = (
    "destroy.returns_to_stack",
    "ongoing.cap",
    "gain.includes_buy",
    "gain.includes_defeat",
    "opponent.kind",
)
"""What a book says about its own cards; it goes with them into a mixed game."""


def books_of(ruleset: str, others: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """What the books of a mixed game say about their own cards."""
    found: dict[str, dict[str, Any]] = {}
    for name in others:
        if name != ruleset:
            said = load_ruleset(name).parameters
            found[name] = {key: said[key] for key in OF_CARDS if key in said}
    return found
