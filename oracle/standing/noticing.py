"""What becomes pending when a fact comes about."""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.card_rules import as_told, whose_deed
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.conditions import holds
from rules_check.oracle.meaning.find import fits
from rules_check.oracle.meaning.places import zones_of
from rules_check.oracle.meaning.who import players
from rules_check.oracle.standing.lasts import forget
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.listeners import Listener, Watch
from rules_check.oracle.values.state import APPEARANCE, State
from rules_check.oracle.values.zones import CHARACTERS, PER_PLAYER


def event_fits(
    g: Table, s: State, listener: Listener, frame: Frame, event: a.Event, fact: tuple[Any, ...]
) -> bool:
    """Whether a fact is the event that a text waits for."""
    player, to = whose_deed(fact, event.verbs), fact[-1]
    if event.attack and (not s.frames or s.frames[-1].targets is None):
        return False  # another text has it done
    if event.who is not None and player not in players(g, s, frame, event.who):
        return False
    if event.to is not None and to not in zones_of(g, s, frame, event.to):
        return False
    return event.what is None or _is_done_to(g, s, listener, frame, event, event.what, fact)


def _is_done_to(
    g: Table,
    s: State,
    listener: Listener,
    frame: Frame,
    event: a.Event,
    what: a.Selection,
    fact: tuple[Any, ...],
) -> bool:
    """Whether a fact is about the cards that an event speaks of."""
    card, source = fact[2:4]
    match what:
        case a.OneOf(first, second):
            either = (_is_done_to(g, s, listener, frame, event, x, fact) for x in (first, second))
            return any(either)
        case a.Ref(a.RefKind.THIS):
            return bool(card == listener.source)
        case a.Ref():
            return card in frame.spoken_of(a.bound_to(what))
        case a.CharacterOf(owner):
            owners = players(g, s, frame, owner)
            return source % PER_PLAYER == CHARACTERS and source // PER_PLAYER in owners
        case a.Cards() as cards:
            if card < 0:
                return False
            frame.actor = whose_deed(fact, event.verbs)
            sw = g.rules_for(listener.source).sw
            if cards.places and not event.anywhere and sw.discard_from != "anywhere":
                zones = [z for place in cards.places for z in zones_of(g, s, frame, place)]
                if source not in zones:
                    return False
            return fits(g, s, frame, card, cards.filter)
        case _:
            return True


def notice(g: Table, s: State, listeners: list[Listener], fact: tuple[Any, ...]) -> None:
    """A fact has come about: what waits for it becomes pending."""
    watch: Watch = s.watch or g.refresh(s)
    kind = g.kind_index[fact[2]] if fact[2] >= 0 else -1
    for listener in listeners:
        if not watch.can_hear(listener, kind) or not listener.is_awake(s, g.team):
            continue
        node = listener.node
        if isinstance(node, a.Delayed):
            frame = listener.new_frame()
            if isinstance(node.when, a.Event) and event_fits(
                g, s, listener, frame, node.when, fact
            ):
                _put(s, listener, node, as_told(fact, node.when.verbs))
                forget(s, listener)
            continue
        if isinstance(node, a.If):
            if _came_true(g, s, listener, node, fact):
                _put(s, listener, node, fact)
            continue
        if triggered(g, s, listener, node, fact):
            _put(s, listener, node, as_told(fact, node.occasion.event.verbs))


def _put(s: State, listener: Listener, node: Any, fact: tuple[Any, ...]) -> None:
    """Put a text that a fact has set off among the pending ones."""
    s.pending.append((listener.you, listener.source, node, fact, listener.frame))


def _came_true(g: Table, s: State, listener: Listener, node: a.If, fact: tuple[Any, ...]) -> bool:
    """Whether a fact makes what a text waits for come true: once, on a card that stays once a
    turn."""
    if isinstance(node.condition, a.DefeatedInConfrontation):
        return bool(fact[1] == listener.you) and g.kinds[fact[2]].character
    if listener.key in s.used or not holds(g, s, listener.new_frame(), node.condition):
        return False
    s.used.append(listener.key)
    return True


def notice_own(g: Table, s: State, fact: tuple[Any, ...]) -> None:
    """A fact about a card whose own text waits for it, wherever the card is."""
    verb, player, card, source, _ = fact
    for node in g.kinds[card].own:
        event = node.occasion.event
        if event.would or verb not in g.verbs_counting_as(event.verbs, card):
            continue
        owner = source // PER_PLAYER if 0 <= source < g.shared else player
        doer = event.who is not None and event.who.kind is a.PlayerKind.YOU
        listener = Listener(whose_deed(fact, event.verbs) if doer else owner, card, node)
        if triggered(g, s, listener, node, fact):
            s.pending.append((listener.you, card, node, as_told(fact, event.verbs), None))


def _is_location(g: Table, card: int) -> bool:
    return card >= 0 and g.kinds[card].is_type(a.CardType.LOCATION)


def triggered(g: Table, s: State, listener: Listener, node: a.When, fact: tuple[Any, ...]) -> bool:
    """Whether this fact sets off the trigger: event, window, and how often."""
    trigger = node.occasion
    assert isinstance(trigger, a.Trigger)
    window = trigger.window
    if window is not None and not g.in_window(s, listener.you, window):
        return False
    rules = g.rules_for(listener.source)
    bound = rules.in_own_turn and listener.ongoing and _is_location(g, listener.source)
    if bound and window is None and (s.active != listener.you or s.phase == APPEARANCE):
        return False  # the effect of a Location: during each of your turns
    if (
        g.rules_for(listener.source).sw.discard_triggers == "own_turn"
        and fact[0] is a.Verb.DISCARD
        and s.active != listener.you
    ):
        return False
    if trigger.event.told and not s.frames:
        return False  # the rules tell it, and no card
    if not event_fits(g, s, listener, listener.new_frame(), trigger.event, fact):
        return False
    if trigger.often is a.Often.NEXT:
        forget(s, listener)
        return True
    if trigger.often is a.Often.NTH:
        verbs = g.verbs_counting_as(trigger.event.verbs, listener.source)
        # "the second Hero you play this turn": of the whole turn
        seen = sum(
            1
            for old in s.facts[0 if window is not None else listener.since :]
            if old[0] in verbs
            and event_fits(g, s, listener, listener.new_frame(), trigger.event, old)
        )
        return seen == trigger.nth
    once = trigger.often is a.Often.WHEN and listener.ongoing and rules.once_per_own_turn
    if once or bound:
        if listener.key in s.used:
            return False
        s.used.append(listener.key)
    return True
