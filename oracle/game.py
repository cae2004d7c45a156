"""A game: its cards, its ruleset, and everything that can be asked of a position.

`Game` never changes; positions are `State` values. `new` sets a game up, `answer` takes one
decision and runs on to the next. It stands on top of all rooms of the engine and answers the
questions of `oracle.box.table.Table`; no rule knows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules_check.oracle import effects, turns
from rules_check.oracle.box.cards import fill_box
from rules_check.oracle.box.playset import PlaySet
from rules_check.oracle.box.reading import AS_PRINTED, Reading, orders_of
from rules_check.oracle.box.settings import GameError
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning import find, who
from rules_check.oracle.meaning.possible import possible
from rules_check.oracle.playable import refuse_unplayable
from rules_check.oracle.running.agenda import resume, run
from rules_check.oracle.standing import bans, costs, qualities, watch
from rules_check.oracle.trace import citing
from rules_check.oracle.turns import scoring
from rules_check.oracle.turns.refusing import Refused, refuse
from rules_check.oracle.turns.setup import set_up
from rules_check.oracle.turns.turn import tell_turn
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import AssistWith, UseAbility
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import BeginTurn
from rules_check.oracle.values.zones import PER_PLAYER
from rules_check.oracle.writing import json_, labels

__all__ = ["Game", "GameError", "Refused"]

_FILLED = (effects, turns)
"""Importing these fills the tables of tasks and effects."""


class Game(Table):
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
        self.set_up_rules(self.rulings, named, *self.orders)
        problem = self.seat_problem()
        if problem is not None:
            code, message = problem
            raise GameError(message, self.cites("refused." + code))
        refuse_unplayable(playset.cards())
        fill_box(self)
        self.sort_cards()

    # ------------------------------------------------------------------------- playing

    def new(self, trace: bool = False) -> State:
        """A new game at its first decision (nature's, usually)."""
        s = State(self.players, self.zone_count, len(self.kinds))
        if trace:
            s.trace = []
        set_up(self, s)
        run(self, s)
        return s

    def begun_from(self, s: State, *, trace: bool) -> State:
        """A game that begins where the cards lie so, at its first decision."""
        if trace:
            s.trace = []
            if not isinstance(s.agenda[-1], BeginTurn):
                tell_turn(self, s)
        run(self, s)
        return s

    run = run
    """Go on to the next decision."""

    take = resume
    """Take one of the offered options and run on to the next decision."""

    def answer(self, s: State, option: Option) -> None:
        """Take a decision; raises Refused, and changes nothing, if it is not offered."""
        refused = self.refuse(s, option)
        if refused is not None:
            raise refused
        resume(self, s, option)

    def refuse(self, s: State, option: Option) -> Refused | None:
        """Why this cannot be done now, or None."""
        return refuse(self, s, option)

    def actor(self, s: State, option: Option) -> int:
        """Who acts by this option: for an Assist the player who has the card in hand."""
        assert s.choice is not None
        if isinstance(option, AssistWith):
            return s.where[option.card] // PER_PLAYER
        if isinstance(option, UseAbility) and s.choice.kind is ChoiceKind.MAIN:
            mine = [x for x in self.watching(s).once if x.source == option.card]
            if option.at < len(mine):
                return mine[option.at].you
        return s.choice.player

    def power(self, s: State, player: int) -> Any:
        """The Power a player has left this turn."""
        return s.power[player]

    # ---------------------------------------------------- answers to the questions of rules

    refresh = watch.refresh
    amount = find.amount
    matching = find.matching
    selected = find.selected
    fits = find.fits
    possible = possible
    cost = costs.cost
    total_cost = who.total_cost
    character_cost = costs.character_cost
    types = qualities.types
    is_type = qualities.is_type
    shares_type = qualities.shares_type
    has_title = qualities.has_title
    has_keyword = qualities.has_keyword

    # ------------------------------------------------------ what else can be asked of a position

    cost_to_buy = costs.cost_to_buy
    cost_to_defeat = costs.cost_to_defeat
    cost_to_take = costs.cost_to_take
    banned = bans.banned
    may_draw = bans.may_draw
    worth = scoring.worth
    label = labels.label
    parse = labels.parse
    topics = citing.topics
    rules_of = citing.rules_of

    # ------------------------------------------------------------------------- as JSON

    dump = json_.dump_state
    load = json_.load_state
