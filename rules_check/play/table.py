"""Who plays what: from the words of the command line, or of a saved game, to a `Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from random import Random
from typing import TYPE_CHECKING, Any

from rules_check.commands.arguments import either
from rules_check.glyphs import visible
from rules_check.oracle.box.arranging import Arrangement, Mixed, play_set_of
from rules_check.oracle.box.joining import with_cards
from rules_check.oracle.box.names import play_set_names
from rules_check.oracle.box.playset import CardSource
from rules_check.oracle.box.playset_file import PlaySetError
from rules_check.oracle.box.reading import AS_PRINTED, Reading
from rules_check.oracle.players.player import PLAYERS, Player
from rules_check.rules.folders import ruleset_names

if TYPE_CHECKING:
    from rules_check.oracle.game import Game, GameError
    from rules_check.oracle.values.state import State
    from rules_check.play.deck import DeckSource

__all__ = [
    "HUMAN",
    "CardSource",
    "Table",
    "Unusable",
    "find_game",
    "find_players",
    "make_player",
    "one_of",
    "said",
]

HUMAN = "human"
"""What a saved game calls a seat that was played at the terminal."""


class Unusable(Exception):
    """Something that was asked for cannot be done; said in a line for the user."""


@dataclass(frozen=True, slots=True)
class Table:
    """Everything a game starts from; with the answers, everything it is made of.

    `reading` is what is read otherwise than the books say. `given` is the position it begins
    with, in the keys of a scenario file; empty for a game that begins with its set-up.
    """

    game: str
    seats: tuple[str, ...]
    seed: int
    players: tuple[str, ...]
    cards: tuple[CardSource, ...] = ()
    variant: str = ""
    mixed: tuple[Mixed, ...] = ()
    deck: DeckSource | None = None
    reading: Reading = AS_PRINTED
    given: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def arrangement(self) -> Arrangement:
        """The game without its players."""
        return Arrangement(self.game, self.variant, self.mixed, self.seats)

    def notes(self) -> tuple[str, ...]:
        """What there is to say of the user's own set: size, what stands in, what is left out."""
        from rules_check.play.deck import deck_of

        return () if self.deck is None else deck_of(self.deck, self.game).notes

    def make(self) -> Game:
        """The game itself. Raises Unusable and PlaySetError."""
        from rules_check.oracle.game import Game, GameError
        from rules_check.oracle.scenarios.tables import with_given_cards
        from rules_check.play.deck import deck_of

        find_game(self.game)
        try:
            if self.deck is None:
                rulings = dict(self.reading.rulings)
                play_set = play_set_of(self.arrangement, self.cards, rulings=rulings)
                if cards := self.given.get("cards", ""):
                    play_set = with_given_cards(play_set, cards, rulings)
            else:
                play_set = with_cards(deck_of(self.deck, self.game).play_set, self.cards)
            for seat in self.seats:
                one_of(seat, tuple(play_set.characters), play_set.ruleset.character_word)
            variant = self.variant or None
            return Game(play_set, self.seats, variant=variant, reading=self.reading)
        except GameError as error:
            raise Unusable(said(error)) from error
        except PlaySetError:
            raise
        except ValueError as error:  # a ruling or an order of steps that there is not
            raise Unusable(str(error)) from error

    def begin(self, game: Game) -> State:
        """The game at its first decision. Raises Unusable."""
        from rules_check.oracle.scenarios.positions import build_state

        position = {key: value for key, value in self.given.items() if key not in ("cards", "new")}
        if not self.given or self.given.get("new"):
            return game.new(trace=True)
        try:
            return build_state(game, position, trace=True)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Unusable(f"given: {error}") from error


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


def said(error: GameError) -> str:
    """What stands against a game, with the rules that say so."""
    return f"{error} [{' '.join(error.rules)}]" if error.rules else str(error)


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
