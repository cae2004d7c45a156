"""The closed lists of the language: players, zones, verbs, types, stretches of time."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias


class PlayerKind(StrEnum):
    """Who is spoken of; the value is the house wording."""

    YOU = "you"
    TEAMMATE = "your teammate"
    YOU_OR_TEAMMATE = "you or your teammate"
    YOU_AND_TEAMMATE = "you and your teammate"
    EACH_FOE = "each foe"
    OTHER_FOE = "each other foe"
    ANY_FOES = "any number of foes"
    A_FOE = "a foe"
    THAT_FOE = "that foe"
    CHOSEN_FOE = "the chosen foe"
    YOUR_FOE = "your foe"
    EACH_PLAYER = "each player"
    EACH_OTHER_PLAYER = "each other player"
    REMAINING = "each remaining player"
    OTHER_TWO = "the other two players"
    OTHER_THREE = "the other three players"
    EACH_OF_THEM = "each of them"
    ANY_PLAYERS = "any number of players"
    ANY_OTHER_PLAYERS = "any number of other players"
    A_PLAYER = "a player"
    ANY_PLAYER = "any player"
    ANOTHER_PLAYER = "another player"
    THAT_PLAYER = "that player"
    LEFT = "the player on your left"
    RIGHT = "the player on your right"
    THEIR_LEFT = "the player on their left"
    THEIR_RIGHT = "the player on their right"
    THEIR_TEAMMATE = "their teammate"
    FOES_TEAMMATE = "that foe's teammate"
    ATTACKERS_TEAMMATE = "the attacker's teammate"
    THE_PLAYER = "the player"
    ATTACKER = "the attacker"
    CONFRONTED = "the Confronted player"
    OWNER = "its owner"


class Zone(StrEnum):
    """Where cards lie; the value is the house wording."""

    HAND = "hand"
    DECK = "deck"
    DISCARD_PILE = "discard pile"
    PLAY = "play"
    LINE_UP = "the Line-Up"
    MAIN_DECK = "the main deck"
    SUPER_VILLAIN_STACK = "the Super-Villain stack"
    STACK = "stack"
    DESTROYED_PILE = "the destroyed pile"
    SCORE_PILE = "score pile"
    UNDER_CHARACTER = "Character"
    TABLE = "the table"
    OUT_OF_GAME = "the game"
    UNDER_THIS = "this card"
    FRONT = "in front of"


class Edge(StrEnum):
    """Which end of a pile."""

    TOP = "top"
    BOTTOM = "bottom"


class CardType(StrEnum):
    """The card types of the four books."""

    STARTER = "Starter"
    VILLAIN = "Villain"
    LOCATION = "Location"
    HERO = "Hero"
    SUPER_POWER = "Super Power"
    EQUIPMENT = "Equipment"


class Title(StrEnum):
    """Titles that stand beside a card type, and the oversized cards."""

    SUPER_VILLAIN = "Super-Villain"
    SUPER_HERO = "Super Hero"
    CHARACTER = "Character"


class Keyword(StrEnum):
    """Bold keywords by which cards are called ("a Defense card")."""

    ATTACK = "Attack"
    DEFENSE = "Defense"
    BLOCK = "Block"
    ASSIST = "Assist"
    ONGOING = "Ongoing"
    CONFRONTATION = "Confrontation"


Quality: TypeAlias = CardType | Title | Keyword


class AttributeKind(StrEnum):
    """Numbers printed on a card."""

    COST = "cost"
    VP = "VP"
    POWER = "Power"
    LEVEL = "Level"


class Comparison(StrEnum):
    """How two numbers are compared."""

    EQUAL = "="
    AT_MOST = "<="
    AT_LEAST = ">="
    LESS = "<"
    MORE = ">"


class ParityKind(StrEnum):
    """Odd or even (0 is even)."""

    ODD = "odd"
    EVEN = "even"


class DifferentKind(StrEnum):
    """What has to differ for things to be counted apart."""

    NAME = "name"
    TYPE = "card type"
    COST = "cost"


class OncePer(StrEnum):
    """How often something may be paid for: once in a turn, or once in it for each of these."""

    CARD_TYPE = "card type"
    TURN = "turn"


class Tense(StrEnum):
    """When something was done, seen from the moment the text is used."""

    PAST = "past"
    PRESENT = "present"
    BOTH = "both"


class Window(StrEnum):
    """A stretch of time; the value is the house wording."""

    THIS_TURN = "this turn"
    YOUR_TURN = "during your turn"
    EACH_OF_YOUR_TURNS = "during each of your turns"
    EACH_TURN = "each turn"
    CONFRONTATION = "during a Confrontation"
    FOES_TURN = "during each foe's turn"
    OTHER_TURN = "during another player's turn"
    ANY_TURN = "during any player's turn"
    REST_OF_GAME = "for the rest of the game"


class Spread(StrEnum):
    """How a number of cards is spread over several places."""

    TOTAL = "total"
    EACH = "each"


class Timing(StrEnum):
    """Is a count fixed when the card is played, or does it follow the game?"""

    LOCKED = "locked"
    LIVE = "live"


class RefKind(StrEnum):
    """Cards that were spoken of before; the value is the house wording."""

    THIS = "this card"
    IT = "it"
    THEM = "them"
    REST = "the rest"
    OTHER = "the other"
    FIRST = "the first"
    SECOND = "the second"
