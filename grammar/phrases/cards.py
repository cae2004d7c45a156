"""Whole noun phrases for cards: how many, which, from where; and what stands for cards."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import Final, assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.ast import phrase
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, rule, say, table, writes
from rules_check.grammar.phrases import coordinate, definite, filters, players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.likeness import together
from rules_check.grammar.phrases.quantities import Much, how_many
from rules_check.grammar.subjects import EACH_ONE

# ------------------------------------------------------------ reading: what stands for cards

rule("?selection", "one_selection")
rule(
    "?one_selection",
    "this", "this_from", "it", "them", "rest", "other_one", "whole", "cards", "both", "owned_title",
    "nth_one",
)  # fmt: skip
rule("number", "NUMBER")
COST: Final = a.AttributeKind.COST
REST: Final = a.Ref(a.RefKind.REST)


def _either(c: Parts) -> a.Selection:
    """ "a Hero or a Villain"; a number alone before "or" is none of the cards spoken of."""
    trees = w.trees(c)
    refuse(coordinate.bare_number(trees[0]))
    return coordinate.listed(list(map(read, trees)))


_LISTED = 'one_selection ("," quantified)* ","?'
table(selection={(f"{_LISTED} OR quantified", f'"either" {_LISTED} OR quantified'): _either})
table(both={f'{_LISTED} "and" quantified': lambda c: coordinate.both(list(map(read, c)))})


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
    refuse("EACH" in words and any(isinstance(x, a.Different) for x in found.tests))  # only counted
    together(found, much.quantity)
    if "TOTAL_OF" in words:
        found.together, found.join = False, "or" if found.join == "and/or" else found.join
    if words == {"ANY"} and len(c[0].children) == 1:
        heads = c[1].scan_values(lambda leaf: w.token(leaf, "CARD", "TYPE", "TITLE", "KEYWORD"))
        first = next((str(word) for word in heads), "")
        if first.islower() and first.endswith("s"):  # an own keyword is never in plural
            return found.cards(a.AnyNumber())
    # "one the revealed cards"
    refuse(found.definite and "ALL" not in words)
    if isinstance(getattr(much.quantity, "amount", None), a.Number):
        refuse(found.join == "and" and not found.together)  # "a card in your hand and your deck"
    if words == {"ALL"} and found.join == "or" and len(found.places) > 1:
        rows = (replace(found, places=(place,)) for place in found.places)
        return reduce(a.OneOf, (row.cards(much.quantity) for row in rows))
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


def _one_or_two(c: Parts) -> a.OneOf:
    """ "one or two Heroes"."""
    few, many, found = w.number(c[0]), w.number(c[2]), filters.core(c[3])
    refuse(few >= many)
    one, two = (found.cards(a.Exactly(a.Number(n))) for n in (few, many))
    return a.OneOf(one, two)


def _top_cards(c: Parts) -> a.Cards:
    top = a.replace(players.one_place(c[-1]), edge=players.edge(w.first(c, "EDGE")))
    many: a.Amount = how_many(c).value
    each = any(c[-1].scan_values(lambda leaf: leaf.type == "EACH"))
    apart = a.Spread.EACH if each and players.of_each_player(top) else a.Spread.TOTAL
    much = a.Exactly(a.ThatMany() if w.first(c, "THAT_MANY") else many)
    return a.Cards(much, places=(top,), spread=apart)


def _top_x_cards(c: Parts) -> a.Cards:
    return a.replace(_top_cards(c), quantity=a.Exactly(a.X))


@phrase.reads("cards", "possessive core")
def cards_of(c: Parts) -> a.Selection:
    """ "your Heroes": those you control; "a foe's Location" is one of that foe's."""
    found = filters.core(c[1])
    heads = [*c[1].scan_values(lambda leaf: w.token(leaf, "CARD", "TYPE"))]
    single = bool(heads) and not any(leaf.endswith("s") or leaf == "equipment" for leaf in heads)
    # "your Character" is an oversized card
    refuse(not found.nouns or any(isinstance(n, a.TitleNoun) for n in found.nouns))
    best = any(isinstance(test, a.Extreme) for test in found.tests)  # "your highest-cost Hero"
    whose = read(c[0])
    refuse(single and not best and whose.kind in EACH_ONE)  # one of them, or one of each?
    found.tests.append(a.Controlled(whose))
    return found.cards(a.Exactly(a.ONE) if best or single else a.Every())


def _cards_among(c: Parts) -> a.Selection:
    one, group, *posts = c
    refuse(w.is_tree(one, "quantity") and w.kinds(one) == {"A"})  # "a of them"
    much, *_, another = how_many([one]) if w.token(one) else quantity(one)
    if w.is_tree(one, "quantity") and [str(word) for word in one.children] == ["any"]:
        much = a.AnyNumber()  # "any of them"; one of them is "any one of them"
    if w.is_tree(group, "core"):
        return filters.with_posts(filters.core(group), posts).cards(much)
    found = filters.among_them(posts)
    ref = read(group)
    refuse(another and ref != a.THEM)
    ref = REST if another else ref
    if much == a.Every() and found.filter() == a.ANY_CARD:
        return only(a.Ref, ref)
    found.among = ref
    return found.cards(much)


@phrase.reads("cards", "core")
def bare_cards(c: Parts) -> a.Selection:
    """A noun without a quantity: "the card" is the one spoken of, "the revealed cards" are all."""
    refuse(filters.added(c[0]))  # "discard more cards": how many?
    found = filters.core(c[0])
    heads = c[0].scan_values(lambda leaf: w.token(leaf, "CARD", "TYPE", "TITLE"))
    plural = any(leaf.endswith("s") and not leaf.endswith("ss") for leaf in heads)
    one = not plural and not found.nouns
    if one and found.tests and not found.places:
        return found.cards(a.Exactly(a.ONE)) if found.tests != [a.Other()] else a.IT
    refuse(one and not found.definite)  # "discard card": which one?
    if one and not (found.tests or found.places):
        return a.IT
    best = any(isinstance(test, a.Extreme) for test in found.tests)  # "the lowest-cost Hero"
    several = plural or (found.nouns and not best)
    if several and not found.definite and (worth := found.worth()):
        return found.cards(worth)  # "discard cards with a total cost of 7 or more"
    many = a.Every() if several else a.Exactly(a.ONE)
    return definite.the_one(found, c[0]) or found.cards(many)


@phrase.reads("cards", 'number OR_MORE COST_WORTH "of" core')
def cost_worth_at_least(c: Parts) -> a.Selection:
    """ "10 or greater cost worth of cards"."""
    return filters.core(c[-1]).cards(a.CostWorth(w.numeral(c).value, False))


@phrase.reads("top_one", 'EDGE CARD ("of" | "from") (owned_zone | shared_zone)')
def top_one(c: Parts) -> a.Selection:
    """ "the top card of your deck", beside another one."""
    return _top_cards(c)


table(both={'top_one "and" top_one': lambda c: a.Both(*map(read, c))})


def _the_one(c: Parts) -> a.Selection:
    """ "the one with the highest cost"."""
    refuse(w.number(c[1]) != 1)
    return filters.among_them(c[2:]).cards(a.Exactly(a.ONE))


def _dearer_one(c: Parts) -> a.Selection:
    """ "the one that costs less": of two cards."""
    refuse(w.number(c[1]) != 1)
    return _of_them(a.Extreme(w.token(c[-1], "MORE")))


def _outstanding(word: str) -> a.Selection:
    """ "the most expensive", "the cheaper": of the cards spoken of."""
    return _of_them(a.Extreme(filters.is_highest(word)))


def _of_them(test: a.Test) -> a.Selection:
    return filters.Core(among=a.THEM, tests=[test]).cards(a.Exactly(a.ONE))


table(
    cards={
        'quantity core OR "that" who_np acted window?': _or_acted,
        'EDGE (number | THAT_MANY)? CARD ("of" | "from") (owned_zone | shared_zone)': _top_cards,
        'THE? number EDGE CARD ("of" | "from") (owned_zone | shared_zone)': _top_cards,
        'EDGE "x" CARD ("of" | "from") (owned_zone | shared_zone)': _top_x_cards,
        (
            'quantity "of" (them | rest | core) post*',
            "(ANY_NUMBER_OF | ALL) (them | rest) post*",
        ): _cards_among,
        "number post*": lambda c: filters.among_them(c[1:]).cards(a.Exactly(w.numeral(c))),
        "EACH": lambda _: a.THEM,
        "ANOTHER": lambda _: a.Cards(a.Exactly(a.ONE), a.Filter((), (a.Other(),))),
        "number OR number core": _one_or_two,
        ("THAT_MANY core", '(A "equal" | SAME) NUMBER_OF core'): lambda c: filters.core(
            c[-1]
        ).cards(a.Exactly(a.ThatMany())),
        'quantity core OR ("in" | "from") places': _or_places,
        "A_NUMBER_OF? core EQUAL_TO amount": lambda c: filters.core(w.first(c, "core")).cards(
            a.Exactly(read(c[-1]))
        ),
        'UP_TO number COST_WORTH "of" core': lambda c: filters.core(c[-1]).cards(
            a.CostWorth(w.numeral(c).value)
        ),
        "THE number post+": _the_one,
        'THE number "that" COST_VERB (LESS | MORE)': _dearer_one,
        "THE EXTREME": lambda c: _outstanding(str(c[1])),
    },
)

# ---------------------------------------------------------------------------- writing


@writes(a.Cards)
def say_cards(found: a.Cards, preposition: str = "from") -> str:
    """A noun phrase with its quantity; without it, where the cards are counted."""
    if preposition == "counted":
        return say_counted(found, True)
    top = _top(found)
    if top is not None:
        return top
    many, plural, article = _quantity(found.quantity)
    word = "and" if isinstance(found.quantity, a.Every) else "or"
    body = say_core(found, plural, word)
    where = players.say_places(found, preposition, word)
    if found.among in {a.THEM, REST} and not _is_called(found) and (many or article):
        many = (many or "one").removesuffix(" of")
        after = filters.said_after(found.filter) + filters.said_after(found.filter, nested=True)
        return f"{many} of {say(found.among)}{after}{where}"
    where += _said_among(found, "in" if preposition == "in" else "from") + filters.said_after(
        found.filter, nested=True
    )
    if isinstance(found.quantity, a.Exactly | a.UpTo) and not isinstance(
        found.quantity.amount, a.Number | a.ThatMany
    ):
        where += f" equal to {say(found.quantity.amount)}"
    if article:
        return filters.a_or_an(body) + where
    return f"{many} {body}{where}".strip() if many else body + where


def _is_called(found: a.Cards) -> bool:
    """Are the cards more than some of those spoken of: by a noun, or as other or random ones?"""
    return bool(found.filter.nouns) or found.random or a.Other() in found.filter.tests


def _said_among(found: a.Cards, preposition: str) -> str:
    """ "from among them", "in it"."""
    if found.among is None:
        return ""
    if found.among == a.IT:
        return f" {preposition} it"
    return " from among them" if preposition == "from" else " among them"


def say_counted(found: a.Cards, plural: bool) -> str:
    """The noun phrase where cards are counted: without a quantity."""
    where = players.say_places(found, "in") + _said_among(found, "in")
    return say_core(found, plural, "or") + where + filters.said_after(found.filter, nested=True)


def _top(found: a.Cards) -> str | None:
    """ "the top two cards of your deck"."""
    match found:
        case a.Cards(a.Exactly(a.Number(n)), a.Filter((), ()), (where,), _, False, None) if (
            where.edge
        ):
            many = "card" if n == 1 else f"{w.spell(n)} cards"
            of = players.say_places(a.replace(found, places=(a.replace(where, edge=None),)), "of")
            return f"the {where.edge.value} {many}{of}"
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
        case a.UpTo(a.ThatMany()):
            return "up to that many", True, False
        case a.UpTo():
            return "up to a number of", True, False
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
    numbers = _numbers(what)
    if numbers is not None:
        return numbers
    *before, last = coordinate.parts(what)
    said = [selection(coordinate.once(one, last), preposition) for one in before]
    word = "and" if isinstance(what, a.Both) else "or"
    return w.join([*said, selection(last, preposition)], word)


def _numbers(what: a.Both | a.OneOf) -> str | None:
    """ "one or two Heroes": the same cards, in one number or the other."""
    match what:
        case a.OneOf(
            a.Cards(a.Exactly(a.Number(few))) as one, a.Cards(a.Exactly(a.Number(many))) as two
        ) if (
            few < many and one.places == two.places and a.replace(one, quantity=two.quantity) == two
        ):
            return f"{w.spell(few)} or {say_cards(two)}"
        case _:
            return None


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
