"""Lark's Earley is the judge of the chart: for short sentences both find the same trees.

Lark is given the rules without features, by categories alone; of its forest those trees are kept
whose features fit, from the words up.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import product
from typing import Any

from lark import Lark
from lark.exceptions import UnexpectedInput
from lark.parsers.earley_forest import SymbolNode, TokenNode

from rules_check.grammar.earley import sentence_parser
from rules_check.grammar.syntax.chart import Grammar, Phrase, Rule, fitting
from rules_check.grammar.syntax.composing import leaves, tokens_of
from rules_check.grammar.syntax.features import ALL, CATEGORIES, Bits
from rules_check.grammar.syntax.notation import FOLDER, read_rules
from tests.effort import LONG
from tests.grammar.syntax.lists import NAMES
from tests.together import all_of

SENTENCES = [
    "Ditch a card",
    "Draw two cards",
    "Each foe discards a card",
    "Trash a card in your hand",
    "A card is discarded by each foe",
    "Destroy a card that you control",
    "Each foe who controls a Hero discards a card",
    "Draw a card if you control a Hero",
    "If you do not control a Hero, discard it",
    "Draw a card, then discard a card",
    "Either you or your teammate draws a card",
    "You may discard a Hero, drawing two",
    "+2 Power as long as it costs 3",
    "Put a card back on top of your deck",
    "Each foe has to discard two or more cards",
    "Heroes cost you 1 less this turn",
    "Neither foe nor hand of the card",
    "Card a draw the",
]
JUDGED = SENTENCES if LONG else SENTENCES[1::3]
NO_SENTENCE = {"Neither foe nor hand of the card", "Card a draw the"}

Derivation = tuple[Any, ...]
"""A tree: the number of the rule (or -1), category, features, and the trees of the parts."""
Parts = tuple[tuple[Bits, Derivation], ...]


@cache
def rules() -> tuple[Rule, ...]:
    return tuple(read_rules((FOLDER / "rules.txt").read_text(encoding="utf-8")))


@cache
def words_of(sentence: str) -> list[tuple[str, str]]:
    tokens = tokens_of(sentence_parser().lexer.split(sentence, NAMES))
    assert tokens is not None
    return tokens


# ---- the trees of the chart


def chart_trees(sentence: str, grammar: Grammar) -> set[Derivation]:
    """Every tree of a sentence, as the chart has them packed."""
    number = {id(rule): at for at, rule in enumerate(rules())}
    known: dict[int, set[Derivation]] = {}

    def expand(phrase: Phrase) -> set[Derivation]:
        if id(phrase) not in known:
            found: set[Derivation] = set()
            if phrase.senses:
                found.add((-1, phrase.category, phrase.features))
            for rule, parts in phrase.ways:
                for chosen in product(*map(expand, parts)):
                    found.add((number[id(rule)], phrase.category, phrase.features, *chosen))
            known[id(phrase)] = found
        return known[id(phrase)]

    tokens = words_of(sentence)
    whole = grammar.parse(len(tokens), leaves(tokens))
    return {tree for phrase in whole for tree in expand(phrase)}


# ---- the trees of Lark


class Judge:
    """The rules without features as a grammar of Lark, with the words of some sentences."""

    def __init__(self, sentences: list[str]) -> None:
        self.skeletons: dict[tuple[str, tuple[str, ...]], list[int]] = defaultdict(list)
        for number, rule in enumerate(rules()):
            parts = tuple(part.category for part in rule.parts)
            self.skeletons[_made(rule), parts].append(number)
        self.words: dict[tuple[str, tuple[str, ...]], set[Bits]] = defaultdict(set)
        self.tokens: dict[tuple[str, str], str] = {}
        for sentence in sentences:
            tokens = words_of(sentence)
            names = [self.tokens.setdefault(one, f"W{len(self.tokens)}") for one in tokens]
            for leaf in leaves(tokens):
                group = tuple(names[leaf.start : leaf.end])
                self.words[leaf.category, group].add(leaf.features)
        self.categories = sorted(
            {one for made, parts in self.skeletons for one in (made, *parts)}
            | {category for category, _ in self.words}
        )
        self.row: list[tuple[str, list[int] | set[Bits]]] = []
        self.lark = Lark(
            self._written(), parser="earley", lexer="basic", ambiguity="forest", start="start"
        )

    def _name(self, category: str) -> str:
        return f"c{self.categories.index(category)}"

    def _written(self) -> str:
        bodies: dict[str, list[str]] = defaultdict(list)
        for (made, parts), numbers in self.skeletons.items():
            body = " ".join(self._part(one, made) for one in parts)
            bodies[made].append(f"{body} -> x{len(self.row)}")
            self.row.append((made, numbers))
        for (category, group), features in self.words.items():
            bodies[category].append(f"{' '.join(group)} -> x{len(self.row)}")
            self.row.append((category, features))
        for category in self.categories:  # a word that stands in none of the sentences
            bodies[category] = bodies[category] or ["NEVER -> never"]
        lines = [f"start: {self._name('T')}", f"?verbs: {self._name('VP')} | {self._name(PASSIVE)}"]
        lines += [f"{self._name(one)}: {' | '.join(many)}" for one, many in bodies.items()]
        lines += [f'{name}: "{name.lower()}."' for name in self.tokens.values()]
        return "\n".join([*lines, 'NEVER: "never."', '%ignore " "'])

    def _part(self, category: str, made: str) -> str:
        return "verbs" if category == "VP" and made != PASSIVE else self._name(category)

    def forest(self, sentence: str) -> SymbolNode | None:
        """All that the categories alone allow, packed."""
        text = " ".join(f"{self.tokens[one].lower()}." for one in words_of(sentence))
        try:
            found = self.lark.parse(text)
        except UnexpectedInput:
            return None
        assert isinstance(found, SymbolNode)
        return found

    def trees(self, sentence: str) -> set[Derivation]:
        """The trees of a sentence whose features fit."""
        forest = self.forest(sentence)
        if forest is None:
            return set()
        self.known: dict[int, set[Parts]] = {}
        return {tree for ((_, tree),) in self._found(forest)}

    def _found(self, node: Any) -> set[Parts]:
        """The trees below a node of the forest; of a node between, the trees of some parts."""
        if isinstance(node, TokenNode):
            return {()}
        found = self.known.get(id(node))
        if found is None:
            found = self.known[id(node)] = set()  # what is made of itself is nothing
            for packed in node.children:
                left = self._found(packed.left) if packed.left is not None else {()}
                parts = {(*one, *other) for one in left for other in self._found(packed.right)}
                found |= parts if node.is_intermediate else self._trees(packed.rule, parts)
        return found

    def _trees(self, rule: Any, every: set[Parts]) -> set[Parts]:
        if not rule.alias:
            return every
        category, row = self.row[int(rule.alias.removeprefix("x"))]
        if isinstance(row, set):
            return {((features, (-1, category, features)),) for features in row}
        found: set[Parts] = set()
        for parts in every:
            for number in row:
                made = rules()[number]
                features = made_of(made, [one for one, _ in parts])
                if features is not None:
                    trees = [tree for _, tree in parts]
                    found.add(((features, (number, made.category, features, *trees)),))
        return found


PASSIVE = "VP made of VP"
"""What has only a verb phrase as its part is a category of its own: without features, it could be
made of itself for ever. With them it cannot: a passive is no participle any more."""


def _made(rule: Rule) -> str:
    of_itself = [part.category for part in rule.parts] == [rule.category]
    assert not of_itself or rule.category == "VP", "a rule makes a category of itself alone"
    return PASSIVE if of_itself else rule.category


def made_of(rule: Rule, parts: list[Bits]) -> Bits | None:
    """The features of what a rule makes of such parts; None if it makes nothing of them."""
    bound: dict[str, int] = {}
    for part, features in zip(rule.parts, parts, strict=True):
        fits = fitting(part.features, Phrase(part.category, features, 0, 0), bound)
        if fits is None:
            return None
        bound = fits
    head: dict[str, int] = {}
    if rule.head is not None:
        names = CATEGORIES[rule.parts[rule.head].category]
        head = dict(zip(names, parts[rule.head], strict=True))
    row = []
    for name, said in zip(CATEGORIES[rule.category], rule.features, strict=True):
        if said is None:
            row.append(head.get(name, ALL[name]))
        else:
            row.append(said if isinstance(said, int) else bound.get(said[0], ALL[name]))
    return tuple(row)


@cache
def judge() -> Judge:
    return Judge(JUDGED)


@all_of("sentence", JUDGED)
def test_the_chart_finds_the_trees_that_lark_finds(sentence):
    mine = chart_trees(sentence, Grammar(rules()))
    judged = judge().trees(sentence)
    assert mine == judged, f"{len(mine - judged)} are no trees, {len(judged - mine)} are not found"
    assert bool(mine) == (sentence not in NO_SENTENCE)


def test_a_rule_that_the_chart_does_not_know_is_missed():
    fewer = [rule for rule in rules() if rule.name != "with_adjunct"]
    sentence = "Draw a card if you control a Hero"
    assert chart_trees(sentence, Grammar(fewer)) < judge().trees(sentence)


def test_features_are_asked_of_every_tree():
    """By categories alone, "foe draw a card" is a sentence."""
    wrong = "Foe draw a card"
    alone = Judge([wrong])
    assert alone.forest(wrong) is not None
    assert not alone.trees(wrong)
    assert not chart_trees(wrong, Grammar(rules()))
