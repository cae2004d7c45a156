"""Setting up a game: stacks, decks, Line-Up, first player, opening hands."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.seats import seating
from rules_check.oracle.running.agenda import answers, ask_shuffle, task
from rules_check.oracle.running.line_up import refill_line_up
from rules_check.oracle.running.moving import arrange, move_card
from rules_check.oracle.trace.saying import say
from rules_check.oracle.values.choices import NATURE, Choice, ChoiceKind
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import ChoosePlayer, Order
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import BeginTurn, Draw, LayStack, Task
from rules_check.oracle.values.zones import CHARACTERS, DECK, PER_PLAYER, REMOVED


def lay_out(g: Table, s: State) -> None:
    """Put every card where it begins, unshuffled."""
    for zone, cards in g.box.items():
        s.zones[zone] = cards
        for card in cards:
            s.where[card] = zone
    for p in range(g.players):
        base = p * PER_PLAYER
        say(s, "character", p, "setup.character", s.zones[base + CHARACTERS])
        say(s, "starting deck", p, "setup.starting_deck", s.zones[base + DECK])
    spare = s.zones[g.shared + REMOVED]
    if spare:
        say(s, "starting deck", -1, "setup.spare", spare)
    for name, zone in g.stacks.items():
        say(s, "stack", -1, "setup.stacks", s.zones[zone][:1], (name, len(s.zones[zone])))
    for p, zone in enumerate(g.beside):
        say(s, "beside", p, "setup.beside", s.zones[zone])
    if s.trace is not None and g.teams:
        s.trace.append(Event("teams", -1, (), g.team, "setup.teams"))


class ShuffleZone(Task):
    """A pile is shuffled."""

    tag = "shuffle_zone"
    zone: int
    topic: str


class DealLineUp(Task):
    """The Line-Up is dealt."""

    tag = "deal_line_up"


class FirstPlayer(Task):
    """Find out who goes first."""

    tag = "first_player"


class FirstTurn(Task):
    """The first player begins."""

    tag = "first_turn"


def set_up(g: Table, s: State) -> None:
    """Shuffle everything, deal the Line-Up, draw opening hands, find the first player."""
    lay_out(g, s)
    seats = range(g.players)
    steps: list[Task] = [
        ShuffleZone(g.main_deck, "setup.main_deck"),
        *([LayStack()] if g.boss_stack >= 0 else []),
        DealLineUp(),
        FirstPlayer(),
        *(ShuffleZone(p * PER_PLAYER + DECK, "setup.shuffle_deck") for p in seats),
        *(Draw(p, g.hand_size, "setup.hand", False) for p in seats),
        FirstTurn(),
    ]
    s.agenda += reversed(steps)


@task(ShuffleZone)
def shuffle_zone(g: Table, s: State, todo: ShuffleZone) -> None:
    """Nature is asked to put a pile in order."""
    ask_shuffle(s, s.zones[todo.zone], todo)


@answers(ShuffleZone)
def shuffled_zone(g: Table, s: State, todo: ShuffleZone, option: Option) -> None:
    """Nature has put a pile in order."""
    zone, topic = todo.zone, todo.topic
    assert isinstance(option, Order)
    order = option.cards
    if zone == g.main_deck:
        order = _with_last(order, g.start_on_top | g.start_on_bottom)
        if any(g.kinds[card].symbol not in ("", *g.ruleset.characters) for card in order):
            topic += ".mixed"
    arrange(s, zone, order)
    player = zone // PER_PLAYER if zone < g.shared else -1
    say(s, "shuffle", player, topic, order)


@task(DealLineUp)
def deal_line_up(g: Table, s: State, todo: DealLineUp) -> None:
    """The Line-Up is the top of the main deck; what starts the game on the deck stays there."""
    refill_line_up(g, s, "setup.line_up")
    if g.villains_hide:
        _without_villains(g, s)
    if g.start_on_top:
        order = _with_last(s.zones[g.main_deck], g.start_on_top)
        tops = len([card for card in order if card in g.start_on_top])
        arrange(s, g.main_deck, order[len(order) - tops :] + order[: len(order) - tops])


def _without_villains(g: Table, s: State) -> None:
    """Super-Villains do not begin in the Line-Up: they are shuffled back, and others come."""
    title = a.Title.SUPER_VILLAIN
    villains = [card for card in s.zones[g.line_up] if title in g.kinds[card].titles]
    if villains:
        s.agenda += [DealLineUp(), ShuffleZone(g.main_deck, "setup.hidden_shuffle")]
    for card in villains:
        move_card(g, s, card, g.main_deck, a.Verb.PUT, -1, "setup.hidden_again")


def _with_last(cards: tuple[int, ...], last: frozenset[int]) -> tuple[int, ...]:
    """Cards in the same order, but some of them behind all others."""
    first = tuple(card for card in cards if card not in last)
    return first + tuple(card for card in cards if card in last)


@task(FirstPlayer)
def first_player(g: Table, s: State, todo: FirstPlayer) -> None:
    """A random player goes first, unless a Character's text says who."""
    for p in range(g.players):
        top = s.zones[p * PER_PLAYER + CHARACTERS][0]
        if any(isinstance(node, a.GoFirst) for node in a.walk(g.kinds[top].text)):
            begins(g, s, p, "setup.go_first")
            return
    options = tuple(ChoosePlayer(p) for p in range(g.players))
    s.choice = Choice(NATURE, ChoiceKind.FIRST_PLAYER, options, todo)


@answers(FirstPlayer)
def first(g: Table, s: State, todo: FirstPlayer, option: Option) -> None:
    """Nature has chosen who goes first."""
    assert isinstance(option, ChoosePlayer)
    begins(g, s, option.player, "setup.first_player")


def begins(g: Table, s: State, player: int, topic: str) -> None:
    """The turn order is fixed for the whole game: seats are in turn order already."""
    seats = tuple(range(g.players))
    if g.sw.turn_order == "clockwise":
        seats = seating(g, s)
        player = seats.index(player)
    s.order = seats[player:] + seats[:player]
    say(s, "first player", player, topic, (), s.order)


@task(FirstTurn)
def first_turn(g: Table, s: State, todo: FirstTurn) -> None:
    """The first player begins."""
    s.facts = []
    s.pending = []  # no text waits for what is done to set the game up
    s.agenda.append(BeginTurn(s.order[0]))
