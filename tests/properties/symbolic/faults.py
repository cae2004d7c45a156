"""Faults for the engine: a function of it with one piece of its text replaced."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from rules_check.oracle.quick import acts, confrontation, turn
from rules_check.oracle.quick.turn import STEPS
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


PLACES = ("rules_check.oracle.quick.", "rules_check.properties.symbolic.")
"""Where the functions of the engine are called from."""


def in_engine(module: ModuleType, name: str, old: str, new: str) -> Break:
    """A fault in a function of the engine, wherever it is called from, and as a step of a turn."""

    def put(monkeypatch: pytest.MonkeyPatch) -> None:
        whole, fault = getattr(module, name), changed(module, name, old, new)
        for path, other in list(sys.modules.items()):
            if path.startswith(PLACES) and getattr(other, name, None) is whole:
                monkeypatch.setattr(other, name, fault)
        for step in [step for step, function in STEPS.items() if function is whole]:
            monkeypatch.setitem(STEPS, step, fault)

    return put


LOST = in_engine(
    acts,
    "shifted",
    "zones[to] = one + zones[to] if top else zones[to] + one",
    f"zones[to] = zones[to] if to % {PER_PLAYER} == {DISCARD} else zones[to] + one",
)
"""A card that goes to a discard pile vanishes."""

LOST_AT_ONCE = in_engine(
    acts, "shifted_all", "zones[to] += (*cards,)", "zones[to] += (*cards,)[1:]"
)
"""Of several cards that move together the first vanishes."""

LOST_DRAWN = in_engine(
    acts,
    "shifted",
    "zones[to] = one + zones[to] if top else zones[to] + one",
    'zones[to] = zones[to] if verb == "draw" else zones[to] + one',
)
"""A card that is drawn vanishes."""

DOUBLED = in_engine(acts, "shifted", "zones[here] = cards[1:]", "zones[here] = cards")
"""A card stays where it was and is also where it goes."""

MORE = in_engine(confrontation, "compare", "else power >= cost", "else power > cost")
"""Power has to be greater than the cost."""

EQUAL = in_engine(
    confrontation,
    "compare",
    "else power >= cost",
    "else power > cost if s.lasting else power >= cost",
)
"""A Block need not exceed the Power: to be equal is enough."""

AGAIN = in_engine(confrontation, "compare", " and s.defeats < most_defeats(s)", "")
"""A second Character can be defeated in one turn."""

PURCHASE = in_engine(turn, "offered", "if s.confronted is None or not g.no_buying:", "if True:")
"""Cards can be bought in a Confrontation."""

KEPT = in_engine(turn, "lose_power", "s.power = [0] * s.g.players", "pass")
"""Power that was not spent is kept."""

UNCOUNTED = in_engine(confrontation, "compare", "s.confronted = None", "s.defeats = 0")
"""A defeat is forgotten when the Confrontation is over."""
