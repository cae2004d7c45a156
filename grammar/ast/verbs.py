"""The verbs of the card language: one row each. Every other table of verbs follows from it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class Verb(StrEnum):
    """What is done to cards; the value is the base form."""

    DRAW = "draw"
    DISCARD = "discard"
    DESTROY = "destroy"
    GAIN = "gain"
    BUY = "buy"
    PUT = "put"
    RETURN = "return"
    PASS = "pass"
    REMOVE = "remove"
    PLAY = "play"
    REVEAL = "reveal"
    LOOK = "look at"
    CHOOSE = "choose"
    DEFEAT = "defeat"
    AVOID = "avoid"
    ATTACK = "attack"
    CONFRONT = "confront"
    RECEIVE = "receive"
    DEAL = "deal"
    SWAP = "swap"


class VerbRow(NamedTuple):
    """What is to be known of a verb.

    `words` are its base forms, each with the terminal that it belongs to; `past` are its
    participles, the one that is written first; `simple` is the simple past where that is another
    word; `gerund` the "-ing" form. `moves`: it can be said with a destination, of cards that
    change their place. `waits`: a text can wait for somebody to do it ("when you draw a card").
    """

    words: dict[str, str]
    past: tuple[str, ...] = ()
    simple: str = ""
    gerund: str = ""
    moves: bool = False
    waits: bool = False


def _moved(
    word: str, past: str, *, simple: str = "", gerund: str = "", waits: bool = False
) -> VerbRow:
    return VerbRow({word: "MOVE"}, (past,), simple, gerund, moves=True, waits=waits)


VERBS: Final[dict[Verb, VerbRow]] = {
    Verb.DRAW: _moved("draw", "drawn", simple="drew", gerund="drawing", waits=True),
    Verb.DISCARD: _moved("discard", "discarded", gerund="discarding", waits=True),
    Verb.DESTROY: _moved("destroy", "destroyed", gerund="destroying", waits=True),
    Verb.GAIN: _moved("gain", "gained", gerund="gaining", waits=True),
    Verb.BUY: _moved("buy", "bought", gerund="buying", waits=True),
    Verb.PUT: VerbRow(
        {"put": "MOVE", "place": "MOVE", "move": "MOVE", "take": "MOVE", "add": "ADD"},
        ("added", "moved"),
        moves=True,
    ),
    Verb.RETURN: _moved("return", "returned"),
    Verb.REMOVE: _moved("remove", "removed"),
    Verb.PASS: VerbRow({"pass": "PASS", "give": "PASS"}, ("passed",), moves=True),
    Verb.PLAY: VerbRow({"play": "PLAY"}, ("played",), waits=True),
    Verb.REVEAL: VerbRow({"reveal": "REVEAL", "show": "REVEAL"}, ("revealed",), waits=True),
    Verb.LOOK: VerbRow({"look at": "LOOK_AT", "look through": "LOOK_AT"}),
    Verb.CHOOSE: VerbRow({"choose": "CHOOSE"}, ("chosen",), simple="chose"),
    Verb.DEFEAT: VerbRow({"defeat": "DEFEAT"}, ("defeated",), waits=True),
    Verb.RECEIVE: VerbRow({}, ("received",)),
    Verb.AVOID: VerbRow({"avoid": "AVOID"}),
    Verb.SWAP: VerbRow({"swap": "SWAP", "exchange": "SWAP"}),
    Verb.ATTACK: VerbRow({}),
    Verb.CONFRONT: VerbRow({}),
    Verb.DEAL: VerbRow({}),
}


IRREGULAR: Final = {"have": "has", "are": "is"}


def with_s(verb: str) -> str:
    """The "-s" form of a verb."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    head, _, tail = verb.partition(" ")
    head += "es" if head.endswith(("s", "sh", "ch", "x")) else "s"
    return f"{head} {tail}" if tail else head


PAST: Final = {verb: row.past[0] for verb, row in VERBS.items() if row.past}
"""The participle of each verb ("drawn")."""

SIMPLE_PAST: Final = {verb: VERBS[verb].simple or past for verb, past in PAST.items()}
"""The simple past of each verb ("drew")."""

FORMS: Final = {
    form: verb for verb, row in VERBS.items() for base in row.words for form in (base, with_s(base))
} | {
    form: verb
    for verb, row in VERBS.items()
    for form in (*row.past, row.simple, row.gerund)
    if form
}
"""Every form of every verb."""


def terminals() -> dict[str, list[str]]:
    """The terminals that the verbs make up, with their words."""
    found: dict[str, list[str]] = {}
    for row in VERBS.values():
        for base, terminal in row.words.items():
            found.setdefault(terminal, []).extend((base, with_s(base)))
        found.setdefault("PAST", []).extend(form for form in (*row.past, row.simple) if form)
        found.setdefault("GERUND", []).extend([row.gerund] if row.gerund else [])
    return found
