"""`rules-check fmt`: bring card files into canonical form, rules texts as they are."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rules_check.commands.paths import STANDARD, standard_input

if TYPE_CHECKING:
    from rules_check.grammar.findings import Finding

EXIT_WOULD_CHANGE = 1
EXIT_UNREADABLE = 2


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a card file; - is standard input, and prints it"
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing; list the files that would change, and exit with 1 if there are any",
    )
    parser.add_argument(
        "--diff",
        action="store_true",
        help="write nothing; show what would change, and exit with 1 if anything would",
    )


def run(args: argparse.Namespace) -> int:
    """Format the files; 0 done or nothing to do, 1 would change, 2 unreadable input."""
    changed, unreadable = False, False
    for name in args.files:
        try:
            changed |= _format(name, check=args.check, diff=args.diff)
        except _Unusable as problem:
            print(problem, file=sys.stderr)
            unreadable = True
    if unreadable:
        return EXIT_UNREADABLE
    return EXIT_WOULD_CHANGE if changed and (args.check or args.diff) else 0


class _Unusable(Exception):
    """A file that cannot be read or written, told in a line or two."""

    def __init__(self, name: str, code: str, message: str, advice: str) -> None:
        super().__init__(f"{name}: {code}: {message}\n  help: {advice}")

    @classmethod
    def because(cls, name: str, finding: Finding) -> _Unusable:
        return cls(name, finding.code, finding.message, finding.help)


def _format(name: str, *, check: bool, diff: bool) -> bool:
    """Format one file; tells whether it changed, or would."""
    from rules_check.fixing.writing import diff_lines, replace_file
    from rules_check.grammar.cardfile import lay_out
    from rules_check.grammar.cardsource import Role, decode, load
    from rules_check.grammar.cardwriter import format_card_file
    from rules_check.grammar.sheets.reading import is_sheet

    if name == STANDARD and sys.stdin is None:
        raise _Unusable("<stdin>", "RC001", "there is no standard input", "name a file")
    if is_sheet(name):
        advice = "rules-check convert SHEET FILE.txt writes a card file of it"
        raise _Unusable(name, "RC022", "a sheet has no layout to be put in order", advice)
    source = decode(standard_input()) if name == STANDARD else load(name)
    shown = "<stdin>" if name == STANDARD else name
    if source.problem is not None:
        raise _Unusable.because(shown, source.problem)
    file, rows = lay_out(source.text, shown)
    if any(row.role is Role.BROKEN for row in rows):
        print(
            f"{shown}: lines with errors are left as they are; `rules-check {name}` shows them",
            file=sys.stderr,
        )
    after = format_card_file(file, rows)
    if name == STANDARD and not (check or diff):
        sys.stdout.write(after)
    if after == source.text:
        return False
    if diff:
        for line in diff_lines(shown, source.text, after, "formatted"):
            print(line)
    if check:
        print(f"would change {shown}")
    if name != STANDARD and not (check or diff):
        try:
            replace_file(Path(name).resolve(), after)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise _Unusable(
                name,
                "RC001",
                f"the file cannot be written: {why}",
                "ask for the right to write it, or make room; it is as it was before",
            ) from error
        print(f"changed {name}")
    return True
