"""Positions, choices and actions in the words of the contract."""

from __future__ import annotations

from rules_check.oracle.conformance.contract import JSON, NATURE
from rules_check.oracle.game import Game
from rules_check.oracle.seen import view
from rules_check.oracle.values.choices import NATURE as CHANCE
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.layout import Layout
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import Nonsense, ResolveFirst
from rules_check.oracle.values.state import State
from rules_check.oracle.writing.json_ import dump_option, load_option


def dump_position(g: Game, s: State) -> dict[str, JSON]:
    """A position as the contract tells it; empty zones are left out."""
    return {
        "turn": s.turn,
        "active": g.seat(s.active),
        "phase": s.phase,
        "order": [g.seat(p) for p in s.order],
        "out": [g.seat(p) for p in s.out],
        "confronted": seat_or_none(g, s.confronted),
        "power": {g.seat(p): power for p, power in enumerate(s.power)},
        "vp": {g.seat(p): vp for p, vp in enumerate(s.vp)},
        "face_up": g.card_id(s.face_up) if s.face_up >= 0 else None,
        "owners": {g.card_id(card): g.seat(owner) for card, owner in sorted(s.owners.items())},
        "zones": dump_zones(g, s),
        "choice": None if s.choice is None else dump_choice(g, s, s.choice),
        "result": dump_result(g, s),
    }


def dump_zones(g: Game, s: State | Layout) -> dict[str, list[str]]:
    """Where the cards lie; empty zones are left out."""
    zones = enumerate(s.zones)
    return {g.zone_name(zone): [g.card_id(c) for c in cards] for zone, cards in zones if cards}


def seat_or_none(g: Game, player: int) -> str | None:
    """A seat, or None for nobody."""
    return g.seat(player) if player >= 0 else None


def dump_result(g: Game, s: State) -> JSON:
    """How the game ended, or None."""
    result = s.result
    if result is None:
        return None
    return {
        "reason": result.reason,
        "winners": [g.seat(p) for p in result.winners],
        "scores": {g.seat(p): score for p, score in enumerate(result.scores)},
        "tie_break": result.tie_break,
    }


def dump_choice(g: Game, s: State, choice: Choice) -> JSON:
    """Who has to decide, what about, and what can be answered."""
    chance = choice.player == CHANCE
    return {
        "player": NATURE if chance else g.seat(choice.player),
        "kind": str(choice.kind),
        "options": [] if chance else [dump_action(g, s, option) for option in choice.options],
    }


def dump_action(g: Game, s: State, option: Option) -> list[JSON]:
    """An action; a text that waits is told by its card and its number among those of the card."""
    if isinstance(option, ResolveFirst):
        source = s.pending[option.value][1]
        return ["trigger", g.card_id(source) if source >= 0 else None, _ordinal(s, option, source)]
    found: list[JSON] = dump_option(g, option)
    return found


def _waiting(s: State, source: int) -> list[ResolveFirst]:
    """The texts of a card that are offered to be resolved first, in the order they wait."""
    offered = s.choice.options if s.choice is not None else ()
    mine = [x for x in offered if isinstance(x, ResolveFirst) and s.pending[x.value][1] == source]
    return sorted(mine, key=lambda option: option.value)


def _ordinal(s: State, option: ResolveFirst, source: int) -> int:
    mine = _waiting(s, source)
    return mine.index(option) if option in mine else 0


def load_action(g: Game, s: State, data: JSON) -> Option:
    """What an action means; one that means nothing is an option that every choice refuses.

    Raises ValueError for a card or a seat that there is not, and for what is no action.
    """
    if isinstance(data, list) and data[:1] == ["trigger"]:
        if len(data) != 3 or type(data[2]) is not int:
            return Nonsense(tuple(data))
        mine = _waiting(s, -1 if data[1] is None else g.card(data[1]))
        return mine[data[2]] if 0 <= data[2] < len(mine) else Nonsense(tuple(data))
    return load_option(g, data)


def dump_view(g: Game, s: State, seat: int) -> dict[str, JSON]:
    """What a player may see, in the words of the contract: options are actions."""
    seen = view(g, s, seat)
    if seen["choice"] is not None and "options" in seen["choice"]:
        assert s.choice is not None
        seen["choice"]["options"] = [dump_action(g, s, x) for x in s.choice.options]
    seen["result"] = dump_result(g, s)
    return seen


def is_chance(s: State) -> bool:
    """Whether chance has to decide now."""
    return s.choice is not None and s.choice.player == CHANCE


def nature_action(g: Game, s: State, option: Option) -> list[JSON]:
    """What chance decides, as an action."""
    assert is_chance(s)
    found: list[JSON] = dump_option(g, option)
    return found


def is_shuffle(choice: Choice) -> bool:
    """Whether cards are to be put in order by chance."""
    return choice.kind is ChoiceKind.SHUFFLE
