"""Options: abilities that players use when they like, once a turn or for a price."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import is_held, is_payment, lends, raises, spans_of, speaks_of
from rules_check.oracle.letter.attack import pay_for_it
from rules_check.oracle.letter.choosing import key_of
from rules_check.oracle.letter.position import Card, Frame, Player, Standing
from rules_check.oracle.letter.standing import (
    forbids,
    works,
)
from rules_check.oracle.letter.table import Action, Table
from rules_check.oracle.letter.values import items, value


def abilities(t: Table) -> list[tuple[Action, Standing]]:
    """Every ability that stands, with the action by which it is used: the abilities of the same
    sort on a card are counted from 0."""
    found: list[tuple[Action, Standing]] = []
    counts: dict[tuple[str, Any], int] = {}
    for one in t.standing("option"):
        option = one.statement
        if not isinstance(option, c.Option) or is_held(option) or lends(option) is not None:
            continue
        tag = "pay" if is_payment(option) else "use"
        number = counts.get((tag, one.frame.this), 0)
        counts[tag, one.frame.this] = number + 1
        found.append(((tag, one.frame.this, number), one))
    return found


# ------------------------------------------------------------------------- whether it can be used


def may_use(t: Table, one: Standing, *, blocking: bool = False) -> bool:
    """Whether an ability can be used now: it is not used up, it is its time, and its price can be
    paid in full (RSB-P04), or what it does can be done if it has none. One that raises the cost of
    a Character during a Confrontation is used with the Blocks, any other in the part of the turn in
    which cards are played."""
    option = one.statement
    assert isinstance(option, c.Option)
    if is_used_up(t, one) or not works(t, one):
        return False
    in_block = any(x.row == "confrontation" for x in spans_of(option.within)) and raises(option)
    if in_block is not blocking:
        return False
    if not blocking and one.frame.you != t.pos.active and not for_others(option):
        return False
    if option.where is not None and t.is_so(one.frame, option.where) is not True:
        return False
    return t.possible(frame_of(t, one), option.price or option.body)


def is_used_up(t: Table, one: Standing) -> bool:
    """Whether an ability has been used in this turn as often as it may be; never without a
    limit."""
    option = one.statement
    assert isinstance(option, c.Option)
    if option.key is not None or option.answer("uses") == "any_number":
        return False
    times = sum(1 for used in t.pos.used if used == ("use", *one.key))
    if option.answer("paid") == "once":
        return times >= 1
    if option.limit is None or option.answer("paid") == "unlimited":
        return False
    return times >= int(value(t, one.frame, option.limit))


def for_others(option: c.Option) -> bool:
    """Whether it may be used in the turn of somebody else."""
    return any(x.row == "turns" and x.of != c.Var("you") for x in spans_of(option.within))


def frame_of(t: Table, one: Standing) -> Frame:
    """The frame in which an ability is used. Where each kind pays once, it knows what has."""
    option = one.statement
    assert isinstance(option, c.Option)
    frame = one.frame.copy()
    if option.key is not None:
        spent = tuple(used[-1] for used in t.pos.used if used[:-1] == ("paid", *one.key))
        frame = replace(frame, key=option.key, spent=spent)
    return frame


def use(t: Table, one: Standing) -> None:
    """An ability is used: to use it answers its "you may" with yes."""
    option = one.statement
    assert isinstance(option, c.Option)
    if option.price and is_payment(option):
        pay(t, one, option)
        return
    t.pos.used = (*t.pos.used, ("use", *one.key))
    pay_for_it(t, frame_of(t, one), option)


def pay(t: Table, one: Standing, option: c.Option) -> None:
    """The price is paid, then the ability has its effect. It is used if the price was paid."""
    frame = frame_of(t, one)
    body = option.body
    price = pay_for_it(t, frame, replace(option, body=()))
    if not price.was_done:
        return
    t.pos.used = (*t.pos.used, ("use", *one.key))
    if frame.key is not None:
        cards = [x.card for x in frame.names["paid"].facts if x.card is not None]
        kinds = [kind for card in cards for kind in key_of(t, frame, card)]
        new = next((kind for kind in kinds if kind not in frame.spent), "")
        t.pos.used = (*t.pos.used, ("paid", *one.key, new))
        frame = replace(frame, key=None)
    t.carry_out(frame, body)


# ------------------------------------------------------------------------- cards that may be played


def lent(t: Table, player: Player) -> list[tuple[Card, Standing]]:
    """The cards that texts let a player play, as long as they lie where they lay then."""
    found: list[tuple[Card, Standing]] = []
    for one in t.standing("option"):
        option = one.statement
        if not isinstance(option, c.Option) or is_held(option) or one.frame.you != player:
            continue
        play = lends(option)
        if play is None or is_used_up(t, one) or not works(t, one):
            continue
        there = to_play(t, one.frame, option, play)
        found += [(card, one) for card in there if not has_moved(t, card, one.since)]
    return [(card, one) for card, one in found if not forbids(t, "play", player, card)]


def has_moved(t: Table, card: Card, since: int) -> bool:
    """Whether a card has been moved in this turn since something began."""
    return any(x.card == card and x.number > since and x.from_ != x.to for x in t.pos.facts)


def to_play(t: Table, f: Frame, option: c.Option, play: c.Play) -> list[Card]:
    """The cards that one of them speaks of; which one it is, is chosen by playing it."""
    if isinstance(option.body[0], c.Choose) and speaks_of(play.card, option.body[0].name):
        return items(t, value(t, f, option.body[0].source))
    return items(t, value(t, f, play.card))
