"""Parse trees of occasions, events and moments to AST."""

from __future__ import annotations

from lark import Tree

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import replace
from rules_check.grammar.ast.phrase import Misfit, Part
from rules_check.grammar.build.cards import cards, selection
from rules_check.grammar.build.core import core
from rules_check.grammar.build.players import place, player, possessive
from rules_check.grammar.build.words import (
    ORDINALS,
    PLAYERS,
    WINDOWS,
    first,
    is_tree,
    kinds,
    span,
    token,
    verb,
    window,
)
from rules_check.grammar.clauses import open_clause


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
            return _trigger(tree, a.Event((verb(parts[2]),), who, found), a.Often.NTH, nth)
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
        if "END" not in kinds(tree):
            point = a.Point.START  # "during your next turn": from its start on
        whose = next(p for p in tree.children if isinstance(p, Tree))
        return a.Moment(point, possessive(whose), next=True)
    if str(tree.data) == "moment_each":
        return a.Moment(point, a.YOU, each=True)
    return a.Moment(point, possessive(tree.children[-1]))


def destination(tree: Part) -> a.Place:
    """Where something goes, in an event."""
    if not is_tree(tree, "to_place"):
        raise Misfit
    (where,) = place(tree.children[0])
    return where


def trigger_after(tree: Part) -> a.Trigger:
    """A trigger said after its effect: "draw a card each time you buy a card"."""
    happens = event(tree.children[1])
    if happens.what == a.THIS or happens.would:
        raise Misfit  # "when you play this card" says when something is counted
    word = tree.children[0]
    if token(word, "THE_NTH_TIME"):
        return _trigger(tree, happens, a.Often.NTH, ORDINALS[str(word).split()[1]])
    return _trigger(tree, happens, a.Often.EACH if token(word, "EACH_TIME") else a.Often.WHEN)


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
