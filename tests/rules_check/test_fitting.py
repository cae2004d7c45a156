"""What is printed fits the terminal: at three widths, at words, with the caret below its text."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from rules_check import cli
from rules_check.fitting import columns, width_of, wrapped
from rules_check.output import wants_colour

ROOT = Path(__file__).parents[2]
WIDTHS = (70, 100, 140)
CODE = re.compile(r"\x1b\[[0-9;]*m")
CARDS = """set: Night Watch
ruleset: confrontations

Lamplighter
Hero, cost 3, 1 VP, x2
You may discard a card in your hand. If you do, draw a card and each foe \
discrads a card unless that foe reveals a Hero.

Night Clerk
Hero, cost 3, 1 VP, x2
Attack: Each foe discards a card. Draw a card.
Attack: Each foe gains a Weakness. Gain a card from the Line-Up.
"""


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def at_terminal(monkeypatch: pytest.MonkeyPatch, width: int, *words: str) -> list[str]:
    """The lines that a command prints on a terminal of that width, without colours."""
    screen = Screen()
    monkeypatch.setenv("COLUMNS", str(width))
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", screen)
        patch.setattr(sys, "stderr", screen)
        cli.main([*words])
    return [CODE.sub("", line) for line in screen.getvalue().splitlines()]


@pytest.fixture
def cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("cards.txt").write_text(CARDS, encoding="utf-8")
    return "cards.txt"


COMMANDS = (
    ("check", "--no-proofs", "cards.txt"),
    ("check", "--no-proofs", "--echo", "--all", "cards.txt"),
    ("explain", "Attack: Each foe discards a card. Draw a card. You may destroy a card."),
    ("explain", "RC301"),
    ("search", "cost:3", "cards.txt"),
    ("stats", "cards.txt"),
    ("prove", "--list"),
    ("--help",),
    ("play", "--help"),
    ("graph", "cards.txt"),
    ("vectors", "list", "--coverage"),
    ("test", "a-file-that-is-not-there-with-a-name-that-alone-takes-a-whole.toml", "another.toml"),
    ("diff", "--text", "Draw a card sideways and discard another card, then draw.", "Draw."),
)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words)[:24])
@pytest.mark.usefixtures("cards")
def test_every_line_fits(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], width: int
) -> None:
    lines = at_terminal(monkeypatch, width, *words)
    assert lines
    assert [line for line in lines if columns(line) > width] == []


@pytest.mark.parametrize("width", WIDTHS)
def test_the_caret_stands_below_its_text(
    monkeypatch: pytest.MonkeyPatch, cards: str, width: int
) -> None:
    lines = at_terminal(monkeypatch, width, "check", "--no-proofs", cards)
    marked = []
    for above, line in pairwise(lines):
        mark = re.search(r"│ +(\^+|-+)", line)
        if mark:
            marked.append(above[mark.start(1) : mark.end(1)])
    assert marked == [
        "discrads",
        "discards a card. Draw a card",
        "Draw a card",
        "Gain a card from the Line-Up",
    ]


def test_nothing_is_lost_by_breaking(monkeypatch: pytest.MonkeyPatch, cards: str) -> None:
    plain = " ".join(at_terminal(monkeypatch, 2000, "check", "--no-proofs", cards)).split()
    narrow = " ".join(at_terminal(monkeypatch, 140, "check", "--no-proofs", cards)).split()
    assert [word for word in plain if word not in narrow and word != "│"] == []


def test_a_pipe_has_no_width(cards: str, capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["check", "--no-proofs", cards])
    assert max(map(len, capsys.readouterr().out.splitlines())) > max(WIDTHS)


def test_data_are_not_broken(monkeypatch: pytest.MonkeyPatch, cards: str) -> None:
    lines = at_terminal(monkeypatch, 70, "check", "--no-proofs", "--format", "github", cards)
    assert sum(line.startswith("::") for line in lines) == len(lines) - 1


def test_a_real_terminal_says_how_wide_it_is(cards: str) -> None:
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 70, 0, 0))
    environment = {**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT)}
    environment.pop("COLUMNS", None)
    words = [sys.executable, "-m", "rules_check", "check", "--no-proofs", cards]
    with subprocess.Popen(words, env=environment, stdout=slave) as process:
        os.close(slave)
        said = b""
        while part := _read(master):
            said += part
        assert process.wait(timeout=60) == 1
    os.close(master)
    lines = [CODE.sub("", line) for line in said.decode("utf-8").splitlines()]
    assert 60 < max(map(columns, lines)) <= 70


def _read(master: int) -> bytes:
    try:
        return os.read(master, 65536)
    except OSError:  # the program has closed its side
        return b""


def test_words_stay_whole_and_stand_below_their_text() -> None:
    line = "      = help: write the one that you mean, or let a clarification name this card"
    assert list(wrapped(line, 44)) == [
        "      = help: write the one that you mean,",
        "              or let a clarification name",
        "              this card",
    ]
    assert list(wrapped("    plays Borrowed Grimoire, Enhanced-Strength: Power 5", 30)) == [
        "    plays Borrowed Grimoire,",
        "        Enhanced-Strength:",
        "        Power 5",
    ]
    assert list(wrapped(f"see {'x' * 60} here", 40)) == ["see", f"    {'x' * 60}", "    here"]


def test_colours_go_on_behind_a_break() -> None:
    assert list(wrapped("\x1b[1mone two three four five six seven\x1b[0m eight", 30)) == [
        "\x1b[1mone two three four five six\x1b[0m",
        "    \x1b[1mseven\x1b[0m eight",
    ]
    assert list(wrapped("\x1b[1mshort\x1b[0m", 30)) == ["\x1b[1mshort\x1b[0m"]


def test_wide_letters_take_two_columns() -> None:
    parts = list(wrapped("漢字 " * 12, 40))
    assert [columns(part) <= 40 for part in parts] == [True] * len(parts)
    assert len(parts) > 1


def test_width_of_a_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    assert width_of(Screen()) == 70
    assert width_of(io.StringIO()) == 0
    assert width_of(None) == 0
    monkeypatch.setenv("COLUMNS", "7")
    assert width_of(Screen()) == 0  # too narrow for words


@pytest.mark.parametrize(
    ("environ", "no_color", "wanted"),
    [
        ({}, False, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, False, True),
        ({"FORCE_COLOR": "0"}, False, False),
        ({"FORCE_COLOR": ""}, False, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
        ({"FORCE_COLOR": "1"}, True, False),
    ],
)
def test_force_color(environ: dict[str, str], no_color: bool, wanted: bool) -> None:
    assert wants_colour(io.StringIO(), no_color=no_color, environ=environ) is wanted


@pytest.mark.parametrize("words", [("RC301",), ("Draw a card.",)])
def test_explain_in_colour(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    told = []
    for wish in ("0", "1"):
        monkeypatch.setenv("FORCE_COLOR", wish)
        assert cli.main(["explain", *words]) == 0
        told.append(capsys.readouterr().out)
    assert "\x1b[1" in told[1]
    assert CODE.sub("", told[1]) == told[0]


def test_a_table_of_proofs_is_parted_where_it_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    from rules_check.properties.registry import PROPERTIES
    from rules_check.prove import proof_report

    proof = SimpleNamespace(obligation=SimpleNamespace(label="a card is played"), paths=7)
    proof.verdicts, report = [], cast(Any, SimpleNamespace(proofs=[proof], times=False))
    report.properties = PROPERTIES[:6]
    monkeypatch.setenv("COLUMNS", "70")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", Screen())
        narrow = list(proof_report._tables(report))
    assert len(narrow) == 3
    assert max(len(line) for table in narrow for line in table) <= 70
    assert len(list(proof_report._tables(report))) == 1
