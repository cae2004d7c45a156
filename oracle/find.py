"""Which cards a text means: places, filters, counts and amounts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, assert_never

from grammar import ast as a
from oracle.nouns import COMPARE, fits_nouns, learn_filter
from oracle.state import Frame, State
from oracle.who import players
from oracle.zones import (
    CHARACTERS,
    DECK,
    DESTROYED,
    DISCARD,
    HAND,
    LINE_UP,
    MAIN_DECK,
    PARKED,
    PER_PLAYER,
    PLAY,
    REMOVED,
    SCORE,
    TABLE,
)

if TYPE_CHECKING:
    from oracle.game import Game

OWN_ZONES = {
    a.Zone.HAND: HAND,
    a.Zone.DECK: DECK,
    a.Zone.DISCARD_PILE: DISCARD,
    a.Zone.PLAY: PLAY,
    a.Zone.FRONT: PLAY,
    a.Zone.SCORE_PILE: SCORE,
    a.Zone.UNDER_CHARACTER: PARKED,
    a.Zone.UNDER_THIS: PARKED,
}

SHARED_ZONES = {
    a.Zone.LINE_UP: LINE_UP,
    a.Zone.MAIN_DECK: MAIN_DECK,
    a.Zone.DESTROYED_PILE: DESTROYED,
    a.Zone.OUT_OF_GAME: REMOVED,
    a.Zone.TABLE: TABLE,
}


def zones_of(g: Game, s: State, f: Frame, place: a.Place) -> list[int]:
    """The zones that a place means (of one or several players, or shared)."""
    own = OWN_ZONES.get(place.zone)
    if own is not None:
        who = (f.actor,) if place.owner is None else players(g, s, f, place.owner)
        return [p * PER_PLAYER + own for p in who]
    shared = SHARED_ZONES.get(place.zone)
    if shared is not None:
        return [g.shared + shared]
    if place.zone is a.Zone.STACK:
        if place.name is not None:
            return [g.stacks[place.name]] if place.name in g.stacks else []
        return list(g.stacks.values())
    return []


def cards_at(g: Game, s: State, f: Frame, place: a.Place, number: int | None = 1) -> list[int]:
    """The cards in a place; of a pile with a named end only that many (None: all)."""
    found: list[int] = []
    for zone in zones_of(g, s, f, place):
        cards = s.zones[zone]
        if place.zone is a.Zone.STACK:
            cards = cards if number is None else cards[:number]
        elif place.edge is not None and number is not None:
            cards = cards[:number] if place.edge is a.Edge.TOP else cards[-number:]
        found.extend(cards)
        if place.zone is a.Zone.DISCARD_PILE and g.sw_played_count_as_discarded:
            found.extend(s.zones[zone - DISCARD + PLAY])
    return found


# ----------------------------------------------------------------------------- which


def controlled(g: Game, s: State, player: int) -> list[int]:
    """The cards a player controls: those in play before them, and what texts lend them."""
    watch = s.watch if s.watch is not None else g.refresh(s)
    base = player * PER_PLAYER + PLAY
    cards = [c for c in s.zones[base] if c not in watch.lent]
    if g.sw_only_ongoing_controlled:
        cards = [c for c in cards if g.kinds[c].is_ongoing]
    if g.sw_control_by_history:
        cards += [
            x[2] for x in s.facts if x[0] is a.Verb.PLAY and x[1] == player and x[2] not in cards
        ]
    cards.extend(card for card, to in watch.lent.items() if to == player)
    return cards


def acted_on(g: Game, s: State, f: Frame, test: a.Acted) -> list[int]:
    """The cards to which a player did that, in the stretch of time."""
    who = players(g, s, f, test.who)
    if test.window is not None and not g.in_window(s, f.you, test.window):
        return []
    verbs = g.verbs_counting_as(test.verbs)
    found: list[int] = []
    for fact in s.facts:
        if fact[0] in verbs and fact[1] in who and fact[2] >= 0:
            found.append(fact[2])
    return found


def in_base(g: Game, s: State, f: Frame, cards: a.Cards, default: Iterable[int]) -> list[int]:
    """Where to look: the places named, what was spoken of, or what a test names."""
    if cards.among is not None:
        return referred(g, s, f, cards.among)
    if cards.places:
        number = quantity_hint(g, s, f, cards.quantity)
        found: list[int] = []
        places = cards.places
        if g.sw_stack_only and any(place.zone is a.Zone.STACK for place in places):
            places = tuple(place for place in places if place.zone is a.Zone.STACK)
        for place in places:
            found.extend(cards_at(g, s, f, place, number))
        return found
    for test in cards.filter.tests:
        match test:
            case a.Acted():
                return acted_on(g, s, f, test)
            case a.ThisWay():
                return this_way(g, s, f, test)
            case a.Controlled(who):
                return [c for p in players(g, s, f, who) for c in controlled(g, s, p)]
            case a.Owned(who):
                return [c for p in players(g, s, f, who) for c in owned(g, s, p)]
            case _:
                pass
    return list(default)


def owned(g: Game, s: State, player: int) -> list[int]:
    """All cards of a player's deck, wherever they are."""
    base = player * PER_PLAYER
    return [c for z in (HAND, DECK, DISCARD, PLAY, PARKED) for c in s.zones[base + z]]


def this_way(g: Game, s: State, f: Frame, test: a.ThisWay) -> list[int]:
    """The cards to which this text did that."""
    who = None if test.who is None else players(g, s, f, test.who)
    if test.window is not None:
        return [x[2] for x in s.facts if x[0] is test.verb and (who is None or x[1] in who)]
    return [card for verb, p, card in f.way if verb is test.verb and (who is None or p in who)]


def quantity_hint(g: Game, s: State, f: Frame, quantity: a.Quantity) -> int | None:
    """How deep to look into a pile with a named end; None: all of it."""
    match quantity:
        case a.Exactly(amount_) | a.UpTo(amount_) | a.AtLeast(amount_):
            value: int = amount(g, s, f, amount_)
            return value
        case _:
            return None


def matching(g: Game, s: State, f: Frame, cards: a.Cards, default: Iterable[int] = ()) -> list[int]:
    """All cards that fit, whatever the quantity."""
    base = in_base(g, s, f, cards, default)
    wanted = cards.filter
    if wanted.nouns or wanted.tests:
        base = [card for card in base if fits(g, s, f, card, wanted)]
        for test in wanted.tests:
            if isinstance(test, a.Extreme) and base:
                kinds = g.kinds
                better = max if test.highest else min
                best = better(kinds[c].cost for c in base)
                base = [c for c in base if kinds[c].cost == best]
    return base


def referred(g: Game, s: State, f: Frame, ref: a.Ref) -> list[int]:
    """Cards that were spoken of before."""
    match ref.kind:
        case a.RefKind.THIS:
            found = [f.source] if f.source >= 0 else []
        case a.RefKind.IT | a.RefKind.THEM:
            found = list(f.it)
        case a.RefKind.REST | a.RefKind.OTHER:
            moved = {card for verb, _, card in f.way if verb not in SHOWING}
            found = [c for c in f.shown if c not in moved]
            if ref.kind is a.RefKind.OTHER:
                found = [c for c in found if c not in f.it] or found
        case _:
            assert_never(ref.kind)
    if ref.place is not None:
        zones = zones_of(g, s, f, ref.place)
        found = [c for c in found if s.where[c] in zones]
    return found


SHOWING = frozenset({a.Verb.REVEAL, a.Verb.LOOK, a.Verb.CHOOSE})


def fits(g: Game, s: State, f: Frame, card: int, wanted: a.Filter) -> bool:
    """Whether a card is one of those that a filter means."""
    known = g.known_filters.get(id(wanted))
    if known is None:
        known = learn_filter(g, wanted)
    if known[1] is not None:
        watch = s.watch if s.watch is not None else g.refresh(s)
        if not watch.granted or watch.granted.isdisjoint(known[2]):
            return g.kind_index[card] in known[1]
    if wanted.nouns and not fits_nouns(g, s, card, wanted.nouns):
        return False
    return all(_passes(g, s, f, card, test) for test in wanted.tests)


def printed(g: Game, s: State, card: int, kind: a.AttributeKind) -> Any:
    """A number printed on a card."""
    match kind:
        case a.AttributeKind.COST:
            return g.cost(s, card)
        case a.AttributeKind.VP:
            value = g.kinds[card].vp
            return max(value, 0) if g.sw_no_negative_vp else value
        case a.AttributeKind.POWER:
            return g.kinds[card].power or 0
        case _:
            assert_never(kind)


def _passes(g: Game, s: State, f: Frame, card: int, test: a.Test) -> bool:
    match test:
        case a.Attribute(kind, comparison, value):
            return bool(COMPARE[comparison](printed(g, s, card, kind), amount(g, s, f, value)))
        case a.CostOneOf(values):
            cost = g.cost(s, card)
            return any(cost == value for value in values)
        case a.Parity(kind):
            return bool(g.cost(s, card) % 2 == (1 if kind is a.ParityKind.ODD else 0))
        case a.Controlled(who):
            return any(card in controlled(g, s, p) for p in players(g, s, f, who))
        case a.Acted():
            return card in acted_on(g, s, f, test)
        case a.ThisWay():
            return card in this_way(g, s, f, test)
        case a.Other():
            return card != f.source and card not in f.it
        case a.SharesType():
            return any(g.shares_type(s, card, other) for other in f.it if other != card)
        case a.Owned(who):
            return any(card in owned(g, s, p) for p in players(g, s, f, who))
        case a.HasKeyword(keyword):
            return g.has_keyword(s, card, keyword)
        case a.Chosen(kind):
            return _is_chosen(g, s, f, card, kind)
        case a.Different() | a.OneType() | a.Extreme():
            return True  # about several cards together: see `matching` and `oracle.choose`
        case _:
            assert_never(test)


def _is_chosen(g: Game, s: State, f: Frame, card: int, kind: a.DifferentKind) -> bool:
    for what, _, value in f.value:
        if what == kind.value:
            match kind:
                case a.DifferentKind.NAME:
                    return bool(g.kinds[card].name == value)
                case a.DifferentKind.TYPE:
                    return g.is_type(s, card, a.CardType(value))
                case a.DifferentKind.COST:
                    return bool(g.cost(s, card) == value)
    return False


# --------------------------------------------------------------------------- amounts


def amount(g: Game, s: State, f: Frame, node: a.Amount) -> Any:
    """The value of an amount now."""
    match node:
        case a.Number(value):
            return value
        case a.Times(number, each):
            return number * amount(g, s, f, each)
        case a.CountOf():
            return count(g, s, f, node)
        case a.Plus(first, second):
            return amount(g, s, f, first) + amount(g, s, f, second)
        case a.CountPlayers(who):
            return len(players(g, s, f, who))
        case a.AttributeOf(kind, of):
            return sum(printed(g, s, card, kind) for card in selected(g, s, f, of))
        case a.ThatMany():
            return f.many
        case a.Question():
            raise ValueError(f"the engine runs settled texts only: {node.id} is open")
        case _:
            assert_never(node)


def count(g: Game, s: State, f: Frame, node: a.CountOf) -> Any:
    """How many such cards there are."""
    cards = matching(g, s, f, node.cards, default=controlled(g, s, f.you))
    if node.itself is False:
        cards = [card for card in cards if card != f.source]
    number: Any
    if node.different is not None:
        number = different(g, s, cards, node.different)
    elif g.sw_listed_in_pairs and len(node.cards.filter.nouns) > 1:
        nouns = node.cards.filter.nouns
        number = min(len([c for c in cards if fits_nouns(g, s, c, (noun,))]) for noun in nouns)
    else:
        number = len(cards)
    return number // node.per if node.per != 1 else number


def different(g: Game, s: State, cards: list[int], kind: a.DifferentKind) -> int:
    """How many different names, types or costs the cards have; what has no type counts 0."""
    match kind:
        case a.DifferentKind.NAME:
            return len({g.kinds[card].name for card in cards})
        case a.DifferentKind.TYPE:
            return len({kind for card in cards for kind in g.types(s, card)})
        case a.DifferentKind.COST:
            costs: list[Any] = []
            for card in cards:
                cost = g.cost(s, card)
                if not any(cost == other for other in costs):
                    costs.append(cost)
            return len(costs)
        case _:
            assert_never(kind)


def selected(g: Game, s: State, f: Frame, what: a.Selection) -> list[int]:
    """The cards of a selection in which nothing is left to choose."""
    match what:
        case a.Ref():
            return referred(g, s, f, what)
        case a.Whole(place):
            return cards_at(g, s, f, place, None)
        case a.Cards():
            return matching(g, s, f, what, default=controlled(g, s, f.you))
        case a.Both(first, second):
            one = selected(g, s, f, first)
            return one + [c for c in selected(g, s, f, second) if c not in one]
        case a.OneOf(first, second):
            return selected(g, s, f, first) or selected(g, s, f, second)
        case a.CharacterOf(owner):
            tops = (s.zones[p * PER_PLAYER + CHARACTERS][:1] for p in players(g, s, f, owner))
            return [card for top in tops for card in top]
        case a.Question():
            raise ValueError(f"the engine runs settled texts only: {what.id} is open")
        case _:
            assert_never(what)


def is_one_of(g: Game, s: State, f: Frame, what: a.Selection, card: int) -> bool:
    """Whether a card is one of those that a standing text speaks of."""
    if not isinstance(what, a.Cards) or not what.places or what.among is not None:
        return card in selected(g, s, f, what)
    if any(place.edge is not None for place in what.places):
        return card in selected(g, s, f, what)
    where = s.where[card]
    there = any(where in zones_of(g, s, f, place) for place in what.places)
    return there and fits(g, s, f, card, what.filter)


def total_cost(g: Game, s: State, f: Frame, what: a.Selection) -> Any:
    """The costs of the cards added up."""
    return sum(g.cost(s, card) for card in selected(g, s, f, what))
