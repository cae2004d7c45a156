"""What a person at the terminal is asked, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from rules_check.oracle.game import AskedBy
from rules_check.oracle.values.choices import ChoiceKind

if TYPE_CHECKING:
    from rules_check.oracle.game import Game
    from rules_check.oracle.values.choices import Choice
    from rules_check.oracle.values.state import State

QUESTIONS: Final[Mapping[ChoiceKind, str]] = {
    ChoiceKind.ANNOUNCE: "Do you announce a Confrontation?",
    ChoiceKind.DEFEND: "You can avoid an Attack.",
    ChoiceKind.BLOCK: "You can raise the cost.",
    ChoiceKind.CARD: "Choose a card.",
    ChoiceKind.ORDER: "Choose the card that comes first.",
    ChoiceKind.PLAYER: "Choose a player.",
    ChoiceKind.MAY: "You may. Do you?",
    ChoiceKind.UNLESS: "You may do the other thing. Do you?",
    ChoiceKind.OPTION: "Choose one.",
    ChoiceKind.NUMBER: "Choose a number.",
    ChoiceKind.PARITY: "Choose odd or even.",
    ChoiceKind.VALUE: "Choose.",
    ChoiceKind.TRIGGER: "Which text is first?",
}
"""What is asked, by the kind of the choice."""

COMPARED: Final = ("compare", "after", "over", "end", "done")
"""The parts of a turn in which a Confrontation is over."""


def question(game: Game, state: State, choice: Choice, seat: int) -> str:
    """What is asked now."""
    if choice.kind is ChoiceKind.MAIN and choice.player != seat:
        asked = f"It is the turn of {game.seats[choice.player]}. Do you act in it?"
    elif choice.kind is ChoiceKind.MAIN:
        asked = f"Your turn, Power {state.power[seat]}."
    else:
        asked = _asked(choice)
    if state.confronted >= 0 and state.phase not in COMPARED:
        cost = game.character_cost(state, state.confronted)
        power = state.power[state.active]
        confronted = game.seats[state.confronted]
        asked += f" Confrontation: Power {power} against {confronted}, cost {cost}."
    return asked


def _asked(choice: Choice) -> str:
    """What a text asks: what is done with the card, what may be done."""
    match choice.asked_by:
        case AskedBy(words) if words and choice.kind is ChoiceKind.MAY:
            return f'"{words}" Do you?'
        case AskedBy(_, _, verb, chosen) if choice.kind is ChoiceKind.CARD:
            return _pick(verb, chosen)
        case _:
            return QUESTIONS[choice.kind]


def _pick(verb: str, chosen: int) -> str:
    """To choose a card: what for, and how many are chosen already."""
    more = f" ({chosen} chosen already)" if chosen else ""
    return f"Choose a card{f' to {verb}' if verb else ''}{more}."
