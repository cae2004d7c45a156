"""Random positions and random answers: short games that Hypothesis can make shorter still."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.values.choices import NATURE, Choice, ChoiceKind
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import Order
from rules_check.properties.strategies.derive import Drawn

Position = dict[str, Any]

picks = st.lists(st.integers(0, 40), max_size=40)
"""Answers as numbers: which of the options, counted around."""


@lru_cache(maxsize=8)
def game_of(name: str, variant: str | None = None, players: int = 0) -> Game:
    """The game of a play set, made once."""
    play_set = load_play_set(name)
    seats = play_set.seats[:players] if players else None
    return Game(play_set, seats, variant=variant)


@lru_cache(maxsize=8)
def _pool(name: str) -> tuple[tuple[str, ...], Counter[str]]:
    """The cards that can lie anywhere, and how many of each there are."""
    play_set = load_play_set(name)
    copies = Counter({card.name: number for card, number in play_set.main_deck})
    for basic in play_set.ruleset.basics:
        copies[basic.name] = basic.copies
    return tuple(copies), copies


@st.composite
def positions(draw: st.DrawFn, name: str, seats: int = 0) -> Position:
    """A position for `build_state`: small piles, so that the game is soon over."""
    names, left = _pool(name)
    left = left.copy()
    basics = {basic.name for basic in load_play_set(name).ruleset.basics}

    def some(most: int, least: int = 0) -> list[str]:
        """Cards that are not used up."""
        found = draw(st.lists(st.sampled_from(names), min_size=least, max_size=most))
        kept = []
        for card in found:
            if left[card]:
                left[card] -= 1
                kept.append(card)
        return kept

    play_set = load_play_set(name)
    players = seats or len(play_set.seats)
    position: Position = {"active": f"P{draw(st.integers(1, players))}"}
    for player in range(1, players + 1):
        levels = len(play_set.characters[play_set.seats[player - 1]])
        position[f"P{player}"] = {
            "hand": some(5),
            "deck": some(4),
            "discard": some(4),
            "play": some(1),
            "level": draw(st.integers(1, levels)),
        }
    position["line_up"] = [card for card in some(5) if card not in basics]
    position["main_deck_size"] = draw(st.integers(0, 12))
    if draw(st.booleans()):
        position["phase"] = "play"
        position["power"] = {position["active"]: draw(st.integers(0, 16))}
    return position


def pick_option(choice: Choice, pick: int) -> Option:
    """The option that a number means; a shuffle by 0 leaves the cards as they are."""
    if choice.kind is ChoiceKind.SHUFFLE:
        cards = list(choice.cards)
        if pick:
            Random(pick).shuffle(cards)
        return Order(tuple(cards))
    assert choice.player == NATURE or choice.options
    return choice.options[pick % len(choice.options)]


def named_positions(names: tuple[str, ...]) -> Drawn:
    """A play set of these, and a position of its game."""
    return st.sampled_from(names).flatmap(lambda name: st.tuples(st.just(name), positions(name)))
