"""The long part of each book, its rules and the questions about them; read when it is asked for."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rules_check.rules.book import parse_questions, parse_rulebook
from rules_check.rules.errors import RulesetError
from rules_check.rules.folders import LONG, RULES, folders, ruleset_folder, shown
from rules_check.rules.model import Question, Rulebook

QUESTIONS = "questions.toml"
"""The file of the questions that concern more than one book."""


def load_rules(name: str) -> Rulebook:
    """The rules of a book and every question that concerns it."""
    return _rules(name, ruleset_folder(name), folders())


@cache
def _rules(name: str, folder: Path, everywhere: tuple[Path, ...]) -> Rulebook:
    shared = _shared_questions(everywhere)
    return parse_rulebook(name, *read_file(folder / f"{name}{LONG}"), shared)


def shared_questions() -> tuple[Question, ...]:
    """The questions that concern more than one book."""
    return _shared_questions(folders())


@cache
def _shared_questions(everywhere: tuple[Path, ...]) -> tuple[Question, ...]:
    files = [folder / RULES / QUESTIONS for folder in everywhere]
    found = [parse_questions(*read_file(file)) for file in files if file.is_file()]
    return tuple(question for questions in found for question in questions)


def read_file(path: Path) -> tuple[str, str]:
    """A file of a book and its name for messages; raises RulesetError if there is none."""
    if not path.is_file():
        raise RulesetError(shown(path), "", "there is no such file")
    return path.read_text(encoding="utf-8"), shown(path)
