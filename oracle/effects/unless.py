"""What happens unless somebody does another thing."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.subjects import OneEach, for_each
from rules_check.oracle.meaning.possible import possible, speaking_for
from rules_check.oracle.meaning.who import PICKED, players
from rules_check.oracle.running.agenda import answers, ask, effect, for_each_player, task
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import NO, YES
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import Task

YES_NO: Final[tuple[Option, ...]] = (YES, NO)


class UnlessAsked(Task):
    """A player may do the other thing, and is asked; then the others who may, if it is still
    open."""

    tag = "unless"
    node: a.Unless
    player: int
    payer: int
    others: tuple[int, ...]


class UnlessDone(Task):
    """Was the other thing done? Then the others have to do it, too, where each of them must."""

    tag = "unless_done"
    node: a.Unless
    player: int
    start: int
    others: tuple[int, ...]


@effect(a.Unless)
def do_unless(g: Table, s: State, node: a.Unless) -> None:
    """It happens unless the player does the other thing."""
    first = node.effect.effects[0] if isinstance(node.effect, a.Seq) else node.effect
    who: a.Player = getattr(first, "who", a.YOU)
    for_each(g, s, s.frames[-1], who, node)


@for_each_player(a.Unless)
def unless(g: Table, s: State, node: a.Unless, player: int) -> None:
    """One player may do the other thing; or others may, one after the other."""
    f = s.frames[-1]
    price = node.unless
    if isinstance(price, a.Each):
        found = players(g, s, f, price.who)
        can = tuple(p for p in found if possible(g, s, speaking_for(f, price, p), price.effect, p))
        if not can or (_each_must(price) and can != found):
            unless_not(s, node, player)
        else:
            _ask(g, s, f, node, player, can)
        return
    payer = f.you if getattr(price, "who", None) == a.YOU else player
    if possible(g, s, f, price, payer):
        _ask(g, s, f, node, player, (payer,))
    else:
        unless_not(s, node, player)


def _each_must(price: a.Each) -> bool:
    """Whether all of these players have to do it, not just one."""
    return price.who.kind not in PICKED


def _ask(
    g: Table, s: State, f: Frame, node: a.Unless, player: int, payers: tuple[int, ...]
) -> None:
    asked = UnlessAsked(node, player, payers[0], payers[1:])
    ask(g, s, payers[0], ChoiceKind.UNLESS, YES_NO, asked, f.source)


@answers(UnlessAsked)
def unless_answered(g: Table, s: State, todo: UnlessAsked, option: Option) -> None:
    """The player does the other thing, or not."""
    node, player, price = todo.node, todo.player, todo.node.unless
    f = s.frames[-1]
    one_does = isinstance(price, a.Each) and not _each_must(price)
    f.actor = player
    if option == NO:
        if one_does and todo.others:
            _ask(g, s, f, node, player, todo.others)
        else:
            unless_not(s, node, player)
        return
    s.agenda.append(UnlessDone(node, player, len(f.log), () if one_does else todo.others))
    s.agenda.append(OneEach(price, todo.payer) if isinstance(price, a.Each) else price)


@task(UnlessDone)
def unless_done(g: Table, s: State, todo: UnlessDone) -> None:
    """If the other thing was not done after all, it happens."""
    f = s.frames[-1]
    if not f.all_done(todo.start):
        unless_not(s, todo.node, todo.player)
    elif todo.others:
        _ask(g, s, f, todo.node, todo.player, todo.others)


def unless_not(s: State, node: a.Unless, player: int) -> None:
    """It happens to this player."""
    s.frames[-1].actor = player
    s.agenda.append(node.effect)
