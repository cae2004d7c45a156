"""The command `rules-check play`, run in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_check import cli

ROOT = Path(__file__).parents[2]
BATMAN = "rivals-batman-joker"
CARDS = """\
set: Trials
ruleset: rivals-batman-joker

Roof Runner
Hero, cost 5, 1 VP, x3, symbol Batman, source original
+2 Power

Paper Kite
Equipment, cost 1, 1 VP, x20, symbol Batman, source original
Draw two cards.
"""


class Play:
    """The command, run in a folder of its own."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self.capsys = capsys
        self.err = ""

    def write(self, name: str, text: str) -> str:
        (self.path / name).write_text(text, encoding="utf-8")
        return name

    def read(self, name: str) -> str:
        return (self.path / name).read_bytes().decode("utf-8")

    def __call__(self, *words: str, status: int = 0) -> str:
        found = cli.main(["play", *words])
        out, self.err = self.capsys.readouterr()
        assert "Traceback" not in out + self.err
        assert found == status, self.err
        return out

    def refused(self, *words: str) -> str:
        """What is said about a call that cannot be carried out: one line, and nothing else."""
        assert self(*words, status=2) == ""
        assert self.err.count("\n") == 1
        assert self.err.startswith("rules-check: ")
        return self.err.removeprefix("rules-check: ").rstrip("\n")
