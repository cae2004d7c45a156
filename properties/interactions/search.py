"""Looking through all ways that a small position can go, and for ways that lead round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar

from rules_check.oracle.game import CoreState
from rules_check.oracle.values.choices import NATURE, ChoiceKind
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import (
    STOPS,
    BuyCard,
    EndTurn,
    Order,
    PayFor,
    PlayCard,
    UseAbility,
)
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import DECK, MAIN_DECK, PER_PLAYER
from rules_check.properties.interactions.observing import take_heard
from rules_check.properties.interactions.small import Small

T = TypeVar("T")

MOST_EVENTS: Final = 3_000
"""So many events of one answer are looked at."""


class OutOfBudget(Exception):
    """More was tried than is allowed."""


class TurnOver(OutOfBudget):
    """The turn has ended of itself, so that there is nothing to compare any more."""


@dataclass(slots=True)
class Budget:
    """How many answers may still be tried."""

    left: int
    spent: int = 0

    def spend(self) -> None:
        """One more answer; raises OutOfBudget."""
        if not self.left:
            raise OutOfBudget
        self.left -= 1
        self.spent += 1

    def part(self, most: int, search: Callable[[Budget], T | None]) -> T | None:
        """What a search finds with so many of the answers at most; None, too, if it needs more."""
        own = Budget(min(most, self.left))
        try:
            return search(own)
        except OutOfBudget:
            return None
        finally:
            self.left -= own.spent
            self.spent += own.spent


def options_of(small: Small, s: State) -> tuple[Option, ...]:
    """The answers that are tried: at the main choice what the texts can be about. Shuffled cards
    lie by their names, so that it makes no difference in which order they were discarded."""
    choice = s.choice
    assert choice is not None
    if choice.kind is ChoiceKind.SHUFFLE:
        return (Order(tuple(sorted(choice.cards, key=small.game.name))),)
    if choice.player == NATURE:
        return choice.options[:1]
    if choice.kind is not ChoiceKind.MAIN:
        return choice.options
    found: list[Option] = []
    for option in choice.options:
        match option:
            case PlayCard(card) if small.game.name(card) in small.plays:
                found.append(option)
            case UseAbility() | PayFor():
                found.append(option)
            case BuyCard() if small.buys:
                found.append(option)
            case EndTurn() if small.ends:
                found.append(option)
            case _:
                pass
    return tuple(found)


def at_main(s: State) -> bool:
    """Whether the active player can do anything they like now."""
    return s.choice is not None and s.choice.kind is ChoiceKind.MAIN


def at_rest(s: State) -> bool:
    """Whether nothing goes on: the active player can do anything, or announce a Confrontation."""
    return s.choice is not None and s.choice.kind in (ChoiceKind.MAIN, ChoiceKind.ANNOUNCE)


def said(small: Small, s: State, option: Option) -> str:
    """An answer in words; empty for what nature decides."""
    choice = s.choice
    assert choice is not None
    if choice.player == NATURE:
        return ""
    return f"P{choice.player + 1}: {small.game.label(s, option)}"


def take(small: Small, s: State, option: Option) -> State:
    """The position after an answer; the old one is kept."""
    new = s.copy()
    new.trace = []
    small.game.take(new, option)
    return new


# ---------------------------------------------------------------------------- all ends


End = tuple[tuple[str, Any], ...]
"""Where a position has come to: places and numbers."""


def end_of(small: Small, s: State) -> End:
    """What a position is, as far as players can tell cards apart: by their names."""
    g = small.game
    found: list[tuple[str, Any]] = []
    for zone in range(g.zone_count):
        names = [g.name(card) for card in s.zones[zone]]
        ordered = g.zone_name(zone).endswith("deck")
        found.append((g.zone_name(zone), tuple(names if ordered else sorted(names))))
    for player in range(g.players):
        seat = f"P{player + 1}"
        found.append((f"{seat} Power", s.power[player]))
        found.append((f"{seat} VP", s.vp[player]))
    found.append(("over", s.result is not None and s.result.winners))
    return tuple(found)


def ends(
    small: Small,
    s: State,
    budget: Budget,
    acts: tuple[str, ...] = (),
    *,
    next_turn: bool = False,
) -> Iterator[tuple[State, tuple[str, ...]]]:
    """Every way to answer until the player is free again (or the game is over, or with `next_turn`
    the next turn has begun), with what was done. Raises OutOfBudget."""
    turn = s.turn
    waiting = [(s, acts)]
    while waiting:
        now, before = waiting.pop()
        if now.turn != turn:
            if not next_turn:
                raise TurnOver
            yield now, before
            continue
        if now.choice is None or at_rest(now):
            yield now, before
            continue
        for option in reversed(options_of(small, now)):
            budget.spend()
            words = said(small, now, option)
            waiting.append((take(small, now, option), (*before, *([words] if words else []))))


# --------------------------------------------------------------------------- ways round


@dataclass(slots=True)
class Step:
    """A position on the way, how it is recognised, and the answer that led on from it; or, without
    an answer, what went on there: a text was set off, or a card was played by one."""

    mark: Any
    power: tuple[Any, ...]
    vp: tuple[Any, ...]
    facts: int
    words: str
    declines: bool
    goes_on: str


@dataclass(frozen=True, slots=True)
class Round:
    """A way round: what leads into it, what is done in it, and what has grown after it.

    `forced`: nobody can leave it. `goes_on` is what happens in it by itself. `inside`: it goes ever
    deeper, as a card is played inside its own text.
    """

    before: tuple[str, ...]
    acts: tuple[str, ...]
    grown: tuple[tuple[str, Any], ...]
    forced: bool
    goes_on: tuple[str, ...] = ()
    inside: bool = False


def mark_of(s: CoreState) -> Any:
    """How a position is recognised: everything but what was counted, paid or done before."""
    core = s.core
    waits = tuple(
        [(one.player, one.card, id(one.active.stands), one.fact.verb) for one in core.pending]
    )
    lasts = frozenset([(one.frame.this, one.frame.you, id(one.stands)) for one in core.lasting])
    choice = core.choice
    return (
        zones_of(s),
        waits,
        lasts,
        frozenset(core.used),
        tuple([frame.this for frame in core.frames]),
        core.step,
        core.confronted,
        core.turn,
        core.active,
        None if choice is None else choice[:3],
    )


def play_mark_of(s: CoreState, card: int) -> Any:
    """How a position is recognised in which a card is played: whichever texts go on around it, and
    however often the same waits behind them."""
    zones, waits, lasts, used, _, *rest, _ = mark_of(s)
    return "play", card, zones, frozenset(waits), lasts, used, *rest


def zones_of(s: CoreState) -> tuple[tuple[int, ...], ...]:
    """What lies where; only in decks does the order matter."""
    own = len(s.core.power) * PER_PLAYER
    found = []
    for zone, cards in enumerate(s.core.zones):
        a_deck = zone % PER_PLAYER == DECK if zone < own else zone == own + MAIN_DECK
        found.append(cards if a_deck or len(cards) < 2 else tuple(sorted(cards)))
    return tuple(found)


def rounds(small: Small, budget: Budget, depth: int = 14) -> Iterator[Round]:
    """Ways round that can be gone from the position. Stops where the budget ends."""
    try:
        yield from _Rounds(small, budget, depth).search(small.state(), [], {})
    except OutOfBudget:
        return


def retrace(small: Small, words: Sequence[str]) -> Round | None:
    """The way round to which these answers lead, if they lead to one."""
    walker = _Rounds(small, Budget(0), 0)
    s, path, on_path = small.state(), list[Step](), dict[Any, int]()
    left = list(words)
    while s.choice is not None and s.result is None:
        if s.choice.player == NATURE:
            option = options_of(small, s)[0]
        else:
            offered = {said(small, s, x): x for x in reversed(s.choice.options)}
            if not left or left[0] not in offered:
                return None
            option = offered[left.pop(0)]
        declines = any(x in STOPS for x in s.choice.options)
        found = walker.take(s, option, path, on_path, [], said(small, s, option), declines)
        if found is not None:
            return found
    return None


class _Stopped(Exception):
    """An answer need not be carried out any further; perhaps there is a way round."""

    def __init__(self, way: Round | None) -> None:
        self.way = way


class _Noting(NamedTuple):
    """Where positions are noted while an answer is carried out."""

    s: CoreState
    path: list[Step]
    on_path: dict[Any, int]
    added: list[Any]


class _Rounds:
    """Goes through the positions depth first, and looks for one that it has come from."""

    def __init__(self, small: Small, budget: Budget, depth: int) -> None:
        self.small = small
        self.budget = budget
        self.depth = depth
        self.seen: set[Any] = set()

    def search(self, s: CoreState, path: list[Step], on_path: dict[Any, int]) -> Iterator[Round]:
        choice = s.choice
        if choice is None or s.result is not None or len(on_path) > self.depth * 8:
            return
        turn = s.turn
        options = options_of(self.small, s)
        declines = any(option in STOPS for option in choice.options)
        for option in options:
            self.budget.spend()
            words = said(self.small, s, option)
            new = s.copy()
            here = len(path)
            added: list[Any] = []
            found = self.take(new, option, path, on_path, added, words, declines)
            if found is not None:
                yield found
            elif new.turn == turn and new.choice is not None and len(path) < self.depth * 8:
                key = (mark_of(new), tuple([min(x, 6) for x in new.power]))
                if key not in self.seen:
                    self.seen.add(key)
                    yield from self.search(new, path, on_path)
            del path[here:]
            for mark in added:
                del on_path[mark]

    def take(
        self,
        s: CoreState,
        option: Option,
        path: list[Step],
        on_path: dict[Any, int],
        added: list[Any],
        words: str,
        declines: bool,
    ) -> Round | None:
        """Take an answer, trigger by trigger; a way round if a position of the path comes again."""
        noting = _Noting(s, path, on_path, added)
        found = self._note(noting, mark_of(s), words, declines)
        if found is not None:
            return found
        events = 0

        def hear(event: Event) -> None:
            nonlocal events
            events += 1
            if events > MOST_EVENTS:
                raise _Stopped(None)
            way = None
            if event.kind == "trigger":
                goes_on = f"{self._named(event)} is set off"
                mark = ("trigger", event.player, event.cards, mark_of(s))
                way = self._note(noting, mark, goes_on=goes_on)
            elif event.kind in ("play", "play again"):
                way = self._note_play(noting, event)
            if way is not None:
                raise _Stopped(way)

        try:
            take_heard(self.small.game, s, option, hear)
        except _Stopped as stopped:
            return stopped.way
        return None

    def _named(self, event: Event) -> str:
        return " and ".join(self.small.game.name(card) for card in event.cards if card >= 0)

    def _note_play(self, noting: _Noting, event: Event) -> Round | None:
        """A card is played. Inside its own text, and in the position in which that began, it would
        go on like this for ever: as deep as the engine goes, or deeper."""
        (card,) = event.cards
        inside = any(frame.this == card for frame in noting.s.core.frames)
        mark = play_mark_of(noting.s, card)
        if mark in noting.on_path and not inside:
            return None
        again = " again" if event.kind == "play again" else ""
        goes_on = f"{self._named(event)} is played{again}" if noting.s.core.frames else ""
        return self._note(noting, mark, goes_on=goes_on)

    def _note(
        self,
        noting: _Noting,
        mark: Any,
        words: str = "",
        declines: bool = False,
        *,
        goes_on: str = "",
    ) -> Round | None:
        s, path, on_path, added = noting
        power, vp = tuple(s.core.power), tuple(s.core.vp)
        if mark in on_path:
            at = on_path[mark]
            return self._round(s, path, at, power, vp, goes_on)
        on_path[mark] = len(path)
        added.append(mark)
        path.append(Step(mark, power, vp, len(s.core.facts), words, declines, goes_on))
        return None

    def _round(
        self,
        s: CoreState,
        path: list[Step],
        at: int,
        power: tuple[Any, ...],
        vp: tuple[Any, ...],
        goes_on: str,
    ) -> Round | None:
        start = path[at]
        grown: list[tuple[str, Any]] = []
        for word, old, new in (("Power", start.power, power), ("VP", start.vp, vp)):
            for player, (one, other) in enumerate(zip(old, new, strict=True)):
                if other < one and player == s.core.active:
                    return None  # it is paid for, and comes to an end
                if other != one:
                    grown.append((f"{word} of P{player + 1}", other - one))
        new_facts = s.core.facts[start.facts :]
        if not new_facts:
            return None
        before = tuple(step.words for step in path[:at] if step.words)
        acts = tuple(step.words for step in path[at:] if step.words)
        forced = not any(step.declines for step in path[at:])
        through = (*(step.goes_on for step in path[at + 1 :]), goes_on)
        inside = start.mark[0] == "play"
        return Round(before, acts, tuple(grown), forced, tuple(filter(None, through)), inside)
