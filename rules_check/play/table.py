"""Who plays what: from the words of the command line, or of a saved game, to a `Game`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from random import Random
from typing import TYPE_CHECKING

from rules_check.commands.arguments import either
from rules_check.glyphs import visible
from rules_check.grammar.ast import CardType
from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.cardmodel import CardFile
from rules_check.oracle.box.names import play_set_names
from rules_check.oracle.box.playset import PlaySet, card_defs, load_play_set
from rules_check.oracle.players.player import PLAYERS, Player
from rules_check.rules.folders import ruleset_names

if TYPE_CHECKING:
    from rules_check.oracle.game import Game

HUMAN = "human"
"""What a saved game calls a seat that was played at the terminal."""


class Unusable(Exception):
    """Something that was asked for cannot be done; said in a line for the user."""


@dataclass(frozen=True, slots=True)
class CardSource:
    """A card file whose cards are in the game: its name, and its text as it was then."""

    file: str
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Everything a game starts from; with the answers, everything it is made of."""

    game: str
    seats: tuple[str, ...]
    seed: int
    players: tuple[str, ...]
    cards: tuple[CardSource, ...] = ()

    def make(self) -> Game:
        """The game itself. Raises Unusable and PlaySetError."""
        from rules_check.oracle.game import Game, GameError

        play_set = load_play_set(find_game(self.game))
        for seat in self.seats:
            one_of(seat, tuple(play_set.characters), play_set.ruleset.character_word)
        files = [read_card_text(source.text, source.file) for source in self.cards]
        try:
            return Game(with_cards(play_set, files), seats=self.seats)
        except GameError as error:
            raise Unusable(str(error)) from error


def one_of(word: str, known: Sequence[str], what: str) -> str:
    """The name that is meant by `word`: the whole of it, or a part that only one name has."""
    folded = word.strip().casefold()
    for name in known:
        if name.casefold() == folded:
            return name
    for fits in (str.startswith, str.__contains__):
        found = [name for name in known if folded and fits(name.casefold(), folded)]
        if len(found) == 1:
            return found[0]
        if found:
            raise Unusable(f'"{visible(word)}" can be {either(found)}')
    close = get_close_matches(folded, [name.casefold() for name in known], 1, 0.7)
    hint = next((f' (did you mean "{n}"?)' for n in known if n.casefold() in close), "")
    raise Unusable(f'no {what} "{visible(word)}"{hint}; there are {", ".join(known)}')


def find_game(word: str) -> str:
    """The game that is meant."""
    known = play_set_names()
    if word in ruleset_names() and word not in known:
        raise Unusable(f"{word} is not played yet; there are {', '.join(known)}")
    return one_of(word, known, "game")


def find_seats(words: str | None, play_set: PlaySet) -> tuple[str, ...]:
    """The Characters in the order of their seats; those of the play set if none are named."""
    if words is None:
        return play_set.seats
    known = tuple(play_set.characters)
    what = play_set.ruleset.character_word
    return tuple(one_of(word, known, what) for word in words.split(","))


def find_players(words: str, seats: Sequence[str]) -> tuple[str, ...]:
    """A kind of player for each seat; one kind may be named for all of them."""
    kinds = tuple(one_of(word, tuple(PLAYERS), "kind of player") for word in words.split(","))
    if len(kinds) == 1:
        kinds *= len(seats)
    if len(kinds) != len(seats):
        said = f"{len(kinds)} kinds of player for {len(seats)} seats"
        raise Unusable(f"{said} ({', '.join(seats)}); name one, or one for each")
    return kinds


def make_player(kind: str, rng: Random) -> Player:
    """A player of that kind."""
    return PLAYERS[kind](rng)


def with_cards(play_set: PlaySet, files: Sequence[CardFile]) -> PlaySet:
    """The play set with the main-deck cards of these files; a card takes the place of the one
    that has its name. Raises PlaySetError."""
    if not files:
        return play_set
    deck = {card.name: (card, copies) for card, copies in play_set.main_deck}
    for file in files:
        named = {card.name: card.line for card in file.cards}
        # What a check only warns of does not keep a card from being tried.
        for card, copies in card_defs(replace(file, findings=())):
            if card.type is None or card.type is CardType.STARTER or card.name in play_set.basics:
                continue
            if play_set.is_super_villain(card):
                play_set = play_set.with_super_villain(card)
                continue
            line = named.get(card.name)
            if card.name in deck and (line is None or line.copies is None):
                copies = deck[card.name][1]
            deck[card.name] = card, copies
    return play_set.replace_main_deck(deck.values())
