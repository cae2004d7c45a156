"""Conditions: what follows "if"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from rules_check.grammar import ast as a
from rules_check.grammar.ast import phrase
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, rule, say, table, writes
from rules_check.grammar.phrases import filters, players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import count_of
from rules_check.grammar.phrases.cards import Much, how_many, say_core, selection
from rules_check.grammar.phrases.comparisons import each_of

# --------------------------------------------------------------------------- reading

rule("?condition", "one_condition")
rule("_much", "number (OR_MORE | OR_LESS)", "(AT_LEAST | EXACTLY | FEWER_THAN | MORE_THAN) number")


table(
    condition={
        ('one_condition "and" condition', '"[" condition "]" "and" condition'): lambda c: a.AllOf(
            *map(read, c)
        ),
        ('one_condition "or" condition', '"[" condition "]" "or" condition'): lambda c: a.AnyOf(
            *map(read, c)
        ),
        'one_condition "and" one_condition "or" one_condition': lambda c: a.AnyOf(
            a.AllOf(*map(read, c[:2])), read(c[2])
        ),
        'one_condition "or" one_condition "and" one_condition': lambda c: a.AllOf(
            a.AnyOf(*map(read, c[:2])), read(c[2])
        ),
        '"[" condition "]"': lambda c: read(c[0]),
    },
)


def compare(tree: Part, *tests: a.Test, exact: bool = False) -> a.There:
    """ "two or more Heroes …" as a comparison of a count."""
    if w.is_tree(tree, "cost_worth_at_least"):
        got = read(tree)
        merged = a.make_filter(got.filter.nouns, (*got.filter.tests, *tests))
        counted = a.CountOf(a.Cards(got.quantity, merged, got.places))
        return a.There(counted, a.Comparison.AT_LEAST, a.ONE)
    refuse(not w.is_tree(tree, "cards", "bare_cards"))
    *said, noun = tree.children
    much = how_many(said[0] if said else [])
    found = filters.core(noun)
    found.tests.extend([a.Other(), *tests] if much.another else tests)
    if exact and said and not w.kinds(said[0]):
        much = much._replace(comparison=a.Comparison.EQUAL)
    return _there(count_of(found), much)


def _there(count: a.CountOf, much: Much) -> a.There:
    return a.There(count, only(a.Comparison, much.comparison), much.value)


def _types(found: a.Cards, much: Part) -> a.There:
    """So many different card types."""
    return _there(a.CountOf(found, a.DifferentKind.TYPE), how_many(much))


def _none(there: a.There) -> a.There:
    return a.replace(there, comparison=a.Comparison.EQUAL, value=a.Number(0))


def _in_places(there: a.There, places: tuple[a.Place, ...]) -> a.There:
    cards = a.replace(there.count.cards, places=places)
    return a.replace(there, count=a.replace(there.count, cards=cards))


def _held(who: a.Player, found: Part) -> a.There:
    """ "you have two Heroes in your deck": the place is said; without one it is the hand."""
    held = compare(found)
    hand = (a.Place(a.Zone.HAND, a.YOU if who == a.YOU else a.THAT_PLAYER),)
    in_hand = any(part.data == "in_hand" for part in found.iter_subtrees())
    return _in_places(held, hand if in_hand else held.count.cards.places or hand)


def _has(c: Parts) -> a.Condition:
    if (each := each_of(c[0], c)) is not None:
        return each
    who = read(c[0])
    held = _held(who, c[-1])
    refuse("HAVE" not in w.kinds(c) and compare(c[-1]).count.cards.places)  # held in hand
    return held if who == a.YOU else a.Has(who, held)


def _did_not(c: Parts) -> a.There:
    who, found, *_ = w.trees(c)
    word = c[c.index(found) - 1]
    return negated(read(who), word, found, w.span(c, compare(found).count.cards))


def negated(who: a.Player, word: Part, found: Part, span_: a.Window | None = None) -> a.There:
    """ "you do not control a Location", "that player did not buy any cards": none of them."""
    refuse(w.token(word, "HOLD") and compare(found).count.cards.places)
    if not w.token(word, "CONTROL", "HAVE", "HOLD"):
        return _none(compare(found, a.Acted((w.verb(word),), who, a.Tense.PAST, span_)))
    if w.token(word, "CONTROL"):
        held = compare(found, a.Controlled(who))
    else:
        held = _held(a.YOU, found)
        if who != a.YOU:
            mine = held.count.cards.places
            owned = tuple(a.replace(p, owner=who) if p.owner == a.YOU else p for p in mine)
            held = _in_places(held, owned)
    refuse(held.comparison is not a.Comparison.AT_LEAST)
    return _none(held) if held.value == a.ONE else a.replace(held, comparison=a.Comparison.LESS)


def _all(found: Sequence[a.Condition]) -> a.Condition:
    """All of the conditions, as the grammar nests them."""
    return reduce(lambda later, one: a.AllOf(one, later), reversed(found))


def _controls(c: Parts) -> a.Condition:
    who, *parts = c
    if len(w.trees(c)) == 2 and (each := each_of(who, c)) is not None:
        return each
    held = a.Controlled(read(who))
    return _all([compare(part, held) for part in w.trees(parts)])


def _did(c: Parts) -> a.Condition:
    who, said, *parts = c
    verbs, tense = w.acted(said)
    listed = [p for p in parts if not w.token(p) and p.data != "span"]
    when = w.span(c, compare(listed[-1]).count.cards)
    done = a.Acted(verbs, read(who), tense, when)
    return _all([compare(part, done) for part in listed])


def _did_this_way(c: Parts) -> a.There:
    verbs, _ = w.acted(c[1])
    refuse(len(verbs) != 1)
    return compare(c[2], a.ThisWay(verbs[0]))


def _did_types(c: Parts) -> a.There:
    who, said, much = c[:3]
    verbs, tense = w.acted(said)
    found = filters.Core(tests=[a.Acted(verbs, read(who), tense, w.span(c))])
    return _types(found.every(), much)


def _contained(held: a.There, where: Part) -> a.There:
    refuse(held.count.cards.places)
    return _in_places(held, players.all_places(where))


def exact(tree: Part, end: a.Condition) -> a.Condition:
    """ "until you have three cards" means just three, whichever way one comes there."""
    said = w.kinds(tree)
    held = said & {"HAVE", "HOLD"} and said <= {"HAVE", "HOLD", "ALREADY"}
    if held and w.is_tree(tree.children[-1], "cards") and isinstance(end, a.There | a.Has):
        much = tree.children[-1].children[0]
        if w.first(much, "number") is not None and not w.kinds(much):
            if isinstance(end, a.Has):
                there = a.replace(end.there, comparison=a.Comparison.EQUAL)
                return a.replace(end, there=there)
            return a.replace(end, comparison=a.Comparison.EQUAL)
    return end


_DENIED = {
    a.Comparison.AT_LEAST: a.Comparison.LESS,
    a.Comparison.LESS: a.Comparison.AT_LEAST,
    a.Comparison.AT_MOST: a.Comparison.MORE,
    a.Comparison.MORE: a.Comparison.AT_MOST,
}


def denied(what: a.Condition) -> a.Condition:
    """What follows "unless": the opposite. What somebody does is no condition but a way out."""
    refuse(any(isinstance(x, a.Acted) and x.tense is not a.Tense.PAST for x in a.walk(what)))
    match what:
        case a.There(_, a.Comparison.AT_LEAST, a.Number(1)):
            return _none(what)
        case a.There(_, a.Comparison.EQUAL, a.Number(0)):
            return a.replace(what, comparison=a.Comparison.AT_LEAST, value=a.ONE)
        case a.There(_, comparison) if comparison in _DENIED:
            return a.replace(what, comparison=_DENIED[comparison])
        case a.Is(a.Ref(a.RefKind.IT)):
            return a.Not(what)
        case _:
            return only(a.There, None)


def _has_points(c: Parts) -> a.HasPoints:
    much = how_many(c)
    comparison = only(a.Comparison, much.comparison)
    return a.HasPoints(read(c[0]), a.AttributeKind[c[-1].type], comparison, much.value)


table(
    one_condition={
        ("who_np ALREADY? HAVE cards", "who_np _hold cards"): _has,
        '"there" ("is" | "are") cards': lambda c: compare(c[0], exact=True),
        '"there" ("is" | "are") quantity DIFFERENT CARD_TYPE post*': lambda c: _types(
            filters.with_posts(filters.Core(), c[3:]).every(), c[0]
        ),
        'who_np (HAVE "not" PAST | (DO_NOT | DID_NOT) _act) cards span?': _did_not,
        "who_np (DO_NOT | DID_NOT) (CONTROL | HAVE | HOLD) cards": lambda c: negated(
            read(c[0]), w.first(c, "CONTROL", "HAVE", "HOLD"), c[-1]
        ),
        "who_np OWN cards": lambda c: compare(c[-1], a.Owned(read(c[0]))),
        "YOU CONTROL this": lambda _: a.In(a.THIS, a.IN_PLAY),
        "who_np CANNOT predicate": lambda c: a.Cannot(read(c[-1], read(c[0]))),
        "who_np HAVE _much (POWER | VP)": _has_points,
        '(owned_zone | shared_zone) "contains" cards': lambda c: _contained(compare(c[1]), c[0]),
        'cards "are" "in" place': lambda c: _contained(compare(c[0], exact=True), c[1]),
        ('owned_zone "is" "empty"', 'shared_zone "is" "empty"'): lambda c: a.There(
            a.CountOf(a.Cards(a.Every(), places=players.all_places(c[0]))),
            a.Comparison.EQUAL,
            a.Number(0),
        ),
        "who_np acted quantity DIFFERENT CARD_TYPE span?": _did_types,
        'who_np "also"? CONTROL cards (("," cards)* ","? "and" cards)?': _controls,
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


def _nth_card(c: Parts) -> a.CardsSoFar:
    """ "this is the second Hero you have played this turn"."""
    said = w.first(c, *w.ACTED)
    refuse(said is not None and w.acted(said)[0] != (a.Verb.PLAY,))
    refuse(w.window(c) not in {None, a.Window.THIS_TURN})
    found = filters.Core()
    filters.read_head(found, w.first(c, "head"))
    return a.CardsSoFar(w.ORDINALS[str(w.first(c, "ORDINAL"))], found.filter())


def _players_did(c: Parts) -> a.PlayersDid:
    """ "two or more foes do not gain a Weakness"."""
    much = how_many(c[0])
    refuse(much.comparison is not a.Comparison.AT_LEAST)
    kind = a.PlayerKind.EACH_FOE if "FOE" in w.kinds(c) else a.PlayerKind.EACH_PLAYER
    done = read(c[-1], a.THAT_PLAYER)
    refuse(isinstance(done, a.Control | a.AvoidAttack))  # "a foe controls a Location" is no deed
    return a.PlayersDid(a.Player(kind), much.value.value, done, "DO_NOT" in w.kinds(c))


table(
    one_condition={
        'them "are" core': lambda c: a.Is(a.IT, filters.core(c[-1]).filter()),
        'selection ("\'s" COST ("is" | "was") | COST_VERB) cost_value': lambda c: _is(
            read(c[0]), read(c[-1])
        ),
        'ITS COST ("is" | "was") (cost_value | cost_is)': lambda c: _is(a.IT, read(c[-1])),
        'ITS COST ("is" | "was") CHOSEN_COST': lambda _: _is(a.IT, a.Chosen(a.DifferentKind.COST)),
        "selection HAVE attribute": lambda c: _is(read(c[0]), read(c[-1])),
        "selection HAVE KEYWORD": lambda c: _is(
            read(c[0]), w.at_word(a.HasKeyword(w.keyword(c[-1])), c[-1])
        ),
        "IT_IS CHOSEN_TYPE": lambda _: _is(a.IT, a.Chosen(a.DifferentKind.TYPE)),
        "IT_IS NAMED_CARD": lambda _: _is(a.IT, a.Chosen(a.DifferentKind.NAME)),
        "IT_IS (A | ANOTHER)? core": lambda c: a.Is(a.IT, _complement(c)),
        'IT_IS "not" (A | ANOTHER)? core': lambda c: a.Not(a.Is(a.IT, _complement(c))),
        'selection ("is" | "was") (A | ANOTHER) core': lambda c: a.Is(read(c[0]), _complement(c)),
        'IT_IS "in" place': lambda c: a.In(a.IT, players.one_place(c[-1])),
        "IT_IS IN_PLAY": lambda _: a.In(a.IT, a.IN_PLAY),
        'THIS_CARD "is" ("the" | YOUR) ORDINAL head (YOU acted)? window?': _nth_card,
        "quantity (FOE | PLAYER) DO_NOT? predicate": _players_did,
    },
)

# --------------------------------------------------------------------------- writing


@writes(a.Has, a.HasPoints, a.Cannot, a.Not, a.AllOf, a.AnyOf)
def say_condition(what: a.Condition) -> str:
    """Conditions that speak of a number, of a deed, or of other conditions."""
    match what:
        case a.Has(who, there):
            said = say_there(there).removeprefix("there is ").removeprefix("there are ")
            return f"{players.has(who)} {said}"
        case a.HasPoints(who, kind, comparison, a.Number(n)):
            return f"{players.has(who)} {_compared_with(comparison, str(n), 'less')} {kind.value}"
        case a.Cannot(effect):
            return f"{players.player(getattr(effect, 'who', a.YOU))} cannot {say(effect, False)}"
        case a.Not(a.Is(a.Ref(a.RefKind.IT, None), found)):
            return f"it is not {filters.a_or_an(filters.noun_phrase(found))}"
        case a.Not(inner):
            return f"not {say(inner)}"
        case a.AllOf(one, two):
            return f"{_part(one)} and {_part(two, a.AllOf)}"
        case a.AnyOf(one, two):
            return f"{_part(one)} or {_part(two, a.AnyOf)}"
        case _:
            raise TypeError(what)


def _part(what: a.Condition, same: type[a.Condition] | None = None) -> str:
    """A condition beside "and" or "or": in brackets if it has another of them in it."""
    loose = isinstance(what, a.AllOf | a.AnyOf) and not (same and isinstance(what, same))
    return f"[{say(what)}]" if loose or isinstance(what, a.Cannot) else say(what)


@writes(a.Is)
def say_is(what: a.Is) -> str:
    """ "it is a Hero", "its cost is 5 or greater"."""
    of = selection(what.what)
    match what.filter:
        case a.Filter((), (a.HasKeyword(key),)):
            return f"{of} has {key.value}"
        case a.Filter((), (a.Chosen(a.DifferentKind.TYPE),)) if what.what == a.IT:
            return "it is the chosen card type"
        case a.Filter((), (test,)) if what.what == a.IT and phrase.say_as(test, "cost_value"):
            return f"its cost is {phrase.say_as(test, 'cost_value')}"
        case a.Filter((), (a.Attribute() as test,)):
            return f"{of} has {say(test)}"
        case found:
            return f"{of} is {filters.a_or_an(filters.noun_phrase(found))}"


def _compared_with(comparison: a.Comparison, number: str, less: str) -> str:
    return {
        a.Comparison.AT_LEAST: f"{number} or more",
        a.Comparison.AT_MOST: f"{number} or {less}",
        a.Comparison.LESS: f"{less} than {number}",
        a.Comparison.MORE: f"more than {number}",
        a.Comparison.EQUAL: f"exactly {number}",
    }[comparison]


@writes(a.There)
def say_there(what: a.There) -> str:
    """A count compared with a number."""
    found, value = what.count.cards, what.value
    assert isinstance(value, a.Number)
    if isinstance(found.quantity, a.CostWorth):
        subject = next(t for t in found.filter.tests if isinstance(t, a.Acted))
        worth = f"{found.quantity.amount} or greater cost worth of cards"
        return f"{say(subject)} {worth}"
    many = _compared_with(what.comparison, w.spell(value.value), "fewer")
    if what.comparison is a.Comparison.EQUAL and value.value == 0:
        many = "no"
    if what.count.different is a.DifferentKind.TYPE:
        tail = filters.said_after(found.filter) + players.say_places(found, "in")
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
            return f"{players.has(who, 'control')} {body}"
        case a.Acted():
            said = say(a.replace(subject_, window=None))
            return f"{said} {body} {subject_.window or ''}".rstrip()


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
    return a.replace(found, filter=trimmed, among=None), leading[0]
