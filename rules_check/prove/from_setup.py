"""A refutation as a game from the set-up, where one can be found: a short search.

A proof begins in any position. Whether a game comes to such a position is another question: games
are played in which the card is common, until one of them breaks the same property.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.game import Game
from rules_check.oracle.players.player import PLAYERS
from rules_check.oracle.values.choices import NATURE
from rules_check.oracle.values.option_forms import Option
from rules_check.output.report import plural
from rules_check.properties.model import Property
from rules_check.properties.referee import play_refereed

GAMES: Final = 12
"""So many games are played in search of one."""

ANSWERS: Final = 400
"""A game is given up after so many answers."""

COPIES: Final = 30
"""So many copies of the card are in the main deck."""

LINES: Final = 12
"""So many actions are told, the last ones."""


class FromSetup(NamedTuple):
    """A game from the set-up that breaks a property: in which turn, after how many answers, what
    was done in that turn, and what is broken. `games` is how many were played, `common` whether the
    main deck is full of the card."""

    games: int
    turn: int = 0
    answers: int = 0
    acts: tuple[str, ...] = ()
    broken: str = ""
    common: bool = False

    @property
    def found(self) -> bool:
        """Whether there is such a game."""
        return bool(self.broken)

    def lines(self) -> Iterator[str]:
        """The game in words, or that none was found."""
        if not self.found:
            games = plural(self.games, "game")
            yield f"none was found in {games}; the one above begins in a position"
            return
        dealt = f" ({COPIES} copies of the card in the main deck)" if self.common else ""
        yield f"turn {self.turn}, after {self.answers} answers{dealt}"
        yield from self.acts
        yield f"broken: {self.broken}"


def from_setup(playset: PlaySet, card: CardDef | None, prop: Property) -> FromSetup:
    """The shortest of some games that break a property, from the set-up on."""
    best = FromSetup(GAMES)
    dealt = _common(playset, card)
    game = Game(dealt)
    for seed in range(GAMES):
        rng = Random(seed)
        kind = list(PLAYERS)[seed % len(PLAYERS)]
        players = [PLAYERS[kind](rng) for _ in game.seats]
        limit = best.answers if best.found else ANSWERS
        played = play_refereed(game, players, rng, properties=[prop], limit=limit)
        said = [v.message for v in played.violations if v.property == prop.name]
        if said and (not best.found or len(played.answers) < best.answers):
            turn, acts = _told(game, played.answers)
            best = FromSetup(GAMES, turn, len(played.answers), acts, said[0], dealt is not playset)
    return best


def _common(playset: PlaySet, card: CardDef | None) -> PlaySet:
    """The same cards, but this one more often than the others."""
    if card is None or card.name not in {one.name for one, _ in playset.main_deck}:
        if card is not None and a.Title.CHARACTER in card.titles:
            return _leading(playset, card)
        return playset
    others = tuple((one, n) for one, n in playset.main_deck if one.name != card.name)
    return replace(playset, main_deck=((card, COPIES), *others))


def _leading(playset: PlaySet, card: CardDef) -> PlaySet:
    """The Character comes first in the stack of its player."""
    stacks = {
        seat: tuple(sorted(stack, key=lambda one: one != card))
        for seat, stack in playset.characters.items()
    }
    return replace(playset, characters=stacks)


def _told(game: Game, answers: list[Option]) -> tuple[int, tuple[str, ...]]:
    """The number of the last turn, and what was done in it."""
    state = game.new()
    turn, acts = state.turn, list[str]()
    for number, option in enumerate(answers, 1):
        if state.turn != turn:
            turn, acts = state.turn, []
        choice = state.choice
        if choice is not None and choice.player != NATURE:
            acts.append(f"P{game.actor(state, option) + 1}: {game.label(state, option)}")
        if number < len(answers):  # the last one breaks it
            game.take(state, option)
    return turn, tuple(acts[-LINES:])
