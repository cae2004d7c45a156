"""Topics: the words by which an engine's trace names the rules behind an event.

`NAME-topics.toml` lists the rules of a book by topic. A topic stands for everything below it
too: what is listed under `play.card` is also behind `play.card.after_buying`. Behind a colon
stand the words that an event has to have: `play.card: Weakness` is the playing of a Weakness,
`effect.discard: Block, from deck` asks for both. What stands under `[otherwise]` is behind
events for which all this gives no rule: what a text does, and the book says nothing more of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path

from rules_check.rules.folders import ruleset_folder
from rules_check.rules.load import load_otherwise, load_topics

NO_WORDS: frozenset[str] = frozenset()
Narrowed = tuple[tuple[frozenset[str], str], ...]


class Topics:
    """The topics of one book, by what an engine says."""

    def __init__(
        self,
        entries: Mapping[str, tuple[str, ...]],
        otherwise: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.entries = entries
        self._otherwise = otherwise or {}
        self._listed: dict[str, list[tuple[frozenset[str], str]]] = {}
        self._found: dict[str, tuple[tuple[str, ...], Narrowed]] = {}
        for entry in entries:
            topic, words = split(entry)
            self._listed.setdefault(topic, []).append((words, entry))

    def asks_for_words(self, topic: str) -> bool:
        """Whether it makes a difference which words an event of this topic has."""
        return bool(self._of(topic)[1])

    def behind(self, topic: str, words: AbstractSet[str] = NO_WORDS) -> tuple[str, ...]:
        """The entries that are behind an event with this topic and these words."""
        plain, narrowed = self._of(topic)
        return plain + tuple(entry for wanted, entry in narrowed if wanted <= words)

    def rules(self, topic: str, words: AbstractSet[str] = NO_WORDS) -> tuple[str, ...]:
        """The ids of the rules behind such an event, each once."""
        return self.rules_of(self.behind(topic, words))

    def rules_of(self, entries: Iterable[str]) -> tuple[str, ...]:
        """The ids of the rules of some entries, each once."""
        return tuple(dict.fromkeys(rule for entry in entries for rule in self.entries[entry]))

    def otherwise(self, topic: str) -> tuple[str, ...]:
        """The ids of the rules behind an event of which no entry speaks: those of the nearest
        topic at or above its own."""
        for name in _above(topic):
            if name in self._otherwise:
                return self._otherwise[name]
        return ()

    def lists(self, topic: str) -> bool:
        """Whether anything is listed for a topic or for one above it."""
        return self._of(topic) != ((), ())

    def _of(self, topic: str) -> tuple[tuple[str, ...], Narrowed]:
        """What is listed for a topic and for those above it: without words, and with some."""
        if topic not in self._found:
            listed = [entry for name in _above(topic) for entry in self._listed.get(name, ())]
            plain = tuple(entry for words, entry in listed if not words)
            self._found[topic] = plain, tuple(x for x in listed if x[0])
        return self._found[topic]


def _above(topic: str) -> Iterator[str]:
    """A topic, and those above it up to the first word."""
    parts = topic.split(".")
    return (".".join(parts[:end]) for end in range(len(parts), 0, -1))


def split(entry: str) -> tuple[str, frozenset[str]]:
    """An entry of a file as its topic and the words behind the colon."""
    topic, _, words = entry.partition(": ")
    return topic, frozenset(words.split(", ")) if words else NO_WORDS


def topics_of(name: str) -> Topics:
    """The topics of a book."""
    return _topics_of(name, ruleset_folder(name))


@cache
def _topics_of(name: str, folder: Path) -> Topics:  # noqa: ARG001 (a name is of one folder)
    return Topics(load_topics(name), load_otherwise(name))
