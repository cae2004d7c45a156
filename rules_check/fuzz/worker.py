"""One game of a campaign, played and checked; runs in whatever process it is sent to."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Set
from contextlib import contextmanager
from functools import lru_cache
from random import Random
from typing import Any, Final

from rules_check.fuzz.plan import RANDOM, Task
from rules_check.oracle.box.arranging import Arrangement, Wish, arrange, play_set_of
from rules_check.oracle.box.playset import CardSource, load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.values.endless import RunsForever
from rules_check.play.deck import DeckSource, deck_of
from rules_check.play.document import render
from rules_check.play.table import Table, make_player
from rules_check.properties.invariants import finite
from rules_check.properties.invariants.finite import but_for
from rules_check.properties.referee import Refereed, play_refereed
from rules_check.properties.registry import PROPERTIES, find_property
from rules_check.rules.load import load_rules

MOST_ANSWERS: Final = {True: 3_000, False: 20_000}
"""When a game is given up: players who have lost all Power go on without end, and random cards
(True) can keep any game from ending."""

MOST_SECONDS: Final = 120
"""A game that computes so long hangs."""

BROKEN_OFF: Final = ("offered-or-refused", "turn-ends")
"""Properties that can fail by an answer which leads nowhere: that one is left out of a replay."""


def play_task(task: Task) -> dict[str, Any]:
    """Play a game; what it came to, as JSON values. A failed one has its `document`."""
    table = task.table()
    random_cards = task.set_seed if task.cards == RANDOM else None
    game = _game(table.arrangement, table.cards, table.deck, random_cards)
    rng = Random(task.seed)
    players = [make_player(kind, rng) for kind in table.players]
    chosen = [find_property(name) for name in task.properties] or list(PROPERTIES)
    if random_cards is not None:
        made = _made_up(table.game, random_cards)
        chosen = [but_for(made) if prop is finite.PROPERTY else prop for prop in chosen]
    with _clock():
        played = play_refereed(
            game, players, rng, properties=chosen, limit=MOST_ANSWERS[task.cards == RANDOM]
        )
    record = _record(task, game, played)
    if played.violations:
        record["document"] = _document(table, game, _replayable(game, played))
    return record


def _made_up(game: str, set_seed: int) -> frozenset[str]:
    """The names of the cards with random texts."""
    from rules_check.properties.random_cards import random_set

    return frozenset(card.name for card, _ in random_set(game, set_seed).made)


@lru_cache(maxsize=16)
def _game(
    arrangement: Arrangement,
    cards: tuple[CardSource, ...],
    deck: DeckSource | None,
    set_seed: int | None,
) -> Game:
    if deck is not None:
        seats = arrangement.seats
        kinds = ("random",) * len(seats)
        variant = arrangement.variant
        return Table(arrangement.game, seats, 0, kinds, cards, variant, deck=deck).make()
    if set_seed is not None and not arrangement.mixed and not arrangement.variant:
        from rules_check.properties.random_cards import random_set

        random = random_set(arrangement.game, set_seed).play_set
        return Game(random, seats=arrangement.seats)
    return Game(play_set_of(arrangement, cards))


def _record(task: Task, game: Game, played: Refereed) -> dict[str, Any]:
    result = played.state.result
    end = "left" if result is None else result.reason
    return {
        "number": task.number,
        "game": task.game,
        "seed": task.seed,
        "decisions": played.decisions,
        "turns": played.state.turn,
        "end": "failed" if played.violations else end,
        "played": _bits(card_names(task.wish, task.deck), {game.name(c) for c in played.played}),
        "there": _bits(card_names(task.wish, task.deck), {kind.name for kind in game.kinds}),
        "fired": _bits(rule_ids(task.wish), played.fired),
        "violations": [
            {"property": v.property, "step": v.step, "message": v.message}
            for v in played.violations
        ],
    }


@lru_cache(maxsize=64)
def card_names(wish: Wish, deck: DeckSource | None = None) -> tuple[str, ...]:
    """The cards of all books of a game that can be played, in a fixed order."""
    names: set[str] = set()
    for book in arrange(wish).books:
        play_set = load_play_set(book) if deck is None else deck_of(deck, book).play_set
        names |= {card.name for card, _ in play_set.main_deck} | set(play_set.basics)
    return tuple(sorted(names))


@lru_cache(maxsize=64)
def rule_ids(wish: Wish) -> tuple[str, ...]:
    """The rules of a book that an engine can fire, in their order."""
    rules = load_rules(arrange(wish).game).rules
    return tuple(id_ for id_, rule in rules.items() if rule.executable)


def _bits(known: tuple[str, ...], found: Set[str]) -> str:
    """Which of the known names were found, as a hexadecimal number."""
    return f"{sum(1 << at for at, name in enumerate(known) if name in found):x}"


def named(known: tuple[str, ...], bits: str) -> set[str]:
    """The inverse of `_bits`."""
    value = int(bits, 16)
    return {name for at, name in enumerate(known) if value >> at & 1}


# ------------------------------------------------------------------------- a failed game


def _replayable(game: Game, played: Refereed) -> list[Any]:
    """The answers up to the failure; without the last one if the engine does not survive it."""
    answers = played.answers
    if not any(v.property in BROKEN_OFF for v in played.violations):
        return answers
    state = game.new()
    for option in answers[:-1]:
        game.take(state, option)
    try:
        game.take(state, answers[-1])
    except Exception:  # noqa: BLE001 (whatever it was, it was reported)
        return answers[:-1]
    return answers


def _document(table: Table, game: Game, answers: list[Any]) -> str:
    state = game.new(trace=True)
    for option in answers:
        game.take(state, option)
    return render(table, game, answers, state)


@contextmanager
def _clock() -> Iterator[None]:
    """Break a game off that hangs, where the system has a clock for that."""
    known = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not known:
        yield
        return

    def ring(*_: object) -> None:
        raise RunsForever(f"{MOST_SECONDS} seconds")

    old = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, old)
