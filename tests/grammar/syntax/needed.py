"""Which phrases are still needed beside the grammar of `syntax`?

`python -m tests.grammar.syntax.needed` prints a line for each module of phrases: its rules as Lark
expands them, the sentences of the project's texts that have a derivation with one of them, and how
these are read once the module is switched off: `same` by other phrases, `free` by `syntax` with the
same meaning, `other`, or `lost`. `words`: so many are standard wording, which phrases have to read.
With names of modules the sentences that keep them are told, too.

A sentence is looked at by itself; what it speaks of is bound later, from the same meaning. After a
module was removed, `make freeze` tells whether any text changed.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from lark import Token, Tree

from rules_check.checks.subject import names_of
from rules_check.grammar import earley
from rules_check.grammar.ast import phrase
from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.foresee import Failure, Table
from rules_check.grammar.grammar_rules import Rules, grammar_rules
from rules_check.grammar.lexer import Word
from rules_check.grammar.parse import Parser
from rules_check.grammar.reading import Read, Unread, read_phrases
from rules_check.grammar.sentence import read_sentence
from rules_check.grammar.wording import wording
from rules_check.rules.load import load_ruleset
from tests.freeze.texts import collect
from tests.freeze.trees import HERE

Key = tuple[tuple[str, str], ...]
PHRASES: Final = "rules_check.grammar.phrases."


class Switched(earley.SentenceParser):
    """A parser some of whose rules are switched off, and which notes those that it uses."""

    off: frozenset[int] = frozenset()

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.used: set[str] = set()
        made = self._tree_of

        def noted(forest: Any) -> Tree[Token]:
            tree: Tree[Token] = made(forest)
            self.used |= {str(sub.data) for sub in tree.iter_subtrees()}
            return tree

        self._tree_of = noted

    def parse(self, words: Sequence[Word]) -> Tree[Token] | None:
        """The tree of a sentence by the rules that are left."""
        kinds = [word.kind for word in words]
        if not kinds or "" in kinds:
            return None
        off = self.off

        def kept(base: Any) -> Any:
            return Table(lambda origin: [one for one in base[origin] if id(one) not in off])

        foreseen = [kept(base) for base in self._foresight.predictions(kinds)]
        forest = self._chart.derive(earley._tokens(words), foreseen)
        return None if forest is None else self._tree_of(forest)

    def failure(self, words: Sequence[Word]) -> Failure:
        """Nobody asks here where it ended."""
        return Failure(len(words), ())

    def switch_off(self, names: Collection[str]) -> int:
        """Do without the rules with these names; so many are left out."""
        rules = [rule for rule in self._rules if rule.alias in names]
        self.off = frozenset(map(id, rules))
        return len(rules)


@dataclass
class Sentence:
    """A sentence of some text, the phrases of its trees, and how it is read."""

    words: Sequence[Word]
    used: frozenset[str]
    read: Read | Unread
    standard: bool = field(default=False)


def modules() -> dict[str, set[str]]:
    """The names of the rules that each module of phrases has a function for."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, reader in phrase.READERS.items():
        module = getattr(reader, "__module__", "")
        if module.startswith(PHRASES):
            found[module.removeprefix(PHRASES)].add(name)
    return found


def sentences(parser: Switched) -> dict[Key, Sentence]:
    """Every sentence of the project's texts, and of their standard wording."""
    found: dict[Key, Sentence] = {}
    reader = Parser()
    plain = reader.read
    standard = False

    def read(words: Sequence[Word]) -> Read | Unread:
        key = tuple((word.kind, word.value) for word in words)
        if key not in found:
            parser.used = set()
            read_phrases(words)
            found[key] = Sentence(words, frozenset(parser.used), plain(words))
        found[key].standard |= standard
        return plain(words)

    reader.read = read  # type: ignore[method-assign]
    for text in collect(HERE).values():
        file = read_card_text(text.card_file(), "text")
        for card in file.cards[:1]:
            names = names_of(file, load_ruleset(text.game))
            parsed = reader.parse([line.text for line in card.printed], names)
            if parsed.understood:
                standard = True
                reader.parse(wording(parsed.text), names)
                standard = False
    return found


def without(every: Collection[Sentence]) -> Iterator[tuple[Sentence, str]]:
    """How sentences are read by what is left."""
    for one in every:
        now, before = read_sentence(one.words), one.read
        if isinstance(before, Unread):
            continue
        if isinstance(now, Unread):
            yield one, "lost"
        elif (now.opener, now.effect, now.limit) != (before.opener, before.effect, before.limit):
            yield one, "other"
        else:
            yield one, "free" if now.free and not before.free else "same"


def main(wanted: Sequence[str]) -> None:
    """Print the table."""
    parser = Switched(grammar_rules())
    earley._MADE[:] = [parser]
    every = sentences(parser)
    for module, names in sorted(modules().items()):
        using = [one for one in every.values() if one.used & names]
        if wanted and module not in wanted:
            continue
        rules = parser.switch_off(names)
        found = list(without(using))
        said = Counter(how for _, how in found)
        words = sum(one.standard and how in ("free", "lost") for one, how in found)
        told = ", ".join(f"{how} {number}" for how, number in sorted(said.items()))
        print(f"{module:20} {rules:4} rules, {len(using):5} sentences: {told}; words {words}")
        for one, how in found if wanted else ():
            if how in ("lost", "other"):
                print(f"    {how}: {' '.join(word.value for word in one.words)}")


if __name__ == "__main__":
    main(sys.argv[1:])
