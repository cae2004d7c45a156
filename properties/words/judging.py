"""Which words of a card change something, which change nothing, and of which it is not known.

Each piece of the meaning is changed in some ways (`grammar/core/edits.py`), and a game is looked
for in which the card then does something else: first in plain games, then by the solver. Words
change nothing if no such game was found for any of the ways, and the solver has looked at every
position up to a bound. Words of which the meaning has nothing (`grammar/core/dropped.py`) change
nothing without a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import walk
from rules_check.grammar.core.dropped import dropped
from rules_check.grammar.core.edits import Edit, Piece, pieces
from rules_check.oracle.box.card_kinds import kind_of
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.box.reading import Reading
from rules_check.oracle.box.settings import GameError
from rules_check.properties.words.plain_games import BY_CHANCE, Difference, Table

if TYPE_CHECKING:
    from rules_check.properties.symbolic.ends import Witness


class Verdict(StrEnum):
    """What is known of some words."""

    SOMETHING = "changes something"
    NOTHING = "changes nothing"
    UNDECIDED = "not decided"


class Effort(NamedTuple):
    """How far is looked: plain games, and once more so many before words are told to change
    nothing; cards per zone, paths and seconds of the solver (no paths: it is not asked); whether
    the smallest of its games is looked for, or any will do."""

    games: int
    more_games: int
    bound: int
    paths: int
    seconds: float | None = None
    smallest: bool = False


QUICK: Final = Effort(games=24, more_games=48, bound=2, paths=150)
"""For a check."""
DEEP: Final = Effort(games=48, more_games=96, bound=3, paths=1_000, seconds=60.0, smallest=True)
"""For who asks for it."""


GAME: Final = c.Span("game", None)
"""The window of what was done in the whole game."""

NO_GAME: Final = "no game was found"
"""Why a piece is not decided of which the solver was not asked."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A piece of a text, what is known of it, and what shows it: a plain game or one of the
    solver's. `why`: why it is not decided; `bound`: up to how many cards per zone it was looked;
    `unsaid`: what other words were tried with which the meaning is the same."""

    piece: Piece
    verdict: Verdict
    edit: Edit | None = None
    played: Difference | None = None
    witness: Witness | None = None
    bound: int = 0
    why: str = ""
    unsaid: tuple[str, ...] = ()

    @property
    def tried(self) -> tuple[str, ...]:
        """What was tried in the place of the words, each once."""
        return self.unsaid or tuple(dict.fromkeys(edit.told for edit in self.piece.edits))


class Words:
    """The words of one card. `open_` are other readings, each with the question that it answers and
    that nobody has settled."""

    def __init__(
        self,
        playset: PlaySet,
        card: CardDef,
        core: c.Core,
        open_: Sequence[tuple[str, Reading]] = (),
    ) -> None:
        self.playset, self.card, self.core = playset, card, core
        self.table = Table(playset, card, core)
        self.open = open_

    def judged(self, effort: Effort, *, each: bool = False) -> Iterator[Judged]:
        """What is known of words that the meaning has nothing of, and of each piece; `each`: of
        each other thing that a piece could say, by itself."""
        yield from self.dropped(each=each)
        for piece in pieces(self.core):
            ways = [(edit,) for edit in piece.edits] if each else [piece.edits]
            for edits in ways:
                yield self.judge(piece._replace(edits=edits), effort)

    def dropped(self, *, each: bool = False) -> Iterator[Judged]:
        """The words that the meaning has nothing of."""
        character = kind_of(self.card, 0).character
        for lost in dropped(self.card.text, character=character, each=each):
            piece = Piece(lost.what, lost.at, ())
            yield Judged(piece, Verdict.NOTHING, unsaid=lost.tried)

    def judge(self, piece: Piece, effort: Effort) -> Judged:
        """What is known of one piece. A defect of the engine is no reason to say nothing of the
        others."""
        try:
            return self._judge(piece, effort)
        except Exception as error:  # noqa: BLE001 (whatever it is, the proofs report it)
            why = f"the engine fails: {type(error).__name__}: {error}"
            return Judged(piece, Verdict.UNDECIDED, why=why)

    def _judge(self, piece: Piece, effort: Effort) -> Judged:
        found = self._by_games(piece, effort.games)
        if found is not None:
            return found
        if not effort.paths:
            return Judged(piece, Verdict.UNDECIDED, why=NO_GAME)
        asked = self._by_solver(piece, effort)
        if asked.verdict is Verdict.SOMETHING:
            return asked
        found = self._by_games(piece, effort.more_games, effort.games) or asked
        question = self._hangs_on(piece, effort) if found.verdict is Verdict.NOTHING else ""
        if question:
            why = f"they change something in another reading of an open question: {question}"
            return replace(found, verdict=Verdict.UNDECIDED, why=why)
        return found

    def _hangs_on(self, piece: Piece, effort: Effort) -> str:
        """The open question in another reading of which a piece changes something; empty if there
        is none."""
        for question, reading in self.open:
            with suppress(GameError):  # not every reading can be played in every game
                table = Table(self.playset, self.card, self.core, reading)
                if any(table.difference(edit.core, effort.more_games) for edit in piece.edits):
                    return question
        return ""

    def _by_games(self, piece: Piece, games: int, begin: int = 0) -> Judged | None:
        """A game that tells one of the edits apart; any will do, so a few games are played with all
        of them before more are played with the first."""
        for first in range(begin, games, BY_CHANCE):
            for edit in piece.edits:
                at = self.table.difference(edit.core, min(first + BY_CHANCE, games), first)
                if at is not None:
                    return Judged(piece, Verdict.SOMETHING, edit, played=at)
        return None

    def _by_solver(self, piece: Piece, effort: Effort) -> Judged:
        from rules_check.properties.symbolic.apart import Stage, tell_apart

        bound, why = effort.bound, ""
        for stage in Stage:
            for edit in piece.edits:
                apart = tell_apart(
                    self.playset,
                    self.card,
                    replace(self.card, core=edit.core),
                    bound=effort.bound,
                    max_paths=effort.paths,
                    seconds=effort.seconds,
                    smallest=effort.smallest,
                    stages=(stage,),
                )
                if apart.word == "differ":
                    return Judged(piece, Verdict.SOMETHING, edit, witness=apart.witness)
                if stage is Stage.WHOLE:
                    why = why or (apart.why if apart.word == "unknown" else "")
                    bound = min(bound, apart.bound)
        if not why and bound < self._counted():
            why = f"the text counts up to {self._counted()}, and it was looked up to {bound}"
        if not why and piece.lasts:
            why = "the solver looks at one turn"
        if not why and any(isinstance(x, c.Did) and x.window == GAME for x in walk(self.core)):
            why = "the text counts what was done in earlier turns, and the solver looks at one"
        verdict = Verdict.UNDECIDED if why else Verdict.NOTHING
        return Judged(piece, verdict, bound=bound, why=why)

    def _counted(self) -> int:
        """How many cards the text counts: so many have to lie somewhere before it matters."""
        compared = (x for x in walk(self.core) if isinstance(x, c.Compare))
        numbers = (
            x.right.value for x in compared if isinstance(x.right, c.Number) and _counts(x.left)
        )
        return max(numbers, default=0)


def _counts(value: c.Value) -> bool:
    return isinstance(value, c.Fold) and value.row in ("count", "distinct")
