"""What would happen under readings of rulings that no book chooses.

Each function is called at one place, behind its switch (`oracle.values.switches`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.running.agenda import task
from rules_check.oracle.running.moving import happen, move_card, place_card
from rules_check.oracle.turns.scoring import finish_by_score
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import POP_PLAYED, TRIGGERS, Announce, AtOtherTime, Task
from rules_check.oracle.values.zones import (
    DISCARD,
    HAND,
    PARKED,
    PER_PLAYER,
    PLAY,
    REMOVED,
    SCORE,
)

AGAIN: Final = 4
"""So often more a start-of-turn effect is tried; its condition decides each time."""


BEFORE: Final = ("beforehand",)
"""What is noted among the abilities that are used up when the window has been opened."""


def repeat_start(s: State) -> None:
    """`start_effect`: a start-of-turn effect goes on while its condition holds."""
    for item in tuple(s.pending):
        node = item[2]
        if isinstance(node, a.When) and isinstance(node.effect, a.If):
            s.pending.extend([item] * AGAIN)


def power_is_reached(g: Table, s: State) -> None:
    """`success`: texts that wait for a success are set off by Power that is enough."""
    for lasting in s.lasting:
        if lasting.what == "reached" and s.power[s.active] >= g.character_cost(s, s.confronted):
            fact = (a.Verb.DEFEAT, lasting.you, -1, -1, -1)
            then = lasting.node.then
            s.agenda.append(TRIGGERS)
            s.pending.append((lasting.you, lasting.source, then, fact, lasting.frame))


class PriceBack(Task):
    """`price`: what was paid goes to the discard pile."""

    tag = "price_back"
    cards: tuple[int, ...]
    player: int


def set_aside(g: Table, s: State, player: int, cards: Iterable[int]) -> None:
    """`price`: what was paid lies beside the game until the effect is over."""
    paid = tuple(card for card in cards if s.where[card] == player * PER_PLAYER + DISCARD)
    for card in paid:
        place_card(g, s, card, g.shared + REMOVED)
    s.agenda.append(PriceBack(paid, player))


@task(PriceBack)
def price_back(g: Table, s: State, todo: PriceBack) -> None:
    """The effect is over."""
    for card in todo.cards:
        place_card(g, s, card, todo.player * PER_PLAYER + DISCARD)


def return_weaknesses(g: Table, s: State, player: int) -> None:
    """`weaknesses_return`: all Weaknesses of a defeated player go back to their stack."""
    for zone in range(player * PER_PLAYER, player * PER_PLAYER + PLAY + 1):
        for card in s.zones[zone]:
            if g.kinds[card].name in g.weakness_kinds:
                to = g.destroyed_to(card)
                move_card(g, s, card, to, a.Verb.DESTROY, player, "destroy.returns")


def count_as_played_by(g: Table, s: State, player: int, card: int) -> None:
    """`assist_played_by`: the active player counts as having played an Assist card too."""
    happen(g, s, a.Verb.PLAY, player, card, s.where[card], s.where[card])


def removed_for_a_while(g: Table, s: State) -> tuple[int, ...]:
    """`removed_card`: the cards that will go back to the Line-Up can be bought until then."""
    gone = [way for x in s.lasting if x.what == "undo" for way in x.number]
    return tuple(card for card, came, to in gone if came == g.line_up and s.where[card] == to)


# ------------------------------------------------------- what the books leave open


def opens_before(g: Table, s: State, todo: Announce) -> bool:
    """`beforehand`: once in a turn there is a window before the announcement."""
    if BEFORE in s.used:
        return False
    s.used.append(BEFORE)
    s.agenda += (todo, AtOtherTime(g.sw.beforehand, "announce"))
    return True


def note_cost(g: Table, s: State) -> None:
    """`cost_read`: the cost of the Confronted Character at this moment is remembered."""
    s.used.append(("cost", g.character_cost(s, s.confronted)))


def raised_meanwhile(s: State) -> Any:
    """`cost_read`: what was added between the announcement and the Blocks does not count."""
    costs = [x[1] for x in s.used if x[0] == "cost"]
    return costs[-1] - costs[0] if costs else 0


def note_held(s: State, players: tuple[int, ...]) -> None:
    """`blocks_used`: only what is held now can be used as a Block."""
    held = [card for p in players for card in s.zones[p * PER_PLAYER + HAND]]
    s.used += [("held", card) for card in held]


def play_block(g: Table, s: State, player: int, card: int) -> None:
    """`used_block`: a card that is used as a Block counts as played; all its text may work."""
    if g.sw.used_block == "played":
        s.frames.append(Frame(player, card))
        s.agenda.append(POP_PLAYED)
        s.agenda += reversed(g.kinds[card].played)
    happen(g, s, a.Verb.PLAY, player, card, s.where[card], s.where[card])


def parked_goes(g: Table, s: State, winner: int, loser: int) -> None:
    """`parked_falls`: what lies on a defeated Character is discarded, or goes with it."""
    discarded = g.sw.parked_falls == "discarded"
    to = loser * PER_PLAYER + DISCARD if discarded else winner * PER_PLAYER + SCORE
    for card in s.zones[loser * PER_PLAYER + PARKED]:
        move_card(g, s, card, to, a.Verb.PUT, loser, "variant.parked")


def lose_trophy(g: Table, s: State, winner: int) -> None:
    """`last_trophy`: the last Character of a player goes out of the game with that player."""
    card = s.zones[winner * PER_PLAYER + SCORE][-1]
    move_card(g, s, card, g.shared + REMOVED, a.Verb.REMOVE, winner, "variant.out.cards")


def assists_leave(g: Table, s: State) -> None:
    """`assist_leaves`: Assist cards are put away as soon as the end of the turn is announced."""
    for card in [x[1] for x in s.used if x[0] == "assisted"]:
        if s.where[card] % PER_PLAYER == PLAY and s.where[card] < g.shared:
            to = s.where[card] - PLAY + DISCARD
            move_card(g, s, card, to, a.Verb.PUT, s.active, "end.sweep_assist")


def stays_in_play(g: Table, s: State, card: int) -> bool:
    """`ongoing_stays`, `assist_ongoing`: whether an Ongoing card stays at the end of a turn."""
    if g.sw.ongoing_stays == "nothing":
        return False
    if g.sw.ongoing_stays == "locations" and not g.is_type(s, card, a.CardType.LOCATION):
        return False
    return not (g.sw.assist_ongoing == "swept" and ("assisted", card) in s.used)


def ended_by_empty_deck(g: Table, s: State) -> bool:
    """`hidden_end`: a text has emptied the main deck, and the game is over in mid-turn."""
    if "main_deck_empty" not in g.end_conditions or s.zones[g.main_deck]:
        return False
    finish_by_score(g, s, "main_deck_empty")
    return True
