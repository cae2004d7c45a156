"""The yardstick of the engine: pyminion, which plays Dominion, with bots that decide at random.

A decision is a call of a method with which pyminion asks a bot. The bots play one Treasure a
call, as our players play one card a decision. pyminion is needed by the benchmark only, and
may be missing; it is imported when it is asked for.
"""

from __future__ import annotations

import importlib.metadata
import logging
import random
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

from bench.random_play import Tally, tally

PLAYERS = 2
MOST_DECISIONS = 10_000
"""A game with more is stuck (no money, and nothing left that is free) and is left out."""

LEFT_OUT = "Remodel"
"""The one card that stops the program when it is played as the last card of a hand."""


def version() -> str | None:
    """Which pyminion is installed; None: none."""
    try:
        return importlib.metadata.version("pyminion")
    except importlib.metadata.PackageNotFoundError:
        return None


class Stuck(Exception):
    """A game that does not come to its end."""


class RandomDecider:
    """Decides for all bots of a game, and counts.

    pyminion asks by these methods (those that cards of its base set need), in part with
    arguments by name. Declining, where it is possible, is one of the options.
    """

    def __init__(self) -> None:
        self.decisions = 0

    def action_phase_decision(self, cards: Sequence[Any], *_: object) -> Any:
        """Which Action is played?"""
        return self._one_or_none(cards)

    def treasure_phase_decision(self, cards: Sequence[Any], *_: object) -> list[Any]:
        """Which Treasure is played? It is asked again until there is none."""
        card = self._one_or_none(cards)
        return [] if card is None else [card]

    def buy_phase_decision(self, valid_cards: Sequence[Any], **_: object) -> Any:
        """Which card is bought?"""
        if self.decisions > MOST_DECISIONS:
            raise Stuck
        return self._one_or_none(valid_cards)

    def multi_play_decision(self, valid_cards: Sequence[Any], **_: object) -> Any:
        """Which card is played twice?"""
        self.decisions += 1
        return valid_cards[int(random.random() * len(valid_cards))]

    def binary_decision(self, **_: object) -> bool:
        """Yes or no?"""
        self.decisions += 1
        return random.random() < 0.5

    def discard_decision(
        self,
        valid_cards: Sequence[Any],
        min_num_discard: int = 0,
        max_num_discard: int = -1,
        **_: object,
    ) -> list[Any]:
        """Which cards are discarded?"""
        return self._some(valid_cards, min_num_discard, max_num_discard)

    def trash_decision(
        self,
        valid_cards: Sequence[Any],
        min_num_trash: int = 0,
        max_num_trash: int = -1,
        **_: object,
    ) -> list[Any]:
        """Which cards are trashed?"""
        return self._some(valid_cards, min_num_trash, max_num_trash)

    def gain_decision(
        self,
        valid_cards: Sequence[Any],
        min_num_gain: int = 0,
        max_num_gain: int = -1,
        **_: object,
    ) -> list[Any]:
        """Which cards are gained?"""
        return self._some(valid_cards, min_num_gain, max_num_gain)

    def topdeck_decision(
        self,
        valid_cards: Sequence[Any],
        min_num_topdeck: int = 0,
        max_num_topdeck: int = -1,
        **_: object,
    ) -> list[Any]:
        """Which cards go on top of the deck?"""
        return self._some(valid_cards, min_num_topdeck, max_num_topdeck)

    def _one_or_none(self, cards: Sequence[Any]) -> Any:
        self.decisions += 1
        at = int(random.random() * (len(cards) + 1))
        return cards[at] if at < len(cards) else None

    def _some(self, cards: Sequence[Any], least: int, most: int) -> list[Any]:
        """Cards, at least and at most so many (-1: any number)."""
        self.decisions += 1
        number = len(cards)
        most = number if most < 0 else min(most, number)
        wanted = least + int(random.random() * (most - least + 1))
        if wanted == 1:
            return [cards[int(random.random() * number)]]
        return random.sample(cards, wanted)


def whole_games(seeds: Iterable[int], *, log: bool) -> Tally:
    """Random games; each with ten kinds of Kingdom cards, drawn from the base set by its seed.

    With `log` the program is as it comes: it makes a log record of all that happens, and
    nobody reads it. Without, no record is made.
    """
    logger = logging.getLogger()  # the root: that is where pyminion writes, and it sets the level
    before = logger.level
    new_game = import_module("pyminion.game").Game
    new_player = import_module("pyminion.player").Player
    base_set = import_module("pyminion.expansions.base").base_set
    kingdom = [card for card in base_set if card.name != LEFT_OUT]

    def play(seed: int) -> int:
        random.seed(seed)
        decider = RandomDecider()
        players = [new_player(decider, player_id=f"bot {at}") for at in range(PLAYERS)]
        try:
            new_game(players, [kingdom], log_stdout=False).play()
        except Stuck:
            return 0
        return decider.decisions

    logger.setLevel(logging.INFO if log else logging.WARNING)
    try:
        return tally(seeds, play)
    finally:
        logger.setLevel(before)
