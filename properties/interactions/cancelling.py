"""Two texts of which one leaves nothing of the other, or which undo each other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.values.state import State
from rules_check.properties.interactions.games import Shown, Side, play, shrunk, used
from rules_check.properties.interactions.links import Link, Why
from rules_check.properties.interactions.search import Budget, OutOfBudget, end_of, ends
from rules_check.properties.interactions.small import ME, Small, meet

ANSWERS: Final = 400
"""So many answers are tried in one position."""

Ways = dict[object, tuple[str, ...]]
"""The ends of a game, each with a way to it."""


def may_cancel(link: Link) -> bool:
    """Whether one of two abilities forbids what the other does, or both change the same costs in
    opposite ways."""
    if all(a.Title.CHARACTER in x.card.titles for x in (link.source, link.target)):
        return False
    if link.why is Why.FORBIDS:
        return True
    return link.why is Why.SAME_COSTS and _signs(link.source.node) != _signs(link.target.node)


def _signs(node: a.Node) -> frozenset[bool]:
    return frozenset(x.more for x in a.walk(node) if isinstance(x, a.ChangeCost))


def find_cancelling(playset: PlaySet, cards: tuple[CardDef, ...], budget: Budget) -> Shown | None:
    """A game in which one text leaves nothing of the other, or in which they undo each other."""
    own = Budget(min(ANSWERS, budget.left))
    try:
        return _find(playset, cards, own)
    except OutOfBudget:
        return None
    finally:
        budget.left -= own.spent
        budget.spent += own.spent


def _find(playset: PlaySet, cards: tuple[CardDef, ...], budget: Budget) -> Shown | None:
    one, other = cards
    both = meet(playset, cards)
    games = {
        "both": both,
        "first": meet(playset, cards, without=[other]),
        "second": meet(playset, cards, without=[one]),
        "neither": meet(playset, cards, without=[one, other]),
    }
    games = {name: _at(small, both.position) for name, small in games.items()}
    hand = [card.name for card in cards if card.name in both.position[ME]["hand"]]
    orders = [hand, hand[::-1]] if len(hand) == 2 else [hand]
    orders += [[*hand, card.name] for card in both.others]
    for order in orders:
        acts = tuple(f"{ME}: play {name}" for name in order)
        judged = _judged(games, cards, acts, budget)
        if judged is not None:
            return _shown(games, cards, acts, judged)
    return None


def _at(small: Small, position: dict[str, Any]) -> Small:
    return replace(small, position=position)


def _ways(small: Small, acts: tuple[str, ...], budget: Budget) -> Ways:
    """Where a game can come to when these cards are played one after the other, and how."""
    here: list[tuple[State, tuple[str, ...]]] = [(small.state(), ())]
    for act in acts:
        following: list[tuple[State, tuple[str, ...]]] = []
        for s, done in here:
            after = play(small, (act,), s)
            if after is not None:
                following += ends(small, after, budget, (*done, act))
        here = following
    found: Ways = {}
    for s, done in here:
        found.setdefault((end_of(small, s), _costs(small, s)), done)
    return found


def _costs(small: Small, s: State) -> object:
    """What the cards in the Line-Up and the Characters cost."""
    g = small.game
    if s.result is not None:
        return ()
    sale = tuple((g.name(card), g.cost_to_buy(s, card, s.active)) for card in s.zones[g.line_up])
    return sale, tuple(g.character_cost(s, player) for player in range(g.players))


def _judged(
    games: dict[str, Small], cards: tuple[CardDef, ...], acts: tuple[str, ...], budget: Budget
) -> tuple[str, str, str] | None:
    """What is to be said of the two texts, what the game with both of them is like, and the name
    of the game that is like it."""
    found = {name: _ways(small, acts, budget).keys() for name, small in games.items()}
    one, other = cards
    neither, both = found["neither"], found["both"]
    if not both or not neither:
        return None
    if both == neither and found["first"] != neither != found["second"]:
        message = f'"{one.name}" and "{other.name}" undo each other: together they do nothing'
        return message, "it ends as if both had no text", "neither"
    for first, second, alone, left in (
        (one, other, "first", "second"),
        (other, one, "second", "first"),
    ):
        if found[left] != neither and both == found[alone]:
            message = f'"{first.name}" leaves nothing of the text of "{second.name}"'
            return message, f"it ends as if {second.name} had no text", alone
    return None


def _shown(
    games: dict[str, Small],
    cards: tuple[CardDef, ...],
    acts: tuple[str, ...],
    judged: tuple[str, str, str],
) -> Shown:
    def holds(smaller: Small, fewer: tuple[str, ...]) -> bool:
        if fewer != acts:
            return False
        there = {name: _at(small, smaller.position) for name, small in games.items()}
        try:
            return _judged(there, cards, acts, Budget(ANSWERS)) == judged
        except OutOfBudget:
            return False

    small, acts = shrunk(games["both"], acts, holds)
    message, outcome, alike = judged
    without = _at(games[alike], small.position)
    one, other = (_ways(game, acts, Budget(ANSWERS)) for game in (small, without))
    end = next(iter(one))
    return Shown(
        "cancel",
        cards,
        message,
        small.told(),
        used(small, acts),
        acts,
        (outcome,),
        small.position,
        (
            Side("both texts", small, one[end]),
            Side(outcome.removeprefix("it ends "), without, other[end]),
        ),
    )
