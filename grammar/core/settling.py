"""Settings that a text leaves open, filled from what a book says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.rewriting import rewritten
from rules_check.rules.model import Ruleset
from rules_check.rules.patterns import LanguageQuestion, questions

Read = Mapping[str, Any]
"""What is read otherwise than a book says: switches and parameters with their values."""

AS_IT_SAYS: Final[Read] = {}


def settle(
    core: c.Core, ruleset: Ruleset, *, to_play: bool = False, read: Read = AS_IT_SAYS
) -> c.Core:
    """The same core with what the rulings and parameters of a book answer.

    An answer cites its ruling or parameter; what the book leaves open stays open, unless it is
    `to_play`: then the value with which the book is played answers, and says that it is a default.
    What is `read` otherwise answers in place of the book.
    """
    return with_settings(core, lambda one: _filled(one, ruleset, to_play, read))


def with_settings(core: c.Core, answer: Callable[[c.Setting], c.Setting]) -> c.Core:
    """The same core with other answers to its settings."""

    def answered(form: c.Settled) -> c.Settled:
        settings = tuple(map(answer, form.settings))
        same = all(x is y for x, y in zip(settings, form.settings, strict=True))
        return form if same else replace(form, settings=settings)

    return rewritten(core, dict.fromkeys(WITH_SETTINGS, answered))


WITH_SETTINGS: Final[tuple[Any, ...]] = tuple(
    form for form in c.FORMS.values() if issubclass(form, c.Settled)
)
"""The classes of forms that have settings."""


def still_open(form: c.Form) -> list[tuple[c.Form, c.Setting]]:
    """The settings of a core that nothing has settled, each with its form."""
    own = form.settings if isinstance(form, c.Settled) else ()
    found = [(form, one) for one in own if one.by is c.Filled.OPEN]
    return found + [more for part in c.parts(form) for more in still_open(part)]


def _filled(setting: c.Setting, ruleset: Ruleset, to_play: bool, read: Read) -> c.Setting:
    question = questions().get(setting.cites)
    if setting.by is not c.Filled.OPEN or question is None:
        return setting
    if otherwise := _read_otherwise(question, read):
        return c.Setting(setting.name, otherwise, c.Filled.RULE, setting.cites)
    answer, cites = _answer(question, ruleset)
    if answer:
        return c.Setting(setting.name, answer, c.Filled.RULE, cites)
    value = ruleset.parameters.get(question.parameter)
    if to_play and isinstance(value, str) and value in question.values:
        return c.Setting(setting.name, question.values[value], c.Filled.DEFAULT, setting.cites)
    return setting


def _read_otherwise(question: LanguageQuestion, read: Read) -> str:
    """What a reading answers to a question in place of the book; empty if it does not."""
    if question.switch in read:
        return str(read[question.switch])
    return question.values.get(str(read.get(question.parameter, "")), "")


def _answer(question: LanguageQuestion, ruleset: Ruleset) -> tuple[str, str]:
    """What a book answers to a question, and where; empty if it does not."""
    for ruling in ruleset.rulings:
        if ruling.switch is not None and ruling.switch[0] == question.switch:
            return ruling.switch[1][ruling.answer - 1], ruling.id
    known = {ruling.id for ruling in ruleset.rulings}
    for ruling_id, answer in question.rulings:
        if ruling_id in known:
            return answer, ruling_id
    value = ruleset.parameters.get(question.parameter)
    if question.parameter in ruleset.open:
        return "", ""
    if isinstance(value, str) and value in question.values:
        return question.values[value], question.parameter
    return "", ""
