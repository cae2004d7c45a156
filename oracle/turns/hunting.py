"""Super-Villains in the discard piles of others, where a variant lets players hunt them.

It is an Attack, which the owner may avoid; only who is not kept off pays, and has then defeated
the Super-Villain as if it were on the stack.
"""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.attack import AttackOver
from rules_check.oracle.effects.defending import Defend
from rules_check.oracle.meaning.seats import foes
from rules_check.oracle.running.agenda import task
from rules_check.oracle.running.moving import happen, move_card, note_gained
from rules_check.oracle.standing.bans import banned
from rules_check.oracle.standing.costs import cost_to_take
from rules_check.oracle.trace.saying import say
from rules_check.oracle.turns.main_phase import AND_THEN, acts, offers
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.listeners import Watch
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import HuntCard
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import POP, Task
from rules_check.oracle.values.zones import DISCARD, PER_PLAYER

KEPT_OFF = ("hunt",)
"""What is noted among the abilities that are used up when an owner has avoided the Attack."""


class Hunted(Task):
    """The owner of a Super-Villain has avoided the Attack, or not."""

    tag = "hunted"
    card: int
    owner: int


def why_no_hunt(g: Table, s: State, player: int, card: int) -> str | None:
    """Why a player cannot attack a Super-Villain now; None if they can."""
    if not g.hunting:
        return "hunt.no_variant"
    if player != s.active:
        return "hunt.not_your_turn"
    if s.phase != "play":
        return "hunt.not_now"
    piles = [p * PER_PLAYER + DISCARD for p in foes(g, s, player)]
    if a.Title.SUPER_VILLAIN not in g.kinds[card].titles or s.where[card] not in piles:
        return "hunt.not_there"
    if KEPT_OFF in s.used:
        return "hunt.avoided"
    if cost_to_take(g, s, card, player) > s.power[player]:
        return "hunt.too_expensive"
    if any(banned(g, s, verb, player, card) for verb in (a.Verb.DEFEAT, a.Verb.BUY, a.Verb.GAIN)):
        return "hunt.forbidden"
    return None


@offers
def hunts(g: Table, s: State, watch: Watch) -> list[Option]:
    """The Super-Villains in other discard piles that the active player can attack."""
    if not g.hunting:
        return []
    piles = [s.zones[p * PER_PLAYER + DISCARD] for p in foes(g, s, s.active)]
    cards = [card for pile in piles for card in pile]
    return [HuntCard(card) for card in cards if why_no_hunt(g, s, s.active, card) is None]


@acts(HuntCard)
def act_hunt(g: Table, s: State, option: HuntCard) -> None:
    """An Attack against the Super-Villain: its owner may use a Defense."""
    s.agenda += AND_THEN
    player, card = s.active, option.card
    owner = s.where[card] // PER_PLAYER
    frame = Frame(player, card)
    frame.targets, frame.that = (owner,), owner
    s.frames.append(frame)
    say(s, "attack", player, "hunt.attack", (card,), (owner,))
    happen(g, s, a.Verb.ATTACK, owner, card, -1, -1)
    s.agenda += [POP, Hunted(card, owner), Defend(owner)]


@task(Hunted)
def hunted(g: Table, s: State, todo: Hunted) -> None:
    """The Super-Villain is paid for and taken; or the Power is kept, and nobody is hunted again."""
    frame = s.frames[-1]
    player, card = frame.you, todo.card
    s.agenda.append(AttackOver())
    if todo.owner in frame.avoided:
        say(s, "avoided", player, "hunt.avoided", (card,), (todo.owner,))
        s.used.append(KEPT_OFF)
        if g.sw.hunted_power == "spent":
            _pay(g, s, player, card)
        return
    if s.where[card] != todo.owner * PER_PLAYER + DISCARD:
        return
    _pay(g, s, player, card)
    move_card(g, s, card, player * PER_PLAYER + DISCARD, a.Verb.DEFEAT, player, "hunt.taken")
    note_gained(g, s, player, card, a.Verb.DEFEAT)


def _pay(g: Table, s: State, player: int, card: int) -> None:
    price = cost_to_take(g, s, card, player)
    s.power[player] = s.power[player] - price
    s.spent[player] = s.spent[player] + price
    say(s, "pay", player, "hunt.pays", (card,), (price,))
