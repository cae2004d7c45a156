"""How much of a rulebook is carried out: which rules the engine cites, which are exercised.

A rule is cited if it stands behind a topic of the engine's trace, and exercised if a scenario
that names it passes and cites it on the way. Without scenarios, games of random players show
which rules they cite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Final

from rules_check.grammar.cache import Cache
from rules_check.oracle.box.names import play_set_names
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.players.drive import EndlessGame, play_game
from rules_check.oracle.players.player import RandomPlayer
from rules_check.oracle.scenarios.files import Scenario, load_scenarios
from rules_check.oracle.scenarios.runner import run
from rules_check.prove.keys import code_hash, data_hash, fingerprint
from rules_check.rules.load import load_rules, load_topics
from rules_check.rules.model import Rule

WHAT: Final = ("cited", "exercised", "missing", "not-executable")
"""The lists of rules that can be asked for."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The rules of one book, sorted by what is shown of them.

    `topics` and `scenarios` tell for each rule what cites and what exercises it. `games` is the
    number of random games where there were no scenarios, else 0.
    """

    name: str
    book: tuple[Rule, ...]
    topics: Mapping[str, tuple[str, ...]]
    scenarios: Mapping[str, tuple[str, ...]]
    games: int = 0
    played: frozenset[str] = frozenset()

    @property
    def executable(self) -> tuple[Rule, ...]:
        """The rules that an engine can get wrong."""
        return tuple(rule for rule in self.book if rule.executable)

    @property
    def not_executable(self) -> tuple[Rule, ...]:
        """The others; each has its reason."""
        return tuple(rule for rule in self.book if not rule.executable)

    @property
    def cited(self) -> tuple[Rule, ...]:
        """The executable rules that stand behind an event."""
        return tuple(rule for rule in self.executable if rule.id in self.topics)

    @property
    def exercised(self) -> tuple[Rule, ...]:
        """The executable rules that a scenario, or a random game, shows at work."""
        shown = self.played if self.games else self.scenarios
        return tuple(rule for rule in self.executable if rule.id in shown)

    @property
    def missing(self) -> tuple[Rule, ...]:
        """The executable rules that are not cited, or not exercised."""
        exercised = set(self.exercised)
        return tuple(r for r in self.executable if r.id not in self.topics or r not in exercised)

    @property
    def complete(self) -> bool:
        """Whether nothing is missing; random games need not show every rule."""
        return len(self.cited) == len(self.executable) and bool(self.games or not self.missing)

    def rules(self, what: str) -> tuple[Rule, ...]:
        """One of the lists of `WHAT`."""
        match what:
            case "cited":
                return self.cited
            case "exercised":
                return self.exercised
            case "missing":
                return self.missing
            case _:
                return self.not_executable


@dataclass(slots=True)
class Shown:
    """What scenarios have shown: those that exercise each rule, and those that fail."""

    by_rule: dict[str, list[str]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    def of(self, rules: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        """The scenarios of some rules."""
        return {rule: tuple(self.by_rule[rule]) for rule in rules if rule in self.by_rule}


def run_scenarios(
    folder: Path,
    names: Sequence[str],
    tell: Callable[[int, int], None] | None = None,
    cache: Cache | None = None,
) -> Shown:
    """Play the scenarios of these books. Raises ScenarioError.

    `tell` is told before each of them how many are done, and how many there are. With a cache,
    those that were played with the same code and data are not played again.
    """
    shown = Shown()
    scenarios = [scenario for scenario in load_scenarios(folder) if _concerns(scenario, names)]
    for done, scenario in enumerate(scenarios):
        if tell is not None:
            tell(done, len(scenarios))
        exercised = _exercised(scenario, cache)
        if exercised is None:
            shown.failed.append(scenario.id)
            continue
        for rule in exercised:
            shown.by_rule.setdefault(rule, []).append(scenario.id)
    if cache is not None:
        cache.save()
    return shown


def _exercised(scenario: Scenario, cache: Cache | None) -> list[str] | None:
    """The rules that a scenario names and cites; None if it fails."""
    said = [repr(replace(scenario, steps=())), [step.text for step in scenario.steps]]
    key = f"scenario {fingerprint([code_hash(), data_hash(), said])}"
    match cache.kept(key) if cache is not None else None:
        case [list(rules)]:
            return [rule for rule in scenario.rules if rule in rules]
        case _:
            outcome = run(scenario)
    if not outcome.passed:
        return None
    rules = [rule for rule in scenario.rules if rule in outcome.cited]
    if cache is not None:
        cache.keep(key, [rules])
    return rules


def _concerns(scenario: Scenario, names: Sequence[str]) -> bool:
    mixed = scenario.mix.other if scenario.mix else ""
    return scenario.game in names or mixed in names


def cited_in_games(name: str, games: int) -> frozenset[str]:
    """The rules that random players make the engine cite; the seeds are 0, 1, 2 …"""
    if name not in play_set_names():
        return frozenset()
    game = Game(load_play_set(name))
    cited: set[str] = set()
    for seed in range(games):
        rng = Random(seed)
        players = [RandomPlayer(rng) for _ in game.seats]
        try:
            played = play_game(game, players, rng, trace=True)
        except EndlessGame:
            continue
        for event in played.state.trace or ():
            cited.update(game.rules_of(event))
    return frozenset(cited)


def cover(name: str, shown: Shown | None, games: int = 0) -> Coverage:
    """The coverage of one book: by scenarios, or where there are none by so many games."""
    rules = tuple(load_rules(name).rules.values())
    ids = {rule.id for rule in rules if rule.executable}
    topics: dict[str, tuple[str, ...]] = {}
    for book in play_set_names():
        for topic, cited in load_topics(book).items():
            for id_ in cited:
                if id_ in ids:
                    topics[id_] = (*topics.get(id_, ()), topic)
    return Coverage(
        name=name,
        book=rules,
        topics=topics,
        scenarios=shown.of(ids) if shown else {},
        games=0 if shown else games,
        played=cited_in_games(name, games) if not shown else frozenset(),
    )
