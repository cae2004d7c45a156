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


LEFT = "When you play this card, leave it in front of you for the rest of the game.\n"
SUPER_VILLAIN = (
    "set: A\nruleset: heroes-unite\n\nTax Baron\n"
    "Villain, Super-Villain, cost 9, 5 VP, x1, source original\n{text}\n"
)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Ongoing: Heroes in the Line-Up cost 1 more.", "on the stack or in front of a player"),
        ("Stack Ongoing: Heroes in the Line-Up cost 1 more.", "nothing works from the stack"),
        (LEFT + "Ongoing: Heroes in the Line-Up cost 1 more.", ""),
    ],
)
def test_what_goes_on_with_a_super_villain_says_where(
    text: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cards.txt"
    file.write_text(SUPER_VILLAIN.format(text=text), encoding="utf-8")
    main([str(file), "--no-proofs"])
    told = " ".join(capsys.readouterr().out.split())
    assert ("RC210" in told) is bool(why)
    assert why in told
