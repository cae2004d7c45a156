"""What a set has: cards by type, costs, VP, keywords and what their texts do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules_check.checker import CardResult
from rules_check.finding.query import WORDS, verbs_of
from rules_check.grammar import ast as a
from rules_check.grammar.questions import keywords_of

NO_TYPE: Final = "no type"
OTHER: Final = "none"
"""Stands for a value that is not printed."""


@dataclass(frozen=True, slots=True)
class Tally:
    """A set in numbers: how many different cards, and how many with their copies.

    `curve` has the copies by cost, and in each by type; `doing` counts the cards whose texts do
    something, by what they do; `words` is the mean length of a text.
    """

    cards: int
    copies: int
    understood: int
    types: Mapping[str, tuple[int, int]]
    curve: Mapping[str, Mapping[str, int]]
    points: Mapping[str, int]
    keywords: Mapping[str, tuple[int, int]]
    doing: Mapping[str, int]
    words: float

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        pairs = {
            name: {key: {"cards": one, "copies": all_} for key, (one, all_) in found.items()}
            for name, found in (("types", self.types), ("keywords", self.keywords))
        }
        return {
            "cards": self.cards,
            "copies": self.copies,
            "understood": self.understood,
            **pairs,
            "costs": {cost: dict(by_type) for cost, by_type in self.curve.items()},
            "vp": dict(self.points),
            "does": dict(self.doing),
            "words_per_text": round(self.words, 1),
        }


def tally(cards: Sequence[CardResult]) -> Tally:
    """Count a set; a card without a number of copies is there once."""
    types = _pairs((kind_of(card), copies_of(card)) for card in cards)
    keywords = _pairs(
        (keyword.value, copies_of(card))
        for card in cards
        if card.understood
        for keyword in keywords_of(card.subject.text)
    )
    curve: dict[str, Counter[str]] = {}
    points: Counter[str] = Counter()
    for card in cards:
        line = card.card.line
        curve.setdefault(_value(line and line.cost), Counter())[kind_of(card)] += copies_of(card)
        points[_value(line and line.vp)] += copies_of(card)
    doing = Counter(word for card in cards if card.understood for word in _deeds(card))
    lengths = [sum(len(line.text.split()) for line in card.card.printed) for card in cards]
    return Tally(
        len(cards),
        sum(map(copies_of, cards)),
        sum(card.understood for card in cards),
        types,
        {cost: curve[cost] for cost in sorted(curve, key=_order)},
        {vp: points[vp] for vp in sorted(points, key=_order)},
        keywords,
        dict(sorted(doing.items(), key=lambda pair: (-pair[1], pair[0]))),
        sum(lengths) / len(lengths) if lengths else 0.0,
    )


def kind_of(card: CardResult) -> str:
    """The type of a card as it is printed."""
    line = card.card.line
    return line.type.value if line and line.type else NO_TYPE


def copies_of(card: CardResult) -> int:
    """How many of a card there are in the set."""
    line = card.card.line
    return 1 if line is None or line.copies is None else line.copies


def _pairs(found: Iterable[tuple[str, int]]) -> dict[str, tuple[int, int]]:
    cards: Counter[str] = Counter()
    copies: Counter[str] = Counter()
    for name, number in found:
        cards[name] += 1
        copies[name] += number
    order = sorted(cards, key=lambda name: (-copies[name], name))
    return {name: (cards[name], copies[name]) for name in order}


def _deeds(card: CardResult) -> set[str]:
    """What a text does, each thing once."""
    found: set[str] = set()
    for node in a.walk(card.subject.text):
        if isinstance(node, a.EffectNode):
            found.update(str(verb) for verb in verbs_of(node))
            found.update(word for word, classes in WORDS.items() if isinstance(node, classes))
    return found


def _value(value: object) -> str:
    return OTHER if value is None else str(value)


def _order(value: str) -> tuple[int, int, str]:
    """Numbers in their order, then marks, then what is not printed."""
    number = value.removesuffix("*")
    if number.lstrip("-").isdigit():
        return 0, int(number), value
    return (2 if value == OTHER else 1), 0, value
