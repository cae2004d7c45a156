"""The trace of the quick engine beside that of the tree engine: every scenario on both.

`python -m tests.oracle.quick.traces` plays all scenarios; `--show ID` prints both traces of one.
What is compared: the events in their order, with players, cards and details, and the rules that
their topics lead to.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from rules_check.conform.games import Table, ruleset_message
from rules_check.conform.quick import game_of
from rules_check.conform.recording import record
from rules_check.oracle.game import Game
from rules_check.oracle.quick.protocol import Playing, Refused
from rules_check.oracle.scenarios.files import load_scenarios
from rules_check.oracle.scenarios.model import Scenario, ScenarioError
from rules_check.oracle.trace.citing import MOVES
from rules_check.oracle.values.events import Event

SCENARIOS: Final = Path(__file__).parents[2] / "scenarios"
Line = tuple[str, ...]


@lru_cache(maxsize=32)
def message_of(table: Table) -> dict[str, Any]:
    """The message that tells of a game."""
    return ruleset_message(table)


def lines(g: Game, events: Iterable[Event], ids: list[str], zones: tuple[str, ...]) -> list[Line]:
    """Events in words that are the same for both, with the rules that are behind them."""
    found: list[Line] = []
    numbers = {g.card_id(card): card for card in range(len(g.kinds))}
    for event in events:
        kind, player, cards, detail, _ = event
        own = tuple(numbers[ids[card]] for card in cards)
        told: Iterable[Any] = (
            [zones[x] for x in detail] if kind in MOVES and len(detail) == 2 else detail
        )
        if kind == "option":  # the tree engine also tells where its words stand
            told = detail[:1]
        if kind == "nothing":
            told = dict.fromkeys(detail)
        names = " ".join(ids[card] for card in cards)
        rules = " ".join(g.rules_of(event._replace(cards=own)))
        found.append((kind, str(player), names, " ".join(map(str, told)), rules))
    return found


def both(scenario: Scenario) -> tuple[list[Line], list[Line], Game] | str:
    """The traces of a scenario on both engines; or why there are none."""
    if scenario.set_up_refused or scenario.reading.rulings or scenario.end_of_turn:
        return "another reading"
    try:
        found = record(scenario, cut=True)
    except (ScenarioError, ValueError) as error:
        return f"not played: {error}"
    g = found.game
    trace = found.played.state.trace or []
    ids = [g.card_id(card) for card in range(len(g.kinds))]
    names = tuple(g.zone_name(zone) for zone in range(g.zone_count))
    one = lines(g, trace, ids, names)
    quick = game_of(message_of(found.table), found.setup)
    playing = Playing(quick, found.setup, trace=True)
    try:
        for step in found.steps:
            playing.act(step["actor"], step["action"], step["nature"])
    except Refused as refused:
        return f"refused: {refused}"
    other = lines(g, playing.state.trace or [], quick.ids, quick.zone_names)
    return one, other, g


def differing(scenario: Scenario) -> tuple[str, list[str]]:
    """In which events the two differ."""
    found = both(scenario)
    name = f"{Path(scenario.file).name}:{scenario.id}"
    if isinstance(found, str):
        return name, [f"? {found}"]
    one, other, _ = found
    match = SequenceMatcher(None, one, other, autojunk=False)
    told: list[str] = []
    for tag, a, b, x, y in match.get_opcodes():
        if tag != "equal":
            told += [f"- {' | '.join(line)}" for line in one[a:b]]
            told += [f"+ {' | '.join(line)}" for line in other[x:y]]
    return name, told


@lru_cache(maxsize=1)
def scenarios(words: str) -> list[Scenario]:
    """The scenarios whose file or id has these words."""
    return [x for x in load_scenarios(SCENARIOS) if words in f"{Path(x.file).name}:{x.id}"]


def main(arguments: list[str]) -> int:
    """Play scenarios on both, and tell where they differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", type=int, default=0, help="begin with this one")
    parser.add_argument("--only", default="", help="scenarios whose file or id has these words")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--show", type=int, default=10, help="so many scenarios are told")
    args = parser.parse_args(arguments)
    numbers = range(args.part, len(scenarios(args.only)), args.every)
    found = [differing(scenarios(args.only)[at]) for at in numbers]
    wrong = [(name, told) for name, told in found if told]
    print(f"{len(found)} scenarios, {len(wrong)} differ")
    kinds = Counter(
        (line[0], line[2:].split(" | ")[0], line.rsplit(" | ")[-1])
        for _, told in wrong
        for line in told
    )
    for what, number in kinds.most_common(60):
        print(number, *what, sep="\t")
    for name, told in wrong[: args.show]:
        print(name, *told, sep="\n    ")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
