"""Confrontations: announcing one, Blocks, comparing Power with cost, defeat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rules_check.grammar import ast as a
from rules_check.oracle.core import answers, ask, happen, push_text, say, task
from rules_check.oracle.effects.lasting import TURN
from rules_check.oracle.effects.moves import shift
from rules_check.oracle.live import refresh_live
from rules_check.oracle.possible import possible
from rules_check.oracle.state import Event, Frame, Option, Result, State, Task
from rules_check.oracle.topics import of_cost, of_raise, raised
from rules_check.oracle.using import find_use, start_use, usable
from rules_check.oracle.who import foes, in_turn_order, partner
from rules_check.oracle.zones import CHARACTERS, DISCARD, HAND, PER_PLAYER, SCORE

if TYPE_CHECKING:
    from rules_check.oracle.game import Game


# ------------------------------------------------------------------------ announcing


@task("announce")
def announce(g: Game, s: State, todo: Task) -> None:
    """Before any card is played, a Confrontation may be announced."""
    s.phase = "announce"
    refresh_live(g, s)
    options: list[Option] = [("confront", p) for p in targets(g, s)]
    if options:
        options.append(("decline",))
        ask(g, s, s.active, "announce", options, ("announced",))


def targets(g: Game, s: State) -> tuple[int, ...]:
    """The players who may be Confronted: lowest cost, or lower Level, or the only foe."""
    others = foes(g, s, s.active)
    if len(others) < 2 or g.target_rule == "sole":
        return others
    by_cost = g.target_rule == "min_current_cost"
    values = [g.character_cost(s, p) if by_cost else g.level(s, p) for p in others]
    lowest = values[0]
    for value in values:
        if value < lowest:
            lowest = value
    return tuple([p for p, value in zip(others, values, strict=True) if value == lowest])


def why_no_target(g: Game, s: State, target: int) -> str | None:
    """Why a player cannot be Confronted now; None if they can."""
    if target not in foes(g, s, s.active):
        return "confront.no_foe"
    if target not in targets(g, s):
        by_cost = g.target_rule == "min_current_cost"
        return "confront.not_lowest" if by_cost else "confront.not_lower_level"
    return None


@answers("announced")
def announced(g: Game, s: State, todo: Task, option: Option) -> None:
    """A Confrontation is announced, or not."""
    if option[0] == "decline":
        if s.trace is not None:
            mine = s.zones[s.active * PER_PLAYER + CHARACTERS][:1]
            say(s, "decline", s.active, "confront.declined", mine)
        return
    target = option[1]
    s.confronted = target
    s.announced = True
    cards = s.zones[target * PER_PLAYER + CHARACTERS][:1]
    if s.trace is not None:
        topic = "confront.tie" if len(targets(g, s)) > 1 else "confront.announced"
        say(s, "confront", s.active, topic, cards, (target,))
    s.agenda.append(("triggers",))
    happen(g, s, a.Verb.CONFRONT, target, cards[0], -1, -1)


# ------------------------------------------------------------------------------ Blocks


def blockers(g: Game, s: State) -> tuple[int, ...]:
    """Who may Block: the Confronted player, and a teammate where the book says so."""
    target = s.confronted
    friend = partner(g, target) if g.block_for_partner else -1
    return (target,) if friend < 0 or friend in s.out else (target, friend)


@task("block")
def block_step(g: Game, s: State, todo: Task) -> None:
    """The Confronting side is done: now the cost may be raised."""
    if s.confronted < 0:
        return
    s.phase = "block"
    refresh_live(g, s)
    for lasting in s.lasting:
        if lasting.what == "reached" and s.power[s.active] >= g.character_cost(s, s.confronted):
            s.agenda.append(("triggers",))
            item = (
                lasting.you,
                lasting.source,
                lasting.node.then,
                (a.Verb.DEFEAT, lasting.you, -1, -1, -1),
            )
            s.pending.append((*item, lasting.frame))
    s.agenda.append(("block_ask", blockers(g, s)))


@task("block_ask")
def block_ask(g: Game, s: State, todo: Task) -> None:
    """Ask each in turn until nobody wants to Block any more."""
    queue = todo[1]
    if not queue:
        return
    player = queue[0]
    options: list[Option] = []
    for card in s.zones[player * PER_PLAYER + HAND]:
        if (
            g.has_block[card]
            and why_no_block(g, s, player, card) is None
            and not any(g.kind_index[o[1]] == g.kind_index[card] for o in options)
        ):
            options.append(("block", card))
    if g.other_raisers:
        options.extend(usable(g, s, player, raising=True))
    s.agenda.append(("block_ask", queue[1:]))
    if options:
        options.append(("pass",))
        ask(g, s, player, "block", options, ("blocked", player))


def why_no_block(g: Game, s: State, player: int, card: int) -> str | None:
    """Why a card cannot be used as a Block now; None if it can."""
    if s.phase != "block":
        return "block.not_now"
    if player not in blockers(g, s):
        return "block.not_confronted"
    if s.where[card] != player * PER_PLAYER + HAND:
        return "block.not_in_hand"
    kind = g.kinds[card]
    if not kind.block:
        raises = kind.defense and any(isinstance(x, a.ChangeCost) for x in a.walk(kind.defense[0]))
        return None if g.sw_raisers_are_blocks and raises else "block.no_block"
    if g.banned(s, a.Verb.DISCARD, player, card):
        return "block.forbidden"
    node = kind.block[0]
    if isinstance(node, a.Block):
        price = node.effect.effect if isinstance(node.effect, a.May) else node.effect
        if not possible(g, s, g.asking(player, card), price, player):
            return "block.cannot_pay"
    return None


@answers("blocked")
def blocked(g: Game, s: State, todo: Task, option: Option) -> None:
    """A Block is used, or another ability, or nothing."""
    player = todo[1]
    if option[0] == "pass":
        say(s, "decline", player, "block.declined")
        return
    s.agenda.append(("block_ask", blockers(g, s)))
    s.agenda.append(("triggers",))
    if option[0] == "use":
        say(s, "raise", player, "block.other_ability", (option[1],))
        start_use(g, s, find_use(g, s, option))
    else:
        use_block(g, s, player, option[1])


def use_block(g: Game, s: State, player: int, card: int) -> None:
    """A card is discarded to Block; its text after the keyword is carried out."""
    topic = "block.own" if player == s.confronted else "block.partner"
    say(s, "block", player, topic, (card,), (s.confronted,))
    kind = g.kinds[card]
    frame = Frame(player, card)
    if not kind.block:
        price = kind.defense[0]
        assert isinstance(price, a.May)
        s.frames.append(frame)
        s.agenda.append(("pop",))
        if price.then is not None:
            s.agenda.append(("do", price.then))
        shift(g, s, a.Verb.DISCARD, player, card, player * PER_PLAYER + DISCARD)
        return
    match kind.block[0]:
        case a.Block(effect):
            if isinstance(effect, a.May):
                s.frames.append(frame)
                frame.did = True
                s.agenda.append(("pop",))
                s.agenda.append(("if_done", effect, player))
                s.agenda.append(("do", effect.effect))
            else:
                push_text(s, frame, effect)
        case a.BlockValue(number, rider):
            shift(g, s, a.Verb.DISCARD, player, card, player * PER_PLAYER + DISCARD)
            raise_by(g, s, frame, number)
            if rider is not None:
                say(s, "rider", player, "block.rider", (card,))
                push_text(s, frame, rider)


def raise_by(g: Game, s: State, frame: Frame, number: int) -> None:
    """Block (N): the blocker's (or, in teams, the Confronted partner's) Character costs more."""
    player = s.confronted if s.confronted in blockers(g, s) else frame.you
    say(s, "cost", player, of_raise(g, s, player), (frame.source,), (number,))
    g.last(s, "cost", g.kinds[frame.source].block[0], frame, TURN, number, player)


@task("own_block")
def own_block(g: Game, s: State, todo: Task) -> None:
    """Block text in one's own turn (for readings the books do not choose)."""
    match g.kinds[todo[1]].block[0]:
        case a.Block(a.May(_, then)) if then is not None:
            s.agenda.append(("do", then))
        case a.BlockValue(number):
            frame = s.frames[-1]
            g.last(s, "cost", g.kinds[todo[1]].block[0], frame, TURN, number, frame.you)
        case _:
            pass


def force_block(g: Game, s: State, player: int, card: int) -> None:
    """A forced discard works as a Block (for readings the books do not choose)."""
    match g.kinds[card].block[0]:
        case a.Block(a.May(_, then)) if then is not None:
            push_text(s, Frame(player, card), then)
        case a.BlockValue(number):
            raise_by(g, s, Frame(player, card), number)
        case _:
            pass


# -------------------------------------------------------------------------- the outcome


@task("compare")
def compare(g: Game, s: State, todo: Task) -> None:
    """Power at least as great as the cost defeats the Character; else it stands."""
    if s.confronted < 0:
        return
    s.phase = "compare"
    refresh_live(g, s)
    player, target = s.active, s.confronted
    power, cost = s.power[player], g.cost_to_defeat(s, target, player)
    if s.trace is not None and g.explains:
        reckon(g, s, target, cost)
    beaten = power > cost if g.sw_equal_saves else power >= cost
    if s.defeats >= g.max_defeats and not g.sw_overflow:
        beaten = False
    if beaten:
        if s.trace is not None:
            topic = "confront.succeeds"
            if g.explains:
                topic = "confront.equal" if power == cost else topic
                topic += ".raised" if raised(s, target) else ""
            s.trace.append(Event("compare", player, (), (target, power, cost), topic))
        s.agenda.append(("confrontation_over",))
        if g.sw_overflow or g.max_defeats > 1:
            s.agenda.append(("compare_again",))
        s.agenda.append(("triggers",))
        defeat(g, s, player, target)
    else:
        if s.trace is not None:
            topic = "confront.blocked" if g.explains and raised(s, target) else "confront.fails"
            say(s, "compare", player, topic, (), (target, power, cost))
        s.agenda.append(("confrontation_over",))


def reckon(g: Game, s: State, target: int, cost: Any) -> None:
    """Say what has changed the cost, and if the target would not be one any more."""
    card = s.zones[target * PER_PLAYER + CHARACTERS][0]
    printed = g.kinds[card].cost
    topic = of_cost(printed, raised(s, target), cost)
    if topic:
        say(s, "reckon", target, topic, (card,), (printed, cost))
    if why_no_target(g, s, target) is not None:
        say(s, "reckon", target, "confront.target_kept", (card,))


@task("compare_again")
def compare_again(g: Game, s: State, todo: Task) -> None:
    """Surplus Power beats the next version too (where more than one defeat is allowed)."""
    if s.defeats >= g.max_defeats and not g.sw_overflow:
        return
    if s.power[s.active] >= g.character_cost(s, s.confronted):
        s.agenda.append(("compare_again",))
        s.agenda.append(("triggers",))
        defeat(g, s, s.active, s.confronted)


def defeat(g: Game, s: State, winner: int, loser: int) -> None:
    """The top Character leaves its stack and is kept by the side that defeated it."""
    stack = s.zones[loser * PER_PLAYER + CHARACTERS]
    card = stack[0]
    s.defeats = s.defeats + 1
    shift(g, s, a.Verb.DEFEAT, winner, card, winner * PER_PLAYER + SCORE)
    if g.sw_owned_weaknesses_return:
        g.return_weaknesses(s, loser)
    if len(stack) == 1:
        last_fell(g, s, winner, loser)
    else:
        say(s, "next version", loser, "character.next", (stack[1],))


def last_fell(g: Game, s: State, winner: int, loser: int) -> None:
    """The last Character of a player has fallen."""
    if g.last_standing:
        s.out = (*s.out, loser)
        say(s, "out", loser, "variant.out")
        left = in_turn_order(g, s, winner)
        if len(left) > 1:
            return
    if "last_character" in g.end_conditions:
        winners = tuple(p for p in range(g.players) if g.team[p] == g.team[winner])
        s.result = Result("last_character", winners)
        s.phase = "over"
        say(s, "over", winner, "end.last_character", (), winners)


@task("confrontation_over")
def confrontation_over(g: Game, s: State, todo: Task) -> None:
    """Nothing more can be played or bought in this turn."""
    say(s, "confrontation over", s.active, "confront.over")
    s.confronted = -1
    if g.sw_play_after or g.sw_buy_after:
        s.phase = "after"
        s.agenda.append(("main",))
