"""Options: what can be done, or answered, as named values; the forms they have.

An option knows its words (`label`, and `read` for the way back) and its JSON form. To the engine it
is a tuple with the tag in front: `oracle.quick.turn`, or the text that asks, says when it can be
taken and what comes of it, `oracle.quick.refusing` why it cannot be now; a test names what is
missing.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Protocol

from rules_check.oracle.values.named import Named


class Words(Protocol):
    """What things are called in one position."""

    def card(self, option: CardOption) -> str:
        """The card that an option names, told from others that are offered."""

    def ability(self, option: AbilityOption) -> str:
        """The card of an ability, told from others that are offered."""

    def player(self, seat: int) -> str:
        """A player."""

    def trigger(self, at: int) -> str:
        """A text that waits to be resolved."""

    def cards(self, cards: tuple[int, ...]) -> str:
        """Cards in their order."""


class Reader(Protocol):
    """Finds what words mean in one position; ValueError where they mean nothing."""

    def find_card(self, name: str, kind: type[Option]) -> int:
        """A card of that name, where such an option would look for it first."""

    def find_player(self, name: str) -> int:
        """The player of that name."""

    def find_order(self, names: str) -> tuple[int, ...]:
        """The cards that are to be put in order, those named first."""


class Ids(Protocol):
    """Names of cards and seats that stay the same for a whole game."""

    players: int

    def card_id(self, card: int) -> str:
        """A card as "Punch#3"."""

    def card(self, text: str) -> int:
        """The card with that id; ValueError if there is none."""

    def seat(self, player: int) -> str:
        """A seat as "P1"."""


class Option(Named):
    """Something that can be done, or answered."""

    words: ClassVar[str] = ""

    @abstractmethod
    def label(self, words: Words) -> str:
        """In words; within one choice no two options have the same."""

    @classmethod
    @abstractmethod
    def read(cls, text: str, reader: Reader) -> Option | None:
        """The option of this kind that a text means; None if it means none."""

    @abstractmethod
    def to_json(self, ids: Ids) -> list[Any]:
        """As a list: the tag, then cards as ids, seats as "P1", numbers and words."""

    @classmethod
    @abstractmethod
    def from_json(cls, ids: Ids, parts: list[Any]) -> Option | None:
        """The way back, without the tag; None if the parts are not those of this kind.

        Raises ValueError for a card or a seat that there is not.
        """

    @property
    def named_cards(self) -> tuple[int, ...]:
        """The cards that it names."""
        return ()

    def with_cards(self, number: Callable[[int], int]) -> Option:
        """The same option with other numbers for its cards."""
        return self


# --------------------------------------------------------------------------- the forms


class PlainOption(Option):
    """An option that is one word."""

    def label(self, words: Words) -> str:
        """See `Option`."""
        return self.words

    @classmethod
    def read(cls, text: str, reader: Reader) -> Option | None:
        """See `Option`."""
        return cls() if text == cls.words else None

    def to_json(self, ids: Ids) -> list[Any]:
        """See `Option`."""
        return [self.tag]

    @classmethod
    def from_json(cls, ids: Ids, parts: list[Any]) -> Option | None:
        """See `Option`."""
        return None if parts else cls()


class CardOption(Option):
    """An option that names one card. `alike`: another copy in the same place will do as well."""

    card: int
    alike: ClassVar[bool] = True

    def label(self, words: Words) -> str:
        """See `Option`."""
        return self.words + words.card(self)

    @classmethod
    def read(cls, text: str, reader: Reader) -> Option | None:
        """See `Option`."""
        if not text.startswith(cls.words):
            return None
        return cls(reader.find_card(text.removeprefix(cls.words), cls))

    def to_json(self, ids: Ids) -> list[Any]:
        """See `Option`."""
        return [self.tag, ids.card_id(self.card)]

    @classmethod
    def from_json(cls, ids: Ids, parts: list[Any]) -> Option | None:
        """See `Option`."""
        card = _card(ids, parts)
        return cls(card) if len(parts) == 1 else None

    @property
    def named_cards(self) -> tuple[int, ...]:
        """See `Option`."""
        return (self.card,)

    def with_cards(self, number: Callable[[int], int]) -> Option:
        """See `Option`."""
        return type(self)(number(self.card))


class AbilityOption(Option):
    """An option that names an ability of a card: the card, and which one, counted from 0."""

    card: int
    at: int

    def label(self, words: Words) -> str:
        """See `Option`."""
        return self.words + words.ability(self) + (f" {self.at + 1}" if self.at else "")

    @classmethod
    def read(cls, text: str, reader: Reader) -> Option | None:
        """See `Option`."""
        if not text.startswith(cls.words):
            return None
        return cls(reader.find_card(text.removeprefix(cls.words), cls), 0)

    def to_json(self, ids: Ids) -> list[Any]:
        """See `Option`."""
        return [self.tag, ids.card_id(self.card), self.at]

    @classmethod
    def from_json(cls, ids: Ids, parts: list[Any]) -> Option | None:
        """See `Option`."""
        card = _card(ids, parts)
        if len(parts) != 2 or type(parts[1]) is not int or parts[1] < 0:
            return None
        return cls(card, parts[1])

    @property
    def named_cards(self) -> tuple[int, ...]:
        """See `Option`."""
        return (self.card,)

    def with_cards(self, number: Callable[[int], int]) -> Option:
        """See `Option`."""
        return type(self)(number(self.card), self.at)


class PlayerOption(Option):
    """An option that names a player."""

    player: int

    def label(self, words: Words) -> str:
        """See `Option`."""
        return self.words + words.player(self.player)

    @classmethod
    def read(cls, text: str, reader: Reader) -> Option | None:
        """See `Option`."""
        if not text.startswith(cls.words):
            return None
        return cls(reader.find_player(text.removeprefix(cls.words)))

    def to_json(self, ids: Ids) -> list[Any]:
        """See `Option`."""
        return [self.tag, ids.seat(self.player)]

    @classmethod
    def from_json(cls, ids: Ids, parts: list[Any]) -> Option | None:
        """See `Option`."""
        seats = {ids.seat(p): p for p in range(ids.players)}
        if len(parts) != 1 or parts[0] not in seats:
            raise ValueError(f"not a seat: {parts!r:.60}")
        return cls(seats[parts[0]])


class ValueOption(Option):
    """An option that is a value which a text asks for; it means something only when offered."""

    value: Any

    def label(self, words: Words) -> str:
        """See `Option`."""
        return str(self.value)

    @classmethod
    def read(cls, text: str, reader: Reader) -> Option | None:
        """See `Option`."""
        return None

    def to_json(self, ids: Ids) -> list[Any]:
        """See `Option`."""
        return [self.tag, self.value]

    @classmethod
    def from_json(cls, ids: Ids, parts: list[Any]) -> Option | None:
        """See `Option`."""
        return cls(parts[0]) if len(parts) == 1 and type(parts[0]) in (int, str) else None


def _card(ids: Ids, parts: list[Any]) -> int:
    if not parts or not isinstance(parts[0], str):
        raise ValueError(f"not a card: {parts!r:.60}")
    return ids.card(parts[0])
