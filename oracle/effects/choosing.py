"""Choosing cards: from a noun phrase to the cards that are taken.

`select` works out what can be chosen and goes on with the task `then`, to which the tuple of
chosen cards is added. Several cards are chosen one after the other.
"""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.candidates import bounds, candidates, differ
from rules_check.oracle.meaning.find import cards_at, fits
from rules_check.oracle.running.agenda import TASKS, answers, ask, task
from rules_check.oracle.values.state import NATURE, Choice, Frame, Option, State, Task

# ------------------------------------------------------------------------- selecting


def select(
    g: Table,
    s: State,
    what: a.Selection,
    verb: a.Verb,
    actor: int,
    then: Task,
    chooser: int | None = None,
) -> None:
    """Choose cards as the noun phrase says, then go on with `then` and what was chosen."""
    f = s.frames[-1]
    chooser = actor if chooser is None else chooser
    match what:
        case a.Both(first, second):
            select(g, s, first, verb, actor, ("select_both", second, verb, actor, chooser, then))
        case a.Cards() if what.spread is a.Spread.EACH and len(what.places) > 1:
            TASKS["select_each"](g, s, ("select_each", what, 0, verb, actor, chooser, then, ()))
        case a.Cards():
            _pick_from(g, s, what, candidates(g, s, f, what, verb, actor), chooser, then, f)
        case a.OneOf():
            found = tuple(candidates(g, s, f, what, verb, actor))
            number = min(1, len(found))
            pick(g, s, ("pick", chooser, found, number, number, (), then, None, False))
        case _:
            finish(g, s, then, tuple(candidates(g, s, f, what, verb, actor)))


def _pick_from(
    g: Table, s: State, what: a.Cards, found: list[int], chooser: int, then: Task, f: Frame
) -> None:
    least, most = bounds(g, s, f, what.quantity, len(found))
    special = what if _restricts(what) else None
    if what.random and least < len(found):
        _random(g, s, ("random", tuple(found), least, (), then))
    else:
        pick(g, s, ("pick", chooser, tuple(found), least, most, (), then, special, True))


def _restricts(what: a.Cards) -> bool:
    if isinstance(what.quantity, a.CostWorth):
        return True
    tests = what.filter.tests
    return bool(tests) and any(isinstance(test, (a.Different, a.OneType)) for test in tests)


@task("select_both")
def select_both(g: Table, s: State, todo: Task) -> None:
    """The first half is chosen; now the second."""
    _, second, verb, actor, chooser, then, first = todo
    f = s.frames[-1]
    f.it = first
    select(g, s, second, verb, actor, ("join", first, then), chooser)


@task("join")
def join(g: Table, s: State, todo: Task) -> None:
    """Both halves are chosen."""
    _, first, then, second = todo
    finish(g, s, then, first + tuple(card for card in second if card not in first))


@task("select_each")
def select_each(g: Table, s: State, todo: Task) -> None:
    """Choose the number of cards in one place after the other."""
    _, what, at, verb, actor, chooser, then, *chosen = todo
    got: tuple[int, ...] = tuple(card for part in chosen for card in part)
    if at == len(what.places):
        finish(g, s, then, got)
        return
    f = s.frames[-1]
    found = [
        card
        for card in cards_at(g, s, f, what.places[at])
        if fits(g, s, f, card, what.filter) and card not in got
    ]
    following = ("select_each", what, at + 1, verb, actor, chooser, then, got)
    _pick_from(g, s, what, found, chooser, following, f)


@task("pick")
def pick(g: Table, s: State, todo: Task) -> None:
    """Choose one more card, or be done.

    `todo`: who chooses, what is left, least, most, chosen so far, what follows, the noun phrase
    if its cards depend on each other, and whether cards of one name in one place are alike.
    """
    _, chooser, found, least, most, chosen, then, special, _ = todo
    if special is not None:
        found = _still_possible(g, s, special, found, chosen)
        if len(found) + len(chosen) < least:
            least = len(found) + len(chosen)
        most = min(most, len(found) + len(chosen))
    if len(chosen) >= most or not found:
        finish(g, s, then, chosen)
        return
    if least == most and len(found) + len(chosen) == least and special is None:
        finish(g, s, then, chosen + found)
        return
    options: list[Option] = []
    seen: set[tuple[int, int]] = set()
    index, where = g.kind_index, s.where
    for card in found:
        key = (index[card], where[card])
        if key not in seen:
            seen.add(key)
            options.append(("card", card))
    if len(chosen) >= least:
        options.append(("stop",))
    ask(g, s, chooser, "card", options, todo, s.frames[-1].source if s.frames else -1)


@answers("pick")
def picked(g: Table, s: State, todo: Task, option: Option) -> None:
    """One more card is chosen, or no more."""
    name, chooser, found, least, most, chosen, then, special, alike = todo
    if option[0] == "stop":
        finish(g, s, then, chosen)
        return
    card = option[1]
    rest = tuple(c for c in found if c != card)
    pick(g, s, (name, chooser, rest, least, most, (*chosen, card), then, special, alike))


def _still_possible(
    g: Table, s: State, what: a.Cards, found: tuple[int, ...], chosen: tuple[int, ...]
) -> tuple[int, ...]:
    """What may still be chosen beside the chosen cards."""
    for test in what.filter.tests:
        if isinstance(test, a.OneType) and chosen:
            found = tuple(c for c in found if g.shares_type(s, c, chosen[0]))
        if isinstance(test, a.Different):
            found = tuple(c for c in found if all(differ(g, s, c, o, test.kind) for o in chosen))
    if isinstance(what.quantity, a.CostWorth):
        spent = sum(g.cost(s, card) for card in chosen)
        limit = what.quantity.amount
        if what.quantity.up_to:
            found = tuple(c for c in found if spent + g.cost(s, c) <= limit)
        elif spent >= limit:
            return ()
    return found


def _random(g: Table, s: State, todo: Task) -> None:
    """Nature picks cards."""
    _, found, number, chosen, then = todo
    if number == 0 or not found:
        finish(g, s, then, chosen)
        return
    options = tuple(("card", card) for card in found)
    s.choice = Choice(NATURE, "random", options, todo, found)


@answers("random")
def randomly(g: Table, s: State, todo: Task, option: Option) -> None:
    """Nature has picked a card."""
    name, found, number, chosen, then = todo
    rest = tuple(card for card in found if card != option[1])
    _random(g, s, (name, rest, number - 1, (*chosen, option[1]), then))


def finish(g: Table, s: State, then: Task, chosen: tuple[int, ...]) -> None:
    """Go on with the chosen cards."""
    TASKS[then[0]](g, s, (*then, chosen))


# ---------------------------------------------------------------------------- players


def with_player(
    g: Table, s: State, found: tuple[int, ...], chooser: int, then: Task, source: int = -1
) -> None:
    """Choose one of the players, then go on with `then` and that player."""
    if not found:
        return
    ask(g, s, chooser, "player", [("player", p) for p in found], ("player", then), source)


@answers("player")
def player_chosen(g: Table, s: State, todo: Task, option: Option) -> None:
    """A player is chosen."""
    then = todo[1]
    TASKS[then[0]](g, s, (*then, option[1]))
