"""The words and the rules of `syntax` go together with its functions."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

import pytest

from rules_check.grammar.syntax.chart import Rule
from rules_check.grammar.syntax.composing import leaves
from rules_check.grammar.syntax.constructions import CONSTRUCTIONS
from rules_check.grammar.syntax.features import CATEGORIES
from rules_check.grammar.syntax.notation import (
    FOLDER,
    BadRule,
    lexicon,
    read_rules,
    read_words,
    verb_forms,
)
from tests.together import all_of

RULES = FOLDER / "rules.txt"
WORDS = FOLDER / "lexicon.txt"


@lru_cache(maxsize=1)
def rules() -> list[Rule]:
    return list(read_rules(RULES.read_text(encoding="utf-8")))


def names_with_no(made: dict[str, object], row: list[Rule]) -> set[str]:
    """The names of rules without a function, and of functions without a rule."""
    return set(made) ^ {rule.name for rule in row}


def test_every_rule_has_a_function_and_every_function_a_rule():
    assert names_with_no(dict(CONSTRUCTIONS), rules()) == NO_RULE


NO_RULE = {"as_", "is_"} & set(CONSTRUCTIONS)
"""Functions that Python cannot call by the name of their rules: they stand there twice."""


def test_a_rule_without_a_function_is_told():
    made: dict[str, object] = {"same": None, "lost": None}
    assert names_with_no(made, list(read_rules("same: T -> x=S\nnew: T -> x=S"))) == {"lost", "new"}


def twins(row: list[Rule]) -> set[Rule]:
    """The rules that stand there twice."""
    return {rule for rule in row if row.count(rule) > 1}


def test_no_rule_stands_there_twice():
    assert not twins(rules())
    assert len(twins(list(read_rules("same: T -> x=S\nsame: T -> x=S")))) == 1


def never_made(row: list[Rule], words: set[str]) -> set[str]:
    """The categories of parts that no rule and no word makes."""
    wanted = {part.category for rule in row for part in rule.parts}
    made = {rule.category for rule in row} | words
    return {one for one in wanted - made if not one.startswith("'")}


def categories_of_words() -> set[str]:
    plain = {sense.category for senses in lexicon().values() for sense in senses}
    number = {leaf.category for leaf in leaves([("1", "NUMBER")])}
    return plain | number


def test_every_category_is_made_and_used():
    words = categories_of_words()
    assert not never_made(rules(), words)
    used = {part.category for rule in rules() for part in rule.parts} | {"T"}
    assert used >= set(CATEGORIES)
    assert words | {rule.category for rule in rules()} == set(CATEGORIES)
    assert never_made(list(read_rules("same: T -> x=THAN")), words) == {"THAN"}


def fits_nothing(row: list[Rule], words: list[tuple[str, tuple[int, ...]]]) -> list[str]:
    """Parts whose features no word and no rule can have."""
    found = []
    for rule in row:
        for part in rule.parts:
            if part.category.startswith("'"):
                continue
            by_word = any(
                category == part.category and all(map(_may_be, part.features, features))
                for category, features in words
            )
            by_rule = any(
                other.category == part.category
                and all(map(_may_become, part.features, _has(other)))
                for other in row
            )
            if not (by_word or by_rule):
                found.append(f"{rule.name}: {part}")
    return found


Said = int | tuple[str, int] | None


def _may_be(wanted: Said, has: int) -> bool:
    asked = wanted[1] if isinstance(wanted, tuple) else wanted
    return asked is None or bool(asked & has)


def _may_become(wanted: Said, made: Said) -> bool:
    has = made[1] if isinstance(made, tuple) else made
    return has is None or _may_be(wanted, has)


def _has(rule: Rule) -> tuple[Said, ...]:
    return rule.features


def test_every_part_can_stand_somewhere():
    words = [(one.category, one.features) for senses in lexicon().values() for one in senses]
    words += [(one.category, one.features) for one in leaves([("2", "NUMBER")])]
    assert not fits_nothing(rules(), words)
    lonely = list(read_rules("same: T -> x=CONJ[cj=no]"))
    assert len(fits_nothing(lonely, words)) == 1


BAD = {
    "same: T x=S": "no arrow",
    "same: T -> x=S -> y=S": "-> y=S",
    "same: T -> x=NOTHING": "no category NOTHING",
    "same: T -> x=S[zz=no]": "S has no zz",
    "same: T -> x=s": "x=s",
}


@all_of("line,why", BAD.items(), lambda case: case[0])
def test_a_bad_rule_is_told_with_its_line(line, why):
    with pytest.raises(BadRule, match=re.escape(why)) as problem:
        list(read_rules(f"same: T -> x=S\n{line}"))
    assert line in str(problem.value)


# ---- words that say nothing yet


def strings_in(code: str) -> Iterator[str]:
    """The strings of a module but those that stand alone (they are told to people)."""
    tree = ast.parse(code)
    alone = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr)}
    for one in ast.walk(tree):
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in alone:
            yield one.value


@lru_cache(maxsize=1)
def known_meanings() -> frozenset[str]:
    """Every word that a module of `syntax` names."""
    every = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.py"))]
    said = [one for code in every for one in strings_in(code)]
    return frozenset({*said, *(word for one in said for word in one.split())})


def acts_in(text: str) -> Iterator[tuple[str, str]]:
    """Each verb of a lexicon that can have an object or a place, and its meaning."""
    for line in text.splitlines():
        category, words, *more = [*line.split("|"), "", ""]
        if category == "V" and set("tg") & set(more[0].split()):
            base = verb_forms(words)[0]
            yield base, more[1] or base


def unused(text: str) -> list[str]:
    """The meanings of such verbs that no function names."""
    return sorted({meaning for _, meaning in acts_in(text)} - known_meanings())


def test_every_verb_of_the_lexicon_says_something():
    assert unused(WORDS.read_text(encoding="utf-8")) == []


def test_a_verb_that_says_nothing_would_be_told():
    assert list(strings_in('"""told"""\nx = "said"')) == ["said"]
    assert unused("V|frobnicate|t\nV|hum|i\nV|draw|t\nV|toss|t|discard\n") == ["frobnicate"]


def test_words_of_the_lexicon_are_read_as_they_are_written():
    read = read_words("N|ally/allies|player|teammate\nV|toss|t|discard\nQPRE|up to|\n")
    assert {" ".join(group) for group in read} == set(
        "ally|allies|toss|tosses|tossed|tossing|up to".split("|")
    )
    assert {sense.meaning for sense in read["tossed",]} == {"discard"}
