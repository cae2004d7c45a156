"""A game: its cards, its ruleset, and everything that can be asked of a position.

`Game` never changes; positions are `State` values. `new` sets a game up, `answer` takes one
decision and runs on to the next. It is the face of the quick engine (`oracle.quick`), which knows
nothing of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from rules_check.grammar.ast import (
    AnyKeyword,
    CardText,
    CardType,
    Node,
    RefillTo,
    Seq,
    Title,
    Verb,
)
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import purposes, said_by
from rules_check.grammar.core.carried_out import core_to_play, words_of
from rules_check.oracle.box.card_kinds import Kind as PrintedKind
from rules_check.oracle.box.cards import Box, fill_box
from rules_check.oracle.box.playset import PlaySet
from rules_check.oracle.box.playset_file import PlaySetError
from rules_check.oracle.box.reading import AS_PRINTED, Reading, orders_of
from rules_check.oracle.box.rules_told import rules_told
from rules_check.oracle.box.settings import GameError
from rules_check.oracle.playable import refuse_unplayable
from rules_check.oracle.quick import readings, writing
from rules_check.oracle.quick import state as quick
from rules_check.oracle.quick.cards import another_core, kind_of
from rules_check.oracle.quick.playing import followed, run, take
from rules_check.oracle.quick.refusing import why_not
from rules_check.oracle.quick.scoring import worth
from rules_check.oracle.quick.setup import state_of
from rules_check.oracle.quick.standing import keywords_of, watching
from rules_check.oracle.quick.telling import is_change
from rules_check.oracle.quick.turn import alike
from rules_check.oracle.quick.values import (
    Book,
    character_of,
    cost_of,
    cost_to_defeat,
    counting_of,
    price_of,
    types_of,
)
from rules_check.oracle.refusing import NONSENSE, Refused, refused_by, well_formed
from rules_check.oracle.trace import citing
from rules_check.oracle.values.choices import NATURE, Choice, ChoiceKind
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.layout import Layout
from rules_check.oracle.values.named import Named
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import (
    AssistWith,
    ChooseCard,
    ChoosePlayer,
    Order,
    ResolveFirst,
    UseAbility,
)
from rules_check.oracle.values.state import Result, State
from rules_check.oracle.values.switches import STANDARD, Switches, switches_of
from rules_check.oracle.values.ways import Way
from rules_check.oracle.writing import labels
from rules_check.oracle.writing.chosen import printed_words
from rules_check.oracle.writing.json_ import StateError, dump_game
from rules_check.rules.model import Ruleset
from rules_check.rules.patterns import questions

__all__ = ["CoreState", "Game", "GameError", "Refused"]

JSON = Any
TURN, GAME = ("turn",), ("game",)
"""Until when something lasts."""
VERSION: Final = 6
"""The version of a state of the quick engine as JSON."""

# ------------------------------------------------------------------------------ a state


def worked_out(function: Callable[[CoreState], Any]) -> Any:
    """An attribute that is told from the engine's own state."""

    def put(self: CoreState, value: Any) -> None:
        raise AttributeError(f"it is told from the engine's own state, not {value!r:.40}")

    return property(function, put)


class Lasts(NamedTuple):
    """Something that lasts, as far as others have to know: what about, for whom, by how much, and
    until when. `text`: in a way that only the engine can tell."""

    what: str
    you: int
    player: int
    number: Any
    until: Any
    serial: int
    source: int
    node: Node = Seq(())


class Shown(NamedTuple):
    """A text that is carried out: its card, and the cards that it has shown, to whom."""

    source: int
    way: tuple[tuple[str, int, int], ...]
    shown: tuple[int, ...]


class AskedBy(Named):
    """What asks: the words of what may be done, of the options, or what will be done with a card,
    and how many cards have been chosen already."""

    tag = "asked_by"
    words: str = ""
    options: tuple[str, ...] = ()
    verb: str = ""
    chosen: int = 0


NOBODY: Final = AskedBy("", (), "", 0)


class CoreState(State):
    """A state of the quick engine. What it is made of is in `core`; everything else is told from
    there when it is asked for."""

    __slots__ = ("_choice", "_of", "core", "game")

    def __init__(self, game: Game, core: quick.State) -> None:
        self.game = game
        self.core = core
        self.spent = []
        self._of: quick.Choice | None = None
        self._choice: Choice | None = None
        self.look()

    def look(self) -> None:
        """The engine's own state has become another."""
        core = self.core
        self.zones = core.zones
        self.where = core.where
        self.power = core.power
        self.vp = core.vp
        self.order = core.order
        self.out = core.out
        self.turn = core.turn
        self.active = core.active
        self.phase = core.phase
        self.defeats = core.defeats
        self.owners = core.owners
        self.serial = core.count
        self.confronted = -1 if core.confronted is None else core.confronted
        self.face_up = -1 if core.face_up is None else core.face_up
        self.announced = core.confronted is not None

    used: Any = worked_out(lambda s: s.core.used)
    facts: Any = worked_out(lambda s: [fact_told(fact) for fact in s.core.facts])
    lasting: Any = worked_out(lambda s: [x for one in s.core.lasting for x in told(s.core, one)])
    pending: Any = worked_out(lambda s: [waiting(one) for one in s.core.pending])
    frames: Any = worked_out(lambda s: [shown(frame) for frame in s.core.frames])

    @property
    def trace(self) -> list[Event] | None:
        """What has happened, if anybody wants to read it."""
        return self.core.trace

    @trace.setter
    def trace(self, trace: list[Event] | None) -> None:
        self.core.trace = trace

    @property
    def choice(self) -> Choice | None:  # type: ignore[override]
        """Who has to decide, and what."""
        asked = self.core.choice
        if asked is not self._of:
            self._of = asked
            self._choice = None if asked is None else self.game.choice_of(self.core, asked)
        return self._choice

    @property
    def result(self) -> Result | None:  # type: ignore[override]
        """How the game ended."""
        ending = self.core.result
        if ending is None:
            return None
        scores = tuple(points for _, points in ending.scores)
        return Result(ending.reason, ending.winners, scores, ending.tie_break)

    def copy(self) -> CoreState:
        """A state of its own in the same position, without the trace."""
        new = CoreState(self.game, self.core.copy())
        new._of, new._choice = self._of, self._choice
        return new

    def keep(self) -> Callable[[], CoreState]:
        """This position for somebody who may want a copy of it later."""
        return partial(_restored, self.game, self.core.keep(), self._of, self._choice)

    def lasts(self) -> tuple[Any, ...]:
        """What lasts; the same object as before if nothing has come or gone."""
        return self.core.lasting

    def key(self) -> tuple[Any, ...]:
        """Everything that makes this position what it is; of texts, as they are written down."""
        core = self.core
        return (
            tuple(core.zones),
            tuple(core.power),
            tuple(core.vp),
            (core.order, core.out, core.turn, core.active, core.phase, core.step, core.count),
            (core.confronted, core.face_up, core.defeats, core.arrived, core.result),
            tuple(sorted(core.owners.items())),
            tuple(core.facts),
            core.choice,
            json.dumps(writing.dump(core)),
        )


def _restored(
    game: Game, core: Callable[[], quick.State], of: quick.Choice | None, choice: Choice | None
) -> CoreState:
    """A position that was kept."""
    new = CoreState(game, core())
    new._of, new._choice = of, choice
    return new


def or_nobody(number: int | None) -> int:
    """A player or a card; -1 for none."""
    return -1 if number is None else number


VERBS: Final[Mapping[str, Verb]] = {verb.value: verb for verb in Verb} | {"look": Verb.LOOK}


def fact_told(fact: quick.Fact) -> tuple[Any, ...]:
    """What happened: verb, player, card, from where, to where."""
    verb = VERBS.get(fact.verb, fact.verb)
    return verb, *map(or_nobody, (fact.by, fact.card, fact.from_, fact.to))


def waiting(one: quick.Pending) -> tuple[Any, ...]:
    """A text that waits: its player, its card, and what it does."""
    return one.player, or_nobody(one.card), one.active.stands.form, tuple(one.fact), one.frame


def shown(frame: quick.Frame) -> Shown:
    """A text that is carried out."""
    cards = tuple(card for card, _ in frame.shown or ())
    way = tuple(("look at", player, card) for card, to in frame.shown or () for player in to)
    return Shown(or_nobody(frame.this), way, cards)


def told(s: quick.State, one: quick.AnyActive) -> Iterator[Lasts]:
    """Something that lasts, for each player whom it is about."""
    you, source = or_nobody(one.frame.you), or_nobody(one.frame.this)
    until = TURN if one.stands.form.within == c.Span("turn") else GAME
    for what, player, number in what_lasts(s, one):
        node: Node = RefillTo(number) if what == "refill" else Seq(())
        yield Lasts(what, you, player, number, until, one.since, source, node)


OF_TEXTS: Final = frozenset("text keywords types titles cost price toll vp newhand".split())


def what_lasts(s: quick.State, one: quick.AnyActive) -> Iterator[tuple[str, int, Any]]:
    """What about something lasts, of whom, and by how much."""
    if not is_change(one):
        yield "waits", -1, None
        return
    change = one.stands
    amount = change.amount(s, one.frame) if one.amount is None else one.amount
    if change.row == "cost" and (players := whose_character(s, one)):
        for player in players:
            yield "cost", player, amount if change.op is c.ChangeOp.MORE else -amount
    elif change.row == "face" and one.found is not None:
        yield "flipped", -1, next(iter(one.found), -1)
    elif change.row in ("controllers", "face"):
        yield "control", -1, None
    elif change.row == "lineup_size":
        yield "refill", -1, amount
    else:
        yield ("text" if change.row in OF_TEXTS else change.row), -1, None


def whose_character(s: quick.State, one: quick.Active[quick.Change]) -> list[int]:
    """The players whose Characters a change is about."""
    found = []
    for player in s.g.everybody:
        card = character_of(s, player)
        if card is not None and one.stands.applies(s, one, (card,)):
            found.append(player)
    return found


# ------------------------------------------------------------------------------- a game


class Game(Box):
    """One game: play set, seats, ruleset, readings of the rulings."""

    def __init__(
        self,
        playset: PlaySet,
        seats: Sequence[str] | None = None,
        *,
        rulings: Mapping[str, int] | None = None,
        variant: str | None = None,
        turn_order: int = 0,
        end_order: int = 0,
        reading: Reading = AS_PRINTED,
    ) -> None:
        self.playset = playset
        self.reading = reading
        self.rulings = {**(rulings or {}), **dict(reading.rulings)}
        self.ruleset = playset.ruleset
        turn, end = orders_of(self.ruleset, reading)
        self.orders = (turn or turn_order, end or end_order)
        self.seats = tuple(seats) if seats is not None else playset.seats
        self.players = len(self.seats)
        named = playset.variant or None if variant is None else variant
        self.set_up_rules(self.rulings, named)
        problem = self.seat_problem()
        if problem is not None:
            code, message = problem
            raise GameError(message, self.cites("refused." + code))
        refuse_unplayable(playset.cards())
        missing = not_carried_out(playset, self.rulings, reading)
        if missing:
            raise GameError(f"the engine does not carry out {missing}")
        fill_box(self)
        self.sort_cards()
        ids = [self.card_id(card) for card in range(len(self.kinds))]
        self._books_read = {book.name: self._book_as_read(book) for book in playset.books}
        self._villains = frozenset(card.name for card in playset.super_villains)
        made = {kind.index: self._made(kind) for kind in self.kind_list}
        kinds = {name: made[index] for name, index in zip(ids, self.kind_index, strict=True)}
        zones = {self.zone_name(zone): list[str]() for zone in range(self.zone_count)}
        for zone, cards in self.box.items():
            zones[self.zone_name(zone)] = [ids[card] for card in cards]
        others = [book for book in playset.books if book.name != self.ruleset.name]
        books = {book.name: self._of_cards(book) for book in others}
        reads_of = {name: own.sw for name, own in self.card_rules.items()}
        rules = rules_told(self)
        self.core = quick.Game(
            self.ruleset.name, rules, self.seats, kinds, books, zones, self.sw, reads_of
        )
        self.core.followed = followed(self.core)
        names = tuple(map(self.zone_name, range(self.zone_count)))
        if self.core.zone_names[: len(names)] != names:
            raise AssertionError("the two engines number the zones in different ways")
        self._known: dict[quick.Option, Option] = {}
        self._box = zones

    def _of_cards(self, book: Ruleset) -> dict[str, Any]:
        """What another book says about its own cards, as it is read."""
        said = {**book.parameters, **dict(self.reading.parameters)}
        return {key: own for key, own in said.items() if key in quick.OF_CARDS}

    def _book_as_read(self, book: Ruleset) -> ReadBook:
        """A book as the texts of its cards are read in this game."""
        said = {**self.parameters}
        if book.name != self.ruleset.name:
            said |= self._of_cards(book)
        reads = self.card_rules[book.name].sw
        otherwise = read_otherwise(book, reads, self.reading)
        return ReadBook(Same(book), counting_of(said, reads), otherwise)

    def _book_of(self, name: str) -> ReadBook:
        """The book by which a card is read: its own, if that is in the game."""
        own = self._books_read[self.ruleset.name]
        return self._books_read.get(name, own)

    def noting(self, card: int, note: Callable[[c.Form, Way], None]) -> quick.Game:
        """The same game for the engine, in which somebody is told which way the forms of the texts
        of a card go."""
        core = c.Core(tuple(text.form for text in self.core.kinds[card].texts))
        return self.with_core(card, core, note)

    def with_core(
        self, card: int, core: c.Core, note: Callable[[c.Form, Way], None] | None = None
    ) -> quick.Game:
        """The same game for the engine, in which the copies of a card have another core."""
        g = self.core
        kind = g.kinds[card]
        book = self._book_of(kind.book)
        other = another_core(kind, core, replace(book.counting, noting=note))
        return g.with_kind(kind, other)

    def _made(self, kind: PrintedKind) -> quick.Kind:
        """A kind of card with its texts as functions."""
        book = self._book_of(kind.book)
        level = f" {kind.level}" if kind.level else ""
        made = kind_made(
            f"{kind.name}{level}" + (" (Character)" if kind.character and not level else ""),
            kind.name,
            kind.type,
            tuple(sorted(title.value for title in kind.titles)),
            (kind.cost, kind.vp, kind.level),
            self._pile(kind),
            kind.text,
            tuple(sorted(map(str, kind.keywords))),
            *book,
            words_of(kind.text),
            kind.core,
        )
        if made.why_none:
            why = f"its text is understood, but the engine cannot play this yet: {made.why_none}"
            raise PlaySetError("", kind.name, why)
        return made

    def _pile(self, kind: PrintedKind) -> str:
        """Where the copies of a card begin."""
        if kind.character:
            return "character"
        if kind.name in self._villains:
            return "super-villain"
        if kind.name in self.stacks:
            return "stack"
        return "starter" if kind.name in self.playset.basics else "main deck"

    # ------------------------------------------------------------------------- playing

    def new(self, trace: bool = False) -> CoreState:
        """A new game at its first decision (nature's, usually)."""
        return self.begun(self.setup_of_box(), trace=trace)

    def setup_of_box(self) -> dict[str, Any]:
        """How cards lie before a game is set up, as the engine is told of it."""
        return {
            "begin": "set-up",
            "active": self.seat(0),
            "turn": 1,
            "zones": self._box,
            "order": list(map(self.seat, range(self.players))),
            "power": {},
            "face_up": None,
            "confronted": None,
        }

    def begun_from(self, s: Layout, *, trace: bool) -> CoreState:
        """A game that begins where cards lie so, at its first decision."""
        return self.begun(self.setup_of(s), trace=trace)

    def setup_of(self, s: Layout) -> dict[str, Any]:
        """How cards lie when a game begins, as the engine is told of it."""
        ids = self.core.ids
        zones = {self.zone_name(at): [ids[x] for x in own] for at, own in enumerate(s.zones)}
        return {
            "begin": "play" if s.play else "start",
            "active": self.seat(s.active),
            "turn": s.turn if s.play else s.turn + 1,
            "zones": {name: cards for name, cards in zones.items() if cards},
            "order": list(map(self.seat, s.order)),
            "power": {self.seat(player): power for player, power in enumerate(s.power)},
            "face_up": ids[s.face_up] if s.face_up >= 0 else None,
            "confronted": self.seat(s.confronted) if s.confronted >= 0 else None,
        }

    def begun(self, setup: Mapping[str, Any], *, trace: bool) -> CoreState:
        """The position that a set-up tells, run on to its first decision."""
        core = state_of(self.core, setup, trace=trace)
        run(core, None)
        return CoreState(self, core)

    def take(self, s: State, option: Option) -> None:
        """Take one of the offered options and run on to the next decision."""
        assert isinstance(s, CoreState)
        take(s.core, self._answer(s, option))
        s.look()

    def _answer(self, s: CoreState, option: Option) -> quick.Option:
        """An option as the engine takes it."""
        asked = s.core.choice
        assert asked is not None
        if asked.player == NATURE:
            return ("nature", *(option.cards if isinstance(option, Order) else option[1:]))
        if isinstance(option, ResolveFirst):
            assert s.choice is not None
            return asked.options[s.choice.options.index(option)]
        return tuple(option)

    def answer(self, s: State, option: Option) -> None:
        """Take a decision; raises Refused, and changes nothing, if it is not offered."""
        refused = self.refuse(s, option)
        if refused is not None:
            raise refused
        self.take(s, option)

    def refuse(self, s: State, option: Option) -> Refused | None:
        """Why this cannot be done now, or None."""
        assert isinstance(s, CoreState)
        choice = s.choice
        if choice is not None and option in choice.options:
            return None
        if choice is not None and not well_formed(self, option):
            return refused_by(self, s, NONSENSE, "choice.unknown")
        if choice is not None and choice.kind is ChoiceKind.SHUFFLE:
            if isinstance(option, Order) and sorted(option.cards) == sorted(choice.cards):
                return None
            return refused_by(self, s, option, "choice.order")
        asked = s.core.choice
        if asked is not None and asked.player != NATURE:
            copies = alike(s.core, asked.options) if asked.kind == "main" else asked.alike
            if tuple(option) in copies:
                return None
        return refused_by(self, s, option, why_not(s.core, tuple(option)))

    def actor(self, s: State, option: Option) -> int:
        """Who acts by this option: for an Assist the player who has the card in hand."""
        assert isinstance(s, CoreState)
        assert s.choice is not None
        if isinstance(option, AssistWith):
            return or_nobody(s.core.owner(option.card))
        if isinstance(option, UseAbility) and tuple(option) in s.core.offers:
            return or_nobody(s.core.offers[tuple(option)].frame.you)
        return s.choice.player

    def choice_of(self, core: quick.State, asked: quick.Choice) -> Choice:
        """A decision in the words of options."""
        kind = ChoiceKind(asked.kind)
        source = or_nobody(core.frames[-1].this) if core.frames else -1
        options: tuple[Option, ...]
        if kind is ChoiceKind.FIRST_PLAYER:
            options = tuple(ChoosePlayer(player) for player in asked.cards)
            return Choice(asked.player, kind, options, NOBODY, (), source)
        if kind is ChoiceKind.RANDOM:
            options = tuple(ChooseCard(card) for card in asked.cards)
            return Choice(asked.player, kind, options, NOBODY, asked.cards, source)
        if kind is ChoiceKind.TRIGGER:
            options = tuple(map(ResolveFirst, self._waiting(core, asked)))
        else:
            options = tuple(map(self._option, asked.options))
        return Choice(asked.player, kind, options, self._asked(core), asked.cards, source)

    def _asked(self, core: quick.State) -> AskedBy:
        """What asks somebody something in the middle of a text."""
        f = core.frames[-1] if core.frames else None
        if f is None or f.asks is None or f.this is None:
            return NOBODY
        form, chosen = f.asks
        if isinstance(form, c.Offer):
            words = tuple(self._words(f.this, way) for way in form.ways)
            _, _, offered = self._words(f.this, (replace(form, otherwise=()),)).rpartition(" may ")
            return AskedBy(f"{offered[:1].upper()}{offered[1:]}", words, "", len(chosen))
        purpose = None
        if isinstance(form, c.Choose):
            body = (x for text in self.core.kinds[f.this].texts for x in text.form.body)
            purpose = next(purposes(form.name, tuple(body)), None)
        return AskedBy("", (), purpose.verb if isinstance(purpose, c.Move) else "", len(chosen))

    def _words(self, card: int, block: c.Block) -> str:
        """The words of a card that say these statements."""
        place = said_by(block)
        return "" if place is None else printed_words(self, card, *place)

    def _option(self, told: quick.Option) -> Option:
        """An option of the engine as one of its kind."""
        found = self._known.get(told)
        if found is None:
            tag, *parts = told
            found = self._known[told] = Option.kinds[tag](*parts)
        return found

    def _waiting(self, core: quick.State, asked: quick.Choice) -> Iterator[int]:
        """The places of the texts among those that wait that are offered to be first."""
        waiting = [at for at, one in enumerate(core.pending) if one.player == asked.player]
        left = [at for at in waiting if not core.pending[at].active.stands.goes_back]
        for _, card, number in asked.options:
            of_card = [at for at in left if core.pending[at].card == card]
            yield of_card[number]

    # ---------------------------------------------------- what else is asked of a position

    def watching(self, s: State) -> Any:
        """What stands, as far as others have to know."""
        assert isinstance(s, CoreState)
        watch = s.core.watch or watching(s.core)
        changes = watch.changes
        return SimpleNamespace(
            bans=bool(watch.forbidding),
            lent=bool(watch.lending),
            costs=bool({"cost", "price", "toll"} & set(changes)),
            grants=bool({"keywords", "types", "text"} & set(changes)),
            once=watch.uses,
        )

    def character_cost(self, s: State, player: int) -> Any:
        """What the Character of a player costs now."""
        assert isinstance(s, CoreState)
        card = character_of(s.core, player)
        assert card is not None
        return cost_of(s.core, card)

    def cost_to_defeat(self, s: State, target: int, player: int) -> Any:
        """What a player needs to defeat the Character of another."""
        assert isinstance(s, CoreState)
        card = character_of(s.core, target)
        assert card is not None
        return cost_to_defeat(s.core, card, player)

    def cost_to_buy(self, s: State, card: int, player: int) -> Any:
        """What a player pays for a card now."""
        assert isinstance(s, CoreState)
        return price_of(s.core, card, player)

    def cost_to_take(self, s: State, card: int, player: int) -> Any:
        """What a player pays to defeat a card."""
        assert isinstance(s, CoreState)
        return cost_to_defeat(s.core, card, player)

    def cost(self, s: State, card: int) -> Any:
        """What is the cost of a card now."""
        assert isinstance(s, CoreState)
        return cost_of(s.core, card)

    def types(self, s: State, card: int) -> tuple[CardType, ...]:
        """The types of a card now."""
        assert isinstance(s, CoreState)
        return tuple(map(CardType, types_of(s.core, card)))

    def is_type(self, s: State, card: int, kind: CardType) -> bool:
        """Whether a card is of a type now."""
        return kind in self.types(s, card)

    def has_keyword(self, s: State, card: int, keyword: AnyKeyword) -> bool:
        """Whether a card has a keyword now."""
        assert isinstance(s, CoreState)
        return str(keyword) in keywords_of(s.core, card)

    def has_title(self, s: State, card: int, title: Title) -> bool:
        """Whether a card has a title."""
        assert isinstance(s, CoreState)
        return title in self.kinds[card].titles

    def power(self, s: State, player: int) -> Any:
        """The Power that a player has left this turn."""
        return s.power[player]

    def worth(self, s: State, player: int, card: int) -> Any:
        """The points of one card in a deck."""
        assert isinstance(s, CoreState)
        return worth(s.core, player, card)

    label = labels.label
    parse = labels.parse
    topics = citing.topics
    rules_of = citing.rules_of

    # ------------------------------------------------------------------------- as JSON

    def dump(self, s: State) -> JSON:
        """A state as JSON values."""
        assert isinstance(s, CoreState)
        return {"version": VERSION, **dump_game(self), "core": writing.dump(s.core)}

    def load(self, data: JSON) -> State:
        """The inverse of `dump`; raises StateError for anything else."""
        try:
            if data["version"] != VERSION:
                raise StateError(f"written by version {data['version']}, not {VERSION}")
            return CoreState(self, writing.load(self.core, data["core"]))
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise StateError(f"not a state of {self.ruleset.title}: {error}") from error


def not_carried_out(playset: PlaySet, rulings: Mapping[str, int], reading: Reading) -> str:
    """What is read otherwise in a way that the engine does not carry out; "" if nothing is."""
    for name, _ in reading.parameters:
        if name not in readings.PARAMETERS:
            return f"another {name}"
    for book in playset.books:
        own = {one.id: rulings[one.id] for one in book.rulings if one.id in rulings}
        reads = switches_of(book, own).but(**dict(reading.switches))
        for name, value in reads.unlike(switches_of(book, {})).items():
            if value != STANDARD[name] and value not in readings.SWITCHES.get(name, ()):
                return f"{name} read as {value}"
    return ""


def read_otherwise(book: Ruleset, reads: Switches, reading: Reading) -> tuple[tuple[str, Any], ...]:
    """What is read otherwise than a book says: the switches and parameters that may make a text
    another, with their values."""
    asked = {question.parameter for question in questions().values()}
    said = {name: value for name, value in reading.parameters if name in asked}
    unlike = reads.unlike(switches_of(book, {})).items()
    said |= {name: value for name, value in unlike if name not in readings.OF_NO_TEXT}
    return tuple(sorted(said.items()))


class Same:
    """A book, which is the same as another only if it is that one."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.ruleset is other.ruleset

    def __hash__(self) -> int:
        return id(self.ruleset)


class ReadBook(NamedTuple):
    """A book, what it says about counting, and what is read otherwise than it says."""

    book: Same
    counting: Book
    otherwise: tuple[tuple[str, Any], ...]


@lru_cache(maxsize=8192)
def kind_made(
    key: str,
    name: str,
    type_: CardType | None,
    titles: tuple[str, ...],
    numbers: tuple[Any, Any, int],
    pile: str,
    text: CardText,
    keywords: tuple[str, ...],
    book: Same,
    counting: Book,
    read: tuple[tuple[str, Any], ...],
    words: tuple[Any, ...],
    told: c.Core | None,
) -> quick.Kind:
    """A kind of card with its texts as functions, or with why it has none. `words`: where the words
    of the text stand, which texts that mean the same may have elsewhere. `told`: its core, if that
    was told in place of a text."""
    character = Title.CHARACTER.value in titles
    core = told or core_to_play(
        text, book.ruleset, character=character, keywords=keywords, read=dict(read), quick=True
    )
    printed = (type_, titles, numbers, pile)
    return kind_with(core, text, words, counting, key, name, book.ruleset.name, *printed)


@lru_cache(maxsize=8192)
def kind_with(
    core: c.Core | str,
    text: CardText,
    words: tuple[Any, ...],
    counting: Book,
    key: str,
    name: str,
    book: str,
    type_: CardType | None,
    titles: tuple[str, ...],
    numbers: tuple[Any, Any, int],
    pile: str,
) -> quick.Kind:
    """A kind of card with its core: the same in all readings that do not change it. The `text` and
    its `words` are the same too, so that words stand where they stood."""
    return kind_of(
        core,
        counting,
        key=key,
        name=name,
        book=book,
        type_=None if type_ is None else type_.value,
        titles=titles,
        numbers=numbers,
        pile=pile,
    )
