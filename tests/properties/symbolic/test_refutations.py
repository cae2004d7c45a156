"""Faults of the engine are refuted, each by a short game that the faulty engine really plays."""

from __future__ import annotations

import pytest

from rules_check.oracle.quick import confrontation
from rules_check.properties.symbolic.prove import Verdict
from rules_check.properties.symbolic.zones import Pile
from tests.properties.symbolic import faults
from tests.properties.symbolic.faults import Break
from tests.properties.symbolic.proofs import verdict

CASES = [
    pytest.param(faults.MORE, "step: compare", "block-exceeds-power", id=">= becomes >"),
    pytest.param(faults.MORE, "Punch", "block-exceeds-power", id=">= becomes >, a card"),
    pytest.param(faults.EQUAL, "a Block is used", "block-exceeds-power", id="equal saves"),
    pytest.param(faults.EQUAL, "step: block", "block-exceeds-power", id="equal saves, window"),
    pytest.param(faults.EQUAL, "Etrigan", "block-exceeds-power", id="equal saves, a card"),
    pytest.param(faults.LOST, "a Block is used", "card-conservation", id="lost Block"),
    pytest.param(faults.LOST, "a card is bought", "card-conservation", id="lost purchase"),
    pytest.param(faults.LOST, "Artemis", "card-conservation", id="lost by an Attack"),
    pytest.param(faults.LOST_AT_ONCE, "step: clear_hand", "card-conservation", id="lost hand"),
    pytest.param(faults.DOUBLED, "Punch", "card-conservation", id="a card twice"),
    pytest.param(faults.AGAIN, "step: compare", "one-defeat-per-turn", id="second defeat"),
    pytest.param(faults.UNCOUNTED, "step: compare", "one-defeat-per-turn", id="uncounted"),
    pytest.param(
        faults.PURCHASE, "step: play_and_buy", "no-purchase-in-confrontation", id="purchase"
    ),
    pytest.param(faults.KEPT, "step: lose_power", "power-balance", id="Power is kept"),
]


@pytest.mark.parametrize(("fault", "label", "claim"), CASES)
def test_fault_is_refuted_by_a_short_game(
    fault: Break, label: str, claim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert verdict(label, claim).word in ("proved", "holds up to")
    fault(monkeypatch)
    found = verdict(label, claim)
    assert found.word == "refuted"
    check_game(found)


def check_game(found: Verdict) -> None:
    game = found.witness
    assert game is not None
    assert game.same
    assert game.agrees
    assert 1 <= len(game.actions) <= 3
    assert game.position
    assert game.broken
    assert "{" not in "".join(game.actions)
    assert "SymInt" not in str(game)


def test_a_game_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    faults.EQUAL(monkeypatch)
    game = verdict("a Block is used", "block-exceeds-power").witness
    assert game is not None
    assert game.position == (
        "P1 has 3 Power",
        "P1 Confronts Lex Luthor (P2), whose Character costs 2",
        "P2 hand: Card 1",
    )
    assert game.cards == ("Card 1: Starter, cost 0, 0 VP, Block (1)",)
    assert game.actions == ("P1: done", "P2: block with Card 1")
    assert game.broken == "Lex Luthor stands although the cost does not exceed the Power"


def test_a_breach_that_only_the_symbolic_run_shows_is_no_refutation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Pile, "__add__", lambda pile, _: pile)  # zones of the symbolic run only
    found = verdict("Punch", "card-conservation")
    assert found.word == "unknown"
    assert "the plain engine does not show" in found.why


def test_an_engine_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    fault = faults.in_engine(confrontation, "compare", "s.phase = ", "s.missing = ")
    fault(monkeypatch)
    found = verdict("step: compare", "one-defeat-per-turn")
    assert found.word == "unknown"
    assert found.why.startswith("the engine fails: AttributeError")
