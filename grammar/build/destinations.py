"""Parse trees of where cards go to AST."""

from __future__ import annotations

from dataclasses import replace

from lark import Tree

from rules_check.grammar import ast as a
from rules_check.grammar.build.players import edge, place, player, possessive
from rules_check.grammar.build.words import Misfit, Part, first, token


def pass_to(tree: Part) -> a.Place:
    """Where a passed card goes."""
    match str(tree.data):
        case "to_player":
            return a.Place(a.Zone.HAND, player(tree.children[0]))
        case "to_place":
            (where,) = place(tree.children[0])
            return where
        case "to_left":
            return a.Place(a.Zone.HAND, a.Player(a.PlayerKind.THEIR_LEFT))
        case "to_right":
            return a.Place(a.Zone.HAND, a.Player(a.PlayerKind.THEIR_RIGHT))
    raise Misfit


def destinations(move: a.Move, tree: Part) -> a.Effect:
    """A move with its destination, or a choice between several."""
    either = first(tree, "to_either_edge")
    if either is not None:
        (where,) = place(either.children[-1])
        ends = [edge(word) for word in either.children if token(word, "EDGE")]
        there = [replace(where, edge=end) for end in ends]
        return a.ChooseOne(tuple(replace(move, to=goal) for goal in there))
    moved = [_to(move, group) for group in _split(tree)]
    return moved[0] if len(moved) == 1 else a.ChooseOne(tuple(moved))


def _split(tree: Part) -> list[list[Part]]:
    groups: list[list[Part]] = [[]]
    for part in tree.children:
        if token(part, "OR"):
            groups.append([])
        elif isinstance(part, Tree):
            groups[-1].append(part)
    return groups


GOALS = frozenset(
    {"to_place", "to_table", "to_play", "to_no_game", "to_under_this", "to_front", "to_under"}
)
"""Destinations that are places of their own."""


def _to(move: a.Move, parts: list[Part]) -> a.Move:
    to: a.Place | None = None
    verb_ = move.verb
    any_order = False
    face_down = False
    edge_: a.Edge | None = None
    for part in parts:
        if to is not None and str(part.data) in GOALS:
            raise Misfit  # it cannot go to two places
        match str(part.data):
            case "to_place":
                (to,) = place(part.children[0])
            case "to_table":
                to = a.Place(a.Zone.TABLE)
            case "to_edge":
                edge_ = edge(part.children[0])
            case "to_play":
                to = a.Place(a.Zone.PLAY)
            case "to_no_game":
                to = a.Place(a.Zone.OUT_OF_GAME)
            case "to_under_this":
                if verb_ is not a.Verb.PUT:
                    raise Misfit  # "discard a card under this card": that is where it lies
                to = a.Place(a.Zone.UNDER_THIS)
            case "to_front":
                to = a.Place(a.Zone.FRONT, a.YOU)
            case "to_back":
                verb_ = a.Verb.RETURN
            case "to_under":
                owner = possessive(part.children[1].children[0])
                to = a.Place(a.Zone.UNDER_CHARACTER, owner)
            case "to_face_down":
                face_down = True
            case "to_face_up":
                pass
            case "to_any_order":
                any_order = True
    if to is None and face_down:
        to = a.Place(a.Zone.TABLE)
    if to is None and edge_ is not None:  # "on top" of where it came from
        to = a.Place(a.Zone.STACK, None, edge_)
    if to is None and verb_ is a.Verb.RETURN and move.verb is a.Verb.PUT:
        return a.Move(verb_, move.what, None, move.who, any_order)
    if to is not None and face_down:
        to = a.Place(to.zone, to.owner, to.edge, to.name, True)
    return a.Move(verb_, move.what, to, move.who, any_order)
