"""Vectors that the interpreter once did not pass: each is played in every run, not only in its turn
of the sample. A fault that comes back is noticed here."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from rules_check.conform.games import told_table
from rules_check.conform.letter import tried
from rules_check.oracle.conformance.vectors import withheld
from tests.oracle.letter.play import message_of, play, vectors

MENDED = {
    "CONF-PL02-cards-of-both": "it is the card of the player who acts, where several named one",
    "CONF-PL02-whichever-of-you": "the same, where it may be either of them",
    "CONF-PL02-theirs-is-higher": "who reveals a card is told, not guessed",
    "CONF-PL02-whose-card-was": "whose a card was is told by where it came from",
    "CONF-AD04-teammate-defends": "an Attack is aimed at teammates of whom it speaks, too",
    "CONF-PL02-text035-b": "its owner is the owner of the card that is moved",
    "CONF-PL02-text087-b": "what ends a repetition is there only if the end was reached",
    "CONF-PL02-until-their-costs-total": "what cards have together, those of all rounds have",
    "CONF-PL02-the-other-of-this-and-another": "the other of two is not this card",
    "CONF-PL02-dearer-than-no-card": "with a number of a card that is not there, nothing compares",
    "CONF-PL02-two-cheapest": "the two cheapest are not only those tied for the cheapest",
    "HU-PL02-each-who-did-not-avoid": "a Defense speaks of the Attack that goes on",
    "HU-PL02-passed-then-discarded": "a card is received in the round of who passes it",
    "CONF-CF01-stays-in-hand": "what stays in a hand goes back there at once",
    "CONF-SH02-top-card-that-does-not-matter": "where the first part decides, no deck is looked at",
    "CONF-MX02-unknown.reject": "only cards of a Character of this game are taken out",
    "CONF-MX03-too-few.reject": "for as many of the other game",
    "CONF-MX06.reject": "of nobody who is played",
    "RSB-M02-five.reject": "so many players as the mix says",
    "RSB-M10.reject": "partners are of one side",
    "question-D-05": "a card that is played again is played",
    "CONF-PL02-text612-a": "unless one of several does it",
    "CONF-PL02-text612-b": "they are asked until one does",
    "CONF-PL02-text612-c": "or until one of those does not who all have to",
    "CONF-GA01-this-way-one-of-two": "what steps in comes before the next card",
    "CONF-PL02-no-foe-can": "a player is chosen only if the rest can be done with one",
    "RSB-P04-no-foe-who-can-pay.legal.0": "the same of a price",
    "CONF-PL02-too-few-for-the-total": "cards of so great a total are as many as said, or none",
    "CONF-ET06-no-card-tells-you-to-draw": "the rules are no card",
    "CONF-PL02-another-than-none": "any card is another than one that is not there",
    "CONF-PL02-no-type-is-not-one-type": "one card type has a card that has one",
    "CONF-AD10-most-of-all-foes": "who avoided an Attack is ranked with the others",
    "CONF-PL02-before-the-others": "a card does not wait for itself",
    "CONF-PL02-nothing-chosen-nothing-matches": "what was not chosen is neither odd nor even",
    "CONF-PL02-control-in-the-line-up": "who controls a card is not told by where it lies alone",
}
pytestmark = pytest.mark.xdist_group("vectors")  # one worker reads them


@cache
def played() -> dict[str, dict[str, Any]]:
    """Read when they are tried, not when tests are looked for: that takes seconds."""
    return {vector["id"]: vector for vector in vectors() if vector["id"] in MENDED}


def test_all_of_them_are_vectors() -> None:
    assert set(played()) == set(MENDED)


@pytest.mark.parametrize("name", MENDED)
def test_it_passes(name: str) -> None:
    assert not play(played()[name]).why, MENDED[name]


BY_ONE_CHANGE = [
    ("CONF-MX02-unknown.reject", "out", ["Aquaman"]),
    ("CONF-MX03-too-few.reject", "out", ["Aquaman", "Zatanna Zatara"]),
    ("CONF-MX06.reject", "out", ["Ocean Master"]),
    ("RSB-M02-five.reject", "seats", ["Shazam!", "Black Adam", "Batman", "The Joker"]),
    ("RSB-M10.reject", "seats", ["Shazam!", "The Joker", "Batman", "Black Adam"]),
]


@pytest.mark.parametrize(("name", "field", "value"), BY_ONE_CHANGE)
def test_a_mix_is_refused_for_what_is_wrong_with_it(name: str, field: str, value: Any) -> None:
    """With that one thing put right, the same game can be played."""
    vector = json.loads(json.dumps(played()[name]))
    (vector["mix"][0] if field == "out" else vector["setup"])[field] = value
    answer = tried(message_of(told_table(vector)), withheld(vector))
    assert answer == {"result": {"refused": False}}
