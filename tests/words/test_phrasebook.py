"""Every sentence of the phrasebook once: which pieces its words are, and that each changes
something in dealt games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules_check.properties.words.judging import Effort
from tests.effort import tries
from tests.freeze.texts import bare
from tests.words.hunting import GAMES, looked_at

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent
LISTED = FOLDER / "not_shown.txt"
PARTS = 4
PLAYED = tries(1, PARTS)
"""In so many parts games are played with each word changed; in the others the pieces are told."""


def _lines(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def _told(text: str, effort: Effort | None) -> dict[str, Any]:
    return looked_at(bare(text, "phrasebook"), effort, set())


@pytest.mark.parametrize("part", range(PARTS))
def test_words_are_pieces_and_matter_or_are_listed_with_the_reason(part: int, golden: Any) -> None:
    """A word that is no piece any more is dropped on the way to the core, or no longer said."""
    texts = _lines(ROOT / "grammar/phrasebook.txt")[part::PARTS]
    told: list[str] = []
    not_shown: set[str] = set()
    for text in texts:
        pieces = _told(text, GAMES if part < PLAYED else None)["pieces"]
        told.append(text)
        told += sorted(f"    {piece['what']}: {piece['words']}" for piece in pieces)
        not_shown |= {
            f"{text} | {piece['what']} | {piece['words']}"
            for piece in pieces
            if piece["verdict"] != "changes something"
        }
    listed = {line.rpartition(" | ")[0] for line in _lines(LISTED)}
    if part < PLAYED:
        assert not_shown == {line for line in listed if line.partition(" | ")[0] in texts}
    golden(FOLDER / f"phrases-{part + 1}.expected", "\n".join(told) + "\n")
