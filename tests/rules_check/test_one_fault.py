"""A fault of the checker at one card is told of that card; the others are still checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules_check.checker import Checker
from rules_check.cli import main
from rules_check.grammar.parse import Parsed, Parser

FILE = """set: two
ruleset: heroes-unite

Broken Bell
Hero, cost 3, 1 VP, x2
Draw seven cards and discard six cards.

Good Bell
Hero, cost 3, 1 VP, x2
Draw two cards.

Odd Bell
Hero, cost 3, 1 VP, x2
Draw a crad.
"""


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checker that falls over one text."""
    real = Parser.parse

    def parse(self: Parser, lines: Any, *more: Any) -> Parsed:
        if list(lines) == ["Draw seven cards and discard six cards."]:
            raise KeyError("lost")
        return real(self, lines, *more)

    monkeypatch.setattr(Parser, "parse", parse)


@pytest.mark.usefixtures("faulty")
def test_told_of_its_card_and_the_others_checked(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(FILE)
    result = Checker().check_path(str(path))
    told = {(one.code, one.place.card) for one in result.diagnostics if one.severity == "error"}
    assert told == {("RC901", "Broken Bell"), ("RC101", "Odd Bell")}
    assert [card.understood for card in result.cards] == [False, True, False]
    fault = next(one for one in result.diagnostics if one.code == "RC901")
    assert "KeyError: 'lost'" in fault.message
    assert "report it" in fault.help


@pytest.mark.usefixtures("faulty")
def test_it_is_no_mistake_of_the_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two.txt"
    path.write_text(FILE)
    assert main([str(path), "--no-proofs"]) == 2
    out = "".join(capsys.readouterr())
    assert "RC901  Broken Bell" in out
    assert "RC101  Odd Bell" in out


@pytest.mark.usefixtures("faulty")
def test_a_traceback_when_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "two.txt"
    path.write_text(FILE)
    monkeypatch.setenv("RULES_CHECK_DEBUG", "1")
    with pytest.raises(KeyError):
        Checker().check_path(str(path))
