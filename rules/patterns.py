"""The patterns of doubt as data (`patterns.toml`): kinds of doubt, and the questions of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from rules_check.rules.reader import Table

FILE: Final = Path(__file__).parent / "patterns.toml"

About: TypeAlias = Literal["wording", "rules"]
Rank: TypeAlias = Literal["equal", "asked", "lesser"]
General: TypeAlias = Literal["settles", "analogy"]

BY_READING: Final = "reading"
"""The shape of a question that is asked where a text is read, not looked for afterwards."""
BY_FORM: Final = "form"
"""The shape of a question that belongs to a form of the core."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A kind of doubt that the clarifications settle; `arises`: the shape of texts that have it."""

    id: str
    title: str
    arises: str
    texts: bool
    because: str = ""


@dataclass(frozen=True, slots=True)
class LanguageQuestion:
    """A doubt that comes up on many cards.

    `asks` puts it to people; `answers` has the words of rulings (for a question with a `switch`:
    its values), each with its meaning in plain words. It is `about` the wording, or about the
    rules where the wording is clear. `shape` names what looks for it in a text. `rank`: whether
    each reading is one that careful players take ("equal"), or one is usual, and the words of the
    text gave somebody cause to ask ("asked"), or the other is told only to those who ask for
    everything ("lesser"). `general`: whether a ruling for all cards settles it. `rulings` settle
    it, besides those that name it themselves, each with its answer, `rules` general rules of
    a book that settle it for all of its cards; `convention` is that of the card language which
    settles it for all books, for its first answer; `parameter` is one of the book
    that settles it for all cards, by its `values`. `not_yet` says what cannot be done about it,
    and why. `unless` are words of a sentence that answer it, `only_with` those
    of which it has one where it is asked; `teams`: where no two players are on one side there is
    nothing to ask; `example` is a text that leaves it
    open, and `wordings` are texts that say the same with one answer only, by its key.
    """

    about: About
    asks: str
    answers: Mapping[str, str]
    id: str = ""
    pattern: str = ""
    shape: str = BY_READING
    rank: Rank = "equal"
    switch: str = ""
    rulings: tuple[tuple[str, str], ...] = ()
    not_yet: str = ""
    parameter: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    general: General = "settles"
    unless: tuple[str, ...] = ()
    only_with: tuple[str, ...] = ()
    teams: bool = False
    example: str = ""
    wordings: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[tuple[str, str], ...] = ()
    convention: str = ""

    def answered(self, key: str) -> str:
        """The question with one of its answers, on a line."""
        mark = "" if self.asks.endswith("?") else ":"
        return f"{self.asks}{mark} {self.answers.get(key, key)}"


@dataclass(frozen=True, slots=True)
class Convention:
    """How the card language is read where its grammar allows for more: a rule of the language, not
    of a game. `because`: why this way, and not the other."""

    id: str
    says: str
    because: str


class Later(NamedTuple):
    """A known doubt that nothing looks for yet, with its pattern and the reason."""

    pattern: str
    doubt: str
    because: str


class Data(NamedTuple):
    """All of the file."""

    patterns: Mapping[str, Pattern]
    questions: Mapping[str, LanguageQuestion]
    without_text: Mapping[str, str]
    later: tuple[Later, ...]
    conventions: Mapping[str, Convention]


@lru_cache(maxsize=1)
def _data() -> Data:
    root = Table.parse(FILE.read_text(encoding="utf-8"), "rules/patterns.toml")
    patterns = {one.id: one for one in map(_pattern, root.tables("pattern"))}
    conventions = {one.id: one for one in map(_convention, root.tables("convention"))}
    questions: dict[str, LanguageQuestion] = {}
    for table in root.tables("question"):
        one = _question(table)
        if one.pattern not in patterns:
            raise table.error("pattern", f"{one.pattern!r} is not one of {', '.join(patterns)}")
        if one.id in questions:
            raise table.error("id", f"{one.id!r} is there already")
        if one.convention and one.convention not in conventions:
            raise table.error("convention", f"{one.convention!r} is no convention")
        questions[one.id] = one
    later = tuple(_later(table, patterns) for table in root.tables("not_looked_for"))
    reasons = {}
    for table in root.tables("no_text"):
        reasons[table.text("ruling")] = table.text("because")
        table.finish()
    root.finish()
    return Data(patterns, questions, reasons, later, conventions)


def _convention(table: Table) -> Convention:
    made = Convention(table.text("id"), table.text("says"), table.text("because"))
    table.finish()
    return made


def _later(table: Table, known: Mapping[str, Pattern]) -> Later:
    made = Later(table.text("pattern"), table.text("doubt"), table.text("because"))
    table.finish()
    if made.pattern not in known:
        raise table.error("pattern", f"{made.pattern!r} is not one of {', '.join(known)}")
    return made


def _pattern(table: Table) -> Pattern:
    made = Pattern(
        table.text("id"),
        table.text("title"),
        table.text("arises"),
        table.flag("texts"),
        table.text("because", ""),
    )
    table.finish()
    return made


def _question(table: Table) -> LanguageQuestion:
    answers, wordings = {}, {}
    for answer in table.tables("answers"):
        key = answer.text("key")
        answers[key] = answer.text("says")
        if wording := answer.text("wording", ""):
            wordings[key] = wording
        answer.finish()
    made = LanguageQuestion(
        table.word("about", About),
        table.text("asks"),
        answers,
        table.text("id"),
        table.text("pattern"),
        table.text("shape"),
        table.word("rank", Rank),
        table.text("switch", ""),
        tuple(_settled(table, "rulings")),
        table.text("not_yet", ""),
        table.text("parameter", ""),
        table.table("values", optional=True).all_texts(),
        table.word("general", General, "settles"),
        table.texts("unless", ()),
        table.texts("only_with", ()),
        table.flag("teams", False),
        table.text("example", ""),
        wordings,
        tuple(_settled(table, "rules")),
        table.text("convention", ""),
    )
    table.finish()
    return made


def _settled(table: Table, by: str) -> Iterator[tuple[str, str]]:
    for row in table.tables(by, optional=True):
        yield row.text("id"), row.text("answer")
        row.finish()


def patterns() -> Mapping[str, Pattern]:
    """The kinds of doubt by id."""
    return _data().patterns


def questions() -> Mapping[str, LanguageQuestion]:
    """The questions of texts by id, in the order of the file."""
    return _data().questions


def conventions() -> Mapping[str, Convention]:
    """The conventions of the card language by id."""
    return _data().conventions


def without_text() -> Mapping[str, str]:
    """The clarifications whose question no printed card raises, by id, each with the reason."""
    return _data().without_text


def not_looked_for() -> tuple[Later, ...]:
    """The known doubts that nothing looks for yet."""
    return _data().later
