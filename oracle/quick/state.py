"""What a game is made of: a state, plain data at every decision; a text that is carried out; what
can stand; the cards and the rules.

A state is changed in place. In the middle of a text it is what the text has made of `rest`, the
position at which it began, with the `answers` since: with the next answer it is run again from
there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import chain
from operator import itemgetter
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from rules_check.grammar.core import forms as c
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.switches import AS_USUAL, Switches
from rules_check.oracle.values.zones import (
    BESIDE,
    BOSS_ZONES,
    DECK,
    DESTROYED,
    HAND,
    LINE_UP,
    MAIN_DECK,
    PER_PLAYER,
    PLAY,
    PLAYER_ZONES,
    REMOVED,
    SHARED,
    SHARED_ZONES,
    TABLE,
)
from rules_check.oracle.values.zones import CHARACTERS as CHARACTERS_ZONE

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
    """An Attack: at whom it is aimed, who avoided it, which Defenses were used; `asked`: for which
    target somebody may use one now."""

    __slots__ = ("asked", "at_that_foe", "attacker", "avoided", "card", "struck", "targets", "used")

    def __init__(self, attacker: int | None, card: int | None, targets: list[int]) -> None:
        self.attacker = attacker
        self.card = card
        self.targets = targets
        self.avoided: list[int] = []
        self.struck = False
        self.at_that_foe = False
        self.asked: int | None = None
        self.used: list[tuple[int, int]] = []

    @property
    def hit(self) -> list[int]:
        """Those against whom it works."""
        return [player for player in self.targets if player not in self.avoided]


Round: TypeAlias = tuple[int, int, Any]
"""A round that is carried out: of which repetition, which time, for whom."""


class Frame:
    """A text that is carried out: its names, and what it has done so far."""

    __slots__ = (
        "acts",
        "asks",
        "attack",
        "attacked",
        "behind",
        "chosen",
        "deeds",
        "key",
        "loops",
        "names",
        "player",
        "results",
        "rounds",
        "shown",
        "spent",
        "taken",
        "that",
        "this",
        "turn",
        "you",
    )

    def __init__(self, you: int | None, this: int | None) -> None:
        self.you = you
        self.this = this
        self.names: dict[str, Any] = {}
        self.acts: list[Fact] = []
        self.behind: dict[str, tuple[tuple[tuple[Round, ...], Any], ...]] | None = None
        self.rounds: tuple[Round, ...] = ()
        self.loops = 0
        self.results: tuple[Outcome, ...] = ()
        self.shown: list[tuple[int, tuple[int, ...]]] | None = None
        self.chosen: frozenset[str] = frozenset()
        self.player: int | None = None
        self.that: int | None = None
        self.attacked: int | None = None
        self.attack: Aimed | None = None
        self.turn = -1
        self.key: Callable[[State, Frame], Any] | None = None
        self.spent: tuple[str, ...] = ()
        self.asks: tuple[c.Form, tuple[Any, ...]] | None = None
        """The statement that asks somebody something now, and what has been chosen already."""
        self.taken: dict[c.Statement, list[int]] | None = None
        """What those statements have taken so far that leave it out."""
        self.deeds: tuple[Fact, ...] = ()
        """What it has done to cards, for the trace only."""

    def copy(self) -> Frame:
        """The same text, for later: what is done now does not change it."""
        new = Frame(self.you, self.this)
        new.names = {**self.names}
        new.acts = [*self.acts]
        if self.behind is not None:
            new.behind = {**self.behind}
        new.rounds = self.rounds
        new.loops = self.loops
        new.chosen = self.chosen
        new.player = self.player
        new.that = self.that
        new.attacked = self.attacked
        new.attack = self.attack
        new.turn = self.turn
        new.key = self.key
        new.spent = self.spent
        new.asks = self.asks
        new.deeds = self.deeds
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


class CardAvoided(Exception):
    """All that a card says is avoided with its Attack, where it is read so."""


class Proposed:
    """A move that a text steps in for: it happens only if the text says so."""

    __slots__ = ("fact", "happened", "top", "topic")

    def __init__(self, fact: Fact, top: bool, topic: str) -> None:
        self.fact = fact
        self.top = top
        self.topic = topic
        self.happened = False


Position: TypeAlias = tuple[Any, ...]
"""All that a state is at a moment, in the order of `State.position`; it is never changed."""


class State:
    """Everything that is on the table, and what has happened.

    Copies share what is never changed but replaced: tuples, and `owners`, `given`, `so`. What was
    last worked out to be for sale is kept in `sale`, with the zones of which it is in `shop`.

    `trace` is a list for what happens, if anybody wants to read it; `mark` is its length at the
    last rest, and `told` how much has been told since then (-1: nobody listened). None of them
    belongs to the position, and a copy has no trace.
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
        "mark",
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
        "sale",
        "shop",
        "so",
        "step",
        "told",
        "trace",
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
        self.shop: tuple[tuple[int, ...], ...] = ()
        self.sale: tuple[tuple[Any, Option], ...] | None = None
        self.trace: list[Event] | None = None
        self.mark = 0
        self.told = -1
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
        return self.keep()()

    def keep(self) -> Callable[[], State]:
        """This position for somebody who may want a copy of it when it has become another."""
        going_on = (self.rest, self.answers, self.at, self.frames, self.attacks)
        sale = self.shop, self.sale, self.told
        return partial(restored, self.g, self.position(), going_on, sale)

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

    def total_cost(self, zones: Any) -> Any:  # noqa: ARG002
        """What the cards of zones cost together, if that is known without a look at them: never (in
        a proof it is an unknown number)."""
        return None

    def printed_there(self, row: str) -> Iterable[Any]:
        """What is printed on the cards of the game, card by card."""
        return map(self.g.printed[row].__getitem__, chain.from_iterable(self.zones))

    # ------------------------------------------------------------------- who comes in turn

    def rounds_of(self, form: c.ForEach, f: Frame, players: list[int]) -> list[int]:  # noqa: ARG002
        """The players for whom a text does something in turn: all of them (a proof may look at one
        after the other)."""
        return players

    def attacked_by(self, aimed: Aimed, players: list[int]) -> Iterable[int]:  # noqa: ARG002
        """Those who may avoid an Attack, in turn: all of them (as above)."""
        return players

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
        try:
            found = self.g.rounds[self.order][player]
        except KeyError:
            self.g.rounds[self.order] = beginning_with_each(self.order)
            return self.from_on(player)
        return self.still_in(found) if self.out else found

    def still_in(self, players: tuple[int, ...]) -> tuple[int, ...]:
        """Those of some players who are still in the game."""
        return tuple(p for p in players if p not in self.out)


def restored(
    g: Game, position: Position, going_on: tuple[Any, ...], sale: tuple[Any, ...]
) -> State:
    """A state in a position that was kept, with the text that was being carried out."""
    new = State.__new__(State)
    new.g = g
    new.trace = None
    new.mark = 0
    new.set_to(position)
    new.clear()
    new.rest, new.answers, new.at, new.frames, new.attacks = going_on
    new.shop, new.sale, new.told = sale
    return new


# ------------------------------------------------------------------------- what can stand


def beginning_with_each(order: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Players in turn order, beginning with each of them."""
    return {player: (*order[at:], *order[:at]) for at, player in enumerate(order)}


Within: TypeAlias = Callable[[State, Frame, int], bool]
"""Whether it is the time of something, for what began in a turn."""


@dataclass(slots=True, eq=False)
class Pattern:
    """Which facts an event means: its verbs with those that the book counts as them."""

    verbs: frozenset[str]
    receives: bool
    name: str
    whole: bool
    where: Run | None
    test: Callable[[State, Frame, Any], Any] | None
    """What it says besides, as a function of the fact."""
    you_do_it: bool
    """Whether it means nothing but what you do."""
    of_this: bool
    """Whether it means nothing but what is done to its own card."""
    kinds: tuple[tuple[str, str], ...] = ()
    """Of which types, titles or keywords the card has to be, by the names of the attributes."""

    def may_be_of(self, g: Game, watch: Watch, card: int) -> bool:
        """Whether it may mean what is done to a card, by what is printed on that, as far as nothing
        that stands changes it."""
        for row, kind in self.kinds:
            found = g.labels if row == "keywords" else g.printed[row]
            if row not in watch.changes and watch.stages is None and kind not in found[card]:
                return False
        return True

    def told(self, fact: Fact) -> Fact | None:
        """A fact as the text speaks of it; None if it does not. What one player passes another
        receives (RSB-GN01)."""
        if fact.verb in self.verbs:
            return fact
        if self.receives and fact.verb == "pass":
            return fact._replace(verb="receive", by=fact.whom)
        return None

    def fits(self, s: State, f: Frame, fact: Fact) -> bool:
        """Whether it is one of them."""
        told: Fact | None = fact
        verb, by, card = fact[:3]
        if verb not in self.verbs:
            told = self.told(fact) if self.receives else None
            if told is None:
                return False
        if self.you_do_it and (f.you is None or by != f.you):
            return False
        if self.of_this and (f.this is None or card != f.this):
            return False
        if self.test is None:
            return True
        before, s.moment = s.moment, fact
        held = self.test(s, f, told)
        s.moment = before
        return bool(held)


def bound(s: State, f: Frame, name: str, value: Any, run: Run) -> Any:
    """What a value is where a name is known."""
    names = f.names
    if name not in names:
        names[name] = value
        found = run(s, f)
        del names[name]
        return found
    before = names[name]
    names[name] = value
    found = run(s, f)
    names[name] = before
    return found


@dataclass(slots=True, eq=False)
class Becomes:
    """The moment at which a condition turns true."""

    test: Run
    you_do_it: bool = False

    def may_be_of(self, _g: Game, _watch: Watch, _card: int) -> bool:
        """Whether it may come by what is done to a card: to any."""
        return True

    def fits(self, s: State, f: Frame, _fact: Fact) -> bool:
        """Whether it is true after a fact, whatever that is."""
        return bool(self.test(s, f))


@dataclass(slots=True, eq=False)
class On:
    """After an event, or in its place."""

    form: c.On
    event: Pattern | Becomes
    verbs: frozenset[str]
    """The verbs of the facts that may set it off; none: any fact may."""
    body: Run
    within: Within | None
    over: Pattern | Becomes | None
    is_over: Within
    nth: Run | None
    of_turns: bool
    """Whether it waits for a turn to begin or end."""
    says_you: bool
    """Whether its event is one that you do."""
    only_moves_on: bool
    goes_back: bool
    goes: tuple[Run, ...]
    """The cards that it puts back."""
    avoids: bool
    banner: str | None
    """Of a banner: whether any gain sets it off, or only buying; None: it is none."""
    first_only: bool
    limited: bool
    your_turns: bool
    """Whether it works in your turns, at any time."""
    in_your_turns: bool
    """Whether it works in your turns only."""

    @property
    def before(self) -> bool:
        """Whether it steps in."""
        return self.form.before


@dataclass(slots=True, eq=False)
class Change:
    """An attribute is changed."""

    form: c.Change
    row: str
    op: c.ChangeOp
    applies: Callable[[State, Active[Change], tuple[Any, ...]], bool]
    of: tuple[Run, ...]
    amount: Run
    at_least: Run | None
    source: Run | None
    within: Within | None
    over: Pattern | Becomes | None
    is_over: Within
    fixed: bool
    """Whether its amount is worked out when it begins."""
    now: bool
    """Whether those that fit when it begins are meant."""
    of_this: bool
    """Whether it is about its own card."""
    of_character: bool
    """Whether it is about your Character."""
    own_zone: int | None
    """Of which of your zones the cards are that it is about; None: it does not say so."""
    settled: bool
    """Whether what it makes stays the same until a card moves, or something else lasts."""
    kind: str
    """The kind that it adds or takes away; "" if that is not told."""


@dataclass(slots=True, eq=False)
class Forbid:
    """It cannot be done."""

    form: c.Forbid
    event: Pattern
    within: Within | None
    over: Pattern | Becomes | None
    is_over: Within


@dataclass(slots=True, eq=False)
class Use:
    """What players may do at their time (`Option` of the core)."""

    form: c.Option
    body: Run
    price: Run | None
    needs: Run
    """Whether its price can be paid, or it can be done."""
    where: Run | None
    limit: Run | None
    key: Run | None
    within: Within | None
    over: Pattern | Becomes | None
    is_over: Within
    held: bool
    """Whether it is a Defense, a Block or an Assist, used from the hand."""
    pays: bool
    """Whether it is used by paying its price."""
    in_block: bool
    for_others: bool
    for_whom: bool
    """Whether it says for whom it is used."""
    lends: Run | None
    """The cards that may be played later, if that is all that it says."""
    paid: str
    must: bool
    your_turns: bool
    """Whether it can be used in your turns, at any time."""
    endless: bool
    """Whether it can be used any number of times."""
    limit_told: Any
    """How often it can be used, if the text tells the number."""


Standing: TypeAlias = On | Change | Forbid | Use


@dataclass(slots=True, eq=False)
class Several:
    """Statements that stand for each of several, or depending on something."""

    said: Callable[[State, Frame], Iterator[tuple[Standing, Frame]]]


Stands: TypeAlias = Standing | Several


T = TypeVar("T", bound=On | Change | Forbid | Use, covariant=True)


@dataclass(slots=True, eq=False)
class Active(Generic[T]):
    """A statement that stands: by which text of which card, for whom, since when. `lasts`: it was
    begun by a text that was carried out; `found` and `amount` are what it fixed then. `capped`: it
    is of a Location that works once in each turn of its player, as some books say of all of them
    (RBJ and HU: `ongoing.cap`)."""

    stands: T
    frame: Frame
    key: tuple[Any, ...]
    turn: int
    since: int = 0
    lasts: bool = False
    capped: bool = False
    found: tuple[Any, ...] | None = None
    amount: Any = None


AnyActive: TypeAlias = Active[On | Change | Forbid | Use]


class Watch:
    """What stands, by what is asked: of one card, or of the whole table.

    `waiting` is what may be set off by a fact with a verb, `becoming` by any fact, `forbidding`
    what may forbid to do something, by its verb. `heeds_all`: any fact may set something off or end
    it; `heeding` keeps what may be set off by who does something to which kind of card in whose
    turn (`waiting_for`),
    `concerned` which changes may be about what (`concerning`). `ends` is what lasts until something
    happens, `power` Power that follows the game; `lending` lets one play cards; `listed` are the
    abilities with the actions by which they are used; `musts`: something has to be used before a
    turn ends.
    `stamp` tells for which position it was made, if it does not stay until something moves, and
    `stages` what stood as far as it was known, for each attribute that decides what stands;
    `rests_on` are the cards besides those of the printed texts on whose moves it depends then,
    None: on any move.
    """

    __slots__ = (
        "becoming",
        "befores",
        "changes",
        "concerned",
        "ends",
        "forbidding",
        "heeding",
        "heeds_all",
        "lending",
        "listed",
        "musts",
        "ons",
        "power",
        "rests_on",
        "stages",
        "stamp",
        "uses",
        "waiting",
    )

    def __init__(self) -> None:
        self.changes: dict[str, list[Active[Change]]] = {}
        self.forbidding: dict[str, list[Active[Forbid]]] = {}
        self.waiting: dict[str, list[Active[On]]] = {}
        self.becoming: list[Active[On]] = []
        self.ons: list[Active[On]] = []
        self.befores: list[Active[On]] = []
        self.uses: list[Active[Use]] = []
        self.lending: list[Active[Use]] = []
        self.listed: list[tuple[Option, Active[Use]]] | None = None
        self.ends: list[AnyActive] = []
        self.power: list[Active[Change]] = []
        self.musts = False
        self.heeds_all = False
        self.heeding: dict[tuple[str, int | None, int, str], tuple[Active[On], ...]] = {}
        self.concerned: dict[tuple[str, Any], tuple[Active[Change], ...]] = {}
        self.stamp: tuple[Any, ...] | None = None
        self.stages: dict[str, Watch] | None = None
        self.rests_on: frozenset[int] | None = None


# ------------------------------------------------------------------------- cards and rules

Rules = Mapping[str, Any]
"""The rules of a game as the message `ruleset` tells them (docs/conformance.md)."""


class NoCore(Exception):
    """The text of a card has no core, so nobody can say what the card does."""


@dataclass(slots=True, eq=False)
class Text:
    """A text of a card: where it works, what cards are called by because of it, what it says."""

    form: c.Text
    home: str
    labels: tuple[str, ...]
    body: Run | None = None
    """What is carried out, of a text that is carried out when the card is played."""
    stands: Sequence[Stands] = ()
    """What stands while it works."""
    worth: Run | None = None
    """What it makes of the points of its card, of a text that counts at the end."""
    sets_points: bool = False
    """Whether it says what its card is worth, if anything."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self.form == other.form

    def __hash__(self) -> int:
        return hash(self.form)


@dataclass(slots=True, eq=False)
class Kind:
    """A kind of card: its printed values, and its texts, or why it has none."""

    key: str
    name: str
    book: str
    type: str | None
    titles: tuple[str, ...]
    cost: Any
    vp: Any
    level: int
    pile: str | None
    texts: tuple[Text, ...] = ()
    why_none: str = ""
    is_character: bool = False
    types: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    gives: int = 0
    """The fixed Power of a card that does nothing but give it."""
    made: list[Standing] = field(default_factory=list)
    """Everything that stands or may come to stand by its texts, in a fixed order."""
    just_gives: bool = False
    """Whether that is all that is carried out, and nothing of it is less than nothing."""
    played: tuple[Text, ...] = ()
    """What is carried out when it is played."""
    takes_back: bool = False
    """Whether it may take back the Power that a card has given."""
    at_home: dict[str, tuple[tuple[int, Text], ...]] = field(default_factory=dict)
    """Its texts with something that stands, by where they work."""
    listens: frozenset[str] = frozenset()
    """Where something of it stands that is not only asked for at its time."""
    shifts: bool = False
    """Whether something of it that stands decides which texts stand."""
    ongoing: bool = False
    about_itself: tuple[tuple[int, Text], ...] = ()
    """What waits for something that happens to this card, wherever it is."""
    own_price: bool = False
    """Whether it says something itself about its price."""
    own_ban: bool = False
    """Whether it says of itself that it cannot be bought or gained."""
    changes: frozenset[str] = frozenset()
    """Which attributes its texts change at any time."""
    speaks_of: frozenset[str] = frozenset()
    """The verbs of all events of which its texts speak."""
    recalls_turns: bool = False
    """Whether they speak of what happened in an earlier turn."""
    recalls: frozenset[str] = frozenset()
    """Those of events of which they speak long after they have happened."""


HELD_AND_KEPT: Final = ("Assist", "Block", "Defense", "Ongoing")
"""The keywords that the rules speak of."""

OF_CARDS: Final = (
    "destroy.returns_to_stack",
    "ongoing.cap",
    "gain.includes_buy",
    "gain.includes_defeat",
    "opponent.kind",
)
"""What a book says about its own cards; it goes with them into a mixed game."""


@lru_cache(maxsize=64)
def options_of(word: str, cards: int) -> list[Option]:
    """An option for each card of a game with so many, which games share: nobody changes it."""
    return [(word, card) for card in range(cards)]


class Game:
    """The rules and cards of a game; it never changes. Cards, zones and players are numbers."""

    def __init__(
        self,
        ruleset: str,
        rules: Rules,
        seats: Sequence[str],
        cards: Mapping[str, Kind],
        books: Mapping[str, Mapping[str, Any]],
        zones: Mapping[str, Sequence[str]],
        reads: Switches = AS_USUAL,
        reads_of: Mapping[str, Switches] | None = None,
    ) -> None:
        """`cards` are the kinds by the ids of all cards; `zones` where they lie at first. `reads`
        is how the book of the game is read, `reads_of` each of the others."""
        self.reads = reads
        self.reads_of = reads_of or {}
        self.ruleset = ruleset
        self.rules = rules
        self.seats = tuple(seats)
        self.players = len(self.seats)
        self.books = books
        self.everybody = tuple(range(self.players))
        self.ids = list(cards)
        self.parameters: Mapping[str, Any] = rules["parameters"]
        self.variant: Mapping[str, Any] = rules["variant"] or {}
        self.kinds = [self._as_read(kind) for kind in cards.values()]
        self.card_of = {name: number for number, name in enumerate(self.ids)}
        self.goes_on_after = reads.after_confrontation == "plays" or reads.leftover_power == "buys"
        """Whether a turn with a Confrontation goes on when that is over."""
        self.steps: tuple[str, ...] = tuple(self._steps())
        self.play_step = self.steps.index("play_and_buy")
        self.draw_step = self.steps.index("draw")
        self.step_functions: tuple[Callable[[State], bool | None], ...] = ()
        self.stretches: dict[int, tuple[tuple[Callable[[State], Any], int], ...]] = {}
        self.offers: dict[
            int, tuple[Callable[[State], bool | None], Callable[[State], Choice | None]]
        ] = {}
        """Of the steps at which something is offered: what carries them out, and what is."""
        self.answered: Callable[[State, list[int]], None] | None = None
        """What is done when an Attack is aimed at players, if this game reads the rules so."""
        self.between: Callable[[State], None] | None = None
        """What may be done between the parts of a text, if this game reads the rules so."""
        self.followed: dict[str, Callable[[State, Frame, Fact], None]] = {}
        """What follows, as the game is read, when a text has done that to a card."""
        self.actives: dict[tuple[int, int | None, str], Watch] = {}
        """What the texts of a card say that always stand, for whom and where."""
        self.tables: dict[tuple[tuple[int, ...], ...], Watch | None] = {}
        """What always stands by the cards on the table, by those of them by which something can."""
        self.rounds: dict[tuple[int, ...], dict[int, tuple[int, ...]]] = {}
        """The players in turn order, by who begins."""
        self.teams = tuple(map(self._team, self.everybody))
        self._lay_zones(zones)
        self.kept_for = {
            self.card_of[card]: player
            for player, zone in enumerate(self.beside)
            for card in zones.get(self.zone_names[zone], ())
        }
        self._sort_by_print()
        self._sort_by_texts()

    def says(self, parameter: str, default: Any = None) -> Any:
        """What the book of the game says about something."""
        return self.parameters.get(parameter, default)

    def book(self, card: int | None, parameter: str, default: Any = None) -> Any:
        """What the book of a card says about its text; else the book of the game."""
        if card is not None and self.books:
            own = self.books.get(self.kinds[card].book, {})
            if parameter in own:
                return own[parameter]
        return self.parameters.get(parameter, default)

    def read(self, card: int) -> Switches:
        """How the book of a card is read."""
        return self.reads_of.get(self.kinds[card].book, self.reads)

    def _as_read(self, kind: Kind) -> Kind:
        """A kind of card; `parked_power`: what it gives from the Character card it gives from
        anywhere, and it does nothing else."""
        given = self.variant.get("parked_power", {}).get(kind.name)
        if given is None or self.reads.parked_power != "always":
            return kind

        def body(s: State, f: Frame) -> int:
            assert f.you is not None
            assert f.this is not None
            s.power[f.you] += given
            if s.trace is not None:
                topic = "effect.power" if f.player == f.you else "effect.power.assist"
                s.trace.append(Event("power", f.you, (f.this,), (given,), topic))
            return UNKNOWN

        text = Text(c.Text("played", (), ()), "played", (), body)
        return replace(kind, played=(text,), just_gives=False)

    def _steps(self) -> Iterator[str]:
        """The steps of a turn as the rules are read: the printed ones, and before an announcement
        or after a comparison those of other readings (`beforehand`, `after_confrontation`,
        `leftover_power`); at the end, effects may come first (`end_effects`)."""
        ending = [*self.rules["end_of_turn"]]
        if self.reads.end_effects == "before_hand":
            ending.remove("end_effects")
            ending.insert(ending.index("clear_hand"), "end_effects")
        for name in (*self.rules["turn"], *ending):
            if name == "announce" and self.reads.beforehand != "nothing":
                yield "beforehand"
            yield name
            if name == "compare" and self.goes_on_after:
                yield "after_confrontation"

    def _team(self, player: int) -> tuple[int, ...]:
        """A player and the partners: with teams, whoever sits across."""
        if not self.rules["teams"]:
            return (player,)
        return tuple(p for p in self.everybody if p % 2 == player % 2)

    def _lay_zones(self, zones: Mapping[str, Sequence[str]]) -> None:
        """Number the zones: those of players, the shared ones, the stacks, and what a game has
        besides."""
        shared = self.players * PER_PLAYER
        self.line_up, self.main_deck = shared + LINE_UP, shared + MAIN_DECK
        self.destroyed, self.removed = shared + DESTROYED, shared + REMOVED
        self.on_table = shared + TABLE
        names = [f"P{p + 1} {name}" for p in self.everybody for name in PLAYER_ZONES]
        names += SHARED_ZONES
        owners: list[int | None] = [p for p in self.everybody for _ in PLAYER_ZONES]
        owners += [None] * SHARED
        stacked = {kind.name: None for kind in self.kinds if kind.pile == "stack"}
        told = [name.removeprefix("stack:") for name in zones if name.startswith("stack:")]
        self.stacks: dict[str, int] = {}
        for name in dict.fromkeys([*told, *stacked]):
            self.stacks[name] = len(names)
            names.append(f"stack:{name}")
            owners.append(None)
        self.stack_zones = tuple(self.stacks.values())
        self.is_stack = frozenset(self.stack_zones)
        self.beside: tuple[int, ...] = ()
        if any(name.endswith(f" {BESIDE}") for name in zones) or self.variant.get("beside"):
            self.beside = tuple(range(len(names), len(names) + self.players))
            names += [f"P{p + 1} {BESIDE}" for p in self.everybody]
            owners += self.everybody
        self.boss, self.unused = -1, -1
        villains = any(kind.pile == "super-villain" for kind in self.kinds)
        if villains or any(name in zones for name in BOSS_ZONES):
            self.boss, self.unused = len(names), len(names) + 1
            names += BOSS_ZONES
            owners += [None, None]
        names.append("nowhere")  # the last one, where no card ever lies
        owners.append(None)
        self.zone_names = tuple(names)
        self.zone_of = {name: number for number, name in enumerate(names)}
        self.zone_count = len(names)
        self.zone_player = tuple(owners)
        piles = {self.main_deck, self.boss, *self.stack_zones}
        for p in self.everybody:
            piles |= {p * PER_PLAYER + DECK, p * PER_PLAYER + CHARACTERS_ZONE}
        self.is_pile = frozenset(piles - {-1})
        bases = [p * PER_PLAYER for p in self.everybody]
        self.own_zones = tuple(Zones((zone,)) for zone in range(shared))
        self.in_play = frozenset(base + PLAY for base in bases)
        self.in_hand = frozenset(base + HAND for base in bases)
        care = {-1, self.destroyed, self.main_deck}
        if self.reads.played_location == "stays":
            care.add(self.line_up)
        self.entered_with_care = frozenset(care)
        """Where not every card goes that is sent there; -1 is a stack that is not there."""
        self.tops = frozenset({self.boss, *(base + CHARACTERS_ZONE for base in bases)})
        """Where only the top card works: another comes to light when it leaves."""

    def with_kind(self, old: Kind, new: Kind) -> Game:
        """The same game in which the copies of a card have other texts; what is printed on them
        besides is the same."""
        made = copy(self)
        new = self._as_read(new)
        made.kinds = [new if kind is old else kind for kind in self.kinds]
        made.step_functions, made.stretches, made.offers = (), {}, {}
        made.answered = made.between = None
        made.actives, made.tables = {}, {}
        made._sort_by_texts()
        return made

    def _sort_by_print(self) -> None:
        """What is asked often of the rules and of what is printed on the cards, worked out once."""
        self.keys = [kind.key for kind in self.kinds]
        self.is_character = [kind.is_character for kind in self.kinds]
        self.printed: dict[str, list[Any]] = {
            "cost": [kind.cost for kind in self.kinds],
            "vp": [kind.vp for kind in self.kinds],
            "level": [kind.level for kind in self.kinds],
            "types": [kind.types for kind in self.kinds],
            "titles": [list(kind.titles) for kind in self.kinds],
            "name": [kind.name for kind in self.kinds],
            "namewords": [[kind.name] for kind in self.kinds],
            "words": [f" {kind.name.casefold()} " for kind in self.kinds],
        }
        """What is printed on the cards."""
        self.play_options = options_of("play", len(self.kinds))
        self.buy_options = options_of("buy", len(self.kinds))
        self.card_options = options_of("card", len(self.kinds))
        stacks = self.rules["stacks"]
        kept = {name for name, role in stacks.items() if role == "weakness"}
        if self.reads.weakness_sale == "always":
            kept = set()
        self.sold = [kind.name not in kept for kind in self.kinds]
        self.for_sale = tuple(z for name, z in self.stacks.items() if name not in kept)
        shop = (self.line_up, *self.for_sale)
        self.shop_of: Callable[[list[tuple[int, ...]]], tuple[tuple[int, ...], ...]] = itemgetter(
            *shop, self.line_up
        )
        """The zones in which cards are for sale, all at once; the Line-Up also last, so that there
        are several of them in any game."""
        self.hidden = self.says("opponent.kind") == "main_deck"
        self.lies_hidden = [self.hidden and "Super-Villain" in k.titles for k in self.kinds]
        reads = self.reads
        self.parking: bool = self.variant.get("parking", False) and reads.parking_in == "variant"
        self.ends_freely = not (
            self.parking or reads.whole_hand == "yes" or reads.kept_power == "bound"
        )
        """Whether nothing in the rules ever keeps a player from ending a turn."""
        self.counts_from_you = reads.assist_order == "active"
        """Whether the players an Assist card affects are counted from the active player."""
        self.counts_seats = reads.affected == "seats"
        """Whether the foes that a text affects are counted as they sit."""
        clockwise = reads.neighbours == "seats" or reads.turn_order == "clockwise"
        self.sits_otherwise = self.counts_seats or clockwise
        """Whether who sits beside whom is not as printed: of two teams partners do."""
        self.hunting: bool = self.variant.get("hunting", False)
        self.one_defense = self.says("defense.per_attack") != "one_per_protected_player"
        self.no_cost_below_zero = reads.least_cost == "zero"
        """Whether nothing but what raises the cost of a Character counts once that is 0."""
        self.defends_once = reads.reveal_defense_turn == "once_a_turn"
        """Whether a Defense is used once in a turn."""
        self.shared_defense = self.says("defense.beneficiary") == "own_or_partner"
        self.shared_block = self.says("block.beneficiary") == "own_or_partner"
        self.mates = tuple(
            tuple(p for p in self.teams[player] if p != player) for player in self.everybody
        )
        few = self.players == self.variant.get("kept_out_players")
        self.kept_out: tuple[str, ...] = tuple(self.variant.get("kept_out", ())) if few else ()
        self.words_in_names: tuple[str, ...] = tuple(self.rules["words_in_names"])
        self.hand_size: int = self.says("hand_size")
        self.line_up_size: int = self.says("lineup.size")
        self.end_conditions: tuple[str, ...] = tuple(self.says("end.conditions"))
        self.most_defeats: int = self.says("confront.max_defeats_per_turn")
        self.hand_verb = "discard" if self.says("end_of_turn.hand_is_discard_event") else "put"
        self.no_buying: bool = self.says("confront.forbids_buy", True)
        self.target_rule: str = self.says("confront.target_rule", "sole")
        self.other_raisers: bool = self.says("block.other_raisers", True)
        self.announces = "announce" in self.steps
        self.sells_removed = self.reads.removed_card == "for_sale"
        self.names = frozenset(kind.name for kind in self.kinds)
        self.explains = True
        """Whether events may tell numbers that nothing else asks for (a proof does without)."""
        self.sifts = True
        """Whether those who wait for something may be told apart by what is printed on a card
        before they are asked (in a proof each is asked at its time)."""

    def _sort_by_texts(self) -> None:
        """What is asked often of the texts of the cards, worked out once."""
        kinds = list({id(kind): kind for kind in self.kinds}.values())
        bans = any(kind.own_ban for kind in kinds)
        kept = self.reads.gains_confronting == "forbidden" or bool(self.kept_for)
        self.keeps_cards = kept or bans
        """Whether the rules, or a card itself, keep somebody from gaining or buying it."""
        self.plain_shop = not (self.beside or self.sells_removed)
        """Whether nothing is for sale but what lies in the Line-Up and on the stacks, and all of
        that."""
        cards_of: dict[int, list[int]] = {id(kind): [] for kind in kinds}
        for card, kind in enumerate(self.kinds):
            cards_of[id(kind)].append(card)

        def those(test: Callable[[Kind], Any]) -> frozenset[int]:
            """The cards of the kinds for which something is so."""
            found = (cards_of[id(kind)] for kind in kinds if test(kind))
            return frozenset(chain.from_iterable(found))

        self.printed = {**self.printed, "gives": [kind.gives for kind in self.kinds]}
        self.plain_price = [
            None if kind.own_price or kind.own_ban else kind.cost for kind in self.kinds
        ]
        heard = {id(kind): self._heard(kind) for kind in kinds}
        self.heard = [heard[id(kind)] for kind in self.kinds]
        self.stands_in_play = ["play" in kind.at_home for kind in self.kinds]
        self.stands_in_hand = ["hand" in kind.listens for kind in self.kinds]
        self.standing_in_play = those(lambda kind: "play" in kind.at_home)
        self.standing_in_hand = those(lambda kind: "hand" in kind.listens)
        self.speaking = those(lambda kind: kind.about_itself)
        """The cards that say something about themselves."""
        self.setting_up = those(lambda kind: any(text.home == "setup" for text in kind.texts))
        """The cards that say something about the set-up."""
        self.listening = those(lambda kind: kind.listens & {"play", "hand"})
        """The cards by which something else stands when they come or go."""
        self.stirring = {
            verb: those(partial(self._stirs, verb)) for verb in ("put", "discard", "draw")
        }
        """The cards that cannot move with others at the end of a turn, by what is done to them."""
        self.capped = [
            kind.ongoing
            and kind.type == "Location"
            and self.book(card, "ongoing.cap") == "once_per_own_turn"
            for card, kind in enumerate(self.kinds)
        ]
        self.can_assist: bool = self.rules["teams"] and any(
            "Assist" in kind.labels or kind.changes & {"keywords", "text"} for kind in self.kinds
        )
        self.offers_more = self.boss >= 0 or self.hunting or self.can_assist or self.parking
        self.changeable = frozenset[str]().union(*(kind.changes for kind in kinds))
        self.spoken_of = frozenset[str]().union(*(kind.speaks_of for kind in kinds))
        """The verbs of all events of which a text of the game speaks."""
        self.recalls_turns = any(kind.recalls_turns for kind in kinds)
        """Whether a text of the game speaks of what happened in an earlier turn."""
        self.recalled = frozenset[str]().union(*(kind.recalls for kind in kinds))
        """Those of events of which a text speaks long after they have happened."""
        self.tolls = bool(self.changeable & {"price", "toll"})
        """Whether a text can change what it takes to defeat a Super-Villain."""
        self.labels = [kind.labels for kind in self.kinds]
        called: dict[str, set[int]] = {label: set() for label in HELD_AND_KEPT}
        for card, kind in enumerate(self.kinds):
            for label in kind.labels:
                called.setdefault(label, set()).add(card)
        self.called = {label: frozenset(cards) for label, cards in called.items()}
        """The cards that are called by a keyword because of their printed texts."""
        self.guarded = "text" in self.changeable or any(
            isinstance(one, Use) and one.for_whom for kind in kinds for one in kind.made
        )
        """Whether a card may have a Defense that says for whom it is used."""
        self.shifters = any(kind.shifts for kind in kinds)
        """Whether there is a card that decides, as long as it stands, which texts stand."""
        self.shifting = bool(self.changeable & {"face", "text", "controllers"})
        self.tallies = any(kind.takes_back for kind in kinds)
        """Whether it is noted which card has given Power."""
        self.early = any(
            isinstance(one, On) and one.form.answer("order") == "before_card"
            for kind in kinds
            for one in kind.made
        )
        """Whether what a play sets off comes before the text of the card."""

    def _stirs(self, verb: str, kind: Kind) -> bool:
        """Whether something waits for it when a card comes or goes, or it decides itself which
        texts stand, or may wait for what happens to a card that moves with it."""
        if kind.about_itself or kind.shifts:
            return True
        return bool(kind.listens & {"play", "hand"}) and any(
            isinstance(one, On) and (not one.verbs or verb in one.verbs) for one in kind.made
        )

    def _heard(self, kind: Kind) -> frozenset[int]:
        """The zones in which something of a card stands, or where only the top card works: when it
        comes or goes, something else stands."""
        found: set[int] = set(self.tops)
        if "play" in kind.listens:
            found |= self.in_play
        if "hand" in kind.listens:
            found |= self.in_hand
        return frozenset(found)

    def known(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The cards of a zone by which something can stand: all of them, but in a proof only those
        that are known."""
        return cards

    def where_destroyed(self, card: int) -> int:
        """Where a destroyed card goes (`destroy.returns_to_stack`)."""
        name = self.kinds[card].name
        returns = name in self.book(card, "destroy.returns_to_stack", ())
        return self.stacks.get(name, self.destroyed) if returns else self.destroyed
