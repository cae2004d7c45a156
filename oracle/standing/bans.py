"""What texts forbid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.find import cards_at, fits, selected
from rules_check.oracle.meaning.who import players
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.listeners import Listener
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import DECK, DISCARD, PER_PLAYER

OBTAINING: Final = frozenset({a.Verb.BUY, a.Verb.GAIN})
"""What only its player may do with a card that began the game on a Super Hero."""


def banned(g: Table, s: State, verb: a.Verb, player: int, card: int) -> bool:
    """Whether a text forbids a player to do that to a card."""
    if g.sw.gains_confronting == "forbidden" and verb is a.Verb.GAIN and s.announced:
        return True
    if verb in OBTAINING and g.kept_for.get(card, player) != player:
        return True
    bans = g.watching(s).bans
    return bool(bans) and any(_bans(g, s, x, verb, player, card) for x in bans)


def may_draw(g: Table, s: State, player: int) -> bool:
    """Whether no text forbids the player the next card: the top one, or any after a shuffle."""
    if not g.watching(s).bans:
        return True
    base = player * PER_PLAYER
    following = s.zones[base + DECK][:1] or s.zones[base + DISCARD]
    return not following or not all(banned(g, s, a.Verb.DRAW, player, card) for card in following)


def _bans(g: Table, s: State, listener: Listener, verb: a.Verb, player: int, card: int) -> bool:
    if not listener.works(s):
        return False
    frame = listener.asking()
    forbid: a.Forbid = listener.node
    if isinstance(forbid.when, a.Window) and not g.in_window(s, listener.you, forbid.when):
        return False
    ban = FORBIDS[type(forbid.effect)]
    since = listener.since if forbid.anew else 0
    return ban(g, s, frame, forbid.effect, verb, player, card, forbid.others, since)


def _moving(
    g: Table,
    s: State,
    f: Frame,
    node: a.Move,
    verb: a.Verb,
    player: int,
    card: int,
    but: bool,
    since: int,
) -> bool:
    if node.verb is not verb or player not in players(g, s, f, node.who):
        return False
    return _meant(g, s, f, verb, player, node.what, card, since) is not but


def _playing(
    g: Table,
    s: State,
    f: Frame,
    node: a.Play,
    verb: a.Verb,
    player: int,
    card: int,
    but: bool,
    since: int,
) -> bool:
    if verb is not a.Verb.PLAY or player not in players(g, s, f, node.who):
        return False
    return _meant(g, s, f, verb, player, node.what, card, since) is not but


def _avoiding(
    g: Table,
    s: State,
    f: Frame,
    node: a.AvoidAttack,
    verb: a.Verb,
    player: int,
    card: int,
    but: bool,
    since: int,
) -> bool:
    return verb is a.Verb.AVOID and player in players(g, s, f, node.who)


def _undertaking(
    g: Table,
    s: State,
    f: Frame,
    node: a.Undertake,
    verb: a.Verb,
    player: int,
    card: int,
    but: bool,
    since: int,
) -> bool:
    return verb is node.verb and player in players(g, s, f, node.who)


FORBIDS: Final[dict[type[Any], Callable[..., bool]]] = {
    a.Move: _moving,
    a.Play: _playing,
    a.AvoidAttack: _avoiding,
    a.Undertake: _undertaking,
}
"""What can be forbidden; a text that forbids anything else is not played."""


def _meant(
    g: Table,
    s: State,
    f: Frame,
    verb: a.Verb,
    player: int,
    what: a.Selection,
    card: int,
    since: int,
) -> bool:
    """Whether a ban speaks of a card; "two or more cards": not before one was taken this turn
    (`since`: since there were so many facts)."""
    if not _among(g, s, f, what, card):
        return False
    match what:
        case a.Cards(a.AtLeast(a.Number(least)), wanted):
            taken = [x for x in s.facts[since:] if x[0] is verb and x[1] == player and x[2] >= 0]
            return sum(fits(g, s, f, x[2], wanted) for x in taken) >= least - 1
        case _:
            return True


def _among(g: Table, s: State, f: Frame, what: a.Selection, card: int) -> bool:
    """Whether a card is one of those a ban speaks of; where it says no place, wherever it is."""
    match what:
        case a.Cards(_, wanted) if any(isinstance(test, a.Extreme) for test in wanted.tests):
            return card in selected(g, s, f, what)  # the highest of those there just now
        case a.Cards(_, wanted, places, among=among):
            if card < 0 or not fits(g, s, f, card, wanted):
                return False
            if among is not None and card not in f.spoken_of(a.bound_to(among)):
                return False
            return not places or any(card in _there(g, s, f, place) for place in places)
        case a.Both(first, second) | a.OneOf(first, second):
            return _among(g, s, f, first, card) or _among(g, s, f, second, card)
        case a.Whole(place):
            return card in _there(g, s, f, place)
        case a.Ref(kind, place):
            meant = (f.source,) if kind is a.RefKind.THIS else f.spoken_of(a.bound_to(what))
            return card in meant and (place is None or card in _there(g, s, f, place))
        case _:
            return True


def _there(g: Table, s: State, f: Frame, place: a.Place) -> Sequence[int]:
    """The cards in a place of which a ban speaks, of a pile with a named end the first one."""
    return cards_at(g, s, f, place, None if place.edge is None else a.Exactly(a.ONE))
