"""Effects that go on: triggers for the turn, bans, grants, delayed effects, changed costs."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.per_object import PerObject
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.choosing import choose_player, select
from rules_check.oracle.effects.filling import fill_first
from rules_check.oracle.effects.other_readings import counting_for
from rules_check.oracle.effects.subjects import for_each
from rules_check.oracle.meaning.candidates import candidates
from rules_check.oracle.meaning.find import amount, selected
from rules_check.oracle.meaning.seats import in_turn_order, partner
from rules_check.oracle.meaning.who import players
from rules_check.oracle.running.agenda import (
    effect,
    for_each_player,
    push_text,
    task,
    with_cards,
    with_player,
)
from rules_check.oracle.running.power import follows, gain_power, refresh_live
from rules_check.oracle.standing.lasts import last
from rules_check.oracle.trace.saying import say
from rules_check.oracle.trace.topics import of_power, of_raise
from rules_check.oracle.values.frames import (
    GAME,
    TURN,
    AfterConfrontation,
    AtEvent,
    AtMoment,
    Frame,
    Until,
)
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import ForPlayer, Task


class Controls(Task):
    """A player takes control of the cards that are chosen."""

    tag = "controls"
    node: a.Control
    player: int


class CostOf(Task):
    """Change the cost of the Character of the player who is chosen."""

    tag = "cost_of"
    node: a.ChangeCost
    end: Until


class GainsText(Task):
    """A card has the text of the card that is chosen."""

    tag = "gains_text"
    node: a.GainText
    end: Until


def until(g: Table, s: State, f: Frame, span: Any) -> Until:
    """When something that lasts ends."""
    match span:
        case a.Window.REST_OF_GAME:
            return GAME
        case a.Until(a.Moment() as moment) | (a.Moment() as moment):
            found = players(g, s, f, moment.whose)
            return _at(s, moment, found[0] if found else f.you)
        case a.Until(a.Event() as event):
            return AtEvent(event)
        case _:
            return TURN


@effect(a.When)
def do_when(g: Table, s: State, node: a.When) -> None:
    """A text that waits, on a card that is played: it listens for the rest of the turn."""
    f = s.frames[-1]
    match node.occasion:
        case a.Trigger() if g.kinds[f.source].minds(node):
            pass  # about this card: see `oracle.standing.noticing.notice_own`
        case a.Trigger(_, often, _, window):
            waits = often is a.Often.NEXT and window is None  # until it has happened
            end = GAME if waits else until(g, s, f, window)
            last(s, "when", node, f, end, len(s.facts))
        case a.Moment() as moment:
            for end in (TURN,) if moment.this else moments_of(g, s, f, moment):
                last(s, "when", node, f, end, len(s.facts))
        case a.Once():
            last(s, "when", node, f, TURN, len(s.facts))
        case a.GameEnd():
            pass  # read when points are counted


@effect(a.Delayed)
def do_delayed(g: Table, s: State, node: a.Delayed) -> None:
    """It happens later, once."""
    f = s.frames[-1]
    ends: tuple[Until, ...] = (TURN,)
    if isinstance(node.when, a.Moment) and not node.when.this:
        ends = moments_of(g, s, f, node.when)
    for end in ends:
        last(s, "delayed", node, f, end, len(s.facts))


def moments_of(g: Table, s: State, f: Frame, moment: a.Moment) -> tuple[Until, ...]:
    """The moments for which something waits: one for each of the players."""
    found = players(g, s, f, moment.whose)
    return tuple(_at(s, moment, player) for player in found)


def _at(s: State, moment: a.Moment, player: int) -> AtMoment:
    """That moment of a player's turn: of this turn too, unless it is said to be the next."""
    return AtMoment(moment.point.value, player, s.turn if moment.next else -1)


CAN_LAST: Final = (
    *(a.RefillTo, a.Forbid, a.Grant, a.Control, a.ChangeCost, a.When, a.Stays, a.Move, a.Flip),
    *(a.While, a.GainText),
)
"""What can last until something ends it; a text that lets anything else last is not played."""


@effect(a.Lasting)
def do_lasting(g: Table, s: State, node: a.Lasting) -> None:
    """It lasts until something ends it."""
    begin_lasting(g, s, node.effect, until(g, s, s.frames[-1], node.until))


def begin_lasting(g: Table, s: State, node: a.Effect, end: Until) -> None:
    """Begin what lasts until that end."""
    f = s.frames[-1]
    match node:
        case a.RefillTo():
            last(s, "refill", node, f, end)
        case a.Forbid():
            last(s, "ban", node, f, end, len(s.facts))
        case a.Grant():
            begin_grant(g, s, node, end)
        case a.Control(what, who):
            for player in players(g, s, f, who)[:1]:
                take_control(g, s, f, node, player, selected(g, s, f, what), end)
        case a.ChangeCost():
            change_cost(g, s, node, end)
        case a.When():
            last(s, "when", node, f, end, len(s.facts))
        case a.While():
            begin_while(g, s, node, end)
        case a.Stays(what):
            last(s, "stays", node, f, end, tuple(selected(g, s, f, what)))
        case a.Flip():
            flip(g, s, node, end)
        case a.GainText():
            gain_text(g, s, node, end)
        case a.Move():
            s.agenda.append(MovedFor(node, end, len(s.facts)))
            s.agenda.append(node)
        case other:
            raise ValueError(f"this does not last: {other}")


class MovedFor(Task):
    """Cards were moved for a while: what was done since there were so many facts is undone."""

    tag = "moved_for"
    node: a.Move
    until: Until
    start: int


@task(MovedFor)
def moved_for(g: Table, s: State, todo: MovedFor) -> None:
    """Remember from where the cards came, and where they are until then."""
    before = tuple(x[2:5] for x in s.facts[todo.start :] if x[0] is todo.node.verb)
    last(s, "undo", todo.node, s.frames[-1], todo.until, before)


@effect(a.While)
def do_while(g: Table, s: State, node: a.While) -> None:
    """It holds as long as the condition does: on a card that is played for this turn, if nothing
    else is said."""
    window = node.effect.window if isinstance(node.effect, a.ChangeCost) else None
    begin_while(g, s, node, until(g, s, s.frames[-1], window))


def begin_while(g: Table, s: State, node: a.While, end: Until) -> None:
    """From now on it holds as long as the condition does."""
    kind = "live" if isinstance(node.effect, a.Power) else "static"
    last(s, kind, node, s.frames[-1], end)
    refresh_live(g, s, at_once=True)


@effect(a.Forbid)
def do_forbid(g: Table, s: State, node: a.Forbid) -> None:
    """Something may not be done for a while."""
    f = s.frames[-1]
    last(s, "ban", node, f, until(g, s, f, node.when), len(s.facts))


@effect(a.RefillTo)
def do_refill_to(g: Table, s: State, node: a.RefillTo) -> None:
    """The Line-Up is only filled up to so many cards, this turn."""
    last(s, "refill", node, s.frames[-1])


@effect(a.Grant)
def do_grant(g: Table, s: State, node: a.Grant) -> None:
    """Cards are also of a type, or have a keyword, for a while."""
    begin_grant(g, s, node, until(g, s, s.frames[-1], node.window))


def begin_grant(g: Table, s: State, node: a.Grant, end: Until) -> None:
    """From now on cards are also of a type, or have a keyword."""
    f = s.frames[-1]
    fixed = g.rules_for(f.source).sw.granted == "now"
    last(s, "grant", node, f, end, tuple(selected(g, s, f, node.what)) if fixed else 0)


@effect(a.GainText)
def do_gain_text(g: Table, s: State, node: a.GainText) -> None:
    """A card has the text of another, for a while."""
    gain_text(g, s, node, until(g, s, s.frames[-1], node.window))


def gain_text(g: Table, s: State, node: a.GainText, end: Until) -> None:
    """Which card's text it is, if there are several."""
    select(g, s, node.source, a.Verb.CHOOSE, s.frames[-1].you, GainsText(node, end))


@with_cards(GainsText)
def gains_text(g: Table, s: State, todo: GainsText, chosen: tuple[int, ...]) -> None:
    """From now on a card has the text of another."""
    f, node, end = s.frames[-1], todo.node, todo.end
    cards = tuple(selected(g, s, f, node.what))
    sources = chosen[:1]
    if any(x.what == "text" and x.number == (cards, sources) for x in s.lasting):
        return  # it has that text already, and its own text must not run round
    last(s, "text", node, f, end, (cards, sources))
    if sources and sources != (f.source,):
        say(s, "choose", f.you, "effect.text_of", sources)
    if f.source in cards:
        for source in sources:
            if not g.kinds[source].character:  # the text of a Character stands: see `watch`
                push_text(s, Frame(f.you, f.source), *g.kinds[source].played)


@effect(a.Flip)
def do_flip(g: Table, s: State, node: a.Flip) -> None:
    """Turn a Character face down."""
    flip(g, s, node, GAME)


def flip(g: Table, s: State, node: a.Flip, end: Until) -> None:
    """Turn a Character face down: its text does not work meanwhile."""
    f = s.frames[-1]
    doers = players(g, s, f, node.who) or (f.you,)
    for card in selected(g, s, f, node.what):
        last(s, "flipped", node, f, end, card)
        say(s, "flip", doers[0], "effect.flip", (card,))


def let_play(g: Table, s: State, node: a.Play) -> None:
    """Cards that may be played at any time this turn are offered from now on."""
    f = s.frames[-1]
    cards = candidates(g, s, f, node.what, a.Verb.PLAY, f.you)
    last(s, "playable", node, f, number=tuple((card, s.where[card]) for card in cards))


IN_PLAY: Final = (a.Zone.PLAY, a.Zone.FRONT)


@PerObject
def _returning(node: a.Stays) -> a.Move:
    """What brings a card back to the pile in which it stays."""
    return a.Move(a.Verb.RETURN, node.what, to=node.place)


@effect(a.Stays)
def do_stays(g: Table, s: State, node: a.Stays) -> None:
    """A card stays where it is instead of leaving; one that has left a pile returns there."""
    f = s.frames[-1]
    if node.place.zone not in IN_PLAY:
        s.agenda.append(_returning(node))
        return
    end = GAME if node.window is None else until(g, s, f, node.window)
    last(s, "stays", node, f, end, tuple(selected(g, s, f, node.what)))


@effect(a.Control)
def do_control(g: Table, s: State, node: a.Control) -> None:
    """Control cards that another player has in play."""
    for_each(g, s, s.frames[-1], node.who, node)


@for_each_player(a.Control)
def control_for(g: Table, s: State, node: a.Control, player: int) -> None:
    """One player takes control."""
    select(g, s, node.what, a.Verb.CHOOSE, player, Controls(node, player))


@with_cards(Controls)
def controls(g: Table, s: State, todo: Controls, chosen: tuple[int, ...]) -> None:
    """The cards are chosen."""
    f = s.frames[-1]
    end = until(g, s, f, todo.node.window)
    take_control(g, s, f, todo.node, todo.player, list(chosen), end)


def take_control(
    g: Table, s: State, f: Frame, node: a.Control, player: int, cards: list[int], end: Until
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
    change_cost(g, s, node, until(g, s, s.frames[-1], node.window))


def change_cost(g: Table, s: State, node: a.ChangeCost, end: Until) -> None:
    """Work out whose cost it is, then change it."""
    f = s.frames[-1]
    match node.of:
        case a.CharacterCost(owner):
            blocks = s.phase == "block" and bool(g.kinds[f.source].block)
            if owner is None or (owner == a.YOU and blocks):
                friend = partner(g, f.you) if g.block_for_partner else -1
                found: tuple[int, ...] = (f.you,) if friend < 0 else (f.you, friend)
                if g.sw.blocks_by == "anyone":
                    found = in_turn_order(g, s, s.confronted)
                choose_player(g, s, found, f.you, CostOf(node, end), f.source)
            else:
                for player in players(g, s, f, owner):
                    raise_cost(g, s, node, end, player)
        case _:
            last(s, "static", node, f, end, len(s.facts))


@with_player(CostOf)
def cost_of(g: Table, s: State, todo: CostOf, player: int) -> None:
    """The Character has been chosen."""
    raise_cost(g, s, todo.node, todo.end, player)


def raise_cost(g: Table, s: State, node: a.ChangeCost, end: Until, player: int) -> None:
    """Change a Character's cost; the number is counted now."""
    f = s.frames[-1]
    blocker = g.sw.block_speaks_of == "blocker"
    number = amount(g, s, f if blocker else counting_for(g, s, f), node.amount)
    if not node.more:
        number = -number
    if g.sw.raise_outside == "kept" and s.confronted < 0:
        end = AfterConfrontation()
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
    for_each(g, s, f, node.who, node)


def _may_be_below_0(node: a.Node) -> bool:
    """Whether a number can be less than 0: a difference, Victory Points, or one that is."""
    if isinstance(node, a.Number):
        return bool(node.value < 0)
    return isinstance(node, a.Minus) or getattr(node, "kind", None) is a.AttributeKind.VP


@for_each_player(a.Power)
def power_for(g: Table, s: State, node: a.Power, player: int) -> None:
    """One player gets Power."""
    f = s.frames[-1]
    if fill_first(g, s, f, node.amount, ForPlayer(node, player), player):
        return
    number = amount(g, s, f, node.amount)
    if any(map(_may_be_below_0, a.walk(node.amount))):
        left = s.power[player]
        number = -left if number + left < 0 else number  # no more than there is
    gain_power(g, s, player, number, f.source, of_power(g, s, node.amount))
