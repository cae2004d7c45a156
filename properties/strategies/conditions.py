"""Random conditions, events and occasions."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from rules_check.grammar import ast as a
from rules_check.properties.strategies.actions import characters, windows
from rules_check.properties.strategies.nouns import (
    EVENT_VERBS,
    OWNED_ZONES,
    PAST_VERBS,
    WINDOWS,
    Drawn,
    compared_cards,
    counted_cards,
    filters,
    nouns,
    owners,
    plain_cards,
    plain_players,
    selections,
    small,
    verb_tuples,
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
    st.builds(
        a.Has,
        st.sampled_from([a.Player(a.PlayerKind.A_FOE), a.Player(a.PlayerKind.TEAMMATE)]),
        st.builds(
            a.There,
            st.builds(
                a.CountOf,
                st.builds(
                    a.Cards,
                    st.just(a.Every()),
                    st.builds(a.Filter, nouns()),
                    st.just((a.Place(a.Zone.DISCARD_PILE, a.THAT_PLAYER),)),
                ),
            ),
            st.sampled_from([a.Comparison.AT_LEAST, a.Comparison.LESS]),
            st.builds(a.Number, st.integers(1, 6)),
        ),
    ),
    st.builds(a.Is, st.just(a.IT), filters().filter(lambda found: found != a.ANY_CARD)),
    st.just(a.ShareType()),
    st.just(a.DifferInType()),
    st.builds(a.In, st.just(a.THIS), st.just(a.Place(a.Zone.PLAY))),
    st.builds(a.In, st.just(a.IT), st.builds(a.Place, st.sampled_from(OWNED_ZONES), owners)),
    st.just(a.OwnsOrPlays(a.THIS)),
    st.builds(a.CardsSoFar, st.integers(1, 5), st.builds(a.Filter, nouns())),
    st.builds(
        a.HasMore,
        st.sampled_from([a.YOU, a.Player(a.PlayerKind.A_FOE)]),
        compared_cards(),
        st.sampled_from([a.YOU, a.Player(a.PlayerKind.EACH_FOE)]),
        st.booleans(),
    ),
    st.builds(
        a.HasPoints,
        st.sampled_from([a.YOU, a.Player(a.PlayerKind.A_FOE)]),
        st.sampled_from([a.AttributeKind.POWER, a.AttributeKind.VP]),
        st.sampled_from(list(a.Comparison)),
        st.builds(a.Number, small),
    ),
    st.builds(
        a.Cannot,
        st.builds(
            a.Move,
            st.sampled_from([a.Verb.DISCARD, a.Verb.DESTROY]),
            plain_cards(),
            st.none(),
            st.sampled_from([a.YOU, a.THAT_PLAYER]),
        ),
    ),
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
    st.builds(a.Event, st.just((a.Verb.DESTROY,)), plain_players, st.just(a.THIS)).map(
        lambda event: replace(event, anywhere=True)
    ),
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
