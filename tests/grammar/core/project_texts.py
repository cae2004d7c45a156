"""Every text of the project, as it is read: for tests that go through all of them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from rules_check.checks.subject import names_of
from rules_check.grammar import ast as a
from rules_check.grammar.cardfile import read_card_file
from rules_check.grammar.parse import parse_lines
from rules_check.grammar.questions import Nature, ask, keywords_of, nature_of
from rules_check.rules.load import load_ruleset
from tests.effort import LONG
from tests.meaning.test_meaning import CONTRASTS, LINE_END, NAMES, PARAPHRASES

ROOT = Path(__file__).parents[3]
FILES = (*sorted(ROOT.glob("cards/*.txt")), *sorted(ROOT.glob("tests/wordings/good/*.txt")))
PHRASEBOOK = ROOT / "grammar" / "phrasebook.txt"
ONE_IN = 1 if LONG else 12
"""Of sentences, which `make test` reads one in so many; of cards, half as few are left out."""


class ProjectText(NamedTuple):
    """A text: where it stands, its words, what it means (with its questions), and whether it is of
    a Character."""

    where: str
    words: str
    text: a.CardText
    character: bool = False


def _taken(words: str, one_in: int) -> bool:
    return crc32(words.encode()) % one_in == 0


@cache
def project_texts() -> tuple[ProjectText, ...]:
    """The texts that are looked at; those that are not understood are none."""
    return (*_cards(), *_sentences())


def _cards() -> Iterator[ProjectText]:
    for path in FILES:
        file = read_card_file(path)
        names = names_of(file, load_ruleset(file.ruleset) if file.ruleset else None)
        for card in file.cards:
            lines = [line.text for line in card.printed]
            words = LINE_END.join(lines)
            if not _taken(words, max(1, ONE_IN // 6)):
                continue
            parsed = parse_lines(lines, names)
            if parsed.understood:
                nature = nature_of(card, parsed.text)
                text = ask(parsed.text, nature)
                yield ProjectText(path.stem, words, text, nature.character)


def _sentences() -> Iterator[ProjectText]:
    kept = PHRASEBOOK.read_text(encoding="utf-8").splitlines()
    lines = [line for line in kept if line.strip() and not line.startswith("#")]
    groups = (*PARAPHRASES, *CONTRASTS)
    for words in dict.fromkeys(
        (*lines, *(one for group in groups for one in group), *_scenarios())
    ):
        if not _taken(words, ONE_IN):
            continue
        parsed = parse_lines(words.split(LINE_END), NAMES)
        if parsed.understood:
            nature = Nature(keywords=keywords_of(parsed.text))
            yield ProjectText("sentences", words, ask(parsed.text, nature))


def _scenarios() -> Iterator[str]:
    """The texts of cards that scenarios make up for themselves."""
    for path in sorted(ROOT.glob("tests/scenarios/*.toml")):
        for cards in _cards_in(tomllib.loads(path.read_text(encoding="utf-8"))):
            for block in cards.strip().split("\n\n"):
                lines = block.strip().splitlines()[2:]
                if lines:
                    yield LINE_END.join(line.strip() for line in lines)


def _cards_in(told: object) -> Iterator[str]:
    """The cards that stand in a file of scenarios."""
    if isinstance(told, dict):
        for key, value in told.items():
            if key == "cards" and isinstance(value, str):
                yield value
            else:
                yield from _cards_in(value)
    elif isinstance(told, list):
        for one in told:
            yield from _cards_in(one)
