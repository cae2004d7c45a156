"""`parse(wording(ast)) == ast`: for random ASTs with every node type, and for our cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, assume, given, seed, settings
from hypothesis.strategies import SearchStrategy

from rules_check.checks.subject import names_of
from rules_check.grammar import ast as a
from rules_check.grammar.cardfile import read_card_file
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.grammar.questions import Nature, ask, keywords_of, open_questions, readings
from rules_check.grammar.wording import wording
from rules_check.properties import strategies
from rules_check.rules.load import load_ruleset
from tests.effort import only_long, tries

NAMES = vocabulary(strategies.NAMES)
CARDS = sorted(Path(__file__).parents[2].glob("cards/*.txt"))
WITHOUT_QUESTIONS = ("heroes-unite-play",)  # every text of it has one reading

many = settings(max_examples=tries(25, 250), deadline=None, suppress_health_check=list(HealthCheck))
MOST_ROUNDS = 100


def comes_back(text: a.CardText) -> None:
    lines = wording(text)
    parsed = parse_lines(lines, NAMES)
    assume(not any(trouble.code == "RC104" for trouble in parsed.troubles))  # too long to print
    assert not parsed.troubles, (lines, parsed.troubles[0])
    assert parsed.text == text, lines


def plain(effect: a.Effect) -> a.CardText:
    return a.CardText((a.Plain(effect),))


@many
@given(strategies.simple_effects)
def test_effects_of_one_verb(effect):
    comes_back(plain(effect))


@many
@given(strategies.effects)
def test_composed_effects(effect):
    comes_back(plain(effect))


@many
@given(strategies.all_conditions)
def test_conditions(condition):
    comes_back(plain(a.If(condition, a.Power(a.ONE))))


@many
@given(strategies.occasions)
def test_occasions(occasion):
    comes_back(plain(a.When(occasion, a.Power(a.ONE))))


@many
@given(strategies.counts())
def test_counts(count):
    comes_back(plain(a.Power(a.Times(1, count))))


@many
@given(strategies.card_texts)
def test_card_texts(text):
    comes_back(text)


EVERY = set(a.NODES.values())
NOT_BY_STRATEGIES = {
    a.CardText,  # made by `card_texts`
    a.Abilities,  # one printed line with several abilities
    a.Both,  # each of these two has a fixed wording that test_fixed_wordings holds
    a.OneOf,
    a.Coined,  # these two need a definition in a header: tests/grammar/test_own_keywords.py
    a.OwnKeyword,
}


@only_long
def test_the_strategies_make_every_kind_of_node():
    """A node type that no strategy makes is one whose wording nobody has tried.

    A few examples of each strategy, again and again until every type has come up.
    """
    missing = EVERY - NOT_BY_STRATEGIES
    makers = [
        strategies.simple_effects,
        strategies.effects,
        strategies.abilities,
        strategies.players(),
        strategies.all_conditions,
        strategies.occasions,
        strategies.counts(),
    ]
    for number in range(MOST_ROUNDS):
        for maker in makers:
            missing -= made(maker, number)
            if not missing:
                return
    assert not missing


def made(maker: SearchStrategy[a.Node], number: int) -> set[type]:
    """The types of node in a few examples; another number gives other examples."""
    found: set[type] = set()

    @seed(number)
    @settings(many, max_examples=25, phases=[Phase.generate], database=None)
    @given(maker)
    def look(node: a.Node) -> None:
        found.update(type(part) for part in a.walk(node))

    look()
    return found


FIXED = [
    "Discard this card and any number of other cards.",
    "Choose an Equipment from your discard pile or an Equipment you played this turn.",
    "Attack: Each foe discards a card. After the Attack, draw a card.",
    "Attack: Each foe discards a card. Draw a card.",
    "+1 Power for each Hero in your discard pile when you play this card.",
    "+1 Power for each Hero in your discard pile at all times this turn.",
    "+1 Power for each Hero in your discard pile, including this card.",
    "Choose 1: +2 Power. OR During a Confrontation, draw a card.",
]


@pytest.mark.parametrize("line", FIXED)
def test_fixed_wordings(line):
    parsed = parse_lines([line], NAMES)
    assert not parsed.troubles
    said = wording(parsed.text)
    assert parse_lines(said, NAMES).text == parsed.text


@pytest.mark.parametrize("path", CARDS, ids=lambda path: path.stem)
def test_every_card_comes_back(path):
    file = read_card_file(path)
    assert file.ruleset is not None
    names = names_of(file, load_ruleset(file.ruleset))
    for card in file.cards:
        text = parse_lines([line.text for line in card.printed], names).text
        assert parse_lines(wording(text), names).text == text, card.name


@pytest.mark.parametrize("path", CARDS, ids=lambda path: path.stem)
def test_every_reading_of_every_card_has_a_wording_of_its_own(path):
    """Each option of a question, once chosen, is said so that it is read as just that."""
    file = read_card_file(path)
    assert file.ruleset is not None
    names = names_of(file, load_ruleset(file.ruleset))
    tried = 0
    for card in file.cards:
        text = parse_lines([line.text for line in card.printed], names).text
        asked = ask(text, Nature(card.name, None, keywords_of(text)))
        if not open_questions(asked):
            continue
        for reading in readings(asked):
            tried += 1
            said = wording(reading.text)
            back = parse_lines(said, names)
            assert not back.troubles, (card.name, said)
            assert back.text == reading.text, (card.name, said)
    assert (tried == 0) == (path.stem in WITHOUT_QUESTIONS)
