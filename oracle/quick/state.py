"""A state: plain data at every decision, and what a text that is carried out knows.

A state is changed in place. In the middle of a text it is what the text has made of `rest`, the
position at which it began, with the `answers` since: with the next answer it is run again from
there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from rules_check.oracle.quick.box import Game
    from rules_check.oracle.quick.standing import Active, AnyActive, On, Use, Watch

Option: TypeAlias = tuple[Any, ...]
"""What can be done or answered, `("play", 17)`: its word, then a card, a player, a number."""

NATURE: Final = -1
"""Who decides shuffles and random picks."""

UNKNOWN, DONE, NOT_DONE, DECLINED = 0, 1, 2, 4
"""What came of a statement: nothing in it can be done or not; it was; it was not; somebody did not
want to. Of several it is the bits of all of them, see `in_all` and `in_any`."""


def in_all(bits: int) -> int:
    """What came of several statements: done if each was that can be done or not."""
    return (NOT_DONE if bits & NOT_DONE else bits & DONE) | bits & DECLINED


def in_any(bits: int) -> int:
    """What came of several rounds: done if one was."""
    return (DONE if bits & DONE else bits & NOT_DONE) | bits & DECLINED


class Zones(tuple[int, ...]):
    """Places as a value: where cards are wanted, the cards in them."""

    __slots__ = ()


class Fact(NamedTuple):
    """Something that happened: who did what to which card, from where to where, and why."""

    verb: str
    by: int | None = None
    card: int | None = None
    from_: int | None = None
    to: int | None = None
    whom: int | None = None
    cause: str = "rules"
    source: int | None = None
    amount: Any = 1
    turn: int = 0
    number: int = 0
    act: int = 0


fact_of: Callable[[tuple[Any, ...]], Fact] = partial(tuple.__new__, Fact)
"""A Fact from all of its values in order, in half the time."""


class Act(tuple[Fact, ...]):
    """A whole act: the facts of which it is made."""

    __slots__ = ()


class Outcome:
    """What came of statements that have a name: the facts, and what came of each player's round."""

    __slots__ = ("bits", "facts", "rounds")

    def __init__(self) -> None:
        self.bits = UNKNOWN
        self.facts: list[Fact] = []
        self.rounds: dict[Any, int] = {}


class Aimed:
    """An Attack: at whom it is aimed, who avoided it, which Defenses were used."""

    __slots__ = ("attacker", "avoided", "card", "struck", "targets", "used")

    def __init__(self, attacker: int | None, card: int | None, targets: list[int]) -> None:
        self.attacker = attacker
        self.card = card
        self.targets = targets
        self.avoided: list[int] = []
        self.struck = False
        self.used: list[tuple[int, int]] = []

    @property
    def hit(self) -> list[int]:
        """Those against whom it works."""
        return [player for player in self.targets if player not in self.avoided]


Round: TypeAlias = tuple[int, int, Any]
"""A round that is carried out: of which repetition, which time, for whom."""


class Frame:
    """A text that is carried out: its names, and what it has done so far."""

    behind: dict[str, tuple[tuple[tuple[Round, ...], Any], ...]] | None = None
    rounds: tuple[Round, ...] = ()
    loops = 0
    results: tuple[Outcome, ...] = ()
    shown: list[tuple[int, tuple[int, ...]]] | None = None
    chosen: frozenset[str] = frozenset()
    player: int | None = None
    that: int | None = None
    attacked: int | None = None
    attack: Aimed | None = None
    turn = -1
    key: Callable[[State, Frame], Any] | None = None
    spent: tuple[str, ...] = ()

    def __init__(self, you: int | None, this: int | None) -> None:
        self.you = you
        self.this = this
        self.names: dict[str, Any] = {}
        self.acts: list[Fact] = []

    def copy(self) -> Frame:
        """The same text, for later: what is done now does not change it."""
        new = Frame.__new__(Frame)
        new.__dict__ = {**self.__dict__}
        new.names = {**self.names}
        new.acts = [*self.acts]
        if self.behind is not None:
            new.behind = {**self.behind}
        new.results = ()
        new.shown = None
        return new

    def note(self, *facts: Fact) -> None:
        """This text has done something."""
        self.acts += facts
        for result in self.results:
            result.facts += facts


Run: TypeAlias = Callable[["State", Frame], Any]
"""A piece of a text as a function: a value, a condition, or statements that are carried out."""


class Pending(NamedTuple):
    """A text that was set off, and waits."""

    player: int
    card: int | None
    active: Active[On]
    frame: Frame
    fact: Fact


class Ending(NamedTuple):
    """How the game ended."""

    reason: str
    winners: tuple[int, ...]
    scores: tuple[tuple[int, Any], ...] = ()
    tie_break: str = ""


class Choice(NamedTuple):
    """Who has to decide, what about, and every possible answer. `alike` are further answers that
    are as good: copies of a card in the same zone. `actors`: those of others than `player`."""

    player: int
    kind: str
    options: tuple[Option, ...]
    alike: tuple[Option, ...] = ()
    cards: tuple[int, ...] = ()


choice_of: Callable[[tuple[Any, ...]], Choice] = partial(tuple.__new__, Choice)
"""A Choice from all of its values in order."""


class Undecided(Exception):
    """The answers are used up: somebody, or nature, has to decide."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice


class Proposed:
    """A move that a text steps in for: it happens only if the text says so."""

    __slots__ = ("fact", "happened", "top")

    def __init__(self, fact: Fact, top: bool) -> None:
        self.fact = fact
        self.top = top
        self.happened = False


Position: TypeAlias = tuple[Any, ...]
"""All that a state is at a moment, in the order of `State.position`; it is never changed."""


class State:
    """Everything that is on the table, and what has happened.

    Copies share what is never changed but replaced: tuples, and `owners`, `given`, `so`.
    """

    __slots__ = (
        "active",
        "answers",
        "arrived",
        "at",
        "attacks",
        "before",
        "changing",
        "choice",
        "confronted",
        "count",
        "defeats",
        "face_up",
        "facts",
        "frames",
        "g",
        "given",
        "lasting",
        "moment",
        "offers",
        "order",
        "out",
        "owners",
        "passing",
        "pending",
        "phase",
        "power",
        "proposed",
        "replacing",
        "rest",
        "result",
        "so",
        "step",
        "turn",
        "unnoted",
        "used",
        "vp",
        "watch",
        "watches",
        "where",
        "zones",
    )

    def __init__(self, g: Game) -> None:
        players = g.players
        self.g = g
        self.zones: list[tuple[int, ...]] = [()] * g.zone_count
        self.where: list[int] = [-1] * len(g.kinds)
        self.power: list[Any] = [0] * players
        self.vp: list[Any] = [0] * players
        self.order = tuple(range(players))
        self.out: tuple[int, ...] = ()
        self.turn = 0
        self.active = 0
        self.phase = "setup"
        self.step = -1
        self.confronted: int | None = None
        self.face_up: int | None = None
        self.defeats = 0
        self.owners: dict[int, int] = {}
        self.facts: list[Fact] = []
        self.before: tuple[tuple[Fact, ...], ...] = ()
        self.lasting: tuple[AnyActive, ...] = ()
        self.pending: tuple[Pending, ...] = ()
        self.used: tuple[tuple[Any, ...], ...] = ()
        self.given: dict[tuple[Any, ...], Any] = {}
        self.so: dict[tuple[Any, ...], bool] = {}
        self.arrived: tuple[int, ...] = ()
        self.count = 0
        self.unnoted = 0
        self.result: Ending | None = None
        self.choice: Choice | None = None
        self.offers: dict[Option, Active[Use]] = {}
        self.rest: Position | None = None
        self.answers: tuple[Option, ...] = ()
        self.watch: Watch | None = None
        self.watches: dict[int, Watch] = {}
        self.passing: Watch | None = None
        self.clear()

    def clear(self) -> None:
        """No text is being carried out."""
        self.at = 0
        self.frames: tuple[Frame, ...] = ()
        self.attacks: tuple[Aimed, ...] = ()
        self.changing: tuple[int, ...] = ()
        self.moment: Fact | None = None
        self.replacing: tuple[tuple[Any, ...], ...] = ()
        self.proposed: tuple[Proposed, ...] = ()

    def position(self) -> Position:
        """Everything but the text that is being carried out, to come back to it with `set_to`."""
        return (
            self.zones[:],
            self.where[:],
            self.power[:],
            self.vp[:],
            self.facts[:],
            self.order,
            self.out,
            self.turn,
            self.active,
            self.phase,
            self.step,
            self.confronted,
            self.face_up,
            self.defeats,
            self.owners,
            self.before,
            self.lasting,
            self.pending,
            self.used,
            self.given,
            self.so,
            self.arrived,
            self.count,
            self.unnoted,
            self.result,
            self.choice,
            self.offers,
            self.watch,
            self.watches,
            self.passing,
        )

    def set_to(self, position: Position) -> None:
        """Come back to a position."""
        (
            zones,
            where,
            power,
            vp,
            facts,
            self.order,
            self.out,
            self.turn,
            self.active,
            self.phase,
            self.step,
            self.confronted,
            self.face_up,
            self.defeats,
            self.owners,
            self.before,
            self.lasting,
            self.pending,
            self.used,
            self.given,
            self.so,
            self.arrived,
            self.count,
            self.unnoted,
            self.result,
            self.choice,
            self.offers,
            self.watch,
            self.watches,
            self.passing,
        ) = position
        self.zones = zones[:]
        self.where = where[:]
        self.power = power[:]
        self.vp = vp[:]
        self.facts = facts[:]

    def copy(self) -> State:
        """A state of its own in the same position."""
        new = State.__new__(State)
        new.g = self.g
        new.set_to(self.position())
        new.clear()
        new.rest = self.rest
        new.answers = self.answers
        new.at = self.at
        new.frames = self.frames
        new.attacks = self.attacks
        return new

    # ------------------------------------------------------------------- what is asked

    def ask(
        self, player: int, kind: str, options: list[Option], alike: list[Option] | None = None
    ) -> Option:
        """What a player decides. A decision with one possible answer is not asked."""
        if len(options) == 1:
            return options[0]
        at = self.at
        if at < len(self.answers):
            self.at = at + 1
            return self.answers[at]
        raise Undecided(choice_of((player, kind, (*options,), (*(alike or ()),), ())))

    def chance(self, kind: str, cards: tuple[int, ...]) -> tuple[int, ...]:
        """What nature decides: cards in an order, or one of them."""
        at = self.at
        if at < len(self.answers):
            self.at = at + 1
            found: tuple[int, ...] = self.answers[at][1:]
            return found
        raise Undecided(Choice(NATURE, kind, (), (), cards))

    # ------------------------------------------------------------------- what is asked often

    def next_number(self) -> int:
        """A number that nothing else has."""
        self.count += 1
        return self.count

    def owner(self, card: int) -> int | None:
        """To whom a card belongs: in whose zone it lies, but in play it may be another's."""
        found = self.owners.get(card) if self.owners else None
        return self.g.zone_player[self.where[card]] if found is None else found

    def from_on(self, player: int) -> tuple[int, ...]:
        """The players still in the game in turn order, beginning with one."""
        order = self.order
        if order not in self.g.rounds:
            self.g.rounds[order] = {p: (*order[at:], *order[:at]) for at, p in enumerate(order)}
        found = self.g.rounds[order][player]
        return tuple(p for p in found if p not in self.out) if self.out else found
