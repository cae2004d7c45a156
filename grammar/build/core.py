"""Parse trees of the middle of a noun phrase: adjectives, nouns, and what follows them."""

from __future__ import annotations

from lark import Token, Tree

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Misfit, Part
from rules_check.grammar.build.players import highest, places, player
from rules_check.grammar.build.words import (
    acted,
    card_type,
    first,
    is_tree,
    keyword,
    kinds,
    number,
    title,
    token,
    verb,
    window,
)
from rules_check.grammar.clauses import nested_value


class Core:
    """What a noun phrase says, collected piece by piece."""

    def __init__(self) -> None:
        self.nouns: tuple[a.Noun, ...] = ()
        self.tests: list[a.Test] = []
        self.places: tuple[a.Place, ...] = ()
        self.join = "or"
        self.random = False
        self.among: a.Ref | None = None
        self.definite = False
        self.apart = False
        """Are the nouns joined by "and/or"?"""

    def filter(self) -> a.Filter:
        """The filter collected so far."""
        return a.make_filter(self.nouns, self.tests)

    def cards(self, quantity: a.Quantity) -> a.Selection:
        """The whole phrase with a quantity; "and/or" leaves a question."""

        if self.apart and quantity == a.Exactly(a.ONE) and len(self.nouns) == 2:
            return self._and_or_nouns()

        def spread(how: a.Spread, much: a.Quantity) -> a.Cards:
            return a.Cards(much, self.filter(), self.places, how, self.random, self.among)

        if self.join == "each":
            return spread(a.Spread.EACH, quantity)
        if self.join == "and/or" and not isinstance(quantity, a.Every | a.AnyNumber):
            much: a.Quantity = quantity
            if isinstance(quantity, a.Exactly) and isinstance(quantity.amount, a.Number):
                much = a.UpTo(quantity.amount)
            return a.Question(
                "and-or",
                ("each", "total"),
                (spread(a.Spread.EACH, much), spread(a.Spread.TOTAL, quantity)),
            )
        return spread(a.Spread.TOTAL, quantity)

    def _and_or_nouns(self) -> a.Selection:
        """ "a Hero and/or Villain": one of each kind, or one card in all?"""

        def one(nouns: tuple[a.Noun, ...], much: a.Quantity) -> a.Cards:
            found = a.Filter(nouns, self.filter().tests)
            return a.Cards(much, found, self.places, random=self.random, among=self.among)

        most = a.UpTo(a.ONE)
        apart = a.Both(one(self.nouns[:1], most), one(self.nouns[1:], most))
        return a.Question("and-or", ("each", "total"), (apart, one(self.nouns, a.Exactly(a.ONE))))


def core(tree: Part) -> Core:
    """Adjectives, nouns and what follows them."""
    found = Core()
    for part in tree.children:
        if token(part, "THE"):
            found.definite = True
            continue
        match str(part.data):
            case "adjective":
                _adjective(found, part.children[0])
            case "head":
                for piece in part.children:
                    if is_tree(piece, "nouns"):
                        found.apart = "AND_OR" in kinds(piece)
                        found.nouns = tuple(noun(n) for n in piece.children if isinstance(n, Tree))
            case _:
                if any(nested_value(test) for test in found.tests):
                    raise Misfit  # what follows belongs to the cards that are counted
                post(found, part)
    return found


def _adjective(found: Core, word: Token) -> None:
    match word.type:
        case "OTHER":
            found.tests.append(a.Other())
        case "DIFFERENT":
            found.tests.append(a.Different(a.DifferentKind.NAME))
        case "RANDOM":
            found.random = True
        case "PAST":
            found.tests.append(a.ThisWay(verb(word)))
        case "EXTREME" | "HIGHEST" | "LOWEST":
            found.tests.append(a.Extreme(str(word).startswith(("highest", "most"))))
        case "PARITY":
            found.tests.append(a.Parity(a.ParityKind(str(word))))
        case _:  # "additional", "extra", "more": said of what is already so
            pass


def noun(tree: Part) -> a.Noun:
    """One noun by which cards are called."""
    word = tree.children[-1]
    assert isinstance(word, Token)
    negated = len(tree.children) > 1
    match word.type:
        case "TYPE":
            return a.TypeNoun(card_type(word), negated)
        case "TITLE":
            return a.TitleNoun(title(word), negated)
        case "KEYWORD":
            return a.KeywordNoun(keyword(word), negated)
        case "NAME":
            return a.NameNoun(str(word), False, negated)
        case _:
            return a.NameNoun(str(word), True, negated)


def post(found: Core, tree: Part) -> None:
    """One thing said after the noun."""
    match str(tree.data):
        case "with_attributes":
            found.tests.extend(attribute(p) for p in tree.children if isinstance(p, Tree))
        case "of_that_type":
            found.tests.append(a.SharesType())
            found.tests.extend(attribute(p) for p in tree.children if isinstance(p, Tree))
        case "of_one_type":
            found.tests.append(a.OneType())
        case "post_acted":
            verbs, tense = acted(tree.children[1])
            found.tests.append(a.Acted(verbs, player(tree.children[0]), tense, window(tree)))
        case "post_acted_this_way":
            verbs, _ = acted(tree.children[1])
            if len(verbs) != 1:
                raise Misfit
            who = player(tree.children[0])
            when = window(tree)
            if who != a.YOU and when is not None:
                raise Misfit
            found.tests.append(a.ThisWay(verbs[0], when, None if who == a.YOU else who))
        case "post_controlled":
            found.tests.append(a.Controlled(player(tree.children[0])))
        case "post_owned":
            found.tests.append(a.Owned(player(tree.children[0])))
        case "post_costs":
            found.tests.append(cost_value(tree.children[-1]))
        case "post_chosen_type":
            found.tests.append(a.Chosen(a.DifferentKind.TYPE))
        case "post_in_hand":
            if found.places:
                raise Misfit
            found.places = (a.Place(a.Zone.HAND, a.YOU),)
        case "post_this_way":
            word = next(p for p in tree.children if token(p, "PAST"))
            found.tests.append(a.ThisWay(verb(word), window(tree)))
        case "post_past":
            found.tests.append(a.ThisWay(verb(tree.children[0])))
        case "post_past_to_them":
            word = next(p for p in tree.children if token(p, "PAST"))
            if verb(word) is not a.Verb.PASS:
                raise Misfit
            found.tests.append(a.ThisWay(a.Verb.RECEIVE, None, a.THAT_PLAYER))
        case "post_under":
            if found.places:
                raise Misfit
            found.places = (a.Place(a.Zone.UNDER_THIS),)
        case "post_other":
            found.tests.append(a.Other())
        case "post_places":
            if found.places:
                raise Misfit
            found.places, found.join = places(tree.children[0])
        case "post_among":
            group = tree.children[-1]
            if is_tree(group, "them"):
                found.among = a.THEM
            else:
                inner = core(group)
                if inner.places and found.places:
                    raise Misfit
                found.places = found.places or inner.places
                found.nouns = found.nouns or inner.nouns
                found.tests.extend(inner.tests)
        case "post_from_it":
            found.among = a.IT
        case "post_in_play":
            if found.places:
                raise Misfit
            found.places = (a.Place(a.Zone.PLAY),)
        case "post_random":
            found.random = True
        case _:
            raise Misfit(tree.data)


def cost_value(tree: Part) -> a.Test:
    """ "4 or less", "odd": what is said after "costs" or "its cost is"."""
    words = kinds(tree)
    if "PARITY" in words:
        return a.Parity(a.ParityKind(str(first(tree, "PARITY"))))
    comparison = a.Comparison.EQUAL
    if "OR_LESS" in words:
        comparison = a.Comparison.AT_MOST
    elif "OR_MORE" in words:
        comparison = a.Comparison.AT_LEAST
    return a.Attribute(a.AttributeKind.COST, comparison, a.Number(number(tree.children[0])))


def attribute(tree: Part) -> a.Test:
    """What is said of a card's cost, VP or name after "with"."""
    name = str(tree.data)
    numbers = [number(p) for p in tree.children if is_tree(p, "number")]
    cost, vp = a.AttributeKind.COST, a.AttributeKind.VP
    its_cost = a.AttributeOf(cost, a.IT)
    plain = {
        "cost_equal": (cost, a.Comparison.EQUAL),
        "cost_at_most": (cost, a.Comparison.AT_MOST),
        "cost_at_least": (cost, a.Comparison.AT_LEAST),
        "vp_equal": (vp, a.Comparison.EQUAL),
        "vp_at_most": (vp, a.Comparison.AT_MOST),
        "vp_at_least": (vp, a.Comparison.AT_LEAST),
    }
    relative = {
        "cost_lower": a.Comparison.LESS,
        "cost_greater": a.Comparison.MORE,
        "cost_equal_or_lower": a.Comparison.AT_MOST,
        "cost_same": a.Comparison.EQUAL,
    }
    if name in plain:
        kind, comparison = plain[name]
        return a.Attribute(kind, comparison, a.Number(numbers[0]))
    if name in relative:
        return a.Attribute(cost, relative[name], its_cost)
    match name:
        case "cost_one_of":
            return a.CostOneOf(tuple(numbers))
        case "chosen_cost":
            return a.Chosen(a.DifferentKind.COST)
        case "chosen_name":
            return a.Chosen(a.DifferentKind.NAME)
        case "cost_extreme":
            return a.Extreme(highest(tree))
        case "has_keyword":
            return a.HasKeyword(keyword(str(tree.children[0])))
        case "cost_parity":
            return a.Parity(a.ParityKind(str(first(tree, "PARITY"))))
        case "cost_compared":
            from rules_check.grammar.build.amounts import amount

            return a.Attribute(cost, _comparison(tree), amount(tree.children[-1]))
        case "cost_compared_to":
            return _compared_to(tree)
        case "different_attribute":
            if "CARD_TYPE" in kinds(tree):
                return a.Different(a.DifferentKind.TYPE)
            if "NAMES" in kinds(tree):
                return a.Different(a.DifferentKind.NAME)
            return a.Different(a.DifferentKind.COST)
    raise Misfit(name)


def _comparison(tree: Part) -> a.Comparison:
    """How something is compared: "lower than", "greater than or equal to" …"""
    found = first(tree, "comparison")
    assert found is not None
    return COMPARISONS[found.children[0].type]


COMPARISONS = {
    "EQUAL_TO": a.Comparison.EQUAL,
    "LOWER_THAN": a.Comparison.LESS,
    "FEWER_THAN": a.Comparison.LESS,
    "MORE_THAN": a.Comparison.MORE,
    "LESS_OR_EQUAL": a.Comparison.AT_MOST,
    "MORE_OR_EQUAL": a.Comparison.AT_LEAST,
}


def _compared_to(tree: Part) -> a.Attribute:
    """ "with cost lower than the destroyed card": than the cost of that card."""
    other = tree.children[-1]
    of: a.Selection = a.THIS if is_tree(other, "this") else a.IT
    if is_tree(other, "past_card"):
        done = a.ThisWay(verb(next(p for p in other.children if token(p, "PAST"))))
        of = a.Cards(a.Exactly(a.ONE), a.make_filter((), (done,)))
    cost = a.AttributeKind.COST
    return a.Attribute(cost, _comparison(tree), a.AttributeOf(cost, of))
