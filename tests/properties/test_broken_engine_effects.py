"""What effects do, and what should have happened: noticed in games of a few answers (15, 16)."""

from __future__ import annotations

from typing import Any

import pytest

from rules_check.oracle.effects import choosing, lasting, moves, playing
from rules_check.oracle.game import Game
from rules_check.oracle.meaning import find
from rules_check.oracle.meaning.who import players
from rules_check.oracle.running import drawing
from rules_check.oracle.running.agenda import ANSWERS, TASKS, WITH_CARDS
from rules_check.oracle.standing import lasts, noticing
from rules_check.oracle.turns import confrontation, main_phase, turn
from rules_check.properties.effects.demands import judge, offers
from rules_check.properties.effects.observing import Observer
from rules_check.properties.fuse import fused
from rules_check.properties.model import Violation
from tests.properties.short_games import broken, seen
from tests.properties.symbolic.faults import ONE_MORE, changed, in_function, in_task
from tests.properties.texts_in_play import POSITION, SET, begin, card_of

PLAY = ["play Tried"]


def played(text: str, labels: list[str] | None = None, **more: Any) -> tuple[Violation, ...]:
    """What the referee says of a card with this text, when it is played."""
    card = card_of(text.split("\n"))
    assert card is not None
    game = Game(SET.replace_main_deck([*SET.main_deck, (card, 2)]))
    return seen(game, {**POSITION, **more}, labels or PLAY)


@pytest.mark.parametrize(
    "text",
    [
        "+1 Power\n+2 Power for each Hero in your hand.",
        "+1 Power for each two cards in your discard pile. Draw two cards.",
        "Discard a card at random. Gain a Weakness.",
        "Each foe gains a Weakness. Each player draws a card.",
        "Put a card from your discard pile on top of your deck.",
    ],
)
def test_an_engine_without_a_fault_is_not_accused(text: str) -> None:
    assert played(text) == ()


def test_one_power_more_that_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    ONE_MORE(monkeypatch)
    found = played("+3 Power. Draw a card.")
    broken(found, "effects-as-told", "gives 4 Power, not 3")


def test_each_two_rounded_up(monkeypatch: pytest.MonkeyPatch) -> None:
    name, old = "_count", "number // node.per if"
    where = next(n for n, f in vars(find).items() if callable(f) and old in _source(f))
    in_function((find,), where or name, old, "-(-number // node.per) if")(monkeypatch)
    found = played(
        "Draw a card. +1 Power for each two cards in your hand.",
        P1={"hand": ["Tried", "Punch x2"], "deck": ["Punch"]},
    )
    broken(found, "effects-as-told", "gives 2 Power, not 1")


def _source(function: Any) -> str:
    import inspect

    try:
        return inspect.getsource(function) if inspect.isfunction(function) else ""
    except OSError:
        return ""


def test_effects_that_do_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    in_function((playing,), "carry_out", "agenda += reversed(kind.played)", "pass")(monkeypatch)
    found = played("Draw a card. Gain a Weakness.")
    broken(found, "effects-as-told", "not all of its text was begun")


def test_a_draw_of_one_card_too_few(monkeypatch: pytest.MonkeyPatch) -> None:
    in_task(drawing, "draw", "cards = deck[:number]", "cards = deck[:1]; number = 1")(monkeypatch)
    broken(played("Draw two cards."), "effects-as-told", "1 cards, not 2")


def test_a_card_goes_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = (
        "case V.DISCARD:\n            owner",
        "case V.DISCARD:\n            player = 1; owner",
    )
    fault = changed(moves, "default_destination", old, new)
    monkeypatch.setattr(moves, "default_destination", fault)
    monkeypatch.setattr(moves, "owner_of", lambda *_: -1)
    broken(played("Discard your hand."), "effects-as-told", "goes to")


def test_a_seat_that_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def but_one(*given: Any) -> tuple[int, ...]:
        return tuple(player for player in players(*given) if player != 3)

    monkeypatch.setattr("rules_check.oracle.effects.subjects.players", but_one)
    found = played("Each player draws a card.")
    assert any(v.property == "effects-as-told" for v in found), found


def test_cards_that_are_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    old = "    if len(chosen) >= least and not _falls_short"
    whole = choosing.pick
    fault = changed(choosing, "pick", old, "    del options[1:]\n" + old)
    monkeypatch.setattr(choosing, "pick", fault)
    for table in (TASKS, ANSWERS, WITH_CARDS):
        for kind in [kind for kind, function in table.items() if function is whole]:
            monkeypatch.setitem(table, kind, fault)
    found = played("You may discard any number of cards.", ["play Tried", "yes"])
    broken(found, "effects-as-told", "is not offered")


# ------------------------------------------------------------------------- 16 nothing-forgotten

BELL = "Ongoing: Each time you draw a card during your turn, +1 Power."


def test_one_of_two_open_tests_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that are not about printed values alone: another card, and a cost that is counted."""
    text = "Discard another card with cost equal to the number of cards in your discard pile."
    none = {"hand": ["Tried", "Punch"], "discard": ["Punch"], "deck": ["Punch"]}
    one = {"hand": ["Tried", "Punch"], "discard": [], "deck": ["Punch"]}
    assert played(text, P1=none) == played(text, P1=one) == ()
    in_function((find,), "_fitting", "if all(_passes", "if any(_passes")(monkeypatch)
    broken(played(text, P1=none), "effects-as-told", "Punch is not among the cards")


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


def test_what_lasts_shares_its_words_with_the_text_that_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "Cards you buy this turn cost 1 less. Draw a card. Discard a card."
    assert played(text) == ()
    shared = changed(lasts, "last", "frame.copy()", "frame")
    for module in (lasts, lasting):
        monkeypatch.setattr(module, "last", shared)
    broken(played(text), "effects-as-told", "speaks of something else")


# ------------------------------------------------------------------------------- the observer


def test_what_is_not_judged_is_counted() -> None:
    card = card_of(["Reveal the top card of your deck. If it is a Hero, draw it. +1 Power"])
    assert card is not None
    game, state = begin(card)
    observer = Observer(game, state, judge)
    fused(state, observer)
    game.take(state, game.parse(state, "play Tried"))
    observer.asked(offers)
    assert observer.judged["Power"] == 1
    assert observer.unjudged["Show: not of a plain kind"] == 1
    assert "not judged (most: " in observer.summary()
