"""Random composed effects, abilities and whole card texts."""

from __future__ import annotations

from hypothesis import strategies as st

from rules_check.grammar import ast as a
from rules_check.grammar.compose import sequence
from rules_check.properties.strategies.actions import ACTORS, moves, simple_effects
from rules_check.properties.strategies.conditions import (
    all_conditions,
    conditions,
    moments,
    occasions,
    theres,
    untils,
)
from rules_check.properties.strategies.nouns import WINDOWS, Drawn, counts, plain_cards, small

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
        st.builds(
            a.ChooseOne,
            st.lists(inner, min_size=3, max_size=3).map(tuple),
            ACTORS,
            st.integers(1, 2),
        ),
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
