"""`rules-check graph FILE...`: what the texts of a set do to each other."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rules_check.commands.arguments import positive
from rules_check.extras import lacks, missing
from rules_check.prove.saving import CannotSave, Folder

if TYPE_CHECKING:
    from rules_check.graph.sets import CardSet
    from rules_check.properties.interactions.examine import Examined, Refute

EXIT_FINDINGS = 1
EXIT_UNUSABLE = 2

FORMATS = ("text", "svg", "html", "dot", "json")

ANSWERS = 20_000
"""So many answers are tried if nobody says another number: some ten seconds."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("files", nargs="*", metavar="FILE", help="card files that make up a set")
    parser.add_argument("--game", metavar="NAME", help="all cards of a play set, instead of files")
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="text (default), a picture, or data; the ending of -o FILE will do",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write there, not to the terminal")
    parser.add_argument(
        "--answers",
        type=positive,
        default=ANSWERS,
        metavar="N",
        help=f"how many answers are tried in the search for games (default: {ANSWERS})",
    )
    parser.add_argument(
        "--save", metavar="DIR", help="save the games of the findings there, for play --replay"
    )
    parser.add_argument("--no-search", action="store_true", help="only the graph, no findings")
    parser.add_argument("--quiet", action="store_true", help="no progress")


def run(args: argparse.Namespace) -> int:
    """Make the graph, look for findings, and write both."""
    if lacks("networkx", "graph needs"):
        return EXIT_UNUSABLE
    if bool(args.files) == bool(args.game):
        print("rules-check: name card files, or a play set with --game", file=sys.stderr)
        return EXIT_UNUSABLE
    if args.save is not None and args.no_search:
        print("rules-check: --save needs the games that --no-search leaves out", file=sys.stderr)
        return EXIT_UNUSABLE
    try:
        folder = None if args.save is None else Folder(Path(args.save))
        cards = _cards(args)
        if cards is None:
            return EXIT_UNUSABLE
        done = _examined(args, cards)
        if folder is not None:
            _save(folder, done)
    except CannotSave as problem:
        print(f"rules-check: {problem}", file=sys.stderr)
        return EXIT_UNUSABLE
    chosen = args.format or _by_ending(args.output)
    written = _written(chosen, cards, done)
    if args.output:
        try:
            Path(args.output).write_text(written, encoding="utf-8")
        except OSError as error:
            from rules_check.glyphs import visible

            said = f"cannot write {visible(args.output)}: {error.strerror}"
            print(f"rules-check: {said}", file=sys.stderr)
            return EXIT_UNUSABLE
    else:
        sys.stdout.write(written)
    if folder is not None:
        out = sys.stderr if _is_data(chosen, args.output) else sys.stdout
        print("\n".join([folder.line(), *_not_saved(done)]), file=out)
    return EXIT_FINDINGS if done.found else 0


def _is_data(chosen: str, output: str | None) -> bool:
    """Whether what is printed is a picture or data, to which no line of ours may be added."""
    return chosen != "text" and not output


def _not_saved(done: Examined) -> list[str]:
    """The findings whose game was found on an unknown position, which no file can hold."""
    left = [shown.message for shown in done.found if shown.acts and not shown.sides]
    return [f"not saved, its game was found on an unknown position: {said}" for said in left]


def _save(folder: Folder, done: Examined) -> None:
    """Save the games of all findings, as a check does."""
    from rules_check.graph.quick import CODE_OF
    from rules_check.properties.interactions.kept import documents

    for shown in done.found:
        folder.write(shown.cards[0].name, CODE_OF[shown.kind].lower(), documents(shown))


def _by_ending(output: str | None) -> str:
    ending = Path(output).suffix.lstrip(".") if output else ""
    return ending if ending in FORMATS else "text"


def _cards(args: argparse.Namespace) -> CardSet | None:
    from rules_check.graph.sets import NoSet, of_files, of_game
    from rules_check.play.cards import BadCards
    from rules_check.play.table import Unusable, find_game

    if args.game:
        try:
            return of_game(find_game(args.game))
        except Unusable as problem:
            print(f"rules-check: {problem}", file=sys.stderr)
            return None
    try:
        found, results = of_files(args.files)
    except NoSet as problem:
        print(f"rules-check: {problem}", file=sys.stderr)
        return None
    if found is None:
        sys.stderr.write(BadCards(results).report(sys.stderr))
    elif found.left_out:
        names = ", ".join(found.left_out)
        print(f"rules-check: left out, with errors or open questions: {names}", file=sys.stderr)
    return found


def _examined(args: argparse.Namespace, cards: CardSet) -> Examined:
    from rules_check.checks.orders import order_is_open
    from rules_check.graph.progress import Bar
    from rules_check.properties.interactions.examine import Examined, examine
    from rules_check.properties.interactions.links import links_of

    if args.no_search:
        return Examined(links_of(cards.cards))
    bar = Bar(quiet=args.quiet)
    try:
        return examine(
            cards.playset,
            cards.cards,
            answers=args.answers,
            watch=bar.note,
            orders=order_is_open(cards.playset.ruleset),
            refute=_refute(),
        )
    finally:
        bar.close()


def _refute() -> Refute | None:
    """Pairs are also run on unknown positions, if there is Z3."""
    if missing("z3") is not None:
        return None
    from rules_check.properties.interactions.proving import refute_together

    return refute_together


def _written(chosen: str, cards: CardSet, done: Examined) -> str:
    from rules_check.graph import report
    from rules_check.graph.build import build

    graph = build(done.links)
    match chosen:
        case "json":
            return report.as_json(done, graph) + "\n"
        case "dot":
            return report.dot(graph, done.found)
        case "text":
            return "\n".join(report.text(done, graph)) + "\n"
        case _:
            pass
    from rules_check.graph.layout import lay_out
    from rules_check.graph.page import page
    from rules_check.graph.svg import svg

    picture = lay_out(done.links)
    if chosen == "svg":
        return svg(picture, cards.title, done.found)
    return page(picture, cards.title, done.found, report.examined_lines(done))
