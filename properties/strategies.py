"""Hypothesis strategies for the card language: random ASTs in normal form.

Public: other projects may import them. Every AST made here can be worded, and reading
its wording gives it back. Normal form means what the parser also makes: filters in
canonical order, no sequence inside a sequence, "for each" folded into Power, costs and VP.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from grammar import ast as a
from grammar.clauses import open_clause
from grammar.compose import sequence

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


@st.composite
def players(draw: st.DrawFn) -> a.Player:
    """Players, some picked out by a test."""
    if draw(st.integers(0, 5)):
        return draw(plain_players)  # type: ignore[no-any-return]
    kind = draw(st.sampled_from([a.PlayerKind.EACH_FOE, a.PlayerKind.EACH_PLAYER]))
    test: a.PlayerTest = draw(
        st.one_of(
            st.builds(a.Having, plain_cards()),
            st.just(a.DidSo()),
            st.just(a.DidNot()),
            st.just(a.HitByAttack()),
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
    )
    return a.Player(kind, test)


def verb_tuples(verbs: list[a.Verb]) -> Drawn:
    """One or two different verbs."""
    return st.lists(st.sampled_from(verbs), min_size=1, max_size=2, unique=True).map(tuple)


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


quantities: Drawn = st.one_of(
    st.builds(a.Exactly, st.builds(a.Number, small)),
    st.builds(a.UpTo, st.builds(a.Number, small)),
    st.just(a.AnyNumber()),
    st.just(a.Every()),
    st.builds(a.CostWorth, small, st.booleans()),
    st.just(a.Exactly(a.ThatMany())),
)


@st.composite
def plain_cards(draw: st.DrawFn) -> a.Cards:
    """ "two Heroes from your discard pile": cards without groups and chance."""
    where = tuple(draw(st.lists(places(), max_size=1)))
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
    match draw(st.integers(0, 6)):
        case 6:
            return a.Plus(a.CountOf(draw(counted_cards())), a.CountOf(draw(counted_cards())))
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


# --------------------------------------------------------------------- effects

ACTORS: Drawn = st.sampled_from(
    [
        a.YOU,
        a.YOU,
        a.YOU,
        a.Player(a.PlayerKind.EACH_FOE),
        a.Player(a.PlayerKind.THAT_FOE),
        a.Player(a.PlayerKind.EACH_PLAYER),
        a.Player(a.PlayerKind.TEAMMATE),
        a.THAT_PLAYER,
    ]
)

destinations: Drawn = st.one_of(
    st.builds(a.Place, st.sampled_from(OWNED_ZONES), owners),
    st.builds(
        a.Place,
        st.sampled_from([a.Zone.DECK, a.Zone.DISCARD_PILE]),
        owners,
        st.sampled_from(list(a.Edge)),
    ),
    st.builds(a.Place, st.sampled_from(SHARED_ZONES)),
    st.builds(a.Place, st.just(a.Zone.MAIN_DECK), st.none(), st.sampled_from(list(a.Edge))),
    st.just(a.Place(a.Zone.STACK)),
    st.just(a.Place(a.Zone.PLAY)),
    st.just(a.Place(a.Zone.TABLE)),
    st.just(a.Place(a.Zone.TABLE, face_down=True)),
    st.just(a.Place(a.Zone.FRONT, a.YOU)),
    st.builds(a.Place, st.just(a.Zone.UNDER_CHARACTER), owners),
)

powers: Drawn = st.one_of(
    st.builds(a.Power, st.builds(a.Number, st.integers(0, 9))),
    st.builds(a.Power, st.builds(a.Times, small, counts())),
    st.builds(
        a.Power,
        st.builds(a.AttributeOf, st.sampled_from(list(a.AttributeKind)), st.just(a.IT)),
    ),
)

moves: Drawn = st.one_of(
    st.builds(
        a.Move,
        st.sampled_from([a.Verb.DRAW, a.Verb.DISCARD, a.Verb.DESTROY, a.Verb.GAIN, a.Verb.REMOVE]),
        selections,
        st.none(),
        ACTORS,
    ),
    st.builds(a.Move, st.just(a.Verb.PUT), selections, destinations, ACTORS, st.booleans()),
    st.builds(a.Move, st.just(a.Verb.RETURN), selections, st.none() | destinations, ACTORS),
    st.builds(
        a.Move,
        st.just(a.Verb.PASS),
        selections,
        st.builds(a.Place, st.just(a.Zone.HAND), plain_players),
        ACTORS,
    ),
)

windows: Drawn = st.none() | st.sampled_from(WINDOWS)
characters: Drawn = st.builds(a.CharacterOf, owners)


@st.composite
def plays(draw: st.DrawFn) -> a.Effect:
    """Play cards, or the question what "this turn" belongs to."""
    what = draw(cards())
    if open_clause(what, a.ThisWay) and draw(st.booleans()):
        tests_ = tuple(
            a.ThisWay(test.verb, a.Window.THIS_TURN) if isinstance(test, a.ThisWay) else test
            for test in what.filter.tests
        )
        from dataclasses import replace

        clause = replace(what, filter=a.Filter(what.filter.nouns, tests_))
        who = draw(ACTORS)
        return a.Question(
            "this-turn",
            ("effect", "clause"),
            (a.Play(what, False, who, a.Window.THIS_TURN), a.Play(clause, False, who)),
        )
    return a.Play(draw(selections), draw(st.booleans()), draw(ACTORS), draw(windows))


simple_effects: Drawn = st.one_of(
    powers,
    moves,
    moves,
    plays(),
    st.builds(a.PayPower, st.builds(a.Number, small), ACTORS),
    st.just(a.DoublePower()),
    st.builds(a.GainVP, st.builds(a.Number, small), ACTORS),
    st.builds(a.LoseVP, st.builds(a.Number, small), ACTORS),
    st.builds(a.Show, st.sampled_from([a.Verb.REVEAL, a.Verb.LOOK]), selections, ACTORS),
    st.builds(a.Choose, selections, ACTORS),
    st.builds(a.ChoosePlayer, players(), ACTORS),
    st.just(a.ChooseParity()),
    st.builds(a.ChooseValue, st.sampled_from(list(a.DifferentKind)), ACTORS),
    st.builds(a.Search, st.builds(a.Place, st.just(a.Zone.DECK), owners), plain_cards(), ACTORS),
    st.just(a.RefillLineUp()),
    st.builds(
        a.Shuffle, st.builds(a.Whole, st.builds(a.Place, st.just(a.Zone.DECK), owners)), ACTORS
    ),
    st.builds(a.Swap, plain_cards(), plain_cards(), ACTORS),
    st.builds(a.Deal, small, plain_players),
    st.builds(a.TotalCost, plain_cards(), ACTORS),
    st.builds(
        a.ChangeCost,
        st.builds(a.CharacterCost, st.none() | owners),
        st.builds(a.Number, small) | st.builds(a.Times, small, counts()),
        st.booleans(),
        windows,
    ),
    st.builds(
        a.ChangeCost,
        st.builds(a.CostOfCards, filters(), st.booleans()),
        st.builds(a.Number, small),
        st.booleans(),
        windows,
    ),
    st.builds(a.CancelConfrontation, st.booleans()),
    st.builds(a.Replace, st.sampled_from([a.IT, a.THEM])),
    st.builds(a.Flip, characters, ACTORS),
    st.builds(a.Control, cards(), ACTORS, windows),
    st.builds(a.GainText, st.just(a.THIS), st.just(a.IT), windows),
    st.builds(
        a.Grant,
        st.sampled_from([a.THIS, a.IT]) | cards(),
        st.sampled_from([a.CardType.HERO, a.Title.SUPER_VILLAIN, a.Keyword.ASSIST]),
        windows,
    ),
    st.builds(a.WinGame, ACTORS),
    st.builds(a.Stays, st.just(a.IT), st.just(a.Place(a.Zone.HAND, a.YOU)), windows),
    st.builds(
        a.Stays,
        st.just(a.THIS),
        st.just(a.Place(a.Zone.FRONT, a.YOU)),
        st.none() | st.just(a.Window.REST_OF_GAME),
    ),
    st.builds(a.Forbid, moves, windows | st.just(a.Moment(a.Point.END))),
    st.builds(a.RefillTo, small),
    st.builds(a.PlayBefore, st.just(a.THIS), plain_cards(), st.booleans()),
    st.just(a.GoFirst()),
    st.builds(a.UseAnyNumber, windows),
    st.builds(a.Worth, st.builds(a.Number, small) | st.builds(a.Times, small, counts())),
    st.builds(a.ReduceScore, filters()),
    st.builds(a.StartsGame, st.just(a.Place(a.Zone.SUPER_VILLAIN_STACK, None, a.Edge.TOP))),
    st.builds(a.ParityOf, small, st.sampled_from(list(a.ParityKind))),
    st.just(a.EffectsRemain()),
    st.just(a.NoFirstAppearance()),
)


# ------------------------------------------------------- conditions, occasions


@st.composite
def theres(draw: st.DrawFn) -> a.Condition:
    """Counts compared with a number."""
    count = draw(
        st.builds(a.CountOf, counted_cards())
        | st.builds(a.CountOf, counted_cards(), st.just(a.DifferentKind.NAME))
    )
    comparison = draw(st.sampled_from(list(a.Comparison)))
    return a.There(count, comparison, a.Number(draw(st.integers(0, 6))))


conditions: Drawn = st.one_of(
    theres(),
    st.builds(a.Is, st.just(a.IT), filters().filter(lambda found: found != a.ANY_CARD)),
    st.just(a.ShareType()),
    st.just(a.DifferInType()),
    st.builds(a.In, st.just(a.THIS), st.just(a.Place(a.Zone.PLAY))),
    st.builds(a.In, st.just(a.IT), st.builds(a.Place, st.sampled_from(OWNED_ZONES), owners)),
    st.just(a.OwnsOrPlays(a.THIS)),
    st.builds(a.CardsSoFar, st.integers(1, 5)),
    st.just(a.MatchesChoice()),
    st.just(a.During(a.Window.CONFRONTATION)),
    st.builds(
        a.PlayersDid,
        st.sampled_from([a.Player(a.PlayerKind.EACH_FOE), a.Player(a.PlayerKind.EACH_PLAYER)]),
        small,
        st.builds(a.Move, st.just(a.Verb.GAIN), plain_cards(), st.none(), st.just(a.THAT_PLAYER)),
        st.booleans(),
    ),
    st.builds(a.HighestCost, st.sampled_from([a.Verb.DESTROY, a.Verb.REVEAL])),
    st.builds(a.DefeatedInConfrontation, st.just(a.Window.THIS_TURN)),
    st.builds(a.Not, st.builds(a.Is, st.just(a.IT), filters().filter(lambda f: bool(f.nouns)))),
)
all_conditions: Drawn = (
    conditions
    | st.builds(a.AllOf, conditions, conditions)
    | st.builds(a.AnyOf, conditions, conditions)
)

events: Drawn = st.one_of(
    st.builds(a.Event, verb_tuples(EVENT_VERBS), plain_players, selections),
    st.builds(a.Event, st.just((a.Verb.AVOID,)), plain_players),
    st.builds(a.Event, st.sampled_from([(a.Verb.ATTACK,), (a.Verb.CONFRONT,)]), plain_players),
    st.builds(a.Event, st.sampled_from([(v,) for v in PAST_VERBS]), st.none(), st.just(a.THIS)),
    st.builds(
        a.Event,
        st.sampled_from([(v,) for v in PAST_VERBS]),
        st.none(),
        characters,
        st.just(False),
        st.booleans(),
    ),
    st.builds(
        a.Event,
        verb_tuples(EVENT_VERBS),
        plain_players,
        st.just(a.THIS),
        st.just(False),
        st.just(True),
    ),
    st.builds(a.Event, st.just((a.Verb.DRAW,)), st.just(a.YOU), plain_cards(), st.just(True)),
)

moments: Drawn = st.one_of(
    st.builds(a.Moment, st.sampled_from(list(a.Point)), st.just(a.YOU), st.booleans()),
    st.builds(
        a.Moment,
        st.sampled_from(list(a.Point)),
        owners_turn := st.sampled_from([a.YOU, a.THAT_PLAYER]),
        st.just(False),
        st.booleans(),
    ),
)


@st.composite
def triggers(draw: st.DrawFn) -> a.Trigger:
    """Triggers of every kind."""
    often = draw(st.sampled_from(list(a.Often)))
    nth = draw(st.integers(1, 5)) if often is a.Often.NTH else 0
    return a.Trigger(draw(events), often, nth, draw(windows))


occasions: Drawn = st.one_of(
    moments, st.just(a.GameEnd()), triggers(), st.builds(a.Once, st.sampled_from(WINDOWS))
)

untils: Drawn = st.one_of(
    st.builds(a.Until, st.builds(a.Moment, st.just(a.Point.END), st.just(a.YOU))),
    st.just(a.Until(a.Moment(a.Point.START, a.YOU, next=True))),
    st.builds(a.Until, st.builds(a.Event, st.just((a.Verb.DEFEAT,)), st.none(), st.just(a.THIS))),
)


# ------------------------------------------------------------ composed effects


def _not_all(effect: a.Effect) -> bool:
    """ "Destroy all cards until …" would be read as one by one."""
    what = getattr(effect, "what", None)
    return not (isinstance(what, a.Cards) and isinstance(what.quantity, a.Every))


def _flat(parts: list[a.Effect]) -> a.Effect:
    return sequence(parts)


def _extend(inner: Drawn) -> Drawn:
    """Effects one level above `inner`."""
    last = st.none() | inner.map(lambda e: e.effect if isinstance(e, a.Instead) else e)
    may_who = st.sampled_from([a.YOU, a.YOU, a.Player(a.PlayerKind.EACH_FOE)])
    return st.one_of(
        st.lists(inner, min_size=2, max_size=3).map(_flat),
        st.builds(a.May, inner, st.none() | inner, last, may_who),
        st.builds(a.If, all_conditions, inner, last),
        st.builds(a.When, occasions, inner),
        st.builds(a.While, conditions, inner),
        st.builds(a.Tried, moves, st.none() | inner, inner),
        st.builds(a.Tried, moves, inner, st.none()),
        st.builds(
            a.Unless, moves, st.builds(a.Show, st.just(a.Verb.REVEAL), plain_cards(), ACTORS)
        ),
        st.builds(a.ChooseOne, st.lists(inner, min_size=2, max_size=3).map(tuple), ACTORS),
        st.builds(a.ForEach, counts(), moves),
        st.builds(a.RepeatUntil, moves.filter(_not_all), theres()),
        st.builds(a.Within, inner, st.sampled_from(WINDOWS)),
        st.builds(a.Lasting, inner, untils),
        st.builds(a.Instead, inner),
        st.builds(a.Delayed, moments, inner),
        st.builds(lambda e: _flat([e, a.AvoidAttack()]), moves),
    )


effects: Drawn = st.recursive(simple_effects, _extend, max_leaves=4)


# ------------------------------------------------------------------- abilities

plain_abilities: Drawn = st.one_of(
    st.builds(a.Plain, effects),
    st.builds(a.Attack, effects),
    st.builds(a.Defense, st.builds(a.May, moves, st.none() | effects)),
    st.builds(a.Block, st.builds(a.May, moves, st.none() | effects)),
    st.builds(a.BlockValue, small, st.none() | effects),
    st.builds(a.FirstAppearance, effects),
    st.builds(a.WhenGained, effects),
    st.builds(a.Payment, moves, effects, st.booleans()),
    st.just(a.Assist()),
    st.builds(a.Reminder, simple_effects),
)

abilities: Drawn = st.one_of(
    plain_abilities,
    st.builds(a.Ongoing, plain_abilities, st.booleans()),
    st.builds(a.Confrontation, plain_abilities, st.none() | effects),
    st.builds(a.Ongoing, st.builds(a.Confrontation, plain_abilities)),
)

card_texts: Drawn = st.lists(abilities, max_size=3).map(lambda found: a.CardText(tuple(found)))
