"""What texts leave open is asked of them by a check as it comes, with games and without."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_check.checker import Checker
from rules_check.grammar.cache import Cache
from rules_check.prove.games import QuickGames
from rules_check.rules.patterns import questions
from tests.effort import tries

CONFRONTATIONS, HEROES = "confrontations", "heroes-unite"

ASKED = [
    (CONFRONTATIONS, "Put a card you played this turn into your hand.", "takes-itself"),
    (CONFRONTATIONS, "You may return a card you played this turn to your hand.", "takes-itself"),
    (HEROES, "Put a Hero you control on top of your deck.", "takes-itself"),
    (HEROES, "You pay 2 less to defeat Villains this turn.", "less-to-defeat"),
    (CONFRONTATIONS, "Villains cost you 2 less to defeat this turn.", "less-to-defeat"),
    (
        HEROES,
        "Reveal the top card of your deck. If it is a Hero, draw it. Otherwise, +2 Power.",
        "no-card",
    ),
    (
        CONFRONTATIONS,
        "Discard the top card of your deck. If it is not a Hero, +1 Power.",
        "no-card",
    ),
    (HEROES, "Each Villain you control is also a Hero this turn.", "granted"),
    (
        HEROES,
        "Each foe reveals a card. The foe whose card has the highest cost discards it.",
        "tied",
    ),
    (HEROES, "+1 Power for each Weakness in the destroyed pile.", "locked"),
]
NOT_ASKED = [
    (CONFRONTATIONS, "Put another card you played this turn into your hand.", "takes-itself"),
    (CONFRONTATIONS, "Put a Villain you played this turn into your hand.", "takes-itself"),
    (HEROES, "Super-Villains cost you 2 less to defeat this turn.", "less-to-defeat"),
    (CONFRONTATIONS, "Characters cost you 2 less to defeat this turn.", "less-to-defeat"),
    (
        HEROES,
        "Reveal the top card of your deck. If it is a Hero, draw it. Otherwise, discard it.",
        "no-card",
    ),
    (HEROES, "Reveal the top card of your deck. If it is a Hero, +1 Power.", "no-card"),
    (
        HEROES,
        "Each foe reveals a card. Each foe whose card has the highest cost discards it.",
        "tied",
    ),
]


def asked(folder: Path, ruleset: str, text: str, only: frozenset[str] | None = None) -> set[str]:
    """The questions that a check tells of a Hero with that text; games are looked for of some."""
    file = folder / "cards.txt"
    card = f"Test Card\nHero, cost 4, 1 VP, x2, source original\n{text}\n"
    file.write_text(f"set: Test\nruleset: {ruleset}\n\n{card}", encoding="utf-8")
    games_of = QuickGames(only=only) if only is not None else None
    checked = Checker(Cache(), shower=games_of).check_path(str(file))
    told = [one.message for one in checked.diagnostics]
    return {one.id for one in questions().values() if any(one.asks in said for said in told)}


@pytest.mark.parametrize(("ruleset", "text", "question"), ASKED)
def test_it_is_asked_with_games_and_without(
    tmp_path: Path, ruleset: str, text: str, question: str
) -> None:
    assert question in asked(tmp_path, ruleset, text)
    if (ruleset, text, question) in ASKED[:: tries(3, 1)]:
        assert question in asked(tmp_path, ruleset, text, frozenset({question}))


@pytest.mark.parametrize(("ruleset", "text", "question"), NOT_ASKED)
def test_what_is_clear_is_not_asked(tmp_path: Path, ruleset: str, text: str, question: str) -> None:
    assert question not in asked(tmp_path, ruleset, text)
