"""The options of the game, one class for each kind; `option_forms` tells what they can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rules_check.oracle.values.option_forms import (
    AbilityOption,
    CardOption,
    Ids,
    Option,
    PlainOption,
    PlayerOption,
    Reader,
    ValueOption,
    Words,
)

# ----------------------------------------------------------------------- what players do


class PlayCard(CardOption):
    """Play a card."""

    tag = "play"
    words = "play "


class BuyCard(CardOption):
    """Buy a card."""

    tag = "buy"
    words = "buy "


class HuntCard(CardOption):
    """Attack a Super-Villain in the discard pile of another player."""

    tag = "hunt"
    words = "hunt "


class DefeatCard(CardOption):
    """Defeat the Super-Villain on top of the stack."""

    tag = "defeat"
    words = "defeat "


class AssistWith(CardOption):
    """Play an Assist card in the teammate's turn."""

    tag = "assist"
    words = "assist with "


class DefendWith(CardOption):
    """Use a Defense against an Attack."""

    tag = "defend"
    words = "defend with "


class BlockWith(CardOption):
    """Use a Block in a Confrontation."""

    tag = "block"
    words = "block with "


class ParkCard(CardOption):
    """Put an Assist card on the Character card."""

    tag = "park"
    words = "put on Character "
    alike = False


class UseAbility(AbilityOption):
    """Use a once-a-turn ability."""

    tag = "use"
    words = "use "


class PayFor(AbilityOption):
    """Use an ability that has a price."""

    tag = "pay"
    words = "pay for "


class Confront(PlayerOption):
    """Announce a Confrontation."""

    tag = "confront"
    words = "confront "


class Decline(PlainOption):
    """Announce no Confrontation."""

    tag = "decline"
    words = "no Confrontation"


class EndTurn(PlainOption):
    """Stop playing and buying."""

    tag = "end"
    words = "end turn"


class Done(PlainOption):
    """Stop playing in a Confrontation."""

    tag = "done"
    words = "done"


# ------------------------------------------------------------------- answers to questions


class Pass(PlainOption):
    """Do nothing of what could be done."""

    tag = "pass"
    words = "pass"


class Yes(PlainOption):
    """Do it."""

    tag = "yes"
    words = "yes"


class No(PlainOption):
    """Do not do it."""

    tag = "no"
    words = "no"


class Stop(PlainOption):
    """Choose no more."""

    tag = "stop"
    words = "stop"


class ChooseCard(CardOption):
    """Choose a card."""

    tag = "card"
    words = "choose "


class ChoosePlayer(PlayerOption):
    """Choose a player; the words mean this only when it is offered, else a card is meant."""

    tag = "player"
    words = "choose "

    @classmethod
    def read(cls, text: str, reader: Reader) -> Option | None:
        """See `Option`."""
        return None


class ChooseEffect(ValueOption):
    """Choose one of the options of a text, counted from 0."""

    tag = "option"
    words = "option "

    def label(self, words: Words) -> str:
        """See `Option`."""
        return f"{self.words}{self.value + 1}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Option | None:
        """See `Option`."""
        number = text.removeprefix(cls.words)
        return cls(int(number) - 1) if number != text and number.isdecimal() else None


class ResolveFirst(ValueOption):
    """Resolve one of the texts that wait before the others: its place among them."""

    tag = "trigger"

    def label(self, words: Words) -> str:
        """See `Option`."""
        return words.trigger(self.value)


class ChooseNumber(ValueOption):
    """Choose a number, or a cost."""

    tag = "number"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Option | None:
        """See `Option`."""
        return cls(int(text)) if text.isdecimal() else None


class ChooseType(ValueOption):
    """Choose a card type."""

    tag = "type"


class ChooseName(ValueOption):
    """Choose the name of a card."""

    tag = "name"


class ChooseParity(ValueOption):
    """Choose odd or even."""

    tag = "parity"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Option | None:
        """See `Option`."""
        return cls(text) if text in ("odd", "even") else None


class Order(Option):
    """Put cards in order; nature's answer to a shuffle."""

    tag = "order"
    cards: tuple[int, ...]
    words = "order "

    def label(self, words: Words) -> str:
        """See `Option`."""
        return self.words + words.cards(self.cards)

    @classmethod
    def read(cls, text: str, reader: Reader) -> Option | None:
        """See `Option`."""
        if not text.startswith(cls.words):
            return None
        return cls(reader.find_order(text.removeprefix(cls.words)))

    def to_json(self, ids: Ids) -> list[Any]:
        """See `Option`."""
        return [self.tag, *map(ids.card_id, self.cards)]

    @classmethod
    def from_json(cls, ids: Ids, parts: list[Any]) -> Option | None:
        """See `Option`."""
        return cls(tuple(ids.card(card) for card in parts))

    @property
    def named_cards(self) -> tuple[int, ...]:
        """See `Option`."""
        return self.cards

    def with_cards(self, number: Callable[[int], int]) -> Option:
        """See `Option`."""
        return Order(tuple(map(number, self.cards)))


class Nonsense(ValueOption):
    """What somebody answered that is no option at all."""

    tag = "?"

    def to_json(self, ids: Ids) -> list[Any]:
        """See `Option`."""
        return list(self.value)


END: Final = EndTurn()
DONE: Final = Done()
DECLINE: Final = Decline()
PASS: Final = Pass()
YES: Final = Yes()
NO: Final = No()
STOP: Final = Stop()

STOPS: Final = (END, DONE, DECLINE, PASS, NO, STOP)
"""The options that end something, or leave it."""
