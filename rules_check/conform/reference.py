"""The reference engine behind the protocol: a message comes in, its answer goes out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_check.conform.checking import claims
from rules_check.conform.cores import Answering
from rules_check.conform.games import Table, game_of, play_set, table_of
from rules_check.conform.parsing import parsed_text
from rules_check.conform.playing import Playing
from rules_check.oracle.conformance.contract import VERSION
from rules_check.oracle.conformance.positions import dump_choice, dump_result, dump_view
from rules_check.oracle.game import GameError, Refused
from rules_check.version import VERSION as OWN_VERSION

JSON = Any


def capabilities() -> dict[str, JSON]:
    """What the reference engine can do: everything."""
    all_there_is = claims()
    return {
        "version": VERSION,
        "implementation": {
            "name": "rules-check tree",
            "language": "python",
            "version": OWN_VERSION,
        },
        **{key: all_there_is[key] for key in ("rulesets", "kinds", "features")},
    }


class Reference(Answering):
    """The engine on the tree of a text."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.live: Playing | None = None

    def _start(self) -> dict[str, JSON]:
        return capabilities()

    def _ruleset(self, message: Mapping[str, JSON]) -> dict[str, JSON]:
        told = {**message, "setup": {"seats": ()}}
        table = table_of(told)
        if message["mix"]:
            self.table = None  # which cards there are depends on the seats of each vector
            return {"ok": True}
        try:
            play_set(table)
        except ValueError as error:
            return {"ok": False, "reason": str(error)}
        self.table = table
        return {"ok": True}

    def _new(self, setup: JSON) -> dict[str, JSON]:
        if self.table is None:
            return {"errored": {"message": "no ruleset"}}
        self.live = None
        try:
            game = game_of(self.table, tuple(setup["seats"]), setup["cards"])
            self.live = Playing(game, setup)
        except ValueError as error:
            return {"errored": {"message": str(error)}}
        return {"position": self.live.position()}

    def _act(self, message: Mapping[str, JSON]) -> dict[str, JSON]:
        if self.live is None:
            return {"errored": {"message": "no game"}}
        try:
            self.live.act(message)
        except Refused as refused:
            return {"refused": True, "code": refused.code}
        except ValueError as error:
            return {"errored": {"message": str(error)}}
        return {"position": self.live.position()}

    def _run(self, vector: Mapping[str, JSON]) -> dict[str, JSON]:
        try:
            return {"result": result_of(vector)}
        except ValueError as error:
            return {"errored": {"message": str(error)}}


def result_of(vector: Mapping[str, JSON]) -> dict[str, JSON]:
    """What the reference engine answers to a vector. Raises ValueError for a bad one."""
    if vector["kind"] == "parse":
        return {"text": parsed_text(vector)}
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
