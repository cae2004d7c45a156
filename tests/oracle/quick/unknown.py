"""The quick engine on unknown numbers and cards: every path through what a card does.

A position has the card in question and others of which nothing is known but where they lie: cost,
Victory Points, type and keywords are decided on the path on which the engine first asks. Power is
unknown as well. Players take every option. On every path the claims are checked at every decision,
and each path is then made concrete and played on plain numbers, to the same end.

It is the spike for moving the proofs to the quick engine: zones have a fixed number of cards, and
cards of which nothing is known have no text but, where that is asked, a Defense.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from rules_check.conform.quick import game_of
from rules_check.oracle.quick.playing import run, take
from rules_check.oracle.quick.setup import state_of
from rules_check.oracle.quick.state import NATURE, Game, Kind, State
from rules_check.properties.symbolic.explore import Explorer, Infeasible
from rules_check.properties.symbolic.numbers import value_of

JSON = Any
TYPES: Final = ("Hero", "Villain", "Equipment", "Super Power", "Location")


class Source:
    """Where unknown things come from: the paths of an explorer, or the values of one path."""

    def __init__(
        self, explorer: Explorer | None, known: tuple[dict[str, int], list[int]] | None = None
    ) -> None:
        self.explorer = explorer
        self.numbers: dict[str, Any] = {}
        self.picks: list[int] = []
        self.known = known

    def number(self, name: str) -> Any:
        """A number by its name."""
        if name not in self.numbers:
            if self.known is not None:
                self.numbers[name] = self.known[0].get(name, 0)
            else:
                assert self.explorer is not None
                self.numbers[name] = self.explorer.number(name)
        return self.numbers[name]

    def pick(self, number: int) -> int:
        """One of so many."""
        if self.known is not None:
            taken = self.known[1][len(self.picks)] if number > 1 else 0
        else:
            assert self.explorer is not None
            taken = self.explorer.pick(number)
        if number > 1:
            self.picks.append(taken)
        return taken


class Decided(list[str]):
    """The types or keywords of a card, each decided when it is asked for."""

    def __init__(self, source: Source, words: tuple[str, ...], most: int) -> None:
        super().__init__()
        self.source = source
        self.words = words
        self.most = most
        self.asked: dict[str, bool] = {}

    def __contains__(self, word: object) -> bool:
        assert isinstance(word, str)
        if word not in self.asked:
            full = sum(self.asked.values()) >= self.most
            known = word in self.words and not full
            self.asked[word] = bool(self.source.pick(2)) if known else False
        return self.asked[word]

    def __iter__(self) -> Iterator[str]:
        return iter([word for word in self.words if word in self])

    def __eq__(self, other: object) -> bool:
        return list(self) == other

    __hash__ = None

    def __len__(self) -> int:
        return len(list(iter(self)))


class Unknown(Kind):
    """A card of which nothing is known. It has no text."""

    def __init__(self, name: str, source: Source, *, character: bool) -> None:
        super().__init__(name, name, "", None, (), 0, 0, 1, "main deck")
        self.is_character = character
        self.titles = ("Character",) if character else ()
        self.source = source
        self.types = Decided(source, TYPES, 1)

    @property
    def cost(self) -> Any:
        """What it costs, when it is asked for."""
        return self.source.number(f"cost of {self.name}")

    @cost.setter
    def cost(self, _: Any) -> None:
        """It is not known."""

    @property
    def vp(self) -> Any:
        """What it is worth, when it is asked for."""
        return self.source.number(f"VP of {self.name}")

    @vp.setter
    def vp(self, _: Any) -> None:
        """It is not known."""


Situation = Callable[[State, Source], None]
"""What happens: acts of players, of which all that follows is tried."""


def known_in(message: Mapping[str, JSON], setup: dict[str, JSON]) -> dict[str, Kind]:
    """The cards of a set-up that are known: the same on every path."""
    named = [card for cards in setup["zones"].values() for card in cards]
    known = [card for card in named if not card.startswith("Unknown")]
    plain = {zone: [x for x in cards if x in known] for zone, cards in setup["zones"].items()}
    first = game_of(message, {**setup, "zones": plain})
    return dict(zip(first.ids, first.kinds, strict=True))


def laid(
    message: Mapping[str, JSON], setup: dict[str, JSON], known: Mapping[str, Kind], source: Source
) -> State:
    """The position of a set-up, in which cards called Unknown, and Power, are not known."""
    kinds = {**known}
    for zone, cards in setup["zones"].items():
        for card in cards:
            if card not in kinds:
                kinds[card] = Unknown(card, source, character=zone.endswith("characters"))
    books: dict[str, Mapping[str, Any]] = {}
    game = Game(message["ruleset"], message["rules"], setup["seats"], kinds, books, setup["zones"])
    game.plain_price = [None] * len(game.kinds)  # no cost is looked at before somebody asks
    s = state_of(game, setup)
    s.power = [source.number(f"Power of P{p + 1}") if p == 0 else 0 for p in game.everybody]
    run(s, None)
    return s


def answered(s: State, source: Source, claims: Callable[[State], None]) -> None:
    """Every answer to what is asked before the player can do something else again."""
    for _ in range(40):
        claims(s)
        choice = s.choice
        if choice is None or choice.kind == "main":
            return
        if choice.player == NATURE:
            cards = choice.cards if choice.kind == "shuffle" else choice.cards[:1]
            take(s, ("nature", *cards))
        else:
            take(s, choice.options[source.pick(len(choice.options))])
    raise Infeasible


def conserved(s: State) -> None:
    """Every card lies in one zone, and nobody has less than nothing."""
    there = [card for cards in s.zones for card in cards]
    assert sorted(there) == list(range(len(s.g.kinds))), "a card is lost or there twice"
    for zone, cards in enumerate(s.zones):
        assert all(s.where[card] == zone for card in cards), "a card is not where it should be"
    for player in s.g.everybody:
        assert not s.power[player] < 0, "Power below nothing"
    assert s.defeats <= 1, "two defeats in a turn"


def seen(s: State, number: Callable[[Any], int]) -> list[Any]:
    """Where a path has come to, in plain numbers."""
    choice = None if s.choice is None else (s.choice.player, s.choice.kind, s.choice.options)
    power = [number(x) for x in s.power]
    return [list(s.zones), power, [number(x) for x in s.vp], s.turn, s.active, s.phase, choice]


def all_paths(
    message: Mapping[str, JSON],
    setup: dict[str, JSON],
    happens: Situation,
    claims: Callable[[State], None] = conserved,
) -> tuple[int, int]:
    """Every path, checked, and again on plain numbers; how many there are, and on how many of them
    something happened. Raises AssertionError."""
    explorer = Explorer(max_paths=4000)
    known = known_in(message, setup)

    def path(source: Source) -> State:
        s = laid(message, setup, known, source)
        happens(s, source)
        answered(s, source, claims)
        return s

    def unknown() -> tuple[State, Source]:
        source = Source(explorer)
        return path(source), source

    paths = happened = 0
    for s, source in explorer.explore(unknown):
        paths += 1
        happened += len(s.facts) > 1
        model = explorer.model()
        values = {name: value_of(model, x) for name, x in source.numbers.items()}
        end = seen(s, partial(value_of, model))
        plain = path(Source(None, (values, source.picks)))
        assert seen(plain, int) == end, "the plain game ends otherwise"
    return paths, happened
