"""Moving cards, and letting every text that waits for it notice."""

from __future__ import annotations

from typing import Final

from rules_check.grammar.ast import Title, Verb
from rules_check.oracle.box.table import Table
from rules_check.oracle.standing.noticing import notice, notice_own
from rules_check.oracle.values.events import event_of
from rules_check.oracle.values.listeners import Listener
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import Appears
from rules_check.oracle.values.zones import PER_PLAYER, PLAY, REMOVED

KIND: Final[dict[Verb, str]] = {verb: verb.value for verb in Verb}
"""What the event of a verb is called."""


OWNING: Final = frozenset({Verb.GAIN, Verb.RECEIVE, Verb.BUY, Verb.DEFEAT, Verb.PASS})
"""What makes a card that comes into play belong to the player before whom it lies."""


def place_card(g: Table, s: State, card: int, to: int, top: bool = False) -> int:
    """Put a card into another zone and tell from which one it came."""
    zones = s.zones
    source = s.where[card]
    old = zones[source]
    if old[0] == card:
        zones[source] = old[1:]
    else:
        at = old.index(card)
        zones[source] = old[:at] + old[at + 1 :]
    if to < 0:
        raise ValueError("a card is put where no zone is")
    one = (card,)
    zones[to] = one + zones[to] if top else zones[to] + one
    s.where[card] = to
    if s.owners and card in s.owners and (to >= g.shared or to % PER_PLAYER != PLAY):
        del s.owners[card]
    if g.has_standing[card] and s.watch is not None and g.listens(card, source, to):
        s.watch = None
    return source


def move_card(
    g: Table, s: State, card: int, to: int, verb: Verb, player: int, topic: str, top: bool = False
) -> None:
    """Move a card, say so, and let every text that waits for this notice it."""
    source = place_card(g, s, card, to, top)
    if to % PER_PLAYER == PLAY and verb not in OWNING:
        _note_owner(g, s, card, source, to)
    if s.trace is not None:
        s.trace.append(event_of((KIND[verb], player, (card,), (source, to), topic)))
    happen(g, s, verb, player, card, source, to)
    if g.kept_out and to == g.line_up != source and g.kinds[card].name in g.kept_out:
        _keep_out(g, s, card, topic)
        return
    if g.villains_hide and to == g.line_up != source and s.phase != "setup":
        _enters(g, s, card)
    if verb is Verb.PASS and to < g.shared and g.sw.passed_card == "gained":
        happen(g, s, Verb.GAIN, to // PER_PLAYER, card, source, to)
        note_gained(g, s, to // PER_PLAYER, card, Verb.GAIN)


def _keep_out(g: Table, s: State, card: int, topic: str) -> None:
    """A card has come into the Line-Up that is kept out of it: another one takes its place."""
    move_card(g, s, card, g.shared + REMOVED, Verb.REMOVE, -1, "line_up.removed")
    main = s.zones[g.main_deck]
    if main and g.sw.kept_out_slot != "filled":
        move_card(g, s, main[0], g.line_up, Verb.PUT, -1, topic)


def _enters(g: Table, s: State, card: int) -> None:
    """A card has come into the Line-Up: a Super-Villain appears, one after the other."""
    if Title.SUPER_VILLAIN in g.kinds[card].titles:
        at = len(s.agenda)
        while at and isinstance(s.agenda[at - 1], Appears):
            at -= 1
        s.agenda.insert(at, Appears(card))


def _note_owner(g: Table, s: State, card: int, source: int, to: int) -> None:
    """A card of another player comes into play: it still belongs to that player."""
    if to < g.shared and source < g.shared and source // PER_PLAYER != to // PER_PLAYER:
        s.owners.setdefault(card, source // PER_PLAYER)
    if s.owners.get(card) == to // PER_PLAYER:
        del s.owners[card]


def move_cards(
    g: Table, s: State, cards: tuple[int, ...], to: int, verb: Verb, player: int, topic: str
) -> None:
    """Move cards of one zone, just as `move_card` would one after the other."""
    if not cards:
        return
    watch = s.watch or g.refresh(s)
    stands = g.has_standing
    awake: list[Listener] = []
    if verb in watch.verbs:
        awake = [x for x in watch.who_waits(verb, player) if x.is_awake(s, g.team)]
    for card in cards:
        if stands[card] or (
            awake and any([watch.can_hear(x, g.kind_index[card]) for x in awake])  # noqa: C419
        ):
            for each in cards:
                move_card(g, s, each, to, verb, player, topic)
            return
    zones, where = s.zones, s.where
    source = where[cards[0]]
    old = zones[source]
    count = len(cards)
    if to >= 0 and old[:count] == cards and not s.owners:
        zones[source] = old[count:]
        zones[to] = zones[to] + cards
        for card in cards:
            where[card] = to
    else:
        for card in cards:
            place_card(g, s, card, to)
    s.facts += [(verb, player, card, source, to) for card in cards]
    if s.trace is not None:
        kind = KIND[verb]
        way = (source, to)
        s.trace += [event_of((kind, player, (card,), way, topic)) for card in cards]


def arrange(s: State, zone: int, order: tuple[int, ...]) -> None:
    """Put the cards of a zone in another order."""
    old = s.zones[zone]
    if len(order) != len(old) or set(order) != set(old):
        raise ValueError("a new order of a zone has the same cards")
    s.zones[zone] = order


def pour(s: State, source: int, to: int) -> None:
    """All cards of a zone come below those of another, in their order."""
    cards = s.zones[source]
    s.zones[source] = ()
    s.zones[to] = s.zones[to] + cards
    for card in cards:
        s.where[card] = to


def happen(g: Table, s: State, verb: Verb, player: int, card: int, source: int, to: int) -> None:
    """Note a fact of this turn; texts that wait for it are put among the pending ones."""
    fact = (verb, player, card, source, to)
    s.facts.append(fact)
    watch = s.watch or g.refresh(s)
    if verb in watch.verbs:
        listeners = watch.who_waits(verb, player)
        if listeners:
            notice(g, s, listeners, fact)
    if card >= 0 and g.has_own_trigger[card]:
        notice_own(g, s, fact)


def owner_of(g: Table, s: State, card: int) -> int:
    """The player to whom a card belongs, or -1: the one in whose zone it lies, but in play it may
    belong to another."""
    if card in s.owners:
        return s.owners[card]
    zone = s.where[card]
    return zone // PER_PLAYER if zone < g.shared else -1


def note_drawn(s: State, player: int, drawn: list[int]) -> None:
    """Remember what was drawn for later sentences of the text."""
    frame = s.frames[-1]
    frame.act(Verb.DRAW, player, drawn)
    if drawn:
        frame.note(player, True, tuple(drawn))


def note_gained(g: Table, s: State, player: int, card: int, verb: Verb) -> None:
    """A card was gained: its "when you gain this" text becomes pending."""
    kind = g.kinds[card]
    if kind.gained and (verb is Verb.BUY or g.rules_for(card).sw.banner_when != "bought"):
        fact = (verb, player, card, -1, -1)
        for node in kind.gained:
            s.pending.append((player, card, node, fact, None))
