"""Positions that another path has come to before: what follows need not be run again.

Two cards are tried one after the other. When the first has done all that it says, many paths have
come to the same position but for which cards are which: it does not matter any more who had the
card that was dealt. The first path that comes to a position goes on with the second card.

A position is all that the engine or a claim can look at later: the zones and what is known of
their cards, numbers and what was said of them, what is offered or owed. What happened earlier in
the turn is left out; whoever asks for it is noticed (`OldFact`), and then it is not left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NoReturn

from rules_check.oracle.quick import state as quick
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.zones import PER_PLAYER
from rules_check.properties.symbolic.cards import GenericKind
from rules_check.properties.symbolic.comparing import power_after
from rules_check.properties.symbolic.endings import ORDERED
from rules_check.properties.symbolic.game import SymbolicGame, zones_of
from rules_check.properties.symbolic.numbers import SymInt
from rules_check.properties.symbolic.one_by_one import Elsewhere, NotAlone, Turn
from rules_check.properties.symbolic.runs import Run, TurnOver
from rules_check.properties.symbolic.zones import Pile, Stack

SAID: Final = frozenset(
    {"block", "buy", "cancel", "compare", "confront", "cost", "defeat", "lose power", "pay", "turn"}
)
"""Events that claims look at again at the end of a run: they are part of the position."""


ASKED: Final = frozenset({ChoiceKind.ANNOUNCE, ChoiceKind.MAIN})
"""Choices of which claims ask whether they were met."""


class OldFact(quick.Fact):
    """Something that happened before: whoever asks for more than what was done raises NotAlone.

    What was done at all is part of the position, so that who asks for something else goes on.
    """

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        if name in OF_FACTS:
            _noticed()
        return super().__getattribute__(name)

    def __getitem__(self, at: Any) -> Any:
        return super().__getitem__(at) if at == 0 else _noticed()

    def __iter__(self) -> Iterator[Any]:
        return _noticed()

    def __eq__(self, other: object) -> bool:
        return _noticed()

    def __contains__(self, value: object) -> bool:
        return _noticed()

    __hash__ = None  # type: ignore[assignment]


OF_FACTS: Final = frozenset(quick.Fact._fields) - {"verb"}


def _noticed() -> NoReturn:
    raise NotAlone("what was done before is asked for")


class MetBefore:
    """The positions that paths have come to, each with the decisions that led there first.

    `with_facts`: what happened earlier in the turn is part of a position.
    """

    def __init__(self, *, with_facts: bool) -> None:
        self.with_facts = with_facts
        self._known: dict[Any, list[int]] = {}

    def meet(self, run: Run) -> None:
        """All is done for now; raises TurnOver if another path goes on from the same position."""
        key = _Position(run).key(self.with_facts)
        if key is None:
            return
        taken = run.game.explorer.decisions
        first = self._known.setdefault(key, taken[:])
        if taken[: len(first)] != first:
            run.turns.append(Elsewhere(("met", run.target)))
            raise TurnOver
        if not self.with_facts:
            run.core.facts = [tuple.__new__(OldFact, fact) for fact in run.core.facts]


class _Position:
    """Writes a position so that cards and unknown numbers are called by where they come first."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.game: SymbolicGame = run.game
        self.zones = zones_of(run.core)
        self.cards: dict[int, int] = {-1: -1}
        self.kinds: dict[int, int] = {}
        self.unknowns: dict[int, int] = {}

    def key(self, with_facts: bool) -> Any:
        """The position; None if something goes on that is not written down here."""
        s, run = self.run.core, self.run
        goes_on = s.frames or s.attacks or s.lasting or s.pending or s.given or s.used
        if goes_on or s.result is not None or run.looks or self.game.explorer.others:
            return None
        lies = tuple(self._zone(zone) for zone in range(self.game.zone_count))
        if len(self.cards) - 1 != run.existing:
            return None
        numbers = [*s.power, *s.vp, *run.power, s.defeats, run.defeats]
        numbers += [power_after(run, player, run.events) for player in range(self.game.players)]
        state = (s.order, s.out, s.turn, s.active, s.phase, s.confronted)
        rest = (
            run.situation.name,
            run.situation.told,
            run.target,
            run.asked & ASKED,
            self.cards[run.subject],
            tuple(self.cards[top] for top in run.tops),
            (self._card(s.face_up), self._card(run.face_up)),
            tuple(sorted((self.cards[card], owner) for card, owner in s.owners.items())),
            tuple(turn.part + turn.began + (tuple(sorted(turn.open)),) for turn in self._turns()),
            tuple(sorted(turn.part for turn in run.turns if not isinstance(turn, Turn))),
        )
        facts: Any = frozenset(fact.verb for fact in s.facts)
        if with_facts:
            facts = tuple(map(self._fact, s.facts))
        return (
            lies,
            state,
            rest,
            tuple(map(self._number, numbers)),
            self._told(),
            facts,
            self._known(),
        )

    def _turns(self) -> list[Turn]:
        return [turn for turn in self.run.turns if isinstance(turn, Turn)]

    def _card(self, card: int | None) -> int:
        return -1 if card is None else self.cards.get(card, -2)

    def _number(self, number: Any) -> Any:
        if not isinstance(number, SymInt):
            return number
        sums, constant = number.linear()
        return self._sums(sums), constant

    def _sums(self, sums: Any) -> Any:
        called = [(self.unknowns.setdefault(at, len(self.unknowns)), by) for at, by in sums]
        return tuple(sorted(called))

    def _known(self) -> Any:
        """What was said of the numbers that were written down."""
        facts = self.game.explorer.about(list(self.unknowns))
        return frozenset([(how, self._sums(sums), constant) for how, (sums, constant) in facts])

    # ------------------------------------------------------------------------------ zones

    def _zone(self, zone: int) -> Any:
        pile, rest = self.zones.piles()[zone], self.zones.rests[zone]
        if isinstance(pile, Stack):
            return tuple(map(self._described, pile.known())), _depth(pile)
        cards = self.zones.known(zone)
        ordered = zone == self.game.main_deck or (
            zone < self.game.shared and zone % PER_PLAYER in ORDERED
        )
        if not ordered:
            cards = tuple(sorted(cards, key=lambda card: repr(self._quality(card))))
        split = len(pile.top) if ordered and isinstance(pile, Pile) else 0
        is_open = isinstance(pile, Pile) and rest.cards is None
        total = self._number(rest.total) if is_open else None
        return is_open, self.zones.is_open(zone), split, total, tuple(map(self._described, cards))

    def _described(self, card: int) -> Any:
        """What is known of a card, and whether it is a copy of another one."""
        self.cards.setdefault(card, len(self.cards))
        kind: Any = self.game.kinds[card]
        copy = self.kinds.setdefault(id(kind), len(self.kinds))
        printed: Any = ()
        if isinstance(kind, GenericKind):
            printed = tuple((name, self._number(n)) for name, n in sorted(kind.numbers()))
        return copy, self.run.state.where[card], self._quality(card), printed

    def _quality(self, card: int) -> Any:
        kind: Any = self.game.kinds[card]
        return kind.known() if isinstance(kind, GenericKind) else kind.index

    # ----------------------------------------------------------------------------- events

    def _told(self) -> Any:
        """The events that claims look at again."""
        return tuple(
            (
                event.kind,
                event.player,
                tuple(map(self._card, event.cards)),
                tuple(map(self._value, event.detail)),
            )
            for event in self.run.events
            if event.kind in SAID
        )

    def _value(self, value: Any) -> Any:
        return self._number(value) if isinstance(value, SymInt) else repr(value)

    def _fact(self, fact: quick.Fact) -> Any:
        places = fact.from_, fact.to, fact.whom, fact.cause, fact.amount
        card, source = self._card(fact.card), self._card(fact.source)
        return fact.verb, fact.by, card, source, tuple(map(self._value, places))


def _depth(stack: Stack) -> Any:
    """What is decided of how deep a stack is."""
    below: Any = stack.decided
    return _depth(below) if isinstance(below, Stack) else below is None
