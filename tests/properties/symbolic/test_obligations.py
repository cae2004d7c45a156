"""What is proved of which card, and in which words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.properties.citations import applies
from rules_check.properties.model import Property
from rules_check.properties.passage import Passage, Statement
from rules_check.properties.registry import PROVED, find_property
from rules_check.properties.symbolic.obligations import Obligation, obligations
from rules_check.properties.symbolic.prove import prove
from tests.effort import tries
from tests.properties.symbolic.proofs import found, play_set, proof, verdict

HEADLINES = ["card-conservation", "block-exceeds-power", "one-defeat-per-turn"]
"""The properties that every card can touch."""


def names(obligation: Obligation) -> list[str]:
    return [prop.name for prop in obligation.properties]


@pytest.mark.parametrize("game", PLAY_SETS)
def test_every_card_has_the_headlines_and_every_step_an_obligation(game: str) -> None:
    play = load_play_set(game)
    made = obligations(play)
    cards = [one for one in made if one.card is not None]
    assert [one.card for one in cards] == list(play.cards())
    headlines = {name for name in HEADLINES if applies(find_property(name), game)}
    assert {"card-conservation", "one-defeat-per-turn"} <= headlines
    assert all(headlines <= set(names(one)) for one in cards)
    steps = {
        step
        for order in (play.ruleset.turn[0], play.ruleset.end_of_turn[0])
        for step in order.steps
    }
    rules = {one.rule.removeprefix("step: ") for one in made if one.rule.startswith("step: ")}
    assert rules == steps


def test_every_property_that_can_be_proved_is_an_obligation_of_some_rule() -> None:
    rules = [one for one in obligations(play_set(), ()) if one.rule]
    assert {prop for one in rules for prop in one.properties} == set(PROVED)


@pytest.mark.parametrize(
    ("label", "more"),
    [
        ("Punch", ["power-balance"]),
        ("Vulnerability", []),
        ("Circe 2", ["no-purchase-in-confrontation", "power-balance"]),
        ("Ransom Note", ["power-balance"]),
    ],
)
def test_a_card_has_the_obligations_that_its_effects_can_touch(label: str, more: list[str]) -> None:
    assert names(found()[label]) == [*HEADLINES, *more]


def test_only_the_wanted_properties_are_proved() -> None:
    made = obligations(play_set(), [play_set().card("Punch")], [find_property(HEADLINES[1])])
    assert [names(one) for one in made] == [["block-exceeds-power"]] * len(made)
    assert [one.label for one in made] == [
        "step: block",
        "step: compare",
        "a Block is used",
        "Punch",
    ]


@pytest.mark.parametrize(
    ("label", "claim", "said"),
    [
        ("Punch", "card-conservation", "proved"),
        ("Punch", "block-exceeds-power", "proved"),
        ("step: compare", "block-exceeds-power", "proved"),
        ("a Block is used", "block-exceeds-power", "proved"),
        ("a card is bought", "power-balance", "proved"),
        ("step: announce", "no-purchase-in-confrontation", "proved"),
        ("Etrigan", "block-exceeds-power", "holds up to (1 card per zone)"),
        ("step: sweep", "card-conservation", "holds up to (1 card per zone)"),
    ],
)
def test_verdict_is_proved_only_if_nothing_of_limited_size_was_looked_at(
    label: str, claim: str, said: str
) -> None:
    assert str(verdict(label, claim)) == said


def test_the_bound_is_told() -> None:
    found_ = verdict("Etrigan", "card-conservation", bound=2)
    assert str(found_) == "holds up to (2 cards per zone)"
    assert found_.paths > verdict("Etrigan", "card-conservation").paths


@pytest.mark.parametrize("game", PLAY_SETS[: tries(2, 4)])
def test_one_defeat_per_turn_is_an_induction_over_the_turn(game: str) -> None:
    """A turn begins without a defeat, and every step keeps the invariant."""
    labels = [label for label, one in found(game).items() if one.rule]
    assert labels[0] == "turn begins"
    for label in labels:
        said = verdict(label, "one-defeat-per-turn", game)
        assert said.word in ("proved", "holds up to"), label
    assert verdict("turn begins", "one-defeat-per-turn", game).word == "proved"
    if "step: compare" in labels:
        assert verdict("step: compare", "one-defeat-per-turn", game).word == "proved"
    else:  # a whole stack is looked at, so it holds only up to a size
        assert "a Super-Villain is defeated" in labels


def never(passage: Passage) -> bool:  # noqa: ARG001 (the signature of `Statement.speaks`)
    return False


def test_a_property_that_no_path_is_about_is_vacuous() -> None:
    silent = Property(
        "silent", "", lambda _: iter(()), statement=Statement(lambda _: iter(()), never)
    )
    (said,) = prove(play_set(), replace(found()["Punch"], properties=(silent,))).verdicts
    assert str(said) == "vacuous"


def test_too_many_paths_are_told() -> None:
    said = prove(play_set(), found()["Etrigan"], max_paths=3).verdicts
    assert {str(one) for one in said} == {"unknown (more than 3 paths)"}


def test_time_that_is_up_is_told() -> None:
    said = prove(play_set(), found()["Etrigan"], seconds=0).verdicts
    assert {str(one) for one in said} == {"unknown (time is up)"}


def test_the_same_proof_gives_the_same_paths() -> None:
    one, other = proof("Cold Breath"), proof("Cold Breath")
    assert replace(one, seconds=0) == replace(other, seconds=0)


def test_texts_that_wait_are_set_off() -> None:
    """A trigger of a Character, of a card in play, of a text that lasts, and of the card itself."""
    for label, topic in (
        ("Superman 1", "resolve.trigger"),
        ("Themyscira", "resolve.trigger"),
        ("Hourglass Charm", "effect.destroy"),
        ("Returning Spear", "effect.instead"),
    ):
        topics = proof(label).topics
        assert any(said.startswith(topic) for said in topics), (label, sorted(topics))


def test_nothing_is_known_that_sets_off_some_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_check.properties.symbolic.acts.BY_VERB", {})
    said = proof("Superman 1").verdicts[0]
    assert said.word == "unknown"
    assert "sets off a text about 'play'" in said.why


def test_a_defeat_is_proved_without_what_is_played_after_it() -> None:
    found = proof("a Super-Villain is defeated", "heroes-unite", bound=2)
    assert {verdict.word for verdict in found.verdicts} == {"proved"}
    assert found.paths < 10
