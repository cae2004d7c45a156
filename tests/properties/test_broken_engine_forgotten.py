"""What should have happened, and did not: noticed in games of a few answers (15)."""

from __future__ import annotations

import pytest

from rules_check.oracle.game import Game
from rules_check.oracle.standing import noticing
from rules_check.oracle.turns import confrontation, main_phase, turn
from tests.properties.short_games import broken, seen
from tests.properties.symbolic.faults import in_task
from tests.properties.texts_in_play import SET, card_of

BELL = "Ongoing: Each time you draw a card during your turn, +1 Power."


def test_a_text_that_waits_and_is_not_set_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_check.oracle.running.moving.notice", lambda *_: None, raising=False)
    monkeypatch.setattr(noticing, "triggered", lambda *_: False)
    position = {
        "P1": {"hand": ["Pear"], "play": ["Tried"], "deck": ["Punch x4"]},
        "phase": "play",
    }
    found = seen(_with_pear(BELL), position, ["play Pear"])
    broken(found, "nothing-forgotten", "waited for draw and was set off 0 times of 2")


def _with_pear(text: str) -> Game:
    from dataclasses import replace

    card, pear = card_of([text]), card_of(["Draw two cards."])
    assert card is not None
    assert pear is not None
    pear = replace(pear, name="Pear")
    return Game(SET.replace_main_deck([*SET.main_deck, (card, 2), (pear, 2)]))


def test_facts_of_the_last_turn(conf: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    in_task(turn, "begin_turn", "    s.facts = []\n", "")(monkeypatch)
    found = seen(conf, {"P1": {"hand": ["Punch"]}, "phase": "play"}, ["play Punch", "end"])
    broken(found, "nothing-forgotten", "a new turn remembers")


def test_a_card_in_the_hand_that_cannot_be_played(
    conf: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = main_phase.plays
    rest = [offer for offer in main_phase.OFFERS if offer is not whole]
    monkeypatch.setattr(main_phase, "OFFERS", [lambda *given: whole(*given)[:1], *rest])
    position = {"P1": {"hand": ["Punch x2", "Superboy", "Mera"]}, "phase": "play"}
    found = seen(conf, position, ["play Punch"])
    broken(found, "nothing-forgotten", "is in the hand and cannot be played")


def test_a_block_that_nobody_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = confrontation.why_no_block
    monkeypatch.setattr(confrontation, "why_no_block", lambda *_: "block.cannot_pay")
    assert whole is not confrontation.why_no_block
    position = {
        "P1": {"hand": ["Punch"], "deck": ["Punch x6"]},
        "P2": {"hand": ["Tried"], "deck": ["Vulnerability x2"]},
        "phase": "play",
        "confront": "P2",
        "power": {"P1": 9},
    }
    card = card_of(["Block (2)"])
    assert card is not None
    game = Game(SET.replace_main_deck([*SET.main_deck, (card, 1)]))
    broken(seen(game, position, ["done"]), "nothing-forgotten", "could Block")
