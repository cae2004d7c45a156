"""Players who do the same one after the other, each looked at alone.

"Each player reveals the top three cards …": what one of them does to their cards does not matter
to the next, so the ways of all of them need not be multiplied. One path follows one player, and
the others have not had their turn: they may have any cards anyway. Only the last one's path goes
on to the end of the run. In the same way Defenses are looked at one by one; on the path that goes
on each player has avoided the Attack, or not.

That is allowed only if nothing of what a player has done can be seen later. Nothing listens or
lasts, numbers and references stay as they were, and what lies in other places than before is not
looked at by anybody who comes later. If one of these turns out otherwise, or something is broken,
all ways are taken together again (`NotAlone`).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any, Final, NamedTuple, Protocol

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import CardDef
from rules_check.oracle.effects.attack import AttackOver
from rules_check.oracle.effects.defending import Defend
from rules_check.oracle.effects.subjects import OneEach
from rules_check.oracle.turns.super_villains import Appeared
from rules_check.oracle.values.frames import Act, Done, Scopes, each_scopes
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import ForPlayer, PopFrame, PopPlayed, Triggers
from rules_check.oracle.values.zones import CHARACTERS, PER_PLAYER
from rules_check.properties.symbolic.compared_once import ComparedOnce
from rules_check.properties.symbolic.game import SymbolicGame, zones_of
from rules_check.properties.symbolic.runs import Run, TurnOver
from rules_check.properties.symbolic.situations import asked_of_past

CLOSING: Final = (PopFrame, PopPlayed, Triggers, AttackOver, Appeared)
"""Tasks that end a text without asking what came of it."""

LISTS: Final = ("power", "spent", "vp")
VALUES: Final = (
    "active",
    "announced",
    "confronted",
    "defeats",
    "face_up",
    "order",
    "out",
    "phase",
    "result",
    "serial",
    "turn",
)
REFERENCES: Final = ("beside", "source", "targets", "that", "value", "you")

NO_CARD: Final = 10**9
"""What stands for a card that an earlier player would have spoken of: there is none."""

NOWHERE: Final = -2
"""No zone."""

Part = tuple[str, int]
"""What is looked at alone: its name, and the player."""


class NotAlone(Exception):
    """What one player does matters to what comes later; says what."""


class Meets(Protocol):
    """The positions that paths have come to (`met_before.py`)."""

    def meet(self, run: Run) -> None:
        """Raises TurnOver if another path has come to this one."""


class OneByOne:
    """Looks at players alone, on all paths of a card or a rule.

    `written` are the zones that a player has changed, `read` those that have been looked at in
    that player's turn, or after it on the path that goes on; `pairs` tells what comes before what.
    """

    def __init__(
        self, *cards: CardDef | None, apart: bool = True, met: Meets | None = None
    ) -> None:
        """`cards` have a text in the game. Without `apart` players are not looked at alone; only
        Confrontations are decided once, and positions that were `met` are not gone on from."""
        self.apart, self.met = apart, met
        nodes = [node for card in cards if card is not None for node in a.walk(card.text)]
        self.defends = any(isinstance(node, a.Defense) for node in nodes)
        self.pairs: set[tuple[Part, Part]] = set()
        self.written: dict[Part, set[int]] = {}
        self.read: dict[Part, set[int]] = {}
        self.compared = ComparedOnce()

    def decide(self, run: Run) -> None:
        """The Confrontation is to be decided; raises TurnOver if another path does that."""
        if self.compared.before(run):
            run.turns.append(Elsewhere(("compare", run.target)))
            raise TurnOver

    def meet(self, run: Run) -> None:
        """A text has done all that it says; raises TurnOver if another path goes on from here."""
        if self.met is not None:
            self.met.meet(run)

    def check(self) -> None:
        """Raise NotAlone if somebody has looked at what an earlier one has changed."""
        for earlier, later in self.pairs:
            if not self.written.get(earlier, set()).isdisjoint(self.read.get(later, ())):
                raise NotAlone("a zone is changed by one player and looked at later")

    def take_turns(self, run: Run, todo: Any) -> bool:
        """If several players are to do this, do it for one of them; tells whether it was so."""
        if not self.apart:
            return False
        if isinstance(todo, Defend):
            return self._defend(run, todo)
        if not isinstance(todo, OneEach | ForPlayer) or "turn" in _names(run):
            return False
        s = run.state
        others = 0
        for other in reversed(s.agenda):
            if type(other) is not type(todo) or other.node is not todo.node:
                break
            others += 1
        below = s.agenda[: len(s.agenda) - others]
        closes = all(isinstance(task, CLOSING) for task in below)
        if not others or not closes or not _may(run, [todo]):
            return False
        row = self._row(s, todo, others)
        which = run.game.explorer.pick(len(row))
        parts = [("turn", one.player) for one in row]
        self.pairs.update(combinations(parts, 2))
        run.turns.append(Turn(self, run, parts[which]))
        for one in row[:which]:
            _leave_traces(s, one)
        run.do(row[which])
        run.go(down_to=len(below))
        if which < others:
            self._stop(run)
        return True

    def _defend(self, run: Run, todo: Defend) -> bool:
        s, game = run.state, run.game
        named = any(kind.defense for kind in game.named)
        if "avoid" in _names(run) or self.defends or named or not _may(run, s.agenda):
            return False
        others = 0
        while others < len(s.agenda) and isinstance(s.agenda[-1 - others], Defend):
            others += 1
        row = self._row(s, todo, others)
        base, frame = len(s.agenda), s.frames[-1]
        which = game.explorer.pick(len(row) + 1)
        if which < len(row):
            target = row[which].target
            run.turns.append(Turn(self, run, ("defend", target)))
            run.do(row[which])
            run.go(down_to=base)
            avoided = frame.avoided == (target,)
            if frame.avoided and not avoided:
                raise NotAlone("another Attack is avoided")
            run.turns[-1].part = ("avoid" if avoided else "decline", target)
            self.pairs.update(
                ((name, target), ("defend", later.target))
                for later in row[which + 1 :]
                for name in ("avoid", "decline")
            )
            self._stop(run)
        for one in row:
            part = ("avoid" if game.explorer.pick(2) else "decline", one.target)
            self.pairs.add((part, part))
            run.turns.append(Turn(self, run, part))
            if part[0] == "avoid":
                frame.avoided = (*frame.avoided, one.target)
        return True

    def _row(self, s: State, todo: Any, others: int) -> list[Any]:
        """What is to be done for one player after the other; it is taken from the agenda."""
        row = [todo, *(s.agenda[-1 - n] for n in range(others))]
        del s.agenda[len(s.agenda) - others :]
        return row

    def _stop(self, run: Run) -> None:
        """Another player comes now."""
        run.turns[-1].end()
        raise TurnOver


def _may(run: Run, todo: Iterable[Any]) -> bool:
    """Whether nothing listens or lasts, and nothing that is to be done asks for what was done."""
    s, game = run.state, run.game
    if waits(s) or game.watching(s).busy:
        return False
    nodes = [x if isinstance(x, a.Node) else getattr(x, "node", None) for x in todo]
    parts = [part for node in nodes if isinstance(node, a.Node) for part in a.walk(node)]
    if any(True for part in parts for _ in asked_of_past(part)):
        return False
    # what was looked at may be cleared away in the end
    return all(game.rules_for(f.source).sw.looked_at != "leaves" for f in s.frames)


def waits(s: State) -> bool:
    """Whether something lasts, or waits to be carried out, or belongs to somebody else."""
    return bool(s.lasting or s.pending or s.live or s.owners)


def _names(run: Run) -> set[str]:
    """What has been looked at alone in a run."""
    names = {turn.part[0] for turn in run.turns}
    return names | {"avoid"} if names & {"decline", "defend"} else names


class Where(list[int]):
    """The zone of each card; that of a card which is none is no zone."""

    def __getitem__(self, card: Any) -> Any:
        return NOWHERE if card == NO_CARD else super().__getitem__(card)


def _leave_traces(s: State, todo: OneEach | ForPlayer) -> None:
    """What a player who is passed over would leave for others to speak of: cards that are none.
    Whoever uses one of them has looked at what is not their own."""
    s.where = Where(s.where)
    frame, player = s.frames[-1], todo.player
    scopes: Scopes = frame.scopes
    if isinstance(todo, OneEach):
        scopes = (*scopes, *each_scopes(todo.node, player))
    for node in a.walk(todo.node):
        mark, verb = a.mark_of(node), getattr(node, "verb", a.Verb.REVEAL)
        frame.log = (*frame.log, Done(mark, scopes, player, (NO_CARD,)))
        frame.way = (*frame.way, Act(verb, player, NO_CARD, mark, scopes))
        s.facts.append((verb, player, NO_CARD, NOWHERE, NOWHERE))


class Elsewhere(NamedTuple):
    """What is looked at on another path; `elsewhere` are the kinds of event that come there."""

    part: Part
    elsewhere: tuple[str, ...] = ("compare",)
    parts_players: bool = False

    def note(self) -> None:
        """Nothing more has been looked at on this one."""


class Turn:
    """What is done for one player alone, from its beginning; `part` says what and for whom."""

    elsewhere: tuple[str, ...] = ()
    parts_players: bool = True

    def __init__(self, row: OneByOne, run: Run, part: Part) -> None:
        s = run.state
        zones = zones_of(s)
        self.row, self.run, self.part = row, run, part
        self.began = part
        self.frame = s.frames[-1]
        self.references = [getattr(self.frame, name) for name in REFERENCES]
        self.values = [getattr(s, name) for name in VALUES]
        self.lists = [getattr(s, name)[:] for name in LISTS]
        self.used = s.used[:]
        self.where = s.where[:]
        self.piles = zones.piles()
        self.open = {zone for zone in zones.rests if zones.is_open(zone)}
        self.looks = zones.looks

    def end(self) -> None:
        """Another player comes now: nothing but zones may have changed."""
        s, frame = self.run.state, self.frame
        if waits(s) or s.choice is not None:
            raise NotAlone("something waits or lasts")
        if not s.frames or s.frames[-1] is not frame or s.used != self.used:
            raise NotAlone("another text goes on")
        now = [getattr(frame, name) for name in REFERENCES]
        if any(x is not y and x != y for x, y in zip(now, self.references, strict=True)):
            raise NotAlone("words refer to something else")
        if any(getattr(s, n) is not v for n, v in zip(VALUES, self.values, strict=True)):
            raise NotAlone("the turn has changed")
        for name, before in zip(LISTS, self.lists, strict=True):
            if any(x is not y for x, y in zip(getattr(s, name), before, strict=True)):
                raise NotAlone("numbers have changed")
        self.row.written.setdefault(self.part, set()).update(self._written())

    def note(self) -> None:
        """Which zones have been looked at since the beginning."""
        zones = zones_of(self.run.state)
        looked = {zone for zone in self.open if not zones.is_open(zone)}
        seen = {zone for zone, look in zones.seen.items() if look > self.looks}
        self.row.read.setdefault(self.began, set()).update(looked, seen - self.open)

    def _written(self) -> set[int]:
        """The zones to which a card has come, and those of which all was known and that changed."""
        run, found = self.run, set()
        game: SymbolicGame = run.game
        zones = zones_of(run.state)
        if run.subject >= 0 and run.state.where[run.subject] != self.where[run.subject]:
            raise NotAlone("the card itself has been moved")
        came_from = {c: zone for zone, rest in zones.rests.items() for c in rest.cards or ()}
        came_from.update(enumerate(self.where))
        for zone, (now, before) in enumerate(zip(zones.piles(), self.piles, strict=True)):
            if now is before:
                continue
            if zone == game.boss_stack or (zone < game.shared and zone % PER_PLAYER == CHARACTERS):
                raise NotAlone("a Character has been moved")
            if zone not in self.open or any(came_from.get(c) != zone for c in zones.known(zone)):
                found.add(zone)
        return found
