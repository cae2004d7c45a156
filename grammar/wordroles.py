"""What single words do in the talk of a card: what they bring up, what they point back to.

The words themselves stand in `words.lark`. Whoever follows a text word by word (what does "it"
mean here?) asks for the roles of a word, and need not know how the words are grouped there.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Final

from rules_check.grammar.lexer import NAMES, Word


class Role(StrEnum):
    """What a word does in the talk."""

    CARDS = "speaks of cards, one by one or as a pile"
    PLAYER = "speaks of a player who may be a foe"
    TEAMMATE = "speaks of your teammate"
    FOE = "is the noun for a foe: after 'that' it points back"
    SOMEBODY = "is the noun for a player: after 'that' it points back"
    NUMBER = "is a number"
    TO_CARDS = "points back to cards"
    TO_PLAYER = "points back to a player"
    TO_NUMBER = "points back to a number"
    TO_CHOICE = "points back to what was chosen"
    SEVERAL = "means several, where it points back to cards"
    DONE = "is the participle of a verb: what was done before"
    THIS_WAY = "says that the deed before is meant"
    CHOOSES = "tells a player to choose"
    ONE_OF_THEM = "before the noun for a player: one of them is chosen"
    NEW_CLAUSE = "begins another clause"
    CONFRONTATION = "says that it is in a Confrontation"


TERMINALS: Final[Mapping[Role, str]] = {
    Role.CARDS: (
        "CARD TYPE TITLE KEYWORD NAME PART UNKNOWN_NAME THIS_CARD HAND DECK DISCARD_PILE SCORE_PILE"
        " MAIN_DECK LINE_UP DESTROYED_PILE SV_STACK"
    ),
    Role.PLAYER: (
        "FOE PLAYER ATTACKER ATTACKED CONFRONTED LEFT_OF_YOU RIGHT_OF_YOU TO_THE_LEFT TO_THE_RIGHT"
        " OWNER WHO_DID WHO_DID_NOT HE THEIR LEFT_OF_THEM RIGHT_OF_THEM"
    ),
    Role.TEAMMATE: "TEAMMATE",
    Role.FOE: "FOE",
    Role.SOMEBODY: "PLAYER",
    Role.NUMBER: "NUMBER",
    Role.TO_CARDS: "IT ITS IT_IS THEM REST OTHER_ONE OWNER",
    Role.TO_PLAYER: "HE THEIR LEFT_OF_THEM RIGHT_OF_THEM",
    Role.TO_NUMBER: "THAT_MANY",
    Role.TO_CHOICE: "CHOSEN_TYPE CHOSEN_NAME CHOSEN_COST",
    Role.SEVERAL: "THEM REST HE",
    Role.DONE: "PAST",
    Role.THIS_WAY: "THIS_WAY",
    Role.CHOOSES: "CHOOSE",
    Role.ONE_OF_THEM: "A ANY PAST TARGET",
    Role.NEW_CLAUSE: "COMMA PAST MOVE IF FOR_EACH",
    Role.CONFRONTATION: "IN_CONFRONTATION",
}
"""The words that have each role, by their terminals."""

PLAYER_NOUNS: Final = ("player", "foe", "opponent")
"""A group of words that one of these stands in ("if that player does") speaks of a player."""

_ROLES: Final = {
    terminal: frozenset(role for role, said in TERMINALS.items() if terminal in said.split())
    for terminals in TERMINALS.values()
    for terminal in terminals.split()
}


def roles(word: Word) -> frozenset[Role]:
    """What a word does in the talk."""
    return _roles(word.kind, word.value)


@lru_cache(maxsize=4096)
def _roles(terminal: str, said: str) -> frozenset[Role]:
    found: frozenset[Role] = _ROLES.get(terminal, frozenset())
    player = terminal not in NAMES and any(noun in said for noun in PLAYER_NOUNS)
    return found | {Role.PLAYER} if player else found
