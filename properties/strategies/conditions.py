"""Random conditions, events and occasions."""

from __future__ import annotations

from hypothesis import strategies as st

from rules_check.grammar import ast as a
from rules_check.properties.strategies import nouns as n
from rules_check.properties.strategies.actions import windows
from rules_check.properties.strategies.derive import NAMED, Drawn, by_type, made, of, way
from rules_check.properties.strategies.nouns import either, some

named_filters: Drawn = st.builds(a.make_filter, n.nouns, st.just(()))
their_cards: Drawn = n.compared_cards().filter(lambda found: bool(found.places))
way(
    a.There,
    count=made(a.CountOf, cards=n.counted_cards, different=some([None, a.DifferentKind.NAME])),
    value=n.numbers,
)
way(
    a.Has,
    who=some([n.A_FOE, a.Player(a.PlayerKind.TEAMMATE)]),
    there=made(a.There, count=made(a.CountOf, cards=their_cards), value=n.numerals),
)
way(a.Is, what=a.IT, filter=n.filters().filter(lambda found: found != a.ANY_CARD))
way(a.Not, condition=made(a.Is, what=a.IT, filter=n.filters().filter(lambda f: bool(f.nouns))))
way(a.CardsSoFar, nth=st.integers(1, 5), filter=named_filters)
way(a.HasMore, who=some([a.YOU, n.A_FOE]), cards=n.compared_cards(), than=n.rivals, more=either)
way(a.HasPoints, kind=some([a.AttributeKind.POWER, a.AttributeKind.VP]))
# "… and two Heroes are in play" would be read on from what is said before it
way(a.In, what=NAMED["pronoun"], place=n.places | st.just(a.Place(a.Zone.PLAY)))
way(a.OwnsOrPlays, what=NAMED["pronoun"])
way(a.During, window=a.Window.CONFRONTATION)
way(a.DefeatedInConfrontation, window=a.Window.THIS_TURN)
way(a.Cannot, effect=made(a.Move, verb=some([a.Verb.DISCARD, a.Verb.DESTROY]), what=n.plain_cards))
way(
    a.PlayersDid,
    who=some([n.EACH_FOE, a.Player(a.PlayerKind.EACH_PLAYER)]),
    effect=made(a.Move, verb=a.Verb.GAIN, what=n.plain_cards, who=a.THAT_PLAYER),
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
way(a.Event, verbs=(a.Verb.DRAW,), who=a.YOU, what=n.plain_cards, told=True)
events: Drawn = of(a.Event)

way(a.Moment, each=either)
way(a.Moment, whose=some([a.YOU, a.THAT_PLAYER]), next=either)
way(a.Trigger, often=some([a.Often.WHEN, a.Often.EACH]), window=windows)
way(a.Trigger, often=a.Often.NTH, nth=st.integers(1, 5), window=windows)
way(a.Until, end=some([a.Moment(a.Point.END), a.Moment(a.Point.START, next=True)]))
way(a.Until, end=a.Event((a.Verb.DEFEAT,), None, a.THIS))
occasions: Drawn = by_type("Occasion")
