"""The front door: finds the command that is meant, and hands over to its module.

Only the module of that command is imported, so `--help` and `--version` answer at once.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Protocol, cast

from rules_check.interrupts import EXIT_INTERRUPTED, InterruptedOnce
from rules_check.streams import fit, safe_streams
from rules_check.version import VERSION

COMMANDS = {
    "check": "check card files (the default command)",
    "explain": "the readings of one text in plain words; or one card, a code, a rule",
    "next": "what can come next in a text, from the grammar itself, with sentences",
    "fmt": "write card files in the standard layout",
    "convert": "card files into spreadsheets or JSON, and back, without loss",
    "meaning": "what the texts of cards mean, as data for other programs",
    "diff": "do two wordings do the same? if not, the shortest game in which they differ",
    "words": "do all words of a card matter? those that change nothing in any game",
    "graph": "what the texts of a set do to each other: loops, orders that matter, a picture",
    "search": "the cards of a set that fit, by what they say and do",
    "stats": "a set in numbers: types, costs, keywords, and a curve",
    "prove": "prove invariants of cards and rules, or refute them by a short game",
    "test": "play scenarios: what should happen with your own cards, and what does",
    "cases": "every way a card can go: the case book, in words or as scenarios",
    "rulebook": "what a rulebook leaves open, or how much of it is covered",
    "play": "play one game and print it, or play along at the terminal",
    "fuzz": "play many games and check that every step obeys the rules",
    "conform": "does another engine play by the rules? tested by vectors",
    "vectors": "the vectors of the conformance suite: list, show, export, fill, verify",
    "reference": "the reference engine behind the protocol of the conformance suite",
}
DEFAULT_COMMAND = "check"
FOR_PEOPLE = frozenset(COMMANDS) - {"fmt", "convert", "meaning", "vectors", "reference"}
"""Commands that print prose, which fits the terminal; the others print files and data."""

EXIT_UNUSABLE = 2  # wrong usage, unreadable input, or a defect of our own
EXIT_BROKEN_PIPE = 141  # 128 + SIGPIPE


class Command(Protocol):
    """What every module in `rules_check.commands` offers."""

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments of the command."""

    def run(self, args: argparse.Namespace) -> int:
        """Carry the command out; the result is the exit status."""


OBJECTS = 10_000
"""After so many new objects Python looks for circles among them. Meanings are trees: there are
hardly any, and to look after every 700 takes a sixth of a check. Proofs leave little else: of
100,000 most are no longer at hand when they are looked at, which takes twice as long."""


def look_rarely() -> None:
    """Let Python look for circles among objects as rarely as a command of its own does."""
    gc.set_threshold(OBJECTS, 10, 50)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status; never ends in a traceback."""
    words = list(sys.argv[1:] if argv is None else argv)
    if argv is None:
        look_rarely()
    with InterruptedOnce() if argv is None else contextlib.nullcontext(), safe_streams(words):
        return _main(words)


def _main(words: list[str]) -> int:
    try:
        status = _dispatch(words)
        if sys.stdout:
            sys.stdout.flush()
        return status
    except SystemExit as stop:  # argparse, after help or a usage error
        return _status(stop)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        return EXIT_BROKEN_PIPE
    except MemoryError:
        return _out_of_memory()
    except OSError as error:
        # Without a file name it was the standard output, say on a full disk.
        return _internal_error(error) if error.filename else _cannot_print(error)
    except Exception as error:  # noqa: BLE001 (a defect is told to the user in one line)
        return _internal_error(error)
    finally:
        _drop_unwritable_output()


def _dispatch(words: list[str]) -> int:
    fit(sys.stderr)
    match words:
        case []:
            _front_parser().print_help(sys.stderr)
            return EXIT_UNUSABLE
        case ["-h" | "--help" | "--version", *_]:
            fit(sys.stdout)
            _front_parser().parse_args(words[:1])
            return 0
        case [name, *rest] if name in COMMANDS:
            return _run(name, rest)
        case [name, *_] if _mistyped(name):
            print(f"rules-check: {_mistyped(name)}", file=sys.stderr)
            return EXIT_UNUSABLE
        case _:
            return _run(DEFAULT_COMMAND, words)


def _mistyped(name: str) -> str:
    """What to say about a word that is neither a command nor a file, but is like a command."""
    if not name.isalpha() or os.path.lexists(name):
        return ""
    from difflib import get_close_matches

    close = get_close_matches(name, COMMANDS, 1, 0.7)
    return f"no command and no file {name!r}; did you mean {close[0]!r}?" if close else ""


def parser_of(name: str) -> argparse.ArgumentParser:
    """The parser of a command, with examples at the end of its help."""
    from rules_check.commands.examples import examples

    parser = argparse.ArgumentParser(
        prog=f"rules-check {name}",
        description=COMMANDS[name],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    _command(name).configure(parser)
    if name in FOR_PEOPLE:
        parser.add_argument("--no-color", action="store_true", help="never colour the output")
    parser.epilog = "\n\n".join(filter(None, [parser.epilog, examples(name)]))
    return parser


def _command(name: str) -> Command:
    return cast(Command, importlib.import_module(f"rules_check.commands.{name}"))


def _run(name: str, words: list[str]) -> int:
    args = parser_of(name).parse_args(words)
    prose = name in FOR_PEOPLE or getattr(args, "coverage", False)
    if prose and getattr(args, "format", None) in (None, "text") and not _patch(args):
        fit(sys.stdout)
    with _without_colour() if getattr(args, "no_color", False) else contextlib.nullcontext():
        return _command(name).run(args)


@contextlib.contextmanager
def _without_colour() -> Iterator[None]:
    """For whatever prints on behalf of the command, and for programs that it starts."""
    before = os.environ.get("NO_COLOR")
    os.environ["NO_COLOR"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["NO_COLOR"]
        else:
            os.environ["NO_COLOR"] = before


def _patch(args: argparse.Namespace) -> bool:
    """Is it a difference of files that is printed? Its lines are kept as they are."""
    return getattr(args, "diff", None) is True


def _front_parser() -> argparse.ArgumentParser:
    width = max(map(len, COMMANDS))
    commands = "\n".join(f"  {name:{width}}  {text}" for name, text in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="rules-check",
        usage="rules-check FILE...\n       rules-check COMMAND ...",
        description=f"Check the wording and the rules of card sets.\n\ncommands:\n{commands}",
        epilog=(
            "`rules-check COMMAND --help` tells more about a command.\n"
            "A file that is named like a command is written ./NAME, or comes after `--`.\n"
            "Exit status: 0 nothing above the fail level, 1 findings, 2 wrong usage or\n"
            "unreadable input."
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"rules-check {VERSION}")
    return parser


def _status(stop: SystemExit) -> int:
    if stop.code is None or isinstance(stop.code, int):
        return stop.code or 0
    print(stop.code, file=sys.stderr)
    return 1


def _cannot_print(error: OSError) -> int:
    with contextlib.suppress(OSError):
        print(f"rules-check: cannot write the output: {error.strerror}", file=sys.stderr)
    return EXIT_UNUSABLE


def _out_of_memory() -> int:
    with contextlib.suppress(OSError):
        print("rules-check: there is not enough memory for this input", file=sys.stderr)
    return EXIT_UNUSABLE


def _internal_error(error: Exception) -> int:
    from rules_check.configuration import BadConfiguration  # only a failure needs them
    from rules_check.rules.errors import RulesetError

    with contextlib.suppress(OSError):
        if isinstance(error, RulesetError | BadConfiguration):  # a file that the user wrote
            print(f"rules-check: {error}", file=sys.stderr)
            return EXIT_UNUSABLE
        if os.environ.get("RULES_CHECK_DEBUG") == "1":
            import traceback  # only a defect needs it

            traceback.print_exception(error)
        print(
            f"rules-check: internal error RC901: {type(error).__name__}: {error}; "
            "please report it with the input (RULES_CHECK_DEBUG=1 adds a traceback)",
            file=sys.stderr,
        )
    return EXIT_UNUSABLE


def _drop_unwritable_output() -> None:
    """Keep Python from complaining on exit about output that has nowhere to go."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream:
                stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
