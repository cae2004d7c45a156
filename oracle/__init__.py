"""The reference engine: `from rules_check.oracle import new_game`.

The names below stay as they are (docs/python.md); anything else may change. Each is loaded when
it is first asked for, so that a program pays only for what it uses.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from rules_check.oracle.box.playset import CardSource, PlaySetError, load_play_set
    from rules_check.oracle.box.settings import GameError
    from rules_check.oracle.game import Game, Refused
    from rules_check.oracle.restoring import dump_state, restore
    from rules_check.oracle.seen import view
    from rules_check.oracle.starting import new_game
    from rules_check.oracle.values.choices import NATURE, Choice, ChoiceKind
    from rules_check.oracle.values.option_forms import Option
    from rules_check.oracle.values.options import Order
    from rules_check.oracle.values.state import Result, State
    from rules_check.oracle.writing.json_ import (
        StateError,
        dump_event,
        dump_option,
        load_option,
    )

__all__ = [
    "NATURE",
    "CardSource",
    "Choice",
    "ChoiceKind",
    "Game",
    "GameError",
    "Option",
    "Order",
    "PlaySetError",
    "Refused",
    "Result",
    "State",
    "StateError",
    "dump_event",
    "dump_option",
    "dump_state",
    "load_option",
    "load_play_set",
    "new_game",
    "restore",
    "view",
]

_MODULES: Final = {
    "box.playset": ("CardSource", "PlaySetError", "load_play_set"),
    "box.settings": ("GameError",),
    "game": ("Game", "Refused"),
    "restoring": ("dump_state", "restore"),
    "starting": ("new_game",),
    "values.choices": ("NATURE", "Choice", "ChoiceKind"),
    "values.option_forms": ("Option",),
    "values.options": ("Order",),
    "values.state": ("Result", "State"),
    "writing.json_": ("StateError", "dump_event", "dump_option", "load_option"),
    "seen": ("view",),
}
"""The module of each name."""


def __getattr__(name: str) -> Any:
    for module, names in _MODULES.items():
        if name in names:
            found = getattr(import_module(f"{__name__}.{module}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
