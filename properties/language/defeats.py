"""At most so many defeats in a turn as the book allows, whatever a card says: a lemma for each
class of task or act from which the count of defeats is written."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple

from rules_check.grammar import ast as a
from rules_check.oracle.game import Game
from rules_check.oracle.values.state import State
from rules_check.properties.language.anything import Anything, Ways
from rules_check.properties.language.opening import Calls, named, opened

GUARDS: Final[Mapping[str, str]] = {
    "turns.super_villains.act_defeat": "turns.super_villains.why_no_defeat",
}
"""What is only done if it is offered, and what says why it is not."""

BEGINS: Final = "turns.turn.begin_turn"
"""Where the count begins anew."""

MOVES: Final = frozenset({"running.moving.move_card", "effects.moves.shift"})
"""What carries a card away."""


class TooMany(NamedTuple):
    """A way on which there are more defeats than the book allows, or one is not counted."""

    before: int
    after: int
    moved: int


def lemma(name: str, game: Game, real: Collection[str], ways: Ways) -> Iterator[TooMany]:
    """A task or an act, from every position with a count that is allowed."""
    calls: Calls = []
    run = opened(named(name), real, ways, calls)
    guard = opened(named(GUARDS[name]), real, ways, []) if name in GUARDS else None

    def once() -> TooMany | None:
        calls.clear()
        before = ways.pick(game.max_defeats + 1)
        g = Anything(ways, max_defeats=game.max_defeats, sw=game.sw, players=0)
        s = _state(ways, before)
        if guard is not None and guard(g, s, Anything(ways), Anything(ways)) is not None:
            return None
        run(g, s, Anything(ways))
        moved = sum(called in MOVES and a.Verb.DEFEAT in _verbs(given) for called, given in calls)
        counted = s.defeats == before + moved if name != BEGINS else s.defeats == moved == 0
        if counted and s.defeats <= game.max_defeats:
            return None
        return TooMany(before, s.defeats, moved)

    yield from (found for found in ways.all(once) if found is not None)


def _verbs(given: tuple[Any, ...]) -> list[a.Verb]:
    return [x for x in given if isinstance(x, a.Verb)]


def _state(ways: Ways, defeats: int) -> Any:
    s: Any = State.__new__(State)
    for part in State.__slots__:
        setattr(s, part, Anything(ways))
    s.defeats = defeats
    s.trace = None
    return s
