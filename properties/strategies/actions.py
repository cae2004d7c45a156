"""Random effects of one verb; those that are not here follow from their templates."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from rules_check.grammar import ast as a
from rules_check.grammar.compose import open_clause
from rules_check.properties.strategies import nouns as n
from rules_check.properties.strategies.derive import NAMED, Drawn, draws, made, of, way
from rules_check.properties.strategies.nouns import either, some, windows

counted: Drawn = st.builds(a.Times, NAMED["int"], n.counts())
destinations: Drawn = st.one_of(
    n.places,
    st.builds(a.Place, some([a.Zone.STACK, a.Zone.PLAY, a.Zone.TABLE])),
    st.builds(a.Place, st.just(a.Zone.UNDER_CHARACTER), n.owners),
    st.just(a.Place(a.Zone.FRONT, a.YOU)),
)
NAMED |= {"destination": destinations, "game": some([None, a.Window.REST_OF_GAME])}
NAMED["some_types"] = (  # of one type alone there is nothing to choose, and no text says it
    st.lists(st.sampled_from(list(a.CardType)), min_size=2, max_size=3, unique=True).map(tuple)
)

limited: Drawn = st.builds(a.Bounded, counted, most=NAMED["int"])
way(a.Power, amount=n.numbers | counted | limited | n.its_number | n.sums, who=a.YOU)
way(a.Worth, amount=n.numerals | counted | made(a.CountOf, cards=n.somewhere()))
way(a.ChoosePlayer, player=n.players().filter(lambda who: who.kind != n.THEM.kind))
way(a.ChoosePlayer, player=some([a.Player(kind) for kind in n.PICKS]))
way(
    a.ChoosePlayer,
    player=some([a.Player(kind) for kind in n.PICKS]),
    most=st.integers(2, 4),
    exact=either,
)
# of "… and two Heroes or Villains are also …" the first noun could belong to what is said before
one_noun = n.cards().filter(lambda found: len(found.filter.nouns) < 2)
way(a.Grant, what=some([a.THIS, a.IT]) | one_noun, window=windows)
powers: Drawn = of(a.Power)

IRREGULAR = {a.Verb.PUT, a.Verb.RETURN, a.Verb.PASS, a.Verb.BUY}  # "buy cards": any number
way(a.Move, verb=some([v for v, row in a.VERBS.items() if row.moves and v not in IRREGULAR]))
way(a.Move, verb=a.Verb.PUT, to=destinations, any_order=either)
way(a.Move, verb=a.Verb.PUT, to=destinations, random_order=either)
way(a.Move, verb=a.Verb.PUT, to=a.Place(a.Zone.TABLE, face_down=True))
# "return a card under your Character": whereto, or which one
elsewhere = destinations.filter(lambda place: place.zone is not a.Zone.UNDER_CHARACTER)
way(a.Move, verb=a.Verb.RETURN, to=st.none() | elsewhere)
way(a.Move, verb=a.Verb.PASS, to=made(a.Place, zone=a.Zone.HAND, owner=n.plain_players))
moves: Drawn = of(a.Move)

way(a.Play, again=either, window=windows)


@draws(a.Play)
@st.composite
def played_clauses(draw: st.DrawFn) -> a.Effect:
    """The question what "this turn" belongs to, after a clause that could take it."""
    what, who = draw(n.cards()), draw(NAMED["actor"])
    match what.filter:
        case a.Filter(nouns, (*before, a.ThisWay(who=None) as last)) if open_clause(what):
            tests = (*before, a.replace(last, window=a.Window.THIS_TURN))
            clause = a.replace(what, filter=a.Filter(nouns, tests))
            options = (a.Play(what, False, who, a.Window.THIS_TURN), a.Play(clause, False, who))
            return a.Question("this-turn", ("effect", "clause"), options)
    return a.Play(what, who=who)


def _not_bought(found: a.Filter) -> bool:
    """ "cards you buy this turn cost 1 less" says no more than "cards cost 1 less this turn"."""
    verbs = {verb for test in found.tests if isinstance(test, a.Acted) for verb in test.verbs}
    return verbs.isdisjoint({a.Verb.BUY, a.Verb.DEFEAT})


way(a.CostOfCards, cards=n.filters().filter(_not_bought), to_defeat=either)
way(a.CostOfCards, cards=n.printed_filters, to_defeat=either, nth=st.integers(1, 5))
way(a.CostOfCards, cards=n.printed_filters, to_defeat=either, nth=1, next=True)
way(a.CostOfCards, cards=n.printed_filters, nth=st.integers(0, 5), in_line_up=True)
way(a.CostOfCards, cards=n.printed_filters, in_line_up=True, payer=of(a.Player))
way(a.ChangeCost, amount=n.numerals, more=either, window=windows)
way(a.ChangeCost, of=of(a.CostOfThis), amount=n.numerals, more=False, least=st.integers(0, 5))
way(a.ChangeCost, of=of(a.CharacterCost), amount=counted, more=either, window=windows)

left = [a.IT, a.THEM, a.Ref(a.RefKind.REST), a.Ref(a.RefKind.OTHER)]
way(a.LeaveThere, what=some(left))
way(a.Undertake, verb=some([a.Verb.ANNOUNCE, a.Verb.BLOCK]))
way(a.UndertakeDefeat, cards=some([a.Filter((a.TitleNoun(a.Title.SUPER_VILLAIN),))]))
way(a.UndertakeDefeat, this=st.just(True))

OFTEN = [a.Move] * 5 + [a.Power] * 2
"""What most cards do."""


OF_ATTACKS = (a.AvoidAttack, a.Unavoidable, a.Undertake, a.UndertakeDefeat)
"""What is said of Attacks, and with other effects does not stay where it is; and what a text can
only forbid."""


def holds_effects(kind: type[a.Node]) -> bool:
    """Whether a node has other effects in it."""
    return any("Effect" in str(type_) for type_ in kind.__annotations__.values())


@st.composite
def _simple_effects(draw: st.DrawFn) -> Any:
    simple = [
        kind
        for kind in a.NODES.values()
        if issubclass(kind, a.EffectNode) and not holds_effects(kind) and kind not in OF_ATTACKS
    ]
    return draw(of(draw(some([*OFTEN, *simple]))))


simple_effects: Drawn = _simple_effects()
"""Effects of one verb, of every class that there is when one is drawn.

Who avoids an Attack is only said if it is somebody else: with other effects it is not clear.
"""
