"""What the interpreter makes of the questions about Assist, answered in either way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules_check.grammar.binding import bind
from rules_check.grammar.core.carried_out import core_to_play
from rules_check.grammar.core.forms import Core
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.oracle.letter.box import Kind, stands_of
from rules_check.oracle.letter.table import Undecided
from rules_check.oracle.letter.turn import assist
from rules_check.oracle.letter.waiting import resolve
from rules_check.rules.load import load_ruleset
from tests.oracle.letter.small import kind, table

HELP = "Help#1"


def saying(name: str, *lines: str, **read: str) -> Kind:
    """A card that says something, if it is read so."""
    text = bind(parse_lines(list(lines), vocabulary([])).text)
    book = load_ruleset("confrontations")
    core = core_to_play(text, book, character=False, keywords=(), read=read)
    assert isinstance(core, Core)
    return replace(kind(name), core=core, stands=stands_of(core))


def helping(words: str, **read: str) -> Kind:
    """A card with Assist."""
    return saying("Help", "Assist", words, **read)


@pytest.mark.parametrize(("read", "who"), [("active", "P1"), ("player", "P3")])
def test_to_whom_it_speaks(read: str, who: str) -> None:
    zones = {"P3 hand": [HELP], "P1 deck": ["A#1"], "P3 deck": ["A#2"]}
    t = table(zones, helping("Draw a card.", assist_you=read))
    assist(t, HELP)
    assert len(t.pos.cards(f"{who} hand")) == 1


@pytest.mark.parametrize(("read", "who"), [("active", "P1"), ("player", "P3")])
def test_who_decides(read: str, who: str) -> None:
    zones = {"P3 hand": [HELP], "P1 deck": ["A#1"], "P3 deck": ["A#2"]}
    t = table(zones, helping("You may draw a card.", assist_decider=read))
    with pytest.raises(Undecided) as asked:
        assist(t, HELP)
    assert asked.value.choice.player == who


@pytest.mark.parametrize(("read", "players"), [("player", ["P3"]), ("active_too", ["P1", "P3"])])
def test_who_has_played_it(read: str, players: list[str]) -> None:
    t = table({"P3 hand": [HELP]}, helping("+1 Power", assist_played_by=read))
    assist(t, HELP)
    assert [fact.by for fact in t.pos.facts if fact.verb == "play"] == players


@pytest.mark.parametrize(("read", "who"), [("player", "P3"), ("active", "P1")])
def test_whose_is_what_it_triggers(read: str, who: str) -> None:
    waits = saying("Waits", "Ongoing: Each time you play a card, draw a card.")
    zones = {"P3 hand": [HELP], "P3 play": ["Waits#1"], "P1 deck": ["A#1"], "P3 deck": ["A#2"]}
    t = table(zones, waits, helping("+1 Power", assist_bonus=read))
    assist(t, HELP)
    resolve(t)
    assert len(t.pos.cards(f"{who} hand")) == 1
