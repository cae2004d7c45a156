"""Every sentence of the phrasebook once: all of its words change something, in dealt games."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.freeze.texts import bare
from tests.words.hunting import GAMES, looked_at

ROOT = Path(__file__).parents[2]
LISTED = Path(__file__).with_name("not_shown.txt")


def _lines(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def _not_shown(text: str) -> set[str]:
    found = looked_at(bare(text, "phrasebook"), GAMES, set())
    return {
        f"{text} | {piece['what']} | {piece['words']}"
        for piece in found["pieces"]
        if piece["verdict"] != "changes something"
    }


@pytest.mark.parametrize("part", range(4))
def test_what_changes_nothing_is_listed_with_its_reason(part: int) -> None:
    texts = _lines(ROOT / "grammar/phrasebook.txt")[part::4]
    listed = {line.rpartition(" | ")[0] for line in _lines(LISTED)}
    found = set().union(*map(_not_shown, texts))
    assert found == {line for line in listed if line.partition(" | ")[0] in texts}
