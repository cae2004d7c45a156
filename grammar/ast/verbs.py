"""The verbs of the card language: one row each. Every other table of verbs follows from it."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, NamedTuple, Self


class VerbRow(NamedTuple):
    """What is to be known of a verb.

    `base` is its base form, as it is written; `words` are all its base forms, each with the
    terminal that it belongs to; `past` are its participles, the one that is written first;
    `simple` is the simple past where that is another word; `gerund` the "-ing" form. `moves`: it
    can be said with a destination, of cards that change their place. `waits`: a text can wait for
    somebody to do it ("when you draw a card").
    """

    base: str
    words: dict[str, str]
    past: tuple[str, ...] = ()
    simple: str = ""
    gerund: str = ""
    moves: bool = False
    waits: bool = False


def _moved(
    word: str, past: str, *, simple: str = "", gerund: str = "", waits: bool = False
) -> VerbRow:
    return VerbRow(word, {word: "MOVE"}, (past,), simple, gerund, moves=True, waits=waits)


class Verb(StrEnum):
    """What is done to cards, a row each; the value is the base form."""

    row: VerbRow

    def __new__(cls, *row: Any) -> Self:
        """A verb that is the base form of its row."""
        told = VerbRow(*row)
        verb = str.__new__(cls, told.base)
        verb._value_, verb.row = told.base, told
        return verb

    DRAW = _moved("draw", "drawn", simple="drew", gerund="drawing", waits=True)
    DISCARD = _moved("discard", "discarded", gerund="discarding", waits=True)
    DESTROY = _moved("destroy", "destroyed", gerund="destroying", waits=True)
    GAIN = _moved("gain", "gained", gerund="gaining", waits=True)
    BUY = _moved("buy", "bought", gerund="buying", waits=True)
    PUT = VerbRow(
        "put",
        {"put": "MOVE", "place": "MOVE", "move": "MOVE", "take": "MOVE", "add": "ADD"},
        ("added", "moved"),
        gerund="putting",
        moves=True,
    )
    RETURN = _moved("return", "returned")
    REMOVE = _moved("remove", "removed")
    PASS = VerbRow(
        "pass", {"pass": "PASS", "give": "PASS"}, ("passed", "given", "gave"), moves=True
    )
    PLAY = VerbRow("play", {"play": "PLAY"}, ("played",), waits=True)
    REVEAL = VerbRow("reveal", {"reveal": "REVEAL", "show": "REVEAL"}, ("revealed",), waits=True)
    LOOK = VerbRow("look at", {"look at": "LOOK_AT", "look through": "LOOK_AT"})
    CHOOSE = VerbRow("choose", {"choose": "CHOOSE"}, ("chosen",), simple="chose")
    DEFEAT = VerbRow("defeat", {"defeat": "DEFEAT"}, ("defeated",), waits=True)
    RECEIVE = VerbRow("receive", {"receive": "RECEIVE"}, ("received",))
    AVOID = VerbRow("avoid", {"avoid": "AVOID"})
    SWAP = VerbRow("swap", {"swap": "SWAP", "exchange": "SWAP", "trade": "SWAP", "switch": "SWAP"})
    ATTACK = VerbRow("attack", {})
    CONFRONT = VerbRow("confront", {})
    ANNOUNCE = VerbRow("announce", {})
    BLOCK = VerbRow("block", {})
    DEAL = VerbRow("deal", {})


VERBS: Final[dict[Verb, VerbRow]] = {verb: verb.row for verb in Verb}
"""The row of each verb."""


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
