"""Conditions: what follows "if"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import replace
from rules_check.grammar.ast.phrase import (
    Misfit,
    Part,
    Parts,
    Reader,
    read,
    reads,
    rule,
    say,
    table,
    writes,
)
from rules_check.grammar.phrases import filters, players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import count_of
from rules_check.grammar.phrases.cards import quantity, say_core, selection

# --------------------------------------------------------------------------- reading

rule("?condition", "one_condition")


def _joined(outer: type[Any], inner: type[Any] | None = None) -> Reader:
    """Two conditions; or three, the `inner` ones said first."""

    def join(c: Parts) -> a.Condition:
        *first_, last = map(read, c)
        made: a.Condition = outer(inner(*first_) if inner else first_[0], last)
        return made

    return join


table(
    "condition",
    {
        ('one_condition "and" condition', '"[" condition "]" "and" condition'): _joined(a.AllOf),
        ('one_condition "or" condition', '"[" condition "]" "or" condition'): _joined(a.AnyOf),
        'one_condition "and" one_condition "or" one_condition': _joined(a.AnyOf, a.AllOf),
        'one_condition "or" one_condition "and" one_condition': _joined(a.AllOf, a.AnyOf),
        '"[" condition "]"': lambda c: read(c[0]),
    },
)


def _compare(tree: Part, *tests: a.Test, exact: bool = False) -> a.There:
    """ "two or more Heroes …" as a comparison of a count."""
    comparison: a.Comparison | None = a.Comparison.AT_LEAST
    value = a.ONE
    if w.is_tree(tree, "cost_worth_at_least"):
        got = read(tree)
        merged = a.make_filter(got.filter.nouns, (*got.filter.tests, *tests))
        counted = a.CountOf(a.Cards(got.quantity, merged, got.places))
        return a.There(counted, a.Comparison.AT_LEAST, a.ONE)
    if w.is_tree(tree, "cards"):
        _, comparison, another = quantity(tree.children[0])
        found = filters.core(tree.children[1])
        if another:
            found.tests.append(a.Other())
        if exact and not w.kinds(tree.children[0]):
            comparison = a.Comparison.EQUAL
        value = _value(tree.children[0])
    elif w.is_tree(tree, "bare_cards"):
        found = filters.core(tree.children[0])
    else:
        raise Misfit
    if comparison is None:
        raise Misfit
    found.tests.extend(tests)
    return a.There(count_of(found), comparison, value)


def _value(tree: Part) -> a.Number:
    if "NO" in w.kinds(tree):
        return a.Number(0)
    said = w.first(tree, "number")
    return w.numeral(said) if said is not None else a.ONE


def _types(found: a.Cards, much: Part) -> a.There:
    """So many different card types."""
    _, comparison, _ = quantity(much)
    if comparison is None:
        raise Misfit
    return a.There(a.CountOf(found, a.DifferentKind.TYPE), comparison, _value(much))


def _none(there: a.There) -> a.There:
    return replace(there, comparison=a.Comparison.EQUAL, value=a.Number(0))


def _in_places(there: a.There, places: tuple[a.Place, ...]) -> a.There:
    cards = replace(there.count.cards, places=places)
    return replace(there, count=replace(there.count, cards=cards))


def _held(who: a.Player, found: Part) -> a.There:
    """ "you have two Heroes in your deck": the place is said; without one it is the hand."""
    held = _compare(found)
    hand = (a.Place(a.Zone.HAND, a.YOU if who == a.YOU else a.THAT_PLAYER),)
    in_hand = any(part.data == "post_in_hand" for part in found.iter_subtrees())
    return _in_places(held, hand if in_hand else held.count.cards.places or hand)


@reads("one_condition", "who_np ALREADY? HAVE cards")
def has(c: Parts) -> a.Condition:
    """ "you have two Heroes in your deck"."""
    who = read(c[0])
    held = _held(who, c[-1])
    return held if who == a.YOU else a.Has(who, held)


def _did_not(c: Parts) -> a.There:
    who, *parts = c
    word = next(
        p for p in parts if w.token(p, "PAST", "MOVE", "PLAY", "REVEAL", "DEFEAT", "CHOOSE")
    )
    found = next(p for p in parts if not w.token(p))
    when = w.span(c, _compare(found).count.cards)
    return _none(_compare(found, a.Acted((w.verb(word),), read(who), a.Tense.PAST, when)))


def negated(who: a.Player, word: Part, found: Part, span_: a.Window | None = None) -> a.There:
    """ "you do not control a Location", "that player did not buy any cards": none of them."""
    if not w.token(word, "CONTROL", "HAVE"):
        return _none(_compare(found, a.Acted((w.verb(word),), who, a.Tense.PAST, span_)))
    if w.token(word, "CONTROL"):
        held = _compare(found, a.Controlled(who))
    else:
        held = _held(a.YOU, found)
        if who != a.YOU:
            mine = held.count.cards.places
            owned = tuple(replace(p, owner=who) if p.owner == a.YOU else p for p in mine)
            held = _in_places(held, owned)
    if held.comparison is not a.Comparison.AT_LEAST:
        raise Misfit
    return _none(held) if held.value == a.ONE else replace(held, comparison=a.Comparison.LESS)


def _all(found: Sequence[a.Condition]) -> a.Condition:
    """All of the conditions, as the grammar nests them."""
    return reduce(lambda later, one: a.AllOf(one, later), reversed(found))


def _controls(c: Parts) -> a.Condition:
    who, *parts = c
    held = a.Controlled(read(who))
    return _all([_compare(part, held) for part in parts if not w.token(part)])


def _did(c: Parts) -> a.Condition:
    who, said, *parts = c
    verbs, tense = w.acted(said)
    listed = [p for p in parts if not w.token(p) and p.data != "span"]
    when = w.span(c, _compare(listed[-1]).count.cards)
    done = a.Acted(verbs, read(who), tense, when)
    return _all([_compare(part, done) for part in listed])


def _did_this_way(c: Parts) -> a.There:
    verbs, _ = w.acted(c[1])
    if len(verbs) != 1:
        raise Misfit
    return _compare(c[2], a.ThisWay(verbs[0]))


def _did_types(c: Parts) -> a.There:
    who, said, much = c[:3]
    verbs, tense = w.acted(said)
    done = a.make_filter((), (a.Acted(verbs, read(who), tense, w.span(c)),))
    return _types(a.Cards(a.Every(), done), much)


def _there_types(c: Parts) -> a.There:
    found = filters.Core()
    for part in c[3:]:
        filters.post(found, part)
    return _types(found.every(), c[0])


def _contained(held: a.There, where: Part) -> a.There:
    if held.count.cards.places:
        raise Misfit
    return _in_places(held, players.all_places(where))


def exact(tree: Part, end: a.Condition) -> a.Condition:
    """ "until you have three cards" means just three, whichever way one comes there."""
    plain = w.is_tree(tree, "has") and w.is_tree(tree.children[-1], "cards")
    if plain and isinstance(end, a.There):
        said = tree.children[-1].children[0]
        if w.first(said, "number") is not None and not w.kinds(said):
            return replace(end, comparison=a.Comparison.EQUAL)
    return end


_MUCH: Final = {
    "OR_MORE": a.Comparison.AT_LEAST,
    "AT_LEAST": a.Comparison.AT_LEAST,
    "OR_LESS": a.Comparison.AT_MOST,
    "EXACTLY": a.Comparison.EQUAL,
    "FEWER_THAN": a.Comparison.LESS,
    "MORE_THAN": a.Comparison.MORE,
}
rule("_much", "number (OR_MORE | OR_LESS)")
rule("_much", "(AT_LEAST | EXACTLY | FEWER_THAN | MORE_THAN) number")


def _has_points(c: Parts) -> a.HasPoints:
    words = w.kinds(c)
    comparison = next(to for kind, to in _MUCH.items() if kind in words)
    value = w.numeral(w.first(c, "number"))
    kind = a.AttributeKind.POWER if "POWER" in words else a.AttributeKind.VP
    return a.HasPoints(read(c[0]), kind, comparison, value)


table(
    "one_condition",
    {
        '"there" ("is" | "are") cards': lambda c: _compare(c[0], exact=True),
        '"there" ("is" | "are") quantity DIFFERENT CARD_TYPE post*': _there_types,
        (
            "who_np HAVE NOT PAST cards span?",
            "who_np (DO_NOT | DID_NOT) _act cards span?",
        ): _did_not,
        "who_np (DO_NOT | DID_NOT) (CONTROL | HAVE) cards": lambda c: negated(
            read(c[0]), w.first(c, "CONTROL", "HAVE"), c[-1]
        ),
        "who_np OWN cards": lambda c: _compare(c[-1], a.Owned(read(c[0]))),
        "YOU CONTROL this": lambda _: a.In(a.THIS, a.Place(a.Zone.PLAY)),
        "who_np CANNOT predicate": lambda c: a.Cannot(read(c[-1], read(c[0]))),
        "who_np HAVE _much (POWER | VP)": _has_points,
        '(owned_zone | shared_zone) "contains" cards': lambda c: _contained(_compare(c[1]), c[0]),
        'cards "are" "in" place': lambda c: _contained(_compare(c[0], exact=True), c[1]),
        ('owned_zone "is" "empty"', 'shared_zone "is" "empty"'): lambda c: a.There(
            a.CountOf(a.Cards(a.Every(), places=players.all_places(c[0]))),
            a.Comparison.EQUAL,
            a.Number(0),
        ),
        "who_np acted quantity DIFFERENT CARD_TYPE span?": _did_types,
        'who_np ALSO? CONTROL cards (("," cards)* ","? "and" cards)?': _controls,
        'who_np acted cards (("," cards)* ","? "and" cards)? span?': _did,
        "who_np acted cards THIS_WAY": _did_this_way,
    },
)


def _is(of: a.Selection, test: a.Test) -> a.Is:
    return a.Is(of, a.make_filter((), (test,)))


def _complement(c: Parts) -> a.Filter:
    """What something is said to be: "a Hero", "another Villain"."""
    found = filters.core(c[-1])
    if "ANOTHER" in w.kinds(c):
        found.tests.append(a.Other())
    return found.filter()


rule("cost_is", "comparison amount -> cost_compared")
table(
    "one_condition",
    {
        'them "are" core': lambda c: a.Is(a.IT, filters.core(c[-1]).filter()),
        (
            'selection "\'s" COST ("is" | "was") cost_value',
            "selection COST_VERB cost_value",
        ): lambda c: _is(read(c[0]), filters.cost_value(c[-1])),
        'ITS COST ("is" | "was") cost_value': lambda c: _is(a.IT, filters.cost_value(c[-1])),
        'ITS COST ("is" | "was") CHOSEN_COST': lambda _: _is(a.IT, a.Chosen(a.DifferentKind.COST)),
        'ITS COST ("is" | "was") cost_is': lambda c: _is(a.IT, read(c[-1])),
        "selection HAVE attribute": lambda c: _is(read(c[0]), read(c[-1])),
        "selection HAVE KEYWORD": lambda c: _is(
            read(c[0]), w.at_word(a.HasKeyword(w.keyword(c[-1])), c[-1])
        ),
        "IT_IS CHOSEN_TYPE": lambda _: _is(a.IT, a.Chosen(a.DifferentKind.TYPE)),
        "IT_IS NAMED_CARD": lambda _: _is(a.IT, a.Chosen(a.DifferentKind.NAME)),
        "IT_IS (A | ANOTHER)? core": lambda c: a.Is(a.IT, _complement(c)),
        "IT_IS NOT (A | ANOTHER)? core": lambda c: a.Not(a.Is(a.IT, _complement(c))),
        'selection ("is" | "was") (A | ANOTHER) core': lambda c: a.Is(read(c[0]), _complement(c)),
        'IT_IS "in" place': lambda c: a.In(a.IT, players.one_place(c[-1])),
        "IT_IS IN_PLAY": lambda _: a.In(a.IT, a.Place(a.Zone.PLAY)),
    },
)


@reads("one_condition", 'THIS_CARD "is" ("the" | YOUR) ORDINAL head (YOU acted)? window?')
def nth_card(c: Parts) -> a.CardsSoFar:
    """ "this is the second Hero you have played this turn"."""
    said = w.first(c, *w.ACTED)
    if said is not None and w.acted(said)[0] != (a.Verb.PLAY,):
        raise Misfit
    if w.window(c) not in {None, a.Window.THIS_TURN}:
        raise Misfit
    found = filters.Core()
    filters.read_head(found, w.first(c, "head"))
    return a.CardsSoFar(w.ORDINALS[str(w.first(c, "ORDINAL"))], found.filter())


@reads("one_condition", "quantity (FOE | PLAYER) DO_NOT? predicate")
def players_did(c: Parts) -> a.PlayersDid:
    """ "two or more foes do not gain a Weakness"."""
    much, *_, said = c
    if quantity(much)[1] is not a.Comparison.AT_LEAST:
        raise Misfit
    kind = a.PlayerKind.EACH_FOE if "FOE" in w.kinds(c) else a.PlayerKind.EACH_PLAYER
    done = read(said, a.THAT_PLAYER)
    if isinstance(done, a.Control):
        raise Misfit  # "a foe controls a Location" is no deed
    return a.PlayersDid(a.Player(kind), _value(much).value, done, "DO_NOT" in w.kinds(c))


# --------------------------------------------------------------------------- writing


def _has(who: a.Player, base: str = "have", third: str = "has") -> str:
    """A player and a verb."""
    return f"{players.player(who)} {base if players.is_you(who) else third}"


@writes(a.Has)
def say_has(what: a.Has) -> str:
    """ "a foe has a Weakness in their discard pile"."""
    said = say_there(what.there).removeprefix("there is ").removeprefix("there are ")
    return f"{_has(what.who)} {said}"


@writes(a.Is)
def say_is(what: a.Is) -> str:
    """ "it is a Hero", "its cost is 5 or greater"."""
    of = selection(what.what)
    match what.filter:
        case a.Filter((), (a.HasKeyword(key),)):
            return f"{of} has {key.value}"
        case a.Filter((), (a.Chosen(a.DifferentKind.TYPE),)) if what.what == a.IT:
            return "it is the chosen card type"
        case a.Filter((), (a.Parity(kind),)) if what.what == a.IT:
            return f"its cost is {kind.value}"
        case a.Filter((), (a.Attribute() as test,)):
            cost = test.kind is a.AttributeKind.COST
            if what.what == a.IT and cost and _plain_number(test):
                return f"its cost is {filters.attribute(test).removeprefix('cost ')}"
            return f"{of} has {filters.attribute(test)}"
        case found:
            return f"{of} is {filters.filter_phrase(found)}"


def _plain_number(test: a.Attribute) -> bool:
    known = {a.Comparison.EQUAL, a.Comparison.AT_MOST, a.Comparison.AT_LEAST}
    return isinstance(test.value, a.Number) and test.comparison in known


@writes(a.CardsSoFar)
def say_cards_so_far(what: a.CardsSoFar) -> str:
    """ "this is the second Hero you play this turn"."""
    nth = list(w.ORDINALS)[what.nth - 1]
    return f"this is the {nth} {filters.head(what.filter, False, 'or')} you play this turn"


@writes(a.HasPoints)
def say_has_points(what: a.HasPoints) -> str:
    """ "you have 8 or more Power"."""
    said = _compared_with(what.comparison, str(what.value.value), "less")
    return f"{_has(what.who)} {said} {what.kind.value}"


def _compared_with(comparison: a.Comparison, number_: str, less: str) -> str:
    return {
        a.Comparison.AT_LEAST: f"{number_} or more",
        a.Comparison.AT_MOST: f"{number_} or {less}",
        a.Comparison.LESS: f"{less} than {number_}",
        a.Comparison.MORE: f"more than {number_}",
        a.Comparison.EQUAL: f"exactly {number_}",
    }[comparison]


@writes(a.Cannot)
def say_cannot(what: a.Cannot) -> str:
    """ "you cannot discard a Hero"."""
    return f"{players.player(getattr(what.effect, 'who', a.YOU))} cannot {say(what.effect, False)}"


@writes(a.PlayersDid)
def say_players_did(what: a.PlayersDid) -> str:
    """ "two or more foes do not gain a Weakness"."""
    kind = "foes" if what.who.kind is a.PlayerKind.EACH_FOE else "players"
    do = " do not" if what.negated else ""
    return f"{w.spell(what.at_least)} or more {kind}{do} {say(what.effect, False)}"


@writes(a.Not)
def say_not(what: a.Not) -> str:
    """ "it is not a Hero"."""
    inner = what.condition
    if isinstance(inner, a.Is) and inner.what == a.IT:
        return f"it is not {filters.filter_phrase(inner.filter)}"
    return f"not {say(inner)}"


@writes(a.AllOf)
def say_all_of(what: a.AllOf) -> str:
    """ "A and B"."""
    return f"{_part(what.first)} and {_part(what.second, a.AllOf)}"


@writes(a.AnyOf)
def say_any_of(what: a.AnyOf) -> str:
    """ "A or B"."""
    return f"{_part(what.first)} or {_part(what.second, a.AnyOf)}"


def _part(what: a.Condition, same: type[a.Condition] | None = None) -> str:
    """A condition beside "and" or "or": in brackets if it has another of them in it."""
    loose = isinstance(what, a.AllOf | a.AnyOf) and not (same and isinstance(what, same))
    return f"[{say(what)}]" if loose or isinstance(what, a.Cannot) else say(what)


@writes(a.There)
def say_there(what: a.There) -> str:
    """A count compared with a number."""
    found = what.count.cards
    value = what.value
    assert isinstance(value, a.Number)
    if isinstance(found.quantity, a.CostWorth):
        subject = next(t for t in found.filter.tests if isinstance(t, a.Acted))
        return (
            f"{filters.say_acted(subject)} {found.quantity.amount} or greater cost worth of cards"
        )
    many = _compared_with(what.comparison, w.spell(value.value), "fewer")
    if what.comparison is a.Comparison.EQUAL and value.value == 0:
        many = "no"
    if what.count.different is a.DifferentKind.TYPE:
        tail = filters.tests_after(found.filter) + players.say_places(found, "in")
        return f"there are {many} different card types{tail}"
    rest, subject_ = _subject(found)
    different = "different " if what.count.different is a.DifferentKind.NAME else ""
    plural = not (value.value == 1 and what.comparison is a.Comparison.AT_LEAST)
    body = different + say_core(rest, plural, "or") + players.say_places(rest, "in")
    body = f"{many} {body}" if plural else filters.a_or_an(body)
    match subject_:
        case None:
            return f"there {'are' if plural else 'is'} {body}"
        case a.Controlled(who):
            return f"{_has(who, 'control', 'controls')} {body}"
        case a.Acted():
            said = filters.say_acted(replace(subject_, window=None))
            return f"{said} {body}" + (f" {subject_.window.value}" if subject_.window else "")


def _subject(found: a.Cards) -> tuple[a.Cards, a.Controlled | a.Acted | None]:
    """Take "you control" or "you played" out of the cards, where it can lead the sentence."""
    tests = found.filter.tests
    leading = [t for t in tests if isinstance(t, a.Controlled | a.Acted)]
    plain = (a.Other, a.Attribute, a.CostOneOf, a.Parity, a.Different)
    rest = tuple(t for t in tests if t not in leading)
    if len(leading) != 1 or not all(isinstance(t, plain) for t in rest):
        return found, None
    if isinstance(leading[0], a.Acted) and found.places:
        return found, None
    trimmed = a.Filter(found.filter.nouns, rest)
    return replace(found, filter=trimmed, among=None), leading[0]
