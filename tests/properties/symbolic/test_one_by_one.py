"""Players who do the same are looked at one by one: the same verdicts, and no fault is passed."""

from __future__ import annotations

import pytest

from rules_check.oracle import game as core_game
from rules_check.oracle.quick import acts as engine
from rules_check.oracle.quick import confrontation
from rules_check.properties.symbolic.explore import Explorer
from rules_check.properties.symbolic.obligations import of_card
from rules_check.properties.symbolic.one_by_one import NotAlone, OneByOne
from rules_check.properties.symbolic.prove import _prove, prove
from tests.effort import tries
from tests.properties.symbolic import faults
from tests.properties.symbolic.proofs import play_set, proof
from tests.properties.symbolic.test_verdicts import card, proof_of, words

EACH_DISCARDS = "Attack: Each foe discards a card."
ALONE = [
    EACH_DISCARDS,
    "Attack: Each foe reveals their hand and discards a Hero.",
    "Each player draws a card.",
]
TOGETHER = [
    "Each player passes a card to the player on their left.",
    "Each player gains a Weakness.",
    "Each other player discards a card. +1 Power for each card discarded this way.",
]


def both_ways(text: str) -> tuple[dict[str, str], dict[str, str], int, int]:
    """The verdicts and paths with all ways taken together, and with players looked at alone."""
    made, cards = card(text), play_set()
    whole = _prove(cards, of_card(cards, made), 1, Explorer(), None)
    quick = prove(cards, of_card(cards, made))
    return words(whole), words(quick), whole.paths, quick.paths


@pytest.mark.parametrize("text", ALONE[:: tries(2, 1)])
def test_what_is_shown_of_players_alone_is_shown_of_all(text: str) -> None:
    whole, quick, many, few = both_ways(text)
    assert whole == quick
    assert few < many


@pytest.mark.parametrize("text", TOGETHER)
def test_what_matters_to_the_next_player_is_looked_at_together(text: str) -> None:
    whole, quick, _, _ = both_ways(text)
    assert whole == quick


@pytest.mark.parametrize("text", ALONE[:: tries(2, 1)])
def test_a_fault_in_the_turn_of_one_is_shown_by_a_whole_game(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = faults.LOST if "discard" in text else faults.LOST_DRAWN
    fault(monkeypatch)
    found = next(v for v in proof_of(text).verdicts if v.property.name == "card-conservation")
    assert found.word == "refuted"
    assert found.witness is not None
    assert found.witness.agrees


def test_a_player_who_takes_what_another_was_told_is_not_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A fault: what a player is to discard is what anybody was to discard."""
    text = "Each player reveals the top card of their deck and discards it."
    made, cards = card(text), play_set()
    _prove(cards, of_card(cards, made), 1, Explorer(), OneByOne())
    others = "[*items(s, cards(s, f)), *(x for v in f.behind.values() for _, y in v for x in y)]"
    faults.in_engine(engine, "move", "found = cards(s, f)", f"found = {others}")(monkeypatch)
    for kept in ("kind_made", "kind_with"):  # they keep what a text was made into
        monkeypatch.setattr(core_game, kept, getattr(core_game, kept).__wrapped__)
    with pytest.raises(NotAlone):
        _prove(cards, of_card(cards, made), 1, Explorer(), OneByOne())


def test_totals_of_hands_are_numbers_as_long_as_nobody_looks() -> None:
    found = proof("Hostile Audit")
    assert {verdict.word for verdict in found.verdicts} == {"holds up to"}
    assert found.paths < 1_000


# ------------------------------------------------------------------------ for each situation

BLOCKS = (
    "+1 Power\n"
    "Block: You may discard this card during a Confrontation. If you do, add 2 to a Character's "
    "cost this turn."
)


def test_a_situation_that_never_comes_about_makes_it_vacuous(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An engine in which a Block with a text can never be used has better verdicts in nothing."""
    assert set(words(proof_of(BLOCKS)).values()) <= {"proved", "holds up to"}
    unusable = faults.in_engine(
        confrontation, "may_block", "return bool(option.needs(s, frame))", "return False"
    )
    unusable(monkeypatch)
    found = proof_of(BLOCKS)
    assert set(words(found).values()) == {"vacuous"}
    assert str(found.verdicts[0]) == "vacuous (nothing comes about: Block, Block by a teammate)"


def test_where_a_claim_was_not_put_to_the_test_is_told() -> None:
    text = "+1 Power\nWhen you buy this card, draw a card."
    untested = {v.property.name: v.untested for v in proof_of(text).verdicts}
    assert untested["block-exceeds-power"] == ("bought",)
    assert untested["card-conservation"] == ()
