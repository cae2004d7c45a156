"""The options of a check that change files."""

from __future__ import annotations

import argparse


class CannotFix(Exception):
    """A file that cannot be written, or words of the command that do not go together."""


def add_fixes(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    group = parser.add_argument_group("fixes")
    group.add_argument(
        "--fix", action="store_true", help="apply the fixes that keep the meaning, then check"
    )
    group.add_argument(
        "--unsafe",
        action="store_true",
        help="with --fix: also those that may change it; how the card is read is told for each",
    )
    group.add_argument(
        "--diff",
        action="store_true",
        help="show what --fix would change, and write nothing; exit with 1 if anything would",
    )


def fixes_wanted(args: argparse.Namespace) -> bool:
    """Is anything to be fixed? Raises CannotFix for options that say nothing together."""
    if args.unsafe and not (args.fix or args.diff):
        raise CannotFix("--unsafe goes with --fix or --diff")
    if (args.fix or args.diff) and "-" in args.files:
        raise CannotFix("--fix and --diff change files; standard input is none")
    return bool(args.fix or args.diff)
