"""The symbols of the grammar, whose phrases are entered in many modules."""

from __future__ import annotations

from rules_check.grammar import phrases
from rules_check.grammar.ast.phrase import RULES


def test_a_symbol_is_read_by_its_phrases_or_by_whoever_uses_it():
    """Two modules that mean different things by one name would get each other's trees."""
    phrases.load()
    assert len(RULES) > 100
    mixed = {
        symbol: [text for text in texts if "->" not in text]
        for symbol, texts in RULES.items()
        if len({"->" in text for text in texts}) == 2
    }
    assert mixed == {}
