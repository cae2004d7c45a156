"""The parameters in which the games differ: their names and the values they can take.

A ruleset gives each of them a value, or says that the book does not state it or that it has no
place in the game. The starting deck, the stacks, the costs of opponents, teams and the order of
steps are not here: they have tables of their own. What a card prints (that a Weakness has to be
played, or stays in play) is not here either: the card says it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules_check.rules.model import Value


@dataclass(frozen=True, slots=True)
class Choice:
    """One word of a list."""

    words: tuple[str, ...]

    def problem(self, value: Value) -> str | None:
        """What is wrong with the value, or None."""
        if isinstance(value, str) and value in self.words:
            return None
        return f"expected one of {', '.join(self.words)}, found {value!r}"


@dataclass(frozen=True, slots=True)
class Choices:
    """Several words of a list; an empty list allows any word. Their order may matter."""

    words: tuple[str, ...] = ()
    ordered: bool = False

    def problem(self, value: Value) -> str | None:
        """What is wrong with the value, or None."""
        if not isinstance(value, tuple) or not all(isinstance(word, str) for word in value):
            return f"expected a list of words, found {value!r}"
        for word in value:
            if self.words and word not in self.words:
                return f"expected words of {', '.join(self.words)}, found {word!r}"
        return None


@dataclass(frozen=True, slots=True)
class Plain:
    """Any value of one type."""

    type: type[bool | int | str]

    def problem(self, value: Value) -> str | None:
        """What is wrong with the value, or None."""
        if type(value) is self.type:
            return None
        names = {bool: "true or false", int: "a whole number", str: "a text"}
        return f"expected {names[self.type]}, found {value!r}"


@dataclass(frozen=True, slots=True)
class Numbers:
    """A list of whole numbers."""

    def problem(self, value: Value) -> str | None:
        """What is wrong with the value, or None."""
        if isinstance(value, tuple) and value and all(type(number) is int for number in value):
            return None
        return f"expected a list of whole numbers, found {value!r}"


FLAG: Final = Plain(bool)
NUMBER: Final = Plain(int)

PARAMETERS: Final[Mapping[str, Choice | Choices | Plain | Numbers]] = {
    "players.allowed": Numbers(),
    "hand_size": NUMBER,
    "lineup.size": NUMBER,
    "opponent.kind": Choice(("characters", "boss_stack", "main_deck")),
    "boss.size": NUMBER,
    "boss.top": Plain(str),
    "confront.target_rule": Choice(("min_current_cost", "lower_level")),
    "confront.forbids_buy": FLAG,
    "confront.max_defeats_per_turn": NUMBER,
    "block.syntax": Choice(("sentence", "number")),
    "block.beneficiary": Choice(("own", "own_or_partner")),
    "block.other_raisers": FLAG,
    "defense.per_attack": Choice(("one_per_player", "one_per_protected_player")),
    "defense.beneficiary": Choice(("own", "own_or_partner")),
    "weakness.cost_delta": NUMBER,
    "destroy.returns_to_stack": Choices(),
    "ongoing.cap": Choice(("once_per_own_turn", "once_unless_each_time", "unlimited")),
    "end_of_turn.hand_is_discard_event": FLAG,
    "gain.includes_buy": FLAG,
    "gain.includes_defeat": FLAG,
    "end.conditions": Choices(
        ("last_character", "refill_fail", "villain_flip_fail", "main_deck_empty")
    ),
    "score.return": Choices(("in_play", "hand", "discard_pile")),
    "score.weakness_vp": NUMBER,
    "score.tie_breaks": Choices(
        ("opposing_characters", "super_villains", "deck_size"), ordered=True
    ),
}
"""Every parameter, with what its value may be. Each is read by the engine, a check or a property;
`tests/rules/test_parameters.py` tries other values and names those that nobody notices."""
