"""`rules-check search QUERY FILE...`: the cards of files that fit, by what they say and do."""

from __future__ import annotations

import argparse
import json
import sys

EXIT_NONE = 1
EXIT_UNUSABLE = 2


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "query",
        metavar="QUERY",
        help="terms such as `type:Hero cost:<=4 when:discard>does:draw -keyword:Attack`; all must"
        " hold, those behind - must not (docs/finding.md has them all)",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="card files")
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="for people, or for programs"
    )
    parser.add_argument("--quiet", action="store_true", help="print the names only")


def run(args: argparse.Namespace) -> int:
    """Print the cards that fit; the exit status is 1 if there is none."""
    from rules_check.finding.query import BadQuery, read_query
    from rules_check.finding.sets import read_sets
    from rules_check.glyphs import visible
    from rules_check.output import wants_colour
    from rules_check.output.paint import Paint

    results = read_sets(args.files)
    own = [keyword.name for one in results for keyword in one.file.definitions]
    try:
        query = read_query(args.query, own)
    except BadQuery as error:
        print(f"rules-check: {visible(str(error))}", file=sys.stderr)
        return EXIT_UNUSABLE
    fits = [(one.file, card) for one in results for card in one.cards if query.fits(card)]
    if args.format == "json":
        found = [
            {
                "file": file.path,
                "line": file.row(card.card.name_span.line),
                "name": card.card.name,
                "text": [line.text for line in card.card.printed],
            }
            for file, card in fits
        ]
        print(json.dumps({"query": args.query, "cards": found}, indent=2, ensure_ascii=False))
    else:
        paint = Paint(wants_colour(sys.stdout))
        for file, card in fits:
            name, line = visible(card.card.name), card.card.name_span.line
            if args.quiet:
                print(name)
                continue
            place = paint(f"{visible(file.path)}:{file.row(line)}", "place")
            print(f"{place}  {paint(name, 'result')}: {visible(file.lines[line])}")
            for printed in card.card.printed:
                print(f"    {visible(printed.text)}")
        if not args.quiet:
            total = sum(len(one.cards) for one in results)
            unread = sum(not card.understood for one in results for card in one.cards)
            more = f", {unread} of them not understood" if unread else ""
            print(f"{len(fits)} of {total} cards{more}")
    if not all(one.readable for one in results):
        return EXIT_UNUSABLE
    return 0 if fits else EXIT_NONE
