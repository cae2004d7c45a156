"""Effects that go on: triggers for the turn, bans, grants, delayed effects, changed costs."""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.choosing import select, with_player
from rules_check.oracle.effects.subjects import for_each
from rules_check.oracle.meaning.find import amount, selected
from rules_check.oracle.meaning.who import partner, players
from rules_check.oracle.running.agenda import effect, task
from rules_check.oracle.running.power import follows, gain_power, refresh_live
from rules_check.oracle.standing.lasts import last
from rules_check.oracle.trace.saying import say
from rules_check.oracle.trace.topics import of_power, of_raise
from rules_check.oracle.values.state import Frame, State, Task

TURN: Task = ("turn",)
GAME: Task = ("game",)


def until(g: Table, s: State, f: Frame, span: Any) -> Task:
    """When something that lasts ends."""
    match span:
        case a.Window.REST_OF_GAME:
            return GAME
        case a.Until(a.Moment(point, whose)):
            found = players(g, s, f, whose)
            return ("moment", point.value, found[0] if found else f.you)
        case a.Moment(point, whose):
            found = players(g, s, f, whose)
            return ("moment", point.value, found[0] if found else f.you)
        case a.Until(a.Event() as event):
            return ("event", event)
        case _:
            return TURN


@effect(a.When)
def do_when(g: Table, s: State, node: a.When) -> None:
    """A text that waits, on a card that is played: it listens for the rest of the turn."""
    f = s.frames[-1]
    match node.occasion:
        case a.Trigger(event) if event.what == a.THIS:
            pass  # about this card: see `oracle.standing.watch.notice_own`
        case a.Trigger(_, _, _, window):
            last(s, "when", node, f, until(g, s, f, window), len(s.facts))
        case a.Moment() as moment:
            later = moment.next or moment.point is a.Point.START
            end = until(g, s, f, moment) if later else TURN
            last(s, "when", node, f, end, len(s.facts))
        case a.Once():
            last(s, "when", node, f, TURN, len(s.facts))
        case a.GameEnd():
            pass  # read when points are counted


@effect(a.Delayed)
def do_delayed(g: Table, s: State, node: a.Delayed) -> None:
    """It happens later, once."""
    f = s.frames[-1]
    end: Task = TURN
    if isinstance(node.when, a.Moment):
        found = players(g, s, f, node.when.whose)
        end = ("moment", node.when.point.value, found[0] if found else f.you)
    last(s, "delayed", node, f, end, len(s.facts))


@effect(a.Lasting)
def do_lasting(g: Table, s: State, node: a.Lasting) -> None:
    """It lasts until something ends it."""
    f = s.frames[-1]
    end = until(g, s, f, node.until)
    match node.effect:
        case a.RefillTo():
            last(s, "refill", node.effect, f, end)
        case a.Forbid():
            last(s, "ban", node.effect, f, end)
        case a.Grant():
            last(s, "grant", node.effect, f, end)
        case a.Control(what, who):
            for player in players(g, s, f, who)[:1]:
                take_control(g, s, f, node.effect, player, selected(g, s, f, what), end)
        case a.ChangeCost():
            change_cost(g, s, node.effect, end)
        case a.When():
            last(s, "when", node.effect, f, end, len(s.facts))
        case a.Stays(what):
            last(s, "stays", node.effect, f, end, tuple(selected(g, s, f, what)))
        case a.Move(_, what) as move:
            before = tuple((card, s.where[card]) for card in selected(g, s, f, what))
            last(s, "undo", move, f, end, before)
            s.agenda.append(("do", move))
        case other:
            s.agenda.append(("do", other))


@effect(a.While)
def do_while(g: Table, s: State, node: a.While) -> None:
    """It holds as long as the condition does: for this turn, on a card that is played."""
    f = s.frames[-1]
    kind = "live" if isinstance(node.effect, a.Power) else "static"
    last(s, kind, node, f)
    refresh_live(g, s, at_once=True)


@effect(a.Forbid)
def do_forbid(g: Table, s: State, node: a.Forbid) -> None:
    """Something may not be done for a while."""
    f = s.frames[-1]
    last(s, "ban", node, f, until(g, s, f, node.when))


@effect(a.RefillTo)
def do_refill_to(g: Table, s: State, node: a.RefillTo) -> None:
    """The Line-Up is only filled up to so many cards, this turn."""
    last(s, "refill", node, s.frames[-1])


@effect(a.Grant)
def do_grant(g: Table, s: State, node: a.Grant) -> None:
    """Cards are also of a type, or have a keyword, for a while."""
    f = s.frames[-1]
    last(s, "grant", node, f, until(g, s, f, node.window))


@effect(a.GainText)
def do_gain_text(g: Table, s: State, node: a.GainText) -> None:
    """A card has the text of another, for a while."""
    f = s.frames[-1]
    cards = tuple(selected(g, s, f, node.what))
    sources = tuple(selected(g, s, f, node.source))[:1]
    if any(x.what == "text" and x.number == (cards, sources) for x in s.lasting):
        return  # it has that text already, and its own text must not run round
    last(s, "text", node, f, until(g, s, f, node.window), (cards, sources))
    if f.source in cards:
        for source in sources:
            s.agenda.extend(("ability", x) for x in reversed(g.kinds[source].played))


@effect(a.Stays)
def do_stays(g: Table, s: State, node: a.Stays) -> None:
    """A card stays where it is instead of leaving."""
    f = s.frames[-1]
    end = GAME if node.window is None else until(g, s, f, node.window)
    last(s, "stays", node, f, end, tuple(selected(g, s, f, node.what)))


@effect(a.Control)
def do_control(g: Table, s: State, node: a.Control) -> None:
    """Control cards that another player has in play."""
    for_each(g, s, s.frames[-1], node.who, "control", node)


@task("control")
def control_for(g: Table, s: State, todo: Task) -> None:
    """One player takes control."""
    _, node, player, _ = todo
    select(g, s, node.what, a.Verb.CHOOSE, player, ("controls", node, player))


@task("controls")
def controls(g: Table, s: State, todo: Task) -> None:
    """The cards are chosen."""
    _, node, player, chosen = todo
    f = s.frames[-1]
    take_control(g, s, f, node, player, list(chosen), until(g, s, f, node.window))


def take_control(
    g: Table, s: State, f: Frame, node: a.Control, player: int, cards: list[int], end: Task
) -> None:
    """From now on these cards work for that player."""
    say(s, "control", player, "effect.control", tuple(cards))
    new = f.copy()
    new.you = player
    last(s, "control", node, new, end, tuple(cards))


# ------------------------------------------------------------------------------- costs


@effect(a.ChangeCost)
def do_change_cost(g: Table, s: State, node: a.ChangeCost) -> None:
    """A cost goes up or down, for this turn if nothing else is said."""
    change_cost(g, s, node, TURN)


def change_cost(g: Table, s: State, node: a.ChangeCost, end: Task) -> None:
    """Work out whose cost it is, then change it."""
    f = s.frames[-1]
    match node.of:
        case a.CharacterCost(owner):
            blocks = s.phase == "block" and bool(g.kinds[f.source].block)
            if owner is None or (owner == a.YOU and blocks):
                friend = partner(g, f.you) if g.block_for_partner else -1
                found = (f.you,) if friend < 0 else (f.you, friend)
                with_player(g, s, found, f.you, ("cost_of", node, end), f.source)
            else:
                for player in players(g, s, f, owner):
                    raise_cost(g, s, node, end, player)
        case _:
            last(s, "static", node, f, end, len(s.facts))


@task("cost_of")
def cost_of(g: Table, s: State, todo: Task) -> None:
    """The Character has been chosen."""
    _, node, end, player = todo
    raise_cost(g, s, node, end, player)


def counting_for(g: Table, s: State, f: Frame) -> Frame:
    """Whose things a Block counts: the blocker's (other readings no book chooses)."""
    if g.sw_block_speaks_of == "blocker" or s.confronted < 0 or not g.kinds[f.source].block:
        return f
    new = f.copy()
    new.you = s.confronted if g.sw_block_speaks_of == "character_owner" else s.active
    new.actor = new.you
    return new


def raise_cost(g: Table, s: State, node: a.ChangeCost, end: Task, player: int) -> None:
    """Change a Character's cost; the number is counted now."""
    f = s.frames[-1]
    number = amount(g, s, counting_for(g, s, f), node.amount)
    if not node.more:
        number = -number
    if g.sw_raise_is_kept and s.confronted < 0:
        end = ("kept",)
    topic = of_raise(g, s, player) if number >= 0 else "cost.lowered"
    say(s, "cost", player, topic, (f.source,), (number,))
    last(s, "cost", node, f, end, number, player)


@effect(a.Power)
def do_power(g: Table, s: State, node: a.Power) -> None:
    """Get Power for this turn; a count that follows the game goes on counting."""
    f = s.frames[-1]
    if follows(g, node.amount):
        last(s, "live", node, f)
        refresh_live(g, s, at_once=True)
        return
    for_each(g, s, f, node.who, "power", node)


@task("power")
def power_for(g: Table, s: State, todo: Task) -> None:
    """One player gets Power."""
    _, node, player, _ = todo
    f = s.frames[-1]
    number = amount(g, s, f, node.amount)
    gain_power(g, s, player, number, f.source, of_power(g, s, node.amount))
