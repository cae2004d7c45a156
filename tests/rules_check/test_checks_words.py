"""Checks ask the language what is said and where: none of them knows how words are grouped."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rules_check.checks.words import places, with_word_before, without_article, word_at
from rules_check.grammar import ast as a
from rules_check.grammar.earley import sentence_parser
from rules_check.grammar.lexer import NAMES
from rules_check.grammar.wordroles import Role, roles
from tests.rules_check.subjects import one
from tests.together import all_of

ROOT = Path(__file__).parents[2]
CHECKS = [
    *sorted((ROOT / "rules_check" / "checks").glob("*.py")),
    ROOT / "rules_check" / "checker.py",
    ROOT / "rules_check" / "echo.py",
]


@cache
def terminals() -> frozenset[str]:
    """Every terminal of the grammar: those of words, and those that the lexer makes itself."""
    return frozenset(sentence_parser().lexicon.values()) | NAMES | {"NUMBER"}


def terminals_in(source: str) -> Iterator[str]:
    """The terminals that a program names in its strings, one by one or in a row."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = node.value.split()
            if terminals().issuperset(names):
                yield from names


def test_no_check_names_a_terminal():
    """Whoever needs one asks for a node, its place, or the role of a word."""
    found = {path.name: list(terminals_in(path.read_text(encoding="utf-8"))) for path in CHECKS}
    assert {name: said for name, said in found.items() if said} == {}


def test_terminals_are_found_wherever_they_stand():
    source = '''
"""THIS_CARD in a sentence is no terminal."""
if word.kind == "THIS_CARD": pass
match word.kind:
    case "IN_CONFRONTATION": pass
CARDS = "CARD TYPE HAND".split()
said = "A card"
'''
    assert sorted(terminals_in(source)) == [
        "CARD", "HAND", "IN_CONFRONTATION", "THIS_CARD", "TYPE",
    ]  # fmt: skip


# ------------------------------------------------------------------ roles of words


@all_of("role", Role)
def test_every_role_belongs_to_words_of_the_grammar(role):
    named = role.split()
    assert named
    assert terminals().issuperset(named)
    assert len(named) == len(set(named))


def roles_in(text: str) -> dict[str, frozenset[Role]]:
    (spoken,) = one(text).parsed.spoken
    return {word.value: roles(word) for word in spoken.words}


def test_a_group_of_words_with_a_player_in_it_speaks_of_a_player():
    said = roles_in("Draw a card during each player's turn.")
    assert said["during each player 's turn"] == {Role.PLAYER}
    assert said["card"] == {Role.CARDS}
    assert said["draw"] == {Role.NEW_CLAUSE}


def test_a_name_with_a_player_in_it_speaks_of_cards_only():
    subject = one("Gain a Playerfoe.")
    (word,) = (word for word in subject.parsed.spoken[0].words if word.is_name)
    assert word.is_unknown_name
    assert roles(word) == {Role.CARDS}


# ---------------------------------------------------------------- places of nodes


def placed(text: str, *kinds: type[a.Node], **values: object) -> list[str]:
    """The words that say such nodes."""
    subject = one(text)
    assert subject.parsed.troubles == ()
    nodes = list(a.walk(subject.parsed.text))
    return [
        subject.card.printed[line].text[start:end]
        for line, start, end in places(nodes, *kinds, **values)
    ]


@all_of(
    "text, kind, under",
    [
        ("Add 2 to your Character's cost this turn.", a.CharacterCost, ["Character's cost"]),
        ("Add 2 to a Character's cost this turn.", a.CharacterCost, ["Character's cost"]),
        (
            "Add 1 to the cost of a Character for each Hero you control this turn.",
            a.CharacterCost,
            ["Character"],
        ),
        ("Heroes cost you 2 less this turn.", a.Number, ["2 less"]),
        ("The first Hero you buy this turn costs you 2 less.", a.Number, ["2 less"]),
        ("Reduce the cost of Heroes by 1 this turn.", a.Number, ["1"]),
        ("+2 Power for each Hero you control.", a.Power, ["+2 Power"]),
        ("Heroes cost you 2 less for each Hero you control.", a.Times, ["2 less"]),
        ("Discard up to two cards.", a.Number, ["two"]),
        ("Reveal the top two cards of your deck.", a.Number, ["two"]),
        ("If you have fewer than two cards in your hand, draw a card.", a.Number, ["two"]),
        ("Gain a card from the Punch stack.", a.Place, ["the Punch stack"]),
        ("Put it face down into the Line-Up.", a.Place, ["the Line-Up"]),
        ("Discard a non-Block card.", a.KeywordNoun, ["Block"]),
        ("If it has Ongoing, draw a card.", a.HasKeyword, ["Ongoing"]),
        ("All Heroes have Assist and Defense this turn.", a.Grant, ["Assist", "Defense"]),
        ("If its cost is odd, draw a card.", a.Parity, ["odd"]),
        ("If its cost is 4 or less, draw a card.", a.Attribute, ["4 or less"]),
        (
            "Immediately cancel this Confrontation and buy cards as usual.",
            a.CancelConfrontation,
            ["this Confrontation"],
        ),
        ("Block (2): Draw a card.", a.BlockValue, ["Block (2)"]),
        ("Confrontation: Block 2.", a.BlockValue, ["Block 2"]),
    ],
)
def test_words_that_say_a_node(text, kind, under):
    assert placed(text, kind) == under


def test_places_of_nodes_with_a_value_each_once():
    text = "Put a card from your hand and/or the Line-Up on top of your deck."
    assert placed(text, a.Place, zone=a.Zone.LINE_UP) == ["the Line-Up"]
    assert placed(text, a.Place, zone=a.Zone.MAIN_DECK) == []


def test_a_place_with_the_word_before_it_or_without_its_article():
    (spoken,) = one("Gain a card with a cost of 3.").parsed.spoken
    line, text = spoken.line, "Gain a card with a cost of 3"

    def words(place: a.WordPlace | None) -> str:
        return text[place[1] : place[2]] if place else ""

    cost = (line, text.index("a cost"), len(text))
    assert words(with_word_before(spoken, cost)) == "with a cost of 3"
    assert words(without_article(spoken, cost)) == "cost of 3"
    assert words(without_article(spoken, (line, 0, 4))) == "Gain"
    assert words(with_word_before(spoken, (line, 0, 4))) == "Gain"
    assert with_word_before(spoken, None) is None
    assert word_at(spoken, cost).text == "a"
