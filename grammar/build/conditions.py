"""Parse trees of conditions, occasions and stretches of time to AST."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

from lark import Tree

from grammar import ast as a
from grammar.build.amounts import count_of
from grammar.build.cards import cards, quantity, selection
from grammar.build.core import Core, attribute, core, cost_value, post
from grammar.build.players import place, player, possessive
from grammar.build.words import (
    ORDINALS,
    PLAYERS,
    WINDOWS,
    Misfit,
    Part,
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
from grammar.clauses import open_clause

Build = Callable[[Part], a.Effect]


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
        case "its_cost":
            return a.Is(a.IT, a.make_filter((), (cost_value(parts[-1]),)))
        case "has_attribute":
            return a.Is(selection(parts[0]), a.make_filter((), (attribute(parts[-1]),)))
        case "matches_choice":
            return a.MatchesChoice()
        case "share_type":
            return a.ShareType()
        case "differ_in_type":
            return a.DifferInType()
        case "nth_card":
            word = first(tree, "ORDINAL")
            return a.CardsSoFar(ORDINALS[str(word)])
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


def _players_did(tree: Part, predicate: Build) -> a.PlayersDid:
    _, comparison, _ = quantity(tree.children[0])
    if comparison is not a.Comparison.AT_LEAST:
        raise Misfit
    kind = a.PlayerKind.EACH_FOE if "FOE" in kinds(tree) else a.PlayerKind.EACH_PLAYER
    at_least = _value(tree.children[0]).value
    negated = "DO_NOT" in kinds(tree)
    return a.PlayersDid(a.Player(kind), at_least, predicate(tree.children[-1]), negated)


# ------------------------------------------------------------------- occasions


def occasion(tree: Part) -> a.Occasion | a.Window:
    """When something happens; a bare window for "During a Confrontation, …"."""
    parts = tree.children
    match str(tree.data):
        case "each_time":
            return _trigger(tree, event(parts[1]), a.Often.EACH)
        case "nth_time":
            nth = ORDINALS[str(parts[0]).split()[1]]
            early = window(tree)
            trigger = _trigger(tree, event(parts[-1] if early else parts[1]), a.Often.NTH, nth)
            return replace(trigger, window=early) if early else trigger
        case "when_event":
            return _trigger(tree, event(parts[1]), a.Often.WHEN)
        case "when_nth":
            nth = ORDINALS[str(first(tree, "ORDINAL"))]
            found = core(next(p for p in parts if is_tree(p, "core"))).cards(a.Exactly(a.ONE))
            who = player(next(p for p in parts if is_tree(p, *PLAYERS)))
            return _trigger(tree, a.Event((a.Verb.PLAY,), who, found), a.Often.NTH, nth)
        case "at_moment":
            return moment(parts[0])
        case "at_game_end":
            return a.GameEnd()
        case "in_window":
            return WINDOWS[parts[0].type]
    raise Misfit(tree.data)


def _trigger(tree: Part, what: a.Event, often: a.Often, nth: int = 0) -> a.Trigger:
    said = first(tree, "span")
    if open_clause(what.what, a.ThisWay) and said is not None and len(said.children) == 1:
        raise Misfit
    return a.Trigger(what, often, nth, span(tree, what.what))


def event(tree: Part) -> a.Event:
    """Something that somebody does, or that is done to a card."""
    parts = tree.children
    match str(tree.data):
        case "event_done":
            verbs = tuple(verb(word) for word in parts[1].children)
            anywhere = "IN_ANY_ZONE" in kinds(tree)
            return a.Event(verbs, player(parts[0]), selection(parts[2]), anywhere=anywhere)
        case "event_avoid":
            return a.Event((a.Verb.AVOID,), player(parts[0]))
        case "event_passive":
            word = next(p for p in parts if token(p, "PAST"))
            goal = parts[-1] if isinstance(parts[-1], Tree) and parts[-1] is not parts[0] else None
            to = destination(goal) if goal is not None else None
            anywhere = "IN_ANY_ZONE" in kinds(tree)
            return a.Event((verb(word),), None, selection(parts[0]), to=to, anywhere=anywhere)
        case "event_against":
            verb_ = a.Verb.ATTACK if "ATTACKED" in kinds(tree) else a.Verb.CONFRONT
            return a.Event((verb_,), player(parts[0]))
        case "event_would":
            verbs = tuple(verb(word) for word in parts[1].children)
            return a.Event(verbs, player(parts[0]), selection(parts[2]), would=True)
        case "event_would_passive":
            return a.Event((verb(parts[-1]),), None, selection(parts[0]), would=True)
        case "event_told":
            word = next(p for p in parts if token(p, "MOVE"))
            return a.Event((verb(word),), a.YOU, cards(parts[-1]), told=True)
    raise Misfit(tree.data)


def moment(tree: Part) -> a.Moment:
    """The start or end of a turn."""
    point = a.Point.START if "START" in kinds(tree) else a.Point.END
    if str(tree.data) == "moment_end":
        return a.Moment(point)
    if str(tree.data) == "moment_next":
        return a.Moment(point, possessive(tree.children[-2]), next=True)
    if str(tree.data) == "moment_each":
        return a.Moment(point, a.YOU, each=True)
    return a.Moment(point, possessive(tree.children[-1]))


def destination(tree: Part) -> a.Place:
    """Where something goes, in an event."""
    if not is_tree(tree, "to_place"):
        raise Misfit
    (where,) = place(tree.children[0])
    return where


def until(tree: Part) -> a.Until:
    """Until an event, or until the end of a turn."""
    if is_tree(tree, "until_event"):
        ends = event(tree.children[-1])
        if ends.who is not None and ends.what is not None:
            raise Misfit  # "until you reveal a Hero" says how often, not how long
        return a.Until(ends)
    who = next((player(p) for p in tree.children if is_tree(p, *PLAYERS)), a.YOU)
    if is_tree(tree, "until_start"):
        return a.Until(a.Moment(a.Point.START, who, next=True))
    return a.Until(a.Moment(a.Point.END, who))
