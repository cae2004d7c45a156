"""Sentences that are understood and no editor would let pass; repairs that can be trusted."""

from __future__ import annotations

import pytest

from rules_check.checker import Checker
from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.weighing import weighs

HEADER = "set: Night Watch\nruleset: confrontations\n\nLamplighter\nHero, cost 3, 1 VP\n"


def found(*lines: str) -> dict[str, str]:
    """What a check says of a card with these lines: messages by code, without house style."""
    result = Checker().check_text(HEADER + "\n".join(lines) + "\n", "cards.txt")
    return {d.code: d.message for d in result.diagnostics if d.code not in {"RC401", "RC501"}}


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("Draw cards.", "RC213", 'how many? "cards" is read as all of them'),
        ("Destroy Heroes in your hand.", "RC213", '"Heroes in your hand" is read as all'),
        ("Gain cards from the Line-Up.", "RC213", "is read as all of them"),
        ("- 2 Power.", "RC214", "is read as minus"),
        ("Draw a card unless you draw a card.", "RC207", "what is done without it is the same"),
        (
            "If you have no cards in hand and you have two or more cards in hand, draw a card.",
            "RC207",
            "the two cannot hold at the same time",
        ),
        ("When you play this card, play this card.", "RC801", "sets itself off, and never ends"),
        ("Each time you play this card, play this card.", "RC801", "never ends"),
    ],
)
def test_what_no_editor_lets_pass(text: str, code: str, said: str) -> None:
    assert said in found(text)[code]


@pytest.mark.parametrize(
    "text",
    [
        "Draw all cards in your deck.",
        "-2 Power.",
        "Discard your hand.",
        "You cannot draw cards this turn.",
        "When you draw cards with a card, discard a card.",
        "Reveal cards from the top of your deck until you reveal a Hero.",
        "Discard two cards. Destroy the discarded cards.",
        "Draw a card unless a foe discards a card.",
        "If you have a Hero in play and you have two or more cards in hand, draw a card.",
        "The first time you play this card each turn, play it again.",
    ],
)
def test_what_is_in_order(text: str) -> None:
    assert not found(text).keys() & {"RC207", "RC213", "RC214", "RC801"}


def fixed(*lines: str) -> list[str]:
    """The lines of a card after the fixes that a check offers for what is not understood."""
    text = HEADER + "\n".join(lines) + "\n"
    result = Checker().check(read_card_text(text, "cards.txt"))
    rows = text.split("\n")
    for one in result.diagnostics:
        if one.code == "RC101" and one.fix is not None:
            for edit in sorted(one.fix.edits, key=lambda e: -e.column):
                row = rows[edit.line - 1]
                start = edit.column - 1
                end = start + edit.length
                rows[edit.line - 1] = row[:start] + edit.replacement + row[end:]
    return rows[5:-1]


@pytest.mark.parametrize(
    ("typed", "repaired"),
    [
        ("- +2 Power", "+2 Power"),
        ("• Draw a card.", "Draw a card."),
        ("If you control a Hero draw a card.", "If you control a Hero, draw a card."),
        (
            "+2 Power Attack: Each foe discards a card.",
            "+2 Power. Attack: Each foe discards a card.",
        ),
        ("Destory a card in your hand.", "Destroy a card in your hand."),
        ("Draw quickly a card.", "Draw a card."),
    ],
)
def test_a_repair_keeps_what_is_said(typed: str, repaired: str) -> None:
    assert fixed(typed) == [repaired]


@pytest.mark.parametrize(
    "typed",
    ["Draw 3 4 cards.", "Draw +2 cards.", "Never draw a card.", "Draw not a card.", "Not +2 Power"],
)
def test_what_carries_meaning_is_not_left_out(typed: str) -> None:
    assert len(fixed(typed)[0].split()) >= len(typed.split())


WEIGHTY = [
    "Destroy a card you don't own.",
    "Destroy a card that you do not really own.",
    "Each foe who fails to discard a card gains a Weakness.",
    "If you have no duplicate cards in your hand, draw a card.",
    "If you have no shiny cards in your hand, draw a card.",
    "Discard a card without a shiny Hero.",
    "Draw a couple cards.",
    "Each opponent foe discards a card.",
    "Discard a card nobody owns.",
    "Draw nto cards.",
]


@pytest.mark.parametrize("text", WEIGHTY)
def test_no_word_that_negates_counts_or_names_a_player_goes_or_comes(text: str) -> None:
    for line in fixed(text):
        before, after = ([w for w in _words(x) if weighs(w)] for x in (text, line))
        assert before == after


def _words(text: str) -> list[str]:
    return text.lower().rstrip(".").replace(",", "").split()


@pytest.mark.parametrize("costs", ["1 or 2", "1, 2, or 3", "1, 2 or 3", "1, 2, 3, or 4"])
def test_costs_in_a_list_keep_their_digits(costs: str) -> None:
    text = f"Gain a card with cost {costs} from the Line-Up."
    result = Checker().check_text(HEADER + text + "\n", "cards.txt")
    assert not [one for one in result.diagnostics if one.code in ("RC101", "RC501")]


def test_a_full_stop_is_put_before_a_new_sentence_and_no_comma_behind_may() -> None:
    typed = "+3 Power You may shuffle your discard pile into your deck."
    assert fixed(typed) == ["+3 Power. You may shuffle your discard pile into your deck."]
