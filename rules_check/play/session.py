"""A game in progress, or a saved one: the table, the answers so far, and the state."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from rules_check.oracle.box.playset_file import PlaySetError
from rules_check.oracle.players.drive import BadReplay, play_on, replay_answers, texts_going_on
from rules_check.oracle.values.endless import RunsForever
from rules_check.play.document import load, options_of, render
from rules_check.play.parting import parting
from rules_check.play.table import Table, Unusable, make_player

if TYPE_CHECKING:
    from rules_check.oracle.players.player import Player
    from rules_check.oracle.values.option_forms import Option
    from rules_check.oracle.values.state import State


class Quit(Exception):
    """The person at the terminal has left."""


class Session:
    """A game from its table on; `state` and `answers` are where it stands."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.make()
        self.state = table.begin(self.game)
        self.answers: list[Option] = []
        self.parted = ""
        """Where a saved game says something else than its answers give; empty: nowhere."""

    @property
    def over(self) -> bool:
        """Whether the game has come to its end."""
        return self.state.choice is None

    def play(self, people: Mapping[int, Player] | None = None) -> bool:
        """Play to the end, with `people` in some seats; False if one of them leaves.

        A game that goes on after it was left has a chance of its own from there.
        """
        begun = len(self.answers)
        rng = Random(f"{self.table.seed} from {begun}" if begun else self.table.seed)
        seated = people or {}
        players = [
            seated[seat] if seat in seated else make_player(kind, rng)
            for seat, kind in enumerate(self.table.players)
        ]
        try:
            play_on(self.game, self.state, players, rng, self.answers, take=self.take)
        except Quit:
            return False
        except RunsForever as error:
            raise Unusable(never_stops(self, error)) from error
        return True

    def take(self, state: State, option: Option) -> None:
        """Take an answer; raises RunsForever if what follows from it does not come to an end."""
        self.game.take(state, option)

    def document(self) -> str:
        """The game as JSON."""
        return render(self.table, self.game, self.answers, self.state)

    def check_place(self, path: str) -> None:
        """Raise Unusable if a game could not be saved there: no folder, or one that is closed."""
        folder = Path(path).resolve().parent
        if not folder.is_dir():
            raise Unusable(f"{path}: the game cannot be saved: no such file or directory")
        if not os.access(folder, os.W_OK):
            raise Unusable(f"{path}: the game cannot be saved: permission denied")

    def save(self, path: str) -> None:
        """Write the game to a file, all of it or nothing. Raises Unusable."""
        target = Path(path).resolve()
        whole = not target.exists() or target.is_file()  # /dev/stdout is written to as it is
        beside = target.with_name(f".{target.name}.{os.getpid()}") if whole else target
        try:
            beside.write_text(self.document(), encoding="utf-8", newline="\n")
            if whole:
                beside.replace(target)
        except OSError as error:
            if whole:
                with contextlib.suppress(OSError):
                    beside.unlink()
            why = (error.strerror or str(error)).lower()
            raise Unusable(f"{path}: the game cannot be saved: {why}") from error


def never_stops(session: Session, error: Exception) -> str:
    """What is said of a game that cannot go on: which text does not come to its end."""
    names = texts_going_on(session.game, session.state)
    said = f"the text of {' and '.join(names)}" if names else "something"
    return f"the game cannot go on: {said} never stops (turn {session.state.turn}; {error})"


def replay(path: str, change: Callable[[Table], Table] | None = None) -> Session:
    """The session of a saved game, every answer checked by the engine. Raises Unusable.

    `change` may let others play on from there.
    """
    table, saved = load(path)
    if change is not None:
        table = change(table)
    try:
        session = Session(table)
    except (Unusable, PlaySetError) as error:
        raise Unusable(f"{path}: {error}") from error
    session.answers = list(options_of(path, session.game, saved["answers"]))
    try:
        replay_answers(session.game, session.state, session.answers, session.take)
    except BadReplay as error:
        rules = f" [{' '.join(error.rules)}]" if error.rules else ""
        raise Unusable(f"{path}: {error}{rules}") from error
    except RunsForever as error:
        raise Unusable(f"{path}: {never_stops(session, error)}") from error
    session.parted = parting(saved, session.document())
    return session
