"""Cards as games use them, of files that were checked: each made, or the reason why not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules_check.checker import CardResult, FileResult
from rules_check.codes import Severity
from rules_check.oracle.box.playset import CardDef, card_def
from rules_check.oracle.box.playset_file import PlaySetError


class Made(NamedTuple):
    """A card of a file as games use it; None: `why` says what stands against it, unless the errors
    of the check do."""

    result: CardResult
    card: CardDef | None
    why: str = ""


def made_of(result: FileResult) -> Iterator[Made]:
    """The cards of a file of a game that is played, in order."""
    ruleset = result.file.ruleset
    assert ruleset is not None
    errors = {d.place.card for d in result.diagnostics if d.severity is Severity.ERROR}
    for one in result.cards:
        if not one.understood or one.card.name in errors:
            yield Made(one, None)
            continue
        try:
            made = card_def(ruleset, result.file.path, one.card, one.subject.parsed.text)
        except PlaySetError as error:
            yield Made(one, None, error.message)
        else:
            yield Made(one, made)
