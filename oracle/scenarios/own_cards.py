"""Card files that a scenario is about: their cards join the game, or take the place of others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from rules_check.grammar.ast import Title
from rules_check.grammar.cardfile import read_card_text
from rules_check.oracle.box.playset import CardDef, PlaySet, card_defs
from rules_check.oracle.box.playset_file import PlaySetError


class BrokenCard(NamedTuple):
    """A card with errors: its name, the line where it begins, what to say of it if it is
    understood and the engine cannot play it, and its row in a sheet."""

    name: str
    line: int
    why: str = ""
    row: int = 0


@dataclass(frozen=True, slots=True)
class OwnCards:
    """A card file: its name for messages, its text, the ruleset it is for, the cards in it that
    have errors and stay out of the game, and, if it cannot be used at all, what to say."""

    path: str
    text: str
    ruleset: str
    broken: tuple[BrokenCard, ...] = ()
    problem: str = ""


def broken_card(own: Iterable[OwnCards], play_set: PlaySet, words: str) -> str:
    """Why a scenario that says `words` is not played: it needs a card with errors. Or empty.

    A Character, or any card that the game has too, is needed even if it is not named: without
    it, the other one would be in the game unnoticed.
    """
    known = {card.name for card in play_set.cards()}
    for cards in own:
        for card in cards.broken:
            if card.name in words or card.name in known:
                place = f"{cards.path}, line {card.row or card.line}"
                if card.why:
                    return f"{card.name} ({place}): {card.why}"
                return f"{card.name} has errors ({place})"
    return ""


def with_own_cards(play_set: PlaySet, own: OwnCards, rulings: Mapping[str, int]) -> PlaySet:
    """The play set with the cards of a file: one whose name is known takes the place of that
    card, others join the main deck; a new Character may be on any side. Raises PlaySetError."""
    file = read_card_text(own.text, own.path)
    broken = {card.line for card in own.broken}
    good = tuple(card for card in file.cards if card.name_span.line not in broken)
    names = (*file.names, *(card.name for card in file.cards))
    # What a check only warns of does not keep a card from being tried.
    defs = card_defs(replace(file, cards=good, names=names, findings=()), rulings=rulings)
    cards = [card for card, _ in defs]
    deck = {card.name: (card, number) for card, number in play_set.main_deck}
    basics = dict(play_set.basics)
    for card, typed in zip(cards, good, strict=True):
        if Title.CHARACTER in card.titles:
            continue
        if card.name in basics:
            basics[card.name] = card
        elif card.type is None:
            message = "the game has no such Weakness, so there is no place for it"
            raise PlaySetError(own.path, card.name, message)
        elif play_set.is_super_villain(card):
            play_set = play_set.with_super_villain(card)
        else:
            known = deck[card.name][1] if card.name in deck else 1
            number = typed.line.copies if typed.line else None
            deck[card.name] = card, known if number is None else number
    characters = _characters(play_set, own.path, cards)
    new = tuple(name for name in characters if name not in play_set.characters)
    sides = {side: (*names, *new) for side, names in play_set.sides.items()}
    changed = replace(play_set, basics=basics, characters=characters, sides=sides)
    return changed.replace_main_deck(deck.values())


def _characters(
    play_set: PlaySet, path: str, cards: Iterable[CardDef]
) -> Mapping[str, tuple[CardDef, ...]]:
    """The Characters of the play set, and those among `cards`, with all their levels."""
    found = _levels(play_set, cards)
    for name, message in _incomplete(play_set, found).items():
        raise PlaySetError(path, name, message)
    own = {name: tuple(levels[at] for at in sorted(levels)) for name, levels in found.items()}
    return {**play_set.characters, **own}


def incomplete_characters(play_set: PlaySet, cards: Iterable[CardDef]) -> Mapping[str, str]:
    """The Characters among `cards` that cannot be played, and what is wrong with their levels."""
    return _incomplete(play_set, _levels(play_set, cards))


def _levels(play_set: PlaySet, cards: Iterable[CardDef]) -> dict[str, dict[int, CardDef]]:
    """The Characters among `cards` by level, with those levels that only the game has."""
    found: dict[str, dict[int, CardDef]] = {}
    for card in cards:
        if Title.CHARACTER in card.titles:
            known = {level.level: level for level in play_set.characters.get(card.name, ())}
            found.setdefault(card.name, known)[card.level] = card
    return found


def _incomplete(play_set: PlaySet, found: Mapping[str, Mapping[int, CardDef]]) -> dict[str, str]:
    """What is wrong with the levels of Characters, by their names."""
    word = play_set.ruleset.character_word
    wanted = list(range(1, 1 + len(play_set.ruleset.ranges.character_costs))) or [0]
    told: dict[str, str] = {}
    for name, levels in found.items():
        if sorted(levels) != wanted:
            has = ", ".join(str(level) if level else "none" for level in sorted(levels))
            told[name] = f"a {word} has the levels 1 to {wanted[-1]}, found {has}"
            if not wanted[-1]:
                told[name] = f"a {word} of this game has no level, found {has}"
    return told
