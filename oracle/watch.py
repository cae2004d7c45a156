"""Which texts listen: triggers, standing changes, abilities that can be used.

`Watch` is worked out from the Characters on top of their stacks, the Ongoing cards in play
and what lasts, and kept until one of these changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from grammar import ast as a
from oracle.find import fits, zones_of
from oracle.kinds import ALWAYS, CONFRONTING, Standing
from oracle.nouns import learn_filter
from oracle.state import Frame, Lasting, State
from oracle.who import players
from oracle.zones import CHARACTERS, PER_PLAYER

if TYPE_CHECKING:
    from oracle.game import Game

FOREVER: Final = ("game",)


class Listener:
    """A text that waits for something: whose it is, on which card, and when it works.

    `since` is the number of facts at which a lasting text began to listen. `seats` and `kinds`
    say who and which cards can set it off at all, where that is known beforehand.
    """

    __slots__ = (
        "frame",
        "key",
        "kinds",
        "node",
        "ongoing",
        "qualities",
        "seats",
        "since",
        "source",
        "when",
        "you",
    )

    def __init__(
        self,
        you: int,
        source: int,
        node: Any,
        when: int = ALWAYS,
        ongoing: bool = False,
        key: tuple[Any, ...] = (),
        frame: Frame | None = None,
        since: int = 0,
    ) -> None:
        self.you = you
        self.source = source
        self.node = node
        self.when = when
        self.ongoing = ongoing
        self.key = key
        self.frame = frame
        self.since = since
        self.seats: tuple[int, ...] | None = None
        self.kinds: frozenset[int] | None = None
        self.qualities: frozenset[Any] = frozenset()

    def works(self, s: State) -> bool:
        """Whether it listens now: Confrontation text only while its player is Confronting."""
        if self.when == ALWAYS:
            return True
        confronting = s.confronted >= 0 and s.active == self.you
        return confronting if self.when == CONFRONTING else not confronting

    def new_frame(self) -> Frame:
        """A frame in which its text speaks."""
        return self.frame.copy() if self.frame is not None else Frame(self.you, self.source)


class Watch:
    """Everything that listens in one position."""

    __slots__ = (
        "bans",
        "character_costs",
        "costs",
        "granted",
        "grants",
        "lent",
        "live",
        "moments",
        "once",
        "refill",
        "texts",
        "verbs",
        "would",
    )

    def __init__(self) -> None:
        self.verbs: dict[a.Verb, list[Listener]] = {}
        self.moments: list[Listener] = []
        self.once: list[Listener] = []
        self.would: list[Listener] = []
        self.live: list[Listener] = []
        self.costs: list[Listener] = []
        self.character_costs: list[Listener] = []
        self.grants: list[Listener] = []
        self.granted: set[Any] = set()
        self.bans: list[Listener] = []
        self.refill: list[Listener] = []
        self.texts: list[Listener] = []
        self.lent: dict[int, int] = {}


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
        if stack and g.face_up(s, stack[0]):
            _stand(g, watch, p, stack[0], kinds[stack[0]].standing)
        for card in g.in_play(s, p):
            standing = kinds[card].standing
            if standing:
                _stand(g, watch, watch.lent.get(card, p), card, standing)
    for lasting in s.lasting:
        _last(g, watch, lasting)
    return watch


def _stand(g: Game, watch: Watch, you: int, card: int, standing: tuple[Standing, ...]) -> None:
    for piece in standing:
        when = piece.when
        if when == CONFRONTING and g.sw_confrontation_always:
            when = ALWAYS
        _enter(g, watch, Listener(you, card, piece.node, when, piece.ongoing, (card, piece.key)))


def _last(g: Game, watch: Watch, lasting: Lasting) -> None:
    listener = Listener(
        lasting.you,
        lasting.source,
        lasting.node,
        key=("lasting", lasting.serial),
        frame=lasting.frame,
        since=lasting.number if lasting.what in ("when", "delayed") else 0,
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
                    _stand(g, watch, lasting.you, card, g.kinds[source].standing)
        case _:
            pass


def _enter(g: Game, watch: Watch, listener: Listener) -> None:
    match listener.node:
        case a.When(a.Trigger(event), _):
            if event.would:
                watch.would.append(listener)
            elif event.what == a.THIS:
                pass  # see `notice_own`
            else:
                narrow(g, listener, event)
                for verb in g.verbs_counting_as(event.verbs):
                    watch.verbs.setdefault(verb, []).append(listener)
        case a.When(a.Moment(), _):
            watch.moments.append(listener)
        case a.When(a.Once(), _):
            watch.once.append(listener)
        case a.May():
            watch.once.append(listener)
        case a.While(_, a.ChangeCost(of)):
            own = isinstance(of, a.CharacterCost)
            (watch.character_costs if own else watch.costs).append(listener)
        case a.Power() | a.While():
            watch.live.append(listener)
        case a.ChangeCost(of):
            if isinstance(of, a.CharacterCost):
                narrow_cost(listener, of)
                watch.character_costs.append(listener)
            else:
                watch.costs.append(listener)
        case a.Grant(_, quality):
            watch.grants.append(listener)
            watch.granted.add(quality)
        case a.Forbid():
            watch.bans.append(listener)
        case a.RefillTo():
            watch.refill.append(listener)
        case a.GainText():
            watch.texts.append(listener)
        case a.If(condition, then) if isinstance(then, (a.Power, a.ChangeCost)):
            piece = a.While(condition, then)
            listener.node = piece
            _enter(g, watch, listener)
        case _:
            pass


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
        listener.kinds = known[1]
        listener.qualities = known[2]


# ---------------------------------------------------------------------------- events


def in_window(s: State, you: int, window: a.Window, team: tuple[int, ...]) -> bool:
    """Whether the game is in that stretch of time, seen by a player."""
    match window:
        case a.Window.YOUR_TURN | a.Window.EACH_OF_YOUR_TURNS:
            return s.active == you and s.phase != "end"
        case a.Window.CONFRONTATION:
            return s.confronted >= 0
        case a.Window.FOES_TURN:
            return team[s.active] != team[you]
        case a.Window.OTHER_TURN:
            return s.active != you
        case _:
            return True


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
    player, card = fact[1], fact[2]
    kind = g.kind_index[card] if card >= 0 else -1
    granted = g.watching(s).granted
    for listener in listeners:
        if listener.seats is not None and player not in listener.seats:
            continue
        kinds = listener.kinds
        misses = kind >= 0 and kinds is not None and kind not in kinds
        if misses and (not granted or granted.isdisjoint(listener.qualities)):
            continue
        if not listener.works(s):
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
