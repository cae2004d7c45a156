"""`rules-check diff OLD NEW`: do two wordings do the same?"""

from __future__ import annotations

import argparse
import re
import sys
from typing import TYPE_CHECKING

from rules_check.commands.arguments import positive
from rules_check.extras import lacks
from rules_check.rules.folders import ruleset_names

if TYPE_CHECKING:
    from rules_check.diff.compare import Files

EXIT_DIFFERS = 1
EXIT_UNUSABLE = 2


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("old", metavar="OLD", help="a card file; with --text, a text")
    parser.add_argument("new", metavar="NEW", help="the file or the text that takes its place")
    parser.add_argument(
        "--text", action="store_true", help="compare two texts (/ begins a new printed line)"
    )
    parser.add_argument(
        "--ruleset", default=ruleset_names()[0], help="of the two texts (default: %(default)s)"
    )
    parser.add_argument("--type", default="Hero", help="their card type (default: %(default)s)")
    parser.add_argument(
        "--bound", type=positive, default=3, metavar="N", help="cards per zone (default: 3)"
    )
    parser.add_argument(
        "--timeout",
        type=positive,
        default=10,
        metavar="S",
        help="seconds of computing for each card; fewer cards per zone if they do not do"
        " (default: 10)",
    )
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="for people (default), or for programs",
    )
    parser.add_argument("--all", action="store_true", help="also tell what is unchanged")
    parser.add_argument(
        "--no-cases",
        action="store_true",
        help="do not play the case books of the cards that differ",
    )
    parser.add_argument("--quiet", action="store_true", help="the last line only")


def run(args: argparse.Namespace) -> int:
    """Compare, and print what has changed."""
    if lacks("z3", "diff needs"):
        return EXIT_UNUSABLE
    from rules_check.diff.compare import check_files, check_texts

    if args.text:
        return _compare(args, check_texts(_card_file(args.old, args), _card_file(args.new, args)))
    return _compare(args, check_files(args.old, args.new))


def _card_file(text: str, args: argparse.Namespace) -> str:
    lines = [line.strip() for line in re.split(r"\s*\n\s*|\s+/\s+", text)]
    head = ["set: Text", f"ruleset: {args.ruleset}", "", "This card", args.type]
    return "".join(f"{line}\n" for line in [*head, *filter(None, lines)])


def _compare(args: argparse.Namespace, files: Files) -> int:
    from rules_check.diff.cases import changed
    from rules_check.diff.compare import changes
    from rules_check.diff.report import as_json, summary, text

    if problem := _problem(files):
        print(f"rules-check: {problem}", file=sys.stderr)
        return EXIT_UNUSABLE
    if files.errors or not (files.old.readable and files.new.readable):
        _print_errors(files)
    if not (files.old.readable and files.new.readable):
        return EXIT_UNUSABLE
    found = list(changes(files, bound=args.bound, seconds=args.timeout))
    told = not (args.text or args.quiet or args.no_cases)
    cases = changed(args.old, args.new, found) if told else {}
    if args.format == "json":
        print(as_json(found, args.bound, cases))
    elif args.quiet:
        print(summary(found))
    else:
        print("\n".join(text(found, args.bound, cases, everything=args.all)))
    return EXIT_DIFFERS if any(change.matters for change in found) else 0


def _problem(files: Files) -> str:
    from rules_check.oracle.box.names import play_set_names

    one, other = files.old.file.ruleset, files.new.file.ruleset
    if not (files.old.readable and files.new.readable):
        return ""
    if one != other:
        return f"{files.old.file.path} is for {one}, {files.new.file.path} for {other}"
    if other not in play_set_names():
        return f"{other} is not played yet; there are {', '.join(play_set_names())}"
    return ""


def _print_errors(files: Files) -> None:
    from rules_check.play.cards import BadCards

    errors = BadCards([files.old, files.new])
    sys.stdout.write(errors.report(sys.stdout))
    sys.stdout.write("\n")
