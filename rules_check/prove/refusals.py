"""Which cards of a file cannot be played: told by every check, whatever it proves or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rules_check.grammar.cache import Cache
from rules_check.grammar.cardmodel import CardFile
from rules_check.grammar.findings import Finding
from rules_check.oracle.box.names import play_set_names
from rules_check.prove.defined import defined
from rules_check.prove.keys import basis, card_keys
from rules_check.prove.outcomes import NOT_PLAYED, PROVED, Outcome, Shown, from_json, to_json
from rules_check.prove.sound import sound_cards

if TYPE_CHECKING:
    from rules_check.checker import CardResult
    from rules_check.oracle.box.playset import CardDef
    from rules_check.oracle.playable import Unplayable

PLAYED: Final = Outcome({"played": PROVED})


@dataclass(slots=True)
class Refusals:
    """Says of each card that is understood whether the engine can play it.

    Called by the checker for each file; what it said is kept on disk, so that a check of cards
    that are known does not load the engine.
    """

    cache: Cache | None = None

    def __call__(
        self, file: CardFile, cards: Sequence[CardResult], findings: Sequence[Finding]
    ) -> list[Finding]:
        """The findings about the cards of a file that cannot be played."""
        sound = sound_cards(cards, findings)
        if not sound or file.ruleset not in play_set_names():
            return []
        if self.cache is None:
            _, refused = playable_cards(sound)
            told: list[Outcome | None] = [refused.get(at) for at in range(len(sound))]
        else:
            told = self._kept(self.cache, file.ruleset or "", sound)
        return [
            shown.at(one.card)
            for one, outcome in zip(sound, told, strict=True)
            if outcome is not None
            for shown in outcome.shown
        ]

    def _kept(
        self, cache: Cache, ruleset: str, sound: Sequence[CardResult]
    ) -> list[Outcome | None]:
        """What is told of each card: as it is kept, and what is new is looked at and kept."""
        pairs = [(one.card, one.subject.parsed.text) for one in sound]
        keys = card_keys(basis(ruleset, cache), (), pairs, "played")
        told = [None if (value := cache.kept(key)) is None else from_json(value) for key in keys]
        new = [at for at, outcome in enumerate(told) if outcome is None]
        if new:
            _, refused = playable_cards([sound[at] for at in new])
            for number, at in enumerate(new):
                told[at] = refused.get(number, PLAYED)
                cache.keep(keys[at], to_json(refused.get(number, PLAYED)))
        return told


def playable_cards(
    sound: Sequence[CardResult],
) -> tuple[list[CardDef | None], dict[int, Outcome]]:
    """Cards of a file as the engine has them (None: it cannot play it, or the play set leaves
    a question open), and what is told of those that it refuses."""
    from rules_check.oracle.playable import unplayable

    cards: list[CardDef | None] = []
    refused: dict[int, Outcome] = {}
    for at, one in enumerate(sound):
        made = defined(one)
        if made is not None and (problems := unplayable(made)):
            refused[at] = _told(problems)
            made = None
        cards.append(made)
    return cards, refused


def _told(problems: Sequence[Unplayable]) -> Outcome:
    """The outcome of a card that cannot be played."""
    shown = [
        Shown(
            "RC210",
            one.told,
            "not played",
            help="say it in another way; docs/card-language.md has what is understood and played",
            place=one.at,
        )
        for one in problems
    ]
    return Outcome({"played": NOT_PLAYED}, shown=tuple(shown))
