"""All ends that a position can come to on the plain engine, with one card or with another.

Two texts are told apart by a position from which one of them can end where the other cannot. Texts
that only ask the same in another order are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.game import CoreState, Game
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import ChooseCard, Order
from rules_check.properties.symbolic.endings import NOT_ALLOWED, End, Ending, end_of, with_deciders
from rules_check.properties.symbolic.explore import Explorer, Infeasible
from rules_check.properties.symbolic.game import zones_of
from rules_check.properties.symbolic.kept import keep
from rules_check.properties.symbolic.numbers import TooLong
from rules_check.properties.symbolic.replay import Maker
from rules_check.properties.symbolic.runs import Helper, Run
from rules_check.properties.symbolic.sides import Pair
from rules_check.properties.symbolic.telling import tell_act_of, tell_answer, tell_position

MOST_ENDS = 400
"""So many ways to answer are tried in one position."""

Kept = Callable[[str], dict[str, Any]]
"""Makes a document of a game; takes what the reading is called."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A game in which two texts differ.

    `position` and `cards` tell where it begins. `first` and `second` are what happens with either
    text: an end that the other text cannot come to, beside the nearest one that it can come to.
    `only` says which text alone can end so: 1 or 2; 0 if only somebody else decides.
    """

    position: tuple[str, ...]
    cards: tuple[str, ...]
    first: Ending
    second: Ending
    only: int
    size: tuple[int, int, int]
    kept: tuple[Kept, Kept] | None = field(default=None, compare=False)
    """Either game as a document, for who wants to play it again; made when called for."""

    def differences(self) -> Iterator[tuple[str, str, str]]:
        """Places and numbers that differ, with what they are after either text."""
        one, other = dict(self.first.end), dict(self.second.end)
        for name in dict.fromkeys([*one, *other]):
            if one.get(name, "") != other.get(name, ""):
                yield name, one.get(name, "nothing"), other.get(name, "nothing")


def witness(
    playset: PlaySet, pair: Pair, model: Any, whole: tuple[CardDef, CardDef] | None = None
) -> Witness | None:
    """The game of a path with the values of a model, if the two texts really differ in it.

    `whole` are the cards with all of their texts, if the path was run with a part of them.
    """
    started = zones_of(pair.second.state).initial()
    one, other = whole or (pair.first.game.subject, pair.second.game.subject)
    first = _Table(playset, pair.first, pair.first, model, started, (one, other))
    second = _Table(playset, pair.second, pair.first, model, started, (other, one))
    mine, theirs = first.endings(), second.endings()
    if mine.keys() == theirs.keys():
        return _other_deciders(first, second, mine, theirs, started) if len(mine) > 1 else None
    only_mine = [ending for end, ending in mine.items() if end not in theirs]
    only_theirs = [ending for end, ending in theirs.items() if end not in mine]
    if only_mine:
        here = min(only_mine, key=_length)
        there, only = _nearest(here, theirs), 1
    else:
        there = min(only_theirs, key=_length)
        here, only = _nearest(there, mine), 2
    return _made(first, second, here, there, only, started)


def least_size(pair: Pair) -> tuple[int, int]:
    """The actions and cards that a game of a path has at least."""
    script = pair.first
    actions = len(script.situation.told)
    actions += sum(len([*tell_act_of(act)]) for act in script.acted)
    return actions, sum(map(len, zones_of(pair.second.state).initial().values()))


def _made(
    table: _Table,
    other: _Table,
    here: Ending,
    there: Ending,
    only: int,
    started: Mapping[int, tuple[int, ...]],
) -> Witness:
    cards = sum(map(len, started.values()))
    size = (max(_length(here)[0], _length(there)[0]), cards, sum(table.state().power))
    kept = (partial(keep, table, here), partial(keep, other, there))
    return Witness(table.told(), tuple(table.maker.described), here, there, only, size, kept)


def _other_deciders(
    first: _Table,
    second: _Table,
    mine: Mapping[End, Ending],
    theirs: Mapping[End, Ending],
    started: Mapping[int, tuple[int, ...]],
) -> Witness | None:
    """The same ends, but somebody else decides on the way to one of them."""
    others = [end for end in mine if mine[end].deciders != theirs[end].deciders]
    if not others:
        return None
    end = min(others, key=lambda end: _length(mine[end]))
    here, there = with_deciders(mine[end]), with_deciders(theirs[end])
    return _made(first, second, here, there, 0, started)


def _length(ending: Ending) -> tuple[int, tuple[str, ...]]:
    return len(ending.actions), ending.actions


def _nearest(ending: Ending, among: Mapping[End, Ending]) -> Ending:
    """The way to answer that begins most like another."""

    def alike(other: Ending) -> int:
        number = 0
        for mine, theirs in zip(ending.actions, other.actions, strict=False):
            if mine != theirs:
                break
            number += 1
        return number

    return max(
        among.values(), key=lambda other: (alike(other), [-x for x in (len(other.actions),)])
    )


class _Table:
    """One of the two games, with the position that both begin with."""

    def __init__(
        self,
        playset: PlaySet,
        run: Run,
        script: Run,
        model: Any,
        started: Mapping[int, tuple[int, ...]],
        cards: tuple[CardDef, CardDef],
    ) -> None:
        self.run = run
        self.script = script
        self.maker = Maker(playset, run, model, started, cards)
        self.game: Game = self.maker.game

    def state(self) -> CoreState:
        """The position at the start."""
        return self.maker.state()

    def told(self) -> tuple[str, ...]:
        """The position in words."""
        placed = set(self.maker.numbers.values())
        told = tell_position(self.game, self.state(), self.script, placed)
        return (*told, *self._done_before())

    def _done_before(self) -> Iterator[str]:
        """What has happened in the turn before."""
        for verb, player, card, *_ in self.script.history:
            name = self.game.name(self.maker.numbers[card])
            yield f"P{player + 1} has {a.PAST[verb]} {name} this turn"

    def endings(self) -> dict[End, Ending]:
        """Every end that can be come to, with the shortest way there. Raises TooLong."""
        explorer = Explorer(max_paths=MOST_ENDS)
        found: dict[End, Ending] = {}
        for ending in explorer.explore(lambda: self._play(explorer)):
            if ending.end not in found or _length(ending) < _length(found[ending.end]):
                found[ending.end] = ending
        return found

    def _play(self, explorer: Explorer) -> Ending:
        maker, script = self.maker, self.script
        actions: list[str] = list(script.situation.told)
        deciders: set[int] = set()
        helpers = [
            (choice.asked_by.zone, answer.card)
            for choice, answer in zip(script.choices, script.answers, strict=True)
            if isinstance(choice.asked_by, Helper) and isinstance(answer, ChooseCard)
        ]

        def answer(plain: Run, choice: Choice) -> Option:
            if isinstance(choice.asked_by, Helper):
                zone = choice.asked_by.zone
                card = next((card for at, card in helpers if at == zone), -1)
                helpers[:] = [x for x in helpers if x != (zone, card)]
                number = maker.numbers.get(card, -1)
                name = self.game.name(number) if number >= 0 else "nothing"
                _fill_in(actions, name, "{first}")
                return ChooseCard(number)
            if choice.kind is ChoiceKind.SHUFFLE:
                return Order(tuple(sorted(choice.cards)))
            option = choice.options[explorer.pick(len(choice.options))]
            if len(choice.options) > 1:
                deciders.add(choice.player)
            if choice.player >= 0:
                actions.append(tell_answer(self.game, plain.state, choice, option))
            return option

        plain = Run(
            self.game,
            self.state(),
            script.situation,
            answer,
            maker.numbers.get(script.subject, -1),
            script.target,
            script=list(script.acted),
            tries=script.tries,
        )
        plain.history = tuple((v, p, maker.numbers[c], z, to) for v, p, c, z, to in script.history)
        if plain.subject >= 0:
            _fill_in(actions, self.game.name(plain.subject))
        for act in script.acted:
            actions.extend(tell_act_of(act))
        try:
            plain.play_out()
        except Infeasible:
            told = actions or [*self._used(plain)]
            return Ending(NOT_ALLOWED, tuple(told), tuple(plain.answers))
        except TooLong:
            raise
        placed = set(maker.numbers.values())
        told = actions or [*self._used(plain)]
        end = end_of(self.game, plain.state, placed)
        return Ending(end, tuple(told), tuple(plain.answers), frozenset(deciders))

    def _used(self, plain: Run) -> Iterator[str]:
        """What is done where no choice tells it: an ability is left, or used."""
        name = self.game.name(plain.subject) if plain.subject >= 0 else "the card"
        for act, player in self.script.acted[:1]:
            yield f"P{player + 1}: {'leave' if act == 'nothing' else 'use'} {name}"


def _fill_in(actions: list[str], name: str, *marks: str) -> None:
    """The card that the next open action is done with; "{first}" is one that goes before."""
    for mark in (*marks, "{card}"):
        for number, action in enumerate(actions):
            if mark in action:
                actions[number] = action.replace(mark, name)
                return
