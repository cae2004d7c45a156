"""Super-Villains: defeating the one on top, turning up the next, its First Appearance."""

from __future__ import annotations

from rules_check.grammar.core import forms as c
from rules_check.oracle.letter.acts import by_rules
from rules_check.oracle.letter.attack import defend
from rules_check.oracle.letter.position import (
    SUPER_VILLAINS,
    Aimed,
    Card,
    Fact,
    Frame,
    Player,
    zone_of,
)
from rules_check.oracle.letter.scoring import finish
from rules_check.oracle.letter.standing import expire, forbids
from rules_check.oracle.letter.table import Table
from rules_check.oracle.letter.values import cost_to_defeat

AVOIDED = ("hunt",)
"""An owner has avoided the Attack against a Super-Villain: none is hunted again in this turn."""


def may_defeat(t: Table, card: Card) -> bool:
    """Whether the active player can defeat the Super-Villain on top: one in a turn, face up."""
    pos, player = t.pos, t.pos.active
    if pos.defeats >= t.game.says("confront.max_defeats_per_turn") or card != pos.face_up:
        return False
    if cost_to_defeat(t, card, player) > pos.power[player]:
        return False
    return not any(forbids(t, verb, player, card) for verb in ("defeat", "buy"))


def defeat_super_villain(t: Table, player: Player, card: Card) -> None:
    """Its cost is paid; it goes to the discard pile at once."""
    t.pos.power[player] -= cost_to_defeat(t, card, player)
    t.pos.defeats += 1
    by_rules(t, "defeat", player, card, zone_of(player, "discard"))


def flip(t: Table) -> None:
    """If the top card is face down it is turned up; if there is none the game ends.

    Rules: HU-ER08, HU-EG01.
    """
    pos = t.pos
    if SUPER_VILLAINS not in pos.zones or t.game.says("opponent.kind") == "main_deck":
        return
    stack = pos.cards(SUPER_VILLAINS)
    if not stack:
        if "villain_flip_fail" in t.game.says("end.conditions"):
            finish(t, "villain_flip_fail")
        return
    if stack[0] != pos.face_up:
        pos.face_up = stack[0]
        appear(t, stack[0])


def appear(t: Table, card: Card) -> None:
    """The First Appearance: an Attack on every player, in nobody's turn. What the turn has set off
    waits until it is the turn again."""
    pos = t.pos
    texts = [
        on
        for text in t.kind(card).texts
        if text.home == "super_up"
        for on in text.body
        if isinstance(on, c.On)
    ]
    if not texts:
        return
    before, waiting = pos.phase, pos.pending
    pos.pending = ()
    if before == "end":
        expire(t)
    pos.phase = "appearance"
    for on in texts:
        assert isinstance(on.event, c.Event)
        frame = Frame(pos.active, card, {on.event.name: Fact("appear", None, card)})
        t.carry_out(frame, on.body)
    t.resolve()
    if pos.result is None:
        pos.phase = before
    pos.pending = (*waiting, *pos.pending)


# ------------------------------------------------------------------------- hunting


def arrive(t: Table) -> None:
    """Super-Villains that have come into the Line-Up appear, one after the other."""
    cards, t.pos.arrived = t.pos.arrived, ()
    for card in cards:
        if t.pos.result is None:
            t.pos.face_up = card
            appear(t, card)


def may_hunt(t: Table) -> list[Card]:
    """The Super-Villains in the discard piles of others that the active player can attack, in the
    variant in which they are hunted."""
    pos, player = t.pos, t.pos.active
    if not (t.game.rules["variant"] or {}).get("hunting", False) or AVOIDED in pos.used:
        return []
    foes = [p for p in pos.from_on(player) if p not in t.game.team(player)]
    cards = [card for p in foes for card in pos.cards(zone_of(p, "discard"))]
    return [
        card
        for card in cards
        if "Super-Villain" in t.kind(card).titles
        and cost_to_defeat(t, card, player) <= pos.power[player]
        and not any(forbids(t, verb, player, card) for verb in ("defeat", "buy", "gain"))
    ]


def hunt(t: Table, player: Player, card: Card) -> None:
    """It is an Attack, which the owner may avoid; only who is not kept off pays, and has then
    defeated the Super-Villain."""
    owner = t.pos.owner(card)
    assert owner is not None
    aimed = Aimed(player, card, [owner])
    t.happen(Fact("attack", player, card, whom=owner, cause="rules"))
    t.attacks.append(aimed)
    t.frames.append(Frame(player, card))
    defend(t, aimed, owner)
    t.frames.pop()
    t.attacks.pop()
    if owner in aimed.avoided:
        t.pos.used = (*t.pos.used, AVOIDED)
    elif t.pos.where(card) == zone_of(owner, "discard"):
        t.pos.power[player] -= cost_to_defeat(t, card, player)
        by_rules(t, "defeat", player, card, zone_of(player, "discard"))
