"""The kinds of style rule: each finds departures in one printed line.

Nothing here knows a word of house style; the words are in the style file. Regular
expressions are compiled when a line first needs them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from rules_check.grammar.lexer import NUMBER_WORDS, straighten
from rules_check.style import phrases

CURLY = "‘’“”"
DASHES = "-–—−"
MOST_DIGITS = 6


@dataclass(frozen=True)
class Line:
    """A printed line: as typed, and the stretches that are names of cards."""

    typed: str
    names: tuple[tuple[int, int], ...] = ()

    @cached_property
    def text(self) -> str:
        """With straight quotes and plain dashes; offsets are the same."""
        return straighten(self.typed)

    @cached_property
    def low(self) -> str:
        """In lower case, to see quickly whether something can be in it."""
        return self.text.lower()

    def in_name(self, start: int, end: int) -> bool:
        """Does a stretch touch the name of a card?"""
        return any(start < last and first < max(end, start + 1) for first, last in self.names)


@dataclass(frozen=True, slots=True)
class Departure:
    """A stretch that is not in house style, and what house style has there.

    An insertion is an empty stretch; `marked` is then what to point at. `advice` tells what
    to do where the replacement alone would not.
    """

    start: int
    end: int
    replacement: str
    marked: tuple[int, int] | None = None
    advice: str = ""

    @property
    def shown(self) -> tuple[int, int]:
        """The stretch to point at; it is never empty."""
        return self.marked or (self.start, self.end)

    def applied(self, text: str) -> str:
        """The text in house style here."""
        return text[: self.start] + self.replacement + text[self.end :]

    def meets(self, other: Departure) -> bool:
        """Do the two change the same place?"""
        if self.start == other.start:
            return True
        first, second = sorted((self, other), key=lambda departure: departure.start)
        return second.start < first.end


class Kind(Protocol):
    """What every kind of rule can do."""

    def find(self, line: Line) -> Iterator[Departure]:
        """The departures of a line, names of cards not yet left out."""
        ...


@dataclass(frozen=True)
class Context:
    """Where a rule works: `after` and `before` some phrase, and not inside `unless`."""

    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()

    def allows(self, line: Line, start: int, end: int) -> bool:
        """Does the rule work on this stretch?"""
        if self.after and not phrases.any_at_end(self.after).search(line.text[:start]):
            return False
        if self.before and not phrases.any_at_start(self.before).match(line.text[end:]):
            return False
        return not any(
            match.start() < max(end, start + 1) and start < match.end()
            for phrase in self.unless
            for match in phrases.matches(phrase, line.text, line.low)
        )


@dataclass(frozen=True)
class Words:
    """A word or phrase that has another one in house style."""

    swap: Mapping[str, str]
    case_sensitive: bool = False

    @cached_property
    def longest_first(self) -> list[tuple[str, str]]:
        """The phrases to look for, each with its hint; a longer one goes before its own parts."""
        return [(phrases.hint(said), said) for said in sorted(self.swap, key=len, reverse=True)]

    def find(self, line: Line) -> Iterator[Departure]:
        """The phrases that stand in the line, with their replacements."""
        low = line.low
        for phrase in [said for hint, said in self.longest_first if hint in low]:
            for match in phrases.matches(phrase, line.text, low, self.case_sensitive):
                said = phrases.filled(self.swap[phrase], match, phrase)
                start = match.start()
                if match.group()[:1].isupper() and phrases.begins_sentence(line.text, start):
                    said = phrases.capital(said)
                if said != match.group():
                    yield _with_article(line.text, Departure(start, match.end(), said))


@dataclass(frozen=True)
class Pattern:
    """A regular expression and what to put instead."""

    pattern: str
    replacement: str
    case_sensitive: bool = False

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The regular expression, ready to search with."""
        return re.compile(self.pattern, 0 if self.case_sensitive else re.IGNORECASE)

    def find(self, line: Line) -> Iterator[Departure]:
        """Every match that is not empty."""
        for match in self.compiled.finditer(line.text):
            said = match.expand(self.replacement)
            if match.group() and said != match.group():
                yield Departure(match.start(), match.end(), said)


@dataclass(frozen=True)
class NumberWords:
    """Numbers in words, but in digits where one of the phrases in `digits` has its "#".

    Where a phrase of `either` has its "#", both are good. Numbers above `largest` stay.
    """

    digits: tuple[str, ...]
    either: tuple[str, ...] = ()
    largest: int = 20

    @cached_property
    def names(self) -> dict[int, str]:
        """The words for numbers; nought is never asked for in words."""
        return {number: word for word, number in NUMBER_WORDS.items() if number}

    def find(self, line: Line) -> Iterator[Departure]:
        """Numbers that are written the other way."""
        numbers = list(re.finditer(phrases.number_pattern(), line.text, re.IGNORECASE))
        if not numbers:
            return
        digits, either = _numbers(self.digits, line), _numbers(self.either, line)
        for match in numbers:
            typed, start = match.group(), match.start()
            if len(typed) > MOST_DIGITS and typed.isdecimal():
                continue
            number = phrases.number_value(typed)
            if start in digits:
                said = str(number) if not typed.isdecimal() else typed
            elif start in either or not typed.isdecimal() or number > self.largest:
                continue
            else:
                said = self.names.get(number, typed)
                said = phrases.capital(said) if phrases.begins_sentence(line.text, start) else said
            if said != typed:
                yield Departure(start, match.end(), said)


@dataclass(frozen=True)
class FinalStop:
    """A line ends with a full stop, unless it is one of the phrases in `without`.

    A line may also end with one of the texts in `ends`.
    """

    without: tuple[str, ...]
    ends: tuple[str, ...] = ()

    def find(self, line: Line) -> Iterator[Departure]:
        """A full stop that is missing, or one too many."""
        text = line.text.rstrip()
        bare = text[:-1].rstrip() if text.endswith(".") else text
        if any(phrases.whole(phrase, bare.lstrip()) for phrase in self.without):
            if bare != text:
                marked = (len(text) - 1, len(text))
                yield Departure(len(bare), len(text), "", marked, "leave the full stop out")
        elif text and not text.endswith((".", *self.ends)):
            last = len(text) - len(text.split()[-1])
            marked = (last, len(text))
            yield Departure(len(text), len(text), ".", marked, "put a full stop after it")


@dataclass(frozen=True)
class Capitals:
    """Terms with fixed capital and small letters.

    A term that begins with a small letter may have a capital where a sentence begins.
    """

    terms: tuple[str, ...]

    @cached_property
    def spelling(self) -> dict[str, str]:
        """Without regard to case, to house style."""
        return {said.casefold(): said for term in self.terms for said in phrases.variants(term)}

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """Any of the terms, the longest first."""
        terms = sorted(self.spelling, key=len, reverse=True)
        return re.compile("|".join(map(phrases.expression, terms)), re.IGNORECASE)

    def find(self, line: Line) -> Iterator[Departure]:
        """Terms in other letters."""
        for match in self.compiled.finditer(line.text):
            typed = " ".join(match.group().split())
            said = self.spelling.get(typed.casefold(), typed)
            first = phrases.begins_sentence(line.text, match.start()) and typed[0].isupper()
            said = phrases.capital(said) if first else said
            if typed != said:
                yield Departure(match.start(), match.end(), said)


@dataclass(frozen=True)
class SentenceStart:
    """A sentence begins with a capital letter, also after the phrases in `after`.

    After the phrases in `not_after` a small letter is good as well.
    """

    after: tuple[str, ...] = ()
    not_after: tuple[str, ...] = ()

    def find(self, line: Line) -> Iterator[Departure]:
        """First words with a small letter."""
        stops = {m.end() for m in re.finditer(r"[.!]", line.text) if not line.in_name(*m.span())}
        starts = {0} | stops | _ends(self.after, line)
        first = re.compile(r"[ (]*([a-z][\w'-]*)")
        for at in sorted(starts - _ends(self.not_after, line)):
            if match := first.match(line.text, at):
                yield Departure(*match.span(1), phrases.capital(match.group(1)))


@dataclass(frozen=True)
class Quotes:
    """Straight quotes instead of curly ones."""

    def find(self, line: Line) -> Iterator[Departure]:
        """Every curly quote."""
        for at, sign in enumerate(line.typed):
            if sign in CURLY:
                yield Departure(at, at + 1, line.text[at])


@dataclass(frozen=True)
class Dashes:
    """Terms with a hyphen, or with a dash between spaces (there, it may also be missing).

    `printed` are terms with the dash that a book prints: they are good as they are.
    """

    terms: tuple[str, ...]
    printed: tuple[str, ...] = ()

    @cached_property
    def compiled(self) -> list[tuple[str, str, re.Pattern[str]]]:
        """The terms, each with its dash and with what to search for."""
        found = []
        for term in self.terms:
            dash = " - " if " - " in term else "-"
            left, _, right = term.partition(dash)
            between = f" *[{DASHES}]+ *| +" if dash != "-" else f"[{DASHES}]+"
            source = rf"(?<!\w){re.escape(left)}({between}){re.escape(right)}"
            found.append((term, dash, re.compile(source, re.IGNORECASE)))
        return found

    def find(self, line: Line) -> Iterator[Departure]:
        """Other dashes, or other spaces around them."""
        for term, dash, pattern in self.compiled:
            if term.partition(dash)[0].lower() in line.low:
                for match in pattern.finditer(line.typed):
                    if match.group(1) != dash and match.group() not in self.printed:
                        first = phrases.begins_sentence(line.text, match.start())
                        said = phrases.capital(term) if first else term
                        yield Departure(match.start(), match.end(), said)


def _ends(texts: tuple[str, ...], line: Line) -> set[int]:
    """Where any of these phrases ends."""
    return {
        match.end() for phrase in texts for match in phrases.matches(phrase, line.text, line.low)
    }


def _numbers(texts: tuple[str, ...], line: Line) -> set[int]:
    """Where the "#" of any of these phrases stands ("two Power Rings" is not "# Power")."""
    return {
        match.start(group)
        for phrase in texts
        for match in phrases.matches(phrase, line.text, line.low)
        if not line.in_name(*match.span())
        for group in range(1, len(match.groups()) + 1)
        if match.group(group)
    }


def _with_article(text: str, departure: Departure) -> Departure:
    """Include an "a" or "an" before it that would no longer fit."""
    article = re.search(r"(?<!\w)(an?) +\Z", text[: departure.start], re.IGNORECASE)
    old, new = text[departure.start : departure.end], departure.replacement
    if article is None or _vowel(old) == _vowel(new):
        return departure
    said = article.group(1)[0] + ("n" if _vowel(new) else "")
    return Departure(article.start(), departure.end, f"{said} {new}")


def _vowel(word: str) -> bool:
    return word[:1].lower() in tuple("aeiou")
