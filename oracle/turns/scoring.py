"""Counting points, and who wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.conditions import holds
from rules_check.oracle.meaning.find import amount, fits, selected
from rules_check.oracle.running.moving import owner_of, place_card
from rules_check.oracle.trace.saying import say
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import Result, State
from rules_check.oracle.values.zones import CHARACTERS, DECK, PARKED, PER_PLAYER, SCORE


def finish_by_score(g: Table, s: State, reason: str) -> None:
    """The game is over: cards go back into the decks, points are counted and compared."""
    s.phase = "over"
    say(s, "over", s.active, "end." + reason)
    return_to_decks(g, s)
    scores = tuple(score(g, s, p) for p in range(g.players))
    if s.trace is not None:
        for p in range(g.players):
            base = p * PER_PLAYER
            counted = s.zones[base + DECK] + s.zones[base + SCORE]
            s.trace.append(Event("score", p, counted, (scores[p],), "score.count"))
    sides: dict[int, list[int]] = {}
    for p in range(g.players):
        if p not in s.out:
            sides.setdefault(g.team[p], []).append(p)
    totals = {side: sum(scores[p] for p in seats) for side, seats in sides.items()}
    if g.teams:
        say(s, "team score", -1, "score.team", (), tuple(totals.values()))
    winners, tie_break = best(g, s, sides, totals)
    s.result = Result(reason, winners, scores, tie_break)
    say(s, "winner", winners[0] if winners else -1, "score.winner", (), winners)


def return_to_decks(g: Table, s: State) -> None:
    """Hand, discard pile and what stayed in play go back into each player's deck."""
    topic = "score.return"
    for p in range(g.players):
        base = p * PER_PLAYER
        if s.zones[base + PARKED]:
            topic = "score.return.parked"
        for zone in (*g.returned_zones, PARKED):
            for card in s.zones[base + zone]:
                place_card(g, s, card, owner_of(g, s, card) * PER_PLAYER + DECK)
    say(s, "return to decks", -1, topic)


def score(g: Table, s: State, player: int) -> Any:
    """The points of one player: the cards of the deck, defeated Characters, points given."""
    base = player * PER_PLAYER
    total: Any = s.vp[player]
    for card in s.zones[base + DECK]:
        total = total + worth(g, s, player, card)
    for card in s.zones[base + SCORE]:
        total = total + g.kinds[card].vp
    if g.sw.own_characters == "yes":
        total = total + sum(g.kinds[card].vp for card in s.zones[base + CHARACTERS])
    if g.sw.beside_scores == "yes" and g.beside:
        total = total + sum(worth(g, s, player, card) for card in s.zones[g.beside[player]])
    return total


def worth(g: Table, s: State, player: int, card: int) -> Any:
    """The points of one card in a deck; some count their own."""
    kind = g.kinds[card]
    if kind.name in g.weakness_kinds:
        return g.weakness_vp
    frame = Frame(player, card)
    more = sum(amount(g, s, frame, node) for node in kind.more_worth)
    if kind.worth:
        return sum(amount(g, s, frame, node) for node in kind.worth) + more
    reduces = kind.vp >= 0 and any(fits(g, s, frame, card, wanted) for wanted in kind.reduces)
    if reduces:
        return g.weakness_vp
    points: Any = kind.vp + more
    for node in g.at_game_end[kind.index]:
        if any(isinstance(x, a.Worth) and not x.additional for x in a.walk(node)):
            points = points - kind.vp  # its text counts, not its number
            break
    for node in g.at_game_end[kind.index]:
        points = points + end_effect(g, s, player, card, node)
    return points


def end_effect(g: Table, s: State, player: int, card: int, node: a.Effect) -> Any:
    """What an end-of-game text of a card adds."""
    return AT_THE_END[type(node)](g, s, Frame(player, card), node)


def _if(g: Table, s: State, f: Frame, node: a.If) -> Any:
    following = node.then if holds(g, s, f, node.condition) else node.otherwise
    return 0 if following is None else end_effect(g, s, f.you, f.source, following)


def _seq(g: Table, s: State, f: Frame, node: a.Seq) -> Any:
    return sum(end_effect(g, s, f.you, f.source, effect) for effect in node.effects)


def _gain(g: Table, s: State, f: Frame, node: a.Worth | a.GainVP) -> Any:
    return amount(g, s, f, node.amount)


def _lose(g: Table, s: State, f: Frame, node: a.LoseVP) -> Any:
    return -amount(g, s, f, node.amount)


def _take_out(g: Table, s: State, f: Frame, node: a.Move) -> Any:
    return -sum(g.kinds[card].vp for card in selected(g, s, f, node.what))


AT_THE_END: Final[dict[type[Any], Callable[[Table, State, Frame, Any], Any]]] = {
    a.If: _if,
    a.Seq: _seq,
    a.Worth: _gain,
    a.GainVP: _gain,
    a.LoseVP: _lose,
    a.Move: _take_out,
}
"""What a text about the end of the game can do; a text that does anything else is not played."""


def best(
    g: Table, s: State, sides: dict[int, list[int]], totals: dict[int, Any]
) -> tuple[tuple[int, ...], str]:
    """The side with the highest total; ties are broken as the book says."""
    top = max(totals.values())
    leaders = [side for side, total in totals.items() if total == top]
    for tie_break in g.tie_breaks:
        if len(leaders) == 1:
            break
        values = {side: tie_value(g, s, sides[side], tie_break) for side in leaders}
        most = max(values.values())
        left = [side for side in leaders if values[side] == most]
        if len(left) < len(leaders):
            say(s, "tie-break", -1, "score.tie." + tie_break, (), tuple(values.values()))
        if len(left) == 1:
            return tuple(sides[left[0]]), tie_break
        leaders = left
    return tuple(sorted(p for side in leaders for p in sides[side])), ""


def tie_value(g: Table, s: State, seats: list[int], tie_break: str) -> int:
    """What a tie-break compares."""
    if tie_break == "super_villains":
        cards = [card for p in seats for card in s.zones[p * PER_PLAYER + DECK]]
        return len([card for card in cards if a.Title.SUPER_VILLAIN in g.kinds[card].titles])
    zone = DECK if tie_break == "deck_size" else SCORE
    return sum(len(s.zones[p * PER_PLAYER + zone]) for p in seats)
