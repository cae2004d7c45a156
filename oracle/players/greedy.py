"""A player with some sense, for any card: it plays what helps, buys what costs most, and
Confronts when its hand seems to be enough.

What to play and buy is read off the cards (`oracle.players.appraise`). Everything else is tried
on a copy of the state, and the positions compared. Of hidden cards only their number counts: a
card that would be drawn is any card.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules_check.oracle.game import Game
from rules_check.oracle.players.appraise import Appraisal, appraise
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import (
    DONE,
    END,
    PASS,
    AssistWith,
    BuyCard,
    Confront,
    DefeatCard,
    HuntCard,
    PlayCard,
    UseAbility,
)
from rules_check.oracle.values.state import State

DEPTH = 3
"""So many answers of its own the player looks ahead: to do it, with which card, and stop."""

WIDTH = 6
"""Of so many options the answers that follow are tried."""

LATE = 15
"""With fewer cards than this in the main deck, VP count more than what a card does."""

LATER = frozenset({ChoiceKind.MAIN, ChoiceKind.ANNOUNCE, ChoiceKind.BLOCK})
"""Decisions that belong to another thought."""


class GreedyPlayer:
    """Buys what costs most, Confronts when it can win, and otherwise looks a step ahead."""

    def __init__(self, rng: Random) -> None:
        self._random = rng.random
        self._game: Game | None = None
        self._cards: list[Appraisal] = []
        self._turn = 0
        self._used: set[Option] = set()

    def decide(self, game: Game, state: State, choice: Choice, options: Sequence[Option]) -> Option:
        """The option that seems best; of equal ones the first."""
        if game is not self._game:
            self._meet(game)
        if choice.kind is ChoiceKind.MAIN and PASS in options:
            return self._assist(state, options)
        if choice.kind is ChoiceKind.ANNOUNCE:
            return self._announce(game, state, choice.player, options)
        if choice.kind is ChoiceKind.BLOCK:
            return self._block(game, state, choice.player, options)
        if choice.kind is ChoiceKind.MAIN:
            return self._act(game, state, options)
        return self._best(game, state, choice.player, options)

    def _meet(self, game: Game) -> None:
        """Look at all cards of a game once."""
        self._game = game
        self._cards = [appraise(kind.text, cost=kind.cost, vp=kind.vp) for kind in game.kinds]

    # ------------------------------------------------------------------ in its turn

    def _announce(self, game: Game, state: State, seat: int, options: Sequence[Option]) -> Option:
        """Confront the foe it can beat; of several the one who is worth most."""
        expected = state.power[seat] + self._expected(game, state, seat, confronting=True)
        best, decline = None, options[0]
        for option in options:
            if not isinstance(option, Confront):
                decline = option
            elif expected >= (cost := game.character_cost(state, option.player)) and (
                best is None or cost > best[0]
            ):
                best = cost, option
        return decline if best is None else best[1]

    def _expected(self, game: Game, state: State, seat: int, *, confronting: bool) -> int:
        """The Power that the hand will give; a card drawn is worth one."""
        total = 0
        for card in game.zone(state, "hand", seat):
            seen = self._cards[card]
            total += (seen.confronting if confronting else seen.usual).total
        return total

    def _act(self, game: Game, state: State, options: Sequence[Option]) -> Option:
        """Play what draws first, then the rest; use what helps; buy what costs most; stop."""
        if state.turn != self._turn:
            self._turn = state.turn
            self._used.clear()
        plays = [option for option in options if isinstance(option, PlayCard)]
        if plays:
            return max(plays, key=lambda option: self._draws_and_gives(state, option.card))
        for option in options:
            if isinstance(option, UseAbility) and option not in self._used:
                self._used.add(option)
                if self._helps(game, state, option):
                    return option
        buys = [option for option in options if isinstance(option, (BuyCard, DefeatCard, HuntCard))]
        if buys:
            return max(buys, key=lambda option: self._price(game, state, option.card))
        return next((option for option in options if option in (END, DONE)), options[0])

    def _draws_and_gives(self, state: State, card: int) -> tuple[int, int]:
        """What playing a card gives now: cards, then Power."""
        seen = self._cards[card]
        gain = seen.confronting if state.confronted >= 0 else seen.usual
        return gain.cards, gain.power

    def _helps(self, game: Game, state: State, option: Option) -> bool:
        """Whether an ability seems to be worth its price."""
        seat = state.active
        hand = frozenset(game.zone(state, "hand", seat))
        before = self._value(game, state, seat, hand)
        return self._after(game, state, option, seat, hand, DEPTH) > before

    def _price(self, game: Game, state: State, card: int) -> tuple[int, int]:
        """How much it wants a card: by its cost, at the end of the game by its VP."""
        kind = game.kinds[card]
        late = len(game.zone(state, "main-deck")) < LATE
        return (kind.vp, kind.cost) if late else (kind.cost, kind.vp)

    def _assist(self, state: State, options: Sequence[Option]) -> Option:
        """Help the partner in a Confrontation with the card that gives most, if it gives any."""
        best: Option = PASS
        most = 0
        if state.confronted >= 0:
            for option in options:
                if isinstance(option, AssistWith):
                    gain = self._cards[option.card].confronting.total
                    if gain > most:
                        best, most = option, gain
        return best

    # ---------------------------------------------------------- in the turn of others

    def _block(self, game: Game, state: State, seat: int, options: Sequence[Option]) -> Option:
        """Block if that saves the Character; cards that cannot save it are kept."""
        if _stands(game, state):
            return PASS
        for first in options:
            if first != PASS and self._saves(game, state.copy(), seat, first):
                return first
        return PASS

    def _saves(self, game: Game, trial: State, seat: int, option: Option) -> bool:
        """Whether the Character stands after this answer and all Blocks that can follow."""
        target = trial.confronted
        character = game.zone(trial, "characters", target)[0]
        for _ in range(DEPTH * WIDTH):
            game.take(trial, option)
            choice = trial.choice
            if game.zone(trial, "characters", target)[:1] != (character,):
                return False  # also if a text that waited for that asks something first
            if trial.confronted != target or trial.result is not None:  # the comparison is over
                return True
            if _stands(game, trial):
                return True
            if choice is None or choice.player != seat:
                return False
            if choice.kind is not ChoiceKind.BLOCK:
                option = self._best(game, trial, seat, choice.options)
            else:
                option = choice.options[0]
        return False

    # ----------------------------------------------------------------- looking ahead

    def _best(self, game: Game, state: State, seat: int, options: Sequence[Option]) -> Option:
        hand = frozenset(game.zone(state, "hand", seat))
        best, value = options[0], float("-inf")
        for option in options:
            one = self._after(game, state, option, seat, hand, DEPTH)
            if one > value:
                best, value = option, one
        return best

    def _after(
        self, game: Game, state: State, option: Option, seat: int, hand: frozenset[int], depth: int
    ) -> float:
        """What the position is worth after an answer and the best of those that follow."""
        trial = state.copy()
        game.take(trial, option)
        choice = trial.choice
        if depth > 1 and choice is not None and choice.player == seat and choice.kind not in LATER:
            following = choice.options[:WIDTH]
            if choice.options[-1] not in following:
                following = (*following, choice.options[-1])
            return max(self._after(game, trial, more, seat, hand, depth - 1) for more in following)
        if trial.result is not None:
            return 1000.0 if seat in trial.result.winners else -1000.0
        return self._value(game, trial, seat, hand)

    def _value(self, game: Game, state: State, seat: int, hand: frozenset[int]) -> float:
        """What a position is worth to a seat; `hand` are the cards it has seen in its hand."""
        cards, zone, total = self._cards, game.zone, 0.0
        for player in range(len(game.seats)):
            weight = 1.0 if player == seat else 0.5 if _together(game, player, seat) else -0.6
            mine = sum(
                cards[card].worth
                for name in ("deck", "discard", "play", "parked", "score", "characters")
                for card in zone(state, name, player)
            )
            for card in zone(state, "hand", player):
                seen = cards[card]
                mine += seen.worth
                if player == seat and card in hand:
                    gives = max(seen.usual.total, seen.confronting.total)
                    mine += 0.4 + 0.8 * gives + 0.4 * seen.guards
                else:
                    mine += 1.2
            if player == state.active:
                mine += state.power[player]
            total += weight * mine
        if state.confronted >= 0 and game.zone(state, "characters", state.confronted):
            own = 1.0 if _together(game, state.active, seat) else -1.0
            power = state.power[state.active]
            if state.active == seat:
                power += self._expected(game, state, seat, confronting=True)
            if power >= game.character_cost(state, state.confronted):
                total += 10.0 * own
            elif own > 0:
                total -= 0.8 * power
        return total


def _stands(game: Game, state: State) -> bool:
    """Whether the Confronted Character is safe as things are."""
    power = state.power[state.active]
    return bool(power < game.character_cost(state, state.confronted))


def _together(game: Game, one: int, other: int) -> bool:
    return bool(game.team[one] == game.team[other])
