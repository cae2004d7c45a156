"""On which open questions a case hangs: the same is played in every other reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rules_check.oracle.values.ways import Way
from rules_check.oracle.values.zones import DECK, PER_PLAYER

if TYPE_CHECKING:
    from rules_check.checker import CardResult
    from rules_check.checks.raised import Raised
    from rules_check.oracle.scenarios.own_cards import OwnCards
    from rules_check.properties.cases.trying import Table, Trial


class Asked(NamedTuple):
    """A question that nobody settles for a text: what is asked and the answer that is played, and
    whether it is asked of every card or only where a case hangs on it."""

    raised: Raised
    played: str
    always: bool

    @property
    def said(self) -> str:
        """The question and the answer in words."""
        return f"{self.raised.question.asks} Played: {self.raised.says(self.played)}"


NOBODY: Final = "nobody"
DECIDES: Final[Mapping[Way, tuple[str, ...]]] = {
    Way.TIED: ("tied",),
    Way.AVOIDED: ("totals", "avoiding"),
}
"""The questions by whose answers a way goes, by how their names begin."""


def decides(asked: Asked, shown: Set[Way]) -> bool:
    """Whether one of these ways goes by the answer to a question, if not in every game."""
    return any(asked.raised.id.startswith(DECIDES[way]) for way in shown & DECIDES.keys())


def questions_of(one: CardResult) -> Iterator[Asked]:
    """The open questions of a text; also those that hardly anybody asks, if nobody settles them."""
    from rules_check.checks.questions import is_settled
    from rules_check.checks.raised import raised, settled

    subject = one.subject
    answers = _answers(subject.file.ruleset or "")
    for asked in raised(subject):
        found = settled(subject.ruleset, subject.card.name, asked)
        always = not is_settled(asked, found)
        if always or found.by == NOBODY:
            played = found.answer or answers.get(asked.id, "")
            # The usual answer stands first.
            yield Asked(asked, played or next(iter(asked.question.answers)), always)


@lru_cache
def _answers(ruleset: str) -> Mapping[str, str]:
    """What the play set answers where no rule does."""
    from rules_check.oracle.box.playset import answers_of

    return answers_of(ruleset)


def in_other_words(own: OwnCards, one: CardResult, lines: Sequence[str]) -> OwnCards:
    """The card file with other words on one of its cards."""
    pieces = [piece.line for line in one.card.printed for piece in line.pieces]
    rows = own.text.splitlines()
    rows[min(pieces) - 1 : max(pieces)] = lines
    return replace(own, text="\n".join(rows) + "\n")


def hangs_on(table: Table, trial: Trial, others: Sequence[Table]) -> bool:
    """Whether the same acts end otherwise where a text is read otherwise."""
    known = _end(table, trial)
    for other in others:
        found = other.follow(trial.position, trial.plan)
        if found is not None and _end(other, found) != known:
            return True
    return False


def _end(table: Table, trial: Trial) -> list[Any]:
    """What has come of a game, in words that are the same in every game: what lies where, the
    Power, whose turn it is, and how every Confrontation ended."""
    game, state = table.game, trial.state
    kinds = game.core.kinds
    decks = {player * PER_PLAYER + DECK for player in range(game.players)}
    found: list[Any] = [list(state.power), state.active, state.confronted, state.result]
    for number, zone in enumerate(state.zones):
        names = [kinds[card].name for card in zone]
        found.append(names if number in decks else sorted(names))
    found += [(x.kind, x.player, x.detail) for x in trial.events if x.kind in DECIDED]
    return found


DECIDED: Final = frozenset({"compare", "cost"})
"""Events of which the table keeps no trace."""
