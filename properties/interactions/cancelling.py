"""Two texts of which one leaves nothing of the other, or which undo each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.values.state import State
from rules_check.properties.interactions.games import Shown, Side, play, shrunk, used
from rules_check.properties.interactions.links import Link, Why, cost_changes, links_of
from rules_check.properties.interactions.reading import Ability, abilities_of
from rules_check.properties.interactions.search import Budget, OutOfBudget, end_of, ends
from rules_check.properties.interactions.small import ME, Small, meet, works_in_turns_of_others

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
    return link.why is Why.SAME_COSTS and _signs(link.source) != _signs(link.target)


def _signs(ability: Ability) -> frozenset[str]:
    return frozenset(change.op for change in cost_changes(ability))


class _Pair(NamedTuple):
    """Two texts that are compared: of each card the whole text, or an ability."""

    one: CardDef | Ability
    other: CardDef | Ability


def find_cancelling(playset: PlaySet, cards: tuple[CardDef, ...], budget: Budget) -> Shown | None:
    """A game in which one text leaves nothing of the other, or in which they undo each other: both
    are P1's, or one is the foe's who can use it in the turn of P1."""
    one, other = cards
    for pair in _pairs(one, other):
        for theirs in ((), *_of_the_foe(pair)):
            found = budget.part(ANSWERS, partial(_find, playset, cards, pair, theirs))
            if found is not None:
                return found
    return None


def _of_the_foe(pair: _Pair) -> Iterator[tuple[CardDef]]:
    """Which of the cards can be the foe's. Of several abilities some work in the turn of the foe
    only, so the whole text is not judged there."""
    for text in pair:
        card = _card(text)
        is_one = isinstance(text, Ability) or len(abilities_of(card)) == 1
        if is_one and works_in_turns_of_others(card):
            yield (card,)


def _pairs(one: CardDef, other: CardDef) -> Iterator[_Pair]:
    """The whole texts of two cards; then, where one forbids an ability of several, that one."""
    yield _Pair(one, other)
    for link in links_of((one, other)).all:
        abilities = (link.source, link.target)
        if link.why is Why.FORBIDS and {id(x.card) for x in abilities} == {id(one), id(other)}:
            mine, theirs = abilities if link.source.card is one else abilities[::-1]
            if len(abilities_of(link.target.card)) > 1:
                yield _Pair(mine, theirs)


def _find(
    playset: PlaySet,
    cards: tuple[CardDef, ...],
    pair: _Pair,
    theirs: tuple[CardDef, ...],
    budget: Budget,
) -> Shown | None:
    both = meet(playset, cards, theirs=theirs)
    games = {
        "both": both,
        "first": meet(playset, cards, theirs=theirs, without=[pair.other]),
        "second": meet(playset, cards, theirs=theirs, without=[pair.one]),
        "neither": meet(playset, cards, theirs=theirs, without=pair),
    }
    games = {name: _at(small, both.position) for name, small in games.items()}
    hand = [card.name for card in cards if card.name in both.position[ME]["hand"]]
    orders = [hand, hand[::-1]] if len(hand) == 2 else [hand]
    orders += [[*hand, card.name] for card in both.others]
    for order in orders:
        acts = tuple(f"{ME}: play {name}" for name in order)
        judged = _judged(games, pair, acts, budget)
        if judged is not None:
            return _shown(games, cards, pair, acts, judged)
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
    games: dict[str, Small], pair: _Pair, acts: tuple[str, ...], budget: Budget
) -> tuple[str, str, str] | None:
    """What is to be said of the two texts, what the game with both of them is like, and the name
    of the game that is like it."""
    found = {name: _ways(small, acts, budget).keys() for name, small in games.items()}
    one, other = pair
    neither, both = found["neither"], found["both"]
    if not both or not neither:
        return None
    if both == neither and found["first"] != neither != found["second"]:
        names = f'"{_card(one).name}" and "{_card(other).name}"'
        message = f"{names} undo each other: together they do nothing"
        return message, "it ends as if both had no text", "neither"
    for first, second, alone, left in (
        (one, other, "first", "second"),
        (other, one, "second", "first"),
    ):
        if found[left] != neither and both == found[alone]:
            name = _card(second).name
            message = f'"{_card(first).name}" leaves nothing of {_of(second)}'
            such = "such " if isinstance(second, Ability) else ""
            return message, f"it ends as if {name} had no {such}text", alone
    return None


def _of(text: CardDef | Ability) -> str:
    """A text in words."""
    if isinstance(text, Ability):
        return f'"{text.said}" of "{text.card.name}"'
    return f'the text of "{text.name}"'


def _card(text: CardDef | Ability) -> CardDef:
    return text.card if isinstance(text, Ability) else text


def _shown(
    games: dict[str, Small],
    cards: tuple[CardDef, ...],
    pair: _Pair,
    acts: tuple[str, ...],
    judged: tuple[str, str, str],
) -> Shown:
    def holds(smaller: Small, fewer: tuple[str, ...]) -> bool:
        if fewer != acts:
            return False
        there = {name: _at(small, smaller.position) for name, small in games.items()}
        try:
            return _judged(there, pair, acts, Budget(ANSWERS)) == judged
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
