"""A folder with a card file that is checked and proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_check import cli

ROOT = Path(__file__).parents[3]
SCHEMAS = ROOT / "rules_check" / "schemas"

HEADER = "set: Night Watch\nruleset: confrontations\n\n"
LAMP = "Lamplighter\nHero, cost 3, 1 VP, x2\n+2 Power\n\n"
CLERK = "Night Clerk\nHero, cost 3, 1 VP, x2\nDraw a card.\n\n"
CALLER = (
    "Town Crier\nHero, cost 3, 1 VP, x2\nPut a Lamplighter in your discard pile into your hand.\n"
)
JUGGLER = "Juggler\nHero, cost 3, 1 VP, x2\nDraw a card sideways.\n\n"
BROKEN = "Night Market\nLocation, cost 4, 1 VP, x2\nBuy a card in the Line-Up.\n\n"
PUNCH = "Punch\nStarter, cost 0, 0 VP, x28\n+1 Power\n\n"

LINE = (
    "proofs: 2 of 2 cards (1 proved, 1 holds up to 1 card per zone); "
    "left out: the rules (rules-check prove cards.txt)"
)


class Folder:
    """A folder with `cards.txt`, and the command run in it; knows which cards were proved."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self.capsys = capsys
        self.proved: list[str] = []

    def check(self, cards: str, *words: str, header: str = HEADER) -> str:
        return self.run(cards, *words, header=header)[1]

    def run(self, cards: str, *words: str, header: str = HEADER) -> tuple[int, str]:
        (self.path / "cards.txt").write_text(header + cards, encoding="utf-8")
        self.proved.clear()
        status = cli.main(["check", *words, "cards.txt"])
        out, err = self.capsys.readouterr()
        assert err == ""
        return status, out


def proofs(out: str) -> str:
    """The line of the report about proofs; empty if there is none."""
    return next((line for line in out.splitlines() if line.startswith("proofs: ")), "")
