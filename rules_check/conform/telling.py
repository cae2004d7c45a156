"""A difference that live mode has found, as a vector: with the rules behind what happened last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules_check.conform.behind import likely_rules
from rules_check.conform.cases import Fault, Replay
from rules_check.conform.filling import bug_class_of, cards_of, with_info
from rules_check.oracle.conformance.contract import CARDS, SET_UP, VARIANT
from rules_check.oracle.conformance.positions import load_action
from rules_check.oracle.conformance.vectors import content_hash, written_changes
from rules_check.oracle.scenarios.moments import offer

JSON = Any


def live_vector(game: str, replay: Replay, rules: Sequence[str]) -> dict[str, JSON]:
    """The vector of a game whose last step shows a difference, with the rules behind it; `game`
    says where it was found."""
    case, g = replay.case, replay.game
    variant = case.table.variant
    features = [
        *([SET_UP] if case.setup["begin"] == SET_UP else []),
        *([CARDS] if case.setup["cards"] else []),
        *([VARIANT + variant] if variant else []),
    ]
    steps = list(case.steps)
    vector: dict[str, JSON] = {
        "id": "",
        "title": f"{_last(replay)} (found in game {game})",
        "ruleset": case.table.ruleset,
        "variant": variant or None,
        "mix": [],
        "features": features,
        "rules": list(rules),
        "cards": cards_of(g, case.setup, steps, replay.positions),
        "bug_class": bug_class_of(g.ruleset, rules),
        "setup": dict(case.setup),
        "ask": {},
        "status": "normative",
        "source": f"live game {game}",
        "kind": "transition",
        "steps": steps,
        "expect": {"positions": written_changes(case.setup, replay.positions)},
    }
    vector["id"] = f"live-{case.table.ruleset}-{content_hash(vector)[:8]}"
    return with_info(vector)


def _last(replay: Replay) -> str:
    """The last step in words."""
    case = replay.case
    if not case.steps:
        return "The set-up"
    s = replay.states[len(case.steps) - 1]
    return offer(replay.game, s, load_action(replay.game, s, case.steps[-1]["action"]))


def rules_of(replay: Replay, fault: Fault) -> list[str]:
    """The rules that are likely to be broken, the likeliest first; at least one."""
    g = replay.game
    found = likely_rules(
        g,
        replay.states[-2] if len(replay.states) > 1 else None,
        replay.states[-1],
        replay.events[-1],
        fault.differences,
    )
    # Nothing happened: what one may do in a turn.
    return found or list(g.ruleset.steps["play_and_buy"][:1])
