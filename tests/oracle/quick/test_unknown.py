"""Ten cards on the quick engine with unknown numbers and cards: on every path the claims hold, and
the same path on plain numbers ends the same way."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rules_check.conform.games import Table
from rules_check.oracle.quick import acts, turn
from rules_check.oracle.quick.playing import take
from rules_check.oracle.quick.state import Fact, State
from tests.effort import only_long
from tests.oracle.letter.two_engines import message_of
from tests.oracle.quick.unknown import Situation, Source, all_paths, answered, conserved

GAME = "confrontations"


@cache
def message() -> dict[str, Any]:
    return message_of(Table(GAME, ""))


def setup(where: dict[str, str], confronted: str | None = None) -> dict[str, Any]:
    """Cards in their zones; in each other zone of a player one or two cards of which nothing is
    known, and some in the Line-Up and the main deck."""
    number = 0

    def unknown(cards: int) -> list[str]:
        nonlocal number
        number += cards
        return [f"Unknown#{n}" for n in range(number - cards + 1, number + 1)]

    zones: dict[str, list[str]] = {}
    for seat in ("P1", "P2", "P3", "P4"):
        zones |= {f"{seat} hand": unknown(1), f"{seat} deck": unknown(2)}
        zones |= {f"{seat} discard": unknown(1), f"{seat} characters": unknown(1)}
    zones |= {"line-up": unknown(1), "main-deck": unknown(2)}
    zones |= {"stack:Weakness": ["Weakness#1"], "stack:Enhanced Strength": ["Enhanced Strength#1"]}
    for card, zone in where.items():
        zones.setdefault(zone, []).insert(0, card)
    order = ["P1", "P2", "P3", "P4"]
    told = {"begin": "play", "active": "P1", "turn": 1, "order": order, "confronted": confronted}
    rest: dict[str, Any] = {
        "power": {},
        "face_up": None,
        "cards": [],
        "nature": [],
        "seats": list("ABCD"),
    }
    return {**told, **rest, "zones": zones}


def played(card: str) -> Situation:
    """The card is played."""
    return lambda s, _: take(s, ("play", s.g.card_of[card]))


def then_anything(card: str) -> Situation:
    """The card is played, and then whatever can be done."""

    def happens(s: State, source: Source) -> None:
        take(s, ("play", s.g.card_of[card]))
        answered(s, source, conserved)
        if s.choice is not None:
            take(s, s.choice.options[source.pick(len(s.choice.options))])

    return happens


def anything(s: State, source: Source) -> None:
    """Whatever can be done is done."""
    if s.choice is not None:
        take(s, s.choice.options[source.pick(len(s.choice.options))])


def until_the_end(s: State, _: Source) -> None:
    """Nothing more is played; what comes then comes."""
    assert s.choice is not None
    take(s, next(x for x in s.choice.options if x[0] in ("end", "done")))


CASES: dict[str, tuple[dict[str, Any], Situation]] = {
    "an Attack, by cost": (setup({"Unnamed 5#1": "P1 hand"}), played("Unnamed 5#1")),
    "an Attack and a Defense": (
        setup({"Unnamed 5#1": "P1 hand", "Donna Troy#1": "P2 hand"}),
        played("Unnamed 5#1"),
    ),
    "a Defense that counts what was discarded": (
        setup({"Unnamed 5#1": "P1 hand", "The Others#1": "P2 hand"}),
        played("Unnamed 5#1"),
    ),
    "a gain, by cost, for any player": (
        setup({"Unnamed 18#1": "P1 hand"}),
        played("Unnamed 18#1"),
    ),
    "a count of types": (setup({"Mera#1": "P1 hand"}, "P2"), played("Mera#1")),
    "a count that follows the game": (
        setup({"Unnamed 8#1": "P1 hand"}, "P2"),
        then_anything("Unnamed 8#1"),
    ),
    "draws, and one of them destroyed": (
        setup({"Unnamed 7#1": "P1 hand"}, "P2"),
        played("Unnamed 7#1"),
    ),
    "destroyed in three places": (
        setup({"Cold Breath#1": "P1 hand"}, "P2"),
        played("Cold Breath#1"),
    ),
    "a trigger that asks for the type of what is bought": (
        setup({"Lex Luthor 1#1": "P1 characters"}),
        anything,
    ),
    "Power compared with a cost": (setup({}, "P2"), until_the_end),
    "prices that are lower while you control a Hero": (
        setup({"Embassy Steps#1": "P1 play", "Unknown#90": "P1 play"}),
        anything,
    ),
    "a price of its own": (
        setup({"Treasure Raft#1": "line-up", "Unknown#90": "P1 play"}),
        anything,
    ),
}


MANY_PATHS = {
    "an Attack, by cost",
    "prices that are lower while you control a Hero",
    "a Defense that counts what was discarded",
    "a trigger that asks for the type of what is bought",
}
"""Cases for `make long`, most of them with hundreds of paths; another case has the same idea."""


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=[only_long] if case in MANY_PATHS else []) for case in CASES],
)
def test_the_claims_hold_on_every_path(case: str) -> None:
    paths, happened = all_paths(message(), *CASES[case])
    assert paths > 1, "nothing unknown matters"
    assert happened > 0, "nothing ever happens"


def lost(*told: Any, **topic: Any) -> Fact:
    """A card that is destroyed is lost."""
    s, *_ = told
    fact = shifted(*told, **topic)
    s.zones[s.g.destroyed] = ()
    return fact


shifted = acts.shifted


def test_a_card_that_is_lost_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "shifted", lost)
    with pytest.raises(AssertionError, match="lost"):
        all_paths(message(), *CASES["destroyed in three places"])


def test_power_that_is_not_there_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn, "price_of", lambda *_: 0)
    with pytest.raises(AssertionError, match="below nothing"):
        all_paths(message(), *CASES["a price of its own"])
