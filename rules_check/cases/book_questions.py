"""The questions that a book leaves open and that concern a card: the same case is played by every
other reading of the rules.

Of the rules of a turn those concern a card whose rules stand under its name, or under one of its
keywords where the book is silent; what a text does concerns every card.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from rules_check.cases.deciding import seen_until_the_end
from rules_check.oracle.box.reading import Reading, read_reading
from rules_check.oracle.quick.readings import OF_TURNS
from rules_check.rules.load import load_ruleset
from rules_check.rules.verdicts import PlayedReading, load_verdicts

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules_check.oracle.quick.state import Kind
    from rules_check.properties.cases.trying import Table, Trial
    from rules_check.rules.model import Question, Ruleset

MATTERS: Final = frozenset({"DIFFER", "DIFFER*"})
"""The kinds of questions whose answer makes a game end otherwise."""
NO_TEXT: Final = ("Shuffling", "End of Turn", "Ending Your Turn")
"""Parts of a book of which no text speaks: how a deck is shuffled, how a turn ends."""


class Otherwise(NamedTuple):
    """What is read otherwise: switches, and the words of the card."""

    switches: tuple[tuple[str, str], ...] = ()
    words: tuple[str, ...] = ()


AS_PLAYED: Final = Otherwise()
TableOf: TypeAlias = "Callable[[Otherwise], Table | None]"


class OfBook(NamedTuple):
    """A question that a book leaves open, and what is read otherwise for each of its answers."""

    question: Question
    readings: tuple[tuple[int, Otherwise], ...]

    @property
    def switches(self) -> frozenset[str]:
        """What is read otherwise."""
        return frozenset(name for _, one in self.readings for name, _ in one.switches)

    @property
    def is_of_words(self) -> bool:
        """Whether one of its answers is what the card says, and another other words."""
        return any(one.words for _, one in self.readings) and any(
            one == AS_PLAYED for _, one in self.readings
        )

    def said(self, played: int) -> str:
        """The question and the answer that is played, in words."""
        return f"{self.question.title} Played: {self.question.readings[played - 1]}"


def concerning(kind: Kind, name: str, ruleset: str, labels: Set[str]) -> tuple[OfBook, ...]:
    """The questions of a book that concern a card."""
    book = load_ruleset(ruleset)
    found: dict[object, OfBook] = {}
    for one in _of_book(ruleset, kind.name, kind.level):
        if one.is_of_words or (one.switches and _concerns(book, one, name, labels)):
            found.setdefault(one.switches or one.question.id, one)
    return tuple(found.values())


@cache
def _of_book(ruleset: str, name: str, level: int) -> tuple[OfBook, ...]:
    """The open questions of a book that the engine can play in every reading: by switches, or with
    other words on the card of this name."""
    verdicts, found = load_verdicts(), []
    for question in load_ruleset(ruleset).questions.values():
        verdict = verdicts.get(question.id)
        if verdict is None or verdict.word != "executable" or question.kind not in MATTERS:
            continue
        readings = tuple(x for one in verdict.readings if (x := _of(one, name, level)) is not None)
        if len(readings) == len(verdict.readings) and any(x != AS_PLAYED for _, x in readings):
            found.append(OfBook(question, readings))
    return tuple(found)


def _of(one: PlayedReading, name: str, level: int) -> tuple[int, Otherwise] | None:
    """A reading as switches and words of the card; None if it is played in another way."""
    reading = read_reading(one.changes)
    if reading != Reading(switches=reading.switches):
        return None
    words: tuple[str, ...] = ()
    for card in filter(None, one.cards.strip().split("\n\n")):
        first, line, *words_of = card.splitlines()
        found = LEVEL.search(line)
        if (first, int(found[1]) if found else 0) != (name, level):
            return None
        words = tuple(words_of)
    return one.number, Otherwise(reading.switches, words)


LEVEL: Final = re.compile(r"level (\d)")


def _concerns(book: Ruleset, one: OfBook, name: str, labels: Set[str]) -> bool:
    sections = [book.rules[x].section for x in one.question.rules if x in book.rules]
    if not one.switches <= OF_TURNS.keys():
        return not all(section.startswith(NO_TEXT) for section in sections)
    names = {name, *(printed for printed, ours in book.stand_ins.items() if name in ours)}
    if any(f"({x})" in section for section in sections for x in names):
        return True
    silent = one.question.about == "silence"
    return silent and any(section.startswith(tuple(labels)) for section in sections)


def open_in_book(
    table: Table, trial: Trial, asked: Sequence[OfBook], table_of: TableOf
) -> Iterator[tuple[OfBook, str]]:
    """The questions on which a case hangs, and how they were played. All are read otherwise at
    once first, since hardly any case hangs on one."""
    of_texts = [x for x in asked if not x.switches <= OF_TURNS.keys()]
    of_turns = [x for x in asked if x.switches and x not in of_texts]
    otherwise = [x for x in asked if x.is_of_words]
    for several in (of_texts, of_turns):
        if any(_differs(table, trial, table_of(x)) for x in _all_otherwise(several)):
            otherwise += several
    for one in otherwise:
        ends = [(x != AS_PLAYED, at, _differs(table, trial, table_of(x))) for at, x in one.readings]
        played = sorted((changed, number) for changed, number, differs in ends if not differs)
        if played and len(played) < len(ends):
            yield one, one.said(played[0][1])


def _all_otherwise(asked: Sequence[OfBook]) -> Iterator[Otherwise]:
    """Every question read in another way, and in a further one where there are more."""
    changed = [[x.switches for _, x in one.readings if x.switches] for one in asked]
    for number in range(max(map(len, changed), default=0)):
        there = [one[number] for one in changed if number < len(one)]
        every = {name: key for switches in there for name, key in switches}
        yield Otherwise(tuple(sorted(every.items())))


def _differs(table: Table, trial: Trial, other: Table | None) -> bool:
    """Whether the same acts go otherwise until a turn ends."""
    found = None if other is None else other.follow(trial.position, trial.plan)
    if found is None or other is None:
        return False
    return seen_until_the_end(other, found) != seen_until_the_end(table, trial)
