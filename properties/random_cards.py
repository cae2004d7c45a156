"""Random cards, ready to be played: a meaning, its wording, read again, put into a main deck.

The strategies of `properties.strategies` decide what a card says. They are fed with bytes from
a seeded generator, through the door that Hypothesis keeps for fuzzers: a seed gives one set
of cards, in any process. Hypothesis is needed here, and nowhere else in a campaign.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from hypothesis import HealthCheck, given, settings
from hypothesis.errors import HypothesisWarning
from hypothesis.strategies import SearchStrategy

from rules_check.grammar.ast import CardText, CardType
from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.parse import Parser
from rules_check.grammar.wording import wording
from rules_check.oracle.box.playset import (
    CardDef,
    CardSource,
    PlaySet,
    card_defs,
    load_play_set,
)
from rules_check.oracle.box.playset_file import PlaySetError
from rules_check.oracle.playable import unplayable
from rules_check.properties.strategies import NAMES, played_texts

CARDS: Final = 12
"""So many cards of a main deck get another text."""

MOST_WORDS: Final = 60
"""Longer texts are left out: reading them takes long, and no card has room for them."""

T = TypeVar("T")

TYPES: Final = tuple(kind for kind in CardType if kind is not CardType.STARTER)


class RandomSet(NamedTuple):
    """A play set with random cards in its main deck, the card file that says the same, and these
    cards, each with its block of the file."""

    play_set: PlaySet
    text: str
    made: tuple[tuple[CardDef, str], ...]


def random_texts(rng: Random, kind: SearchStrategy[CardText] = played_texts) -> Iterator[CardText]:
    """Texts without end of one kind, the same ones for the same generator."""
    return drawn(rng, kind)


def drawn(rng: Random, kind: SearchStrategy[T]) -> Iterator[T]:
    """Whatever a strategy draws, without end, the same for the same generator."""
    feed, found = _door(kind)
    while True:
        found.clear()
        with warnings.catch_warnings():
            # Hypothesis finds that a description of these strategies would be long; nobody asks.
            warnings.simplefilter("ignore", HypothesisWarning)
            feed(rng.randbytes(2048))
        yield from found


@lru_cache(maxsize=2)
def _door(kind: SearchStrategy[Any]) -> tuple[Any, list[Any]]:
    """What makes something of bytes, and the list that it is put on."""
    found: list[Any] = []

    @settings(database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(kind)
    def keep(made: Any) -> None:
        found.append(made)

    return keep.hypothesis.fuzz_one_input, found  # type: ignore[attr-defined]


@lru_cache(maxsize=1)
def _parser() -> Parser:
    """One parser for all: it keeps what it has understood, and nothing on disk."""
    return Parser()


@lru_cache(maxsize=8)
def random_set(name: str, seed: int, cards: int = CARDS) -> RandomSet:
    """The play set with other texts, types, costs and points for some cards of its main deck."""
    play_set = load_play_set(name)
    rng = Random(f"{name} {seed}")
    names = rng.sample([card.name for card, _ in play_set.main_deck], cards)
    blocks: list[str] = []
    made: dict[str, CardDef] = {}
    texts = random_texts(rng)
    for called in names:
        while called not in made:
            block = _block(called, next(texts), rng)
            card = _read(play_set, block) if block else None
            if card is not None:
                made[called] = card
                blocks.append(block)
    deck = [(made.get(card.name, card), copies) for card, copies in play_set.main_deck]
    head = _head(play_set)
    text = head + "".join(f"\n{b}" for b in blocks)
    more = (CardSource(f"random cards {seed}", text),)
    changed = replace(play_set.replace_main_deck(deck), more=more, by_hand=False)
    return RandomSet(changed, text, tuple(zip(made.values(), blocks, strict=True)))


def _head(play_set: PlaySet) -> str:
    known = {card.name for card, _ in play_set.main_deck} | set(play_set.basics)
    names = ", ".join(name for name in (*NAMES, *sorted(known)) if "," not in name)
    return f"set: Random cards\nruleset: {play_set.ruleset.name}\nnames: {names}\n"


def _block(name: str, text: CardText, rng: Random) -> str:
    """A card as it is written in a card file; empty if it says too much."""
    lines = wording(text)
    kind, cost, vp = rng.choice(TYPES), rng.randint(0, 7), rng.randint(0, 3)
    if not lines or any(len(line.split()) > MOST_WORDS for line in lines):
        return ""
    return "\n".join((name, f"{kind.value}, cost {cost}, {vp} VP", *lines)) + "\n"


def _read(play_set: PlaySet, block: str) -> CardDef | None:
    """The card as the parser understands it; None if it does not, or its file is not in order."""
    file = read_card_text(_head(play_set) + "\n" + block, "random cards")
    try:
        ((card, _),) = card_defs(file, parser=_parser())
    except PlaySetError:
        return None
    return None if unplayable(card) else card
