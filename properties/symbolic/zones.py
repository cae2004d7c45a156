"""Zones whose cards are decided when the engine first looks at them.

A zone holds none, one … up to `bound` cards, each of them generic or one of the cards that
the text under proof names. The engine's own way of moving cards works on such zones: as long
as it only takes a card off that is known, or adds one, the rest stays open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final, SupportsIndex

from rules_check.oracle.quick.state import State
from rules_check.oracle.values.zones import CHARACTERS, PER_PLAYER, SCORE
from rules_check.properties.symbolic.endings import ORDERED
from rules_check.properties.symbolic.explore import Infeasible

if TYPE_CHECKING:
    from rules_check.properties.symbolic.game import SymbolicGame

Cards = tuple[int, ...]
there: Final[Callable[[list[Any], Any], Any]] = list.__getitem__
"""What lies in a zone, without a look at it."""


class Rest:
    """The cards of a zone that nobody has looked at; `cards` is None until somebody does.

    `total` is what they cost together, if that was asked for; it says nothing about how many
    there are.
    """

    __slots__ = ("cards", "total", "zone", "zones")

    def __init__(self, zones: LazyZones, zone: int) -> None:
        self.zones = zones
        self.zone = zone
        self.cards: Cards | None = None
        self.total: Any = None

    def look(self) -> Cards:
        """The cards, decided now if they were open."""
        if self.cards is None:
            self.cards = self.zones.decide(self.zone)
            if self.total is not None:
                self._add_up(self.cards)
        return self.cards

    def settle(self) -> None:
        """One card that costs the total, if somebody has asked for that and not for the cards."""
        if self.cards is None and self.total is not None:
            game = self.zones.game
            self.cards = (game.generic(self.zones.state, self.zone),)
            self._add_up(self.cards)

    def _add_up(self, cards: Cards) -> None:
        """The costs of the cards have to be the total that was told."""
        explorer = self.zones.game.explorer
        same = sum([self.zones.game.kinds[card].cost for card in cards]) == self.total
        if not explorer.possible(same):
            raise Infeasible
        explorer.assume(same)


class Pile:
    """What is in a zone: known cards on top, the rest, known cards below; used as a tuple.

    Whatever cannot be answered by the known cards looks at the rest.
    """

    __slots__ = ("bottom", "rest", "top")

    def __init__(self, top: Cards, rest: Rest, bottom: Cards = ()) -> None:
        self.top = top
        self.rest = rest
        self.bottom = bottom

    def look(self) -> Cards:
        """All cards."""
        return self.top + self.rest.look() + self.bottom

    def known(self) -> Cards:
        """The cards that are decided."""
        return self.top + (self.rest.cards or ()) + self.bottom

    def __getitem__(self, at: int | slice) -> Any:
        high = len(self.top)
        match at:
            case slice(start=None, stop=int(stop), step=None) if 0 <= stop <= high:
                return self.top[:stop]
            case slice(start=int(start), stop=None, step=None) if 0 <= start <= high:
                return Pile(self.top[start:], self.rest, self.bottom)
            case int(number) if 0 <= number < high:
                return self.top[number]
            case _:
                return self.look()[at]

    def index(self, card: int) -> int:
        """The place of a card."""
        return self.top.index(card) if card in self.top else self.look().index(card)

    def __add__(self, other: Any) -> Pile:
        return Pile(self.top, self.rest, self.bottom + tuple(other))

    def __radd__(self, other: Cards) -> Pile:
        return Pile(other + self.top, self.rest, self.bottom)

    def __contains__(self, card: object) -> bool:
        return card in self.known() or card in self.look()

    def __bool__(self) -> bool:
        return bool(self.known() or self.look())

    def __len__(self) -> int:
        return len(self.look())

    def __iter__(self) -> Iterator[int]:
        return iter(self.look())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (tuple, Pile)) and self.look() == tuple(other)

    __hash__ = None  # type: ignore[assignment]


class Stack:
    """A stack of Characters: the top one, and perhaps more below it.

    The rules only ask whether there is a next one, so `len` is 1, or 2 for "more than one";
    how many there are below that stays open.
    """

    __slots__ = ("_below", "game", "state", "top", "zone")

    def __init__(self, game: SymbolicGame, state: State, zone: int, top: int) -> None:
        self.game = game
        self.state = state
        self.zone = zone
        self.top = top
        self._below: Stack | bool | None = False

    def below(self) -> Stack | None:
        """The stack below the top card, or None if that is the last."""
        if self._below is False:
            self._below = None
            if not self.game.explorer.pick(2):
                card = self.game.generic(self.state, self.zone, character=True)
                self._below = Stack(self.game, self.state, self.zone, card)
        assert not isinstance(self._below, bool)
        return self._below

    @property
    def decided(self) -> Stack | bool | None:
        """The stack below the top card, None if there is none; False if that is open."""
        return self._below

    def known(self) -> Cards:
        """The cards that are decided."""
        return (self.top, *(self._below.known() if isinstance(self._below, Stack) else ()))

    def all(self) -> Cards:
        """All cards; where that is open there are no more than two."""
        self.game.explorer.bounded = True
        below = self.below()
        if below is not None and below._below is False:
            below._below = None
        return (self.top, *(below.all() if below is not None else ()))

    def __len__(self) -> int:
        return 1 if self.below() is None else 2

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, at: int | slice) -> Any:
        if at == 0:
            return self.top
        if at == slice(None, 1):
            return (self.top,)
        if at == slice(1, None):
            return self.below() or ()
        below = self.below()
        if at == 1 and below is not None:
            return below.top
        return self.all()[at]

    def __iter__(self) -> Iterator[int]:
        return iter(self.all())

    def index(self, card: int) -> int:
        """The place of a card."""
        return self.all().index(card)


def heaps(number: int, known: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All ways to make so many cards, in no order: which of the known ones, and how many copies
    there are of each of the others."""
    for old in range(number + 1):
        for which in combinations_with_replacement(range(known), old):
            for new in _parts(number - old, number - old):
                yield which, new


def _parts(number: int, most: int) -> Iterator[tuple[int, ...]]:
    if not number:
        yield ()
    for first in range(min(number, most), 0, -1):
        for rest in _parts(number - first, first):
            yield (first, *rest)


class LazyZones(list[Any]):
    """The zones of a symbolic state.

    `first` keeps what is known of each zone from the start, so that a concrete position can be
    built; `rests` what nobody has looked at. `seen` tells which look at
    a zone was the last one.
    """

    def __init__(self, game: SymbolicGame, state: State, bound: int) -> None:
        rests = [Rest(self, zone) for zone in range(game.zone_count)]
        super().__init__([Pile((), rest) for rest in rests])
        self.game = game
        self.state = state
        self.bound = bound
        self.first: dict[int, Cards] = {}
        self.rests = dict(enumerate(rests))
        self.stacks: dict[int, Stack] = {}
        self.seen: dict[int, int] = {}
        self.looks = 0

    # --------------------------------------------------------------------------- set-up

    def close(self, zone: int) -> None:
        """Say that a zone is empty."""
        self.rests[zone].cards = ()
        super().__setitem__(zone, ())

    def is_open(self, zone: int) -> bool:
        """Whether nobody has looked at a zone."""
        return self.rests[zone].cards is None

    def add(self, zone: int, card: int) -> None:
        """A card has been in this zone from the start, above whatever else was there then."""
        if not self.is_open(zone):
            raise ValueError("the zone has been looked at")
        self.first[zone] = (*self.first.get(zone, ()), card)
        pile = super().__getitem__(zone)
        super().__setitem__(zone, Pile((*pile.top, card), pile.rest, pile.bottom))

    def stack_up(self, zone: int, top: int) -> None:
        """A stack of Characters with this one on top."""
        self.rests[zone].cards = ()
        self.stacks[zone] = Stack(self.game, self.state, zone, top)
        super().__setitem__(zone, self.stacks[zone])

    def initial(self) -> dict[int, Cards]:
        """What each zone is known to have held at the start."""
        found = {zone: stack.known() for zone, stack in self.stacks.items()}
        for zone, rest in self.rests.items():
            cards = self.first.get(zone, ()) + (rest.cards or ())
            if cards and zone not in found:
                found[zone] = cards
        return found

    def known(self, zone: int) -> Cards:
        """What is known to be in a zone, without looking at it."""
        cards: Cards | Pile | Stack = super().__getitem__(zone)
        return cards if isinstance(cards, tuple) else cards.known()

    def piles(self) -> list[Any]:
        """What lies in each zone, as far as it is decided; nothing is looked at."""
        return list(iter(self))

    def settle(self) -> None:
        """Let there be cards for the totals that were asked for."""
        for rest in self.rests.values():
            rest.settle()

    def total(self, zone: int) -> Any:
        """What the cards of a zone cost together, without looking at those that are open."""
        cards: Cards | Pile = super().__getitem__(zone)
        if isinstance(cards, tuple) or not self.bound or cards.rest.cards is not None:
            return sum([self.game.cost(self.state, card) for card in self[zone]])
        rest = cards.rest
        if rest.total is None:
            rest.total = self.game.explorer.number(f"total of zone {zone}")
        known = (*cards.top, *cards.bottom)
        return sum([self.game.cost(self.state, card) for card in known]) + rest.total

    # --------------------------------------------------------------------------- looking

    def __getitem__(self, zone: SupportsIndex | slice) -> Any:
        if type(zone) is slice:
            raise TypeError("a symbolic state is not copied")
        self.looks = looks = self.looks + 1
        self.seen[zone] = looks  # type: ignore[index]
        cards = there(self, zone)
        if type(cards) is Pile and cards.rest.cards is not None:
            return cards.look()
        return cards

    def __setitem__(self, zone: Any, cards: Any) -> None:
        rest = self.rests[zone]
        if isinstance(cards, Pile) and cards.rest is not rest:
            cards = cards.look()  # the rest of another zone: it may be in both now
        if rest.cards is None and not isinstance(cards, Pile):
            rest.look()  # it is dropped: now we have to know what it was
        super().__setitem__(zone, cards)

    def decide(self, zone: int) -> Cards:
        """The cards that nobody has looked at so far."""
        game = self.game
        game.explorer.bounded = True
        sizes = game.zone_sizes(zone, self.bound)
        away = [size if size <= self.bound else 1 for size in sizes]
        number = sizes[game.explorer.pick(len(sizes), away)]
        if number > 1 and game.compares_names and self._is_heap(zone):
            return self._heap(zone, number)
        return tuple([self.one_card(zone) for _ in range(number)])

    def _is_heap(self, zone: int) -> bool:
        """Whether the order of its cards says nothing, and any card may be there."""
        if zone in self.game.stack_kinds:
            return False
        if zone >= self.game.shared:
            return zone == self.game.line_up
        return zone % PER_PLAYER not in (*ORDERED, SCORE)

    def _heap(self, zone: int, number: int) -> Cards:
        """Cards in no order, where it matters which are copies of each other: each way once."""
        game, state = self.game, self.state
        known: list[Any] = [*self._named(zone), *game.generic_kinds()]
        every = list(heaps(number, len(known)))
        old, new = every[game.explorer.pick(len(every))]
        cards = [game.new_card(state, known[at], zone) for at in old]
        for copies in new:
            cards.append(game.new_generic(state, zone))
            kind = game.kinds[cards[-1]]
            cards.extend(game.new_card(state, kind, zone) for _ in range(copies - 1))
        return tuple(cards)

    def _named(self, zone: int) -> list[Any]:
        """The cards that the text under proof names, and that may be in a zone."""
        game = self.game
        owned = zone < game.shared
        return [kind for kind in game.named if owned or kind.name not in game.basic_names]

    def one_card(self, zone: int) -> int:
        """One more card that lies in a zone: any, or one that the text under proof names."""
        game, state = self.game, self.state
        kind = game.stack_kinds.get(zone)
        if kind is not None:
            return game.new_card(state, kind, zone)
        owned = zone < game.shared
        if owned and zone % PER_PLAYER in (CHARACTERS, SCORE):
            return game.generic(state, zone, character=True)
        named = self._named(zone)
        which = game.explorer.pick(1 + len(named))
        return game.new_card(state, named[which - 1], zone) if which else game.generic(state, zone)
