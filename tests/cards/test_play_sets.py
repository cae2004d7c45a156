"""The play sets: clean card files, decks worth playing, and every kind of effect in some deck."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from rules_check.checker import Checker, FileResult
from rules_check.grammar import ast as a
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import CardDef, PlaySet, load_play_set
from rules_check.rules.load import load_ruleset

ROOT = Path(__file__).parents[2]
each_play_set = pytest.mark.parametrize("name", PLAY_SETS)
each_with_symbols = pytest.mark.parametrize(
    "name", [name for name in PLAY_SETS if load_ruleset(name).symbols]
)

# Phrases of further sets; tests/scenarios/phrases.toml plays them, and wider-numbers.toml those of
# amounts and values.
NOWHERE: frozenset[type[a.Node]] = frozenset(
    {
        a.NoFirstAppearance,
        a.AvoidedAttack,
        a.Cannot,
        a.HasMore,
        a.HasPoints,
        a.HavingMore,
        a.HavingMost,
        *(a.Bounded, a.Difference, a.Highest, a.Minus, a.MostHeld, a.IsParity),
        *(a.Alike, a.NameHas, a.TotalAtLeast, a.TotalAtMost),
        *(a.AnnouncedConfrontation, a.Undertake, a.UndertakeDefeat),
        *(a.CardIs, a.Except, a.Picked, a.PlayersAre, a.Unavoidable, a.AttackIs, a.LeaveThere),
        a.LevelIs,
        a.NewHand,
        a.Coined,
        a.OwnKeyword,
    }
)

# Questions of the cards for play that no ruling answers, and that the play set or the usual
# reading answers.
LEFT_OPEN = {
    "confrontations": {
        "Backward Spell": "RC303",
        "Coral Shield": "RC303",
        "Rising Tide": "RC301",
        "Twin Scrolls": "RC303",
    },
    "heroes-unite": {"Growing Roots": "RC303"},
    "rivals-batman-joker": {
        "Case File": "RC302",
        "Quick Reflexes": "RC302",
        "Clean Sweep": "RC303",
        "Matching Set": "RC303",
    },
    "rivals-shazam-black-adam": {
        "Tyrant's Decree": "RC301",
        "Sand Caravan": "RC302",
        "Mirror Halls": "RC303",
    },
}

# Super Powers that stay in play, as Locations do; only Heroes Unite has any.
FORCE_FIELDS = 2


@cache
def checked(name: str) -> FileResult:
    return Checker().check_path(str(ROOT / "cards" / f"{name}-play.txt"))


def node_classes() -> set[type[a.Node]]:
    """Every class of which a meaning can be made: all the unions of the AST together."""
    return set(a.NODES.values()) - {a.Question}


def classes_in(cards: list[CardDef]) -> set[type[a.Node]]:
    return {type(node) for card in cards for node in a.walk(card.text)}


def copies(play_set: PlaySet) -> Counter[str]:
    """How many cards of the main deck have each type, and each keyword."""
    found: Counter[str] = Counter()
    for card, number in play_set.main_deck:
        assert card.type is not None
        found[card.type.value] += number
        for kind in classes_in([card]):
            found[kind.__name__] += number
    return found


def test_every_effect_occurs() -> None:
    occurring = classes_in([card for name in PLAY_SETS for card in load_play_set(name).cards()])
    missing = node_classes() - occurring - NOWHERE
    assert sorted(kind.__name__ for kind in missing) == []
    assert sorted(kind.__name__ for kind in occurring & NOWHERE) == []


def test_a_kind_of_effect_in_no_deck_would_be_noticed() -> None:
    """The unions are looked through: members of every one of them are asked for."""
    asked = node_classes()
    examples = {a.WinGame, a.Payment, a.PlayersDid, a.GameEnd, a.Extreme, a.CostWorth, a.Plus}
    assert examples | {a.CostCompared, a.OneOf, a.Event, a.TitleNoun, a.CostOfThis} <= asked
    assert len(asked) > 120


@each_play_set
def test_the_cards_for_play_are_clean(name: str) -> None:
    """Nothing is found in them but the questions that are left open on purpose."""
    result = checked(name)
    assert [card.card.name for card in result.cards if not card.understood] == []
    assert [finding.headline for finding in result.diagnostics] == []
    allowed = {finding.place.card: finding.code for finding, _ in result.suppressed}
    assert allowed == LEFT_OPEN[name]


@each_play_set
def test_the_cards_for_play_are_ours(name: str) -> None:
    assert {card.card.line.source for card in checked(name).cards if card.card.line} == {"original"}


@each_play_set
def test_the_deck_has_all_types_keywords_and_costs(name: str) -> None:
    play_set = load_play_set(name)
    has = copies(play_set)
    types = ["Hero", "Villain", "Equipment", "Super Power", "Location"]
    assert all(has[kind] >= 3 for kind in types), has
    assert has["Attack"] >= 5
    assert has["Defense"] >= 4
    if "Block" in play_set.ruleset.keywords:
        assert has["Block"] + has["BlockValue"] >= 3
    assert has["Ongoing"] == has["Location"] + (name == "heroes-unite") * FORCE_FIELDS
    cheapest = 2 if name == "heroes-unite" else 1
    assert {card.cost for card, _ in play_set.main_deck} >= set(range(cheapest, 9))
    if name == "confrontations":
        assert has["Assist"] >= 4
    if name == "rivals-shazam-black-adam":
        assert has["WhenGained"] >= 3
        assert has["Payment"] == 1


@each_play_set
def test_both_ways_to_defend(name: str) -> None:
    """Defenses that are discarded, and Defenses that are only revealed (Heroes Unite has none)."""
    shown = {
        any(isinstance(part, a.Show) for part in a.walk(ability))
        for card in load_play_set(name).cards()
        for ability in card.text.abilities
        if isinstance(ability, a.Defense)
    }
    assert shown == ({False} if name == "heroes-unite" else {True, False})


@each_play_set
def test_there_is_power_enough_to_beat_a_character(name: str) -> None:
    """A third of the deck (a quarter, in Heroes Unite) gives +2 Power or more when it is played."""
    deck = load_play_set(name).main_deck
    strong = sum(number for card, number in deck if plain_power(card) >= 2)
    assert strong * (4 if name == "heroes-unite" else 3) >= sum(number for _, number in deck)


def plain_power(card: CardDef) -> int:
    """The Power that a card always gives: its abilities without a keyword."""
    total = 0
    for ability in card.text.abilities:
        effect = ability.effect if isinstance(ability, a.Plain) else None
        for part in effect.effects if isinstance(effect, a.Seq) else (effect,):
            if isinstance(part, a.Power) and isinstance(part.amount, a.Number):
                total += part.amount.value
    return total


@each_with_symbols
def test_no_symbol_is_rare(name: str) -> None:
    """CONF-MX01: every main-deck card carries a symbol, and every Character has some cards."""
    play_set = load_play_set(name)
    symbols: Counter[str] = Counter()
    for card, number in play_set.main_deck:
        symbols[card.symbol] += number
    assert set(symbols) == set(play_set.ruleset.characters)
    assert min(symbols.values()) * 3 >= max(symbols.values())
