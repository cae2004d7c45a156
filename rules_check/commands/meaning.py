"""`rules-check meaning FILE|GAME...`: what the texts of cards mean, as data."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules_check.checker import FileResult
    from rules_check.meaning.document import Source

EXIT_FINDINGS = 1
EXIT_UNUSABLE = 2


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "names",
        nargs="*",
        metavar="FILE|GAME",
        help="card files, or names of games, which stand for all their cards",
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="for people (default), or data"
    )
    parser.add_argument(
        "--schema", action="store_true", help="write the JSON Schema of the data instead"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write there, not to the terminal")


def run(args: argparse.Namespace) -> int:
    """Write the meaning of the cards; those with errors are named, and left out."""
    from rules_check.meaning.document import document, outlines
    from rules_check.meaning.schema import written as schema
    from rules_check.oracle.box.playset_file import PlaySetError
    from rules_check.play.table import Unusable

    if args.schema:
        return _write(schema(), args.output)
    if not args.names:
        print("rules-check: name a card file or a game, or --schema", file=sys.stderr)
        return EXIT_UNUSABLE
    try:
        sources, results = _sources(args.names)
    except (Unusable, PlaySetError) as problem:
        print(f"rules-check: {problem}", file=sys.stderr)
        return EXIT_UNUSABLE
    _tell(sources, results)
    if not all(result.readable for result in results):
        return EXIT_UNUSABLE
    if args.format == "json":
        written = json.dumps(document(sources), indent=1, ensure_ascii=False) + "\n"
    else:
        written = "\n".join(outlines(sources)) + "\n"
    left_out = any(source.problems for source in sources)
    return _write(written, args.output) or (EXIT_FINDINGS if left_out else 0)


def _write(text: str, output: str | None) -> int:
    """Write to a file, or to the terminal."""
    if not output:
        sys.stdout.write(text)
        return 0
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        print(f"rules-check: cannot write {output}: {error.strerror}", file=sys.stderr)
        return EXIT_UNUSABLE
    return 0


def _sources(names: list[str]) -> tuple[list[Source], list[FileResult]]:
    """What is named, in order, and what the check of the files says. Raises Unusable and
    PlaySetError."""
    from rules_check.checker import Checker
    from rules_check.grammar.cache import Cache
    from rules_check.meaning.document import of_file, of_game
    from rules_check.oracle.box.names import play_set_names
    from rules_check.oracle.box.playset import load_play_set
    from rules_check.play.table import Unusable, find_game

    checker = Checker(Cache())
    sources: list[Source] = []
    results: list[FileResult] = []
    for name in names:
        if not _is_file(name):
            try:
                sources.append(of_game(load_play_set(find_game(name))))
            except Unusable as problem:
                raise Unusable(f"no file {name}, and {problem}") from problem
            continue
        result = checker.check_path(name)
        results.append(result)
        if result.readable and result.file.ruleset not in play_set_names():
            known = ", ".join(play_set_names())
            ruleset = result.file.ruleset
            said = f"is for {ruleset}, which is not played yet" if ruleset else "names no ruleset"
            raise Unusable(f"{name} {said}; there are {known}")
        if result.readable:
            sources.append(of_file(result))
    checker.save()
    return sources, results


def _is_file(name: str) -> bool:
    """Whether a word names a file: there is one, or it is written like one."""
    return os.path.lexists(name) or "." in name or "/" in name or os.sep in name


def _tell(sources: list[Source], results: list[FileResult]) -> None:
    """Say what is wrong with cards that are left out, as a check of the files would."""
    from rules_check.codes import Severity
    from rules_check.play.cards import BadCards

    if any(d.severity is Severity.ERROR for result in results for d in result.diagnostics):
        sys.stderr.write(BadCards(results).report(sys.stderr))
    for source in sources:
        for problem in source.problems:
            if not problem.code:
                where = f"{source.name}:{problem.line}"
                print(f"rules-check: {where}: {problem.card}: {problem.message}", file=sys.stderr)
