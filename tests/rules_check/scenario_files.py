"""`rules-check test` run in a folder with a small card set, for the tests of the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_check import cli

CARDS = """\
set: Harbour Watch
ruleset: confrontations

Lighthouse Keeper
Hero, cost 3, 1 VP, x2, source original
+1 Power and draw a card.

Night Tide
Super Power, cost 5, 2 VP, x2, source original
Confrontation: Draw two cards.
Otherwise, +2 Power.
"""
HEAD = 'cards = ["cards.txt"]\n'
KEEPER = """
[[scenario]]
id = "keeper"
title = "The Keeper draws"
given.phase = "play"
given.P1.hand = ["Lighthouse Keeper", "Punch"]
given.P1.deck = ["Punch x2"]
when = ["P1: play Lighthouse Keeper"]
then = ["P1 power: 1", "P1 hand: Punch x2"]
"""
TIDE = """
[[scenario]]
id = "tide"
title = "The Tide gives 2 Power"
given.phase = "play"
given.P1.hand = ["Night Tide", "Punch"]
when = ["P1: play Night Tide"]
then = [
    "P1 hand: Punch",
    "P1 power: 2",
]
"""


class Folder:
    """A folder with cards, and the command run in it."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self.capsys = capsys
        self.err = ""
        self.write("cards.txt", CARDS)

    def write(self, name: str, text: str) -> str:
        file = self.path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return name

    def read(self, name: str) -> str:
        return (self.path / name).read_text(encoding="utf-8")

    def __call__(self, *words: str, status: int = 0) -> str:
        """What the command prints; `err` keeps what it says on the side."""
        found = cli.main(["test", *words])
        out, self.err = self.capsys.readouterr()
        assert found == status, out + self.err
        assert "Traceback" not in out + self.err
        return out

    def says(self, body: str, *words: str, head: str = HEAD, status: int = 1) -> str:
        """What the command prints about a file with this body."""
        return self(self.write("mine.toml", head + body), *words, status=status)
