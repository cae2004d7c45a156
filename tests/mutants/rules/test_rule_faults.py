"""Every rule has a fault that a scenario of it notices, or a reason; rows are tried again."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from rules_check.oracle.scenarios.runner import run
from tests.effort import tries
from tests.mutants.rules import places, search, trying
from tests.mutants.rules.faults import (
    GAMES,
    KINDS,
    TABLE,
    Fault,
    Row,
    executable_rules,
    in_place,
    mutant_code,
    mutant_of,
    read_rows,
    read_without,
    write_rows,
)
from tests.mutants.rules.made import exchanges, made_functions
from tests.mutants.rules.places import Function, PlaceError, functions_of
from tests.mutants.rules.report import as_text, problems
from tests.mutants.rules.small_changes import small_changes
from tests.mutants.rules.statements import near
from tests.mutants.rules.trying import (
    HOW,
    fails,
    how_it_fails,
    in_child,
    lines_run,
    scenarios,
)

pytestmark = pytest.mark.xdist_group("rule-faults")

AGAIN = {
    "parameter": tries(1, 12),
    "reading": tries(1, 10),
    "mutant": tries(3, 36),
    "change": tries(3, 48),
}
"""So many rows of a kind are tried again; games must be made anew for the first two."""

ROWS = read_rows()
WITHOUT = read_without()


def some(kind: str) -> list[Row]:
    """Rows of a kind, evenly spread over all of them."""
    rows = [row for row in ROWS if row.fault.kind == kind]
    most = min(AGAIN[kind], len(rows))
    return [rows[at * len(rows) // most] for at in range(most)]


# ---------------------------------------------------------------------------- the table


def test_every_executable_rule_has_a_fault_or_a_reason() -> None:
    assert problems(ROWS, WITHOUT) == []


def test_rows_are_sorted_and_written_as_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "table"
    write_rows(reversed(ROWS), path)
    assert path.read_text(encoding="utf-8") == TABLE.read_text(encoding="utf-8")


def test_every_kind_has_rows() -> None:
    assert {row.fault.kind for row in ROWS} == set(KINDS)


def test_a_row_names_a_scenario_of_its_rule() -> None:
    for row in ROWS:
        assert row.rule in scenarios()[row.scenario].rules, row.rule
        assert row.how in HOW


def test_the_place_of_every_fault_is_still_there() -> None:
    heads: dict[str, set[tuple[str, int]]] = {}
    for row in ROWS:
        fault = row.fault
        if fault.kind == "change":
            assert fault.where in places.functions(), f"{row.rule}: {fault.where}: make rule-faults"
            if fault.where not in heads:
                function = places.functions()[fault.where]
                heads[fault.where] = {(text, nth) for _, text, nth in function.heads()}
            assert (fault.old, fault.nth) in heads[fault.where], f"{row.rule}: make rule-faults"
        elif fault.kind == "mutant":
            assert mutant_code(mutant_of(fault)), f"{row.rule}: make rule-faults"


@pytest.mark.parametrize("kind", KINDS)
def test_the_scenario_fails_with_the_fault_and_passes_without(kind: str) -> None:
    for row in some(kind):
        assert run(scenarios()[row.scenario]).passed, row.scenario
        assert fails(row.fault, [row.scenario]) == {row.scenario: row.how}, (
            f"{row.rule}: it fails otherwise, or not at all; make rule-faults makes the table anew"
        )


# -------------------------------------------------------------------- the table can be wrong


def test_what_is_wrong_with_a_table_is_named() -> None:
    rule, *others = executable_rules()
    row = replace(ROWS[0], rule=rule)
    rows = [replace(row, rule=one) for one in others]
    assert problems(rows, {}) == [f"{rule}: no fault, and no reason"]
    assert problems(rows, {rule: "It allows everything."}) == []
    assert problems(rows, {rule: " "}) == [f"{rule}: an empty reason"]
    assert problems([row, *rows], {rule: "?"}) == [
        f"{rule}: a fault, and a reason why there is none"
    ]
    assert problems([row, row, *rows], {}) == [f"{rule}: 2 rows"]
    assert problems([row, *rows, replace(row, rule="X1")], {}) == ["X1: no executable rule"]
    *books, last = Counter(executable_rules().values())
    many = [one for one in rows if executable_rules()[one.rule] in books]
    reasons = dict.fromkeys([rule, *others], "Why not.")
    few = problems(many, {x: why for x, why in reasons.items() if x not in {y.rule for y in many}})
    number = Counter(executable_rules().values())[last]
    assert few == [f"{last}: only 0 of {number} rules have a fault"]


def test_the_figures_are_those_of_the_rows() -> None:
    text = as_text(ROWS, WITHOUT)
    for book, rules in Counter(executable_rules().values()).items():
        mine = [row for row in ROWS if executable_rules()[row.rule] == book]
        specific = sum(row.others * 10 < row.tried for row in mine)
        said = f"{book}: {len(mine)} of {rules} rules have a fault, {specific} a specific one"
        assert said in text


@pytest.mark.parametrize(
    ("fault", "problem"),
    [
        (Fault("change", "oracle/quick/turn.py:nothing", "pass", "x"), "no such function"),
        (Fault("change", "oracle/quick/confrontation.py:targets", "x = 1", "x"), "no 'x = 1'"),
        (Fault("mutant", "oracle/quick/turn.py", "gone", "pass"), "no mutant changes 'gone'"),
        (Fault("parameter", "rules/confrontations.toml", "", "hand = 1"), "no change 'hand = 1'"),
        (Fault("reading", "rules/confrontations.toml", "", "CONF-RU00 = 2"), "no ruling CONF-RU00"),
    ],
)
def test_a_fault_whose_place_is_gone_says_what_to_do(fault: Fault, problem: str) -> None:
    with pytest.raises(ValueError, match=f"{problem}.*; make rule-faults"):
        fails(fault, [])


# ----------------------------------------------------------------------- trying a fault

LOWEST = "oracle/quick/confrontation.py:lowest"
CONFRONTATION = "oracle/quick/confrontation.py"
IF_SO = "oracle/quick/statements.py:if_so"
TEXT_OF = "oracle/quick/cards.py:text_of"
HIGHEST = Fault("change", LOWEST, "least = min(ranks)", "least = max(ranks)")


def test_a_fault_is_gone_when_it_was_tried() -> None:
    assert fails(HIGHEST, ["CONF-CF02", "CONF-C01"]) == {"CONF-CF02": "expectation"}
    assert fails(None, ["CONF-CF02"]) == {}


def test_one_fault_is_tried_on_several_rules() -> None:
    able = frozenset(["CONF-CF02", "CONF-C01"])
    rules = ["CONF-CF02", "CONF-C01", "CONF-BL09"]
    (row,) = search.try_fault(HIGHEST, rules, able).values()
    assert (row.rule, row.scenario, row.how) == ("CONF-CF02", "CONF-CF02", "expectation")
    other = replace(row, rule="CONF-C01", scenario="CONF-C01")
    assert search.again([other, row], able) == [row]
    gone = replace(row, fault=replace(HIGHEST, old="least = ranks"))
    assert search.again([gone], able) == []
    assert search.again([row], able - {"CONF-CF02"}) == []


def test_the_best_row_of_a_rule_stays() -> None:
    row = replace(ROWS[0], how="expectation", others=1, tried=200)
    best = {row.rule: row}
    for worse in (replace(row, how="exception"), replace(row, others=2), replace(row, others=99)):
        assert search.put_better(best, {row.rule: worse}) == 0
        assert search.put_better({row.rule: worse}, best) == 1
    assert best == {row.rule: row}


@pytest.mark.parametrize(
    ("rule", "where"),
    [
        ("CONF-CF17", "oracle/quick/refusing.py:why_no_target"),  # it has the code of the refusal
        ("HU-GP09", "oracle/quick/turn.py:buy_card"),  # its topic is found for it
        ("RSB-B11", "oracle/quick/confrontation.py:may_block"),  # it has the verb
    ],
)
def test_a_function_is_near_the_rules_whose_topics_it_names(rule: str, where: str) -> None:
    assert where in near(rule)
    assert LOWEST not in near(rule)


def test_how_a_scenario_fails_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trying, "SECONDS", 0.2)
    breaks = replace(HIGHEST, new="least = None[0]")
    endless = replace(HIGHEST, new="while True: pass")
    assert fails(breaks, ["CONF-CF02"]) == {"CONF-CF02": "exception"}
    assert fails(endless, ["CONF-CF02"]) == {"CONF-CF02": "endless"}


@cache
def two_scenarios() -> list[Any]:
    """The lines that two scenarios run; to make their game and watch it takes a second."""
    return [*lines_run(["CONF-CF02", "CONF-C01"]).values()]


def test_lines_of_a_scenario_are_those_it_runs() -> None:
    tree = places.functions()[LOWEST].tree
    ran, _ = two_scenarios()
    assert tree.body[1].lineno in ran.played[CONFRONTATION]
    assert tree.lineno not in ran.played[CONFRONTATION]
    assert CONFRONTATION not in ran.made
    made = places.functions()["oracle/quick/cards.py:text_of"].tree
    assert made.body[1].lineno in ran.made["oracle/quick/cards.py"]
    assert "oracle/quick/cards.py" not in ran.played


def test_lines_that_make_a_game_are_told_for_every_scenario_of_it() -> None:
    one, other = two_scenarios()
    assert one.made == other.made
    assert one.played != other.played


# ------------------------------------------------------------------- functions made of texts

MAKER = """
def maker(n):
    def inner(x):
        return x + n
    def outer():
        return [inner(y) for y in range(n)]
    return inner, outer
"""


def maker(old: str = "", new: str = "") -> CodeType:
    (function,) = functions_of("oracle/maker.py", MAKER.replace(old, new))
    return places.compiled(function)


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("x + n", "x - n", ["inner"]),
        ("inner(y)", "inner(1)", ["outer"]),
        ("range(n)", "range(n + 1)", ["outer"]),
        ("return inner, outer", "return outer, inner", None),
        ("x + n", "x + 1", None),  # what was made has room for `n`
    ],
)
def test_other_code_for_functions_that_were_made(
    old: str, new: str, names: list[str] | None
) -> None:
    found = exchanges(maker(), maker(old, new))
    assert (None if found is None else [was.co_name for was, _ in found]) == names
    assert exchanges(maker(), maker()) == []


def test_functions_that_were_made_have_the_fault_as_long_as_it_is_in_place() -> None:
    def work() -> list[object]:
        scenario = scenarios()["CONF-CF24"]
        GAMES.keep()
        before = run(scenario).passed
        games = dict(GAMES.games)
        GAMES.made, GAMES.making = made_functions(), frozenset([IF_SO])
        with in_place(Fault("change", IF_SO, "if held:", "if not held:"), anew=False):
            broken = how_it_fails(scenario, {})
            kept = GAMES.games == games
        return [before, broken, kept, run(scenario).passed]

    assert in_child(work) == [True, "expectation", True, True]


def test_games_are_made_anew_if_the_fault_matters_for_it() -> None:
    def work() -> list[object]:
        scenario = scenarios()["CONF-AD01"]
        GAMES.keep()
        passed = run(scenario).passed
        games = dict(GAMES.games)
        GAMES.made, GAMES.making = made_functions(), frozenset([TEXT_OF])
        nothing = Fault("change", TEXT_OF, "text.body = block(form.body, scope)", "pass")
        with in_place(nothing, anew=False):
            broken = how_it_fails(scenario, {})
            other = [game not in games.values() for game in GAMES.games.values()]
        return [passed, bool(broken), other, GAMES.games == games, run(scenario).passed]

    assert in_child(work) == [True, True, [True], True, True]


# --------------------------------------------------------------------------- small changes

SOURCE = """
class Deck:
    def draw(self, hand):
        for card in hand:
            if card > 1:
                card += 1
            if card > 1:
                return card
        match hand:
            case []:
                return None
"""


def deck() -> Function:
    (function,) = functions_of("oracle/deck.py", SOURCE)
    return function


def test_a_statement_is_found_by_its_text_and_number() -> None:
    assert deck().name == "Deck.draw"
    assert [(text, nth) for _, text, nth in deck().heads()] == [
        ("for card in hand:", 0),
        ("if card > 1:", 0),
        ("card += 1", 0),
        ("if card > 1:", 1),
        ("return card", 0),
        ("case []:", 0),
        ("return None", 0),
    ]
    with pytest.raises(PlaceError, match="number 3; make rule-faults"):
        places.changed(deck(), "if card > 1:", 2, "if True:")


@pytest.mark.parametrize(
    ("old", "nth", "new", "result"),
    [
        ("if card > 1:", 0, "if card > 9:", 2),
        ("if card > 1:", 1, "if card > 9:", None),
        ("card += 1", 0, "pass", 2),
        ("for card in hand:", 0, "for card in ():", None),
    ],
)
def test_one_statement_is_changed(old: str, nth: int, new: str, result: int | None) -> None:
    draw = FunctionType(places.changed(deck(), old, nth, new), {})
    assert draw(None, [2]) == result


BESIDE_LINE_UP = ("MAIN_DECK", "DESTROYED", "REMOVED", "TABLE")


@pytest.mark.parametrize(
    ("statement", "returns", "others"),
    [
        ("s.agenda.append(x)", "", ["pass"]),
        (
            "if a < b:\n  x",
            "",
            ["if not a < b:", "if False:", "if True:", "if a <= b:", "if a >= b:"],
        ),
        ("x = a and b", "", ["x = a or b", "x = b", "x = a"]),
        ("x = s[LINE_UP]", "", [f"x = s[{zone}]" for zone in BESIDE_LINE_UP]),
        (
            "return a == b",
            "bool",
            ["return not a == b", "return False", "return True", "return a != b"],
        ),
        ("x = a + b", "", ["x = b + a", "x = a - b"]),
        ("return n", "int", ["return n + 1", "return n - 1", "return 0"]),
        ("return", "None", ["pass"]),
        ("x = f(a, b)[0]", "", ["x = f(a, b)[-1]", "x = f(b, a)[0]", "x = f(a, b)[1]"]),
    ],
)
def test_small_changes_of_a_statement(statement: str, returns: str, others: list[str]) -> None:
    found = list(small_changes(ast.parse(statement).body[0], returns))
    assert sorted(found) == sorted(others)
