"""What a quick proof shows of one card, as plain data that is kept and reported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from rules_check.grammar.cardmodel import Card
from rules_check.grammar.findings import Finding, Witness

PROVED, HOLDS, REFUTED = "proved", "holds up to", "refuted"
VACUOUS, UNKNOWN, LEFT_OUT, NOT_PLAYED = "vacuous", "unknown", "left out", "not played"

VERDICTS: Final = (PROVED, HOLDS, REFUTED, VACUOUS, UNKNOWN)

WORST_FIRST: Final = (REFUTED, NOT_PLAYED, VACUOUS, LEFT_OUT, UNKNOWN, HOLDS, PROVED)
"""All that can be said of a card."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A finding about a card, but for its place.

    `place` are words of the text: the printed line, where they begin and end; None: it is about
    the whole card.
    """

    code: str
    message: str
    label: str
    notes: tuple[str, ...] = ()
    help: str = ""
    rules: tuple[str, ...] = ()
    witness: Witness | None = None
    place: tuple[int, int, int] | None = None

    def at(self, card: Card) -> Finding:
        """The finding at its words, or at the name of the card."""
        span = card.name_span
        if self.place is not None and self.place[0] < len(card.printed):
            line, start, end = self.place
            span = card.printed[line].span(start, max(end, start + 1))
        return Finding(
            self.code,
            self.message,
            span,
            self.label,
            card.name,
            self.notes,
            self.help,
            rules=self.rules,
            witness=self.witness,
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """The word for each property, the paths that were taken, and what is to be reported."""

    words: Mapping[str, str] = field(default_factory=dict)
    paths: int = 0
    shown: tuple[Shown, ...] = ()
    why: str = ""
    """What an unknown failed on."""
    late: bool = False
    """Whether the time was up, which says nothing about another run: it is not kept."""

    @property
    def word(self) -> str:
        """The word for the card: the worst of them."""
        return min(self.words.values(), key=WORST_FIRST.index, default=LEFT_OUT)


def to_json(outcome: Outcome) -> Any:
    """An outcome as JSON values."""
    value = asdict(outcome)
    for one, shown in zip(value["shown"], outcome.shown, strict=True):
        one["witness"] = shown.witness and shown.witness._asdict()
    return value


def from_json(value: Any) -> Outcome | None:
    """The inverse; None if it is something else."""
    try:
        words = {str(name): str(word) for name, word in value["words"].items()}
        shown = tuple(_shown(one) for one in value["shown"])
        if not words or not set(words.values()) <= set(WORST_FIRST):
            return None
        return Outcome(words, int(value["paths"]), shown, str(value["why"]))
    except (TypeError, KeyError, ValueError, AttributeError):
        return None


def _shown(value: Any) -> Shown:
    game = value["witness"]
    witness = game and Witness(
        tuple(map(str, game["position"])),
        tuple(map(str, game["cards"])),
        tuple(map(str, game["actions"])),
        str(game["broken"]),
    )
    return Shown(
        str(value["code"]),
        str(value["message"]),
        str(value["label"]),
        tuple(map(str, value["notes"])),
        str(value["help"]),
        tuple(map(str, value["rules"])),
        witness,
        _place(value["place"]),
    )


def _place(value: Any) -> tuple[int, int, int] | None:
    if value is None:
        return None
    line, start, end = value
    return int(line), int(start), int(end)
