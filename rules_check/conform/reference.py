"""What the engine answers to a vector, in the games with which vectors are made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_check.conform.games import game_of, table_of
from rules_check.conform.parsing import parsed_core
from rules_check.conform.playing import Playing
from rules_check.oracle.conformance.positions import dump_choice, dump_result, dump_view
from rules_check.oracle.game import GameError, Refused

JSON = Any


def result_of(vector: Mapping[str, JSON]) -> dict[str, JSON]:
    """What the reference engine answers to a vector. Raises ValueError for a bad one."""
    if vector["kind"] == "parse":
        return {"core": parsed_core(vector)}
    setup, steps = vector["setup"], vector["steps"]
    try:
        game = game_of(table_of(vector), tuple(setup["seats"]), setup["cards"])
    except GameError:
        if vector["kind"] == "reject" and not steps:
            return {"refused": True}
        raise
    if vector["kind"] == "reject" and not steps:
        return {"refused": False}
    playing = Playing(game, setup)
    positions = [playing.position()] if vector["kind"] == "transition" else []
    for number, step in enumerate(steps, 1):
        last = number == len(steps)
        try:
            playing.act(step)
        except Refused as refused:
            told: dict[str, JSON] = {"refused": True, "code": refused.code}
            if vector["kind"] == "reject" and last:
                return {**told, "position": playing.position()}
            return {**told, "step": number}
        if vector["kind"] == "transition":
            positions.append(playing.position())
    s = playing.state
    match vector["kind"]:
        case "transition":
            return {"positions": positions}
        case "legal-actions":
            return {"choice": None if s.choice is None else dump_choice(game, s, s.choice)}
        case "score":
            return {"result": dump_result(game, s)}
        case "view":
            return {"view": dump_view(game, s, int(vector["ask"]["seat"][1:]) - 1)}
        case "reject":
            return {"refused": False, "position": playing.position()}
        case other:
            raise ValueError(f"no kind {other!r:.60}")
