"""`rules-check test FILE...`: what should happen with your own cards, and what does."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rules_check.codes import Severity
from rules_check.commands.counting import counting
from rules_check.fitting import width_of
from rules_check.output import FORMATS, wants_colour

EXIT_FINDINGS = 1
EXIT_UNUSABLE = 2


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="scenario files; a folder stands for all *.toml in it",
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="PATTERN",
        help="only scenarios with this in their id or title (* and ? stand for any characters)",
    )
    parser.add_argument("--list", action="store_true", help="list the scenarios, play none")
    parser.add_argument("--format", choices=FORMATS, default="text", help="how to print the report")
    parser.add_argument(
        "--fail-on",
        choices=[severity.value for severity in Severity],
        default=Severity.ERROR.value,
        help="exit with 1 if there is a finding of this severity or above (default: error)",
    )
    parser.add_argument("--quiet", action="store_true", help="print errors and the last line only")
    parser.add_argument(
        "--verbose", action="store_true", help="also print the game of each scenario"
    )
    first = parser.add_argument_group("a first scenario")
    first.add_argument(
        "--init", metavar="CARDFILE", help="write a scenario for a card of this file"
    )
    first.add_argument("--card", metavar="NAME", help="for this card (default: the first one)")
    first.add_argument(
        "-o", "--output", metavar="FILE", help="write it to a new file (default: print it)"
    )


def run(args: argparse.Namespace) -> int:
    """Play the scenarios and print the report, or write a first one."""
    from rules_check.play.cards import BadCards
    from rules_check.play.table import Unusable

    try:
        if args.init is not None:
            return _init(args)
        for option in ("card", "output"):
            if getattr(args, option) is not None:
                raise Unusable(f"--{option} goes with --init")
        if not args.files:
            raise Unusable("name a scenario file, or a folder of them; --init writes a first one")
        return _test(args)
    except BadCards as error:
        sys.stdout.write(error.report(sys.stdout, no_color=args.no_color))
        return EXIT_FINDINGS if error.readable else EXIT_UNUSABLE
    except Unusable as error:
        print(f"rules-check: {error}", file=sys.stderr)
        return EXIT_UNUSABLE


def _test(args: argparse.Namespace) -> int:
    from rules_check.testing.reports import list_lines, render_tests
    from rules_check.testing.runs import ScenarioRun

    chosen = ScenarioRun(args.files, args.only)
    if args.list:
        files = chosen.listed()
        for line in list_lines(files):
            print(line)
    else:
        files = chosen.run(None if args.quiet else counting("scenario"))
    cards, errors = chosen.shelf.results(), chosen.shelf.errors()
    found = [*errors, *(d for file in files for d in file.diagnostics)]
    if not args.list or found:
        colour = wants_colour(sys.stdout, no_color=args.no_color)
        report = render_tests(
            files,
            cards,
            errors,
            "text" if args.list else args.format,
            colour=colour,
            width=width_of(sys.stdout),
            quiet=args.quiet,
            verbose=args.verbose,
        )
        sys.stdout.write(report)
    if not all(file.readable for file in files) or not all(file.readable for file in cards):
        return EXIT_UNUSABLE
    level = Severity(args.fail_on)
    return EXIT_FINDINGS if any(d.severity.reaches(level) for d in found) else 0


def _init(args: argparse.Namespace) -> int:
    from rules_check.play.table import Unusable
    from rules_check.testing.first import first_scenario

    if args.files:
        raise Unusable("--init writes a scenario, and plays none: leave the other files out")
    text = first_scenario(args.init, args.card, args.output)
    if args.output is None:
        sys.stdout.write(text)
        return 0
    try:
        with Path(args.output).open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise Unusable(f"{args.output} is there already; it is not overwritten") from None
    except OSError as error:
        raise Unusable(f"{args.output} cannot be written: {error.strerror}") from error
    print(f"{args.output} is written; read each line of `then`, then delete `draft = true`")
    return 0
