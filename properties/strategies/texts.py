"""Random conditions and occasions, composed effects, abilities and whole card texts."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from rules_check.grammar import ast as a
from rules_check.grammar.among import among_shown
from rules_check.grammar.attach import sequence
from rules_check.grammar.phrases.sentences import NOBODYS
from rules_check.properties.strategies import nouns as n
from rules_check.properties.strategies.actions import holds_effects, moves, powers, simple_effects
from rules_check.properties.strategies.derive import NAMED, Drawn, by_type, derived, made, of, way
from rules_check.properties.strategies.nouns import either, some, windows

# ------------------------------------------------------------- conditions and occasions


def _known(cards: a.Cards) -> bool:
    return not any(isinstance(part, a.SharesType | a.Same | a.Ref) for part in a.walk(cards))


named_filters: Drawn = st.builds(a.make_filter, n.nouns, st.just(()))
their_cards: Drawn = n.compared_cards().filter(lambda found: bool(found.places))
way(a.There, count=made(a.CountOf, cards=n.counted_cards), value=n.numbers)
way(
    a.There,  # "one different card" is another card
    count=made(a.CountOf, cards=n.counted_cards, different=a.DifferentKind.NAME),
    value=n.several,
)
way(
    a.Has,
    who=some([n.A_FOE, a.Player(a.PlayerKind.TEAMMATE)]),
    there=made(a.There, count=made(a.CountOf, cards=their_cards), value=n.numerals),
)
way(a.Is, what=a.IT, filter=n.filters().filter(lambda found: found != a.ANY_CARD))
way(a.Not, condition=made(a.Is, what=a.IT, filter=n.filters().filter(lambda f: bool(f.nouns))))
way(a.CardsSoFar, nth=st.integers(1, 5), filter=named_filters)
way(
    a.HasMore,
    who=some([a.YOU, n.A_FOE]),
    cards=n.compared_cards(),
    than=n.rivals,
    how=n.as_many,
    times=some([1, 2]),
)
done_tests: Drawn = some([a.DidSo(), a.DidNot(), a.AvoidedAttack(), a.HitByAttack()])
way(a.PlayersAre, who=some([n.EACH_FOE, n.THEM]), test=done_tests)
way(
    a.PlayersAre,
    who=some([n.EACH_FOE, n.THEM]),
    test=done_tests | of(a.HavingMore),
    comparison=a.Comparison.AT_LEAST,
    value=st.integers(1, 2),
)
way(a.PlayersAre, who=n.EACH_FOE, test=done_tests, comparison=a.Comparison.EQUAL)
counts: Drawn = made(a.CountOf, cards=made(a.Cards, quantity=a.Every(), places=n.one_place))
way(a.Compare, first=counts, second=n.numerals | counts)
way(a.IsParity, of=counts)
way(a.HasPoints, kind=some([a.AttributeKind.POWER, a.AttributeKind.VP]))
# "… and two Heroes are in play" would be read on from what is said before it
way(a.In, what=NAMED["pronoun"], place=n.places | st.just(a.IN_PLAY))
way(a.AttackIs, filter=n.printed_filters.filter(lambda found: bool(found.nouns)))
way(a.OwnsOrPlays, what=NAMED["pronoun"])
way(a.During, window=a.Window.CONFRONTATION)
way(a.DefeatedInConfrontation, window=a.Window.THIS_TURN)
way(a.Cannot, effect=made(a.Move, verb=some([a.Verb.DISCARD, a.Verb.DESTROY]), what=n.plain_cards))
way(
    a.PlayersDid,
    who=some([n.EACH_FOE, a.Player(a.PlayerKind.EACH_PLAYER)]),
    # of "… of that card type" or "… as it" it would have to be said before which card that is
    effect=made(a.Move, verb=a.Verb.GAIN, what=n.plain_cards.filter(_known), who=a.THAT_PLAYER),
    negated=either,
)

JOINED = (a.AllOf, a.AnyOf)
conditions: Drawn = st.one_of(
    [
        of(kind)
        for kind in a.NODES.values()
        if issubclass(kind, a.ConditionNode) and kind not in JOINED
    ]
)
NAMED["Condition"] = conditions
all_conditions: Drawn = st.one_of(conditions, of(a.AllOf), of(a.AnyOf))

done: Drawn = st.tuples(n.past_verbs)
way(a.Event, who=n.plain_players, what=n.selections)
way(a.Event, who=n.plain_players, what=a.THIS, would=True)
way(a.Event, verbs=(a.Verb.DESTROY,), who=n.plain_players, what=a.THIS, anywhere=True)
suffered: Drawn = st.tuples(some([a.Verb.AVOID, a.Verb.ATTACK, a.Verb.CONFRONT]))
way(a.Event, verbs=suffered, who=n.plain_players)
way(a.Event, verbs=done, who=None, what=a.THIS)
way(a.Event, verbs=done, who=None, what=of(a.CharacterOf), would=either)
way(a.Event, verbs=(a.Verb.DRAW,), who=a.YOU, what=n.plain_cards.filter(_known), told=True)
events: Drawn = of(a.Event)

way(a.Moment, each=either)
way(a.Moment, whose=some([a.YOU, a.THAT_PLAYER]), next=either)
way(a.Trigger, often=some([a.Often.WHEN, a.Often.EACH]), window=windows)
way(a.Trigger, often=a.Often.NTH, nth=st.integers(1, 5), window=windows)
way(a.Until, end=some([a.Moment(a.Point.END), a.Moment(a.Point.START, next=True)]))
way(a.Until, end=a.Event((a.Verb.DEFEAT,), None, a.THIS))
occasions: Drawn = by_type("Occasion")

# --------------------------------------------------------------------- composed effects


def _not_all(effect: a.Effect) -> bool:
    """ "Destroy all cards until …" would be read as one by one."""
    what = getattr(effect, "what", None)
    return not (isinstance(what, a.Cards) and isinstance(what.quantity, a.Every))


def _each_alone(effect: Any) -> bool:
    """Whether it can be forbidden: each of the cards by itself."""
    what = getattr(effect, "what", None)
    if isinstance(what, a.Both | a.OneOf):
        return False
    if not isinstance(what, a.Cards):
        return True
    if any(place.edge for place in what.places):
        return False
    return (what.quantity, what.among, what.random) == (a.AnyNumber(), None, False)


def _somebodys(effect: Any) -> bool:
    """Whether nobody else is said to do what is nobody's ("each foe may double your Power")."""
    return not any(
        getattr(node, "who", a.YOU) != a.YOU and any(isinstance(x, NOBODYS) for x in a.walk(node))
        for node in a.walk(effect)
    )


def _composed(inner: Drawn) -> Drawn:
    """Effects one level above `inner`."""
    done = inner.filter(lambda e: not isinstance(e, a.Forbid))  # nobody may "cannot"
    more = st.none() | inner
    last = st.none() | inner.map(lambda e: e.effect if isinstance(e, a.Instead) else e)
    two_or_three = st.lists(inner, min_size=2, max_size=3)
    shown = made(a.Show, verb=a.Verb.REVEAL, what=n.plain_cards)
    ways: dict[type[a.Node], Drawn] = {
        a.Seq: two_or_three.map(sequence) | moves.map(lambda e: sequence([e, a.AvoidAttack()])),
        a.May: made(a.May, effect=done, then=more, otherwise=last, who=n.rivals),
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
            effect=moves.filter(_each_alone)
            | of(a.AvoidAttack)
            | of(a.Undertake)
            | of(a.UndertakeDefeat),
            when=windows | st.just(a.Moment(a.Point.END)),
        ),
    }
    kinds = [k for k in a.NODES.values() if issubclass(k, a.EffectNode) and holds_effects(k)]
    return st.one_of([ways[k] if k in ways else derived(k, Effect=inner) for k in kinds])


effects: Drawn = (
    st.recursive(simple_effects, _composed, max_leaves=4).map(among_shown).filter(_somebodys)
)
NAMED["Effect"] = effects


def _unavoidable(effect: a.Effect) -> a.Effect:
    return sequence([effect, a.Unavoidable()])


def _under_keywords(inner: Drawn) -> Drawn:
    """Abilities with one keyword or none; those that hold others are left out."""
    paid = made(a.May, effect=moves, then=st.none() | inner, who=a.YOU)
    return by_type(
        a.Ability,
        Effect=inner,
        Attack=st.builds(a.Attack, inner | moves.map(_unavoidable)),
        Defense=st.builds(a.Defense, paid),
        Block=st.builds(a.Block, paid),
        Payment=st.builds(a.Payment, moves, inner, st.none() | st.sampled_from(a.OncePer)),
        Reminder=st.builds(a.Reminder, simple_effects),
        Ongoing=st.nothing(),
        Confrontation=st.nothing(),
        Coined=st.nothing(),
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
