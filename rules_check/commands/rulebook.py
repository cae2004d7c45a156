"""`rules-check rulebook [NAME]`: what a book leaves open, or how much of it is covered."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from rules_check.commands.arguments import either
from rules_check.commands.counting import counting
from rules_check.rules.folders import ruleset_names
from rules_check.version import VERSION

EXIT_FINDINGS = 1
EXIT_UNUSABLE = 2
SCENARIOS = Path("tests/scenarios")
GAMES = 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help=f"{either(ruleset_names())}; a part of the name will do (default: all)",
    )
    parser.add_argument(
        "--coverage", action="store_true", help="count the rules that are cited and exercised"
    )
    parser.add_argument(
        "--list",
        choices=("cited", "exercised", "missing", "not-executable"),
        metavar="WHAT",
        help="also list these rules: cited, exercised, missing or not-executable",
    )
    parser.add_argument(
        "--scenarios",
        type=Path,
        metavar="DIR",
        help=f"the scenarios that exercise rules (default: {SCENARIOS.as_posix()})",
    )
    parser.add_argument(
        "--games",
        type=int,
        metavar="N",
        help=f"so many random games where there are no scenarios (default: {GAMES})",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(args: argparse.Namespace) -> int:
    """Print questions, or the coverage."""
    from rules_check.play.table import Unusable, one_of

    try:
        names = [one_of(args.name, ruleset_names(), "rulebook")] if args.name is not None else []
        if args.coverage:
            return _coverage(args, names)
        for option in ("list", "scenarios", "games"):
            if getattr(args, option) is not None:
                raise Unusable(f"--{option} goes with --coverage")
    except Unusable as error:
        print(f"rules-check: {error}", file=sys.stderr)
        return EXIT_UNUSABLE
    return _questions(args, names or list(ruleset_names()))


def _questions(args: argparse.Namespace, names: list[str]) -> int:
    from rules_check.rulebook.book_report import questions_json, questions_text
    from rules_check.rules.load import load_ruleset

    books = [load_ruleset(name) for name in names]
    if args.format == "json":
        return _print_json([questions_json(book) for book in books], 0)
    print("\n\n".join("\n".join(questions_text(book)) for book in books))
    return 0


def _coverage(args: argparse.Namespace, names: list[str]) -> int:
    from rules_check.oracle.box.names import play_set_names
    from rules_check.oracle.scenarios.files import ScenarioError
    from rules_check.play.table import Unusable
    from rules_check.rulebook.book_report import coverage_json, coverage_line, rule_lines
    from rules_check.rulebook.coverage import cover, run_scenarios

    games = GAMES if args.games is None else args.games
    if games < 1:
        raise Unusable(f"--games {games}: at least one game is needed")
    names = names or list(play_set_names())
    folder = args.scenarios or SCENARIOS
    try:
        shown = run_scenarios(folder, names, counting("scenario")) if folder.is_dir() else None
    except (ScenarioError, OSError, UnicodeError) as error:
        raise Unusable(f"{folder}: {error}") from error
    books = [cover(name, shown, games) for name in names]
    failed = shown.failed if shown else []
    complete = not failed and all(book.complete for book in books)
    status = 0 if complete else EXIT_FINDINGS
    if args.format == "json":
        return _print_json([coverage_json(book) for book in books], status, failed=failed)
    for book in books:
        print(coverage_line(book))
        if args.list is not None:
            for line in rule_lines(book, args.list):
                print(line)
    if failed:
        print(f"failed scenarios, which exercise nothing: {', '.join(failed)}")
    return status


def _print_json(books: list[dict[str, Any]], status: int, failed: list[str] | None = None) -> int:
    document: dict[str, Any] = {"version": 1, "tool": f"rules-check {VERSION}", "books": books}
    if failed is not None:
        document["failed_scenarios"] = failed
    print(json.dumps(document, indent=2, ensure_ascii=False))
    return status
