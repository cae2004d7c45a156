"""Live mode: random games against another engine, compared at every decision.

The reference engine plays, with players and chance by the seed of the game; the other engine is
told every step, and must come to the same position with the same legal actions. The first
difference ends the campaign; it is made small (`rules_check.conform.shrinking`) and written as a
vector.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final, NamedTuple

from rules_check.conform.cases import Case, Fault, Partner, Unplayable, compared, replayed
from rules_check.conform.confirming import confirmed
from rules_check.conform.games import Table, further_cards, game_of, play_set, ruleset_message
from rules_check.conform.outcomes import Verdict
from rules_check.conform.process import CannotStart, EngineFailed
from rules_check.conform.runner import forms_of
from rules_check.conform.scrambling import dealt, scrambled
from rules_check.conform.shrinking import TRIES, setup_at, shrink
from rules_check.conform.telling import live_vector, rules_of
from rules_check.fuzz.plan import GAMES_A_SET
from rules_check.oracle.box.arranging import Wish, arrange, variant_names, with_seats_by
from rules_check.oracle.conformance.contract import CARDS, LIVE, SET_UP, VARIANT
from rules_check.oracle.conformance.positions import (
    dump_action,
    dump_position,
    is_chance,
    nature_action,
)
from rules_check.oracle.conformance.setups import dump_setup, state_of, unpacked
from rules_check.oracle.game import Game
from rules_check.oracle.players.drive import EndlessGame, play_on
from rules_check.oracle.players.player import PLAYERS
from rules_check.oracle.quick.waiting import MOST_FACTS
from rules_check.oracle.values.endless import RunsForever
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.state import State

JSON = Any

WHOLE: Final = "whole"
MIDDLE: Final = "middle"
MOST: Final = {WHOLE: 1500, MIDDLE: 80}
"""So many answers of players and chance, and a game is left: one that begins with its set-up, and
one that begins in the middle."""

LONG_TURN: Final = MOST_FACTS * 4 // 5
"""So much done in one turn, and a game is left: texts may set each other off without end, and where
an engine stops them is its own matter."""

ANSWERED: Final = frozenset({"fail", "errored"})
"""Outcomes of a program that goes on answering."""

CANDIDATES: Final = 24
"""So many rules behind a difference are looked at, those that are nearest to it."""

NAMED: Final = 10
"""So many of them are named."""

RESTARTS: Final = 40
"""A program that fails is started so many times at most while its game is made small."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is played: so many games, in turn of each of these, with seeds one by one; each of them
    in turn from its set-up, and from the middle."""

    wishes: tuple[Wish, ...]
    games: int
    seed: int = 0
    random_cards: bool = False
    begins: tuple[str, ...] = (WHOLE, MIDDLE)


class LiveGame(NamedTuple):
    """One game before it begins: which one, who sits where, further cards, how it is played."""

    number: int
    table: Table
    seats: tuple[str, ...]
    cards: list[JSON]
    seed: int
    kinds: tuple[str, ...]
    begin: str = WHOLE

    @property
    def id(self) -> str:
        """What reports call it."""
        parts = (self.table.ruleset, self.table.variant, self.begin, str(self.seed))
        return "-".join(filter(None, ("live", *parts)))


class Differs(Exception):
    """The other engine does not agree: how, and in which game."""

    def __init__(self, fault: Fault, case: Case) -> None:
        self.fault = fault
        self.case = case
        super().__init__(fault.why)


class Cut(Exception):
    """Somebody wants the campaign to end."""


# -------------------------------------------------------------------------------- which games


def lacking(capabilities: Mapping[str, JSON], *, random_cards: bool) -> str:
    """What an engine must claim for live games, and does not; empty if it claims all."""
    for feature in (LIVE, *([CARDS] if random_cards else [])):
        if feature not in capabilities["features"]:
            return feature
    return ""


def playable(
    rulesets: Sequence[str], capabilities: Mapping[str, JSON]
) -> tuple[tuple[Wish, ...], list[str]]:
    """The games that an engine claims to know, with the printed variants that it lists; and why
    others are left out."""
    found: list[Wish] = []
    why: list[str] = []
    known = capabilities.get("forms")
    for name in rulesets:
        if name not in capabilities["rulesets"]:
            why.append(f"{name}: the engine does not list it")
            continue
        listed = [x for x in variant_names(name) if VARIANT + x in capabilities["features"]]
        for variant in ("", *listed):
            wish = Wish(name, variant)
            if arrange(wish).mixed:
                why.append(f"{wish.title}: only in mixed games")
            elif known is not None and (more := _forms(Table(name, variant)) - set(known)):
                told = ", ".join(sorted(more))
                why.append(f"{wish.title}: forms that the engine does not list: {told}")
            else:
                found.append(wish)
    return tuple(found), why


def _forms(table: Table) -> set[str]:
    """The forms of all cards of a game."""
    return {form for card in ruleset_message(table)["cards"] for form in forms_of(card)}


def planned(wanted: Wanted, forms: Sequence[str] | None) -> Iterator[LiveGame]:
    """The games in their order. `forms` are those that random cards may have; None: all."""
    for number in range(wanted.games):
        seed = wanted.seed + number
        wish = wanted.wishes[seed // len(wanted.begins) % len(wanted.wishes)]
        begin = wanted.begins[seed % len(wanted.begins)]
        rng = Random(f"live {wish.title} {seed}")
        found = with_seats_by(rng, wish)
        table = Table(wish.game, wish.variant)
        cards = random_cards(table, seed, forms) if wanted.random_cards else []
        kinds = tuple(rng.choice(tuple(PLAYERS)) for _ in found.seats)
        yield LiveGame(number, table, found.seats, cards, seed, kinds, begin)


def random_cards(table: Table, seed: int, forms: Sequence[str] | None) -> list[JSON]:
    """Cards made up for some cards of the main deck, as messages carry them."""
    from rules_check.properties.random_cards import random_set

    allowed = None if forms is None else frozenset(forms)
    made = random_set(table.ruleset, seed // GAMES_A_SET).play_set
    there = {card.name for card, _ in play_set(table).main_deck}
    book = Table(table.ruleset, "")
    cards: list[JSON] = further_cards(Game(made, seats=None), book)
    return [
        card
        for card in cards
        if card["name"] in there and (allowed is None or forms_of(card) <= allowed)
    ]


# ------------------------------------------------------------------------------------ one game


class _Beside:
    """A game that is played, and told to the other engine step by step."""

    def __init__(self, game: Game, table: Table, setup: dict[str, JSON], partner: Partner) -> None:
        self.game = game
        self.table = table
        self.setup = setup
        self.partner = partner
        self.steps: list[dict[str, JSON]] = []
        self.begun = False

    def take(self, s: State, option: Option) -> None:
        """Take an answer as `Game.take` does; before a player decides, compare. Raises Differs."""
        g = self.game
        if is_chance(s):
            nature = self.steps[-1]["nature"] if self.steps else self.setup["nature"]
            nature.append(nature_action(g, s, option))
        else:
            self.compare(s)
            seat, action = g.seat(g.actor(s, option)), dump_action(g, s, option)
            self.steps.append({"actor": seat, "action": action, "nature": []})
        g.take(s, option)

    def compare(self, s: State) -> None:
        """Tell the other engine the last step, and look at its position. Raises Differs."""
        number = len(self.steps)
        try:
            if self.begun:
                answer = self.partner.act(self.steps[-1])
            else:
                answer = self.partner.begin(self.table, self.setup)
                self.begun = True
            fault = compared(dump_position(self.game, s), answer, number)
        except EngineFailed as failed:
            fault = self.partner.failed(failed, number)
        if fault is not None:
            raise Differs(fault, Case(self.table, self.setup, tuple(self.steps)))


def play_live(live: LiveGame, partner: Partner, stopped: Callable[[], bool]) -> int:
    """Play a game on both engines; how many decisions were compared. Raises Differs, Cut, and
    CannotStart."""
    game = game_of(live.table, live.seats, live.cards)
    rng = Random(live.seed)
    players = [PLAYERS[kind](rng) for kind in live.kinds]
    if live.begin == MIDDLE:
        setup = scrambled(game, rng)
        state = state_of(game, setup)
    else:
        setup, state = _begun(game, rng, partner)
    setup["cards"] = live.cards
    beside = _Beside(game, live.table, setup, partner)

    def take(s: State, option: Option) -> None:
        if stopped():
            raise Cut
        if len(s.facts) > LONG_TURN:
            raise EndlessGame(LONG_TURN, s.turn)
        beside.take(s, option)

    try:
        play_on(game, state, players, rng, [], limit=MOST[live.begin], take=take)
    except (EndlessGame, RunsForever):
        return len(beside.steps)
    beside.compare(state)
    return len(beside.steps) + 1


def _begun(game: Game, rng: Random, partner: Partner) -> tuple[dict[str, JSON], State]:
    """The set-up of a game and its first state; an engine that sets no game up gets one that is."""
    if SET_UP in partner.lane.capabilities["features"]:
        return dump_setup(game, unpacked(game), SET_UP), game.new()
    setup = setup_at(game, dealt(game, rng), "start")
    return setup, state_of(game, setup)


# ---------------------------------------------------------------------------- the whole campaign


class Campaign(NamedTuple):
    """What came of the games: a verdict for each, how many decisions were compared."""

    verdicts: list[Verdict]
    decisions: int
    complete: bool
    why_cut: str = ""


def run_live(
    wanted: Wanted,
    partner: Partner,
    *,
    stopped: Callable[[], bool],
    note: Callable[[Verdict], None],
    seconds: float | None = None,
) -> Campaign:
    """Play all games, or until one differs."""
    verdicts: list[Verdict] = []
    decisions = 0
    end = None if seconds is None else time.monotonic() + seconds

    def over() -> bool:
        return stopped() or (end is not None and time.monotonic() > end)

    def add(verdict: Verdict) -> None:
        verdicts.append(verdict)
        note(verdict)

    forms = partner.lane.capabilities.get("forms")
    for live in planned(wanted, forms):
        began = time.monotonic()
        try:
            if over():
                raise Cut
            number = play_live(live, partner, over)
        except Cut:
            late = not stopped()
            why = "the time is up" if late else "the run was cut short"
            return Campaign(verdicts, decisions, late, why)
        except CannotStart as error:
            return Campaign(verdicts, decisions, False, f"the program cannot be started: {error}")
        except Unplayable as error:
            add(Verdict(stub(live, 0), "unsupported", str(error)))
            continue
        except Differs as found:
            decisions += len(found.case.steps)
            told = _told(live, found, partner, stopped)
            add(replace(told, seconds=time.monotonic() - began))
            break
        decisions += number
        add(Verdict(stub(live, number), "pass", seconds=time.monotonic() - began))
    return Campaign(verdicts, decisions, True)


def stub(live: LiveGame, decisions: int) -> dict[str, JSON]:
    """What reports are told of a game in which nothing differs."""
    more = f", {len(live.cards)} random cards" if live.cards else ""
    return {
        "id": live.id,
        "title": f"{' and '.join(live.seats)}: {decisions} decisions{more}",
        "kind": "live",
        "ruleset": live.table.ruleset,
        "rules": [],
        "steps": [],
        "info": {"hash": ""},
    }


def _told(live: LiveGame, found: Differs, partner: Partner, stopped: Callable[[], bool]) -> Verdict:
    """The difference, made small."""
    fault = found.fault
    transcript = tuple(partner.transcript)
    most = TRIES if fault.outcome in ANSWERED else RESTARTS
    try:
        small = shrink(partner, found.case, fault, stopped=stopped, tries=most)
        again = "; played again, it answers otherwise: it is not deterministic"
    except CannotStart as error:
        small, again = None, f"; the program cannot be started again: {error}"
    if small is None:
        again = "" if stopped() else again
        replay = replayed(found.case)
        assert replay is not None
    else:
        replay, fault, transcript, again = small.replay, small.fault, small.transcript, ""
    rules = rules_of(replay, fault)[:CANDIDATES]
    if fault.outcome in ANSWERED and not stopped():
        rules = confirmed(rules, live.table.ruleset, partner.lane)
    return Verdict(
        live_vector(live.id, replay, rules[:NAMED]),
        fault.outcome,
        _why(fault) + again,
        fault.divergence,
        transcript,
        fault.stderr,
    )


def _why(fault: Fault) -> str:
    where = f"step {fault.step}" if fault.step else "the set-up"
    return f"after {where}: {fault.differences[0] if fault.differences else fault.why}"
