"""The core: every form is checked, printed, read, told as JSON, and has an example."""

from __future__ import annotations

import inspect
import json
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from rules_check.grammar.core import checker, printer, rows
from rules_check.grammar.core.checker import check
from rules_check.grammar.core.codec import BadCore, from_json, schema, to_json
from rules_check.grammar.core.equality import same
from rules_check.grammar.core.forms import FORMS, Core, Form, parts
from rules_check.grammar.core.printer import printed
from rules_check.grammar.core.reader import CoreSyntaxError, read_core

EXAMPLES = {
    title: notation
    for title, _, notation in (
        block.partition("\n")
        for block in Path(__file__).with_name("examples.core").read_text("utf-8").split("== ")[1:]
    )
}
each_example = pytest.mark.parametrize("title", EXAMPLES)


@cache
def example(title: str) -> Core:
    return read_core(EXAMPLES[title])


@cache
def shown() -> set[str]:
    return set().union(*(forms_in(example(title)) for title in EXAMPLES))


def forms_in(form: Form) -> set[str]:
    return {type(form).__name__}.union(*map(forms_in, parts(form)))


@each_example
def test_an_example_can_be_carried_out(title: str) -> None:
    assert check(example(title)) == []


@each_example
def test_what_is_printed_is_read_again(title: str) -> None:
    core = example(title)
    assert read_core(printed(core)) == core


@each_example
def test_json_comes_back_and_fits_the_schema(title: str) -> None:
    core = example(title)
    told = json.loads(json.dumps(to_json(core)))
    Draft202012Validator(schema()).validate(told)
    assert from_json(told) == core


@pytest.mark.parametrize("name", sorted(FORMS.keys() - {"Core", "Text", "Quote"}))
def test_every_form_is_checked_printed_described_and_shown(name: str) -> None:
    assert name in shown(), "it has no example"
    assert f"c.{name}(" in inspect.getsource(checker), "it has no rule in the checker"
    assert name in schema()["$defs"], "it has no JSON"
    assert f"c.{name}(" in inspect.getsource(printer), "it is not printed"


def test_no_match_over_the_forms_has_a_rest() -> None:
    for module in (checker, printer):
        source = inspect.getsource(module)
        assert source.count("case _:") == source.count("case _:\n            assert_never(it)")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("give 1 Power to them", "them is not bound here"),
        ("give hand(you) Power to you", "Num is wanted"),
        ("let you = 3", "you is bound already"),
        ("move hand(you) to discard(you) as ponder by you", "no cards are moved by the verb"),
        ("if cost(you) = 3:\n    do refill()", "Player has no cost"),
        ("choose c: Card from everyone, 1 by you", "Card is chosen from Player"),
        ("change owner(this) := you within turn", "owner cannot be changed"),
        ("if count(top(2, deck(you))) = 2:\n    do refill()", "may shuffle"),
        ("show this to everyone @tie=all", "Show has no setting"),
        ("for p in foes(you):\n    give 1 Power to p\n  give 1 Power to p", "p is Players"),
    ],
)
def test_what_cannot_be_carried_out_is_told(line: str, problem: str) -> None:
    faults = check(read_core(f"text played:\n  {line}\n"))
    assert [fault for fault in faults if problem in fault.problem], faults


def test_a_line_that_is_none_is_told_with_its_number() -> None:
    with pytest.raises(CoreSyntaxError, match="line 2: not understood"):
        read_core("text played:\n  frobnicate the deck\n")
    with pytest.raises(CoreSyntaxError, match="a block is missing"):
        read_core("text played:\n  if 1 = 1:\n")


def test_other_names_and_another_order_are_the_same() -> None:
    first = read_core(
        "text played:\n  let a = 1\n  if a = 1 and during(turn):\n    give a Power to you\n"
    )
    second = read_core(
        "text played:\n  let b = 1\n  if during(turn) and b = 1:\n    give b Power to you\n"
    )
    third = read_core(
        "text played:\n  let b = 2\n  if during(turn) and b = 1:\n    give b Power to you\n"
    )
    assert first != second
    assert same(first, second)
    assert not same(first, third)


def test_json_with_an_unknown_field_is_refused() -> None:
    told = to_json(Core(()))
    with pytest.raises(BadCore, match="no field 'more'"):
        from_json({**told, "more": 1})


def test_changes_have_an_order_and_settings_belong_to_forms() -> None:
    assert set(rows.ORDER_OF_CHANGES) <= rows.ATTRIBUTES.keys()
    assert {row.form for row in rows.SETTINGS.values()} <= FORMS.keys()
