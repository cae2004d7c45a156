"""Telling what happens: the events of the trace, each with the topic that leads to the rules behind
it (`oracle.trace.citing`).

Whoever wants to read them gives a state a list to write into. A game never depends on what is told,
and without a trace nothing is worked out for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeGuard

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import walk
from rules_check.grammar.per_object import PerObject
from rules_check.oracle.quick.state import Active, AnyActive, Change, Frame, State
from rules_check.oracle.values.events import event_of
from rules_check.oracle.values.zones import CHARACTERS, DECK, HAND, PER_PLAYER

ASSISTED: Final = ".assist"
KINDS: Final = {"look": "look at"}
"""What the event of a verb is called, if it has another name."""


def say(
    s: State,
    kind: str,
    player: int | None,
    topic: str,
    cards: Iterable[int | None] = (),
    detail: Iterable[Any] = (),
) -> None:
    """Write an event into the trace, if anyone reads it."""
    if s.trace is not None:
        there = tuple([card for card in cards if card is not None]) if cards else ()
        whose = -1 if player is None else player
        s.trace.append(event_of((kind, whose, there, tuple(detail), topic)))


def tell_move(
    s: State, verb: str, by: int | None, card: int, here: int, to: int, top: bool, topic: str
) -> None:
    """A card has moved: by a text if no topic says otherwise."""
    if s.trace is not None:
        told = topic or of_move(s, verb, by, card, to, top)
        s.trace.append(event_of((verb, -1 if by is None else by, (card,), (here, to), told)))


def of_move(s: State, verb: str, by: int | None, card: int, to: int, top: bool) -> str:
    """A move that a text tells: by an Assist, to Block, in a Confrontation of one's own."""
    g, f = s.g, s.frames[-1] if s.frames else None
    topic = "destroy.returns" if verb == "destroy" and to != g.destroyed else f"effect.{verb}"
    topic = by_assist(f, topic)
    if verb == "discard" and s.phase == "block":
        topic += ".to_block"
    elif verb == "gain" and s.confronted is not None and by == s.active:
        topic += ".confronting"
    elif verb == "put" and f is not None and ("gain", by, card) in [x[:3] for x in f.deeds]:
        topic += ".just_gained"
    deck = to == g.main_deck or (to < g.line_up and to % PER_PLAYER == DECK)
    return topic + (".top" if top else ".bottom") if deck and verb != "swap" else topic


def by_assist(f: Frame | None, topic: str) -> str:
    """The topic, with a word for what the text of an Assist card does."""
    helps = f is not None and f.player is not None and f.player != f.you
    return topic + ASSISTED if helps else topic


def of_reshuffle(s: State, purpose: str, number: int) -> str:
    """A reshuffle: what it is needed for, and whether in the middle of a text or of a new hand."""
    topic = "shuffle.reshuffle" + (f".{purpose}" if purpose else "")
    if s.frames:
        return topic + ".in_text"
    midway = purpose == "draw" and number < s.g.hand_size
    return topic + ".midway" if midway else topic


def of_play(s: State, player: int, parked: bool) -> str:
    """Playing a card: from the Character card, or after something was bought."""
    if parked:
        return "play.card.parked"
    after = player == s.active and any(fact.verb == "buy" for fact in s.facts)
    return "play.card.after_buying" if after else "play.card"


def of_price(s: State, player: int) -> str:
    """Paying for a card: with cards still in hand?"""
    early = s.g.explains and s.zones[player * PER_PLAYER + HAND]
    return "buy.pays.early" if early else "buy.pays"


def of_buy(s: State, card: int) -> str:
    """Buying: from where, and whether one of that name was bought this turn."""
    g, here = s.g, s.where[card]
    topic = "buy.line_up" if here == g.line_up else "buy.stack"
    topic = "buy.beside" if here in g.beside else topic
    if g.beside and topic == "buy.line_up":
        pairs = g.variant.get("beside") or {}
        if g.kinds[card].name in [pairs.get(seat) for seat in g.seats]:
            topic += ".other_copy"
    keys = g.keys
    if any(x.verb == "buy" and x.card is not None and keys[x.card] == keys[card] for x in s.facts):
        return topic + ".again"
    return topic


def of_attack(s: State, everyone: bool) -> str:
    """An Attack: at all foes or at one, and whether in a Confrontation."""
    if s.phase == "appearance":
        return "attack.aimed.appearance"
    topic = "attack.aimed.all" if everyone else "attack.aimed.one"
    return topic if s.confronted is None else topic + ".confronting"


def in_appearance(s: State, topic: str) -> str:
    """Something that happens in an Attack: that of a First Appearance?"""
    return topic + ".appearance" if s.phase == "appearance" else topic


COUNTED: Final = {
    "Attack": ".per_attack",
    "Block": ".per_block",
    "Defense": ".per_defense",
    "Assist": ".per_assist",
    "Ongoing": ".per_ongoing",
}


@PerObject
def counted(amount: c.Value) -> str:
    """The word of a topic for what an amount counts where rules speak of that, or ""."""
    for part in walk(amount):
        row = part.row if isinstance(part, c.Group | c.Attribute | c.Place) else ""
        if row == "hit":
            return ".per_hit"
        if row == "controlled":
            return ".per_controlled"
        if isinstance(part, c.Kind) and part.name in COUNTED:
            return COUNTED[part.name]
        if isinstance(part, c.Fold) and part.row == "distinct" and "types" in rows_in(part):
            return ".per_type"
    return ""


def rows_in(form: c.Form) -> set[str]:
    """The attributes of which a form speaks."""
    return {x.row for x in walk(form) if isinstance(x, c.Attribute)}


def tell_lack(s: State, f: Frame, player: int, verb: str, form: c.Value, chosen: list[int]) -> None:
    """What a text asks for cannot be done, or only in part; and the cards it asked for by name."""
    if verb == "draw":
        say(s, "nothing", player, "partly.draw")
        return
    topic = ("partly." if chosen else "nothing.") + verb
    if any(fact.verb == verb for fact in f.deeds):
        topic += ".any_more"
    named = [name for name in names_in(form) if name in s.g.names]
    say(s, "nothing", player, topic, chosen, named)


@PerObject
def names_in(form: c.Form) -> list[str]:
    """What a form calls by name, each once."""
    return list(dict.fromkeys([x.name for x in walk(form) if isinstance(x, c.Kind)]))


def empty_stacks(s: State, body: c.Block) -> list[str]:
    """The stacks of which a text speaks and that are empty."""
    stacks = s.g.stacks
    named = [name for part in body for name in names_in(part)]
    empty = [name for name in named if name in stacks and not s.zones[stacks[name]]]
    return list(dict.fromkeys(empty))


def is_change(one: AnyActive) -> TypeGuard[Active[Change]]:
    """Whether it is a change that lasts."""
    return isinstance(one.stands, Change)


def raised(s: State, player: int) -> Any:
    """By how much the cost of a Character has been changed for a while."""
    card = s.zones[player * PER_PLAYER + CHARACTERS][0]
    total: Any = 0
    for one in s.lasting:
        if not is_change(one) or one.stands.row != "cost":
            continue
        if one.stands.applies(s, one, (card,)):
            amount = one.amount if one.amount is not None else one.stands.amount(s, one.frame)
            total = total + (amount if one.stands.op is c.ChangeOp.MORE else -amount)
    return total


def of_raise(s: State, player: int) -> str:
    """A cost that is raised: by a Block, one more of them, or another text at another time."""
    if s.phase != "block":
        return "cost.raised"
    return "block.raises.again" if s.g.explains and raised(s, player) else "block.raises"


def of_cost(printed: Any, changed: Any, cost: Any) -> str:
    """A cost that is compared: changed by texts that stand, for a while, both, or "" for none."""
    if cost != printed + changed:
        return "cost.reckoned.both" if changed else "cost.reckoned.standing"
    return "cost.reckoned.raised" if changed else ""
