"""A game: its cards, its ruleset, and everything that can be asked of a position.

`Game` never changes; positions are `State` values. `new` sets a game up, `answer` takes one
decision and runs on to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle import (
    confrontation,
    effects,
    main_phase,
    replacing,
    setup,
    triggers,
    turn,
    watch,
)
from rules_check.oracle.box import fill_box
from rules_check.oracle.citing import Citing
from rules_check.oracle.core import happen, resume, run
from rules_check.oracle.costs import Costs
from rules_check.oracle.labels import Labels
from rules_check.oracle.lasts import Lasts
from rules_check.oracle.listeners import Listener, Watch, in_window
from rules_check.oracle.playset import PlaySet
from rules_check.oracle.refusing import Refused, refuse
from rules_check.oracle.setup import lay_out
from rules_check.oracle.state import NATURE, Option, State
from rules_check.oracle.zones import PER_PLAYER, PLAY

__all__ = ["Game", "GameError", "Refused"]

_FILLED = (confrontation, effects, main_phase, replacing, setup, triggers, turn)
"""Importing these fills the tables of tasks and effects."""


class GameError(ValueError):
    """A game cannot be set up like this; the rules that say so."""

    def __init__(self, message: str, rules: tuple[str, ...] = ()) -> None:
        self.rules = rules
        super().__init__(message)

    def __reduce__(self) -> tuple[type[GameError], tuple[str, tuple[str, ...]]]:
        return GameError, (str(self), self.rules)


class Game(Costs, Lasts, Labels, Citing):
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
    ) -> None:
        self.playset = playset
        self.rulings = dict(rulings or {})
        self.ruleset = playset.ruleset
        self.seats = tuple(seats) if seats is not None else playset.seats
        self.players = len(self.seats)
        self.set_up_rules(rulings or {}, variant, turn_order, end_order)
        problem = self.seat_problem()
        if problem is not None:
            code, message = problem
            raise GameError(message, self.cites("refused." + code))
        fill_box(self)
        self.sort_cards()
        self._ids: dict[str, int] = {}
        self._nodes: dict[int, tuple[int, int]] = {}
        self.topics_behind: dict[tuple[Any, ...], tuple[str, ...]] = {}

    explains = True
    """Whether the trace also tells what makes no difference to the position."""

    # ------------------------------------------------------------------------- playing

    def new(self, trace: bool = False) -> State:
        """A new game at its first decision (nature's, usually)."""
        s = State(self.players, self.zone_count, len(self.kinds))
        if trace:
            s.trace = []
        lay_out(self, s)
        s.agenda.append(("setup",))
        run(self, s)
        return s

    def run(self, s: State) -> None:
        """Go on to the next decision."""
        run(self, s)

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
        if option[0] == "assist":
            return s.where[option[1]] // PER_PLAYER
        if option[0] == "use" and s.choice.kind == "main":
            listeners: Iterable[Listener] = self.watching(s).once
            mine = [x for x in listeners if x.source == option[1]]
            if option[2] < len(mine):
                return mine[option[2]].you
        return s.choice.player

    def is_natures(self, s: State) -> bool:
        """Whether nature decides next."""
        return s.choice is not None and s.choice.player == NATURE

    def node_references(self) -> Mapping[int, tuple[int, int]]:
        """For each piece of card text (by identity): its kind of card and its number there."""
        if not self._nodes:
            for kind in self.kind_list:
                for number, node in enumerate(a.walk(kind.text)):
                    self._nodes.setdefault(id(node), (kind.index, number))
        return self._nodes

    def node_at(self, kind: int, number: int) -> a.Node:
        """The piece of card text that a reference means."""
        for at, node in enumerate(a.walk(self.kind_list[kind].text)):
            if at == number:
                return node
        raise ValueError(f"no piece {number} in the text of {self.kind_list[kind].name}")

    def power(self, s: State, player: int) -> Any:
        """The Power a player has left this turn."""
        return s.power[player]

    # ---------------------------------------------------------------------- listening

    def refresh(self, s: State) -> Watch:
        """Work out which texts listen."""
        return watch.refresh(self, s)

    def watching(self, s: State) -> Watch:
        """Which texts listen now."""
        found: Watch = s.watch or watch.refresh(self, s)
        return found

    def in_play(self, s: State, player: int) -> tuple[int, ...]:
        """The cards in play before a player, whose standing texts listen."""
        return s.zones[player * PER_PLAYER + PLAY]

    def in_window(self, s: State, you: int, window: a.Window) -> bool:
        """Whether the game is in that stretch of time, seen by a player."""
        return in_window(s, you, window, self.team)

    def force_block(self, s: State, player: int, card: int) -> None:
        """A forced discard works as a Block (a reading no book chooses)."""
        confrontation.force_block(self, s, player, card)

    def count_as_played_by(self, s: State, player: int, card: int) -> None:
        """The active player counts as having played it too (a reading no book chooses)."""
        happen(self, s, a.Verb.PLAY, player, card, s.where[card], s.where[card])

    def gained(self, s: State, player: int, card: int, verb: a.Verb) -> None:
        """A card was gained: its "when you gain this" text becomes pending."""
        kind = self.kinds[card]
        if kind.gained and (verb is a.Verb.BUY or not self.sw_banner_when_bought):
            fact = (verb, player, card, -1, -1)
            for node in kind.gained:
                s.pending.append((player, card, node, fact, None))
