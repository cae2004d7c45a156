"""Two cards: positions that another path has met are not gone on from, and nothing is passed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from rules_check.oracle.box.playset import CardDef
from rules_check.properties.interactions.proving import prove_pair
from rules_check.properties.registry import PROVED
from rules_check.properties.symbolic.company import Together, _together, prove_together
from rules_check.properties.symbolic.explore import Explorer
from rules_check.properties.symbolic.met_before import MetBefore, OldFact
from rules_check.properties.symbolic.one_by_one import NotAlone, OneByOne
from rules_check.properties.symbolic.zones import heaps
from tests.properties.symbolic import faults
from tests.properties.symbolic.proofs import play_set
from tests.properties.symbolic.test_verdicts import card

DESTROYS = "You may destroy a card in your hand."
DRAWS = "Draw a card."
COUNTS = "+1 Power for each card you have drawn this turn."
BOTH = [p for p in PROVED if p.name in ("card-conservation", "power-balance")]


def pair(first: str, second: str) -> tuple[CardDef, CardDef]:
    """A card that is tried, and one that is played just before."""
    return card(second), replace(card(first), name="Company")


def whole(cards: tuple[CardDef, CardDef], alone: OneByOne | None = None) -> Together:
    """What all paths show."""
    return _together(play_set(), cards, BOTH, 1, Explorer(), alone)


def meeting(*, with_facts: bool) -> OneByOne:
    """Only positions that were met are not gone on from."""
    return OneByOne(apart=False, met=MetBefore(with_facts=with_facts))


@pytest.mark.parametrize(("first", "second"), [(DESTROYS, DRAWS), (DESTROYS, COUNTS)])
def test_the_same_is_shown_by_fewer_paths(first: str, second: str) -> None:
    cards = pair(first, second)
    every = whole(cards)
    few = prove_together(play_set(), *cards, BOTH, max_paths=4_000)
    assert (few.word, every.word) == ("kept", "kept")
    assert few.paths <= every.paths
    met = whole(cards, meeting(with_facts=True))
    assert met.paths < every.paths


@pytest.mark.parametrize("fault", [faults.LOST_DRAWN, faults.MORE, faults.UNCOUNTED])
def test_a_fault_is_shown_by_a_whole_game(
    fault: faults.Break, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    found = prove_together(play_set(), *pair(DESTROYS, DRAWS), PROVED, max_paths=4_000)
    assert found.word == "refuted"
    assert found.game is not None
    assert found.game.agrees


def test_what_is_not_decided_says_what_was_looked_at() -> None:
    found = prove_pair(play_set(), pair(DESTROYS, DRAWS), BOTH, max_paths=60)
    assert found.word == "unknown"
    assert found.why.startswith("Tried in the company of Company: more than 60 paths; the 60 that")
    assert "; Company in the company of Tried: " in found.why


def test_who_asks_for_what_was_done_before_is_noticed() -> None:
    cards = pair(DRAWS, COUNTS)
    with pytest.raises(NotAlone, match="done before"):
        whole(cards, meeting(with_facts=False))
    fact = OldFact("draw", 0, 7, 1, 0)
    assert fact[0] == fact.verb == "draw"
    looks = (lambda: fact[1], lambda: fact[2:4], lambda: [*fact], lambda: fact == (1,))
    for look in (*looks, lambda: fact.card):
        with pytest.raises(NotAlone):
            look()


@pytest.mark.parametrize(("number", "known"), [(1, 0), (3, 0), (4, 0), (3, 2), (4, 1)])
def test_cards_in_no_order_are_made_in_each_way_once(number: int, known: int) -> None:
    """Against all sequences: which of the known cards there are, and how often each new one."""
    names = range(known + number)
    every = set()
    for cards in product(names, repeat=number):
        often = Counter(cards)
        old = tuple(sorted(card for card in cards if card < known))
        every.add((old, tuple(sorted((often[c] for c in often if c >= known), reverse=True))))
    found = list(heaps(number, known))
    assert len(found) == len(set(found))
    assert set(found) == every
