"""Texts that replace what would happen ("If you would …, instead …")."""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.card_rules import tells_of, whose_deed
from rules_check.oracle.box.table import Table
from rules_check.oracle.running.agenda import effect, perform, task
from rules_check.oracle.running.moving import OWNING, owner_of
from rules_check.oracle.standing.lasts import forget
from rules_check.oracle.standing.noticing import event_fits
from rules_check.oracle.trace.saying import say
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.listeners import Listener
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import Shift, Task


class Replacing(Task):
    """A text has stepped in before a move; `key` tells which one, and `told` how many frames there
    are up to that of the text which moves the card (0: no text does)."""

    tag = "replacing"
    move: Shift
    key: tuple[Any, ...]
    told: int


def replaced(g: Table, s: State, f: Frame | None, move: Shift) -> bool:
    """Whether a text steps in before the card moves; it then decides what becomes of the card.
    `f` is the frame of the text that moves it, if one does."""
    verb, player, card, to = move.verb, move.player, move.card, move.to
    watch = s.watch if s.watch is not None else g.refresh(s)
    own = _own(g, s, verb, player, card, watch.would) if g.has_own_trigger[card] else []
    if not watch.would and not own:
        return False
    fact = (verb, player, card, s.where[card], to)
    for listener in (*watch.would, *own):
        trigger = listener.node.occasion
        if (
            not tells_of(verb, trigger.event.verbs)
            or not listener.works(s)
            or (trigger.window is not None and not g.in_window(s, listener.you, trigger.window))
            or any(isinstance(x, Replacing) and x.key == listener.key for x in s.agenda)
        ):
            continue
        frame = listener.new_frame()
        if not event_fits(g, s, listener, frame, trigger.event, fact):
            continue
        if not _is_time(s, listener, trigger):
            continue
        doer = whose_deed(fact, trigger.event.verbs)
        frame.set_off(a.mark_of(listener.node), doer, (card,))
        frame.value = ()
        say(s, "replace", listener.you, "effect.instead", (listener.source, card))
        told = next((at for at, one in enumerate(s.frames, 1) if one is f), 0)
        s.frames.append(frame)
        s.agenda.append(Replacing(move, listener.key, told))
        s.agenda.append(listener.node.effect)
        return True
    return False


def _is_time(s: State, listener: Listener, trigger: a.Trigger) -> bool:
    """Whether this is the time that is meant: the next one, or the n-th in this turn."""
    if trigger.often is a.Often.NEXT:
        forget(s, listener)
    if trigger.often is not a.Often.NTH:
        return True
    key = ("would", *listener.key)
    s.used.append(key)
    return s.used.count(key) == trigger.nth


def _own(
    g: Table, s: State, verb: a.Verb, player: int, card: int, known: list[Listener]
) -> list[Listener]:
    """Texts of the card itself that step in, wherever it is; those that stand are known. A card
    that is nobody's and does not become anybody's speaks to nobody."""
    found: list[Listener] = []
    owner = owner_of(g, s, card)
    for at, node in enumerate(g.kinds[card].own):
        assert isinstance(node.occasion, a.Trigger)
        event = node.occasion.event
        if owner < 0 and event.who is None and verb not in OWNING:
            continue
        if event.would and not any(x.node is node for x in known):
            you = owner if owner >= 0 else player
            found.append(Listener(you, card, node, key=("own", card, at)))
    return found


@effect(a.Instead)
def do_instead(g: Table, s: State, node: a.Instead) -> None:
    """This happens in place of what would have happened."""
    f = s.frames[-1]
    f.value = (*f.value, ("instead", f.you, True))
    s.agenda.append(node.effect)


@task(Replacing)
def replacing(g: Table, s: State, todo: Replacing) -> None:
    """If the text did not step in after all, what would have happened happens; if it did, that was
    not done, unless a card that was to be gained has come to its player in another way."""
    frame = s.frames.pop()
    move = todo.move
    if not any(what == "instead" for what, _, _ in frame.value):
        perform(g, s, move)
    elif todo.told and (move.verb not in OWNING or owner_of(g, s, move.card) != move.player):
        s.frames[todo.told - 1].undone(move.verb, move.player, move.card)
