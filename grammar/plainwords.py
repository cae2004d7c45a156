"""What to say where a text is not understood: words that could have come, and a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from rules_check.grammar.ast import SAMPLES

GROUPS: Mapping[str, tuple[str, ...]] = {
    "an amount of Power such as +2 Power": ("PLUS",),
    "a verb such as draw, discard, destroy or gain": (
        "MOVE", "PLAY", "REVEAL", "LOOK_AT", "CHOOSE", "PASS", "PAY", "SHUFFLE",
    ),
    "a player such as you, each foe or that player": (
        "YOU", "HE", "TEAMMATE", "FOE", "PLAYER", "ATTACKER",
    ),
    "a number": ("NUMBER",),
    "a card type such as Hero or Villain": ("TYPE",),
    "a card name": ("NAME", "PART"),
    "a keyword such as Attack or Block": ("KEYWORD",),
    "card or cards": ("CARD",),
    "how many, such as a, two, all or up to": (
        "A", "ALL", "EACH", "UP_TO", "ANY_NUMBER_OF", "ANY", "ANOTHER",
    ),
    "it, them or this card": ("IT", "THEM", "THIS_CARD"),
    "a place such as your hand or the Line-Up": (
        "YOUR", "THEIR", "HAND", "DECK", "DISCARD_PILE", "LINE_UP", "MAIN_DECK",
    ),
    "a time such as this turn": (
        "THIS_TURN", "DURING_YOUR_TURN", "EACH_OF_YOUR_TURNS", "EACH_TURN", "FOES_TURN",
        "OTHER_TURN", "ANY_TURN", "IN_CONFRONTATION", "REST_OF_GAME", "AT_ANY_TIME",
    ),
    "for each": ("FOR_EACH",),
    "again": ("AGAIN",),
    "may": ("MAY",),
    "if": ("IF",),
    "a cost such as cost 4 or less": ("COST",),
    "a place to put it such as into your hand": ("INTO", "ONTO", "BACK", "FACE_DOWN", "INTO_PLAY"),
}  # fmt: skip
"""Plain words for terminals that stand for several; a terminal of one word is that word."""

UNSAID = {"COMMA", "SEMICOLON", "LSQB", "RSQB", "COLON", "QUOTE", "UNKNOWN_NAME"}
"""Terminals that are not worth a word."""


def describe(expected: Iterable[str], words: Mapping[str, tuple[str, ...]]) -> list[str]:
    """What could have come, in plain words, the usual things first."""
    left = set(expected)
    said = [text for text, kinds in GROUPS.items() if not left.isdisjoint(kinds)]
    others = sorted(left.difference(UNSAID, *GROUPS.values()))
    return said + [min(words[kind], key=len) for kind in others if words.get(kind)]


VERB: Final = "a verb"
_SORTS: Final = {"V": VERB, "P": "a small word such as of, from or with", "SUB": "a condition"}
"""What categories of the lexicon of `syntax` are called."""


@lru_cache(maxsize=512)
def group_of(terminal: str, word: str) -> str:
    """What a word is to a writer of rules: a verb, a number, a place; by the groups above, or else
    by its category in free wording."""
    for text, kinds in GROUPS.items():
        if terminal in kinds:
            return text.partition(" such as ")[0].rstrip(",") if kinds[0] != "IF" else "a condition"
    if terminal in UNSAID:
        return "a sign"
    from rules_check.grammar.syntax.features import has
    from rules_check.grammar.syntax.notation import lexicon as senses

    found = {
        sense.category
        for sense in senses().get(tuple(word.lower().split()), ())
        if sense.category != "V" or has("V", sense.features, "f", "bse")
    }
    return next((said for sort, said in _SORTS.items() if sort in found), "another word")


@lru_cache(maxsize=1)
def phrases() -> tuple[str, ...]:
    """Sentences that are understood: of `phrasebook.txt`, and samples of node classes."""
    text = Path(__file__).with_name("phrasebook.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return (*lines, *SAMPLES)


LITERAL: Final = re._constants.LITERAL
"""What a pattern has for a letter that stands for itself."""


class SharedWord(ValueError):
    """A word of the grammar belongs to two terminals."""


def lexicon(literals: Mapping[str, str], patterns: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Every word or group of words that the grammar knows, to its one terminal."""
    table = dict(literals)
    for kind, pattern in patterns:
        for words in _matched(pattern):
            if table.setdefault(words, kind) != kind:
                raise SharedWord(f"{words!r} is both {table[words]} and {kind}")
    return table


@cache
def _matched(pattern: str) -> tuple[str, ...]:
    """Every text that a pattern matches: spelt out once, although two lexicons ask for it."""
    return tuple(sorted(set(_spelt_out(re._parser.parse(pattern)))))


def _spelt_out(parsed: Any) -> list[str]:
    """Every text that a pattern without repetition matches."""
    texts = [""]
    for operation, argument in parsed:
        if operation is LITERAL:
            letter = chr(argument)
            texts = [text + letter for text in texts]
        else:
            more = _one(str(operation), argument)
            texts = [before + after for before in texts for after in more]
    return texts


def _one(operation: str, argument: Any) -> list[str]:
    match operation:
        case "BRANCH":
            return [text for option in argument[1] for text in _spelt_out(option)]
        case "SUBPATTERN":
            return _spelt_out(argument[3])
        case "MAX_REPEAT":  # it may be there or not
            return ["", *_spelt_out(argument[2])]
        case "IN":
            return [chr(value) for kind, value in argument if str(kind) == "LITERAL"]
        case _:
            return [""]
