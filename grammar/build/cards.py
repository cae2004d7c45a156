"""Parse trees of whole noun phrases for cards to AST."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from lark import Tree

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import replace
from rules_check.grammar.ast.phrase import Misfit, Part
from rules_check.grammar.build.core import Core, core, post
from rules_check.grammar.build.players import edge, place, places, player, possessive
from rules_check.grammar.build.words import (
    ACTED,
    PLAYERS,
    acted,
    is_tree,
    kinds,
    number,
    token,
    window,
)


def selection(tree: Part) -> a.Selection:
    """Any phrase that stands for cards."""
    match str(tree.data):
        case "this":
            return a.THIS
        case "this_from":
            if token(tree.children[1], "FROM_PLAY"):
                return a.Ref(a.RefKind.THIS, a.Place(a.Zone.PLAY))
            return a.Ref(a.RefKind.THIS, place(tree.children[1])[0])
        case "it":
            return a.IT
        case "them":
            return a.THEM
        case "rest":
            return a.Ref(a.RefKind.REST)
        case "other_one":
            return a.Ref(a.RefKind.OTHER)
        case "whole":
            return a.Whole(place(tree.children[0])[0])
        case "both":
            return a.Both(selection(tree.children[0]), cards(tree.children[1]))
        case "one_of":
            listed = [selection(part) for part in tree.children if isinstance(part, Tree)]
            return reduce(_one_of, listed)
        case "owned_title":
            return a.CharacterOf(possessive(tree.children[0]))
        case _:
            return cards(tree)


def any_number(tree: Part) -> a.Selection:
    """ "play cards", "buy cards": as many as one likes, where no number is said."""
    found = selection(tree)
    bare = is_tree(tree, "bare_cards") and not any(tree.scan_values(lambda w: token(w, "THE")))
    if not bare or not isinstance(found, a.Cards) or found.quantity != a.Every():
        return found
    if any(isinstance(test, a.ThisWay) for test in found.filter.tests):
        return found
    return replace(found, quantity=a.AnyNumber())


def _one_of(one: a.Selection, two: a.Selection) -> a.Selection:
    """ "a Hero or a Villain" is the same as "a Hero or Villain"."""
    if (
        isinstance(one, a.Cards)
        and isinstance(two, a.Cards)
        and one.filter.nouns
        and two.filter.nouns
        and not one.filter.tests
        and not one.places
        and one.quantity == two.quantity
        and one.random == two.random
        and one.among == two.among
    ):
        nouns = one.filter.nouns + two.filter.nouns
        return a.Cards(
            two.quantity,
            a.Filter(nouns, two.filter.tests),
            two.places,
            two.spread,
            two.random,
            two.among,
        )
    return a.OneOf(one, two)


def quantity(tree: Part) -> tuple[a.Quantity, a.Comparison | None, bool]:
    """A quantity; how it compares when it stands in a condition; and "another"."""
    words = kinds(tree)
    numbers = [number(p) for p in tree.children if is_tree(p, "number")]
    amount_ = a.Number(numbers[0]) if numbers else a.ONE
    at_least = a.Comparison.AT_LEAST
    if "UP_TO" in words:
        return a.UpTo(amount_), a.Comparison.AT_MOST, False
    if words & {"OR_MORE", "AT_LEAST"}:
        return a.AtLeast(amount_), at_least, False
    if "OR_LESS" in words:
        return a.UpTo(amount_), a.Comparison.AT_MOST, False
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


def cards(tree: Part) -> a.Selection:
    """A noun phrase with its quantity."""
    name = str(tree.data)
    parts: Sequence[Part] = tree.children
    match name:
        case "cards":
            much, _, another = quantity(parts[0])
            _only_in_condition(parts[0])
            found = core(parts[1])
            if another:
                found.tests.append(a.Other())
            if "TOTAL_OF" in kinds(parts[0]) and found.join == "and/or":
                found.join = "or"
            if token(parts[0].children[0], "ANY") and len(parts[0].children) == 1:
                word = _head_word(parts[1])
                if word.endswith("s"):
                    much = a.AnyNumber()
            return found.cards(much)
        case "bare_cards":
            return _bare(parts[0])
        case "cards_of":
            found = core(parts[1])
            if not found.nouns or any(isinstance(n, a.TitleNoun) for n in found.nouns):
                raise Misfit  # "your Character" is an oversized card
            found.tests.append(a.Controlled(possessive(parts[0])))
            return found.cards(a.Every())
        case "top_cards":
            many = next((number(p) for p in parts if is_tree(p, "number")), 1)
            (where,) = place(parts[-1])
            top = a.Place(where.zone, where.owner, edge(parts[0]), where.name)
            return a.Cards(a.Exactly(a.Number(many)), places=(top,))
        case "cards_among":
            return _among(parts)
        case "cards_number":
            found = Core()
            found.among = a.THEM
            for part in parts[1:]:
                post(found, part)
            return found.cards(a.Exactly(a.Number(number(parts[0]))))
        case "each_alone":
            return a.THEM
        case "cards_another":
            return a.Cards(a.Exactly(a.ONE), a.Filter((), (a.Other(),)))
        case "cards_that_many":
            return core(parts[-1]).cards(a.Exactly(a.ThatMany()))
        case "cards_or_places":
            much, _, _ = quantity(parts[0])
            one, two = core(parts[1]), core(parts[1])
            two.tests = [
                t for t in two.tests if not isinstance(t, a.Controlled | a.Acted | a.Owned)
            ]
            two.places, two.join = places(parts[-1])
            return a.OneOf(one.cards(much), two.cards(much))
        case "cards_equal":
            from rules_check.grammar.build.amounts import amount

            return core(next(p for p in parts if is_tree(p, "core"))).cards(
                a.Exactly(amount(parts[-1]))
            )
        case "cost_worth_up_to" | "cost_worth_at_least":
            many = next(number(p) for p in parts if is_tree(p, "number"))
            found = core(next(p for p in parts if is_tree(p, "core")))
            if is_tree(parts[-1], "places", "places_each"):
                if found.places:
                    raise Misfit
                found.places, found.join = places(parts[-1])
            return found.cards(a.CostWorth(many, name == "cost_worth_up_to"))
        case "cards_or_acted":
            much, _, _ = quantity(parts[0])
            verbs, tense = acted(next(p for p in parts if is_tree(p, *ACTED)))
            who = next(p for p in parts if is_tree(p, *PLAYERS))
            left, right = core(parts[1]), core(parts[1])
            right.places, right.join = (), "or"
            right.tests.append(a.Acted(verbs, player(who), tense, window(tree)))
            return a.OneOf(left.cards(much), right.cards(much))
    raise Misfit(name)


def _only_in_condition(tree: Part) -> None:
    if kinds(tree) & {"NO"}:
        raise Misfit


def _head_word(tree: Part) -> str:
    heads = ("CARD", "TYPE", "TITLE", "KEYWORD")
    words = list(tree.scan_values(lambda leaf: token(leaf, *heads)))
    return str(words[0]) if words else ""


def _bare(tree: Part) -> a.Selection:
    """A noun without a quantity: "the card" is the one spoken of, "the revealed cards" and
    "cards passed to you" are all of them, "a" is left out in "Destroy cards until …"."""
    found = core(tree)
    plural = any(
        leaf.endswith("s") and not leaf.endswith("ss")
        for leaf in tree.scan_values(lambda leaf: token(leaf, "CARD", "TYPE", "TITLE"))
    )
    one = not plural and not found.nouns
    if one and found.tests and not found.places:
        return found.cards(a.Exactly(a.ONE)) if found.tests != [a.Other()] else a.IT
    if one and not found.definite:
        raise Misfit  # "discard card": which one?
    if one and not found.tests and not found.places:
        return a.IT
    return found.cards(a.Every() if plural or found.nouns else a.Exactly(a.ONE))


def _among(parts: Sequence[Part]) -> a.Selection:
    head = parts[0]
    if token(head, "ANY_NUMBER_OF"):
        much: a.Quantity = a.AnyNumber()
    elif token(head, "ALL"):
        much = a.Every()
    else:
        much, _, _ = quantity(head)
    group = parts[1]
    if is_tree(group, "them"):
        found = Core()
        found.among = a.THEM
        for part in parts[2:]:
            post(found, part)
        if much == a.Every() and found.filter() == a.ANY_CARD:
            return a.THEM
        return found.cards(much)
    found = core(group)
    for part in parts[2:]:
        post(found, part)
    return found.cards(much)


def plain_cards(tree: Part) -> a.Cards:
    """A noun phrase that has to be plain cards."""
    found = cards(tree)
    if not isinstance(found, a.Cards):
        raise Misfit
    return found
