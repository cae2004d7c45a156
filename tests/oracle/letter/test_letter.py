"""The interpreter of the core plays the vectors, but for those on a list that only shrinks."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules_check.grammar.core.forms import FORMS
from tests.effort import tries
from tests.oracle.letter.play import NOT_YET, listed, play, vectors
from tests.together import try_all

pytestmark = pytest.mark.xdist_group("vectors")  # one worker reads them

FOLDER = Path(__file__).parents[3] / "oracle" / "letter"
EVERY = tries(46, 23)
"""Of so many vectors one is tried here; `make letter` plays all of them."""


@cache
def sample() -> list[dict[str, Any]]:
    """Read when they are tried, not when tests are looked for: that takes seconds."""
    return list(vectors())[::EVERY]


def test_a_vector_passes_unless_it_is_on_the_list() -> None:
    def passes(vector: dict[str, Any]) -> None:
        why = play(vector).why
        if vector["id"] in listed():
            assert why, f"it passes: take it off {NOT_YET.name}"
        else:
            assert not why

    try_all(sample(), passes, lambda vector: vector["id"])


def test_the_list_is_in_order_and_names_vectors() -> None:
    lines = NOT_YET.read_text(encoding="utf-8").splitlines()
    assert lines == sorted(lines)
    assert len(lines) == len(listed())
    assert set(listed()) <= {vector["id"] for vector in vectors()}


def test_each_line_of_the_list_says_why() -> None:
    assert [name for name, why in listed().items() if not why] == []


def test_a_wrong_answer_is_noticed() -> None:
    vector = next(one for one in sample() if one["kind"] == "transition" and one["steps"])
    wrong = json.loads(json.dumps(vector))
    wrong["expect"]["positions"][0]["power"] = {"P1": 99}
    assert play(wrong).why


def test_every_form_is_named_in_the_code() -> None:
    known = {
        node.attr
        for path in FOLDER.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "c"
    }
    assert not set(FORMS) - known


def test_it_speaks_the_protocol() -> None:
    asked = [{"cmd": "start", "version": 1}, {"cmd": "stop"}]
    command = [sys.executable, "-m", "rules_check", "reference", "--engine", "letter"]
    told = subprocess.run(
        command,
        input="".join(json.dumps(one) + "\n" for one in asked),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    (answer,) = map(json.loads, told.stdout.splitlines())
    assert answer["implementation"]["name"] == "letter"
