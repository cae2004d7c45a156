"""Every node can be said and read; a class that cannot is named."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rules_check.grammar import ast as a
from rules_check.grammar import phrases
from rules_check.grammar.ast.phrase import WRITERS
from rules_check.grammar.ast.phrase import phrases as ways
from rules_check.grammar.earley import sentence_parser
from rules_check.grammar.generate import generated
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.grammar.wording import wording

HELD = {
    a.CardText, a.Plain, a.Attack, a.Defense, a.Block, a.BlockValue, a.FirstAppearance,
    a.WhenGained, a.Payment, a.Ongoing, a.Confrontation, a.Assist, a.Reminder, a.Abilities,
    a.Coined,
}  # fmt: skip
"""Abilities: their prefixes are printed by `grammar.wording`, one line each."""

INSIDE = {
    a.Filter, a.Exactly, a.UpTo, a.AtLeast, a.AnyNumber, a.Every, a.CostWorth,
    a.CharacterCost, a.CostOfCards, a.CostOfThis, a.OwnKeyword,
}  # fmt: skip
"""Parts that are said only within the phrase of the node that holds them."""


def unsaid(kinds: Iterable[type[a.Node]]) -> list[str]:
    """The names of the classes that have neither a template nor a function that writes them."""
    phrases.load()
    missing = [k for k in kinds if k not in WRITERS and not ways(k) and k not in HELD | INSIDE]
    return sorted(kind.__name__ for kind in missing)


def of_the_language() -> list[type[a.Node]]:
    return [kind for kind in a.NODES.values() if kind.__module__.startswith(a.__name__)]


def test_every_node_can_be_said():
    assert unsaid(of_the_language()) == []


def test_a_node_that_cannot_be_said_is_named():
    class Whistle(a.EffectNode, abstract=True):
        """Whistle."""

    assert unsaid([a.Move, Whistle]) == ["Whistle"]


def test_exceptions_are_needed():
    assert not {kind for kind in HELD | INSIDE if ways(kind)}


@pytest.mark.parametrize("word", ["SHUFFLE selection", 'SWAP selection "with" selection'])
def test_the_grammar_can_be_printed(word):
    assert word in generated()


@pytest.mark.parametrize("verb", list(a.VERBS))
def test_every_word_of_a_verb_is_known_by_its_row(verb):
    row, lexicon = a.VERBS[verb], sentence_parser().lexicon
    for base, terminal in row.words.items():
        assert (lexicon[base], lexicon[a.with_s(base)]) == (terminal, terminal)
    for form in (*row.past, row.simple):
        assert not form or (lexicon[form], a.FORMS[form]) == ("PAST", verb)


@pytest.mark.parametrize(
    "text",
    [
        (
            "Attack: Each foe discards a card and if you control a Hero, you draw a card;"
            " otherwise, +1 Power."
        ),
        "Attack: Each foe discards a card and you may draw a card; if you do, discard a card.",
    ],
)
def test_no_brackets_where_the_sentence_ends_with_them(text: str) -> None:
    parsed = parse_lines([text], vocabulary([]))
    assert wording(parsed.text) == [text]
