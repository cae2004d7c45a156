"""Drawing cards, and reshuffling a discard pile when a deck is empty."""

from __future__ import annotations

from typing import Final

from rules_check.grammar.ast import Verb
from rules_check.oracle.box.table import Table
from rules_check.oracle.running.agenda import answers, ask_shuffle, task
from rules_check.oracle.running.moving import arrange, move_cards, note_drawn, pour
from rules_check.oracle.trace.saying import say
from rules_check.oracle.trace.topics import by_assist, of_reshuffle
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import Order
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import Draw, Task
from rules_check.oracle.values.zones import DECK, DISCARD, HAND, PER_PLAYER

DRAW: Final = Verb.DRAW


class Reshuffle(Task):
    """The discard pile of a player is shuffled and becomes the deck."""

    tag = "reshuffled"
    player: int


@task(Draw)
def draw(g: Table, s: State, todo: Draw) -> None:
    """Draw cards one after the other; a deck that is empty is reshuffled first."""
    player, number, noted = todo.player, todo.number, todo.noted
    topic = by_assist(s, todo.topic) if noted else todo.topic
    owner = player if todo.owner < 0 else todo.owner
    if g.sw.draws_from == "you" and s.frames:
        owner = s.frames[-1].you  # a text makes others draw from the deck of its own player
    base = owner * PER_PLAYER
    zones = s.zones
    drawn: list[int] = []
    if g.sw.short_draw == "nothing" and number > len(zones[base + DECK]) + len(
        zones[base + DISCARD]
    ):
        number = 0
    while number > 0:
        deck = zones[base + DECK]
        if not g.may_draw(s, player):
            say(s, "forbidden", player, "effect.forbidden", (), (DRAW.value,))
            break
        if not deck:
            if zones[base + DISCARD]:
                if noted:
                    note_drawn(s, player, drawn)
                s.agenda.append(todo.but(number=number))
                reshuffle(g, s, owner)
                return
            break
        cards = deck[:number]
        if g.watching(s).bans:  # one by one: each may be the last that is allowed
            cards = cards[:1]
        number = number - len(cards)
        move_cards(g, s, cards, player * PER_PLAYER + HAND, DRAW, player, topic)
        if noted:
            drawn.extend(cards)
    if number > 0:
        say(s, "nothing", player, "partly.draw")
    if noted:
        note_drawn(s, player, drawn)
        if number > 0:
            s.frames[-1].note(player, False)
    if g.sw.reshuffle != "at_once" and not g.explains:
        return
    if not zones[base + DECK] and zones[base + DISCARD]:
        if g.sw.reshuffle == "at_once":
            reshuffle(g, s, owner)
        else:
            say(s, "empty deck", owner, "shuffle.not_yet")


def reshuffle(g: Table, s: State, player: int) -> None:
    """The discard pile is shuffled and becomes the deck (its cards come below what is left)."""
    cards = s.zones[player * PER_PLAYER + DISCARD]
    ask_shuffle(s, cards, Reshuffle(player))


@answers(Reshuffle)
def reshuffled(g: Table, s: State, todo: Reshuffle, option: Option) -> None:
    """Nature has put the discard pile in order."""
    base = todo.player * PER_PLAYER
    assert isinstance(option, Order)
    order = option.cards
    arrange(s, base + DISCARD, order)
    pour(s, base + DISCARD, base + DECK)
    if s.trace is not None:
        s.trace.append(Event("reshuffle", todo.player, order, (), of_reshuffle(g, s)))
