"""A verb is a row of words, and a row of the core that says where its cards go."""

from __future__ import annotations

import pytest

from tests.additions.by_letter import BY_LETTER
from tests.additions.checkout import Checkout
from tests.effort import only_long

pytestmark = pytest.mark.xdist_group("verb")

ROW = '    STASH = _moved("stash", "stashed", gerund="stashing", waits=True)'
CORE = '    "stash": VerbRow("under the deck", True, to="deck", end="bottom"),'
PROGRAM = f"""{BY_LETTER}
from dataclasses import replace
from random import Random
from rules_check.grammar import ast as a
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.grammar.wording import wording
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.scenarios.positions import build_state
from rules_check.play.phrases import Phrases
from rules_check.properties.random_cards import drawn
from rules_check.properties.strategies.actions import moves

names = vocabulary(["Punch"])
for text in (
    "Stash a card from your hand.",
    "Each foe stashes a card from their hand.",
    "When you stash a card, draw a card.",
    "+1 Power for each card stashed this way.",
):
    parsed = parse_lines([text], names)
    said = wording(parsed.text)
    print(*said, parse_lines(said, names).text == parsed.text)
print(next(one.verb for one in drawn(Random(1), moves) if one.verb is a.Verb.STASH))

play_set = load_play_set("confrontations")
meaning = parse_lines(["Stash a card from your hand."], names).text
card = replace(play_set.main_deck[0][0], name="Magpie", text=meaning)
game = Game(play_set.replace_main_deck([*play_set.main_deck, (card, 1)]))
given = {{"hand": ["Magpie", "Punch", "Vulnerability"], "deck": ["Punch"]}}
state = build_state(game, {{"P1": given, "phase": "play"}}, trace=True)
game.answer(state, game.parse(state, "play Magpie"))
game.answer(state, game.parse(state, "choose Vulnerability"))
print([game.name(card) for card in state.zones[1]])
event = next(event for event in state.trace if event.kind == "stash")
print(Phrases(game).move(event.kind, event.player, event.cards, event.detail, event.topic))

all_of_it = parse_lines(["Stash your hand."], names).text
after = by_letter(all_of_it, "P1", {{"P1 hand": ("Punch#1",), "P1 deck": ("Kick#1",)}})
print(after["P1 hand"], after["P1 deck"])
"""
SPELT = """\
set: Made up
ruleset: confrontations

Magpie
Hero, cost 2, 1 VP
Stash a card from your hand.
"""
MISSPELT = SPELT.replace("Stash", "Stas")


def add_row(checkout: Checkout) -> None:
    checkout.add("grammar/ast/verbs.py", '    DEAL = VerbRow("deal", {})', ROW)


@pytest.fixture(scope="module")
def stash(checkout: Checkout) -> Checkout:
    add_row(checkout)
    checkout.add("grammar/core/rows.py", '    "put": VerbRow("where the text says", True),', CORE)
    return checkout


@only_long
def test_without_its_row_of_the_core_a_card_with_it_is_refused(another: Checkout) -> None:
    add_row(another)
    another.append("spelt.txt", SPELT)
    said = another.command("spelt.txt", "--no-proofs")
    assert "RC210" in said
    assert "it is not said where the cards go" in said


def test_two_places_are_all(stash: Checkout) -> None:
    assert stash.touched == {"grammar/ast/verbs.py", "grammar/core/rows.py"}
    stash.append("spelt.txt", SPELT)
    assert stash.command("spelt.txt", "--no-proofs") == "no findings in 1 file\n"


def test_it_is_read_worded_drawn_and_played(stash: Checkout) -> None:
    assert stash.run(PROGRAM) == [
        "Stash a card from your hand. True",
        "Each foe stashes a card from their hand. True",
        "When you stash a card, draw a card. True",
        "+1 Power for each card stashed this way. True",
        "stash",
        "['Punch', 'Vulnerability']",
        "stashes Vulnerability from hand on the bottom of the deck",
        "() ('Kick#1', 'Punch#1')",
    ]


def test_messages_know_its_words(stash: Checkout) -> None:
    stash.append("misspelt.txt", MISSPELT)
    assert 'did you mean "Stash"?' in stash.command("misspelt.txt")
