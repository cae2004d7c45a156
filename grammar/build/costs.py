"""Parse trees about what cards cost and what they give, to effects."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.build.core import Core, core
from rules_check.grammar.build.words import (
    ORDINALS,
    Misfit,
    Part,
    first,
    is_tree,
    kinds,
    number,
    span,
    token,
)


def build_cards_cost(tree: Part, _who: a.Player) -> a.Effect:
    """ "Heroes cost 1 less", "this card costs 1 more"."""
    many = a.Number(number(first(tree, "number")))
    more = "MORE" in kinds(tree)
    kind = tree.children[0]
    if not is_tree(kind, "cards_kind"):
        return a.ChangeCost(a.CostOfThis(), many, more, span(tree))
    found = core(kind.children[-1])
    to_defeat = "DEFEAT" in kinds(tree)
    bought, when = _bought(found, to_defeat)
    within = span(tree)
    if not bought:
        when = within
    elif within is not None:
        if when is not None:
            raise Misfit
        when = within
    return a.ChangeCost(a.CostOfCards(_cost_filter(found), to_defeat), many, more, when)


def build_cost_by(tree: Part, _who: a.Player) -> a.Effect:
    """ "reduce the cost of Heroes by 1 this turn"."""
    many = a.Number(number(first(tree, "number")))
    more = "INCREASE" in kinds(tree)
    kind = first(tree, "cards_kind")
    if kind is None:
        return a.ChangeCost(a.CostOfThis(), many, more, span(tree))
    found = _cost_filter(core(kind.children[-1]))
    return a.ChangeCost(a.CostOfCards(found), many, more, span(tree))


def build_nth_cost(tree: Part, _who: a.Player) -> a.Effect:
    """ "the first card you buy this turn costs 1 less"."""
    found = core(first(tree, "core"))
    verbs = [verb for test in found.tests if isinstance(test, a.Acted) for verb in test.verbs]
    to_defeat = "DEFEAT" in kinds(tree) or a.Verb.DEFEAT in verbs
    bought, when = _bought(found, to_defeat)
    within = span(tree)
    if not bought or (when is not None and within is not None):
        raise Misfit
    word = first(tree, "ORDINAL")
    nth = 1 if word is None else ORDINALS[str(word)]
    of = a.CostOfCards(_cost_filter(found), to_defeat, nth, word is None)
    many = a.Number(number(first(tree, "number")))
    return a.ChangeCost(of, many, "MORE" in kinds(tree), when or within)


def build_pay_less(tree: Part, who: a.Player) -> a.Effect:
    """ "you pay 2 less to defeat Super-Villains this turn"."""
    if who != a.YOU:
        raise Misfit
    kind = first(tree, "cards_kind")
    assert kind is not None
    found = core(kind.children[-1])
    of = a.CostOfCards(_cost_filter(found), "DEFEAT" in kinds(tree))
    words = [str(word) for word in tree.children if token(word, "MORE", "LESS")]
    many = a.Number(number(first(tree, "number")))
    return a.ChangeCost(of, many, words == ["more"], span(tree))


def build_gives_power(tree: Part, _who: a.Player) -> a.Effect:
    """ "each Hero you play this turn gives +1 Power": each time you play one."""
    word = first(tree, "PASS")
    if word is not None and not str(word).startswith("give"):
        raise Misfit
    found = core(tree.children[0].children[-1])
    played = [test for test in found.tests if isinstance(test, a.Acted)]
    when = span(tree)
    for test in played:
        if test.verbs != (a.Verb.PLAY,) or test.who != a.YOU or test.tense is not a.Tense.PRESENT:
            raise Misfit
        if test.window is not None and when is not None:
            raise Misfit
        when = when or test.window
        found.tests.remove(test)
    if found.places or found.among is not None:
        raise Misfit
    event = a.Event((a.Verb.PLAY,), a.YOU, found.cards(a.Exactly(a.ONE)))
    power = first(tree, "power")
    assert power is not None
    many = number(first(power, "number"))
    gives = a.Power(a.Number(-many if "DASH" in kinds(power) else many))
    return a.When(a.Trigger(event, a.Often.EACH, 0, when), gives)


def _cost_filter(found: Core) -> a.Filter:
    """Which cards cost less; where they lie is where cards are bought."""
    if found.among is not None or any(p.zone is not a.Zone.LINE_UP for p in found.places):
        raise Misfit
    return found.filter()


def _bought(found: Core, to_defeat: bool) -> tuple[bool, a.Window | None]:
    """Take "you buy this turn" out of the cards: is it said, and of which stretch of time?"""
    wanted = {a.Verb.DEFEAT} if to_defeat else {a.Verb.BUY, a.Verb.GAIN}
    for test in found.tests:
        if not isinstance(test, a.Acted) or test.tense is not a.Tense.PRESENT or test.who != a.YOU:
            continue
        if wanted.issuperset(test.verbs) and test.verbs[0] is not a.Verb.GAIN:
            found.tests.remove(test)
            return True, test.window
    return False, None
