"""Random noun phrases: players, places, cards, counts."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from rules_check.grammar import ast as a
from rules_check.properties.strategies.derive import NAMED, Drawn, by_type, draws, made, of, way

NAMES = ("Punch", "Weakness", "Night Rider", "Power Gem", "Iron Power Gem")
PARTS = ("Gem", "Rider")

some = st.sampled_from
either = st.booleans()
numbers: Drawn = st.builds(a.Number, st.integers(0, 9))
numerals: Drawn = st.builds(a.Number, st.integers(1, 9))
past_verbs: Drawn = some(list(a.PAST))
windows: Drawn = by_type("Window | None")
NAMED |= {
    "int": st.integers(1, 9),
    "str": some(NAMES),
    "numeral": numerals,
    "Verb": some([verb for verb, row in a.VERBS.items() if row.waits]),
}

# --------------------------------------------------------------- players and places

PICKS = (a.PlayerKind.ANY_FOES, a.PlayerKind.ANY_PLAYERS, a.PlayerKind.ANY_OTHER_PLAYERS)
PLAIN = [a.Player(kind) for kind in a.PlayerKind if kind not in {*PICKS, a.PlayerKind.THE_PLAYER}]
plain_players: Drawn = some(PLAIN)
owners: Drawn = some([a.YOU, a.THAT_PLAYER, a.Player(a.PlayerKind.TEAMMATE)])
EACH_FOE, A_FOE = a.Player(a.PlayerKind.EACH_FOE), a.Player(a.PlayerKind.A_FOE)
rivals: Drawn = some([a.YOU, EACH_FOE])
THEM = a.Player(a.PlayerKind.EACH_OF_THEM)
NAMED["choosable"] = some([*(who for who in PLAIN if who != THEM), *map(a.Player, PICKS)])
NAMED |= {"actor": some([a.YOU] * 8 + PLAIN), "Player": owners}
zones: Drawn = some([a.Zone.HAND, a.Zone.DECK, a.Zone.DISCARD_PILE, a.Zone.SCORE_PILE])
NOT_SHARED = (a.Zone.TABLE, a.Zone.OUT_OF_GAME)  # cards are put there, and not looked for
SHARED = [z for z in a.Zone if z.value.startswith("the ") and z not in NOT_SHARED]
their_places: Drawn = st.builds(a.Place, zones, owners)
plain_places: Drawn = st.one_of(
    their_places,
    their_places,
    st.builds(a.Place, some(SHARED)),
    st.builds(a.Place, st.just(a.Zone.STACK), name=some(NAMES)),
)
places: Drawn = plain_places | st.builds(a.replace, plain_places, edge=by_type("Edge"))
one_place: Drawn = st.lists(places, max_size=1).map(tuple)
NAMED |= {"Zone": zones, "Place": places, "their_place": their_places}

# ---------------------------------------------------------------------- which cards

way(a.NameNoun, name=some(NAMES))
way(a.NameNoun, name=some(PARTS), part=True)
way(a.NameNoun, name="Weakness", negated=True)
# own keywords of a set need its definitions
way(a.KeywordNoun, keyword=by_type("Keyword"), negated=either)
way(a.HasKeyword, keyword=by_type("Keyword"))
way(a.NameHas, part=some(PARTS), whole=either)
way(a.CostOneOf, values=(2, 3))
way(a.CostOneOf, values=(1, 3, 5))
way(a.Same, kind=a.DifferentKind.NAME, of=some([a.IT, a.THIS]))
way(a.Same, kind=by_type("DifferentKind"), of=a.IT, negated=True)
way(
    a.Same,
    kind=by_type("DifferentKind"),
    of=st.builds(a.Cards, st.just(a.Exactly(a.ONE)), places=st.tuples(their_places)),
)
way(a.Different, kind=some([a.DifferentKind.TYPE, a.DifferentKind.COST]))  # names: `CountOf`
# "or bought" without words of time could be said of other cards
way(a.Acted, verbs=st.tuples(NAMED["Verb"]), tense=by_type("Tense"))
way(a.Acted, tense=by_type("Tense"), window=by_type("Window"))
way(a.ThisWay, verb=past_verbs, window=some([None, a.Window.THIS_TURN]))
way(a.ThisWay, verb=past_verbs, who=owners)
its_cost = a.AttributeOf(a.AttributeKind.COST, a.IT)
way(a.Attribute, kind=a.AttributeKind.COST, value=its_cost)


@draws(a.Attribute)
def printed() -> Drawn:
    """Numbers that are printed on a card."""
    more_or_less = some([a.Comparison.EQUAL, a.Comparison.AT_MOST, a.Comparison.AT_LEAST])
    kinds = some([a.AttributeKind.COST, a.AttributeKind.VP])
    return st.builds(a.Attribute, kinds, more_or_less, numbers)


nouns: Drawn = st.lists(by_type("Noun"), max_size=2, unique=True)
TOGETHER = (a.Alike, a.TotalAtMost, a.TotalAtLeast)  # said of several cards: see `cards`
tests: Drawn = st.lists(
    by_type("Test").filter(lambda test: not isinstance(test, TOGETHER)), max_size=2, unique_by=type
)
printed_filters: Drawn = st.builds(a.make_filter, nouns, st.lists(printed(), max_size=1))


def filters() -> Drawn:
    """Filters in canonical order."""
    return NAMED["Filter"]


NAMED["Filter"] = st.builds(a.make_filter, nouns, tests)

# ----------------------------------------------------------------------------- cards

counted_cards: Drawn = made(a.Cards, quantity=a.Every(), filter=filters(), places=one_place)
plain_cards: Drawn = made(
    a.Cards,
    quantity=a.Exactly(a.ONE),
    # words of time after a clause could be read into it; "without another card" is not read
    filter=filters().filter(
        lambda found: not {a.Acted, a.ThisWay, a.Other}.intersection(map(type, found.tests))
    ),
    places=st.lists(plain_places, max_size=1).map(tuple),
)
# what a player has is somewhere: in hand, if the text does not say it
placed_cards: Drawn = plain_cards.filter(lambda found: bool(found.places))
NAMED |= {"theirs": placed_cards, "theirs_core": placed_cards, "theirs_one": placed_cards}
NAMED["told_core"] = plain_cards
way(a.Exactly, amount=numerals)
way(a.Exactly, amount=a.ThatMany())
way(a.UpTo, amount=numerals)
way(a.UpTo, amount=a.ThatMany())
quantities: Drawn = by_type("Quantity")
spreads: Drawn = by_type("Spread")
some_number: Drawn = st.builds(a.Exactly, numerals) | of(a.AnyNumber)
of_them: Drawn = made(a.Cards, quantity=some_number, among=a.THEM)
several: Drawn = st.builds(a.Number, st.integers(2, 9))
dear: Drawn = made(
    a.Cards,
    quantity=st.builds(a.Exactly, several),
    filter=of(a.TotalAtLeast).map(lambda test: a.Filter((), (test,))),
    places=one_place,
)
alike: Drawn = made(
    a.Cards,
    quantity=st.builds(a.Exactly, several) | st.builds(a.UpTo, several),
    filter=(of(a.Alike) | of(a.TotalAtMost)).map(lambda test: a.Filter((), (test,))),
    places=one_place,
)
up_to_two: Drawn = st.lists(places, max_size=2, unique=True).map(tuple)
two_or_three: Drawn = st.lists(plain_places, min_size=2, max_size=3, unique=True).map(tuple)


@draws(a.Cards)
@st.composite
def cards(draw: st.DrawFn) -> Any:
    """Noun phrases of every kind."""
    if draw(st.integers(0, 9)) == 0:
        return draw(of_them)
    if draw(st.integers(0, 19)) == 0:
        return draw(alike | dear)
    where = draw(up_to_two)
    spread = draw(spreads) if len(where) > 1 else a.Spread.TOTAL
    random = draw(st.integers(0, 5)) == 0
    return a.Cards(draw(quantities), draw(filters()), where, spread, random)


@draws(a.Question)
@st.composite
def and_or_cards(draw: st.DrawFn) -> a.Selection:
    """The question that "and/or" over places leaves open."""
    where = draw(two_or_three)
    most: Any = a.UpTo(draw(numerals))
    each = a.Cards(most, draw(filters()), where, a.Spread.EACH)
    total = a.Cards(draw(some([most, a.Exactly(most.amount)])), each.filter, where)
    return a.Question("and-or", ("each", "total"), (each, total))


way(a.Ref, kind=by_type("RefKind"))
way(a.Ref, kind=a.RefKind.THIS, place=a.Place(a.Zone.HAND, a.YOU))
way(a.Whole, place=their_places)
selections: Drawn = st.one_of(cards(), cards(), and_or_cards(), of(a.Ref), of(a.Whole))
NAMED |= {
    "Selection": selections,
    "itself": st.just(a.THIS),
    "pronoun": some([a.THIS, a.IT, a.THEM]),
    "it_or_them": some([a.IT, a.THEM]),
}

# ---------------------------------------------------------------------------- counts


@st.composite
def compared_cards(draw: st.DrawFn) -> a.Cards:
    """What two players have more or fewer of."""
    found = draw(printed_filters)
    if draw(either):
        return a.Cards(a.Every(), found, (a.Place(draw(zones), a.THAT_PLAYER),))
    controlled = (*found.tests, a.Controlled(a.THAT_PLAYER))
    return a.Cards(a.Every(), a.make_filter(found.nouns, controlled))


more_or_less = some([a.Comparison.MORE, a.Comparison.LESS])
as_many = some([a.Comparison.EQUAL, a.Comparison.AT_LEAST, a.Comparison.MORE])
way(a.HavingMore, cards=compared_cards(), than=rivals, how=more_or_less)
way(a.HavingMore, cards=compared_cards(), than=rivals, how=as_many, times=some([1, 2]))
way(a.HavingMost, cards=compared_cards(), most=either, alone=either)
way(a.CardIs, filter=printed_filters)


way(a.DidTo, verbs=st.tuples(NAMED["Verb"]), cards=selections)
way(a.DidTo, verbs=st.tuples(NAMED["Verb"]), cards=plain_cards, negated=True)
way(a.Except, who=plain_players)


@draws(a.Player)
def players() -> Drawn:
    """Players, some picked out by a test ("the player" always is)."""
    kinds = some([a.PlayerKind.EACH_FOE, a.PlayerKind.EACH_PLAYER, a.PlayerKind.THE_PLAYER])
    return plain_players | st.builds(a.Player, kinds, by_type("PlayerTest"))


way(a.CountPlayers, who=a.Player(a.PlayerKind.EACH_OTHER_PLAYER))
way(a.CountPlayers, who=made(a.Player, kind=a.PlayerKind.EACH_FOE, test=of(a.Having)))


@st.composite
def somewhere(draw: st.DrawFn) -> a.Cards:
    """Cards that are counted: where they are is said, if they are called by a kind alone."""
    found: a.Cards = draw(counted_cards)
    told = (a.Acted, a.ThisWay, a.Controlled, a.Owned)
    which = found.places or found.among or any(isinstance(x, told) for x in found.filter.tests)
    return found if which else a.replace(found, places=(draw(plain_places),))


way(a.CountOf, cards=somewhere())
way(a.CountOf, cards=counted_cards, different=by_type("DifferentKind"))
way(a.CountOf, cards=somewhere(), per=7)
way(
    a.CountOf,
    cards=made(a.Cards, quantity=a.Every(), places=st.tuples(plain_places)),
    different=a.DifferentKind.TYPE,
    apart=by_type("CardType"),
)
way(a.CountOf, cards=made(a.Cards, quantity=a.Every(), among=a.THEM))
way(a.CountOf, cards=printed().map(lambda t: a.Cards(a.Every(), a.Filter((), (t,)), among=a.THEM)))
way(
    a.Plus,  # what is said last would be said of both, if the first had no place
    first=made(a.CountOf, cards=counted_cards.filter(lambda found: bool(found.places))),
    second=made(a.CountOf, cards=counted_cards),
)


def counts() -> Drawn:
    """What can follow "for each"."""
    return of(a.CountOf).filter(_of_some_cards) | of(a.CountPlayers) | of(a.Plus)


def _of_some_cards(count: Any) -> bool:
    """Whether it is said of which cards the types are counted."""
    cards = count.cards
    return count.different is not a.DifferentKind.TYPE or bool(cards.places or cards.filter.tests)


its_number: Drawn = made(a.AttributeOf, kind=by_type("AttributeKind"), of=a.IT)
way(a.Half, of=its_number)
way(a.Minus, first=its_number, second=numerals)
way(a.Difference, first=its_number, second=its_number)
way(a.Bounded, of=its_number, most=st.integers(1, 9))
way(a.Bounded, of=its_number, least=st.integers(0, 9), most=st.none() | st.integers(1, 9))
way(
    a.Highest,
    kind=some([a.AttributeKind.COST, a.AttributeKind.VP]),
    cards=made(a.Cards, quantity=a.Every(), filter=printed_filters, places=st.tuples(plain_places)),
    highest=either,
)
every: Drawn = some([EACH_FOE, a.Player(a.PlayerKind.EACH_OTHER_PLAYER)])
way(a.MostHeld, who=every, cards=compared_cards(), most=either)
sums: Drawn = st.one_of(
    *map(of, (a.Half, a.Minus, a.Difference, a.Bounded, a.Highest, a.MostHeld)),
    st.builds(a.Plus, its_number, numerals),
    st.builds(a.Times, st.integers(2, 9), its_number),
)
NAMED["Amount"] = st.one_of(
    numerals,
    its_number,
    sums,
    made(a.CountOf, cards=plain_cards.map(lambda found: a.replace(found, quantity=a.Every()))),
)
