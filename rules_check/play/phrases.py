"""Cards, places and moves in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from rules_check.grammar import ast as a
from rules_check.oracle.values.zones import (
    CHARACTERS,
    DECK,
    DESTROYED,
    DISCARD,
    HAND,
    LINE_UP,
    MAIN_DECK,
    PARKED,
    PER_PLAYER,
    PLAY,
    REMOVED,
    SCORE,
    SHARED,
    TABLE,
)
from rules_check.play.secrets import HIDDEN

if TYPE_CHECKING:
    from rules_check.oracle.game import Game

OWN: Final = {
    HAND: "hand",
    DECK: "deck",
    DISCARD: "discard pile",
    PLAY: "play",
    CHARACTERS: "Character stack",
    SCORE: "score pile",
    PARKED: "Character card",
}
SHARED_PLACES: Final = {
    LINE_UP: "the Line-Up",
    MAIN_DECK: "the main deck",
    DESTROYED: "the destroyed pile",
    REMOVED: "the box",
    TABLE: "the table",
}
SAYS: Final = {verb.value: a.with_s(verb.value) for verb in a.Verb} | {"deal": "is dealt"}
"""What is said of somebody who moves cards, by the kind of the event."""

ENDS: Final = ((".top", "on top of"), (".bottom", "on the bottom of"))
"""What the last word of a topic says of the end of a deck."""

MANY: Final = 8
"""More cards of a deck than these are told as a number."""

USUAL_SOURCE: Final = {"draw": DECK, "discard": HAND, "pass": HAND, "deal": -1, "play": HAND}
USUAL_TARGET: Final = {
    "draw": HAND,
    "discard": DISCARD,
    "gain": DISCARD,
    "buy": DISCARD,
    "receive": DISCARD,
    "deal": HAND,
    "play": PLAY,
    "defeat": SCORE,
}


class Phrases:
    """Says things about one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._stacks = {zone: name for name, zone in game.stacks.items()}

    def who(self, seat: int) -> str:
        """The Character of a seat."""
        return self.game.seats[seat] if 0 <= seat < len(self.game.seats) else "nobody"

    def everyone(self, seats: Iterable[int]) -> str:
        """Several Characters."""
        return listed([self.who(seat) for seat in seats])

    def character(self, card: int, cost: int | None = None) -> str:
        """A Character with Level and cost: the one it has now, or the printed one."""
        kind = self.game.kinds[card]
        if not kind.level:
            return kind.name
        return f"{kind.name} (Level {kind.level}, cost {kind.cost if cost is None else cost})"

    def cards(self, cards: Sequence[int]) -> str:
        """Names of cards, equal ones together; hidden ones as a number."""
        hidden = sum(card == HIDDEN for card in cards)
        counts = Counter(self.game.name(card) for card in cards if card != HIDDEN)
        parts = [name if number == 1 else f"{name} x{number}" for name, number in counts.items()]
        if hidden:
            more = "more " if parts else ""
            parts.append(f"{'a' if hidden == 1 else hidden} {more}card{'s' if hidden > 1 else ''}")
        return ", ".join(parts) if parts else "no card"

    def place(self, zone: int, seat: int) -> str:
        """A zone, seen from a player: their own hand is "hand", their own deck "the deck"."""
        if zone < self.game.shared:
            owner, kind = divmod(zone, PER_PLAYER)
            own = OWN[kind].replace("Character", self.game.ruleset.character_word)
            if owner != seat:
                return f"{self.who(owner)}'s {own}"
            return own if kind in (HAND, PLAY) else f"the {own}"
        if zone in self.game.beside:
            owner = self.game.beside.index(zone)
            return f"the {self.game.ruleset.character_word} card of {self.who(owner)}"
        if 0 <= self.game.boss_stack <= zone:
            return "the Super-Villain stack"
        shared = zone - self.game.shared
        if shared < SHARED:
            return SHARED_PLACES.get(shared, "the table")
        return f"the {self._stacks[zone]} stack"

    def move(
        self, verb: str, seat: int, cards: Sequence[int], zones: Sequence[int], topic: str = ""
    ) -> str:
        """Cards that a player moves; places are named where they are not the usual ones. The
        topic says to which end of a deck they go."""
        source, target = zones if len(zones) == 2 else (-1, -1)
        named = self.cards(cards)
        if verb == "remove" and topic.endswith(".for_a_while"):
            return f"sets {named} aside from {self.place(source, seat)} for a while"
        if verb == "remove":
            return f"removes {named} from the game"
        said = f"{SAYS[verb]} {named}"
        if source == target == -1:
            return said
        end = next((words for word, words in ENDS if topic.endswith(word)), "")
        if source == target:
            where = f"{end} {self.place(target, seat)}"
            return f"puts {named} {where}" if end else f"leaves {named} in {where.strip()}"
        if verb == "discard" and source % PER_PLAYER == DECK and len(cards) > MANY:
            return f"discards {len(cards)} cards of {self.place(source, seat)}"
        if not self._is_clear(verb, seat, source, target):
            said += f" from {self.place(source, seat)}"
        destroyed = verb == "destroy" and target == self.game.shared + DESTROYED
        if not destroyed and not self._usual(target, seat, USUAL_TARGET.get(verb), verb):
            if verb == "return" and end:
                end = end.replace("on ", "to ").replace("to top", "to the top")
            said += f" {end or self._into(target)} {self.place(target, seat)}"
        return said

    def _into(self, zone: int) -> str:
        """The word before a place to which a card goes."""
        if zone == self.game.shared + TABLE:
            return "on"
        hand = zone < self.game.shared and zone % PER_PLAYER == HAND
        return "to" if hand or zone >= self.game.shared + SHARED else "into"

    def _is_clear(self, verb: str, seat: int, source: int, target: int) -> bool:
        """Whether it need not be said from where a card comes."""
        if verb == "return":
            shared = self.game.shared
            same = source < shared and source // PER_PLAYER == target // PER_PLAYER
            if source == shared + REMOVED or (same and source % PER_PLAYER == PLAY):
                return True
        return self._usual(source, seat, USUAL_SOURCE.get(verb), verb)

    def _usual(self, zone: int, seat: int, kind: int | None, verb: str) -> bool:
        if kind == -1:
            return True
        if zone >= self.game.shared:
            return verb in {"buy", "defeat"}
        owner, own = divmod(zone, PER_PLAYER)
        return verb == "defeat" or (own == kind and (owner == seat or verb == "discard"))


def listed(words: Sequence[str]) -> str:
    """Words with commas, and "and" before the last."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
