"""What runs of `rules-check conform` have in common: being cut short, progress, the report."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from rules_check.fixing.writing import write_file
from rules_check.glyphs import visible
from rules_check.progress import Line, bar

if TYPE_CHECKING:
    from rules_check.conform.outcomes import Conformance
    from rules_check.conform.runner import Shared

EXIT_FINDINGS = 1
EXIT_UNUSABLE = 2


class Unusable(Exception):
    """The run cannot begin; what to do about it."""


def harness_is_broken(error: Exception, said: str) -> None:
    """Tell that the program does not speak the protocol."""
    from rules_check.glyphs import visible

    print(f"rules-check: the smoke test fails: {visible(str(error))}", file=sys.stderr)
    for line in said.splitlines()[-10:]:
        print(f"  stderr: {visible(line)[:200]}", file=sys.stderr)
    print(
        "  This is about the harness, not about the rules: see docs/conformance.md.",
        file=sys.stderr,
    )


class Cut:
    """Lets the run end in good order on a signal: what is running is ended, the rest not begun."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self._before: dict[int, Any] = {}
        self.was = False

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self.was = True
        self._shared.stopped.set()

    def __enter__(self) -> Cut:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._before[number] = signal.signal(number, self._stop)
        return self

    def __exit__(self, *_error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)


class Progress:
    """How many are done, and how many of them failed."""

    def __init__(self, total: int, *, quiet: bool, what: str = "vectors") -> None:
        self._total, self._done, self._failed, self._what = total, 0, 0, what
        self._line = Line(quiet=quiet)

    def note(self, *, failed: bool) -> None:
        """One more is done."""
        self._done += 1
        self._failed += failed
        told = f"{self._done} of {self._total} {self._what}, {self._failed} failed"
        self._line.draw(f"{bar(self._done, self._total)} {told}")

    def close(self) -> None:
        """Take the line away."""
        self._line.close()


# ------------------------------------------------------------------------------- reporting


def write_incomplete(args: argparse.Namespace, so_far: Conformance) -> None:
    """Until the run is over, the report says that it is not."""
    from rules_check.conform.reports import RENDER

    if args.output:
        _write(args.output, RENDER[args.format](so_far))
    _write_badge(args, so_far)


def _write(name: str, text: str) -> None:
    try:
        write_file(Path(name), text)
    except OSError as error:
        raise Unusable(f"cannot write {visible(name)}: {error.strerror}") from error


def _write_badge(args: argparse.Namespace, run: Conformance) -> None:
    from rules_check.conform.badge import badge

    if args.badge:
        _write(args.badge, badge(run))


def report(args: argparse.Namespace, run: Conformance) -> int:
    """Print the report, or write it; the exit status."""
    from rules_check.conform.reports import RENDER, render_text, summary

    _write_badge(args, run)

    render = RENDER[args.format]
    text = render_text(run, args.show) if render is render_text else render(run)
    if args.output:
        _write(args.output, text)
        print(summary(run))
    else:
        sys.stdout.write(text)
    if not run.complete:
        return EXIT_UNUSABLE
    if not run.tried:
        print(f"rules-check: nothing was tried: {_why_not(run)}", file=sys.stderr)
        return EXIT_UNUSABLE
    return EXIT_FINDINGS if run.failed > args.max_fail else 0


def _why_not(run: Conformance) -> str:
    """Why an engine was tried with nothing: what was told most often."""
    from collections import Counter

    from rules_check.glyphs import visible

    told = Counter((verdict.outcome, verdict.why) for verdict in run.verdicts)
    if not told:
        return "nothing was begun"
    (outcome, why), number = told.most_common(1)[0]
    return f"{number} of {len(run.verdicts)} {outcome} ({visible(why)[:200]})"
