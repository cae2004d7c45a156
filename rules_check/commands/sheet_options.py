"""The options that say which set a file is, if it does not say so itself."""

from __future__ import annotations

import argparse

from rules_check.grammar.sheets.making import Defaults
from rules_check.rules.folders import ruleset_names


def add_defaults(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    group = parser.add_argument_group("spreadsheets, and texts without a header")
    group.add_argument(
        "--ruleset",
        choices=ruleset_names(),
        metavar="NAME",
        help="the game, if the file does not say it: " + ", ".join(ruleset_names()),
    )
    group.add_argument(
        "--set",
        metavar="NAME",
        dest="set_name",
        help="the set, if the file does not say it (else the name of the file)",
    )


def defaults_of(args: argparse.Namespace) -> Defaults:
    """What was said."""
    return Defaults(args.set_name or "", args.ruleset or "")
