"""The table at which a game is played: its rules, its cards, and what rules ask about them.

The questions of `Table` are those that a rule may ask and that only higher rooms can answer:
which cards a filter means depends on their types, types on texts that stand, and these on
filters. `oracle.game.Game` answers them; nothing below it knows it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from rules_check.grammar import ast as a
from rules_check.oracle.box.cards import Box
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.listeners import Watch, in_window
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import PER_PLAYER, PLAY

Default: TypeAlias = Callable[[], Iterable[int]]
"""Where to look for cards if a text does not say."""


class Table(Box, ABC):
    """One game as its rules see it. It never changes; positions are `State` values."""

    explains = True
    """Whether the trace also tells what makes no difference to the position."""

    # ------------------------------------------------------------ the texts that stand

    @abstractmethod
    def refresh(self, s: State) -> Watch:
        """Work out which texts listen."""

    def watching(self, s: State) -> Watch:
        """Which texts listen now."""
        found: Watch = s.watch or self.refresh(s)
        return found

    def in_play(self, s: State, player: int) -> tuple[int, ...]:
        """The cards in play before a player, whose standing texts listen."""
        return s.zones[player * PER_PLAYER + PLAY]

    def in_window(self, s: State, you: int, window: a.Window) -> bool:
        """Whether the game is in that stretch of time, seen by a player."""
        return in_window(s, you, window, self.team)

    # ------------------------------------------------------------------ what texts mean

    @abstractmethod
    def amount(self, s: State, f: Frame, node: a.Amount) -> Any:
        """The value of an amount now."""

    @abstractmethod
    def matching(self, s: State, f: Frame, cards: a.Cards, default: Default = ...) -> list[int]:
        """All cards that fit a noun phrase, whatever the quantity."""

    @abstractmethod
    def selected(self, s: State, f: Frame, what: a.Selection) -> list[int]:
        """The cards of a selection in which nothing is left to choose."""

    @abstractmethod
    def fits(self, s: State, f: Frame, card: int, wanted: a.Filter) -> bool:
        """Whether a card is one of those that a filter means."""

    @abstractmethod
    def possible(self, s: State, f: Frame, node: a.Effect, actor: int) -> bool:
        """Whether the effect can be done in full by whom it names."""

    @abstractmethod
    def banned(self, s: State, verb: a.Verb, player: int, card: int) -> bool:
        """Whether a text forbids a player to do that to a card."""

    @abstractmethod
    def may_draw(self, s: State, player: int) -> bool:
        """Whether no text forbids the player the next card of the deck."""

    # ------------------------------------------------------- what texts make of a card

    @abstractmethod
    def cost(self, s: State, card: int) -> Any:
        """The cost of a card as other texts see it."""

    @abstractmethod
    def total_cost(self, s: State, f: Frame, what: a.Selection) -> Any:
        """The costs of the cards of a selection, added up."""

    @abstractmethod
    def cost_to_buy(self, s: State, card: int, player: int) -> Any:
        """What a player has to pay for a card."""

    @abstractmethod
    def character_cost(self, s: State, player: int) -> Any:
        """The cost of a player's Character now: printed, lowered, raised."""

    @abstractmethod
    def types(self, s: State, card: int) -> tuple[a.CardType, ...]:
        """The card types of a card now."""

    @abstractmethod
    def is_type(self, s: State, card: int, kind: a.CardType) -> bool:
        """Whether a card is of that type now."""

    @abstractmethod
    def shares_type(self, s: State, one: int, other: int) -> bool:
        """Whether two cards have a type in common."""

    @abstractmethod
    def has_title(self, s: State, card: int, title: a.Title) -> bool:
        """Whether a card carries that title now."""

    @abstractmethod
    def has_keyword(self, s: State, card: int, keyword: a.AnyKeyword) -> bool:
        """Whether a card has that keyword now."""
