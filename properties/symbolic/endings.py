"""What a position has come to, in words, and how it came there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from rules_check.oracle.game import Game
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import CHARACTERS, DECK, PER_PLAYER

ORDERED = {DECK, CHARACTERS}
"""The zones of a player in which the order of the cards matters."""

NOT_ALLOWED = (("not allowed", ""),)
DECIDES = "who decides"
CONFRONTED = "Confronted"
CHARACTER_COST = "cost of the Character of"

End = tuple[tuple[str, str], ...]
"""What a position has come to: places and numbers, each with what it is in words."""


@dataclass(frozen=True, slots=True)
class Ending:
    """An end, what players did to come to it, every answer on the way, and who had a choice."""

    end: End
    actions: tuple[str, ...]
    answers: tuple[Option, ...] = field(default=(), compare=False)
    deciders: frozenset[int] = field(default=frozenset(), compare=False)


def with_deciders(ending: Ending) -> Ending:
    """The ending with who decided on the way as a part of its end."""
    return replace(ending, end=(*ending.end, tell_deciders(ending.deciders)))


def tell_deciders(seats: Iterable[int]) -> tuple[str, str]:
    """Who decides, as a part of an end."""
    names = ["chance" if seat < 0 else f"P{seat + 1}" for seat in sorted(seats)]
    return DECIDES, " and ".join(names) or "nobody"


def end_of(g: Game, s: State, placed: set[int]) -> End:
    """What a position has come to; `placed` are the cards that were somewhere at the start."""
    found: list[tuple[str, str]] = []
    for zone in range(g.zone_count):
        names = [g.name(card) for card in s.zones[zone] if card in placed]
        if zone >= g.shared or zone % PER_PLAYER not in ORDERED:
            names = sorted(names) if zone != g.main_deck else names
        if names:
            found.append((g.zone_name(zone), ", ".join(names)))
    for player in range(g.players):
        found.append((f"P{player + 1} Power", str(s.power[player])))
        found.append((f"P{player + 1} VP", str(s.vp[player])))
        if s.result is None and s.zones[player * PER_PLAYER + CHARACTERS]:
            cost = g.character_cost(s, player)
            found.append((f"{CHARACTER_COST} P{player + 1}", str(cost)))
    if s.confronted >= 0:
        found.append((CONFRONTED, f"P{s.confronted + 1}"))
    if s.result is not None:
        won = ", ".join(f"P{p + 1}" for p in s.result.winners)
        found.append(("the game is over", f"{s.result.reason}: {won}"))
    return tuple(found)
