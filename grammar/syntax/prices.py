"""What cards and Characters cost, where that changes: "your Character costs 2 more"."""

# What no case speaks of says nothing that is understood: behind each match stands `raise Nonsense`.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.syntax.drafts import (
    Act,
    Draft,
    Nominal,
    NounPhrase,
    Prep,
    Purpose,
    Quantity,
    Said,
    want,
)
from rules_check.grammar.syntax.nouns import (
    CALLED,
    amount,
    describe,
    player,
    selection,
    you_choose,
)
from rules_check.grammar.syntax.verbs import RAISES, Adjuncts, head_of, is_increased
from rules_check.grammar.syntax.waiting import is_tenseless, waited

V = a.Verb
YOU: Final = NounPhrase("", Said("you", "PRON"))
K = a.PlayerKind
Z = a.Zone


def changed_cost(subject: NounPhrase, act: Act) -> a.Effect:
    """ "Your Character's cost is increased by 2"."""
    adjuncts = Adjuncts(act.adjuncts)
    by = adjuncts.prep("by")
    adjuncts.done()
    want(is_increased(act) and not act.negated)
    want(by is not None and act.verb not in ("add", "subtract") and not act.modal)
    assert by is not None
    return new_cost(subject, by, act.verb in RAISES)


def cost_goes(act: Act, subject: NounPhrase) -> a.Effect:
    """ "The cost of each Hero is 1 less", "your Character's cost rises by 2"."""
    if act.passive:
        return changed_cost(subject, act)
    by = act.pred
    if act.verb == "be":
        want(isinstance(by, NounPhrase) and by.quantity is not None and act == Act("be", pred=by))
        assert isinstance(by, NounPhrase)
        assert by.quantity is not None
        want(by == NounPhrase("", None, quantity=by.quantity))
        want(by.quantity.how in ("more by", "less by"))
        plain = replace(by, quantity=replace(by.quantity, how="="))
        return new_cost(subject, plain, by.quantity.how == "more by")
    adjuncts = Adjuncts(act.adjuncts)
    by = adjuncts.prep("by")
    adjuncts.done()
    want(act.verb in ("rise", "fall") and by is not None)
    want(act == Act(act.verb, gap=True, adjuncts=act.adjuncts))
    assert by is not None
    return new_cost(subject, by, act.verb == "rise")


def new_cost(x: NounPhrase, by: Draft, more: bool) -> a.Effect:
    """A cost that goes up or down: of a Character, or of all such cards."""
    inner = x.x
    if isinstance(inner, Nominal) and x == NounPhrase("the", inner) and len(inner.details) == 1:
        (of,) = inner.details
        want(isinstance(of, Prep) and of.word == "of" and not of.adverb)
        assert isinstance(of, Prep)
        want(inner == Nominal("num", "cost", details=(of,)))
        want(isinstance(by, NounPhrase) and by.x is None and isinstance(by.quantity, Quantity))
        assert isinstance(by, NounPhrase)
        assert by.quantity is not None
        want(by == NounPhrase("", None, quantity=by.quantity) and by.quantity.how == "=")
        want(not by.quantity.further)
        so = replace(by.quantity, how="more by" if more else "less by")
        return costs(Act("cost", object=replace(by, quantity=so)), of.x)
    if _are_cards(x.owner) and isinstance(by, NounPhrase) and by.quantity is not None:
        want(isinstance(inner, Nominal) and inner == Nominal("num", "cost", inner.plural))
        want(x == NounPhrase("'s", inner, owner=x.owner) and by.quantity.how == "=")
        want(not by.quantity.further)
        want(by == NounPhrase("", None, quantity=by.quantity))
        so = replace(by.quantity, how="more by" if more else "less by")
        return costs(Act("cost", object=replace(by, quantity=so)), x.owner)
    want(not isinstance(by, NounPhrase) or by.quantity is None or not by.quantity.further)
    return a.ChangeCost(character_cost(x), amount(by), more)


def _are_cards(x: Draft | None) -> bool:
    """ "Villains' (costs)"."""
    return (
        isinstance(x, NounPhrase)
        and isinstance(x.x, Nominal)
        and x.x.sort == "card"
        and not x.owner
        and (x.x.plural or x.det in ("each", "every"))
    )


def character_cost(x: Draft | None) -> a.CharacterCost:
    """ "your Character's cost", as what changes."""
    want(isinstance(x, NounPhrase) and head_of(x) == "cost" and x.owner is not None)
    assert isinstance(x, NounPhrase)
    whose = x.owner
    if isinstance(whose, NounPhrase) and whose.det in ("a", "any") and _is_character(whose):
        return a.CharacterCost()
    what = selection(whose)
    want(isinstance(what, a.CharacterOf))
    assert isinstance(what, a.CharacterOf)
    return a.CharacterCost(what.owner)


def _is_character(x: NounPhrase) -> bool:
    inner = x.x
    return (
        isinstance(inner, Nominal)
        and replace(inner, called=()) == Nominal("card", "card")
        and (inner.called == (CALLED["character"],))
    )


def _chosen_by_you(x: NounPhrase) -> NounPhrase:
    """ "any one Character", "a Character that you choose", as "a Character"; else what it was."""
    inner = x.x
    if not isinstance(inner, Nominal) or inner.plural:
        return NounPhrase("", None)
    one = x.det == "" and inner.quantity == Quantity("=", 1)
    plain = NounPhrase(x.det, inner)
    if x != plain or not (one or (x.det in ("a", "any", "any one") and inner.quantity is None)):
        return NounPhrase("", None)
    chosen = all(one == Prep("of choice", "", YOU) or you_choose(one) for one in inner.details)
    return NounPhrase("a", replace(inner, quantity=None, details=() if chosen else inner.details))


def costs(act: Act, subject: Draft | None, payer: a.Player = a.YOU) -> a.Effect:
    """ "Heroes cost you 1 less to buy this turn", "your Character costs 2 more"."""
    want(isinstance(subject, NounPhrase) and act.form == "base")
    assert isinstance(subject, NounPhrase)
    want(not (act.modal or act.negated or act.perfect or act.to))
    by = act.object
    want(isinstance(by, NounPhrase) and by.x is None and by.quantity is not None)
    assert isinstance(by, NounPhrase)
    q = by.quantity
    assert q is not None
    want(q.how in ("more by", "less by") and not by.adverbs and by.part_of is None)
    payer = player(act.whom) if act.whom is not None else payer
    to_defeat = to_buy = to_confront = False
    rest = []
    for one in act.adjuncts:
        if one == Purpose(Act("defeat", gap=True)):
            to_defeat = True
        elif one == Purpose(Act("buy", gap=True)):
            to_buy = True
        elif one == Purpose(Act("confront", gap=True)):
            to_confront = True
        elif one == Prep("for", "", NounPhrase("", Said("you", "PRON"))):
            want(act.whom is None)
        else:
            rest.append(one)
    want(not rest)
    number, more = a.Number(q.number or 0), q.how == "more by"
    inner = subject.x
    want(isinstance(inner, Nominal) and inner.sort == "card")
    assert isinstance(inner, Nominal)
    if inner.called == (CALLED["character"],) and subject.owner is not None:
        what = selection(subject)
        want(isinstance(what, a.CharacterOf) and act.whom is None and not (to_defeat or to_buy))
        assert isinstance(what, a.CharacterOf)
        return a.ChangeCost(a.CharacterCost(what.owner), number, more)
    if _is_character(_chosen_by_you(subject)):  # "a Character of your choice"
        want(act.whom is None and not (to_defeat or to_buy or to_confront))
        return a.ChangeCost(a.CharacterCost(), number, more)
    want(not to_confront)  # only Characters are Confronted
    want(inner.quantity is None and subject.owner is None and subject.part_of is None)
    want(not subject.adverbs and subject.excepted is None)
    first = waited(subject)
    if first is not None and (first[0] or first[1]):
        nth, next_, acted, cards = first
        want(acted.verbs == (V.BUY,) and acted.who == a.YOU)
        of = a.CostOfCards(cards, to_defeat, nth=nth or 1, next=next_, payer=payer)
        return a.ChangeCost(of, number, more, acted.window)
    want((subject.det == "" and inner.plural) or subject.det in ("each", "every", "all"))
    described = describe(inner)
    want(not (described.extra or described.edge or described.random or described.number))
    want(not (described.different or described.single or described.among or described.chooser))
    in_line_up = described.places == (a.Place(Z.LINE_UP),)
    want(in_line_up or not described.places)
    cards = described.filter
    bought = [one for one in cards.tests if _is_bought(one, payer)]
    window = None
    if bought:
        (now,) = bought
        assert isinstance(now, a.Acted)
        want(now.tense is a.Tense.PRESENT or is_tenseless(inner))
        window = now.window
        cards = a.replace(cards, tests=tuple(one for one in cards.tests if one != now))
    want(not any(isinstance(one, a.Acted | a.ThisWay | a.Controlled) for one in cards.tests))
    of = a.CostOfCards(cards, to_defeat, in_line_up=in_line_up, payer=payer)
    return a.ChangeCost(of, number, more, window)


def _is_bought(test: a.Test, payer: a.Player) -> bool:
    buyer = a.YOU if payer == a.YOU else a.Player(K.THAT_PLAYER)
    return isinstance(test, a.Acted) and (test.verbs, test.who) == ((V.BUY,), buyer)


def is_cost(x: NounPhrase) -> bool:
    """Whether a phrase speaks of what something costs."""
    return isinstance(x.x, Nominal) and x.x.head == "cost"
