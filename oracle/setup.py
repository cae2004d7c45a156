"""Setting up a game: stacks, decks, Line-Up, first player, opening hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_check.grammar import ast as a
from rules_check.oracle.core import answers, ask_shuffle, say, task
from rules_check.oracle.refill import refill_line_up
from rules_check.oracle.state import NATURE, Choice, Event, Option, State, Task
from rules_check.oracle.zones import CHARACTERS, DECK, PER_PLAYER, REMOVED

if TYPE_CHECKING:
    from rules_check.oracle.game import Game


def lay_out(g: Game, s: State) -> None:
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
    if s.trace is not None and g.teams:
        s.trace.append(Event("teams", -1, (), g.team, "setup.teams"))


@task("setup")
def setup(g: Game, s: State, todo: Task) -> None:
    """Shuffle everything, deal the Line-Up, draw opening hands, find the first player."""
    first = [("first_player",)]
    decks = [("shuffle_deck", p) for p in range(g.players)]
    hands = [("draw", p, g.hand_size, "setup.hand", False) for p in range(g.players)]
    steps: list[Task] = [("shuffle_main",), ("deal_line_up",), *first, *decks, *hands]
    s.agenda.extend(reversed([*steps, ("first_turn",)]))


@task("shuffle_main")
def shuffle_main(g: Game, s: State, todo: Task) -> None:
    """The main deck is shuffled."""
    ask_shuffle(s, s.zones[g.main_deck], ("shuffled_zone", g.main_deck, "setup.main_deck"))


@task("shuffle_deck")
def shuffle_deck(g: Game, s: State, todo: Task) -> None:
    """A starting deck is shuffled."""
    zone = todo[1] * PER_PLAYER + DECK
    ask_shuffle(s, s.zones[zone], ("shuffled_zone", zone, "setup.shuffle_deck"))


@answers("shuffled_zone")
def shuffled_zone(g: Game, s: State, todo: Task, option: Option) -> None:
    """Nature has put a pile in order."""
    _, zone, topic = todo
    order: tuple[int, ...] = option[1:]
    if zone == g.main_deck:
        tops = tuple(card for card in order if card in g.start_on_top)
        order = tops + tuple(card for card in order if card not in tops)
        if any(g.kinds[card].symbol not in ("", *g.ruleset.characters) for card in order):
            topic += ".mixed"
    s.zones[zone] = order
    player = zone // PER_PLAYER if zone < g.shared else -1
    say(s, "shuffle", player, topic, order)


@task("deal_line_up")
def deal_line_up(g: Game, s: State, todo: Task) -> None:
    """The Line-Up is the top of the main deck."""
    refill_line_up(g, s, "setup.line_up")


@task("first_player")
def first_player(g: Game, s: State, todo: Task) -> None:
    """A random player goes first, unless a Character's text says who."""
    for p in range(g.players):
        top = s.zones[p * PER_PLAYER + CHARACTERS][0]
        if any(isinstance(node, a.GoFirst) for node in a.walk(g.kinds[top].text)):
            begins(g, s, p, "setup.go_first")
            return
    options = tuple(("player", p) for p in range(g.players))
    s.choice = Choice(NATURE, "first player", options, ("first",))


@answers("first")
def first(g: Game, s: State, todo: Task, option: Option) -> None:
    """Nature has chosen who goes first."""
    begins(g, s, option[1], "setup.first_player")


def begins(g: Game, s: State, player: int, topic: str) -> None:
    """The turn order is fixed for the whole game: seats are in turn order already."""
    seats = tuple(range(g.players))
    s.order = seats[player:] + seats[:player]
    say(s, "first player", player, topic, (), s.order)


@task("first_turn")
def first_turn(g: Game, s: State, todo: Task) -> None:
    """The first player begins."""
    s.facts = []
    s.agenda.append(("turn", s.order[0]))
