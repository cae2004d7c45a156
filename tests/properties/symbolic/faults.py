"""Faults for the engine: a function of it with one piece of its text replaced."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from rules_check.oracle.running import drawing, moving
from rules_check.oracle.running.agenda import ANSWERS, TASKS
from rules_check.oracle.turns import confrontation, legal, main_phase, turn
from rules_check.oracle.values.zones import DISCARD, PER_PLAYER

Break = Callable[[pytest.MonkeyPatch], None]


def changed(module: ModuleType, name: str, old: str, new: str) -> Any:
    """A function of a module with `new` in the place of `old`."""
    source = inspect.getsource(getattr(module, name))
    assert source.count(old) == 1, f"{old!r} occurs {source.count(old)} times in {name}"
    plain = "\n".join(line for line in source.split("\n") if not line.startswith("@"))
    found: dict[str, Any] = {}
    exec("from __future__ import annotations\n" + plain.replace(old, new), module.__dict__, found)
    return found[name]


def in_task(module: ModuleType, name: str, old: str, new: str) -> Break:
    """A fault in a task, or in what follows an answer."""

    def put(monkeypatch: pytest.MonkeyPatch) -> None:
        whole, fault = getattr(module, name), changed(module, name, old, new)
        monkeypatch.setattr(module, name, fault)
        for table in (TASKS, ANSWERS):
            for kind in [kind for kind, function in table.items() if function is whole]:
                monkeypatch.setitem(table, kind, fault)

    return put


def in_function(modules: tuple[ModuleType, ...], name: str, old: str, new: str) -> Break:
    """A fault in a function of the first module, for all of them that call it."""

    def put(monkeypatch: pytest.MonkeyPatch) -> None:
        fault = changed(modules[0], name, old, new)
        for module in modules:
            if hasattr(module, name):
                monkeypatch.setattr(module, name, fault)

    return put


MOVING = (moving, drawing, turn)

LOST = in_function(
    MOVING,
    "place_card",
    "zones[to] = one + zones[to] if top else zones[to] + one",
    f"zones[to] = zones[to] if to % {PER_PLAYER} == {DISCARD} else zones[to] + one",
)
"""A card that goes to a discard pile vanishes."""

LOST_AT_ONCE = in_function(MOVING, "move_cards", "zones[to] + cards", "zones[to] + cards[1:]")
"""Of several cards that move together the first vanishes."""

DOUBLED = in_function(MOVING, "place_card", "zones[source] = old[1:]", "zones[source] = old")
"""A card stays where it was and is also where it goes."""

MORE = in_task(confrontation, "compare", "else power >= cost", "else power > cost")
"""Power has to be greater than the cost."""

EQUAL = in_task(
    confrontation,
    "compare",
    "else power >= cost",
    'else power > cost if any(x.what == "cost" for x in s.lasting) else power >= cost',
)
"""A Block need not exceed the Power: to be equal is enough."""

AGAIN = in_task(confrontation, "compare", "if s.defeats >= g.max_defeats", "if False")
"""A second Character can be defeated in one turn."""

PURCHASE = in_function(
    (legal, main_phase), "why_no_buying", "if s.confronted >= 0 and g.forbids_buy:", "if False:"
)
"""Cards can be bought in a Confrontation."""

KEPT = in_task(turn, "lose_power", "s.power[p] = 0", "s.power[p] = s.power[p]")
"""Power that was not spent is kept."""

UNCOUNTED = in_task(confrontation, "confrontation_over", "s.confronted = -1", "s.defeats = 0")
"""A defeat is forgotten when the Confrontation is over."""
