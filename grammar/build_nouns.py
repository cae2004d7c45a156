"""Parse trees of noun phrases to AST: players, places, cards, amounts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from lark import Token, Tree

from grammar import ast as a
from grammar.build_words import open_clause

Part = Any  # a Lark tree or token

ZONES = {
    "HAND": a.Zone.HAND,
    "DECK": a.Zone.DECK,
    "DISCARD_PILE": a.Zone.DISCARD_PILE,
    "SCORE_PILE": a.Zone.SCORE_PILE,
    "LINE_UP": a.Zone.LINE_UP,
    "MAIN_DECK": a.Zone.MAIN_DECK,
    "SV_STACK": a.Zone.SUPER_VILLAIN_STACK,
    "DESTROYED_PILE": a.Zone.DESTROYED_PILE,
    "TABLE": a.Zone.TABLE,
}

VERBS = {
    "draw": a.Verb.DRAW, "drawn": a.Verb.DRAW, "drew": a.Verb.DRAW,
    "discard": a.Verb.DISCARD, "discarded": a.Verb.DISCARD,
    "destroy": a.Verb.DESTROY, "destroyed": a.Verb.DESTROY,
    "gain": a.Verb.GAIN, "gained": a.Verb.GAIN,
    "buy": a.Verb.BUY, "bought": a.Verb.BUY,
    "put": a.Verb.PUT, "place": a.Verb.PUT, "move": a.Verb.PUT, "take": a.Verb.PUT, "add": a.Verb.PUT,
    "return": a.Verb.RETURN, "returned": a.Verb.RETURN,
    "pass": a.Verb.PASS, "passed": a.Verb.PASS, "give": a.Verb.PASS,
    "remove": a.Verb.REMOVE,
    "play": a.Verb.PLAY, "played": a.Verb.PLAY,
    "reveal": a.Verb.REVEAL, "revealed": a.Verb.REVEAL, "show": a.Verb.REVEAL,
    "look at": a.Verb.LOOK,
    "choose": a.Verb.CHOOSE, "chosen": a.Verb.CHOOSE, "chose": a.Verb.CHOOSE,
    "defeat": a.Verb.DEFEAT, "defeated": a.Verb.DEFEAT,
    "received": a.Verb.RECEIVE,
    "avoid": a.Verb.AVOID,
    "swap": a.Verb.SWAP, "exchange": a.Verb.SWAP,
}  # fmt: skip

ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}

WINDOWS = {
    "THIS_TURN": a.Window.THIS_TURN,
    "DURING_YOUR_TURN": a.Window.YOUR_TURN,
    "EACH_OF_YOUR_TURNS": a.Window.EACH_OF_YOUR_TURNS,
    "EACH_TURN": a.Window.EACH_TURN,
    "IN_CONFRONTATION": a.Window.CONFRONTATION,
    "FOES_TURN": a.Window.FOES_TURN,
    "OTHER_TURN": a.Window.OTHER_TURN,
    "ANY_TURN": a.Window.ANY_TURN,
    "REST_OF_GAME": a.Window.REST_OF_GAME,
}

PLAYERS = {
    "you": a.PlayerKind.YOU,
    "teammate": a.PlayerKind.TEAMMATE,
    "you_or_teammate": a.PlayerKind.YOU_OR_TEAMMATE,
    "each_foe": a.PlayerKind.EACH_FOE,
    "a_foe": a.PlayerKind.A_FOE,
    "that_foe": a.PlayerKind.THAT_FOE,
    "your_foe": a.PlayerKind.YOUR_FOE,
    "another_player": a.PlayerKind.ANOTHER_PLAYER,
    "chosen_foe": a.PlayerKind.CHOSEN_FOE,
    "each_player": a.PlayerKind.EACH_PLAYER,
    "each_other_player": a.PlayerKind.EACH_OTHER_PLAYER,
    "a_player": a.PlayerKind.A_PLAYER,
    "any_player": a.PlayerKind.ANY_PLAYER,
    "that_player": a.PlayerKind.THAT_PLAYER,
    "the_player": a.PlayerKind.THE_PLAYER,
    "left": a.PlayerKind.LEFT,
    "right": a.PlayerKind.RIGHT,
    "their_left": a.PlayerKind.THEIR_LEFT,
    "their_right": a.PlayerKind.THEIR_RIGHT,
    "attacker": a.PlayerKind.ATTACKER,
    "owner": a.PlayerKind.OWNER,
}

class Misfit(Exception):
    """A derivation that the grammar allows but that makes no sense."""


def is_tree(part: Part, *names: str) -> bool:
    """Is it a tree with one of these names?"""
    return isinstance(part, Tree) and part.data in names


def token(part: Part, *kinds: str) -> bool:
    """Is it a token of one of these terminals?"""
    return isinstance(part, Token) and part.type in kinds


def kinds(tree: Tree[Token]) -> set[str]:
    """The terminals that stand directly below a tree."""
    return {part.type for part in tree.children if isinstance(part, Token)}


def first(tree: Tree[Token], *names: str) -> Part | None:
    """The first child that is a tree of one of these names or a token of these kinds."""
    for part in tree.children:
        if is_tree(part, *names) or token(part, *names):
            return part
    return None


def third_person(word: Token) -> bool:
    """Is the verb in the "-s" form?"""
    head = word.split(" ")[0]
    return head in {"passes", "does", "has"} or (head.endswith("s") and head != "pass")


def verb(word: Token) -> a.Verb:
    """The verb of a token in any form."""
    text = str(word)
    if text in VERBS:
        return VERBS[text]
    if text.startswith("look"):
        return a.Verb.LOOK
    if text == "passes":
        return a.Verb.PASS
    return VERBS[text.removesuffix("s")]


def number(part: Part) -> int:
    """The value of a number tree or token."""
    return int(part.children[0]) if isinstance(part, Tree) else int(part)


def window(tree: Tree[Token]) -> a.Window | None:
    """The window below a tree, if it has one."""
    found = first(tree, "window")
    return WINDOWS[found.children[0].type] if found is not None else None


def span(tree: Tree[Token], *before: a.Selection | None) -> a.Window | None:
    """The stretch of time that is said of an effect, if any.

    After cards that end with "you played", bare words of time belong to those cards.
    """
    found = first(tree, "span")
    if found is None:
        return None
    if len(found.children) == 1 and any(open_clause(what, a.Acted) for what in before):
        raise Misfit
    return WINDOWS[found.children[-1].children[0].type]


# --------------------------------------------------------------------- players


def player(tree: Part) -> a.Player:
    """A player phrase."""
    if is_tree(tree, "each_who_did"):
        return a.Player(a.PlayerKind.EACH_PLAYER, a.DidSo())
    if is_tree(tree, "each_who_did_not"):
        return a.Player(a.PlayerKind.EACH_PLAYER, a.DidNot())
    kind = PLAYERS[str(tree.data)]
    for part in tree.children:
        if isinstance(part, Tree):
            return a.Player(kind, _player_test(part))
    if kind is a.PlayerKind.THE_PLAYER:
        raise Misfit
    return a.Player(kind)


def _player_test(tree: Tree[Token]) -> a.PlayerTest:
    match str(tree.data):
        case "who_having":
            found = _cards(tree.children[-1])
            if any(part.data == "post_in_hand" for part in tree.iter_subtrees()):
                found = replace(found, places=(a.Place(a.Zone.HAND, a.THAT_PLAYER),))
            return a.Having(found)
        case "who_controls":
            found = _cards(tree.children[-1])
            tests = (*found.filter.tests, a.Controlled(a.THAT_PLAYER))
            return a.Having(replace(found, filter=a.make_filter(found.filter.nouns, tests)))
        case "who_did_not":
            return a.DidNot()
        case "who_did":
            return a.DidSo()
        case "who_hit":
            return a.HitByAttack()
        case "who_acted":
            return a.DidTo(acted(tree.children[0])[0], _cards(tree.children[1]))
        case "who_rank":
            return a.CostRank(_highest(tree), zone(tree.children[0]))
        case "who_compared":
            higher = "GREATER" in kinds(tree)
            zones = [part for part in tree.children if is_tree(part, "zone")]
            owner = possessive(first(tree, "your", "their", "of_player"))
            return a.CostCompared(higher, zone(zones[0]), a.Place(zone(zones[1]), owner))
        case "who_card_rank":
            return a.CostRank(_highest(tree))
        case "who_total":
            return a.CostRank(_highest(tree), total=True)
    raise Misfit


def _highest(tree: Tree[Token]) -> bool:
    rank = first(tree, "rank")
    return rank is not None and rank.children[0].type == "HIGHEST"


def possessive(tree: Part) -> a.Player:
    """Whose: "your", "their", "each foe's"."""
    match str(tree.data):
        case "your":
            return a.YOU
        case "their":
            return a.THAT_PLAYER
        case _:
            return player(tree.children[0])


# ---------------------------------------------------------------------- places


def zone(tree: Part) -> a.Zone:
    """A zone word."""
    return ZONES[tree.children[0].type]


def place(tree: Part) -> tuple[a.Place, ...]:
    """One place (two for "your or your teammate's discard pile")."""
    match str(tree.data):
        case "owned_zone":
            parts = tree.children
            if is_tree(parts[0], "zone"):
                return (a.Place(zone(parts[0]), player(parts[1])),)
            return (a.Place(zone(parts[1]), possessive(parts[0])),)
        case "shared_zone":
            return (a.Place(ZONES[tree.children[0].type]),)
        case "any_zone":
            return (a.Place(zone(tree.children[1]), a.Player(a.PlayerKind.ANY_PLAYER)),)
        case "named_stack":
            return (a.Place(a.Zone.STACK, name=str(tree.children[0])),)
        case "own_stack":
            return (a.Place(a.Zone.STACK),)
        case "the_stack":
            return (a.Place(a.Zone.STACK),)
        case "edge_place":
            (inner,) = place(tree.children[1])
            return (a.Place(inner.zone, inner.owner, edge(tree.children[0]), inner.name),)
        case "possessive_pair":
            owners = [part for part in tree.children if is_tree(part, "your", "their", "of_player")]
            where = zone(tree.children[-1])
            return tuple(a.Place(where, possessive(owner)) for owner in owners)
    raise Misfit(tree.data)


def edge(word: Token) -> a.Edge:
    """Top or bottom."""
    return a.Edge.TOP if word.endswith("top") else a.Edge.BOTTOM


def places(tree: Tree[Token]) -> tuple[tuple[a.Place, ...], str]:
    """A list of places and how they are joined: "or", "and", "and/or" or "each"."""
    found: list[a.Place] = []
    join = "each" if tree.data == "places_each" else "or"
    for part in tree.children:
        if isinstance(part, Token):
            if part.type == "AND_OR":
                join = "and/or"
            elif part.type == "AND" and join == "or":
                join = "and"
        elif part.data == "bare_zone":
            if not found:
                raise Misfit
            found.append(a.Place(zone(part.children[0]), found[-1].owner))
        else:
            found.extend(place(part))
    return tuple(found), join


# ----------------------------------------------------------------------- cards


def selection(tree: Part) -> a.Selection:
    """Any phrase that stands for cards."""
    match str(tree.data):
        case "this":
            return a.THIS
        case "this_from":
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
            return _one_of(selection(tree.children[0]), selection(tree.children[2]))
        case "owned_title":
            return a.CharacterOf(possessive(tree.children[0]))
        case _:
            return cards(tree)


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
            two.quantity, a.Filter(nouns, two.filter.tests), two.places, two.spread, two.random, two.among
        )
    return a.OneOf(one, two)


class Core:
    """What a noun phrase says, collected piece by piece."""

    def __init__(self) -> None:
        self.nouns: tuple[a.Noun, ...] = ()
        self.tests: list[a.Test] = []
        self.places: tuple[a.Place, ...] = ()
        self.join = "or"
        self.random = False
        self.among: a.Ref | None = None
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
        return a.Question(
            "and-or", ("each", "total"), (apart, one(self.nouns, a.Exactly(a.ONE)))
        )


def core(tree: Tree[Token]) -> Core:
    """Adjectives, nouns and what follows them."""
    found = Core()
    for part in tree.children:
        match str(part.data):
            case "adjective":
                _adjective(found, part.children[0])
            case "head":
                for piece in part.children:
                    if is_tree(piece, "nouns"):
                        found.apart = "AND_OR" in kinds(piece)
                        found.nouns = tuple(noun(n) for n in piece.children if isinstance(n, Tree))
            case _:
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
        case "PARITY":
            found.tests.append(a.Parity(a.ParityKind(str(word))))
        case _:  # "additional", "extra", "more": said of what is already so
            pass


def noun(tree: Tree[Token]) -> a.Noun:
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


def card_type(word: str) -> a.CardType:
    """The card type of a word in singular or plural."""
    text = word.removesuffix("s")
    return a.CardType("Hero" if text.startswith("hero") else text.title())


def title(word: str) -> a.Title:
    """The title of a word in singular or plural."""
    if word.startswith("character"):
        return a.Title.CHARACTER
    return a.Title.SUPER_VILLAIN if "villain" in word else a.Title.SUPER_HERO


def keyword(word: str) -> a.Keyword:
    """The keyword of a word in singular or plural."""
    return a.Keyword(word.removesuffix("s").title())


def post(found: Core, tree: Tree[Token]) -> None:
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
            found.tests.append(a.ThisWay(verbs[0], window(tree)))
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
        case "post_places":
            if found.places:
                raise Misfit
            found.places, found.join = places(tree.children[0])
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


def acted(tree: Tree[Token]) -> tuple[tuple[a.Verb, ...], a.Tense]:
    """The verbs of a relative clause and their tense."""
    words = [p for p in tree.children if token(p, "MOVE", "PLAY", "REVEAL", "DEFEAT", "CHOOSE", "PAST", "PASS")]
    match str(tree.data):
        case "acts_present":
            return tuple(verb(w) for w in words), a.Tense.PRESENT
        case "acts_past":
            return tuple(verb(w) for w in words), a.Tense.PAST
        case "acts_both":
            now = tuple(verb(w) for w in words if w.type != "PAST")
            before = tuple(verb(w) for w in words if w.type == "PAST")
            if now != before:
                raise Misfit
            return now, a.Tense.BOTH
        case _:
            return tuple(verb(w) for w in words), a.Tense.PRESENT


def cost_value(tree: Tree[Token]) -> a.Test:
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


def attribute(tree: Tree[Token]) -> a.Test:
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
            return a.Extreme(_highest(tree))
        case "has_keyword":
            return a.HasKeyword(keyword(str(tree.children[0])))
        case "cost_parity":
            return a.Parity(a.ParityKind(str(first(tree, "PARITY"))))
        case "cost_compared":
            words = kinds(tree)
            comparison = a.Comparison.EQUAL
            if words & {"LOWER_THAN", "FEWER_THAN"}:
                comparison = a.Comparison.LESS
            elif "MORE_THAN" in words:
                comparison = a.Comparison.MORE
            elif "LESS_OR_EQUAL" in words:
                comparison = a.Comparison.AT_MOST
            elif "MORE_OR_EQUAL" in words:
                comparison = a.Comparison.AT_LEAST
            return a.Attribute(cost, comparison, amount(tree.children[-1]))
        case "different_attribute":
            if "CARD_TYPE" in kinds(tree):
                return a.Different(a.DifferentKind.TYPE)
            if "NAMES" in kinds(tree):
                return a.Different(a.DifferentKind.NAME)
            return a.Different(a.DifferentKind.COST)
    raise Misfit(name)


def quantity(tree: Tree[Token]) -> tuple[a.Quantity, a.Comparison | None, bool]:
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
        return a.Every(), a.Comparison.LESS, False
    if "MORE_THAN" in words:
        return a.Every(), a.Comparison.MORE, False
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
            return a.Cards(a.Exactly(a.Number(number(parts[0]))), among=a.THEM)
        case "cards_another":
            return a.Cards(a.Exactly(a.ONE), a.Filter((), (a.Other(),)))
        case "cards_that_many":
            return core(parts[-1]).cards(a.Exactly(a.ThatMany()))
        case "cards_or_places":
            much, _, _ = quantity(parts[0])
            one, two = core(parts[1]), core(parts[1])
            two.tests = [t for t in two.tests if not isinstance(t, a.Controlled | a.Acted | a.Owned)]
            two.places, two.join = places(parts[-1])
            return a.OneOf(one.cards(much), two.cards(much))
        case "cards_equal":
            return core(parts[0]).cards(a.Exactly(amount(parts[-1])))
        case "cost_worth_up_to" | "cost_worth_at_least":
            many = next(number(p) for p in parts if is_tree(p, "number"))
            return core(parts[-1]).cards(a.CostWorth(many, name == "cost_worth_up_to"))
        case "cards_or_acted":
            much, _, _ = quantity(parts[0])
            verbs, tense = acted(next(p for p in parts if is_tree(p, *ACTED)))
            who = next(p for p in parts if is_tree(p, *PLAYERS))
            left, right = core(parts[1]), core(parts[1])
            right.places, right.join = (), "or"
            right.tests.append(a.Acted(verbs, player(who), tense, window(tree)))
            return a.OneOf(left.cards(much), right.cards(much))
    raise Misfit(name)


ACTED = ("acts_present", "acts_past", "acts_both")


def _only_in_condition(tree: Tree[Token]) -> None:
    if kinds(tree) & {"FEWER_THAN", "MORE_THAN", "NO"}:
        raise Misfit


def _head_word(tree: Tree[Token]) -> str:
    words = [leaf for leaf in tree.scan_values(lambda leaf: token(leaf, "CARD", "TYPE", "TITLE", "KEYWORD"))]
    return str(words[0]) if words else ""


def _bare(tree: Tree[Token]) -> a.Selection:
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
    if one and not found.tests:
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


def _cards(tree: Part) -> a.Cards:
    """A noun phrase that has to be plain cards."""
    found = cards(tree)
    if not isinstance(found, a.Cards):
        raise Misfit
    return found


# --------------------------------------------------------------------- amounts

ATTRIBUTES = {
    "COST": a.AttributeKind.COST,
    "VP": a.AttributeKind.VP,
    "VP_VALUES": a.AttributeKind.VP,
    "POWER": a.AttributeKind.POWER,
}


def amount(tree: Part) -> a.Amount:
    """A number, a count or a number printed on cards."""
    match str(tree.data):
        case "amount_number":
            return a.Number(number(tree.children[0]))
        case "amount_count":
            return count(tree.children[1])
        case "amount_its":
            return a.AttributeOf(_attribute_name(tree), a.IT)
        case "amount_of" | "amount_of_named":
            of = next(p for p in tree.children if not is_tree(p, "attribute_name"))
            return a.AttributeOf(_attribute_name(tree), selection(of))
    raise Misfit(tree.data)


def _attribute_name(tree: Tree[Token]) -> a.AttributeKind:
    found = first(tree, "attribute_name")
    assert found is not None
    return ATTRIBUTES[found.children[0].type]


def countable(tree: Tree[Token]) -> a.Amount:
    """What follows "for each", with its remarks on timing and on itself."""
    found = count(tree.children[0])
    for remark in tree.children[1:]:
        if not isinstance(found, a.CountOf):
            raise Misfit
        match str(remark.data):
            case "counted_locked":
                found = _replace(found, timing=a.Timing.LOCKED)
            case "counted_live":
                found = _replace(found, timing=a.Timing.LIVE)
            case "counted_itself":
                found = _replace(found, itself=True)
    return found


def _replace(found: a.CountOf, **changes: Any) -> a.CountOf:
    return replace(found, **changes)


def count_of(found: Core, per: int = 1) -> a.CountOf:
    """Count the cards of a noun phrase; "different" becomes a way of counting."""
    by_name = a.Different(a.DifferentKind.NAME)
    if found.join == "and/or":
        found.join = "or"
    if by_name in found.tests:
        found.tests = [test for test in found.tests if test != by_name]
        return a.CountOf(_plain(found), a.DifferentKind.NAME, per)
    return a.CountOf(_plain(found), None, per)


def _plain(found: Core) -> a.Cards:
    got = found.cards(a.Every())
    assert isinstance(got, a.Cards)
    return got


def count(tree: Tree[Token]) -> a.Amount:
    """Something that is counted."""
    parts = tree.children
    builders: dict[str, Callable[[], a.Amount]] = {
        "count_cards": lambda: count_of(core(parts[0])),
        "count_types": lambda: _count_types(parts[2:]),
        "count_types_among": lambda: a.CountOf(_plain(core(parts[-1])), a.DifferentKind.TYPE),
        "count_costs": lambda: a.CountOf(_plain(core(parts[-1])), a.DifferentKind.COST),
        "count_foes": lambda: _count_players(a.PlayerKind.EACH_FOE, parts),
        "count_players": lambda: _count_players(a.PlayerKind.EACH_PLAYER, parts),
        "count_per": lambda: count_of(core(parts[1]), number(parts[0])),
        "count_done": lambda: a.CountOf(
            a.Cards(a.Every(), a.make_filter((), (a.ThisWay(verb(parts[1])),)))
        ),
        "count_and_post": lambda: _count_and_post(parts),
        "count_both": lambda: a.Plus(count_of(core(parts[0])), count_of(core(parts[3]))),
    }
    return builders[str(tree.data)]()


def _count_types(posts: Sequence[Part]) -> a.CountOf:
    found = Core()
    for part in posts:
        post(found, part)
    return a.CountOf(_plain(found), a.DifferentKind.TYPE)


def _count_players(kind: a.PlayerKind, parts: Sequence[Part]) -> a.CountPlayers:
    tests = [_player_test(part) for part in parts if isinstance(part, Tree)]
    return a.CountPlayers(a.Player(kind, tests[0] if tests else None))


def _count_and_post(parts: Sequence[Part]) -> a.Plus:
    """ "each Hero in your discard pile and that you play": the noun is not said again."""
    one, two = core(parts[0]), core(parts[0])
    two.tests = [t for t in two.tests if isinstance(t, a.Other | a.Different | a.Attribute)]
    two.places, two.join = (), "or"
    post(two, parts[2])
    return a.Plus(count_of(one), count_of(two))
