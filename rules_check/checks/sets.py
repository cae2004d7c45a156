"""A whole set against its rulebook: how many cards, and how many copies of the basic ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rules_check.checks.reasons import rules_behind
from rules_check.checks.words import book
from rules_check.grammar.cardmodel import Card, CardFile, CardType, Title
from rules_check.grammar.findings import Finding, Span
from rules_check.rules.model import Basic, Ruleset

_SET = re.compile(r"\ufeff?\s*(set\s*:\s*.*?)\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Contents:
    """How many cards a file has of each part of the box, copies counted."""

    main_deck: int = 0
    super_villains: int = 0
    basics: int = 0
    characters: int = 0


def check_file(file: CardFile, ruleset: Ruleset | None) -> Iterator[Finding]:
    """RC401 and RC402 of one file."""
    if ruleset is None:
        return
    if is_the_set(file.set_name, ruleset):
        yield from _incomplete(file, ruleset)
    for card in file.cards:
        yield from _basic_copies(card, ruleset)


def is_the_set(set_name: str, ruleset: Ruleset) -> bool:
    """Is the file meant to be the whole set that the rulebook describes?

    Its name is the ruleset's name, or the title with or without the name of the family;
    case, dashes and other signs do not matter.
    """
    words = _words(set_name)
    title = _words(ruleset.title)
    return words in (_words(ruleset.name), title, _words(book(ruleset)))


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W_]+", name.casefold())


def contents(file: CardFile, ruleset: Ruleset) -> Contents:
    """Count the cards of a file; without a number of copies a card counts once."""
    main = villains = basics = characters = 0
    for card in file.cards:
        if card.line is None or card.line.type is None:
            continue
        basic = _basic(card, ruleset)
        copies = card.line.copies
        if basic is not None:
            basics += basic.copies if copies is None else copies
        elif card.line.type is CardType.CHARACTER:
            characters += 1 if copies is None else copies
        elif Title.SUPER_VILLAIN in card.line.titles and ruleset.components.super_villains:
            villains += 1 if copies is None else copies
        else:
            main += 1 if copies is None else copies
    return Contents(main, villains, basics, characters)


def _basic(card: Card, ruleset: Ruleset) -> Basic | None:
    folded = card.name.casefold()
    for basic in ruleset.basics:
        if basic.name.casefold() == folded:
            return basic
    return None


def _incomplete(file: CardFile, ruleset: Ruleset) -> Iterator[Finding]:
    has, box = contents(file, ruleset), ruleset.components
    same = (has.main_deck, has.super_villains, has.characters) == (
        box.main_deck,
        box.super_villains,
        box.characters,
    )
    if same:
        return
    total = has.main_deck + has.super_villains + has.basics
    notes = [f"{total} of {box.game_cards} game cards in all, basic cards included"]
    if box.super_villains:
        notes.append(f"{has.super_villains} of {box.super_villains} Super-Villains")
    notes.append(f"{has.characters} of {box.characters} Characters")
    yield Finding(
        "RC401",
        f"the set has {has.main_deck} of {box.main_deck} main-deck cards",
        _set_line(file),
        label=f"{book(ruleset)} has {box.main_deck}",
        notes=tuple(notes),
        help="add the missing cards when you have them, and check the copies (`x2`)",
        rules=rules_behind(ruleset, "RC401"),
    )


def _set_line(file: CardFile) -> Span:
    """Where the header names the set."""
    for number, line in enumerate(file.lines, start=1):
        match = _SET.match(line)
        if match:
            return Span(number, match.start(1) + 1, max(1, match.end(1) - match.start(1)))
    return Span(1, 1, 1)


def _basic_copies(card: Card, ruleset: Ruleset) -> Iterator[Finding]:
    basic = _basic(card, ruleset)
    if basic is None or card.line is None or card.line.copies in (None, basic.copies):
        return
    given = card.line.copies
    starting = (
        (f"{basic.each_player} of them are in each starting deck",) if basic.each_player else ()
    )
    yield Finding(
        "RC402",
        f"x{given}: the box of {book(ruleset)} has {basic.copies} {card.name} cards",
        card.line.spans.get("copies", card.name_span),
        label=f"x{basic.copies} in the rulebook",
        card=card.name,
        notes=starting,
        help=f"write x{basic.copies}, or allow the finding with a reason if the set changes it",
        rules=rules_behind(ruleset, "RC402"),
    )
