"""A difference that live mode has found, as a vector: with the rules behind what happened last."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from rules_check.conform.cases import Fault, Replay
from rules_check.conform.filling import bug_class_of, cards_of, with_info
from rules_check.oracle.conformance.contract import CARDS, SET_UP, VARIANT
from rules_check.oracle.conformance.positions import load_action
from rules_check.oracle.conformance.vectors import content_hash, written_changes
from rules_check.oracle.game import Game
from rules_check.oracle.scenarios.moments import offer
from rules_check.properties.fuse import RunsForever, fused

JSON = Any

MOST_RULES: Final = 10
"""So many rules are named, those that are nearest to the difference."""

FLOW: Final = frozenset(("turn", "active", "phase", "choice", "choice.player", "choice.kind"))
"""Where two engines differ that are at other points of a turn."""


def live_vector(game: str, replay: Replay, fault: Fault) -> dict[str, JSON]:
    """The vector of a game whose last step shows a difference; `game` says where it was found."""
    case, g = replay.case, replay.game
    variant = case.table.variant
    features = [
        *([SET_UP] if case.setup["begin"] == SET_UP else []),
        *([CARDS] if case.setup["cards"] else []),
        *([VARIANT + variant] if variant else []),
    ]
    steps = list(case.steps)
    topics = {topic for event in replay.events[-1] for topic in g.topics(event)}
    vector: dict[str, JSON] = {
        "id": "",
        "title": f"{_last(replay)} (found in game {game})",
        "ruleset": case.table.ruleset,
        "variant": variant or None,
        "mix": [],
        "features": features,
        "rules": rules_behind(replay, fault),
        "cards": cards_of(g, case.setup, steps, replay.positions),
        "bug_class": bug_class_of(topics),
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


def rules_behind(replay: Replay, fault: Fault) -> list[str]:
    """The rules that are likely to be broken, the likeliest first.

    Where the engines are at the same point of a turn: those of actions that only one of them
    offers, then those behind what happened last to cards that lie elsewhere. Where they are not,
    one of them has stopped on the way: then what happened first counts most.
    """
    g, events = replay.game, replay.events[-1]
    about = set(_cards(g, fault))
    near = [event for event in events if about & set(event.cards)]
    found: dict[str, None] = {}
    if any(x.path in FLOW for x in fault.differences):
        some = [*events, *near]
    else:
        some = [*near[::-1], *events[::-1]]
        found |= dict.fromkeys(_of_options(replay, fault))
    for event in some:
        found |= dict.fromkeys(g.rules_of(event))
    if not found:  # nothing happened: what one may do in a turn
        found |= dict.fromkeys(g.ruleset.steps["play_and_buy"][:1])
    return list(found)[:MOST_RULES]


def _of_options(replay: Replay, fault: Fault) -> Iterator[str]:
    """The rules of actions that only one engine offers: why they are refused, or what they do."""
    g, s = replay.game, replay.states[-1]
    for difference in fault.differences:
        if not difference.path.endswith("options"):
            continue
        for actions in (difference.found, difference.expected):
            for action in actions if isinstance(actions, list) else ():
                try:
                    option = load_action(g, s, action)
                    refused = g.refuse(s, option)
                    if refused is not None:
                        yield from refused.rules
                        continue
                    after = s.copy()
                    after.trace = []
                    fused(after)
                    g.take(after, option)
                except (ValueError, TypeError, RunsForever):  # foreign data that is no action
                    continue
                for event in after.trace[:1]:
                    yield from g.rules_of(event)


def _cards(g: Game, fault: Fault) -> Iterator[int]:
    """The cards that are named in one of two values that differ, and not in the other."""
    ids = {g.card_id(card): card for card in range(len(g.kinds))}
    for difference in fault.differences:
        one, other = _named(difference.expected), _named(difference.found)
        for name in one ^ other:
            if name in ids:
                yield ids[name]


def _named(value: JSON) -> set[str]:
    text = json.dumps(value, ensure_ascii=False)
    return set(re.findall(r'"((?:[^"\\]|\\.)*#\d+)"', text))
