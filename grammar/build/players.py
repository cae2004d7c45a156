"""Parse trees of players and places to AST."""

from __future__ import annotations

from lark import Token, Tree

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import replace
from rules_check.grammar.ast.phrase import Misfit, Part
from rules_check.grammar.build.words import (
    PLAYERS,
    ZONES,
    acted,
    first,
    is_tree,
    kinds,
)

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
            return a.Player(kind, player_test(part))
    if kind is a.PlayerKind.THE_PLAYER:
        raise Misfit
    words = [str(word) for word in tree.children]
    if kind is a.PlayerKind.EACH_PLAYER and words == ["player"]:
        raise Misfit  # one player: which?
    if kind is a.PlayerKind.YOUR_FOE and str(tree.children[-1]).endswith("s"):
        return a.Player(a.PlayerKind.EACH_FOE)  # "your foes"
    return a.Player(kind)


def player_test(tree: Part) -> a.PlayerTest:
    """What picks players out."""
    from rules_check.grammar.build.cards import plain_cards, selection

    match str(tree.data):
        case "who_having":
            return a.Having(hand_of_theirs(tree, plain_cards(tree.children[-1])))
        case "who_having_no":
            return a.Having(hand_of_theirs(tree, _core(tree)), none=True)
        case "who_controls":
            found = plain_cards(tree.children[-1])
            tests = (*found.filter.tests, a.Controlled(a.THAT_PLAYER))
            return a.Having(replace(found, filter=a.make_filter(found.filter.nouns, tests)))
        case "who_did_not":
            return a.DidNot()
        case "who_did":
            return a.DidSo()
        case "who_hit":
            return a.HitByAttack()
        case "who_acted":
            return a.DidTo(acted(tree.children[0])[0], selection(tree.children[1]))
        case "who_rank":
            return a.CostRank(highest(tree), zone(tree.children[0]))
        case "who_compared":
            higher = "GREATER" in kinds(tree)
            zones = [part for part in tree.children if is_tree(part, "zone")]
            owner = possessive(first(tree, "your", "their", "of_player"))
            return a.CostCompared(higher, zone(zones[0]), a.Place(zone(zones[1]), owner))
        case "who_card_rank":
            return a.CostRank(highest(tree))
        case "who_total":
            return a.CostRank(highest(tree), total=True)
        case "who_more":
            found = compared_cards(first(tree, "core"), "CONTROL" in kinds(tree))
            return a.HavingMore(found, than(tree.children[-1]), "MORE" in kinds(tree))
        case "who_most":
            found = compared_cards(first(tree, "core"), "CONTROL" in kinds(tree))
            return a.HavingMost(found, "MOST" in kinds(tree))
        case "who_avoided":
            if str(first(tree, "KEYWORD")) != "attack":
                raise Misfit
            return a.AvoidedAttack()
    raise Misfit


def hand_of_theirs(tree: Part, found: a.Cards) -> a.Cards:
    """ "each foe with two cards in hand": in that foe's hand."""
    if any(part.data == "post_in_hand" for part in tree.iter_subtrees()):
        return replace(found, places=(a.Place(a.Zone.HAND, a.THAT_PLAYER),))
    return found


def compared_cards(tree: Part, controls: bool) -> a.Cards:
    """What is counted of each player in a comparison: in their hand, if no place is said."""
    from rules_check.grammar.build.core import core

    phrase = core(tree)
    if controls:
        phrase.tests.append(a.Controlled(a.THAT_PLAYER))
    found = phrase.cards(a.Every())
    if not isinstance(found, a.Cards) or found.among is not None:
        raise Misfit
    mine = tuple(replace(p, owner=a.THAT_PLAYER) if p.owner == a.YOU else p for p in found.places)
    if not mine and not any(isinstance(t, a.Controlled | a.Owned) for t in found.filter.tests):
        mine = (a.Place(a.Zone.HAND, a.THAT_PLAYER),)
    return replace(found, places=mine)


def than(tree: Part) -> a.Player:
    """Those compared with; "more than any foe" is more than each of them."""
    who = player(tree)
    every = {
        a.PlayerKind.A_FOE: a.PlayerKind.EACH_FOE,
        a.PlayerKind.ANY_PLAYER: a.PlayerKind.EACH_PLAYER,
        a.PlayerKind.ANOTHER_PLAYER: a.PlayerKind.EACH_OTHER_PLAYER,
    }
    if "ANY" in kinds(tree) and who.kind in every:
        return replace(who, kind=every[who.kind])
    return who


def _core(tree: Part) -> a.Cards:
    from rules_check.grammar.build.core import core

    found = core(tree.children[-1]).cards(a.Exactly(a.ONE))
    if not isinstance(found, a.Cards):
        raise Misfit
    return found


def highest(tree: Part) -> bool:
    """Does it say "highest" rather than "lowest"?"""
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
        case "every_zone":
            return (a.Place(zone(tree.children[1]), a.Player(a.PlayerKind.EACH_PLAYER)),)
        case "that_zone":
            return (a.Place(zone(tree.children[0]), a.Player(a.PlayerKind.OWNER)),)
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


def places(tree: Part) -> tuple[tuple[a.Place, ...], str]:
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
