"""Words that mean one of several players: whose cards are taken is asked, or the text is refused.

Two foes have like cards in every place. A text that takes some of "a foe's" must stop at a question
to the player of the card; one that goes on without has taken them from whoever comes first, or from
everybody.
"""

from __future__ import annotations

from itertools import product
from typing import Final

import pytest

from rules_check.oracle.scenarios.files import read_scenarios
from rules_check.oracle.scenarios.model import ScenarioError
from rules_check.oracle.scenarios.runner import play
from rules_check.oracle.values.choices import ChoiceKind
from tests.effort import tries

SOME: Final = tries(5, 1)
"""Every fifth text of an owner, others for each of the three."""
OWNERS: Final = ("a foe's", "any player's", "another player's")
PARTS: Final = (
    "the top card of {} deck",
    "the top two cards of {} deck",
    "a card from {} deck",
    "the bottom card of {} deck",
    "a card from {} hand",
    "two cards from {} hand",
    "a random card from {} hand",
    "two random cards from {} hand",
    "all cards in {} hand",
    "{} hand",
    "a Hero from {} discard pile",
    "the card with the highest cost from {} discard pile",
    "a random card from {} discard pile",
    "all cards in {} discard pile",
    "{} discard pile",
)
DEEDS: Final = (
    "Destroy {}.",
    "Draw {}.",
    "Put {} into your hand.",
    "Reveal {}. Draw a card for each Hero revealed this way.",
    "If you control a Villain, draw a card. Otherwise, gain {}.",
    "Swap {} with a card in your hand.",
)

SCENARIO: Final = '''
game = "heroes-unite"

[[scenario]]
id = "HU-PL02-x"
rules = ["HU-PL02"]
title = "one of several"
given.cards = """
Fair Share
Super Power, cost 3, 1 VP, x2, source original
TEXT

Left Hero
Hero, cost 2, 1 VP, x3, source original
+1 Power

Left Tool
Equipment, cost 3, 1 VP, x3, source original
+1 Power

Right Hero
Hero, cost 2, 1 VP, x3, source original
+1 Power

Right Tool
Equipment, cost 4, 1 VP, x3, source original
+1 Power
"""
given.phase = "play"
given.P1.hand = ["Fair Share", "Punch", "Punch"]
given.P1.deck = ["Punch", "Punch"]
given.P2.hand = ["Left Hero", "Left Tool"]
given.P2.deck = ["Left Hero", "Left Tool"]
given.P2.discard = ["Left Hero", "Left Tool"]
given.P3.hand = ["Right Hero", "Right Tool"]
given.P3.deck = ["Right Hero", "Right Tool"]
given.P3.discard = ["Right Hero", "Right Tool"]
when = ["P1: play Fair Share"]
then = ["P1 power: 0"]
'''

TEXTS: Final = tuple(
    deed.format(part.format(owner)) for owner, part, deed in product(OWNERS, PARTS, DEEDS)
)


def asked(text: str) -> ChoiceKind | None:
    """What is asked when a card with this text has been played; None if it is not played."""
    (scenario,) = read_scenarios(SCENARIO.replace("TEXT", text), "x.toml")
    try:
        choice = play(scenario).state.choice
    except ScenarioError:
        return None
    assert choice is not None
    assert choice.player == 0
    return choice.kind


@pytest.mark.parametrize("owner", OWNERS)
def test_it_is_asked_whose_cards_are_meant_and_most_are_played(owner: str) -> None:
    texts = [text for text in TEXTS if owner in text][OWNERS.index(owner) % SOME :: SOME]
    kinds = {text: asked(text) for text in texts}
    wrong = {ChoiceKind.PLAYER, ChoiceKind.CARD, None}
    assert {text: kind for text, kind in kinds.items() if kind not in wrong} == {}
    assert sum(kind is not None for kind in kinds.values()) > len(texts) * 0.7


def test_a_text_that_speaks_of_everybody_asks_nothing() -> None:
    assert asked("Destroy the top card of each foe's deck.") is ChoiceKind.MAIN
