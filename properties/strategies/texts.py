"""Random composed effects, abilities and whole card texts."""

from __future__ import annotations

from hypothesis import strategies as st

from rules_check.grammar import ast as a
from rules_check.grammar.compose import sequence
from rules_check.properties.strategies import nouns as n
from rules_check.properties.strategies.actions import holds_effects, moves, powers, simple_effects
from rules_check.properties.strategies.conditions import all_conditions, conditions, occasions
from rules_check.properties.strategies.derive import NAMED, Drawn, by_type, derived, made, of
from rules_check.properties.strategies.nouns import either


def _not_all(effect: a.Effect) -> bool:
    """ "Destroy all cards until …" would be read as one by one."""
    what = getattr(effect, "what", None)
    return not (isinstance(what, a.Cards) and isinstance(what.quantity, a.Every))


def _composed(inner: Drawn) -> Drawn:
    """Effects one level above `inner`."""
    more = st.none() | inner
    last = st.none() | inner.map(lambda e: e.effect if isinstance(e, a.Instead) else e)
    two_or_three = st.lists(inner, min_size=2, max_size=3)
    shown = made(a.Show, verb=a.Verb.REVEAL, what=n.plain_cards)
    ways: dict[type[a.Node], Drawn] = {
        a.Seq: two_or_three.map(sequence) | moves.map(lambda e: sequence([e, a.AvoidAttack()])),
        a.May: made(a.May, effect=inner, then=more, otherwise=last, who=n.rivals),
        a.If: made(a.If, condition=all_conditions, then=inner, otherwise=last),
        a.Tried: made(a.Tried, effect=moves, then=more, otherwise=inner)
        | made(a.Tried, effect=moves, then=inner),
        a.Unless: made(a.Unless, effect=moves, unless=shown),
        a.ChooseOne: made(a.ChooseOne, options=two_or_three.map(tuple))
        | made(a.ChooseOne, options=st.tuples(inner, inner, inner), number=2),
        a.ForEach: made(a.ForEach, amount=n.counts(), effect=moves),
        a.RepeatUntil: made(a.RepeatUntil, effect=moves.filter(_not_all), until=of(a.There)),
        # at an event it could not be told from `When`
        a.Delayed: made(a.Delayed, when=of(a.Moment), effect=inner),
        a.Forbid: made(
            a.Forbid,
            effect=moves | of(a.AvoidAttack),
            when=by_type("Window | None") | st.just(a.Moment(a.Point.END)),
        ),
    }
    kinds = [k for k in a.NODES.values() if issubclass(k, a.EffectNode) and holds_effects(k)]
    return st.one_of([ways[k] if k in ways else derived(k, Effect=inner) for k in kinds])


effects: Drawn = st.recursive(simple_effects, _composed, max_leaves=4)
NAMED["Effect"] = effects


def _under_keywords(inner: Drawn) -> Drawn:
    """Abilities with one keyword or none; those that hold others are left out."""
    paid = made(a.May, effect=moves, then=st.none() | inner, who=a.YOU)
    return by_type(
        a.Ability,
        Effect=inner,
        Defense=st.builds(a.Defense, paid),
        Block=st.builds(a.Block, paid),
        Payment=st.builds(a.Payment, moves, inner, either),
        Reminder=st.builds(a.Reminder, simple_effects),
        Ongoing=st.nothing(),
        Confrontation=st.nothing(),
        Abilities=st.nothing(),
    )


def _abilities(inner: Drawn) -> Drawn:
    plain = _under_keywords(inner)
    return st.one_of(
        plain,
        st.builds(a.Ongoing, plain, either),
        st.builds(a.Confrontation, plain, st.none() | inner),
        st.builds(a.Ongoing, st.builds(a.Confrontation, plain)),
    )


def _text(abilities: list[a.Ability]) -> a.CardText:
    return a.CardText(tuple(abilities))


plain_abilities: Drawn = _under_keywords(effects)
abilities: Drawn = _abilities(effects)
NAMED["Ability"] = abilities
card_texts: Drawn = st.lists(abilities, max_size=3).map(_text)

_short_effects: Drawn = st.one_of(
    powers,
    moves,
    simple_effects,
    made(a.May, effect=moves, then=st.none() | simple_effects, who=a.YOU),
    st.builds(a.If, conditions, simple_effects),
    st.builds(a.When, occasions, simple_effects),
)
short_texts: Drawn = st.lists(_abilities(_short_effects), min_size=1, max_size=2).map(_text)

played_texts: Drawn = st.one_of(
    short_texts,
    short_texts,
    st.lists(abilities, min_size=1, max_size=1).map(_text),
    st.lists(abilities, min_size=1, max_size=3).map(_text),
)
"""Texts of cards for random games; most are short, so that a game gets through them."""
