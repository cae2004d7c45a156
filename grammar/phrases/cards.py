"""Whole noun phrases for cards: how many, which, from where; and what stands for cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import replace
from rules_check.grammar.ast.phrase import READERS, Misfit, Part, read, reads, rule, say, writes
from rules_check.grammar.phrases.filters import (
    Core,
    a_or_an,
    core,
    head,
    post,
    tests_after,
    tests_before,
    tests_last,
)
from rules_check.grammar.phrases.players import (
    PLAYERS,
    edge,
    one_place,
    place,
    places,
    possessive,
    say_places,
    zone_name,
)
from rules_check.grammar.phrases.words import (
    ACTED,
    acted,
    first,
    is_tree,
    join,
    kinds,
    number,
    spell,
    token,
    window,
)

# ------------------------------------------------------------ reading: what stands for cards

rule(
    "?selection",
    "one_selection",
    'one_selection ("," quantified)* ","? OR quantified -> one_of',
)
rule(
    "?one_selection",
    "this", "this_from", "it", "them", "rest", "other_one", "whole", "cards", "both", "owned_title",
)  # fmt: skip
rule("owned_title", "possessive TITLE")
rule("number", "NUMBER")


@reads("this", "THIS_CARD")
def this(_tree: Part) -> a.Ref:
    """ "this card"."""
    return a.THIS


@reads("this_from", 'THIS_CARD ("from" place | FROM_PLAY)')
def this_from(tree: Part) -> a.Ref:
    """ "this card from your hand"."""
    if token(tree.children[1], "FROM_PLAY"):
        return a.Ref(a.RefKind.THIS, a.Place(a.Zone.PLAY))
    return a.Ref(a.RefKind.THIS, read(tree.children[1])[0])


@reads("it", "IT")
def it(_tree: Part) -> a.Ref:
    """ "it"."""
    return a.IT


@reads("them", "THEM")
def them(_tree: Part) -> a.Ref:
    """ "them"."""
    return a.THEM


@reads("rest", "REST")
def rest(_tree: Part) -> a.Ref:
    """ "the rest"."""
    return a.Ref(a.RefKind.REST)


@reads("other_one", "OTHER_ONE")
def other_one(_tree: Part) -> a.Ref:
    """ "the other"."""
    return a.Ref(a.RefKind.OTHER)


@reads("whole", "owned_zone", "shared_zone")
def whole(tree: Part) -> a.Whole:
    """ "your hand"."""
    return a.Whole(one_place(tree.children[0]))


@reads("both", 'one_selection ("," quantified)* ","? "and" quantified')
def both(tree: Part) -> a.Both:
    """ "this card and any number of other cards"."""
    return a.Both(read(tree.children[0]), read(tree.children[1]))


def owned_title(tree: Part) -> a.CharacterOf:
    """ "your Character"."""
    return a.CharacterOf(read(tree.children[0]))


def one_of(tree: Part) -> a.Selection:
    """ "a Hero or two cards"."""
    listed: list[a.Selection] = [read(part) for part in tree.children if not token(part)]
    return reduce(_one_of, listed)


READERS.update(owned_title=owned_title, one_of=one_of)


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
        return replace(two, filter=a.Filter(one.filter.nouns + two.filter.nouns, two.filter.tests))
    return a.OneOf(one, two)


def any_number(tree: Part) -> a.Selection:
    """ "play cards", "buy cards": as many as one likes, where no number is said."""
    found: a.Selection = read(tree)
    bare = is_tree(tree, "bare_cards") and not any(tree.scan_values(lambda w: token(w, "THE")))
    if not bare or not isinstance(found, a.Cards) or found.quantity != a.Every():
        return found
    if any(isinstance(test, a.ThisWay) for test in found.filter.tests):
        return found
    return replace(found, quantity=a.AnyNumber())


def plain_cards(tree: Part) -> a.Cards:
    """A noun phrase that has to be plain cards."""
    found = read(tree)
    if not isinstance(found, a.Cards):
        raise Misfit
    return found


# ------------------------------------------------------------------------ reading: cards

rule(
    "quantity",
    "A", "TARGET", "ANY number?", "number", "ALL", "EACH", "UP_TO number", "ANY_NUMBER_OF",
    "ANOTHER", "number OR_MORE", "AT_LEAST number", "FEWER_THAN number", "MORE_THAN number",
    "NO", "number OR_LESS", "EXACTLY number", "UP_TO? TOTAL_OF number",
)  # fmt: skip
rule("_sum", '(TOTAL | COMBINED) COST "of"?')


def quantity(tree: Part) -> tuple[a.Quantity, a.Comparison | None, bool]:
    """A quantity; how it compares when it stands in a condition; and "another"."""
    words = kinds(tree)
    said = first(tree, "number")
    amount_ = a.Number(number(said)) if said is not None else a.ONE
    at_least, at_most = a.Comparison.AT_LEAST, a.Comparison.AT_MOST
    if words & {"UP_TO", "OR_LESS"}:
        return a.UpTo(amount_), at_most, False
    if words & {"OR_MORE", "AT_LEAST"}:
        return a.AtLeast(amount_), at_least, False
    if "FEWER_THAN" in words:
        return a.UpTo(a.Number(amount_.value - 1)), a.Comparison.LESS, False
    if "MORE_THAN" in words:
        return a.AtLeast(a.Number(amount_.value + 1)), a.Comparison.MORE, False
    if "NO" in words:
        return a.Every(), a.Comparison.EQUAL, False
    if "ANY_NUMBER_OF" in words:
        return a.AnyNumber(), None, False
    if words & {"ALL", "EACH"}:
        return a.Every(), None, False
    if "EXACTLY" in words:
        return a.Exactly(amount_), a.Comparison.EQUAL, False
    return a.Exactly(amount_), at_least, "ANOTHER" in words


rule("quantified", "quantity core -> cards")


@reads("cards", "quantity core")
def cards(tree: Part) -> a.Selection:
    """ "two Heroes from your discard pile"."""
    much, _, another = quantity(tree.children[0])
    words = kinds(tree.children[0])
    if "NO" in words:
        raise Misfit  # only in a condition
    found = core(tree.children[1])
    if another:
        found.tests.append(a.Other())
    if "TOTAL_OF" in words and found.join == "and/or":
        found.join = "or"
    if words == {"ANY"} and len(tree.children[0].children) == 1:
        heads = tree.children[1].scan_values(
            lambda leaf: token(leaf, "CARD", "TYPE", "TITLE", "KEYWORD")
        )
        if next((str(word) for word in heads), "").endswith("s"):
            much = a.AnyNumber()
    return found.cards(much)


@reads("cards", 'quantity core OR "that" who_np acted window?')
def cards_or_acted(tree: Part) -> a.OneOf:
    """ "a Hero in your discard pile or that you played this turn"."""
    much, _, _ = quantity(tree.children[0])
    verbs, tense = acted(first(tree, *ACTED))
    left, right = core(tree.children[1]), core(tree.children[1])
    right.places, right.join = (), "or"
    right.tests.append(a.Acted(verbs, read(first(tree, *PLAYERS)), tense, window(tree)))
    return a.OneOf(left.cards(much), right.cards(much))


@reads("cards", 'EDGE number? CARD ("of" | "from") (owned_zone | shared_zone)')
def top_cards(tree: Part) -> a.Cards:
    """ "the top two cards of your deck"."""
    said = first(tree, "number")
    where = one_place(tree.children[-1])
    top = a.Place(where.zone, where.owner, edge(tree.children[0]), where.name)
    many = number(said) if said is not None else 1
    return a.Cards(a.Exactly(a.Number(many)), places=(top,))


@reads("cards", "possessive core")
def cards_of(tree: Part) -> a.Selection:
    """ "your Locations"."""
    found = core(tree.children[1])
    if not found.nouns or any(isinstance(n, a.TitleNoun) for n in found.nouns):
        raise Misfit  # "your Character" is an oversized card
    found.tests.append(a.Controlled(read(tree.children[0])))
    return found.cards(a.Every())


@reads("cards", 'quantity "of" (them | core) post*', "(ANY_NUMBER_OF | ALL) them post*")
def cards_among(tree: Part) -> a.Selection:
    """ "one of them", "two of the revealed cards"."""
    one, group, *posts = tree.children
    if token(one):
        much: a.Quantity = a.AnyNumber() if token(one, "ANY_NUMBER_OF") else a.Every()
    else:
        much, _, _ = quantity(one)
    if not is_tree(group, "them"):
        return _with_posts(core(group), posts).cards(much)
    found = _among_them(posts)
    if much == a.Every() and found.filter() == a.ANY_CARD:
        return a.THEM
    return found.cards(much)


def _with_posts(found: Core, posts: Sequence[Part]) -> Core:
    for part in posts:
        post(found, part)
    return found


def _among_them(posts: Sequence[Part]) -> Core:
    found = Core()
    found.among = a.THEM
    return _with_posts(found, posts)


@reads("cards", "number post*")
def cards_number(tree: Part) -> a.Selection:
    """ "two": of those spoken of."""
    many, *posts = tree.children
    return _among_them(posts).cards(a.Exactly(a.Number(number(many))))


@reads("cards", "EACH")
def each_alone(_tree: Part) -> a.Ref:
    """ "each": of those spoken of."""
    return a.THEM


@reads("cards", "ANOTHER")
def cards_another(_tree: Part) -> a.Cards:
    """ "another"."""
    return a.Cards(a.Exactly(a.ONE), a.Filter((), (a.Other(),)))


@reads("cards", "THAT_MANY core")
def cards_that_many(tree: Part) -> a.Selection:
    """ "that many cards"."""
    return core(tree.children[-1]).cards(a.Exactly(a.ThatMany()))


@reads("cards", 'quantity core OR ("in" | "from") places')
def cards_or_places(tree: Part) -> a.OneOf:
    """ "a Location you control or in the Line-Up"."""
    much, _, _ = quantity(tree.children[0])
    one, two = core(tree.children[1]), core(tree.children[1])
    two.tests = [t for t in two.tests if not isinstance(t, a.Controlled | a.Acted | a.Owned)]
    two.places, two.join = places(tree.children[-1])
    return a.OneOf(one.cards(much), two.cards(much))


@reads("cards", "core")
def bare_cards(tree: Part) -> a.Selection:
    """A noun without a quantity: "the card" is the one spoken of, "the revealed cards" and
    "cards passed to you" are all of them, "a" is left out in "Destroy cards until …"."""
    found = core(tree.children[0])
    heads = tree.scan_values(lambda leaf: token(leaf, "CARD", "TYPE", "TITLE"))
    plural = any(leaf.endswith("s") and not leaf.endswith("ss") for leaf in heads)
    one = not plural and not found.nouns
    if one and found.tests and not found.places:
        return found.cards(a.Exactly(a.ONE)) if found.tests != [a.Other()] else a.IT
    if one and not found.definite:
        raise Misfit  # "discard card": which one?
    if one and not found.tests and not found.places:
        return a.IT
    return found.cards(a.Every() if plural or found.nouns else a.Exactly(a.ONE))


@reads("cards", "A_NUMBER_OF? core EQUAL_TO amount")
def cards_equal(tree: Part) -> a.Selection:
    """ "cards equal to the number of …"."""
    return core(first(tree, "core")).cards(a.Exactly(read(tree.children[-1])))


@reads("cards", 'number OR_MORE COST_WORTH "of" core')
def cost_worth_at_least(tree: Part) -> a.Selection:
    """ "10 or greater cost worth of cards"."""
    many = number(first(tree, "number"))
    return core(first(tree, "core")).cards(a.CostWorth(many, False))


@reads(
    "cards",
    'UP_TO number COST_WORTH "of" core',
    'ANY_NUMBER_OF core "with" A? _sum number OR_LESS (_in places)?',
)
def cost_worth_up_to(tree: Part) -> a.Selection:
    """ "up to 10 cost worth of cards"."""
    found = core(first(tree, "core"))
    where = first(tree, "places", "places_each")
    if where is not None:
        if found.places:
            raise Misfit
        found.places, found.join = places(where)
    return found.cards(a.CostWorth(number(first(tree, "number"))))


# ---------------------------------------------------------------------------- writing


@writes(a.Cards)
def say_cards(found: a.Cards, preposition: str = "from") -> str:
    """A noun phrase with its quantity; without it, where the cards are counted."""
    if preposition == "counted":
        return say_core(found, True, "or") + say_places(found, "in")
    top = _top(found)
    if top is not None:
        return top
    many, plural, article = _quantity(found.quantity)
    body = say_core(found, plural, "and" if isinstance(found.quantity, a.Every) else "or")
    where = say_places(found, preposition)
    if found.among == a.THEM:
        many = (many or "one").removesuffix(" of")
        return f"{many} of them{tests_after(found.filter)}{where}"
    if found.among == a.IT:
        where += " from it"
    where += tests_last(found.filter)
    if isinstance(found.quantity, a.Exactly) and not isinstance(
        found.quantity.amount, a.Number | a.ThatMany
    ):
        where += f" equal to {say(found.quantity.amount)}"
    if article:
        return a_or_an(body) + where
    return f"{many} {body}{where}".strip() if many else body + where


def _top(found: a.Cards) -> str | None:
    """ "the top two cards of your deck"."""
    match found:
        case a.Cards(a.Exactly(a.Number(n)), a.Filter((), ()), (where,), _, False, None) if (
            where.edge
        ):
            many = "card" if n == 1 else f"{spell(n)} cards"
            return f"the {where.edge.value} {many} of {zone_name(where)}"
    return None


def _quantity(much: a.Quantity) -> tuple[str, bool, bool]:
    """The words, whether the noun is plural, and whether an article stands instead."""
    match much:
        case a.Exactly(a.Number(1)):
            return "", False, True
        case a.Exactly(a.Number(n)):
            return spell(n), True, False
        case a.Exactly(a.ThatMany()):
            return "that many", True, False
        case a.Exactly():
            return "", True, False
        case a.UpTo(a.Number(n)):
            return f"up to {spell(n)}", n != 1, False
        case a.AtLeast(a.Number(n)):
            return f"{spell(n)} or more", True, False
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
    before = ("random " if found.random else "") + tests_before(found.filter)
    return before + head(found.filter, plural, word) + tests_after(found.filter)


@writes(a.Ref)
def say_ref(what: a.Ref, _preposition: str = "") -> str:
    """ "it", "this card from your hand"."""
    return what.kind.value if what.place is None else f"{what.kind.value} from {place(what.place)}"


@writes(a.Whole)
def say_whole(what: a.Whole, _preposition: str = "") -> str:
    """ "your hand"."""
    return place(what.place)


@writes(a.Both)
def say_both(what: a.Both, preposition: str = "from") -> str:
    """ "this card and any number of other cards"."""
    return f"{selection(what.first)} and {selection(what.second, preposition)}"


@writes(a.OneOf)
def say_one_of(what: a.OneOf, preposition: str = "from") -> str:
    """ "a Hero or two cards"."""
    return f"{selection(what.first, preposition)} or {selection(what.second, preposition)}"


@writes(a.CharacterOf)
def say_character(what: a.CharacterOf, _preposition: str = "") -> str:
    """ "your Character"."""
    return f"{possessive(what.owner)} Character"


def selection(what: a.Selection, preposition: str = "from") -> str:
    """Any phrase that stands for cards; an open question is left open."""
    if not isinstance(what, a.Question):
        return say(what, preposition)
    if what.id != "and-or":
        return selection(what.options[0], preposition)
    total = what.option("total")
    assert isinstance(total, a.Cards)
    if isinstance(what.option("each"), a.Both):
        return a_or_an(say_core(total, False, "and/or")) + say_places(total, preposition)
    bare = say_cards(replace(total, places=()))
    names = [place(where) for where in total.places]
    return f"{bare} {preposition} {join(names, 'and/or')}"
