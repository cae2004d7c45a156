"""The judge of texts: what a text says that nobody can carry out, with its words and the reason.

A text that is understood has a core or it has none (`translate`), and a core can be carried out or
not (`checker`, `fitting`). This module asks them, and the book for the stacks of its game, and says
what they find in the words of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules_check.grammar import ast as a
from rules_check.grammar.core import carried_out
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.checker import Fault, check
from rules_check.grammar.core.translate import Untranslated
from rules_check.rules.load import load_ruleset

NO_SENSE: Final = "the words do not fit together, so that nobody can tell what is done"
NO_STACK: Final = "this game has no stack of that name"


class Refusal(NamedTuple):
    """What of a text cannot be carried out: its words, if they are known, and why."""

    at: c.Words | None
    why: str


def judged(text: a.CardText, *, character: bool = False, book: str = "") -> list[Refusal]:
    """What of a bound text without open questions cannot be carried out; nothing if all of it can.

    `character`: it is the text of a Character. `book`: the game of its card, if it is known.
    """
    try:
        core = carried_out.translated(text, character, carried_out.words_of(text))
    except Untranslated as problem:
        return [Refusal(problem.at, problem.why)]
    faults = check(core)
    if not faults and book:
        faults = list(_no_such_stack(core, book))
    told = [Refusal(_words(core, one.at), one.problem if one.said else NO_SENSE) for one in faults]
    return list(dict.fromkeys(told))


def _no_such_stack(core: c.Core, book: str) -> Iterator[Fault]:
    """Cards are put on stacks that the game has (CONF-SU13, HU-SU14)."""
    rules = load_ruleset(book)
    stacks = {basic.name for basic in (*rules.basic("for sale"), *rules.basic("weakness"))}
    goals = (form.to for form in _all(core) if isinstance(form, c.Move))
    for to in (one for one in goals if isinstance(one, c.Place) and one.row == "stack"):
        if isinstance(to.of, c.Kind) and to.of.name not in stacks:
            yield Fault(to, NO_STACK, said=True)


def _all(form: c.Form) -> Iterator[c.Form]:
    yield form
    for part in c.parts(form):
        yield from _all(part)


def _words(core: c.Core, form: c.Form) -> c.Words | None:
    """The words of a form: its own, or those of what is in it, or of what it is in."""
    for one in reversed(_way_to(core, form)):
        found = _hull(one)
        if found is not None:
            return found
    return None


def _way_to(start: c.Form, form: c.Form) -> list[c.Form]:
    """The forms around a form, from the outermost to itself."""
    if start is form:
        return [form]
    for part in c.parts(start):
        way = _way_to(part, form)
        if way:
            return [start, *way]
    return []


def _hull(form: c.Form) -> c.Words | None:
    """The words of a form, or if it has none of its own, of all its parts in its first line."""
    if form.at is not None:
        return form.at
    found = sorted(filter(None, map(_hull, c.parts(form))))
    if not found:
        return None
    return found[0][0], found[0][1], max(end for line, _, end in found if line == found[0][0])
