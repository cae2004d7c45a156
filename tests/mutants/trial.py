"""The trial of one mutant, in a process of its own: `python -m tests.mutants.trial ID SECONDS`.

Every line that is printed is a JSON value: what is tried next, and what has been found. So the
last line tells where the trial stood when its time was up. Only time at work counts, so that
nothing depends on what else the machine has to do.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unittest import mock

from tests.mutants.hook import install
from tests.mutants.model import ROOT, Mutant, load_mutants

if TYPE_CHECKING:
    from rules_check.oracle.scenarios.files import Scenario
    from tests.mutants.games import Find, Recording

CONTROL: Final = "none"
"""The engine as it is, which must pass."""

TIME_IS_UP: Final = 75
"""The exit status of a trial that has taken too long."""

SCENARIOS: Final = ROOT / "tests" / "scenarios"
UNREFEREED: Final = Path(__file__).with_name("unrefereed.toml")
"""Scenarios in whose games a property is broken without a fault, and why."""
LINES: Final = 6
"""So many lines of a game are told, from its end."""


def main(name: str, seconds: float) -> None:
    """Try a mutant, or the engine as it is."""
    threading.Thread(target=_watch, args=(seconds,), daemon=True).start()
    mutant = None
    if name != CONTROL:
        mutant = next(mutant for mutant in load_mutants() if mutant.id == name)
        install(mutant)
    for line in trial(mutant):
        print(json.dumps(line), flush=True)


def _watch(seconds: float) -> None:
    """End the process when it has worked for so long."""
    while time.process_time() < seconds:
        time.sleep(0.2)
    os._exit(TIME_IS_UP)


def trial(mutant: Mutant | None) -> Iterator[Mapping[str, Any]]:
    """Try the scenarios, and the properties: on their games and on whole games.

    Whole games come behind the scenarios of the rules that the mutant breaks. Both scenarios and
    properties stop at the first thing they find.
    """
    # The engine must not be imported before the mutant is in place.
    from tests.mutants.games import (
        EXPENSIVE_IN_SCENARIOS,
        RecordedGame,
        broken,
        properties_in,
        whole_games,
    )

    failed = violated = False
    near, far = in_order(mutant)
    unrefereed = unrefereed_scenarios()
    for at, scenario in enumerate([*near, None, *far]):
        if at and failed and violated:
            break
        if scenario is None:
            if not violated:
                yield {"tries": "property", "name": "whole games"}
            for name, find in () if violated else whole_games():
                if find is not None:
                    violated = True
                    yield shown(find, name)
                    break
                yield {"tries": "property", "name": f"games after {name}"}
            continue
        yield {"tries": "scenario", "name": scenario.id}
        problem, recording = played(scenario)
        if problem and not failed:
            failed = True
            RecordedGame.tells_rules = False  # the other scenarios are only there for their games
            yield {"scenario": scenario.id, "problem": problem}
        if recording is not None and not violated and scenario.id not in unrefereed:
            yield {"tries": "property", "name": f"scenario {scenario.id}"}
            properties = properties_in(recording.game)
            find = broken(recording, properties, EXPENSIVE_IN_SCENARIOS)
            if find is not None:
                violated = True
                yield shown(find, f"scenario {scenario.id}")
    yield {"done": True}


def unrefereed_scenarios() -> Mapping[str, str]:
    """The scenarios on whose games no property is checked, and why."""
    told: Mapping[str, str] = tomllib.loads(UNREFEREED.read_text(encoding="utf-8"))
    return told


def in_order(mutant: Mutant | None) -> tuple[list[Scenario], list[Scenario]]:
    """The scenarios of the rules that the mutant breaks, and all others."""
    from rules_check.oracle.scenarios.files import load_scenarios

    scenarios = load_scenarios(SCENARIOS)
    rules = set(mutant.rules if mutant else ())
    near = [one for one in scenarios if not rules.isdisjoint((*one.rules, one.ruling))]
    return near, [one for one in scenarios if one not in near]


def played(scenario: Scenario) -> tuple[str, Recording | None]:
    """What is wrong with a scenario (empty: nothing), and the game that was played in it."""
    from rules_check.oracle.scenarios import runner, tables
    from tests.mutants.games import RecordedGame

    RecordedGame.recorded()
    # a game that another scenario has left writes nothing down
    anew = mock.patch.object(tables, "_game", tables._game.__wrapped__)
    with mock.patch.object(tables, "Game", RecordedGame), anew:
        try:
            failures = runner.run(scenario).failures
            problem = str(failures[0]) if failures else ""
        except Exception as error:  # noqa: BLE001 (whatever it is, the scenario has found it)
            problem = f"{type(error).__name__}: {error}"
    return problem, RecordedGame.recorded()


def shown(find: Find, source: str) -> Mapping[str, Any]:
    """A game that breaks properties, as it is told."""
    from tests.mutants.games import shortened, told

    short = shortened(find)
    lines = told(short.recording)
    return {
        "properties": sorted({violation.property for violation in find.violations}),
        "message": str(short.violations[0].message),
        "source": source,
        "game": short.recording.game.ruleset.name,
        "decisions": len(short.recording.answers),
        "lines": lines[-LINES:],
    }


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
