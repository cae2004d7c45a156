"""Other readings on the quick engine, held to the tree engine.

`python -m tests.oracle.quick.readings` plays the game of every question of the rules, and every
scenario of a ruling, in each reading on both engines and tells where they differ: what was done and
what came of it, the position, what can be done next. From there both go on with the same random
answers. `--only SWITCH` plays what reads that switch otherwise; with `--every N` also every N-th of
all scenarios, in each of its readings, and `--games N` whole random games. Readings that the quick
engine is not said to carry out are left out but with `--all`.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, lru_cache
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple
from unittest import mock

from rules_check.oracle import core_game
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.box.reading import AS_PRINTED, Reading
from rules_check.oracle.core_game import CoreGame, is_carried_out
from rules_check.oracle.game import Game
from rules_check.oracle.quick.readings import SWITCHES
from rules_check.oracle.quick.state import NoCore
from rules_check.oracle.scenarios import tables
from rules_check.oracle.scenarios.files import load_scenarios, scenario_of
from rules_check.oracle.scenarios.model import Scenario, ScenarioError
from rules_check.oracle.scenarios.runner import EVENT, Failure, Played, play
from rules_check.oracle.values.choices import NATURE, ChoiceKind
from rules_check.oracle.values.options import Order
from rules_check.oracle.values.state import State
from rules_check.oracle.values.switches import readings, switches_of
from rules_check.rulebook.games import reading_of, scenario_for
from rules_check.rules.folders import RULESETS
from rules_check.rules.load import load_ruleset
from rules_check.rules.verdicts import load_verdicts

SCENARIOS: Final = Path(__file__).parents[2] / "scenarios"
OWN: Final = Path(__file__).parent / "readings.toml"
MOST: Final = 25
"""So many random answers are given after a scenario."""


class Case(NamedTuple):
    """A scenario in a reading, and by what it is called."""

    name: str
    scenario: Scenario
    changes: Mapping[str, Any]
    """What is read otherwise: switches, parameters and orders of steps."""


class Differs(Exception):
    """The two engines do not agree."""


# ------------------------------------------------------------------------------- what is played


def changes_of(game: str, reading: Reading) -> Mapping[str, Any]:
    """What a reading changes in a game."""
    book = load_ruleset(game)
    own = {ruling.id for ruling in book.rulings}
    flipped = {id_: number for id_, number in reading.rulings if id_ in own}
    read = switches_of(book, flipped).but(**dict(reading.switches))
    orders = {"turn": reading.turn, "end_of_turn": reading.end_of_turn}
    found: dict[str, Any] = dict(read.unlike(switches_of(book, {})))
    return {**found, **dict(reading.parameters), **{k: v for k, v in orders.items() if v}}


def question_games() -> Iterator[Case]:
    """The games of the questions of the rules: what each reading says, by the rules of each."""
    for id_, verdict in load_verdicts().items():
        for script in verdict.readings if verdict.word == "executable" else ():
            for rules in verdict.readings:
                if not rules.changes:
                    continue
                read = reading_of(verdict, rules)
                scenario = scenario_for(verdict, script, rules)
                name = f"{id_} {script.number} by {rules.number}"
                yield Case(name, scenario, changes_of(scenario.game, read))


@cache
def all_scenarios() -> list[Scenario]:
    """Every scenario."""
    return [x for x in load_scenarios(SCENARIOS) if not x.set_up_refused]


def ruling_games() -> Iterator[Case]:
    """The scenarios of rulings, in each reading that the book does not choose."""
    for one in all_scenarios():
        if one.end_of_turn:
            yield Case(one.id, one, {"end_of_turn": one.end_of_turn})
        for number in one.flips:
            read = replace(one.reading, rulings=((one.ruling, number),))
            books = [one.game] if one.mix is None else [one.game, one.mix.other]
            changed = {k: v for book in books for k, v in changes_of(book, read).items()}
            if changed:
                yield Case(f"{one.id} {number}", replace(one, reading=read), changed)


def own_games() -> Iterator[Case]:
    """Games for readings that a book chooses, in the game of another."""
    for table in tomllib.loads(OWN.read_text(encoding="utf-8"))["game"]:
        switch, _, value = table["id"].partition("=")
        scenario = scenario_of(table, OWN.name, Reading(switches=((switch, value),)))
        yield Case(table["id"], scenario, {switch: value})


@cache
def written() -> list[Case]:
    """The games that are there because of a reading."""
    return [*question_games(), *ruling_games(), *own_games()]


def others(switch: str, every: int, first: int = 0) -> Iterator[Case]:
    """Every so many-th scenario with a switch read in each other way."""
    for value in readings()[switch]:
        read = Reading(switches=((switch, value),))
        for at in range(first, len(all_scenarios()), every):
            one = all_scenarios()[at]
            changed = changes_of(one.game, read)
            if changed and one.reading == AS_PRINTED and not differ_anyway(at):
                yield Case(f"{one.id} {switch}={value}", replace(one, reading=read), changed)


@cache
def differ_anyway(number: int) -> bool:
    """Whether the two engines tell a scenario in different ways as it is printed: nothing that a
    reading changes can be told from that."""
    return bool(beside(Case("", all_scenarios()[number], {})))


# ------------------------------------------------------------------------------- on both engines

Engine = Callable[..., Game]
MADE: Final[Mapping[Engine, Any]] = {
    engine: lru_cache(maxsize=64)(tables._game.__wrapped__) for engine in (Game, CoreGame)
}
"""Games are made once for each engine."""


@contextmanager
def played_on(engine: Engine) -> Iterator[None]:
    """Scenarios are played on this engine."""
    with (
        mock.patch.object(core_game, "game_as_read", engine),
        mock.patch.object(tables, "_game", MADE[engine]),
    ):
        yield


def carried_out(case: Case) -> bool:
    """Whether the quick engine is said to carry this reading out."""
    one = case.scenario
    with played_on(Game):
        g = tables.table(one, None)
    return is_carried_out(g.playset, {}, g.orders[1], one.reading)


def beside(case: Case, seed: int = 0, most: int = MOST, *, as_printed: bool = False) -> str:
    """In what the two engines differ, empty if in nothing. `as_printed`: the quick engine does not
    know of the reading."""
    found: list[Played] = []
    printed = replace(case.scenario, reading=AS_PRINTED, end_of_turn="")
    for engine in (Game, CoreGame):
        try:
            with played_on(engine):
                found.append(play(printed if as_printed and engine is CoreGame else case.scenario))
        except ScenarioError as error:
            return f"cannot be played on {engine.__name__}: {error}"
        except NoCore as error:
            return f"no core: {error}"
    one, other = found
    lines, others = told(one), told(other)
    for at, (line, theirs) in enumerate(zip_longest(lines, others, fillvalue="")):
        if line != theirs:
            before = [*lines[max(at - 3, 0) : at]]
            return f"after {before}\n      tree  {line.strip()}\n      quick {theirs.strip()}"
    failed = [[failure(x) for x in played.outcome.failures] for played in found]
    if failed[0] != failed[1]:
        return f"failures\n      tree  {failed[0]}\n      quick {failed[1]}"
    try:
        go_on(one.game, one.state, other.game, other.state, Random(seed), most)
    except Differs as error:
        return str(error)
    return ""


def failure(one: Failure) -> tuple[int, str, list[str]]:
    """Where and why something is not as expected, with what was offered in any order."""
    why, _, offered = str(one).partition("offered are: ")
    return one.step, why, sorted(offered.split("; "))


def told(played: Played) -> list[str]:
    """The lines of a transcript that both engines tell: which of the players is meant, and that
    nothing is there to do it to, the one tells in other cases than the other."""
    lines = []
    for line in played.outcome.transcript:
        if not line.startswith((f"{EVENT}choose ", f"{EVENT}nothing ")):
            said, _, rules = line.partition(" (")
            lines.append(f"{said} ({', '.join(sorted(rules[:-1].split(', ')))})" if rules else line)
    return lines


def go_on(g: Game, s: State, h: Game, t: State, rng: Random, most: int) -> int:
    """Both go on with the same random answers; how many. Raises Differs."""
    done: list[str] = []
    for number in range(most):
        compare(g, s, h, t, done)
        choice, theirs = s.choice, t.choice
        if choice is None or theirs is None:
            return number
        if choice.player == NATURE and choice.kind is ChoiceKind.SHUFFLE:
            cards = list(choice.cards)
            rng.shuffle(cards)
            option: Any = Order(tuple(cards))
            mine: Any = option
            done.append("shuffle")
        else:
            at = int(rng.random() * len(choice.options))
            option = choice.options[at]
            label = g.label(s, option)
            alike = [x for x in choice.options[:at] if g.label(s, x) == label]
            mine = [x for x in theirs.options if h.label(t, x) == label][len(alike)]
            done.append(f"P{choice.player + 1}: {label}")
        g.take(s, option)
        h.take(t, mine)
    compare(g, s, h, t, done)
    return most


def compare(g: Game, s: State, h: Game, t: State, done: list[str]) -> None:
    """Whether both are at the same decision in the same position. Raises Differs."""
    one, other = position(g, s), position(h, t)
    for key, value in one.items():
        if value != other[key]:
            mine, theirs = value, other[key]
            if key == "zones":
                names = [x for x in {**mine, **theirs} if mine.get(x) != theirs.get(x)]
                mine, theirs = ({x: own.get(x) for x in names} for own in (mine, theirs))
            way = f"{key} after {done[-4:]} ({len(done)} answers)"
            raise Differs(f"{way}\n      tree  {mine}\n      quick {theirs}")


def position(g: Game, s: State) -> dict[str, Any]:
    """Everything that both engines tell of a position."""
    choice = s.choice
    asked: Any = None
    if choice is not None and choice.kind is ChoiceKind.SHUFFLE:
        asked = "shuffle", sorted(choice.cards)
    elif choice is not None:
        labels = sorted(g.label(s, option) for option in choice.options)
        asked = choice.player, choice.kind, labels
    return {
        "zones": {
            g.zone_name(zone): [g.card_id(card) for card in cards]
            for zone, cards in enumerate(s.zones[: g.zone_count])
            if cards
        },
        "power": list(s.power),
        "vp": list(s.vp),
        "turn": (s.turn, s.active, s.phase, s.order, s.confronted, s.face_up, s.defeats),
        "result": s.result,
        "choice": asked,
    }


def random_game(game: str, reading: Reading, seed: int, most: int) -> int:
    """A random game in a reading on both; how many answers. Raises Differs."""
    playset = load_play_set(game)
    one, other = Game(playset, reading=reading), CoreGame(playset, reading=reading)
    return go_on(one, one.new(), other, other.new(), Random(seed), most)


# ------------------------------------------------------------------------------- the tool


def main(arguments: list[str]) -> int:
    """Play, and tell where the engines differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="a switch, a parameter, or turn, end_of_turn")
    parser.add_argument("--name", default="", help="only cases with this in their name")
    parser.add_argument("--every", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--most", type=int, default=400, help="answers of a random game")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--show", type=int, default=10, help="so many differences are told")
    args = parser.parse_args(arguments)
    only = args.only.split(",") if args.only else []
    cases = [x for x in written() if not only or set(only) & set(x.changes)]
    if args.every:
        for switch in only or readings():
            if switch in readings():
                cases += others(switch, args.every, args.seed)
    cases = [x for x in cases if args.name in x.name]
    played = wrong = 0
    summary: dict[str, list[int]] = {}
    for case in cases:
        if not (args.all or carried_out(case)):
            continue
        played += 1
        why = beside(case, args.seed)
        row = summary.setdefault(" ".join(f"{k}={v}" for k, v in case.changes.items()), [0, 0])
        row[0] += 1
        if why:
            row[1] += 1
            wrong += 1
            if wrong <= args.show:
                print(f"{case.name}: {dict(case.changes)}: {why}")
    for what, (number, bad) in sorted(summary.items()):
        print(f"{number:5} played {bad:4} differ  {what}")
    print(f"{len(cases)} cases, {played} played, {wrong} differ")
    for switch in (only or SWITCHES) if args.games else ():
        for value in readings().get(switch, ()):
            read = Reading(switches=((switch, value),))
            for game in RULESETS:
                for seed in range(args.seed, args.seed + args.games):
                    try:
                        random_game(game, read, seed, args.most)
                    except Differs as error:
                        wrong += 1
                        print(f"{switch}={value} {game} {seed}: {error}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
