"""What single words do in the talk of a card: what they bring up, what they point back to.

The words themselves stand in `words.lark`. Whoever follows a text word by word (what does "it"
mean here?) asks for the roles of a word, and need not know how the words are grouped there.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final

from rules_check.grammar.lexer import NAMES, Word


class Role(StrEnum):
    """What a word does in the talk; the value is the terminals of the words that do it."""

    # speaks of cards, one by one or as a pile
    CARDS = (
        "CARD TYPE TITLE KEYWORD NAME PART UNKNOWN_NAME THIS_CARD HAND DECK DISCARD_PILE SCORE_PILE"
        " MAIN_DECK LINE_UP DESTROYED_PILE SV_STACK"
    )
    # speaks of a player who may be a foe
    PLAYER = (
        "FOE PLAYER ATTACKER ATTACKED CONFRONTED LEFT_OF_YOU RIGHT_OF_YOU TO_THE_LEFT TO_THE_RIGHT"
        " OWNER WHO_DID WHO_DID_NOT WHO_CANNOT THOSE_WHO_DID THOSE_WHO_DID_NOT"
        " THOSE_WHO_CANNOT HE THEIR LEFT_OF_THEM RIGHT_OF_THEM"
    )
    TEAMMATE = "TEAMMATE THEIR_TEAMMATE"  # speaks of your teammate
    FOE = "FOE"  # is the noun for a foe: after "that" it points back
    SOMEBODY = "PLAYER"  # is the noun for a player: after "that" it points back
    NUMBER = "NUMBER"  # is a number
    NEXT_TURN = "NEXT_TURN"  # is the next turn of somebody
    TO_CARDS = (
        "IT THAT_KIND ITS IT_IS THEM REST OTHER_ONE OWNER"  # points back to cards
        " THEIR_COSTS THEIR_TOTAL"
    )
    TO_PLAYER = "HE THEIR LEFT_OF_THEM RIGHT_OF_THEM THEIR_TEAMMATE"  # points back to a player
    TO_NUMBER = "THAT_MANY"  # points back to a number
    TO_CHOICE = "CHOSEN_TYPE CHOSEN_NAME CHOSEN_COST"  # points back to what was chosen
    SEVERAL = "THEM REST HE"  # means several, where it points back to cards
    DONE = "PAST"  # is the participle of a verb: what was done before
    THIS_WAY = "THIS_WAY"  # says that the deed before is meant
    CHOOSES = "CHOOSE"  # tells a player to choose
    ONE_OF_THEM = "A ANY PAST TARGET"  # before the noun for a player: one of them is chosen
    NEW_CLAUSE = "COMMA PAST MOVE IF FOR_EACH"  # begins another clause
    CONFRONTATION = "IN_CONFRONTATION"  # says that it is in a Confrontation


PLAYER_NOUNS: Final = ("player", "foe", "opponent")
"""A group of words that one of these stands in ("if that player does") speaks of a player."""

_ROLES: Final = {
    terminal: frozenset(role for role in Role if terminal in role.split())
    for terminals in Role
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


def names_something(words: Sequence[Word]) -> bool:
    """Whether the first of two words tells somebody to name something: "name a card type"."""
    said = [word.value for word in words]
    return said[:1] in (["name"], ["names"]) and said[1:2] in (["a"], ["an"], ["any"])
