"""Case books: every way is shown or named, cases are small, stable and true."""

from __future__ import annotations

import pytest

from rules_check.cases.making import _end, _is_cut, _keyword, written
from rules_check.oracle.game import Game
from rules_check.oracle.scenarios import tables
from rules_check.oracle.scenarios.files import read_own_scenarios
from rules_check.oracle.scenarios.runner import run
from rules_check.oracle.values.ways import Way
from rules_check.properties.cases.book import case_book
from rules_check.properties.cases.trying import Table
from tests.properties.cases.shared import CARDS, PIER, SMUGGLER, TIDE, books, maker

pytestmark = pytest.mark.xdist_group("case books")  # one worker: each book is made once


def titles(name: str) -> list[str]:
    return [case.title for case in books()[name].cases]


def test_every_way_of_every_card_is_shown_or_named() -> None:
    made = maker(TIDE, SMUGGLER, PIER)
    for one in made.result.cards:
        game = made.game_with(one)
        assert game is not None
        book = case_book(game[0], game[1])
        shown = {goal for case in book.cases for goal in case.shows}
        assert shown | set(book.missed) == set(book.ways.goals)
        assert shown.isdisjoint(book.missed)
        for case in book.cases:  # what it says it shows, it does
            table = Table(*game[:2])
            again = table.follow(case.trial.position, case.trial.plan)
            assert again is not None
            assert {(goal.form, goal.way) for goal in case.shows} <= again.at.keys()


def test_the_other_side_is_shown_too() -> None:
    assert titles("Night Tide") == [
        "“Confrontation: Draw two cards”",
        "“Otherwise, +2 Power”",
        "“Draw two cards”: the deck is too short",
    ]
    assert titles("Rope Thrower") == [
        "“Attack: Each foe discards a card”",
        "“Each foe discards a card”: avoided",
        "“Each foe discards a card”: there is none",
    ]
    assert titles("Quiet Smuggler") == [
        "“You may destroy a card in your discard pile. If you do, +2 Power”",
        "“destroy a card in your discard pile”: not wanted",
        "“destroy a card in your discard pile”: not possible",
    ]
    counts = "“+1 Power for each Hero in your discard pile when you play this card”"
    assert titles("Crate Counter") == [counts, f"{counts}: it counts nothing"]
    assert titles("Old Pier")[1].endswith(": something else happens")


def test_cases_are_small_and_told_in_plain_words() -> None:
    draws, short = books()["Lighthouse Keeper"].cases
    assert draws.given == ("You have Lighthouse Keeper in hand; Punch in the deck.",)
    (act,) = draws.acts
    assert act.does == "You play Lighthouse Keeper."
    assert act.comes == ("You get 1 Power.", "You draw Punch.")
    assert short.acts[0].comes[-1] == "You have nothing left to draw."
    assert draws.then == (
        "P1 hand: Punch",
        "P1 deck: empty",
        "P1 in play: Lighthouse Keeper",
        "P1 power: 1",
    )


def test_the_same_text_gives_the_same_cases() -> None:
    again = maker(*CARDS)
    assert again.book(again.result.cards[3]) == books()["Quiet Smuggler"]


WANTED = ("Night Tide", "Quiet Smuggler")


def test_a_changed_card_changes_only_its_own_cases() -> None:
    changed = [card.replace("+2 Power", "+3 Power") if card is SMUGGLER else card for card in CARDS]
    now = maker(*changed)
    others = {one.card.name: now.book(one) for one in now.result.cards if one.card.name in WANTED}
    assert others["Night Tide"] == books()["Night Tide"]
    mine, known = others["Quiet Smuggler"].cases, books()["Quiet Smuggler"].cases
    assert mine != known
    assert [case.id for case in mine[1:]] == [case.id for case in known[1:]]
    assert [case.when for case in mine[1:]] == [case.when for case in known[1:]]


FAULTS = {
    "Lighthouse Keeper": ("draw a card", "discard a card"),
    "Night Tide": ("Draw two cards", "Draw a card"),
    "Rope Thrower": ("Each foe", "Each player"),
    "Quiet Smuggler": ("You may destroy a card", "Destroy a card"),
    "Crate Counter": ("each Hero", "each Villain"),
    "Old Pier": ("a Hero", "a card"),
}
"""Another text of each card, which an approved case has to notice."""


@pytest.mark.parametrize("name", FAULTS)
def test_approved_cases_notice_another_text(name: str) -> None:
    book = books()[name]
    old, new = FAULTS[name]
    faulty = [card.replace(old, new) if card.startswith(name) else card for card in CARDS]
    assert faulty != list(CARDS)
    assert [passes(book, case, CARDS) for case in book.cases] == [True] * len(book.cases)
    assert not all(passes(book, case, faulty) for case in book.cases)


def passes(book, case, cards) -> bool:
    """Whether a case passes with these cards."""
    own = maker(*cards).own
    text = f'cards = ["cards.txt"]\n{written(case, book.players)}'
    read = read_own_scenarios(text, "mine.toml", lambda _: own)
    assert read.errors == ()
    return run(read.scenarios[0]).passed


def test_an_engine_that_gives_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from rules_check.oracle.quick import acts

    given = acts.given

    def too_much(form, number, remembers):
        return given(form, number + 1, remembers)

    book = books()["Quiet Smuggler"]
    tables._game.cache_clear()
    monkeypatch.setattr(acts, "given", too_much)
    monkeypatch.setattr(Game, "_made", fresh(Game._made))
    assert not passes(book, book.cases[0], [*CARDS, ""])
    tables._game.cache_clear()


def fresh(made):
    """Kinds of cards that are not kept from before."""
    from rules_check.oracle import game

    def again(self, kind):
        game.kind_made.cache_clear()
        game.kind_with.cache_clear()
        return made(self, kind)

    return again


def test_a_way_is_noted_once_for_each_card() -> None:
    made = maker(*CARDS)
    one = next(x for x in made.result.cards if x.card.name == "Rope Thrower")
    found = made.game_with(one)
    assert found is not None
    table = Table(*found[:2])
    plain = {"phase": "play", "P1": {"hand": ["Rope Thrower", "Lighthouse Keeper"]}}
    other = table.follow(plain, ("P1: play Lighthouse Keeper",))
    assert other is not None
    assert not other.at  # another card was played
    mine = table.follow(plain, ("P1: play Rope Thrower",))
    assert mine is not None
    assert {way for _, way in mine.at} == {Way.RUN, Way.HIT, Way.NOTHING}


LAMPLIGHTER = """\
Lamplighter
Hero, cost 3, 1 VP, source original
You may discard two or more cards. If you do, draw a card.
"""


def test_what_cannot_come_is_not_said_to_be_missed() -> None:
    made = maker(LAMPLIGHTER)
    book = made.book(made.result.cards[0])
    assert not any(x.endswith("there are too few") for x in book.missed)
    assert {case.title for case in book.cases}.isdisjoint(book.missed)


def test_a_cut_quotation_ends_in_a_sign() -> None:
    line = "Draw a card, then choose a foe and look at their hand. +1 Power for each Hero there."
    assert _end(line, len("Draw a card")) == len("Draw a card")
    assert _is_cut(line, len("Draw a card"))
    start = line.index("+1")
    assert line[start : _end(line, start + len("+1 Power"))] == "+1 Power for each Hero there"
    assert not _is_cut(line, _end(line, start + len("+1 Power")))
    assert _keyword("Attack: Each foe discards a card.", len("Attack: ")) == "Attack: "
