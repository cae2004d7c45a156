"""What a game has come to by what was told of it, kept beside the state from answer to answer.

A `Shadow` knows where every card lies, whose it is, and what each player has. It is changed by the
events alone. After an answer it is compared with the state: in the zones that an event speaks of,
and in those that have become others. So a property need not look at what nothing can have changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import Any, Final, NamedTuple

from rules_check.oracle.game import Game
from rules_check.oracle.trace.citing import MOVES
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import CHARACTERS, DECK, DISCARD, HAND, PER_PLAYER, PLAY
from rules_check.properties.observed import weakness_names
from rules_check.properties.recount import returned

GETTING: Final = frozenset({"gain", "receive", "buy", "defeat", "pass"})
"""What makes a card belong to the player before whom it comes into play."""

NEW_HAND: Final = "end.draw"
"""How the topics of draws begin at the end of a turn."""


class Table(NamedTuple):
    """What a game has for good: zones by what they are for, and what is often asked of it."""

    zones: range
    characters: frozenset[int]
    play: frozenset[int]
    sold: frozenset[int]
    """The Line-Up and the main deck."""
    weaknesses: tuple[int, ...]
    drawing: tuple[tuple[int, int], ...]
    """From where to where each player draws."""
    hands: tuple[list[int], ...]
    """Who draws the cards of a new hand, for each player whose turn it was."""
    bosses: int
    size: int


@lru_cache(maxsize=64)
def table_of(game: Game) -> Table:
    """What stays the same in a game."""
    players = range(game.players)
    bases = [player * PER_PLAYER for player in players]
    return Table(
        range(game.zone_count),
        frozenset(base + CHARACTERS for base in bases),
        frozenset(base + PLAY for base in bases),
        frozenset((game.line_up, game.main_deck)),
        tuple(game.stacks[name] for name in weakness_names(game.ruleset)),
        tuple((base + DECK, base + HAND) for base in bases),
        tuple([player] * game.parameters["hand_size"] for player in players),
        game.boss_stack,
        game.parameters["lineup.size"],
    )


class Tally:
    """What has happened in a turn, counted once: `done` are the cards that a player has moved by
    what is done to them, `triggers` how often texts of a card were set off. `came` are the cards of
    which anything else is told than that they are there."""

    __slots__ = ("_events", "_upto", "again", "came", "done", "triggers")

    def __init__(self, events: Sequence[Event]) -> None:
        self._begin(events)

    def _begin(self, events: Sequence[Event]) -> None:
        self._events = events
        self._upto = 0
        self.done: dict[tuple[str, int], list[int]] = {}
        self.triggers: dict[int, int] = {}
        self.came: set[int] = set()
        self.again = False

    def of(self, events: Sequence[Event]) -> Tally:
        """The same for the events of a turn, of which some may have been counted already."""
        if events is not self._events:
            self._begin(events)
        for at in range(self._upto, len(events)):
            kind, player, cards, detail, _ = events[at]
            if kind not in STILL:
                self.came.update(cards)
                if len(detail) == 2:
                    self.done.setdefault((kind, player), []).extend(cards)
                elif kind == "play again":
                    self.again = True
            elif kind == "trigger" and len(cards) == 1:
                self.triggers[cards[0]] = self.triggers.get(cards[0], 0) + 1
        self._upto = len(events)
        return self


STILL: Final = frozenset({"trigger", "turn", "power", "use", "speaks of", "confrontation text"})
"""Events that tell of a card which stays where it is."""


class Shadow:
    """The cards, Power and points of a game as they were told.

    `touched` are the zones that an event of the last answer speaks of, or that are others since.
    `astray`: some card does not lie where it was told to go. `off`: the account of Power is another
    one. `odd`: a new hand was not drawn as usual. `undecided`: a turn ended in a Confrontation.
    `tally` counts what happens in a turn, if it is asked.
    """

    __slots__ = (
        "_confronted",
        "_drawers",
        "_ended",
        "_seen",
        "asked",
        "astray",
        "defeats",
        "game",
        "heaps",
        "lasts",
        "lies",
        "odd",
        "off",
        "owners",
        "power",
        "spent",
        "table",
        "tally",
        "touched",
        "turn",
        "undecided",
        "vp",
        "zones",
    )

    def __init__(self, game: Game, state: State, events: Sequence[Event] = ()) -> None:
        """`events` are those of the turn so far."""
        self.game = game
        self.table = table_of(game)
        self._drawers = [e.player for e in events if e.topic.startswith(NEW_HAND)]
        self._ended = next((e.player for e in events if e.kind == "end of turn"), -1)
        told = [e.kind for e in events if e.kind in ("confront", "cancel", "compare")]
        self._confronted = bool(told) and told[-1] == "confront"
        self.undecided = False
        self.touched: set[int] = set()
        self.tally = Tally(events)
        self.astray = self.off = self.odd = False
        self.lay(state)

    def lay(self, state: State) -> None:
        """Begin with what a state has."""
        self.zones = state.zones[:]
        self.lies = state.where[:]
        self.heaps = list(map(set, state.zones))
        self.owners = dict(state.owners)
        self.power: list[Any] = list(state.power)
        self.spent: list[Any] = list(state.spent)
        self.vp: list[Any] = list(state.vp)
        self.note(state)

    def note(self, state: State) -> None:
        """Keep what the next answer may change in a way that no event tells."""
        self._seen = state.zones
        self.defeats = state.defeats
        self.turn = state.turn
        self.lasts = state.lasts()
        choice = state.choice
        self.asked = None if choice is None else choice.kind

    def branch(self) -> Shadow:
        """Another one that has seen the same, and goes on alone."""
        other = Shadow.__new__(Shadow)
        for name in Shadow.__slots__:
            setattr(other, name, getattr(self, name))
        for name in ("zones", "lies", "power", "spent", "vp", "_drawers"):
            setattr(other, name, getattr(self, name)[:])
        other.heaps = [set(heap) for heap in self.heaps]
        other.owners = dict(self.owners)
        other.tally = Tally(())
        return other

    def meets(self, state: State) -> bool:
        """Whether a state is the one that was seen last, and not a copy of it."""
        return state.zones is self._seen

    # ------------------------------------------------------------------ following events

    def follow(self, events: Sequence[Event], after: State) -> None:
        """Let the events happen here too, and look at what they speak of in the state."""
        self.astray = self.off = self.odd = self.undecided = False
        lies, heaps, power = self.lies, self.heaps, self.power
        play, drawing = self.table.play, self.table.drawing
        shared = self.game.shared
        self.touched = touched = set()
        drawn: list[int] = []
        drawer = -1
        for event in events:
            kind, player, cards, detail, topic = event
            if kind in MOVES:
                if len(detail) == 2:
                    source, to = detail
                    touched.add(source)
                    touched.add(to)
                    for card in cards:
                        if lies[card] != source:
                            self.astray = True
                            heaps[lies[card]].discard(card)
                        lies[card] = to
                        heaps[source].discard(card)
                        heaps[to].add(card)
                    if self.owners or (
                        to in play and source < shared and source // PER_PLAYER != to // PER_PLAYER
                    ):
                        self._own(event)
                    if kind == "draw" and topic.startswith(NEW_HAND):
                        if detail != drawing[player] or (drawn and player != drawer):
                            self.odd = True
                        drawn += cards
                        drawer = player
                        self._drawers.append(player)
                elif kind == "return":  # something that was moved for a while
                    for card in cards:
                        self._move(card, after.where[card])
            elif kind == "power":
                power[player] = power[player] + detail[0]
            elif kind in RARE:
                self._other(event)
        if drawn and tuple(drawn) != self.zones[drawing[drawer][0]][: len(drawn)]:
            self.odd = True
        self._compare(after)

    def _move(self, card: int, to: int) -> None:
        here = self.lies[card]
        self.heaps[here].discard(card)
        self.heaps[to].add(card)
        self.lies[card] = to
        self.touched.add(here)
        self.touched.add(to)

    def _own(self, event: Event) -> None:
        for card in event.cards:
            if any(owned(self.game, event, card, self.owners)):
                self.astray = True

    def _other(self, event: Event) -> None:
        """Anything but a move or Power that is gained."""
        kind, player, cards, detail, _ = event
        match kind:
            case "pay":
                if detail:
                    self.power[player] = left = self.power[player] - detail[0]
                    if self.spent:
                        self.spent[player] = self.spent[player] + detail[0]
                    if left < 0:
                        self.off = True
            case "turn":
                if self._ended >= 0 and self._drawers != self.table.hands[self._ended]:
                    self.odd = True
                self._drawers, self._ended = [], -1
                self.undecided = self.undecided or self._confronted
                self._confronted = False
                self.power[:] = [0] * len(self.power)
                self.spent = [0] * len(self.spent)
                self.defeats = 0
            case "lose power":
                self.power[:] = [0] * len(self.power)
            case "confront":
                self._confronted = True
            case "cancel" | "compare":
                self._confronted = False
            case "end of turn":
                self._ended = player if self._ended < 0 else self._ended
            case "vp":
                self.vp[player] = self.vp[player] + detail[0]
            case "reshuffle":
                for card in cards:
                    self._move(card, player * PER_PLAYER + DECK)
            case "set aside":
                for card in cards:
                    self._move(card, self.game.unused_bosses)
            case "return to decks":
                back, shared = returned(self.game), self.game.shared
                for card, zone in enumerate(self.lies):
                    if zone < shared and zone % PER_PLAYER in back:
                        owner = self.owners.get(card, zone // PER_PLAYER)
                        self._move(card, owner * PER_PLAYER + DECK)
                self.owners = {}
            case _:
                raise AssertionError(kind)

    def _compare(self, after: State) -> None:
        """Look at the zones that were touched, where cards are looked for, and at numbers."""
        zones, lay, heaps, touched = after.zones, self.zones, self.heaps, self.touched
        for zone in touched:
            lay[zone] = cards = zones[zone]
            heap = heaps[zone]
            if len(cards) != len(heap) or set(cards) != heap:
                self.astray = True
        if lay != zones:  # something has moved that was not told, or is in another order
            for zone in compress(self.table.zones, map(is_not, zones, lay)):
                touched.add(zone)
                lay[zone] = cards = zones[zone]
                if len(cards) != len(heaps[zone]) or set(cards) != heaps[zone]:
                    self.astray = True
        if self.lies != after.where or self.owners != after.owners:
            self.astray = True
        if self.power != after.power or self.spent != after.spent or min(after.power) < 0:
            self.off = True


RARE: Final = frozenset(
    {
        "cancel",
        "compare",
        "confront",
        "end of turn",
        "lose power",
        "pay",
        "reshuffle",
        "return to decks",
        "set aside",
        "turn",
        "vp",
    }
)
"""Kinds of events that are no moves and change something here."""


def owned(game: Game, event: Event, card: int, owners: dict[int, int]) -> Iterator[str]:
    """Whose a card is after a move: in play it still belongs to the player from whose zone it came,
    unless it was gained, and at the end of the turn it goes back to that player."""
    source, to = event.detail
    if to < game.shared and to % PER_PLAYER == PLAY:
        if source < game.shared and event.kind not in GETTING:
            owners.setdefault(card, source // PER_PLAYER)
        if owners.get(card) == to // PER_PLAYER:
            del owners[card]
    elif card in owners:
        owner = owners.pop(card)
        if event.topic.startswith("end.sweep") and to != owner * PER_PLAYER + DISCARD:
            yield f"{game.card_id(card)} belongs to {game.seats[owner]} and goes to another player"
