"""What has changed from one card file to another, card by card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from rules_check.checker import Checker, FileResult
from rules_check.codes import Severity
from rules_check.grammar.cache import Cache
from rules_check.grammar.cardmodel import Card
from rules_check.grammar.wording import wording
from rules_check.meaning.cards import made_of
from rules_check.meaning.document import Untold, core_of
from rules_check.oracle.box.arranging import Arrangement
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.game import GameError
from rules_check.properties.symbolic.apart import Apart, tell_apart
from rules_check.properties.words.ends import OtherEnds, other_ends
from rules_check.properties.words.plain_games import Table
from rules_check.prove.work import play_set

GAMES: Final = 24
"""So many games dealt by chance are tried where the solver finds none."""

Key = tuple[str, int]
"""The name of a card, and its Level (0 if it has none)."""


@dataclass(frozen=True, slots=True)
class Version:
    """A card as one of the files has it."""

    card: CardDef
    copies: int
    line: int


@dataclass(frozen=True, slots=True)
class Change:
    """What has become of a card.

    `word` is one of: added, removed, unchanged, reworded (other words, the same meaning), same
    (another meaning, but every game ends the same up to the bound), differs, unknown, not
    compared (`why` says what stands against it; nothing: it has errors). `values` are those that
    changed: what, before, after.
    """

    name: str
    word: str
    before: Version | None = None
    after: Version | None = None
    values: tuple[tuple[str, str, str], ...] = ()
    apart: Apart | None = None
    why: str = ""
    dealt: OtherEnds | None = None

    @property
    def key(self) -> Key:
        """The card that it is about."""
        known = self.after or self.before
        return (known.card.name, known.card.level) if known is not None else (self.name, 0)

    @property
    def matters(self) -> bool:
        """Whether a game can go another way than before, as far as is known."""
        return bool(self.values) or self.word not in ("unchanged", "reworded", "same")


@dataclass(frozen=True, slots=True)
class Files:
    """The two files, checked, and the cards of each that can be compared."""

    old: FileResult
    new: FileResult

    @property
    def ruleset(self) -> str:
        """The game that both are for."""
        return self.new.file.ruleset or ""

    @property
    def errors(self) -> bool:
        """Whether one of the files has errors."""
        return any(
            d.severity is Severity.ERROR
            for result in (self.old, self.new)
            for d in result.diagnostics
        )


def changes(
    files: Files, *, bound: int, seconds: float, watch: Callable[[str], None] = lambda _: None
) -> Iterator[Change]:
    """What has become of each card, in the order of the new file; then what was removed."""
    broken: dict[str, str] = {}
    old, new = _versions(files.old, broken), _versions(files.new, broken)
    more = tuple((version.card, version.copies) for version in new.values())
    cards = play_set(Arrangement(files.ruleset), more)
    for name in sorted(broken):
        yield Change(name, "not compared", why=broken[name])
    for key, after in new.items():
        if key[0] in broken:
            continue
        watch(key[0])
        before = old.get(key)
        if before is None:
            yield Change(_called(key), "added", None, after)
            continue
        if before.card.text == after.card.text:
            word = "unchanged" if before.card.printed == after.card.printed else "reworded"
            yield Change(_called(key), word, before, after, _values(before, after))
            continue
        found = tell_apart(
            cards,
            replace(after.card, text=before.card.text, printed=before.card.printed),
            after.card,
            bound=bound,
            seconds=seconds,
        )
        word = {"same up to": "same", "differ": "differs"}.get(found.word, found.word)
        game = None
        if word in ("same", "unknown"):
            game = _dealt(cards, before.card, after.card)
            word = word if game is None else "differs"
        yield Change(_called(key), word, before, after, _values(before, after), found, dealt=game)
    for key, before in old.items():
        if key not in new and key[0] not in broken:
            yield Change(_called(key), "removed", before)


def _dealt(cards: PlaySet, before: CardDef, after: CardDef) -> OtherEnds | None:
    """A game dealt by chance in which the two texts come to other ends: the solver looks at few
    cards, and hardly at the turns of others."""
    first = replace(after, text=before.text, printed=before.printed, core=None)
    try:
        return other_ends(Table(cards, first, core_of(first)), core_of(after), GAMES)
    except (Untold, GameError, ValueError):
        return None


def standard(version: Version) -> str:
    """The text of a card in the standard wording."""
    return " / ".join(wording(version.card.text)) or "no text"


def _called(key: Key) -> str:
    return f"{key[0]} {key[1]}" if key[1] else key[0]


def _versions(result: FileResult, broken: dict[str, str]) -> dict[Key, Version]:
    """The cards of a file as games use them; into `broken` those that are not, and why."""
    file = result.file
    found = {}
    for made in made_of(result):
        card, typed = made.card, made.result.card
        if card is None:
            broken.setdefault(typed.name, made.why)
        else:
            line = file.row(typed.name_span.line)
            found[card.name, card.level] = Version(card, _copies(typed), line)
    return found


def _copies(card: Card) -> int:
    return (card.line.copies if card.line is not None else None) or 1


def _values(before: Version, after: Version) -> tuple[tuple[str, str, str], ...]:
    def said(version: Version) -> dict[str, str]:
        card = version.card
        titles = [title.value for title in card.titles]
        kind = [card.type.value] if card.type is not None else []
        return {
            "type": ", ".join([*kind, *titles]) or "none",
            "cost": str(card.cost),
            "VP": str(card.vp),
            "copies": str(version.copies),
            "symbol": card.symbol or "none",
        }

    one, other = said(before), said(after)
    return tuple((what, one[what], other[what]) for what in one if one[what] != other[what])


def check_files(old: str, new: str) -> Files:
    """Read and check the two files."""
    checker = Checker(Cache())
    files = Files(checker.check_path(old), checker.check_path(new))
    checker.save()
    return files


def check_texts(old: str, new: str) -> Files:
    """Check two card files that are not kept anywhere."""
    checker = Checker(Cache())
    files = Files(checker.check_text(old, "<before>"), checker.check_text(new, "<after>"))
    checker.save()
    return files
