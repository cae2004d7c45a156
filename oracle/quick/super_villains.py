"""Super-Villains: defeating the one on top, turning up the next, its First Appearance."""

from __future__ import annotations

from typing import Final

from rules_check.oracle.quick.acts import by_rules, carry_out
from rules_check.oracle.quick.attack import defend, immune
from rules_check.oracle.quick.scoring import finish
from rules_check.oracle.quick.standing import expire, forbids, happen, look_again
from rules_check.oracle.quick.state import Aimed, Fact, Frame, On, Pattern, State
from rules_check.oracle.quick.telling import say
from rules_check.oracle.quick.values import cost_to_defeat
from rules_check.oracle.quick.waiting import resolve
from rules_check.oracle.values.zones import DISCARD, PER_PLAYER

AVOIDED: Final = ("hunt",)
"""An owner has avoided the Attack against a Super-Villain: none is hunted again in this turn."""


def may_defeat(s: State, card: int) -> bool:
    """Whether the active player can defeat the Super-Villain on top: one in a turn, face up."""
    player = s.active
    if s.defeats >= s.g.most_defeats or card != s.face_up:
        return False
    if cost_to_defeat(s, card, player) > s.power[player]:
        return False
    return not forbids(s, "defeat", player, card) and not forbids(s, "buy", player, card)


def defeat_super_villain(s: State, player: int, card: int) -> None:
    """Its cost is paid; it goes to the discard pile at once."""
    price = cost_to_defeat(s, card, player)
    s.power[player] -= price
    s.defeats += 1
    say(s, "pay", player, "defeat.pays", (card,), (price,))
    by_rules(s, "defeat", player, card, player * PER_PLAYER + DISCARD, "defeat.super_villain")
    if s.g.reads.last_super_villain == "at_once" and not s.zones[s.g.boss]:
        finish(s, "villain_flip_fail")


def flip(s: State) -> None:
    """If the top card is face down it is turned up; if there is none the game ends.

    Rules: HU-ER08, HU-EG01.
    """
    if s.g.boss < 0 or s.g.hidden:
        return
    stack = s.zones[s.g.boss]
    if not stack:
        if "villain_flip_fail" in s.g.end_conditions:
            finish(s, "villain_flip_fail")
        return
    if stack[0] == s.face_up:
        if s.trace is not None:
            say(s, "nothing", None, "end.no_flip", stack[:1])
        return
    s.face_up = stack[0]
    say(s, "turn up", None, "end.flip", stack[:1])
    look_again(s)
    appear(s, stack[0])


def appear(s: State, card: int) -> None:
    """The First Appearance: an Attack on every player, in nobody's turn. What the turn has set off
    waits until it is the turn again."""
    texts = [
        on
        for text in s.g.kinds[card].texts
        if text.home == "super_up"
        for on in text.stands
        if isinstance(on, On)
    ]
    if not texts:
        say(s, "nothing", None, "end.no_appearance", (card,))
        return
    before, waiting = s.phase, s.pending
    s.pending = ()
    if before == "end":
        expire(s)
    s.phase = "appearance"
    look_again(s)
    if s.trace is not None:
        say(s, "first appearance", None, "appearance.begins", (card,))
        for player in immune(s, Frame(s.active, card)):
            say(s, "immune", player, "appearance.immune", (card,))
    for on in texts:
        assert isinstance(on.event, Pattern)
        order = s.from_on(s.active)
        late = s.g.reads.appearance_order == "next"
        frame = Frame(order[1 % len(order)] if late else s.active, card)
        frame.names[on.event.name] = Fact("appear", None, card)
        carry_out(s, frame, on.body)
    resolve(s)
    if s.result is None:
        s.phase = before
        look_again(s)
    s.pending = (*waiting, *s.pending)


def arrive(s: State) -> None:
    """Super-Villains that have come into the Line-Up appear, one after the other."""
    cards, s.arrived = s.arrived, ()
    for card in cards:
        if s.result is None:
            s.face_up = card
            say(s, "turn up", None, "line_up.super_villain", (card,))
            look_again(s)
            appear(s, card)


# ------------------------------------------------------------------------- hunting


def may_hunt(s: State) -> list[int]:
    """The Super-Villains in the discard piles of others that the active player can attack, in the
    variant in which they are hunted."""
    player = s.active
    if not s.g.hunting or AVOIDED in s.used:
        return []
    foes = [p for p in s.from_on(player) if p not in s.g.teams[player]]
    cards = [card for p in foes for card in s.zones[p * PER_PLAYER + DISCARD]]
    return [
        card
        for card in cards
        if "Super-Villain" in s.g.kinds[card].titles
        and cost_to_defeat(s, card, player) <= s.power[player]
        and not any(forbids(s, verb, player, card) for verb in ("defeat", "buy", "gain"))
    ]


def hunt(s: State, player: int, card: int) -> None:
    """It is an Attack, which the owner may avoid; only who is not kept off pays, and has then
    defeated the Super-Villain."""
    owner = s.owner(card)
    assert owner is not None
    aimed = Aimed(player, card, [owner])
    say(s, "attack", player, "hunt.attack", (card,), (owner,))
    happen(s, Fact("attack", player, card, whom=owner))
    s.attacks = (*s.attacks, aimed)
    s.frames = (*s.frames, Frame(player, card))
    defend(s, aimed, owner)
    s.frames = s.frames[:-1]
    s.attacks = s.attacks[:-1]
    if owner in aimed.avoided:
        say(s, "avoided", player, "hunt.avoided", (card,), (owner,))
        s.used = (*s.used, AVOIDED)
        if s.g.reads.hunted_power == "spent":
            pay_to_hunt(s, player, card)
    elif s.where[card] == owner * PER_PLAYER + DISCARD:
        pay_to_hunt(s, player, card)
        if s.g.reads.second_hunt == "none":
            s.used = (*s.used, AVOIDED)
        verb = "gain" if s.g.reads.hunt_is == "gain" else "defeat"
        by_rules(s, verb, player, card, player * PER_PLAYER + DISCARD, "hunt.taken")


def pay_to_hunt(s: State, player: int, card: int) -> None:
    """The Power that it takes to defeat a Super-Villain is spent."""
    price = cost_to_defeat(s, card, player)
    s.power[player] -= price
    say(s, "pay", player, "hunt.pays", (card,), (price,))
