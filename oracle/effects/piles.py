"""Shuffling, dealing out and swapping cards."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.choosing import select
from rules_check.oracle.effects.subjects import for_each
from rules_check.oracle.meaning.who import players
from rules_check.oracle.running.agenda import (
    answers,
    ask_shuffle,
    effect,
    for_each_player,
    with_cards,
)
from rules_check.oracle.running.moving import arrange, move_card
from rules_check.oracle.trace.saying import say
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import Order
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import Task
from rules_check.oracle.values.zones import DECK, HAND, PER_PLAYER

V = a.Verb


class ShuffleCards(Task):
    """Shuffle the cards that are chosen."""

    tag = "shuffle_cards"
    player: int


class SwapFirst(Task):
    """Swap the cards that are chosen with the others."""

    tag = "swap_first"
    node: a.Swap
    player: int


class SwapBoth(Task):
    """Swap the first cards with those that are chosen."""

    tag = "swap_both"
    player: int
    first: tuple[int, ...]


@effect(a.Shuffle)
def do_shuffle(g: Table, s: State, node: a.Shuffle) -> None:
    """Shuffle a pile, or some cards."""
    for_each(g, s, s.frames[-1], node.who, node)


@for_each_player(a.Shuffle)
def shuffle_for(g: Table, s: State, node: a.Shuffle, player: int) -> None:
    """One player shuffles."""
    select(g, s, node.what, V.SWAP, player, ShuffleCards(player))


@with_cards(ShuffleCards)
def shuffle_cards(g: Table, s: State, todo: ShuffleCards, cards: tuple[int, ...]) -> None:
    """Nature puts the cards in order; they stay where they are."""
    if len(cards) > 1:
        ask_shuffle(s, cards, todo)
    else:
        s.frames[-1].note(todo.player, True, cards)


@answers(ShuffleCards)
def shuffled(g: Table, s: State, todo: ShuffleCards, option: Option) -> None:
    """The cards have their new order, in the places they had together."""
    assert isinstance(option, Order)
    order = option.cards
    s.frames[-1].note(todo.player, True, order)
    zones: dict[int, list[int]] = {}
    for card in order:
        zones.setdefault(s.where[card], []).append(card)
    for zone, cards in zones.items():
        new = iter(cards)
        there = s.zones[zone]
        arrange(s, zone, tuple(next(new) if card in cards else card for card in there))
    say(s, "shuffle", todo.player, "effect.shuffle", order)


@effect(a.Deal)
def do_deal(g: Table, s: State, node: a.Deal) -> None:
    """Give out cards just shuffled to each of the players, unseen."""
    f = s.frames[-1]
    f.now = a.mark_of(node)
    dealt = f.spoken_of(a.bound_to(node))
    cards = [card for card in dealt if not g.kinds[card].character]
    for player in players(g, s, f, node.to):
        for _ in range(node.number):
            if cards:
                card = cards.pop(0)
                f.act(V.DEAL, player, (card,))
                move_card(g, s, card, player * PER_PLAYER + HAND, V.DEAL, player, "effect.deal")


@effect(a.Swap)
def do_swap(g: Table, s: State, node: a.Swap) -> None:
    """Two selections change places."""
    for_each(g, s, s.frames[-1], node.who, node)


@for_each_player(a.Swap)
def swap_for(g: Table, s: State, node: a.Swap, player: int) -> None:
    """One player swaps."""
    select(g, s, node.first, V.SWAP, player, SwapFirst(node, player))


@with_cards(SwapFirst)
def swap_first(g: Table, s: State, todo: SwapFirst, first: tuple[int, ...]) -> None:
    """The first half is chosen."""
    select(g, s, todo.node.second, V.SWAP, todo.player, SwapBoth(todo.player, first))


@with_cards(SwapBoth)
def swap_both(g: Table, s: State, todo: SwapBoth, second: tuple[int, ...]) -> None:
    """Both halves are chosen: each goes where the other was."""
    player, first = todo.player, todo.first
    done = bool(first) and bool(second)
    if any(g.kinds[card].character for card in first + second):
        done = False  # a Character stays in its stack or score pile
    f = s.frames[-1]
    f.note(player, done, first + second if done else ())
    if not done:
        return
    one, other = s.where[first[0]], s.where[second[0]]
    for cards, zone in ((first, other), (second, one)):
        for card in cards:
            f.act(V.SWAP, player, (card,))
            move_card(g, s, card, zone, V.SWAP, player, "effect.swap", zone % PER_PLAYER == DECK)
