"""From words to drafts: the chart's phrases, each with the few best things that it can say.

Conventions rank: each construction costs something, and what stands behind belongs to the nearest
word that it can go with.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from rules_check.grammar.lexer import Word
from rules_check.grammar.syntax.chart import Phrase, Rule, TooMany
from rules_check.grammar.syntax.constructions import CONSTRUCTIONS
from rules_check.grammar.syntax.drafts import Draft, Nonsense, Said
from rules_check.grammar.syntax.features import told
from rules_check.grammar.syntax.notation import Sense, grammar, lexicon

MOST_KEPT: Final = 8
"""So many drafts of a phrase are kept, the best ones."""
STEP: Final = 0.01
"""What every construction costs."""
NEAREST: Final = frozenset({"with_adjunct", "described", "but_for"})
"""Constructions of which the nearest is meant: each word between costs something."""
FAR: Final = 0.012


def drafts(words: Sequence[Word]) -> list[tuple[float, Draft]]:
    """What a sentence can say, the best first."""
    tokens = tokens_of(words)
    if tokens is None or any(not kind and word not in usable_words() for word, kind in tokens):
        return []
    try:
        whole = grammar().parse(len(tokens), leaves(tokens))
    except TooMany:
        return []
    found = [one for phrase in whole for one in _known(phrase)]
    return sorted(found, key=lambda one: one[0])


Token = tuple[str, str]
"""A word as it counts, and its kind: "", NAME, PART, KEYWORD or NUMBER."""


def tokens_of(words: Sequence[Word]) -> list[Token] | None:
    """The single words of a sentence; names are one each. None: there is one that no card has."""
    found: list[Token] = []
    for word in words:
        if word.is_unknown_name:
            apart = [low for one in word.value.lower().split() for low in _apart(one)]
            if any(low not in single_words() for low in apart):
                return None
            found += [(low, "") for low in apart]
        elif word.kind in ("NAME", "PART", "NUMBER") or _is_own_keyword(word):
            found.append((word.value, word.kind))
        else:
            for one in word.value.lower().split():
                number = IN_LETTERS.get(one)
                found += [(number, "NUMBER")] if number else [(low, "") for low in _apart(one)]
    return found


IN_LETTERS: Final = {"two": "2", "three": "3", "four": "4", "five": "5"}
"""Numbers within words that are one to the phrases ("their two costs")."""


@lru_cache(maxsize=1)
def single_words() -> frozenset[str]:
    """Every word that stands in the lexicon, alone or in a group."""
    return frozenset(word for group in lexicon() for word in group)


@lru_cache(maxsize=1)
def usable_words() -> frozenset[str]:
    """Every word with which a sentence can be put together: of the lexicon, and of the rules."""
    rules = (rule for rules in grammar().first.values() for rule in rules)
    wanted = {part.category for rule in rules for part in rule.parts}
    return single_words() | {word[1:] for word in wanted if word.startswith("'")}


def _is_own_keyword(word: Word) -> bool:
    return word.kind == "KEYWORD" and (word.value.lower(),) not in lexicon()


JOINED: Final = ("n't", "'s", "'re", "'ve", "'ll", "'d")
"""Ends of words that are words of their own."""


def _apart(word: str) -> tuple[str, ...]:
    """ "isn't" as "is" and "n't"."""
    for end in JOINED:
        if word.endswith(end) and word != end:
            return word[: -len(end)], end
    return (word,)


def leaves(tokens: Sequence[Token]) -> list[Phrase]:
    """The words of a sentence with their senses, and the fixed groups among them."""
    known = lexicon()
    longest = max(map(len, known))
    found = []
    for at, (word, kind) in enumerate(tokens):
        if kind == "NUMBER":
            for size in range(2, min(longest, len(tokens) - at) + 1):
                group = tuple(map(_spelled, tokens[at : at + size]))
                found += [_leaf(sense, at, at + size) for sense in known.get(group, ())]
            number = "sg" if word == "1" else "pl"
            sense = Sense("NUM", told("NUM", {"n": number, "co": "no"}), word)
            found.append(_leaf(sense, at, at + 1))
            if word == "1":
                found += [_leaf(one, at, at + 1) for one in known[("one",)] if one.form == "sg"]
            continue
        if kind:
            features = {"s": "card", "n": "sg|pl", "b": "yes"}
            sense = Sense("N", told("N", features), f"{kind}:{word}")
            found.append(_leaf(sense, at, at + 1))
            continue
        found.append(Phrase(f"'{word}", (), at, at + 1, senses=[Said(word, "'")]))
        for size in range(1, min(longest, len(tokens) - at) + 1):
            group = tuple(map(_spelled, tokens[at : at + size]))
            found += [_leaf(sense, at, at + size) for sense in known.get(group, ())]
    return found


def _spelled(token: Token) -> str:
    """A word as it stands in the lexicon; a number in letters, a name not at all."""
    word, kind = token
    if kind == "NUMBER":
        return NUMBERS.get(word, "")
    return "" if kind else word


NUMBERS: Final = {"1": "one", "2": "two", "3": "three"}


def _leaf(sense: Sense, start: int, end: int) -> Phrase:
    said = Said(sense.meaning, sense.category, sense.form)
    return Phrase(sense.category, sense.features, start, end, senses=[said])


def _known(phrase: Phrase) -> list[tuple[float, Draft]]:
    """What a phrase can say."""
    if phrase.known is None:
        phrase.known = []  # a phrase that is made of itself says nothing
        phrase.known = _worked_out(phrase)
    return phrase.known


def _worked_out(phrase: Phrase) -> list[tuple[float, Draft]]:
    best: dict[Draft, float] = dict.fromkeys(phrase.senses, 0.0)
    for rule, parts in phrase.ways:
        for cost, draft in _made(rule, parts):
            if cost < best.get(draft, 1e9):
                best[draft] = cost
    found = sorted(((cost, draft) for draft, cost in best.items()), key=lambda one: one[0])
    return found[:MOST_KEPT]


def _made(rule: Rule, parts: tuple[Phrase, ...]) -> list[tuple[float, Draft]]:
    make = CONSTRUCTIONS[rule.name]
    price = rule.cost + STEP
    if rule.name in NEAREST:
        price += FAR * (parts[0].end - parts[0].start)
    roles = [(part.role, _known(phrase)) for part, phrase in zip(rule.parts, parts, strict=True)]
    said = [(role, known) for role, known in roles if role]
    found = []
    for chosen in product(*(known for _, known in said)):
        given = {role: one[1] for (role, _), one in zip(said, chosen, strict=True)}
        try:
            found.append((price + sum(one[0] for one in chosen), make(given)))
        except Nonsense:
            continue
    return found
