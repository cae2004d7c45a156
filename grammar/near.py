"""Rows of words that the grammar takes and that are near to a sentence that is not understood.

Near is a row that has every word of the sentence: with a synonym as the standard word, a small word
more or less, some words in another place; a standard sentence that says the same words; or, last, a
word that nobody knows exchanged for one that can come there. What carries meaning (`weighing`)
stays as it is, in its order. Whether a row is understood is seen by whoever reads it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from rules_check.grammar.earley import sentence_parser
from rules_check.grammar.lexer import Word
from rules_check.grammar.plainwords import UNSAID
from rules_check.grammar.standard_words import (
    Phrase,
    followers,
    forms,
    joined,
    standard_phrases,
    usual_words,
)
from rules_check.grammar.weighing import (
    CLINGS,
    COUNTS,
    JOINS,
    NEGATES,
    is_heavy,
    skeleton,
    spelled_like_heavy,
)
from rules_check.grammar.wordroles import Role

MOST_TRIED: Final = 300
"""So many changes of a sentence are looked at, those near the place where it ends first."""

MOST_FOUND: Final = 12
"""Where the grammar takes more, none of them is near."""

LONGEST: Final = 40
"""Words of a sentence that is looked at."""

LONGEST_MOVED: Final = 5
"""Words that change their place together."""

AROUND: Final = 3
"""How far from the place where understanding ends small words are put in, or left out."""

SMALL: Final = ("a", "the", "of", "in", "from", "into", "on", "to", "with", "for", ",")
"""Words that are put in or left out."""

SLOTS: Final = frozenset({"NUMBER", "TYPE", "NAME", "PART", "KEYWORD"})
"""Terminals of which a standard sentence may have another word."""


LAST: Final = 9
"""The rank of a sentence with a word that is not the author's: behind all others."""


NOUNS: Final = frozenset((*Role.CARDS.split(), *Role.PLAYER.split()))
"""Terminals of which a word before may say which are meant."""


CLAUSES: Final = re.compile(
    r"if|when|whenever|while|until|unless|after|before|who|which|that|where|because", re.IGNORECASE
)
"""Words that begin a clause."""


class Piece(NamedTuple):
    """A word of a changed sentence: its terminal, how it is written, and what stood there (nothing,
    if it was put in)."""

    kind: str
    text: str
    was: str


Row = tuple[Piece, ...]


class Change(NamedTuple):
    """A sentence that the grammar takes; the less was done to it, the lower its rank. `sure`: all
    its words are those of the author, or synonyms."""

    rank: int
    sure: bool
    sentence: str


def near(words: Sequence[Word], at: int) -> list[Change]:
    """What the grammar takes that is near to a sentence, of which it understands the words up to
    one; the nearest first."""
    if not 1 < len(words) <= LONGEST:
        return []
    before = tuple(Piece(word.kind, word.text, word.text) for word in words)
    found: list[Change] = []
    for sure, ways in ((True, _with_these_words), (False, _with_another_word)):
        found += _taken(before, islice(ways(before, at), MOST_TRIED), sure=sure)
    return sorted(found) if len(found) <= MOST_FOUND else []


def _taken(before: Row, rows: Iterator[tuple[int, Row]], *, sure: bool) -> Iterator[Change]:
    """Those of some rows that the grammar takes."""
    tried: dict[tuple[str, ...], list[tuple[int, Row]]] = {}
    for rank, row in rows:
        tried.setdefault(tuple(piece.kind for piece in row), []).append((rank, row))
    for kinds in sentence_parser().recogniser().accepted(tried):
        for rank, row in tried[kinds]:
            yield Change(rank, sure, _written(before, row))


def _written(before: Row, row: Row) -> str:
    """A row as a sentence, with the capital of the old one."""
    texts = [piece.text for piece in row]
    first = before[0]
    for at, piece in enumerate(row):
        if piece is first and at and piece.kind not in SLOTS:  # it is no longer the first
            known = usual_words().get(piece.kind, Counter[str]())
            if piece.text not in known:
                texts[at] = piece.text[:1].lower() + piece.text[1:]
    said = joined(texts)
    return said[:1].upper() + said[1:] if first.text[:1].isupper() else said


# ------------------------------------------------------------- with the author's words


def _with_these_words(before: Row, at: int) -> Iterator[tuple[int, Row]]:
    """The same words: synonyms, small ones more or less, some in another place."""
    plain = tuple(_standard_word(piece) for piece in before)
    if plain != before:
        yield 0, plain
    unknown = {here for here, piece in enumerate(plain) if not piece.kind}
    if unknown:
        return
    said = skeleton(piece.text for piece in before)
    for rank, row in _small(plain, at):
        yield rank, row
    for row in _standard(plain):
        if skeleton(piece.text for piece in row) == said:
            yield 1, row
    belongs = _belongings(plain)
    for rank, row in _moved(plain, at):
        if skeleton(piece.text for piece in row) == said and _belongings(row) == belongs:
            yield rank, row


def _belongings(row: Row) -> list[tuple[str, str]]:
    """What numbers, negations and the like belong to: the noun behind them, or the very next
    word."""
    found = []
    for at, piece in enumerate(row):
        word = piece.text.lower()
        if CLINGS.fullmatch(word):
            found.append((word, row[at + 1].text.lower() if at + 1 < len(row) else ""))
        elif any(kind.fullmatch(word) for kind in (COUNTS, NEGATES)):
            nouns = (one.text.lower() for one in row[at:] if one.kind in NOUNS)
            found.append((word, next(nouns, "")))
    return found


def _negates(piece: Piece) -> bool:
    return any(NEGATES.fullmatch(word) for word in piece.text.lower().split())


def _joins(piece: Piece) -> bool:
    """Whether a word parts or joins what is said, so that nothing goes beyond it."""
    words = piece.text.lower().split()
    return piece.text == "," or any(
        kind.fullmatch(word) for kind in (JOINS, CLAUSES) for word in words
    )


def _small(before: Row, at: int) -> Iterator[tuple[int, Row]]:
    """With a small word more, or one less."""
    lexer = sentence_parser().lexer
    for here in range(min(len(before), at + 1), max(-1, at - AROUND), -1):
        for word in SMALL:
            joined_ = here > 0 and _joins(before[here - 1])
            if (here or word != ",") and not joined_:
                new = Piece(lexer.terminal(word), word, "")
                yield 1, (*before[:here], new, *before[here:])
        if here < len(before) and before[here].text.lower() in SMALL:
            yield 1, (*before[:here], *before[here + 1 :])


def _moved(before: Row, at: int) -> Iterator[tuple[int, Row]]:
    """With some words in another place; the fewer words change places the nearer."""
    size = len(before)
    spans = [
        (start, end)
        for start in range(min(at, size - 1), -1, -1)
        for end in range(start + 1, min(size, start + LONGEST_MOVED) + 1)
    ]
    ways = [
        (min(end - start, place - end), (start, end, place))
        for start, end in spans
        for place in range(end + 1, size + 1)
        if not any(_joins(piece) or _negates(piece) for piece in before[start:place])
    ]
    for rank, (start, end, place) in sorted(ways, key=lambda way: (way[0], -way[1][0], way[1])):
        moved = before[start:end]
        yield 1 + rank, (*before[:start], *before[end:place], *moved, *before[place:])


def _standard(before: Row) -> Iterator[Row]:
    """Standard sentences of the same words, with the numbers, types and names of this one."""
    words = _bag(piece.text for piece in before if piece.kind not in SLOTS)
    slots = Counter(piece.kind for piece in before if piece.kind in SLOTS)
    for bag, kinds, phrase in _standard_bags():
        if bag != words or kinds != slots:
            continue
        own = {kind: [piece for piece in before if piece.kind == kind] for kind in slots}
        yield tuple(
            own[kind].pop(0) if kind in SLOTS else Piece(kind, word, word)
            for kind, word in zip(phrase.kinds, phrase.words, strict=True)
        )


def _bag(words: Iterator[str]) -> Counter[str]:
    """The words of a sentence, but for the small ones."""
    single = (one for word in words for one in word.lower().split())
    return Counter(one.removesuffix("s") for one in single if one not in SMALL)


@lru_cache(maxsize=1)
def _standard_bags() -> list[tuple[Counter[str], Counter[str], Phrase]]:
    """Standard sentences with their words, and what fills places in them."""
    return [
        (
            _bag(
                word
                for kind, word in zip(phrase.kinds, phrase.words, strict=True)
                if kind not in SLOTS
            ),
            Counter(kind for kind in phrase.kinds if kind in SLOTS),
            phrase,
        )
        for phrase in standard_phrases()
    ]


def _standard_word(piece: Piece) -> Piece:
    """The standard word for one that only free wording has; the piece itself, if there is none."""
    if piece.kind or is_heavy(piece.text):
        return piece
    lexer = sentence_parser().lexer
    for word in _synonyms().get(piece.text.lower(), ()):
        if not is_heavy(word):
            kind = lexer.terminal(word)
            return Piece(kind, _cased(_as_usual(kind, word), piece.text), piece.text)
    return piece


def _as_usual(kind: str, word: str) -> str:
    """A word as standard sentences have it ("the Line-Up"), if they have a form of it."""
    usual = list(usual_words().get(kind, Counter[str]()))
    same = (one for one in usual if one.lower().endswith(word))
    return next(same, word)


def _cased(word: str, old: str) -> str:
    """A word with the capital of the one for which it stands."""
    return word[:1].upper() + word[1:] if old[:1].isupper() else word


@lru_cache(maxsize=1)
def _synonyms() -> dict[str, list[str]]:
    """For words that only free wording has the standard words of the same meaning, in the same
    form."""
    from rules_check.grammar.syntax.notation import lexicon

    lexer = sentence_parser().lexer
    same: dict[tuple[object, ...], list[str]] = {}
    for group, senses in lexicon().items():
        word = " ".join(group)
        if lexer.terminal(word):
            for sense in senses:
                key = sense.category, sense.meaning, sense.form, sense.features[:2]
                same.setdefault(key, []).append(word)
    found: dict[str, list[str]] = {}
    for group, senses in lexicon().items():
        word = " ".join(group)
        if not lexer.terminal(word):
            for sense in senses:
                key = sense.category, sense.meaning, sense.form, sense.features[:2]
                found.setdefault(word, []).extend(same.get(key, ()))
    return {word: list(dict.fromkeys(others)) for word, others in found.items() if others}


# ----------------------------------------------------------------- with another word


def _with_another_word(before: Row, at: int) -> Iterator[tuple[int, Row]]:
    """One word that nobody knows exchanged for one that can come there, and that stands between
    such words in standard sentences, too."""
    from rules_check.grammar.syntax.notation import lexicon

    before = tuple(_standard_word(piece) for piece in before)
    unknown = [here for here, piece in enumerate(before) if not piece.kind]
    if len(unknown) != 1 or unknown[0] > at or is_heavy(before[unknown[0]].text):
        return
    (here,) = unknown
    old = before[here]
    if before[here + 1 : here + 2] and before[here + 1].kind in NOUNS:
        return  # "each sleepy foe": it says which
    if any(map(_negates, before[max(0, here - 2) : here + 2])):
        return
    if spelled_like_heavy(old.text):
        return
    if tuple(old.text.lower().split()) in lexicon():
        return  # somebody knows it: in other sentences it is understood
    begun = sentence_parser().recogniser().begun([piece.kind for piece in before[:here]])
    if begun is None:
        return
    follow = followers()
    left = follow.get(before[here - 1].kind if here else "", frozenset())
    right = before[here + 1].kind if here + 1 < len(before) else ""
    usual = {kind for kind in left & begun.expected if right in follow.get(kind, ())}
    for kind in sorted(usual - UNSAID - SLOTS):
        for word in _of(kind, old.text):
            new = Piece(kind, _cased(word, old.text), old.text)
            yield LAST, (*before[:here], new, *before[here + 1 :])
    for first, kind, word in _groups(before, here):
        span = before[first : first + 2]
        new = Piece(kind, _cased(word, span[0].text), " ".join(piece.text for piece in span))
        yield LAST, (*before[:first], new, *before[first + 2 :])


def _of(kind: str, old: str) -> Iterator[str]:
    """The words of a terminal that may stand for another word, in its form."""
    lexer = sentence_parser().lexer
    surface = lexer.surface.get(kind, ())
    pairs = forms(surface)
    words = list(usual_words().get(kind, Counter[str]())) or sorted(surface, key=len)[:1]
    several = old.lower().endswith("s")
    found = (pairs[word.lower()][several] if word.lower() in pairs else word for word in words)
    yield from (word for word in dict.fromkeys(found) if not is_heavy(word) and _says(word))


def _says(word: str) -> bool:
    """Whether a word says something, or holds others together: "do" says only what was said."""
    from rules_check.grammar.syntax.notation import lexicon

    found = {sense.category for sense in lexicon().get(tuple(word.lower().split()), ())}
    return not found & {"AUX", "BE", "NEG"}


def _groups(before: Row, here: int) -> Iterator[tuple[int, str, str]]:
    """Groups of two words, of which one is the neighbour of the unknown one; with the place of the
    first."""
    left = before[here - 1].text.lower() if here else ""
    right = before[here + 1].text.lower() if here + 1 < len(before) else ""
    for words, kind in sentence_parser().lexer.lexicon.items():
        one, _, two = words.partition(" ")
        if not two or " " in two:
            continue
        if one == left and not is_heavy(two):
            yield here - 1, kind, words
        if two == right and not is_heavy(one):
            yield here, kind, words
