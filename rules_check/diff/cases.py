"""The cases of two versions of a set that go another way, for the cards that differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rules_check.cases.against import CardChanges, changes
from rules_check.cases.making import CardBook, Maker, level_of
from rules_check.cases.pages import changed_cases, in_a_row
from rules_check.cases.sources import of_file
from rules_check.output.paint import Paint
from rules_check.output.report import plural

if TYPE_CHECKING:
    from rules_check.diff.compare import Change, Key


def changed(old: str, new: str, found: Sequence[Change]) -> dict[Key, CardChanges]:
    """What has changed in the case books of the cards that differ, or may. Raises Unusable."""
    keys = {
        (change.after.card.name, change.after.card.level)
        for change in found
        if change.before is not None and change.after is not None and change.matters
    }
    if not keys:
        return {}
    before, after = of_file(old).maker, of_file(new).maker
    told = changes(after, _books(before, keys), _books(after, keys))
    return {(one.name, one.level): one for one in told}


def _books(maker: Maker, keys: set[Key]) -> list[CardBook]:
    return [maker.book(one) for one in maker.result.cards if (one.card.name, level_of(one)) in keys]


def lines(one: CardChanges) -> Iterator[str]:
    """The cases of a card that go another way, and the new ones; nothing if there are none."""
    if one.changed or one.new:
        gone = f"{plural(len(one.changed), 'case')} changed"
        yield f"  {gone}, {len(one.new)} new, {one.same} the same"
        yield from (f"  {line}" if line else "" for line in changed_cases(one, Paint(False)))
    elif one.why:
        yield f"  no cases: {one.why}"


def record(one: CardChanges) -> dict[str, Any]:
    """The same for programs."""
    return {
        "same": one.same,
        "changed": [
            {
                "id": x.case.id,
                "title": x.case.title,
                "given": list(x.case.given),
                "before": in_a_row(x.case.acts),
                "after": x.why or in_a_row(x.now),
            }
            for x in one.changed
        ],
        "new": [
            {"id": x.id, "title": x.title, "given": list(x.given), "after": in_a_row(x.acts)}
            for x in one.new
        ],
        **({"why": one.why} if one.why else {}),
    }
