"""What the engine cannot carry out is refused when it is loaded, with the words named."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_check.cli import main

ROWS = [
    part.splitlines()
    for part in (Path(__file__).with_name("unplayed.txt")).read_text(encoding="utf-8").split("\n\n")
    if not part.startswith("#")
]
CARD = "set: A\nruleset: rivals-shazam-black-adam\n\nBlue Bell\nHero, cost 3, 1 VP, x2\n{text}\n"


def _told(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    file = folder / "cards.txt"
    file.write_text(CARD.format(text=text), encoding="utf-8")
    main([str(file), "--no-proofs"])
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(("text", "why", "other"), ROWS, ids=[row[0] for row in ROWS])
def test_refused_by_its_words(
    text: str, why: str, other: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = _told(text, tmp_path, capsys)
    assert "RC210" in told
    assert why.removeprefix("= ") in told
    told = _told(other.removeprefix("but "), tmp_path, capsys)
    assert "RC210" not in told
    assert "error" not in told
