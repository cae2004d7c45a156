"""The document: the cards of files and of games, with what their texts mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from rules_check.checker import FileResult
from rules_check.codes import Severity
from rules_check.grammar.core.carried_out import answered, core_to_play
from rules_check.grammar.core.codec import to_json
from rules_check.grammar.core.forms import Core
from rules_check.grammar.core.printer import printed
from rules_check.meaning.cards import made_of
from rules_check.meaning.schema import VERSION
from rules_check.oracle.box.card_kinds import kind_of
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.playable import why_unplayable
from rules_check.rules.load import load_ruleset


class Entry(NamedTuple):
    """A card of a source: where its copies begin (None: it is a card of a file), how many there
    are, how many in each starting deck, and what a basic card is for."""

    card: CardDef
    copies: int = 1
    pile: str | None = None
    each_player: int = 0
    role: str | None = None


class Problem(NamedTuple):
    """A card that is left out, or what is wrong with the file, with its line (0: not known)."""

    card: str
    line: int
    code: str
    message: str


class Source(NamedTuple):
    """A card file, or a game with all its cards."""

    kind: str
    name: str
    title: str
    ruleset: str
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...] = ()
    seats: tuple[str, ...] = ()
    sides: tuple[tuple[str, tuple[str, ...]], ...] = ()


def of_file(result: FileResult) -> Source:
    """The cards of a file that are understood and can be played; the others are problems."""
    entries: list[Entry] = []
    problems = [
        Problem(d.place.card or "", d.place.line, d.code, d.message)
        for d in result.diagnostics
        if d.severity is Severity.ERROR
    ]
    for made in made_of(result):
        printed = made.result.card
        why = made.why if made.card is None else why_unplayable(made.card)
        if why:
            row = result.file.row(printed.name_span.line)
            problems.append(Problem(printed.name, row, "", why))
        elif made.card is not None:
            copies = printed.line.copies if printed.line is not None else None
            entries.append(Entry(made.card, copies or 1))
    file = result.file
    title, ruleset = file.set_name or "", file.ruleset or ""
    return Source("file", file.path, title, ruleset, tuple(entries), tuple(problems))


def of_game(playset: PlaySet) -> Source:
    """All cards of a play set."""
    ruleset = playset.ruleset
    return Source(
        "game",
        ruleset.name,
        ruleset.title,
        ruleset.name,
        tuple(_of_game(playset)),
        seats=playset.seats,
        sides=tuple(playset.sides.items()),
    )


def _of_game(playset: PlaySet) -> Iterator[Entry]:
    for basic in playset.ruleset.basics:
        pile = "starter" if basic.role == "starter" else "stack"
        card = playset.basics[basic.name]
        yield Entry(card, basic.copies, pile, basic.each_player, basic.role)
    for levels in playset.characters.values():
        yield from (Entry(card, 1, "character") for card in levels)
    yield from (Entry(card, 1, "super-villain") for card in playset.super_villains)
    yield from (Entry(card, copies, "main deck") for card, copies in playset.main_deck)


def document(sources: Iterable[Source]) -> dict[str, Any]:
    """The document that the schema describes."""
    return {"version": VERSION, "sources": [_source(source) for source in sources]}


def _source(source: Source) -> dict[str, Any]:
    return {
        "kind": source.kind,
        "name": source.name,
        "title": source.title,
        "ruleset": source.ruleset,
        "seats": list(source.seats),
        "sides": {side: list(names) for side, names in source.sides},
        "cards": [card_data(entry) for entry in source.entries],
        "problems": [problem._asdict() for problem in source.problems],
    }


class Untold(ValueError):
    """A card has no core."""


def card_data(entry: Entry, books: Sequence[str] = ()) -> dict[str, Any]:
    """A card with its values and its meaning, by its book (see `core_of`)."""
    card = entry.card
    kind = kind_of(card, 0)
    return {
        "name": card.name,
        "book": card.book,
        "type": None if card.type is None else card.type.value,
        "titles": [title.value for title in card.titles],
        "keywords": sorted(str(keyword) for keyword in kind.keywords),
        "cost": card.cost,
        "vp": card.vp,
        "level": card.level,
        "symbol": card.symbol,
        "pile": entry.pile,
        "role": entry.role,
        "copies": entry.copies,
        "each_player": entry.each_player,
        "printed": list(card.printed),
        "core": to_json(core_of(card, books)),
    }


def core_of(card: CardDef, books: Sequence[str] = ()) -> Core:
    """What a card means, as it is played by its book; if that is not one of the `books` of a game,
    by the first of these. Raises Untold."""
    kind = kind_of(card, 0)
    if kind.core is not None:
        return kind.core
    core = core_to_play(
        kind.text,
        load_ruleset(card.book if not books or card.book in books else books[0]),
        character=kind.character,
        keywords=sorted(str(keyword) for keyword in kind.keywords),
        quick=True,
    )
    if isinstance(core, str):
        raise Untold(f"{card.name}: {core}")
    return answered(core)


def outlines(sources: Sequence[Source]) -> Iterator[str]:
    """The same for people: the core of each card, written down."""
    for source in sources:
        yield f"{source.name}: {source.title}"
        for entry in source.entries:
            card = entry.card
            yield f"\n{_headline(entry)}"
            yield from (f"  | {line}" for line in card.printed)
            yield from (f"  {line}" for line in printed(core_of(card)).splitlines())
        yield ""


def _headline(entry: Entry) -> str:
    card = entry.card
    level = f" {card.level}" if card.level else ""
    names = [*([card.type.value] if card.type else []), *(title.value for title in card.titles)]
    where = f", {entry.pile}" if entry.pile else ""
    values = f"cost {card.cost}, {card.vp} VP, x{entry.copies}{where}"
    return f"{card.name}{level}: {', '.join([*names, values])}"
