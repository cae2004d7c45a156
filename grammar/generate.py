"""The grammar that follows from the phrases: rules for Lark, and how their trees are read.

`python -m rules_check.grammar.generate` prints it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from rules_check.grammar import phrases
from rules_check.grammar.ast import SAYS, phrase, verbs, with_s
from rules_check.grammar.ast.phrase import Expansion, Item, Slot, Word
from rules_check.grammar.lexer import NUMBER_WORDS
from rules_check.grammar.phrases.words import VERB_KINDS
from rules_check.grammar.plainwords import lexicon

MOST_WORDS_IN_A_GROUP = 7
_TERMINAL = re.compile(r'^([A-Z_]+): (?:"([^"]+)"|/(.+)/)$', re.M)


@lru_cache(maxsize=1)
def generated() -> str:
    """The whole grammar for Lark, from the words, the phrases, and what holds them together.

    The trees of its templates can be read from then on.
    """
    phrases.load()
    folder = Path(__file__).parent
    words = (folder / "words.lark").read_text(encoding="utf-8")
    made = _Grammar(words)
    rules = [made.rule(symbol) for symbol in made.symbols()]
    sentences = (folder / "sentences.lark").read_text(encoding="utf-8")
    return "\n".join([words, *made.terminals(), "", sentences, *rules])


class _Grammar:
    """Turns templates into rules."""

    def __init__(self, words: str) -> None:
        self._words = {
            name: "|".join(map(re.escape, forms)) for name, forms in verbs.terminals().items()
        }
        patterns = [*self._words.items()]
        literals: dict[str, str] = {}
        for name, literal, pattern in _TERMINAL.findall(words):
            if literal:
                literals[literal] = name
            else:
                patterns.append((name, pattern))
        self._lexicon = lexicon(literals, patterns)

    def symbols(self) -> list[str]:
        """The symbols that have phrases, in an order that no import changes."""
        regular = {way.symbol for owner in SAYS for way in phrase.phrases(owner)}
        return sorted((regular | phrase.RULES.keys()) - {""})

    def rule(self, symbol: str) -> str:
        """All alternatives of a symbol."""
        rows = list(phrase.RULES.get(symbol, ()))
        for owner in SAYS:
            ways = [way for way in phrase.phrases(owner) if way.symbol == symbol]
            name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", owner.__name__).lower()
            every = [(way, items) for way in ways for items in way.expansions()]
            for number, (way, items) in enumerate(every, 1):
                text, kept = self._row(items)
                alias = f"{name}_{symbol}_{number}"
                phrase.READERS[alias] = Expansion(way, kept).read
                rows.append(f"{text} -> {alias}")
        return f"{'?' if symbol in phrase.INLINED else ''}{symbol}: " + "\n    | ".join(rows)

    def _row(self, items: tuple[Item, ...]) -> tuple[str, tuple[Item, ...]]:
        """A row of words and slots in Lark's notation, and those that a tree keeps."""
        said: list[str] = []
        kept: list[Item] = []
        at = 0
        while at < len(items):
            item = items[at]
            if isinstance(item, Slot):
                said.append(phrase.SLOTS[item.kind].symbol)
                kept.append(item)
                at += 1
                continue
            symbol, size = self._symbol(items, at)
            said.append(symbol)
            if symbol == "NUMBER":
                kept.append(Word(str(NUMBER_WORDS[item.text]), exact=True))
            elif '"' not in symbol:
                kept.append(item if size == 1 else Word(item.text))
            at += size
        return " ".join(said), tuple(kept)

    def _symbol(self, items: tuple[Item, ...], at: int) -> tuple[str, int]:
        """The terminal of the longest group of words that begins here, and how many they are."""
        run: list[Word] = []
        for item in items[at : at + MOST_WORDS_IN_A_GROUP]:
            if isinstance(item, Slot):
                break
            run.append(item)
        for size in range(len(run), 0, -1):
            found = {self._lexicon.get(text) for text in _forms(run[:size])}
            kinds = sorted(kind for kind in found if kind is not None)
            if kinds:
                if run[0].verbs:
                    VERB_KINDS.add(self._lexicon[_forms(run[:size])[0]])
                return kinds[0] if len(kinds) == 1 else f"({' | '.join(kinds)})", size
        word = run[0]
        if word.text in NUMBER_WORDS:
            return "NUMBER", 1
        if not word.verbs:
            return f'"{word.text.lower()}"', 1
        if word.text in verbs.IRREGULAR:  # its forms are words of their own
            return f'("{word.text}" | "{with_s(word.text)}")', 1
        name = word.text.upper()
        self._words[name] = "|".join(_forms([word]))
        self._lexicon.update(dict.fromkeys(_forms([word]), name))
        VERB_KINDS.add(name)
        return name, 1

    def terminals(self) -> list[str]:
        """The terminals of verbs, and of verbs that only a template knows."""
        return [f"{name}: /{pattern}/" for name, pattern in self._words.items()]


def _forms(words: list[Word]) -> list[str]:
    """A group of words in every form of its verb."""
    texts = [""]
    for word in words:
        alike = word.verbs if len(words) == 1 else word.verbs[:1]
        forms = [form for verb in alike for form in (verb, with_s(verb))] or [word.text.lower()]
        texts = [f"{before} {form}".strip() for before in texts for form in forms]
    return texts


if __name__ == "__main__":
    print(generated())  # noqa: T201
