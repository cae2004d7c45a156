"""`rules-check convert IN OUT`: card files, spreadsheets, JSON and Markdown into each other."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path, PurePath

from rules_check.commands.sheet_options import add_defaults, defaults_of

EXIT_UNUSABLE = 2
TARGETS = (".txt", ".csv", ".tsv", ".json")


class _Refused(Exception):
    """What cannot be converted; says why."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "source", metavar="IN", help="a card file, or a sheet: .csv, .tsv, .json, .xlsx, .md"
    )
    parser.add_argument(
        "target",
        metavar="OUT",
        help="the file to write: .txt is a card file, .csv, .tsv and .json are sheets; - prints"
        " a card file",
    )
    parser.add_argument("--force", action="store_true", help="write over a file that is there")
    parser.add_argument(
        "--as-is", action="store_true", help="do not mend what looks like a copy from a page"
    )
    add_defaults(parser)


def run(args: argparse.Namespace) -> int:
    """Convert; nothing is written unless all of it comes back from what is written."""
    from rules_check.glyphs import visible

    try:
        notes = _convert(args)
    except _Refused as problem:
        print(f"rules-check: {visible(str(problem))}", file=sys.stderr)
        return EXIT_UNUSABLE
    for note in notes:
        print(visible(note), file=sys.stderr)
    return 0


def _convert(args: argparse.Namespace) -> list[str]:
    kind = ".txt" if args.target == "-" else PurePath(args.target).suffix.lower()
    if kind not in TARGETS:
        raise _Refused(f"{args.target}: name the kind of file to write: {', '.join(TARGETS)}")
    if args.target != "-" and Path(args.target).exists() and not args.force:
        raise _Refused(f"{args.target} is there already; --force writes over it")
    text, notes = _card_file(args)
    made = text if kind == ".txt" else _sheet(text, kind, args)
    if args.target == "-":
        sys.stdout.write(made)
        return notes
    try:
        Path(args.target).write_bytes(made.encode("utf-8"))
    except OSError as error:
        said = (error.strerror or str(error)).lower()
        raise _Refused(f"{args.target} cannot be written: {said}") from error
    return notes


def _card_file(args: argparse.Namespace) -> tuple[str, list[str]]:
    """What is converted, as a card file in its standard layout, and notes on what was mended."""
    from rules_check.configuration import configuration_of
    from rules_check.grammar.cardsource import load, load_bytes
    from rules_check.grammar.findings import Finding
    from rules_check.grammar.sheets.reading import is_sheet, read_sheet
    from rules_check.grammar.sheets.writing import tidy

    if not is_sheet(args.source):
        source = load(args.source)
        if source.problem is not None:
            raise _Refused(f"{args.source}: {source.problem.message}; {source.problem.help}")
        text, notes = (source.text, []) if args.as_is else _mended(source.text, args)
        return tidy(text, args.source), notes
    data = load_bytes(args.source)
    if isinstance(data, Finding):
        raise _Refused(f"{args.source}: {data.message}; {data.help}")
    given = configuration_of(args.source).over(defaults_of(args))
    sheet = read_sheet(data, args.source, given)
    if sheet.problem is not None:
        row = sheet.made.cells[-1][0].cell.row if sheet.made.cells else 1
        raise _Refused(f"{args.source}:{row}: {sheet.problem.message}; {sheet.problem.help}")
    notes = []
    for finding in sheet.made.findings:
        row = sheet.made.cells[finding.span.line][0].cell.row
        if finding.code == "RC021":
            raise _Refused(f"{args.source}:{row}: {finding.message}; {finding.help}")
        notes.append(f"{args.source}:{row}: {finding.message}")
    return tidy(sheet.made.text, args.source), notes


def _mended(text: str, args: argparse.Namespace) -> tuple[str, list[str]]:
    """A text that was perhaps copied from a page, as a card file, and what was done."""
    from rules_check.checker import Checker
    from rules_check.configuration import configuration_of
    from rules_check.fixing.apply import PAGE, fix_text
    from rules_check.grammar.cache import Cache
    from rules_check.grammar.pasted import laid_out

    given = configuration_of(args.source).over(defaults_of(args))
    text, changes = laid_out(text, given.set_name, given.ruleset)
    notes = [f"{args.source}:{one.line}: {one.what}" for one in sorted(changes)]
    checker = Checker(Cache())
    fixed = fix_text(text, lambda one: checker.check_text(one, args.target), only=PAGE)
    checker.save()
    for one in fixed.applied:
        place = one.found.place
        notes.append(f"{args.target}: {place.card}: {one.found.message}: {place.source}")
    return fixed.text, notes


def _sheet(text: str, kind: str, args: argparse.Namespace) -> str:
    """The sheet of a card file, read again to see that nothing is lost."""
    from rules_check.grammar.sheets.making import Defaults
    from rules_check.grammar.sheets.reading import read_sheet
    from rules_check.grammar.sheets.writing import as_objects, as_separated, rows_of_sheet, tidy

    rows = rows_of_sheet(text)
    if kind == ".json":
        made = as_objects(rows)
    else:
        made = as_separated(rows, "\t" if kind == ".tsv" else ",")
    again = read_sheet(made.encode("utf-8"), f"sheet{kind}", Defaults())
    back = tidy(again.made.text) if again.problem is None else ""
    if back != text:
        pairs = zip([*text.split("\n"), ""], [*back.split("\n"), "", ""], strict=False)
        line = next((old for old, new in pairs if old != new), "")
        raise _Refused(
            f'{args.source}: a sheet could not hold this line: "{line}"; '
            f"`rules-check {args.source}` tells what is wrong with the file"
        )
    return made
