"""What cannot be carried out, or not yet by the engine, is refused with words and reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_check.cli import main
from rules_check.oracle import playable

ROWS = [
    part.splitlines()
    for part in (Path(__file__).with_name("unplayed.txt")).read_text(encoding="utf-8").split("\n\n")
    if not part.startswith("#")
]
WHO = {"=": "it cannot be carried out: ", "~": "the engine cannot play this yet: "}
CARD = "set: A\nruleset: rivals-shazam-black-adam\n\nBlue Bell\nHero, cost 3, 1 VP, x2\n{text}\n"


def _told(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    file = folder / "cards.txt"
    file.write_text(CARD.format(text=text.replace(" / ", "\n")), encoding="utf-8")
    main([str(file), "--no-proofs"])
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(("text", "why", "other"), ROWS, ids=[row[0] for row in ROWS])
def test_refused_by_its_words(
    text: str, why: str, other: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = _told(text, tmp_path, capsys)
    assert "RC210" in told
    _, said, reason = told.partition(WHO[why[0]])
    assert said
    assert why[2:] in reason
    told = _told(other.removeprefix("but "), tmp_path, capsys)
    assert "RC210" not in told
    assert "error" not in told


def test_every_reason_of_the_engine_has_a_text() -> None:
    """Those that depend on a table alone are tried in `tests/properties/test_nothing_silent.py`,
    those of Super-Villains below."""
    by_table = {playable.NO_BAN, playable.NO_FUNCTION, playable.NEVER}
    super_villains = {playable.ON_THE_STACK, playable.ON_STACK_OR_IN_PLAY}
    named = [why[2:] for _, why, _ in ROWS if why.startswith("~")]
    reasons = {
        value for name, value in vars(playable).items() if name.isupper() and type(value) is str
    }
    assert len(reasons) > 15
    for reason in reasons - by_table - super_villains:
        assert any(part in reason for part in named), reason


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
