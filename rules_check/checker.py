"""Checks card files: reads, understands, and runs every check on every card."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol, runtime_checkable

from rules_check.checks import (
    allowances,
    applies,
    free_wording,
    keywords,
    large_numbers,
    missing_keywords,
    pasted,
    questions,
    references,
    sets,
    style,
    understanding,
)
from rules_check.checks import ruleset as ruleset_check
from rules_check.checks.reasons import require_reasons
from rules_check.checks.subject import Subject, names_of
from rules_check.codes import CODES, Severity
from rules_check.configuration import OFF, configuration_of
from rules_check.diagnostics import Diagnostic, diagnose
from rules_check.grammar.cache import Cache
from rules_check.grammar.cardfile import UNREADABLE, read_card_file, read_card_text
from rules_check.grammar.cardmodel import Card, CardFile
from rules_check.grammar.findings import Finding
from rules_check.grammar.lexer import Vocabulary
from rules_check.grammar.parse import Parsed, Parser
from rules_check.grammar.questions import ask, nature_of
from rules_check.grammar.sheets.making import Defaults
from rules_check.output import CheckedCard, CheckedFile
from rules_check.ran import FAULT, RanFile
from rules_check.rules.load import load_ruleset
from rules_check.rules.model import Ruleset
from rules_check.style.load import Style

NOT_UNDERSTOOD = frozenset(
    code
    for code in CODES
    if code == "RC901" or (code.startswith("RC1") and CODES[code][1] is Severity.ERROR)
)
"""Codes that say that something on a card was not understood."""


LEFT_OUT = frozenset({"RC014", "RC024"})
"""Codes that say that a part of the text was left out."""


@dataclass(frozen=True, slots=True)
class CardResult:
    """One card: what was understood of it."""

    card: Card
    subject: Subject
    understood: bool


@dataclass(frozen=True, slots=True)
class FileResult:
    """One file: its cards, its diagnostics, and those that its author allows."""

    file: CardFile
    cards: tuple[CardResult, ...]
    diagnostics: tuple[Diagnostic, ...]
    suppressed: tuple[tuple[Diagnostic, str], ...]
    unknown: Counter[str] = field(default_factory=Counter)
    """First phrases that were not understood, and how often."""

    @property
    def readable(self) -> bool:
        """Could the file be read at all?"""
        return not any(finding.code in UNREADABLE for finding in self.file.findings)

    def ran(self) -> RanFile:
        """What is told of the file, as plain data."""
        return RanFile(
            self.checked(), self.readable, self.diagnostics, self.suppressed, self.unknown
        )

    def checked(self) -> CheckedFile:
        """What reports say about the file."""
        cards = tuple(
            CheckedCard(
                result.card.name, self.file.row(result.card.name_span.line), result.understood
            )
            for result in self.cards
        )
        return CheckedFile(self.file.path, self.file.set_name or "", cards)


Prover = Callable[[CardFile, Sequence[CardResult], Sequence[Finding]], Iterable[Finding]]
"""Proves the cards of a file without errors, or plays them: the cards, what was found so far, what
is new."""


@runtime_checkable
class Early(Protocol):
    """A prover that can let other processes begin while something else is done."""

    def begin(
        self, file: CardFile, cards: Sequence[CardResult], findings: Sequence[Finding]
    ) -> None:
        """Begin with what will be asked for."""


Shower = Callable[[CardFile, Sequence[CardResult], Sequence[Finding]], list[Finding]]
"""Adds to what was found games that show it."""

Teller = Callable[[Sequence[Diagnostic]], None]
"""Gets what was found in a file before anything is played or proved."""


class Checker:
    """Checks files one after the other; sentences are understood once for all of them."""

    def __init__(
        self,
        cache: Cache | None = None,
        style_: Style | None = None,
        provers: Sequence[Prover] = (),
        shower: Shower | None = None,
        *,
        everything: bool = False,
        early: Teller | None = None,
    ) -> None:
        """`everything`: questions that are settled are told, too."""
        self.parser = Parser(cache)
        self._style = style_
        self._provers = provers
        self._shower = shower
        self._everything = everything
        self._early = early

    def check_path(self, path: str, given: Defaults | None = None) -> FileResult:
        """Check the file at a path; `given` says which set it is, if it does not say so."""
        return self.check(read_card_file(path, configuration_of(path).over(given)))

    def check_text(self, text: str, path: str) -> FileResult:
        """Check a text as if it were a file."""
        return self.check(read_card_text(text, path))

    def check(self, file: CardFile) -> FileResult:
        """Check a file that has been read."""
        ruleset = load_ruleset(file.ruleset) if file.ruleset else None
        if ruleset is not None:
            require_reasons(ruleset)
        names = names_of(file, ruleset)
        findings = list(file.findings)
        cards: list[CardResult] = []
        defined: list[Subject] = []
        unknown: Counter[str] = Counter()
        own = keywords.Definitions(file, names, self.parser)
        for text, parsed in own.cards():
            subject = self._subject(file, text, ruleset, parsed, names)
            defined.append(subject)
            again = partial(own.parse_named, name=text.name)
            findings.extend(own.tell(text.name, self._at_once(subject, again)))
        for card in file.cards:
            subject, found = self._looked_at(file, card, ruleset, names, own)
            findings.extend(found)
            read = not any(f.code in LEFT_OUT for f in card.findings)
            understood = read and not any(f.code in NOT_UNDERSTOOD for f in found)
            understood = understood and not subject.parsed.troubles
            cards.append(CardResult(card, subject, understood))
            for trouble in subject.parsed.troubles:
                if trouble.detail == "definition":
                    continue
                unknown[_phrase(trouble.words, trouble.at) or str(trouble.detail)] += 1
        findings.extend(own.check())
        findings.extend(sets.check_file(file, ruleset))
        settled = configuration_of(file.path).codes
        if self._early is not None:
            early = set(map(id, findings))  # whether an allowance is needed shows at the end
            stay, _ = allowances.split(file, findings)
            here = (f for f in stay if id(f) in early and settled.get(f.code) != OFF)
            self._early([_told(finding, file, settled) for finding in here])
        for subject in defined:
            findings.extend(own.tell(subject.card.name, self._asked(subject)))
        for at, result in enumerate(cards):
            faults: list[Finding] = []
            with _Guarded(result.card, faults):
                findings.extend([*own.untold(result.subject, self._asked(result.subject))])
            findings.extend(faults)
            cards[at] = replace(result, understood=result.understood and not faults)
        able: list[object] = [*self._provers]
        for one in able:
            if isinstance(one, Early):
                one.begin(file, cards, findings)
        if self._shower is not None:
            findings = self._shower(file, cards, findings)
        for prover in self._provers:
            findings.extend(own.lifted(prover(file, cards, findings)))
        stay, allowed = allowances.split(file, findings)
        return FileResult(
            file,
            tuple(cards),
            tuple(_told(f, file, settled) for f in stay if settled.get(f.code) != OFF),
            tuple((_told(f, file, settled), r) for f, r in allowed if settled.get(f.code) != OFF),
            unknown,
        )

    def _looked_at(
        self,
        file: CardFile,
        card: Card,
        ruleset: Ruleset | None,
        names: Vocabulary,
        own: keywords.Definitions,
    ) -> tuple[Subject, list[Finding]]:
        """What a card says, and what is found in it at once."""
        faults: list[Finding] = []
        with _Guarded(card, faults):
            parsed = self.parser.parse([line.text for line in card.printed], names)
            subject = self._subject(file, card, ruleset, parsed, names)
            return subject, [*own.untold(subject, self._at_once(subject, self._again(subject)))]
        blank = self._subject(file, card, ruleset, self.parser.parse([], names), names)
        return blank, faults

    def _subject(
        self,
        file: CardFile,
        card: Card,
        ruleset: Ruleset | None,
        parsed: Parsed,
        names: Vocabulary,
    ) -> Subject:
        nature = nature_of(card, parsed.text)
        return Subject(file, card, ruleset, parsed, ask(parsed.text, nature), nature, names)

    def _at_once(
        self, subject: Subject, again: Callable[[Sequence[str]], Parsed]
    ) -> Iterator[Finding]:
        """What reading a card shows, but for its questions."""
        yield from pasted.check(subject, again)
        yield from understanding.check(subject, self.parser)
        yield from large_numbers.check(subject, self.parser.lexer)
        yield from references.check(subject)
        yield from ruleset_check.check(subject)
        yield from applies.check(subject)
        yield from missing_keywords.check(subject)
        yield from free_wording.check(subject, again)
        yield from style.check(subject, self._style, again)

    def _asked(self, subject: Subject) -> Iterator[Finding]:
        """The questions that a card raises: each reading is translated for them, so they come after
        what is told at once."""
        yield from questions.check(subject, self._everything)

    def _again(self, subject: Subject) -> Callable[[Sequence[str]], Parsed]:
        """Parse other lines with the names of the same file."""
        return lambda lines: self.parser.parse(list(lines), subject.names)

    def save(self) -> None:
        """Keep what was understood for the next run."""
        self.parser.save()


class _Guarded:
    """A fault of the checker itself is told of the one card at which it shows; the others are still
    checked."""

    def __init__(self, card: Card, faults: list[Finding]) -> None:
        self._card = card
        self._faults = faults

    def __enter__(self) -> None:
        """Nothing is to be prepared."""

    def __exit__(self, kind: object, error: BaseException | None, where: object) -> bool:
        """Note the fault, unless it is to be seen as it is."""
        if not isinstance(error, Exception) or isinstance(error, MemoryError):
            return False
        self._faults.append(_fault(self._card, error))
        return os.environ.get("RULES_CHECK_DEBUG") != "1"


def _fault(card: Card, error: Exception) -> Finding:
    """A card whose text the checker cannot deal with, by a fault of its own."""
    return Finding(
        FAULT,
        f"the checker has a fault that shows at this card: {type(error).__name__}: {error}",
        card.name_span,
        card=card.name,
        help="nothing is said of this card: please report it with its text "
        "(RULES_CHECK_DEBUG=1 adds a traceback)",
    )


def _told(finding: Finding, file: CardFile, settled: Mapping[str, Severity | str]) -> Diagnostic:
    """The diagnostic of a finding; in a sheet, its place is a row and a column."""
    found = diagnose(finding, file.path, file.lines, cells=file.cells)
    return replace(found, severity=Severity(settled.get(found.code, found.severity)))


def _phrase(words: Sequence[object], at: int) -> str:
    """The first words that were not understood, for grouping."""
    texts = [str(getattr(word, "value", "")) for word in words]
    if not texts:
        return ""
    return (
        " ".join(texts[at : at + 3]) if at < len(texts) else f"(end after {' '.join(texts[-3:])})"
    )
