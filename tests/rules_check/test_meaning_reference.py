"""The reference of the nodes: complete, current, and with examples that have what they show."""

from __future__ import annotations

from pathlib import Path

from rules_check.meaning.nodes import enums, field_types, node_classes
from rules_check.meaning.reference import example_of, pretty, reference, told_lists, told_nodes
from tests.conftest import Golden
from tests.together import all_of

PAGE = Path(__file__).parents[2] / "docs" / "meaning.md"
MARKER = "<!-- From here on: written by `make golden`"


def test_every_node_and_every_member_is_told():
    assert set(told_nodes()) == set(node_classes())
    texts = {name: {member.value for member in kind} for name, kind in enums().items()}
    assert {name: set(said) for name, said in told_lists().items()} == texts


def test_only_fields_that_there_are_are_told():
    for name, told in told_nodes().items():
        assert set(told.fields) <= {*field_types(node_classes()[name]), "bound"}, name


@all_of("name", node_classes())
def test_the_example_has_the_node(name):
    assert type(example_of(name)).__name__ == name


def test_the_page_is_current(golden: Golden):
    written, marker, rest = PAGE.read_text(encoding="utf-8").partition(MARKER)
    assert marker
    line = rest.partition("\n")[0]
    golden(PAGE, f"{written}{marker}{line}\n\n{reference()}")


def test_what_fits_into_a_line_stands_in_one():
    assert list(pretty({"a": [1, 2]})) == ['{"a": [1, 2]}']
    long = {"a": ["x" * 60, "y" * 60], "b": None}
    assert next(pretty(long)) == "{"
    assert '  "b": null' in list(pretty(long))
