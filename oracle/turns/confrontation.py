"""Confrontations: announcing one, Blocks, comparing Power with cost, defeat."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.choosing import each_kind
from rules_check.oracle.effects.moves import shift
from rules_check.oracle.meaning.possible import possible
from rules_check.oracle.meaning.seats import foes, in_turn_order, partner
from rules_check.oracle.running.agenda import answers, ask, push_text, task
from rules_check.oracle.running.moving import happen
from rules_check.oracle.running.power import refresh_live
from rules_check.oracle.standing.bans import banned
from rules_check.oracle.standing.costs import cost_to_defeat
from rules_check.oracle.standing.lasts import last
from rules_check.oracle.trace.saying import say
from rules_check.oracle.trace.topics import of_cost, of_raise, raised
from rules_check.oracle.turns.leaving import leave_game
from rules_check.oracle.turns.other_readings import (
    lose_trophy,
    note_cost,
    note_held,
    opens_before,
    parked_goes,
    play_block,
    power_is_reached,
    raised_meanwhile,
    return_weaknesses,
)
from rules_check.oracle.turns.using import find_use, start_use, usable
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.frames import TURN, Frame
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import DECLINE, PASS, BlockWith, Confront, UseAbility
from rules_check.oracle.values.state import Result, State
from rules_check.oracle.values.tasks import (
    MAIN,
    POP,
    TRIGGERS,
    Announce,
    AtOtherTime,
    Block,
    Compare,
    CompareAgain,
    IfDone,
    Task,
)
from rules_check.oracle.values.zones import CHARACTERS, DISCARD, HAND, PER_PLAYER, SCORE


class BlockAsk(Task):
    """Ask each of these players in turn whether they want to Block."""

    tag = "block_ask"
    queue: tuple[int, ...]


class BlockBy(Task):
    """A player uses a Block, another ability, or nothing."""

    tag = "blocked"
    player: int


class ConfrontationOver(Task):
    """The Confrontation is over."""

    tag = "confrontation_over"


OVER: Final = ConfrontationOver()


# ------------------------------------------------------------------------ announcing


@task(Announce)
def announce(g: Table, s: State, todo: Announce) -> None:
    """Before any card is played, a Confrontation may be announced."""
    if g.sw.beforehand != "nothing" and opens_before(g, s, todo):
        return
    s.phase = "announce"
    refresh_live(g, s)
    options: list[Option] = [g.confront_options[p] for p in targets(g, s)]
    if options:
        options.append(DECLINE)
        ask(g, s, s.active, ChoiceKind.ANNOUNCE, options, todo)


def targets(g: Table, s: State) -> tuple[int, ...]:
    """The players who may be Confronted: lowest cost, or lower Level, or the only foe."""
    others = foes(g, s, s.active)
    if banned(g, s, a.Verb.ANNOUNCE, s.active, -1):
        return ()
    if len(others) < 2 or g.target_rule == "sole":
        return others
    by_cost = g.target_rule == "min_current_cost"
    values = [g.character_cost(s, p) if by_cost else g.level(s, p) for p in others]
    if by_cost and g.sw.target_cost == "printed":
        values = [g.kinds[s.zones[p * PER_PLAYER + CHARACTERS][0]].cost for p in others]
    lowest = values[0]
    for value in values:
        if value < lowest:
            lowest = value
    return tuple([p for p, value in zip(others, values, strict=True) if value == lowest])


def why_no_target(g: Table, s: State, target: int) -> str | None:
    """Why a player cannot be Confronted now; None if they can."""
    if target not in foes(g, s, s.active):
        return "confront.no_foe"
    if banned(g, s, a.Verb.ANNOUNCE, s.active, -1):
        return "confront.forbidden"
    if target not in targets(g, s):
        by_cost = g.target_rule == "min_current_cost"
        return "confront.not_lowest" if by_cost else "confront.not_lower_level"
    return None


@answers(Announce)
def announced(g: Table, s: State, todo: Announce, option: Option) -> None:
    """A Confrontation is announced, or not."""
    if option == DECLINE:
        if s.trace is not None:
            mine = s.zones[s.active * PER_PLAYER + CHARACTERS][:1]
            say(s, "decline", s.active, "confront.declined", mine)
        return
    assert isinstance(option, Confront)
    target = option.player
    s.confronted = target
    s.announced = True
    if g.sw.cost_read == "announced":
        note_cost(g, s)
    cards = s.zones[target * PER_PLAYER + CHARACTERS][:1]
    if s.trace is not None:
        topic = "confront.tie" if len(targets(g, s)) > 1 else "confront.announced"
        cost = (cost_to_defeat(g, s, target, s.active),) if g.explains else ()
        say(s, "confront", s.active, topic, cards, (target, *cost))
    s.agenda.append(TRIGGERS)
    happen(g, s, a.Verb.ANNOUNCE, s.active, cards[0], -1, -1)
    happen(g, s, a.Verb.CONFRONT, target, cards[0], -1, -1)


# ------------------------------------------------------------------------------ Blocks


def blockers(g: Table, s: State) -> tuple[int, ...]:
    """Who may Block: the Confronted player, and a teammate where the book says so."""
    target = s.confronted
    if g.sw.blocks_by == "anyone":
        return in_turn_order(g, s, target)
    friend = partner(g, target) if g.block_for_partner else -1
    return (target,) if friend < 0 or friend in s.out else (target, friend)


@task(Block)
def block_step(g: Table, s: State, todo: Block) -> None:
    """The Confronting side is done: now the cost may be raised."""
    if s.confronted < 0:
        return
    s.phase = "block"
    refresh_live(g, s)
    if g.sw.success == "power":
        power_is_reached(g, s)
    if g.sw.cost_read == "announced":
        note_cost(g, s)
    if g.sw.blocks_used == "together":
        note_held(s, blockers(g, s))
    if g.sw.after_done != "nothing":
        s.agenda.append(AtOtherTime(g.sw.after_done, "block"))
    s.agenda.append(BlockAsk(blockers(g, s)))


@task(BlockAsk)
def block_ask(g: Table, s: State, todo: BlockAsk) -> None:
    """Ask each in turn until nobody wants to Block any more."""
    queue = todo.queue
    player = queue[0]
    can = [
        card
        for card in s.zones[player * PER_PLAYER + HAND]
        if g.has_block[card] and why_no_block(g, s, player, card) is None
    ]
    options = each_kind(g, can, BlockWith) if can else []
    if g.other_raisers:
        options.extend(usable(g, s, player, raising=True))
    if len(queue) > 1:
        s.agenda.append(BlockAsk(queue[1:]))
    if options:
        options.append(PASS)
        ask(g, s, player, ChoiceKind.BLOCK, options, BlockBy(player))


BLOCKING: Final = (a.Verb.DISCARD, a.Verb.BLOCK, a.Verb.PLAY)
"""What a player does who Blocks: in the turn of a foe, Blocks are what is played."""


def why_no_block(g: Table, s: State, player: int, card: int) -> str | None:
    """Why a card cannot be used as a Block now; None if it can."""
    if s.phase != "block":
        return "block.not_now"
    if player not in blockers(g, s):
        return "block.not_confronted"
    if s.where[card] != player * PER_PLAYER + HAND:
        return "block.not_in_hand"
    if g.sw.blocks_used == "together" and ("held", card) not in s.used:
        return "block.not_now"
    kind = g.kinds[card]
    if not kind.block:
        raises = kind.defense and any(isinstance(x, a.ChangeCost) for x in a.walk(kind.defense[0]))
        return None if g.sw.raisers == "blocks" and raises else "block.no_block"
    if any(banned(g, s, verb, player, card) for verb in BLOCKING):
        return "block.forbidden"
    node = kind.block[0]
    if isinstance(node, a.Block):
        used, _ = _used(node.effect)
        price = used.effect if isinstance(used, a.May) else used
        if not possible(g, s, g.asking(player, card), price, player):
            return "block.cannot_pay"
    return None


@answers(BlockBy)
def blocked(g: Table, s: State, todo: BlockBy, option: Option) -> None:
    """A Block is used, or another ability, or nothing."""
    player = todo.player
    if option == PASS:
        say(s, "decline", player, "block.declined")
        return
    if s.agenda and isinstance(s.agenda[-1], BlockAsk):
        s.agenda.pop()  # it begins again, and nobody is asked twice in a row
    s.agenda.append(BlockAsk(blockers(g, s)))
    s.agenda.append(TRIGGERS)
    if isinstance(option, UseAbility):
        say(s, "raise", player, "block.other_ability", (option.card,))
        start_use(g, s, find_use(g, s, option))
    else:
        assert isinstance(option, BlockWith)
        use_block(g, s, player, option.card)


def _used(effect: a.Effect) -> tuple[a.Effect, tuple[a.Effect, ...]]:
    """What a player may do to Block, and the sentences behind it."""
    if isinstance(effect, a.Seq) and isinstance(effect.effects[0], a.May):
        return effect.effects[0], effect.effects[1:]
    return effect, ()


def use_block(g: Table, s: State, player: int, card: int) -> None:
    """A card is discarded to Block; its text after the keyword is carried out."""
    topic = "block.own" if player == s.confronted else "block.partner"
    say(s, "block", player, topic, (card,), (s.confronted,))
    kind = g.kinds[card]
    frame = Frame(player, card)
    if g.sw.used_block != "discarded":
        play_block(g, s, player, card)
    if not kind.block:
        price = kind.defense[0]
        assert isinstance(price, a.May)
        s.frames.append(frame)
        s.agenda.append(POP)
        if price.then is not None:
            s.agenda.append(price.then)
        shift(g, s, a.Verb.DISCARD, player, card, player * PER_PLAYER + DISCARD)
        return
    match kind.block[0]:
        case a.Block(effect):
            used, more = _used(effect)
            if isinstance(used, a.May):
                s.frames.append(frame)
                s.agenda.append(POP)
                s.agenda += reversed(more)
                s.agenda.append(IfDone(used, player, 0))
                s.agenda.append(used.effect)
            else:
                push_text(s, frame, effect)
        case a.BlockValue(number, rider):
            shift(g, s, a.Verb.DISCARD, player, card, player * PER_PLAYER + DISCARD)
            raise_by(g, s, frame, number)
            if rider is not None:
                say(s, "rider", player, "block.rider", (card,))
                push_text(s, frame, rider)


def raise_by(g: Table, s: State, frame: Frame, number: int) -> None:
    """Block (N): the blocker's (or, in teams, the Confronted partner's) Character costs more."""
    player = s.confronted if s.confronted in blockers(g, s) else frame.you
    say(s, "cost", player, of_raise(g, s, player), (frame.source,), (number,))
    last(s, "cost", g.kinds[frame.source].block[0], frame, TURN, number, player)


# -------------------------------------------------------------------------- the outcome


@task(Compare)
def compare(g: Table, s: State, todo: Compare) -> None:
    """Power at least as great as the cost defeats the Character; else it stands."""
    if s.confronted < 0:
        return
    s.phase = "compare"
    if g.sw.power_fixed != "done":
        refresh_live(g, s)
    player, target = s.active, s.confronted
    power, cost = s.power[player], cost_to_defeat(g, s, target, player)
    if g.sw.cost_read == "announced":
        cost = cost - raised_meanwhile(s)
    if s.trace is not None and g.explains:
        reckon(g, s, target, cost)
    beaten = power > cost if g.sw.equal == "saves" else power >= cost
    if s.defeats >= g.max_defeats and g.sw.overflow != "many":
        beaten = False
    if beaten:
        if s.trace is not None:
            topic = "confront.succeeds"
            if g.explains:
                topic = "confront.equal" if power == cost else topic
                topic += ".raised" if raised(s, target) else ""
            s.trace.append(Event("compare", player, (), (target, power, cost), topic))
        s.agenda.append(OVER)
        if g.max_defeats > 1 or g.sw.overflow == "many":
            s.agenda.append(CompareAgain())
        s.agenda.append(TRIGGERS)
        defeat(g, s, player, target)
    else:
        if s.trace is not None:
            topic = "confront.blocked" if g.explains and raised(s, target) else "confront.fails"
            say(s, "compare", player, topic, (), (target, power, cost))
        s.agenda.append(OVER)


def reckon(g: Table, s: State, target: int, cost: Any) -> None:
    """Say what has changed the cost, and if the target would not be one any more."""
    card = s.zones[target * PER_PLAYER + CHARACTERS][0]
    printed = g.kinds[card].cost
    topic = of_cost(printed, raised(s, target), cost)
    if topic:
        say(s, "reckon", target, topic, (card,), (printed, cost))
    if why_no_target(g, s, target) is not None:
        say(s, "reckon", target, "confront.target_kept", (card,))


@task(CompareAgain)
def compare_again(g: Table, s: State, todo: CompareAgain) -> None:
    """Surplus Power beats the next version too (where more than one defeat is allowed)."""
    if s.defeats >= g.max_defeats and g.sw.overflow != "many":
        return
    if s.power[s.active] >= g.character_cost(s, s.confronted):
        s.agenda.append(CompareAgain())
        s.agenda.append(TRIGGERS)
        defeat(g, s, s.active, s.confronted)


def defeat(g: Table, s: State, winner: int, loser: int) -> None:
    """The top Character leaves its stack and is kept by the side that defeated it."""
    stack = s.zones[loser * PER_PLAYER + CHARACTERS]
    card = stack[0]
    s.defeats = s.defeats + 1
    shift(g, s, a.Verb.DEFEAT, winner, card, winner * PER_PLAYER + SCORE)
    if g.sw.weaknesses_return == "owned":
        return_weaknesses(g, s, loser)
    if g.sw.parked_falls != "stays":
        parked_goes(g, s, winner, loser)
    if len(stack) == 1:
        last_fell(g, s, winner, loser)
    else:
        say(s, "next version", loser, "character.next", (stack[1],))


def last_fell(g: Table, s: State, winner: int, loser: int) -> None:
    """The last Character of a player has fallen."""
    if g.last_standing:
        leave_game(g, s, loser)
        if g.sw.last_trophy == "out":
            lose_trophy(g, s, winner)
        if len(in_turn_order(g, s, winner)) > 1:
            return
    if "last_character" in g.end_conditions:
        winners = tuple(p for p in range(g.players) if g.team[p] == g.team[winner])
        s.result = Result("last_character", winners)
        s.phase = "over"
        say(s, "over", winner, "end.last_character", (), winners)


@task(ConfrontationOver)
def confrontation_over(g: Table, s: State, todo: ConfrontationOver) -> None:
    """Nothing more can be played or bought in this turn."""
    say(s, "confrontation over", s.active, "confront.over")
    s.confronted = -1
    if g.sw.after_confrontation == "plays" or g.sw.leftover_power == "buys":
        s.phase = "after"
        s.agenda.append(MAIN)
