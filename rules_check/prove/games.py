"""Open questions of a check, each with a game in which its two readings differ.

The games are looked for within a budget of paths, like the quick proofs, and kept on disk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from rules_check.checks.questions import LETTERS, SETTLED
from rules_check.grammar.cache import Cache
from rules_check.grammar.cardmodel import CardFile
from rules_check.grammar.findings import Finding, Witness
from rules_check.oracle.box.names import play_set_names
from rules_check.output.report import plural
from rules_check.prove.clock import Clock, too_long
from rules_check.prove.defined import defined
from rules_check.prove.keys import basis, card_keys, z3_version
from rules_check.prove.saving import Saver
from rules_check.rules.language import told

if TYPE_CHECKING:
    from rules_check.checker import CardResult
    from rules_check.checks.raised import Raised
    from rules_check.oracle.box.playset import CardDef, PlaySet

BOUND: Final = 2
"""Cards per zone."""

PATHS: Final = 450
"""Paths for each of the two readings."""

FEW_PATHS: Final = 150
"""The same for a question that hardly anybody asks: there are several on every card."""


@dataclass(frozen=True, slots=True)
class Game:
    """What was found for one question: lines for people, and the game for programs."""

    notes: tuple[str, ...]
    witness: Witness | None = None
    same: bool = False
    """Whether every game ends the same under both readings, up to the bound."""
    kept: tuple[Any, ...] = ()
    """The games as documents: each has one for either of two readings."""
    late: bool = False
    """Whether the time was up, which says nothing about another run: it is not kept."""


@dataclass(frozen=True, slots=True)
class QuickGames:
    """Called by the checker for each file; adds games to the findings about open questions."""

    cache: Cache | None = None
    everything: bool = False
    """Whether settled questions whose readings were not seen to differ are told, too."""
    save: Saver | None = None
    """What is done with the documents of a game: the finding, and a document for each reading."""
    only: frozenset[str] | None = None
    """The questions for which games are looked for; None: all that are told."""
    clock: Clock = field(default_factory=Clock)

    def __call__(
        self, file: CardFile, cards: Sequence[CardResult], findings: Sequence[Finding]
    ) -> list[Finding]:
        """The findings; those about an open question have a game, or say that none was found."""
        asked = any(finding.question for finding in findings)
        z3 = z3_version()
        if not asked or z3 is None or file.ruleset not in play_set_names():
            return list(findings)
        keys = self._keys(file.ruleset or "", cards, z3)
        among = _Among(file, cards)
        found = []
        for finding in findings:
            at = _about(finding, cards) if self._is_asked(finding) else None
            if at is None:
                found.append(finding)
                continue
            key = f"{keys[at].replace('proof', 'game')} {finding.question}"
            game = self._game(key, among, at, finding.question)
            settled = finding.code == SETTLED
            if game.same and settled and not (self.everything and _bears(finding)):
                continue  # one reading is usual, and nothing shows another
            if self.save is not None and game.kept:
                self.save(finding, game.kept)
            notes = (*finding.notes, *game.notes)
            found.append(replace(finding, notes=notes, witness=game.witness))
        return found

    def _is_asked(self, finding: Finding) -> bool:
        return bool(finding.question) and (self.only is None or finding.question in self.only)

    def _keys(self, ruleset: str, cards: Sequence[CardResult], z3: str) -> list[str]:
        pairs = [(one.card, one.subject.parsed.text) for one in cards]
        return card_keys(basis(ruleset, self.cache), (BOUND, PATHS, FEW_PATHS, z3), pairs)

    def _game(self, key: str, among: _Among, at: int, question: str) -> Game:
        known = _from_json(self.cache.kept(key)) if self.cache is not None else None
        if known is None:
            known = among.look(at, question, self.clock.left(among.file))
            if self.cache is not None and known.late:
                self.cache.late = True
            elif self.cache is not None:
                self.cache.keep(key, _to_json(known))
        return known


def _bears(finding: Finding) -> bool:
    """Whether something in the book of the card bears on a question, or readers may ask it."""
    return bool(finding.rules) or told(finding.question).rank != "lesser"


def _about(finding: Finding, cards: Sequence[CardResult]) -> int | None:
    """The card that a finding is about; a Character has several of one name."""
    for at, one in enumerate(cards):
        pieces = [piece for line in one.card.printed for piece in line.pieces]
        lines = [one.card.name_span.line, *(piece.line for piece in pieces)]
        if one.card.name == finding.card and finding.span.line in lines and one.understood:
            return at
    return None


class _Among:
    """The cards of a file, for games of any of them."""

    def __init__(self, file: CardFile, cards: Sequence[CardResult]) -> None:
        self.file = file
        self._cards = cards
        self._known: PlaySet | None = None

    def look(self, at: int, question: str, seconds: float) -> Game:
        """Look for the games of one question of one card, for so many seconds."""
        if too_long(self._cards[at].subject.parsed.text):
            return Game(("no game: the text is too long for a check",))
        if seconds <= 0:
            return Game(("no game: the time of a check is up",), late=True)
        from rules_check.checks.raised import raised
        from rules_check.oracle.box.playset import card_def
        from rules_check.oracle.box.playset_file import PlaySetError
        from rules_check.oracle.playable import unplayable

        file, result = self.file, self._cards[at]
        assert file.ruleset is not None
        asked = next(one for one in raised(result.subject) if one.id == question)
        if asked.question.not_yet:
            return Game((f"no game: {asked.question.not_yet}",))
        try:
            read = [card_def(file.ruleset, file.path, result.card, text) for text in asked.texts]
        except PlaySetError:
            return Game(("no game: another question of the card is open, too",))
        if any([*unplayable(one)] for one in read):
            return Game(("no game: the engine cannot play the card",))
        playset = self._play_set()
        firsts = [(0, other) for other in range(1, len(read))]
        games = [_compared(playset, asked, read, pair, seconds) for pair in firsts]
        apart = [at for at, game in enumerate(games, start=1) if game.witness is not None]
        pairs = combinations(apart, 2)
        games += [_compared(playset, asked, read, pair, seconds) for pair in pairs]
        shown = [game for game in games if game.witness is not None]
        return Game(
            tuple(note for game in games for note in game.notes),
            shown[0].witness if shown else None,
            all(game.same for game in games),
            tuple(document for game in games for document in game.kept),
            any(game.late for game in games),
        )

    def _play_set(self) -> PlaySet:
        """The play set of the game with the cards of the file in it."""
        from rules_check.oracle.box.arranging import Arrangement
        from rules_check.prove.work import play_set

        file = self.file
        assert file.ruleset is not None
        if self._known is None:
            made = [defined(one) for one in self._cards if one.understood]
            more = tuple((card, 1) for card in made if card is not None)
            self._known = play_set(Arrangement(file.ruleset), more)
        return self._known


def _compared(
    playset: PlaySet,
    asked: Raised,
    read: Sequence[CardDef],
    which: tuple[int, int],
    seconds: float,
) -> Game:
    """The game in which two readings differ; where there are three, it says which two."""
    from rules_check.grammar.wording import wording
    from rules_check.properties.symbolic.apart import tell_apart
    from rules_check.properties.symbolic.explore import TIME_IS_UP
    from rules_check.properties.symbolic.witness_lines import in_short

    one, other = (LETTERS[at] for at in which)
    pair = "" if len(read) == 2 else f"{one} and {other}"
    playset, rulings = _switched(playset, asked, which)
    first, second = (read[at] for at in which)
    paths = FEW_PATHS if asked.rank == "lesser" else PATHS
    found = tell_apart(
        playset,
        first,
        second,
        bound=BOUND,
        seconds=seconds,
        max_paths=paths,
        rulings=rulings,
        about=asked.node,
    )
    if found.witness is None:
        if found.word == "unknown":
            said = f"no game was found in which {pair or 'they'} differ ({found.why})"
            return Game((said,), late=found.why == TIME_IS_UP)
        looked = f"up to {plural(found.bound, 'card')} per zone"
        said = f"no game was found in which {pair or 'they'} differ ({looked})"
        return Game((said,), same=True)
    begins, ours, theirs = in_short(found.witness, one, other)
    witness = Witness(
        found.witness.position,
        found.witness.cards,
        found.witness.first.actions,
        f"{ours} | {theirs}",
    )
    kept = found.witness.kept
    assert kept is not None
    said_of = [" / ".join(wording(text)) for text in asked.texts]
    if asked.question.switch:
        said_of = [asked.says(key) for key in asked.keys]
    documents = []
    for at, make in zip(which, kept, strict=True):
        side = LETTERS[at] if which == (0, 1) else f"{one}{other}-{LETTERS[at]}"
        documents.append({"side": side, **make(said_of[at])})
    notes = (f"{pair or 'they'} differ: {begins}", f"   {ours}", f"   {theirs}")
    return Game(notes, witness, kept=tuple(documents))


def _switched(
    playset: PlaySet, asked: Raised, which: tuple[int, int]
) -> tuple[PlaySet, tuple[Mapping[str, int], Mapping[str, int]]]:
    """The play set in which a switch is open, and the rulings that set it for two readings;
    nothing changes for a question whose readings are wordings."""
    from rules_check.oracle.values.switches import ASKED, asking, readings

    switch = asked.question.switch
    if not switch:
        return playset, ({}, {})
    values = readings()[switch]
    one, other = ({ASKED: values.index(asked.keys[at]) + 1} for at in which)
    return replace(playset, ruleset=asking(playset.ruleset, switch)), (one, other)


def _to_json(game: Game) -> Any:
    return [list(game.notes), game.witness and game.witness._asdict(), game.same, list(game.kept)]


def _from_json(value: Any) -> Game | None:
    match value:
        case [list(notes), None, bool(same), []]:
            return Game(tuple(map(str, notes)), None, same)
        case [list(notes), dict(found), False, [_, _, *_] as kept]:
            position, cards, actions = (
                tuple(map(str, found[key])) for key in ("position", "cards", "actions")
            )
            game = Witness(position, cards, actions, str(found["broken"]))
            return Game(tuple(map(str, notes)), game, kept=tuple(kept))
        case _:
            return None
