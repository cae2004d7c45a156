"""A case in words."""

from __future__ import annotations

from functools import cache
from typing import Any

from rules_check.cases.telling import Teller
from rules_check.properties.cases.trying import Table, Trial
from tests.properties.cases.shared import CARDS, maker


@cache
def table(name: str, *more: str) -> Table:
    """The game of a card of the small set."""
    made = maker(*CARDS, *more)
    one = next(x for x in made.result.cards if x.card.name == name)
    found = made.game_with(one)
    assert found is not None
    return Table(*found[:2])


def played(at: Table, position: dict[str, Any], *plan: str) -> Trial:
    trial = at.follow({"phase": "play", **position}, plan)
    assert trial is not None
    assert len(trial.plan) >= len(plan)
    return trial


def story(name: str, position: dict[str, Any], *plan: str, more: tuple[str, ...] = ()) -> str:
    """What is told of a game."""
    at = table(name, *more)
    acts = Teller(at.game, at.card).story(played(at, position, *plan))
    return " ".join(" ".join((act.does, *act.comes)).strip() for act in acts)


def test_a_shuffled_discard_pile_is_told() -> None:
    mine = {"hand": ["Lighthouse Keeper", "Punch"], "discard": ["Hired Muscle"]}
    said = story("Lighthouse Keeper", {"P1": mine}, "P1: play Lighthouse Keeper")
    assert said.endswith("You shuffle your discard pile into a new deck. You draw Hired Muscle.")


def test_what_the_end_of_a_turn_brings_is_told_if_it_matters() -> None:
    position = {"P1": {"hand": ["Punch"], "deck": ["Bronze Bracers"]}, "P2": {"hand": ["Punch"]}}
    ends = ("P1: play Punch", "P2: no Confrontation", "P2: play Punch")
    said = story("Rope Thrower", position, *ends)
    assert "Nothing is left to do: your turn ends. The turn of P2 begins." in said
    assert "Bronze Bracers" not in said
    assert "shuffle" not in said
    theirs = {"hand": ["Rope Thrower"]}
    defends = "P1: defend with Bronze Bracers"
    avoids = (*ends[:2], "P2: play Rope Thrower", defends)
    said = story("Rope Thrower", {**position, "P2": theirs}, *avoids)
    assert "your turn ends. You draw Bronze Bracers." in said


def test_a_turn_that_somebody_ends_just_ends() -> None:
    said = story("Rope Thrower", {"P1": {"hand": ["Punch"]}}, "P1: end turn")
    assert said.startswith("You end the turn. The turn of P2 begins.")


def test_winners_and_their_points_are_told() -> None:
    position = {"P1": {"hand": ["Punch"], "deck": ["Night Tide"]}, "main_deck_size": 0}
    said = story("Night Tide", position, "P1: play Punch")
    assert said.endswith(
        "The game is over. You and P3 have 2 VP together, P2 and P4 have 0 VP together."
        " You and P3 win."
    )
    position = {"P1": {"hand": ["Punch"]}, "main_deck_size": 0}
    assert story("Night Tide", position, "P1: play Punch").endswith("It is a draw.")
