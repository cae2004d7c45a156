"""What can come next at any place of a text, from the grammar itself, with sentences that show it.

The grammar takes more than is understood: "Draw card" is built like "Draw Heroes", but does not
say how many. So what can come is tried: each word is followed by what standard sentences say behind
it, or by the shortest end that the grammar has, and read with the text before it. A word for which
a sentence is found is shown by it; one for which none is found perhaps fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from rules_check.grammar import ast as a
from rules_check.grammar.cache import Cache
from rules_check.grammar.completing import Ending
from rules_check.grammar.earley import sentence_parser
from rules_check.grammar.foresee import Begun
from rules_check.grammar.lexer import NUMBER_WORDS, Vocabulary, Word
from rules_check.grammar.parse import Parsed, Parser
from rules_check.grammar.plainwords import UNSAID, group_of
from rules_check.grammar.reading import Read, Unread, read_phrases
from rules_check.grammar.standard_words import (
    Phrase,
    completer,
    continuations,
    cost,
    followers,
    forms,
    joined,
    usual_words,
)
from rules_check.grammar.wording import wording

LONGEST_GROUP: Final = 6
"""The words at the end of a text that may be the beginning of a group of words."""

MOST_WORDS: Final = 12
"""How many words of one terminal are offered; of names all."""

MOST_READ: Final = 80
LEAST_READ: Final = 15
LONG: Final = 10
"""How many sentences are read to see which words lead to one. Of a text that is as long as this in
words fewer, for they take longer."""

TRIES: Final = 3
"""How many sentences are tried for one terminal."""

SMALL: Final = (UNSAID - {"UNKNOWN_NAME"}) | {"A", "THE"}
"""Terminals that a standard wording may leave out."""


@dataclass(frozen=True, slots=True)
class Example:
    """A text that goes on with a word and is understood, and what it says in standard words."""

    text: str
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Words of one kind that can come next.

    `words`: standard sentences have them behind the word before, and a whole sentence was found
    for each. `rare`: one was found, but no standard sentence has them there. `perhaps`: the grammar
    takes them, but no sentence was found.
    """

    name: str
    words: tuple[str, ...]
    rare: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Next:
    """What can come at the end of a text, or where no sentence can go on any more.

    `begins`: the text is the beginning of one that is understood. If not, `at` is the place (an
    offset in the last line) where understanding ended, and the groups are what could stand there.
    `ends`: the text is understood as it is. `letters`: of a word that is not finished yet.
    """

    begins: bool
    ends: bool
    at: int
    groups: tuple[Group, ...]
    letters: str = ""


class _Offer(NamedTuple):
    """A terminal that can come behind some words of the text, and the words that it has; of each
    of them, `tail` is there already. `usual`: a standard sentence has it there."""

    terminal: str
    words: tuple[str, ...]
    tail: str
    usual: bool

    def missing(self, words: Iterable[str], letters: str) -> Iterator[str]:
        """What is still to be written of some of its words; the last word anew, if it is not
        finished."""
        there = len(self.tail) - len(letters)
        return (word[there:].lstrip() if self.tail else word for word in words)


class _Tried(NamedTuple):
    """A sentence with what is offered: the example, how many words its standard wording has lost,
    whether all that were added are there, and the words that fit."""

    offer: _Offer
    example: Example
    lost: int
    whole: bool
    words: tuple[str, ...]


class _Listening(Parser):
    """Notes which sentences of a text are asked for; and later reads what is new by the phrases
    alone, which takes a fraction of the time."""

    def __init__(self, cache: Cache | None) -> None:
        super().__init__(cache)
        self._store = cache
        self._tried: dict[tuple[tuple[str, str], ...], Read | Unread] = {}
        self.asked: list[tuple[Word, ...]] = []
        self.trying = False

    def read(self, words: Sequence[Word]) -> Read | Unread:
        """Understand one sentence, and note that it was asked for."""
        key = tuple((word.kind, word.value) for word in words)
        if not self.trying or key in self._memo:
            self.asked.append(tuple(words))
            return super().read(words)
        if key not in self._tried:
            self._tried[key] = read_phrases(words, self._store)
        return self._tried[key]


class NextWords:
    """Says what can come next, with the names that the texts of a set may speak of."""

    def __init__(self, names: Vocabulary, cache: Cache | None = None) -> None:
        self._names = names
        self._parser = _Listening(cache)
        self._known = sentence_parser(cache).recogniser()
        self._lexer = self._parser.lexer
        self._heads: dict[tuple[str, ...], Begun | None] = {}
        self._ended: dict[int, dict[str, list[Ending]]] = {}
        """By the id of a value of `_heads`."""

    def after(self, lines: Sequence[str]) -> Next:
        """What can come at the end of the printed lines of a card."""
        *before, last = lines or [""]
        row, parsed = self._last_sentence([*before, last])
        begun = self._begun(row)
        unfinished = bool(row) and row[-1].is_unknown_name and not last.endswith(" ")
        offers = list(self._offers(row, None if unfinished else begun, last))
        if unfinished and offers:
            begun = None  # "Pu" may become Punch
        elif not offers:
            return self._stopped(before, last, row)
        ends = bool(parsed.spoken) and not parsed.troubles
        letters = "" if begun or last.endswith(" ") else offers[0].tail.rpartition(" ")[2]
        groups = self._groups(offers, [*before, last], row, letters)
        return Next(True, ends, len(last) - len(letters), groups, letters)

    def _last_sentence(self, lines: Sequence[str]) -> tuple[tuple[Word, ...], Parsed]:
        """The words of the sentence that is not ended yet, and what is understood of all."""
        self._parser.asked.clear()
        self._parser.trying = False
        parsed = self._parser.parse(lines, self._names)
        end = len(lines[-1].rstrip())
        open_ = {row for row in self._parser.asked if row and row[-1].end == end}
        rows = sorted(open_, key=len, reverse=True)
        return next((row for row in rows if self._begun(row)), rows[-1] if rows else ()), parsed

    def _begun(self, row: Sequence[Word]) -> Begun | None:
        """What is under way behind some words, if they begin a sentence."""
        kinds = tuple(word.kind for word in row)
        if kinds not in self._heads:
            self._heads[kinds] = self._known.begun(kinds)
        return self._heads[kinds]

    def _stopped(self, before: list[str], last: str, row: tuple[Word, ...]) -> Next:
        """Where a sentence cannot go on, and what could stand there."""
        at = sentence_parser().failure(row).at
        place = row[at].start if at < len(row) else len(last)
        head = last[:place].rstrip() + " "
        offers = list(self._offers(row[:at], self._begun(row[:at]), head))
        return Next(False, False, place, self._groups(offers, [*before, head], row[:at]))

    # ------------------------------------------------------------------ what is offered

    def _offers(self, row: tuple[Word, ...], begun: Begun | None, last: str) -> Iterator[_Offer]:
        """The terminals that can come, also those of which some words are there already."""
        if begun is not None:
            follow = followers().get(row[-1].kind if row else "", frozenset())
            for terminal in sorted(begun.expected):
                words = self._words(terminal)
                if words:
                    yield _Offer(terminal, words, "", terminal in follow)
        finished = last.endswith(" ") or begun is not None
        for size in range(1, min(LONGEST_GROUP, len(row)) + 1):
            tail = " ".join(" ".join(word.text.lower().split()) for word in row[-size:])
            start = f"{tail} " if finished else tail
            named = (name.lower() for name in self._names.names)
            if not any(words.startswith(start) for words in (*self._lexer.lexicon, *named)):
                continue
            head = self._begun(row[:-size])
            for terminal in sorted(head.expected if head is not None else ()):
                own = self._words(terminal, everything=True)
                words = tuple(word for word in own if word.lower().startswith(start))
                if words:
                    yield _Offer(terminal, words[:MOST_WORDS], tail, usual=True)

    def _words(self, terminal: str, *, everything: bool = False) -> tuple[str, ...]:
        """The words of a terminal, the usual ones first."""
        if terminal in UNSAID or terminal == "PART":
            return (",",) if terminal == "COMMA" else ()
        if terminal == "NAME":
            return tuple(sorted(self._names.names))
        if terminal == "NUMBER":
            return tuple(NUMBER_WORDS)[1:11]
        usual = [word for word, _ in usual_words().get(terminal, Counter[str]()).most_common()]
        if terminal == "KEYWORD":
            usual += [keyword.name for keyword in self._names.keywords]
        if terminal == "TYPE":
            usual = [kind.value for kind in a.CardType] + usual
        surface = self._lexer.surface.get(terminal, ())
        others = sorted(set(surface).difference(map(str.lower, usual)), key=_short_first)
        if everything:
            return (*usual, *others)
        return _once(usual)[:MOST_WORDS] or tuple(others[:1])

    # ------------------------------------------------------------- sentences that show it

    def _groups(
        self, offers: Sequence[_Offer], lines: list[str], row: tuple[Word, ...], letters: str = ""
    ) -> tuple[Group, ...]:
        """Words by their kind, each tried; those that standard sentences have there come first."""
        left = max(LEAST_READ, MOST_READ * LONG // max(LONG, len(row) ** 2 // LONG))
        found: list[_Tried] = []
        perhaps: dict[str, list[_Offer]] = {}
        for offer in _in_turn(offers):
            tried = None
            for text in islice(self._texts(offer, lines, row), min(TRIES, left)):
                left -= 1
                tried = self._tried(offer, lines, text)
                if tried is not None:
                    found.append(tried)
                    break
            if tried is None:
                perhaps.setdefault(_name(offer), []).append(offer)
        least = min((one.lost for one in found), default=0)
        shown: dict[str, list[_Tried]] = {}
        for one in found:
            if one.lost == least or (one.offer.usual and one.whole):
                shown.setdefault(_name(one.offer), []).append(one)
            else:  # it is read, but not all of its words are: so is much that says nothing
                perhaps.setdefault(_name(one.offer), []).append(one.offer)
        groups = [
            _group(name, shown.get(name, []), perhaps.get(name, []), letters)
            for name in dict.fromkeys((*shown, *perhaps))
        ]
        return tuple(sorted(groups, key=lambda one: (not one.words, not one.examples)))

    def _texts(self, offer: _Offer, lines: Sequence[str], row: tuple[Word, ...]) -> Iterator[str]:
        """The last line with what is offered and an end, the most likely ones first."""
        last, head = lines[-1].rstrip(), row
        if offer.tail:
            size = 1
            while " ".join(" ".join(w.text.lower().split()) for w in row[-size:]) != offer.tail:
                size += 1
            head, last = row[:-size], last[: row[-size].start].rstrip()
        begun = self._begun(head)
        assert begun is not None
        before = Phrase(tuple(w.kind for w in head), tuple(w.text for w in head))
        for words in _once(self._ends(offer, begun, before)):
            glue = "" if words.startswith((",", "'s")) or not last else " "
            first = words[:1] if head else words[:1].upper()
            yield f"{last}{glue}{first}{words[1:]}."

    def _ends(self, offer: _Offer, begun: Begun, before: Phrase) -> Iterator[str]:
        """What can be said from a terminal on: as standard sentences go on, as shortly as possible
        and to their end; then what is shortest."""
        first = offer.words[0]
        for phrase in continuations(offer.terminal, before)[:TRIES]:
            sizes = list(self._known.wholes(begun, phrase.kinds))
            word = first if offer.tail else phrase.words[0]
            for size in sorted({*sizes[:1], *sizes[-1:]}):
                yield joined((word, *phrase.words[1:size]))
        if id(begun) not in self._ended:
            self._ended[id(begun)] = completer().endings(begun)
        for _, kinds in self._ended[id(begun)][offer.terminal]:
            yield joined((first, *map(self._said, kinds[1:])))

    def _said(self, terminal: str) -> str:
        words = self._words(terminal)
        return words[0] if words else terminal.lower()

    def _tried(self, offer: _Offer, lines: Sequence[str], text: str) -> _Tried | None:
        """A text, if it is understood as a whole: shown in standard words, if these begin as it
        does and go on with what is offered."""
        every = [*lines[:-1], text]
        self._parser.trying = True
        parsed = self._parser.parse(every, self._names)
        if parsed.troubles or not parsed.spoken:
            return None
        says = tuple(wording(parsed.text))
        told = self._kinds(says)
        lost = (self._kinds(every) - told).total()
        whole = self._kinds([text[len(lines[-1].rstrip()) :]]) <= told
        standard, typed = " / ".join(says), " / ".join(lines).rstrip().lower()
        same = standard.lower().startswith(typed) and "[" not in standard
        behind = standard[len(typed.removesuffix(offer.tail)) :].lstrip()
        surface = {*self._lexer.surface.get(offer.terminal, ()), *map(str.lower, offer.words)}
        starts = [word for word in surface if _begins_with(behind, word)] if same else []
        example = Example(standard if starts else " / ".join(every), says)
        words = offer.words
        if starts:
            fitting = _in_form(words, max(starts, key=len), forms(surface))
            words = tuple(w for w in fitting if w.lower().startswith(offer.tail)) or words
        return _Tried(offer, example, lost, whole, words)

    def _kinds(self, lines: Iterable[str]) -> Counter[str]:
        """The terminals of a text, but for those that a standard wording may leave out."""
        split = (word for line in lines for word in self._lexer.split(line, self._names))
        return Counter(word.kind for word in split if word.kind not in SMALL)


def _in_turn(offers: Sequence[_Offer]) -> list[_Offer]:
    """Usual terminals first, and one of each kind before the second of any."""
    usual = sorted(offers, key=lambda one: (not one.usual, cost(one.terminal), one.terminal))
    rank: Counter[str] = Counter()
    turns: list[tuple[bool, int, int, _Offer]] = []
    for at, offer in enumerate(usual):
        rank[_name(offer)] += 1
        turns.append((not offer.usual, rank[_name(offer)], at, offer))
    return [offer for *_, offer in sorted(turns)]


def _name(offer: _Offer) -> str:
    return group_of(offer.terminal, offer.words[0])


def _group(name: str, shown: Sequence[_Tried], perhaps: Sequence[_Offer], letters: str) -> Group:
    """Words of one kind, by how sure it is that they fit."""

    def of(tried: Iterable[_Tried]) -> tuple[str, ...]:
        return _once(word for one in tried for word in one.offer.missing(one.words, letters))

    words = of(one for one in shown if one.offer.usual)
    rare = tuple(word for word in of(shown) if word not in words)
    others = _once(word for offer in perhaps for word in offer.missing(offer.words, letters))
    best = [one for one in shown if one.offer.usual] or shown
    return Group(
        name,
        words,
        rare,
        tuple(word for word in others if word not in (*words, *rare)),
        tuple(islice(dict.fromkeys(one.example for one in best), 2)),
    )


def _in_form(words: Iterable[str], like: str, pairs: dict[str, tuple[str, str]]) -> tuple[str, ...]:
    """The words in the form of one of them: "card" behind "a", "discards" behind "each foe"."""
    if like not in pairs:
        return _once(words)
    which = pairs[like].index(like)
    known = {word.lower(): word for word in words}
    found = []
    for low, word in known.items():
        form = pairs.get(low, (low, low))[which]
        found.append(known.get(form, form if word.islower() else form.title()))
    return _once(found)


def _begins_with(text: str, word: str) -> bool:
    """Whether a text begins with a word."""
    low = text.lower()
    return low.startswith(word) and not low[len(word) : len(word) + 1].isalpha()


def _short_first(word: str) -> tuple[int, str]:
    return len(word), word


def _once(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
