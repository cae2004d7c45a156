"""Which cases of a set go another way with another version of it.

The cases are those of the old version, played with the cards of the new one; what is new are the
cases of the new version that the old one does not have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules_check.cases.making import CardBook, Maker, Told, level_of
from rules_check.cases.telling import Act, Teller
from rules_check.properties.cases.trying import Table

if TYPE_CHECKING:
    from rules_check.checker import CardResult


@dataclass(frozen=True, slots=True)
class Changed:
    """A case of the old version, and what comes of it now; why, if nothing does."""

    case: Told
    now: tuple[Act, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class CardChanges:
    """What has changed of a card: the cases that go another way, and the new ones."""

    name: str
    level: int
    same: int
    changed: tuple[Changed, ...]
    new: tuple[Told, ...]
    why: str = ""


def changes(
    new: Maker, old_books: Sequence[CardBook], new_books: Sequence[CardBook]
) -> Iterator[CardChanges]:
    """What has changed, card by card, in the order of the new version."""
    before = {(book.name, book.level): book for book in old_books}
    cards = {(one.card.name, level_of(one)): one for one in new.result.cards}
    for book in new_books:
        key = book.name, book.level
        known = before.pop(key, None)
        if known is None or known.why_none:
            yield CardChanges(*key, 0, (), book.cases, "a new card" if known is None else "")
            continue
        if book.why_none:
            yield CardChanges(*key, 0, (), (), book.why_none)
            continue
        if (book.printed, book.headline) == (known.printed, known.headline) and (
            book.cases == known.cases
        ):
            yield CardChanges(*key, len(book.cases), (), ())
            continue
        failed = [case for case in known.cases if not new.passes(case, known.players)]
        told = tuple(_now(new, cards[key], known, case) for case in failed)
        ids = {case.id for case in known.cases}
        games = [(case.position, case.when) for case in known.cases]
        fresh = tuple(
            case
            for case in book.cases
            if case.id not in ids and (case.position, case.when) not in games
        )
        yield CardChanges(*key, len(known.cases) - len(failed), told, fresh)
    for key, book in before.items():
        yield CardChanges(*key, 0, (), (), f"the card is gone, with {len(book.cases)} cases")


def _now(new: Maker, one: CardResult, known: CardBook, case: Told) -> Changed:
    """What comes of an old case with the new text."""
    found = new.game_of(one, known.players)
    if found is None:
        return Changed(case, (), "the card is not in the game")
    game, at = found
    trial = Table(game, at).follow(case.position, case.when)
    if trial is None:
        return Changed(case, (), "cards cannot lie so any more")
    return Changed(case, tuple(Teller(game, at, one.card.name).story(trial)))
