"""What a person at the terminal can do: options with their numbers, prices and words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rules_check.oracle.game import AskedBy
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.options import (
    BuyCard,
    ChooseCard,
    ChooseEffect,
    Confront,
    DefeatCard,
    Done,
    EndTurn,
    PlayCard,
)
from rules_check.play.phrases import Phrases

if TYPE_CHECKING:
    from rules_check.oracle.game import Game
    from rules_check.oracle.values.choices import Choice
    from rules_check.oracle.values.option_forms import Option
    from rules_check.oracle.values.state import State

STOPS = (EndTurn, Done)
"""What ends one's own part of a turn."""


class Offer(NamedTuple):
    """An option as it is shown: its number, its words, and what is to be known of it."""

    number: int
    label: str
    note: str
    option: Option

    @property
    def shown(self) -> str:
        """The option as it is listed; an option of a card has its number already."""
        if isinstance(self.option, ChooseEffect) and self.note:
            return self.note.removeprefix(": ")
        return f"{self.label}{self.note}"

    def words(self) -> tuple[str, str]:
        """What can be typed for it: its words, or all of the line."""
        return self.label.casefold(), f"{self.label}{self.note}".casefold()


class Numbers:
    """Numbers for the options. Within the main part of a turn an option keeps its number for as
    long as it is offered, and no other option gets it; to stop is always 0."""

    def __init__(self) -> None:
        self._turn = (-1, -1)
        self._known: dict[str, int] = {}

    def offers(
        self, game: Game, state: State, choice: Choice, options: Sequence[Option]
    ) -> list[Offer]:
        """The options in the order of their numbers."""
        known: dict[str, int] = {}
        if choice.kind is ChoiceKind.MAIN:
            turn = (state.turn, choice.player)
            known = self._known if turn == self._turn else {}
            self._known, self._turn = known, turn
        notes = notes_on(game, state, choice, options)
        found: list[Offer] = []
        for option, note in zip(options, notes, strict=True):
            label = game.label(state, option)
            number = 0 if isinstance(option, STOPS) else known.setdefault(label, len(known) + 1)
            found.append(Offer(number, label, note, option))
        return sorted(found, key=lambda offer: (offer.number == 0, offer.number))


def notes_on(game: Game, state: State, choice: Choice, options: Sequence[Option]) -> Iterator[str]:
    """What is to be known of each option: its price, or what it says."""
    effects: Sequence[str] = ()
    if isinstance(choice.asked_by, AskedBy):
        effects = choice.asked_by.options
    places = {state.where[option.card] for option in options if isinstance(option, ChooseCard)}
    say = Phrases(game)
    for option in options:
        match option:
            case ChooseCard() if len(places) > 1 and "(" not in game.label(state, option):
                yield f" ({say.place(state.where[option.card], choice.player)})"
            case BuyCard():
                yield f" for {game.cost_to_buy(state, option.card, choice.player)}"
            case DefeatCard():
                yield f" for {game.cost_to_take(state, option.card, choice.player)}"
            case Confront():
                yield f" (cost {game.cost_to_defeat(state, option.player, choice.player)})"
            case ChooseEffect() if effects and effects[option.value]:
                yield f": {effects[option.value]}"
            case _:
                yield ""


def safe_to_play(
    game: Game, state: State, choice: Choice, options: Sequence[Option]
) -> list[PlayCard]:
    """Cards that give Power or do nothing, and with which nobody has anything to decide."""
    if choice.kind is not ChoiceKind.MAIN:
        return []
    found: list[PlayCard] = []
    for option in options:
        if isinstance(option, PlayCard) and _plain(game, option.card):
            after = state.copy()
            game.take(after, option)
            now = after.choice
            same = after.turn == state.turn and after.phase == state.phase
            if not same or (now is not None and (now.player, now.kind) == choice[:2]):
                found.append(option)
    return found


def _plain(game: Game, card: int) -> bool:
    kind = game.kinds[card]
    return kind.power is not None and not kind.standing and not kind.own
