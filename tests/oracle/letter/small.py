"""A small table for one text: cards and zones as a test says, and the text carried out on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from rules_check.conform.games import Table as Told
from rules_check.conform.games import ruleset_message
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.checker import check
from rules_check.grammar.core.reader import read_core
from rules_check.oracle.letter.box import Game, Kind, stands_of
from rules_check.oracle.letter.playing import Letter
from rules_check.oracle.letter.position import Frame, Outcome, Position
from rules_check.oracle.letter.table import Action, Answer, Tape

PLAYERS = ("P1", "P2", "P3", "P4")
NOTHING = c.Core(())


@cache
def rules_of(book: str) -> Mapping[str, Any]:
    """The rules of a book, as an engine is told them."""
    found: Mapping[str, Any] = ruleset_message(Told(book, ""))["rules"]
    return found


def kind(name: str, type_: str | None = "Hero", cost: int = 1, core: str = "", **more: Any) -> Kind:
    """A kind of card; its core is checked."""
    meaning = checked(core) if core else NOTHING
    told = {"titles": (), "vp": 0, "level": 0, "pile": None, "book": "confrontations", **more}
    return Kind(name, name, type=type_, cost=cost, core=meaning, stands=stands_of(meaning), **told)


def checked(core: str) -> c.Core:
    """A core that can be carried out."""
    meaning = read_core(core)
    assert check(meaning) == []
    return meaning


def table(
    zones: Mapping[str, Iterable[str]],
    *kinds: Kind,
    answers: Iterable[Action] = (),
    nature: Iterable[Action] = (),
    book: str = "confrontations",
    **more: Any,
) -> Letter:
    """A table in the middle of the first turn of P1. Cards "A#1" are Heroes of cost 1 unless their
    kind is told; `answers` are those of the players, `nature` what chance decides before them."""
    there = {zone: tuple(cards) for zone, cards in zones.items()}
    named = {card.rpartition("#")[0] for cards in there.values() for card in cards}
    known = {name: kind(name) for name in named} | {one.key: one for one in kinds}
    pos = Position(
        there,
        PLAYERS,
        dict.fromkeys(PLAYERS, 0),
        dict.fromkeys(PLAYERS, 0),
        turn=1,
        phase="play",
        **more,
    )
    given = [Answer(None, tuple(nature)), *(Answer(one, ()) for one in answers)]
    return Letter(Game(book, rules_of(book), known, PLAYERS), pos, Tape(given))


def frame(you: str = "P1", this: str | None = None) -> Frame:
    """A text that speaks to a player."""
    return Frame(you, this, player=you)


def carry_out(t: Letter, core: str, f: Frame | None = None) -> Outcome:
    """Carry out the statements of the only text of a core."""
    (text,) = checked(core).texts
    return t.carry_out(f or frame(), text.body)
