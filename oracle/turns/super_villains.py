"""The stack of Super-Villains: set-up, defeating the top one, turning up the next.

The top one lies face up and is defeated by paying its cost. The next one is turned up when the
turn is over, and its First Appearance is an Attack on every player that belongs to no turn.
"""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.places import top_is_face_up
from rules_check.oracle.meaning.seats import immune, in_turn_order
from rules_check.oracle.running.agenda import answers, ask_shuffle, push_text, task
from rules_check.oracle.running.moving import arrange, move_card, note_gained, place_card
from rules_check.oracle.standing.bans import banned
from rules_check.oracle.standing.costs import cost_to_take
from rules_check.oracle.trace.saying import say
from rules_check.oracle.turns.main_phase import AND_THEN, acts, offers
from rules_check.oracle.turns.scoring import finish_by_score
from rules_check.oracle.turns.turn import expire
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.listeners import Watch
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import DefeatCard, Order
from rules_check.oracle.values.state import APPEARANCE, State
from rules_check.oracle.values.tasks import TRIGGERS, Appears, Flip, LayStack, Task
from rules_check.oracle.values.zones import DISCARD, PER_PLAYER


class Appeared(Task):
    """The First Appearance of a Super-Villain is over; `pending` is what was set off before it."""

    tag = "appeared"
    phase: str
    pending: tuple[tuple[Any, ...], ...]


# ---------------------------------------------------------------------------- set-up


def stack_bosses(g: Table, s: State, order: tuple[int, ...]) -> None:
    """The first of these lie in the stack, below the one that always lies on top, face up; the
    others are not used."""
    tops = g.top_bosses
    arrange(s, g.boss_stack, (*tops, *order))
    for card in s.zones[g.boss_stack][g.boss_size :]:
        place_card(g, s, card, g.unused_bosses)
    stack = s.zones[g.boss_stack]
    s.face_up = stack[0] if stack else -1


@task(LayStack)
def lay_stack(g: Table, s: State, todo: LayStack) -> None:
    """All but the one that lies on top are shuffled."""
    others = tuple(card for card in s.zones[g.boss_stack] if card not in g.top_bosses)
    ask_shuffle(s, others, todo)


@answers(LayStack)
def laid_stack(g: Table, s: State, todo: LayStack, option: Option) -> None:
    """The surplus is set aside unseen, and the top card lies face up."""
    assert isinstance(option, Order)
    stack_bosses(g, s, option.cards)
    stack = s.zones[g.boss_stack]
    say(s, "stack", -1, "setup.super_villains", stack[:1], ("Super-Villain", len(stack)))
    say(s, "set aside", -1, "setup.unused", s.zones[g.unused_bosses])


# ------------------------------------------------------------------------- defeating


def why_no_defeat(g: Table, s: State, player: int, card: int) -> str | None:
    """Why a player cannot defeat a Super-Villain now; None if they can."""
    if player != s.active:
        return "defeat.not_your_turn"
    if s.phase != "play":
        return "defeat.not_now"
    if s.defeats >= g.max_defeats:
        return "defeat.second"
    if g.boss_stack < 0 or s.zones[g.boss_stack][:1] != (card,):
        return "defeat.not_on_top"
    if not top_is_face_up(g, s):
        return "defeat.face_down"
    if cost_to_take(g, s, card, player) > s.power[player]:
        return "defeat.too_expensive"
    if banned(g, s, a.Verb.DEFEAT, player, card) or banned(g, s, a.Verb.BUY, player, card):
        return "defeat.forbidden"
    return None


@offers
def defeats(g: Table, s: State, watch: Watch) -> list[Option]:
    """The Super-Villain on top of the stack, if the active player can defeat it."""
    if g.boss_stack < 0:
        return []
    top = s.zones[g.boss_stack][:1]
    return [g.defeat_options[card] for card in top if why_no_defeat(g, s, s.active, card) is None]


@acts(DefeatCard)
def act_defeat(g: Table, s: State, option: DefeatCard) -> None:
    """Pay the cost; the Super-Villain goes to the discard pile at once."""
    s.agenda += AND_THEN
    player, card = s.active, option.card
    price = cost_to_take(g, s, card, player)
    s.power[player] = s.power[player] - price
    s.spent[player] = s.spent[player] + price
    s.defeats = s.defeats + 1
    say(s, "pay", player, "defeat.pays", (card,), (price,))
    to = player * PER_PLAYER + DISCARD
    move_card(g, s, card, to, a.Verb.DEFEAT, player, "defeat.super_villain")
    note_gained(g, s, player, card, a.Verb.DEFEAT)
    if g.sw.last_super_villain == "at_once" and not s.zones[g.boss_stack]:
        finish_by_score(g, s, "villain_flip_fail")


# ------------------------------------------------------------------------ turning up


@task(Flip)
def flip(g: Table, s: State, todo: Flip) -> None:
    """If the top card is face down it is turned up; if there is none the game ends."""
    if g.boss_stack < 0:
        return
    stack = s.zones[g.boss_stack]
    if not stack:
        if "villain_flip_fail" in g.end_conditions:
            finish_by_score(g, s, "villain_flip_fail")
        return
    if top_is_face_up(g, s):
        say(s, "nothing", -1, "end.no_flip", stack[:1])
        return
    s.face_up = stack[0]
    say(s, "turn up", -1, "end.flip", stack[:1])
    appear(g, s, stack[0])


def appear(g: Table, s: State, card: int) -> None:
    """The First Appearance of a Super-Villain: an Attack on every player, in nobody's turn."""
    texts = g.kinds[card].appearance
    if not texts:
        say(s, "nothing", -1, "end.no_appearance", (card,))
        return
    s.agenda.append(Appeared(s.phase, tuple(s.pending)))
    s.pending = []  # what the turn has set off waits until it is the turn again
    if s.phase == "end":
        expire(g, s, s.active)
    s.phase = APPEARANCE
    say(s, "first appearance", -1, "appearance.begins", (card,))
    for player in immune(g, s) if g.hunting else ():
        say(s, "immune", player, "appearance.immune", (card,))
    s.agenda.append(TRIGGERS)
    order = in_turn_order(g, s, s.active)
    first = order[1 % len(order)] if g.sw.appearance_order == "next" else s.active
    push_text(s, Frame(first, card), *texts)


@task(Appeared)
def appeared(g: Table, s: State, todo: Appeared) -> None:
    """What comes now is the turn again, or the end of it."""
    s.phase = todo.phase
    s.pending = [*todo.pending, *s.pending]


@task(Appears)
def appears(g: Table, s: State, todo: Appears) -> None:
    """A Super-Villain has come into the Line-Up."""
    s.face_up = todo.card
    say(s, "turn up", -1, "line_up.super_villain", (todo.card,))
    appear(g, s, todo.card)
