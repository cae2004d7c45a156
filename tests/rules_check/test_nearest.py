"""The nearest standard wording of a sentence that is not understood, with what it would mean."""

from __future__ import annotations

import re

import pytest

from rules_check.checker import Checker
from rules_check.diagnostics import Diagnostic
from rules_check.grammar.weighing import skeleton, spelled_like_heavy
from tests.effort import tries
from tests.grammar.syntax.lists import pairs_of
from tests.rules_check.test_fix import card, meaning
from tests.together import all_of

CHECKER = Checker()
TOLD = re.compile(r'"([^"]+)"\? that would be: ')


def found(line: str) -> Diagnostic | None:
    """What is said of a text that is not understood."""
    every = CHECKER.check_text(card(line), "set.txt").diagnostics
    return next((one for one in every if one.code == "RC101"), None)


def offered(line: str) -> list[str]:
    """The wordings that are offered."""
    one = found(line)
    return TOLD.findall(one.help) if one is not None else []


NEAR = {
    # a word in another place
    "Each foe a card discards.": "Each foe discards a card",
    "You destroy may a card in your hand.": "You may destroy a card in your hand",
    "Reveal the two top cards your deck of.": "Reveal the top two cards of your deck",
    "At the start of your each turns, draw a card.": "At the start of each of your turns, draw a"
    " card",
    "Gain a with cost 5 or less card from the Line-Up.": "Gain a card with cost 5 or less from the"
    " Line-Up",
    # a synonym in a sentence that free wording does not have
    "You may trash it or discard it or draw it.": "You may destroy it or discard it or draw it",
    # a word that nobody knows, where only one fits
    "You may swap a card in your hand with a card with price 5 or less in the Line-Up.": "You may"
    " swap a card in your hand with a card with cost 5 or less in the Line-Up",
    "Defense: You may discard this card from play to dodge an Attack.": "You may discard this card"
    " from play to avoid an Attack",
}


@all_of("typed,meant", list(NEAR.items()), lambda pair: pair[0])
def test_the_nearest_wording_is_offered(typed, meant):
    assert offered(typed) == [meant]
    assert meaning(f"{meant}.") is not None


def test_it_is_told_with_what_it_would_mean_and_a_fix_that_may_change_the_meaning() -> None:
    one = found("Each foe a card discards.")
    assert one is not None
    assert one.help == (
        'did you mean "Each foe discards a card"? that would be: Each foe discards a card.'
    )
    assert one.fix is not None
    assert not one.fix.keeps_meaning


def test_a_word_that_is_not_the_authors_is_told_but_no_fix_writes_it() -> None:
    one = found("Each foe discards a card featuring cost 4 or less.")
    assert one is not None
    assert "did you mean" in one.help
    assert one.fix is None


NOTHING = (
    "Each sleepy foe gains a Weakness.",  # says which
    "Each foe discards an arbitrary card.",
    "Each foe discards two cards and splorks.",
    "Incinerate a card in your hand.",  # any verb fits
    "You cnanot draw a card this turn.",  # a slip of a word that negates
    "Each foe may discard a Villain. If they reufse, they gain a Weakness.",
    "You need not discard a card.",
    "If only you control a Hero, draw a card.",
    "Draw a card even if you control a Hero.",
    "If it is in your hand and your discard pile, draw a card.",
    "Each foe ditches a card not chosen at random.",
    "It isn't your choice whether you discard a card.",
    "If your discard pile contains over two different cards, draw a card.",
)


@all_of("typed", NOTHING)
def test_nothing_is_offered_where_it_would_say_something_else(typed):
    one = found(typed)
    assert one is not None
    assert "did you mean" not in one.help
    assert one.fix is None


def test_of_several_meanings_each_is_told_and_none_is_chosen() -> None:
    line = "You may destroy a card in your grip, your discard pile, and/or the Line-Up."
    one = found(line)
    assert one is not None
    assert one.help.startswith("did you mean one of these: ")
    assert [said.split(",")[0].split()[-1] for said in offered(line)] == ["deck", "hand"]
    assert one.fix is None


def test_nothing_is_offered_that_does_not_fit_the_text_around_it() -> None:
    assert offered("Otherwise draw card a.") == []  # nothing before it that could fail


DANGEROUS = [typed for typed, _ in pairs_of("dangerous.txt")]


@all_of("typed", DANGEROUS[:: tries(30, 9)])
def test_what_carries_meaning_is_the_same_and_in_the_same_order(typed):
    for sentence in offered(typed):
        assert skeleton(sentence.split()) == skeleton(typed.rstrip(".").split()), sentence


@pytest.mark.parametrize(
    ("word", "like"),
    [("cnanot", True), ("reufse", True), ("foee", True), ("graveyard", False), ("fetch", False)],
)
def test_slips_of_words_that_carry_meaning(word: str, like: bool) -> None:
    assert spelled_like_heavy(word) == like
