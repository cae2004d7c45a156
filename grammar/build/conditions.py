"""Parse trees of conditions to AST."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from lark import Token, Tree

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import replace
from rules_check.grammar.ast.phrase import Misfit, Part
from rules_check.grammar.build.amounts import count_of
from rules_check.grammar.build.cards import cards, quantity, selection
from rules_check.grammar.build.core import Core, attribute, core, cost_value, post
from rules_check.grammar.build.players import compared_cards, place, player, than
from rules_check.grammar.build.words import (
    ACTED,
    ORDINALS,
    acted,
    first,
    is_tree,
    keyword,
    kinds,
    number,
    span,
    token,
    verb,
    window,
)

Build = Callable[[Part, a.Player], a.Effect]


def condition(tree: Part, predicate: Build) -> a.Condition:
    """A condition; `predicate` builds the effects that some conditions contain."""
    parts = tree.children
    match str(tree.data):
        case "all_of":
            return a.AllOf(condition(parts[0], predicate), condition(parts[1], predicate))
        case "any_of":
            return a.AnyOf(condition(parts[0], predicate), condition(parts[1], predicate))
        case "both_or":
            one, two, three = (condition(part, predicate) for part in parts)
            return a.AnyOf(a.AllOf(one, two), three)
        case "either_and":
            one, two, three = (condition(part, predicate) for part in parts)
            return a.AllOf(a.AnyOf(one, two), three)
        case "grouped":
            return condition(parts[0], predicate)
        case "there":
            return _compare(parts[0], (), exact=True)
        case "there_types":
            return _there_types(parts)
        case "has":
            return _has(parts)
        case "controls":
            held = (a.Controlled(player(parts[0])),)
            found: list[a.Condition] = [_compare(p, held) for p in parts[1:] if isinstance(p, Tree)]
            return _all(found)
        case "did_not":
            word = next(
                p for p in parts if token(p, "PAST", "MOVE", "PLAY", "REVEAL", "DEFEAT", "CHOOSE")
            )
            found_ = next(p for p in parts if isinstance(p, Tree) and p is not parts[0])
            there = _compare(found_, ())
            done = a.Acted(
                (verb(word),), player(parts[0]), a.Tense.PAST, span(tree, there.count.cards)
            )
            return replace(
                _compare(found_, (done,)), comparison=a.Comparison.EQUAL, value=a.Number(0)
            )
        case "holds_not":
            return negated(
                player(parts[0]), next(p for p in parts if token(p, *HOLDING)), parts[-1]
            )
        case "controls_this":
            return a.In(a.THIS, a.Place(a.Zone.PLAY))
        case "owns":
            return _compare(parts[-1], (a.Owned(player(parts[0])),))
        case "cannot":
            return a.Cannot(predicate(parts[-1], player(parts[0])))
        case "compared":
            return _has_more(parts)
        case "has_points":
            return _has_points(tree)
        case "both_are":
            return a.Is(a.IT, core(parts[-1]).filter())
        case "contains" | "are_in":
            inside, where = parts if tree.data == "are_in" else reversed(parts)
            there = _compare(inside, (), exact=tree.data == "are_in")
            if there.count.cards.places:
                raise Misfit
            held_ = replace(there.count.cards, places=place(where))
            return replace(there, count=replace(there.count, cards=held_))
        case "did_types":
            return _did_types(tree)
        case "did_this_way":
            verbs, _ = acted(parts[1])
            if len(verbs) != 1:
                raise Misfit
            return _compare(parts[2], (a.ThisWay(verbs[0]),))
        case "owns_or_plays":
            return a.OwnsOrPlays(selection(parts[-1]))
        case "costs":
            return a.Is(selection(parts[0]), a.make_filter((), (cost_value(parts[-1]),)))
        case "is_in":
            return a.In(selection(parts[0]), place(parts[-1])[0])
        case "has_the_keyword":
            test = a.HasKeyword(keyword(str(parts[-1])))
            return a.Is(selection(parts[0]), a.make_filter((), (test,)))
        case "is_chosen_type":
            return a.Is(a.IT, a.make_filter((), (a.Chosen(a.DifferentKind.TYPE),)))
        case "did":
            verbs, tense = acted(parts[1])
            listed = [p for p in parts[2:] if isinstance(p, Tree) and p.data != "span"]
            when = span(tree, _compare(listed[-1], ()).count.cards)
            done = a.Acted(verbs, player(parts[0]), tense, when)
            return _all([_compare(part, (done,)) for part in listed])
        case "is_empty":
            everything = a.CountOf(a.Cards(a.Every(), places=place(parts[0])))
            return a.There(everything, a.Comparison.EQUAL, a.Number(0))
        case "it_is":
            return a.Is(a.IT, _complement(tree))
        case "it_is_not":
            return a.Not(a.Is(a.IT, _complement(tree)))
        case "it_is_in":
            if "IN_PLAY" in kinds(tree):
                return a.In(a.IT, a.Place(a.Zone.PLAY))
            return a.In(a.IT, place(parts[-1])[0])
        case "selection_is":
            return a.Is(selection(parts[0]), _complement(tree))
        case "is_in_play":
            return a.In(selection(parts[0]), a.Place(a.Zone.PLAY))
        case "its_chosen_cost":
            return a.Is(a.IT, a.make_filter((), (a.Chosen(a.DifferentKind.COST),)))
        case "is_named":
            return a.Is(a.IT, a.make_filter((), (a.Chosen(a.DifferentKind.NAME),)))
        case "its_cost":
            return a.Is(a.IT, a.make_filter((), (cost_value(parts[-1]),)))
        case "has_attribute":
            of = a.IT if token(parts[0], "ITS") else selection(parts[0])
            return a.Is(of, a.make_filter((), (attribute(parts[-1]),)))
        case "matches_choice":
            return a.MatchesChoice()
        case "share_type":
            return a.ShareType()
        case "differ_in_type":
            return a.DifferInType()
        case "nth_card":
            return _nth_card(tree)
        case "players_did":
            return _players_did(tree, predicate)
        case "highest":
            return a.HighestCost(verb(next(p for p in parts if token(p, "PAST"))))
        case "defeated":
            return a.DefeatedInConfrontation(span(tree) or a.Window.THIS_TURN)
        case "in_confrontation":
            return a.During(a.Window.CONFRONTATION)
    raise Misfit(tree.data)


def _all(found: Sequence[a.Condition]) -> a.Condition:
    """All of the conditions, as the grammar nests them."""
    return reduce(lambda later, one: a.AllOf(one, later), reversed(found))


def _complement(tree: Part) -> a.Filter:
    """What something is said to be: "a Hero", "another Villain"."""
    found = core(tree.children[-1])
    if "ANOTHER" in kinds(tree):
        found.tests.append(a.Other())
    return found.filter()


def _compare(tree: Part, tests: tuple[a.Test, ...], exact: bool = False) -> a.There:
    """ "two or more Heroes …" as a comparison of a count."""
    if is_tree(tree, "cards"):
        _, comparison, another = quantity(tree.children[0])
        found = core(tree.children[1])
        if another:
            found.tests.append(a.Other())
        if comparison is None:
            raise Misfit
        words = kinds(tree.children[0])
        if exact and len(words) == 0:
            comparison = a.Comparison.EQUAL
        value = _value(tree.children[0])
    elif is_tree(tree, "bare_cards"):
        found = core(tree.children[0])
        comparison, value = a.Comparison.AT_LEAST, a.ONE
    elif is_tree(tree, "cost_worth_at_least"):
        got = cards(tree)
        assert isinstance(got, a.Cards)
        merged = a.make_filter(got.filter.nouns, (*got.filter.tests, *tests))
        return a.There(
            a.CountOf(a.Cards(got.quantity, merged, got.places)), a.Comparison.AT_LEAST, a.ONE
        )
    else:
        raise Misfit
    found.tests.extend(tests)
    return a.There(count_of(found), comparison, value)


def _value(tree: Part) -> a.Number:
    if "NO" in kinds(tree):
        return a.Number(0)
    numbers = [number(p) for p in tree.children if is_tree(p, "number")]
    return a.Number(numbers[0]) if numbers else a.ONE


def _there_types(parts: list[Part]) -> a.There:
    _, comparison, _ = quantity(parts[0])
    if comparison is None:
        raise Misfit
    found = Core()
    for part in parts[3:]:
        post(found, part)
    got = found.cards(a.Every())
    assert isinstance(got, a.Cards)
    return a.There(a.CountOf(got, a.DifferentKind.TYPE), comparison, _value(parts[0]))


def _has(parts: list[Part]) -> a.Condition:
    """ "you have two Heroes in your deck": the place is said; without one it is the hand."""
    there = _compare(parts[-1], ())
    who = player(parts[0])
    owner = a.YOU if who == a.YOU else a.THAT_PLAYER
    places = there.count.cards.places or (a.Place(a.Zone.HAND, owner),)
    in_hand = any(part.data == "post_in_hand" for part in parts[-1].iter_subtrees())
    if in_hand:
        places = (a.Place(a.Zone.HAND, owner),)
    count = replace(there.count, cards=replace(there.count.cards, places=places))
    there = replace(there, count=count)
    return there if who == a.YOU else a.Has(who, there)


def exact(tree: Part, end: a.Condition) -> a.Condition:
    """ "until you have three cards" means just three, whichever way one comes there."""
    plain = is_tree(tree, "has") and is_tree(tree.children[-1], "cards")
    if plain and isinstance(end, a.There):
        said = tree.children[-1].children[0]
        if any(is_tree(p, "number") for p in said.children) and not kinds(said):
            return replace(end, comparison=a.Comparison.EQUAL)
    return end


HOLDING = ("CONTROL", "HAVE")


def negated(who: a.Player, word: Token, found: Part, span_: a.Window | None = None) -> a.There:
    """ "you do not control a Location", "that player did not buy any cards": none of them."""
    if token(word, "CONTROL"):
        there = _compare(found, (a.Controlled(who),))
    elif token(word, "HAVE"):
        held = _has([Tree("you", []), found])
        assert isinstance(held, a.There)
        there = held
        if who != a.YOU:
            cards_ = there.count.cards
            owned = tuple(replace(p, owner=who) if p.owner == a.YOU else p for p in cards_.places)
            there = replace(there, count=replace(there.count, cards=replace(cards_, places=owned)))
    else:
        there = _compare(found, (a.Acted((verb(word),), who, a.Tense.PAST, span_),))
        return replace(there, comparison=a.Comparison.EQUAL, value=a.Number(0))
    if there.comparison is not a.Comparison.AT_LEAST:
        raise Misfit
    if there.value == a.ONE:
        return replace(there, comparison=a.Comparison.EQUAL, value=a.Number(0))
    return replace(there, comparison=a.Comparison.LESS)


def _nth_card(tree: Part) -> a.CardsSoFar:
    """ "this is the second Hero you have played this turn"."""
    said = first(tree, *ACTED)
    if said is not None and acted(said)[0] != (a.Verb.PLAY,):
        raise Misfit
    if window(tree) not in {None, a.Window.THIS_TURN}:
        raise Misfit
    found = core(Tree("core", [first(tree, "head")])).filter()
    return a.CardsSoFar(ORDINALS[str(first(tree, "ORDINAL"))], found)


def _has_more(parts: list[Part]) -> a.HasMore:
    who = player(parts[0])
    found = compared_cards(parts[3], controls=token(parts[1], "CONTROL"))
    return a.HasMore(who, found, than(parts[4]), token(parts[2], "MORE"))


def _did_types(tree: Part) -> a.There:
    """ "you have played three or more different card types this turn"."""
    who, said, much = tree.children[:3]
    verbs, tense = acted(said)
    done = a.Cards(a.Every(), a.make_filter((), (a.Acted(verbs, player(who), tense, span(tree)),)))
    _, comparison, _ = quantity(much)
    if comparison is None:
        raise Misfit
    return a.There(a.CountOf(done, a.DifferentKind.TYPE), comparison, _value(much))


def _has_points(tree: Part) -> a.HasPoints:
    words = kinds(tree)
    comparison = next(to for kind, to in POWER_COMPARISONS.items() if kind in words)
    value = a.Number(number(first(tree, "number")))
    kind = a.AttributeKind.POWER if "POWER" in words else a.AttributeKind.VP
    return a.HasPoints(player(tree.children[0]), kind, comparison, value)


POWER_COMPARISONS = {
    "OR_MORE": a.Comparison.AT_LEAST,
    "AT_LEAST": a.Comparison.AT_LEAST,
    "OR_LESS": a.Comparison.AT_MOST,
    "EXACTLY": a.Comparison.EQUAL,
    "FEWER_THAN": a.Comparison.LESS,
    "MORE_THAN": a.Comparison.MORE,
}


def _players_did(tree: Part, predicate: Build) -> a.PlayersDid:
    _, comparison, _ = quantity(tree.children[0])
    if comparison is not a.Comparison.AT_LEAST:
        raise Misfit
    kind = a.PlayerKind.EACH_FOE if "FOE" in kinds(tree) else a.PlayerKind.EACH_PLAYER
    at_least = _value(tree.children[0]).value
    is_not = "DO_NOT" in kinds(tree)
    done = predicate(tree.children[-1], a.THAT_PLAYER)
    if isinstance(done, a.Control):
        raise Misfit  # "a foe controls a Location" is no deed
    return a.PlayersDid(a.Player(kind), at_least, done, is_not)
