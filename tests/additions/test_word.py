"""A word for an old meaning is one change in the file of words; a style rule is a table."""

from __future__ import annotations

import pytest

from tests.additions.checkout import Checkout

pytestmark = pytest.mark.xdist_group("word")

STYLE = """
[[rule]]
id = "below"
kind = "words"
swap = { "below" = "under" }
message = "a card is put `under` another"
example_bad = "Put this card below your Character."
example_good = "Put this card under your Character."
"""
CARDS = """\
set: Night Watch
ruleset: confrontations

Cellarer
Hero, cost 3, 1 VP, x2
Put a card from your hand below your Character.
"""


@pytest.fixture(scope="module")
def below(checkout: Checkout) -> Checkout:
    checkout.put_in("grammar/words.lark", "|underneath|beneath/", "|underneath|beneath|below/")
    checkout.append("rules_check/house_style.toml", STYLE)
    checkout.append("cards.txt", CARDS)
    return checkout


def test_it_means_the_same(below: Checkout) -> None:
    said = "Put a card from your hand {} your Character."
    for word in ("under", "below"):
        shown = below.command("explain", said.format(word)).splitlines()[:2]
        assert shown == [f"1. {said.format('under')}", "1 reading"]


def test_house_style_wants_the_other_word(below: Checkout) -> None:
    said = below.command("cards.txt", "--no-proofs")
    assert said.startswith("cards.txt:6:27  note RC501  Cellarer: a card is put `under` another\n")
    assert "= fix: " in said
    assert said.endswith("1 note in 1 file\n")


def test_it_was_unknown_before() -> None:
    from rules_check.grammar.parse import parse_lines, vocabulary

    assert parse_lines(["Put a card from your hand below your Character."], vocabulary(())).troubles
