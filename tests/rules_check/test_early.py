"""At a terminal what is found by reading is told before cards are played and proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_check import cli
from rules_check.prove.quick import QuickProofs

TEXT = """set: Night Watch
ruleset: heroes-unite

Glow Wall
Equipment, cost 4, 1 VP, x2
Draw a card.
Ongoing: This card stays in play.
Defense: You may discard this card from play to avoid an Attack.

Odd Scout
# rules-check: allow RC501 because digits are short
Hero, cost 3, 1 VP, x2
Draw 2 cards for each gizmo in your hand.
"""


@pytest.fixture
def printed_before(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """What had been printed when the proofs began."""
    before: list[str] = []
    prove = QuickProofs.__call__

    def proving(self, *args):
        before.append(capsys.readouterr().out)
        return prove(self, *args)

    monkeypatch.setattr(QuickProofs, "__call__", proving)
    return before


def checked(folder: Path, *options: str) -> int:
    path = folder / "cards.txt"
    path.write_text(TEXT, encoding="utf-8")
    return cli.main(["check", str(path), "--no-color", *options])


def codes(out: str) -> list[str]:
    return [line.split()[2] for line in out.splitlines() if line.startswith(("/", "cards.txt:"))]


def test_errors_stand_at_a_terminal_before_proofs_begin_and_all_is_told_once(
    tmp_path, monkeypatch, capsys, printed_before
):
    monkeypatch.setattr("rules_check.commands.check._at_a_terminal", lambda _: True)
    assert checked(tmp_path) == 1
    rest = capsys.readouterr().out
    assert codes(printed_before[0]) == ["RC101"]
    assert codes(rest) == ["RC218", "RC018"]
    assert rest.endswith("1 error, 2 warnings in 1 file\n")


@pytest.mark.parametrize("options", [(), ("--format", "json"), ("--quiet",)])
def test_elsewhere_the_report_is_one(tmp_path, capsys, printed_before, options):
    assert checked(tmp_path, *options) == 1
    assert printed_before == [""]
    assert "RC101" in capsys.readouterr().out
