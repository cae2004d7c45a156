"""No false verdict: what sensible cards are not accused of, and whose error an error is."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from rules_check.grammar.cardfile import read_card_text
from rules_check.oracle.box.playset import CardDef, card_defs
from rules_check.oracle.effects import moves
from rules_check.oracle.game import Game
from rules_check.properties.model import Span, Step
from rules_check.properties.symbolic import acts
from rules_check.properties.symbolic.explore import Explorer
from rules_check.properties.symbolic.obligations import obligations
from rules_check.properties.symbolic.prove import ENGINE_FAILS, PROOF_FAILS, Proof, prove, runs_of
from rules_check.properties.symbolic.replay import Maker, replay
from rules_check.properties.symbolic.runs import Run
from tests.properties.short_games import broken, seen
from tests.properties.symbolic.proofs import play_set

EQUIPMENT = "Equipment, cost 3, 1 VP"


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
    assert set(words(proof_of(text)).values()) <= {"proved", "holds up to"}
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

    monkeypatch.setattr(moves, "shift", fails)
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
            before.confronted, before.announced = run.target, run.target >= 0
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
