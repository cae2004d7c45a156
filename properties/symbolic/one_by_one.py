"""Players who do the same one after the other, each looked at alone.

"Each player reveals the top three cards …": what one of them does to their cards does not matter
to the next, so the ways of all of them need not be multiplied. One path follows one player, and
the others do nothing: they may have any cards anyway. Only the last one's path goes on to the end
of the run. In the same way Defenses are looked at one by one; on the path that goes on each player
has avoided the Attack, or not.

That is allowed only if nothing of what a player has done can be seen later. The text does not speak
of it (`separable`), nothing stands or lasts, numbers stay as they were, and what lies in other
places than before is not looked at by anybody else. If one of these turns out otherwise, or
something is broken, all ways are taken together again (`NotAlone`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations
from typing import Final, NamedTuple, Protocol

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import walk
from rules_check.oracle.quick import state as quick
from rules_check.oracle.values.zones import CHARACTERS, PER_PLAYER
from rules_check.properties.symbolic.compared_once import ComparedOnce, busy
from rules_check.properties.symbolic.game import SymbolicGame, zones_of
from rules_check.properties.symbolic.runs import Run, TurnOver

Part = tuple[str, int]
"""What is looked at alone: its name, and the player."""


class NotAlone(Exception):
    """What one player does matters to what comes later; says what."""


class Meets(Protocol):
    """The positions that paths have come to (`met_before.py`)."""

    def meet(self, run: Run) -> None:
        """Raises TurnOver if another path has come to this one."""


class Elsewhere(NamedTuple):
    """What is looked at on another path; `elsewhere` are the kinds of event that come there."""

    part: Part
    elsewhere: tuple[str, ...] = ("compare",)
    parts_players: bool = False

    def note(self) -> None:
        """Nothing more has been looked at on this one."""


LISTS: Final = ("power", "vp")
VALUES: Final = (
    "active",
    "confronted",
    "defeats",
    "face_up",
    "given",
    "order",
    "out",
    "phase",
    "result",
    "turn",
    "used",
)

# ------------------------------------------------------------------------ what a text speaks of


def over_players(form: c.Form) -> bool:
    """Whether a text does something for players in turn."""
    return isinstance(form, c.ForEach) and _are_players(form.source)


def _are_players(source: c.Value) -> bool:
    match source:
        case c.Group() | c.Attribute("hit" | "avoided"):
            return True
        case c.Filter(_, of, _) | c.The(of) | c.Join(_, of, _) | c.Best(_, _, _, of):
            return _are_players(of)
        case _:
            return False


@cache
def separable(text: c.Text) -> bool:
    """Whether a text speaks of what a player does in turn only where it is that player's turn: not
    of what all of them have done together, nor of what has happened before."""
    if any(map(_recalls, text.body)):
        return False
    loops = [form for form in walk(text) if over_players(form)]
    named = {name for form in loops for part in walk(form) for name in _names(part)}
    named -= {form.name for form in loops if isinstance(form, c.ForEach)}
    for form in walk(text):
        if isinstance(form, c.Result) and any(over_players(part) for part in walk(form)):
            named.add(form.name)
    return all(_apart(form, frozenset(named), frozenset()) for form in text.body)


def _recalls(form: c.Form) -> bool:
    """Whether it speaks of what has happened, to whatever card."""
    return any(isinstance(part, c.Did) or part == c.Span("text") for part in walk(form))


def _names(form: c.Form) -> Iterator[str]:
    """The names that a form gives."""
    match form:
        case c.Let() | c.Result() | c.Choose() | c.Offer() | c.Move() | c.Attack() | c.ForEach():
            if form.name:
                yield form.name
        case _:
            pass


def _apart(form: c.Form, named: frozenset[str], players: frozenset[str]) -> bool:
    """Whether the names that are given in turns are spoken of for one player at a time; `players`
    are the names of those whose turn it is."""
    match form:
        case c.Var(name):
            return name not in named
        case c.Status(_, c.Var(), c.Var(who)) if who in players:
            return True
        case c.Attribute("theirs", (c.Var(), c.Var(who))) if who in players:
            return True
        case c.ForEach(name, source, body) if over_players(form):
            own = {x for part in body for one in walk(part) for x in _names(one)}
            inner = players | {name}
            return _apart_in(source, named, players) and all(
                _apart(part, named - own, inner) for part in body
            )
        case _:
            return all(_apart(part, named, players) for part in c.parts(form))


def _apart_in(source: c.Value, named: frozenset[str], players: frozenset[str]) -> bool:
    """The same of those for whom something is done: each is asked alone whether it is."""
    if isinstance(source, c.Filter):
        asked = _apart(source.test, named, players | {source.name})
        return asked and _apart_in(source.source, named, players)
    return _apart(source, named, players)


@cache
def last_loops(text: c.Text) -> frozenset[int]:
    """The loops over players behind which a text has no other."""
    found: set[int] = set()

    def look(block: tuple[c.Form, ...], more: bool) -> bool:
        for form in reversed(block):
            if over_players(form):
                if not more:
                    found.add(id(form))
                more = True
            else:
                more = look(tuple(c.parts(form)), more)
        return more

    look(text.body, more=False)
    return frozenset(found)


# ------------------------------------------------------------------------ one player at a time


class OneByOne:
    """Looks at players alone, on all paths of a card or a rule.

    `written` are the zones that a player has changed, `read` those that have been looked at in
    that player's turn, or after it on the path that goes on; `pairs` tells who must not look at
    what whom has changed.
    """

    def __init__(self, *, apart: bool = True, met: Meets | None = None) -> None:
        """Without `apart` players are not looked at alone; only Confrontations are decided once,
        and positions that were `met` are not gone on from."""
        self.apart, self.met = apart, met
        self.inseparable: frozenset[int] = frozenset()
        self.last: frozenset[int] = frozenset()
        self.defends = False
        self.pairs: set[tuple[Part, Part]] = set()
        self.written: dict[Part, set[int]] = {}
        self.read: dict[Part, set[int]] = {}
        self.compared = ComparedOnce()

    def look_at(self, game: SymbolicGame) -> None:
        """What the texts of a game say."""
        texts = [text.form for kind in dict.fromkeys(game.core.kinds) for text in kind.texts]
        self.inseparable = frozenset(
            id(form)
            for text in texts
            if not separable(text)
            for form in walk(text)
            if over_players(form)
        )
        self.last = frozenset(at for text in texts for at in last_loops(text))
        cards = [card for card in (game.subject, game.company) if card is not None]
        named = [*game.named, *map(game.kind_of, cards)]
        self.defends = any("Defense" in game.made(kind).labels for kind in named)

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
        """Raise NotAlone if somebody has looked at what another has changed."""
        for one, other in self.pairs:
            if not self.written.get(one, set()).isdisjoint(self.read.get(other, ())):
                raise NotAlone("a zone is changed by one player and looked at by another")

    def rounds(self, run: Run, form: c.ForEach, f: quick.Frame, players: list[int]) -> list[int]:
        """Those of some players who are looked at on this path."""
        if f.rounds or run.parted or not self.apart or id(form) in self.inseparable:
            return players
        turn = run.focus
        if turn is None:
            if len(players) < 2 or busy(run.core):
                return players
            which = self._follow(run, [*players], [])
            return Round(run, form, f, [players[which]], players)
        known = [turn.player] if turn.player in players else []
        new = [player for player in players if player not in turn.others]
        if turn.goes_on and new:
            which = self._follow(run, [turn.player, *new], turn.others)
            known = known if which == 0 else [new[which - 1]]
        return Round(run, form, f, known, players)

    def _follow(self, run: Run, row: list[int], before: list[int]) -> int:
        """Follow one of several; the last of a first row goes on, and later the one who did."""
        which: int = run.game.explorer.pick(len(row))
        stays = len(row) - 1 if not before else 0
        if not before or which != stays:
            run.focus = Turn(self, run, ("turn", row[which]), goes_on=which == stays)
            run.turns.append(run.focus)
        run.focus.others = list(dict.fromkeys([*before, *row]))
        self.pairs.update(permutations([("turn", player) for player in run.focus.others], 2))
        return which

    def attacked(self, run: Run, aimed: quick.Aimed, players: list[int]) -> Iterator[int]:
        """One of those who may avoid an Attack; or whoever may has done so, or not."""
        told = {turn.part[0] for turn in run.turns}
        alone = self.apart and not (self.defends or self.inseparable or busy(run.core))
        if not players or not alone or told & {"avoid", "decline", "defend", "turn"}:
            yield from players
            return
        pick = run.game.explorer.pick
        which = pick(len(players) + 1)
        if which < len(players):
            target = players[which]
            turn = Turn(self, run, ("defend", target))
            run.turns.append(turn)
            yield target
            avoided = aimed.avoided == [target]
            if aimed.avoided and not avoided:
                raise NotAlone("another Attack is avoided")
            turn.part = ("avoid" if avoided else "decline", target)
            self.pairs.update(
                ((name, target), ("defend", later))
                for later in players[which + 1 :]
                for name in ("avoid", "decline")
            )
            turn.end()
            raise TurnOver
        for target in players:
            part = ("avoid" if pick(2) else "decline", target)
            self.pairs.add((part, part))
            run.turns.append(Turn(self, run, part))
            if part[0] == "avoid":
                aimed.avoided.append(target)

    def is_over(self, run: Run) -> None:
        """A text has been carried out; raises TurnOver if only one player was looked at."""
        if run.focus is None:
            return
        if not run.focus.goes_on:
            run.focus.end()
            raise TurnOver
        run.focus, run.parted = None, True


NO_CARD: Final = 10**9
"""What stands for a card that another player would have spoken of: there is none."""


class Round(list[int]):
    """The one player who is looked at. After the turn no number may be another; the others leave
    behind a card that is none: whoever uses it has looked at what is not their own."""

    def __init__(
        self, run: Run, form: c.ForEach, f: quick.Frame, players: list[int], there: list[int]
    ) -> None:
        super().__init__(players)
        self.run, self.form, self.f = run, form, f
        at = there.index(players[0]) if players else 0
        self.earlier, self.later = there[:at], there[at + len(players) :]
        together = form.together or form.answer("mode") == "together"
        self.parts = 2 if together else 1  # all choose, then all go on

    def __iter__(self) -> Iterator[int]:
        turn = self.run.focus
        turn.begin()
        self.parts -= 1
        self._leave_traces(self.earlier)
        yield from super().__iter__()
        self._leave_traces(self.later)
        if turn.goes_on:
            return
        turn.same_numbers()
        if not self.parts and id(self.form) in turn.row.last:
            turn.end()
            raise TurnOver

    def _leave_traces(self, players: list[int]) -> None:
        f = self.f
        names = {x for part in self.form.body for one in walk(part) for x in _names(one)}
        traces = tuple((((f.loops, -1, player),), [NO_CARD]) for player in players)
        behind = f.behind or {}
        f.behind = {**behind, **{name: (*behind.get(name, ()), *traces) for name in names}}


class Turn:
    """What is done for one player alone, from its beginning; `part` says what and for whom."""

    elsewhere: tuple[str, ...] = ()
    parts_players: bool = True

    def __init__(self, row: OneByOne, run: Run, part: Part, *, goes_on: bool = False) -> None:
        core = run.core
        zones = zones_of(core)
        self.row, self.run, self.part = row, run, part
        self.player, self.goes_on = part[1], goes_on
        self.others: list[int] = []
        self.began = part
        self.where = core.where[:]
        self.piles = zones.piles()
        self.open = {zone for zone in zones.rests if zones.is_open(zone)}
        self.looks = zones.looks
        self.begin()

    def begin(self) -> None:
        """The numbers as they are now."""
        core = self.run.core
        self.values = [getattr(core, name) for name in VALUES]
        self.lists = [getattr(core, name)[:] for name in LISTS]

    def same_numbers(self) -> None:
        """Raise NotAlone if a number has changed, or something waits or lasts."""
        core = self.run.core
        if core.lasting or core.pending or core.owners:
            raise NotAlone("something waits or lasts")
        if any(getattr(core, n) is not v for n, v in zip(VALUES, self.values, strict=True)):
            raise NotAlone("the turn has changed")
        for name, before in zip(LISTS, self.lists, strict=True):
            if any(x is not y for x, y in zip(getattr(core, name), before, strict=True)):
                raise NotAlone("numbers have changed")

    def end(self) -> None:
        """Another player comes now: nothing but zones may have changed."""
        if self.part[0] in ("avoid", "decline"):
            self.same_numbers()
        self.row.written.setdefault(self.part, set()).update(self._written())

    def note(self) -> None:
        """Which zones have been looked at since the beginning."""
        zones = zones_of(self.run.core)
        looked = {zone for zone in self.open if not zones.is_open(zone)}
        seen = {zone for zone, look in zones.seen.items() if look > self.looks}
        self.row.read.setdefault(self.began, set()).update(looked, seen - self.open)

    def _written(self) -> set[int]:
        """The zones to which a card has come, and those of which all was known and that changed."""
        run, found = self.run, set()
        game: SymbolicGame = run.game
        zones = zones_of(run.core)
        if run.subject >= 0 and run.core.where[run.subject] != self.where[run.subject]:
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
