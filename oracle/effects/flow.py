"""Effects made of effects: one after the other, may, if, unless, choose one, repeat …"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.filling import fill_first, fill_to_ask
from rules_check.oracle.effects.lasting import flip, let_play, until
from rules_check.oracle.effects.other_readings import (
    asks_of_no_card,
    decider,
    is_kept,
    keep_for_later,
    wants_main_deck,
    with_assists,
)
from rules_check.oracle.effects.subjects import for_each
from rules_check.oracle.meaning.awaited import adds_up, awaited
from rules_check.oracle.meaning.conditions import holds, note_named
from rules_check.oracle.meaning.find import amount
from rules_check.oracle.meaning.possible import possible
from rules_check.oracle.running.agenda import answers, ask, effect, for_each_player, task
from rules_check.oracle.standing.lasts import last
from rules_check.oracle.trace.saying import say
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.frames import Frame, Scopes
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import NO, YES, ChooseEffect
from rules_check.oracle.values.state import State
from rules_check.oracle.values.switches import Switches
from rules_check.oracle.values.tasks import IfDone, Task, Todo

YES_NO: tuple[Option, ...] = (YES, NO)
IN_CONFRONTATION = a.During(a.Window.CONFRONTATION)


class MayAsked(Task):
    """A player may do it, and is asked."""

    tag = "may"
    node: a.May
    player: int


class OptionAsked(Task):
    """A player chooses so many of the options; some are chosen before."""

    tag = "option"
    node: a.ChooseOne
    player: int
    number: int
    before: tuple[int, ...]


class Round(Task):
    """Do it once more for a counted thing; `number` tells which time it is."""

    tag = "round"
    effect: Any
    mark: int
    number: int


class RoundDone(Task):
    """Then the text speaks as before."""

    tag = "round_done"
    scopes: Scopes


@effect(a.Seq)
def do_seq(g: Table, s: State, node: a.Seq) -> None:
    """One after the other."""
    effects: Sequence[Todo] = node.effects
    if g.sw.assist_time == "any_time" and g.has_assist:
        effects = with_assists(s, node.effects)
    s.agenda += reversed(effects)


def _sw(g: Table, f: Frame) -> Switches:
    """How the book of the card whose text this is reads its rulings."""
    return g.rules_for(f.source).sw


@effect(a.May)
def do_may(g: Table, s: State, node: a.May) -> None:
    """A player may do it."""
    f = s.frames[-1]
    inner = node.effect
    if isinstance(inner, a.Play) and inner.window is a.Window.THIS_TURN and node.who == a.YOU:
        let_play(g, s, inner)
    elif isinstance(inner, a.CancelConfrontation) and inner.now and _sw(g, f).cancel == "later":
        keep_for_later(s, f, node)
    else:
        for_each(g, s, f, node.who, node)


@for_each_player(a.May)
def may(g: Table, s: State, node: a.May, player: int) -> None:
    """Ask a player; what cannot be done is not offered."""
    f = s.frames[-1]
    if not possible(g, s, f, node.effect, player):
        f.note(player, False)
        if node.otherwise is not None:
            s.agenda.append(node.otherwise)
        return
    asked = decider(g, s, f, player) if _sw(g, f).assist_decider == "player" else player
    ask(g, s, asked, ChoiceKind.MAY, YES_NO, MayAsked(node, player), f.source)


@answers(MayAsked)
def may_answered(g: Table, s: State, todo: MayAsked, option: Option) -> None:
    """Yes or no."""
    node, player = todo.node, todo.player
    f = s.frames[-1]
    if option == NO:
        f.now = a.mark_of(node)
        f.note(player, False, declined=True)
        if node.otherwise is not None:
            s.agenda.append(node.otherwise)
        return
    f.actor = player
    s.agenda.append(IfDone(node, player, len(f.log)))
    s.agenda.append(node.effect)


@task(IfDone)
def if_done(g: Table, s: State, todo: IfDone) -> None:
    """What follows if it was done, and if it was not."""
    node, player = todo.node, todo.player
    f = s.frames[-1]
    f.actor = player
    done = f.all_done(todo.start)
    if isinstance(node, a.May):
        f.now = a.mark_of(node)
        f.note(player, done)
    following = node.then if done else node.otherwise
    if following is not None:
        s.agenda.append(following)


@effect(a.Tried)
def do_tried(g: Table, s: State, node: a.Tried) -> None:
    """It must be done; what follows depends on whether it could be."""
    f = s.frames[-1]
    s.agenda.append(IfDone(node, f.actor, len(f.log)))
    s.agenda.append(node.effect)


@effect(a.If)
def do_if(g: Table, s: State, node: a.If) -> None:
    """Depending on a condition; a success in a Confrontation is waited for, and so is what may
    still be done this turn."""
    f = s.frames[-1]
    if (
        isinstance(node.condition, a.DefeatedInConfrontation)
        and _sw(g, f).success_waits == "rest_of_turn"
    ):
        if _sw(g, f).success == "defeat":
            last(s, "success", node, f)
            return
        if _sw(g, f).success == "power" and not holds(g, s, f, node.condition):
            last(s, "reached", node, f)
            return
    if _sw(g, f).no_card == "nothing" and asks_of_no_card(g, s, f, node.condition):
        return
    if fill_to_ask(g, s, f, node.condition, node):
        return
    held = holds(g, s, f, node.condition)
    if node.condition == IN_CONFRONTATION:
        kind = "confrontation text" if held else "no confrontation text"
        say(s, kind, f.you, "confront.text" if held else "confront.no_text", (f.source,))
    if held:
        note_named(g, s, f, node)
        s.agenda.append(node.then)
        return
    if (node.otherwise is None or adds_up(node)) and awaited(node.condition):
        last(s, "awaited", node, f)
    if node.otherwise is not None:
        s.agenda.append(node.otherwise)


@effect(a.ChooseOne)
def do_choose_one(g: Table, s: State, node: a.ChooseOne) -> None:
    """One of the options."""
    f = s.frames[-1]
    if _sw(g, f).option_timing == "later" and node.who == a.YOU and not is_kept(s, node):
        keep_for_later(s, f, node)
        return
    for_each(g, s, f, node.who, node)


@for_each_player(a.ChooseOne)
def choose_one(g: Table, s: State, node: a.ChooseOne, player: int) -> None:
    """One player chooses among what can be done; if nothing can, among all."""
    f = s.frames[-1]
    all_of = range(len(node.options))
    sw = _sw(g, f)
    can = [n for n in all_of if possible(g, s, f, node.options[n], player)]
    if sw.options == "any":
        can = list(all_of)
    if sw.empty_main_deck == "no_option":
        can = [n for n in can if not wants_main_deck(g, s, node.options[n])]
    can = can or list(all_of)
    options = [ChooseEffect(n) for n in can]
    ask(
        g,
        s,
        player,
        ChoiceKind.OPTION,
        options,
        OptionAsked(node, player, node.number, ()),
        f.source,
    )


@answers(OptionAsked)
def option_chosen(g: Table, s: State, todo: OptionAsked, option: Option) -> None:
    """The option is chosen."""
    node, player = todo.node, todo.player
    f = s.frames[-1]
    f.actor = player
    assert isinstance(option, ChooseEffect)
    if s.trace is not None:
        where = g.node_references().get(id(node), ())
        say(s, "option", player, "effect.option", (f.source,), (option.value, *where))
    chosen = (*todo.before, option.value)
    if len(chosen) < todo.number:
        left = [ChooseEffect(n) for n in range(len(node.options)) if n not in chosen]
        ask(g, s, player, ChoiceKind.OPTION, left, todo.but(before=chosen), f.source)
        return
    for at in sorted(chosen, reverse=True):
        s.agenda.append(node.options[at])


@effect(a.ForEach)
def do_for_each(g: Table, s: State, node: a.ForEach) -> None:
    """Once for each counted thing."""
    f = s.frames[-1]
    if fill_first(g, s, f, node.amount, node, f.actor):
        return
    number = amount(g, s, f, node.amount)
    times = 0
    while number > times:
        times = times + 1
        s.agenda.append(Round(node.effect, a.mark_of(node), times))


@task(Round)
def once_for_it(g: Table, s: State, todo: Round) -> None:
    """What is spoken of in it is what was done this time."""
    f = s.frames[-1]
    s.agenda.append(RoundDone(f.scopes))
    f.scopes = (*f.scopes, (todo.mark, -todo.number))
    s.agenda.append(todo.effect)


@task(RoundDone)
def round_done(g: Table, s: State, todo: RoundDone) -> None:
    """The text speaks as before."""
    s.frames[-1].scopes = todo.scopes


@effect(a.Within)
def do_within(g: Table, s: State, node: a.Within) -> None:
    """It may only be done in that stretch of time."""
    f = s.frames[-1]
    if isinstance(node.effect, a.Flip):  # that long it lies face down
        flip(g, s, node.effect, until(g, s, f, node.window))
    elif g.in_window(s, f.you, node.window):
        s.agenda.append(node.effect)
    else:
        f.now = a.mark_of(node.effect)
        f.note(f.actor, False)
