"""Which texts listen now, and what becomes pending when a fact comes about.

A `Watch` is worked out from the Characters on top of their stacks, the Ongoing cards in play
and what lasts, and kept until one of these changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.find import fits, zones_of
from rules_check.oracle.kinds import ALWAYS, CONFRONTING, Standing
from rules_check.oracle.listeners import Listener, Watch
from rules_check.oracle.nouns import learn_filter
from rules_check.oracle.state import Frame, Lasting, State
from rules_check.oracle.who import players
from rules_check.oracle.zones import CHARACTERS, PER_PLAYER

if TYPE_CHECKING:
    from rules_check.oracle.game import Game

FOREVER: Final = ("game",)


def refresh(g: Game, s: State) -> Watch:
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
        if stack and (not s.lasting or g.face_up(s, stack[0])):
            _stand(g, watch, p, stack[0], kinds[stack[0]].standing)
        for card in g.in_play(s, p):
            standing = kinds[card].standing
            if standing:
                _stand(g, watch, watch.lent.get(card, p), card, standing)
    for lasting in s.lasting:
        _last(g, watch, lasting)
    return watch


def _stand(g: Game, watch: Watch, you: int, card: int, standing: tuple[Standing, ...]) -> None:
    """Let the texts of a card listen; the listeners of a card and its player are kept."""
    known = g.known_listeners
    for piece in standing:
        listener = known.get((you, card, piece))
        if listener is None:
            listener = known[you, card, piece] = _standing(g, you, card, piece)
        _enter(g, watch, listener)


def _standing(g: Game, you: int, card: int, piece: Standing) -> Listener:
    when = piece.when
    if when == CONFRONTING and g.sw_confrontation_always:
        when = ALWAYS
    return Listener(you, card, piece.node, when, piece.ongoing, (card, piece.key))


def _last(g: Game, watch: Watch, lasting: Lasting) -> None:
    listener = Listener(
        lasting.you,
        lasting.source,
        lasting.node,
        key=("lasting", lasting.serial),
        frame=lasting.frame,
        since=lasting.number if lasting.what in ("when", "delayed", "static") else 0,
    )
    match lasting.what:
        case "when" | "static":
            _enter(g, watch, listener)
        case "delayed":
            when = lasting.node.when
            if isinstance(when, a.Moment):
                watch.moments.append(listener)
            else:
                for verb in g.verbs_counting_as(when.verbs):
                    watch.verbs.setdefault(verb, []).append(listener)
        case "success":
            watch.verbs.setdefault(a.Verb.DEFEAT, []).append(listener)
        case "live":
            watch.live.append(listener)
        case "grant":
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
                        _enter(g, watch, _standing(g, lasting.you, card, piece))
        case _:
            pass


def _enter(g: Game, watch: Watch, listener: Listener) -> None:
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


def _place(g: Game, listener: Listener) -> tuple[str, tuple[a.Verb, ...]]:
    """Where in a Watch a text belongs ("": nowhere), and the verbs for which it waits."""
    match listener.node:
        case a.When(a.Trigger(event) as trigger, _):
            if event.would:
                return "would", ()
            if event.what == a.THIS:
                return "", ()  # see `notice_own`
            narrow(g, listener, event)
            listener.window = trigger.window
            return "verbs", g.verbs_counting_as(event.verbs)
        case a.When(a.Moment(), _):
            return "moments", ()
        case a.When(a.Once(), _) | a.May():
            return "once", ()
        case a.While(_, a.ChangeCost(of)):
            return "character_costs" if isinstance(of, a.CharacterCost) else "costs", ()
        case a.Power() | a.While():
            return "live", ()
        case a.ChangeCost(of):
            if isinstance(of, a.CharacterCost):
                narrow_cost(listener, of)
                return "character_costs", ()
            return "costs", ()
        case a.Grant():
            return "grants", ()
        case a.Forbid():
            return "bans", ()
        case a.RefillTo():
            return "refill", ()
        case a.GainText():
            return "texts", ()
        case a.If(condition, then) if isinstance(then, (a.Power, a.ChangeCost)):
            listener.node = a.While(condition, then)
            return _place(g, listener)
        case _:
            return "", ()


def narrow_cost(listener: Listener, of: a.CharacterCost) -> None:
    """Note whose Character a standing text makes dearer or cheaper, if that is its player's."""
    if of.owner is None or of.owner == a.YOU:
        listener.seats = (listener.you,)


def narrow(g: Game, listener: Listener, event: a.Event) -> None:
    """Note who and which kinds of card can set a trigger off, if that is fixed."""
    who = event.who
    if who is not None and who.test is None:
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


# ---------------------------------------------------------------------------- events


def event_fits(
    g: Game, s: State, listener: Listener, frame: Frame, event: a.Event, fact: tuple[Any, ...]
) -> bool:
    """Whether a fact is the event that a text waits for."""
    _, player, card, source, to = fact
    if event.who is not None and player not in players(g, s, frame, event.who):
        return False
    if event.to is not None and to not in zones_of(g, s, frame, event.to):
        return False
    match event.what:
        case None:
            return True
        case a.Ref(a.RefKind.THIS):
            return bool(card == listener.source)
        case a.CharacterOf(owner):
            owners = players(g, s, frame, owner)
            return source % PER_PLAYER == CHARACTERS and source // PER_PLAYER in owners
        case a.Cards() as cards:
            if card < 0:
                return False
            frame.actor = player
            if cards.places and not event.anywhere and not g.sw_any_source:
                zones = [z for place in cards.places for z in zones_of(g, s, frame, place)]
                if source not in zones:
                    return False
            return fits(g, s, frame, card, cards.filter)
        case _:
            return True


def notice(g: Game, s: State, listeners: list[Listener], fact: tuple[Any, ...]) -> None:
    """A fact has come about: what waits for it becomes pending."""
    watch: Watch = s.watch or refresh(g, s)
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
                s.pending.append((listener.you, listener.source, node, fact, listener.frame))
                g.forget(s, listener)
            continue
        if isinstance(node, a.If):  # "if you succeed in a Confrontation this turn"
            if fact[1] == listener.you:
                s.pending.append((listener.you, listener.source, node.then, fact, listener.frame))
            continue
        if triggered(g, s, listener, node, fact):
            s.pending.append((listener.you, listener.source, node, fact, listener.frame))


def notice_own(g: Game, s: State, fact: tuple[Any, ...]) -> None:
    """A fact about a card whose own text waits for it, wherever the card is."""
    verb, player, card, source, _ = fact
    for node in g.kinds[card].own:
        event = node.occasion.event
        if event.would or verb not in g.verbs_counting_as(event.verbs):
            continue
        owner = source // PER_PLAYER if 0 <= source < g.shared else player
        listener = Listener(player if event.who is not None else owner, card, node)
        if triggered(g, s, listener, node, fact):
            s.pending.append((listener.you, card, node, fact, None))


def triggered(g: Game, s: State, listener: Listener, node: a.When, fact: tuple[Any, ...]) -> bool:
    """Whether this fact sets off the trigger: event, window, and how often."""
    trigger = node.occasion
    assert isinstance(trigger, a.Trigger)
    window = trigger.window
    if window is not None and not g.in_window(s, listener.you, window):
        return False
    if g.sw_own_discards_only and fact[0] is a.Verb.DISCARD and s.active != listener.you:
        return False
    if not event_fits(g, s, listener, listener.new_frame(), trigger.event, fact):
        return False
    if trigger.often is a.Often.NTH:
        verbs = g.verbs_counting_as(trigger.event.verbs)
        seen = sum(
            1
            for old in s.facts[listener.since :]
            if old[0] in verbs
            and event_fits(g, s, listener, listener.new_frame(), trigger.event, old)
        )
        return seen == trigger.nth
    if trigger.often is a.Often.WHEN and listener.ongoing and g.once_per_own_turn:
        if listener.key in s.used:
            return False
        s.used.append(listener.key)
    return True
