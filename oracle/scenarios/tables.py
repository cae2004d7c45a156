"""The game that a scenario is played in, and the position it begins with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from rules_check.grammar.ast import Title
from rules_check.grammar.cardfile import read_card_text
from rules_check.oracle.box.arranging import Arrangement, Mixed, play_set_of
from rules_check.oracle.box.mixing import find_mix
from rules_check.oracle.box.playset import CardDef, PlaySet, card_defs, load_play_set
from rules_check.oracle.box.playset_file import PlaySetError
from rules_check.oracle.box.reading import Reading, order_of
from rules_check.oracle.game import Game, GameError
from rules_check.oracle.scenarios.model import (
    BadPosition,
    BrokenCards,
    Scenario,
)
from rules_check.oracle.scenarios.own_cards import OwnCards, broken_card, with_own_cards
from rules_check.oracle.scenarios.positions import PositionError, build_state
from rules_check.oracle.values.state import State
from rules_check.rules.load import load_ruleset

GIVEN_CARDS: Final = "given.cards"
"""The key of a scenario that holds further cards."""


def begin(scenario: Scenario, *, rulings: Mapping[str, int] | None = None) -> tuple[Game, State]:
    """The game of a scenario, and the position it begins with. Raises ScenarioError."""
    _need_whole_cards(scenario)
    try:
        game = table(scenario, rulings)
        if scenario.position is None:
            return game, game.new(trace=True)
        return game, build_state(game, scenario.position, trace=True)
    except PositionError as error:
        raise _bad_position(scenario, error, f"given.{error.key}", error.words) from error
    except PlaySetError as error:
        raise _bad_position(scenario, error, *_where(scenario, error)) from error
    except GameError as error:
        raise _bad_position(scenario, error, "players" if scenario.players else "") from error
    except ValueError as error:
        raise _bad_position(scenario, error) from error


def _bad_position(
    scenario: Scenario, error: ValueError, key: str = "", words: str = ""
) -> BadPosition:
    return BadPosition(
        scenario.file, scenario.id, str(error), number=scenario.number, key=key, words=words
    )


def _where(scenario: Scenario, error: PlaySetError) -> tuple[str, str]:
    """The key and the words that cards cannot be used for."""
    if error.file == GIVEN_CARDS:
        return GIVEN_CARDS, error.message.removeprefix("not understood: ")
    return ("cards" if scenario.own else "players" if scenario.players else ""), ""


def _need_whole_cards(scenario: Scenario) -> None:
    """A scenario is not played without a card that it needs."""
    if any(cards.broken for cards in scenario.own):
        steps = "\n".join(step.text for step in scenario.steps)
        words = f"{steps}\n{scenario.position}\n{scenario.players}\n{scenario.cards}"
        if why := broken_card(scenario.own, load_play_set(scenario.game), words):
            raise BrokenCards(scenario.file, scenario.id, why, number=scenario.number)


def table(scenario: Scenario, rulings: Mapping[str, int] | None) -> Game:
    """The game of a scenario. Raises PlaySetError and GameError."""
    return _game(
        scenario.game,
        scenario.players,
        scenario.variant,
        scenario.cards,
        tuple(sorted((rulings or {}).items())),
        scenario.mix,
        scenario.own,
        scenario.end_of_turn,
        scenario.reading,
    )


@lru_cache(maxsize=128)
def _game(
    name: str,
    players: tuple[str, ...],
    variant: str,
    cards: str,
    rulings: tuple[tuple[str, int], ...],
    mixed: Mixed | None,
    own: tuple[OwnCards, ...],
    end_of_turn: str,
    reading: Reading,
) -> Game:
    flipped = {**dict(rulings), **dict(reading.rulings)}
    if mixed is not None:
        variant = variant or find_mix(load_ruleset(name), mixed.other, mixed.how).variant
    others = (mixed,) if mixed is not None else ()
    play_set = play_set_of(Arrangement(name, variant, others, players), rulings=flipped)
    for file in own:
        play_set = with_own_cards(play_set, file, flipped)
    if cards:
        play_set = with_given_cards(play_set, cards, flipped)
    return Game(
        play_set,
        seats=players or play_set.seats,
        variant=variant or None,
        rulings=flipped,
        end_order=order_of(play_set.ruleset.end_of_turn, end_of_turn),
        reading=reading,
    )


def with_given_cards(play_set: PlaySet, cards: str, rulings: Mapping[str, int]) -> PlaySet:
    """The play set with further cards in the main deck; a card whose name is known takes the place
    of that card, and a Character that of its level."""
    name = play_set.ruleset.name
    text = f"set: given cards\nruleset: {name}\n\n{cards}"
    return with_further(play_set, card_defs(read_card_text(text, GIVEN_CARDS), rulings=rulings))


def with_further(play_set: PlaySet, cards: Iterable[tuple[CardDef, int]]) -> PlaySet:
    """The same for cards that are understood, with their copies. Raises PlaySetError."""
    characters = dict(play_set.characters)
    basics = dict(play_set.basics)
    deck = {card.name: (card, copies) for card, copies in play_set.main_deck}
    for card, copies in cards:
        if Title.CHARACTER in card.titles:
            levels = characters.get(card.name, ())
            if not levels:
                message = f"the game has no such {play_set.ruleset.character_word}"
                raise PlaySetError(GIVEN_CARDS, card.name, message)
            characters[card.name] = tuple(
                card if level.level == card.level else level for level in levels
            )
        elif play_set.is_super_villain(card):
            play_set = play_set.with_super_villain(card)
        elif card.name in basics:
            basics[card.name] = card
        else:
            deck[card.name] = card, copies
    changed = replace(play_set, basics=basics, characters=characters)
    return changed.replace_main_deck(deck.values())
