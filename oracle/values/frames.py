"""What the words of a text refer to, and what goes on for a while."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from rules_check.grammar import ast as a
from rules_check.oracle.values.named import Named

Scopes = tuple[tuple[int, int], ...]
"""For whom, and in which round: pairs of a mark and the player, or the number of the round below
0, so that no round is taken for a player."""


class Act(NamedTuple):
    """Something done to a card: by which piece of the text (its mark), and in which scopes."""

    verb: a.Verb
    player: int
    card: int
    mark: int = 0
    scopes: Scopes = ()


class Done(NamedTuple):
    """What came of a piece of the text for one player: cards to speak of, a value, and whether it
    was done (`declined`: it could have been)."""

    mark: int
    scopes: Scopes
    player: int
    cards: tuple[int, ...] = ()
    did: bool = True
    value: Any = None
    declined: bool = False


SHOWING: Final = frozenset({a.Verb.REVEAL, a.Verb.LOOK})


class Frame:
    """What the words of a text refer to while it is carried out.

    `you` is the player the text calls so, `source` the card, `actor` who does the effect at hand,
    `now` the mark of that effect. `log` is what came of the pieces of the text, `way` what they did
    to cards; `scopes` tells for which of several players, and in which round of a repetition, the
    text is carried out now. `that` is the foe whom the situation gives (who attacks, who set off
    a trigger, at whom an Attack is aimed), `value` what else was settled, `beside` cards that the
    same noun phrase has named already. `targets` are the players an Attack is aimed at (None: no
    Attack), `avoided` those who avoided it, `used` the Defenses already shown against it, each with
    the player who used it.
    """

    __slots__ = (
        "actor",
        "avoided",
        "beside",
        "log",
        "now",
        "scopes",
        "source",
        "targets",
        "that",
        "used",
        "value",
        "way",
        "you",
    )

    def __init__(self, you: int, source: int) -> None:
        self.you = you
        self.source = source
        self.actor = you
        self.now = 0
        self.log: tuple[Done, ...] = ()
        self.way: tuple[Act, ...] = ()
        self.scopes: Scopes = ()
        self.that = -1
        self.value: tuple[Any, ...] = ()
        self.beside: tuple[int, ...] = ()
        self.targets: tuple[int, ...] | None = None
        self.avoided: tuple[int, ...] = ()
        self.used: tuple[tuple[int, int], ...] = ()

    def copy(self) -> Frame:
        """A frame of its own with the same values."""
        new = Frame.__new__(Frame)
        new.you = self.you
        new.source = self.source
        new.actor = self.actor
        new.now = self.now
        new.log = self.log
        new.way = self.way
        new.scopes = self.scopes
        new.that = self.that
        new.value = self.value
        new.beside = self.beside
        new.targets = self.targets
        new.avoided = self.avoided
        new.used = self.used
        return new

    # ------------------------------------------------------------------ what was done

    def set_off(self, mark: int, player: int, cards: tuple[int, ...]) -> None:
        """An event has set the text off: by this player, with these cards."""
        self.actor = player
        self.scopes = (*self.scopes, (mark, player))
        self.log = (*self.log, Done(mark, self.scopes, player, cards))

    def note(
        self,
        player: int,
        did: bool,
        cards: tuple[int, ...] = (),
        value: Any = None,
        declined: bool = False,
    ) -> None:
        """Remember what came of the effect at hand for a player."""
        self.log = (*self.log, Done(self.now, self.scopes, player, cards, did, value, declined))

    def stayed(self, mark: int, player: int, card: int, wanted: Any) -> None:
        """A card that was to be moved has to stay: what needed it was not done."""
        for at in range(len(self.log) - 1, -1, -1):
            done = self.log[at]
            if done.mark == mark and done.player == player and card in done.cards:
                if done.did and (len(done.cards) == 1 or wanted > 0):
                    self.log = (*self.log[:at], done._replace(did=False), *self.log[at + 1 :])
                return

    def all_stayed(self, mark: int, player: int) -> None:
        """None of the cards that were to be moved has been: it was not done."""
        for at in range(len(self.log) - 1, -1, -1):
            done = self.log[at]
            if done.mark == mark and done.player == player and done.cards:
                self.log = (*self.log[:at], done._replace(did=False), *self.log[at + 1 :])
                return

    def act(self, verb: a.Verb, player: int, cards: Iterable[int]) -> None:
        """Remember what the effect at hand did to cards."""
        new = [Act(verb, player, card, self.now, self.scopes) for card in cards]
        self.way = (*self.way, *new)

    def undone(self, verb: a.Verb, player: int, card: int) -> None:
        """Something else happened to a card in place of what a piece of the text was to do."""
        for at in range(len(self.way) - 1, -1, -1):
            act = self.way[at]
            if (act.verb, act.player, act.card) == (verb, player, card):
                left = self.way[:at] + self.way[at + 1 :]
                passed = (a.Verb.RECEIVE, card, act.mark)
                self.way = tuple(x for x in left if (x.verb, x.card, x.mark) != passed)
                if not any(x.mark == act.mark and x.player == player for x in self.way):
                    self.all_stayed(act.mark, player)
                return

    def received(self, player: int, card: int) -> None:
        """Remember who gets a card that the effect at hand passes; it is said of that player, for
        whomever the text is carried out now."""
        self.way = (*self.way, Act(a.Verb.RECEIVE, player, card, self.now))

    def done(self, marks: tuple[int, ...]) -> list[Done]:
        """What came of pieces of the text, as far as it concerns the player and the round at
        hand."""
        mine = self.scopes
        return [x for x in self.log if x.mark in marks and (not mine or agree(x.scopes, mine))]

    def spoken_of(self, marks: tuple[int, ...]) -> list[int]:
        """The cards that pieces of the text named, each once."""
        if a.SELF in marks:
            return [self.source]
        return list(dict.fromkeys(card for x in self.done(marks) for card in x.cards))

    def acts(self, marks: tuple[int, ...] | None = None) -> list[Act]:
        """What was done to cards (by pieces of the text), for the player and the round at hand."""
        mine = self.scopes
        return [
            x
            for x in self.way
            if (marks is None or x.mark in marks) and (not mine or agree(x.scopes, mine))
        ]

    def all_done(self, start: int) -> bool:
        """Whether everything was done since the log had so many entries; of what several players
        did, something."""
        did: dict[int, bool] = {}
        for x in self.log[start:]:
            did[x.mark] = did.get(x.mark, False) or x.did
        return all(did.values())

    @property
    def shown(self) -> tuple[int, ...]:
        """The cards that were revealed or looked at last."""
        last = next((x.mark for x in reversed(self.way) if x.verb in SHOWING), None)
        return tuple(x.card for x in self.way if x.mark == last and x.verb in SHOWING)

    def key(self) -> tuple[Any, ...]:
        """All values in a fixed order."""
        return tuple(getattr(self, name) for name in Frame.__slots__)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


def agree(one: Scopes, other: Scopes) -> bool:
    """Whether two scopes are about the same player and round, as far as both say."""
    if one == other or not one or not other:
        return True
    known = dict(other)
    return all(known.get(mark, value) == value for mark, value in one)


def each_scopes(node: a.Each, player: int) -> Scopes:
    """The scopes of one player of an `Each`; where it is about players of another one before, what
    was done there for others does not count."""
    return tuple((mark, player) for mark in (a.mark_of(node), *a.bound_to(node)))


class Until(Named):
    """When something that lasts is over."""


class EndOfTurn(Until):
    """At the end of this turn."""

    tag = "turn"


class EndOfGame(Until):
    """Not before the game is."""

    tag = "game"


class AtMoment(Until):
    """At the start or the end of a player's turn, which comes after the turn of this number."""

    tag = "moment"
    point: str
    player: int
    after: int

    def comes(self, point: str, player: int, turn: int) -> bool:
        """Whether it is this moment of this player's turn."""
        return self.point == point and self.player == player and turn > self.after


class AtEvent(Until):
    """When something happens."""

    tag = "event"
    event: a.Event


class AfterConfrontation(Until):
    """At the end of a turn in which a Confrontation was announced."""

    tag = "kept"


TURN, GAME = EndOfTurn(), EndOfGame()


class Lasting(NamedTuple):
    """Something that goes on for a while: a changed cost, a trigger, a grant, a ban.

    `what` names it, `node` is the text it comes from, `until` when it ends. `number` is a value
    fixed when it began, `frame` what its words refer to, `serial` tells it from others.
    """

    what: str
    you: int
    source: int
    node: Any
    until: Until
    number: Any = 0
    player: int = -1
    frame: Frame | None = None
    serial: int = 0
