"""Small sets for the tests of interactions."""

from __future__ import annotations

from functools import cache

import pytest

from rules_check.grammar.cardfile import read_card_text
from rules_check.oracle.box.playset import CardDef, PlaySet, card_defs, load_play_set
from rules_check.oracle.quick import waiting

HEAD = "set: Trial\nruleset: confrontations\n\n"


def cut_off_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes on for ever is played until it is cut off, in one game after the other: here after
    fewer events of a turn."""
    monkeypatch.setattr(waiting, "MOST_FACTS", 100)


@cache
def play_set(name: str = "confrontations") -> PlaySet:
    """The play set of a game."""
    return load_play_set(name)


@cache
def cards(text: str) -> tuple[CardDef, ...]:
    """The cards of a card file without its header."""
    file = read_card_text(HEAD + text, "trial.txt")
    assert not file.findings
    return tuple(card for card, _ in card_defs(file))


def card(name: str, line: str, *text: str) -> str:
    """A card as a file has it."""
    return "\n".join([name, line, *text]) + "\n\n"


DAY = card(
    "Day Guard", "Hero, cost 4, 1 VP", "+1 Power", "Return a Villain you control to your hand."
)
NIGHT = card(
    "Night Guard", "Villain, cost 4, 1 VP", "+1 Power", "Return a Hero you control to your hand."
)
HALL = card(
    "Echo Hall", "Location, cost 4, 1 VP", "Ongoing: Each time you draw a card, discard a card."
)
WELL = card(
    "Deep Well", "Location, cost 4, 1 VP", "Ongoing: Each time you discard a card, draw a card."
)
ROCK = card("Rock", "Hero, cost 4, 1 VP", "+1 Power", "Return a Villain you control to your hand.")
PAPER = card("Paper", "Villain, cost 4, 1 VP", "Return an Equipment you control to your hand.")
SCISSORS = card("Scissors", "Equipment, cost 4, 1 VP", "Return a Hero you control to your hand.")
