"""Which vectors are meant: the options of `conform` and `vectors`."""

from __future__ import annotations

import argparse

from rules_check.oracle.box.names import play_set_names
from rules_check.oracle.conformance.contract import KINDS


def add_filters(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "--ruleset",
        action="append",
        choices=play_set_names(),
        default=[],
        metavar="NAME",
        help=f"vectors of this game only (may be repeated): {', '.join(play_set_names())}",
    )
    parser.add_argument(
        "--kind",
        action="append",
        choices=KINDS,
        default=[],
        metavar="KIND",
        help=f"vectors of this kind only (may be repeated): {', '.join(KINDS)}",
    )
