"""Abilities that players use when they like, once a turn or for a price."""

from __future__ import annotations

from typing import Any

from rules_check.grammar.core.asking import spans_of
from rules_check.oracle.quick.acts import carry_out, put
from rules_check.oracle.quick.attack import pay_for_it
from rules_check.oracle.quick.choosing import key_of
from rules_check.oracle.quick.standing import forbids, items, watching, works
from rules_check.oracle.quick.state import NOT_DONE, Active, Frame, Option, State, Use
from rules_check.oracle.quick.telling import say
from rules_check.oracle.values.zones import DISCARD, PER_PLAYER


def abilities(s: State) -> list[tuple[Option, Active[Use]]]:
    """Every ability that stands, with the action by which it is used: the abilities of the same
    sort on a card are counted from 0."""
    watch = s.watch or watching(s)
    if watch.listed is not None:
        return watch.listed
    found: list[tuple[Option, Active[Use]]] = []
    counts: dict[tuple[str, Any], int] = {}
    for one in watch.uses:
        option = one.stands
        if option.held or option.lends is not None:
            continue
        tag = "pay" if option.pays else "use"
        number = counts.get((tag, one.frame.this), 0)
        counts[tag, one.frame.this] = number + 1
        found.append(((tag, one.frame.this, number), one))
    watch.listed = found
    return found


# ------------------------------------------------------------------------- whether it can be used


def may_use(s: State, one: Active[Use], *, blocking: bool = False) -> bool:
    """Whether an ability can be used now: it is not used up, it is its time, and its price can be
    paid in full (RSB-P04), or what it does can be done if it has none. One that raises the cost of
    a Character during a Confrontation is used with the Blocks, any other in the part of the turn in
    which cards are played."""
    option = one.stands
    if option.in_block is not blocking and not (blocking and for_confronted(s, option)):
        return False
    if not blocking and one.frame.you != s.active and not option.for_others:
        return False
    if option.your_turns:
        if one.frame.you != s.active or s.phase in ("end", "appearance"):
            return False
    elif option.within is not None and not works(s, one):
        return False
    if not option.endless and is_used_up(s, one):
        return False
    if option.where is not None and not option.where(s, one.frame):
        return False
    return bool(option.needs(s, frame_of(s, one) if option.key is not None else one.frame))


def for_confronted(s: State, option: Use) -> bool:
    """`confronted_uses`: what may be done "during a Confrontation" is used with the Blocks, too, by
    who is Confronted."""
    if s.g.reads.confronted_uses != "yes":
        return False
    return any(x.row == "confrontation" for x in spans_of(option.form.within))


def is_used_up(s: State, one: Active[Use]) -> bool:
    """Whether an ability has been used in this turn as often as it may be; never without a
    limit."""
    option = one.stands
    if option.endless:
        return False
    used = ("use", *one.key)
    if option.paid == "once" or option.limit is None or option.limit_told == 1:
        return used in s.used
    return bool(s.used.count(used) >= option.limit(s, one.frame))


def frame_of(s: State, one: Active[Use]) -> Frame:
    """The frame in which an ability is used. Where each kind pays once, it knows what has."""
    option = one.stands
    frame = one.frame.copy()
    if option.key is not None:
        frame.key = option.key
        frame.spent = tuple(used[-1] for used in s.used if used[:-1] == ("paid", *one.key))
    return frame


def use(s: State, one: Active[Use]) -> None:
    """An ability is used: to use it answers its "you may" with yes."""
    option = one.stands
    if option.price is not None and option.pays:
        pay(s, one, option)
        return
    s.used = (*s.used, ("use", *one.key))
    say(s, "use", one.frame.you, "use.once", (one.frame.this,))
    pay_for_it(s, frame_of(s, one), option)


def pay(s: State, one: Active[Use], option: Use) -> None:
    """The price is paid, then the ability has its effect. It is used if the price was paid."""
    frame = frame_of(s, one)
    say(s, "pay", frame.you, "pay.ability", (frame.this,))
    if pay_for_it(s, frame, option, body=False) & NOT_DONE:
        return
    s.used = (*s.used, ("use", *one.key))
    if frame.key is not None:
        cards = [x.card for x in frame.names["paid"].facts if x.card is not None]
        kinds = [kind for card in cards for kind in key_of(s, frame, card)]
        new = next((kind for kind in kinds if kind not in frame.spent), "")
        s.used = (*s.used, ("paid", *one.key, new))
        frame.key = None
    aside = set_aside(s, frame) if s.g.reads.price == "set_aside" else []
    carry_out(s, frame, option.body)
    for card in aside:
        put(s, card, s.active * PER_PLAYER + DISCARD)


def set_aside(s: State, frame: Frame) -> list[int]:
    """What was paid lies beside the game until the effect is over, where it is read so."""
    assert frame.you is not None
    pile = frame.you * PER_PLAYER + DISCARD
    paid = [x.card for x in frame.names["paid"].facts if x.card is not None]
    cards = [card for card in dict.fromkeys(paid) if s.where[card] == pile]
    for card in cards:
        put(s, card, s.g.removed)
    return cards


# ------------------------------------------------------------------------- cards that may be played


def lent(s: State, player: int) -> list[tuple[int, Active[Use]]]:
    """The cards that texts let a player play, as long as they lie where they lay then."""
    found: list[tuple[int, Active[Use]]] = []
    for one in (s.watch or watching(s)).lending:
        option = one.stands
        if option.lends is None or one.frame.you != player:
            continue
        if is_used_up(s, one) or not works(s, one):
            continue
        there = items(s, option.lends(s, one.frame))
        found += [(card, one) for card in there if not has_moved(s, card, one.since)]
    if not found:
        return found
    return [(card, one) for card, one in found if not forbids(s, "play", player, card)]


def has_moved(s: State, card: int, since: int) -> bool:
    """Whether a card has been moved in this turn since something began."""
    return any(x.card == card and x.number > since and x.from_ != x.to for x in s.facts)
