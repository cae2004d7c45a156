"""Watching effects while they are carried out: which node, for whom, and what came of it.

The observer sits behind the agenda of one state. A node that is taken from the agenda begins an
effect; it has ended when something is taken that lay below it. What happened between is judged at
that moment (`demands.py`). Nothing of the engine is asked but its agenda, its
trace, its zones, and what the words of a text refer to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.values.choices import Choice
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import State
from rules_check.properties.passage import Breach

MOST_REASONS: Final = 5
"""So many reasons for not judging are told."""


class Effect:
    """An effect that is being carried out, and the position in which it began.

    `inner` are the nodes that were begun inside it, with the player for whom; `foreign` tells
    whether one of them belongs to another text. `zones` is None in a proof, where counting would
    decide what is open.
    """

    __slots__ = (
        "asked",
        "avoided",
        "base",
        "events",
        "foreign",
        "frame",
        "game",
        "inner",
        "lasting",
        "node",
        "noted",
        "owners",
        "power",
        "scopes",
        "source",
        "start",
        "state",
        "vp",
        "you",
        "zones",
    )

    def __init__(self, game: Any, state: State, node: a.Node, base: int, start: int) -> None:
        frame: Frame = state.frames[-1]
        self.game, self.state, self.node, self.base, self.start = game, state, node, base, start
        self.frame = frame
        self.you, self.source, self.scopes = frame.you, frame.source, frame.scopes
        self.avoided = frame.avoided
        self.zones = list(state.zones) if type(state.zones) is list else None
        self.owners = dict(state.owners)
        self.power, self.vp = state.power[:], state.vp[:]
        self.lasting, self.noted = len(state.lasting), len(frame.log)
        self.inner: list[tuple[a.Node, int]] = []
        self.foreign = self.asked = False
        self.events: list[Event] = []

    def scope(self, marks: tuple[int, ...]) -> int:
        """The player for whom it is carried out, by the innermost of these marks; -1: nobody."""
        return next((p for mark, p in reversed(self.scopes) if mark in marks and p >= 0), -1)


def spoken_of(frame: Frame) -> tuple[Any, ...]:
    """What the words of a text refer to."""
    return frame.you, frame.that, frame.scopes, frame.targets, len(frame.log), len(frame.way)


Judge = Callable[[Effect], Iterator[Breach]]


class NotJudged(Exception):
    """What an effect demands cannot be said here; says why."""


class Observer:
    """Watches the effects of one game, and keeps what was wrong with those that have ended.

    `taken` are the pieces of text that were begun in this turn, each with its card. `judged` and
    `unjudged` count effects: the second by class and reason, so that what nobody looked
    at is told and not passed over.
    """

    def __init__(self, game: Any, state: State, judge: Judge) -> None:
        self.game, self.state, self.judge = game, state, judge
        self.open: list[Effect] = []
        self.past: list[Event] = []
        self.breaches: list[Breach] = []
        self.taken: set[tuple[int, int]] = set()
        self.turn = state.turn
        self.judged: Counter[str] = Counter()
        self.unjudged: Counter[str] = Counter()
        self.spoken: dict[int, tuple[Any, ...]] = {}

    def new_step(self, told: list[Event]) -> list[Breach]:
        """A new step begins, with a trace of its own; what was found so far is handed over."""
        self.past = [*self.past, *told] if self.open else []
        if self.state.turn != self.turn:
            self.turn = self.state.turn
            self.taken.clear()
        found, self.breaches = self.breaches, []
        return found

    def taking(self, size: int, todo: Any) -> None:
        """Something is taken from the agenda, on which so much lay."""
        while self.open and self.open[-1].base >= size:
            self._end(self.open.pop())
        if self.state.lasting or self.spoken:
            self._keep_words()
        if not isinstance(todo, a.Node) or not self.state.frames or self.state.trace is None:
            return
        self.taken.add((self.state.frames[-1].source, id(todo)))
        node = todo.effect if isinstance(todo, a.Plain) else todo
        self._begin(node, size - 1)

    def _keep_words(self) -> None:
        """What goes on for a while speaks of the same players and cards as when it began."""
        found = {x.serial: spoken_of(x.frame) for x in self.state.lasting if x.frame is not None}
        for serial, words in found.items():
            if self.spoken.get(serial, words) != words:
                self.breaches.append(("what goes on for a while speaks of something else", True))
        self.spoken = found

    def _begin(self, node: a.Node, base: int) -> None:
        start = len(self.past) + len(self.state.trace or ())
        effect = Effect(self.game, self.state, node, base, start)
        for other in self.open:
            other.foreign = other.foreign or other.frame is not effect.frame
        if self.open:
            outer = self.open[-1]
            outer.inner.append((node, effect.scope((a.mark_of(outer.node),))))
        self.open.append(effect)

    def _end(self, effect: Effect) -> None:
        effect.events = [*self.past, *(self.state.trace or ())][effect.start :]
        name = type(effect.node).__name__
        if self.state.result is not None:
            return
        try:
            self.breaches.extend(self.judge(effect))
            self.judged[name] += 1
        except NotJudged as why:
            self.unjudged[f"{name}: {why}"] += 1

    @property
    def leaves(self) -> int:
        """How many effects that give Power or move cards were judged."""
        return self.judged["Power"] + self.judged["Move"]

    def asked(self, offers: Callable[[Effect, Choice], Iterator[Breach]]) -> None:
        """A choice waits: the first one of an effect has to offer all that it speaks of."""
        choice = self.state.choice
        if choice is None or not self.open or self.open[-1].asked:
            return
        self.open[-1].asked = True
        with suppress(NotJudged):
            self.breaches.extend(list(offers(self.open[-1], choice)))

    def summary(self) -> str:
        """How many effects were judged, and why most of the others were not."""
        return told_counts(self.judged, self.unjudged)


def told_counts(judged: Counter[str], unjudged: Counter[str]) -> str:
    """The same of counts that were added up."""
    most = ", ".join(f"{why} ({n:,})" for why, n in unjudged.most_common(MOST_REASONS))
    said = f"effects: {judged.total():,} judged, {unjudged.total():,} not judged"
    return f"{said} (most: {most})" if most else said
