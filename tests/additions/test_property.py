"""A property is a module, its entry, and its rules in every book that is played."""

from __future__ import annotations

import pytest

from tests.additions.checkout import Checkout
from tests.effort import only_long, tries

pytestmark = pytest.mark.xdist_group("property")

MODULE = '''"""The players take turns."""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.properties.model import Property, Step


def check(step: Step) -> Iterator[str]:
    """After a turn another player is active."""
    before, after = step.before, step.after
    if after.turn == before.turn + 1 > 1 and after.active == before.active:
        yield f"turn {after.turn} is {step.game.seats[after.active]}\'s again"


PROPERTY = Property("taking-turns", "Nobody has two turns in a row.", check)
'''
RULES = {
    "confrontations": "CONF-GP05",
    "heroes-unite": "HU-GP03",
    "rivals-batman-joker": "RBJ-S14",
    "rivals-shazam-black-adam": "RSB-S16",
}


def add_module(checkout: Checkout) -> None:
    checkout.append("properties/invariants/turns.py", MODULE)
    checkout.add("properties/registry.py", "    stacks,", "    turns,")
    checkout.add("properties/registry.py", "    replaying.PROPERTY,", "    turns.PROPERTY,")


@pytest.fixture(scope="module")
def turns(checkout: Checkout) -> Checkout:
    add_module(checkout)
    for book, rule in RULES.items():
        topics = f"rules/{book}-topics.toml"
        checkout.add(topics, "[properties]", f'taking-turns = ["{rule}"]')
    return checkout


@only_long
def test_the_type_check_is_content_with_it(turns: Checkout) -> None:
    assert turns.types("rules_check/properties/registry.py") == ""


def test_it_holds_in_games_and_notices_a_broken_engine(turns: Checkout) -> None:
    listed = turns.command("fuzz", "--list")
    assert "taking-turns" in listed
    assert all(f"  {book}: {rule}\n" in listed for book, rule in RULES.items())
    for book in list(RULES)[: tries(1, len(RULES))]:
        words = ("fuzz", book, "--games", "1", "--property", "taking-turns", "--quiet")
        assert "taking-turns" not in turns.command(*words)
    turns.put_in("oracle/quick/turn.py", "after[1 % len(after)]", "after[0]")
    said = turns.command("fuzz", "confrontations", "--games", "1", "--quiet")
    assert "taking-turns" in said
    assert "turn 2 is " in said
    assert "CONF-GP05" in said


def test_a_book_without_its_rules_is_refused_by_name(another: Checkout) -> None:
    add_module(another)
    said = another.command("fuzz", "--list")
    assert "properties.taking-turns: no rules are named for it" in said
