"""The door: from a card text to its core.

A text is translated when it is bound and no question of wording is open; each combination of
answers gives a core of its own (`cores`). It does not depend on a book: what a book has to settle
is a setting that is open, and `settling` fills it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from math import prod
from typing import TypeAlias

from rules_check.grammar import ast as a
from rules_check.grammar.binding import bind
from rules_check.grammar.core.equality import relabelled
from rules_check.grammar.core.forms import Core
from rules_check.grammar.core.settling import settle
from rules_check.grammar.core.translation.abilities import Abilities
from rules_check.grammar.core.translation.names_in_scope import Untranslated
from rules_check.grammar.questions import MOST_READINGS, open_questions, readings

__all__ = ["Cores", "Reading", "Untranslated", "cores", "settle", "translate"]


def translate(
    text: a.CardText, *, character: bool = False, own: frozenset[type[a.Node]] = frozenset()
) -> Core:
    """The core of a bound text without open questions. Raises Untranslated.

    `character`: it is the text of a Character, which stands and is never played. `own`: effects
    that a set brings with it and carries out by itself; each is a deed by its name.
    """
    return relabelled(Abilities(text, character=character, own=own).core())


Translated: TypeAlias = Callable[[a.CardText, bool], Core]
"""Gives the core of a bound text, of a Character or not. Raises Untranslated."""


def translate_bound(text: a.CardText, character: bool) -> Core:
    """The same, worked out anew."""
    return translate(text, character=character)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a text: the answers to its questions, and its core or why it has none."""

    choices: tuple[tuple[str, str], ...]
    core: Core | Untranslated


@dataclass(frozen=True, slots=True)
class Cores:
    """The readings of a text, each made when it is asked for; `more`: there are others."""

    text: a.CardText
    character: bool = False
    most: int = MOST_READINGS
    translated: Translated = translate_bound

    def __iter__(self) -> Iterator[Reading]:
        for reading in islice(readings(self.text), self.most):
            yield Reading(reading.choices, _core(reading.text, self.character, self.translated))

    @property
    def more(self) -> bool:
        """Whether there are more readings than are made."""
        keys = {one.id: len(one.keys) for one in reversed(open_questions(self.text))}
        return prod(keys.values()) > min(self.most, MOST_READINGS)


def cores(
    text: a.CardText,
    *,
    character: bool = False,
    most: int = MOST_READINGS,
    translated: Translated = translate_bound,
) -> Cores:
    """The cores of a text as it was read, one for each combination of answers. `translated`: who
    translates a bound text, if somebody does who remembers it."""
    return Cores(text, character, most, translated)


def _core(text: a.CardText, character: bool, translated: Translated) -> Core | Untranslated:
    called = tuple(sorted({node.name for node in a.walk(text) if isinstance(node, a.Coined)}))
    try:
        core = translated(bind(a.meant(text)), character)
    except Untranslated as why:
        return why
    if called and core.texts:
        first, *others = core.texts
        core = Core((replace(first, labels=(*first.labels, *called)), *others))
    return core
