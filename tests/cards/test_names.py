"""A published name stands only on a text that a book prints; a card of ours has its own name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rules_check.grammar.cardfile import read_card_file
from rules_check.rules.load import load_ruleset
from rules_check.rules.model import Ruleset

CARDS = Path(__file__).parents[2] / "cards"
BOOKS = [load_ruleset(path.stem) for path in sorted((CARDS / "play").glob("*.toml"))]
# The rules speak of the stacks of these cards, whose texts no book prints.
STACKS = {"Kick", "Enhanced Strength"}


def published(book: Ruleset) -> Iterator[str]:
    """Names that a book gives to cards: in its clarifications, and of its Characters."""
    yield from book.characters
    for ruling in book.rulings:
        yield from ruling.cards


def originals() -> Iterator[tuple[str, str]]:
    for path in sorted(CARDS.glob("*.txt")):
        for card in read_card_file(path).cards:
            if card.line is not None and card.line.source == "original":
                yield path.stem, card.name


def test_no_card_of_ours_has_a_published_name() -> None:
    taken = {name.casefold() for book in BOOKS for name in published(book)}
    taken |= {name.casefold() for name in ("Magog", "Swamp Thing", "Lois Lane")}
    found = [(file, name) for file, name in originals() if name.casefold() in taken]
    assert found == []


def test_a_card_that_stands_in_for_another_is_ours() -> None:
    ours = {name for _, name in originals()}
    for book in BOOKS:
        for ruling in book.rulings:
            assert set(ruling.stand_ins) <= ours, ruling.id
            assert not set(ruling.cards) & (ours - STACKS), ruling.id
