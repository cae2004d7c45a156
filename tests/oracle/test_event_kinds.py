"""The kinds of events, to which checks of scenarios are held, are what the engine says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_check.grammar.ast.verbs import Verb
from rules_check.oracle.scenarios.checks import parse_check
from rules_check.oracle.scenarios.moments import UnreadableLine
from rules_check.oracle.trace.citing import MOVES
from rules_check.oracle.values.events import KINDS
from rules_check.oracle.values.options import Done, EndTurn

ORACLE = Path(__file__).parents[2] / "oracle"
NOT_HAPPENING = {"refused", "see"}
"""Reasons that are given in the form of an event, and stand in no trace."""


def written() -> Iterator[str]:
    """What is written where events are made."""
    for path in ORACLE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            name, words = node.func.id, node.args
            if name in ("say", "Event") and len(words) > 1:
                kind = words[1] if name == "say" else words[0]
                if isinstance(kind, ast.Constant) and isinstance(kind.value, str):
                    yield kind.value


def test_the_list_is_complete_and_no_longer():
    known = set(KINDS)
    said = set(written()) - NOT_HAPPENING
    assert said | MOVES | {EndTurn.tag, Done.tag} <= known
    verbs = {verb.value for verb in Verb}
    assert known - said - verbs == {EndTurn.tag, Done.tag}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("no event: put Punch", "no event is called 'put Punch'; cards stand behind a player"),
        ("no event: drow P2", "no event is called 'drow'; did you mean 'draw'?"),
        ("event: Punch is shown P1", "cards stand behind a player: draw P1 Punch"),
        ("event: play P1 before drow P1", "no event is called 'drow'"),
    ],
)
def test_what_never_happens_is_no_expectation(line: str, told: str):
    with pytest.raises(UnreadableLine, match=told.replace("?", r"\?")):
        parse_check(line)
