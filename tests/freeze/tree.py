"""The names of the project that the freeze uses: the only module that imports it.

Both trees are asked by this code, so a name that one of them lacks ends the tool (with 2). Keep
them few, and take what stays when the inside changes: a check, an echo, readings, a game, its
labels, its JSON.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import rules_check
from rules_check.checker import CardResult, Checker
from rules_check.checks.raised import raised
from rules_check.echo import echo_card
from rules_check.grammar.cache import Cache
from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.questions import readings
from rules_check.grammar.wording import wording
from rules_check.oracle.box.playset import CardDef, PlaySet, card_defs, load_play_set
from rules_check.oracle.box.playset_file import PlaySetError
from rules_check.oracle.box.settings import GameError
from rules_check.oracle.conformance.positions import dump_position
from rules_check.oracle.game import Game
from rules_check.oracle.playable import unplayable
from rules_check.oracle.scenarios.positions import PositionError, build_state
from rules_check.oracle.scenarios.tables import with_further
from rules_check.oracle.values.choices import NATURE
from rules_check.oracle.values.options import Order
from rules_check.oracle.values.state import State
from rules_check.oracle.writing.json_ import dump_event

ROOT: Final = Path(rules_check.__file__).resolve().parents[1]
"""The tree whose code this is."""

NOT_PLAYED: Final = (PlaySetError, GameError, PositionError)
"""What is raised, with a message, where a card cannot be put into a game."""

TRANSLATION: Final = "rules_check.grammar.core.translate"
"""The module with `cores(text)`, which makes a core of each reading of a text."""

Deck: TypeAlias = PlaySet
"""The cards of a game, with a main deck of ours."""

PLACES: Final = (
    *("zones", "power", "vp", "order", "out", "turn", "active", "phase"),
    *("confronted", "face_up", "owners", "result"),
)
"""What people see of a position; how the engine goes on from it is its own matter."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What a check says of one card."""

    understood: bool
    found: list[str]
    """Codes with their places."""
    refused: list[str]
    """The words that the engine cannot play, with why."""
    echo: list[str]
    readings: list[str]
    asked: list[str]
    """The ids of the questions that the text raises."""
    core: list[str] | None = None
    """None: the tree has no translation."""


class Tree:
    """The project as it is in one tree."""

    def __init__(self) -> None:
        self.checker = Checker(Cache())
        self._translate = _translation()
        self._card: CardDef | None = None

    def look(self, card_file: str) -> Looked:
        """What a check says of a file with one card."""
        self._card = None
        result = self.checker.check(read_card_text(card_file, "frozen"))
        found = [_place(diagnostic) for diagnostic in result.diagnostics]
        if len(result.cards) != 1:
            return Looked(False, found, [], [], [], [])
        (card,) = result.cards
        if not card.understood:
            return Looked(False, found, [], echo_card(card), [], [])
        return Looked(
            understood=True,
            found=found,
            refused=self._refused(card_file),
            echo=echo_card(card),
            readings=[_reading(way) for way in readings(card.subject.text)],
            asked=[one.id for one in raised(card.subject)],
            core=self._core(card),
        )

    def _refused(self, card_file: str) -> list[str]:
        try:
            file = read_card_text(card_file, "frozen")
            ((card, _),) = card_defs(file, parser=self.checker.parser)
        except PlaySetError as error:
            return [str(error)]
        self._card = card
        return [f'"{one.words(card.printed)}": {one.why}' for one in unplayable(card)]

    def _core(self, card: CardResult) -> list[str] | None:
        if self._translate is None:
            return None
        made: list[str] = []
        for reading in self._translate(card.subject.text):
            core = reading.core
            if isinstance(core, Exception):
                made.append(f"no core: {core}")
            else:
                made += [*_printed(core).splitlines(), ""]
        return made

    def save(self) -> None:
        """Keep the sentences that were understood for the next run."""
        self.checker.save()

    # --------------------------------------------------------------------- games

    def play_set(self, game: str, deck: str) -> Deck:
        """The play set of a game with these cards as its main deck."""
        cards = card_defs(read_card_text(deck, "table"), parser=self.checker.parser)
        return load_play_set(game).replace_main_deck(cards)

    def begin(self, play_set: Deck, copies: int) -> Played:
        """A game with the card that was looked at last. Raises one of NOT_PLAYED."""
        card = self._card
        assert card is not None
        changed = with_further(play_set, [(card, copies)])
        seats = list(changed.seats)
        if card.name in changed.characters and card.name not in seats:
            sides = changed.sides.values()
            mates = next((side for side in sides if card.name in side), (seats[0],))
            at = next((at for at, seat in enumerate(seats) if seat in mates), 0)
            seats[at] = card.name
        return Played(Game(changed, seats), card.name, card.level if card.level else 0)


class Played:
    """A game, and what can be seen of its positions."""

    state: State

    def __init__(self, game: Game, card: str, level: int) -> None:
        self.game, self.card, self.level = game, card, level

    @property
    def seats(self) -> tuple[str, ...]:
        """P1, P2 …"""
        return tuple(self.game.seat(player) for player in range(self.game.players))

    @property
    def seat(self) -> str:
        """Whose Character the card is; the first player's if it is none."""
        names = self.game.seats
        return self.seats[names.index(self.card)] if self.card in names else self.seats[0]

    @property
    def has_super_villain(self) -> bool:
        """Whether the card lies in the stack of Super-Villains."""
        return any(card.name == self.card for card in self.game.playset.super_villains)

    def lay(self, position: Mapping[str, Any]) -> None:
        """Begin in a position. Raises one of NOT_PLAYED."""
        self.state = build_state(self.game, position)

    def decision(self) -> tuple[str, str, list[str]] | None:
        """Who decides, what about, and what can be answered; None if the game is over.

        For a shuffle the answers are the cards.
        """
        choice = self.state.choice
        if choice is None:
            return None
        who = "nature" if choice.player == NATURE else self.game.seat(choice.player)
        if choice.options:
            labels = [self.game.label(self.state, option) for option in choice.options]
        else:
            labels = [self.game.card_id(card) for card in choice.cards]
        return who, str(choice.kind), labels

    def answer(self, chosen: list[int]) -> None:
        """Take the answer with this number; for a shuffle all of them in order."""
        choice = self.state.choice
        assert choice is not None
        if choice.options:
            option: Any = choice.options[chosen[0]]
        else:
            option = Order(tuple(choice.cards[at] for at in chosen))
        self.game.answer(self.state, option)

    def events(self) -> list[str]:
        """What has happened since this was asked last."""
        trace = self.state.trace or []
        told = [dump_event(self.game, event) for event in trace]
        self.state.trace = []
        return [_event(event) for event in told]

    def position(self) -> list[str]:
        """What lies where, a line a place."""
        return list(_position(dump_position(self.game, self.state)))


def _translation() -> Any:
    try:
        module = importlib.import_module(TRANSLATION)
    except ModuleNotFoundError:
        return None
    return getattr(module, "cores", None)


def _printed(core: Any) -> str:
    """A core with its names in the order in which they are bound."""
    printer = importlib.import_module("rules_check.grammar.core.printer")
    equality = importlib.import_module("rules_check.grammar.core.equality")
    return str(printer.printed(equality.standard(core)))


def _place(diagnostic: Any) -> str:
    place = diagnostic.place
    return f"{diagnostic.code} {place.line}:{place.column}+{place.length}"


def _reading(way: Any) -> str:
    answers = ", ".join(f"{question}: {key}" for question, key in way.choices)
    said = " / ".join(wording(way.text))
    return f"{said} [{answers}]" if answers else said


def _event(event: Mapping[str, Any]) -> str:
    parts = [event["event"], event["player"] or "", *event["cards"], *map(str, event["detail"])]
    return " | ".join(parts)


def _position(state: Mapping[str, Any]) -> Iterator[str]:
    for name in PLACES:
        value = state[name]
        if isinstance(value, dict):
            for key in sorted(value):
                if value[key]:
                    yield f"{name} {key}: {value[key]}"
        elif value is not None:
            yield f"{name}: {value}"
