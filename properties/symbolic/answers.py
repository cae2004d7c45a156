"""How choices are answered on a path: every answer that is not like another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from math import perm
from typing import Any

from rules_check.oracle.quick import state as quick
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import BuyCard, ChooseCard, Order, PlayCard
from rules_check.properties.symbolic.cards import GenericKind
from rules_check.properties.symbolic.game import SymbolicGame, zones_of
from rules_check.properties.symbolic.numbers import TooLong
from rules_check.properties.symbolic.runs import Helper, Run

ALIKE = (ChooseCard, PlayCard, BuyCard)
"""Options that make no difference between cards of which nothing is known."""

MOST_ORDERS = 720
"""A shuffle with more orders than these is too much."""


def answer(run: Run, choice: Choice) -> Option:
    """One of the answers; the others are taken on other paths."""
    game: SymbolicGame = run.game
    pick = game.explorer.pick
    if isinstance(choice.asked_by, Helper):
        return ChooseCard(_helper(run, choice.asked_by.zone))
    if choice.kind is ChoiceKind.SHUFFLE:
        cards = tuple(choice.cards)
        every = orders(cards, strangers(run, cards))
        return Order(every[pick(len(every))])
    options = distinct(run, choice)
    return options[pick(len(options))]


def _helper(run: Run, zone: int) -> int:
    """A new generic card where nobody has looked; else one that is there, or -1."""
    game: SymbolicGame = run.game
    zones = zones_of(run.state)
    if zones.is_open(zone):
        card = game.generic(run.core, zone)
        zones.add(zone, card)
        return card
    there = zones.known(zone)
    return there[game.explorer.pick(len(there))] if there else -1


def distinct(run: Run, choice: Choice) -> list[Option]:
    """The options; of cards in one place of which nothing is known, only one."""
    cards = [option.card for option in choice.options if isinstance(option, ALIKE)]
    unknown = strangers(run, cards) if len(cards) > 1 else frozenset()
    found: list[Option] = []
    seen: set[tuple[type[Option], int]] = set()
    for option in choice.options:
        if isinstance(option, ALIKE) and option.card in unknown:
            key = (type(option), run.state.where[option.card])
            if key in seen:
                continue
            seen.add(key)
        found.append(option)
    return found


def strangers(run: Run, cards: Any) -> frozenset[int]:
    """Those of the cards of which nothing at all is known, nor has been done with them."""
    game: SymbolicGame = run.game
    if game.compares_names:
        return frozenset()
    kinds: list[Any] = game.kinds
    generic = [c for c in cards if isinstance(kinds[c], GenericKind) and kinds[c].pristine]
    if len(generic) < 2:
        return frozenset()
    seen = _mentioned(run)
    return frozenset(card for card in generic if card not in seen)


def _mentioned(run: Run) -> set[int]:
    """The cards of which something was said or done, by the rules or a text."""
    core: quick.State = run.core
    seen: set[int] = {fact.card for fact in core.facts if fact.card is not None}
    for option in run.answers:
        seen.update(option.named_cards)
    for one in core.lasting:
        seen.update(_cards((one.frame, one.found, one.amount)))
    for pending in core.pending:
        seen.update(_cards(pending.frame))
    for frame in core.frames:
        seen.update(_cards(frame))
    return seen


def _cards(value: Any) -> Iterator[int]:
    """All numbers in a value that may be cards."""
    match value:
        case bool():
            pass
        case int():
            yield value
        case quick.Frame():
            yield from _cards((value.this, value.names, value.acts, value.shown))
            yield from _cards((value.results, value.asks[1] if value.asks else None))
        case quick.Outcome():
            yield from _cards(value.facts)
        case quick.Fact():
            yield from _cards((value.card, value.source))
        case quick.Zones() | str():
            pass
        case dict():
            yield from _cards(tuple(value.values()))
        case list() | tuple() | frozenset() | set():
            for one in value:
                yield from _cards(one)
        case _:
            pass


def orders(cards: tuple[int, ...], unknown: frozenset[int]) -> list[tuple[int, ...]]:
    """The orders of a shuffle; the cards of which nothing is known are all alike."""
    known = [card for card in cards if card not in unknown]
    number = len(cards)
    if perm(number, len(known)) > MOST_ORDERS:
        raise TooLong(f"a shuffle of {number} cards")
    found: list[tuple[int, ...]] = []
    for places in permutations(range(number), len(known)):
        at = dict(zip(places, known, strict=True))
        rest = iter([card for card in cards if card in unknown])
        found.append(tuple([at[n] if n in at else next(rest) for n in range(number)]))
    return found
