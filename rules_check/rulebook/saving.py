"""The games of open questions as files that `rules-check play --replay` prints again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules_check.play.document import render
from rules_check.play.table import HUMAN, Table, Unusable

if TYPE_CHECKING:
    from rules_check.rulebook.games import Asked, End


def save_games(asked: Iterable[Asked], folder: Path) -> Iterator[Path]:
    """Write each game under each reading into a folder, which is made if there is none.

    Yields the files. Raises Unusable.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for one in asked:
            for end in one.ends:
                path = folder / f"{one.question.id}-reading-{end.reading.number}.json"
                path.write_text(document(end), encoding="utf-8", newline="\n")
                yield path
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise Unusable(f"{folder}: the games cannot be saved: {why}") from error


def document(end: End) -> str:
    """The game of a question under one reading, as JSON."""
    played = end.played
    return render(table_of(end), played.game, played.answers, played.state)


def table_of(end: End) -> Table:
    """What the game starts from."""
    game, scenario = end.played.game, end.scenario
    given: dict[str, Any] = (
        dict(scenario.position) if scenario.position is not None else {"new": True}
    )
    if scenario.cards:
        given["cards"] = scenario.cards
    return Table(
        game=scenario.game,
        seats=game.seats,
        seed=0,
        players=(HUMAN,) * game.players,
        variant=game.variant.name if game.variant is not None else "",
        mixed=(scenario.mix,) if scenario.mix is not None else (),
        reading=scenario.reading,
        given=given,
    )
