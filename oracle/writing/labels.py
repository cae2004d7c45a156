"""Names that people read and type: cards, seats, options."""

from __future__ import annotations

from rules_check.oracle.box.table import Table
from rules_check.oracle.values.choices import Option
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import CHARACTERS, PER_PLAYER

CARD_VERBS = {
    "play": "play ",
    "buy": "buy ",
    "assist": "assist with ",
    "defend": "defend with ",
    "block": "block with ",
    "park": "put on Character ",
    "card": "choose ",
}
PLAIN = {
    "end": "end turn",
    "done": "done",
    "pass": "pass",
    "yes": "yes",
    "no": "no",
    "stop": "stop",
    "decline": "no Confrontation",
}


def label(g: Table, s: State, option: Option) -> str:
    """An option in words; within one choice no two options have the same."""
    verb = option[0]
    if verb in PLAIN:
        return PLAIN[verb]
    if verb in CARD_VERBS:
        return CARD_VERBS[verb] + _card_label(g, s, verb, option[1])
    match verb:
        case "confront":
            return f"confront {g.seats[option[1]]}"
        case "player":
            return f"choose {g.seats[option[1]]}"
        case "use" | "pay":
            more = f" {option[2] + 1}" if option[2] else ""
            return f"{'use' if verb == 'use' else 'pay for'} {_one_of(g, s, option)}{more}"
        case "option":
            return f"option {option[1] + 1}"
        case "trigger":
            return _trigger_label(g, s, option[1])
        case "order":
            return "order " + ", ".join(g.name(card) for card in option[1:])
        case _:
            return str(option[1])


def _trigger_label(g: Table, s: State, at: int) -> str:
    you, source, *_ = s.pending[at]
    name = g.full_name(source)
    before = sum(1 for x in s.pending[:at] if x[0] == you and g.full_name(x[1]) == name)
    return f"first {name}" + (f" {before + 1}" if before else "")


def _one_of(g: Table, s: State, option: Option) -> str:
    """The card of an ability; which copy it is, where the choice offers that of several."""
    name = g.full_name(option[1])
    for other in s.choice.options if s.choice is not None else ():
        alike = other[0] == option[0] and other[1] != option[1]
        if alike and g.full_name(other[1]) == name:
            return g.card_id(option[1])
    return name


def _card_label(g: Table, s: State, verb: str, card: int) -> str:
    """The name; with its zone where the choice offers cards of that name in several zones."""
    name = g.full_name(card)
    choice = s.choice
    if choice is not None:
        if choice.kind == "random":
            return g.card_id(card)
        for other in choice.options:
            if other[0] != verb or other[1] == card:
                continue
            if g.full_name(other[1]) == name and s.where[other[1]] != s.where[card]:
                return f"{name} ({g.zone_name(s.where[card])})"
    return name


def parse(g: Table, s: State, words: str) -> Option:
    """The option that a label means, offered or not; ValueError if it means none."""
    choice = s.choice
    wanted = words.strip()
    if choice is not None:
        for option in choice.options:
            if label(g, s, option).casefold() == wanted.casefold():
                return option
    for verb, said in PLAIN.items():
        if said == wanted:
            return (verb,)
    for verb, said in CARD_VERBS.items():
        if wanted.startswith(said):
            return verb, _some_card(g, s, wanted.removeprefix(said), verb)
    if wanted.startswith("confront "):
        return "confront", _seat_of(g, wanted.removeprefix("confront "))
    if wanted.startswith(("use ", "pay for ")):
        verb, name = ("use", wanted[4:]) if wanted.startswith("use ") else ("pay", wanted[8:])
        return verb, _some_card(g, s, name, verb), 0
    if wanted.startswith("order ") and choice is not None:
        return ("order", *_order(g, choice.cards, wanted.removeprefix("order ")))
    raise ValueError(f"not an action: {words!r}")


def _order(g: Table, cards: tuple[int, ...], text: str) -> list[int]:
    left = list(cards)
    found: list[int] = []
    for name in (part.strip() for part in text.split(",")):
        for card in left:
            if g.name(card) == name:
                found.append(card)
                left.remove(card)
                break
        else:
            raise ValueError(f"no {name!r} among the cards to put in order")
    return found + left


def _seat_of(g: Table, name: str) -> int:
    for at, seat in enumerate(g.seats):
        if name.casefold() in (seat.casefold(), g.seat(at).casefold()):
            return at
    raise ValueError(f"no player {name!r}")


def _some_card(g: Table, s: State, name: str, verb: str) -> int:
    """A card of that name, where the verb would look for it first."""
    names = (g.name, g.full_name, g.card_id)
    found = [c for c in range(len(g.kinds)) if any(name == called(c) for called in names)]
    if not found:
        raise ValueError(f"no card {name!r}")
    player = s.choice.player if s.choice is not None else s.active
    base = player * PER_PLAYER

    def nearness(card: int) -> tuple[int, int]:
        zone = s.where[card]
        if verb == "buy":
            near = 0 if zone == g.line_up else 1 if zone in g.stacks.values() else 2
        elif verb == "pay":
            near = 0 if zone == base + CHARACTERS else 1
        else:
            near = 0 if zone == base else 1 if base <= zone < base + PER_PLAYER else 2
        return near, card

    return min(found, key=nearness)
