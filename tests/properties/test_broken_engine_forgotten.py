"""What should have happened, and did not: noticed in games of a few answers (15)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules_check.oracle import game as face
from rules_check.oracle.quick import acts, confrontation, other_turns, turn
from rules_check.oracle.quick.state import Option, State
from tests.properties.quick_faults import nothing, rewrite
from tests.properties.short_games import broken, buying, seen
from tests.properties.texts_in_play import SET, card_of

BELL = "Ongoing: Each time you draw a card during your turn, +1 Power."


def with_pear(text: str) -> face.Game:
    """A game with a card of that text, and another that draws two cards."""
    card, pear = card_of([text]), card_of(["Draw two cards."])
    assert card is not None
    assert pear is not None
    pear = replace(pear, name="Pear")
    return face.Game(SET.replace_main_deck([*SET.main_deck, (card, 2), (pear, 2)]))


def test_a_text_that_waits_and_is_not_set_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "notice", nothing)
    position = {
        "P1": {"hand": ["Pear"], "play": ["Tried"], "deck": ["Punch x4"]},
        "phase": "play",
    }
    found = seen(with_pear(BELL), position, ["play Pear"])
    broken(found, "nothing-forgotten", "waited for draw and was set off 0 times of 2")


def test_facts_of_the_last_turn(conf: face.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    rewrite(monkeypatch, turn, "begin_turn", "    s.facts = []\n", "")
    monkeypatch.setattr(other_turns, "begin_turn", turn.begin_turn)
    found = seen(conf, buying("Hired Muscle"), ["play Punch", "end turn"])
    broken(found, "nothing-forgotten", "a new turn remembers")


def test_a_card_in_the_hand_that_cannot_be_played(
    conf: face.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def only_one(s: State) -> list[Option]:
        plays = [option for option in offered(s) if option[0] == "play"]
        return [option for option in offered(s) if option not in plays[1:]]

    offered = turn.offered
    monkeypatch.setattr(turn, "offered", only_one)
    position = {"P1": {"hand": ["Punch x2", "Superboy", "Mera"]}, "phase": "play"}
    found = seen(conf, position, ["play Punch"])
    broken(found, "nothing-forgotten", "is in the hand and cannot be played")


def test_a_block_that_nobody_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confrontation, "may_block", lambda *_: False)
    position = {
        "P1": {"hand": ["Punch"], "deck": ["Punch x6"]},
        "P2": {"hand": ["Tried"], "deck": ["Vulnerability x2"]},
        "phase": "play",
        "confront": "P2",
        "power": {"P1": 9},
    }
    card = card_of(["Block (2)"])
    assert card is not None
    game = face.Game(SET.replace_main_deck([*SET.main_deck, (card, 1)]))
    broken(seen(game, position, ["done"]), "nothing-forgotten", "could Block")
