"""Zones whose cards are decided when the engine first looks at them.

A zone holds none, one … up to `bound` cards, each of them generic or one of the cards that
the text under proof names. Cards that go into a zone or leave it without anyone looking at
the rest say nothing about the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, SupportsIndex

from oracle.state import State
from oracle.zones import CHARACTERS, PER_PLAYER, SCORE

if TYPE_CHECKING:
    from properties.symbolic.game import SymbolicGame


class Stack:
    """A stack of Characters: the top one, and perhaps more below it.

    The rules only ask whether there is a next one, so `len` is 1, or 2 for "more than one";
    how many there are below that stays open.
    """

    __slots__ = ("_next", "game", "state", "top", "zone")

    def __init__(self, game: SymbolicGame, state: State, zone: int, top: int) -> None:
        self.game = game
        self.state = state
        self.zone = zone
        self.top = top
        self._next: Stack | bool | None = False

    def next(self) -> Stack | None:
        """The stack below the top card, or None if that is the last."""
        if self._next is False:
            self._next = None
            if not self.game.explorer.pick(2):
                card = self.game.generic(self.state, self.zone, character=True)
                self._next = Stack(self.game, self.state, self.zone, card)
        assert not isinstance(self._next, bool)
        return self._next

    def known(self) -> tuple[int, ...]:
        """The cards that are decided."""
        below = self._next
        return (self.top, *(below.known() if isinstance(below, Stack) else ()))

    def __len__(self) -> int:
        return 1 if self.next() is None else 2

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, at: int | slice) -> Any:
        if at == 0:
            return self.top
        if at == slice(None, 1):
            return (self.top,)
        below = self.next()
        if at == 1 and below is not None:
            return below.top
        if at == -1:
            self.game.explorer.bounded = True
            return self.top if below is None else below.last()
        raise TypeError(f"a stack of unknown height has no {at}")

    def last(self) -> int:
        """The top card; it is said to be the last."""
        self._next = None
        return self.top

    def without(self, card: int) -> Stack | None:
        """The stack without one of its cards that are decided."""
        below = self.next()
        if self.top == card:
            return below
        assert below is not None
        self._next = below.without(card)
        return self

    def __iter__(self) -> Iterator[int]:
        raise TypeError("nobody looks through a stack of Characters")


class LazyZones(list[Any]):
    """The zones of a symbolic state.

    Of a zone nobody has looked at, only `there` is known: cards that were in it from the start
    or came on top or to the bottom since. `started` keeps what each zone held at the start, so
    that a concrete position can be built.
    """

    def __init__(self, game: SymbolicGame, state: State, bound: int) -> None:
        super().__init__([()] * game.zone_count)
        self.game = game
        self.state = state
        self.bound = bound
        self.open = set(range(game.zone_count))
        self.there: dict[int, tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]] = {}
        self.started: dict[int, tuple[int, ...]] = {}
        self.stacks: dict[int, Stack] = {}

    # --------------------------------------------------------------------------- set-up

    def close(self, zone: int, cards: tuple[int, ...] = ()) -> None:
        """Say what a zone holds, and nothing else."""
        self.open.discard(zone)
        self.started[zone] = cards
        super().__setitem__(zone, cards)

    def add(self, zone: int, card: int) -> None:
        """A card has been in this zone from the start, beside whatever else is there."""
        if zone not in self.open:
            raise ValueError("the zone has been looked at")
        top, middle, bottom = self.there.get(zone, ((), (), ()))
        self.there[zone] = (top, (*middle, card), bottom)
        self.started[zone] = (*self.started.get(zone, ()), card)

    def stack_up(self, zone: int, top: int) -> None:
        """A stack of Characters with this one on top."""
        self.open.discard(zone)
        self.stacks[zone] = Stack(self.game, self.state, zone, top)
        super().__setitem__(zone, self.stacks[zone])

    def initial(self) -> dict[int, tuple[int, ...]]:
        """What each zone is known to have held at the start."""
        return {**self.started, **{zone: stack.known() for zone, stack in self.stacks.items()}}

    # --------------------------------------------------------------------- without looking

    def take(self, zone: int, card: int) -> None:
        """Take a card out of the zone where it is known to be."""
        if zone not in self.open:
            cards = super().__getitem__(zone)
            if isinstance(cards, Stack):
                super().__setitem__(zone, cards.without(card) or ())
            else:
                at = cards.index(card)
                super().__setitem__(zone, cards[:at] + cards[at + 1 :])
            return
        parts = self.there[zone]
        assert any(card in part for part in parts)
        top, middle, bottom = (tuple([c for c in part if c != card]) for part in parts)
        self.there[zone] = (top, middle, bottom)

    def put(self, zone: int, card: int, top: bool) -> None:
        """Put a card on top of whatever is in a zone, or below it."""
        if zone not in self.open:
            cards = super().__getitem__(zone)
            assert not isinstance(cards, Stack)
            super().__setitem__(zone, (card, *cards) if top else (*cards, card))
            return
        above, middle, below = self.there.get(zone, ((), (), ()))
        self.there[zone] = (
            ((card, *above), middle, below) if top else (above, middle, (*below, card))
        )

    def known(self, zone: int) -> tuple[int, ...]:
        """What is known to be in a zone, without looking at it."""
        if zone in self.open:
            return tuple([card for part in self.there.get(zone, ()) for card in part])
        cards = super().__getitem__(zone)
        return cards.known() if isinstance(cards, Stack) else cards

    # --------------------------------------------------------------------------- looking

    def __getitem__(self, zone: SupportsIndex | slice) -> Any:
        if isinstance(zone, slice):
            raise TypeError("a symbolic state is not copied")
        number = zone.__index__()
        if number in self.open:
            self._fill(number)
        return super().__getitem__(number)

    def __setitem__(self, zone: Any, cards: Any) -> None:
        if zone in self.open:
            raise TypeError("a zone is set of which nobody knows what is in it")
        super().__setitem__(zone, cards)

    def _fill(self, zone: int) -> None:
        game = self.game
        self.open.discard(zone)
        game.explorer.bounded = True
        new: list[int] = []
        sizes = game.zone_sizes(zone, self.bound)
        for _ in range(sizes[game.explorer.pick(len(sizes))]):
            new.append(self._card(zone))
        self.started[zone] = (*self.started.get(zone, ()), *new)
        top, middle, bottom = self.there.pop(zone, ((), (), ()))
        super().__setitem__(zone, (*top, *middle, *new, *bottom))

    def _card(self, zone: int) -> int:
        game, state = self.game, self.state
        kind = game.stack_kinds.get(zone)
        if kind is not None:
            return game.new_card(state, kind, zone)
        owned = zone < game.shared
        if owned and zone % PER_PLAYER in (CHARACTERS, SCORE):
            return game.generic(state, zone, character=True)
        named = [k for k in game.named if owned or k.name not in game.basic_names]
        which = game.explorer.pick(1 + len(named))
        return game.new_card(state, named[which - 1], zone) if which else game.generic(state, zone)
