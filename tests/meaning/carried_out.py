"""How much of the card language scenarios carry out: which nodes, for whom, on which cards.

While scenarios are played, every effect that comes up on the engine's agenda is noted, with the
nodes it is made of and those around it. The scope of a node is for whom it is carried out: "you",
or the players of the `Each` in which it stands. Texts that stand (a changed cost, a grant) are
noted when they listen; what is read at set-up or when points are counted, when the card that says
it is named in the scenario.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple
from unittest import mock

from rules_check.grammar import ast as a
from rules_check.grammar.per_object import PerObject
from rules_check.oracle import core_game
from rules_check.oracle.box.card_kinds import Kind
from rules_check.oracle.effects.attack import Strike
from rules_check.oracle.effects.flow import MayAsked
from rules_check.oracle.game import Game
from rules_check.oracle.running import agenda
from rules_check.oracle.scenarios.files import Scenario
from rules_check.oracle.scenarios.runner import Outcome, run
from rules_check.oracle.values.listeners import Watch
from rules_check.oracle.values.options import NO

K = a.PlayerKind

ELSEWHERE: Final = (
    *(a.Worth, a.ReduceScore, a.StartsGame, a.GoFirst, a.PlayBefore, a.UseOnce, a.UseAnyNumber),
    *(a.ParityOf, a.EffectsRemain, a.NoFirstAppearance, a.Assist, a.Reminder, a.BlockValue),
)
"""What is not carried out on the agenda, but read when it is needed."""

STANDING: Final = ("live", "costs", "character_costs", "grants", "bans", "refill", "texts", "would")
"""The listeners that hold as long as they listen."""

SCOPES: Final = {
    "you": {K.YOU},
    "each foe": {K.EACH_FOE},
    "each player": {K.EACH_PLAYER, K.EACH_OTHER_PLAYER},
    "a chosen foe": {K.A_FOE, K.THAT_FOE, K.CHOSEN_FOE, K.YOUR_FOE},
    "on the left": {
        *(K.LEFT, K.RIGHT, K.THEIR_LEFT, K.THEIR_RIGHT, K.THEIR_TEAMMATE, K.FOES_TEAMMATE),
        K.ATTACKERS_TEAMMATE,
    },
    "who does": set(),
    "who does not": set(),
    "others": set(K),
}
"""For whom something can be carried out; the first that fits counts."""


def scope_of(who: a.Player) -> str:
    """The scope in which an `Each` puts what stands in it."""
    if isinstance(who.test, (a.DidSo, a.DidTo)):
        return "who does"
    if isinstance(who.test, a.DidNot):
        return "who does not"
    return next(name for name, kinds in SCOPES.items() if who.kind in kinds)


# ------------------------------------------------------------------------------ texts


class Piece(NamedTuple):
    """A node of a card's text: its scope, the nodes around it, and those it is made of that are
    no effects of their own."""

    node: a.Node
    scope: str
    around: tuple[int, ...]
    parts: tuple[int, ...]


@PerObject
def pieces(text: a.Node) -> list[Piece]:
    """The nodes of a bound text, numbered as `walk` meets them."""
    found: list[Piece] = []

    def enter(node: a.Node, scope: str, around: tuple[int, ...]) -> list[int]:
        """Enter a node and all below it; the numbers of it and its parts."""
        number = len(found)
        found.append(Piece(node, scope, around, ()))
        inside = scope_of(node.who) if isinstance(node, a.Each) else scope
        mine: list[int] = []
        for child in a.children(node):
            below = enter(child, inside, (*around, number))
            if not is_step(child) or isinstance(node, WHOLE):
                mine += below
        found[number] = Piece(node, scope, around, tuple(mine))
        return [number, *mine]

    enter(text, "you", ())
    return found


WHOLE: Final = (a.ConditionNode, a.Forbid, a.Lasting)
"""Nodes whose effects are not carried out by themselves."""


def is_step(node: a.Node) -> bool:
    """Whether a node is carried out by itself: an effect, or an ability with effects."""
    return isinstance(node, (a.EffectNode, a.Attack, a.Plain, a.Confrontation, *ELSEWHERE))


# ----------------------------------------------------------------------------- record

Card = tuple[str, str]
"""A card by its game and its name, a Character with its Level."""


@dataclass(slots=True)
class Record:
    """What scenarios have carried out.

    `nodes`: the scenarios by row (a node class, or a kind of player) and scope; `cards`: of each
    card the pieces of its text that were carried out, and branches that were taken ("3 no").
    """

    nodes: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    cards: dict[Card, set[int | str]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)


_PLAYED: dict[str, tuple[Outcome, _Notes]] = {}
"""The scenarios that were played, by their ids."""


def play(scenario: Scenario) -> Outcome:
    """Play a scenario, once, and note what it carries out."""
    if scenario.id not in _PLAYED:
        notes = _Notes(scenario)
        with _noting(notes), mock.patch.object(core_game, "game_as_read", Game):
            outcome = run(scenario)
        notes.seen.clear()
        _PLAYED[scenario.id] = outcome, notes
    return _PLAYED[scenario.id][0]


def record_scenarios(scenarios: Iterable[Scenario]) -> Record:
    """Play scenarios that were not yet, and enter what those that pass carry out."""
    record = Record()
    for scenario in scenarios:
        if play(scenario).passed:
            _enter(record, _PLAYED[scenario.id][1])
        else:
            record.failed.append(scenario.id)
    return record


def _enter(record: Record, notes: _Notes) -> None:
    for card, (kind, done) in notes.done.items():
        record.cards.setdefault(card, set()).update(done)
        text = pieces(kind.text)
        for number in done:
            if isinstance(number, int):
                for row in rows_of(text[number].node):
                    cell = row, text[number].scope
                    record.nodes.setdefault(cell, set()).add(notes.scenario.id)


def rows_of(node: a.Node) -> Iterator[str]:
    """The rows of the table that a node belongs to."""
    yield type(node).__name__
    if isinstance(node, a.Player):
        yield f"Player: {node.kind.value}"


class _Notes:
    """What is carried out in one scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.done: dict[Card, tuple[Kind, set[int | str]]] = {}
        self.seen: dict[int, Any] = {}  # by identity; they are kept so that it stays theirs

    def before(self, g: Any, s: Any, todo: Any) -> None:
        """Something comes up on the agenda."""
        if id(g) not in self.seen:
            self.seen[id(g)] = g
            self.named(g)
        watch = s.watch
        if watch is not None and id(watch) not in self.seen:
            self.seen[id(watch)] = watch
            self.listening(g, watch)
        if isinstance(todo, a.Node):
            self.note(g, todo)
        elif isinstance(todo, Strike) and s.frames[-1].avoided:
            self.note(g, todo.node, "avoided")

    def after(self, g: Any, s: Any, todo: Any, height: int) -> None:
        """It is done; the agenda had that height before."""
        first = s.agenda[-1] if len(s.agenda) > height else None
        if isinstance(todo, a.If) and first is not todo.then:
            self.note(g, todo, "not so")
        elif isinstance(todo, a.Confrontation) and first is not todo.ability:
            self.note(g, todo, "without")

    def note(self, g: Any, node: Any, branch: str = "") -> None:
        """A node is carried out, or a branch of it is taken."""
        place = g.node_references().get(id(node))
        if place is None:
            return
        kind = g.kind_list[place[0]]
        done = self._of(g, kind)
        if branch:
            done.add(f"{place[1]} {branch}")
            return
        text = pieces(kind.text)
        for number in (place[1], *text[place[1]].around):
            done |= {number, *text[number].parts}

    def listening(self, g: Any, watch: Watch) -> None:
        """Texts that hold as long as they listen."""
        for place in STANDING:
            for listener in getattr(watch, place):
                if isinstance(listener.node, a.When):
                    continue
                for node in a.walk(listener.node):
                    if isinstance(node, a.EffectNode):
                        self.note(g, node)

    def named(self, g: Any) -> None:
        """What of the texts of cards that the scenario names is read when it is needed."""
        scenario = self.scenario
        said = [str(scenario.position), *scenario.players, *(step.text for step in scenario.steps)]
        words = "\n".join(said or g.seats)
        for kind in g.kind_list:
            if kind.name not in words:
                continue
            self._of(g, kind)
            for piece in pieces(kind.text):
                if kind.power is not None or _is_read(piece.node):
                    self.note(g, piece.node)

    def _of(self, g: Any, kind: Kind) -> set[int | str]:
        name = f"{kind.name} {kind.level}" if kind.character else kind.name
        return self.done.setdefault((g.playset.ruleset.name, name), (kind, set()))[1]


def _is_read(node: a.Node) -> bool:
    """Whether a node is never carried out, but read when it is needed."""
    if isinstance(node, a.When):
        return isinstance(node.occasion, a.GameEnd)
    if isinstance(node, a.ChangeCost):
        return isinstance(node.of, a.CostOfThis)
    if isinstance(node, a.Stays):
        return node.window is None and node.what == a.THIS
    return isinstance(node, ELSEWHERE)


@contextmanager
def _noting(notes: _Notes) -> Iterator[None]:
    """Note what comes up on the agenda."""
    tasks, answers = dict(agenda.TASKS), dict(agenda.ANSWERS)

    def noted(does: Callable[..., None]) -> Callable[..., None]:
        def do(g: Any, s: Any, todo: Any) -> None:
            notes.before(g, s, todo)
            height = len(s.agenda)
            does(g, s, todo)
            notes.after(g, s, todo, height)

        return do

    def may(g: Any, s: Any, todo: MayAsked, option: Any) -> None:
        if option == NO:
            notes.note(g, todo.node, "no")
        answers[MayAsked](g, s, todo, option)

    agenda.TASKS.update({kind: noted(does) for kind, does in tasks.items()})
    agenda.ANSWERS[MayAsked] = may
    try:
        yield
    finally:
        agenda.TASKS.update(tasks)
        agenda.ANSWERS.update(answers)
