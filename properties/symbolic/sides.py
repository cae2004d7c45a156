"""Two cards side by side: the same unknown position, played out with the text of each.

The first card is run as in a proof. Then the position from which it began, with all that was
decided about it on the way, is played with the second card, with the same answers wherever the
same is asked. What only the second one looks at is decided then.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.game import CoreState
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import CHARACTERS, PER_PLAYER, SCORE
from rules_check.properties.observed import foes_of
from rules_check.properties.symbolic.answers import answer
from rules_check.properties.symbolic.earlier import past
from rules_check.properties.symbolic.explore import Explorer, Infeasible
from rules_check.properties.symbolic.game import (
    Asked,
    SymbolicGame,
    begin_turn_of_first,
    lazy_zones,
    unknown_state,
    zones_of,
)
from rules_check.properties.symbolic.numbers import Fact, SymBool, SymInt, TooLong
from rules_check.properties.symbolic.prove import history
from rules_check.properties.symbolic.runs import ACTIVE, Answer, Helper, Run, Situation, Try
from rules_check.properties.symbolic.situations import AFTER_ANOTHER, situations
from rules_check.properties.symbolic.zones import LazyZones, Pile, Stack

Rulings: TypeAlias = Mapping[str, int]
"""Rulings with another reading than that of their book, counted from 1."""

AS_RULED: Final[Rulings] = {}

SAME_NUMBER: Final[Fact] = ("!=", ((), 0))
"""That two numbers which are the same sum are not the same."""

TRIES = 2
"""So many acts are tried after each other: what is done the first time may not be the second."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The same position with either card. `allowed`: whether the rules let the second one do what
    was done with the first."""

    first: Run
    second: Run
    allowed: bool


def pairs(
    playset: PlaySet,
    first: CardDef,
    second: CardDef,
    explorer: Explorer,
    bound: int,
    rulings: tuple[Rulings, Rulings] = (AS_RULED, AS_RULED),
    *,
    peaceful: bool = False,
) -> Iterator[Pair]:
    """Every path of every situation of the first card, and of the second in the same position.

    `peaceful`: without a Confrontation, wherever there need not be one.
    """
    one = SymbolicGame(playset, first, explorer, beside=second, rulings=rulings[0])
    other = SymbolicGame(playset, second, explorer, beside=first, rulings=rulings[1])
    with_and_without = (False, True) if one.ruleset.has_confrontations else (False,)
    found = [
        situation
        for situation in situations_of(one, other)
        if not {*with_and_without}.isdisjoint(situation.confronting)
    ]
    if rulings[0] != rulings[1]:
        found.append(AFTER_ANOTHER)
    if not found:
        return  # a Block, say, in a game without Confrontations
    before = list(
        dict.fromkeys([*past(one, one.subject_kind()), *past(other, other.subject_kind())])
    )

    def path() -> Pair:
        situation = found[explorer.pick(len(found))]
        ways = [way for way in with_and_without if way in situation.confronting]
        if peaceful and not one.speaks_of_confrontations:
            ways = ways[:1]
        confronting = ways[explorer.pick(len(ways))]
        s, subject = unknown_state(one, bound, situation.zone)
        s.core.power[ACTIVE] = explorer.number("Power of P1", likes=3)
        run = Run(one, s, situation, answer, subject, tries=TRIES)
        if confronting:
            others = foes_of(one, s, ACTIVE)
            run.target = others[explorer.pick(len(others))]
        run.history = history(one, run, before, bound)
        power, vp, face_up = s.core.power[:], s.core.vp[:], s.core.face_up
        run.play_out()
        t = _beginning(run, other, bound)
        t.core.power, t.core.vp, t.core.face_up = power, vp, face_up
        script = list(run.acted)
        again = Run(
            other, t, situation, following(run), subject, run.target, script=script, tries=TRIES
        )
        again.history = run.history
        allowed = True
        try:
            again.play_out()
        except Infeasible:
            allowed = False
        _look_where_it_matters(zones_of(s), zones_of(t))
        for kind in other.kinds[len(one.kinds) :]:
            one.new_card(s.core, kind, -1)  # what only the second has looked at
        return Pair(run, again, allowed)

    yield from explorer.explore(partial(_if_short, path) if peaceful else path)


def _if_short(path: Callable[[], Pair]) -> Pair:
    """A path that goes beyond a limit is left out."""
    try:
        return path()
    except TooLong as problem:
        raise Infeasible from problem


def situations_of(one: SymbolicGame, other: SymbolicGame) -> Iterator[Situation]:
    """The situations in which either text can work, each once."""
    seen: set[tuple[str, int | None]] = set()
    for game in (one, other):
        for situation in situations(game, game.made(game.subject_kind()), points=True):
            if (key := (situation.name, situation.zone)) not in seen:
                seen.add(key)
                yield situation


def _beginning(run: Run, game: SymbolicGame, bound: int) -> CoreState:
    """The position in which a run began, for another game: what was decided is decided."""
    one: SymbolicGame = run.game
    known = zones_of(run.state)
    game.forget_cards()
    s = Asked(game.core)
    zones = s.zones = lazy_zones(game, s, bound)
    for card in range(one.real, len(one.kinds)):
        kind: Any = one.kinds[card]
        game.new_card(s, game.subject_kind() if card == run.subject else kind, -1)
    for zone, stack in known.stacks.items():
        zones.stack_up(zone, stack.top)
        _same_stack(stack, zones.stacks[zone])
    for zone, rest in known.rests.items():
        if zone in known.stacks:
            continue
        first = known.first.get(zone, ())
        if rest.cards is not None:
            zones.rests[zone].cards = ()
            first = first + rest.cards
        zones.first[zone] = first
        list.__setitem__(
            zones, zone, Pile(first, zones.rests[zone]) if rest.cards is None else first
        )
    for zone, cards in zones.initial().items():
        for card in cards:
            s.where[card] = zone
    begin_turn_of_first(s)
    return CoreState(game, s)


def _same_stack(known: Stack, made: Stack) -> None:
    """As many Characters below as are known of the other stack."""
    below = known._below
    if isinstance(below, Stack):
        made._below = Stack(made.game, made.state, made.zone, below.top)
        _same_stack(below, made._below)
    else:
        made._below = below


def following(first: Run) -> Answer:
    """Answers as in another run, wherever the same is asked; else every answer."""
    at = 0

    def say(run: Run, choice: Choice) -> Option:
        nonlocal at
        for number in range(at, len(first.answers)):
            if _fits(first.choices[number], first.answers[number], choice):
                at = number + 1
                return first.answers[number]
        return answer(run, choice)

    return say


def _fits(asked: Choice, option: Option, choice: Choice) -> bool:
    """Whether an answer to one choice is one to another, which asks the same."""
    if (asked.player, asked.kind) != (choice.player, choice.kind):
        return False
    if isinstance(choice.asked_by, Helper):
        return asked.asked_by == choice.asked_by
    if choice.kind is ChoiceKind.SHUFFLE:
        return sorted(asked.cards) == sorted(choice.cards)
    return option in choice.options


# ------------------------------------------------------------------------- the ends compared


def ends_apart(pair: Pair) -> Iterator[SymBool | bool]:
    """Conditions under which the two ends are not the same; True where they never are."""
    if not pair.allowed:
        yield True
        return
    if _deciders(pair.first) != _deciders(pair.second):
        yield True
    yield from _numbers_and_cards_apart(pair)


def _numbers_and_cards_apart(pair: Pair) -> Iterator[SymBool | bool]:
    s, t = pair.first.state, pair.second.state
    if _results(s) != _results(t) or s.confronted != t.confronted:
        yield True
    mine, theirs = zones_of(s), zones_of(t)
    for zone in range(len(mine)):
        if not _untouched(mine, theirs, zone) and _cards(mine, theirs, zone) != _cards(
            theirs, theirs, zone
        ):
            yield True
    numbers = [(s.power, t.power), (s.vp, t.vp)]
    if s.result is None and t.result is None:
        numbers.append((_costs(pair.first), _costs(pair.second)))
    for have, want in numbers:
        for one, other in zip(have, want, strict=True):
            if isinstance(one, SymInt) or isinstance(other, SymInt):
                if (apart := one != other).fact != SAME_NUMBER:
                    yield apart
            elif one != other:
                yield True


def choices_apart(pair: Pair) -> Hashable | None:
    """What was done and asked, if the ends are the same and only who decides is not; else None."""
    if not pair.allowed or _deciders(pair.first) == _deciders(pair.second):
        return None
    if any(condition is True for condition in _numbers_and_cards_apart(pair)):
        return None
    asked = [
        tuple((choice.player, choice.kind, len(choice.options)) for choice in run.choices)
        for run in (pair.first, pair.second)
    ]
    return (pair.first.situation.name, pair.first.target, *pair.first.acted, *asked)


def _deciders(run: Run) -> set[int]:
    """Who had a choice; whose acts are tried does not matter."""
    real = [c for c in run.choices if not isinstance(c.asked_by, (Helper, Try))]
    return {choice.player for choice in real if len(choice.options) > 1}


def _costs(run: Run) -> list[Any]:
    """What the Characters cost."""
    return [run.game.character_cost(run.state, player) for player in range(run.game.players)]


def _look_where_it_matters(mine: LazyZones, theirs: LazyZones) -> None:
    """A card on top and one at the bottom are told apart by what lies between."""
    for zone in range(len(mine)):
        if _untouched(mine, theirs, zone):
            continue
        if zone < mine.game.shared and zone % PER_PLAYER in (CHARACTERS, SCORE):
            continue
        one, other = _cards(mine, theirs, zone), _cards(theirs, theirs, zone)
        if one != other and "…" in (*one, *other):
            theirs.rests[zone].look()


def _results(s: State) -> Any:
    return None if s.result is None else s.result.winners


def _untouched(mine: LazyZones, theirs: LazyZones, zone: int) -> bool:
    """Whether nobody has looked at a zone nor moved a card there, in neither game."""
    one, other = list.__getitem__(mine, zone), list.__getitem__(theirs, zone)
    if not isinstance(one, Pile) or not isinstance(other, Pile):
        return False
    if one.rest.cards is not None or other.rest.cards is not None:
        return False
    return not (one.top or one.bottom or other.top or other.bottom)


def _cards(zones: LazyZones, later: LazyZones, zone: int) -> Any:
    """What lies in a zone; where it was never looked at, a mark stands for the rest."""
    cards = list.__getitem__(zones, zone)
    if not isinstance(cards, Pile):
        return (cards.top,) if isinstance(cards, Stack) else cards
    rest = cards.rest.cards if cards.rest.cards is not None else later.rests[zone].cards
    middle: tuple[Any, ...] = ("…",) if rest is None else rest
    return (*cards.top, *middle, *cards.bottom)
