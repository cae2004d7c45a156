"""The two files of this folder, read: the rules and the words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Final

from rules_check.grammar.syntax.chart import Grammar, Part, Rule
from rules_check.grammar.syntax.features import ALL, CATEGORIES, FEATURES, Bits, bits, told

FOLDER: Final = Path(__file__).parent
_PART: Final = re.compile(r"(?:(\w+)=)?(\^?)(?:('\S+?)|([A-Z0-9]+|@)(?:\[(.*)\])?)(\??)")
_EACH: Final = re.compile(r"@\{(.*?)\}")


class BadRule(ValueError):
    """A line of one of the files that says nothing."""


# ------------------------------------------------------------------------- rules


def read_rules(text: str) -> Iterator[Rule]:
    """The rules of a file; one with parts that may be left out is several."""
    for line in text.splitlines():
        line = line.partition("#")[0].strip()
        if line:
            for spelled in _for_each_category(line):
                yield from _rule(spelled)


def _for_each_category(line: str) -> Iterator[str]:
    """A rule for each of the categories that it is written for."""
    found = _EACH.search(line)
    if found is None:
        yield line
        return
    for one in found[1].split(";"):
        category, _, shared = one.partition("/")

        def filled(match: re.Match[str], category: str = category, shared: str = shared) -> str:
            return f"{category}[{','.join(filter(None, (match[1], shared)))}]"

        yield re.sub(r"@\[(.*?)\]", filled, line.replace(found[0], "@"))


def _rule(line: str) -> Iterator[Rule]:
    name, _, body = line.partition(": ")
    body, _, cost = body.partition(" ! ")
    made, arrow, of = body.partition(" -> ")
    if not arrow:
        raise BadRule(f"no arrow: {line}")
    category, features, _, _, _ = _part(made.strip(), line)
    parts = [_part(word, line) for word in of.split()]
    choices = [(True, False) if optional else (True,) for *_, optional in parts]
    for kept in product(*choices):
        row = [part for part, there in zip(parts, kept, strict=True) if there]
        heads = [number for number, part in enumerate(row) if part[3]]
        yield Rule(
            name,
            category,
            features,
            tuple(Part(part[0], part[1], part[2]) for part in row),
            heads[0] if heads else None,
            float(cost or 0),
        )


Spelled = tuple[str, tuple[int | tuple[str, int] | None, ...], str, bool, bool]


def _part(text: str, line: str) -> Spelled:
    found = _PART.fullmatch(text)
    if found is None:
        raise BadRule(f"{text}: {line}")
    role, head, word, category, said, optional = found.groups()
    if word:
        return word, (), role or "", False, bool(optional)
    if category not in CATEGORIES:
        raise BadRule(f"no category {category}: {line}")
    values = dict(one.split("=") for one in (said or "").split(",") if one)
    if unknown := values.keys() - set(CATEGORIES[category]):
        raise BadRule(f"{category} has no {', '.join(sorted(unknown))}: {line}")
    features = tuple(
        _feature(name, values[name]) if name in values else None for name in CATEGORIES[category]
    )
    return category, features, role or "", bool(head), bool(optional)


def _feature(name: str, said: str) -> int | tuple[str, int]:
    if not said.startswith("$"):
        return bits(name, said)
    variable, _, among = said[1:].partition("&")
    return variable, bits(name, among) if among else ALL[name]


# ------------------------------------------------------------------------- words


@dataclass(frozen=True, slots=True)
class Sense:
    """What a word stands for: its category and features, its meaning, and in which form it says
    it."""

    category: str
    features: Bits
    meaning: str
    form: str = ""


def plural(word: str) -> str:
    """The regular plural of a noun; also the -s form of a verb."""
    if word.endswith(("s", "sh", "ch", "x")):
        return f"{word}es"
    if word.endswith("y") and word[-2] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


def verb_forms(words: str) -> list[str]:
    """Base, -s form, past, participle and -ing form of a verb, as they are given or regular."""
    row = words.split(" ")
    if len(row) >= 5 and not len(row) % 5:
        size = len(row) // 5
        return [" ".join(row[at : at + size]) for at in range(0, len(row), size)]
    head, _, tail = words.partition(" ")
    if head.endswith("e"):
        past, gerund = f"{head}d", f"{head[:-1]}ing"
    elif head.endswith("y") and head[-2] not in "aeiou":
        past, gerund = f"{head[:-1]}ied", f"{head}ing"
    else:
        past, gerund = f"{head}ed", f"{head}ing"
    forms = [head, plural(head), past, past, gerund]
    return [f"{form} {tail}" if tail else form for form in forms]


def read_words(text: str) -> dict[tuple[str, ...], list[Sense]]:
    """The senses of every word or fixed group of words."""
    found: dict[tuple[str, ...], list[Sense]] = {}
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        category, words, *more = line.split("|")
        rows = {"N": _noun, "V": _verb}.get(category, _other)(category, words, more)
        for form, sense in rows:
            senses = found.setdefault(tuple(form.split(" ")), [])
            if sense not in senses:
                senses.append(sense)
    return found


Row = tuple[str, Sense]


def _noun(_: str, words: str, more: list[str]) -> Iterator[Row]:
    one, _, several = words.partition("/")
    several = several or plural(one)
    sorts = "|".join(more[0].split())
    named = [word for word in more[1:] if word not in ("", "bare")]
    meaning = named[0] if named else one
    bare = "bare" in more
    if one == several:
        features = {"s": sorts, "b": "yes" if bare else "yes|no"}
        yield one, Sense("N", told("N", features), meaning)
        return
    features = {"n": "sg", "s": sorts, "b": "yes" if bare else "no"}
    yield one, Sense("N", told("N", features), meaning, "sg")
    yield several, Sense("N", told("N", {"n": "pl", "s": sorts, "b": "yes"}), meaning, "pl")


def _verb(_: str, words: str, more: list[str]) -> Iterator[Row]:
    base, third, past, participle, gerund = verb_forms(words)
    frames = "|".join(more[0].split())
    meaning = more[1] if len(more) > 1 and more[1] else base

    def sense(form: str, **features: str) -> Sense:
        return Sense("V", told("V", {**features, "fr": frames}), meaning, form)

    yield base, sense("base", f="bse|fin", a="pl")
    yield third, sense("base", f="fin", a="sg")
    yield past, sense("past", f="fin")
    yield participle, sense("past", f="pp")
    yield gerund, sense("ing", f="ing")
    if set("tg") & set(frames):
        done = {"cmp": "no", "el": "no", "p": "top", "co": "no"}
        yield participle, Sense("A", told("A", done), meaning, "done")


def _other(category: str, words: str, more: list[str]) -> Iterator[Row]:
    said: dict[str, str] = {}
    meaning = words
    for field in ",".join(more).split(","):
        name, equal, value = field.partition("=")
        if not equal:
            # values of the feature before, or else the meaning
            last = next(reversed(said), "")
            if last and field in FEATURES[last]:
                said[last] += f"|{field}"
            elif field:
                meaning = field
        else:
            said[name] = value
    if category == "A":
        said = {"cmp": "no", "el": "no", "p": "pre", **said}
    if category == "DET":
        said = {"el": "no", "h": "no", **said}
    if "co" in CATEGORIES[category]:
        said.setdefault("co", "no")
    yield words, Sense(category, told(category, said), meaning)


@lru_cache(maxsize=1)
def grammar() -> Grammar:
    """The rules of this folder."""
    return Grammar(read_rules((FOLDER / "rules.txt").read_text(encoding="utf-8")))


@lru_cache(maxsize=1)
def lexicon() -> dict[tuple[str, ...], list[Sense]]:
    """The words of this folder."""
    return read_words((FOLDER / "lexicon.txt").read_text(encoding="utf-8"))
