"""`rules-check stats FILE...`: what a set has, in numbers and as a picture."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

EXIT_UNUSABLE = 2
WIDEST = 80


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="card files; they are one set")
    parser.add_argument(
        "--format",
        choices=("text", "json", "svg"),
        default="text",
        help="a table (default), data for programs, or the curve of the costs as a picture",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write there, not to the terminal")


def run(args: argparse.Namespace) -> int:
    """Count the cards and print what there is."""
    from rules_check.finding.counts import tally
    from rules_check.finding.pictures import svg, table
    from rules_check.finding.sets import read_sets
    from rules_check.fitting import page_width
    from rules_check.glyphs import visible

    results = read_sets(args.files)
    if not all(one.readable for one in results):
        return EXIT_UNUSABLE
    told = tally([card for one in results for card in one.cards])
    names = dict.fromkeys(one.file.set_name or one.file.path for one in results)
    title = visible(", ".join(names))
    if args.format == "json":
        written = json.dumps({"set": title, **told.as_json()}, indent=2, ensure_ascii=False) + "\n"
    elif args.format == "svg":
        written = svg(title, told)
    else:
        width = page_width(WIDEST)
        written = "\n".join(table(title, told, width)) + "\n"
    if args.output is None:
        sys.stdout.write(written)
        return 0
    try:
        Path(args.output).write_text(written, encoding="utf-8")
    except OSError as error:
        said = f"cannot write {visible(args.output)}: {error.strerror}"
        print(f"rules-check: {said}", file=sys.stderr)
        return EXIT_UNUSABLE
    return 0
