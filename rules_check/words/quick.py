"""RC218 in a check: words that change nothing.

What was found is kept on disk for each card, so that only cards that have changed are looked at. It
is counted in games and paths, not in seconds, so that a check says the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from rules_check.extras import version_of
from rules_check.grammar.cache import Cache
from rules_check.grammar.cardmodel import CardFile
from rules_check.grammar.findings import Finding
from rules_check.oracle.box.names import play_set_names
from rules_check.output.report import plural
from rules_check.prove.ahead import Ahead
from rules_check.prove.clock import Clock, too_long
from rules_check.prove.defined import defined
from rules_check.prove.keys import basis, card_keys, words_hash
from rules_check.prove.outcomes import Shown
from rules_check.prove.sound import sound_cards

if TYPE_CHECKING:
    from rules_check.checker import CardResult
    from rules_check.grammar.core.forms import Core
    from rules_check.oracle.box.reading import Reading
    from rules_check.oracle.box.set_model import CardDef
    from rules_check.properties.words.judging import Judged, Words

CODE: Final = "RC218"
NEVER: Final = frozenset({"RC207", "RC805"})
"""Codes that say why words change nothing."""
TIME_IS_UP: Final = "time is up"
"""Why the solver stopped, if it was for the clock."""
Found: TypeAlias = tuple[dict[str, Any], bool]
"""What is kept of a card, and whether the time was up."""


@dataclass(slots=True)
class QuickWords:
    """Looks for words that change nothing. Called by the checker for each file."""

    cache: Cache | None = None
    clock: Clock = field(default_factory=Clock)
    ahead: Ahead = field(default_factory=Ahead)
    looked: int = 0
    undecided: int = 0
    late: int = 0
    """Cards for which no time was left."""
    files: list[str] = field(default_factory=list)

    def begin(
        self, file: CardFile, cards: Sequence[CardResult], findings: Sequence[Finding]
    ) -> None:
        """Let other processes begin with what `__call__` will ask for; nothing with one job."""
        if self.ahead.jobs == 1:
            return
        sound, keys = self._sound(file, cards, findings)
        new = [(one, key) for one, key in zip(sound, keys, strict=True) if self._known(key) is None]
        if self.ahead.wants(len(new)):
            tasks = ((key, task_of(one, sound, self.clock.left(file))) for one, key in new)
            self.ahead.begin({key: (look, (task,)) for key, task in tasks if task is not None})

    def __call__(
        self, file: CardFile, cards: Sequence[CardResult], findings: Sequence[Finding]
    ) -> list[Finding]:
        """The words of the cards of a file that change nothing."""
        sound, keys = self._sound(file, cards, findings)
        found: list[Finding] = []
        told = {one.card for one in findings if one.code in NEVER}
        before = self.undecided + self.late
        for one, key in zip(sound, keys, strict=True):
            kept = self._known(key) or self._look(file, one, sound, key)
            if kept is not None:
                self.looked += kept["looked"]
                self.undecided += kept["undecided"]
                if one.card.name not in told:
                    found.extend(Shown(**_tuples(shown)).at(one.card) for shown in kept["nothing"])
        if self.undecided + self.late > before:
            self.files.append(file.path)
        return found

    def line(self) -> str:
        """One line for people: what is not known; empty if everything is."""
        if not self.files:
            return ""
        said = [f"{self.undecided:,} of {self.looked:,} not decided"] * bool(self.undecided)
        said += [f"{plural(self.late, 'card')} left out, the time is up"] * bool(self.late)
        named = self.files[0] if len(self.files) == 1 and self.files[0] != "-" else "FILE"
        return f"words that matter: {', '.join(said)} (rules-check words {named})"

    def _sound(
        self, file: CardFile, cards: Sequence[CardResult], findings: Sequence[Finding]
    ) -> tuple[list[CardResult], list[str]]:
        """The cards of a file that are looked at, each with its key."""
        z3 = version_of("z3")
        if z3 is None or file.ruleset not in play_set_names():
            return [], []
        sound = [
            one for one in sound_cards(cards, findings) if not too_long(one.subject.parsed.text)
        ]
        pairs = [(one.card, one.subject.parsed.text) for one in sound]
        known = basis(file.ruleset or "", self.cache)
        return sound, card_keys(known, (words_hash(), z3), pairs, "words")

    def _known(self, key: str) -> dict[str, Any] | None:
        return _kept(self.cache.kept(key)) if self.cache is not None else None

    def _look(
        self, file: CardFile, one: CardResult, sound: Sequence[CardResult], key: str
    ) -> dict[str, Any] | None:
        seconds = self.clock.left(file)
        if seconds <= 0:
            self.late += 1
            self._late()
            return None

        def here() -> Found | None:
            task = task_of(one, sound, seconds)
            return None if task is None else look(task)

        found = self.ahead.come(key, here)
        if found is None:
            return None
        kept, late = found
        if late:
            self._late()
        elif self.cache is not None:
            self.cache.keep(key, kept)
        return kept

    def _late(self) -> None:
        """The time was up, which says nothing about another run."""
        if self.cache is not None:
            self.cache.late = True


class Task(NamedTuple):
    """A card whose words are looked at, with all that another process needs: its game, the cards of
    its file that it names, and how the rules that it leaves open could be read."""

    game: str
    card: CardDef
    core: Core
    further: tuple[tuple[CardDef, int], ...]
    seconds: float
    open: tuple[tuple[str, Reading], ...]


def task_of(one: CardResult, sound: Sequence[CardResult], seconds: float) -> Task | None:
    """What is to be done for a card of a file; None if it is not played."""
    from rules_check.meaning.document import core_of
    from rules_check.oracle.playable import unplayable

    card = defined(one)
    if card is None or unplayable(card):
        return None
    named = [defined(other) for other in sound if _names(one, other)]
    further = [(other, 1) for other in named if other is not None and not unplayable(other)]
    game = one.subject.file.ruleset or ""
    return Task(game, card, core_of(card), tuple(further), seconds, tuple(_open(one)))


def _open(one: CardResult) -> Iterator[tuple[str, Reading]]:
    """The other readings of the rules that a text leaves open, each with its question."""
    from rules_check.cases.open_questions import questions_of
    from rules_check.oracle.box.reading import Reading

    for asked in questions_of(one):
        question = asked.raised.question
        if asked.always and question.switch:
            for key in asked.raised.keys:
                if key != asked.played:
                    yield question.asks, Reading(switches=((question.switch, key),))


def look(task: Task) -> Found | None:
    """What is found out about the words of a card, in whatever process; None if there is no such
    game."""
    from rules_check.properties.words.judging import QUICK

    words = words_of(task)
    if words is None:
        return None
    judged = list(words.judged(QUICK._replace(seconds=task.seconds)))
    return summed_up(judged), any(one.why == TIME_IS_UP for one in judged)


def words_of(task: Task) -> Words | None:
    """The words of a card in its game; None if there is no such game."""
    from rules_check.oracle.box.playset import load_play_set
    from rules_check.oracle.box.playset_file import PlaySetError
    from rules_check.oracle.scenarios.tables import with_further
    from rules_check.properties.words.judging import Words

    try:
        playset = with_further(load_play_set(task.game), task.further)
        return Words(playset, task.card, task.core, task.open)
    except PlaySetError:
        return None


def _names(one: CardResult, other: CardResult) -> bool:
    """Whether the text of a card names another."""
    from rules_check.grammar import ast as a

    name = other.card.name
    nodes = a.walk(one.subject.parsed.text)
    return one is not other and any(isinstance(x, a.NameNoun) and x.name == name for x in nodes)


def summed_up(judged: Sequence[Judged]) -> dict[str, Any]:
    """What is kept of a card, as plain data."""
    from rules_check.properties.words.judging import Verdict

    return {
        "looked": len(judged),
        "undecided": sum(one.verdict is Verdict.UNDECIDED for one in judged),
        "nothing": [_finding(one) for one in judged if one.verdict is Verdict.NOTHING],
    }


def _finding(judged: Judged) -> dict[str, Any]:
    piece, tried = judged.piece, judged.tried
    looked = f"dealt games; all positions up to {plural(judged.bound, 'card')} per zone"
    return {
        "code": CODE,
        "message": f"these words change nothing ({piece.what})",
        "label": f"{tried[0]}: the same {'meaning' if judged.unsaid else 'in every game'}",
        "notes": [
            f"tried in their place: {', '.join(tried)}",
            f"looked at: {'what the text means' if judged.unsaid else looked}",
        ],
        "help": "say in other words what they are meant to do, or leave them out",
        "place": list(piece.at),
    }


def _tuples(shown: dict[str, Any]) -> dict[str, Any]:
    place = shown["place"]
    return {**shown, "notes": tuple(shown["notes"]), "place": place and tuple(place)}


def _kept(value: Any) -> dict[str, Any] | None:
    """What was kept, if it is that."""
    match value:
        case {"looked": int(), "undecided": int(), "nothing": list()}:
            return dict(value)
        case _:
            return None
