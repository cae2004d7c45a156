"""What a check came to, as plain data: what is printed, and kept for the same check again.

Nothing of the grammar is imported here: what is kept is printed before anything else is loaded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, astuple, dataclass, field
from typing import Any

from rules_check.codes import Severity
from rules_check.diagnostics import Diagnostic, Fix, Place, TextEdit
from rules_check.grammar.findings import Witness
from rules_check.output.report import CardProof, CheckedCard, CheckedFile, ProofSummary

FAULT = "RC901"
"""The code of a fault that is not the card's but the checker's."""


@dataclass(frozen=True, slots=True)
class RanFile:
    """What was found in one file, and what its author allows."""

    checked: CheckedFile
    readable: bool
    diagnostics: tuple[Diagnostic, ...]
    suppressed: tuple[tuple[Diagnostic, str], ...]
    unknown: Counter[str] = field(default_factory=Counter)
    """First phrases that were not understood, and how often."""


@dataclass(frozen=True, slots=True)
class Ran:
    """A check of some files: what was found, lines for people at its end, and its proofs."""

    files: tuple[RanFile, ...]
    lines: tuple[str, ...] = ()
    proofs: ProofSummary | None = None

    @property
    def found(self) -> list[Diagnostic]:
        """Everything that was found."""
        return [d for file in self.files for d in file.diagnostics]

    @property
    def faulty(self) -> bool:
        """Whether a fault of the checker itself showed."""
        return any(d.code == FAULT for d in self.found)

    def summary(self) -> list[str]:
        """Phrases not understood, commonest first; a line a file; and the sum."""
        unknown: Counter[str] = Counter()
        for file in self.files:
            unknown.update(file.unknown)
        lines = []
        if unknown:
            lines.append("not understood, by first unknown phrase:")
            ranked = sorted(unknown.items(), key=lambda item: (-item[1], item[0]))
            lines.extend(f"{number:6}  {phrase}" for phrase, number in ranked)
        good = total = 0
        for file in self.files:
            cards = file.checked.cards
            number = sum(card.understood for card in cards)
            good, total = good + number, total + len(cards)
            lines.append(f"{file.checked.path}: understood {number} of {len(cards)} cards")
        lines.append(f"understood {good} of {total} cards")
        return lines


# ------------------------------------------------------------------------------ as JSON


def to_json(ran: Ran) -> Any:
    """A check as JSON values."""
    files = [
        [
            [file.checked.path, file.checked.set_name, [astuple(c) for c in file.checked.cards]],
            file.readable,
            [_written(one) for one in file.diagnostics],
            [[_written(one), reason] for one, reason in file.suppressed],
            dict(file.unknown),
        ]
        for file in ran.files
    ]
    proofs = ran.proofs
    summary = None
    if proofs is not None:
        cards = [[*astuple(card)[:-1], dict(card.properties)] for card in proofs.cards]
        summary = [proofs.bound, proofs.card_paths, proofs.file_paths, cards, proofs.with_errors]
    return [files, list(ran.lines), summary]


def from_json(value: Any) -> Ran | None:
    """The check that `to_json` made these values of; None if they are no such values."""
    try:
        files, lines, summary = value
        return Ran(
            tuple(
                RanFile(
                    CheckedFile(path, set_name, tuple(CheckedCard(*card) for card in cards)),
                    bool(readable),
                    tuple(map(_read, diagnostics)),
                    tuple((_read(one), str(reason)) for one, reason in suppressed),
                    Counter(unknown),
                )
                for (path, set_name, cards), readable, diagnostics, suppressed, unknown in files
            ),
            tuple(map(str, lines)),
            _proofs(summary),
        )
    except (TypeError, ValueError, KeyError):
        return None


def _proofs(value: Any) -> ProofSummary | None:
    if value is None:
        return None
    bound, card_paths, file_paths, cards, with_errors = value
    proved = tuple(CardProof(*card) for card in cards)
    return ProofSummary(bound, card_paths, file_paths, proved, with_errors)


def _written(found: Diagnostic) -> dict[str, Any]:
    written = asdict(found)
    written["witness"] = found.witness and list(found.witness)
    return written


def _read(value: Any) -> Diagnostic:
    fix, witness = value["fix"], value["witness"]
    known: dict[str, Any] = {
        **value,
        "severity": Severity(value["severity"]),
        "place": Place(**value["place"]),
        "related": tuple(Place(**one) for one in value["related"]),
        "notes": _texts(value["notes"]),
        "rules": _texts(value["rules"]),
    }
    if fix is not None:
        edits = tuple(TextEdit(**edit) for edit in fix["edits"])
        known["fix"] = Fix(edits, bool(fix["keeps_meaning"]))
    if witness is not None:
        *parts, broken = witness
        position, cards, actions = map(_texts, parts)
        known["witness"] = Witness(position, cards, actions, str(broken))
    return Diagnostic(**known)


def _texts(values: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(str, values))
