"""Names that people read and type: cards, seats, options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_check.oracle.state import Option, State
from rules_check.oracle.zones import CHARACTERS, PER_PLAYER

if TYPE_CHECKING:
    from rules_check.oracle.game import Game

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
VALUES = {"number": "", "type": "", "name": "", "parity": ""}


class Labels:
    """Options as labels and back."""

    def card_id(self: Game, card: int) -> str:
        """A card as "Punch#3"; Characters also carry their Level."""
        kind = self.kinds[card]
        level = f" {kind.level}" if kind.character else ""
        return f"{kind.name}{level}#{self.copy[card]}"

    def card(self: Game, text: str) -> int:
        """The card with that id; ValueError if there is none."""
        if not self._ids:
            self._ids.update({self.card_id(c): c for c in range(len(self.kinds))})
        if text not in self._ids:
            raise ValueError(f"no such card: {text!r}")
        return self._ids[text]

    def seat(self: Game, player: int) -> str:
        """A seat as "P1"."""
        return f"P{player + 1}"

    def label(self: Game, s: State, option: Option) -> str:
        """An option in words; within one choice no two options have the same."""
        verb = option[0]
        if verb in PLAIN:
            return PLAIN[verb]
        if verb in CARD_VERBS:
            return CARD_VERBS[verb] + self._card_label(s, verb, option[1])
        match verb:
            case "confront":
                return f"confront {self.seats[option[1]]}"
            case "player":
                return f"choose {self.seats[option[1]]}"
            case "use" | "pay":
                more = f" {option[2] + 1}" if option[2] else ""
                return f"{'use' if verb == 'use' else 'pay for'} {self._one_of(s, option)}{more}"
            case "option":
                return f"option {option[1] + 1}"
            case "trigger":
                return self._trigger_label(s, option[1])
            case "order":
                return "order " + ", ".join(self.name(card) for card in option[1:])
            case _:
                return str(option[1])

    def _trigger_label(self: Game, s: State, at: int) -> str:
        you, source, *_ = s.pending[at]
        name = self._full(source)
        before = sum(1 for x in s.pending[:at] if x[0] == you and self._full(x[1]) == name)
        return f"first {name}" + (f" {before + 1}" if before else "")

    def _one_of(self: Game, s: State, option: Option) -> str:
        """The card of an ability; which copy it is, where the choice offers that of several."""
        name = self._full(option[1])
        for other in s.choice.options if s.choice is not None else ():
            alike = other[0] == option[0] and other[1] != option[1]
            if alike and self._full(other[1]) == name:
                return self.card_id(option[1])
        return name

    def _full(self: Game, card: int) -> str:
        if card < 0:
            return "the rules"
        kind = self.kinds[card]
        return f"{kind.name} {kind.level}" if kind.character else kind.name

    def _card_label(self: Game, s: State, verb: str, card: int) -> str:
        """The name; with its zone where the choice offers cards of that name in several zones."""
        name = self._full(card)
        choice = s.choice
        if choice is not None:
            if choice.kind == "random":
                return self.card_id(card)
            for other in choice.options:
                if other[0] != verb or other[1] == card:
                    continue
                if self._full(other[1]) == name and s.where[other[1]] != s.where[card]:
                    return f"{name} ({self.zone_name(s.where[card])})"
        return name

    def parse(self: Game, s: State, label: str) -> Option:
        """The option that a label means, offered or not; ValueError if it means none."""
        choice = s.choice
        wanted = label.strip()
        if choice is not None:
            for option in choice.options:
                if self.label(s, option).casefold() == wanted.casefold():
                    return option
        for verb, words in PLAIN.items():
            if words == wanted:
                return (verb,)
        for verb, words in CARD_VERBS.items():
            if wanted.startswith(words):
                return verb, self._some_card(s, wanted.removeprefix(words), verb)
        if wanted.startswith("confront "):
            return "confront", self._seat_of(wanted.removeprefix("confront "))
        if wanted.startswith(("use ", "pay for ")):
            verb, name = ("use", wanted[4:]) if wanted.startswith("use ") else ("pay", wanted[8:])
            return verb, self._some_card(s, name, verb), 0
        if wanted.startswith("order ") and choice is not None:
            return ("order", *self._order(choice.cards, wanted.removeprefix("order ")))
        raise ValueError(f"not an action: {label!r}")

    def _order(self: Game, cards: tuple[int, ...], text: str) -> list[int]:
        left = list(cards)
        found: list[int] = []
        for name in (part.strip() for part in text.split(",")):
            for card in left:
                if self.name(card) == name:
                    found.append(card)
                    left.remove(card)
                    break
            else:
                raise ValueError(f"no {name!r} among the cards to put in order")
        return found + left

    def _seat_of(self: Game, name: str) -> int:
        for at, seat in enumerate(self.seats):
            if name.casefold() in (seat.casefold(), self.seat(at).casefold()):
                return at
        raise ValueError(f"no player {name!r}")

    def _some_card(self: Game, s: State, name: str, verb: str) -> int:
        """A card of that name, where the verb would look for it first."""
        names = (self.name, self._full, self.card_id)
        found = [c for c in range(len(self.kinds)) if any(name == called(c) for called in names)]
        if not found:
            raise ValueError(f"no card {name!r}")
        player = s.choice.player if s.choice is not None else s.active
        base = player * PER_PLAYER

        def nearness(card: int) -> tuple[int, int]:
            zone = s.where[card]
            if verb == "buy":
                near = 0 if zone == self.line_up else 1 if zone in self.stacks.values() else 2
            elif verb == "pay":
                near = 0 if zone == base + CHARACTERS else 1
            else:
                near = 0 if zone == base else 1 if base <= zone < base + PER_PLAYER else 2
            return near, card

        return min(found, key=nearness)
