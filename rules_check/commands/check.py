"""`rules-check FILE...`: check card files (the default command)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules_check.codes import Severity
from rules_check.commands.arguments import positive
from rules_check.commands.paths import STANDARD, NoFiles, files_of, standard_input
from rules_check.commands.sheet_options import add_defaults, defaults_of
from rules_check.fitting import width_of
from rules_check.fixing.options import CannotFix, add_fixes, fixes_wanted
from rules_check.output import FORMATS, Report, render, wants_colour

if TYPE_CHECKING:
    from rules_check.checker import Checker, FileResult
    from rules_check.diagnostics import Diagnostic
    from rules_check.grammar.sheets.making import Defaults
    from rules_check.style.load import Style


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="card files, sheets, folders, patterns; - is standard input; none: the paths of"
        " the configuration",
    )
    parser.add_argument("--format", choices=FORMATS, default="text", help="how to print findings")
    parser.add_argument(
        "--summary",
        action="store_true",
        help="print what was not understood, grouped, and how many cards were, instead of findings",
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="also tell the questions that are settled",
    )
    parser.add_argument(
        "--save",
        metavar="DIR",
        help="save the games that show open questions or what cards do together, for play --replay",
    )
    parser.add_argument("--echo", action="store_true", help="also print how each card was read")
    parser.add_argument(
        "--fail-on",
        choices=[severity.value for severity in Severity],
        default=Severity.ERROR.value,
        help="exit with 1 if there is a finding of this severity or above (default: error)",
    )
    parser.add_argument(
        "--show",
        choices=[severity.value for severity in Severity],
        default=Severity.NOTE.value,
        help="leave out findings below this severity (default: note, everything)",
    )
    parser.add_argument("--style", metavar="TOML", help="house style to use instead of our own")
    parser.add_argument(
        "--no-proofs",
        action="store_true",
        help="leave out the quick proofs, and the search for what cards do together",
    )
    parser.add_argument(
        "--jobs", type=positive, default=1, metavar="J", help="processes that prove (default: 1)"
    )
    add_fixes(parser)
    add_defaults(parser)
    parser.add_argument("--quiet", action="store_true", help="print errors and the last line only")
    parser.add_argument("--no-cache", action="store_true", help="read and prove everything anew")


def run(args: argparse.Namespace) -> int:
    """Check the files and print the report."""
    from rules_check.checker import FAULT, Checker
    from rules_check.checks.style import StyleFileError, load_style
    from rules_check.configuration import configuration_of
    from rules_check.glyphs import visible
    from rules_check.grammar.cache import Cache
    from rules_check.graph.quick import QuickInteractions
    from rules_check.prove.clock import Clock
    from rules_check.prove.games import QuickGames
    from rules_check.prove.quick import QuickProofs
    from rules_check.prove.refusals import Refusals
    from rules_check.prove.saving import CannotSave, Folder

    try:
        args.files = files_of(args.files)
        style = load_style(args.style or configuration_of(args.files[0]).style)
        done = _fix(args, style)
    except (NoFiles, StyleFileError, CannotFix) as error:
        print(f"rules-check: {visible(str(error))}", file=sys.stderr)
        return 2
    if done is not None:
        return done
    if STANDARD in args.files and sys.stdin is None:
        print("rules-check: there is no standard input", file=sys.stderr)
        return 2
    if args.save is not None and (args.no_proofs or args.summary):
        print("rules-check: --save needs the games that are left out", file=sys.stderr)
        return 2
    try:
        folder = None if args.save is None else Folder(Path(args.save))
    except CannotSave as error:
        print(f"rules-check: {error}", file=sys.stderr)
        return 2
    cache = None if args.no_cache else Cache()
    clock = Clock(args.jobs)
    proofs = QuickProofs(cache, args.jobs, args.quiet, clock=clock)
    plain = args.no_proofs or args.summary
    games = None if plain else QuickGames(cache, args.all, folder, clock=clock)
    together = QuickInteractions(cache, args.quiet, folder, clock=clock)
    refusals = Refusals(cache)
    provers = (refusals,) if plain else (refusals, proofs, together)
    checker = Checker(cache, style, provers, games, everything=args.all)
    results = []
    given = defaults_of(args)
    try:
        for path in args.files:
            results.append(_checked(checker, path, given))
    finally:
        proofs.close()
        checker.save()
    saved = folder.line() if folder else None
    more = [proofs.line(args.files), together.line(), saved]
    found = _print(args, results, [line for line in more if line], proofs.summary())
    if not all(result.readable for result in results):
        return 2
    level = Severity(args.fail_on)
    if any(d.code == FAULT for d in found):
        return 2
    return 1 if any(d.severity.reaches(level) for d in found) else 0


def _checked(checker: Checker, path: str, given: Defaults) -> FileResult:
    """A file, or standard input, checked."""
    if path != STANDARD:
        return checker.check_path(path, given)
    from rules_check.grammar.cardfile import read_card_bytes

    return checker.check(read_card_bytes(standard_input(), "<stdin>", given))


def _fix(args: argparse.Namespace, style: Style | None) -> int | None:
    """Fix the files if that is asked for; gives an exit status if there is nothing more to do."""
    if not fixes_wanted(args):
        return None
    from rules_check.fixing.command import fix_files

    lines, changed = fix_files(args, style)
    text = args.format == "text"
    for line in lines:
        print(line, file=sys.stdout if text or args.diff else sys.stderr)
    return int(changed) if args.diff else None


def _print(
    args: argparse.Namespace, results: Sequence[FileResult], more: Sequence[str], proofs: Any
) -> list[Diagnostic]:
    """Print the report, with some lines more at its end; gives everything that was found."""
    from rules_check.checker import summary

    lowest = Severity(args.show)
    found = [d for r in results for d in r.diagnostics]
    shown = [d for d in found if d.severity.reaches(lowest)]
    lines = summary(results) if args.summary else []
    hidden = len(found) - len(shown)
    if hidden and not args.summary:
        lines.append(f"{hidden} below {lowest.value} not shown")
    lines.extend(more)
    lines.extend([] if args.summary else _fixes(args, shown))
    report = Report(
        tuple(result.checked() for result in results),
        () if args.summary and args.format == "text" else tuple(shown),
        tuple(pair for result in results for pair in result.suppressed),
        tuple(lines),
        proofs,
    )
    if args.summary and args.format == "text":
        print("\n".join(lines))
        for diagnostic in (d for r in results if not r.readable for d in r.diagnostics):
            print(f"{diagnostic.place.file}: {diagnostic.message}", file=sys.stderr)
    else:
        if args.echo and args.format == "text":
            print(_echo(results))
        colour = wants_colour(sys.stdout, no_color=args.no_color)
        width = width_of(sys.stdout)
        sys.stdout.write(render(report, args.format, colour=colour, quiet=args.quiet, width=width))
    return found


def _fixes(args: argparse.Namespace, found: Sequence[Diagnostic]) -> list[str]:
    """How to have the fixes applied, for people; nothing where there are none, or they were asked
    for."""
    fixes = [d.fix for d in found if d.fix is not None]
    safe = sum(fix.keeps_meaning for fix in fixes)
    rest = len(fixes) - safe
    if args.fix or args.format != "text" or not fixes:
        return []
    said = [f"{safe} by --fix"] if safe else []
    said += (
        [f"{rest} more by --fix --unsafe" if safe else f"{rest} by --fix --unsafe"] if rest else []
    )
    return [f"fixes: {', '.join(said)}; --diff shows them"]


def _echo(results: Sequence[FileResult]) -> str:
    from rules_check.echo import echo_card

    lines: list[str] = []
    for result in results:
        for card in result.cards:
            lines.extend([*echo_card(card), ""])
    return "\n".join(lines)
