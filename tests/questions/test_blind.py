"""Plain cards raise no warning, and the traps in trap cards are found. Both were written by
somebody who had not seen what is looked for."""

from __future__ import annotations

import pytest

from rules_check.checker import Checker
from rules_check.checks.questions import check
from rules_check.checks.raised import raised
from rules_check.codes import Severity
from rules_check.grammar.cache import Cache
from rules_check.prove.games import QuickGames
from rules_check.rules.load import load_rules
from tests.effort import LONG
from tests.questions.cards import HERE, checked, result, told_of_traps
from tests.together import all_of

TOLD = told_of_traps()
SAMPLE = ("Tidal Sentinel", "Bounty Clerk", "Rewinder", "Smoke Dancer", "Listening Station")
"""Trap cards whose games are searched for in every run; the others in long ones."""


def test_plain_cards_raise_no_warning() -> None:
    found = [d for d in result(HERE / "plain.txt").diagnostics if d.severity is not Severity.NOTE]
    assert [d.headline for d in found] == []


def test_every_trap_card_is_spoken_of() -> None:
    names = {subject.card.name for subject in checked("traps")}
    assert len(names) == 40
    assert set(TOLD["found"]) | set(TOLD["not_found"]) == names
    assert not set(TOLD["found"]) & set(TOLD["not_found"])
    assert set(TOLD["no_game"]) <= set(TOLD["found"])
    assert set(TOLD["settled"]) <= set(TOLD["found"])


@all_of("name", TOLD["found"])
def test_the_trap_is_told_unless_the_book_settles_it(name: str) -> None:
    """Without --all: a warning, or a note that names what was said of another text."""
    subject = next(one for one in checked("traps") if one.card.name == name)
    told = {found.question for found in check(subject)}
    assert (TOLD["found"][name] in told) is (name not in TOLD["settled"])


@pytest.mark.parametrize("name", TOLD["settled"])
def test_what_settles_a_trap_stands_in_the_book(name: str) -> None:
    said = TOLD["settled"][name]
    assert said["rules"]
    assert said["because"]
    assert set(said["rules"]) <= set(load_rules("confrontations").rules)


def test_how_many_traps_are_told() -> None:
    assert len(TOLD["found"]) - len(TOLD["settled"]) == 35
    assert len(TOLD["found"]) - len(TOLD["no_game"]) >= 36


def test_plain_cards_raise_few_notes() -> None:
    """One: a count that the book speaks of for another card only."""
    found = [(one.card.name, told) for one in checked("plain") for told in check(one)]
    assert [name for name, _ in found] == ["Rookie Patrol"]


@all_of("name", TOLD["found"])
def test_the_trap_is_found(name: str) -> None:
    subject = next(one for one in checked("traps") if one.card.name == name)
    assert TOLD["found"][name] in {one.id for one in raised(subject)}


@pytest.mark.parametrize("name", TOLD["found"] if LONG else SAMPLE)
def test_a_game_shows_it(name: str) -> None:
    text = (HERE / "traps.txt").read_text(encoding="utf-8")
    blocks = [block for block in text.split("\n\n") if f"\n{name}\n" in f"\n{block}\n"]
    head = "set: Trap Cards\nruleset: confrontations\n\n"
    games = QuickGames(None, everything=True, only=frozenset({TOLD["found"][name]}))
    checker = Checker(Cache(), shower=games, everything=True)
    found = checker.check_text(head + blocks[0] + "\n", "trap.txt")
    shown = [d for d in found.diagnostics if d.witness is not None]
    assert bool(shown) is (name not in TOLD["no_game"])
