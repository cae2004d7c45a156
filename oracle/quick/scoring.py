"""Counting points, and who wins."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar.core import forms as c
from rules_check.oracle.quick.acts import put
from rules_check.oracle.quick.noting import noted_points
from rules_check.oracle.quick.standing import items
from rules_check.oracle.quick.state import Ending, Frame, Run, State, bound
from rules_check.oracle.quick.telling import say
from rules_check.oracle.quick.values import Scope, noted_test, value
from rules_check.oracle.values.zones import (
    CHARACTERS,
    DECK,
    DISCARD,
    HAND,
    PARKED,
    PER_PLAYER,
    PLAY,
    SCORE,
)

RETURNED: Final = {"hand": HAND, "discard_pile": DISCARD, "in_play": PLAY}


def finish(s: State, reason: str) -> None:
    """The game is over: cards go back into the decks, points are counted and compared."""
    s.phase = "over"
    say(s, "over", s.active, f"end.{reason}")
    return_to_decks(s)
    scores = [score(s, player) for player in s.g.everybody]
    for player in s.g.everybody if s.trace is not None else ():
        base = player * PER_PLAYER
        counted = (*s.zones[base + DECK], *s.zones[base + SCORE])
        say(s, "score", player, "score.count", counted, (scores[player],))
    sides: dict[tuple[int, ...], Any] = {}
    for player in s.g.everybody:
        if player not in s.out:
            side = s.g.teams[player]
            sides[side] = sum(scores[p] for p in side)
    if s.g.rules["teams"]:
        say(s, "team score", None, "score.team", (), sides.values())
    winners, tie_break = best(s, sides)
    s.result = Ending(reason, winners, tuple(enumerate(scores)), tie_break)
    say(s, "winner", next(iter(winners), None), "score.winner", (), winners)


def return_to_decks(s: State) -> None:
    """Hand, discard pile and what stayed in play go back into the deck of the owner, below it."""
    back = s.g.says("score.return")
    parked = any(s.zones[player * PER_PLAYER + PARKED] for player in s.g.everybody)
    zones = [zone for word, zone in RETURNED.items() if word in back]
    for player in s.g.everybody:
        for zone in (*zones, PARKED):
            for card in s.zones[player * PER_PLAYER + zone]:
                owner = s.owner(card)
                put(s, card, (player if owner is None else owner) * PER_PLAYER + DECK)
    say(s, "return to decks", None, "score.return.parked" if parked else "score.return")


def score(s: State, player: int) -> Any:
    """The cards of the deck, defeated Characters, points given."""
    base = player * PER_PLAYER
    own = sum(worth(s, player, card) for card in s.zones[base + DECK])
    own += sum(s.g.kinds[card].vp for card in s.zones[base + SCORE])
    reads = s.g.reads
    if reads.own_characters == "yes":
        own += sum(s.g.kinds[card].vp for card in s.zones[base + CHARACTERS])
    if reads.beside_scores == "yes" and s.g.beside:
        own += sum(worth(s, player, card) for card in s.zones[s.g.beside[player]])
    return s.vp[player] + own


def worth(s: State, player: int, card: int) -> Any:
    """The points of one card: its number, unless its texts count."""
    kind = s.g.kinds[card]
    if s.g.rules["stacks"].get(kind.name) == "weakness":
        return int(s.g.says("score.weakness_vp"))
    counting = [text for text in kind.texts if text.worth is not None]
    if not counting:
        return kind.vp
    frame = Frame(player, card)
    changes = [x for text in counting if text.worth is not None for x in text.worth(s, frame)]
    set_to = [amount for op, amount in changes if op is c.ChangeOp.BECOMES]
    says = any(text.sets_points for text in counting)
    points = sum(set_to) if set_to else 0 if says else kind.vp
    for op, amount in changes:
        if op is not c.ChangeOp.BECOMES:
            points += amount if op is c.ChangeOp.MORE else -amount
    return points


def at_the_end(block: c.Block, scope: Scope) -> Run:
    """What the texts of a card make of its points when they are counted: `(op, amount)` each."""
    parts = [noted_points(one, counted(one, scope), scope) for one in block]

    def run(s: State, f: Frame) -> list[tuple[c.ChangeOp, Any]]:
        found: list[tuple[c.ChangeOp, Any]] = []
        for part in parts:
            found += part(s, f)
        return found

    return run


def counted(statement: c.Statement, scope: Scope) -> Run:
    """What one statement makes of the points of its card."""
    match statement:
        case c.On(c.Event(("game_end",)), body):
            return at_the_end(body, scope)
        case c.Change(_, op, amount, name=name, source=None):
            of = value(amount, scope)
            return lambda s, f: [(op, of(s, f))]
        case c.Change(_, op, amount, name=name, source=source):
            assert source is not None
            there = value(source, scope)
            scope.bind(name, scope.member(source))
            each = value(amount, scope)
            return lambda s, f: [
                (op, bound(s, f, name, one, each)) for one in items(s, there(s, f))
            ]
        case c.If(test, then, otherwise):
            held = noted_test(statement, value(test, scope), scope)
            so, not_so = at_the_end(then, scope), at_the_end(otherwise, scope)
            return lambda s, f: (so if held(s, f) else not_so)(s, f)
        case c.Let(name, of_what):
            known = value(of_what, scope)
            scope.bind(name, scope.sort(of_what))

            def bind(s: State, f: Frame) -> list[tuple[c.ChangeOp, Any]]:
                f.names[name] = known(s, f)
                return []

            return bind
        case c.Points(row, _, amount, "VP"):
            sign = c.ChangeOp.MORE if row == "give" else c.ChangeOp.LESS
            points = value(amount, scope)
            return lambda s, f: [(sign, points(s, f))]
        case c.Move(cards):
            gone = value(cards, scope)
            return lambda s, f: [
                (c.ChangeOp.LESS, sum(s.g.kinds[card].vp for card in items(s, gone(s, f))))
            ]
        case _:
            raise ValueError("a text about the end of the game does something else")


def best(s: State, sides: dict[tuple[int, ...], Any]) -> tuple[tuple[int, ...], str]:
    """The side with the most; ties are broken as the book says (`score.tie_breaks`)."""
    top = max(sides.values())
    leaders = [side for side, total in sides.items() if total == top]
    for tie_break in s.g.says("score.tie_breaks"):
        if len(leaders) == 1:
            break
        values = {side: tie_value(s, side, tie_break) for side in leaders}
        left = [side for side in leaders if values[side] == max(values.values())]
        if len(left) < len(leaders):
            say(s, "tie-break", None, f"score.tie.{tie_break}", (), values.values())
        if len(left) == 1:
            return left[0], tie_break
        leaders = left
    return tuple(sorted(p for side in leaders for p in side)), ""


def tie_value(s: State, side: tuple[int, ...], tie_break: str) -> int:
    """What a tie-break compares."""
    decks = [card for p in side for card in s.zones[p * PER_PLAYER + DECK]]
    match tie_break:
        case "super_villains":
            return sum("Super-Villain" in s.g.kinds[card].titles for card in decks)
        case "deck_size":
            return len(decks)
        case _:
            return sum(len(s.zones[p * PER_PLAYER + SCORE]) for p in side)
