"""`rules-check explain … --core`: the core of a text, and who answers what its words do not say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, assert_never

from rules_check.checks.subject import Subject
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.checker import check
from rules_check.grammar.core.codec import to_json
from rules_check.grammar.core.printer import printed
from rules_check.grammar.core.rows import SETTINGS
from rules_check.grammar.core.translate import Reading, Untranslated, cores, settle
from rules_check.grammar.questions import MOST_READINGS

SHOWN: Final = MOST_READINGS
"""So many readings of a text are shown at most."""


@dataclass(frozen=True, slots=True)
class ReadingCore:
    """The core of one reading, or what keeps it from having one, with the words that say it."""

    choices: tuple[tuple[str, str], ...]
    core: c.Core | None
    problem: str = ""
    at: c.Words | None = None
    rulings: Mapping[str, bool] = field(default_factory=dict)
    """The clarifications of the book by their ids: whether each speaks of this card, or of all."""

    def lines(self) -> Iterator[str]:
        """The core in its notation, then the settings that the words do not say."""
        if self.core is None:
            yield f"no core: {self.problem}"
            return
        yield from printed(self.core).splitlines()
        yield from (self._answered(one) for one in settings_of(self.core))

    def _answered(self, one: c.Setting) -> str:
        """A setting, what it asks, its answer, and where that comes from."""
        match one.by:
            case c.Filled.RULE:
                said = f"{one.answer} ({self._cited(one.cites)})"
            case c.Filled.DEFAULT:
                said = f"{one.answer} (default)"
            case c.Filled.OPEN:
                said = f"open (question {one.cites})" if one.cites else "open"
            case c.Filled.SAID:
                said = one.answer
            case _:
                assert_never(one.by)
        return f"= @{one.name}: {SETTINGS[one.name].asks} {said}"

    def _cited(self, cites: str) -> str:
        if cites not in self.rulings:
            return f"by the book: {cites}"
        return f"so ruled: {cites}" if self.rulings[cites] else f"by analogy: {cites}"

    def document(self) -> dict[str, Any]:
        """The core for programs; its schema is made from the forms."""
        if self.core is not None:
            return {"core": to_json(self.core), "no_core": None}
        words: tuple[int | None, ...] = (None, None, None)
        if self.at is not None:
            line, start, end = self.at
            words = (line + 1, start + 1, end - start)
        place = dict(zip(("line", "column", "length"), words, strict=True))
        return {"core": None, "no_core": {"why": self.problem, **place}}


@dataclass(frozen=True, slots=True)
class TextCores:
    """The cores of a text, one for each reading; `more`: there are readings that are not shown."""

    readings: tuple[ReadingCore, ...]
    more: bool

    @property
    def whole(self) -> bool:
        """Whether each of the readings has a core."""
        return all(one.core is not None for one in self.readings)


def cores_of(subject: Subject) -> TextCores:
    """The cores of a card that is understood, settled by its book."""
    made = cores(subject.text, character=subject.nature.character, most=SHOWN)
    return TextCores(tuple(_read(one, subject) for one in made), made.more)


def _read(one: Reading, subject: Subject) -> ReadingCore:
    lines = [line.text for line in subject.card.printed]
    if isinstance(one.core, Untranslated):
        return ReadingCore(one.choices, None, _said(one.core.why, one.core.at, lines), one.core.at)
    core = one.core if subject.ruleset is None else settle(one.core, subject.ruleset)
    for fault in check(core):
        return ReadingCore(one.choices, None, _said(fault.problem, fault.at.at, lines), fault.at.at)
    book = () if subject.ruleset is None else subject.ruleset.rulings
    rulings = {x.id: not x.cards or x.names(subject.card.name) for x in book}
    return ReadingCore(one.choices, core, rulings=rulings)


def _said(why: str, at: c.Words | None, lines: list[str]) -> str:
    """Why there is no core, behind the words that are to blame, if they are known."""
    if at is None or at[0] >= len(lines):
        return why
    return f'"{lines[at[0]][at[1] : at[2]]}": {why}'


def settings_of(core: c.Core) -> list[c.Setting]:
    """The settings that the words do not say, each answer of each once."""

    def look(form: c.Form) -> Iterator[c.Setting]:
        if isinstance(form, c.Settled):
            yield from (one for one in form.settings if one.by is not c.Filled.SAID)
        for part in c.parts(form):
            yield from look(part)

    found = {(one.name, one.answer, one.by, one.cites): one for one in look(core)}
    return list(found.values())
