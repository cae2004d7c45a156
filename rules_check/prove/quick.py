"""The quick proofs of a check: every card within a budget of paths, verdicts kept on disk.

The budget counts paths, not seconds, and a verdict from the cache counts as many as it took: so
a check prints the same on every machine, the first time and the second time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from rules_check.extras import how_to_install
from rules_check.grammar.ast import size
from rules_check.grammar.cache import Cache
from rules_check.grammar.cardmodel import CardFile
from rules_check.grammar.findings import Finding
from rules_check.oracle.box.names import play_set_names
from rules_check.output.report import CardProof, ProofSummary, plural
from rules_check.prove.ahead import Ahead
from rules_check.prove.clock import Clock, too_long
from rules_check.prove.keys import basis, card_keys, z3_version
from rules_check.prove.outcomes import (
    HOLDS,
    LEFT_OUT,
    NOT_PLAYED,
    VERDICTS,
    Outcome,
    from_json,
    to_json,
)
from rules_check.prove.refusals import playable_cards
from rules_check.prove.sound import sound_cards

if TYPE_CHECKING:
    from rules_check.checker import CardResult
    from rules_check.prove.progress import Progress
    from rules_check.prove.work import Deck, Task

BOUND: Final = 1
"""Cards per zone."""

CARD_PATHS: Final = 300
"""Paths for one card; see docs/decisions/006-quick-proofs.md."""

FILE_PATHS: Final = 10_000
"""Paths for all cards of a file: when so many have been taken, no further card is begun."""

BAR_AFTER: Final = 1.0
"""Seconds after which the bar appears."""


@dataclass(slots=True)
class QuickProofs:
    """Proves the cards of one file after the other, and counts what came of it. Called by the
    checker for each file."""

    cache: Cache | None = None
    ahead: Ahead = field(default_factory=Ahead)
    quiet: bool = False
    missing: bool = False
    """Whether there were cards to prove, and no Z3."""
    faulty: int = 0
    """Cards with errors."""
    proofs: list[CardProof] = field(default_factory=list)
    undecided: dict[str, str] = field(default_factory=dict)
    """The cards of which something is unknown, and what it failed on."""
    clock: Clock = field(default_factory=Clock)

    def begin(
        self, file: CardFile, cards: Sequence[CardResult], findings: Sequence[Finding]
    ) -> None:
        """Let other processes begin with what `__call__` will ask for; nothing with one job."""
        z3 = z3_version()
        if self.ahead.jobs == 1 or z3 is None or file.ruleset not in play_set_names():
            return
        sound = sound_cards(cards, findings)
        keys, order = self._in_order(file, sound, z3)
        new = [at for at in order if self._kept(keys[at]) is None]
        if self.ahead.wants(len(new)):
            tasks = _Prover(file, sound, None).tasks(new, self.clock.left(file))
            self.ahead.begin({keys[at]: (attempt, (task,)) for at, task in tasks.items()})

    def __call__(
        self, file: CardFile, cards: Sequence[CardResult], findings: Sequence[Finding]
    ) -> list[Finding]:
        """Prove the cards of a file that are understood; the findings about them."""
        if file.ruleset not in play_set_names():
            return []
        sound = sound_cards(cards, findings)
        z3 = z3_version()
        if z3 is None:
            self.missing = self.missing or bool(cards)
            return []
        self.faulty += len(cards) - len(sound)
        found: list[Finding] = []
        for result, outcome in zip(sound, self._outcomes(file, sound, z3), strict=True):
            found.extend(shown.at(result.card) for shown in outcome.shown)
            self.proofs.append(_told(file, result, outcome))
            if outcome.why:
                self.undecided[result.card.name] = outcome.why
        return found

    def summary(self) -> ProofSummary | None:
        """What the report says; None if there was nothing to prove."""
        if not self.proofs and not self.faulty:
            return None
        return ProofSummary(BOUND, CARD_PATHS, FILE_PATHS, tuple(self.proofs), self.faulty)

    def line(self, files: Sequence[str]) -> str:
        """One line for people: what was shown, and what was left out; may be empty."""
        if self.missing:
            return f"proofs: left out, they need z3-solver ({how_to_install('z3')})"
        summary = self.summary()
        if summary is None:
            return ""
        words = Counter(proof.word for proof in self.proofs)
        later, unplayed = words[LEFT_OUT], words[NOT_PLAYED]
        decided = len(self.proofs) - later - unplayed
        said = [f"{words[word]} {_verdict(word, words[word])}" for word in VERDICTS if words[word]]
        left = [f"{self.faulty} with errors"] * bool(self.faulty)
        left += [f"{unplayed} not played"] * bool(unplayed)
        left += [f"{later} too long for a check"] * bool(later)
        left.append("and the rules" if left else "the rules")
        more = "" if self.faulty else f" (rules-check prove {_named(files)})"
        cards = f"{decided} of {plural(len(self.proofs) + self.faulty, 'card')}"
        shown = f"{cards} ({', '.join(said)})" if said else cards
        unknown = "".join(f"; unknown: {card} ({why})" for card, why in self.undecided.items())
        return f"proofs: {shown}{unknown}; left out: {', '.join(left)}{more}"

    # --------------------------------------------------------------------------- proving

    def _outcomes(self, file: CardFile, sound: Sequence[CardResult], z3: str) -> list[Outcome]:
        """The outcome of each card; from the cache where it is known.

        Short texts come first: if the paths do not do for all, they do for most.
        """
        if not sound or file.ruleset is None:
            return []
        keys, order = self._in_order(file, sound, z3)
        found = [Outcome()] * len(sound)
        spent = 0
        prover: _Prover | None = None
        try:
            for done, at in enumerate(order):
                seconds = self.clock.left(file)
                if spent >= FILE_PATHS:
                    break
                if seconds <= 0:
                    self._late()
                    break
                outcome = self._kept(keys[at])
                if outcome is None:
                    prover = prover or _Prover(file, sound, self._progress(len(order) - done))
                    outcome = prover.prove(at, seconds, partial(self.ahead.come, keys[at]))
                    if outcome.late:
                        self._late()
                    elif self.cache is not None:
                        self.cache.keep(keys[at], to_json(outcome))
                found[at] = outcome
                spent += outcome.paths
        finally:
            if prover is not None and prover.progress is not None:
                prover.progress.close()
        return found

    def _in_order(
        self, file: CardFile, sound: Sequence[CardResult], z3: str
    ) -> tuple[list[str], list[int]]:
        """The key of each card, and which comes after which."""
        pairs = [(one.card, one.subject.parsed.text) for one in sound]
        known = basis(file.ruleset or "", self.cache)
        keys = card_keys(known, (BOUND, CARD_PATHS, z3), pairs)
        short = (at for at, (_, text) in enumerate(pairs) if not too_long(text))
        return keys, sorted(short, key=lambda at: (size(pairs[at][1]), at))

    def _late(self) -> None:
        """The time was up, which says nothing about another run."""
        if self.cache is not None:
            self.cache.late = True

    def _kept(self, key: str) -> Outcome | None:
        return from_json(self.cache.kept(key)) if self.cache is not None else None

    def _progress(self, total: int) -> Progress:
        from rules_check.prove.progress import Progress

        return Progress(total, quiet=self.quiet, after=BAR_AFTER)


class _Prover:
    """Proves cards of one file; made when the first of them is not in the cache. Those that cannot
    be played are told by `Refusals`."""

    def __init__(
        self, file: CardFile, sound: Sequence[CardResult], progress: Progress | None
    ) -> None:
        assert file.ruleset is not None
        self.game = file.ruleset
        self.progress = progress
        self.cards, refused = playable_cards(sound)
        self.refused = {at: replace(one, shown=()) for at, one in refused.items()}
        self.deck: Deck = tuple((card, 1) for card in self.cards if card is not None)

    def tasks(self, which: Sequence[int], seconds: float) -> dict[int, Task]:
        """What is to be proved of some cards of the file, each within so many seconds."""
        from rules_check.oracle.box.arranging import Arrangement
        from rules_check.properties.symbolic.obligations import of_card
        from rules_check.prove.work import Task, play_set

        game = Arrangement(self.game)
        cards = play_set(game, self.deck)
        tasks = {}
        for at in which:
            card = self.cards[at]
            if card is not None:
                owed = of_card(cards, card)
                tasks[at] = Task(game, self.deck, owed, BOUND, seconds, CARD_PATHS)
        return tasks

    def prove(
        self, at: int, seconds: float, come: Callable[[Callable[[], Outcome]], Outcome]
    ) -> Outcome:
        """The outcome of a card of the file. `come`: its proof may have begun already."""

        def here() -> Outcome:
            tasks = self.tasks([at], seconds)
            return attempt(tasks[at]) if tasks else self.refused.get(at, Outcome())

        outcome = come(here)
        if self.progress is not None:
            self.progress.note(outcome.paths)
        return outcome


def attempt(task: Task) -> Outcome:
    """Prove a card, in whatever process."""
    from rules_check.prove.attempt import attempt as prove

    return prove(task)


def _told(file: CardFile, result: CardResult, outcome: Outcome) -> CardProof:
    card = result.card
    line = file.row(card.name_span.line)
    return CardProof(file.path, card.name, line, outcome.word, outcome.paths, outcome.words)


def _verdict(word: str, number: int) -> str:
    """A verdict on so many cards; nothing holds without its bound."""
    if word != HOLDS:
        return word
    return f"{'holds' if number == 1 else 'hold'} up to {plural(BOUND, 'card')} per zone"


def _named(files: Sequence[str]) -> str:
    """The files for a command that can be copied, if it is only one."""
    return files[0] if len(files) == 1 and files[0] != "-" else "FILE"
