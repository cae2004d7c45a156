"""A kind of player is a member, its words, and whom the engine means by it."""

from __future__ import annotations

import pytest

from tests.additions.checkout import Checkout
from tests.effort import only_long

pytestmark = pytest.mark.xdist_group("player")

MEMBER = '    FIRST = "the first player"'
NAME = '    a.PlayerKind.FIRST: "FIRST_PLAYER",'
WORD = 'FIRST_PLAYER: "the first player"'
FUNCTION = """\
def _first(g: Table, s: State, f: Frame) -> tuple[int, ...]:
    return s.order[:1]


"""
PROGRAM = """
from dataclasses import replace
from hypothesis import find
from rules_check.grammar import ast as a
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.grammar.wording import wording
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.scenarios.positions import build_state
from rules_check.properties.strategies import nouns

names = vocabulary(["Punch"])
for text in ("The first player draws a card.", "Look at the first player's hand."):
    parsed = parse_lines([text], names)
    said = wording(parsed.text)
    print(*said, parse_lines(said, names).text == parsed.text)
print(find(nouns.players(), lambda player: player.kind is a.PlayerKind.FIRST).kind)

play_set = load_play_set("confrontations")
meaning = parse_lines(["The first player draws a card."], names).text
card = replace(play_set.main_deck[0][0], name="Herald", text=meaning)
game = Game(play_set.replace_main_deck([*play_set.main_deck, (card, 1)]))
given = {"P1": {"deck": ["Punch"]}, "P2": {"hand": ["Herald", "Punch"]}}
state = build_state(game, {**given, "active": "P2", "phase": "play"})
game.answer(state, game.parse(state, "play Herald"))
print([game.name(card) for card in state.zones[0]])
"""


@pytest.fixture(scope="module")
def first(checkout: Checkout) -> Checkout:
    checkout.add("grammar/ast/kinds.py", '    OWNER = "its owner"', MEMBER)
    checkout.add("grammar/phrases/players.py", '    a.PlayerKind.OWNER: "OWNER",', NAME)
    checkout.add("grammar/words.lark", "OWNER: /its owner|their owners?|his owner/", WORD)
    checkout.add("oracle/meaning/who.py", "    K.OWNER: _nobody,", "    K.FIRST: _first,")
    checkout.put_in("oracle/meaning/who.py", "YOU, THAT = ", f"{FUNCTION}YOU, THAT = ")
    return checkout


@only_long
def test_it_is_read_worded_drawn_and_played(first: Checkout) -> None:
    assert first.run(PROGRAM) == [
        "The first player draws a card. True",
        "Look at the first player's hand. True",
        "the first player",
        "['Punch']",
    ]
