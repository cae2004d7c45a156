"""How a game is read otherwise than its books are.

A book that leaves something open can be played in more than one way. A `Reading` says how:
other readings of rulings, other values of parameters, other switches, another of the printed
orders of steps. What it does not name is as the books say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules_check.oracle.values.switches import readings
from rules_check.rules.model import Order, Ruleset, Value
from rules_check.rules.parameters import PARAMETERS

KEYS: Final = ("rulings", "parameters", "switches", "turn", "end_of_turn")
"""What a reading may name."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What is read otherwise; `turn` and `end_of_turn` name orders of steps.

    Parameters and switches hold for the cards of every book that takes part.
    """

    rulings: tuple[tuple[str, int], ...] = ()
    parameters: tuple[tuple[str, Value], ...] = ()
    switches: tuple[tuple[str, str], ...] = ()
    turn: str = ""
    end_of_turn: str = ""

    def __bool__(self) -> bool:
        return self != AS_PRINTED

    def to_json(self) -> dict[str, Any]:
        """The reading as JSON values; what is as the books say is left out."""
        values: dict[str, Any] = {
            "rulings": dict(self.rulings),
            "parameters": {
                key: list(value) if isinstance(value, tuple) else value
                for key, value in self.parameters
            },
            "switches": dict(self.switches),
            "turn": self.turn,
            "end_of_turn": self.end_of_turn,
        }
        return {key: value for key, value in values.items() if value}


AS_PRINTED: Final = Reading()
"""As the books say."""


def read_reading(value: Mapping[str, Any]) -> Reading:
    """A reading from values of JSON or TOML. Raises ValueError with what is wrong."""
    for key in value:
        if key not in KEYS:
            raise ValueError(f"{key}: is not known here; known are {', '.join(KEYS)}")
    return Reading(
        rulings=tuple(sorted(_table(value, "rulings", int).items())),
        parameters=tuple(sorted(_parameters(_table(value, "parameters", object)).items())),
        switches=tuple(sorted(_switches(_table(value, "switches", str)).items())),
        turn=_text(value, "turn"),
        end_of_turn=_text(value, "end_of_turn"),
    )


def _text(value: Mapping[str, Any], key: str) -> str:
    text = value.get(key, "")
    if not isinstance(text, str):
        raise ValueError(f"{key}: expected the name of an order of steps, found {text!r}")
    return text


def _table(value: Mapping[str, Any], key: str, kind: type) -> dict[str, Any]:
    table = value.get(key, {})
    if not isinstance(table, dict):
        raise ValueError(f"{key}: expected a table, found {table!r}")
    for name, item in table.items():
        if not isinstance(item, kind):
            expected = "the number of a reading" if kind is int else "a text"
            raise ValueError(f"{key}: {name}: expected {expected}, found {item!r}")
    return table


def _parameters(table: Mapping[str, Any]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for key, item in table.items():
        if key not in PARAMETERS:
            raise ValueError(f"parameters: there is no {key}")
        value: Value = tuple(item) if isinstance(item, list) else item
        if problem := PARAMETERS[key].problem(value):
            raise ValueError(f"parameters: {key}: {problem}")
        found[key] = value
    return found


def _switches(table: Mapping[str, str]) -> dict[str, str]:
    known = readings()
    for name, item in table.items():
        if name not in known:
            raise ValueError(f"switches: there is no {name}")
        if item not in known[name]:
            raise ValueError(f"switches: {name}: expected {' or '.join(known[name])}")
    return dict(table)


def order_of(orders: tuple[Order, ...], name: str) -> int:
    """The place of a printed order of steps; the first one for an empty name."""
    names = [order.name for order in orders]
    if name and name not in names:
        raise ValueError(f"no order of steps {name!r}; there are {', '.join(names)}")
    return names.index(name) if name else 0


def orders_of(book: Ruleset, reading: Reading) -> tuple[int, int]:
    """Which of the printed orders of steps are taken: of a turn, and of its end."""
    return order_of(book.turn, reading.turn), order_of(book.end_of_turn, reading.end_of_turn)
