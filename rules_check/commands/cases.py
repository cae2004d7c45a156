"""`rules-check cases FILE|TEXT`: the case book of cards, every way a text can go."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rules_check.commands.counting import counting
from rules_check.output import wants_colour
from rules_check.rules.folders import ruleset_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules_check.cases.making import CardBook, Maker
    from rules_check.diagnostics import Diagnostic

FORMATS = ("text", "markdown", "html", "toml", "json")
EXIT_FINDINGS = 1
EXIT_UNUSABLE = 2


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "what",
        nargs="+",
        metavar="FILE|TEXT",
        help="a card file or a sheet, or a card text (/ begins a new printed line)",
    )
    parser.add_argument("--card", metavar="NAME", help="this card only")
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="text",
        help="for people (text, the default; markdown; html: one page with the cards on it), for"
        " `rules-check test` (toml), or for programs (json)",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write it to a new file")
    parser.add_argument(
        "--approved",
        action="store_true",
        help="with toml: you have read the cases, so they are no drafts",
    )
    parser.add_argument(
        "--against",
        metavar="OLD",
        help="the cases of this older version of the file that go another way now",
    )
    text = parser.add_argument_group("a text without a file")
    text.add_argument("--ruleset", default=ruleset_names()[0], help="whose game it is")
    text.add_argument("--name", default="Untitled", help="the card's name")
    text.add_argument("--type", default="Hero", help="the card's type (default: Hero)")


def run(args: argparse.Namespace) -> int:
    """Make the case books and print them."""
    from rules_check.cases.sources import of_file, of_text
    from rules_check.codes import Severity
    from rules_check.play.cards import BadCards
    from rules_check.play.table import Unusable

    try:
        if args.approved and args.format != "toml":
            raise Unusable("--approved goes with --format toml")
        if args.against is not None and (args.format != "text" or args.output):
            raise Unusable("--against is told as text only")
        if args.output is not None and Path(args.output).exists():
            raise Unusable(f"{args.output} is there already; it is not overwritten")
        source = of_file(args.what[0]) if _is_file(args.what) else of_text(args)
        maker = source.maker
        errors = [d for d in maker.result.diagnostics if d.severity is Severity.ERROR]
        if errors:
            stream = sys.stdout if args.format == "text" and not args.output else sys.stderr
            bad = BadCards([maker.result])
            stream.write(bad.report(stream, no_color=args.no_color))
            if not maker.result.readable:
                return EXIT_UNUSABLE
        if args.against is not None:
            return _against(args, maker, changed=bool(errors))
        books = _books(maker, args.card)
        _print(args, "".join(_pages(args, maker, books, errors)))
    except Unusable as error:
        print(f"rules-check: {error}", file=sys.stderr)
        return EXIT_UNUSABLE
    return EXIT_FINDINGS if errors else 0


def _against(args: argparse.Namespace, maker: Maker, *, changed: bool) -> int:
    """Tell which cases of the older version go another way; 1 if some do."""
    from rules_check.cases.against import changes
    from rules_check.cases.pages import change_lines, changes_summed_up
    from rules_check.cases.sources import of_file
    from rules_check.output.paint import Paint
    from rules_check.play.cards import BadCards

    old = of_file(args.against).maker
    if not old.result.readable:
        sys.stdout.write(BadCards([old.result]).report(sys.stdout, no_color=args.no_color))
        return EXIT_UNUSABLE
    paint = Paint(wants_colour(sys.stdout, no_color=args.no_color))
    names = {one.card.name for one in old.result.cards}
    before = _books(old, args.card) if args.card is None or args.card in names else []
    found = list(changes(maker, before, _books(maker, args.card)))
    for one in found:
        for line in change_lines(one, paint):
            print(line)
    print(changes_summed_up(found))
    return EXIT_FINDINGS if changed or any(x.changed or x.new or x.why for x in found) else 0


def _is_file(words: list[str]) -> bool:
    """Whether one word is given that names a file, or could do nothing else."""
    try:
        return len(words) == 1 and (
            Path(words[0]).exists() or words[0].endswith((".txt", ".csv", ".tsv", ".json", ".xlsx"))
        )
    except (OSError, ValueError):
        return False


def _books(maker: Maker, card: str | None) -> list[CardBook]:
    from rules_check.play.table import one_of

    names = [one.card.name for one in maker.result.cards]
    named = None if card is None else one_of(card, sorted(set(names)), "card")
    chosen = [one for one in maker.result.cards if named in (None, one.card.name)]
    tell = counting("card")
    found = []
    for number, one in enumerate(chosen):
        if tell is not None:
            tell(number, len(chosen))
        found.append(maker.book(one))
    return found


def _pages(
    args: argparse.Namespace, maker: Maker, books: list[CardBook], errors: list[Diagnostic]
) -> Iterator[str]:
    from rules_check.cases.data import document, scenario_file
    from rules_check.cases.pages import html, markdown, summed_up, text_lines
    from rules_check.output.paint import Paint

    title = maker.result.file.set_name or maker.own.path
    match args.format:
        case "text":
            paint = Paint(wants_colour(sys.stdout, no_color=args.no_color) and not args.output)
            for book in books:
                yield from (f"{line}\n" for line in text_lines(book, paint))
                yield "\n"
            yield f"{summed_up(books)}\n"
        case "markdown":
            yield from (f"{line}\n" for line in markdown(title, books))
        case "html":
            yield from (f"{line}\n" for line in html(title, books))
        case "toml":
            folder = Path(args.output).parent if args.output else Path()
            beside = os.path.relpath(maker.own.path, folder).replace(os.sep, "/")
            draft = not args.approved
            yield from scenario_file(title, maker.head(beside), books, maker.given, draft=draft)
        case "json":
            found = [
                {"code": d.code, "card": d.place.card, "line": d.place.line, "message": d.message}
                for d in errors
            ]
            made = document(maker.own.path, maker.own.ruleset, books, found)
            yield json.dumps(made, indent=2, ensure_ascii=False) + "\n"
        case _:
            raise AssertionError(args.format)


def _print(args: argparse.Namespace, text: str) -> None:
    from rules_check.play.table import Unusable

    if args.output is None:
        sys.stdout.write(text)
        return
    try:
        with Path(args.output).open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise Unusable(f"{args.output} is there already; it is not overwritten") from None
    except OSError as error:
        raise Unusable(f"{args.output} cannot be written: {error.strerror}") from error
