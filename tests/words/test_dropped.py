"""Words of which the meaning has nothing, and translations that drop some."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules_check.grammar import ast as a
from rules_check.grammar.binding import bind
from rules_check.grammar.core import dropped as module
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.dropped import dropped
from rules_check.grammar.core.rewriting import Rewriting, rewritten
from rules_check.grammar.core.translate import Untranslated, translate
from tests.words.cards import card


def lost(*lines: str, game: str = "confrontations") -> set[str]:
    """The words of which the meaning has nothing, and what they are."""
    made = card(*lines, game=game)
    return {f"{x.what}: {made.printed[x.at[0]][x.at[1] : x.at[2]]}" for x in dropped(made.text)}


@pytest.mark.parametrize(
    "text",
    [
        "The player on your left discards a random card.",
        "Each foe with no Location in their discard pile gains a Weakness.",
        "Draw cards equal to twice the number of Heroes you control.",
        "At the end of your next turn, draw a card.",
        "Put a non-Hero card from your hand on the bottom of your deck.",
        "Attack: Each foe cannot play Attack cards during their next turn.",
        "Ongoing: The first time you play a Hero during each of your turns, draw a card.",
        "Discard any number of cards, then draw that many cards.",
        "Gain the bottom card of the Weakness stack.",
        "If you own or are playing two Heroes, draw a card.",
        "Villains cost you 1 less to buy this turn.",
        "Each time a foe plays a Villain, draw a card.",
        "At the end of this turn, draw a card.",
    ],
)
def test_the_meaning_has_all_words_of_a_plain_text(text: str) -> None:
    assert not lost(text)


def test_what_is_so_anyway_is_told() -> None:
    assert lost("Attack: Choose any number of foes. Each foe chosen discards a card.") == {
        "player: kind: any number of foes"
    }


def test_a_first_appearance_happens_to_each_player_whoever_is_named() -> None:
    assert not lost("First Appearance - Attack: Each player gains a Weakness.", game="heroes-unite")


def _left_is_right(group: c.Group) -> c.Group:
    return replace(group, row="right") if group.row == "left" else group


def _any_type(compare: c.Compare) -> c.Value:
    return replace(compare, left=c.Kind("Hero")) if compare.op == "in" else compare


def _once(sum_: c.Arithmetic) -> c.Value:
    return sum_.of[1] if sum_.row == "*" else sum_


def _not_next(logic: c.Logic) -> c.Value:
    rest = tuple(one for one in logic.of if not isinstance(one, c.During))
    return rest[0] if logic.op == "and" and len(rest) == 1 else logic


@pytest.mark.parametrize(
    ("drops", "text", "told"),
    [
        (
            {c.Group: _left_is_right},
            "The player on your left draws a card.",
            "player: kind: The player on your left",
        ),
        ({c.Compare: _any_type}, "Discard a Villain.", "type noun: type: Villain"),
        ({c.Arithmetic: _once}, "+2 Power for each Hero you control.", "times: number: 2"),
        (
            {c.Logic: _not_next},
            "At the end of your next turn, draw a card.",
            "moment: next: At the end of your next turn",
        ),
    ],
)
def test_words_that_a_translation_drops_are_told(
    drops: Rewriting, text: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not lost(text)

    def worse(tree: a.CardText, **how: Any) -> c.Core:
        return rewritten(translate(tree, **how), drops)

    monkeypatch.setattr(module, "translate", worse)
    assert told in lost(text)


def test_one_other_word_that_would_mean_the_same_is_told_if_one_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That "3 or more" would mean the same, beside "one more", is told of a limit that became the
    other limit."""
    text = card("Destroy a card in your hand with cost 3.").text
    assert not dropped(text, each=True)

    def at_least(test: c.Compare) -> c.Compare:
        return replace(test, op=">=") if test.op == "=" else test

    def worse(tree: a.CardText, **how: Any) -> c.Core:
        return rewritten(translate(tree, **how), {c.Compare: at_least})

    monkeypatch.setattr(module, "translate", worse)
    assert not dropped(text)
    assert [one.tried for one in dropped(text, each=True)] == [(">=",)]


@pytest.mark.parametrize(
    "text",
    [
        "Your teammate destroys a card in each foe's discard pile.",
        "Choose a foe. That foe may destroy a card in each player's discard pile.",
    ],
)
def test_one_from_each_player_is_taken_by_you_or_refused(text: str) -> None:
    """The number was dropped for others: they took one card in all."""
    with pytest.raises(Untranslated, match="from each of several"):
        translate(bind(a.meant(card(text).text)))


@pytest.mark.parametrize(
    "text",
    [
        "Flip your Character face down until the end of your turn.",
        "Discard all cards in your hand that cost the same as another card in your hand.",
        "You cannot buy Heroes until a player defeats a Super-Villain.",
    ],
)
def test_what_only_words_of_another_kind_could_change_is_not_told(text: str) -> None:
    """Whoever flips a Character, "another", and one card or any that is forbidden."""
    assert not lost(text)
