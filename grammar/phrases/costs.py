"""What cards cost, and what they give."""

from __future__ import annotations

from typing import assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Misfit, Parts, read, reads, rule, writes
from rules_check.grammar.compose import for_each
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import amount, countable, counted
from rules_check.grammar.phrases.players import possessive
from rules_check.grammar.phrases.slots import say_window

# -------------------------------------------------------------------------- reading

rule(
    "character_cost",
    'A TITLE "\'s" COST -> any_character_cost',
    'possessive TITLE "\'s" COST -> owned_character_cost',
)
rule("_cheaper", "YOU? number (LESS | MORE) _to_get?")
rule("_to_get", '"to" (DEFEAT | MOVE)')
rule("_gives", "(PASS | HAVE | GET) YOU?")
rule("cards_kind", "(ALL | EACH)? core")
rule("cards_of_yours", '(EACH "of")? YOUR core')


@reads("predicate", 'ADD amount_plain "to" character_cost span?')
def add_cost(c: Parts, _who: a.Player) -> a.Effect:
    """ "add 2 to a Character's cost this turn"."""
    return a.ChangeCost(_cost_of(c), read(c[1]), True, w.span(c))


@reads(
    "predicate",
    'ADD amount_plain "to" "the" COST "of" A TITLE WILL_PAY? FOR_EACH countable span',
)
def add_cost_verse(c: Parts, _who: a.Player) -> a.Effect:
    """ "add 1 to the cost of a Character for each … this turn"."""
    each = countable(next(p for p in c if w.is_tree(p, "countable")))
    of = w.at_word(a.CharacterCost(), w.first(c, "TITLE"))
    change = a.ChangeCost(of, read(c[1]), True, w.span(c))
    return for_each(each, change)


@reads("predicate", 'SUBTRACT amount_plain "from" character_cost span?')
def less_cost(c: Parts, _who: a.Player) -> a.Effect:
    """ "subtract 2 from a Character's cost this turn"."""
    return a.ChangeCost(_cost_of(c), read(c[1]), False, w.span(c))


def _cost_of(c: Parts) -> a.CostOf:
    found = w.first(c, "any_character_cost", "owned_character_cost")
    assert found is not None
    *whose, title, cost = found.children
    owner = read(whose[0]) if found.data == "owned_character_cost" else None
    return w.over(a.CharacterCost(owner), title, cost)


def _change(c: Parts) -> a.Number:
    """ "1 less", "2 more": by how much."""
    much = next(part for part in c if w.is_tree(part, "number"))
    return w.over(w.numeral(much), much.children[0], w.first(c, "LESS", "MORE"))


@reads("predicate", "(cards_kind | this) (COST_VERB | COST) _cheaper span?")
def cards_cost(c: Parts, _who: a.Player) -> a.Effect:
    """ "Heroes cost 1 less", "this card costs 1 more"."""
    many = _change(c)
    more = "MORE" in w.kinds(c)
    kind = c[0]
    if not w.is_tree(kind, "cards_kind"):
        return a.ChangeCost(a.CostOfThis(), many, more, w.span(c))
    found = filters.core(kind.children[-1])
    to_defeat = "DEFEAT" in w.kinds(c)
    bought, when = _bought(found, to_defeat)
    within = w.span(c)
    if not bought:
        when = within
    elif within is not None:
        if when is not None:
            raise Misfit
        when = within
    return a.ChangeCost(a.CostOfCards(_cost_filter(found), to_defeat), many, more, when)


@reads("predicate", '(REDUCE | INCREASE) "the" COST "of" (cards_kind | this) "by" number span?')
def cost_by(c: Parts, _who: a.Player) -> a.Effect:
    """ "reduce the cost of Heroes by 1 this turn"."""
    many = w.numeral(w.first(c, "number"))
    more = "INCREASE" in w.kinds(c)
    kind = w.first(c, "cards_kind")
    if kind is None:
        return a.ChangeCost(a.CostOfThis(), many, more, w.span(c))
    found = _cost_filter(filters.core(kind.children[-1]))
    return a.ChangeCost(a.CostOfCards(found), many, more, w.span(c))


@reads("predicate", '"the" (ORDINAL | NEXT) core COST_VERB _cheaper span?')
def nth_cost(c: Parts, _who: a.Player) -> a.Effect:
    """ "the first card you buy this turn costs 1 less"."""
    found = filters.core(w.first(c, "core"))
    verbs = [verb for test in found.tests if isinstance(test, a.Acted) for verb in test.verbs]
    to_defeat = "DEFEAT" in w.kinds(c) or a.Verb.DEFEAT in verbs
    bought, when = _bought(found, to_defeat)
    within = w.span(c)
    if not bought or (when is not None and within is not None):
        raise Misfit
    word = w.first(c, "ORDINAL")
    nth = 1 if word is None else w.ORDINALS[str(word)]
    of = a.CostOfCards(_cost_filter(found), to_defeat, nth, word is None)
    many = _change(c)
    return a.ChangeCost(of, many, "MORE" in w.kinds(c), when or within)


@reads("predicate", 'PAY number (LESS | MORE) POWER? (_to_get | "for") cards_kind span?')
def pay_less(c: Parts, who: a.Player) -> a.Effect:
    """ "you pay 2 less to defeat Super-Villains this turn"."""
    if who != a.YOU:
        raise Misfit
    kind = w.first(c, "cards_kind")
    assert kind is not None
    found = filters.core(kind.children[-1])
    of = a.CostOfCards(_cost_filter(found), "DEFEAT" in w.kinds(c))
    words = [str(word) for word in c if w.token(word, "MORE", "LESS")]
    many = _change(c)
    return a.ChangeCost(of, many, words == ["more"], w.span(c))


@reads("predicate", "(cards_kind | cards_of_yours) _gives power span?")
def gives_power(c: Parts, _who: a.Player) -> a.Effect:
    """ "each Hero you play this turn gives +1 Power": each time you play one."""
    word = w.first(c, "PASS")
    if word is not None and not str(word).startswith("give"):
        raise Misfit
    found = filters.core(c[0].children[-1])
    played = [test for test in found.tests if isinstance(test, a.Acted)]
    when = w.span(c)
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
    return a.When(a.Trigger(event, a.Often.EACH, 0, when), read(w.first(c, "power"), a.YOU))


def _cost_filter(found: filters.Core) -> a.Filter:
    """Which cards cost less; where they lie is where cards are bought."""
    if found.among is not None or any(p.zone is not a.Zone.LINE_UP for p in found.places):
        raise Misfit
    return found.filter()


def _bought(found: filters.Core, to_defeat: bool) -> tuple[bool, a.Window | None]:
    """Take "you buy this turn" out of the cards: is it said, and of which stretch of time?"""
    wanted = {a.Verb.DEFEAT} if to_defeat else {a.Verb.BUY, a.Verb.GAIN}
    for test in found.tests:
        if not isinstance(test, a.Acted) or test.tense is not a.Tense.PRESENT or test.who != a.YOU:
            continue
        if wanted.issuperset(test.verbs) and test.verbs[0] is not a.Verb.GAIN:
            found.tests.remove(test)
            return True, test.window
    return False, None


# -------------------------------------------------------------------------- writing


@writes(a.ChangeCost)
def say_change_cost(effect: a.ChangeCost, third: bool) -> str:
    """ "add 2 to a Character's cost this turn"."""
    each = ""
    value = effect.amount
    if isinstance(value, a.Times):
        each = f" for each {counted(value.each)}"
        value = a.Number(value.number)
    many = f"{amount(value)} {'more' if effect.more else 'less'}"
    when = say_window(effect.window, None)
    when = when and f" {when}"
    match effect.of:
        case a.CharacterCost(owner):
            whose = "a" if owner is None else possessive(owner)
            verb, word = ("add", "to") if effect.more else ("subtract", "from")
            verb = a.with_s(verb) if third else verb
            return f"{verb} {amount(value)} {word} {whose} Character's cost{when}{each}"
        case a.CostOfThis():
            return f"this card costs {many}{when}{each}"
        case a.CostOfCards(found, to_defeat, nth, after) if nth:
            which = "next" if after else list(w.ORDINALS)[nth - 1]
            bought = "you defeat" if to_defeat else "you buy"
            subject = f"the {which} {filters.tests_before(found)}{filters.head(found, False, 'or')}"
            return f"{subject}{filters.tests_after(found)} {bought}{when} costs you {many}{each}"
        case a.CostOfCards(found, to_defeat):
            tail = " to defeat" if to_defeat else ""
            return f"{filters.plural_phrase(found)} cost you {many}{tail}{when}{each}"
        case _:
            assert_never(effect.of)
