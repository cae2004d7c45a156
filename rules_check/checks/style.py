"""Wording that is understood but is not house style (RC501).

The rules stand in `rules_check/house_style.toml`. Texts that a rulebook prints are left
as printed. A sentence that is not understood has an error of its own, so its line gets
no note. An edit is only offered if the text means the same with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from rules_check.checks.subject import Subject
from rules_check.grammar import ast as a
from rules_check.grammar.findings import Edit, Finding
from rules_check.grammar.parse import Parsed
from rules_check.style.load import Rule, Style, StyleFileError, load_style
from rules_check.style.rule_kinds import Departure, Line

__all__ = ["Parse", "StyleFileError", "check", "load_style"]

CODE = "RC501"
AS_PRINTED = "rulebook"
"""The `source` of cards whose text is not ours to change."""

MOST_CHARACTERS = 2_000
"""A printed line that is longer than any card's text is not looked at."""

MOST_NOTES = 30
"""So many notes about one card are enough."""

Parse = Callable[[Sequence[str]], Parsed]
"""From the printed lines of the card at hand to what they mean."""


def check(
    subject: Subject, style: Style | None = None, parse: Parse | None = None
) -> Iterator[Finding]:
    """Where the text departs from a style (if none is given, the house style).

    `parse` reads the lines of this card again, with a replacement in them; if none is
    given, a parser is made when the first departure is found.
    """
    card = subject.card
    if card.line is not None and card.line.source == AS_PRINTED:
        return
    meaning = Meaning(subject, parse)
    found = _departures(subject, style or load_style())
    for number, rule, departure in islice(found, MOST_NOTES):
        yield _finding(subject, number, rule, departure, meaning)


def _departures(subject: Subject, style: Style) -> Iterator[tuple[int, Rule, Departure]]:
    """The departures of the card's lines that were understood, each with its line."""
    unclear = {trouble.line for trouble in subject.parsed.troubles}
    for number, printed in enumerate(subject.card.printed):
        seen = printed.text.isprintable()  # an invisible sign is an error of its own
        if seen and number not in unclear and len(printed.text) <= MOST_CHARACTERS:
            for rule, departure in style.find(Line(printed.text, _names(subject, number))):
                if not _in_keyword(subject, number, departure):
                    yield number, rule, departure


def _in_keyword(subject: Subject, line: int, departure: Departure) -> bool:
    """Is it about a keyword of the set, or its number, which is no sentence?"""
    return any(
        use.line == line and use.start <= departure.start <= use.end for use in subject.parsed.uses
    )


def _names(subject: Subject, line: int) -> tuple[tuple[int, int], ...]:
    """Where names of cards stand in a line, and keywords of the set."""
    own = {keyword.name for keyword in subject.file.keywords}
    words = (
        word
        for spoken in subject.parsed.spoken
        if spoken.line == line
        for word in spoken.words
        if word.is_name or word.value in own
    )
    return tuple(sorted({(word.start, word.end) for word in words}))


def _finding(
    subject: Subject, number: int, rule: Rule, departure: Departure, meaning: Meaning
) -> Finding:
    printed = subject.card.printed[number]
    start, end = departure.start, departure.end
    found, said = printed.text[start:end], departure.replacement

    def filled(text: str) -> str:
        return text.replace("{found}", found).replace("{replacement}", said)

    notes = [f"style rule {rule.id}"]
    edits: tuple[Edit, ...] = ()
    if not meaning.kept(number, departure.applied(printed.text)):
        notes.append("with these words the text would not be read in the same way")
    elif _on_one_line(subject, number, departure):
        edits = (Edit(printed.span(start, end), said),)
    return Finding(
        CODE,
        filled(rule.message),
        subject.span(number, *departure.shown),
        label=f"house style: `{said}`" if said.strip(" .") else "",
        card=subject.card.name,
        notes=tuple(notes),
        help=filled(rule.suggestion or departure.advice or "write `{replacement}`"),
        edits=edits,
        keeps_meaning=bool(edits),
    )


def _on_one_line(subject: Subject, number: int, departure: Departure) -> bool:
    """Does the stretch stand on one physical line?"""
    printed = subject.card.printed[number]
    return printed.span(departure.start, departure.end).length == departure.end - departure.start


@dataclass
class Meaning:
    """What the lines of a card mean, now and with a replacement in them."""

    subject: Subject
    given: Parse | None

    @cached_property
    def lines(self) -> list[str]:
        return [printed.text for printed in self.subject.card.printed]

    @cached_property
    def parse(self) -> Parse:
        if self.given is not None:
            return self.given
        from rules_check.grammar.parse import (  # only a departure needs a parser
            plain_parser,
            vocabulary,
        )

        file, spoken = self.subject.file, self.subject.parsed.spoken
        said = {word.value for one in spoken for word in one.words if word.is_name}
        known = {*(card.name for card in file.cards), *file.names, *said}
        names = vocabulary(known, file.definitions)
        return lambda lines: plain_parser().parse(lines, names)

    @cached_property
    def now(self) -> tuple[a.CardText, int]:
        return self._read(self.lines)

    def kept(self, number: int, changed: str) -> bool:
        """Do the lines mean the same with another line in this place?"""
        return self._read([*self.lines[:number], changed, *self.lines[number + 1 :]]) == self.now

    def _read(self, lines: list[str]) -> tuple[a.CardText, int]:
        parsed = self.parse(lines)
        return parsed.text, len(parsed.troubles)
