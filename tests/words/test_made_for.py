"""Positions that are made for a text, and how little has to be looked at because of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules_check.meaning.document import core_of
from rules_check.oracle.box.playset import load_play_set
from rules_check.properties.symbolic import apart, ends
from rules_check.properties.words.judging import QUICK, Verdict, Words
from rules_check.properties.words.plain_games import BY_CHANCE, Table
from tests.words.cards import card

GAME = "confrontations"
MADE = range(BY_CHANCE, 2 * BY_CHANCE)
SELDOM = (
    "If there are four or more Heroes in the Line-Up, draw a card.",
    "If you have four or more Locations in your discard pile, you may draw two cards.",
    "If there are four or more Defense cards in the destroyed pile, +2 Power.",
    "The second time you destroy a Hero during each of your turns, draw a card.",
)
"""What hardly ever happens in a position that is dealt by chance."""


def table(text: str) -> Table:
    made = card(text)
    return Table(load_play_set(GAME), made, core_of(made))


def test_so_many_cards_lie_where_the_text_counts_them_or_one_less() -> None:
    at = table("If you have four or more Locations in your discard pile, draw a card.")
    types = {kind.name: kind.types for kind in at.engine.kinds}
    numbers = set()
    for number in MADE:
        position = at.dealt(number)
        assert position is not None
        there = position["P1"]["discard"]
        numbers.add(sum("Location" in types[name] for name in there))
    assert {3, 4} <= numbers


def test_some_cards_cost_just_what_is_asked_for_and_some_one_less() -> None:
    at = table("Destroy a card with cost 4 or greater in your hand.")
    (want,) = at.wants
    costs = {kind.name: kind.cost for kind in at.engine.kinds if not kind.is_character}
    assert (want.row, want.yours) == ("hand", True)
    assert {costs[name] for name in want.edge} == {4}
    assert {costs[name] for name in want.nearly} == {3}
    assert min(costs[name] for name in want.fitting) == 4


def test_a_position_is_the_same_for_the_same_text() -> None:
    one, other = table(SELDOM[0]), table(SELDOM[0])
    assert [one.dealt(number) for number in MADE] == [other.dealt(number) for number in MADE]


@pytest.mark.parametrize("text", SELDOM)
def test_what_seldom_happens_is_shown_by_a_game_and_without_the_solver(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apart, "tell_apart", lambda *_, **__: pytest.fail("the solver is asked"))
    made = card(text)
    words = Words(load_play_set(GAME), made, core_of(made))
    assert {x.verdict for x in words.judged(QUICK)} == {Verdict.SOMETHING}


def test_a_check_is_content_with_the_first_game_of_the_solver(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: Counter[str] = Counter()

    def counted(*given: Any) -> ends.Witness | None:
        made["games"] += 1
        return ends.witness(*given)

    monkeypatch.setattr(apart, "witness", counted)
    only = QUICK._replace(games=0, more_games=0)
    one = card("Draw two cards.")
    found = list(Words(load_play_set(GAME), one, core_of(one)).judged(only))
    assert {x.verdict for x in found} == {Verdict.SOMETHING}
    assert made["games"] == len(found)
