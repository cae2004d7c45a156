"""The names that stay: they are there, and docs/python.md tells of just these."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

import pytest

from rules_check import oracle
from rules_check.oracle import CardSource, GameError, PlaySetError, new_game, view
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.values.choices import CHOICE_KINDS
from rules_check.oracle.values.option_forms import Option

PAGE = (Path(__file__).parents[2] / "docs" / "python.md").read_text(encoding="utf-8")
OWN = "set: S\nruleset: rivals-batman-joker\n\nNight Owl\nHero, cost 3, 1 VP, x2, symbol Batman\n"


def told(head: str, column: int = 0) -> list[str]:
    """What stands in a column of the table whose head begins so."""
    lines = PAGE.partition(f"\n| {head} |")[2].splitlines()[2:]
    rows = [line.strip("| ").split(" | ") for line in takewhile(bool, lines)]
    cells = (row[column] for row in rows)
    return [name for cell in cells for name in re.findall(r"`([^`]+)`", cell) or [cell.strip()]]


def test_every_name_is_there_and_told():
    assert set(told("name")) == set(oracle.__all__)
    for name in oracle.__all__:
        assert getattr(oracle, name) is not None


def test_what_is_told_of_a_game_and_a_position_is_there():
    game, state = new_game("rivals-batman-joker")
    assert [name for name in told("of a `Game`") if not hasattr(game, name)] == []
    assert [name for name in told("of a `State`") if not hasattr(state, name)] == []


def test_every_kind_of_choice_is_told():
    assert told("kind") == list(CHOICE_KINDS)


def test_every_option_is_told():
    own = [
        kind for kind in Option.kinds.values() if kind.__module__.startswith("rules_check.oracle.")
    ]
    kinds = {kind.__name__: kind for kind in own}  # without those that other tests make up
    assert set(told("option")) == set(kinds)
    assert told("option", 1) == [kinds[name].tag for name in told("option")]
    assert set(re.findall(r"[A-Z]\w+", " ".join(told("kind", 2)))) <= set(kinds)


@pytest.mark.parametrize("name", PLAY_SETS)
def test_every_key_of_a_view_is_told(name):
    game, state = new_game(name)
    seen = view(game, state, 0)
    optional = {"super-villains"} if name != "heroes-unite" else set()
    assert set(seen) == set(told("key")) - optional
    assert {*seen["players"][0], "beside"} == set(told("key of a player"))


def test_a_name_that_there_is_not():
    with pytest.raises(AttributeError, match="no attribute 'New'"):
        oracle.New  # noqa: B018


def test_cards_of_ones_own(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text(f"{OWN}Draw a card.\n", encoding="utf-8")
    game, _ = new_game("rivals-batman-joker", cards=[file])
    assert game.name(game.card("Night Owl#2")) == "Night Owl"
    with pytest.raises(PlaySetError, match="not understood"):
        new_game("rivals-batman-joker", cards=[CardSource("x.txt", f"{OWN}Fetch a stick.\n")])


def test_games_that_no_book_prints_are_refused():
    with pytest.raises(GameError, match="is for 2 or 3 or 4 or 5 players"):
        new_game("heroes-unite", players=9)
    with pytest.raises(GameError, match="no book says how to mix"):
        new_game("heroes-unite", mix=["rivals-batman-joker"])


def test_importing_the_package_loads_nothing_else():
    loaded = "import sys, rules_check.oracle; print([m for m in sys.modules if 'oracle.' in m])"
    done = subprocess.run(
        [sys.executable, "-c", loaded], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
