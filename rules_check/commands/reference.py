"""`rules-check reference`: the reference engine as an implementation that can be tested."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules_check.conform.cores import CoreReference

EXIT_UNUSABLE = 2
MOST_CHARACTERS = 8 * 1024 * 1024
"""A longer line is no message."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "--engine",
        choices=("quick", "letter"),
        default="quick",
        help="quick (default): the engine with which all commands play; letter: the interpreter of "
        "the core, which is slow and does not say why an action is refused",
    )
    parser.epilog = (
        "Reads messages of the conformance protocol from standard input, a JSON object a line,\n"
        "and answers on standard output (docs/conformance.md)."
    )


def _engine(name: str) -> CoreReference:
    """The implementation of that name."""
    from rules_check.conform import letter, quick
    from rules_check.conform.cores import CoreReference

    if name == "letter":
        return CoreReference(letter.LETTER, letter.tried)
    return CoreReference(quick.QUICK, quick.tried)


def run(args: argparse.Namespace) -> int:
    """Answer messages until `stop`, or until the input ends."""
    from rules_check.conform.cores import ProtocolError

    reference = _engine(args.engine)
    while line := sys.stdin.readline(MOST_CHARACTERS + 1):
        if len(line) > MOST_CHARACTERS:
            longer = f"a line of more than {MOST_CHARACTERS:,} characters"
            print(f"rules-check: not a message of the protocol: {longer}", file=sys.stderr)
            return EXIT_UNUSABLE
        if not line.strip():
            continue
        try:
            message = json.loads(line)
            if not isinstance(message, dict):
                raise ProtocolError("expected a JSON object")
            answer = reference.answer(message)
        except (json.JSONDecodeError, RecursionError, ProtocolError) as error:
            print(f"rules-check: not a message of the protocol: {error}", file=sys.stderr)
            return EXIT_UNUSABLE
        if answer is None:
            return 0
        sys.stdout.write(json.dumps(answer, ensure_ascii=False, separators=(",", ":")) + "\n")
        sys.stdout.flush()
    return 0
