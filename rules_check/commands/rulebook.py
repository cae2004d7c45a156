"""`rules-check rulebook [NAME]`: what a book leaves open, or how much of it is covered."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules_check.commands.arguments import either
from rules_check.commands.counting import counting
from rules_check.rules.folders import ruleset_names
from rules_check.version import VERSION

if TYPE_CHECKING:
    from rules_check.rulebook.games import Asked

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
        "--between",
        nargs=2,
        metavar=("A", "B"),
        help="the questions between two books, or of a game that mixes them",
    )
    parser.add_argument(
        "--save",
        type=Path,
        metavar="DIR",
        help="also save each game under each reading, for rules-check play --replay",
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
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="for people (default), or for programs",
    )


def run(args: argparse.Namespace) -> int:
    """Print questions, or the coverage."""
    from rules_check.play.table import Unusable, one_of

    try:
        if args.between and args.name is not None:
            raise Unusable("--between names two books; leave NAME out")
        words = args.between or ([args.name] if args.name is not None else [])
        names = [one_of(word, ruleset_names(), "rulebook") for word in words]
        if len(set(names)) < len(names):
            raise Unusable("--between names two different books")
        if args.coverage:
            for option in ("between", "save"):
                if getattr(args, option) is not None:
                    raise Unusable(f"--{option} goes with questions, not with --coverage")
            return _coverage(args, names)
        for option in ("list", "scenarios", "games"):
            if getattr(args, option) is not None:
                raise Unusable(f"--{option} goes with --coverage")
        return _questions(args, names or list(ruleset_names()))
    except Unusable as error:
        print(f"rules-check: {error}", file=sys.stderr)
        return EXIT_UNUSABLE


def _questions(args: argparse.Namespace, names: list[str]) -> int:
    from rules_check.rulebook.games import by_harm
    from rules_check.rulebook.telling import as_json, block, heading, title_of
    from rules_check.rules.load import load_ruleset

    books = [load_ruleset(name) for name in names]
    if args.between:
        found = [q for q in books[0].questions.values() if set(names) <= set(q.books)]
        parts = [(" and ".join(map(title_of, books)), by_harm(found))]
    else:
        parts = [(title_of(book), by_harm(book.questions.values())) for book in books]
    if args.save is not None:
        _save([one for _, asked in parts for one in asked], args.save)
    if args.format == "json":
        keys = ("name", "title") if not args.between else ("names", "titles")
        values = (names, [book.title for book in books])
        told = [
            {
                keys[0]: values[0] if args.between else names[at],
                keys[1]: values[1] if args.between else books[at].title,
                "questions": [as_json(one) for one in asked],
            }
            for at, (_, asked) in enumerate(parts)
        ]
        return _print_json(told, 0)
    blocks = [
        "\n\n".join(["\n".join(lines) for lines in (heading(title, asked), *map(block, asked))])
        for title, asked in parts
    ]
    print("\n\n".join(blocks))
    return 0


def _save(asked: list[Asked], folder: Path) -> None:
    from rules_check.rulebook.saving import save_games

    number = len(list(save_games(asked, folder)))
    print(f"rules-check: {number} games saved in {folder}", file=sys.stderr)


def _coverage(args: argparse.Namespace, names: list[str]) -> int:
    from rules_check.grammar.cache import Cache
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
        told = counting("scenario")
        shown = run_scenarios(folder, names, told, Cache()) if folder.is_dir() else None
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
