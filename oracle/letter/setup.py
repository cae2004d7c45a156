"""Where a game begins: a position as it is told, or the set-up of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rules_check.grammar.core import forms as c
from rules_check.oracle.letter.acts import by_rules, hides
from rules_check.oracle.letter.box import Game
from rules_check.oracle.letter.position import (
    LINE_UP,
    MAIN_DECK,
    SUPER_VILLAINS,
    UNUSED,
    Card,
    Fact,
    Player,
    Position,
    zone_of,
)
from rules_check.oracle.letter.table import Table
from rules_check.oracle.letter.turn import draw_cards, refill_line_up
from rules_check.oracle.letter.values import character_of
from rules_check.rules.load import load_ruleset
from rules_check.rules.model import Mix

SETTING_UP = -2
"""The step of a position in which the game is to be set up."""


def position_of(game: Game, setup: Mapping[str, Any]) -> Position:
    """The position that a set-up tells (docs/conformance.md): nothing has happened in it."""
    zones = {zone: tuple(cards) for zone, cards in setup["zones"].items()}
    for kind in game.kinds.values():
        if kind.pile == "stack":
            zones.setdefault(f"stack:{kind.name}", ())
    if any(kind.pile == "super-villain" for kind in game.kinds.values()):
        zones.setdefault(SUPER_VILLAINS, ())
    pos = Position(
        zones,
        tuple(setup["order"]),
        {player: setup["power"].get(player, 0) for player in game.players},
        dict.fromkeys(game.players, 0),
        active=setup["active"],
        face_up=setup["face_up"],
        kept_for={x: p for p in game.players for x in zones.get(zone_of(p, "beside"), ())},
    )
    match setup["begin"]:
        case "set-up":
            pos.step, pos.turn = SETTING_UP, 0
        case "start":
            pos.step, pos.turn = -1, setup["turn"] - 1
        case _:
            pos.step, pos.turn = game.steps.index("play_and_buy"), setup["turn"]
            pos.phase, pos.confronted = "play", setup["confronted"]
            if pos.confronted is not None:  # it was announced in this turn
                pos.facts = (Fact("announce", pos.active, turn=pos.turn, number=pos.next_number()),)
    return pos


class MixedIn(NamedTuple):
    """Another game that is mixed in: how, the Characters whose cards are taken out for it, and its
    own cards."""

    how: Mix
    out: tuple[str, ...]
    cards: Sequence[Mapping[str, Any]]


def can_mix(game: Game, cards: Sequence[Mapping[str, Any]], mixed: MixedIn) -> bool:
    """Whether another game can be mixed in so. Where cards are swapped: those of Characters of this
    game (CONF-MX02) who are not played (CONF-MX06), for as many of the other game (CONF-MX03)."""
    if mixed.how.deck != "swapped":
        return not mixed.out
    gone = [x["copies"] for x in cards if x["pile"] == "main deck" and x["symbol"] in mixed.out]
    there = [x["copies"] for x in mixed.cards if x["pile"] == "main deck"]
    known = set(mixed.out) <= {x["name"] for x in cards if x["pile"] == "character"}
    return known and not set(mixed.out) & set(game.seats) and 0 < sum(gone) <= sum(there)


def can_play(
    game: Game, variant: str, sides: Mapping[str, Any], mixed: Sequence[MixedIn] = ()
) -> bool:
    """Whether these seats can play the game: so many players, each a Character of their own, and
    partners of one side (RSB-M02, RSB-M10)."""
    ruleset = load_ruleset(game.ruleset)
    variant = variant or next((one.how.variant for one in mixed), "")
    allowed: Any = ruleset.parameters["players.allowed"]
    teams = ruleset.teams
    for known in ruleset.variants:
        if known.name == variant:
            allowed = known.parameters.get("players.allowed", allowed)
            teams = known.teams
    there = {kind.name for kind in game.kinds.values() if kind.pile == "character"}
    for one in mixed:
        there |= {x["name"] for x in one.cards if x["pile"] == "character"}
        both = {*sides, *one.how.sides}
        sides = {side: (*sides.get(side, ()), *one.how.sides.get(side, ())) for side in both}
    if len(game.seats) not in allowed or len(set(game.seats)) < len(game.seats):
        return False
    if not set(game.seats) <= there:
        return False
    mates = [set(game.seats[0::2]), set(game.seats[1::2])] if teams and sides else []
    return all(any(team <= set(side) for side in sides.values()) for team in mates)


def set_up(t: Table) -> None:
    """Everything is shuffled, the Line-Up dealt, the first player found, and hands are drawn.
    Nothing of it sets anything off."""
    shuffle_main_deck(t)
    if SUPER_VILLAINS in t.pos.zones and t.pos.cards(SUPER_VILLAINS):
        lay_super_villains(t)
    deal_line_up(t)
    begins(t, first_player(t))
    for player in t.game.players:
        t.shuffle(zone_of(player, "deck"))
    for player in t.game.players:
        draw_cards(t, player, t.game.says("hand_size"))
    t.pos.facts, t.pos.pending, t.pos.arrived = (), (), ()
    t.pos.active, t.pos.step = t.pos.order[0], -1


def starting(t: Table, place: str, *ends: c.End) -> list[Card]:
    """The cards whose text says that they start the game there."""
    return [
        card
        for cards in t.pos.zones.values()
        for card in cards
        for text in t.kind(card).texts
        for step in text.body
        if text.home == "setup" and isinstance(step, c.Move)
        if isinstance(step.to, c.Place) and step.to.row == place and step.end in ends
    ]


def shuffle_main_deck(t: Table) -> None:
    """The main deck is shuffled; cards that start on top of it or at its bottom lie at its bottom,
    so that they are not dealt."""
    t.shuffle(MAIN_DECK)
    last = starting(t, "main", c.End.TOP, c.End.BOTTOM)
    deck = t.pos.cards(MAIN_DECK)
    t.pos.zones[MAIN_DECK] = (
        *(card for card in deck if card not in last),
        *(card for card in deck if card in last),
    )


def lay_super_villains(t: Table) -> None:
    """All but those that lie on top are shuffled; the rest is set aside unseen."""
    stack = t.pos.cards(SUPER_VILLAINS)
    named = [card for card in stack if t.kind(card).name == t.game.says("boss.top", "")]
    tops = list(dict.fromkeys([*named, *starting(t, "superstack", c.End.TOP)]))
    others = [card for card in stack if card not in tops]
    laid = (*tops, *t.chance("shuffle", others)[1:])
    size = t.game.says("boss.size", 0)
    t.pos.zones[SUPER_VILLAINS], t.pos.zones[UNUSED] = laid[:size], laid[size:]
    t.pos.face_up = next(iter(laid), None)


def deal_line_up(t: Table) -> None:
    """The Line-Up is the top of the main deck; Super-Villains are put back and others come. Cards
    that start the game on top of the main deck are put there now."""
    refill_line_up(t)
    while villains := [card for card in t.pos.cards(LINE_UP) if hides(t, card)]:
        for card in villains:
            by_rules(t, "put", None, card, MAIN_DECK)
        shuffle_main_deck(t)
        refill_line_up(t)
    tops = [x for x in t.pos.cards(MAIN_DECK) if x in starting(t, "main", c.End.TOP)]
    rest = [x for x in t.pos.cards(MAIN_DECK) if x not in tops]
    t.pos.zones[MAIN_DECK] = (*tops, *rest)


def first_player(t: Table) -> Player:
    """Chance says who begins, unless a Character does."""
    for player in t.game.players:
        card = character_of(t, player)
        for text in t.kind(card).texts if card is not None else ():
            if text.home == "setup" and any(isinstance(x, c.Change) for x in text.body):
                return player
    found: Player = t.chance("first player", t.game.players)[1]
    return found


def begins(t: Table, player: Player) -> None:
    """The order of the turns is that of the seats, beginning with the first player."""
    at = t.game.players.index(player)
    t.pos.order = (*t.game.players[at:], *t.game.players[:at])
