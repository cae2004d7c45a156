"""What the phrases read, the grammar of `syntax` alone reads as the same, or not at all.

Where it says something else, the same construction in words of its own is probably read wrongly.
Those sentences stand in differs.txt, with what `syntax` makes of them. The list only shrinks.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from rules_check.grammar.attach import Opener
from rules_check.grammar.earley import sentence_parser
from rules_check.grammar.lexer import Word
from rules_check.grammar.parse import vocabulary
from rules_check.grammar.phrases.chains import opening
from rules_check.grammar.plainwords import phrases
from rules_check.grammar.reading import Unread, read_phrases
from rules_check.grammar.syntax.reading import is_among, meanings
from rules_check.grammar.wording import text
from tests.effort import tries
from tests.grammar.syntax.lists import FOLDER, pairs_of
from tests.together import all_of

MEANING = FOLDER.parents[1] / "meaning"
NAMES = vocabulary(
    ["Punch", "Weakness", "Vulnerability", "Kick", "Word of Power", "Enhanced Strength"]
)
FAILS = "it fails"


def single_sentences(lines: Iterable[str]) -> list[str]:
    """The lines that are one sentence and no more."""
    kept = (line.strip() for line in lines if not line.startswith("#"))
    return [line for line in kept if line.count(".") == 1 and line[-1] == "." and ":" not in line]


def lines_in(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def project_sentences() -> list[str]:
    """Sentences of the phrasebook and of the lists of meanings, each once."""
    lists = [lines_in(MEANING / name) for name in ("paraphrases.txt", "contrasts.txt")]
    return list(dict.fromkeys(single_sentences([*phrases(), *lists[0], *lists[1]])))


EVERY = project_sentences()
DIFFERS = dict(pairs_of("differs.txt"))


def words_of(sentence: str) -> list[Word]:
    return sentence_parser().lexer.split(sentence.removesuffix("."), NAMES)


@cache
def other_meaning(sentence: str) -> str | None:
    """What `syntax` alone makes of a sentence, if the phrases say nothing of the kind."""
    words = words_of(sentence)
    read = read_phrases(words)
    if isinstance(read, Unread) or read.effect is None:
        return None
    try:
        opener, found = meanings(words)
    except (AttributeError, ValueError):
        return FAILS
    so = opener is read.opener
    if not found or (so and any(is_among(one, read.effect) for one in found)):
        return None
    return " / ".join(told(opener, one) for one in found)


def told(opener: Opener, effect: object) -> str:
    try:
        return text(effect, opening(opener))  # type: ignore[arg-type]
    except Exception:  # noqa: BLE001 (it is held to its wording later)
        return "what has no wording"


@all_of("sentence", EVERY[:: tries(8, 1)])
def test_what_the_phrases_read_is_read_as_the_same_or_not_at_all(sentence):
    other = other_meaning(sentence)
    if other is not None and sentence not in DIFFERS:
        pytest.fail(f"read as: {other}")


@all_of("sentence", sorted(DIFFERS))
def test_what_differs_still_differs_and_is_told_as_it_is(sentence):
    assert sentence in EVERY, "it stands in no list of the project any more"
    other = other_meaning(sentence)
    assert other is not None, "it agrees now: take it out of differs.txt"
    assert other == DIFFERS[sentence]


def test_the_sample_is_not_empty_and_most_of_it_is_read_by_both():
    sample = EVERY[::40]
    assert len(EVERY) > 1500
    assert sum(bool(meanings(words_of(sentence))[1]) for sentence in sample) > len(sample) / 3


def test_another_meaning_would_be_told():
    (sentence, other), *_ = DIFFERS.items()
    assert other_meaning(sentence) == other
    assert other_meaning("Draw a card.") is None
    assert other_meaning("Blorp a card.") is None
