"""Random noun phrases: players, places, cards, counts."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from rules_check.grammar import ast as a

NAMES = ("Punch", "Weakness", "Night Rider", "Power Gem", "Iron Power Gem")
PARTS = ("Gem", "Rider")

Drawn = st.SearchStrategy[Any]

small = st.integers(1, 9)
PLAIN_PLAYERS = [
    a.PlayerKind.YOU,
    a.PlayerKind.TEAMMATE,
    a.PlayerKind.EACH_FOE,
    a.PlayerKind.A_FOE,
    a.PlayerKind.THAT_FOE,
    a.PlayerKind.CHOSEN_FOE,
    a.PlayerKind.YOUR_FOE,
    a.PlayerKind.EACH_PLAYER,
    a.PlayerKind.EACH_OTHER_PLAYER,
    a.PlayerKind.A_PLAYER,
    a.PlayerKind.ANY_PLAYER,
    a.PlayerKind.ANOTHER_PLAYER,
    a.PlayerKind.THAT_PLAYER,
    a.PlayerKind.LEFT,
    a.PlayerKind.RIGHT,
    a.PlayerKind.THEIR_LEFT,
    a.PlayerKind.THEIR_RIGHT,
    a.PlayerKind.ATTACKER,
    a.PlayerKind.OWNER,
    a.PlayerKind.YOU_OR_TEAMMATE,
]
OWNED_ZONES = [a.Zone.HAND, a.Zone.DECK, a.Zone.DISCARD_PILE, a.Zone.SCORE_PILE]
SHARED_ZONES = [
    a.Zone.LINE_UP,
    a.Zone.MAIN_DECK,
    a.Zone.SUPER_VILLAIN_STACK,
    a.Zone.DESTROYED_PILE,
]
PAST_VERBS = [
    a.Verb.DRAW,
    a.Verb.DISCARD,
    a.Verb.DESTROY,
    a.Verb.GAIN,
    a.Verb.BUY,
    a.Verb.PLAY,
    a.Verb.REVEAL,
    a.Verb.CHOOSE,
    a.Verb.DEFEAT,
]
EVENT_VERBS = [
    a.Verb.DRAW,
    a.Verb.DISCARD,
    a.Verb.DESTROY,
    a.Verb.GAIN,
    a.Verb.BUY,
    a.Verb.PLAY,
    a.Verb.REVEAL,
    a.Verb.DEFEAT,
]
WINDOWS = list(a.Window)

plain_players: Drawn = st.sampled_from([a.Player(kind) for kind in PLAIN_PLAYERS])
owners: Drawn = st.sampled_from([a.YOU, a.THAT_PLAYER, a.Player(a.PlayerKind.TEAMMATE)])


def players() -> Drawn:
    """Players, some picked out by a test."""
    tests_ = st.one_of(
        st.builds(a.Having, plain_cards(), st.booleans()),
        st.just(a.DidSo()),
        st.just(a.DidNot()),
        st.just(a.HitByAttack()),
        st.just(a.AvoidedAttack()),
        st.builds(
            a.HavingMore,
            compared_cards(),
            st.sampled_from([a.YOU, a.Player(a.PlayerKind.EACH_FOE)]),
            st.booleans(),
        ),
        st.builds(a.HavingMost, compared_cards(), st.booleans()),
        st.builds(a.DidTo, verb_tuples(PAST_VERBS), plain_cards()),
        st.builds(a.CostRank, st.booleans(), st.none(), st.booleans()),
        st.builds(a.CostRank, st.booleans(), st.sampled_from(OWNED_ZONES)),
        st.builds(
            a.CostCompared,
            st.booleans(),
            st.sampled_from(OWNED_ZONES),
            st.builds(a.Place, st.sampled_from(OWNED_ZONES), owners),
        ),
    )
    kinds = st.sampled_from([a.PlayerKind.EACH_FOE, a.PlayerKind.EACH_PLAYER])
    return plain_players | st.builds(a.Player, kinds, tests_)


def verb_tuples(verbs: list[a.Verb]) -> Drawn:
    """One or two different verbs."""
    return st.lists(st.sampled_from(verbs), min_size=1, max_size=2, unique=True).map(tuple)


UNDER_THIS = a.Place(a.Zone.UNDER_THIS)


@st.composite
def places(draw: st.DrawFn, edges: bool = True) -> a.Place:
    """A place where cards can be looked for."""
    edge = draw(st.none() | st.sampled_from(list(a.Edge))) if edges else None
    match draw(st.integers(0, 3)):
        case 0:
            return a.Place(draw(st.sampled_from(SHARED_ZONES)), None, edge)
        case 1:
            return a.Place(a.Zone.STACK, None, edge, draw(st.sampled_from(NAMES)))
        case _:
            return a.Place(draw(st.sampled_from(OWNED_ZONES)), draw(owners), edge)


@st.composite
def nouns(draw: st.DrawFn) -> tuple[a.Noun, ...]:
    """No, one or two nouns by which cards are called."""
    one: Drawn = st.one_of(
        st.builds(a.TypeNoun, st.sampled_from(list(a.CardType)), st.booleans()),
        st.builds(a.NameNoun, st.sampled_from(NAMES)),
        st.builds(a.NameNoun, st.sampled_from(PARTS), st.just(True)),
        st.builds(a.KeywordNoun, st.sampled_from(list(a.Keyword)), st.booleans()),
        st.just(a.TitleNoun(a.Title.SUPER_VILLAIN)),
        st.just(a.NameNoun("Weakness", False, True)),
    )
    return tuple(draw(st.lists(one, max_size=2, unique=True)))


@st.composite
def tests(draw: st.DrawFn) -> tuple[a.Test, ...]:
    """What is said of the cards besides their nouns."""
    plain: Drawn = st.one_of(
        st.just(a.Other()),
        st.builds(
            a.Attribute,
            st.sampled_from([a.AttributeKind.COST, a.AttributeKind.VP]),
            st.sampled_from([a.Comparison.EQUAL, a.Comparison.AT_MOST, a.Comparison.AT_LEAST]),
            st.builds(a.Number, st.integers(0, 9)),
        ),
        st.builds(
            a.Attribute,
            st.just(a.AttributeKind.COST),
            st.sampled_from([a.Comparison.LESS, a.Comparison.MORE]),
            st.just(a.AttributeOf(a.AttributeKind.COST, a.IT)),
        ),
        st.just(a.CostOneOf((2, 3))),
        st.builds(a.Parity, st.sampled_from(list(a.ParityKind))),
        st.builds(a.Different, st.sampled_from([a.DifferentKind.TYPE, a.DifferentKind.COST])),
        st.builds(a.Extreme, st.booleans()),
        st.builds(a.HasKeyword, st.sampled_from(list(a.Keyword))),
        st.builds(a.Chosen, st.sampled_from(list(a.DifferentKind))),
        st.just(a.SharesType()),
        st.just(a.OneType()),
        st.builds(a.ThisWay, st.sampled_from(PAST_VERBS), st.none() | st.just(a.Window.THIS_TURN)),
        st.builds(
            a.Acted,
            verb_tuples(EVENT_VERBS),
            st.sampled_from([a.YOU, a.THAT_PLAYER, a.Player(a.PlayerKind.TEAMMATE)]),
            st.sampled_from(list(a.Tense)),
            st.none() | st.sampled_from(WINDOWS),
        ),
        st.builds(a.Owned, owners),
        st.builds(a.Controlled, owners),
    )
    found = draw(st.lists(plain, max_size=2, unique_by=type))
    return tuple(found)


@st.composite
def filters(draw: st.DrawFn) -> a.Filter:
    """Filters in canonical order."""
    return a.make_filter(draw(nouns()), draw(tests()))


@st.composite
def printed_filters(draw: st.DrawFn) -> a.Filter:
    """Filters that speak of nothing but what is printed on a card."""
    costs = st.builds(
        a.Attribute,
        st.just(a.AttributeKind.COST),
        st.sampled_from([a.Comparison.EQUAL, a.Comparison.AT_MOST, a.Comparison.AT_LEAST]),
        st.builds(a.Number, st.integers(0, 9)),
    )
    return a.make_filter(draw(nouns()), draw(st.lists(costs, max_size=1)))


@st.composite
def compared_cards(draw: st.DrawFn) -> a.Cards:
    """What two players have more or fewer of."""
    found = draw(printed_filters())
    if draw(st.booleans()):
        tests_ = (*found.tests, a.Controlled(a.THAT_PLAYER))
        return a.Cards(a.Every(), a.make_filter(found.nouns, tests_))
    zone = draw(st.sampled_from(OWNED_ZONES))
    return a.Cards(a.Every(), found, (a.Place(zone, a.THAT_PLAYER),))


quantities: Drawn = st.one_of(
    st.builds(a.Exactly, st.builds(a.Number, small)),
    st.builds(a.UpTo, st.builds(a.Number, small)),
    st.builds(a.AtLeast, st.builds(a.Number, small)),
    st.just(a.AnyNumber()),
    st.just(a.Every()),
    st.builds(a.CostWorth, small, st.booleans()),
    st.just(a.Exactly(a.ThatMany())),
)


@st.composite
def plain_cards(draw: st.DrawFn) -> a.Cards:
    """ "two Heroes from your discard pile": cards without groups and chance."""
    where = tuple(draw(st.lists(places() | st.just(UNDER_THIS), max_size=1)))
    return a.Cards(a.Exactly(a.ONE), draw(filters()), where)


@st.composite
def cards(draw: st.DrawFn) -> a.Cards:
    """Noun phrases of every kind."""
    quantity = draw(quantities)
    if draw(st.integers(0, 9)) == 0:
        much = draw(st.builds(a.Exactly, st.builds(a.Number, small)) | st.just(a.AnyNumber()))
        return a.Cards(much, among=a.THEM)
    where = tuple(draw(st.lists(places(), max_size=2, unique=True)))
    spread = a.Spread.TOTAL
    if len(where) > 1 and draw(st.booleans()):
        spread = a.Spread.EACH
    random = draw(st.integers(0, 5)) == 0
    return a.Cards(quantity, draw(filters()), where, spread, random)


@st.composite
def and_or_cards(draw: st.DrawFn) -> a.Selection:
    """The question that "and/or" over places leaves open."""
    where = tuple(draw(st.lists(places(edges=False), min_size=2, max_size=3, unique=True)))
    number = draw(small)
    found = draw(filters())
    exact, most_ = a.Exactly(a.Number(number)), a.UpTo(a.Number(number))
    quantity: a.Quantity = exact if draw(st.booleans()) else most_
    most = a.UpTo(a.Number(number))
    return a.Question(
        "and-or",
        ("each", "total"),
        (
            a.Cards(most, found, where, a.Spread.EACH),
            a.Cards(quantity, found, where, a.Spread.TOTAL),
        ),
    )


@st.composite
def counted_cards(draw: st.DrawFn) -> a.Cards:
    """Cards that are counted."""
    where = tuple(draw(st.lists(places(), max_size=1)))
    return a.Cards(a.Every(), draw(filters()), where)


@st.composite
def counts(draw: st.DrawFn) -> a.Amount:
    """What can follow "for each"."""
    match draw(st.integers(0, 7)):
        case 6:
            first, second = draw(counted_cards()), draw(counted_cards())
            if not first.places:  # what is said last would be said of both
                first = a.Cards(a.Every(), first.filter, (a.Place(a.Zone.HAND, a.YOU),))
            return a.Plus(a.CountOf(first), a.CountOf(second))
        case 7:
            costs = a.Filter((), draw(printed_filters()).tests)
            them = a.CountOf(a.Cards(a.Every(), costs, among=a.THEM))
            others = a.CountPlayers(a.Player(a.PlayerKind.EACH_OTHER_PLAYER))
            return them if draw(st.booleans()) else others
        case 0:
            return a.CountPlayers(a.Player(a.PlayerKind.EACH_FOE, a.Having(draw(plain_cards()))))
        case 1:
            return a.CountOf(draw(counted_cards()), a.DifferentKind.NAME)
        case 2:
            found = draw(counted_cards())
            return a.CountOf(a.Cards(a.Every(), found.filter, found.places), None, 7)
        case 3:
            kind = draw(st.sampled_from([a.DifferentKind.TYPE, a.DifferentKind.COST]))
            return a.CountOf(draw(counted_cards()), kind)
        case _:
            return a.CountOf(draw(counted_cards()))


selections: Drawn = st.one_of(
    cards(),
    cards(),
    and_or_cards(),
    st.just(a.THIS),
    st.just(a.IT),
    st.just(a.THEM),
    st.just(a.Ref(a.RefKind.REST)),
    st.just(a.Ref(a.RefKind.OTHER)),
    st.builds(
        a.Ref, st.just(a.RefKind.THIS), st.builds(a.Place, st.just(a.Zone.HAND), st.just(a.YOU))
    ),
    st.builds(a.Whole, st.builds(a.Place, st.sampled_from(OWNED_ZONES), owners)),
)
