"""A position: zones, numbers, facts, and what lasts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from rules_check.grammar.core import forms as c

Card: TypeAlias = str
"""A card by its id, "Punch#3"."""
Player: TypeAlias = str
"""A player by the seat, "P1"."""
Zone: TypeAlias = str
"""A zone by its name in the contract, "P1 hand", "line-up", "stack:Kick"."""

LINE_UP, MAIN_DECK = "line-up", "main-deck"
DESTROYED, REMOVED, ON_TABLE = "destroyed", "removed", "table"
SUPER_VILLAINS, UNUSED = "super-villains", "unused super-villains"
PILES = ("deck", "characters")
OF_PLAYERS = ("hand", "deck", "discard", "play", "characters", "score", "parked", "beside")


def zone_of(player: Player, name: str) -> Zone:
    """A zone of a player."""
    return f"{player} {name}"


def player_of(zone: Zone | None) -> Player | None:
    """Whose zone it is; None: it is nobody's."""
    first, space, _ = (zone or "").partition(" ")
    return first if space and first[:1] == "P" and first[1:].isdigit() else None


def is_pile(zone: Zone) -> bool:
    """Whether its order counts, so that it has a top and a bottom."""
    return zone.partition(" ")[2] in PILES or zone in (MAIN_DECK, SUPER_VILLAINS) or is_stack(zone)


def is_stack(zone: Zone) -> bool:
    """Whether it is a stack of basic cards."""
    return zone.startswith("stack:")


class Zones(tuple[Zone, ...]):
    """Places as a value: where cards are wanted, the cards in them."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened: who did what to which card, from where to where, and why."""

    verb: str
    by: Player | None
    card: Card | None = None
    from_: Zone | None = None
    to: Zone | None = None
    whom: Player | None = None
    cause: str = "rules"
    source: Card | None = None
    amount: int = 1
    turn: int = 0
    number: int = 0
    """Which fact of the game it is."""
    act: int = 0
    """Which act it is a part of: a draw of three cards is three facts of one act."""


class Act(tuple[Fact, ...]):
    """A whole act: the facts of which it is made."""

    __slots__ = ()


@dataclass(slots=True, eq=False)
class Outcome:
    """What came of statements. `done` is None if nothing in them can be done or not."""

    done: bool | None = None
    declined: bool = False
    possible: bool = True
    facts: list[Fact] = field(default_factory=list)
    rounds: dict[Player, Outcome] = field(default_factory=dict)

    @property
    def was_done(self) -> bool:
        """Whether all that could be done or not was done."""
        return self.done is not False


@dataclass(slots=True, eq=False)
class Aimed:
    """An Attack: at whom it is aimed, who avoided it, which Defenses were used."""

    attacker: Player | None
    card: Card | None
    targets: list[Player]
    avoided: list[Player] = field(default_factory=list)
    struck: bool = False
    """Whether it is being carried out, so that it can be avoided no more."""
    used: list[tuple[Card, Player]] = field(default_factory=list)

    @property
    def hit(self) -> list[Player]:
        """Those against whom it works."""
        return [player for player in self.targets if player not in self.avoided]


Round: TypeAlias = tuple[int, int, Any]
"""A round that is carried out: of which repetition, which time, for whom."""


@dataclass(slots=True, eq=False)
class Frame:
    """A text that is carried out: its names, and what it has done so far."""

    you: Player | None
    this: Card | None
    names: dict[str, Any] = field(default_factory=dict)
    """Names that can be seen here, in the block in which they were bound or inside it."""
    behind: dict[str, list[tuple[tuple[Round, ...], Any]]] = field(default_factory=dict)
    """All values that names had in blocks that are over, and in which rounds."""
    rounds: tuple[Round, ...] = ()
    loops: int = 0
    acts: list[Fact] = field(default_factory=list)
    results: list[Outcome] = field(default_factory=list)
    """What comes of the statements that are being carried out and have a name."""
    shown: list[tuple[Card, tuple[Player, ...]]] = field(default_factory=list)
    chosen: set[str] = field(default_factory=set)
    """The names of which somebody has chosen what they are."""
    at: c.Statement | None = None
    """The statement that is carried out, or looked at."""
    taken: dict[c.Statement, list[Card]] = field(default_factory=dict)
    """The cards that statements have chosen or moved so far."""
    player: Player | None = None
    """Who plays the card, if the text speaks to another."""
    that: Player | None = None
    """The foe whom the situation gives."""
    attacked: Player | None = None
    """For whom a Defense is used."""
    attack: Aimed | None = None
    """The Attack that goes on in this text."""
    turn: int = -1
    """In which turn the text began to stand, if it does."""
    key: c.Value | None = None
    """What may be paid only once: a card with nothing of it that is new cannot be chosen."""
    spent: tuple[str, ...] = ()
    """What of it was paid before."""

    def knowing(self, name: str, value: Any) -> Frame:
        """The same text, in which one more name is known."""
        return replace(self, names={**self.names, name: value})

    def copy(self) -> Frame:
        """The same text, for later: what is done now does not change it."""
        kept = {name: list(values) for name, values in self.behind.items()}
        names, acts = dict(self.names), list(self.acts)
        return replace(self, names=names, behind=kept, acts=acts, results=[], shown=[], taken={})

    def note(self, fact: Fact) -> None:
        """This text has done something."""
        self.acts.append(fact)
        for result in self.results:
            result.facts.append(fact)


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A statement that stands: by which text of which card, for whom, since when.

    `key` names it, so that uses can be counted; `lasts`: it was begun by a text that was carried
    out, and is in the position. `found` is what it fixed when it began.
    """

    statement: c.Standing
    frame: Frame
    key: tuple[Any, ...]
    turn: int
    since: int
    lasts: bool = False
    ongoing: bool = False
    found: tuple[Any, ...] | None = None
    amount: Any = None


@dataclass(frozen=True, slots=True, eq=False)
class Pending:
    """A text that was set off, and waits."""

    player: Player
    card: Card | None
    statement: c.On
    frame: Frame
    fact: Fact


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended."""

    reason: str
    winners: tuple[Player, ...]
    scores: tuple[tuple[Player, int], ...] = ()
    tie_break: str = ""


@dataclass(slots=True)
class Position:
    """Everything that is on the table, and what has happened."""

    zones: dict[Zone, tuple[Card, ...]]
    order: tuple[Player, ...]
    power: dict[Player, int]
    vp: dict[Player, int]
    turn: int = 0
    active: Player = "P1"
    phase: str = "setup"
    step: int = -1
    """Which step of the turn comes next; -1: a turn begins."""
    confronted: Player | None = None
    face_up: Card | None = None
    defeats: int = 0
    out: tuple[Player, ...] = ()
    owners: dict[Card, Player] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()
    """What has happened in this turn."""
    before: tuple[Fact, ...] = ()
    """What happened in the turns before."""
    lasting: tuple[Standing, ...] = ()
    pending: tuple[Pending, ...] = ()
    used: tuple[tuple[Any, ...], ...] = ()
    """Which abilities were used, and which texts came, this turn."""
    given: dict[tuple[Any, ...], int] = field(default_factory=dict)
    """How much Power that follows the game each text has given this turn."""
    so: dict[tuple[Any, ...], bool] = field(default_factory=dict)
    """Whether what texts wait for to become so was so when it was looked at last."""
    arrived: tuple[Card, ...] = ()
    """Super-Villains that have come into the Line-Up and have not appeared yet."""
    kept_for: dict[Card, Player] = field(default_factory=dict)
    """Cards that one player only may buy and gain: those that began beside a Super Hero."""
    count: int = 0
    result: Ending | None = None

    def copy(self) -> Position:
        """The same position; nothing that is done to one changes the other."""
        return replace(
            self,
            zones=dict(self.zones),
            power=dict(self.power),
            vp=dict(self.vp),
            owners=dict(self.owners),
            given=dict(self.given),
            so=dict(self.so),
        )

    def cards(self, zone: Zone) -> tuple[Card, ...]:
        """The cards in a zone, the top one first."""
        return self.zones.get(zone, ())

    def where(self, card: Card) -> Zone:
        """Where a card lies."""
        return next(zone for zone, cards in self.zones.items() if card in cards)

    def owner(self, card: Card) -> Player | None:
        """To whom a card belongs: in whose zone it lies, but in play it may be another's."""
        return self.owners.get(card) or player_of(self.where(card))

    def next_number(self) -> int:
        """A number that nothing else has."""
        self.count += 1
        return self.count

    def from_on(self, player: Player) -> tuple[Player, ...]:
        """The players still in the game in turn order, beginning with one."""
        at = self.order.index(player)
        return tuple(p for p in self.order[at:] + self.order[:at] if p not in self.out)
