"""The echo: how a card was read."""

from __future__ import annotations

from rules_check.checker import Checker
from rules_check.echo import echo_card

HEADER = "set: Test\nruleset: confrontations\n\n"


def echoed(*lines: str) -> list[str]:
    card = "Lamplighter\nHero, cost 3, 1 VP, source original\n" + "\n".join(lines)
    result = Checker().check_text(f"{HEADER}{card}\n", "cards.txt")
    return echo_card(result.cards[0])


def test_every_reading_is_shown_with_its_number():
    assert echoed("Draw a card or discard a card and gain a Weakness.", "+1 Power") == [
        "Lamplighter",
        "  1. Draw a card or discard a card. Gain a Weakness.",
        "     +1 Power",
        "  2. Choose 1: Draw a card. OR Discard a card. Gain a Weakness.",
        "     +1 Power",
    ]


def test_one_reading_has_no_number():
    assert echoed("Draw 2 cards.") == ["Lamplighter", "  Draw two cards."]
