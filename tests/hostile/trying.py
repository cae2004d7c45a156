"""One bad file is checked, reported, and laid out; how long that took."""

from __future__ import annotations

import contextlib
import io
import time
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from rules_check import cli
from rules_check.checker import Checker
from rules_check.echo import echo_card
from rules_check.grammar.cardfile import lay_out, read_card_bytes
from rules_check.grammar.cardwriter import format_card_file
from rules_check.output import FORMATS, Report, render
from tests.hostile.making import bad_file

SECONDS: Final = 10.0
"""So long a bad file may take without proofs: the budget of a check of one card."""


class Tried(NamedTuple):
    """What came of a bad file: its number, its seconds, and what is wrong; empty: nothing."""

    number: int
    seconds: float
    problem: str


@cache
def _checker() -> Checker:
    return Checker()


def try_file(number: int) -> Tried:
    """Check the bad file of a number."""
    started = time.process_time()
    problem = ""
    try:
        data = bad_file(number)
        result = _checker().check(read_card_bytes(data, "bad.txt"))
        report = Report((result.checked(),), result.diagnostics, result.suppressed)
        said = [render(report, format_) for format_ in {FORMATS[0], FORMATS[number % len(FORMATS)]}]
        said += ["\n".join(echo_card(card)) for card in result.cards]
        text = data.decode("utf-8", "replace")
        format_card_file(*lay_out(text, "bad.txt"))
        if any("\x1b" in one for one in said):
            problem = "an escape sequence is printed"
        if not result.cards and not result.diagnostics:
            problem = "neither a card nor a finding"
    except Exception as error:  # noqa: BLE001 (whatever it is, it is what is looked for)
        problem = f"{type(error).__name__}: {error}"
    seconds = time.process_time() - started
    if seconds > SECONDS:
        problem = problem or f"took {seconds:.1f} s"
    return Tried(number, seconds, problem)


def try_command(number: int, folder: Path, *words: str) -> Tried:
    """The same through the command line, with whatever the command does besides."""
    path = folder / f"bad-{number}.txt"
    path.write_bytes(bad_file(number))
    out, err = io.StringIO(), io.StringIO()
    started = time.process_time()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = cli.main([*words, str(path)])
    path.unlink()
    problem = ""
    if status not in (0, 1, 2) or "internal error" in err.getvalue():
        problem = f"status {status}: {err.getvalue().strip()}"
    return Tried(number, time.process_time() - started, problem)
