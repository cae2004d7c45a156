"""Plays the scenarios of files: what passed, what failed, and what could not be played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from itertools import count
from pathlib import Path

from rules_check.diagnostics import Diagnostic, diagnose
from rules_check.grammar.cardfile import UNREADABLE
from rules_check.grammar.cardsource import load
from rules_check.oracle.scenarios.files import OwnFile, read_own_scenarios
from rules_check.oracle.scenarios.lines import Lines
from rules_check.oracle.scenarios.model import Scenario, ScenarioError
from rules_check.oracle.scenarios.runner import run
from rules_check.play.table import Unusable
from rules_check.testing.cards import CardShelf
from rules_check.testing.findings import NOT_TOML, Page, empty, failed, fault, mistake, unconfirmed

Progress = Callable[[int, int], None]


class Word(StrEnum):
    """What came of a scenario."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario, where it begins, what came of it, and its game as far as it went."""

    id: str
    title: str
    line: int
    word: Word
    draft: bool = False
    transcript: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedFile:
    """A scenario file: its scenarios in order, and what was found."""

    path: str
    played: tuple[Played, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def readable(self) -> bool:
        """Could the file be read at all?"""
        return not any(d.code in UNREADABLE or d.code == NOT_TOML for d in self.diagnostics)


@dataclass(frozen=True, slots=True)
class _Read:
    """A scenario file before anything is played."""

    path: str
    page: Page
    read: OwnFile
    problem: Diagnostic | None = None


Play = Callable[[Scenario, Page], tuple[Played, list[Diagnostic]]]


class ScenarioRun:
    """The scenarios of some files, of which those that fit a pattern are chosen."""

    def __init__(self, words: Sequence[str], patterns: Sequence[str] = ()) -> None:
        """Reads the files. Raises Unusable if no scenario fits the patterns."""
        self.shelf = CardShelf()
        self._patterns = [_pattern(pattern) for pattern in patterns]
        self._files = [self._read(path) for path in scenario_files(words)]
        known: list[Scenario | ScenarioError] = []
        for file in self._files:
            known += [*file.read.scenarios, *file.read.errors]
        if patterns and known and not any(map(self._chosen, known)):
            raise Unusable(f"no scenario is called {' or '.join(patterns)}")

    def listed(self) -> list[PlayedFile]:
        """The chosen scenarios without playing them."""
        return [self._file(file, _unplayed) for file in self._files]

    def run(self, progress: Progress | None = None) -> list[PlayedFile]:
        """Play the chosen scenarios."""
        chosen = sum(self._chosen(s) for file in self._files for s in file.read.scenarios)
        done = count()

        def play(scenario: Scenario, page: Page) -> tuple[Played, list[Diagnostic]]:
            if progress is not None:
                progress(next(done), chosen)
            return _play(scenario, page)

        found = [self._file(file, play) for file in self._files]
        self.shelf.save()
        return found

    def _read(self, path: str) -> _Read:
        source = load(path)
        text = source.text.removeprefix("\ufeff")
        page = Page(path, Lines(text), text.split("\n"))
        if source.problem is not None:
            found = diagnose(source.problem, path, ())
            return _Read(path, page, OwnFile((), ()), found)
        return _Read(path, page, read_own_scenarios(text, path, self.shelf.beside(path)))

    def _chosen(self, one: Scenario | ScenarioError) -> bool:
        """Whether a pattern fits; what is wrong with a whole file belongs to every choice."""
        names = (one.id, one.title) if isinstance(one, Scenario) else (one.scenario,)
        if not self._patterns or not any(names):
            return True
        folded = [name.casefold() for name in names]
        return any(fnmatchcase(name, pattern) for name in folded for pattern in self._patterns)

    def _file(self, file: _Read, play: Play) -> PlayedFile:
        page = file.page
        found = [file.problem] if file.problem else []
        played: list[Played] = []
        for error in filter(self._chosen, file.read.errors):
            found.append(mistake(error, page))
            if error.scenario:
                line = page.lines.start(error.number).line
                played.append(Played(error.scenario, "", line, Word.NOT_RUN))
        if not found and not file.read.scenarios:
            found.append(empty(page))
        for scenario in filter(self._chosen, file.read.scenarios):
            one, told = play(scenario, page)
            played.append(one)
            found += told
        played.sort(key=lambda one: one.line)
        return PlayedFile(file.path, tuple(played), tuple(found))


def _unplayed(scenario: Scenario, page: Page) -> tuple[Played, list[Diagnostic]]:
    line = page.lines.start(scenario.number).line
    return Played(scenario.id, scenario.title, line, Word.NOT_RUN, scenario.draft), []


def _play(scenario: Scenario, page: Page) -> tuple[Played, list[Diagnostic]]:
    """One scenario; whatever happens, something can be said of it."""
    line = page.lines.start(scenario.number).line
    id_, title, draft = scenario.id, scenario.title, scenario.draft
    try:
        outcome = run(scenario)
    except ScenarioError as error:
        return Played(id_, title, line, Word.NOT_RUN, draft), [mistake(error, page)]
    except Exception as error:  # noqa: BLE001 (a defect of the engine leaves the others be)
        return Played(id_, title, line, Word.NOT_RUN, draft), [fault(scenario, error, page)]
    found = failed(outcome, page)
    if draft:
        found.append(unconfirmed(scenario, page))
    word = Word.PASSED if outcome.passed else Word.FAILED
    return Played(id_, title, line, word, draft, outcome.transcript), found


def _pattern(word: str) -> str:
    """A pattern for a whole name; plain words may stand anywhere in it."""
    folded = word.casefold()
    return folded if any(sign in folded for sign in "*?[") else f"*{folded}*"


def scenario_files(words: Iterable[str]) -> list[str]:
    """The files that are meant, each once: folders stand for the TOML files in them."""
    found: dict[str, str] = {}
    for word in words:
        path = Path(word)
        paths = [path]
        if path.is_dir():
            paths = sorted(path.glob("*.toml"))
            if not paths:
                raise Unusable(f"{word}: there are no scenario files (*.toml) in this folder")
        for one in paths:
            found.setdefault(str(one.absolute()), str(one))
    return list(found.values())
