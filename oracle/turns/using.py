"""Abilities that a player uses when they like: once a turn, or for a price."""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.choosing import Pick, pick
from rules_check.oracle.effects.moves import Moved
from rules_check.oracle.meaning.candidates import candidates
from rules_check.oracle.meaning.conditions import holds, note_named
from rules_check.oracle.meaning.possible import possible
from rules_check.oracle.running.agenda import task
from rules_check.oracle.trace.saying import say
from rules_check.oracle.turns.other_readings import set_aside
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.listeners import (
    CONFRONTING,
    IN_CONFRONTATION,
    Listener,
    Watch,
    in_window,
)
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import PayFor, UseAbility
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import POP, IfDone, Task
from rules_check.oracle.values.zones import CHARACTERS, HAND, PER_PLAYER, PLAY


class Paid(Task):
    """If the price was paid, the effect follows."""

    tag = "paid"
    payment: a.Payment
    card: int
    at: int


def raises_cost(node: a.Effect) -> bool:
    """Whether an ability raises a Character's cost."""
    return any(
        isinstance(x, a.ChangeCost) and x.more and isinstance(x.of, a.CharacterCost)
        for x in a.walk(node)
    )


def usable(g: Table, s: State, player: int, raising: bool) -> list[Option]:
    """The once-a-turn abilities that a player can use now.

    `raising`: in the Block window only what raises a cost; else only what does not.
    """
    return [
        option
        for listener, option in uses(g.watching(s))
        if listener.you == player and why_no_use(g, s, listener, raising) is None
    ]


def owed(g: Table, s: State, player: int) -> bool:
    """Whether there is an ability that has to be used in this turn, and can be."""
    return any(
        listener.you == player
        and isinstance(listener.node, a.When)
        and isinstance(listener.node.occasion, a.Once)
        and listener.node.occasion.must
        and why_no_use(g, s, listener, False) is None
        for listener in g.watching(s).once
    )


def uses(watch: Watch) -> list[tuple[Listener, Option]]:
    """The once-a-turn abilities with their options, player by player."""
    if watch.uses is None:
        once = watch.once
        watch.uses = [
            (listener, UseAbility(listener.source, _ordinal(once, listener)))
            for player in dict.fromkeys(x.you for x in once)
            for listener in once
            if listener.you == player
        ]
    return watch.uses


class Use:
    """How an ability is used: when, what it does, whether it raises a Character's cost, and
    whether it may be used any number of times."""

    __slots__ = ("effect", "raises", "unlimited", "window")

    def __init__(self, g: Table, listener: Listener) -> None:
        self.window = window_of(listener.node)
        self.effect = effect_of(listener.node)
        self.raises = raises_cost(self.effect)
        self.unlimited = _unlimited(g, listener)


def window_of(node: Any) -> a.Window:
    """When an ability may be used; one that only says "you may": in your turn."""
    if isinstance(node, a.When) and isinstance(node.occasion, a.Once):
        return node.occasion.window
    return a.Window.YOUR_TURN


def effect_of(node: Any) -> a.Effect:
    """What an ability does when it is used."""
    effect: a.Effect = node.effect if isinstance(node, a.When) else node
    return effect


def _unlimited(g: Table, listener: Listener) -> bool:
    node = listener.node
    if not isinstance(node, a.May):
        return False
    if isinstance(node.effect, a.PayPower) and g.sw.pay_again == "any_number":
        return not any(isinstance(x, a.UseOnce) for x in g.kinds[listener.source].limits)
    return any(isinstance(x, a.UseAnyNumber) for x in g.kinds[listener.source].limits)


def why_no_use(g: Table, s: State, listener: Listener, raising: bool) -> str | None:
    """Why an ability cannot be used now; None if it can."""
    use: Use | None = listener.use
    if use is None:
        use = listener.use = Use(g, listener)
    window, you = use.window, listener.you
    if listener.key in s.used and not use.unlimited:
        return "use.used"
    if not in_window(s, you, window, g.team) or not listener.works(s):
        return "use.not_now"
    if window is IN_CONFRONTATION:
        if use.raises is not raising:
            return "use.not_now"
    elif raising:
        return "use.not_now"
    if not raising and you != s.active and window in _OWN:
        return "use.not_now"
    if g.sw.use_timing == "at_once" and any(x[1] == you and x[2] >= 0 for x in s.facts):
        return "use.not_now"
    if not possible(g, s, listener.asking(), use.effect, you):
        return "use.impossible"
    return None


_OWN = frozenset(
    {
        a.Window.THIS_TURN,
        a.Window.YOUR_TURN,
        a.Window.EACH_OF_YOUR_TURNS,
        a.Window.CONFRONTATION,
        a.Window.EACH_TURN,
        a.Window.REST_OF_GAME,
    }
)


def _ordinal(listeners: list[Listener], wanted: Listener) -> int:
    return sum(1 for x in listeners[: listeners.index(wanted)] if x.source == wanted.source)


def find_use(g: Table, s: State, option: UseAbility) -> Listener:
    """The ability that an option names; IndexError if there is none."""
    watch = s.watch if s.watch is not None else g.refresh(s)
    mine = [x for x in watch.once if x.source == option.card]
    found: Listener = mine[option.at]
    return found


def start_use(g: Table, s: State, listener: Listener) -> None:
    """Use a once-a-turn ability; the caller sees to what it triggers."""
    s.used.append(listener.key)
    say(s, "use", listener.you, "use.once", (listener.source,))
    frame = listener.new_frame()
    s.frames.append(frame)
    s.agenda.append(POP)
    begin(g, s, frame, effect_of(listener.node))


def begin(g: Table, s: State, frame: Frame, node: Any) -> None:
    """Carry out an effect whose "may" has been answered by using it, also one of its first
    sentence, or one that depends on something that is so."""
    match node:
        case a.Seq((a.May() | a.If() as first, *more)) if possible(g, s, frame, first, frame.you):
            s.agenda += reversed(more)
            begin(g, s, frame, first)
        case a.If(condition, a.May() as then) if holds(g, s, frame, condition):
            note_named(g, s, frame, node)
            begin(g, s, frame, then)
        case a.May() if node.who == a.YOU:
            s.agenda.append(IfDone(node, frame.you, len(frame.log)))
            s.agenda.append(node.effect)
        case _:
            s.agenda.append(node)


# --------------------------------------------------------------------------- payments


def payments(g: Table, s: State, player: int) -> list[Option]:
    """The payment abilities that a player can use now: of the top Character and cards in play."""
    found: list[Option] = []
    base = player * PER_PLAYER
    has_payment = g.has_payment
    for card in (*s.zones[base + CHARACTERS][:1], *s.zones[base + PLAY]):
        if not has_payment[card]:
            continue
        for at in range(len(g.kinds[card].payments)):
            if why_no_payment(g, s, player, card, at) is None:
                found.append(PayFor(card, at))
    return found


def why_no_payment(g: Table, s: State, player: int, card: int, at: int) -> str | None:
    """Why a payment ability cannot be used now; None if it can."""
    if player != s.active:
        return "pay.not_your_turn"
    base = player * PER_PLAYER
    if card not in s.zones[base + CHARACTERS][:1] and card not in s.zones[base + PLAY]:
        return "pay.not_top"
    kind = g.kinds[card]
    if g.sw.first_cards == "anything" and any(g.has_first[held] for held in s.zones[base + HAND]):
        return "play.another_first"
    payment, when = kind.payments[at]
    if when == CONFRONTING and s.confronted < 0:
        return "use.not_now"
    if (
        s.used
        and (
            g.rules_for(card).sw.payment == "once"
            or any(isinstance(x, a.UseOnce) for x in kind.limits)
        )
        and any(x[:3] == ("paid", card, at) for x in s.used)
    ):
        return "pay.used"
    frame = g.asking(player, card)
    if payment.once_per_type:
        if not _unused(g, s, frame, card, at, payment):
            return "pay.cannot_pay"
    elif not possible(g, s, frame, payment.cost, player):
        return "pay.cannot_pay"
    return None


def _unused(g: Table, s: State, f: Frame, card: int, at: int, payment: a.Payment) -> list[int]:
    """The cards that can still pay, where each type pays only once."""
    cost = payment.cost
    assert isinstance(cost, a.Move)
    found = candidates(g, s, f, cost.what, cost.verb, f.you)
    mode = g.rules_for(card).sw.once_per_type
    used = [x[3] for x in s.used if x[:3] == ("paid", card, at)] if s.used else []
    if mode == "once":
        return [] if used else found
    if mode == "revealed":
        return found if len(used) < len(g.ruleset.types) else []
    if not used:
        return [c for c in found if g.types(s, c)]
    return [c for c in found if any(kind not in used for kind in g.types(s, c))]


def start_payment(g: Table, s: State, player: int, card: int, at: int) -> None:
    """Pay the price, then get the effect."""
    payment, _ = g.kinds[card].payments[at]
    say(s, "pay", player, "pay.ability", (card,))
    frame = Frame(player, card)
    s.frames.append(frame)
    s.agenda.append(POP)
    s.agenda.append(Paid(payment, card, at))
    if payment.once_per_type:
        found = tuple(_unused(g, s, frame, card, at, payment))
        assert isinstance(payment.cost, a.Move)
        pick(g, s, Pick(player, found, 1, 1, (), Moved(payment.cost, player), None, True))
    else:
        begin(g, s, frame, payment.cost)


@task(Paid)
def paid(g: Table, s: State, todo: Paid) -> None:
    """If the price was paid, the effect follows."""
    payment = todo.payment
    f = s.frames[-1]
    if not f.all_done(0):
        return
    types = [kind.value for c in f.spoken_of((f.log[-1].mark,)) for kind in g.types(s, c)]
    s.used.append(("paid", todo.card, todo.at, types[0] if types else ""))
    if g.sw.price == "set_aside":
        set_aside(g, s, f.you, [card for done in f.log for card in done.cards])
    s.agenda.append(payment.effect)
