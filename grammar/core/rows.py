"""The tables of the core: what is a row here needs no form.

A set may add rows (a verb, an attribute, a place, a label). What rules a row rests on stands in
`rules/`, under the verb, label or cause.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules_check.grammar.core.sorts import Sort

S = Sort


class VerbRow(NamedTuple):
    """What is done, to cards or by the rules. `moves`: cards change their place; `implies`: whoever
    does it does that as well, as far as the book says so; `to`: the only place to which cards go by
    it, and `end`, at which end of it; `other_side`: what somebody else does at the same time."""

    says: str
    moves: bool = False
    implies: tuple[str, ...] = ()
    to: str = ""
    other_side: tuple[str, ...] = ()
    end: str = ""


VERBS: Final[Mapping[str, VerbRow]] = {
    "draw": VerbRow("into a hand, mostly from the top of a deck", True, to="hand"),
    "discard": VerbRow("into a discard pile", True, to="discard"),
    "destroy": VerbRow("to the destroyed cards", True, to="destroyed"),
    "gain": VerbRow("into the discard pile of whoever gets it", True),
    "buy": VerbRow("for Power, from the Line-Up or a stack", True, ("gain",)),
    "defeat": VerbRow(
        "a Super-Villain for Power; a Character with as much Power as it costs", True, ("gain",)
    ),
    "put": VerbRow("where the text says", True),
    "return": VerbRow("to where it came from, or where the text says", True),
    "remove": VerbRow("from the game", True, to="out"),
    "pass": VerbRow("to another player", True, other_side=("receive",)),
    "receive": VerbRow("from another player", True),
    "deal": VerbRow("to players, unseen", True),
    "swap": VerbRow("two cards, or lists of cards, change places", True),
    "shuffle": VerbRow("a pile, or cards into one", True),
    "sweep": VerbRow("away at the end of a turn", True),
    "play": VerbRow("a card from a hand, from elsewhere, or again"),
    "reveal": VerbRow("to everyone"),
    "look": VerbRow("at cards, alone"),
    "choose": VerbRow("cards, players, kinds or numbers"),
    "use": VerbRow("what a text offers"),
    "give": VerbRow("Power or VP to a player, who is `by` and `whom`"),
    "pay": VerbRow("Power or VP"),
    "take": VerbRow("Power or VP from a player"),
    "attack": VerbRow("players, by an Attack"),
    "hit": VerbRow("a player, by an Attack that was not avoided"),
    "avoid": VerbRow("an Attack"),
    "announce": VerbRow("a Confrontation"),
    "confront": VerbRow("a player"),
    "block": VerbRow("with a Block card"),
    "succeed": VerbRow("in a Confrontation"),
    "appear": VerbRow("a Super-Villain is turned up"),
    "refill": VerbRow("the Line-Up"),
    "flip": VerbRow("a card is turned over"),
    "turn_begin": VerbRow("a turn begins"),
    "turn_end": VerbRow("a turn ends"),
    "game_begin": VerbRow("the game begins"),
    "game_end": VerbRow("the game ends, and points are counted"),
}
"""What can happen. Triggers, history, bans and ends of durations speak of these."""

OF_AN_AMOUNT: Final = frozenset({"give", "pay", "take"})
OF_CARDS: Final = frozenset(verb for verb, row in VERBS.items() if row.moves) | {
    *("play", "reveal", "look", "choose", "use", "block", "appear", "flip", "succeed"),
    *("attack", "avoid"),
}
"""Verbs of which something happens to a card, or by one."""


class Row(NamedTuple):
    """A row with arguments: their sorts, the sort that it gives, and what it is."""

    of: tuple[S, ...]
    gives: S
    says: str


PLACES: Final[Mapping[str, Row]] = {
    "hand": Row((S.PLAYERS,), S.PLACE, "cards in hand"),
    "deck": Row((S.PLAYERS,), S.PLACE, "the deck"),
    "discard": Row((S.PLAYERS,), S.PLACE, "the discard pile"),
    "inplay": Row((S.PLAYERS,), S.PLACE, "cards in front of them"),
    "score": Row((S.PLAYERS,), S.PLACE, "the score pile"),
    "characters": Row((S.PLAYERS,), S.PLACE, "the stack of Character cards"),
    "controlled": Row((S.PLAYERS,), S.PLACE, "the cards that they control"),
    "owned": Row((S.PLAYERS,), S.PLACE, "the cards that are theirs, wherever they are"),
    "under": Row((S.CARD,), S.PLACE, "cards on or under a Character card"),
    "stack": Row((S.KIND,), S.PLACE, "the stack of cards of that name"),
    "lineup": Row((), S.PLACE, "the Line-Up"),
    "main": Row((), S.PLACE, "the main deck"),
    "superstack": Row((), S.PLACE, "the Super-Villain stack"),
    "destroyed": Row((), S.PLACE, "the destroyed cards"),
    "table": Row((), S.PLACE, "cards set aside on the table"),
    "out": Row((), S.PLACE, "out of the game"),
    "anywhere": Row((), S.PLACE, "all cards of the game"),
    "lay": Row((S.CARDS,), S.PLACE, "where the first of the cards lies now, on top"),
    "origin": Row(
        (S.CARD,),
        S.PLACE,
        "where it goes back to: where this text took it from; shown: its pile; else its stack;"
        " else its owner's hand",
    ),
    "stacks": Row((), S.PLACE, "all stacks of basic cards"),
}

ATTRIBUTES: Final[Mapping[str, tuple[Row, ...]]] = {
    "cost": (Row((S.CARD,), S.NUM, "the cost of a card"),),
    "price": (Row((S.CARD, S.PLAYER), S.NUM, "what a player pays to buy or defeat it"),),
    "vp": (
        Row((S.CARD,), S.NUM, "the Victory Points of a card"),
        Row((S.PLAYER,), S.NUM, "Victory Points given by texts; those of cards count at the end"),
    ),
    "gives": (Row((S.CARD,), S.NUM, "the Power that a card gives when it is played"),),
    "toll": (Row((S.CARD, S.PLAYER), S.NUM, "what a player pays to defeat it, beside its price"),),
    "level": (Row((S.CARD,), S.NUM, "the Level of a Character"),),
    "types": (Row((S.CARD,), S.KINDS, "the card types"),),
    "titles": (Row((S.CARD,), S.KINDS, "the titles: Super-Villain, Character"),),
    "keywords": (Row((S.CARD,), S.KINDS, "the labels of its texts: Attack, Defense"),),
    "name": (Row((S.CARD,), S.KIND, "the name"),),
    "namewords": (Row((S.CARD,), S.KINDS, "what its name contains"),),
    "face": (Row((S.CARD,), S.KIND, "face up or down"),),
    "owner": (Row((S.CARD,), S.PLAYER, "whose deck it belongs to"),),
    "controllers": (Row((S.CARD,), S.PLAYERS, "who controls it"),),
    "place": (Row((S.CARD,), S.PLACE, "where it lies"),),
    "text": (Row((S.CARD,), S.TEXTS, "its texts"),),
    "labels": (Row((S.TEXT,), S.KINDS, "what cards are called by because of a text"),),
    "power": (Row((S.PLAYER,), S.NUM, "the Power that a player has now"),),
    "newhand": (Row((S.PLAYER,), S.NUM, "how many cards a new hand has"),),
    "character": (Row((S.PLAYER,), S.CARD, "the Character card on top"),),
    "lineup_size": (Row((), S.NUM, "how many cards the Line-Up has when it is filled"),),
    "first_player": (Row((), S.PLAYER, "who takes the first turn"),),
    "by": (Row((S.EVENT,), S.PLAYER, "who did it"),),
    "whom": (Row((S.EVENT,), S.PLAYER, "to whom it was done"),),
    "card": (Row((S.EVENT,), S.CARD, "to which card it was done"),),
    "source": (
        Row((S.EVENT,), S.CARD, "the card whose text did it"),
        Row((S.RESULT,), S.CARD, "the card whose text it is"),
    ),
    "from": (Row((S.EVENT,), S.PLACE, "where the card came from"),),
    "whose": (Row((S.EVENT,), S.PLAYER, "from whose place the card came, else who did it"),),
    "to": (Row((S.EVENT,), S.PLACE, "where the card went"),),
    "cause": (Row((S.EVENT,), S.KIND, "a card's text, an Attack, or the rules"),),
    "amount": (
        Row((S.EVENT,), S.NUM, "how much"),
        Row((S.EVENTS,), S.NUM, "how much in all"),
    ),
    "cards": (
        Row((S.EVENT,), S.CARDS, "the cards of a whole act"),
        Row((S.EVENTS,), S.CARDS, "the cards of all of them, in order"),
    ),
    "whos": (Row((S.EVENTS,), S.PLAYERS, "who did one of them"),),
    "hit": (Row((S.RESULT,), S.PLAYERS, "those against whom the Attack works"),),
    "avoided": (Row((S.RESULT,), S.PLAYERS, "those who avoided it"),),
    "targets": (Row((S.RESULT,), S.PLAYERS, "those at whom it is aimed"),),
    "theirs": (
        Row((S.CARDS, S.PLAYER), S.CARDS, "the values of a name in the rounds of that player"),
        Row((S.PLAYERS, S.PLAYER), S.PLAYERS, "the same of players"),
        Row((S.NUMS, S.PLAYER), S.NUMS, "the same of numbers"),
        Row((S.KINDS, S.PLAYER), S.KINDS, "the same of kinds"),
        Row((S.RESULT, S.PLAYER), S.RESULT, "what was done in the rounds of that player"),
    ),
    "untaken": (
        Row((S.CARDS,), S.CARDS, "those that this statement has not taken yet, in another round"),
    ),
    "apart": (
        Row((S.CARDS,), S.CARDS, "as many as can be that have a card type, no two the same"),
    ),
    "numbers": (Row((S.NUM, S.NUM), S.NUMS, "the numbers from the one to the other"),),
    "stacked": (Row((S.KIND,), S.BOOL, "is there a stack of cards of that name"),),
    "all_types": (Row((), S.KINDS, "the card types of the game"),),
    "all_names": (Row((), S.KINDS, "the names of the cards of the game"),),
    "all_costs": (Row((), S.NUMS, "the costs printed on cards of the game"),),
    "attack_now": (Row((), S.RESULT, "the Attack that goes on"),),
    "attack_card": (Row((), S.CARD, "the card whose Attack goes on"),),
    "colors": (Row((S.CARD,), S.KINDS, "colours, where a set has them"),),
    "marks": (Row((S.CARD,), S.KINDS, "marks that a set puts on cards"),),
}

ORDER_OF_CHANGES: Final = (
    "face text labels controllers types titles keywords cost price toll vp power lineup_size"
    " newhand"
).split()
"""A change reads the attributes before it as changed, those behind it as printed."""

GROUPS: Final[Mapping[str, Row]] = {
    "everyone": Row((), S.PLAYERS, "all players"),
    "nobody": Row((), S.PLAYERS, "no player"),
    "active": Row((), S.PLAYER, "whose turn it is"),
    "attacker": Row((), S.PLAYER, "who plays the Attack"),
    "confronted": Row((), S.PLAYERS, "who is Confronted"),
    "foes": Row((S.PLAYER,), S.PLAYERS, "the foes of a player"),
    "team": Row((S.PLAYER,), S.PLAYERS, "a player and the partners"),
    "mates": Row((S.PLAYER,), S.PLAYERS, "the partners of a player"),
    "others": Row((S.PLAYER,), S.PLAYERS, "everyone else"),
    "facing": Row(
        (S.PLAYER,),
        S.PLAYERS,
        "the foe whom the situation gives: attacked, attacking, who set it off, Confronted, or the"
        " only one",
    ),
    "attacked": Row((), S.PLAYER, "for whom a Defense is used"),
    "guarded": Row((S.PLAYER,), S.PLAYERS, "a player, and the partners for whom they may Block"),
    "left": Row((S.PLAYER,), S.PLAYER, "who sits to the left"),
    "right": Row((S.PLAYER,), S.PLAYER, "who sits to the right"),
}

SPANS: Final[Mapping[str, Row]] = {
    "turn": Row((), S.WINDOW, "this turn"),
    "turns": Row((S.PLAYERS,), S.WINDOW, "each turn of these players"),
    "nextturn": Row((S.PLAYER,), S.WINDOW, "the next turn of a player"),
    "lastturn": Row((S.PLAYER,), S.WINDOW, "the turn before of a player"),
    "each_turn": Row((), S.WINDOW, "every turn, by itself"),
    "later": Row((), S.WINDOW, "after this turn"),
    "text": Row((), S.WINDOW, "since this text began"),
    "confrontation": Row((), S.WINDOW, "a Confrontation that is on"),
    "confronting": Row((S.PLAYER,), S.WINDOW, "a Confrontation that this player announced"),
    "this_attack": Row((), S.WINDOW, "while an Attack may be avoided"),
    "blocking": Row((), S.WINDOW, "while Blocks may be used"),
    "scoring": Row((), S.WINDOW, "when points are counted"),
    "setup": Row((), S.WINDOW, "before the first turn"),
    "game": Row((), S.WINDOW, "the whole game"),
}

ARITHMETIC: Final[Mapping[str, Row]] = {
    "+": Row((S.NUM, S.NUM), S.NUM, "plus"),
    "-": Row((S.NUM, S.NUM), S.NUM, "minus"),
    "*": Row((S.NUM, S.NUM), S.NUM, "times"),
    "div": Row((S.NUM, S.NUM), S.NUM, "how many times it goes into it"),
    "half_up": Row((S.NUM,), S.NUM, "half, rounded up"),
    "half_down": Row((S.NUM,), S.NUM, "half, rounded down"),
    "atleast": Row((S.NUM, S.NUM), S.NUM, "the greater of the two"),
    "atmost": Row((S.NUM, S.NUM), S.NUM, "the smaller of the two"),
    "odd": Row((S.NUM,), S.BOOL, "is it odd"),
    "even": Row((S.NUM,), S.BOOL, "is it even"),
}

FOLDS: Final = ("count", "sum", "max", "min", "distinct")
STATUSES: Final = ("done", "declined", "impossible")
POINTS: Final = ("give", "take", "pay")


class ActRow(NamedTuple):
    """An act of the rules: the sorts of what it is about, and what it is."""

    of: tuple[S, ...]
    says: str


ACTS: Final[Mapping[str, ActRow]] = {
    "avoid": ActRow((S.PLAYERS,), "the Attack does not work against them"),
    "cancel": ActRow((), "the Confrontation is over"),
    "win": ActRow((S.PLAYER,), "the game ends, and their side wins"),
    "refill": ActRow((), "the Line-Up is filled"),
    "replace": ActRow((S.CARDS,), "for each of these that left the Line-Up another comes"),
    "shuffle": ActRow((S.CARDS,), "they are shuffled where they lie"),
    "deal": ActRow((S.CARDS, S.NUM, S.PLAYERS), "so many of them to each of these players"),
}
"""Acts of the rules that a text can call for."""

HOMES: Final[Mapping[str, str]] = {
    "played": "carried out when the card is played",
    "play": "works while the card is in play",
    "character": "works while the Character card is on top",
    "hand": "works from a hand",
    "stack": "works from the stack",
    "super_up": "works while the Super-Villain is turned up",
    "lineup": "works from the Line-Up",
    "owned": "counts at the end, wherever the card is",
    "anywhere": "works wherever the card is",
    "setup": "before the first turn",
}

LABELS: Final = ("Attack", "Defense", "Block", "Assist", "Ongoing", "Confrontation")
"""What cards are called by because of a text; a set may have more."""


class SettingRow(NamedTuple):
    """A field of a form that a book has to settle, with the answers there are.

    `question` is the question of `rules/patterns.toml` that asks for it, whose answers these are.
    """

    form: str
    answers: tuple[str, ...]
    asks: str
    question: str = ""


SETTINGS: Final[Mapping[str, SettingRow]] = {
    "tie": SettingRow(
        "The", ("all", "first", "nobody"), "what if several are tied?", "tied-reveal"
    ),
    "counts": SettingRow(
        "Did", ("really", "attacked"), "who really did it, or who was told to?", "this-way"
    ),
    "part": SettingRow("Status", ("done", "not"), "is it done if only a part of it was?"),
    "mode": SettingRow(
        "ForEach", ("in_turn", "together"), "one after the other, or at one time?", "together"
    ),
    "test": SettingRow(
        "Repeat", ("while", "do_while", "all"), "is it asked before the first round?", "repeat"
    ),
    "fewer": SettingRow("Choose", ("all_there_are", "none"), "what if there are fewer?"),
    "none": SettingRow("Choose", ("not", "done"), "is it done if nothing is there to choose?"),
    "absent": SettingRow("If", ("not_so", "nothing"), "what if there is no such card?", "no-card"),
    "set": SettingRow(
        "Change", ("later_too", "now"), "those that fit now, or whenever they do?", "granted"
    ),
    "counted": SettingRow("Change", ("once", "live"), "how much: worked out now, or all the time?"),
    "declined": SettingRow("On", ("counts", "not"), "does a use that is declined count?"),
    "order": SettingRow(
        "On", ("after_card", "before_card"), "after its text, or before it?", "before-its-text"
    ),
    "often": SettingRow("On", ("each", "first"), "each time, or once in a turn?", "each-time"),
    "waits": SettingRow(
        "On", ("rest_of_turn", "played_after"), "is it waited for, or was it?", "success-waits"
    ),
    "banner": SettingRow("On", ("gained", "bought"), "any gain, or only buying?", "banner-when"),
    "when": SettingRow("Option", ("any_time", "at_once"), "at any time, or at once?", "when-used"),
    "uses": SettingRow(
        "Option", ("once", "any_number"), "how often may it be used in a turn?", "pay-again"
    ),
    "paid": SettingRow("Option", ("unlimited", "once"), "how often may it be paid?", "payment"),
    "per_type": SettingRow(
        "Option", ("paid", "once", "revealed"), "once for which card type?", "once-per-type"
    ),
    "speaks_of": SettingRow(
        "Option",
        ("blocker", "character_owner", "confronting"),
        "whose things does a Block count?",
        "block-speaks-of",
    ),
    "must": SettingRow("Option", ("must",), "has it to be used before the turn ends?"),
    "full": SettingRow("Offer", ("whole", "part"), "only what can be done in full?"),
    "later": SettingRow("Offer", ("now", "later"), "when is it chosen?", "option-later"),
    "counts_again": SettingRow("Play", ("again",), "is it played again where it is?"),
    "again": SettingRow("Play", ("adds", "replaces"), "does the first play stay?", "play-again"),
    "assist_you": SettingRow("Play", ("active", "player"), "who is you?", "assist-you"),
    "assist_decider": SettingRow("Play", ("active", "player"), "who decides?", "assist-decider"),
    "assist_played": SettingRow(
        "Play", ("player", "active_too"), "who has played it?", "assist-played"
    ),
    "assist_bonus": SettingRow("Play", ("player", "active"), "whose bonus?", "assist-bonus"),
    "avoiding": SettingRow("Attack", ("attack_only", "whole_card"), "what is avoided?", "avoiding"),
    "empty": SettingRow(
        "Attack", ("stands", "void"), "can it be avoided if it can do nothing?", "empty-attack"
    ),
    "scope": SettingRow("Attack", ("card", "sentence"), "how far does the Attack go?"),
    "below": SettingRow("Points", ("stops", "debt"), "may it fall below 0?"),
}
"""What of a form a text does not say. A setting that is open has no answer yet."""
