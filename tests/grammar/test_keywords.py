"""The table of keyword prefixes, and that reading and wording agree with it."""

import pytest

from rules_check.checks.words import KEYWORDS
from rules_check.grammar import ast as a
from rules_check.grammar.ast import abilities
from rules_check.grammar.earley import sentence_parser
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.grammar.wording import wording
from rules_check.rules.load import RULESETS, load_ruleset

NO_NAMES = vocabulary(())
DRAWS = a.Move(a.Verb.DRAW, a.Cards(a.Exactly(a.ONE)))
BEHIND = {
    a.Takes.NOTHING: (),
    a.Takes.NUMBER: (2,),
    a.Takes.EFFECT: (DRAWS,),
    a.Takes.MAY: (a.May(DRAWS),),
    a.Takes.ATTACK: (DRAWS,),
    a.Takes.ABILITY: (a.Plain(DRAWS),),
    a.Takes.ABILITY_OR_ELSE: (a.Plain(DRAWS), DRAWS),
}
"""Something that can stand behind a prefix."""

WITHOUT = {a.Plain, a.Payment, a.Reminder, a.Coined, a.Abilities, a.CardText}
"""What has no keyword of its own."""

each_prefix = pytest.mark.parametrize(
    "row", a.PREFIXES, ids=lambda row: f"{row.key}-{row.takes.name.lower()}"
)


@each_prefix
def test_a_prefix_is_written_in_its_words_and_read_back(row: a.Prefix) -> None:
    ability = row.make(*BEHIND[row.takes])
    lines = wording(a.CardText((ability,)))
    assert lines[0].startswith(row.words)
    parsed = parse_lines(lines, NO_NAMES)
    assert parsed.text == a.CardText((ability,))
    assert parsed.troubles == ()
    assert [place.keyword for place in parsed.keywords] == [row.key]


@each_prefix
def test_a_prefix_may_be_spaced_and_cased_in_any_way(row: a.Prefix) -> None:
    lines = wording(a.CardText((row.make(*BEHIND[row.takes]),)))
    spaced = row.words.swapcase().replace(" - ", "-").replace(" ", "  ")
    rest = lines[0].removeprefix(row.words)
    again = parse_lines([f" {spaced} {rest}", *lines[1:]], NO_NAMES)
    assert again.text == parse_lines(lines, NO_NAMES).text


def test_words_that_run_together_are_still_a_prefix() -> None:
    parsed = parse_lines(["First AppearanceAttack: Each foe discards a card."], NO_NAMES)
    assert isinstance(parsed.text.abilities[0], a.FirstAppearance)


def test_every_ability_has_a_prefix_or_needs_none() -> None:
    kinds = {kind for kind in a.NODES.values() if kind.__module__ == abilities.__name__}
    assert kinds == {row.ability for row in a.PREFIXES} | WITHOUT


def test_cards_can_be_called_by_every_keyword() -> None:
    assert set(a.KEYWORD_OF.values()) == set(a.Keyword)
    lexicon = sentence_parser().lexicon
    assert [key for key in a.Keyword if lexicon.get(key.value.lower()) != "KEYWORD"] == []


def test_every_keyword_of_a_ruleset_is_a_prefix() -> None:
    known = set(KEYWORDS.values())
    for name in RULESETS:
        assert set(load_ruleset(name).keywords) <= known, name
