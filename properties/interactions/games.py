"""Games that show what cards do together: found by search, made small, played again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from rules_check.oracle.box.playset import CardDef
from rules_check.oracle.values.choices import NATURE
from rules_check.oracle.values.state import State
from rules_check.properties.interactions.reading import label
from rules_check.properties.interactions.search import options_of, said, take
from rules_check.properties.interactions.small import FOE, ME, Small


class Side(NamedTuple):
    """A game that shows a finding, from its position on; where two are compared, one of them.

    `says` tells it from the other one. If it `breaks` an invariant, it has no end.
    """

    says: str
    small: Small
    acts: tuple[str, ...]
    breaks: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A finding about cards, with the game that shows it.

    `kind` is one of: loop, order, cancel, together, never. `message` says it in one sentence,
    `position`, `others` and `acts` tell the game, `outcome` what comes of it, a line each.
    `given` is the position as scenarios write it; `sides` are the games to be kept. A finding of an
    earlier run has them as `documents` only.
    """

    kind: str
    cards: tuple[CardDef, ...]
    message: str
    position: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    outcome: tuple[str, ...] = ()
    given: dict[str, Any] | None = None
    sides: tuple[Side, ...] = field(default=(), compare=False)
    documents: tuple[dict[str, Any], ...] = field(default=(), compare=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The cards that it is about."""
        return tuple(label(card) for card in self.cards)


def play(small: Small, acts: Sequence[str], s: State | None = None) -> State | None:
    """Play these actions on the plain engine; None if one of them is not offered."""
    s = small.state() if s is None else s
    for act in acts:
        s = settle_nature(small, s)
        chosen = None
        for option in s.choice.options if s.choice is not None else ():
            if said(small, s, option) == act:
                chosen = option
                break
        if chosen is None:
            return None
        s = take(small, s, chosen)
    return settle_nature(small, s)


def settle_nature(small: Small, s: State) -> State:
    """Let nature answer until a player is asked: the order stays, or it is the first option."""
    while s.choice is not None and s.choice.player == NATURE:
        s = take(small, s, options_of(small, s)[0])
    return s


def shrunk(
    small: Small,
    acts: tuple[str, ...],
    holds: Callable[[Small, tuple[str, ...]], bool],
    keep: tuple[str, ...] = (),
) -> tuple[Small, tuple[str, ...]]:
    """A smaller position and fewer actions for which the same holds: one thing after the other is
    left out, but nothing from the places of `keep`."""
    going = True
    while going:
        going = False
        for at in reversed(range(len(acts))):
            fewer = (*acts[:at], *acts[at + 1 :])
            if holds(small, fewer):
                acts, going = fewer, True
        for smaller in _smaller(small, keep):
            if holds(smaller, acts):
                small, going = smaller, True
                break
    return small, acts


def _smaller(small: Small, keep: tuple[str, ...]) -> list[Small]:
    """The same position with one card less."""
    names = {card.name for card in small.cards}
    found = []
    for key in (ME, FOE, "line_up", "power"):
        table = small.position.get(key)
        if isinstance(table, list):
            found += [_but(small, {key: _without(table, at)}) for at in range(len(table))]
        elif key == "power" and table:
            rest = {name: value for name, value in small.position.items() if name != key}
            found.append(replace(small, position=rest))
        elif table:
            for place, cards in table.items():
                for at, card in enumerate(cards):
                    if card not in names and not (key == ME and place in keep):
                        fewer = {**table, place: _without(cards, at)}
                        found.append(_but(small, {key: fewer}))
    return found


def _without(cards: list[str], at: int) -> list[str]:
    return [*cards[:at], *cards[at + 1 :]]


def _but(small: Small, changes: dict[str, Any]) -> Small:
    return replace(small, position={**small.position, **changes})


def used(small: Small, acts: Sequence[str]) -> tuple[str, ...]:
    """The plain cards with a text that a game has in it, in words."""
    placed = " ".join([*small.told(), *acts])
    return tuple(line for line in small.described() if line.partition(":")[0] in placed)
