"""Cards of which nothing is known until the engine asks.

A generic card is blank but for what its printed values say: type, title, cost, VP, keywords,
the Power it gives when played, and, where it has them, a plain Block or a plain Defense. Each
is decided on the path where the engine first asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import CardDef
from rules_check.properties.symbolic.explore import Explorer
from rules_check.properties.symbolic.numbers import value_of

Q = TypeVar("Q")

DEFENSE = a.May(a.Seq((a.Move(a.Verb.DISCARD, a.THIS), a.AvoidAttack())))
"""The Defense of a generic card: discard it to avoid an Attack."""

EACH_FOE = a.Player(a.PlayerKind.EACH_FOE)
ATTACK = a.Attack(a.Move(a.Verb.DISCARD, a.Cards(a.Exactly(a.Number(0))), None, EACH_FOE))
"""The Attack of a generic card: it can be avoided, and does nothing."""

BLANK = a.Reminder(a.EffectsRemain())
"""A text that does nothing."""

TYPES: tuple[a.CardType | None, ...] = (*a.CardType, None)


class Qualities(Generic[Q]):
    """The keywords or titles of a generic card, each decided when asked for."""

    __slots__ = ("explorer", "known")

    def __init__(self, explorer: Explorer, known: dict[Q, bool] | None = None) -> None:
        self.explorer = explorer
        self.known: dict[Q, bool] = known or {}

    def __contains__(self, quality: Q) -> bool:
        if quality not in self.known:
            self.known[quality] = bool(self.explorer.pick(2))
        return self.known[quality]

    def __iter__(self) -> Iterator[Q]:
        return (quality for quality, has in self.known.items() if has)


class Name(str):
    """The name of a generic card: no other name, but any part of it may be asked for."""

    explorer: Explorer
    parts: dict[str, bool]

    def casefold(self) -> Any:
        """The name as parts are looked for in it."""
        return self

    def __add__(self, space: str) -> Any:  # words are looked for between spaces
        return self

    def __radd__(self, space: str) -> Any:
        return self

    def __contains__(self, part: object) -> bool:
        assert isinstance(part, str)
        part = part.strip()
        if part not in self.parts:
            self.parts[part] = bool(self.explorer.pick(2))
        return self.parts[part]


class GenericKind:
    """A generic card as the engine sees it (the interface of `oracle.box.card_kinds.Kind`)."""

    book = ""
    core = None
    symbol = ""
    said = a.CardText()
    printed: tuple[str, ...] = ()
    text = a.CardText()
    appearance: tuple[Any, ...] = ()
    gained: tuple[Any, ...] = ()
    payments: tuple[Any, ...] = ()
    limits: tuple[Any, ...] = ()
    first: tuple[Any, ...] = ()
    worth: tuple[Any, ...] = ()
    more_worth: tuple[Any, ...] = ()
    reduces: tuple[Any, ...] = ()
    own: tuple[Any, ...] = ()
    standing: tuple[Any, ...] = ()
    returns = False
    stays = False
    defends_in_play = False
    guards = False

    def __init__(
        self, index: int, explorer: Explorer, *, character: bool = False, attacks: bool = False
    ) -> None:
        self.index = index
        self.explorer = explorer
        self.character = character
        self.attacks = attacks
        self.name = Name(f"Card {index}")
        self.name.explorer = explorer
        self.name.parts = {}
        self.keywords: Qualities[a.AnyKeyword] = Qualities(explorer)
        self.titles: Qualities[a.Title] = Qualities(explorer, {a.Title.CHARACTER: character})
        self.denied: list[a.CardType] = []
        self._numbers: dict[str, Any] = {}
        self._type: a.CardType | None = None
        self._typed = character

    def _number(self, name: str, low: int | None = 0, likes: int = 1) -> Any:
        if name not in self._numbers:
            self._numbers[name] = self.explorer.number(f"{name} of {self.name}", low, likes)
        return self._numbers[name]

    def asked(self, name: str) -> bool:
        """Whether anybody has asked for a number that is printed on it."""
        return name in self._numbers

    def numbers(self) -> list[tuple[str, Any]]:
        """The numbers that somebody has asked for."""
        return list(self._numbers.items())

    def known(self) -> tuple[object, ...]:
        """All that was asked and is no number."""
        return (
            self.character,
            tuple(sorted((str(word), has) for word, has in self.keywords.known.items())),
            tuple(sorted((str(title), has) for title, has in self.titles.known.items())),
            tuple(sorted(map(str, self.denied))),
            (self._typed, str(self._type)),
            tuple(sorted(self.name.parts.items())),
            tuple(sorted(self._numbers)),
        )

    @property
    def pristine(self) -> bool:
        """Whether nothing has been asked yet."""
        known = self.keywords.known or self.denied or self._numbers or self.name.parts
        return not known and self._typed is self.character and len(self.titles.known) == 1

    @property
    def is_any_super_villain(self) -> bool:
        """Whether nothing has been asked of it but whether it is a Super-Villain, which it is."""
        known = self.keywords.known or self.denied or self._numbers or self.name.parts
        return not known and not self._typed and a.Title.SUPER_VILLAIN in self.titles

    @property
    def cost(self) -> Any:
        """Any cost from 0: no card is printed with less."""
        return self._number("cost", likes=5 if self.character else 1)

    @property
    def vp(self) -> Any:
        """Any VP, also below 0."""
        return self._number("vp", None)

    @property
    def level(self) -> Any:
        """Any Level of a Character."""
        return self._number("level", 1) if self.character else 0

    @property
    def power(self) -> Any:
        """Any Power from 0; None if the card has more text that works when it is played.

        A card that is played has an Attack only if the text under proof speaks of that.
        """
        known = self.keywords.known
        if a.Keyword.ATTACK not in known:
            known[a.Keyword.ATTACK] = self.attacks and bool(self.explorer.pick(2))
        return None if known[a.Keyword.ATTACK] else self._number("power")

    @property
    def gives(self) -> Any:
        """Any Power from 0, whatever else it does."""
        return self._number("power")

    @property
    def played(self) -> tuple[a.Ability, ...]:
        """Its Power, and an Attack if it is known to have one."""
        gives = a.Plain(a.Power(a.Number(self.gives)))
        return (gives, ATTACK) if self.keywords.known.get(a.Keyword.ATTACK) else (gives,)

    @property
    def type(self) -> a.CardType | None:
        """Any type, or none."""
        if not self._typed:
            left = [kind for kind in TYPES if kind not in self.denied]
            self._type = left[self.explorer.pick(len(left))]
            self._typed = True
        return self._type

    def is_type(self, kind: a.CardType) -> bool:
        """Whether it is of that type; other types stay open."""
        if not self._typed and kind not in self.denied:
            if self.explorer.is_asked_for():
                self._type = kind
                self._typed = True
            else:
                self.denied.append(kind)
        return self._typed and self._type is kind

    @property
    def is_ongoing(self) -> bool:
        """Whether it stays in play."""
        return a.Keyword.ONGOING in self.keywords

    @property
    def assist(self) -> bool:
        """Whether it has Assist."""
        return a.Keyword.ASSIST in self.keywords

    @property
    def defense(self) -> tuple[a.Effect, ...]:
        """A plain Defense, if it has one."""
        return (DEFENSE,) if a.Keyword.DEFENSE in self.keywords else ()

    @property
    def block(self) -> tuple[a.BlockValue, ...]:
        """Block with any number, if it has one."""
        if a.Keyword.BLOCK not in self.keywords:
            return ()
        return (a.BlockValue(self._number("block")),)

    # -------------------------------------------------------------------------- concrete

    def concrete(self, model: Any, name: str) -> CardDef:
        """A printed card with the values of a model."""
        known = self.keywords.known
        parts = [part for part, there in self.name.parts.items() if there]
        return CardDef(
            name=" ".join([name, *parts]),
            type=self._concrete_type(),
            titles=tuple(self.titles),
            cost=self._value(model, "cost"),
            vp=self._value(model, "vp"),
            level=self._value(model, "level"),
            symbol="",
            text=a.CardText(tuple(self._abilities(model, known))),
            source="generic",
        )

    def _value(self, model: Any, name: str) -> int:
        return value_of(model, self._numbers.get(name, 0))

    def _concrete_type(self) -> a.CardType | None:
        if self._typed:
            return self._type
        return next(kind for kind in TYPES if kind not in self.denied)

    def _abilities(self, model: Any, known: dict[a.AnyKeyword, bool]) -> Iterator[a.Ability]:
        power = self._value(model, "power")
        if known.get(a.Keyword.ASSIST):
            yield a.Assist()
        if power:
            yield a.Plain(a.Power(a.Number(power)))
        if known.get(a.Keyword.ATTACK):
            yield ATTACK
        if known.get(a.Keyword.DEFENSE):
            yield a.Defense(DEFENSE)
        if known.get(a.Keyword.BLOCK):
            yield a.BlockValue(self._value(model, "block"))
        if known.get(a.Keyword.ONGOING):
            yield a.Ongoing(BLANK)
        if known.get(a.Keyword.CONFRONTATION):
            yield a.Confrontation(BLANK)
        for keyword, has in known.items():
            if has and isinstance(keyword, a.OwnKeyword):
                yield a.Coined(keyword.value, BLANK)
