"""Texts about each foe treat two foes in the same situation alike, whoever sits first."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from rules_check.oracle import game as face
from rules_check.oracle.game import Game
from rules_check.oracle.quick import statements
from rules_check.oracle.values.choices import Choice
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import DECK, DISCARD, HAND, PER_PLAYER
from tests.effort import tries
from tests.properties.texts_in_play import POSITION, answer_all, begin, card_of
from tests.together import all_of

FIRST = [
    "discards a card",
    "discards two cards",
    "may discard a card",
    "may draw a card",
    "reveals their hand",
    "reveals the top card of their deck",
    "discards a Hero",
    "draws a card",
    "gains a Weakness",
    "puts a card from their hand on top of their deck",
    "may put a Starter from their hand on the bottom of their deck",
    "discards any number of cards",
    "discards a random card",
    "destroys a card in their discard pile",
]
THEN = [
    "",
    "Each foe who does draws a card.",
    "Each foe who does not gains a Weakness.",
    "If they do, they draw a card.",
    "If they cannot, they gain a Weakness.",
    "If it is a Starter, they discard it.",
    "If it has cost 1 or greater, they draw a card.",
    "They draw that many cards.",
    "Each foe with a Weakness in their discard pile discards a card.",
    "Each foe draws a card for each card they discarded this way.",
    "That foe puts it on top of their deck.",
    "Each foe with more cards in hand than you discards a card.",
]
TEXTS = [
    f"{before}Each foe {first}. {then}".strip()
    for before, first, then in product(("", "Attack: "), FIRST, THEN)
]
MIRRORED = {
    **POSITION,
    "P2": {"hand": ["Punch x2", "Vulnerability"], "deck": ["Punch x4"], "discard": ["Weakness"]},
    "P4": {"hand": ["Punch x2", "Vulnerability"], "deck": ["Punch x4"], "discard": ["Weakness"]},
}
ZONES = (HAND, DECK, DISCARD)


def same_way(game: Game, state: State, wish: int) -> Any:
    """Answers that depend on what is offered, not on who is asked."""

    def choose(choice: Choice) -> Option:
        options = sorted(choice.options, key=lambda option: str(game.label(state, option)))
        return options[wish % len(options)]

    return choose


def belongings(game: Game, state: State, player: int) -> list[list[str]]:
    return [
        sorted(game.name(card) for card in state.zones[player * PER_PLAYER + zone])
        for zone in ZONES
    ]


def unlike(text: str, wish: int, order: list[str] | None = None) -> tuple[Any, Any] | None:
    """What the two foes have after the text, if that differs; None if it is the same."""
    card = card_of([text])
    if card is None:
        return None
    position = MIRRORED if order is None else {**MIRRORED, "order": order}
    game, state = begin(card, position)
    game.answer(state, game.parse(state, "play Tried"))
    answer_all(game, state, same_way(game, state, wish))
    one, other = belongings(game, state, 1), belongings(game, state, 3)
    return None if one == other else (one, other)


SAMPLE = Random(7).sample(TEXTS, tries(40, len(TEXTS)))


@all_of("text", SAMPLE)
def test_two_foes_in_the_same_situation_are_treated_alike(text: str) -> None:
    for wish in range(3):
        assert unlike(text, wish) is None


@all_of("text", SAMPLE[:40])
def test_it_does_not_matter_who_sits_first(text: str) -> None:
    for wish in range(2):
        assert unlike(text, wish, ["P1", "P4", "P3", "P2"]) is None


def test_most_of_the_texts_are_understood() -> None:
    understood = [text for text in SAMPLE if card_of([text]) is not None]
    assert len(understood) > len(SAMPLE) * 0.8


def test_an_engine_that_serves_only_the_first_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "in_turn_order", lambda _s, _f, there: there[:1])
    for kept in ("kind_made", "kind_with"):  # they keep what a text was made into
        monkeypatch.setattr(face, kept, getattr(face, kept).__wrapped__)
    assert unlike("Each foe draws a card.", 0) is not None
