"""Options in the words that people read and type, and back."""

from __future__ import annotations

from rules_check.oracle.box.cards import Box
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.option_forms import AbilityOption, CardOption, Option
from rules_check.oracle.values.options import BuyCard, PayFor
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import CHARACTERS, PER_PLAYER


def label(g: Box, s: State, option: Option) -> str:
    """An option in words; within one choice no two options have the same."""
    return option.label(Wording(g, s))


def parse(g: Box, s: State, label: str) -> Option:
    """The option that a label means, offered or not; ValueError if it means none."""
    words = Wording(g, s)
    wanted = label.strip()
    if s.choice is not None:
        for option in s.choice.options:
            if option.label(words).casefold() == wanted.casefold():
                return option
    for kind in Option.kinds.values():
        found: Option | None = kind.read(wanted, words)
        if found is not None:
            return found
    raise ValueError(f"not an action: {label!r}")


class Wording:
    """What things are called in one position, and what names mean there."""

    def __init__(self, g: Box, s: State) -> None:
        self.g = g
        self.s = s
        self.offered = s.choice.options if s.choice is not None else ()

    # ------------------------------------------------------------------------- to words

    def card(self, option: CardOption) -> str:
        """The name; with its zone where the choice offers cards of that name in several zones, and
        which copy it is where one of several is picked at random."""
        g, s, card = self.g, self.s, option.card
        name = g.full_name(card)
        random = s.choice is not None and s.choice.kind is ChoiceKind.RANDOM
        for other in self.offered:
            if isinstance(other, CardOption) and type(other) is type(option):
                alike = other.card != card and g.full_name(other.card) == name
                if alike and random:
                    return g.card_id(card)
                if alike and s.where[other.card] != s.where[card]:
                    return f"{name} ({g.zone_name(s.where[card])})"
        return name

    def ability(self, option: AbilityOption) -> str:
        """The card of an ability; which copy it is, where the choice offers that of several."""
        name = self.g.full_name(option.card)
        for other in self.offered:
            if (
                isinstance(other, AbilityOption)
                and type(other) is type(option)
                and other.card != option.card
                and self.g.full_name(other.card) == name
            ):
                return self.g.card_id(option.card)
        return name

    def player(self, seat: int) -> str:
        """A player is called like the Character."""
        return self.g.seats[seat]

    def trigger(self, at: int) -> str:
        """A text that waits, told from others of the same card."""
        g, pending = self.g, self.s.pending
        you, source, *_ = pending[at]
        name = g.full_name(source)
        before = sum(1 for x in pending[:at] if x[0] == you and g.full_name(x[1]) == name)
        return f"first {name}" + (f" {before + 1}" if before else "")

    def cards(self, cards: tuple[int, ...]) -> str:
        """Names in their order."""
        return ", ".join(map(self.g.name, cards))

    # ------------------------------------------------------------------------ from words

    def find_card(self, name: str, kind: type[Option]) -> int:
        """A card of that name, where such an option would look for it first."""
        g, s = self.g, self.s
        names = (g.name, g.full_name, g.card_id)
        found = [c for c in range(len(g.kinds)) if any(name == called(c) for called in names)]
        if not found:
            raise ValueError(f"no card {name!r}")
        player = s.choice.player if s.choice is not None else s.active
        base = player * PER_PLAYER

        def nearness(card: int) -> tuple[int, int]:
            zone = s.where[card]
            if kind is BuyCard:
                near = 0 if zone == g.line_up else 1 if zone in g.stacks.values() else 2
            elif kind is PayFor:
                near = 0 if zone == base + CHARACTERS else 1
            else:
                near = 0 if zone == base else 1 if base <= zone < base + PER_PLAYER else 2
            return near, card

        return min(found, key=nearness)

    def find_player(self, name: str) -> int:
        """The player of that Character, or of that seat."""
        for at, seat in enumerate(self.g.seats):
            if name.casefold() in (seat.casefold(), self.g.seat(at).casefold()):
                return at
        raise ValueError(f"no player {name!r}")

    def find_order(self, names: str) -> tuple[int, ...]:
        """The cards that are to be put in order, those named first."""
        left = list(self.s.choice.cards) if self.s.choice is not None else []
        found: list[int] = []
        for name in (part.strip() for part in names.split(",")):
            card = next((card for card in left if self.g.name(card) == name), None)
            if card is None:
                raise ValueError(f"no {name!r} among the cards to put in order")
            found.append(card)
            left.remove(card)
        return (*found, *left)
