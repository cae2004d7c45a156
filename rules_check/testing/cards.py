"""The card files that scenarios name: each is checked once, and what has errors stays out."""

from __future__ import annotations

import os
from collections.abc import Callable, Set
from contextlib import suppress
from pathlib import Path

from rules_check.checker import Checker, FileResult
from rules_check.codes import Severity
from rules_check.diagnostics import Diagnostic
from rules_check.grammar.cache import Cache
from rules_check.oracle.box.names import play_set_names
from rules_check.oracle.box.playset import card_def, load_play_set
from rules_check.oracle.box.playset_file import PlaySetError
from rules_check.oracle.playable import why_unplayable
from rules_check.oracle.scenarios.own_cards import BrokenCard, OwnCards, incomplete_characters


class CardShelf:
    """The card files of a run by their paths."""

    def __init__(self) -> None:
        self._checker = Checker(Cache())
        self._found: dict[str, tuple[OwnCards, FileResult]] = {}

    def beside(self, scenario_file: str) -> Callable[[str], OwnCards]:
        """Finds card files by the names that a scenario file has for them."""
        return lambda name: self.at(os.path.normpath(Path(scenario_file).parent / name))

    def at(self, path: str) -> OwnCards:
        """The card file at a path, which may have errors, or not be there."""
        if path not in self._found:
            result = self._checker.check_path(path)
            self._found[path] = own_cards(result), result
        return self._found[path][0]

    def results(self) -> list[FileResult]:
        """Every file that was asked for."""
        return [result for _, result in self._found.values()]

    def errors(self) -> list[Diagnostic]:
        """What keeps cards from being played."""
        return [d for result in self.results() for d in _errors(result)]

    def save(self) -> None:
        """Keep what was understood for the next run."""
        self._checker.save()


def _errors(result: FileResult) -> list[Diagnostic]:
    return [d for d in result.diagnostics if d.severity is Severity.ERROR]


def own_cards(result: FileResult) -> OwnCards:
    """The cards of a file that was checked, for games: which of them have errors."""
    file = result.file
    text = "\n".join(file.lines) + "\n"
    if not result.readable:
        return OwnCards(file.path, "", "", problem=f"{file.path} cannot be read")
    broken = {
        _broken(result, one.card.name, one.card.name_span.line)
        for one in result.cards
        if not one.understood
    }
    for error in _errors(result):
        lines = [
            card.name_span.line
            for card in file.cards
            if card.name == error.place.card and file.row(card.name_span.line) <= error.place.line
        ]
        if not lines:
            problem = f"{file.path} has an error outside of its cards (line {error.place.line})"
            return OwnCards(file.path, "", "", problem=problem)
        broken.add(_broken(result, error.place.card, lines[-1]))
    broken |= _refused(result, {card.line for card in broken})
    broken |= _incomplete(result, {card.line for card in broken})
    order = sorted(broken, key=lambda card: card.line)
    return OwnCards(file.path, text, file.ruleset or "", tuple(order))


def _broken(result: FileResult, name: str, line: int, why: str = "") -> BrokenCard:
    return BrokenCard(name, line, why, result.file.row(line))


def _refused(result: FileResult, known: Set[int]) -> set[BrokenCard]:
    """The cards that are understood and cannot be played, apart from those known."""
    found = set()
    ruleset, path = result.file.ruleset or "", result.file.path
    for one in result.cards:
        line = one.card.name_span.line
        if line in known:
            continue
        try:
            made = card_def(ruleset, path, one.card, one.subject.parsed.text)
            why = why_unplayable(made)
        except PlaySetError as error:
            if error.key != one.card.name:  # told of the scenario that needs the cards
                continue
            why = error.message  # a question that no ruling answers, say
        if why:
            found.add(_broken(result, one.card.name, line, why))
    return found


def _incomplete(result: FileResult, known: Set[int]) -> set[BrokenCard]:
    """The Characters that lack a level, apart from cards that are known to be broken: they keep
    no scenario from being played that does not need them."""
    ruleset, path = result.file.ruleset or "", result.file.path
    if ruleset not in play_set_names():
        return set()
    cards = [one for one in result.cards if one.card.name_span.line not in known]
    made = []
    for one in cards:
        with suppress(PlaySetError):  # told of the scenario that needs the cards
            made.append(card_def(ruleset, path, one.card, one.subject.parsed.text))
    told = incomplete_characters(load_play_set(ruleset), made)
    return {
        _broken(result, one.card.name, one.card.name_span.line, told[one.card.name])
        for one in cards
        if one.card.name in told
    }
