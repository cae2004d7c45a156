"""`rules-check words`: which words of a file change something."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_check import cli

HEAD = "set: Trials\nruleset: confrontations\n"
OWL = "\nNight Owl\nHero, cost 3, 1 VP, source original\nDraw a card.\n"
HUGE = "\nDeep Well\nHero, cost 3, 1 VP, source original\nDraw 999999 cards.\n"


def test_a_card_with_errors_is_told_and_not_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cards.txt"
    file.write_text(HEAD + OWL + HUGE, encoding="utf-8")
    assert cli.main(["words", str(file)]) == 1
    out = capsys.readouterr().out
    assert "RC212" in out
    assert "Deep Well: not played" in out
    assert "1 card not played, 1 changes something" in out
