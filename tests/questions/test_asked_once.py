"""What is worked out for a question is worked out once, however often it is asked in a check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from rules_check.checker import Checker
from rules_check.checks import questions, raised
from rules_check.grammar.core import asking
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.carried_out import translated
from rules_check.oracle.playable import unplayable
from rules_check.prove.defined import defined
from rules_check.rules.language import LanguageQuestion

CARD = """set: Once
ruleset: confrontations

Lantern Bearer
Hero, cost 3, 1 VP, x2, source original
You may destroy a card in your hand and/or your discard pile. If you do, draw a card.
"""


def test_forms_are_asked_each_question_once_for_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[str] = Counter()
    in_doubt = raised._in_doubt

    def counted(core: c.Core, question: LanguageQuestion) -> Iterator[list[c.Form]]:
        asked[question.id] += 1
        return in_doubt(core, question)

    monkeypatch.setattr(raised, "_in_doubt", counted)
    (card,) = Checker().check_text(CARD, "once.txt").cards
    few = set(asked)
    first = list(raised.raised(card.subject))
    assert list(raised.raised(card.subject)) == first
    assert few < set(asked)  # a check does not ask what hardly anybody asks
    assert set(asked.values()) == {1}


def test_what_is_not_told_is_not_worded(monkeypatch: pytest.MonkeyPatch) -> None:
    worded: list[str] = []
    echoes = questions.echoes

    def counted(one: raised.Raised) -> Iterator[str]:
        worded.append(one.id)
        return echoes(one)

    monkeypatch.setattr(questions, "echoes", counted)
    told = Checker().check_text(CARD, "once.txt").diagnostics
    assert len(worded) == sum(one.code in ("RC301", "RC302", "RC303") for one in told) > 0


def test_a_core_is_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    (card,) = Checker().check_text(CARD, "once.txt").cards
    known = raised._known(card.subject)
    assert known.core is not None
    forms = list(asking.walk(known.core))
    parts: list[c.Form] = []
    monkeypatch.setattr(c, "parts", parts.append)
    again = list(asking.walk(known.core))
    assert list(map(id, again)) == list(map(id, forms))
    assert not parts


def test_a_text_is_translated_once_for_questions_and_for_the_engine() -> None:
    translated.cache_clear()
    text = CARD.replace(" and/or your discard pile", "")
    (card,) = Checker().check_text(text, "once.txt").cards
    made = defined(card)
    assert made is not None
    assert not unplayable(made)
    assert translated.cache_info().misses == 1
