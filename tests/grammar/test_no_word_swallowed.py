"""There is no rule that swallows words: nonsense anywhere in a text is an error there."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_check.checker import Checker
from rules_check.grammar.cardfile import read_card_text
from tests.effort import tries

CARDS = sorted(Path(__file__).parents[2].glob("cards/*.txt"))
NONSENSE = ["blorp", "Blorp", "zzyx", "qwertle", "xx7", "Vrandle", "blorp's"]


@lru_cache(maxsize=1)
def checker() -> Checker:
    return Checker()


@lru_cache(maxsize=8)
def understood_cards(path: Path) -> list[tuple[str, str]]:
    """Header and block of each card that has a text."""
    text = path.read_text(encoding="utf-8")
    header = "\n".join(text.split("\n")[:2])
    names = [card.name for card in read_card_text(text, path.name).cards]
    found = []
    for block in text.split("\n\n")[1:]:
        lines = [line for line in block.split("\n") if line and not line.startswith("#")]
        if len(lines) > 2:
            found.append((f"{header}\nnames: {', '.join(names)}", "\n".join(lines)))
    return found


@settings(max_examples=tries(6, 300), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
@pytest.mark.parametrize("path", CARDS[:: tries(2, 1)], ids=lambda path: path.stem)
def test_a_nonsense_word_is_an_error_at_that_word(path, data):
    header, block = data.draw(st.sampled_from(understood_cards(path)))
    lines = block.split("\n")
    number = data.draw(st.integers(2, len(lines) - 1))
    words = lines[number].split(" ")
    at = data.draw(st.integers(0, len(words)))
    nonsense = data.draw(st.sampled_from(NONSENSE))
    before = " ".join(words[:at])
    lines[number] = " ".join([*words[:at], nonsense, *words[at:]])
    text = f"{header}\n\n" + "\n".join(lines) + "\n"
    result = checker().check_text(text, "nonsense.txt")
    column = len(before) + 1 + (1 if before else 0)
    errors = [d for d in result.diagnostics if d.code in {"RC101", "RC102"}]
    assert errors, lines[number]
    row = text.split("\n").index(lines[number]) + 1
    covers = [
        d
        for d in errors
        if d.place.line == row
        and d.place.column <= column + len(nonsense)
        and column <= d.place.column + d.place.length
    ]
    assert covers, (lines[number], nonsense, [(d.message, d.place.column) for d in errors])
