"""A refutation as a game from the set-up, where a short search finds one."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_check.grammar.cardfile import read_card_text
from rules_check.oracle.box.arranging import Arrangement
from rules_check.oracle.box.playset import card_defs
from rules_check.oracle.game import Game
from rules_check.properties.registry import PROVED
from rules_check.properties.symbolic.obligations import of_card
from rules_check.prove import from_setup as search
from rules_check.prove.decks import play_set
from rules_check.prove.work import Task, prove_and_play
from tests.properties.symbolic import faults

ROOT = Path(__file__).parents[2]
CARD = "set: T\nruleset: confrontations\n\nTried\nEquipment, cost 1, 1 VP\n"
CONSERVATION = next(prop for prop in PROVED if prop.name == "card-conservation")


def task(text: str) -> Task:
    """The proof of one property of a card."""
    more = tuple(card_defs(read_card_text(CARD + text + "\n", "t.txt")))
    cards = play_set(Arrangement("confrontations"), more)
    owed = of_card(cards, more[0][0], [CONSERVATION])
    return Task(Arrangement("confrontations"), more, owed, 1, 20)


def test_a_game_from_the_set_up_breaks_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    faults.LOST(monkeypatch)
    monkeypatch.setattr(search, "GAMES", 2)
    (verdict,) = prove_and_play(task("Discard a card.")).verdicts
    assert verdict.word == "refuted"
    assert verdict.played[0].startswith("turn ")
    assert verdict.played[0].endswith("(30 copies of the card in the main deck)")
    assert verdict.played[-1].startswith("broken: there are ")


def test_the_actions_are_those_of_the_last_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    faults.LOST(monkeypatch)
    monkeypatch.setattr(search, "GAMES", 2)
    cards = play_set(Arrangement("confrontations"))
    found = search.from_setup(cards, None, CONSERVATION)
    assert found.found
    assert not found.common
    assert found.turn == 1
    active = {act.partition(":")[0] for act in found.acts}
    assert len(active) == 1
    assert Game(cards).players == 4


def test_an_answer_that_was_given_before_too_is_the_last_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The game is told to its end although its last answer, "done", was given in earlier turns."""
    faults.MORE(monkeypatch)
    file = ROOT / "examples" / "harbour-watch.txt"
    more = tuple(card_defs(read_card_text(file.read_text(encoding="utf-8"), file.name)))
    cards = play_set(Arrangement("confrontations"), more)
    outcome = next(prop for prop in PROVED if prop.name == "block-exceeds-power")
    found = search.from_setup(cards, None, outcome)
    assert found.broken.endswith("stands although the cost does not exceed the Power")
    assert found.turn > 1
    assert any(": confront " in act for act in found.acts)


def test_where_none_is_found_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    faults.LOST(monkeypatch)
    monkeypatch.setattr(search, "GAMES", 1)
    monkeypatch.setattr(search, "ANSWERS", 1)
    (verdict,) = prove_and_play(task("Discard a card.")).verdicts
    assert verdict.word == "refuted"
    assert verdict.played == ("none was found in 1 game; the one above begins in a position",)
