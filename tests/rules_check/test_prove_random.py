"""`rules-check prove --random`: random cards, and every refutation with its text and game."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules_check.cli import main
from tests.properties.symbolic import faults


def prove(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any]:
    """The exit status, and what was printed as JSON."""
    status = main(["prove", "--quiet", "--format", "json", "--random", *words])
    return status, json.loads(capsys.readouterr().out)


def test_a_seed_gives_the_same_cards(capsys: pytest.CaptureFixture[str]) -> None:
    status, found = prove(capsys, "2", "--seed", "5")
    assert status == 0
    assert found["cards"] == 2
    assert found["told"] == []
    assert prove(capsys, "2", "--seed", "5")[1] == found


def test_a_refutation_has_its_text_and_its_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    faults.MORE(monkeypatch)
    status, found = prove(capsys, "1", "--seed", "5", "block-exceeds-power")
    assert status == 1
    (told,) = found["told"]
    assert (told["property"], told["verdict"]) == ("block-exceeds-power", "refuted")
    assert ", cost " in told["card"]
    assert "stands although the cost does not exceed the Power" in told["game"]["broken"]
    assert main(["prove", "--quiet", "--random", "1", "--seed", "5", "block-exceeds-power"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == told["card"].splitlines()[0]
    assert any(line.strip().startswith("broken") for line in lines)
    assert "1 refuted" in lines[-1]


@pytest.mark.parametrize("words", [["a.txt"], ["--pairs"], ["--variant", "x"]])
def test_wrong_usage(words: list[str]) -> None:
    assert main(["prove", "--random", "1", "--game", "heroes", *words]) == 2
