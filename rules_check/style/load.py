"""A style file, read with every key checked.

`docs/house-style.md` tells how to write one. Errors are `StyleFileError`s that name the
file and the key; a rule of a file of your own must also do in its examples what it says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Final, Literal

from rules_check.rules.reader import RulesetError, Table
from rules_check.style import phrases, rule_kinds
from rules_check.style.phrases import Mark
from rules_check.style.rule_kinds import Context, Departure, Kind, Line

HOUSE: Final = Path(__file__).parents[1] / "house_style.toml"
"""The style that is used if nobody names another file."""

MOST_BYTES: Final = 1024 * 1024
"""A larger style file is refused."""

Level = Literal["note", "off"]
_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PLACEHOLDER: Final = re.compile(r"\{(.*?)\}")


class StyleFileError(ValueError):
    """A style file is wrong: which file, which key, and what about it."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        self.file = file
        self.key = key
        self.problem = problem
        super().__init__(": ".join(part for part in (file, key, problem) if part))

    def __reduce__(self) -> tuple[type[StyleFileError], tuple[str, str, str]]:
        return StyleFileError, (self.file, self.key, self.problem)


@dataclass(frozen=True)
class Rule:
    """One rule of house style, with the words of its finding."""

    id: str
    kind: Kind
    message: str
    suggestion: str  # empty: what the departure advises, or to write the replacement
    example_bad: str
    example_good: str
    context: Context = field(default_factory=Context)
    level: Level = "note"

    def find(self, line: Line) -> Iterator[Departure]:
        """The departures of a line; names of cards are left alone."""
        for departure in self.kind.find(line):
            start, end = departure.start, departure.end
            if not line.in_name(start, end) and self.context.allows(line, start, end):
                yield departure


@dataclass(frozen=True)
class Style:
    """The rules of a style file, in its order."""

    file: str
    rules: tuple[Rule, ...]

    @cached_property
    def active(self) -> tuple[Rule, ...]:
        """The rules that are not switched off."""
        return tuple(rule for rule in self.rules if rule.level != "off")

    def find(self, line: Line) -> list[tuple[Rule, Departure]]:
        """The departures of a line from left to right, none over another."""
        found: list[tuple[Rule, Departure]] = []
        for rule in self.active:
            for departure in rule.find(line):
                if not any(departure.meets(other) for _, other in found):
                    found.append((rule, departure))
        return sorted(found, key=lambda pair: pair[1].start)


def load_style(path: str | None = None) -> Style:
    """The house style, or the style of a file; raises `StyleFileError`."""
    return _house() if path is None else parse_style(_read(path), path, try_examples=True)


@cache
def _house() -> Style:
    return parse_style(HOUSE.read_text(encoding="utf-8"), HOUSE.name)


def _read(path: str) -> str:
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise StyleFileError(path, "", "is too large for a style file")
        return data.decode("utf-8-sig")
    except OSError as error:
        raise StyleFileError(path, "", f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise StyleFileError(path, "", "is not UTF-8 text") from error
    except ValueError as error:
        if isinstance(error, StyleFileError):
            raise
        raise StyleFileError(path, "", f"cannot be read: {error}") from error


def parse_style(text: str, file: str, *, try_examples: bool = False) -> Style:
    """The style that a text describes; raises `StyleFileError`."""
    try:
        table = Table.parse(text, file)
        base = _house().rules if table.has("extends") and _extends(table) else ()
        rules = [_rule(entry) for entry in table.tables("rule", optional=True)]
        table.finish()
    except RulesetError as error:
        raise StyleFileError(error.file, error.key, error.problem) from error
    except RecursionError as error:
        raise StyleFileError(file, "", "not valid TOML: nested too deep") from error
    known = {rule.id for rule in base}
    for rule in rules:
        if rule.example_bad == "" and rule.id not in known:
            problem = "there is no such rule to switch off"
            raise StyleFileError(file, f"rule {rule.id}.level", problem)
        if sum(other.id == rule.id for other in rules) > 1:
            raise StyleFileError(file, f"rule {rule.id}.id", "is used for two rules")
        if try_examples and rule.level != "off":
            _try(rule, file)
    return Style(file, _merged(base, rules))


def _extends(table: Table) -> bool:
    return bool(table.word("extends", Literal["house"]))


def _merged(base: tuple[Rule, ...], rules: list[Rule]) -> tuple[Rule, ...]:
    """The rules of the file first; they replace those of the house that have their id."""
    own = {rule.id for rule in rules}
    return (*rules, *(rule for rule in base if rule.id not in own))


def _rule(table: Table) -> Rule:
    id_ = table.text("id")
    if not _ID.fullmatch(id_):
        raise table.error("id", f"write it in small letters with hyphens, not {id_!r}")
    level: Level = table.word("level", Level, "note")
    if level == "off" and set(table) == {"id", "level"}:
        return Rule(id_, rule_kinds.Quotes(), "", "", "", "", level=level)
    name = table.text("kind")
    if name not in KINDS:
        raise table.error("kind", f"expected one of {', '.join(KINDS)}, found {name!r}")
    beside = ("unless", "after", "before") if name in ("words", "pattern") else ("unless",)
    context = {key: _phrases(table, key, ()) for key in beside}
    rule = Rule(
        id=id_,
        kind=KINDS[name](table),
        message=_said(table, "message"),
        suggestion=_said(table, "suggestion", ""),
        example_bad=table.text("example_bad"),
        example_good=table.text("example_good"),
        context=Context(**context),
        level=level,
    )
    table.finish()
    return rule


def _said(table: Table, key: str, default: str | None = None) -> str:
    said = table.text(key, default)
    for name in _PLACEHOLDER.findall(said):
        if name not in ("found", "replacement"):
            raise table.error(key, f"has {{{name}}}; there are {{found}} and {{replacement}}")
    return said


# ------------------------------------------------------------------------ kinds


def _words(table: Table) -> Kind:
    swap = table.table("swap")
    words = {" ".join(phrase.split()): said for phrase, said in swap.all_texts().items()}
    if not words or "" in words:
        raise table.error("swap", "has nothing to look for")
    for phrase, replacement in words.items():
        for mark, sign in ((Mark.NUMBER, "#"), (Mark.LETTERS, "letters in parentheses")):
            if phrases.count(replacement, mark) > phrases.count(phrase, mark):
                raise swap.error(phrase, f"the replacement has more {sign} than the phrase")
    return rule_kinds.Words(words, table.flag("case_sensitive", False))


def _pattern(table: Table) -> Kind:
    pattern = rule_kinds.Pattern(
        table.text("find"), table.text("replace", ""), table.flag("case_sensitive", False)
    )
    try:
        re.compile(pattern.pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise table.error("find", f"not a regular expression: {error}") from error
    return pattern


def _number_words(table: Table) -> Kind:
    digits, either = _phrases(table, "digits"), _phrases(table, "either", ())
    for key, said in (("digits", digits), ("either", either)):
        for phrase in said:
            if not phrases.count(phrase, Mark.NUMBER):
                raise table.error(key, f"{phrase!r} has no # for the number")
    return rule_kinds.NumberWords(digits, either, table.number("largest", 20))


def _final_stop(table: Table) -> Kind:
    ends = table.texts("ends", ())
    if "" in ends:
        raise table.error("ends", "has an empty text in it")
    return rule_kinds.FinalStop(_phrases(table, "without", ()), ends)


def _capitals(table: Table) -> Kind:
    return rule_kinds.Capitals(_phrases(table, "terms"))


def _sentence_start(table: Table) -> Kind:
    return rule_kinds.SentenceStart(_phrases(table, "after", ()), _phrases(table, "not_after", ()))


def _quotes(table: Table) -> Kind:
    del table  # it has no keys of its own
    return rule_kinds.Quotes()


def _dashes(table: Table) -> Kind:
    terms = _phrases(table, "terms")
    for term in terms:
        if not re.fullmatch(r"[^-]+(-| - )[^-]*", term):
            raise table.error("terms", f"{term!r} has no dash, or more than one")
    return rule_kinds.Dashes(terms, table.texts("printed", ()))


KINDS: Final[Mapping[str, Callable[[Table], Kind]]] = {
    "words": _words,
    "pattern": _pattern,
    "number-words": _number_words,
    "final-stop": _final_stop,
    "capitals": _capitals,
    "sentence-start": _sentence_start,
    "quotes": _quotes,
    "dashes": _dashes,
}
"""How to read each kind of rule from its table."""


def _phrases(table: Table, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """A list of phrases; it may only be missing or empty if there is a default."""
    said = tuple(" ".join(text.split()) for text in table.texts(key, default))
    if "" in said or (default is None and not said):
        raise table.error(key, "has an empty text in it" if said else "is empty")
    return said


# --------------------------------------------------------------------- examples


def _try(rule: Rule, file: str) -> None:
    """Refuse a rule that does not do in its examples what it says."""
    try:
        made = in_style(rule, rule.example_bad)
    except (re.error, IndexError) as error:
        key = f"rule {rule.id}.replace"
        raise StyleFileError(file, key, f"does not fit `find`: {error}") from error
    if made == rule.example_bad:
        problem = "the rule finds nothing in it"
        raise StyleFileError(file, f"rule {rule.id}.example_bad", problem)
    if made != rule.example_good:
        problem = f"the rule makes {made!r} of it, not example_good"
        raise StyleFileError(file, f"rule {rule.id}.example_bad", problem)
    if in_style(rule, rule.example_good) != rule.example_good:
        problem = f"the rule still finds something in it: {in_style(rule, rule.example_good)!r}"
        raise StyleFileError(file, f"rule {rule.id}.example_good", problem)


def in_style(rule: Rule, text: str) -> str:
    """A line with every departure from one rule put right."""
    alone = Style("", (rule,))
    for _, departure in reversed(alone.find(Line(text))):
        text = departure.applied(text)
    return text
