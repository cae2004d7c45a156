"""Random effects of one verb."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from rules_check.grammar import ast as a
from rules_check.grammar.clauses import open_clause
from rules_check.properties.strategies.nouns import (
    OWNED_ZONES,
    SHARED_ZONES,
    WINDOWS,
    Drawn,
    cards,
    counted_cards,
    counts,
    filters,
    owners,
    plain_cards,
    plain_players,
    players,
    printed_filters,
    selections,
    small,
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
        clause = replace(what, filter=a.Filter(what.filter.nouns, tests_))
        who = draw(ACTORS)
        return a.Question(
            "this-turn",
            ("effect", "clause"),
            (a.Play(what, False, who, a.Window.THIS_TURN), a.Play(clause, False, who)),
        )
    return a.Play(draw(selections), draw(st.booleans()), draw(ACTORS), draw(windows))


def _not_bought(found: a.Filter) -> bool:
    """ "cards you buy this turn cost 1 less" says no more than "cards cost 1 less this turn"."""
    verbs = [v for t in found.tests if isinstance(t, a.Acted) for v in t.verbs]
    return not {a.Verb.BUY, a.Verb.DEFEAT}.intersection(verbs)


costs_of_cards: Drawn = st.one_of(
    st.builds(a.CostOfCards, filters().filter(_not_bought), st.booleans()),
    st.builds(a.CostOfCards, printed_filters(), st.booleans(), st.integers(1, 5)),
    st.builds(a.CostOfCards, printed_filters(), st.booleans(), st.just(1), st.just(True)),
)

simple_effects: Drawn = st.one_of(
    powers,
    moves,
    moves,
    plays(),
    st.builds(a.PayPower, st.builds(a.Number, small), ACTORS),
    st.just(a.DoublePower()),
    st.builds(a.GainVP, st.builds(a.Number, small), ACTORS),
    st.builds(a.GainVP, st.just(a.AttributeOf(a.AttributeKind.COST, a.IT)), st.just(a.YOU)),
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
        costs_of_cards | st.just(a.CostOfThis()),
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
    st.builds(a.Forbid, st.builds(a.AvoidAttack, ACTORS), windows),
    st.builds(a.RefillTo, small),
    st.builds(a.PlayBefore, st.just(a.THIS), plain_cards(), st.booleans()),
    st.just(a.GoFirst()),
    st.builds(a.UseAnyNumber, windows),
    st.builds(a.UseOnce, st.sampled_from(WINDOWS)),
    st.builds(a.Worth, st.builds(a.Number, small) | st.builds(a.Times, small, counts())),
    st.builds(a.Worth, st.builds(a.CountOf, counted_cards())),
    st.builds(a.ReduceScore, filters()),
    st.builds(a.StartsGame, st.just(a.Place(a.Zone.SUPER_VILLAIN_STACK, None, a.Edge.TOP))),
    st.builds(a.ParityOf, small, st.sampled_from(list(a.ParityKind))),
    st.just(a.EffectsRemain()),
    st.just(a.NoFirstAppearance()),
)
