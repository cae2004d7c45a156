"""Games that Hypothesis plays: it looks for one that breaks a property, and makes it short.

Only tests import this module. `GameMachine` is a rule-based machine; `play_picks` plays from a
position with answers given as numbers, which Hypothesis shrinks faster.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from rules_check.oracle.build import build_state
from rules_check.oracle.game import Game
from rules_check.oracle.names import play_set_names
from rules_check.oracle.players import GreedyPlayer
from rules_check.oracle.state import NATURE, State
from rules_check.properties.model import Property
from rules_check.properties.referee import Broken, Referee
from rules_check.properties.registry import PROPERTIES
from rules_check.properties.story import describe
from rules_check.properties.strategies.games import Position, game_of, named_positions, pick_option


class Refuted(AssertionError):
    """A property did not hold; the message tells the game."""


class Play:
    """A game that goes on under the eyes of a referee."""

    def __init__(
        self,
        game: Game,
        state: State,
        properties: Sequence[Property] = PROPERTIES,
        every: int = 1,
    ) -> None:
        self.game = game
        self.state = state
        self.referee = Referee(game, state, properties, every)

    def pick(self, number: int) -> bool:
        """Answer with one of the options; False if the game is over."""
        choice = self.state.choice
        if choice is None:
            return False
        self._take(pick_option(choice, number))
        return True

    def play_turn(self, seed: int) -> None:
        """Let a sensible player end this turn for everybody."""
        rng, turn = Random(seed), self.state.turn
        player = GreedyPlayer(rng)
        for _ in range(200):
            choice = self.state.choice
            if choice is None or self.state.turn != turn:
                return
            if choice.player == NATURE:
                self.pick(seed)
            else:
                self._take(player.decide(self.game, self.state, choice, choice.options))

    @property
    def may_leave(self) -> bool:
        """Whether nothing has been answered yet, or nothing is left to answer."""
        return not self.referee.answers or self.state.choice is None

    def end(self) -> None:
        """Leave the game, over or not."""
        found = self.referee.end(self.state)
        if found:
            raise Refuted(describe(self.game, self.referee.start, self.referee.answers, found))

    def _take(self, option: tuple[object, ...]) -> None:
        try:
            self.referee.take(self.state, option)
        except Broken as broken:
            referee = self.referee
            told = describe(self.game, referee.start, referee.answers, broken.violations)
            raise Refuted(f"\n{told}") from broken


def play_picks(
    game: Game,
    position: Position,
    picks: Iterable[int],
    properties: Sequence[Property] = PROPERTIES,
    every: int = 1,
) -> State:
    """Play from a position with answers given as numbers. Raises Refuted."""
    play = Play(game, build_state(game, position), properties, every)
    for number in picks:
        if not play.pick(number):
            break
    play.end()
    return play.state


class GameMachine(RuleBasedStateMachine):
    """Whole games of every play set, answer by answer; long ones from the set-up, short ones
    from a position."""

    def __init__(self) -> None:
        super().__init__()
        self.play: Play | None = None

    @initialize(name=st.sampled_from(play_set_names()))
    def set_up(self, name: str) -> None:
        """A whole game; the set-up is nature's."""
        game = game_of(name)
        self.play = Play(game, game.new(trace=True), every=7)

    @rule(at=named_positions(play_set_names()))
    @precondition(lambda self: self.play is not None and self.play.may_leave)
    def go_to(self, at: tuple[str, Position]) -> None:
        """Begin somewhere else, at the start or after the end of a game."""
        assert self.play is not None
        self.play.end()
        name, position = at
        game = game_of(name)
        self.play = Play(game, build_state(game, position), every=3)

    @rule(number=st.integers(0, 40))
    @precondition(lambda self: self.play is not None and self.play.state.choice is not None)
    def answer(self, number: int) -> None:
        """Somebody answers."""
        assert self.play is not None
        self.play.pick(number)

    @rule(seed=st.integers(0, 3))
    @precondition(lambda self: self.play is not None and self.play.state.choice is not None)
    def end_turn(self, seed: int) -> None:
        """The turn is played to its end."""
        assert self.play is not None
        self.play.play_turn(seed)

    def teardown(self) -> None:
        """What holds of the game as a whole."""
        if self.play is not None:
            self.play.end()
