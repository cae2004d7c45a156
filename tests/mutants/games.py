"""Short games under the eyes of the referee, and the shortest form of one that breaks a property.

The games of the scenarios come first: they are a few decisions long, and each goes to a place
where a rule matters. Whole games of every play set follow, with a fixed seed each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from random import Random
from typing import ClassVar, Final, NamedTuple

from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game, Refused
from rules_check.oracle.players.player import PLAYERS
from rules_check.oracle.scenarios.moments import offer
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import Order
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import CHARACTERS, PER_PLAYER
from rules_check.properties.invariants.finite import PROPERTY as FINITE
from rules_check.properties.invariants.finite import but_for
from rules_check.properties.model import Property, Violation
from rules_check.properties.referee import Broken, Referee, play_refereed
from rules_check.properties.registry import PROPERTIES

EXPENSIVE_IN_SCENARIOS: Final = 4
EXPENSIVE_IN_GAMES: Final = 40
"""A property that is expensive to check is checked at one step in so many."""

SEED: Final = 1
LIMIT: Final = 1000
"""So many answers at most in a whole game."""

TURNS: Final = 3
"""A game is shortened to its last turns: one, or two, or so many."""


class Recording(NamedTuple):
    """A game that was played: from which state, by which answers. `turn` are the events of the
    turn before the first answer."""

    game: Game
    start: State
    turn: tuple[Event, ...]
    answers: tuple[Option, ...]


class Find(NamedTuple):
    """A game in which properties are broken by the last answer."""

    recording: Recording
    violations: tuple[Violation, ...]


class RecordedGame(Game):
    """A game that writes down what is answered in it, from the first answer to a state on."""

    tells_rules: ClassVar[bool] = True
    """Whether anybody wants to know the rules behind events; finding them takes long."""

    current: ClassVar[State | None] = None
    recording: ClassVar[Recording | None] = None

    def answer(self, s: State, option: Option) -> None:
        """Take a decision and note it, unless it is refused."""
        cls = RecordedGame
        if cls.recording is None or s is not cls.current:
            turn = (*(s.trace or ()), *_confrontation(s))
            cls.current, cls.recording = s, Recording(self, s.copy(), turn, ())
        before = cls.recording
        cls.recording = before._replace(answers=(*before.answers, option))
        try:
            super().answer(s, option)
        except Refused:
            cls.recording = before
            raise

    def rules_of(self, event: Event) -> tuple[str, ...]:
        """The ids of the rules that made an event happen."""
        return super().rules_of(event) if RecordedGame.tells_rules else ()

    @classmethod
    def recorded(cls) -> Recording | None:
        """The game that was played last, None if nothing was answered in it; forgets it."""
        found, cls.current, cls.recording = cls.recording, None, None
        return found if found is not None and found.answers else None


def _confrontation(s: State) -> Iterator[Event]:
    """The announcement of a Confrontation that a given position has already."""
    if s.confronted >= 0 and not any(event.kind == "confront" for event in s.trace or ()):
        top = s.zones[s.confronted * PER_PLAYER + CHARACTERS][:1]
        yield Event("confront", s.active, top, (s.confronted,), "confront.announced")


# ------------------------------------------------------------------------- checking


def broken(
    recording: Recording, properties: Sequence[Property] = PROPERTIES, every: int = 1
) -> Find | None:
    """Play the game again and check each step; None if all properties hold.

    An answer that is refused ends the game.
    """
    game = recording.game
    state = recording.start.copy()
    state.trace = list(recording.turn)
    referee = Referee(game, state, properties, every)
    violations: tuple[Violation, ...] = ()
    try:
        for option in recording.answers:
            if state.choice is None or game.refuse(state, option) is not None:
                break
            referee.take(state, option)
        violations = referee.end(state)
    except Broken as found:
        violations = found.violations
    if not violations:
        return None
    return Find(recording._replace(answers=tuple(referee.answers)), violations)


def properties_in(game: Game) -> tuple[Property, ...]:
    """The properties for the game of a scenario: a text that it brings along may set itself off,
    and the engine stops it as it should."""
    printed = {card.name for card, _ in load_play_set(game.ruleset.name).main_deck}
    own = frozenset(card.name for card, _ in game.playset.main_deck) - printed
    return tuple(but_for(own) if prop is FINITE else prop for prop in PROPERTIES)


def whole_games() -> Iterator[tuple[str, Find | None]]:
    """Whole games of every play set with every kind of player: a name, and what breaks in it."""
    for name in PLAY_SETS:
        game = Game(load_play_set(name))
        for kind in PLAYERS:
            yield f"{name}, {kind} players, seed {SEED}", _whole_game(game, kind)


def _whole_game(game: Game, kind: str) -> Find | None:
    rng = Random(SEED)
    players = [PLAYERS[kind](rng) for _ in game.seats]
    played = play_refereed(game, players, rng, every=EXPENSIVE_IN_GAMES, limit=LIMIT)
    if not played.violations:
        return None
    start = game.new(trace=True)
    recording = Recording(game, start.copy(), tuple(start.trace or ()), tuple(played.answers))
    return Find(recording, played.violations)


# ----------------------------------------------------------------------- shortening


def shortened(find: Find) -> Find:
    """A short game that breaks the same property: the last turns, without needless answers."""
    name = find.violations[0].property
    properties = [prop for prop in PROPERTIES if prop.name == name]
    for recording in _last_turns(find.recording):
        shorter = _still_broken(recording, properties)
        if shorter is not None:
            return _without_needless(shorter, properties)
    return find


def _last_turns(recording: Recording) -> list[Recording]:
    """The last turn of the game, the last two, and so on."""
    game, state = recording.game, recording.start.copy()
    events = list(recording.turn)
    turns: list[Recording] = []
    number = -1
    for at, option in enumerate(recording.answers):
        if state.turn != number:
            number = state.turn
            rest = recording.answers[at:]
            turns.append(Recording(game, state.copy(), tuple(events), rest))
        state.trace = []
        try:
            game.take(state, option)
        except Exception:  # noqa: BLE001 (this is what is to be shown)
            break
        for event in state.trace:
            if event.kind == "turn":
                events = []
            events.append(event)
    return turns[: -TURNS - 1 : -1]


def _still_broken(recording: Recording, properties: Sequence[Property]) -> Find | None:
    try:
        return broken(recording, properties)
    except Exception:  # noqa: BLE001 (a position that cannot be; then it stays as it was)
        return None


def _without_needless(find: Find, properties: Sequence[Property]) -> Find:
    at = len(find.recording.answers) - 1
    while at >= 0:
        answers = find.recording.answers
        if at < len(answers):
            fewer = find.recording._replace(answers=answers[:at] + answers[at + 1 :])
            if fewer.answers:
                find = _still_broken(fewer, properties) or find
        at -= 1
    return find


# ------------------------------------------------------------------------- telling


def told(recording: Recording) -> list[str]:
    """The game in lines, one a decision; the same one several times is one line."""
    game, state = recording.game, recording.start.copy()
    said: list[str] = []
    for option in recording.answers:
        said.append("nature: shuffles" if isinstance(option, Order) else offer(game, state, option))
        try:
            game.take(state, option)
        except Exception:  # noqa: BLE001 (this is what is to be shown)
            break
    counted = [(line, len(list(same))) for line, same in groupby(said)]
    return [line if number == 1 else f"{line} x{number}" for line, number in counted]
