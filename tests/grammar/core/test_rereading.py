"""Cores that are written anew in another reading are cores."""

from __future__ import annotations

from functools import cache

import pytest

from rules_check.grammar.ast import Title
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.carried_out import translated
from rules_check.grammar.core.checker import check
from rules_check.grammar.core.rereading import EVERYWHERE, OF_CARDS, as_read, in_other_words
from rules_check.grammar.core.settling import settle
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.values.switches import readings
from rules_check.rules.folders import RULESETS
from rules_check.rules.load import load_ruleset
from rules_check.rules.patterns import BY_FORM, questions
from tests.effort import tries
from tests.questions.test_forms import core_of

ANSWERS = {
    ("block_speaks_of", "character_owner"),
    ("block_speaks_of", "confronting"),
    ("once_per_type", "once"),
    ("once_per_type", "revealed"),
    ("option_timing", "later"),
    ("repeat", "all"),
    ("success_waits", "played_after"),
    ("this_way", "attacked"),
}
"""Answers to settings that are said in other words."""

REACH = "reach"
"""What happens only where Power that is enough is a success; no text says it."""


@cache
def cores() -> list[tuple[str, str, c.Core]]:
    """The cards of the games, each with its book, and the texts that leave questions open."""
    cards = [
        (game, kind.name, translated(kind.text, Title.CHARACTER in kind.titles))
        for game in RULESETS
        for kind in Game(load_play_set(game)).kind_list
    ]
    open_ = [one for one in questions().values() if one.shape == BY_FORM]
    return cards + [("heroes-unite", one.id, core_of(one.example)) for one in open_]


def faults(core: c.Core) -> list[str]:
    return [x.problem for x in check(core) if REACH not in repr(x.at)]


@pytest.mark.parametrize("switch", sorted({*EVERYWHERE, *OF_CARDS})[:: tries(2, 1)], ids="=".join)
def test_what_is_written_anew_is_a_core(switch: tuple[str, str]) -> None:
    name, value = switch
    assert value in readings()[name][1:]
    new = {
        card: made for _, card, core in cores() if (made := as_read(core, {name: value})) != core
    }
    assert new, "no card shows it"
    assert {card: faults(core) for card, core in new.items() if faults(core)} == {}


@pytest.mark.parametrize("switch", sorted(ANSWERS), ids="=".join)
def test_what_is_said_in_other_words_is_a_core(switch: tuple[str, str]) -> None:
    name, value = switch
    changed = 0
    for game, card, core in cores():
        told = settle(core, load_ruleset(game), to_play=True, read={name: value})
        made = in_other_words(told)
        changed += made != told
        assert faults(made) == [], card
    assert changed
