"""Which texts listen now, and what becomes pending when a fact comes about.

A `Watch` is worked out from the Characters on top of their stacks, the Ongoing cards in play
and what lasts, and kept until one of these changes.
"""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.card_kinds import Standing
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.awaited import awaited
from rules_check.oracle.meaning.nouns import learn_filter
from rules_check.oracle.standing.lasts import face_up
from rules_check.oracle.values.frames import Lasting
from rules_check.oracle.values.listeners import ALWAYS, CONFRONTING, Listener, Watch
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import CHARACTERS, PER_PLAYER


def refresh(g: Table, s: State) -> Watch:
    """Work out who listens now."""
    watch = Watch()
    s.watch = watch
    for lasting in s.lasting:
        if lasting.what == "control":
            for card in lasting.number:
                watch.lent[card] = lasting.you
    zones, kinds = s.zones, g.kinds
    for p in range(g.players):
        stack = zones[p * PER_PLAYER + CHARACTERS]
        if stack and (not s.lasting or face_up(s, stack[0])):
            _stand(g, watch, p, stack[0], kinds[stack[0]].standing)
        for card in g.in_play(s, p):
            standing = kinds[card].standing
            if standing:
                _stand(g, watch, watch.lent.get(card, p), card, standing)
    for lasting in s.lasting:
        _last(g, watch, lasting)
    return watch


def _stand(g: Table, watch: Watch, you: int, card: int, standing: tuple[Standing, ...]) -> None:
    """Let the texts of a card listen; the listeners of a card and its player are kept."""
    known = g.known_listeners
    for piece in standing:
        listener = known.get((you, card, piece))
        if listener is None:
            listener = known[you, card, piece] = _standing(g, you, card, piece)
        _enter(g, watch, listener)


def _standing(g: Table, you: int, card: int, piece: Standing, *source: int) -> Listener:
    """The listener of a text that stands on a card, or that it has from another."""
    when = piece.when
    if when == CONFRONTING and g.rules_for(card).sw.confrontation_text == "always":
        when = ALWAYS
    return Listener(you, card, piece.node, when, piece.ongoing, (card, piece.key, *source))


def _last(g: Table, watch: Watch, lasting: Lasting) -> None:
    listener = Listener(
        lasting.you,
        lasting.source,
        lasting.node,
        key=("lasting", lasting.serial),
        frame=lasting.frame,
        since=lasting.number if lasting.what in ("when", "delayed", "static", "ban") else 0,
    )
    match lasting.what:
        case "when" | "static":
            _enter(g, watch, listener)
        case "delayed":
            when = lasting.node.when
            if isinstance(when, a.Moment):
                watch.moments.append(listener)
            else:
                for verb in g.verbs_counting_as(when.verbs, lasting.source):
                    watch.verbs.setdefault(verb, []).append(listener)
        case "success":
            watch.verbs.setdefault(a.Verb.DEFEAT, []).append(listener)
        case "awaited":
            for verb in g.verbs_counting_as(awaited(lasting.node.condition), lasting.source):
                watch.verbs.setdefault(verb, []).append(listener)
        case "live":
            watch.live.append(listener)
        case "grant":
            listener.only = lasting.number if isinstance(lasting.number, tuple) else None
            watch.grants.append(listener)
            watch.granted.add(listener.node.quality)
        case "ban":
            watch.bans.append(listener)
        case "refill":
            watch.refill.append(listener)
        case "text":
            watch.texts.append(listener)
            cards, sources = lasting.number
            for card in cards:
                for source in sources:
                    for piece in g.kinds[source].standing:
                        _enter(g, watch, _standing(g, lasting.you, card, piece, source))
        case _:
            pass


def _enter(g: Table, watch: Watch, listener: Listener) -> None:
    """Put a listener among those that wait for the same."""
    if listener.place is None:
        listener.place, listener.verbs = _place(g, listener)
    place = listener.place
    if place == "verbs":
        for verb in listener.verbs:
            watch.verbs.setdefault(verb, []).append(listener)
    elif place:
        getattr(watch, place).append(listener)
        if place == "grants":
            watch.granted.add(listener.node.quality)


def _place(g: Table, listener: Listener) -> tuple[str, tuple[a.Verb, ...]]:
    """Where in a Watch a text belongs ("": nowhere), and the verbs for which it waits."""
    node = listener.node = waiting(listener.node)
    place = where_it_waits(node)
    if place == "verbs" and g.kinds[listener.source].minds(node):
        return "", ()  # it works wherever its card is: see `notice_own`
    if place == "verbs" and isinstance(node, a.If):
        return place, g.verbs_counting_as(awaited(node.condition), listener.source)
    if place == "verbs":
        trigger = node.occasion
        narrow(g, listener, trigger.event)
        listener.window = trigger.window
        return place, g.verbs_counting_as(trigger.event.verbs, listener.source)
    if isinstance(node, a.ChangeCost) and isinstance(node.of, a.CharacterCost):
        narrow_cost(listener, node.of)
    return place, ()


def waiting(node: Any) -> Any:
    """A standing text as it is listened to: "if …, +1 Power" holds while the condition does."""
    match node:
        case a.If(condition, a.If(further, then, None), None):
            return waiting(a.If(a.AllOf(condition, further), then))
        case a.If(condition, then, None) if isinstance(then, (a.Power, a.ChangeCost)):
            return a.While(condition, then)
        case _:
            return node


def where_it_waits(node: Any) -> str:
    """Where in a Watch a standing text belongs ("": nowhere)."""
    match node:
        case a.When(a.Trigger(event), _):
            return "would" if event.would else "verbs"
        case a.If(condition, _, None) if awaited(condition):
            return "verbs"
        case a.When(a.Moment(), _):
            return "moments"
        case a.When(a.Once(), _) | a.May():
            return "once"
        case a.While(_, a.ChangeCost(of)) | a.ChangeCost(of):
            return "character_costs" if isinstance(of, a.CharacterCost) else "costs"
        case a.Power() | a.While(_, a.Power()):
            return "live"
        case a.Grant():
            return "grants"
        case a.Forbid():
            return "bans"
        case a.RefillTo():
            return "refill"
        case a.GainText():
            return "texts"
        case _:
            return ""


def narrow_cost(listener: Listener, of: a.CharacterCost) -> None:
    """Note whose Character a standing text makes cost more or less, if that is its player's."""
    if of.owner is None or of.owner == a.YOU:
        listener.seats = (listener.you,)


def narrow(g: Table, listener: Listener, event: a.Event) -> None:
    """Note who and which kinds of card can set a trigger off, if that is fixed."""
    who = event.who
    passed = a.Verb.RECEIVE in event.verbs  # by whoever gets the card: see `whose_deed`
    if who is not None and who.test is None and not passed:
        you, team = listener.you, g.team
        match who.kind:
            case a.PlayerKind.YOU:
                listener.seats = (you,)
            case a.PlayerKind.EACH_FOE | a.PlayerKind.A_FOE:
                listener.seats = tuple(p for p in range(g.players) if team[p] != team[you])
            case a.PlayerKind.YOU_OR_TEAMMATE:
                listener.seats = tuple(p for p in range(g.players) if team[p] == team[you])
            case _:
                pass
    if isinstance(event.what, a.Cards):
        wanted = event.what.filter
        known = g.known_filters.get(id(wanted)) or learn_filter(g, wanted)
        if not known.by_cost:
            listener.kinds = known.kinds
            listener.qualities = known.qualities
