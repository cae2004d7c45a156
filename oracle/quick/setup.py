"""Where a game begins: a position as it is told, or the set-up of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules_check.grammar.core import forms as c
from rules_check.oracle.quick.acts import by_rules, refill_line_up
from rules_check.oracle.quick.standing import look_again
from rules_check.oracle.quick.state import Fact, Game, State
from rules_check.oracle.quick.telling import say
from rules_check.oracle.quick.turn import draw_cards, tell_turn
from rules_check.oracle.quick.values import character_of, seating
from rules_check.oracle.values.zones import CHARACTERS, DECK, PER_PLAYER

SETTING_UP: Final = -2
"""The step of a state in which the game is to be set up."""


def state_of(g: Game, setup: Mapping[str, Any], *, trace: bool = False) -> State:
    """The state that a set-up tells (docs/conformance.md): nothing has happened in it. With a trace
    it is told that the turn has begun."""
    s = State(g)
    lay(s, setup, trace=trace)
    return s


def lay(s: State, setup: Mapping[str, Any], *, trace: bool) -> None:
    """Lay a new state out as a set-up tells."""
    g = s.g
    s.trace = [] if trace else None
    for name, cards in setup["zones"].items():
        zone = g.zone_of[name]
        s.zones[zone] = tuple(g.card_of[card] for card in cards)
        for card in s.zones[zone]:
            s.where[card] = zone
    s.order = tuple(map(seat, setup["order"]))
    for player, power in setup["power"].items():
        s.power[seat(player)] = power
    s.active = seat(setup["active"])
    if setup["face_up"] is not None:
        s.face_up = g.card_of[setup["face_up"]]
    match setup["begin"]:
        case "set-up":
            s.step, s.turn = SETTING_UP, 0
        case "start":
            s.step, s.turn = -1, setup["turn"] - 1
        case _:
            s.step, s.turn = g.play_step, setup["turn"]
            s.phase = "play"
            if trace:
                tell_turn(s)
            if setup["confronted"] is not None:  # it was announced in this turn
                s.confronted = seat(setup["confronted"])
                s.facts.append(Fact("announce", s.active, turn=s.turn, number=s.next_number()))


def seat(name: str) -> int:
    """The number of a seat, "P1"."""
    return int(name[1:]) - 1


def shuffle(s: State, zone: int, topic: str) -> None:
    """Nature puts a pile in order."""
    s.zones[zone] = s.chance("shuffle", s.zones[zone])
    if zone != s.g.main_deck:
        say(s, "shuffle", s.g.zone_player[zone], topic, s.zones[zone])


def tell_box(s: State) -> None:
    """What the game begins with."""
    g = s.g
    for player in g.everybody:
        base = player * PER_PLAYER
        say(s, "character", player, "setup.character", s.zones[base + CHARACTERS])
        say(s, "starting deck", player, "setup.starting_deck", s.zones[base + DECK])
    if s.zones[g.removed]:
        say(s, "starting deck", None, "setup.spare", s.zones[g.removed])
    for name, zone in g.stacks.items():
        say(s, "stack", None, "setup.stacks", s.zones[zone][:1], (name, len(s.zones[zone])))
    for player, zone in enumerate(g.beside):
        say(s, "beside", player, "setup.beside", s.zones[zone])
    if g.rules["teams"]:
        say(s, "teams", None, "setup.teams", (), [p % 2 for p in g.everybody])


def set_up(s: State) -> None:
    """Everything is shuffled, the Line-Up dealt, the first player found, and hands are drawn.
    Nothing of it sets anything off."""
    g = s.g
    if s.trace is not None:
        tell_box(s)
    shuffle_main_deck(s, "setup.main_deck")
    if g.boss >= 0 and s.zones[g.boss]:
        lay_super_villains(s)
    deal_line_up(s)
    first = first_player(s)
    seats = seating(s) if g.reads.turn_order == "clockwise" else g.everybody
    at = seats.index(first)
    s.order = (*seats[at:], *seats[:at])
    topic = "setup.go_first" if begins(s) is not None else "setup.first_player"
    say(s, "first player", first, topic, (), s.order)
    for player in g.everybody:
        shuffle(s, player * PER_PLAYER + DECK, "setup.shuffle_deck")
    for player in g.everybody:
        draw_cards(s, player, g.hand_size, "setup.hand")
    s.facts, s.pending, s.arrived = [], (), ()
    s.active, s.step = s.order[0], -1
    look_again(s)


def starting(s: State, place: str, *ends: c.End) -> list[int]:
    """The cards whose text says that they start the game there."""
    return [
        card
        for cards in s.zones
        if not s.g.setting_up.isdisjoint(cards)
        for card in cards
        for text in s.g.kinds[card].texts
        if text.home == "setup"
        for step in text.form.body
        if isinstance(step, c.Move) and isinstance(step.to, c.Place)
        if step.to.row == place and step.end in ends
    ]


def shuffle_main_deck(s: State, topic: str) -> None:
    """The main deck is shuffled; cards that start on top of it or at its bottom lie at its bottom,
    so that they are not dealt."""
    zone = s.g.main_deck
    shuffle(s, zone, topic)
    last = starting(s, "main", c.End.TOP, c.End.BOTTOM)
    deck = s.zones[zone]
    if last:
        s.zones[zone] = (*(x for x in deck if x not in last), *(x for x in deck if x in last))
    if s.trace is not None:
        own = {kind.book for kind in s.g.kinds} <= {s.g.ruleset}
        say(s, "shuffle", None, topic if own else f"{topic}.mixed", s.zones[zone])


def lay_super_villains(s: State) -> None:
    """All but those that lie on top are shuffled; the rest is set aside unseen."""
    g = s.g
    stack = s.zones[g.boss]
    named = [card for card in stack if g.kinds[card].name == g.says("boss.top", "")]
    tops = list(dict.fromkeys([*named, *starting(s, "superstack", c.End.TOP)]))
    others = tuple(card for card in stack if card not in tops)
    laid = (*tops, *s.chance("shuffle", others))
    size = g.says("boss.size", 0)
    s.zones[g.boss], s.zones[g.unused] = laid[:size], laid[size:]
    for card in laid[size:]:
        s.where[card] = g.unused
    s.face_up = laid[0] if laid else None
    stack = s.zones[g.boss]
    named_so = ("Super-Villain", len(stack))
    say(s, "stack", None, "setup.super_villains", stack[:1], named_so)
    say(s, "set aside", None, "setup.unused", s.zones[g.unused])
    look_again(s)


def deal_line_up(s: State) -> None:
    """The Line-Up is the top of the main deck; Super-Villains are put back and others come. Cards
    that start the game on top of the main deck are put there now."""
    g = s.g
    refill_line_up(s, "setup.line_up")
    while villains := [card for card in s.zones[g.line_up] if g.lies_hidden[card]]:
        for card in villains:
            by_rules(s, "put", None, card, g.main_deck, "setup.hidden_again")
        shuffle_main_deck(s, "setup.hidden_shuffle")
        refill_line_up(s, "setup.line_up")
    top = starting(s, "main", c.End.TOP)
    if top:
        deck = s.zones[g.main_deck]
        s.zones[g.main_deck] = (*(x for x in deck if x in top), *(x for x in deck if x not in top))


def first_player(s: State) -> int:
    """Chance says who begins, unless a Character does."""
    told = begins(s)
    return s.chance("first player", s.g.everybody)[0] if told is None else told


def begins(s: State) -> int | None:
    """The player whose Character says that they begin."""
    for player in s.g.everybody:
        card = character_of(s, player)
        for text in s.g.kinds[card].texts if card is not None else ():
            if text.home == "setup" and any(isinstance(x, c.Change) for x in text.form.body):
                return player
    return None
