"""Every field of every form of the core has an answer: the words say it, a rule or a convention
does, or a text that leaves it open is asked about."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

import pytest

from rules_check.checker import Checker
from rules_check.codes import Severity
from rules_check.grammar.cache import Cache
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.rows import SETTINGS
from rules_check.rules.patterns import conventions, questions
from tests.questions.cards import HERE
from tests.questions.test_forms import asked_by, card_of
from tests.together import all_of

TABLE: Final[dict[str, dict[str, Any]]] = tomllib.loads(
    (HERE / "forms-and-fields.toml").read_text(encoding="utf-8")
)
OPEN: Final = [
    (form, field, *row)
    for form, fields in TABLE.items()
    for field, rows in fields.items()
    for row in rows
    if isinstance(row, list)
]
SAID: Final = ("words", "core")
UNASKED: Final = {"below", "counted", "declined", "fewer", "full", "must", "none", "part", "scope"}
"""Settings that a text of house style says, or that a parameter of the book answers."""


@pytest.mark.parametrize("form", c.FORMS)
def test_a_form_has_a_row_for_each_of_its_fields(form: str) -> None:
    kind: Any = c.FORMS[form]
    fields = [name for name in c.field_names(kind) if name != "settings"]
    assert [*TABLE.get(form, {})] == fields


def test_what_settles_a_field_is_known() -> None:
    for form, fields in TABLE.items():
        for field, rows in fields.items():
            for row in rows:
                if isinstance(row, str) and row not in SAID:
                    assert re.match(r"LANG-\d\d$", row), (form, field)
                    assert row in conventions(), (form, field)


def test_a_setting_has_a_question_or_is_known_to_have_none() -> None:
    assert {name for name, row in SETTINGS.items() if not row.question} == UNASKED | {
        "counts_again"
    }


@all_of("row", OPEN, lambda row: "-".join(row[:3]))
def test_a_text_that_leaves_a_field_open_is_asked_about(row: tuple[str, ...]) -> None:
    form, field, question, text, *game = row
    assert question in questions(), (form, field)
    assert question in asked_by(text, *game), (form, field, text)


PLAIN: Final[dict[str, dict[str, Any]]] = tomllib.loads(
    (HERE / "plain-by-book.toml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("game", PLAIN)
def test_nobody_is_warned_of_a_plain_text(game: str) -> None:
    for kind, text in PLAIN[game]["texts"]:
        file = card_of(text, game, f"{kind}, cost 4, 1 VP, source original")
        found = Checker(Cache()).check_text(file, "sample.txt").diagnostics
        assert [one.headline for one in found if one.severity is not Severity.NOTE] == [], text


def test_there_are_forty_of_them() -> None:
    assert sum(len(one["texts"]) for one in PLAIN.values()) == 40
