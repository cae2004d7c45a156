"""A change of one place that makes a sentence understood, and keeps what its author says; or of two
words, if both are spelled wrong.

What is tried, in this order: a word that is spelled like the one that is not understood; a list
mark before the sentence that is left out; a full stop before a keyword or a new sentence; a small
word or a comma that was left out; and last, leaving the word out, which a fix does only with one
that says little. A word that negates, counts or
names a player is never left out, put in, or made of another word that is known; nor is a word left
out of what is negated ("no duplicate cards").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

from rules_check.checks.subject import Subject
from rules_check.grammar import ast as a
from rules_check.grammar.lexer import Word
from rules_check.grammar.lines import Trouble
from rules_check.grammar.parse import Parser
from rules_check.grammar.reading import Read, Unread
from rules_check.grammar.weighing import COUNTS, NEGATES, is_heavy, spelled_like_heavy, weighs
from rules_check.grammar.wordroles import Role, roles

SMALL_WORDS: Final = (
    ",",
    "into",
    "a",
    "the",
    "card",
    "cards",
    "of",
    "from",
    "in",
    "and",
    "to",
)
"""Words that are easily left out: tried when a sentence lacks one."""

CARDS: Final = frozenset({"card", "cards"})
DETERMINE: Final = frozenset({"a", "an", "the", "random", "top", "bottom", "revealed", "non-"})
"""Words behind which a card is meant, if it is not said."""

MARK: Final = re.compile(r"[-–—•·*‣▪]\s+(?=\S)")
"""What stands before the lines of a list."""

GOVERNS: Final = re.compile(
    r"may|might|could|would|must|should|can|a|an|the|this|that|your|their|its|to|of|in|from|into",
    re.IGNORECASE,
)
"""Words behind which what they go with has to stand: no comma comes between."""


def _alike(old: str, new: str) -> bool:
    """Whether two words are forms of one: foe and foes, you and your are not."""
    return old.lower().rstrip("s'’") == new.lower().rstrip("s'’")


NUMBERS: Final = "one two three four five six seven eight nine ten eleven twelve".split()


class Repair(NamedTuple):
    """The letters from `start` to `end` of a printed line become `text`; what to tell of it, and
    whether a fix may do it: it loses no word that says something."""

    start: int
    end: int
    text: str
    told: str
    fix: bool = True


def repair(subject: Subject, trouble: Trouble, parser: Parser) -> tuple[Repair, ...]:
    """The first change that makes the sentence understood, or two of them; none if none does."""
    tried = _Tried(subject, trouble, parser)
    one = next((one for one in tried.changes() if tried.understood(one)), None)
    return (one,) if one is not None else next(tried.both_spelled(), ())


class _Tried:
    """The changes of one sentence, in the order in which they are tried."""

    def __init__(self, subject: Subject, trouble: Trouble, parser: Parser) -> None:
        self._subject, self._trouble, self._parser = subject, trouble, parser
        self._line = subject.card.printed[trouble.line].text
        self._words = trouble.words
        self._at = trouble.at

    def understood(self, one: Repair) -> bool:
        """Is the sentence understood after a change? One that is cut in two is read as lines."""
        changed = self._line[: one.start] + one.text + self._line[one.end :]
        head = self._line[one.end : one.end + 1] == ":" or ":" in one.text
        if head or "." in one.text or one.start < self._words[0].start:
            lines = [printed.text for printed in self._subject.card.printed]
            lines[self._trouble.line] = changed
            again = self._parser.parse(lines, self._subject.names)
            left = sum(trouble.line == self._trouble.line for trouble in again.troubles)
            here = self._subject.parsed.troubles
            return left < sum(trouble.line == self._trouble.line for trouble in here)
        return isinstance(self._read(one)[1], Read)

    def both_spelled(self) -> Iterator[tuple[Repair, Repair]]:
        """Two words that are spelled like others: after the first one more is understood, after
        both the whole sentence."""
        if self._at >= len(self._words):
            return
        for first in self._spelled(self._words[self._at]):
            split, result = self._read(first)
            if isinstance(result, Read) or not self._at < result.at < len(split):
                continue
            grown = len(first.text) - (first.end - first.start)
            word, back = split[result.at], self._words[0].start - grown
            for second in self._spelled(word):
                moved = second._replace(start=second.start + back, end=second.end + back)
                if isinstance(self._read(first, moved)[1], Read):
                    yield first, moved

    def _read(self, *changes: Repair) -> tuple[Sequence[Word], Read | Unread]:
        """The words of the sentence after some changes, the first one first, and what is read."""
        changed, begin, stop = self._line, self._words[0].start, self._words[-1].end
        for one in reversed(changes):
            changed = changed[: one.start] + one.text + changed[one.end :]
        sentence = changed[begin : stop + len(changed) - len(self._line)]
        split = self._parser.lexer.split(sentence, self._subject.names)
        return split, self._parser.read(split) if split else Unread(0)

    def changes(self) -> Iterator[Repair]:
        """What is tried."""
        words, at = self._words, self._at
        if at < len(words):
            yield from self._spelled(words[at])
        yield from self._mark()
        yield from self._colon()
        for here in range(min(at, len(words) - 1), 0, -1):
            yield from self._stop(words[here - 1], words[here])
        place = words[at].start if at < len(words) else words[-1].end
        unknown = at < len(words) and not words[at].kind  # nothing before it makes it known
        for text in () if unknown else SMALL_WORDS:
            if text in CARDS and not (at and self._asks_for_cards(words[at - 1])):
                continue
            added = f" {text}" if at >= len(words) else f"{text} "
            if text == "," and 0 < at < len(words):
                before = words[at - 1].text
                if GOVERNS.fullmatch(before) or NEGATES.fullmatch(before):
                    continue
                behind = words[at - 1].end
                yield Repair(behind, behind, ",", 'did you leave out ","?')
            else:
                yield Repair(place, place, added, f'did you leave out "{text}"?')
        if at < len(words) and self._may_go(at):
            yield self._left_out(words[at])

    def _asks_for_cards(self, before: Word) -> bool:
        """Whether a word says how many, or which: "draw two", "a random"."""
        last = before.text.lower().split()[-1]
        return bool(COUNTS.fullmatch(last)) or last in DETERMINE

    def _may_go(self, at: int) -> bool:
        """Whether a word may be left out: it does not weigh, and is not part of what is negated."""
        word = self._words[at].text
        if any(is_heavy(part) for part in (word, *re.split(r"[\s/-]+", word))):
            return False
        if self._words[at].kind and has_letters(word) and word.lower() not in SMALL_WORDS:
            return False  # the card language has it, so it says something
        noun = at + 1 < len(self._words) and roles(self._words[at + 1]) & {Role.CARDS, Role.PLAYER}
        if noun and not self._words[at].kind and has_letters(word):
            return False  # "each sleepy foe": it says which
        if not self._words[at].kind and spelled_like_heavy(word):
            return False  # "cnanot"
        return not any(NEGATES.fullmatch(one.text) for one in self._words[max(0, at - 3) : at])

    def _spelled(self, word: Word) -> Iterator[Repair]:
        if not word.kind and understood_freely(word.text):
            return  # it is spelled well, and says something else
        names = self._subject.names
        own = [piece for words in names.keyword_words for piece in words]
        prefixes = [row.name.lower() for row in a.PREFIXES]
        known = sorted({*self._parser.lexer.pieces, *own, *NUMBERS, *prefixes})
        for text in get_close_matches(word.text.lower(), known, 8, 0.7):
            new = like(word.text, text)
            known_word = bool(word.kind) and weighs(word.text)
            if not _alike(word.text, new) and (known_word or NEGATES.fullmatch(new)):
                continue
            if new != word.text:
                yield Repair(word.start, word.end, new, f'did you mean "{new}"?')

    def _mark(self) -> Iterator[Repair]:
        """A list mark at the beginning of the line."""
        mark = MARK.match(self._line)
        if mark is not None and mark.end() <= self._words[-1].start:
            said = mark.group().strip()
            yield Repair(0, mark.end(), "", f'did you mean to leave out "{said}"?')

    def _colon(self) -> Iterator[Repair]:
        """A colon behind the keyword that begins the sentence."""
        text = self._line[self._words[0].start :]
        for row in a.PREFIXES:
            if re.match(rf"{re.escape(row.name)}\b(?! *[:(])", text, re.IGNORECASE):
                at = self._words[0].start + len(row.name)
                yield Repair(at, at, ":", f'did you leave out ":" behind "{row.name}"?')

    def _stop(self, before: Word, word: Word) -> Iterator[Repair]:
        """A full stop before a word with a capital letter."""
        if word.text[:1].isupper():
            told = f'did you leave out "." before "{word.text}"?'
            yield Repair(before.end, before.end, ".", told)

    def _left_out(self, word: Word) -> Repair:
        """Without the word, and without one of the spaces around it."""
        line, start, end = self._line, word.start, word.end
        if line[end : end + 1] == " " and (start == 0 or line[start - 1] == " "):
            end += 1
        told = f'did you mean to leave out "{word.text}"?'
        return Repair(start, end, "", told, fix=says_little(word.text))


def has_letters(word: str) -> bool:
    """Whether it is a word, and not a sign alone."""
    return any(letter.isalpha() for letter in word)


def says_little(word: str) -> bool:
    """Whether a word is a sign, one that only holds others together, or one that nobody knows: what
    is known in free wording says something."""
    low = word.lower()
    return low in {*SMALL_WORDS} - CARDS or not (low in CARDS or understood_freely(word))


def understood_freely(word: str) -> bool:
    """Whether free wording has a word that no phrase has."""
    from rules_check.grammar.syntax.composing import single_words

    return word.lower() in single_words()


def like(old: str, new: str) -> str:
    """The new word with the old one's capital."""
    return new[:1].upper() + new[1:] if old[:1].isupper() else new
