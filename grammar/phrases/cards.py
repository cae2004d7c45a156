"""Whole noun phrases for cards: how many, which, from where; and what stands for cards."""

from __future__ import annotations

from functools import reduce
from typing import Any, Final, NamedTuple, assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.ast import phrase
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, rule, say, table, writes
from rules_check.grammar.phrases import filters, players
from rules_check.grammar.phrases import words as w

# ------------------------------------------------------------ reading: what stands for cards

rule("?selection", "one_selection")
rule(
    "?one_selection",
    "this", "this_from", "it", "them", "rest", "other_one", "whole", "cards", "both", "owned_title",
)  # fmt: skip
rule("number", "NUMBER")


def _one_of(one: a.Selection, two: a.Selection) -> a.Selection:
    """ "a Hero or a Villain" is the same as "a Hero or Villain"."""
    if (
        isinstance(one, a.Cards)
        and isinstance(two, a.Cards)
        and one.filter.nouns
        and two.filter.nouns
        and not one.filter.tests
        and not one.places
        and (one.quantity, one.random, one.among) == (two.quantity, two.random, two.among)
    ):
        nouns = one.filter.nouns + two.filter.nouns
        return a.replace(two, filter=a.Filter(nouns, two.filter.tests))
    return a.OneOf(one, two)


_LISTED = 'one_selection ("," quantified)* ","?'
table(
    selection={
        (f"{_LISTED} OR quantified", f'"either" {_LISTED} OR quantified'): lambda c: reduce(
            _one_of, map(read, w.trees(c))
        )
    }
)
table(both={f'{_LISTED} "and" quantified': lambda c: reduce(a.Both, map(read, c))})


def any_number(tree: Part) -> a.Selection:
    """ "play cards", "buy cards": as many as one likes, where no number is said."""
    found: a.Selection = read(tree)
    if not w.is_tree(tree, "bare_cards") or any(tree.scan_values(lambda leaf: leaf.type == "THE")):
        return found
    if not isinstance(found, a.Cards) or found.quantity != a.Every():
        return found
    if any(isinstance(test, a.ThisWay) for test in found.filter.tests):
        return found
    return a.replace(found, quantity=a.AnyNumber())


def plain_cards(tree: Part) -> a.Cards:
    """A noun phrase that has to be plain cards."""
    return only(a.Cards, read(tree))


# ------------------------------------------------------------------------ reading: cards

rule(
    "quantity",
    "A", "TARGET", "ANY number?", "number", "ALL", "EACH", "UP_TO number", "ANY_NUMBER_OF",
    "ANOTHER", "number OR_MORE", "AT_LEAST number", "FEWER_THAN number", "MORE_THAN number",
    "NO", "number OR_LESS", "EXACTLY number", "UP_TO? TOTAL_OF number",
)  # fmt: skip
rule("_sum", '(TOTAL | "combined") COST "of"?')


class Much(NamedTuple):
    """A quantity, also "another"; and how it compares with which number in a condition."""

    quantity: a.Quantity
    comparison: a.Comparison | None
    value: a.Number
    another: bool = False


_COMPARED: Final[dict[str, tuple[type[Any], a.Comparison, int]]] = {
    "UP_TO": (a.UpTo, a.Comparison.AT_MOST, 0),
    "OR_LESS": (a.UpTo, a.Comparison.AT_MOST, 0),
    "OR_MORE": (a.AtLeast, a.Comparison.AT_LEAST, 0),
    "AT_LEAST": (a.AtLeast, a.Comparison.AT_LEAST, 0),
    "FEWER_THAN": (a.UpTo, a.Comparison.LESS, -1),
    "MORE_THAN": (a.AtLeast, a.Comparison.MORE, 1),
    "EXACTLY": (a.Exactly, a.Comparison.EQUAL, 0),
}


def how_many(c: Part) -> Much:
    """How many, said among these words."""
    words = w.kinds(c)
    value = w.numeral(c) if w.first(c, "number") is not None else a.ONE
    for word, (kind, comparison, more) in _COMPARED.items():
        if word in words:
            limit = a.Number(value.value + more) if more else value
            return Much(kind(limit), comparison, value)
    if "NO" in words:
        return Much(a.Every(), a.Comparison.EQUAL, a.Number(0))
    if words & {"ALL", "EACH", "ANY_NUMBER_OF"}:
        return Much(a.AnyNumber() if "ANY_NUMBER_OF" in words else a.Every(), None, value)
    return Much(a.Exactly(value), a.Comparison.AT_LEAST, value, "ANOTHER" in words)


def quantity(tree: Part) -> Much:
    """A quantity before a noun."""
    much = how_many(tree)
    return much._replace(quantity=phrase.put(much.quantity, tree))


rule("quantified", "quantity core -> cards")


@phrase.reads("cards", "quantity core")
def cards(c: Parts) -> a.Selection:
    """ "two Heroes from your discard pile"."""
    much = quantity(c[0])
    words = w.kinds(c[0])
    refuse("NO" in words)  # only in a condition
    found = filters.core(c[1])
    if much.another:
        found.tests.append(a.Other())
    if "TOTAL_OF" in words and found.join == "and/or":
        found.join = "or"
    if words == {"ANY"} and len(c[0].children) == 1:
        heads = c[1].scan_values(lambda leaf: w.token(leaf, "CARD", "TYPE", "TITLE", "KEYWORD"))
        if next((str(word) for word in heads), "").endswith("s"):
            return found.cards(a.AnyNumber())
    return found.cards(much.quantity)


def _or_acted(c: Parts) -> a.OneOf:
    much = quantity(c[0]).quantity
    verbs, tense = w.acted(w.first(c, *w.ACTED))
    left, right = filters.core(c[1]), filters.core(c[1])
    right.places, right.join = (), "or"
    right.tests.append(a.Acted(verbs, read(w.first(c, *players.PLAYERS)), tense, w.window(c)))
    return a.OneOf(left.cards(much), right.cards(much))


def _or_places(c: Parts) -> a.OneOf:
    much = quantity(c[0]).quantity
    one, two = filters.core(c[1]), filters.core(c[1])
    two.tests = [t for t in two.tests if not isinstance(t, a.Controlled | a.Acted | a.Owned)]
    two.places, two.join = players.places(c[-1])
    return a.OneOf(one.cards(much), two.cards(much))


def _top_cards(c: Parts) -> a.Cards:
    top = a.replace(players.one_place(c[-1]), edge=players.edge(c[0]))
    return a.Cards(a.Exactly(how_many(c).value), places=(top,))


def _cards_of(c: Parts) -> a.Selection:
    found = filters.core(c[1])
    # "your Character" is an oversized card
    refuse(not found.nouns or any(isinstance(n, a.TitleNoun) for n in found.nouns))
    found.tests.append(a.Controlled(read(c[0])))
    return found.cards(a.Every())


def _cards_among(c: Parts) -> a.Selection:
    one, group, *posts = c
    much = (how_many([one]) if w.token(one) else quantity(one)).quantity
    if w.is_tree(group, "core"):
        return filters.with_posts(filters.core(group), posts).cards(much)
    found = filters.among_them(posts)
    if much == a.Every() and found.filter() == a.ANY_CARD:
        return a.THEM
    return found.cards(much)


@phrase.reads("cards", "core")
def bare_cards(c: Parts) -> a.Selection:
    """A noun without a quantity: "the card" is the one spoken of, "the revealed cards" and
    "cards passed to you" are all of them, "a" is left out in "Destroy cards until …"."""
    found = filters.core(c[0])
    heads = c[0].scan_values(lambda leaf: w.token(leaf, "CARD", "TYPE", "TITLE"))
    plural = any(leaf.endswith("s") and not leaf.endswith("ss") for leaf in heads)
    one = not plural and not found.nouns
    if one and found.tests and not found.places:
        return found.cards(a.Exactly(a.ONE)) if found.tests != [a.Other()] else a.IT
    refuse(one and not found.definite)  # "discard card": which one?
    if one and not found.tests and not found.places:
        return a.IT
    return found.cards(a.Every() if plural or found.nouns else a.Exactly(a.ONE))


@phrase.reads("cards", 'number OR_MORE COST_WORTH "of" core')
def cost_worth_at_least(c: Parts) -> a.Selection:
    """ "10 or greater cost worth of cards"."""
    return filters.core(c[-1]).cards(a.CostWorth(w.numeral(c).value, False))


def _cost_worth_up_to(c: Parts) -> a.Selection:
    found = filters.core(w.first(c, "core"))
    where = w.first(c, "places", "places_each")
    if where is not None:
        refuse(found.places)
        found.places, found.join = players.places(where)
    return found.cards(a.CostWorth(w.numeral(c).value))


table(
    cards={
        'quantity core OR "that" who_np acted window?': _or_acted,
        'EDGE number? CARD ("of" | "from") (owned_zone | shared_zone)': _top_cards,
        "possessive core": _cards_of,
        ('quantity "of" (them | core) post*', "(ANY_NUMBER_OF | ALL) them post*"): _cards_among,
        "number post*": lambda c: filters.among_them(c[1:]).cards(a.Exactly(w.numeral(c))),
        "EACH": lambda _: a.THEM,
        "ANOTHER": lambda _: a.Cards(a.Exactly(a.ONE), a.Filter((), (a.Other(),))),
        "THAT_MANY core": lambda c: filters.core(c[-1]).cards(a.Exactly(a.ThatMany())),
        'quantity core OR ("in" | "from") places': _or_places,
        "A_NUMBER_OF? core EQUAL_TO amount": lambda c: filters.core(w.first(c, "core")).cards(
            a.Exactly(read(c[-1]))
        ),
        (
            'UP_TO number COST_WORTH "of" core',
            'ANY_NUMBER_OF core "with" A? _sum number OR_LESS (_in places)?',
        ): _cost_worth_up_to,
    },
)

# ---------------------------------------------------------------------------- writing


@writes(a.Cards)
def say_cards(found: a.Cards, preposition: str = "from") -> str:
    """A noun phrase with its quantity; without it, where the cards are counted."""
    if preposition == "counted":
        return say_core(found, True, "or") + players.say_places(found, "in")
    top = _top(found)
    if top is not None:
        return top
    many, plural, article = _quantity(found.quantity)
    body = say_core(found, plural, "and" if isinstance(found.quantity, a.Every) else "or")
    where = players.say_places(found, preposition)
    if found.among == a.THEM:
        many = (many or "one").removesuffix(" of")
        return f"{many} of them{filters.said_after(found.filter)}{where}"
    if found.among == a.IT:
        where += " from it"
    where += filters.said_after(found.filter, nested=True)
    if isinstance(found.quantity, a.Exactly) and not isinstance(
        found.quantity.amount, a.Number | a.ThatMany
    ):
        where += f" equal to {say(found.quantity.amount)}"
    if article:
        return filters.a_or_an(body) + where
    return f"{many} {body}{where}".strip() if many else body + where


def _top(found: a.Cards) -> str | None:
    """ "the top two cards of your deck"."""
    match found:
        case a.Cards(a.Exactly(a.Number(n)), a.Filter((), ()), (where,), _, False, None) if (
            where.edge
        ):
            many = "card" if n == 1 else f"{w.spell(n)} cards"
            return f"the {where.edge.value} {many} of {players.zone_name(where)}"
    return None


def _quantity(much: a.Quantity) -> tuple[str, bool, bool]:
    """The words, whether the noun is plural, and whether an article stands instead."""
    match much:
        case a.Exactly(a.Number(1)):
            return "", False, True
        case a.Exactly(a.Number(n)):
            return w.spell(n), True, False
        case a.Exactly(a.ThatMany()):
            return "that many", True, False
        case a.Exactly():
            return "", True, False
        case a.UpTo(a.Number(n)):
            return f"up to {w.spell(n)}", n != 1, False
        case a.AtLeast(a.Number(n)):
            return f"{w.spell(n)} or more", True, False
        case a.AnyNumber():
            return "any number of", True, False
        case a.Every():
            return "all", True, False
        case a.CostWorth(n, up_to):
            return (f"up to {n}" if up_to else f"{n} or greater") + " cost worth of", True, False
        case _:
            assert_never(much)


def say_core(found: a.Cards, plural: bool, word: str) -> str:
    """Adjectives, nouns and tests, without quantity and places."""
    return ("random " if found.random else "") + filters.noun_phrase(found.filter, plural, word)


@writes(a.Both, a.OneOf)
def say_two(what: a.Both | a.OneOf, preposition: str = "from") -> str:
    """ "this card and a Hero", "a Hero or it"."""
    if isinstance(what, a.Both):
        return f"{selection(what.first)} and {selection(what.second, preposition)}"
    return f"{selection(what.first, preposition)} or {selection(what.second, preposition)}"


def selection(what: a.Selection, preposition: str = "from") -> str:
    """Any phrase that stands for cards; an open question is left open."""
    if not isinstance(what, a.Question):
        return say(what, preposition)
    if what.id != "and-or":
        return selection(what.options[0], preposition)
    total = what.option("total")
    assert isinstance(total, a.Cards)
    if isinstance(what.option("each"), a.Both):
        where = players.say_places(total, preposition)
        return filters.a_or_an(say_core(total, False, "and/or")) + where
    bare = say_cards(a.replace(total, places=()))
    names = [players.place(where) for where in total.places]
    return f"{bare} {preposition} {w.join(names, 'and/or')}"
