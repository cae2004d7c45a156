"""The codes of refusals that the contract lists are those that the reference engine tells."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_check.conform.store import load_vectors
from rules_check.oracle.refusing import MESSAGES

pytestmark = pytest.mark.xdist_group("vectors")  # one worker reads them

PAGE = Path(__file__).parents[2] / "docs" / "conformance.md"
ROW = re.compile(r"\| `([a-z]+\.[a-z_]+)` \| (.+) \|")


def listed() -> dict[str, str]:
    """The rows of the table, each code with what it says."""
    section = PAGE.read_text(encoding="utf-8").partition("\n### Refusals\n")[2].partition("\n### ")
    rows = [(row[1], row[2]) for row in map(ROW.fullmatch, section[0].splitlines()) if row]
    assert len(dict(rows)) == len(rows), "a code stands there twice"
    return dict(rows)


def test_the_table_has_every_code_and_what_it_says() -> None:
    assert listed() == MESSAGES


def test_vectors_tell_no_other_codes() -> None:
    told = {
        vector["expect"]["code"]
        for vector in load_vectors()
        if vector["kind"] == "reject" and "code" in vector["expect"]
    }
    assert len(told) > 20
    assert told <= listed().keys()
