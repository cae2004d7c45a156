"""No false verdict: what sensible cards are not accused of, and whose error an error is."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from rules_check.grammar import ast as a
from rules_check.grammar.cardfile import read_card_text
from rules_check.oracle.box.playset import CardDef, card_defs
from rules_check.oracle.game import Game
from rules_check.oracle.quick import acts as engine
from rules_check.properties.model import Span, Step
from rules_check.properties.symbolic import acts
from rules_check.properties.symbolic.explore import Explorer
from rules_check.properties.symbolic.obligations import obligations
from rules_check.properties.symbolic.prove import (
    ENGINE_FAILS,
    NOT_REACHED,
    PROOF_FAILS,
    Proof,
    prove,
    runs_of,
)
from rules_check.properties.symbolic.replay import Maker, replay
from rules_check.properties.symbolic.runs import Run
from rules_check.properties.symbolic.sizes import sizes_asked
from tests.effort import tries
from tests.properties.short_games import broken, seen
from tests.properties.symbolic import faults
from tests.properties.symbolic.proofs import found, play_set, proof

EQUIPMENT = "Equipment, cost 3, 1 VP"
LINE_UP = "the Line-Up"


def card(text: str, game: str = "confrontations", line: str = EQUIPMENT) -> CardDef:
    """A card with this text."""
    read = read_card_text(f"set: T\nruleset: {game}\n\nTried\n{line}\n{text}\n", "t.txt")
    return next(one for one, _ in card_defs(read))


def proof_of(text: str, game: str = "confrontations", line: str = EQUIPMENT) -> Proof:
    """The proof of a card with this text."""
    made = card(text, game, line)
    cards = play_set(game)
    found = next(x for x in obligations(cards, [made]) if x.card is made)
    return prove(cards, found)


def words(proof: Proof) -> dict[str, str]:
    return {verdict.property.name: verdict.word for verdict in proof.verdicts}


@pytest.mark.parametrize(
    "text",
    [
        "+Power equal to your Character's cost.",
        "Cards you buy this turn cost 1 less.\nBlock (2)",
        "Block (2): If you control a Hero, your Character costs 1 more this turn.",
        "Block (2): If you have a card in your hand, add 2 to your Character's cost this turn.",
        "Block (2): Draw a card. If it is a Hero, your Character costs 1 less this turn.",
    ],
)
def test_a_sensible_card_is_not_refuted(text: str) -> None:
    assert set(words(proof_of(text)).values()) <= {"proved", "holds up to"}


@pytest.mark.parametrize(
    "text",
    [
        "+1 Power for each Character in your score pile.",
        "You may destroy a Character in your score pile. If you do, +2 Power.",
    ],
)
def test_characters_that_were_defeated_are_met_in_score_piles(text: str) -> None:
    found = proof_of(text)
    if "destroy" in text:  # a Character is never destroyed
        assert {v.why for v in found.verdicts} == {f"{NOT_REACHED}: destroy, power"}
    else:
        assert set(words(found).values()) <= {"proved", "holds up to"}
    made = card(text)
    explorer = Explorer()
    one = next(x for x in obligations(play_set(), [made]) if x.card is made)
    replayed = [
        replay(play_set(), run, explorer.model()).position
        for run in runs_of(play_set(), one, explorer, 1)
    ]
    assert any("score: Character" in line for position in replayed for line in position)


@pytest.mark.parametrize("game", ["heroes-unite", "rivals-batman-joker"])
def test_assist_is_granted_where_there_is_no_partner(game: str) -> None:
    found = proof_of("Ongoing: Your Heroes have Assist.", game, "Location, cost 3, 1 VP")
    assert "unknown" not in words(found).values()


def test_an_error_of_the_proof_is_not_called_one_of_the_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(run: Run, _: int) -> None:
        if hasattr(run.game, "explorer"):
            raise KeyError(-7)

    monkeypatch.setitem(acts.ACTS, "nothing", fails)
    found = proof_of("+1 Power\nOngoing: Each time you draw a card, +1 Power.")
    assert {v.why for v in found.verdicts} == {f"{PROOF_FAILS}: KeyError: -7"}


def test_an_error_of_the_engine_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise KeyError("broken")

    monkeypatch.setattr(engine, "shifted", fails)
    found = proof_of("Destroy a card in your hand.")
    assert all(v.why.startswith(f"{ENGINE_FAILS}: KeyError") for v in found.verdicts)


def test_no_witness_begins_a_confrontation_with_a_defeat_or_a_cost_below_zero() -> None:
    found = proof_of("You may buy a card in the Line-Up. If you do, +1 Power.")
    game = next(v.witness for v in found.verdicts if v.word == "refuted")
    assert game is not None
    assert not any("has been defeated" in line or "costs -" in line for line in game.position)


def test_a_witness_shows_the_character_whose_cost_matters() -> None:
    made = card("+Power equal to your Character's cost.")
    one = next(x for x in obligations(play_set(), [made]) if x.card is made)
    explorer = Explorer()
    for run in runs_of(play_set(), one, explorer, 1):
        told = replay(play_set(), run, explorer.model()).position
        assert any("Character of P1 costs" in line for line in told)


def test_claim_and_game_property_agree_on_replayed_paths() -> None:
    """Both are silent on paths that are proved, and both speak where one is refuted."""
    judged = spoke = 0
    for text in (
        "You may buy a card in the Line-Up. If you do, +1 Power.",
        "Block (2): If you control a Hero, your Character costs 1 more this turn.",
        "+Power equal to your Character's cost.",
        "You may destroy a card in your score pile. If you do, draw a card.",
        "Each foe discards a card. Gain a Weakness.",
    ):
        made = card(text)
        one = next(x for x in obligations(play_set(), [made]) if x.card is made)
        explorer = Explorer()
        for run in islice(runs_of(play_set(), one, explorer, 1), 0, 60, 4):
            maker = Maker(play_set(), run, explorer.model())
            plain = maker.play()
            before = maker.state()
            before.core.confronted = run.target if run.target >= 0 else None
            before.look()
            step = Step(
                maker.game,
                before,
                None,  # type: ignore[arg-type]
                plain.events,
                plain.state,
                2,
                plain.kinds,
                (Span(plain.events, 0),),
            )
            for prop in one.properties:
                assert prop.statement is not None
                claimed = [said for said, so in prop.statement.breaches(plain) if so]
                played = list(prop.check(step))
                assert bool(claimed) is bool(played), (text, prop.name, claimed, played)
                judged, spoke = judged + 1, spoke + bool(claimed)
    assert judged > 100
    assert spoke


def test_the_stop_after_too_many_facts_is_a_violation_that_names_the_text() -> None:
    text = "Ongoing: Each time you reveal a card, reveal the top card of your deck."
    made = card(text, line="Location, cost 3, 1 VP")
    shows = replace(card("Reveal the top card of your deck."), name="Lantern")
    game = Game(play_set().replace_main_deck([(made, 1), (shows, 1)]))
    position = {"P1": {"hand": ["Lantern"], "play": ["Tried"], "deck": ["Punch"]}, "phase": "play"}
    found = seen(game, position, ["play Lantern"])
    broken(found, "turn-ends", "texts set each other off without end, and were stopped: Tried")


# -------------------------------------------------------------------- what a proof has reached

MOVERS = [
    "Draw a card.",
    "+1 Power. Discard a card.",
    "Each foe discards a card.",
    "Put a card from your discard pile on top of your deck.",
    "You may destroy a card in your hand. If you do, +2 Power.",
]


@pytest.mark.parametrize("text", MOVERS)
def test_an_engine_whose_texts_move_no_card_proves_nothing(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert set(words(proof_of(text)).values()) <= {"proved", "holds up to"}
    monkeypatch.setattr(engine, "carry", lambda *_: False)
    found = proof_of(text)
    assert set(words(found).values()) == {"vacuous"}
    assert "on no path does its text do this" in found.verdicts[0].why


@pytest.mark.parametrize("text", MOVERS)
def test_an_engine_that_does_nothing_that_a_card_says_proves_nothing(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs, nothing = "            text.body(s, frame)\n", "            pass\n"
    faults.in_engine(engine, "play_card", runs, nothing)(monkeypatch)
    assert set(words(proof_of(text)).values()) == {"vacuous"}


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("+1 Power for each two cards in your discard pile.", {"discard pile": {2, 3}}),
        ("If you have more cards in your hand than a foe, draw a card.", {"hand": {2}}),
        ("Each foe with more cards in hand than you discards a card.", {"hand": {2}}),
        ("Each foe with two or more cards in hand discards a card.", {"hand": {2, 3}}),
        ("The foe with the most cards in hand discards a card.", {"hand": {2}}),
        ("If you have more than one Weakness in your hand, draw a card.", {"hand": {1, 2}}),
        (
            "If there are more Heroes than Villains in the Line-Up, draw a card.",
            {"the Line-Up": {2}},
        ),
        ("Discard up to two cards.", {"hand": {2}}),
        ("Each foe discards all but two cards.", {"hand": {2, 3}}),
    ],
)
def test_zones_are_as_large_as_the_text_counts(text: str, sizes: dict[str, set[int]]) -> None:
    made = card(text)
    asked = sizes_asked(a.walk(made.text))
    assert {zone.value: found for zone, found in asked.items()} == sizes


def test_a_bound_that_is_too_small_for_the_text_is_told() -> None:
    found = proof_of("Discard any number of cards. +1 Power for each two cards discarded this way.")
    said = {str(verdict) for verdict in found.verdicts if verdict.word == "holds up to"}
    assert said == {"holds up to (1 card per zone; the text counts to 2)"}


# ------------------------------------------------------------ what a text needs, so that it works

NEEDS = {
    "things done before, of two sorts": (
        "+1 Power\nIf you bought or gained two or more cards this turn, you may destroy a Hero you "
        "played this turn."
    ),
    "two sorts of cards played before": (
        "If you have played a Hero and a Villain this turn, draw a card."
    ),
    "a card that tells to discard": (
        "Ongoing: The first time a card tells you to discard a card during each foe's turn, "
        "draw a card."
    ),
    "a card that tells to draw": (
        "Ongoing: The first time a card tells you to draw a card during each of your turns, "
        "+1 Power."
    ),
    "points of one's own": "You may lose 1 VP. If you do, draw two cards.",
    "points of a foe": "Each foe may lose 2 VP. Each foe who does draws a card.",
}


@pytest.mark.parametrize("text", NEEDS.values(), ids=NEEDS)
def test_a_position_has_what_the_text_needs(text: str) -> None:
    line = "Location, cost 4, 1 VP" if text.startswith("Ongoing") else EQUIPMENT
    assert set(words(proof_of(text, line=line)).values()) <= {"proved", "holds up to"}


OF_CONFRONTATIONS = [label for label, one in found().items() if one.card is not None]
PLAYED = [
    *(("confrontations", label) for label in OF_CONFRONTATIONS[:: tries(8, 1)]),
    ("confrontations", "Felix Faust 1"),  # asks for what was done three times
    ("confrontations", "Sea Gate"),  # waits for a card that tells to do something
    ("confrontations", "Prize Money"),  # has VP
    ("heroes-unite", "Trophy Hall"),  # waits for the defeat of a Super-Villain
    ("heroes-unite", "Exiled Princess"),  # names a card that was played earlier
]


@pytest.mark.parametrize(("game", "label"), PLAYED)
def test_no_card_of_the_play_set_is_vacuous(game: str, label: str) -> None:
    assert set(words(proof(label, game)).values()) <= {"proved", "holds up to"}


@pytest.mark.parametrize(
    "text", ["You may lose 1 VP. If you do, draw a card.", NEEDS["a card that tells to draw"]]
)
def test_such_a_position_is_made_on_the_plain_engine(text: str) -> None:
    made = card(text, line="Location, cost 4, 1 VP" if text.startswith("Ongoing") else EQUIPMENT)
    cards, explorer = play_set(), Explorer(max_paths=2000)
    one = next(x for x in obligations(cards, [made]) if x.card is made)
    found_same = [
        replay(cards, run, explorer.model()).same
        for run in islice(runs_of(cards, one, explorer, 1), 60)
    ]
    assert found_same
    assert all(found_same)
