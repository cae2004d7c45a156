"""What one run found, as plain data: the input of every output format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules_check.codes import Severity
from rules_check.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class CheckedCard:
    """A card of a checked file: its name, the line it starts on, and whether its text was read."""

    name: str
    line: int
    understood: bool = True


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file of the run, in the order given; a file that cannot be read has no cards."""

    path: str
    set_name: str = ""
    cards: tuple[CheckedCard, ...] = ()


@dataclass(frozen=True, slots=True)
class CardProof:
    """What the proof of a card showed: a word for the card, and one for each property."""

    file: str
    card: str
    line: int
    word: str
    paths: int
    properties: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ProofSummary:
    """The quick proofs of a run: how far they went, and how many cards had errors instead."""

    bound: int
    card_paths: int
    file_paths: int
    cards: tuple[CardProof, ...]
    with_errors: int


@dataclass(frozen=True, slots=True)
class Counts:
    """How many findings of each severity, and how many the authors have allowed."""

    errors: int
    warnings: int
    notes: int
    suppressed: int


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a run.

    `suppressed` holds the findings that an allowance in the file covers, with its reason;
    `summary` are lines to print above the count, for people. `proofs` is None if none were tried.
    `last_line` stands in place of the number of findings, if it is not empty. `told` are findings
    that a reader of text has seen already.
    """

    files: tuple[CheckedFile, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    suppressed: tuple[tuple[Diagnostic, str], ...] = ()
    summary: tuple[str, ...] = ()
    proofs: ProofSummary | None = None
    last_line: str = ""
    told: tuple[Diagnostic, ...] = ()

    def ordered(self) -> tuple[Diagnostic, ...]:
        """The findings in the order of files, lines, columns and codes."""
        rank = self._ranks()
        return tuple(sorted(self.diagnostics, key=lambda d: _key(d, rank)))

    def ordered_suppressed(self) -> tuple[tuple[Diagnostic, str], ...]:
        """The allowed findings in the same order, each with the reason given."""
        rank = self._ranks()
        return tuple(sorted(self.suppressed, key=lambda s: (_key(s[0], rank), s[1])))

    def counts(self) -> Counts:
        """How many findings there are."""
        number = Counter(d.severity for d in self.diagnostics)
        return Counts(
            number[Severity.ERROR],
            number[Severity.WARNING],
            number[Severity.NOTE],
            len(self.suppressed),
        )

    def count_line(self) -> str:
        """The last line of a report for people: `2 errors, 1 warning in 1 file`."""
        if self.last_line:
            return self.last_line
        count = self.counts()
        named = [
            plural(number, word)
            for number, word in (
                (count.errors, "error"),
                (count.warnings, "warning"),
                (count.notes, "note"),
            )
            if number
        ]
        allowed = f" ({count.suppressed} allowed)" if count.suppressed else ""
        return f"{', '.join(named) or 'no findings'} in {plural(len(self.files), 'file')}{allowed}"

    def _ranks(self) -> dict[str, int]:
        rank: dict[str, int] = {}
        for file in self.files:
            rank.setdefault(file.path, len(rank))
        return rank


def plural(number: int, word: str) -> str:
    """The number and the word in the right form: `1 card`, `2 cards`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def numbered_fingerprints(diagnostics: Iterable[Diagnostic]) -> Iterator[str]:
    """Each finding's fingerprint, made unique within its file by counting equal ones."""
    seen: Counter[tuple[str, str]] = Counter()
    for diagnostic in diagnostics:
        key = diagnostic.place.file, diagnostic.fingerprint
        seen[key] += 1
        yield f"{diagnostic.fingerprint}:{seen[key]}"


_Key = tuple[int, str, int, int, str, str]


def _key(d: Diagnostic, rank: dict[str, int]) -> _Key:
    place = d.place
    return (
        rank.get(place.file, len(rank)),
        place.file,
        place.line,
        place.column,
        d.code,
        d.message,
    )
