"""Where things stand in a card's text: sentences in reading order, the keywords over them, and
the words that say a node."""

from __future__ import annotations

from collections.abc import Iterable

from rules_check.checks.subject import Subject
from rules_check.grammar import ast as a
from rules_check.grammar.lexer import Word
from rules_check.grammar.lines import KeywordPlace, Spoken
from rules_check.rules.model import Ruleset

KEYWORDS = {row.key: row.name for row in a.PREFIXES} | {"payment": "Payment"}
"""Keyword prefixes as the parser names them, and as rulesets do."""


def sentences(subject: Subject) -> list[Spoken]:
    """The sentences of the card that were understood, in reading order, each once."""
    places = {(spoken.line, spoken.start): spoken for spoken in subject.parsed.spoken}
    return [places[place] for place in sorted(places)]


def keywords_over(subject: Subject, spoken: Spoken) -> list[KeywordPlace]:
    """The keyword prefixes that stand before a sentence on its printed line."""
    return [
        place
        for place in subject.parsed.keywords
        if place.line == spoken.line and place.start <= spoken.start
    ]


def unclear_before(subject: Subject, line: int, start: int) -> bool:
    """Is there something before this place that was not understood?"""
    return any((trouble.line, trouble.start) < (line, start) for trouble in subject.parsed.troubles)


def typed(subject: Subject, line: int, start: int, end: int) -> str:
    """The author's words between two offsets of a printed line."""
    return subject.card.printed[line].text[start:end].strip()


def in_parentheses(subject: Subject, spoken: Spoken) -> bool:
    """Is the sentence a reminder?"""
    before = subject.card.printed[spoken.line].text[: spoken.start]
    return before.count("(") > before.count(")")


def places(nodes: Iterable[a.Node], *kinds: type[a.Node], **values: object) -> list[a.WordPlace]:
    """Where nodes of these kinds, with these values in their fields, are said: each place once."""
    found = {
        a.place_of(node)
        for node in nodes
        if isinstance(node, kinds)
        and all(getattr(node, name) == value for name, value in values.items())
    }
    return sorted(filter(None, found))


def after_the(spoken: Spoken, place: a.WordPlace) -> a.WordPlace:
    """The same words without the article before them."""
    line, start, end = place
    first, *more = [word for word in spoken.words if start <= word.start < end]
    return (line, more[0].start, end) if first.value == "the" and more else place


def says_amount(subject: Subject, block: KeywordPlace) -> bool:
    """Does a Block say how much it adds behind its keyword: "Block (2)"?"""
    found = places(a.walk(subject.parsed.text), a.BlockValue)
    return any((line, start) == (block.line, block.start) for line, start, _ in found)


def word_at(spoken: Spoken, place: a.WordPlace) -> Word:
    """The first word of a place in a sentence."""
    return next(word for word in spoken.words if word.end > place[1])


def with_word_before(spoken: Spoken, place: a.WordPlace | None) -> a.WordPlace | None:
    """A place and the word before it, if there is one in the sentence."""
    if place is None:
        return None
    line, start, end = place
    before = [word.start for word in spoken.words if word.start < start]
    return line, before[-1] if before else start, end


def without_article(spoken: Spoken, place: a.WordPlace) -> a.WordPlace:
    """A place without the "a" or "an" that it begins with."""
    line, start, end = place
    inside = [word for word in spoken.words if start <= word.start < end]
    if len(inside) > 1 and inside[0].value in {"a", "an"}:
        start = inside[1].start
    return line, start, end


def book(ruleset: Ruleset) -> str:
    """The short name of a game: its title without the name of the family."""
    return ruleset.title.partition(": ")[2] or ruleset.title


def listed(words: list[str], joiner: str = "and") -> str:
    """Words as a list in a sentence: "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joiner} {words[-1]}"
