"""Positions, choices, results and views in the words of the contract (docs/conformance.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules_check.oracle.quick.playing import run, take
from rules_check.oracle.quick.refusing import ELSE, why_not
from rules_check.oracle.quick.setup import seat, state_of
from rules_check.oracle.quick.state import NATURE, Game, Option, State
from rules_check.oracle.quick.turn import alike
from rules_check.oracle.quick.values import character_of, cost_of
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

JSON = Any


class Refused(Exception):
    """An action that is not possible now: why, by the codes of the contract."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


CARDS: Final = frozenset(
    "play buy defeat hunt assist park card defend block use pay trigger".split()
)
PLAYERS: Final = frozenset(("player", "confront"))


def told(g: Game, option: Option) -> list[JSON]:
    """An option as an action of the contract."""
    tag, *rest = option
    if tag in CARDS and rest[0] is not None:
        return [tag, g.ids[rest[0]], *rest[1:]]
    if tag in PLAYERS:
        return [tag, f"P{rest[0] + 1}"]
    return [tag, *rest]


def meant(g: Game, action: Sequence[JSON]) -> Option:
    """The option that an action means; one of no game if it means none."""
    if not action or not isinstance(action[0], str):
        return ("",)
    tag, *rest = action
    first = rest[0] if rest else None
    if tag in CARDS and first is not None:
        return (tag, g.card_of.get(first, -1) if isinstance(first, str) else -1, *rest[1:])
    if tag in PLAYERS and rest:
        names = [f"P{p + 1}" for p in g.everybody]
        return (tag, names.index(first) if first in names else -1, *rest[1:])
    return tuple(action)


class Playing:
    """One game with what chance was told to decide."""

    def __init__(self, g: Game, setup: Mapping[str, Any], *, trace: bool = False) -> None:
        self.state = state_of(g, setup, trace=trace)
        self.nature: list[Sequence[JSON]] = []
        self.left = 0
        run(self.state, None)
        self._decide(setup["nature"])

    def act(self, actor: str, action: Sequence[JSON], nature: Sequence[Any]) -> None:
        """Somebody answers. Raises Refused, and then nothing has changed."""
        s = self.state
        choice = s.choice
        option = meant(s.g, action)
        if choice is None or choice.player == NATURE:
            raise Refused(why_not(s, option))
        if option not in choice.options:
            as_good = alike(s, choice.options) if choice.kind == "main" else choice.alike
            if option not in as_good:
                raise Refused(why_not(s, option))
        acts = s.owner(option[1]) if option[0] == "assist" else choice.player
        if actor != f"P{(acts or 0) + 1}":
            raise Refused(ELSE)
        take(s, option)
        self._decide(nature)

    def _decide(self, nature: Sequence[Sequence[JSON]]) -> None:
        """Chance decides as it was told to."""
        s = self.state
        g = s.g
        told_so = list(nature)
        while told_so and s.choice is not None and s.choice.player == NATURE:
            action = told_so.pop(0)
            if s.choice.kind == "first player":
                taken: tuple[int, ...] = tuple(seat(x) for x in action[1:])
            else:
                taken = tuple(g.card_of.get(x, -1) for x in action[1:])
            there = s.choice.cards
            shuffled = s.choice.kind == "shuffle"
            if not set(taken) <= set(there) or (shuffled and sorted(taken) != sorted(there)):
                raise ValueError(f"chance cannot decide {action!r:.60}")
            self.nature_says(taken)
        self.left = len(told_so)

    def nature_says(self, cards: Sequence[int]) -> None:
        """Chance decides: cards in their order, or one of them."""
        take(self.state, ("nature", *cards))


def name(player: int | None) -> str | None:
    """A player by the seat."""
    return None if player is None else f"P{player + 1}"


def position(playing: Playing) -> dict[str, JSON]:
    """The whole position, hidden cards too."""
    s = playing.state
    g = s.g
    found: dict[str, JSON] = {
        "turn": s.turn,
        "active": name(s.active),
        "phase": s.phase,
        "order": list(map(name, s.order)),
        "out": list(map(name, s.out)),
        "confronted": name(s.confronted),
        "power": {name(p): s.power[p] for p in g.everybody},
        "vp": {name(p): s.vp[p] for p in g.everybody},
        "face_up": None if s.face_up is None else g.ids[s.face_up],
        "owners": {g.ids[card]: name(owner) for card, owner in s.owners.items()},
        "zones": {
            g.zone_names[zone]: [g.ids[card] for card in cards]
            for zone, cards in enumerate(s.zones)
            if cards
        },
        "choice": choice(s),
        "result": result(s),
    }
    return {**found, "left": playing.left} if playing.left else found


def choice(s: State) -> JSON:
    """Who has to decide, what about, and what can be answered."""
    asked = s.choice
    if asked is None:
        return None
    nature = asked.player == NATURE
    player = "nature" if nature else name(asked.player)
    options = [told(s.g, option) for option in asked.options]
    return {"player": player, "kind": asked.kind, "options": options}


def result(s: State) -> JSON:
    """How the game ended, or None."""
    ending = s.result
    if ending is None:
        return None
    return {
        "reason": ending.reason,
        "winners": list(map(name, ending.winners)),
        "scores": {name(p): points for p, points in ending.scores},
        "tie_break": ending.tie_break,
    }


# ------------------------------------------------------------------------- what a player sees


def view(s: State, me: int) -> dict[str, JSON]:
    """What a player may see: of hidden cards only their number."""
    g = s.g
    asked = choice(s)
    if asked is not None and asked["player"] != name(me):
        del asked["options"]
    found = {
        "game": g.ruleset,
        "seat": name(me),
        "turn": s.turn,
        "active": name(s.active),
        "order": list(map(name, s.order)),
        "phase": s.phase,
        "confronted": name(s.confronted),
        "players": [player_seen(s, me, p) for p in g.everybody],
        "line-up": names(g, s.zones[g.line_up]),
        "main-deck": len(s.zones[g.main_deck]),
        "destroyed": names(g, s.zones[g.destroyed]),
        "removed": names(g, s.zones[g.removed]),
        "stacks": {stack: len(s.zones[zone]) for stack, zone in g.stacks.items()},
        "shown": shown(s, me),
        "choice": asked,
        "result": result(s),
    }
    if g.boss >= 0:
        stack = s.zones[g.boss]
        top = [g.kinds[card].name for card in stack[:1] if card == s.face_up]
        found["super-villains"] = {"top": next(iter(top), None), "cards": len(stack)}
    return found


def player_seen(s: State, me: int, player: int) -> dict[str, JSON]:
    """What a player may see of a player: the hand only of one's own team."""
    g = s.g
    zones = s.zones[player * PER_PLAYER : (player + 1) * PER_PLAYER]
    top = character_of(s, player)
    costs = g.says("opponent.kind") == "characters"
    found = {
        "seat": name(player),
        "character": g.seats[player],
        "level": 0 if top is None else g.kinds[top].level,
        "cost": cost_of(s, top) if top is not None and costs else None,
        "characters left": len(zones[CHARACTERS]),
        "characters": leveled(g, zones[CHARACTERS]),
        "hand": names(g, zones[HAND]) if me in g.teams[player] else len(zones[HAND]),
        "deck": len(zones[DECK]),
        "discard": names(g, zones[DISCARD]),
        "play": names(g, zones[PLAY]),
        "score": leveled(g, zones[SCORE]),
        "parked": names(g, zones[PARKED]),
        "power": s.power[player],
        "vp": s.vp[player],
    }
    if g.variant.get("beside"):
        found["beside"] = names(g, s.zones[g.beside[player]])
    return found


def names(g: Game, cards: tuple[int, ...]) -> list[str]:
    """Cards by their names."""
    return [g.kinds[card].name for card in cards]


def leveled(g: Game, cards: tuple[int, ...]) -> list[str]:
    """Characters by their names and Levels."""
    kinds = [g.kinds[card] for card in cards]
    return [f"{kind.name} {kind.level}" if kind.level else kind.name for kind in kinds]


def shown(s: State, me: int) -> list[str]:
    """Cards that the texts being carried out have revealed to all, or shown to this player."""
    frames = {id(frame): frame for frame in s.frames}
    found = [one for frame in frames.values() for one in dict.fromkeys(frame.shown or ())]
    return [s.g.kinds[card].name for card, to in found if me in to]
