"""The cards of a file as the engine has them, made once for whatever is looked for in them."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from rules_check.grammar.per_object import PerObject

if TYPE_CHECKING:
    from rules_check.checker import CardResult
    from rules_check.oracle.box.playset import CardDef


@PerObject
def defined(one: CardResult) -> CardDef | None:
    """A card of a file that names a game; None if the play set leaves a question of it open. What
    the engine works out for a card is kept by the object, so it is one for all stages."""
    from rules_check.oracle.box.playset import card_def
    from rules_check.oracle.box.playset_file import PlaySetError

    file = one.subject.file
    assert file.ruleset is not None
    with suppress(PlaySetError):
        return card_def(file.ruleset, file.path, one.card, one.subject.parsed.text)
    return None
