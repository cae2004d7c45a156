"""A keyword prefix is a row and a class; the type check asks what it means and when it works."""

from __future__ import annotations

import pytest

from tests.additions.checkout import Checkout
from tests.effort import only_long

pytestmark = pytest.mark.xdist_group("keyword-prefix")

CLASS = '''
class Encore(Node):
    """Encore: it happens twice."""

    effect: Effect

'''
ROW = '    Prefix("Encore", Encore, Takes.EFFECT, Keyword.ENCORE),'
MEANS = """\
            case a.Encore(effect):
                twice = c.Repeat(c.Round.TIMES, c.Number(2), self.inner(effect))
                self._when_played([told(twice, ability)], "Encore")
            case a.Coined():
"""
PROGRAM = """
from dataclasses import replace
from random import Random
from rules_check.grammar import ast as a
from rules_check.grammar.codec import decode, encode
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.grammar.wording import wording
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.scenarios.positions import build_state
from rules_check.properties.random_cards import drawn
from rules_check.properties.strategies.texts import plain_abilities

names = vocabulary(["Punch"])
for lines in (
    ["encore:  draw one card and each foe discards a card"],
    ["Ongoing: Encore: +1 Power."],
    ["Reveal an Encore card from your hand.", "Attack: Each foe reveals their hand."],
):
    parsed = parse_lines(lines, names)
    said = wording(parsed.text)
    print(*said, parse_lines(said, names).text == parsed.text == decode(encode(parsed.text)))
encore = next(x for x in drawn(Random(1), plain_abilities) if isinstance(x, a.Encore))
print("drawn:", wording(a.CardText((encore,)))[0][:8])

play_set = load_play_set("confrontations")
meaning = parse_lines(["+1 Power", "Encore: +2 Power."], names).text
card = replace(play_set.main_deck[0][0], name="Singer", text=meaning)
game = Game(play_set.replace_main_deck([*play_set.main_deck, (card, 1)]))
state = build_state(game, {"P1": {"hand": ["Singer", "Punch"]}, "phase": "play"})
game.answer(state, game.parse(state, "play Singer"))
print("Power", state.power[0])
"""
CARDS = """\
set: Made up
ruleset: confrontations

Singer
Hero, cost 2, 1 VP
Encore: Draw a card.
"""


def add_class(checkout: Checkout) -> None:
    """The class and its row, and how cards that have it are called."""
    abilities = "grammar/ast/abilities.py"
    checkout.put_in(abilities, "\n\nclass Reminder(Node)", f"\n{CLASS}\nclass Reminder(Node)")
    checkout.put_in(abilities, "| Assist | Reminder", "| Assist | Encore | Reminder")
    checkout.add(abilities, "PREFIXES: Final = (", ROW)
    checkout.add(
        "grammar/ast/kinds.py", '    CONFRONTATION = "Confrontation"', '    ENCORE = "Encore"'
    )
    checkout.put_in("grammar/words.lark", "|ongoing|", "|ongoing|encores?|")


@pytest.fixture(scope="module")
def encore(checkout: Checkout) -> Checkout:
    """All of it: what it means, and when it works."""
    add_class(checkout)
    played = "case a.Attack() | a.Confrontation()"
    checkout.put_in("oracle/box/card_kinds.py", played, f"{played} | a.Encore()")
    abilities = "grammar/core/translation/abilities.py"
    checkout.put_in(abilities, "            case a.Coined():\n", MEANS)
    return checkout


@only_long
def test_the_type_check_asks_what_it_means_and_when_it_works(another: Checkout) -> None:
    add_class(another)
    for file in ("oracle/box/card_kinds.py", "grammar/core/translation/abilities.py"):
        said = another.types(f"rules_check/{file}")
        named = (line for line in said.splitlines() if line.startswith(f"rules_check/{file}"))
        assert any('has incompatible type "Encore"; expected "Never"' in line for line in named)


@only_long
def test_the_type_check_is_content_with_all_of_it(encore: Checkout) -> None:
    assert encore.types("rules_check/oracle/game.py", "rules_check/grammar/wording.py") == ""


@only_long
def test_it_is_read_worded_drawn_and_played(encore: Checkout) -> None:
    assert encore.run(PROGRAM) == [
        "Encore: Draw a card. Each foe discards a card. True",
        "Ongoing: Encore: +1 Power. True",
        "Reveal an Encore card from your hand. Attack: Each foe reveals their hand. True",
        "drawn: Encore: ",
        "Power 5",
    ]


def test_a_book_that_does_not_have_it_is_told_and_one_that_has_it_explains_it(
    encore: Checkout,
) -> None:
    encore.append("singer.txt", CARDS)
    said = encore.command("singer.txt", "--no-proofs")
    assert 'the rulebook of Confrontations has no keyword "Encore"' in said
    encore.put_in("rules/confrontations.toml", '"Assist"]', '"Assist", "Encore"]')
    assert encore.command("singer.txt", "--no-proofs") == "no findings in 1 file\n"
    explained = encore.command("explain", "encore: draw one card").splitlines()
    assert explained == ["1. Encore: Draw a card.", "1 reading"]
