"""A small game with a card: where it begins, what the players do, and which ways the card goes.

A game is tried by what somebody would do, in the words of scenarios: what is not offered is passed
over, and what else has to be decided is declined, or is the first that there is. So a game still
makes sense when a card of it is taken away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Final

from rules_check.grammar.core import forms as c
from rules_check.oracle.game import AskedBy, CoreState, Game
from rules_check.oracle.quick.playing import run
from rules_check.oracle.quick.setup import state_of
from rules_check.oracle.quick.standing import watching, works
from rules_check.oracle.quick.state import Kind
from rules_check.oracle.quick.using import frame_of, is_used_up, lent
from rules_check.oracle.scenarios.moments import BETWEEN_ACTIONS, offer
from rules_check.oracle.scenarios.positions import PositionError, laid_out
from rules_check.oracle.scenarios.runner import as_it_lies
from rules_check.oracle.trace.citing import MOVES
from rules_check.oracle.values.choices import NATURE, Choice, ChoiceKind
from rules_check.oracle.values.endless import RunsForever
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import (
    BlockWith,
    ChooseEffect,
    Decline,
    No,
    Pass,
    PayFor,
    PlayCard,
    Stop,
    UseAbility,
)
from rules_check.oracle.values.ways import Way
from rules_check.oracle.values.zones import CHARACTERS, PER_PLAYER, PLAY
from rules_check.properties.cases.possible import ONGOING, is_possible
from rules_check.properties.cases.ways import HELD, Ways

Position = Mapping[str, Any]
Key = tuple[int, Way]
Chooser = Callable[[CoreState, Choice], Option | None]
"""Who decides: one of the options, or None to leave the game there."""

BESIDES: Final = 15
"""What a second story in a game adds to read."""
WHOSE: Final = frozenset({Way.YOURS, Way.THEIRS})
"""Whether it is you or another player."""
OF_SEVERAL: Final = WHOSE | {Way.ONLY, Way.TOGETHER}
"""Which of several it is: one of the things that a text names beside one another, or a player."""
GOES: Final = OF_SEVERAL | {
    Way.RUN,
    Way.HOLDS,
    Way.TAKEN,
    Way.HIT,
    Way.FORBIDDEN,
    Way.FULL,
    Way.MANY,
    Way.ANEW,
}
"""What a text does when nothing is in its way: as much as possible is shown at once."""
NO_HINDRANCE: Final = frozenset({Way.AGAIN, Way.UNUSABLE, Way.OUTSIDE, Way.ALIKE})
"""Ways in which nothing hinders the card: they are seen only where somebody looks for it."""
UNHINDERED: Final[Mapping[Way, Way]] = {
    Way.FAILS: Way.HOLDS,
    Way.DECLINED: Way.TAKEN,
    Way.IMPOSSIBLE: Way.TAKEN,
}
"""What does not come, by what comes instead: a case of the first is best one of nothing but it."""
MOST_DECISIONS: Final = 60
"""No game goes on for longer, nature's answers included."""
NO: Final = (No, Pass, Stop, Decline)


@dataclass(frozen=True, slots=True)
class Step:
    """What somebody did: in the words of scenarios, and for people; how many events were told
    before it. `asked` are the words of the card that ask for it, `ways` those of each option;
    `others` are the other things that could be done; `chosen` is how many cards were chosen
    already; `asker` is the card whose text is carried out, if one is."""

    text: str
    option: Option
    seat: int
    kind: ChoiceKind
    told: int
    asked: str = ""
    ways: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    chosen: int = 0
    asker: int = -1


@dataclass(slots=True)
class Trial:
    """A game that was tried, and the ways that the card went in it; `at`: after how many steps.
    `strangers` are the cards of the main deck that the position does not name: which they are
    depends on the other cards of the set."""

    position: Position
    steps: tuple[Step, ...]
    at: dict[Key, int]
    state: CoreState
    strangers: frozenset[int] = frozenset()
    told: Mapping[Key, int] = field(default_factory=dict)
    """Before how many events the card went each way."""
    cost: int = 0

    def reading(self, wanted: Set[Key]) -> int:
        """How much there is to read in it if it is to show these ways: what is in the way of the
        card besides them is a story of its own."""
        both = sum((form, UNHINDERED.get(way)) in self.at for form, way in self.at)
        besides = self.hindered - wanted
        short = sum(way is Way.SHORT for _, way in besides)  # which has a case of its own
        return self.cost + BESIDES * (len(besides) + short + 2 * both)

    @property
    def hindered(self) -> frozenset[Key]:
        """Where the card did not go on unhindered."""
        return frozenset(
            key for key in self.at if key[1] not in GOES and key[1] not in NO_HINDRANCE
        )

    @property
    def plan(self) -> tuple[str, ...]:
        """What was done, in the words of scenarios."""
        return tuple(step.text for step in self.steps)

    @property
    def events(self) -> list[Event]:
        """What happened."""
        return list(self.state.trace or ())

    def ended(self) -> bool:
        """Whether a scenario may end here: between two actions, or with the game."""
        choice = self.state.choice
        return choice is None or choice.kind in BETWEEN_ACTIONS


@dataclass(slots=True)
class Table:
    """A card in a game that listens to which way its texts go."""

    game: Game
    card: int
    ways: Ways = field(init=False)
    kind: Kind = field(init=False)
    own: frozenset[int] = field(init=False)
    tried: int = 0
    weights: dict[str, int] = field(default_factory=dict)
    starters: frozenset[str] = field(init=False)
    staying: frozenset[str] = field(init=False)
    piles: dict[str, str | None] = field(init=False)
    _heard: dict[Key, int] = field(init=False, default_factory=dict)
    _told: dict[Key, int] = field(init=False, default_factory=dict)
    _now: int = 0
    _core: Any = field(init=False)
    _strangers: frozenset[int] = frozenset()
    _known: dict[tuple[str, tuple[str, ...], bool], Trial | None] = field(
        init=False, default_factory=dict
    )
    _core_now: Any = None
    _used: tuple[int, int] = (-1, -1)

    def __post_init__(self) -> None:
        self.kind = self.game.core.kinds[self.card]
        self.ways = Ways([text.form for text in self.kind.texts])
        kinds = self.game.core.kinds
        self.own = frozenset(at for at, kind in enumerate(kinds) if kind is self.kind)
        basics = self.game.ruleset.basics
        self.starters = frozenset(one.name for one in basics if one.role == "starter")
        self.staying = frozenset(kind.name for kind in kinds if ONGOING in kind.labels)
        self.piles = {kind.name: kind.pile for kind in reversed(kinds)}
        self._core = self.game.noting(self.card, self._note)

    def _note(self, form: c.Form, way: Way) -> None:
        number = self.ways.number(form)
        core = self._core_now
        if core is not None and not core.frames and number in self.ways.asked_first:
            return  # only whether it could be done
        if way in WHOSE and core is not None and core.frames and core.frames[-1].you != 0:
            return  # what another player has done is told with another "you"
        if (number, way) not in self._heard:
            self._heard[number, way] = self._now
            self._told[number, way] = len(core.trace or ()) if core is not None else 0

    def follow(
        self, position: Position, plan: Sequence[str], *, listening: bool = False
    ) -> Trial | None:
        """The game in which that is done as far as it is offered; None if there is no such game.
        One that was tried before is known."""
        key = (repr(position), tuple(plan), listening)
        if key in self._known:
            self.tried += 1
        else:
            self._known[key] = self._followed(position, plan, listening=listening)
        return self._known[key]

    def _followed(
        self, position: Position, plan: Sequence[str], *, listening: bool
    ) -> Trial | None:
        left = list(plan)

        def choose(state: CoreState, choice: Choice) -> Option | None:
            offered = {offer(self.game, state, option): option for option in choice.options}
            for number, text in enumerate(left):
                if text in offered:
                    del left[: number + 1]
                    return offered[text]
            if choice.kind in BETWEEN_ACTIONS:
                return None
            return declined(choice)

        return self.play(position, choose, listening=listening)

    def play(self, position: Position, choose: Chooser, *, listening: bool = False) -> Trial | None:
        """A game in which somebody decides; None if cards cannot lie so. `listening`: what else
        could be done is noted."""
        self.tried += 1
        self._heard, self._told, self._now, self._used = {}, {}, 0, (-1, -1)
        try:
            state = self.begun(position)
            strangers = self._strangers
        except (PositionError, RunsForever):
            return None
        steps: list[Step] = []
        try:
            self._go_on(state, steps, choose, listening=listening)
        except RunsForever:
            return None
        heard = {key: at for key, at in self._heard.items() if self._is_way(key)}
        trial = Trial(position, tuple(steps), heard, state, strangers, self._told)
        if _has_confrontation(trial):  # and may be over
            trial.at = {key: at for key, at in heard.items() if key[1] is not Way.OUTSIDE}
        self._forget_declined(trial)
        if self.ways.acts and trial.state.core.result is None:
            self._look_for_acts(trial)
        self._look_for_waiting(trial)
        self._look_for_vain(trial)
        trial.cost = cost_of(self, trial)
        return trial

    def _is_way(self, key: Key) -> bool:
        """Whether it is a way of a text, and not only one for the time being: what goes on counting
        counts nothing before it counts something."""
        number, way = key
        counts = isinstance(self.ways.forms[number], c.Change) and way is Way.NOTHING
        if counts and (number, Way.RUN) in self._heard:
            return False
        body = self.ways.comes.get(number) if way is Way.ONLY else None
        return key in self.ways.by_key and (body is None or self._does(body))

    def begun(self, position: Position) -> CoreState:
        """The game at its first decision. Raises PositionError, and RunsForever."""
        laid = laid_out(self.game, position)
        named = len(position.get("main_deck", ()))
        self._strangers = frozenset(laid.zones[self.game.main_deck][named:])
        setup = self.game.setup_of(laid)
        core = self._core_now = state_of(self._core, setup, trace=True)
        if not is_possible(core):
            raise PositionError("", "no game comes to stand so")
        run(core, None)
        return CoreState(self.game, core)

    def _go_on(
        self, state: CoreState, steps: list[Step], choose: Chooser, *, listening: bool
    ) -> None:
        for _ in range(MOST_DECISIONS):
            choice = state.choice
            if self.ways.limited or self.ways.priced or self.ways.timed:
                self._look_for_limits(state.core, len(steps))
            if choice is None:
                return
            if choice.player == NATURE:
                self.game.take(state, as_it_lies(choice))
                continue
            option = choose(state, choice)
            if option is None:
                return
            self._now = len(steps) + 1
            self._note_declined(choice, option)
            self._note_used(state, option)
            if self.ways.lent and isinstance(option, PlayCard):
                self._note_lent(state.core, option.card)
            text = offer(self.game, state, option)
            asked = choice.asked_by if isinstance(choice.asked_by, AskedBy) else AskedBy()
            seat, told = self.game.actor(state, option), len(state.trace or ())
            others = tuple(others_than(self.game, state, option)) if listening else ()
            steps.append(
                Step(
                    text,
                    option,
                    seat,
                    choice.kind,
                    told,
                    asked.words,
                    asked.options,
                    others,
                    asked.chosen,
                    _carried_out(state),
                )
            )
            self.game.take(state, option)

    def _note_declined(self, choice: Choice, option: Option) -> None:
        """A Defense or a Block of the card that could be used and is not."""
        mine = [x for x in choice.options if x[0] in HELD and not self.own.isdisjoint(x[1:2])]
        for called in {x[0] for x in mine if option not in mine}:
            for at in self.ways.held[called]:
                self._heard.setdefault((at, Way.DECLINED), self._now)
        if option in mine:
            for at in self.ways.by_rules.get(option[0], ()):
                self._heard.setdefault((at, Way.RUN), self._now)

    def _forget_declined(self, trial: Trial) -> None:
        """A card that is used once and not wanted another time was used."""
        for step in trial.steps:
            if step.option[0] in HELD and not self.own.isdisjoint(step.option[1:2]):
                for at in self.ways.held[step.option[0]]:
                    trial.at.pop((at, Way.DECLINED), None)

    def _note_used(self, state: CoreState, option: Option) -> None:
        """What may be used any number of times, or in another way, is used a second time."""
        often = [(at, Way.AGAIN) for at in self.ways.unlimited]
        often += [(at, Way.ANEW) for at in self.ways.keyed]
        if not isinstance(option, UseAbility | PayFor) or len(often) != 1:
            return
        if option.card in self.own and state.active == 0:
            if self._used == (state.turn, state.active):
                self._heard.setdefault(often[0], self._now)
            self._used = (state.turn, state.active)

    def _look_for_vain(self, trial: Trial) -> None:
        """The card is used as a Block, and the Power is enough all the same."""
        for at in self.ways.blocks:
            used = [x.told for x in trial.steps if _blocks_with(x, self.own)]
            for number, event in enumerate(trial.events):
                if used and number > used[0] and event.kind == "compare" and not event.detail[0]:
                    _, power, cost = event.detail
                    if power >= cost and raised(trial, 0, number):
                        steps = sum(step.told <= number for step in trial.steps)
                        trial.at.setdefault((at, Way.VAIN), steps)

    def _note_lent(self, core: Any, played: int) -> None:
        """A card is played that the card lets you play later."""
        for card, one in lent(core, core.active):
            at = self.ways.lent.get(self.ways.number(one.stands.form))
            if card == played and one.frame.this in self.own and at is not None:
                self._heard.setdefault((at, Way.RUN), self._now)

    def _look_for_limits(self, core: Any, now: int) -> None:
        """What has come or was used as often as it may in a turn, and would once more."""
        if core.result is not None:
            return
        watch = watching(core)
        standing: list[Any] = [*watch.ons, *watch.uses]
        for one in standing:
            at = self.ways.number(one.stands.form)
            if one.frame.this not in self.own or one.frame.you != 0:
                continue
            if at in self.ways.priced and is_too_dear(core, one):
                self._heard.setdefault((at, Way.UNUSABLE), now)
            if at in self.ways.timed and is_out_of_time(core, one):
                self._heard.setdefault((at, Way.OUTSIDE), now)
            limited = at in self.ways.limited and at not in self.ways.unlimited
            if not limited or (at, Way.AGAIN) in self._heard:
                continue
            again = would_come(core, one) if at in self.ways.bodies else could_be_used(core, one)
            done = self.ways.bodies.get(at)
            if again and (done is None or self._does(done)):
                self._heard[at, Way.AGAIN] = now

    def _look_for_acts(self, trial: Trial) -> None:
        """Which of several acts it was for which a text waits; who buys a card gains it, too."""
        core = trial.state.core
        for one in watching(core).ons:
            at, on = self.ways.number(one.stands.form), one.stands
            legs = self.ways.acts.get(at)
            if legs is None or one.frame.this not in self.own or one.frame.you != 0:
                continue
            if not self._does(self.ways.bodies[at]):
                continue
            found: dict[Any, str] = {}
            for verb in legs:
                for fact in core.facts:
                    if fact.verb == verb and on.event.fits(core, one.frame, fact):
                        found.setdefault(fact.card, verb)
            if len({*found.values()}) == 1:
                leg = legs[next(iter(found.values()))]
                trial.at.setdefault((leg, Way.ONLY), len(trial.steps))

    def _does(self, body: Set[int]) -> bool:
        """Whether something of a body was done, and not only looked at."""
        return any(number in body and way in GOES for number, way in self._heard)

    def _look_for_waiting(self, trial: Trial) -> None:
        """What waits in vain: something of the kind happens, and it is not set off by it."""
        core = trial.state.core
        there = self._works(core)
        for at, form, body in self.ways.waiting:
            if at in self.ways.timed and (at, Way.OUTSIDE) in trial.at:
                continue  # what it waits for has come
            begun = (at, Way.RUN) in self._heard
            if not (begun or there) or any(number in body for number, _ in self._heard):
                continue
            event = form.event
            if isinstance(event, c.Event) and not any(
                x.verb in event.verbs and x.card not in self.own for x in core.facts
            ):
                continue
            trial.at.setdefault((at, Way.UNMET), len(trial.steps))

    def _works(self, core: Any) -> bool:
        """Whether the card lies where its texts work."""
        homes = {text.home for text in self.ways.texts}
        places = {"character": CHARACTERS, "play": PLAY}
        for card in self.own:
            zone = core.where[card]
            if zone % PER_PLAYER == CHARACTERS and core.zones[zone][:1] != (card,):
                continue
            if any(
                home in places and zone < self.game.shared and zone % PER_PLAYER == places[home]
                for home in homes
            ):
                return True
        return "anywhere" in homes


def _has_confrontation(trial: Trial) -> bool:
    """Whether somebody confronts somebody."""
    steps = (step.text for step in trial.steps)
    return "confront" in trial.position or any(": confront " in text for text in steps)


def _carried_out(state: CoreState) -> int:
    """The card whose text is carried out; -1 if none is."""
    frames = state.core.frames
    card = frames[-1].this if frames else None
    return -1 if card is None else card


def would_come(core: Any, one: Any) -> bool:
    """Whether what a text waits for has come more often in this turn than it counts."""
    on = one.stands
    number = on.nth(core, one.frame) if on.nth is not None else on.form.limit.value
    found = 0
    for fact in core.facts:
        if (not on.verbs or fact.verb in on.verbs) and on.event.fits(core, one.frame, fact):
            found += 1
    return bool(found > number and core.active == one.frame.you and works(core, one))


def is_too_dear(core: Any, one: Any) -> bool:
    """Whether an ability was not used yet in a turn, and cannot be because of what it takes."""
    if not _is_unused(core, one):
        return False
    frame = frame_of(core, one) if one.stands.key is not None else one.frame
    return works(core, one) and not one.stands.needs(core, frame)


def is_out_of_time(core: Any, one: Any) -> bool:
    """Whether something comes, or could be used, but for the time at which it works."""
    if works(core, one):
        return False
    if isinstance(one.stands.form, c.On):
        on = one.stands
        return any(
            (not on.verbs or fact.verb in on.verbs) and on.event.fits(core, one.frame, fact)
            for fact in core.facts
            if fact.turn == core.turn
        )
    return _is_unused(core, one) and bool(one.stands.needs(core, one.frame))


def _is_unused(core: Any, one: Any) -> bool:
    """Whether you could use abilities now, and have not used this one."""
    option = one.stands
    if core.active != one.frame.you or core.phase != "play" or core.choice is None:
        return False
    if core.choice.kind != "main" or is_used_up(core, one) or ("use", *one.key) in core.used:
        return False
    return option.where is None or bool(option.where(core, one.frame))


def _blocks_with(step: Step, own: Set[int]) -> bool:
    return isinstance(step.option, BlockWith) and step.seat == 0 and step.option.card in own


def could_be_used(core: Any, one: Any) -> bool:
    """Whether an ability could be used but for its limit."""
    option = one.stands
    if core.active != one.frame.you or core.phase != "play" or core.choice is None:
        return False
    if core.choice.kind != "main" or (
        option.where is not None and not option.where(core, one.frame)
    ):
        return False
    frame = one.frame.copy()
    if option.key is not None:
        spent = tuple(used[-1] for used in core.used if used[:-1] == ("paid", *one.key))
        if not spent or option.needs(core, frame_of(core, one)):
            return False
        frame.key, frame.spent = option.key, ()
    elif not is_used_up(core, one):
        return False
    return bool(option.needs(core, frame))


def others_than(game: Game, state: CoreState, option: Option) -> Iterator[str]:
    """What else could be done, in the words of scenarios."""
    choice = state.choice
    for other in choice.options if choice is not None else ():
        if other != option:
            yield offer(game, state, other)


def declined(choice: Choice) -> Option:
    """What nobody asked for is declined; else the first that there is."""
    return next((x for x in choice.options if isinstance(x, NO)), choice.options[0])


# ------------------------------------------------------------------------- what is small

SILENT: Final = frozenset(
    {"speaks of", "reckon", "moment", "hit", "commit", "done", "confrontation text", "total"}
)
"""Events that say what another says."""


def cost_of(table: Table, trial: Trial) -> int:
    """How much there is to read in a game."""
    found = 0
    for key, value in trial.position.items():
        match value:
            case dict() if key in LAID:
                found += 4 + sum(x // 4 for x in value.values() if isinstance(x, int))
            case dict():
                found += sum(_of_seat(table, cards) for cards in value.values())
            case list():
                found += sum(4 + weight(table, name) for name in value)
                found += MISPLACED * sum(name in table.starters for name in value)
            case str() if key == "phase":
                found += 6 * (value == "start")
            case str() if key == "active":
                found += 8 * (value != "P1")
            case str():
                found += 6 + int(value[1:])  # the nearest foe is as good as any
            case _:
                found += 6
    found += 0 if trial.steps else NOBODY_ACTS
    found += _stake(table, trial) if table.ways.blocks else 0
    if table.ways.chooses_one and trial.at:
        asked = any(isinstance(step.option, ChooseEffect) for step in trial.steps)
        found += 0 if asked else UNASKED
    for step in trial.steps:
        found += 6 + 2 * (step.seat != 0)
    played, ending = 0, False
    for event in trial.events:
        ending = (ending or event.kind == "end of turn") and event.kind != "turn"
        if event.kind == "turn" and event is not trial.events[0]:
            found += 25
        elif event.kind == "over":
            found += GAME_OVER
        elif event.kind not in SILENT and not (ending and is_usual(event)):
            by_other = event.kind == "trigger" and table.own.isdisjoint(event.cards)
            found += 2 + 8 * by_other
            found += 0 if ending else IN_THE_WAY.get(event.kind, 0)
            if event.kind == "play" and not table.own.isdisjoint(event.cards):
                found += BESIDES * played
                played += 1
            found += NONE_SHOWN * (event.kind in SHOWN and not event.cards)
            found += BY_CHARACTER * (by_other and _is_character(table, event.cards))
            if event.kind == "defend" and event.detail[:1] != (event.player,):
                found += 4  # for somebody else
            if event.kind in MOVES and event.player >= 0:
                found += STRANGE * sum(card in trial.strangers for card in event.cards)
    return found


GAME_OVER: Final = 40
"""The whole game ends, which is more than a turn."""
UNASKED: Final = 24
"""Nobody could choose one of several things, since only one can be done."""
NO_STAKE: Final = 80
"""A Block makes no difference: the Character would stand without it."""
IN_VAIN: Final = 50
"""The Character falls in spite of it."""
NONE_SHOWN: Final = 25
"""Cards would be shown, and there are none."""
SHOWN: Final = frozenset({"reveal", "look at"})
"""What is done to cards that stay where they are; there may be none."""
IN_THE_WAY: Final[Mapping[str, int]] = {"reshuffle": 10, "nothing": 3}
"""Events that are no part of the plain case: the deck is empty, there is none."""
STRANGE: Final = 12
"""A card of which nobody said where it is comes into the game."""
NOBODY_ACTS: Final = 24
"""What happens by itself is hard to follow."""
BY_CHARACTER: Final = 20
"""A Character has something to say of which the case is not."""
MISPLACED: Final = 9
"""A starting card lies where none comes to lie."""
LAID: Final = frozenset({"power", "stacks"})


def _stake(table: Table, trial: Trial) -> int:
    """How much worse it is to read that a Block makes no difference: the Character of somebody on
    your side would not fall without one either, or falls in spite of it."""
    blocks = any(_blocks_with(step, table.own) for step in trial.steps)
    for at, event in enumerate(trial.events):
        if event.kind == "compare" and event.detail[0] in table.game.core.teams[0]:
            target, power, cost = event.detail
            would_stand = bool(power < cost - raised(trial, target, at))
            return NO_STAKE * would_stand + IN_VAIN * (blocks and bool(power >= cost))
    return 0


def raised(trial: Trial, player: int, end: int) -> int:
    """By how much the cost of a player's Character was raised before an event."""
    events = trial.events[:end]
    return sum(x.detail[0] for x in events if x.kind == "cost" and x.player == player)


def is_usual(event: Event) -> bool:
    """Whether it is what the end of every turn brings, and nobody tells."""
    return event.kind in ("nothing", "lose power") or (event.kind in MOVES and event.player < 0)


def _is_character(table: Table, cards: Sequence[int]) -> bool:
    return any(table.game.core.kinds[card].is_character for card in cards)


def _of_seat(table: Table, cards: Any) -> int:
    if not isinstance(cards, list):
        return 6
    return sum(weight(table, name) for name in cards)


def weight(table: Table, name: str) -> int:
    """How much there is to know of a card."""
    found = table.weights.get(name)
    if found is None:
        found = table.weights[name] = _weight(table, name)
    return found


def _weight(table: Table, name: str) -> int:
    if name == table.kind.name:
        return 1
    kind = next((x for x in table.game.core.kinds if x.name == name), None)
    if kind is None:
        return 9
    starter = kind.pile == "starter" or kind.name in table.game.playset.basics
    if starter:
        return (3 if kind.just_gives else 4) + (kind.pile != "starter")
    return 6 + 2 * len(kind.texts) - (2 if kind.just_gives else 0)
