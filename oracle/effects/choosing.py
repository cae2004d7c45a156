"""Choosing cards and players: from a noun phrase to what is taken.

`select` works out what can be chosen and goes on with the task `then` and the chosen cards
(`oracle.running.agenda.with_cards`). Several cards are chosen one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.other_readings import first_in_line_up
from rules_check.oracle.meaning.candidates import allowed, bounds, candidates
from rules_check.oracle.meaning.compared import outstanding, so_many, together
from rules_check.oracle.meaning.find import cards_at, fits
from rules_check.oracle.meaning.reaching import TOGETHER, within_reach
from rules_check.oracle.running.agenda import WITH_CARDS, WITH_PLAYER, answers, ask, with_cards
from rules_check.oracle.values.choices import NATURE, Choice, ChoiceKind
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.option_forms import CardOption, Option
from rules_check.oracle.values.options import STOP, ChooseCard, ChoosePlayer
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import Task


class SelectBoth(Task):
    """The first half is chosen; then the second."""

    tag = "select_both"
    second: a.Selection
    verb: a.Verb
    actor: int
    chooser: int
    then: Task


class Join(Task):
    """The second half is chosen; go on with both."""

    tag = "join"
    first: tuple[int, ...]
    then: Task


class SelectEach(Task):
    """Choose the number of cards in one place after the other; `at` is the next place."""

    tag = "select_each"
    what: a.Cards
    verb: a.Verb
    actor: int
    at: int
    chooser: int
    then: Task
    before: tuple[int, ...]


class Pick(Task):
    """Choose one more card of what is left, until there are enough.

    `special` is the noun phrase, if its cards depend on each other. `alike`: another card of
    the same name in the same place is as good an answer as the one that is offered.
    """

    tag = "pick"
    chooser: int
    found: tuple[int, ...]
    least: int
    most: int
    chosen: tuple[int, ...]
    then: Task
    special: a.Cards | None
    alike: bool


class PickAtRandom(Task):
    """Nature picks so many more cards of what is left."""

    tag = "random"
    found: tuple[int, ...]
    number: int
    chosen: tuple[int, ...]
    then: Task


class PlayerAsked(Task):
    """Go on with the player who is chosen."""

    tag = "player"
    then: Task


class PickPlayers(Task):
    """Choose one more player of those who are left, or be done."""

    tag = "pick_players"
    found: tuple[int, ...]
    chooser: int
    chosen: tuple[int, ...]
    then: Task
    source: int
    least: int
    most: int


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
            select(g, s, first, verb, actor, SelectBoth(second, verb, actor, chooser, then))
        case a.Cards() if what.spread is a.Spread.EACH and len(what.places) > 1:
            select_each(g, s, SelectEach(what, verb, actor, 0, chooser, then, ()), ())
        case a.Cards():
            found = candidates(g, s, f, what, verb, actor)
            if verb is a.Verb.GAIN and g.sw.gained_card == "first":
                found = first_in_line_up(g, s, f, what, found)
            pick_from(g, s, what, found, chooser, then, f)
        case a.OneOf():
            among = tuple(candidates(g, s, f, what, verb, actor))
            number = min(1, len(among))
            pick(g, s, Pick(chooser, among, number, number, (), then, None, False))
        case _:
            finish(g, s, then, tuple(candidates(g, s, f, what, verb, actor)))


def pick_from(
    g: Table, s: State, what: a.Cards, found: list[int], chooser: int, then: Task, f: Frame
) -> None:
    """Choose as many of these cards as the noun phrase says."""
    there = len(found)
    least, most = bounds(g, s, f, what.quantity, there)
    special = what if _restricts(what) else None
    if what.random and least < there:
        _random(g, s, PickAtRandom(tuple(found), least, (), then))
    elif least == most == there and special is None:
        finish(g, s, then, tuple(found))  # nothing is left to choose
    else:
        pick(g, s, Pick(chooser, tuple(found), least, most, (), then, special, True))


def _restricts(what: a.Cards) -> bool:
    if isinstance(what.quantity, a.CostWorth):
        return True
    tests = what.filter.tests
    best = so_many(what.quantity) > 1  # "the two lowest-cost cards"
    return bool(tests) and any(
        isinstance(test, TOGETHER) or (best and isinstance(test, a.Extreme)) for test in tests
    )


@with_cards(SelectBoth)
def select_both(g: Table, s: State, todo: SelectBoth, first: tuple[int, ...]) -> None:
    """The first half is chosen; now the second."""
    s.frames[-1].beside = first
    then = Join(first, todo.then)
    select(g, s, todo.second, todo.verb, todo.actor, then, todo.chooser)


@with_cards(Join)
def join(g: Table, s: State, todo: Join, second: tuple[int, ...]) -> None:
    """Both halves are chosen."""
    first = todo.first
    s.frames[-1].beside = ()
    finish(g, s, todo.then, first + tuple(card for card in second if card not in first))


@with_cards(SelectEach)
def select_each(g: Table, s: State, todo: SelectEach, chosen: tuple[int, ...]) -> None:
    """Choose the number of cards in one place after the other."""
    what, at = todo.what, todo.at
    got = todo.before + chosen
    if at == len(what.places):
        finish(g, s, todo.then, got)
        return
    f = s.frames[-1]
    there = cards_at(g, s, f, what.places[at], what.quantity)
    found = [card for card in there if fits(g, s, f, card, what.filter) and card not in got]
    found = allowed(g, s, found, todo.verb, todo.actor)
    found = outstanding(g, s, found, what.filter, so_many(what.quantity))
    following = todo.but(at=at + 1, before=got)
    pick_from(g, s, what, found, todo.chooser, following, f)


def pick(g: Table, s: State, todo: Pick) -> None:
    """Choose one more card, or be done."""
    found, least, most, chosen = todo.found, todo.least, todo.most, todo.chosen
    special = todo.special
    if special is not None:
        found = within_reach(g, s, special, found, chosen, least)
        if len(found) + len(chosen) < least:
            least = len(found) + len(chosen)
        most = min(most, len(found) + len(chosen))
    if len(chosen) >= most or not found:
        finish(g, s, todo.then, chosen)
        return
    if (
        least == most
        and len(found) + len(chosen) == least
        and (special is None or _fit_together(g, s, special, chosen + found))
    ):
        finish(g, s, todo.then, chosen + found)
        return
    if special is not None:
        best = tuple(outstanding(g, s, list(found), special.filter))
        if least == most and len(best) < len(found) and len(chosen) + len(best) <= least:
            rest = tuple(card for card in found if card not in best)
            pick(g, s, todo.but(found=rest, chosen=chosen + best))  # they are among them anyway
            return
        found = best
    options: list[Option] = []
    seen: set[tuple[int, int]] = set()
    index, option, where = g.kind_index, g.card_options, s.where
    for card in found:
        key = (index[card], where[card])
        if key not in seen:
            seen.add(key)
            options.append(option[card])
    if len(chosen) >= least and not _falls_short(g, s, special, chosen):
        options.append(STOP)
    ask(g, s, todo.chooser, ChoiceKind.CARD, options, todo, s.frames[-1].source if s.frames else -1)


@answers(Pick)
def picked(g: Table, s: State, todo: Pick, option: Option) -> None:
    """One more card is chosen, or no more."""
    if option == STOP:
        finish(g, s, todo.then, todo.chosen)
        return
    assert isinstance(option, ChooseCard)
    card = option.card
    rest = tuple(c for c in todo.found if c != card)
    chosen = (*todo.chosen, card)
    least, most, then = todo.least, todo.most, todo.then
    pick(g, s, Pick(todo.chooser, rest, least, most, chosen, then, todo.special, todo.alike))


def _fit_together(g: Table, s: State, what: a.Cards, cards: tuple[int, ...]) -> bool:
    """Whether all these cards can be taken, so that nothing is left to choose."""
    worth = isinstance(what.quantity, a.CostWorth)
    return not worth and together(g, s, list(cards), what.filter)


def _falls_short(g: Table, s: State, what: a.Cards | None, chosen: tuple[int, ...]) -> bool:
    """Whether the chosen cards are worth too little in all."""
    if what is None or not isinstance(what.quantity, a.CostWorth) or what.quantity.up_to:
        return False
    return bool(sum(g.cost(s, card) for card in chosen) < what.quantity.amount)


def _random(g: Table, s: State, todo: PickAtRandom) -> None:
    """Nature picks cards."""
    found = todo.found
    if todo.number == 0 or not found:
        finish(g, s, todo.then, todo.chosen)
        return
    options = tuple(g.card_options[card] for card in found)
    s.choice = Choice(NATURE, ChoiceKind.RANDOM, options, todo, found)


@answers(PickAtRandom)
def randomly(g: Table, s: State, todo: PickAtRandom, option: Option) -> None:
    """Nature has picked a card."""
    assert isinstance(option, ChooseCard)
    rest = tuple(card for card in todo.found if card != option.card)
    chosen = (*todo.chosen, option.card)
    _random(g, s, todo.but(found=rest, number=todo.number - 1, chosen=chosen))


def each_kind(g: Table, cards: Iterable[int], option: Callable[[int], CardOption]) -> list[Option]:
    """An option for each of the cards; for cards of the same kind only the first."""
    first: dict[int, int] = {}
    for card in cards:
        first.setdefault(g.kind_index[card], card)
    return [option(card) for card in first.values()]


def finish(g: Table, s: State, then: Task, chosen: tuple[int, ...]) -> None:
    """Go on with the chosen cards."""
    WITH_CARDS[type(then)](g, s, then, chosen)


# ---------------------------------------------------------------------------- players


def choose_player(
    g: Table, s: State, found: tuple[int, ...], chooser: int, then: Task, source: int = -1
) -> None:
    """Choose one of the players, then go on with `then` and that player."""
    if len(found) == 1:
        WITH_PLAYER[type(then)](g, s, then, found[0])
    elif found:
        options = [ChoosePlayer(p) for p in found]
        ask(g, s, chooser, ChoiceKind.PLAYER, options, PlayerAsked(then), source)


def choose_players(
    g: Table,
    s: State,
    found: tuple[int, ...],
    chooser: int,
    then: Task,
    node: a.ChoosePlayer,
    source: int = -1,
) -> None:
    """Choose as many of the players as is said, then go on with `then` and them (as with cards)."""
    most = len(found) if node.most is None else min(node.most, len(found))
    least = most if node.exact else 0
    pick_player(g, s, PickPlayers(found, chooser, (), then, source, least, most))


def pick_player(g: Table, s: State, todo: PickPlayers) -> None:
    """Choose one more player, or be done."""
    if len(todo.chosen) >= todo.most:
        finish(g, s, todo.then, todo.chosen)
        return
    if len(todo.found) + len(todo.chosen) == todo.least:
        finish(g, s, todo.then, todo.chosen + todo.found)  # nobody else is there
        return
    options: list[Option] = [*map(ChoosePlayer, todo.found)]
    if len(todo.chosen) >= todo.least:
        options.append(STOP)
    ask(g, s, todo.chooser, ChoiceKind.PLAYER, options, todo, todo.source)


@answers(PickPlayers)
def player_picked(g: Table, s: State, todo: PickPlayers, option: Option) -> None:
    """One more player is chosen, or no more."""
    if option == STOP:
        finish(g, s, todo.then, todo.chosen)
        return
    assert isinstance(option, ChoosePlayer)
    player = option.player
    rest = tuple(p for p in todo.found if p != player)
    pick_player(g, s, todo.but(found=rest, chosen=(*todo.chosen, player)))


@answers(PlayerAsked)
def player_chosen(g: Table, s: State, todo: PlayerAsked, option: Option) -> None:
    """A player is chosen."""
    assert isinstance(option, ChoosePlayer)
    WITH_PLAYER[type(todo.then)](g, s, todo.then, option.player)
