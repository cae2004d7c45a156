"""A kind of player is a member, its words, what it means, and what the core needs for that."""

from __future__ import annotations

import pytest

from tests.additions.by_letter import BY_LETTER
from tests.additions.checkout import Checkout
from tests.effort import only_long

pytestmark = pytest.mark.xdist_group("player")

MEMBER = '    LAST = "the last player"'
NAME = '    a.PlayerKind.LAST: "LAST_PLAYER",'
WORD = 'LAST_PLAYER: "the last player"'
MEANS = """\
            case K.LAST:
                return Who(c.Group("last"), many=False)
"""
ROW = '    "last": Row((), S.PLAYER, "who has the last turn of a round"),'
QUICK = '    "last": lambda s, f: s.still_in(s.order)[-1],'
LETTER = """\
        case "last":
            return [p for p in pos.order if p not in pos.out][-1]
"""
TEXT = "The last player draws a card."
PROGRAM = f"""{BY_LETTER}
from dataclasses import replace
from random import Random
from rules_check.grammar import ast as a
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.grammar.wording import wording
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.scenarios.positions import build_state
from rules_check.properties.random_cards import drawn
from rules_check.properties.strategies import nouns

names = vocabulary(["Punch"])
for text in ("{TEXT}", "Look at the last player's hand."):
    parsed = parse_lines([text], names)
    said = wording(parsed.text)
    print(*said, parse_lines(said, names).text == parsed.text)
players = drawn(Random(1), nouns.players())
print(next(one.kind for one in players if one.kind is a.PlayerKind.LAST))

play_set = load_play_set("confrontations")
meaning = parse_lines(["{TEXT}"], names).text
card = replace(play_set.main_deck[0][0], name="Herald", text=meaning)
game = Game(play_set.replace_main_deck([*play_set.main_deck, (card, 1)]))
given = {{"P4": {{"deck": ["Punch"]}}, "P2": {{"hand": ["Herald", "Punch"]}}}}
state = build_state(game, {{**given, "active": "P2", "phase": "play"}})
game.answer(state, game.parse(state, "play Herald"))
print([game.name(card) for card in game.zone(state, "hand", 3)])
print(by_letter(meaning, "P2", {{"P4 hand": (), "P4 deck": ("Punch#1",)}})["P4 hand"])
"""
FAULTS = f"""
from rules_check.grammar.core.checker import check
from rules_check.grammar.core.translate import cores
from rules_check.grammar.parse import parse_lines, vocabulary

text = parse_lines(["{TEXT}"], vocabulary(["Punch"])).text
for reading in cores(text):
    print(*(fault.problem for fault in check(reading.core)))
"""
LEFT_OUT = f"""{BY_LETTER}{FAULTS}
from rules_check.oracle.quick.values import Scope, value

try:
    value(reading.core.texts[0].body[0].by, Scope())
except ValueError as error:
    print("quick:", error)
try:
    by_letter(text, "P1", {{"P4 deck": ("Punch#1",)}})
except ValueError as error:
    print("by the letter:", error)
"""
CARDS = f"""\
set: Made up
ruleset: confrontations

Herald
Hero, cost 2, 1 VP
{TEXT}
"""


def add_words(checkout: Checkout) -> None:
    checkout.add("grammar/ast/kinds.py", '    OWNER = "its owner"', MEMBER)
    checkout.add("grammar/phrases/players.py", '    a.PlayerKind.OWNER: "OWNER",', NAME)
    checkout.add("grammar/words.lark", "OWNER: /its owner|their owners?|his owner/", WORD)


def add_meaning(checkout: Checkout) -> None:
    owner = "            case K.OWNER:\n                return self._owner(who)\n"
    checkout.put_in("grammar/core/translation/players.py", owner, MEANS + owner)


def add_row(checkout: Checkout) -> None:
    active = '    "active": Row((), S.PLAYER, "whose turn it is"),'
    checkout.add("grammar/core/rows.py", active, ROW)


@pytest.fixture(scope="module")
def last(checkout: Checkout) -> Checkout:
    add_words(checkout)
    add_meaning(checkout)
    add_row(checkout)
    checkout.add("oracle/quick/values.py", '    "active": lambda s, f: s.active,', QUICK)
    active = '        case "active":\n            return pos.active\n'
    checkout.put_in("oracle/letter/values.py", active, active + LETTER)
    return checkout


@only_long
def test_it_is_read_worded_drawn_and_played(last: Checkout) -> None:
    assert last.run(PROGRAM) == [
        f"{TEXT} True",
        "Look at the last player's hand. True",
        "the last player",
        "['Punch']",
        "('Punch#1',)",
    ]


@only_long
def test_the_type_check_asks_what_it_means(another: Checkout) -> None:
    add_words(another)
    said = another.types("rules_check/grammar/core/translation/players.py")
    assert "Literal[PlayerKind.LAST]" in said
    assert 'expected "Never"' in said


@only_long
def test_what_the_core_does_not_know_is_refused_and_what_an_engine_lacks_is_named(
    another: Checkout,
) -> None:
    add_words(another)
    add_meaning(another)
    another.append("herald.txt", CARDS)
    assert "RC210" in another.command("herald.txt", "--no-proofs")
    assert another.run(FAULTS) == ["there is no row 'last'"]
    add_row(another)
    assert another.run(LEFT_OUT) == ["", "quick: no group last", "by the letter: no group last"]
