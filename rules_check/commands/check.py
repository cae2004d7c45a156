"""`rules-check FILE...`: check card files (the default command)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

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
    from rules_check.known import Known
    from rules_check.ran import Ran
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
        "--jobs", type=positive, metavar="J", help="processes (default: one a core, at most 4)"
    )
    add_fixes(parser)
    add_defaults(parser)
    parser.add_argument("--quiet", action="store_true", help="print errors and the last line only")
    parser.add_argument("--no-cache", action="store_true", help="read and prove everything anew")


def run(args: argparse.Namespace) -> int:
    """Check the files and print the report; what was checked before is only printed."""
    from rules_check.configuration import configuration_of
    from rules_check.glyphs import visible
    from rules_check.known import Known

    try:
        args.files = files_of(args.files)
    except NoFiles as error:
        print(f"rules-check: {visible(str(error))}", file=sys.stderr)
        return 2
    standard = cache(standard_input)
    known = Known(args, defaults_of(args), standard)
    ran = known.find()
    if ran is not None:
        return _print(args, ran)
    from rules_check.checks.style import StyleFileError, load_style  # a good part of the grammar

    try:
        style = load_style(args.style or configuration_of(args.files[0]).style)
        done = _fix(args, style)
    except (StyleFileError, CannotFix) as error:
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
    return _run(args, style, known, standard)


def _run(
    args: argparse.Namespace, style: Style, known: Known, standard: Callable[[], bytes]
) -> int:
    """Check the files, print the report, and keep it."""
    from rules_check.checker import Checker
    from rules_check.grammar.cache import Cache
    from rules_check.graph.quick import QuickInteractions
    from rules_check.prove.ahead import Ahead, usual_jobs
    from rules_check.prove.clock import Clock
    from rules_check.prove.games import QuickGames
    from rules_check.prove.quick import QuickProofs
    from rules_check.prove.refusals import Refusals
    from rules_check.prove.saving import CannotSave, Folder
    from rules_check.ran import Ran
    from rules_check.words.quick import QuickWords

    try:
        folder = None if args.save is None else Folder(Path(args.save))
    except CannotSave as error:
        print(f"rules-check: {error}", file=sys.stderr)
        return 2
    kept = None if args.no_cache else Cache()
    jobs = args.jobs or usual_jobs()
    clock, ahead = Clock(jobs), Ahead(jobs)
    proofs = QuickProofs(kept, ahead, args.quiet, clock=clock)
    plain = args.no_proofs or args.summary
    games = None if plain else QuickGames(kept, args.all, folder, clock=clock)
    together = QuickInteractions(kept, args.quiet, folder, clock=clock)
    refusals = Refusals(kept)
    words = QuickWords(kept, clock, ahead)
    provers = (refusals,) if plain else (refusals, proofs, together, words)
    told: list[Diagnostic] = []
    early = _Early(args, told) if _at_a_terminal(args) else None
    checker = Checker(kept, style, provers, games, everything=args.all, early=early)
    results = []
    given = defaults_of(args)
    try:
        for path in args.files:
            results.append(_checked(checker, path, given, standard))
        saved = folder.line() if folder else None
        more = [proofs.line(args.files), together.line(), words.line(), saved]
        lines = tuple(line for line in more if line)
        ran = Ran(tuple(one.ran() for one in results), lines, proofs.summary())
        known.keep(ran, kept)
    finally:
        ahead.close()
        checker.save()
    return _print(args, ran, results, told)


def _at_a_terminal(args: argparse.Namespace) -> bool:
    """Whether somebody looks on, who sees what is found while the rest is looked for."""
    whole = args.summary or args.echo or args.quiet or args.no_proofs
    return args.format == "text" and not whole and sys.stdout.isatty()


class _Early:
    """Prints what is found by reading a file, before its cards are played and proved."""

    def __init__(self, args: argparse.Namespace, told: list[Diagnostic]) -> None:
        """`told` gets what was printed."""
        self._lowest = Severity(args.show)
        self._colour = wants_colour(sys.stdout, no_color=args.no_color)
        self._told = told

    def __call__(self, found: Sequence[Diagnostic]) -> None:
        """Print what was found in a file."""
        from rules_check.output.text import blocks

        shown = [one for one in found if one.severity.reaches(self._lowest)]
        width = width_of(sys.stdout)
        for block in blocks(Report(diagnostics=tuple(shown)), colour=self._colour, width=width):
            print(block, end="\n\n", flush=True)
        self._told += shown


def _checked(
    checker: Checker, path: str, given: Defaults, standard: Callable[[], bytes]
) -> FileResult:
    """A file, or standard input, checked."""
    if path != STANDARD:
        return checker.check_path(path, given)
    from rules_check.grammar.cardfile import read_card_bytes

    return checker.check(read_card_bytes(standard(), "<stdin>", given))


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
    args: argparse.Namespace,
    ran: Ran,
    results: Sequence[FileResult] = (),
    told: Sequence[Diagnostic] = (),
) -> int:
    """Print the report; gives the exit status. `results` are for --echo; `told` is what was printed
    while the rest was looked for."""
    lowest = Severity(args.show)
    found = ran.found
    shown = [d for d in found if d.severity.reaches(lowest)]
    lines = ran.summary() if args.summary else []
    hidden = len(found) - len(shown)
    if hidden and not args.summary:
        lines.append(f"{hidden} below {lowest.value} not shown")
    lines.extend(ran.lines)
    lines.extend([] if args.summary else _fixes(args, shown))
    report = Report(
        tuple(file.checked for file in ran.files),
        () if args.summary and args.format == "text" else tuple(shown),
        tuple(pair for file in ran.files for pair in file.suppressed),
        tuple(lines),
        ran.proofs,
        told=tuple(told),
    )
    if args.summary and args.format == "text":
        print("\n".join(lines))
        for diagnostic in (d for file in ran.files if not file.readable for d in file.diagnostics):
            print(f"{diagnostic.place.file}: {diagnostic.message}", file=sys.stderr)
    else:
        if args.echo and args.format == "text":
            print(_echo(results))
        colour = wants_colour(sys.stdout, no_color=args.no_color)
        width = width_of(sys.stdout)
        sys.stdout.write(render(report, args.format, colour=colour, quiet=args.quiet, width=width))
    if ran.faulty or not all(file.readable for file in ran.files):
        return 2
    level = Severity(args.fail_on)
    return 1 if any(d.severity.reaches(level) for d in found) else 0


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
