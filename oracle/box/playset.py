"""Play sets: everything a whole game of a ruleset is played with.

`cards/play/NAME.toml` says which card files make up the set, how many copies of each card
are in the main deck, and which values hold where a card line has none. Texts come out
settled: every question is answered by a ruling on the card, by a general ruling, or by the
play set itself, in this order.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from rules_check.grammar.ast import CardText, CardType, Title
from rules_check.grammar.cache import Cache, grammar_hash
from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.cardmodel import COUNTED, Card, CardFile, Value
from rules_check.grammar.cardmodel import CardType as LineType
from rules_check.grammar.database import cache_folder
from rules_check.grammar.parse import Parser, vocabulary
from rules_check.grammar.questions import Nature, ask, nature_of, open_questions, settle
from rules_check.oracle.box.names import PLAY_SETS, play_set_names
from rules_check.oracle.box.playset_file import (
    Plan,
    PlaySetError,
    Values,
    check_names,
    check_rulings,
    checked_seats,
    checked_sides,
    read_plan,
)
from rules_check.oracle.box.set_model import CardDef, CardSource, MixedIn, PlaySet
from rules_check.oracle.box.set_parts import (
    basics_of,
    characters_of,
    main_deck_of,
    super_villains_of,
)
from rules_check.rules.folders import find, shown
from rules_check.rules.language import told
from rules_check.rules.load import load_ruleset
from rules_check.rules.model import Ruleset

__all__ = [
    "PLAY_SETS",
    "CardDef",
    "CardSource",
    "MixedIn",
    "PlaySet",
    "PlaySetError",
    "card_def",
    "card_defs",
    "levels_of",
    "load_play_set",
    "parse_play_set",
    "settle_card",
]

NO_RULINGS: Mapping[str, int] = {}
TYPES = frozenset(kind.value for kind in CardType)


def load_play_set(name: str, *, rulings: Mapping[str, int] | None = None) -> PlaySet:
    """The play set of a ruleset; `rulings` gives rulings another reading, counted from 1.

    Raises PlaySetError, also for a name or a ruling that is not known.
    """
    read = _read(name)
    if not rulings:
        return _load(*read, ())
    ruleset = load_ruleset(name)
    check_rulings(ruleset, rulings)
    texts = {ruling.id for ruling in ruleset.rulings if ruling.language is not None}
    changed = {id_: reading for id_, reading in rulings.items() if id_ in texts}
    return _load(*read, tuple(sorted(changed.items())))  # the others do not change the cards


def parse_play_set(text: str, file: str, *, rulings: Mapping[str, int] | None = None) -> PlaySet:
    """The play set that a TOML text writes; `file` is for messages."""
    return _assemble(read_plan(text, file), rulings or NO_RULINGS)


def card_defs(
    file: CardFile,
    *,
    rulings: Mapping[str, int] | None = None,
    parser: Parser | None = None,
) -> tuple[tuple[CardDef, int], ...]:
    """The cards of any card file, with the copies on their card lines (1 where there are none).

    Defaults and answers are those of the play set of the file's ruleset. Who reads many
    files gives a parser, which then understands each sentence only once.
    """
    if file.ruleset is None:
        raise PlaySetError(file.path, "ruleset", "the header names no ruleset")
    plan = read_plan(*_read(file.ruleset))
    check_rulings(plan.ruleset, rulings or NO_RULINGS)
    return tuple(
        (_define(plan, file.path, card, text, rulings or NO_RULINGS), _copies(card) or 1)
        for card, text in _understand(file, parser or _parser())
    )


def card_def(ruleset: str, path: str, card: Card, text: CardText) -> CardDef:
    """One card of a file whose text has been understood; `path` is for messages."""
    return _define(read_plan(*_read(ruleset)), path, card, text, NO_RULINGS)


def answers_of(ruleset: str) -> Mapping[str, str]:
    """What the play set of a ruleset answers to questions about the wording that no ruling does."""
    return read_plan(*_read(ruleset)).answers


def levels_of(ruleset: str) -> Mapping[tuple[str, int], str]:
    """What the cards are called that are Levels of a Character whose own no book prints."""
    return {of: name for name, of in read_plan(*_read(ruleset)).levels.items()}


def settle_card(
    text: CardText,
    name: str,
    nature: Nature,
    ruleset: Ruleset,
    answers: Mapping[str, str],
    rulings: Mapping[str, int] | None = None,
) -> CardText:
    """A parsed text with its questions answered: by rulings on the card, by general rulings,
    then by `answers`. A question that none of them answers stays.

    `rulings` gives rulings another reading: a reading that is not the book's takes the
    option of the question that the book does not take.
    """
    chosen = dict(answers)
    for question, said in ruleset.language_rulings(name).items():
        ruling = next(ruling for ruling in ruleset.rulings if ruling.id == said.ruling)
        kept = (rulings or NO_RULINGS).get(ruling.id, ruling.answer) == ruling.answer
        (other,) = (key for key in told(question).answers if key != said.answer)
        chosen[question] = said.answer if kept else other
    return settle(ask(text, nature), chosen)


# -------------------------------------------------------------------------- reading


@lru_cache(maxsize=64)
def _load(text: str, file: str, rulings: tuple[tuple[str, int], ...]) -> PlaySet:
    return parse_play_set(text, file, rulings=dict(rulings))


def _read(name: str) -> tuple[str, str]:
    known = play_set_names()
    if name not in known:
        raise PlaySetError("", name, f"no such play set; there are {', '.join(known)}")
    return _data(f"play/{name}.toml")


def _data(file: str) -> tuple[str, str]:
    path = find(f"cards/{file}")
    if path is None:
        raise PlaySetError(f"cards/{file}", "", "there is no such file")
    return path.read_text(encoding="utf-8"), shown(path)


@lru_cache(maxsize=16)
def _card_file(text: str, file: str) -> tuple[CardFile, tuple[tuple[Card, CardText], ...]]:
    """A card file of a play set, and what its texts say."""
    read = read_card_text(text, file)
    return read, _understand(read, _parser())


def _parser() -> Parser:
    """What understands the texts of play sets and of single files."""
    return _parser_of(cache_folder(), grammar_hash(), os.getpid())


@lru_cache(maxsize=2)
def _parser_of(folder: Path, grammar: str, process: int) -> Parser:
    """One parser for a cache, a grammar and a process: a database is not handed to another."""
    return Parser(Cache(folder))


def _understand(file: CardFile, parser: Parser) -> tuple[tuple[Card, CardText], ...]:
    """Each card with its text, questions included; raises where something is not understood."""
    for finding in file.findings:
        raise PlaySetError(file.path, finding.card or "", finding.message)
    names = {card.name for card in file.cards} | set(file.names)
    if file.ruleset is not None:
        ruleset = load_ruleset(file.ruleset)
        names |= {basic.name for basic in ruleset.basics} | set(ruleset.characters)
    known = vocabulary(names, file.definitions)
    texts: list[tuple[Card, CardText]] = []
    for card in file.cards:
        parsed = parser.parse([line.text for line in card.printed], known)
        for trouble in parsed.troubles:
            line = card.printed[trouble.line].text
            raise PlaySetError(file.path, card.name, f"not understood: {line}")
        texts.append((card, parsed.text))
    parser.save()
    return tuple(texts)


# ------------------------------------------------------------------------ one card


def _define(
    plan: Plan, path: str, card: Card, text: CardText, rulings: Mapping[str, int]
) -> CardDef:
    """One card with the defaults of the play set, and its text settled."""
    line = card.line
    if line is None or line.type is None:
        raise PlaySetError(path, card.name, "has no card line")
    name, level = card.name, line.level or 0
    values = plan.values.get(card.name, Values())
    cost, vp = plan.cost, plan.vp
    titles: list[Title] = [Title(title.value) for title in line.titles]
    if line.type is LineType.CHARACTER:
        titles.append(Title.CHARACTER)
        name, level = plan.levels.get(name, (name, level))
        costs = plan.ruleset.ranges.character_costs
        cost, vp = (cost, vp) if costs else (0, 0)
        cost = costs[level - 1] if 1 <= level <= len(costs) else cost
        vp = plan.character_vp[level - 1] if 1 <= level <= len(plan.character_vp) else vp
    settled = settle_card(text, name, nature_of(card, text), plan.ruleset, plan.answers, rulings)
    for question in open_questions(settled):
        asks = told(question.id).asks
        raise PlaySetError(path, card.name, f"it has an open question, {question.id}: {asks}")
    return CardDef(
        name=name,
        type=CardType(line.type.value) if line.type.value in TYPES else None,
        titles=tuple(titles),
        cost=_value(line.cost, values.cost, cost),
        vp=_value(line.vp, values.vp, vp),
        level=level,
        symbol=line.symbol or values.symbol or "",
        text=settled,
        source=line.source or "",
        printed=tuple(printed.text for printed in card.printed),
        book=plan.ruleset.name,
    )


def _value(printed: Value | None, given: int | None, default: int) -> int:
    """The printed value; else the one that the play set gives the card; else the default."""
    if printed is COUNTED:
        return 0
    if isinstance(printed, int):
        return int(printed)
    return default if given is None else given


def _copies(card: Card) -> int | None:
    return card.line.copies if card.line is not None else None


# ------------------------------------------------------------------- the whole set


def _assemble(plan: Plan, rulings: Mapping[str, int]) -> PlaySet:
    """The play set, checked against what the rulebook says about the box."""
    check_rulings(plan.ruleset, rulings)
    printed: dict[tuple[str, int, bool], Card] = {}
    characters: dict[str, dict[int, CardDef]] = {}
    others: dict[str, CardDef] = {}
    for file in plan.files:
        read, texts = _card_file(*_data(file))
        if read.ruleset != plan.ruleset.name:
            raise PlaySetError(read.path, "ruleset", f"expected {plan.ruleset.name}")
        for card, text in texts:
            made = _define(plan, read.path, card, text, rulings)
            key = made.name, made.level, Title.CHARACTER in made.titles
            if key in printed:
                raise PlaySetError(read.path, made.name, "there is another card of this name")
            printed[key] = card
            if Title.CHARACTER in made.titles:
                characters.setdefault(made.name, {})[made.level] = made
            else:
                others[made.name] = made
    check_names(plan, {card.name: card for card in printed.values()})
    copies = {name: _copies(printed[name, card.level, False]) for name, card in others.items()}
    basics = basics_of(plan, others, copies)
    stack = {
        name: card
        for name, card in others.items()
        if Title.SUPER_VILLAIN in card.titles and plan.ruleset.components.super_villains
    }
    deck = {name: x for name, x in others.items() if name not in basics and name not in stack}
    return PlaySet(
        ruleset=plan.ruleset,
        main_deck=main_deck_of(plan, deck, copies),
        basics=basics,
        characters=characters_of(plan, characters),
        sides=checked_sides(plan),
        seats=checked_seats(plan),
        super_villains=super_villains_of(plan, stack, copies),
    )
