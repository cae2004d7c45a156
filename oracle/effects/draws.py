"""Drawing cards: from the own deck, or from the top of another that the text names."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.find import amount
from rules_check.oracle.meaning.nouns import JUST_CARDS, drawn_from
from rules_check.oracle.meaning.who import players
from rules_check.oracle.running.agenda import answers, ask
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import ChooseNumber
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import Draw, TakeTop, Task
from rules_check.oracle.values.zones import DECK, DISCARD, MAIN_DECK, PER_PLAYER


class DrawNumber(Task):
    """A player says how many cards to draw; `source` is where from."""

    tag = "draw_number"
    player: int
    node: a.Move
    source: int


MAIN: Final = -2
"""Where from: the main deck, else the deck of this player."""


def drawn(g: Table, s: State, f: Frame, node: a.Move, player: int) -> bool:
    """Draw from the top of a deck; False if the cards are chosen in another way."""
    what = node.what
    assert isinstance(what, a.Cards)
    if what.filter in JUST_CARDS and not what.places and what.among is None:
        _draw(g, s, f, node, player, player)
        return True
    place = drawn_from(what) if node.to is None else None
    if place is None:
        return False
    if place.zone is a.Zone.MAIN_DECK:
        _draw(g, s, f, node, player, MAIN)
        return True
    owners = players(g, s, f, place.owner) if place.owner is not None else (player,)
    if len(owners) > 1:
        return False
    if owners:
        _draw(g, s, f, node, player, owners[0])
    else:
        f.note(player, False)
    return True


def _draw(g: Table, s: State, f: Frame, node: a.Move, player: int, source: int) -> None:
    what = node.what
    assert isinstance(what, a.Cards)
    base = source * PER_PLAYER
    if source == MAIN:
        there = len(s.zones[g.shared + MAIN_DECK])
    else:
        there = len(s.zones[base + DECK]) + len(s.zones[base + DISCARD])
    match what.quantity:
        case a.Exactly(value):
            number = amount(g, s, f, value)
            _draw_so_many(s, node, player, source, number if number > 0 else 0)
        case a.UpTo(value):
            _draw_some(g, s, DrawNumber(player, node, source), 0, amount(g, s, f, value))
        case a.AtLeast(value):
            _draw_some(g, s, DrawNumber(player, node, source), amount(g, s, f, value), there)
        case a.AnyNumber():
            _draw_some(g, s, DrawNumber(player, node, source), 0, there)
        case _:  # all that are in the deck: it is not filled for more
            deck = there if source == MAIN else len(s.zones[base + DECK])
            _draw_so_many(s, node, player, source, deck)


def _draw_so_many(s: State, node: a.Move, player: int, source: int, number: Any) -> None:
    if source == MAIN:
        if number > 0:
            top = a.Place(a.Zone.MAIN_DECK, edge=a.Edge.TOP)
            s.agenda.append(TakeTop(node, player, top, number, number, 0))
    else:
        s.agenda.append(Draw(player, number, "effect.draw", True, source))


def _draw_some(g: Table, s: State, then: DrawNumber, least: Any, most: Any) -> None:
    """The player says how many cards to draw; all there are, if these are too few."""
    options = [ChooseNumber(n) for n in range(min(least, most), most + 1)]
    ask(g, s, then.player, ChoiceKind.NUMBER, options, then, s.frames[-1].source)


@answers(DrawNumber)
def draw_number(g: Table, s: State, todo: DrawNumber, option: Option) -> None:
    """The player has said how many cards to draw."""
    assert isinstance(option, ChooseNumber)
    _draw_so_many(s, todo.node, todo.player, todo.source, option.value)
