"""A turn: its steps in the order of the ruleset, and the steps that end it."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.seats import in_turn_order
from rules_check.oracle.meaning.who import players
from rules_check.oracle.running.agenda import task
from rules_check.oracle.running.drawing import draw
from rules_check.oracle.running.line_up import refill_line_up
from rules_check.oracle.running.moving import move_card, move_cards
from rules_check.oracle.standing.lasts import drop, forget_if_over, waits_for
from rules_check.oracle.standing.qualities import is_granted
from rules_check.oracle.trace.saying import say
from rules_check.oracle.turns.leaving import turns_that_do_not_come, undo
from rules_check.oracle.turns.other_readings import assists_leave, repeat_start, stays_in_play
from rules_check.oracle.turns.scoring import finish_by_score
from rules_check.oracle.values.frames import TURN, AfterConfrontation, AtMoment, Until
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import (
    TRIGGERS,
    AnnounceEnd,
    Appears,
    BeginTurn,
    ClearHand,
    Draw,
    DrawHand,
    EndEffects,
    LosePower,
    NextPlayer,
    Refill,
    StartEffects,
    Sweep,
    Task,
)
from rules_check.oracle.values.zones import CHARACTERS, DISCARD, HAND, PER_PLAYER, PLAY

PUT: Final = a.Verb.PUT
DISCARDED: Final = a.Verb.DISCARD
ONGOING: Final = a.Keyword.ONGOING
START: Final = a.Point.START
END: Final = a.Point.END


@task(BeginTurn)
def begin_turn(g: Table, s: State, todo: BeginTurn) -> None:
    """A new turn: forget what held for the last one only, and line up the steps."""
    player = todo.player
    s.turn += 1
    s.active = player
    s.phase = "start"
    s.confronted = -1
    s.announced = False
    s.defeats = 0
    s.facts = []
    s.used = []
    s.live = {}
    s.live_at = -1
    for p in range(g.players):
        s.power[p] = 0
        s.spent[p] = 0
    tell_turn(g, s)
    s.agenda.extend(g.steps)
    if g.sw.hand_filled == "any_turn":
        missing = g.hand_size - len(s.zones[player * PER_PLAYER + HAND])
        s.agenda.append(Draw(player, max(missing, 0), "end.draw", False))


def tell_turn(g: Table, s: State) -> None:
    """Whose turn begins, and what that player's Character costs."""
    if s.trace is not None:
        topic = "turn.begins.next" if s.turn > 1 else "turn.begins"
        top = s.zones[s.active * PER_PLAYER + CHARACTERS][:1]
        cost = (g.character_cost(s, s.active),) if top and g.explains else ()
        say(s, "turn", s.active, topic, top, (s.turn, *cost))


@task(StartEffects)
def start_effects(g: Table, s: State, todo: StartEffects) -> None:
    """All "at the start of your turn" effects."""
    moment(g, s, START, "turn.start_effect")


@task(EndEffects)
def end_effects(g: Table, s: State, todo: EndEffects) -> None:
    """All "at the end of your turn" effects; the cards played are still in play. What was moved
    until the end of the turn goes back, so that nothing else takes its place."""
    s.agenda.append(GoBack())
    moment(g, s, END, "turn.end_effect")


class GoBack(Task):
    """What was moved until the end of the turn goes back."""

    tag = "go_back"


@task(GoBack)
def go_back(g: Table, s: State, todo: GoBack) -> None:
    """See `GoBack`."""
    for lasting in s.lasting[:]:
        if lasting.what == "undo" and _ends(s, lasting.until, s.active):
            undo(g, s, lasting)
            drop(s, lasting)


def moment(g: Table, s: State, point: a.Point, topic: str) -> None:
    """What waits for the start or the end of this turn becomes pending."""
    watch = s.watch or g.refresh(s)
    found = []
    for listener in watch.moments:
        node: Any = listener.node
        when = node.when if isinstance(node, a.Delayed) else node.occasion
        assert isinstance(when, a.Moment)
        if when.point is not point or not listener.works(s):
            continue
        here = when.this and listener.frame is not None
        if not here and s.active not in players(g, s, listener.asking(), when.whose):
            continue
        if not waits_for(s, listener, s.active):
            continue
        found.append(listener)
    for listener in found:
        node = listener.node
        fact = ("moment", s.active, -1, -1, -1)
        s.pending.append((listener.you, listener.source, node, fact, listener.frame))
        say(s, "moment", listener.you, topic, (listener.source,))
        if listener.frame is not None:
            forget_if_over(s, listener)
    if s.pending:
        s.agenda.append(TRIGGERS)
        if g.sw.start_effect == "repeats" and point is a.Point.START:
            repeat_start(s)


# -------------------------------------------------------------------------- the end


@task(AnnounceEnd)
def announce_end(g: Table, s: State, todo: AnnounceEnd) -> None:
    """The end is announced: from now on it is no longer the player's turn to act."""
    s.phase = "end"
    say(s, "end of turn", s.active, "end.announced")
    if g.sw.turn_over == "announced":
        expire(g, s, s.active)
    if g.sw.assist_leaves == "announced":
        assists_leave(g, s)


@task(ClearHand)
def clear_hand(g: Table, s: State, todo: ClearHand) -> None:
    """The cards still in hand go to the discard pile."""
    player = s.active
    base = player * PER_PLAYER
    s.agenda.append(TRIGGERS)
    verb = DISCARDED if g.hand_is_discarded else PUT
    move_cards(g, s, s.zones[base + HAND], base + DISCARD, verb, player, "end.clear_hand")


@task(Sweep)
def sweep(g: Table, s: State, todo: Sweep) -> None:
    """What was played goes to the discard pile of whoever has it in play; Ongoing cards stay."""
    kinds, zones = g.kinds, s.zones
    stays = s.lasting and {card for x in s.lasting if x.what == "stays" for card in x.number}
    granted = bool(g.watching(s).grants)
    later = g.sw.assist_leaves == "own_turn"
    for player in (s.active,) if later else in_turn_order(g, s, s.active):
        base = player * PER_PLAYER
        there = zones[base + PLAY]
        if not there:
            continue
        kept = [
            card
            for card in there
            if (kinds[card].is_ongoing and stays_in_play(g, s, card))
            or card in stays
            or (granted and is_granted(g, s, card, ONGOING))
        ]
        if kept and player == s.active:
            topic = "end.stays.several" if len(kept) > 1 else "end.stays"
            say(s, "stays", player, topic, tuple(kept))
        if len(kept) < len(there):
            cards = tuple([card for card in there if card not in kept]) if kept else there
            topic = "end.sweep" if player == s.active else "end.sweep_assist"
            if s.owners:
                cards = give_back(g, s, player, cards)
            move_cards(g, s, cards, base + DISCARD, PUT, player, topic)


def give_back(g: Table, s: State, player: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Cards of others that were played go to the discard piles of their owners; the rest."""
    for card in cards:
        if card in s.owners:
            to = s.owners[card] * PER_PLAYER + DISCARD
            move_card(g, s, card, to, PUT, player, "end.sweep.owner")
    return tuple([card for card in cards if s.where[card] == player * PER_PLAYER + PLAY])


@task(LosePower)
def lose_power(g: Table, s: State, todo: LosePower) -> None:
    """Unspent Power is lost."""
    say(s, "lose power", s.active, "end.lose_power", (), (s.power[s.active],))
    for p in range(g.players):
        s.power[p] = 0


@task(DrawHand)
def draw_hand(g: Table, s: State, todo: DrawHand) -> None:
    """Draw a new hand."""
    s.agenda.append(TRIGGERS)
    held = len(s.zones[s.active * PER_PLAYER + HAND]) if g.sw.new_hand == "up_to" else 0
    draw(g, s, Draw(s.active, max(g.hand_size - held, 0), "end.draw", False))


@task(Refill)
def refill(g: Table, s: State, todo: Refill) -> None:
    """Fill the Line-Up; if that cannot be done the game ends."""
    if len(s.zones[g.line_up]) >= g.line_up_size:
        say(s, "nothing", -1, "end.no_refill")
    below = len(s.agenda)
    filled = refill_line_up(g, s, "end.refill")
    if g.sw.appearances == "each" and isinstance(s.agenda[-1], Appears):
        s.agenda.insert(below, todo)  # it goes on when the Super-Villain has appeared
        return
    if not filled and "refill_fail" in g.end_conditions:
        finish_by_score(g, s, "refill_fail")
    if "main_deck_empty" in g.end_conditions and not s.zones[g.main_deck]:
        s.agenda.insert(below, DeckIsEmpty())


class DeckIsEmpty(Task):
    """The main deck is empty, and what has come into the Line-Up has had its effect."""

    tag = "deck_is_empty"


@task(DeckIsEmpty)
def deck_is_empty(g: Table, s: State, todo: DeckIsEmpty) -> None:
    """The game is over."""
    finish_by_score(g, s, "main_deck_empty")


@task(NextPlayer)
def next_player(g: Table, s: State, todo: NextPlayer) -> None:
    """The next player in the turn order begins."""
    ended = s.active
    expire(g, s, ended)
    following = in_turn_order(g, s, ended)
    at = 1 if following and following[0] == ended else 0
    if len(following) <= at:
        at = 0
    if ended in s.out:
        order = s.order
        step = order.index(ended)
        turned = order[step + 1 :] + order[:step]
        player = next(p for p in turned if p not in s.out)
    else:
        player = following[at]
    left = g.after_next_player
    s.agenda.insert(len(s.agenda) - left, BeginTurn(player))
    if left:
        s.active = player  # by this order the turn is passed on before it is quite over
    if s.out:
        turns_that_do_not_come(g, s, ended, player)
    for lasting in s.lasting[:]:
        until = lasting.until
        now = isinstance(until, AtMoment) and until.comes("start", player, s.turn + 1)
        if now and not waits_for_moment(lasting.node):
            undo(g, s, lasting)
            drop(s, lasting)


def waits_for_moment(node: Any) -> bool:
    """Whether a text is to be carried out at a moment, and is not over when it comes."""
    match node:
        case a.When(a.Moment()) | a.Delayed(a.Moment()):
            return True
        case _:
            return False


def _ends(s: State, until: Until, player: int) -> bool:
    """Whether something ends with this turn of a player."""
    return until == TURN or (isinstance(until, AtMoment) and until.comes("end", player, s.turn))


def expire(g: Table, s: State, ended: int) -> None:
    """What held for this turn, or until the end of it, is over."""
    if not s.lasting:
        return
    kept = []
    for lasting in s.lasting:
        until = lasting.until
        over = _ends(s, until, ended)
        if isinstance(until, AfterConfrontation):
            over = s.announced
        if over:
            undo(g, s, lasting)
        else:
            kept.append(lasting)
    if len(kept) != len(s.lasting):
        s.lasting = kept
        s.watch = None
