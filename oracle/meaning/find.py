"""Which cards a text means: places, filters, counts and amounts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, assert_never

from rules_check.grammar import ast as a
from rules_check.oracle.box.filters import Known
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning import other_readings
from rules_check.oracle.meaning.bases import acted_on, controlled, looked_for, owned, this_way
from rules_check.oracle.meaning.compared import (
    TOGETHER,
    add_up,
    best_first,
    differ,
    different,
    most_alike,
    of_no_card,
    outstanding,
    so_many,
)
from rules_check.oracle.meaning.nouns import (
    COMPARE,
    fits_nouns,
    has_parity,
    learn_filter,
    printed_on,
)
from rules_check.oracle.meaning.places import STACK, SUPER_VILLAINS, hidden_villains, zones_of
from rules_check.oracle.meaning.reaching import most_together
from rules_check.oracle.meaning.sums import worked_out
from rules_check.oracle.meaning.who import counts_of, players
from rules_check.oracle.values.frames import SHOWING, Frame
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import (
    CHARACTERS,
    DISCARD,
    PER_PLAYER,
    PLAY,
)

Number: Final = a.Number
ONE: Final = a.Exactly(a.Number(1))
TAKEN_FROM_TOP: Final = (STACK, SUPER_VILLAINS)
DISCARD_PILE: Final = a.Zone.DISCARD_PILE
TOP: Final = a.Edge.TOP


def cards_at(
    g: Table, s: State, f: Frame, place: a.Place, quantity: a.Quantity | None = ONE
) -> list[int]:
    """The cards in a place; of a pile with a named end only so many (None: all)."""
    found: list[int] = []
    zone_kind, edge = place.zone, place.edge
    number: Any = None
    if zone_kind is SUPER_VILLAINS:
        number = None if g.villains_hide else 1
    elif quantity is not None and (zone_kind is STACK or edge is not None):
        number = quantity_hint(g, s, f, quantity)
    for zone in zones_of(g, s, f, place):
        cards = s.zones[zone]
        if zone_kind is SUPER_VILLAINS and g.villains_hide:
            cards = hidden_villains(g, s)
        if number is not None:
            top = edge is TOP or zone_kind in TAKEN_FROM_TOP
            cards = cards[:number] if top else cards[-number:]
        found.extend(cards)
        if zone_kind is DISCARD_PILE and g.sw.played_cards == "count_as_discarded":
            found.extend(s.zones[zone - DISCARD + PLAY])
    return found


# ----------------------------------------------------------------------------- which


Default = Callable[[], Iterable[int]]
"""Where to look if the text does not say."""


def places_of(g: Table, f: Frame, cards: a.Cards) -> tuple[a.Place, ...]:
    """The places a text names."""
    places = cards.places
    sw = g.rules_for(f.source).sw
    if sw.other_sources == "stack_only" and any(place.zone is STACK for place in places):
        return tuple(place for place in places if place.zone is STACK)
    return places


def quantity_hint(g: Table, s: State, f: Frame, quantity: a.Quantity) -> int | None:
    """How deep to look into a pile with a named end; None: all of it."""
    if isinstance(quantity, (a.Exactly, a.UpTo, a.AtLeast)):
        value: int = amount(g, s, f, quantity.amount)
        return value if value > 0 else 0
    return None


def matching(g: Table, s: State, f: Frame, cards: a.Cards, default: Default = tuple) -> list[int]:
    """All cards that fit, whatever the quantity: in the places named, among what was spoken of,
    where a test says, or else by default."""
    wanted = cards.filter
    known = g.known_filters.get(id(wanted)) or learn_filter(g, wanted)
    tests = known.open
    if cards.among is not None:
        found = referred(g, s, f, cards.among)
    elif cards.places:
        found = []
        for place in places_of(g, f, cards):
            found += cards_at(g, s, f, place, cards.quantity)
    elif known.base is not None:
        found = looked_for(g, s, f, known.base)
        tests = known.left
    else:
        found = list(default())
    if found and (wanted.nouns or wanted.tests):
        found = _fitting(g, s, f, found, known, tests)
        if known.fixed:
            found = outstanding(g, s, found, wanted, so_many(cards.quantity))
    return found


def _fitting(
    g: Table, s: State, f: Frame, cards: Iterable[int], known: Known, tests: tuple[a.Test, ...]
) -> list[int]:
    """The cards that a filter means, of which only these open tests are in doubt."""
    kinds = known.meant(s.watch or g.refresh(s))
    if kinds is not None:
        index = g.kind_index
        found = [card for card in cards if index[card] in kinds]
    else:
        found = [card for card in cards if _is_meant(g, s, f, card, known)]
    if tests:
        return [card for card in found if all(_passes(g, s, f, card, x) for x in tests)]
    return found


def referred(g: Table, s: State, f: Frame, ref: a.Ref) -> list[int]:
    """Cards that were spoken of before."""
    match ref.kind:
        case a.RefKind.THIS:
            found = [f.source] if f.source >= 0 else []
        case a.RefKind.IT | a.RefKind.THEM:
            found = f.spoken_of(a.bound_to(ref))
        case a.RefKind.FIRST | a.RefKind.SECOND:
            pair = f.spoken_of(a.bound_to(ref))  # one card alone is neither of two
            at = 0 if ref.kind is a.RefKind.FIRST else 1
            found = pair[at : at + 1] if len(pair) > 1 else []
        case a.RefKind.REST | a.RefKind.OTHER:
            marks = a.bound_to(ref)
            taken = {
                x.card
                for x in f.acts()
                if x.verb not in {*SHOWING, a.Verb.CHOOSE} and x.mark not in marks
            }
            found = [card for card in f.spoken_of(marks) if card not in taken]
            if ref.kind is a.RefKind.OTHER and len(found) > 1:  # "this card and another card"
                found = [card for card in found if card != f.source]
        case _:
            assert_never(ref.kind)
    if ref.place is not None:
        zones = zones_of(g, s, f, ref.place)
        found = [c for c in found if s.where[c] in zones]
    if ref.called is not None:
        found = [c for c in found if g.is_type(s, c, ref.called)]
    return found


def fits(g: Table, s: State, f: Frame, card: int, wanted: a.Filter) -> bool:
    """Whether a card is one of those that a filter means."""
    known = g.known_filters.get(id(wanted)) or learn_filter(g, wanted)
    kinds = known.meant(s.watch or g.refresh(s))
    if kinds is not None:
        if g.kind_index[card] not in kinds:
            return False
    elif not _is_meant(g, s, f, card, known):
        return False
    return all(_passes(g, s, f, card, test) for test in known.open) if known.open else True


def _is_meant(g: Table, s: State, f: Frame, card: int, known: Known) -> bool:
    """Whether a card fits the nouns and the fixed tests of a filter, as it is now."""
    nouns = known.filter.nouns
    if nouns and not fits_nouns(g, s, card, nouns):
        return False
    return all(_passes(g, s, f, card, test) for test in known.fixed)


def printed(g: Table, s: State, card: int, attribute: a.AttributeKind) -> Any:
    """A number printed on a card; a cost is as texts make it."""
    if attribute is COST:
        return g.cost(s, card)
    return printed_on(g, g.kinds[card], attribute)


COST: Final = a.AttributeKind.COST


def _passes(g: Table, s: State, f: Frame, card: int, test: a.Test) -> bool:
    match test:
        case a.Attribute(kind, comparison, value):
            if type(value) is not Number and of_no_card(value, lambda of: selected(g, s, f, of)):
                return False
            of = _looking_at(f, card, value)
            return bool(COMPARE[comparison](printed(g, s, card, kind), amount(g, s, of, value)))
        case a.CostOneOf(values):
            cost = g.cost(s, card)
            return any(cost == value for value in values)
        case a.Parity(kind):
            return has_parity(g, g.cost(s, card), kind)
        case a.Controlled(who):
            return any(card in controlled(g, s, p) for p in players(g, s, f, who))
        case a.Acted():
            return card in acted_on(g, s, f, test)
        case a.ThisWay():
            return card in this_way(g, s, f, test)
        case a.Other() if a.CANDIDATE in a.bound_to(test):
            return card not in f.beside
        case a.Other():
            return card != f.source and card not in _others(f, test)
        case a.SharesType():
            others = f.spoken_of(a.bound_to(test))
            if g.sw.no_type == "like_a_type":
                return other_readings.alike(g, s, card, others)
            return any(g.shares_type(s, card, other) for other in others if other != card)
        case a.Owned(who):
            return any(card in owned(g, s, p) for p in players(g, s, f, who))
        case a.HasKeyword(keyword):
            return g.has_keyword(s, card, keyword)
        case a.NameHas():
            return test.fits(g.kinds[card].name)
        case a.Chosen(kind):
            return any(_is(g, s, card, kind, x.value) for x in f.done(a.bound_to(test)))
        case a.Same(kind, of, negated):
            f = _looking_at(f, card, of)
            if negated:  # from itself no card differs
                others = selected(g, s, f, of)
                return all(card != other and differ(g, s, card, other, kind) for other in others)
            others = [other for other in selected(g, s, f, of) if other != card]
            return any(not differ(g, s, card, other, kind) for other in others)
        case a.OneType():
            return g.shares_type(s, card, card)  # it has one; what more: see `matching`
        case a.Different() | a.Extreme() | a.Alike():
            return True  # about several cards together: see `matching`
        case a.TotalAtMost() | a.TotalAtLeast():
            return True  # likewise: see `oracle.effects.choosing`
        case _:
            assert_never(test)


def _looking_at(f: Frame, card: int, value: a.Node) -> Frame:
    """The frame in which a card is compared with others than itself ("a card that costs more than
    every other card there")."""
    if type(value) is Number or not any(a.CANDIDATE in a.bound_to(x) for x in a.walk(value)):
        return f
    new = f.copy()
    new.beside = (card,)
    return new


def _others(f: Frame, test: a.Other) -> list[int]:
    """The cards beside which another one is meant."""
    return [*f.spoken_of(a.bound_to(test)), *f.beside]


def _is(g: Table, s: State, card: int, kind: a.DifferentKind, value: Any) -> bool:
    """Whether a card has the name, the type or the cost that was chosen."""
    match kind:
        case a.DifferentKind.NAME:
            return bool(g.kinds[card].name == value)
        case a.DifferentKind.TYPE:
            return g.is_type(s, card, a.CardType(value))
        case a.DifferentKind.COST:
            return bool(g.cost(s, card) == value)
        case _:
            assert_never(kind)


# --------------------------------------------------------------------------- amounts


def amount(g: Table, s: State, f: Frame, node: a.Amount) -> Any:
    """The value of an amount now."""
    if type(node) is Number:
        return node.value
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
            found = selected(g, s, f, of)
            found = best_first(g, s, found, of) if isinstance(of, a.Cards) else found
            return sum(printed(g, s, card, kind) for card in found)
        case a.ThatMany():
            return that_many(f, a.bound_to(node))
        case a.AmountNode():
            return worked_out(
                node,
                lambda part: amount(g, s, f, part),
                lambda cards, kind: [printed(g, s, c, kind) for c in selected(g, s, f, cards)],
                lambda who, cards: counts_of(g, s, f, who, cards),
            )
        case a.Question():
            raise ValueError(f"the engine runs settled texts only: {node.id} is open")
        case _:
            assert_never(node)


def that_many(f: Frame, marks: tuple[int, ...]) -> Any:
    """As many as were moved or shown, or the number that was paid."""
    paid = [x.value for x in f.done(marks) if x.value is not None]
    return sum(paid) if paid else len(f.acts(marks))


def count(g: Table, s: State, f: Frame, node: a.CountOf) -> Any:
    """How many such cards there are."""
    cards = matching(g, s, f, node.cards, lambda: controlled(g, s, f.you))
    if node.itself is False:
        cards = [card for card in cards if card != f.source]
    number: Any
    if isinstance(node.cards.quantity, a.CostWorth):  # once, if all are worth enough together
        return int(add_up(g, s, cards, node.cards.quantity))
    wanted = node.cards.filter
    alike = most_alike(g, s, cards, wanted)
    if alike is not None:
        number = alike
    elif any(isinstance(test, a.Different) for test in wanted.tests):
        number = most_together(g, s, cards, wanted)
    elif node.different is not None:
        number = different(g, s, cards, node.different, node.apart)
    elif g.rules_for(f.source).sw.listed_cards == "pairs" and len(node.cards.filter.nouns) > 1:
        nouns = node.cards.filter.nouns
        number = min(len([c for c in cards if fits_nouns(g, s, c, (noun,))]) for noun in nouns)
    else:
        number = len(cards)
    return number // node.per if node.per != 1 else number


def selected(g: Table, s: State, f: Frame, what: a.Selection) -> list[int]:
    """The cards of a selection in which nothing is left to choose."""
    match what:
        case a.Ref():
            return referred(g, s, f, what)
        case a.Whole(place):
            return cards_at(g, s, f, place, None)
        case a.Cards():
            return matching(g, s, f, what, lambda: controlled(g, s, f.you))
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


def is_one_of(g: Table, s: State, f: Frame, what: a.Selection, card: int) -> bool:
    """Whether a card is one of those that a standing text speaks of."""
    if not (isinstance(what, a.Cards) and _by_zones(what)):
        return card in selected(g, s, f, what)
    where = s.where[card]
    there = any(where in zones_of(g, s, f, place) for place in what.places)
    return there and fits(g, s, f, card, what.filter)


def those_in(g: Table, s: State, f: Frame, what: a.Selection, zone: int) -> list[int]:
    """The cards of a zone of which a standing text speaks."""
    if not (isinstance(what, a.Cards) and _by_zones(what)):
        there = s.zones[zone]
        return [card for card in selected(g, s, f, what) if card in there]
    if not any(zone in zones_of(g, s, f, place) for place in what.places):
        return []
    wanted = what.filter
    known = g.known_filters.get(id(wanted)) or learn_filter(g, wanted)
    return _fitting(g, s, f, s.zones[zone], known, known.open)


def _by_zones(what: a.Cards) -> bool:
    """Whether it means whole zones, not what was spoken of, an end of a pile, or the highest."""
    places = what.places
    if any(isinstance(test, TOGETHER) for test in what.filter.tests):
        return False
    return bool(places) and what.among is None and all(place.edge is None for place in places)
