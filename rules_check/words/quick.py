"""RC218 in a check: words that change nothing.

What was found is kept on disk for each card, so that only cards that have changed are looked at. It
is counted in games and paths, not in seconds, so that a check says the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from rules_check.extras import version_of
from rules_check.grammar.cache import Cache
from rules_check.grammar.cardmodel import CardFile
from rules_check.grammar.findings import Finding
from rules_check.oracle.box.names import play_set_names
from rules_check.output.report import plural
from rules_check.prove.clock import Clock, too_long
from rules_check.prove.defined import defined
from rules_check.prove.keys import basis, card_keys, words_hash
from rules_check.prove.outcomes import Shown
from rules_check.prove.sound import sound_cards

if TYPE_CHECKING:
    from rules_check.checker import CardResult
    from rules_check.oracle.box.playset import PlaySet
    from rules_check.properties.words.judging import Judged, Words

CODE: Final = "RC218"
NEVER: Final = frozenset({"RC207", "RC805"})
"""Codes that say why words change nothing."""
TIME_IS_UP: Final = "time is up"
"""Why the solver stopped, if it was for the clock."""


@dataclass(slots=True)
class QuickWords:
    """Looks for words that change nothing. Called by the checker for each file."""

    cache: Cache | None = None
    clock: Clock = field(default_factory=Clock)
    looked: int = 0
    undecided: int = 0
    late: int = 0
    """Cards for which no time was left."""
    files: list[str] = field(default_factory=list)

    def __call__(
        self, file: CardFile, cards: Sequence[CardResult], findings: Sequence[Finding]
    ) -> list[Finding]:
        """The words of the cards of a file that change nothing."""
        z3 = version_of("z3")
        if z3 is None or file.ruleset not in play_set_names():
            return []
        sound = [
            one for one in sound_cards(cards, findings) if not too_long(one.subject.parsed.text)
        ]
        pairs = [(one.card, one.subject.parsed.text) for one in sound]
        keys = card_keys(basis(file.ruleset or "", self.cache), (words_hash(), z3), pairs, "words")
        found: list[Finding] = []
        told = {one.card for one in findings if one.code in NEVER}
        before = self.undecided + self.late
        for one, key in zip(sound, keys, strict=True):
            kept = _kept(self.cache.kept(key)) if self.cache is not None else None
            if kept is None:
                kept = self._look(file, one, sound, key)
            if kept is not None:
                self.looked += kept["looked"]
                self.undecided += kept["undecided"]
                if one.card.name not in told:
                    found.extend(Shown(**_tuples(shown)).at(one.card) for shown in kept["nothing"])
        if self.undecided + self.late > before:
            self.files.append(file.path)
        return found

    def line(self) -> str:
        """One line for people: what is not known; empty if everything is."""
        if not self.files:
            return ""
        said = [f"{self.undecided:,} of {self.looked:,} not decided"] * bool(self.undecided)
        said += [f"{plural(self.late, 'card')} left out, the time is up"] * bool(self.late)
        named = self.files[0] if len(self.files) == 1 and self.files[0] != "-" else "FILE"
        return f"words that matter: {', '.join(said)} (rules-check words {named})"

    def _look(
        self, file: CardFile, one: CardResult, sound: Sequence[CardResult], key: str
    ) -> dict[str, Any] | None:
        seconds = self.clock.left(file)
        if seconds <= 0:
            self.late += 1
            self._late()
            return None
        from rules_check.properties.words.judging import QUICK

        words = words_of_card(one, sound)
        if words is None:
            return None
        judged = list(words.judged(QUICK._replace(seconds=seconds)))
        kept = summed_up(judged)
        if any(one.why == TIME_IS_UP for one in judged):
            self._late()
        elif self.cache is not None:
            self.cache.keep(key, kept)
        return kept

    def _late(self) -> None:
        """The time was up, which says nothing about another run."""
        if self.cache is not None:
            self.cache.late = True


def words_of_card(one: CardResult, sound: Sequence[CardResult]) -> Words | None:
    """The words of a card of a file, in its game with the cards of the file that it names; None if
    it is not played."""
    from rules_check.meaning.document import core_of
    from rules_check.oracle.box.playset import load_play_set
    from rules_check.oracle.box.playset_file import PlaySetError
    from rules_check.oracle.playable import unplayable
    from rules_check.oracle.scenarios.tables import with_further
    from rules_check.properties.words.judging import Words

    card = defined(one)
    if card is None or unplayable(card):
        return None
    named = [defined(other) for other in sound if _names(one, other)]
    further = [(other, 1) for other in named if other is not None and not unplayable(other)]
    playset: PlaySet = load_play_set(one.subject.file.ruleset or "")
    try:
        return Words(with_further(playset, further), card, core_of(card))
    except PlaySetError:
        return None


def _names(one: CardResult, other: CardResult) -> bool:
    """Whether the text of a card names another."""
    from rules_check.grammar import ast as a

    name = other.card.name
    nodes = a.walk(one.subject.parsed.text)
    return one is not other and any(isinstance(x, a.NameNoun) and x.name == name for x in nodes)


def summed_up(judged: Sequence[Judged]) -> dict[str, Any]:
    """What is kept of a card, as plain data."""
    from rules_check.properties.words.judging import Verdict

    return {
        "looked": len(judged),
        "undecided": sum(one.verdict is Verdict.UNDECIDED for one in judged),
        "nothing": [_finding(one) for one in judged if one.verdict is Verdict.NOTHING],
    }


def _finding(judged: Judged) -> dict[str, Any]:
    piece = judged.piece
    tried = list(dict.fromkeys(edit.told for edit in piece.edits))
    return {
        "code": CODE,
        "message": f"these words change nothing ({piece.what})",
        "label": f"{tried[0]}: the same in every game",
        "notes": [
            f"tried in their place: {', '.join(tried)}",
            f"looked at: dealt games; all positions up to {plural(judged.bound, 'card')} per zone",
        ],
        "help": "say in other words what they are meant to do, or leave them out",
        "place": list(piece.at),
    }


def _tuples(shown: dict[str, Any]) -> dict[str, Any]:
    place = shown["place"]
    return {**shown, "notes": tuple(shown["notes"]), "place": place and tuple(place)}


def _kept(value: Any) -> dict[str, Any] | None:
    """What was kept, if it is that."""
    match value:
        case {"looked": int(), "undecided": int(), "nothing": list()}:
            return dict(value)
        case _:
            return None
