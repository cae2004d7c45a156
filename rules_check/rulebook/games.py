"""The games of the open questions, played: what becomes of each reading, and how much it matters.

Everything is played on the engine; nothing about harm is written in the data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias

from rules_check.oracle.box.reading import Reading, read_reading
from rules_check.oracle.scenarios.files import scenario_of
from rules_check.oracle.scenarios.model import BadKey, Scenario
from rules_check.oracle.scenarios.runner import Failure, Played, play
from rules_check.oracle.values.zones import DECK, PER_PLAYER
from rules_check.rules.errors import RulesetError
from rules_check.rules.model import Question
from rules_check.rules.verdicts import PlayedReading, Verdict, load_verdicts, problem_with

Harm: TypeAlias = Literal["winner", "state", "choice", "none"]

HARMS: Final[Mapping[Harm, str]] = {
    "winner": "a different winner",
    "state": "a different state",
    "choice": "only a different choice",
    "none": "no difference",
}
"""How much the readings of a question differ in its game, the worst first."""


@dataclass(frozen=True, slots=True)
class End:
    """A game under one reading, played: what it says of itself, and how it ended."""

    reading: PlayedReading
    scenario: Scenario
    played: Played

    @property
    def failures(self) -> tuple[Failure, ...]:
        """What did not come out as written."""
        return self.played.outcome.failures


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what is found about it; `ends` is empty where there is no game."""

    question: Question
    verdict: Verdict | None
    ends: tuple[End, ...] = ()

    @property
    def harm(self) -> Harm:
        """How much the readings differ in the game."""
        return harm_of([end.played for end in self.ends])

    @property
    def word(self) -> str:
        """Executable, same, not printed; or that nobody has looked at it."""
        return self.verdict.word if self.verdict is not None else "not examined"


def ask(question: Question) -> Asked:
    """The question with its game played under each reading. Raises RulesetError, ScenarioError."""
    verdict = load_verdicts().get(question.id)
    if verdict is None or verdict.word != "executable":
        return Asked(question, verdict)
    if problem := problem_with(verdict, question):
        raise RulesetError(verdict.file, f"game {question.id}", problem)
    scenarios = [(reading, scenario_for(verdict, reading)) for reading in verdict.readings]
    return Asked(question, verdict, tuple(End(r, s, play(s)) for r, s in scenarios))


def by_harm(questions: Iterable[Question]) -> list[Asked]:
    """The questions with their games, the worst first; those without a game at the end."""
    order = [*HARMS]
    words = ["executable", "not examined", "not played", "not printed", "same"]
    return sorted(
        (ask(question) for question in questions),
        key=lambda asked: (words.index(asked.word), order.index(asked.harm)),
    )


def reading_of(verdict: Verdict, reading: PlayedReading) -> Reading:
    """What makes the engine play a reading. Raises RulesetError."""
    try:
        return read_reading(reading.changes)
    except ValueError as error:
        place = f"game {verdict.question}: reading {reading.number}"
        raise RulesetError(verdict.file, place, str(error)) from error


def scenario_for(
    verdict: Verdict, script: PlayedReading, rules: PlayedReading | None = None
) -> Scenario:
    """The game of a question as one reading has it; by the `rules` of another, if they are named.

    Raises RulesetError and ScenarioError.
    """
    rules = rules or script
    given = verdict.table.get("given", {})
    if not isinstance(given, dict):
        raise BadKey(verdict.file, verdict.question, "given", "expected a table")
    cards = "\n\n".join(text for text in (given.get("cards", ""), rules.cards) if text)
    table: dict[str, Any] = {
        **verdict.table,
        "id": f"{verdict.question}, reading {script.number}",
        "given": {**given, **({"cards": cards} if cards else {})},
        "when": [*verdict.when, *script.when],
        "then": list(script.then),
    }
    return scenario_of(table, verdict.file, reading_of(verdict, rules))


# ------------------------------------------------------------------- how much it matters


def harm_of(games: Iterable[Played]) -> Harm:
    """The greatest difference between the ends of some games."""
    games = list(games)
    if _differ(_winners(game) for game in games):
        return "winner"
    if _differ(_position(game) for game in games):
        return "state"
    if _differ(_way(game) for game in games):
        return "choice"
    return "none"


def _differ(values: Iterable[Any]) -> bool:
    return any(one != other for one, other in pairwise(values))


def _winners(game: Played) -> tuple[int, ...] | None:
    result = game.state.result
    return result.winners if result is not None else None


def _position(game: Played) -> tuple[Any, ...]:
    """What lies where, and who has what; cards of one name are alike."""
    g, s = game.game, game.state
    result = s.result
    zones = [
        tuple(_in_order(zone, g.main_deck, [(g.kinds[c].name, g.kinds[c].level) for c in cards]))
        for zone, cards in enumerate(s.zones[: g.zone_count])
    ]
    scores = (result.reason, result.scores) if result is not None else ()
    return tuple(zones), tuple(s.power), s.confronted, s.turn, s.active, scores


def _in_order(zone: int, main_deck: int, names: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """The order matters in decks only."""
    return names if zone == main_deck or zone % PER_PLAYER == DECK else sorted(names)


def _way(game: Played) -> tuple[Any, ...]:
    """What was done, what happened on the way, and what could be done next."""
    return game.outcome.transcript, tuple(game.moment().offered())


# --------------------------------------------------------------------------- telling


def swapped(asked: Asked) -> Iterator[tuple[int, int, Played]]:
    """What one reading says, played by the rules of each other one: something must fail."""
    assert asked.verdict is not None
    for script in asked.verdict.readings:
        for rules in asked.verdict.readings:
            if script is not rules:
                scenario = scenario_for(asked.verdict, script, rules)
                yield script.number, rules.number, play(replace(scenario))
