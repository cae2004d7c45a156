"""Random texts for cards that are to be played: from short and sensible to anything at all."""

from __future__ import annotations

from hypothesis import strategies as st

from rules_check.grammar import ast as a
from rules_check.properties.strategies.actions import moves, powers, simple_effects
from rules_check.properties.strategies.conditions import conditions, occasions
from rules_check.properties.strategies.nouns import Drawn, small
from rules_check.properties.strategies.texts import abilities, card_texts, effects

short_abilities: Drawn = st.one_of(
    st.builds(a.Plain, powers),
    st.builds(a.Plain, moves),
    st.builds(a.Plain, simple_effects),
    st.builds(a.Plain, st.builds(a.May, moves, st.none() | simple_effects)),
    st.builds(a.Plain, st.builds(a.If, conditions, simple_effects)),
    st.builds(a.Attack, moves),
    st.builds(a.Confrontation, st.builds(a.Plain, simple_effects), st.none() | simple_effects),
    st.builds(a.Ongoing, st.builds(a.Plain, st.builds(a.When, occasions, simple_effects))),
    st.builds(a.Defense, st.builds(a.May, moves, st.none() | simple_effects)),
    st.builds(a.Block, st.builds(a.May, moves, st.none() | simple_effects)),
    st.builds(a.BlockValue, small, st.none() | simple_effects),
    st.builds(a.WhenGained, moves),
    st.builds(a.Payment, moves, simple_effects, st.booleans()),
)

short_texts: Drawn = st.lists(short_abilities, min_size=1, max_size=2).map(
    lambda found: a.CardText(tuple(found))
)

played_texts: Drawn = st.one_of(
    short_texts,
    short_texts,
    st.builds(lambda effect: a.CardText((a.Plain(effect),)), effects),
    st.builds(lambda ability: a.CardText((ability,)), abilities),
    card_texts.filter(lambda text: bool(text.abilities)),
)
"""Texts of cards for random games; most are short, so that a game gets through them."""
