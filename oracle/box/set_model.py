"""Play sets as values: a card as games use it, and everything that a game is played with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rules_check.grammar.ast import CardText, CardType, Title
from rules_check.grammar.core.forms import Core
from rules_check.oracle.box.playset_file import PlaySetError
from rules_check.rules.model import Ruleset


@dataclass(frozen=True, slots=True)
class CardDef:
    """A card as games use it: every value is a number, and its text has one meaning.

    `type` is None for a Weakness and for Characters. `vp` is 0 where the text counts it,
    `level` 0 where there is none, `symbol` empty where there is none. `printed` is the text as it
    was written, for messages, and `book` the ruleset it is for, whose rulings go with it. A card
    that another program tells of has no text but a `core`.
    """

    name: str
    type: CardType | None
    titles: tuple[Title, ...]
    cost: int
    vp: int
    level: int
    symbol: str
    text: CardText
    source: str
    printed: tuple[str, ...] = field(default=(), compare=False)
    book: str = ""
    core: Core | None = None


class MixedIn(NamedTuple):
    """Another game that is mixed in, how, and the Characters whose cards are taken out."""

    book: Ruleset
    how: str
    out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardSource:
    """A card file whose cards are in the game: its name, and its text as it was then."""

    file: str
    text: str


@dataclass(frozen=True, slots=True)
class PlaySet:
    """The cards of one game: the main deck with copies, the stacks, and who may be played.

    `characters` has the levels of each Character, Level 1 first. `sides` is empty in games
    without teams. `seats` are the Characters of a game in which nobody chooses, in turn order.
    `extra_stacks` are stacks of another game that is mixed in, with their size. `super_villains`
    are those of the box, one of each, in games against a stack of them. `mixed` and `more` tell
    which games and which card files have come in, `variant` what is played unless somebody says
    another. A set that was changed `by_hand` cannot be made again from all this.
    """

    ruleset: Ruleset
    main_deck: tuple[tuple[CardDef, int], ...]
    basics: Mapping[str, CardDef]
    characters: Mapping[str, tuple[CardDef, ...]]
    sides: Mapping[str, tuple[str, ...]]
    seats: tuple[str, ...]
    extra_stacks: Mapping[str, int] = field(default_factory=dict)
    super_villains: tuple[CardDef, ...] = ()
    mixed: tuple[MixedIn, ...] = ()
    more: tuple[CardSource, ...] = ()
    variant: str = ""
    by_hand: bool = False

    @property
    def books(self) -> tuple[Ruleset, ...]:
        """The ruleset of the game, and those of the games that are mixed in."""
        return (self.ruleset, *(mixed.book for mixed in self.mixed))

    def cards(self) -> Iterator[CardDef]:
        """Every card of the set once: basic cards, Characters, Super-Villains, main deck."""
        yield from self.basics.values()
        for levels in self.characters.values():
            yield from levels
        yield from self.super_villains
        for card, _ in self.main_deck:
            yield card

    def card(self, name: str, level: int = 0) -> CardDef:
        """The card of that name (and level, for a Character); of a Character without a level
        only if no other card has its name."""
        found = [card for card in self.cards() if card.name == name and card.level == level]
        if not found:
            raise KeyError(name)
        return min(found, key=lambda card: Title.CHARACTER in card.titles)

    def is_super_villain(self, card: CardDef) -> bool:
        """Whether a card lies in the stack of Super-Villains, where the game has one."""
        return bool(self.super_villains) and Title.SUPER_VILLAIN in card.titles

    def with_super_villain(self, card: CardDef) -> PlaySet:
        """The same set with one more Super-Villain, or with another of that name."""
        others = tuple(x for x in self.super_villains if x.name != card.name)
        return replace(self, super_villains=(*others, card))

    def replace_main_deck(self, cards: Iterable[tuple[CardDef, int]]) -> PlaySet:
        """The same set with another main deck, of whatever size."""
        deck = tuple(cards)
        for card, copies in deck:
            if card.type is None or copies < 1:
                raise PlaySetError("", card.name, f"x{copies} cannot be in a main deck")
        return replace(self, main_deck=deck, by_hand=True)
