"""Counting points, and who wins."""

from __future__ import annotations

from typing import Any

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import sets_points
from rules_check.oracle.letter.acts import put
from rules_check.oracle.letter.position import Card, Ending, Frame, Player, zone_of
from rules_check.oracle.letter.table import Table
from rules_check.oracle.letter.values import items, value

RETURNED = {"hand": "hand", "discard_pile": "discard", "in_play": "play"}


def finish(t: Table, reason: str) -> None:
    """The game is over: cards go back into the decks, points are counted and compared."""
    t.pos.phase = "over"
    return_to_decks(t)
    scores = {player: score(t, player) for player in t.game.players}
    sides: dict[tuple[Player, ...], int] = {}
    for player in t.game.players:
        if player not in t.pos.out:
            side = tuple(p for p in t.game.players if p in t.game.team(player))
            sides[side] = sum(scores[p] for p in side)
    winners, tie_break = best(t, sides)
    t.pos.result = Ending(reason, winners, tuple(scores.items()), tie_break)


def return_to_decks(t: Table) -> None:
    """Hand, discard pile and what stayed in play go back into the deck of the owner, below it."""
    back = t.game.says("score.return")
    zones = [zone for word, zone in RETURNED.items() if word in back]
    for player in t.game.players:
        for zone in (*zones, "parked"):
            for card in t.pos.cards(zone_of(player, zone)):
                put(t, card, zone_of(t.pos.owner(card) or player, "deck"))


def score(t: Table, player: Player) -> int:
    """The cards of the deck, defeated Characters, points given."""
    deck = t.pos.cards(zone_of(player, "deck"))
    beaten = t.pos.cards(zone_of(player, "score"))
    own = sum(worth(t, player, card) for card in deck)
    return t.pos.vp[player] + own + sum(t.kind(card).vp for card in beaten)


def worth(t: Table, player: Player, card: Card) -> int:
    """The points of one card: its number, unless its texts count."""
    kind = t.kind(card)
    if t.game.rules["stacks"].get(kind.name) == "weakness":
        return int(t.game.says("score.weakness_vp"))
    frame = Frame(player, card)
    changes = [
        x for text in kind.texts if text.home == "owned" for x in at_the_end(t, frame, text.body)
    ]
    set_to = [amount for op, amount in changes if op is c.ChangeOp.BECOMES]
    counts = any(text.home == "owned" and sets_points(text) for text in kind.texts)
    points = sum(set_to) if set_to else 0 if counts else kind.vp
    for op, amount in changes:
        if op is not c.ChangeOp.BECOMES:
            points += amount if op is c.ChangeOp.MORE else -amount
    return points


def at_the_end(t: Table, f: Frame, block: c.Block) -> list[tuple[c.ChangeOp, int]]:
    """What the texts of a card make of its points when they are counted."""
    found: list[tuple[c.ChangeOp, int]] = []
    for statement in block:
        match statement:
            case c.On(c.Event(("game_end",)), body):
                found += at_the_end(t, f, body)
            case c.Change(_, op, amount, name=name, source=source):
                for one in [None] if source is None else items(t, value(t, f, source)):
                    known = f if one is None else f.knowing(name, one)
                    found.append((op, value(t, known, amount)))
            case c.If(test, then, otherwise):
                found += at_the_end(t, f, then if t.is_so(f, test) else otherwise)
            case c.Let(name, of):
                f = f.knowing(name, value(t, f, of))
            case c.Points(row, _, amount, "VP"):
                sign = c.ChangeOp.MORE if row == "give" else c.ChangeOp.LESS
                found.append((sign, value(t, f, amount)))
            case c.Move(cards):
                gone = items(t, value(t, f, cards))
                found.append((c.ChangeOp.LESS, sum(t.kind(card).vp for card in gone)))
            case _:
                raise ValueError("a text about the end of the game does something else")
    return found


def best(t: Table, sides: dict[tuple[Player, ...], int]) -> tuple[tuple[Player, ...], str]:
    """The side with the most; ties are broken as the book says (`score.tie_breaks`)."""
    top = max(sides.values())
    leaders = [side for side, total in sides.items() if total == top]
    for tie_break in t.game.says("score.tie_breaks"):
        if len(leaders) == 1:
            break
        values = {side: tie_value(t, side, tie_break) for side in leaders}
        left = [side for side in leaders if values[side] == max(values.values())]
        if len(left) == 1:
            return left[0], tie_break
        leaders = left
    return tuple(sorted(p for side in leaders for p in side)), ""


def tie_value(t: Table, side: tuple[Player, ...], tie_break: str) -> Any:
    """What a tie-break compares."""
    decks = [card for p in side for card in t.pos.cards(zone_of(p, "deck"))]
    match tie_break:
        case "super_villains":
            return sum("Super-Villain" in t.kind(card).titles for card in decks)
        case "deck_size":
            return len(decks)
        case _:
            return sum(len(t.pos.cards(zone_of(p, "score"))) for p in side)
