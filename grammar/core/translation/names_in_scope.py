"""What a text has named so far, and what a later word that speaks of it stands for.

A mark of the AST becomes a name of the core. Within the block in which it was bound the name is one
value; behind it, all values that it had there; in a later round of the same players, those that it
had in the rounds of that player (`theirs`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, TypeVar

from rules_check.grammar import ast as a
from rules_check.grammar.core import forms as c
from rules_check.grammar.core import rows
from rules_check.grammar.core.sorts import BEHIND, Sort
from rules_check.grammar.subjects import EACH_ONE

F = TypeVar("F", bound=c.Form)

YOU: Final = c.Var("you")
THIS: Final = c.Var("this")
ONE: Final = c.Number(1)
EVERYONE: Final = c.Group("everyone")
CARDS: Final = frozenset({Sort.CARD, Sort.CARDS})
YOURS: Final = frozenset(
    {a.PlayerKind.TEAMMATE, a.PlayerKind.YOU_OR_TEAMMATE, a.PlayerKind.YOU_AND_TEAMMATE}
)
"""Players who are no foes of yours."""
SINGLE: Final = frozenset({Sort.CARD, Sort.PLAYER, Sort.NUM, Sort.KIND})
LOCALS: Final = "xyzuvw"


class Untranslated(Exception):
    """A piece of a text for which there is no translation, and why."""

    def __init__(self, node: a.Node, why: str) -> None:
        super().__init__(f"{type(node).__name__}: {why}")
        self.node = node
        self.why = why
        self.at = a.hull(node)


class Meant(NamedTuple):
    """A value, and whether it may be several."""

    value: c.Value
    many: bool


class Who(NamedTuple):
    """Players who are meant; `picked`: one of them, who has to be chosen."""

    value: c.Value
    many: bool
    picked: bool = False


@dataclass(frozen=True, slots=True)
class Opened:
    """A block that is open; of a round of players: by which marks it is known, and who it is."""

    number: int
    marks: frozenset[int] = frozenset()
    player: c.Value | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """A name: its sort where it was bound, and the blocks that were open there."""

    name: str
    sort: Sort
    within: tuple[Opened, ...]
    rounds: tuple[tuple[frozenset[int], c.Value], ...] = ()
    """What is done for one player alone has no block: by which marks it is known, and who it is."""


@dataclass(frozen=True, slots=True)
class ActDone:
    """An act of the text that later words can speak of ("discarded this way")."""

    verb: a.Verb
    mark: int
    result: Named


@dataclass(frozen=True, slots=True)
class AttackOn:
    """The Attack that goes on: its name, at whom it is aimed, whether at all whom it could be
    aimed at, and whether at their teammates as well."""

    name: str
    aimed: c.Value
    at_all: bool
    and_mates: bool = False

    @property
    def targets(self) -> c.Value:
        """At whom it is aimed, also if they avoid it; teammates have words of their own."""
        return self.aimed if self.and_mates else attribute("targets", c.Var(self.name))

    @property
    def hit(self) -> c.Value:
        """Those of them who did not avoid it."""
        if self.and_mates:
            return without(self.aimed, attribute("avoided", c.Var(self.name)))
        return attribute("hit", c.Var(self.name))


@dataclass(slots=True)
class Picking:
    """The players whom somebody picks before the cards are chosen ("a card in a foe's hand")."""

    by: c.Value
    steps: list[c.Statement] = field(default_factory=list)
    picked: dict[a.Player, c.Value] = field(default_factory=dict)


class Translating(ABC):
    """What is known while a text is translated from its first to its last word."""

    def __init__(self, text: a.Node) -> None:
        nodes = list(a.walk(text))
        self.shows_all = any(isinstance(x, a.Show) and isinstance(x.what, a.Whole) for x in nodes)
        self.told_of = {
            mark
            for node in nodes
            if not isinstance(node, a.Ref) or node.kind is not a.RefKind.REST
            for mark in a.bound_to(node)
        }
        self.deeds_told = any(isinstance(x, a.ThisWay | a.Acted | a.DidTo) for x in nodes)
        self.of_yours = {
            a.mark_of(node) for node in nodes if isinstance(node, a.Each) and node.who.kind in YOURS
        }
        self.several = {a.mark_of(node) for node in nodes if _names_several(node)}
        self.with_this = {a.mark_of(node) for node in nodes if _names_this_too(node)}
        self.swapped = {a.mark_of(node) for node in nodes if isinstance(node, a.Swap)}
        self.of_each = {
            a.mark_of(node)
            for node in nodes
            if isinstance(node, a.Each) and node.who.kind in EACH_ONE
        }
        self.chooses_players = any(isinstance(node, a.ChoosePlayer) for node in nodes)
        self.spoken_of = {mark for node in nodes for mark in a.bound_to(node)}
        self.this_way = _verbs_this_way(nodes)
        self.scores = False  # whether it is worked out at the end of the game
        self.told_to = frozenset(_verbs_told(nodes))
        self.rest_is_told = any(
            isinstance(node, a.Ref) and node.kind in (a.RefKind.REST, a.RefKind.OTHER)
            for node in nodes
        )
        self.own: frozenset[type[a.Node]] = frozenset()
        self.taken: set[str] = {"you", "this", "paid"}
        self.single: set[str] = set()
        self.opened: tuple[Opened, ...] = ()
        self.blocks = 0
        self.depth = 0
        self.cards_of: dict[int, Named | Meant] = {}
        self.players_of: dict[int, Named | Who] = {}
        self.values_of: dict[int, Named] = {}
        self.results_of: dict[int, Named] = {}
        self.in_round: list[tuple[frozenset[int], c.Value]] = []
        self.acts: list[ActDone] = []
        self.moved: list[Named] = []
        self.moved_before: dict[int, int] = {}
        """How many of these had moved when the cards under a mark were named."""
        self.moved_whole: list[Named] = []
        """What was named before it was moved, all of it ("Discard them")."""
        self.actor: c.Value = YOU
        self.they: c.Value | None = None
        self.candidate: c.Value | None = None
        self.attack: AttackOn | None = None
        self.last_attack: str | None = None
        self.rounds: tuple[str, ...] = ()
        self.in_all_rounds: dict[int, c.Value] = {}
        self.lasts: c.Value | None = None
        self.standing = False
        self.appearance = False
        self.counting = False
        self.comparing = False
        self.one_of: tuple[a.Cards, c.Value] | None = None
        """The card of several with a number of which something is compared."""
        self.in_defense = False
        self.in_block = False
        self.faces_a_foe = False
        self.others_named = False
        self.picks_out = False
        self.at_an_end = False
        self.picking: Picking | None = None
        self.replaced: c.Value | None = None

    # ------------------------------------------------------------------ names

    def fresh(self, letter: str) -> str:
        """A new name."""
        number = 1
        while (name := letter if number == 1 else f"{letter}{number}") in self.taken:
            number += 1
        self.taken.add(name)
        return name

    @contextmanager
    def local(self) -> Iterator[c.Var]:
        """A name for each of some things, within one value."""
        turn, letter = divmod(self.depth, len(LOCALS))
        self.depth += 1
        try:
            yield c.Var(LOCALS[letter] + (str(turn + 1) if turn else ""))
        finally:
            self.depth -= 1

    @contextmanager
    def block(self, marks: Iterable[int] = (), player: c.Value | None = None) -> Iterator[None]:
        """Within a block of its own; of a round of players: for whom."""
        outer, rounds = self.opened, len(self.in_round)
        self.blocks += 1
        self.opened = (*outer, Opened(self.blocks, frozenset(marks), player))
        if player is not None:
            self.in_round.append((frozenset(marks), player))
        try:
            yield
        finally:
            self.opened = outer
            del self.in_round[rounds:]

    @contextmanager
    def for_player(
        self,
        player: c.Value,
        marks: Iterable[int] = (),
        *,
        acts: bool = False,
        is_you: bool = False,
    ) -> Iterator[None]:
        """With another player as the one who acts, or is looked at: whoever is looked at, or acts
        and is not you, is "they"."""
        actor, self.actor = self.actor, player
        they = self.they
        self.they = None if is_you or (acts and player == YOU) else player
        rounds = len(self.in_round)
        if marks:
            self.in_round.append((frozenset(marks), player))
        try:
            yield
        finally:
            self.actor, self.they = actor, they
            del self.in_round[rounds:]

    def named(self, letter: str, sort: Sort) -> Named:
        """A new name that is bound here."""
        blocks = {block.player for block in self.opened}
        alone = tuple(one for one in self.in_round if one[1] not in blocks)
        made = Named(self.fresh(letter), sort, self.opened, alone)
        if sort is Sort.CARD:
            self.single.add(made.name)
        return made

    def said(self, known: Named) -> Meant:
        """What a name stands for here."""
        shared = 0
        for one, other in zip(known.within, self.opened, strict=False):
            if one.number != other.number:
                break
            shared += 1
        var = c.Var(known.name)
        closed = known.within[shared:]
        if not closed:
            return self._of_whom(known, Meant(var, known.sort not in SINGLE))
        for block in reversed(closed):
            for marks, player in reversed(self.in_round):
                if block.marks & marks:
                    return Meant(c.Attribute("theirs", (var, player)), True)
        assert known.sort in BEHIND, known
        return Meant(var, True)

    def _of_whom(self, known: Named, meant: Meant) -> Meant:
        """Cards that were named for one player; where it goes on for a player who may be another
        one, only if it is the same."""
        for marks, player in known.rounds if known.sort in CARDS else ():
            now = next((who for others, who in reversed(self.in_round) if others & marks), player)
            if now != player:
                with self.local() as card:
                    same = compare("=", now, player)
                    meant = Meant(c.Filter(card.name, meant.value, same), True)
        return meant

    # ------------------------------------------------------------- what others do

    @abstractmethod
    def who(self, who: a.Player) -> Who:
        """The players whom a phrase means."""

    @abstractmethod
    def number(self, amount: a.Amount) -> c.Value:
        """How many."""

    @abstractmethod
    def noted(self, node: a.Node, marks: tuple[int, ...]) -> Meant:
        """The cards noted under marks, each once."""

    @abstractmethod
    def cards(self, what: a.Selection) -> Meant:
        """The cards that a phrase means, where nothing is chosen."""

    @abstractmethod
    def fits(
        self, card: c.Value, wanted: a.Filter, beside: Sequence[c.Value] = ()
    ) -> c.Value | None:
        """What a card has to be, by itself; None: anything."""

    @abstractmethod
    def condition(self, condition: a.Condition) -> c.Value:
        """Whether it is so."""

    @abstractmethod
    def passes(self, player: c.Value, test: a.PlayerTest, among: c.Value) -> c.Value:
        """Whether a player is such as a test says."""

    @abstractmethod
    def done(self, effect: a.Effect) -> list[c.Statement]:
        """What is done."""

    @abstractmethod
    def begins(self, effect: a.Effect) -> list[c.Statement]:
        """What begins now and lasts, or is waited for."""

    @abstractmethod
    def waits(self, effect: a.If) -> list[c.Statement] | None:
        """A condition that can still come true this turn; None: it is asked now."""

    @abstractmethod
    def window(self, window: a.Window) -> c.Value:
        """A stretch of time."""

    @abstractmethod
    def place(self, place: a.Place) -> c.Value:
        """A place where cards lie."""

    @abstractmethod
    def total(self, cards: c.Value) -> c.Value:
        """The costs of cards added up."""

    @abstractmethod
    def how_many(self, cards: a.Cards) -> c.Value:
        """How many such cards there are."""

    @abstractmethod
    def so_many(self, cards: a.Cards, just: bool = False) -> c.Value:
        """Whether there are so many such cards as are told (`just`: and no more)."""

    @abstractmethod
    def so_many_did(self, verbs: Sequence[a.Verb], cards: a.Selection, player: c.Value) -> c.Value:
        """Whether a player did that to so many such cards in this text."""


def _names_several(node: a.Node) -> bool:
    """Whether an effect names cards of two places, or more than one of one place."""
    if not isinstance(node, a.Move | a.Show | a.Choose | a.Play):
        return False
    what, one = node.what, (a.Exactly(a.ONE), a.UpTo(a.ONE))
    return isinstance(what, a.Both) or (isinstance(what, a.Cards) and what.quantity not in one)


def _names_this_too(node: a.Node) -> bool:
    """Whether an effect names this card and others beside it."""
    what = getattr(node, "what", None)
    return isinstance(what, a.Both) and a.THIS in (what.first, what.second)


def _verbs_told(nodes: Iterable[a.Node]) -> Iterator[a.Verb]:
    """The verbs that a text tells somebody to do."""
    for node in nodes:
        if isinstance(node, a.Move | a.Show):
            yield node.verb
            if node.verb is a.Verb.PASS:
                yield a.Verb.RECEIVE
        elif isinstance(node, a.Play):
            yield a.Verb.PLAY
        elif isinstance(node, a.Choose | a.ChoosePlayer):
            yield a.Verb.CHOOSE
        elif isinstance(node, a.Swap):
            yield a.Verb.SWAP


def _verbs_this_way(nodes: Iterable[a.Node]) -> frozenset[a.Verb]:
    """The verbs of which a text says that they were done "this way"."""
    found: set[a.Verb] = set()
    for node in nodes:
        match node:
            case a.ThisWay(verb, None):
                found.add(verb)
            case a.DidTo(verbs):
                found.update(verbs)
            case a.HighestCost(verb):
                found.add(verb)
            case a.PlayersDid(effect=a.Move(verb=verb)):
                found.add(verb)
            case _:
                pass
    return frozenset(found | ({a.Verb.PASS} if a.Verb.RECEIVE in found else set()))


# ------------------------------------------------------------------------- shorthand


def is_open(name: str) -> c.Setting:
    """A setting that a book has to settle."""
    return c.Setting(name, "", c.Filled.OPEN, rows.SETTINGS[name].question)


def by_words(name: str, answer: str) -> c.Setting:
    """A setting that the words of a text settle."""
    return c.Setting(name, answer, c.Filled.SAID)


def by_default(name: str, answer: str) -> c.Setting:
    """A setting that is always so for such words."""
    return c.Setting(name, answer, c.Filled.DEFAULT)


def told(form: F, node: a.Node) -> F:
    """A form said by the words of a node, if it has none of its own."""
    at = a.place_of(node)
    return form if form.at is not None or at is None else replace(form, at=at)


def attribute(row: str, *of: c.Value) -> c.Attribute:
    """What something has."""
    return c.Attribute(row, of)


def compare(op: str, left: c.Value, right: c.Value) -> c.Compare:
    """A comparison."""
    return c.Compare(op, left, right)


def count(of: c.Value) -> c.Value:
    """How many there are."""
    return c.Fold("count", of)


def is_so(of: Iterable[c.Value | None]) -> c.Value | None:
    """All of these conditions; None: nothing is asked."""
    return _joined("and", [one for one in of if one is not None])


def one_so(of: Iterable[c.Value]) -> c.Value:
    """One of these conditions."""
    made = _joined("or", list(of))
    assert made is not None
    return made


def all_so(*of: c.Value) -> c.Value:
    """All of these conditions."""
    made = _joined("and", list(of))
    assert made is not None
    return made


def _joined(op: str, of: list[c.Value]) -> c.Value | None:
    flat: list[c.Value] = []
    for one in of:
        flat += one.of if isinstance(one, c.Logic) and one.op == op else [one]
    flat = list(dict.fromkeys(flat))
    if len(flat) < 2:
        return flat[0] if flat else None
    return c.Logic(op, tuple(flat))


def not_so(of: c.Value) -> c.Value:
    """The condition does not hold."""
    return c.Logic("not", (of,))


def both(first: c.Value, *others: c.Value) -> c.Value:
    """Lists put together, one or more."""
    for other in others:
        first = c.Join(c.SetOp.WITH, first, other)
    return first


def without(first: c.Value, *others: c.Value) -> c.Value:
    """A list without others."""
    for other in others:
        first = c.Join(c.SetOp.WITHOUT, first, other)
    return first
