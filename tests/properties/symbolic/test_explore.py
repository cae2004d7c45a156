"""The explorer: every path once, none that cannot be, and values for each."""

from __future__ import annotations

import pytest

from rules_check.properties.symbolic import explore
from rules_check.properties.symbolic.explore import Explorer, Infeasible
from rules_check.properties.symbolic.numbers import SymInt, TooLong, value_of


def test_a_comparison_forks_the_path() -> None:
    explorer = Explorer()
    results = list(explorer.explore(lambda: bool(explorer.number("x") > 3)))
    assert sorted(results) == [False, True]
    assert explorer.paths == 2


def test_what_was_said_is_not_asked_again() -> None:
    explorer = Explorer()

    def run() -> tuple[bool, bool, bool]:
        x = explorer.number("x")
        return bool(x > 3), bool(x <= 3), bool(x > 5)

    assert sorted(explorer.explore(run)) == [
        (False, True, False),
        (True, False, False),
        (True, False, True),
    ]


def test_an_equality_has_two_ways() -> None:
    explorer = Explorer()
    assert sorted(explorer.explore(lambda: bool(explorer.number("x") == 4))) == [False, True]


@pytest.mark.parametrize(
    ("low", "expected"), [(0, [False, True]), (4, [True]), (None, [False, True])]
)
def test_impossible_ways_are_not_taken(low: int | None, expected: list[bool]) -> None:
    explorer = Explorer()
    assert sorted(explorer.explore(lambda: bool(explorer.number("x", low) > 3))) == expected


def test_unknowns_are_tied_by_what_was_said_of_them() -> None:
    explorer = Explorer()

    def run() -> tuple[bool, ...]:
        x, y, z = (explorer.number(name) for name in "xyz")
        return bool(x < y), bool(y < z), bool(x < z)

    results = set(explorer.explore(run))
    assert (True, True, False) not in results
    assert (False, False, True) not in results
    assert len(results) == 6


def test_sums_differences_and_multiples_are_exact() -> None:
    explorer = Explorer()

    def run() -> bool:
        x, y = explorer.number("x"), explorer.number("y")
        total = 2 * x + y - (x - 3)
        return bool(total - x - y == 3) and not bool(total < 3) and bool(10 - x == -(x - 10))

    assert list(explorer.explore(run)) == [True]


def test_products_and_remainders_are_left_to_the_solver() -> None:
    explorer = Explorer()

    def run() -> tuple[bool, bool]:
        x = explorer.number("x")
        return bool(x % 2 == 1), bool(x * x == 4)

    results = set(explorer.explore(run))
    assert results == {(True, False), (False, True), (False, False)}


def test_a_number_that_has_to_be_known_has_a_path_for_each_value() -> None:
    explorer = Explorer()

    def run() -> list[int]:
        x = explorer.number("x")
        explorer.assume(x <= 2)
        return list(range(x))

    assert sorted(explorer.explore(run)) == [[], [0], [0, 1]]


def test_a_number_without_end_is_too_much() -> None:
    explorer = Explorer()
    with pytest.raises(TooLong, match="beyond 63"):
        list(explorer.explore(lambda: range(explorer.number("x"))))


def test_an_unknown_number_is_no_key() -> None:
    explorer = Explorer()
    with pytest.raises(TypeError, match="never a key"):
        list(explorer.explore(lambda: {explorer.number("x"): 1}))


def test_picks_try_everything_in_order() -> None:
    explorer = Explorer()
    results = list(explorer.explore(lambda: (explorer.pick(2), explorer.pick(3))))
    assert results == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]


def test_a_path_that_cannot_be_is_left_out_and_its_sisters_are_not() -> None:
    explorer = Explorer()

    def run() -> int:
        taken = explorer.pick(3)
        if taken == 1:
            raise Infeasible
        return taken

    assert list(explorer.explore(run)) == [0, 2]
    assert explorer.paths == 2


def test_limits_are_told() -> None:
    explorer = Explorer(max_paths=4)
    with pytest.raises(TooLong, match="more than 4 paths"):
        list(explorer.explore(lambda: explorer.pick(9)))
    explorer = Explorer(max_decisions=5)
    with pytest.raises(TooLong, match="more than 5 decisions"):
        list(explorer.explore(lambda: [explorer.pick(2) for _ in range(9)]))
    explorer = Explorer(seconds=0)
    with pytest.raises(TooLong, match="time is up"):
        list(explorer.explore(lambda: explorer.pick(2)))


def test_the_solver_is_asked_once_for_the_same_question_with_other_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(explore, "_answers", {})

    def count(names: str) -> int:
        explorer = Explorer()

        def run() -> bool:
            numbers = [explorer.number(name) for name in names]
            return bool(numbers[-1] > numbers[-2])

        assert sorted(explorer.explore(run)) == [False, True]
        return explorer.asked

    assert count("xy") == 2
    assert count("abcxy") == 0


def test_unrelated_facts_do_not_matter_to_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explore, "_answers", {})
    explorer = Explorer()

    def run() -> None:
        x, y = explorer.number("x"), explorer.number("y")
        bool(x > 3)
        bool(y > 3)

    list(explorer.explore(run))
    assert explorer.paths == 4
    assert explorer.asked == 2


def test_the_values_of_a_path_are_small_and_fit() -> None:
    explorer = Explorer()

    def run() -> tuple[SymInt, SymInt, bool]:
        x, y = explorer.number("x"), explorer.number("y", likes=3)
        return x, y, bool(x > y + 1)

    values = {}
    for x, y, greater in explorer.explore(run):
        model = explorer.model()
        values[greater] = value_of(model, x), value_of(model, y)
    assert values == {True: (2, 0), False: (0, 3)}


def test_there_are_no_values_for_what_cannot_be() -> None:
    explorer = Explorer()
    for x in explorer.explore(lambda: explorer.number("x", 3)):
        assert explorer.model(x < 3) is None
        assert not explorer.possible(x < 3)
        assert explorer.possible(x == 3)
