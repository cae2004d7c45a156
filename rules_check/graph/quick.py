"""The interactions of a check: what the cards of a file do together, within a budget of answers.

The budget counts answers, not seconds, so that a check prints the same on every machine. What was
found is kept on disk: for all cards of a file, and for each search by its cards, so that only those
run again in which a card has changed. A search that is known takes as many answers as it took.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from rules_check.grammar.cache import Cache
from rules_check.grammar.cardmodel import CardFile
from rules_check.grammar.findings import Finding, Related, Witness
from rules_check.oracle.box.names import play_set_names
from rules_check.prove.clock import Clock, too_long
from rules_check.prove.defined import defined
from rules_check.prove.keys import basis, card_keys, fingerprint, interactions_hash, printed
from rules_check.prove.saving import Saver
from rules_check.prove.sound import sound_cards

if TYPE_CHECKING:
    from rules_check.checker import CardResult
    from rules_check.oracle.box.playset import CardDef, PlaySet
    from rules_check.properties.interactions.examine import Searched
    from rules_check.properties.interactions.games import Shown

ANSWERS: Final = 5_000
"""So many answers are tried for one file."""

CODE_OF: Final = {
    "loop": "RC801",
    "order": "RC802",
    "cancel": "RC803",
    "together": "RC804",
    "never": "RC805",
}
LABEL_OF: Final = {
    "loop": "part of a loop",
    "order": "which comes first?",
    "cancel": "nothing is left",
    "together": "not with the other card",
    "never": "never",
}
HELP_OF: Final = {
    "loop": 'say "the first time" or "once", or let it give back another kind of card',
    "order": "let them wait for different events, or say on one of them that it comes last",
    "cancel": "if it is meant, allow the finding with a reason",
    "together": "let one of the texts do less",
    "never": "add such a card, or change the text",
}


@dataclass(slots=True)
class QuickInteractions:
    """Looks for interactions in the files of a run. Called by the checker for each file."""

    cache: Cache | None = None
    quiet: bool = False
    save: Saver | None = None
    """What is done with the documents of the games of a finding."""
    left: int = 0
    pairs: int = 0
    loops_left: int = 0
    files: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    """Files for which no time was left."""
    clock: Clock = field(default_factory=Clock)

    def __call__(
        self, file: CardFile, cards: Sequence[CardResult], findings: Sequence[Finding]
    ) -> list[Finding]:
        """What the cards of a file that are understood do together."""
        if file.ruleset not in play_set_names():
            return []
        sound = [
            one for one in sound_cards(cards, findings) if not too_long(one.subject.parsed.text)
        ]
        if not sound:
            return []
        keys = self._keys(file.ruleset or "", sound)
        key = f"interactions {fingerprint(keys)}"
        kept = _kept(self.cache.kept(key)) if self.cache is not None else None
        if kept is None:
            seconds = self.clock.left(file)
            if seconds <= 0:
                self.late.append(file.path)
                self._late()
                return []
            kept = self._look(file, sound, seconds, keys)
            if kept.pop("late"):
                self._late()
            elif self.cache is not None:
                self.cache.keep(key, kept)
        self.pairs += kept["pairs"]
        self.left += kept["left"]
        self.loops_left += kept["loops_left"]
        if kept["left"] or kept["loops_left"]:
            self.files.append(file.path)
        findings_ = []
        for one in kept["found"]:
            found = _finding(one, sound)
            if found is not None:
                findings_.append(found)
                if self.save is not None and one["games"]:
                    self.save(found, one["games"])
        return findings_

    def line(self) -> str:
        """One line for people: what was not looked at; empty if that is nothing."""
        if self.late:
            named = _named(self.late)
            return f"interactions: left out, the time is up (rules-check graph {named})"
        if not self.files:
            return ""
        more = f", {self.loops_left} possible loops" if self.loops_left else ""
        named = _named(self.files)
        return (
            f"interactions: {self.pairs - self.left:,} of {self.pairs:,} pairs of cards that have"
            f" to do with each other; left out: {self.left:,}{more} (rules-check graph {named})"
        )

    def _late(self) -> None:
        """The time was up, which says nothing about another run."""
        if self.cache is not None:
            self.cache.late = True

    def _keys(self, ruleset: str, sound: Sequence[CardResult]) -> list[str]:
        pairs = [(one.card, one.subject.parsed.text) for one in sound]
        return card_keys(basis(ruleset, self.cache), (ANSWERS, interactions_hash()), pairs)

    def _look(
        self, file: CardFile, sound: Sequence[CardResult], seconds: float, keys: Sequence[str]
    ) -> dict[str, Any]:
        from rules_check.checks.orders import order_is_open
        from rules_check.graph.progress import Bar
        from rules_check.oracle.box.arranging import Arrangement
        from rules_check.properties.interactions.examine import examine
        from rules_check.prove.decks import play_set

        ruleset = file.ruleset or ""
        made, known = [], {}
        for one, key in zip(sound, keys, strict=True):
            card = defined(one)
            if card is not None:
                made.append(card)
                known[id(card)] = key
        bar = Bar(quiet=self.quiet)
        playset = play_set(Arrangement(ruleset), tuple((card, 1) for card in made))
        try:
            done = examine(
                playset,
                made,
                answers=ANSWERS,
                watch=bar.note,
                orders=order_is_open(playset.ruleset),
                seconds=seconds,
                memory=None if self.cache is None else _Searches(self.cache, playset, known),
            )
        finally:
            bar.close()
        return {
            "pairs": done.pairs,
            "left": done.left,
            "loops_left": done.circles_left,
            "late": done.late,
            "found": [_record(shown) for shown in done.found],
        }


class _Searches:
    """Searches of earlier checks, by their kind, their cards, and the cards around them, which have
    no text."""

    def __init__(self, cache: Cache, playset: PlaySet, keys: Mapping[int, str]) -> None:
        """`keys` has the key of each card that is looked at, by its id."""
        self._cache = cache
        self._keys = keys
        levels = [card for levels in playset.characters.values() for card in levels]
        others = [printed(card) for card in (*levels, *playset.super_villains)]
        self._around = fingerprint([others, list(playset.characters), list(playset.seats)])

    def recall(
        self, kind: str, cards: tuple[CardDef, ...], left: int | None = None
    ) -> Searched | None:
        """What the search came to, if it is known."""
        from rules_check.properties.interactions.examine import Searched

        match self._cache.kept(self._key(kind, cards, left)):
            case [int(spent), None]:
                return Searched(spent, None)
            case [int(spent), dict(found)]:
                return Searched(spent, _shown(found, cards))
            case _:
                return None

    def note(
        self, kind: str, cards: tuple[CardDef, ...], searched: Searched, left: int | None = None
    ) -> None:
        """Remember what a search came to."""
        found = searched.found and _record(searched.found)
        self._cache.keep(self._key(kind, cards, left), [searched.spent, found])

    def _key(self, kind: str, cards: tuple[CardDef, ...], left: int | None) -> str:
        known = [self._keys[id(card)] for card in cards]
        return f"search {fingerprint([self._around, kind, known, left])}"


def _named(files: Sequence[str]) -> str:
    """The files for a command that can be copied."""
    return " ".join(files) if "-" not in files else "FILE"


def _record(shown: Shown) -> dict[str, Any]:
    from rules_check.properties.interactions.kept import documents

    return {
        "games": documents(shown),
        "kind": shown.kind,
        "cards": [[card.name, card.level] for card in shown.cards],
        "message": shown.message,
        "position": list(shown.position),
        "others": list(shown.others),
        "acts": list(shown.acts),
        "outcome": list(shown.outcome),
    }


def _shown(record: dict[str, Any], cards: tuple[CardDef, ...]) -> Shown:
    """What `_record` was made of; its games are documents. The cards come in the order that they
    are told in."""
    from rules_check.properties.interactions.games import Shown

    by_name = {(card.name, card.level): card for card in cards}
    return Shown(
        record["kind"],
        tuple(by_name[name, level] for name, level in record["cards"]),
        record["message"],
        tuple(record["position"]),
        tuple(record["others"]),
        tuple(record["acts"]),
        tuple(record["outcome"]),
        documents=tuple(record["games"]),
    )


def _kept(value: Any) -> dict[str, Any] | None:
    """What was kept, if it is that."""
    match value:
        case {"pairs": int(), "left": int(), "loops_left": int(), "found": list()}:
            return dict(value)
        case _:
            return None


def _finding(record: dict[str, Any], sound: Sequence[CardResult]) -> Finding | None:
    """The finding at the first of its cards; the others are named beside it."""
    places = [_of(name, level, sound) for name, level in record["cards"]]
    cards = [one.card for one in places if one is not None]
    if not cards:
        return None
    kind = record["kind"]
    position = "; ".join(record["position"])
    notes = [*record["others"], *(["; ".join(record["acts"])] if record["acts"] else [])]
    game = [f"a game: {position}"] if position else []
    return Finding(
        CODE_OF[kind],
        record["message"],
        cards[0].name_span,
        LABEL_OF[kind],
        cards[0].name,
        (*game, *(f"   {line}" for line in (*notes, *record["outcome"]))),
        HELP_OF[kind],
        related=tuple(Related(card.name_span, "and this card") for card in cards[1:]),
        witness=Witness(
            tuple(record["position"]),
            tuple(record["others"]),
            tuple(record["acts"]),
            " | ".join(record["outcome"]),
        )
        if position
        else None,
    )


def _of(name: str, level: int, sound: Sequence[CardResult]) -> CardResult | None:
    """The card of a file; a Character has several of one name."""
    same = [one for one in sound if one.card.name == name]
    for one in same:
        if one.card.line is not None and (one.card.line.level or 0) == level:
            return one
    return same[0] if same else None
