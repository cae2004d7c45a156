"""Why something happened: from an event to the rules behind it.

An event names one topic. The files of topics may ask for more: what its cards are, from where
to where they went, how many play. These words are worked out here from the event alone, and
only when somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.per_object import PerObject
from rules_check.oracle.box.card_kinds import Kind
from rules_check.oracle.box.cards import Box
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.zones import PER_PLAYER, PLAYER_ZONES, SHARED, SHARED_ZONES
from rules_check.rules.topics import split

MOVES: Final = frozenset(
    "draw discard destroy gain buy put return pass remove play defeat receive deal swap".split()
)
"""Kinds of events in which a card goes from one zone to another, both told in `detail`."""


def topics(g: Box, event: Event) -> tuple[str, ...]:
    """The topics of the book that are behind an event; each leads to rules."""
    known = g.book_topics
    topic = event.topic
    if not known.asks_for_words(topic):
        return known.behind(topic)
    index = g.kind_index
    kinds = tuple([index[card] for card in event.cards if card >= 0])
    key = (event.kind, topic, kinds, event.player, _words_or_zones(event))
    if key not in g.known_topics:
        g.known_topics[key] = known.behind(topic, words_of(g, event))
    return g.known_topics[key]


def rules_of(g: Box, event: Event) -> tuple[str, ...]:
    """The ids of the rules that made an event happen."""
    known = g.book_topics
    found = known.rules_of(topics(g, event))
    if g.other_topics:
        found = tuple(dict.fromkeys((*found, *_of_other_books(g, event))))
    return found or known.otherwise(event.topic)


def _of_other_books(g: Box, event: Event) -> Iterator[str]:
    """What the books that are mixed in say of their own cards, where an event is about them."""
    kinds = [g.kinds[card] for card in event.cards if card >= 0]
    for book, topics in g.other_topics:
        names = {word for kind in kinds if kind.book == book for word in _names(kind)}
        if names and topics.asks_for_words(event.topic):
            entries = topics.behind(event.topic, words_of(g, event))
            yield from topics.rules_of(entry for entry in entries if split(entry)[1] & names)


def _names(kind: Kind) -> tuple[str, ...]:
    return kind.name, f"{kind.name} {kind.level}"


def words_of(g: Box, event: Event) -> frozenset[str]:
    """What an event is about: its cards, their places, values, the players of the game."""
    words = {f"{g.players} players"}
    if g.variant is not None:
        words.add(g.variant.name)
    if len(g.playset.characters) > len(g.ruleset.characters):
        words.update(f"with {x}" for x in g.playset.characters if x not in g.ruleset.characters)
    for card in event.cards:
        if card >= 0:
            words.update(words_of_kind(g.kinds[card]))
    told = _words_or_zones(event)
    if event.kind in MOVES and len(told) == 2:
        words.update(_place(g, "from", told[0], event.player))
        words.update(_place(g, "to", told[1], event.player))
    else:
        words.update(told)
    return frozenset(words)


def _words_or_zones(event: Event) -> tuple[Any, ...]:
    """Of what an event tells: the two zones of a move, else what is said in words."""
    if event.kind in MOVES and len(event.detail) == 2:
        return event.detail
    return tuple([item for item in event.detail if type(item) is str])


@PerObject
def _attacks(kind: Kind) -> bool:
    """Whether a card attacks when it is played, and not only when it appears."""
    return any(isinstance(node, a.Attack) for node in a.walk(kind.text))


def words_of_kind(kind: Kind) -> Iterator[str]:
    """What a card is: its name, type and keywords; a Character and its Level."""
    yield kind.name
    if kind.type is not None:
        yield kind.type.value
    for keyword in kind.keywords:
        if keyword is not a.Keyword.ATTACK or _attacks(kind):
            yield keyword.value
    yield from (title.value for title in kind.titles)
    if kind.gained:
        yield "When You Gain This"
    if kind.character and kind.level:
        yield f"Level {kind.level}"
        yield f"{kind.name} {kind.level}"


def _place(g: Box, word: str, zone: int, player: int) -> Iterator[str]:
    if zone < g.shared:
        yield f"{word} {PLAYER_ZONES[zone % PER_PLAYER]}"
        if zone // PER_PLAYER != player:
            yield f"{word} another player"
    elif zone < g.shared + SHARED:
        yield f"{word} {SHARED_ZONES[zone - g.shared]}"
    else:
        yield f"{word} stack"
