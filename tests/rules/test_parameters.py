"""Every parameter of a book is read, and so is the order of its steps: another value is noticed."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game, GameError
from rules_check.rules.load import RULESETS, load_ruleset, parse_ruleset
from rules_check.rules.parameters import PARAMETERS
from rules_check.rules.reader import RulesetError
from tests.effort import tries
from tests.rules.changes import Change, all_scenarios, changes, noticed_by, notices
from tests.together import all_of

ROOT = Path(__file__).parents[2]
NOTICED: dict[str, dict[str, list[str]]] = tomllib.loads(
    (Path(__file__).parent / "noticed.toml").read_text(encoding="utf-8")
)
EVERY = [
    (book, change)
    for at, book in enumerate(PLAY_SETS)
    for change in list(changes(load_ruleset(book)))[at % tries(2, 1) :: tries(2, 1)]
]
"""What is changed in each book; in `make test` every second one, another one in the next book."""


@all_of("book, change", EVERY, lambda one: f"{one[0]}: {one[1].told}")
def test_another_value_is_noticed(book: str, change: Change, monkeypatch: pytest.MonkeyPatch):
    listed = NOTICED[book].get(change.key, [])
    if not any(notices(book, change, who, monkeypatch) for who in listed):
        other = noticed_by(book, change, monkeypatch)
        said = f"noticed by {other}: write it into noticed.toml" if other else "nobody notices"
        pytest.fail(f"{book}, {change.told}: {said}", pytrace=False)


def test_who_is_listed_notices_something():
    for book, listed in NOTICED.items():
        found = {change.key for change in changes(load_ruleset(book))}
        assert list(listed) == [key for key in listed if key in found], book
        for who in (one.removeprefix("property ") for ones in listed.values() for one in ones):
            assert who == "checks" or who in all_scenarios(), who


def test_a_parameter_that_nobody_reads_would_be_named(monkeypatch: pytest.MonkeyPatch):
    book = PLAY_SETS[1]
    nothing = Change("gain.includes_defeat", "gain.includes_defeat = None", lambda ruleset: ruleset)
    monkeypatch.setattr("tests.rules.changes.all_scenarios", dict)
    assert noticed_by(book, nothing, monkeypatch) is None


# --------------------------------------------------------------------- what is unread


@pytest.mark.parametrize("name", RULESETS)
def test_only_a_book_that_is_not_played_has_parameters_that_nothing_reads(name: str):
    ruleset = load_ruleset(name)
    played = name in PLAY_SETS
    assert bool(ruleset.unread.parameters) is not played
    assert bool(ruleset.unread.reason) is not played
    if not played:
        values = {*ruleset.parameters, *(key for one in ruleset.variants for key in one.parameters)}
        assert values == set(ruleset.unread.parameters)


def test_every_parameter_has_a_value_in_some_book():
    books = [load_ruleset(name) for name in RULESETS]
    valued = {key for book in books for key in book.parameters}
    valued |= {key for book in books for variant in book.variants for key in variant.parameters}
    assert valued == set(PARAMETERS)


def test_an_unread_parameter_has_a_value():
    text = (ROOT / "rules/heroes-unite.toml").read_text(encoding="utf-8")
    text += '\n[unread]\nreason = "not yet"\nparameters = ["hand_size"]\n'
    parse_ruleset(text, "rules/heroes-unite.toml")
    for old, new, problem in (
        ('["hand_size"]', '["hand"]', "'hand' is not a parameter with a value"),
        ('reason = "not yet"', 'because = "not yet"', "is missing"),
    ):
        assert old in text
        with pytest.raises(RulesetError, match=problem):
            parse_ruleset(text.replace(old, new, 1), "rules/heroes-unite.toml")


# ------------------------------------------------------------ what the engine cannot play


@pytest.mark.parametrize("kind", ["boss_stack", "main_deck"])
def test_a_game_against_super_villains_needs_some(kind: str):
    play_set = load_play_set(PLAY_SETS[0])
    parameters = {**play_set.ruleset.parameters, "opponent.kind": kind}
    changed = replace(play_set, ruleset=replace(play_set.ruleset, parameters=parameters))
    with pytest.raises(GameError, match=r"has no Super-Villains \(opponent.kind\)"):
        Game(changed)


def test_a_game_of_confrontations_needs_characters_with_a_cost():
    play_set = load_play_set("heroes-unite")
    parameters = {**play_set.ruleset.parameters, "opponent.kind": "characters"}
    changed = replace(play_set, ruleset=replace(play_set.ruleset, parameters=parameters))
    with pytest.raises(GameError, match=r"have no cost \(opponent.kind\)"):
        Game(changed)


def test_a_stack_larger_than_the_box_is_refused():
    play_set = load_play_set("heroes-unite")
    for size in (12, 13):
        parameters = {**play_set.ruleset.parameters, "boss.size": size}
        changed = replace(play_set, ruleset=replace(play_set.ruleset, parameters=parameters))
        if size <= len(play_set.super_villains):
            assert Game(changed).boss_size == size
        else:
            with pytest.raises(GameError, match=r"13 Super-Villains; the box has 12 \(boss.size\)"):
                Game(changed)
