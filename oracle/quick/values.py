"""Values as functions: what each form of a value is now, a function a form.

`value` makes the function once, when a card is read; it is called with the state and the text that
is carried out. What a name is (cards, players, numbers) is known from the sorts of the core.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias, assert_never

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import is_name, is_row
from rules_check.grammar.core.beside import conditions, needs_all
from rules_check.grammar.core.checker import START, sort_of
from rules_check.grammar.core.sorts import MEMBER, Sort
from rules_check.oracle.quick.reading import bound_in, only_of
from rules_check.oracle.quick.standing import (
    changed,
    controlled,
    is_as_printed,
    items,
    labels_of,
)
from rules_check.oracle.quick.state import (
    DECLINED,
    DONE,
    NOT_DONE,
    Act,
    Aimed,
    Becomes,
    Fact,
    Frame,
    Outcome,
    Pattern,
    Round,
    Run,
    Standing,
    State,
    Zones,
    bound,
    in_any,
)
from rules_check.oracle.values.switches import AS_USUAL, STANDARD, Switches
from rules_check.oracle.values.ways import Way
from rules_check.oracle.values.zones import (
    CHARACTERS,
    DECK,
    DISCARD,
    HAND,
    PARKED,
    PER_PLAYER,
    PLAY,
    SCORE,
)

SHOWING: Final = ("reveal", "look", "choose")
"""What leaves a card where it is."""


class Read(NamedTuple):
    """How a book is read, as far as that decides which functions its texts become."""

    assist_confrontation: str = STANDARD["assist_confrontation"]
    assist_decider: str = STANDARD["assist_decider"]
    assist_time: str = STANDARD["assist_time"]
    empty_main_deck: str = STANDARD["empty_main_deck"]
    gained_card: str = STANDARD["gained_card"]
    negative_vp: str = STANDARD["negative_vp"]
    no_type: str = STANDARD["no_type"]
    options: str = STANDARD["options"]
    super_villain_type: str = STANDARD["super_villain_type"]
    use_timing: str = STANDARD["use_timing"]


@dataclass(frozen=True, slots=True)
class Book:
    """What the book of a card counts as what."""

    buy_gains: bool = False
    defeat_gains: bool = False
    defeat_buys: bool = False
    reads: Read = field(default_factory=Read)
    """How it is read."""
    noting: Callable[[c.Form, Way], None] | None = None
    """Who wants to know which way the forms of a text go."""


def counting_of(said: Mapping[str, Any], reads: Switches = AS_USUAL) -> Book:
    """What the parameters of a book say about counting, as the book is read."""
    return Book(
        bool(said.get("gain.includes_buy")),
        bool(said.get("gain.includes_defeat")) and reads.defeat_is_gain != "no",
        said.get("opponent.kind") != "characters",
        Read(*(getattr(reads, name) for name in Read._fields)),
    )


@dataclass(slots=True)
class Scope:
    """What is known of a text while it is read: the sorts of its names, its book."""

    book: Book = field(default_factory=Book)
    names: dict[str, Sort] = field(default_factory=lambda: dict(START))
    made: list[Standing] = field(default_factory=list)
    """What stands or may come to stand by the texts of a card, in the order of the texts."""
    remembers: bool = False
    """Whether the text asks what it has done so far, but for what it has a name for."""
    statement: c.Statement | None = None
    """The statement that is read."""

    def sort(self, form: c.Value) -> Sort | None:
        """The sort of a value, if it can be told. A name that it binds itself is another one."""
        inside = bound_in(form)
        known = {name: sort for name, sort in self.names.items() if name not in inside}
        try:
            return sort_of(form, known)
        except ValueError:
            return None

    def member(self, form: c.Value) -> Sort | None:
        """The sort of what is in a value."""
        found = self.sort(form)
        return None if found is None else MEMBER.get(found, found)

    def is_of(self, form: c.Value, sort: Sort) -> bool:
        """Whether a value is of a sort, or a list of it."""
        return self.member(form) is sort or self.sort(form) is sort

    def bind(self, name: str, sort: Sort | None) -> None:
        """A name is known from here on."""
        if name and sort is not None:
            self.names[name] = sort


def value(form: c.Value, scope: Scope) -> Run:
    """A value as a function. A list is a list, a card that is not there is None."""
    if isinstance(form, c.Condition):
        return condition(form, scope)
    if isinstance(form, c.Pattern):
        raise ValueError("an event is no value")
    if isinstance(form, c.Window):
        raise ValueError("a stretch of time is no value")
    match form:
        case c.Var():
            return variable(form.name)
        case c.Number(number):
            return lambda s, f: number
        case c.Kind(name):
            return lambda s, f: name
        case c.Several(several):
            each = [value(one, scope) for one in several]
            return lambda s, f: [one(s, f) for one in each]
        case c.Place():
            return place(form, scope)
        case c.Attribute():
            return attribute(form, scope)
        case c.Group():
            return group(form, scope)
        case c.Filter():
            return filtered(form, scope)
        case c.Collect():
            return collected(form, scope)
        case c.Fold(
            "sum", c.Collect(c.Attribute("cost", (c.Var(x),)), name, c.Place() as there)
        ) if x == name:
            return total_cost(form, there, scope)
        case c.Fold(row, of):
            return folded(row, value(of, scope))
        case c.Best():
            return best(form, scope)
        case c.Join():
            return joined(form, scope)
        case c.Ends():
            return ends(form, scope)
        case c.The():
            return the_only(form, scope)
        case c.Arithmetic(row, of):
            return reckoned(row, [value(one, scope) for one in of])
        case c.Conditional(test, then, otherwise):
            held = noted_test(form, value(test, scope), scope)
            return conditional(held, value(then, scope), value(otherwise, scope))
        case c.Quote():
            raise ValueError("a text cannot be quoted here")
        case c.Did():
            return did(form, scope)
        case _:
            assert_never(form)


def condition(form: c.Condition, scope: Scope) -> Run:
    """A condition as a function: whether it is so; None if it has no answer."""
    match form:
        case c.Compare():
            return compared(form, scope)
        case c.Logic():
            return logic(form, scope)
        case c.Quantified():
            return quantified(form, scope)
        case c.Status():
            return status(form, scope)
        case c.During(window):
            within = time_of(window, scope)
            return lambda s, f: within(s, f, s.turn)
        case _:
            assert_never(form)


def noted_test(form: c.Form, test: Run, scope: Scope) -> Run:
    """The condition of a form; who wants to know is told whether it held."""
    note = scope.book.noting
    if note is None:
        return test
    several = [(one, value(one, scope)) for one in conditions(form)]
    of_all = needs_all(form)

    def heard(s: State, f: Frame) -> Any:
        held = test(s, f)
        note(form, Way.HOLDS if held else Way.FAILS)
        if several:
            found = [one for one, so in several if bool(so(s, f)) is not of_all]
            if len(found) == 1:
                note(found[0], Way.BUT if of_all else Way.ONLY)
        return held

    return heard


# ------------------------------------------------------------------------- names


def variable(name: str) -> Run:
    """What a name stands for; behind its block all values that it had there."""
    if name == "you":
        return lambda s, f: f.you
    if name == "this":
        return lambda s, f: f.this

    def run(s: State, f: Frame) -> Any:
        names = f.names
        return names[name] if name in names else behind(f, name)

    return run


def behind(f: Frame, name: str) -> Any:
    """All values that a name had in blocks that are over, as far as they belong here."""
    kept = f.behind.get(name, ()) if f.behind is not None else ()
    return together(found for rounds, found in kept if agree(rounds, f.rounds))


def agree(one: Iterable[Round], other: Iterable[Round]) -> bool:
    """Whether two places in a text belong together: no repetition is in both in another round."""
    now = {loop: time for loop, time, _ in other}
    return all(now.get(loop, time) == time for loop, time, _ in one)


def together(values: Iterable[Any]) -> Any:
    """All values that a name had."""
    found = [x for x in values if x is not None]
    if found and isinstance(found[0], Aimed):
        return found[-1]
    if found and isinstance(found[0], Outcome):
        whole, bits = Outcome(), 0
        for one in found:
            whole.facts += one.facts
            whole.rounds.update(one.rounds)
            bits |= one.bits
        whole.bits = in_any(bits)
        return whole
    return [x for one in found for x in (one if type(one) is list else [one])]


def theirs(f: Frame, name: str, player: Any) -> Any:
    """What a name was in the rounds of a player."""
    kept = f.behind.get(name, ()) if f.behind is not None else ()
    return together(found for rounds, found in kept if any(who == player for _, _, who in rounds))


# ------------------------------------------------------------------------- places

OWN: Final = {
    "hand": HAND,
    "deck": DECK,
    "discard": DISCARD,
    "inplay": PLAY,
    "characters": CHARACTERS,
    "score": SCORE,
}
SHARED: Final[dict[str, Callable[[State], int]]] = {
    "main": lambda s: s.g.main_deck,
    "destroyed": lambda s: s.g.destroyed,
    "table": lambda s: s.g.on_table,
    "out": lambda s: s.g.removed,
}
IN_NO_TURN: Final = ("setup", "appearance", "end", "over")
"""Phases that are in nobody's turn."""


def place(form: c.Place, scope: Scope) -> Run:
    """A place; of several players, all of theirs. Where Super-Villains have no stack, a text looks
    for them in the Line-Up (HU-VX06 says so of one card). The card beside a Super Hero counts as a
    card in the Line-Up in the turn of its player (HU-VS05)."""
    row = form.row
    if row in SHARED:
        number = SHARED[row]
        return lambda s, f: Zones((number(s),))
    if row in PLACES:
        there = PLACES[row]
        return lambda s, f: there(s)
    assert form.of is not None
    whose = value(form.of, scope)
    if row in OWN:
        return own_zones(OWN[row], form.of, whose)
    of_cards = OF_CARDS[row]
    return lambda s, f: of_cards(s, f, items(s, whose(s, f)))


def own_zones(at: int, of: c.Value, whose: Run) -> Run:
    """A zone of one player, or of each of several."""

    def run(s: State, f: Frame) -> Zones:
        player = whose(s, f)
        if type(player) is int:
            return s.g.own_zones[player * PER_PLAYER + at]
        return Zones([one * PER_PLAYER + at for one in items(s, player)])

    def yours(s: State, f: Frame) -> Zones:
        return Zones(()) if f.you is None else s.g.own_zones[f.you * PER_PLAYER + at]

    return yours if of == c.Var("you") else run


def _line_up(s: State) -> Any:
    g = s.g
    if g.beside and s.phase not in IN_NO_TURN:
        return Zones((g.line_up, g.beside[s.active]))
    return Zones((g.line_up,))


def _super_stack(s: State) -> Any:
    g = s.g
    if g.hidden:
        if g.reads.hidden_villain == "nowhere":
            return []
        return [x for x in s.zones[g.line_up] if "Super-Villain" in g.kinds[x].titles]
    return Zones((g.boss,)) if g.boss >= 0 else Zones(())


PLACES: Final[dict[str, Callable[[State], Any]]] = {
    "lineup": _line_up,
    "superstack": _super_stack,
    "stacks": lambda s: Zones(s.g.stack_zones),
    "anywhere": lambda s: [card for cards in s.zones for card in cards],
}


def owned(s: State, player: int) -> list[int]:
    """The cards that are a player's, wherever they are."""
    base = player * PER_PLAYER
    zones = (HAND, DECK, DISCARD, PLAY, PARKED)
    here = [card for zone in zones for card in s.zones[base + zone]]
    lent = [card for card, owner in s.owners.items() if owner == player]
    return [card for card in (*here, *lent) if s.owner(card) == player]


def under(s: State, card: int) -> list[int]:
    """Where cards lie on or under a Character card; other cards have no such place."""
    owner = s.owner(card)
    if owner is None or not s.g.kinds[card].is_character:
        return []
    return [owner * PER_PLAYER + PARKED]


def origin(s: State, f: Frame, card: int) -> int:
    """Where a card goes back to: from where this text took it; where it was shown; its stack;
    its owner's hand."""
    here = s.where[card]
    for act in f.acts:
        if act.card == card and act.verb not in SHOWING:
            for x in s.facts[::-1]:
                if x.card == card and x.to == here and x.from_ != here:
                    if x.from_ is not None:
                        return x.from_
                    break
            break
    for one, _ in f.shown or ():
        if card == one:
            return here
    if s.g.boss >= 0 and any(x.card == card and x.from_ == s.g.boss for x in s.facts):
        return s.g.boss
    stack = s.g.stacks.get(s.g.kinds[card].name)
    if stack is not None:
        return stack
    whose = s.owner(card)
    if whose is None:
        whose = s.active if f.you is None else f.you
    return whose * PER_PLAYER + HAND


OF_CARDS: Final[dict[str, Callable[[State, Frame, list[Any]], Any]]] = {
    "controlled": lambda s, f, whose: [card for p in whose for card in controlled(s, p)],
    "owned": lambda s, f, whose: [card for p in whose for card in owned(s, p)],
    "under": lambda s, f, whose: Zones([zone for card in whose for zone in under(s, card)]),
    "stack": lambda s, f, whose: Zones([s.g.stacks.get(name, -1) for name in whose]),
    "lay": lambda s, f, whose: Zones([s.where[card] for card in whose[:1]]),
    "origin": lambda s, f, whose: Zones([origin(s, f, card) for card in whose[:1]]),
}
"""Places of players, cards or kinds. A stack that is not there is -1."""


# ------------------------------------------------------------------------- players


def group(form: c.Group, scope: Scope) -> Run:
    """Players by how they sit to one."""
    row = form.row
    if row in OF_NOBODY:
        return OF_NOBODY[row]
    if form.of is None:
        raise ValueError(f"no group {row}")
    whose = value(form.of, scope)
    if row in ("left", "right"):
        return lambda s, f: beside(s, f, row, items(s, whose(s, f)))

    def run(s: State, f: Frame) -> list[int]:
        player = whose(s, f)
        if type(player) is int:
            return sat(s, f, row, player)
        found = items(s, player)
        return list(dict.fromkeys(p for one in found for p in sat(s, f, row, one)))

    return run


def everyone(s: State, f: Frame) -> list[int]:
    """All players in turn order, beginning with who plays the card."""
    first = f.you if f.player is None or s.g.counts_from_you else f.player
    return list(s.from_on(s.active if first is None or first not in s.order else first))


OF_NOBODY: Final[dict[str, Run]] = {
    "everyone": everyone,
    "nobody": lambda s, f: [],
    "active": lambda s, f: s.active,
    "attacker": lambda s, f: s.attacks[-1].attacker if s.attacks else s.active,
    "attacked": lambda s, f: f.attacked,
    "confronted": lambda s, f: [] if s.confronted is None else [s.confronted],
}


def beside(s: State, f: Frame, row: str, found: list[int]) -> int | None:
    """Who sits to the left or right of the first of them."""
    return next((p for player in found[:1] for p in sat(s, f, row, player)), None)


def sat(s: State, f: Frame, row: str, player: int) -> list[int]:
    """Who sits so to one player, in turn order beginning there; of foes and others beginning with
    who plays the card (CONF-RE01, HU-RE01). The next in turn order sits to the left."""
    played = f.player is not None and player == f.you and not s.g.counts_from_you
    first = f.player if played and f.player is not None else player
    after = s.from_on(first if row in ("foes", "others") else player)
    if s.g.sits_otherwise:
        after = as_seated(s, row, player, first) or after
    team = s.g.teams[player]
    match row:
        case "foes":
            return [p for p in after if p not in team]
        case "team":
            return [p for p in after if p in team]
        case "mates":
            return [p for p in after if p in team and p != player]
        case "others":
            return [p for p in after if p != player]
        case "guarded":
            return guarded(s, player, [p for p in after if p in team])
        case "left":
            return list(after[1:2])
        case "right":
            return list(after[-1:]) if len(after) > 1 else []
        case "facing":
            return facing(s, f, player)
        case _:
            raise ValueError(f"no group {row}")


SEATS: Final = (0, 2, 3, 1)
"""Two teams at a table: partners sit side by side, and the foe across comes second."""


def seating(s: State) -> tuple[int, ...]:
    """The players as they sit, clockwise (`turn_order`, `affected`, `neighbours`)."""
    return SEATS if s.g.rules["teams"] and s.g.players == len(SEATS) else s.order


def clockwise(s: State, first: int) -> tuple[int, ...]:
    """The players still in the game as they sit, beginning with one of them."""
    seats = seating(s)
    at = seats.index(first)
    return s.still_in(seats[at:] + seats[:at])


def as_seated(s: State, row: str, player: int, first: int) -> tuple[int, ...]:
    """The players clockwise where neighbours, or the foes that a text affects, are told by how they
    sit; none where it is the turn order that counts."""
    reads = s.g.reads
    of_seats = row in ("left", "right") and reads.neighbours == "seats"
    of_foes = row == "foes" and first == player and reads.affected == "seats"
    return clockwise(s, player) if of_seats or of_foes else ()


def guarded(s: State, player: int, team: list[int]) -> list[int]:
    """Whose cost a player can raise by a Block; `blocks_by`: anybody's."""
    if s.g.reads.blocks_by == "anyone" and s.confronted is not None:
        return [*s.from_on(s.confronted)]
    return team if s.g.shared_block else [player]


def facing(s: State, f: Frame, player: int) -> list[int]:
    """The foe whom the situation gives: of this text, else who is Confronted, else the only one."""
    foes = sat(s, f, "foes", player)
    if f.that is not None:
        return [f.that] if f.that not in s.out else []
    if s.confronted is not None and s.confronted not in s.g.teams[player]:
        return [p for p in foes if p == s.confronted]
    return foes if len(foes) == 1 else []


# ------------------------------------------------------------------------- lists and numbers


def filtered(form: c.Filter, scope: Scope) -> Run:
    """Those of whom the test holds."""
    source, own = value(form.source, scope), of_yours(form.source)
    scope.bind(form.name, scope.member(form.source))
    test = test_of(form.test, form.name, scope)
    sieve = sieve_of(form.test, form.name) if is_of_cards(form.source) else None

    def run(s: State, f: Frame) -> list[Any]:
        there: Any
        if own is not None and f.you is not None:
            there = s.zones[f.you * PER_PLAYER + own]
        else:
            there = source(s, f)
            if type(there) is not list:
                there = items(s, there)
        if not there:
            return []
        if sieve is not None:
            return sieve(s, f, there)
        return [one for one in there if test(s, f, one)]

    return run


def of_yours(form: c.Value) -> int | None:
    """Which of your own zones a place is."""
    match form:
        case c.Place(row, c.Var("you")) if row in OWN:
            return OWN[row]
        case _:
            return None


def is_of_cards(form: c.Value) -> bool:
    """Whether a list has nothing in it but cards: those that lie somewhere, or of events."""
    return isinstance(form, c.Place) or is_row(form, "cards")


def collected(form: c.Collect, scope: Scope) -> Run:
    """The values of each of them in one list, as often as they come."""
    source = value(form.source, scope)
    scope.bind(form.name, scope.member(form.source))
    each, name = value(form.value, scope), form.name

    def run(s: State, f: Frame) -> list[Any]:
        found: list[Any] = []
        for one in items(s, source(s, f)):
            it = bound(s, f, name, one, each)
            if type(it) is int:
                found.append(it)
            else:
                found += items(s, it)
        return found

    return run


def _greatest(found: list[Any]) -> Any:
    return max(found, default=0)


def _least(found: list[Any]) -> Any:
    return min(found, default=0)


def _distinct(found: list[Any]) -> list[Any]:
    different: list[Any] = []
    for one in found:
        if one not in different:
            different.append(one)
    return different


FOLDS: Final[dict[str, Callable[[list[Any]], Any]]] = {
    "count": len,
    "sum": sum,
    "max": _greatest,
    "min": _least,
    "distinct": _distinct,
}


def folded(row: str, of: Run) -> Run:
    """One number or list of many."""
    fold = FOLDS[row]

    def run(s: State, f: Frame) -> Any:
        found = of(s, f)
        return fold(found if type(found) is list else items(s, found))

    return run


def total_cost(form: c.Fold, there: c.Place, scope: Scope) -> Run:
    """What all cards in a place cost together."""
    zones, run = value(there, scope), folded("sum", value(form.of, scope))

    def total(s: State, f: Frame) -> Any:
        found = s.total_cost(zones(s, f))
        return run(s, f) if found is None else found

    return total


def best(form: c.Best, scope: Scope) -> Run:
    """Those with the most, or the least: all that are tied."""
    source = value(form.source, scope)
    scope.bind(form.name, scope.member(form.source))
    rank, name, top_of = value(form.value, scope), form.name, max if form.most else min
    note, whose_is = scope.book.noting, player_of(scope.member(form.source))

    def run(s: State, f: Frame) -> list[Any]:
        ranked = [(bound(s, f, name, one, rank), one) for one in items(s, source(s, f))]
        known = [(number, one) for number, one in ranked if number is not None]
        if not known:
            return []
        top = top_of(number for number, _ in known)
        found = [one for number, one in known if number == top]
        if note is not None:
            note(form, Way.TIED if len(found) > 1 else Way.RUN)
            if len(known) > len(found) == 1 and (who := whose_is(s, found[0])) is not None:
                note(form, Way.YOURS if who == f.you else Way.THEIRS)
        return found

    return run


def player_of(sort: Sort | None) -> Callable[[State, Any], int | None]:
    """The player that one of several is, or by whom it was done; none if they are cards, say."""
    if sort is Sort.PLAYER:
        return lambda _, one: int(one)
    if sort is Sort.EVENT:
        return lambda _, one: one.by
    return lambda _, one: None


def joined(form: c.Join, scope: Scope) -> Run:
    """Both lists: a card, player or kind of both is there once, numbers are as often as they come;
    or the one without the other."""
    left, right = value(form.left, scope), value(form.right, scope)
    numbers = scope.is_of(form.right, Sort.NUM)
    match form.op:
        case c.SetOp.WITHOUT:

            def without(s: State, f: Frame) -> list[Any]:
                gone, there = right(s, f), left(s, f)
                if type(gone) is not list:
                    gone = items(s, gone)
                if type(there) is not list:
                    there = items(s, there)
                return [x for x in there if x not in gone] if gone else [*there]

            return without
        case c.SetOp.WITH:

            def both(s: State, f: Frame) -> list[Any]:
                first, more = items(s, left(s, f)), items(s, right(s, f))
                if numbers:
                    return [*first, *more]
                return [*first, *[x for x in more if x not in first]] if more else [*first]

            return both
        case _:
            assert_never(form.op)


def ends(form: c.Ends, scope: Scope) -> Run:
    """So many cards from one end; on top of the Super-Villain stack is only what lies face up
    (HU-SV03), and where there is no stack any of those in the Line-Up."""
    number, of = value(form.number, scope), value(form.of, scope)
    of_stack = form.of == c.Place("superstack")
    bottom = form.end is c.End.BOTTOM
    told = form.number.value if isinstance(form.number, c.Number) else None

    def run(s: State, f: Frame) -> list[Any]:
        many = told if told is not None else number(s, f) or 0
        if many < 0:
            many = 0
        cards = of(s, f)
        if type(cards) is not list:
            if not bottom and type(cards) is Zones and len(cards) == 1:
                return list(s.zones[cards[0]][:many])
            cards = items(s, cards)
        if bottom:
            return cards[len(cards) - many :] if many < len(cards) else cards
        return cards[:many]

    def of_villains(s: State, f: Frame) -> list[Any]:
        many = number(s, f) or 0
        cards = items(s, of(s, f))
        if many <= 0 or s.g.hidden:
            return cards if many > 0 else []
        if bottom:
            return cards[-many:]
        return [card for card in cards[:1] if card == s.face_up]

    return of_villains if of_stack else run


def the_only(form: c.The, scope: Scope) -> Run:
    """The only one; if several are tied, what the setting says (open: all of them; HU-K13 says
    nobody)."""
    of, tie = value(form.of, scope), form.answer("tie")

    def run(s: State, f: Frame) -> Any:
        found = items(s, of(s, f))
        if len(found) <= 1:
            return found[0] if found else None
        match tie:
            case "nobody":
                return []
            case "first":
                return found[0]
            case _:
                return found

    return run


def _half_up(a: Any) -> Any:
    return (a + 1) // 2


RECKONED: Final[dict[str, Callable[..., Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "div": operator.floordiv,
    "half_up": _half_up,
    "half_down": lambda a: a // 2,
    "atleast": max,
    "atmost": min,
    "odd": lambda a: a % 2 == 1,
    "even": lambda a: a % 2 == 0,
}


def reckoned(row: str, of: list[Run]) -> Run:
    """Numbers of numbers; of what is not there, nothing is known."""
    reckon = RECKONED[row]

    def run(s: State, f: Frame) -> Any:
        found = [one(s, f) for one in of]
        for one in found:
            if one is None:
                return None
        return reckon(*found)

    return run


def conditional(test: Run, then: Run, otherwise: Run) -> Run:
    """One value or the other."""
    return lambda s, f: then(s, f) if test(s, f) else otherwise(s, f)


# ------------------------------------------------------------------------- attributes


def attribute(form: c.Attribute, scope: Scope) -> Run:
    """What a card, player, event, result or the table has, as the book is read."""
    found = attribute_of(form, scope)
    of_card = form.row == "vp" and not scope.is_of(form.of[0], Sort.PLAYER)
    if of_card and scope.book.reads.negative_vp == "is_zero":
        return not_below_zero(found)
    return found


def attribute_of(form: c.Attribute, scope: Scope) -> Run:
    """What a card, player, event, result or the table has. Of several cards it is what all of them
    have; where they differ, it is not there."""
    row = form.row
    if row == "theirs":
        name, whose = form.of
        assert isinstance(name, c.Var)
        of_whom, named = value(whose, scope), name.name
        return lambda s, f: theirs(f, named, of_whom(s, f))
    of = [value(one, scope) for one in form.of]
    if row == "apart" and scope.book.reads.no_type == "like_a_type":
        return lambda s, f: _apart(s, of[0](s, f), none=("",))
    if row == "untaken":
        cards, statement = of[0], scope.statement
        return lambda s, f: untaken(f, statement, items(s, cards(s, f)))
    if row in OF_EVENTS:
        return of_event(row, form.of[0], of[0])
    if row in OF_TABLE:
        return of_table(OF_TABLE[row], of)
    if row == "vp" and scope.sort(form.of[0]) in (Sort.PLAYER, Sort.PLAYERS):
        return of_one(of, lambda s, f, player: s.vp[player])
    match form.as_of:
        case c.AsOf.NOW:
            now = PRINTED[row]
            if row == "price" or row == "toll":
                payer = of[1]
                return of_one(of[:1], lambda s, f, card: changed_of(s, row, now, card, payer(s, f)))
            return of_one_now(row, form.of[0], of[0], now)
        case c.AsOf.PRINTED:
            printed = PRINTED[row]
            return of_one(of[:1], lambda s, f, it: printed(s, it))
        case c.AsOf.THEN if row == "place":
            return of_one(of, came_from)
        case c.AsOf.THEN:
            raise ValueError(f"nobody remembers the {row} of a card")
        case _:
            assert_never(form.as_of)


def not_below_zero(of: Run) -> Run:
    """What a card is worth, where less than nothing counts as nothing."""

    def run(s: State, f: Frame) -> Any:
        found = of(s, f)
        return None if found is None else max(found, 0)

    return run


def of_event(row: str, of: c.Value, it: Run) -> Run:
    """What an event has; mostly of one that has a name."""
    read = OF_EVENTS[row]
    at = IN_FACT.get(row)
    name = of.name if isinstance(of, c.Var) else ""
    if at is None or not name:
        return lambda s, f: read(s, it(s, f))

    def run(s: State, f: Frame) -> Any:
        if name in f.names and type(found := f.names[name]) is Fact:
            return found[at]
        return read(s, it(s, f))

    return run


IN_FACT: Final = {
    **{row: Fact._fields.index(row) for row in ("by", "card", "to", "whom", "cause", "source")},
    "from": Fact._fields.index("from_"),
}
"""Where in a fact an attribute stands."""


def changed_of(s: State, row: str, now: Callable[[State, int], Any], card: int, payer: int) -> Any:
    """What a card costs a player."""
    return changed(s, row, (card, payer), now(s, card))


def of_table(read: Callable[..., Any], of: list[Run]) -> Run:
    """Something that the table has, or what has come about."""

    def run(s: State, f: Frame) -> Any:
        found = [one(s, f) for one in of]
        return None if found and found[0] is None else read(s, *found)

    return run


def of_one(of: list[Run], read: Callable[[State, Frame, Any], Any]) -> Run:
    """What one card or player has, or all of several."""
    (one,) = of

    def run(s: State, f: Frame) -> Any:
        it = one(s, f)
        kind = type(it)
        if kind is int:
            return read(s, f, it)
        if it is None:
            return None
        if kind is not list and kind is not Zones:
            return read(s, f, it)
        found = [read(s, f, x) for x in items(s, it)]
        return found[0] if found and all(x == found[0] for x in found) else None

    return run


def of_one_now(row: str, form: c.Value, one: Run, now: Callable[[State, Any], Any]) -> Run:
    """What one card or player has now, or all of several."""
    many = of_one([one], lambda s, f, it: changed(s, row, (it,), now(s, it)))
    can_change = row in CHANGED
    if form == c.Var("you") and not can_change:
        return lambda s, f: None if f.you is None else now(s, f.you)
    if row in PRINTED_ON_CARDS:
        return printed_now(row, one, many)

    def run(s: State, f: Frame) -> Any:
        it = one(s, f)
        if type(it) is not int:
            return many(s, f) if it is not None else None
        found = now(s, it)
        return changed(s, row, (it,), found) if can_change and row in s.g.changeable else found

    return run


def printed_now(row: str, one: Run, many: Run) -> Run:
    """What one card has now of what is printed on it, or all of several."""
    can_change = row in CHANGED

    def run(s: State, f: Frame) -> Any:
        it = one(s, f)
        if type(it) is not int:
            return many(s, f) if it is not None else None
        g = s.g
        found = g.printed[row][it]
        return changed(s, row, (it,), found) if can_change and row in g.changeable else found

    return run


def came_from(s: State, f: Frame, card: int) -> int:
    """Where a card lay before this text moved it."""
    for x in f.acts:
        if x.card == card and x.verb not in SHOWING:
            return s.where[card] if x.from_ is None else x.from_
    return s.where[card]


def untaken(f: Frame, statement: c.Statement | None, cards: list[int]) -> list[int]:
    """Those of the cards that this statement has not taken yet, in another round."""
    if f.taken is None or statement is None:
        return cards
    taken = f.taken.get(statement, ())
    return [card for card in cards if card not in taken]


def price_of(s: State, card: int, player: int) -> Any:
    """What a player pays to buy a card: never less than nothing."""
    kind = s.g.kinds[card]
    price = kind.cost
    if kind.own_price or not is_as_printed(s, "price"):
        price = changed(s, "price", (card, player), price)
    return max(price, 0)


def cost_of(s: State, card: int) -> Any:
    """The cost of a card as texts see it."""
    return changed(s, "cost", (card,), s.g.kinds[card].cost)


def types_of(s: State, card: int) -> list[str]:
    """The card types of a card now."""
    found: list[str] = changed(s, "types", (card,), s.g.kinds[card].types)
    return found


def cost_to_defeat(s: State, card: int, player: int) -> Any:
    """The Power that a player needs to defeat a Character or a Super-Villain."""
    g = s.g
    character, found = g.is_character[card], g.printed["cost"][card]
    if character:
        if not is_as_printed(s, "cost"):
            found = changed(s, "cost", (card,), found)
    elif "price" in g.changeable:
        found = changed(s, "price", (card, player), found)
    elif "toll" not in g.changeable:
        return found
    if not is_as_printed(s, "toll"):
        found = found + changed(s, "toll", (card, player), 0)
    return found if character else max(found, 0)


def character_of(s: State, player: int) -> int | None:
    """The Character card on top of a player's stack; while an event is looked at that took it
    away, it is still that one."""
    stack = player * PER_PLAYER + CHARACTERS
    if s.moment is not None and s.moment.from_ == stack:
        return s.moment.card
    cards = s.zones[stack]
    return cards[0] if cards else None


def _owner(s: State, card: int) -> int | None:
    """To whom a card belongs, or belonged before it went to a place of nobody's."""
    found = s.owner(card)
    if found is not None:
        return found
    whose = s.g.zone_player
    had = [
        p
        for x in s.facts
        if x.card == card and x.from_ is not None and (p := whose[x.from_]) is not None
    ]
    return had[-1] if had else None


def _controllers(s: State, card: int) -> list[int]:
    player = s.g.zone_player[s.where[card]]
    return [] if player is None else [player]


PRINTED: Final[dict[str, Callable[[State, Any], Any]]] = {
    "cost": lambda s, card: s.g.kinds[card].cost,
    "price": lambda s, card: s.g.kinds[card].cost,
    "toll": lambda s, card: 0,
    "vp": lambda s, card: s.g.kinds[card].vp,
    "gives": lambda s, card: s.g.kinds[card].gives,
    "level": lambda s, card: s.g.kinds[card].level,
    "types": lambda s, card: s.g.kinds[card].types,
    "titles": lambda s, card: list(s.g.kinds[card].titles),
    "keywords": labels_of,
    "name": lambda s, card: s.g.kinds[card].name,
    "namewords": lambda s, card: [s.g.kinds[card].name],
    "face": lambda s, card: "up",
    "owner": _owner,
    "controllers": _controllers,
    "place": lambda s, card: s.where[card],
    "text": lambda s, card: list(s.g.kinds[card].texts),
    "power": lambda s, player: s.power[player],
    "newhand": lambda s, player: s.g.hand_size,
    "character": character_of,
}
"""Attributes of one card or player, before any text changes them."""
CHANGED: Final = frozenset("face text controllers types titles keywords cost vp newhand".split())
"""Those that texts can change, and that are worked out; Power is given."""


PRINTED_ON_CARDS: Final = frozenset("cost vp gives level types titles name namewords".split())
"""Those that are printed on cards (`Game.printed`)."""


def _apart(s: State, cards: Any, *, none: tuple[str, ...] = ()) -> list[int]:
    """As many cards as can be that have a card type, no two the same. `none`: what no card type
    counts as."""
    found: list[int] = []
    taken: set[str] = set()
    for card in sorted(items(s, cards), key=lambda card: len(types_of(s, card))):
        own = set(types_of(s, card) or none)
        if own and not own & taken:
            found.append(card)
            taken |= own
    return found


def _stacked(s: State, name: str) -> bool:
    return name in s.g.stacks


OF_TABLE: Final[dict[str, Callable[..., Any]]] = {
    "lineup_size": lambda s: changed(s, "lineup_size", (), s.g.line_up_size),
    "first_player": lambda s: s.order[0],
    "labels": lambda s, text: list(text.labels),
    "hit": lambda s, attack: attack.hit,
    "avoided": lambda s, attack: list(attack.avoided),
    "targets": lambda s, attack: list(attack.targets),
    "apart": _apart,
    "numbers": lambda s, first, last: list(range(first, last + 1)),
    "stacked": _stacked,
    "all_types": lambda s: list(s.g.rules["types"]),
    "all_names": lambda s: list(dict.fromkeys(s.printed_there("name"))),
    "all_costs": lambda s: sorted({*s.printed_there("cost")}),
    "attack_now": lambda s: s.attacks[-1] if s.attacks else Aimed(None, None, []),
    "attack_card": lambda s: s.attacks[-1].card if s.attacks else None,
    "colors": lambda s, *of: [],
    "marks": lambda s, *of: [],
}
"""Attributes of the table, and of what has come about."""


def facts_of(s: State, it: Any) -> list[Fact]:
    """What happened: of whole acts, all that they are made of."""
    if type(it) is Fact:
        return [it]
    there: list[Any] = it if type(it) is list else items(s, it)
    if Act not in map(type, there):
        return there
    found: list[Fact] = []
    for one in there:
        found += one if type(one) is Act else [one]
    return found


def cards_of(facts: list[Fact]) -> list[int]:
    """The cards to which something happened."""
    return [x[2] for x in facts if x[2] is not None]


def _of_fact(name: str) -> Callable[[State, Any], Any]:
    read = operator.attrgetter(name)

    def run(s: State, it: Any) -> Any:
        if type(it) is Fact:
            return read(it)
        found = facts_of(s, it)
        return read(found[0]) if found and type(found[0]) is Fact else None

    return run


def _whose(s: State, it: Any) -> int | None:
    found = items(s, it)
    if not found:
        return None
    first: Fact = found[0]
    had = None if first.from_ is None else s.g.zone_player[first.from_]
    return first.by if had is None else had


OF_EVENTS: Final[dict[str, Callable[[State, Any], Any]]] = {
    **{row: _of_fact(row) for row in ("by", "whom", "card", "source", "to", "cause")},
    "from": _of_fact("from_"),
    "whose": _whose,
    "amount": lambda s, it: sum(fact.amount for fact in facts_of(s, it)),
    "cards": lambda s, it: cards_of(facts_of(s, it)),
    "whos": lambda s, it: list(dict.fromkeys(x.by for x in facts_of(s, it) if x.by is not None)),
}
"""Attributes of what happened."""


# ------------------------------------------------------------------------- conditions


def logic(form: c.Logic, scope: Scope) -> Run:
    """And: one that is false decides it; or: one that is true does; a condition about a card that
    is not there is neither (None)."""
    of = [value(one, scope) for one in form.of]
    match form.op:
        case "and":
            return all_of_these(of)
        case "or":
            return one_of_these(of)
        case _:
            inner = of[0]

            def negated(s: State, f: Frame) -> bool | None:
                held = inner(s, f)
                return None if held is None else not held

            return negated


def all_of_these(of: list[Run]) -> Run:
    """And."""

    def run(s: State, f: Frame) -> bool | None:
        known: bool | None = True
        for one in of:
            held = one(s, f)
            if held is None:
                known = None
            elif not held:
                return False
        return known

    return run


def one_of_these(of: list[Run]) -> Run:
    """Or."""

    def run(s: State, f: Frame) -> bool | None:
        known: bool | None = False
        for one in of:
            held = one(s, f)
            if held is None:
                known = None
            elif held:
                return True
        return known

    return run


def all_of(held: Iterable[bool | None]) -> bool | None:
    """And, every: one that is false decides it, whatever the others are."""
    known: bool | None = True
    for one in held:
        if one is None:
            known = None
        elif not one:
            return False
    return known


def one_of(held: Iterable[bool | None]) -> bool | None:
    """Or, some: one that is true decides it, whatever the others are."""
    known: bool | None = False
    for one in held:
        if one is None:
            known = None
        elif one:
            return True
    return known


def quantified(form: c.Quantified, scope: Scope) -> Run:
    """Some or every one of them is so."""
    source = value(form.source, scope)
    scope.bind(form.name, scope.member(form.source))
    test, decide = test_of(form.test, form.name, scope), all_of if form.every else one_of
    return lambda s, f: decide([test(s, f, one) for one in items(s, source(s, f))])


Test: TypeAlias = Callable[[State, Frame, Any], Any]
"""A condition about one thing: whether it is so, or None if that cannot be told."""


def test_of(form: c.Value, name: str, scope: Scope) -> Test:
    """A condition about what has a name, as a function of that. What most texts ask is asked at
    once: of a card, or the card of an event, its type or name or a number printed on it; of an
    event, whether you did it, or whether it was done to this card."""
    run = set_beside(form, scope) if isinstance(form, c.Compare) else value(form, scope)
    if isinstance(form, c.Logic) and any(is_plain(one, name) for one in form.of):
        plain_first = sorted(form.of, key=lambda one: not is_plain(one, name))
        return LOGIC[form.op]([test_of(one, name, scope) for one in plain_first])
    if not is_plain(form, name):
        return lambda s, f, it: bound(s, f, name, it, run)
    match form:
        case c.Compare("in", c.Kind(words), c.Attribute("namewords", (of,))):
            return is_named(words, of, name, run, always=True)
        case c.Compare("in", c.Kind(kind), c.Attribute(row, (of,))):
            return is_kind(kind, row, of, name, run)
        case c.Compare(op, c.Var(), c.Var()):
            return is_this(op, name, run)
        case c.Compare("=", c.Attribute(row), c.Var(whose)):
            return is_yours(IN_FACT[row], whose, name, run)
        case c.Compare("=", c.Attribute(_, (of,)), c.Kind(kind)):
            return is_named(kind, of, name, run)
        case c.Compare(op, c.Attribute(row, (of,)), c.Number(number)):
            return has_number(row, op, number, of, name, run)
        case _:
            raise AssertionError(form)


Sieve: TypeAlias = Callable[[State, Frame, Sequence[int]], list[int]]
"""Those of some cards of which a condition is true."""


def sieve_of(form: c.Value, name: str) -> Sieve | None:
    """A condition about a card that has a name, asked of many cards at once; None: one has to ask
    of each."""
    match form:
        case c.Compare("in", c.Kind(kind), c.Attribute("types" | "titles" as row, (c.Var(x),))):
            return of_kind(kind, row) if x == name and is_plain(form, name) else None
        case c.Compare("=", c.Attribute("name", (c.Var(x),)), c.Kind(kind)):
            return called(kind) if x == name and is_plain(form, name) else None
        case c.Compare("!=", c.Var(x), c.Var("this")) if x == name:
            return but_this
        case c.Compare(op, c.Attribute("cost", (c.Var(x),)), c.Number(number)) if op in RANKED:
            return costing(op, number) if x == name and is_plain(form, name) else None
        case c.Logic("and" | "or", of):
            parts = [sieve_of(one, name) for one in of]
            sieves = [one for one in parts if one is not None]
            if len(sieves) < len(parts):
                return None
            return one_after_the_other(sieves) if form.op == "and" else any_of_them(sieves)
        case _:
            return None


def of_kind(kind: str, row: str) -> Sieve:
    """Cards with a type or a title."""

    def sieve(s: State, f: Frame, cards: Sequence[int]) -> list[int]:
        found = s.g.printed[row]
        if row in s.g.changeable:
            return [x for x in cards if kind in changed(s, row, (x,), found[x])]
        return [x for x in cards if kind in found[x]]

    return sieve


def called(name: str) -> Sieve:
    """Cards with a name, or with these words in it that the book makes a part of names."""
    words = name.casefold()
    spaced = f" {words} "

    def sieve(s: State, f: Frame, cards: Sequence[int]) -> list[int]:
        printed = s.g.printed
        if words in s.g.words_in_names:
            found = printed["words"]
            return [x for x in cards if spaced in found[x]]
        found = printed["name"]
        return [x for x in cards if found[x] == name]

    return sieve


def costing(op: str, number: Any) -> Sieve:
    """Cards with as great a cost."""
    compare = RANKED[op]

    def sieve(s: State, f: Frame, cards: Sequence[int]) -> list[int]:
        costs = s.g.printed["cost"]
        if "cost" in s.g.changeable:
            return [x for x in cards if compare(changed(s, "cost", (x,), costs[x]), number)]
        return [x for x in cards if compare(costs[x], number)]

    return sieve


def but_this(s: State, f: Frame, cards: Sequence[int]) -> list[int]:
    """Cards but this card."""
    this = f.this
    return [] if this is None else [x for x in cards if x != this]


def one_after_the_other(sieves: list[Sieve]) -> Sieve:
    """And."""

    def sieve(s: State, f: Frame, cards: Sequence[int]) -> list[int]:
        found = [*cards]
        for one in sieves:
            if found:
                found = one(s, f, found)
        return found

    return sieve


def any_of_them(sieves: list[Sieve]) -> Sieve:
    """Or."""

    def sieve(s: State, f: Frame, cards: Sequence[int]) -> list[int]:
        found: set[int] = set()
        for one in sieves:
            found = {*found, *one(s, f, cards)}
        return [x for x in cards if x in found] if found else []

    return sieve


COUNTED: Final = ("cost", "level")
"""Numbers that are printed on cards."""


def is_printed(form: c.Value, name: str, rows: tuple[str, ...]) -> bool:
    """Whether a value is one of these attributes, as it is now, of what has a name, or of the card
    of an event that has it."""
    if not isinstance(form, c.Attribute) or form.as_of is not c.AsOf.NOW:
        return False
    return form.row in rows and form.of[0] in (c.Var(name), c.Attribute("card", (c.Var(name),)))


def is_plain(form: c.Value, name: str) -> bool:
    """Whether a condition can be asked at once of what has a name."""
    match form:
        case c.Compare("in", c.Kind(), of):
            return is_printed(of, name, ("types", "titles", "keywords", "namewords"))
        case c.Compare("=" | "!=", c.Var(other), c.Var("this")):
            return other == name
        case c.Compare("=", c.Attribute("by" | "whom" | "card", (of,)), c.Var("you" | "this")):
            return of == c.Var(name)
        case c.Compare("=", of, c.Kind()):
            return is_printed(of, name, ("name",))
        case c.Compare(op, of, c.Number()) if op in RANKED:
            return is_printed(of, name, COUNTED)
        case c.Logic(_, of):
            return all(is_plain(one, name) for one in of)
        case _:
            return False


def not_so(tests: list[Test]) -> Test:
    """Not."""
    (test,) = tests
    return lambda s, f, it: None if (so := test(s, f, it)) is None else not so


def each_so(tests: list[Test]) -> Test:
    """And."""

    def run(s: State, f: Frame, it: Any) -> bool | None:
        known: bool | None = True
        for test in tests:
            held = test(s, f, it)
            if held is None:
                known = None
            elif not held:
                return False
        return known

    return run


def one_so(tests: list[Test]) -> Test:
    """Or."""

    def run(s: State, f: Frame, it: Any) -> bool | None:
        known: bool | None = False
        for test in tests:
            held = test(s, f, it)
            if held is None:
                known = None
            elif held:
                return True
        return known

    return run


LOGIC: Final[dict[str, Callable[[list[Test]], Test]]] = {
    "not": not_so,
    "and": each_so,
    "or": one_so,
}


def is_this(op: str, name: str, run: Run) -> Test:
    """Whether a card is this card, or another."""
    same_one = op == "="

    def test(s: State, f: Frame, it: Any) -> Any:
        if type(it) is not int or f.this is None:
            return bound(s, f, name, it, run)
        return (it == f.this) is same_one

    return test


def is_yours(at: int, whose: str, name: str, run: Run) -> Test:
    """Whether you did something, or it was done to you or this card."""
    to_you = whose == "you"

    def test(s: State, f: Frame, it: Any) -> Any:
        if type(it) is not Fact:
            return bound(s, f, name, it, run)
        one, other = it[at], f.you if to_you else f.this
        return None if one is None or other is None else one == other

    return test


def is_kind(kind: str, row: str, of: c.Value, name: str, run: Run) -> Test:
    """Whether a card has a type or a title."""
    in_fact = of != c.Var(name)

    def test(s: State, f: Frame, it: Any) -> Any:
        card = it.card if in_fact and type(it) is Fact else it
        if type(card) is not int:
            return bound(s, f, name, it, run)
        g = s.g
        found = labels_of(s, card) if row == "keywords" else g.printed[row][card]
        return kind in (changed(s, row, (card,), found) if row in g.changeable else found)

    return test


def is_named(called: str, of: c.Value, name: str, run: Run, *, always: bool = False) -> Test:
    """Whether a card has a name, or these words in it: those that the book makes a part of names,
    or any (`always`)."""
    words, in_fact = called.casefold(), of != c.Var(name)
    spaced = f" {words} "

    def test(s: State, f: Frame, it: Any) -> Any:
        card = it.card if in_fact and type(it) is Fact else it
        if type(card) is not int:
            return bound(s, f, name, it, run)
        printed = s.g.printed
        if always or words in s.g.words_in_names:
            return spaced in printed["words"][card]
        return printed["name"][card] == called

    return test


def has_number(row: str, op: str, number: Any, of: c.Value, name: str, run: Run) -> Test:
    """Whether a number of a card is as great as that."""
    compare, in_fact = RANKED[op], of != c.Var(name)

    def test(s: State, f: Frame, it: Any) -> Any:
        card = it.card if in_fact and type(it) is Fact else it
        if type(card) is not int:
            return bound(s, f, name, it, run)
        g = s.g
        found = g.printed[row][card]
        if row in g.changeable:
            found = changed(s, row, (card,), found)
        return None if found is None else compare(found, number)

    return test


RANKED: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def compared(form: c.Compare, scope: Scope) -> Run:
    """Two values beside each other."""
    of = form.right if form.op == "in" else form.left
    if isinstance(of, c.Attribute) and of.row in PRINTED_ON_CARDS:
        (it,) = of.of
        if isinstance(it, c.Var) and is_plain(form, it.name):
            test, one = test_of(form, it.name, scope), value(it, scope)
            return lambda s, f: test(s, f, one(s, f))
    return set_beside(form, scope)


def set_beside(form: c.Compare, scope: Scope) -> Run:
    """Any two values; with what is not there nothing can be compared. But no card is a card that is
    not there, so any card is another one."""
    left, right = value(form.left, scope), value(form.right, scope)
    is_nobody = form.op == "in" and isinstance(form.right, c.Var)
    compare: Callable[[State, Any, Any], Any]
    match form.op:
        case "=" if form.right == c.Var("you") and is_of_fact(form.left):
            return done_by_you(form.left, left)
        case "=":
            return equal(left, right, equality(form))
        case "!=":
            same = equal(left, right, equality(form))
            return lambda s, f: None if (held := same(s, f)) is None else not held
        case "in":
            compare = has_words_of if is_row(form.right, "namewords") else among
            if scope.is_of(form.left, Sort.PLACE) or is_row(form.left, "place"):
                compare = place_among
        case "subset":
            compare = is_subset
        case _ if isinstance(form.right, c.Number):
            return ranked_with(left, form.right.value, RANKED[form.op])
        case _:
            return ranked(left, right, RANKED[form.op])

    def run(s: State, f: Frame) -> Any:
        one = left(s, f)
        if one is None:
            return None
        other = right(s, f)
        if other is None:
            return False if is_nobody else None
        return compare(s, one, other)

    return run


def is_of_fact(form: c.Value) -> bool:
    """Whether it is something that an event with a name has."""
    return isinstance(form, c.Attribute) and form.row in IN_FACT and isinstance(form.of[0], c.Var)


def done_by_you(form: c.Value, left: Run) -> Run:
    """Whether you are who did it, or to whom it was done: asked of most events."""
    assert isinstance(form, c.Attribute)
    assert isinstance(form.of[0], c.Var)
    name, at = form.of[0].name, IN_FACT[form.row]

    def run(s: State, f: Frame) -> Any:
        if name in f.names and type(found := f.names[name]) is Fact:
            one = found[at]
        else:
            one = left(s, f)
        you = f.you
        if one is None or you is None:
            return None
        return one == you if type(one) is int else same(one, you)

    return run


def equal(left: Run, right: Run, compare: Callable[[State, Any, Any], Any]) -> Run:
    """Whether two values are the same."""

    def run(s: State, f: Frame) -> Any:
        one = left(s, f)
        if one is None:
            return None
        other = right(s, f)
        if type(one) is int is type(other):
            return one == other
        return None if other is None else compare(s, one, other)

    return run


def ranked_with(left: Run, number: Any, compare: Callable[[Any, Any], Any]) -> Run:
    """A number beside one that the text tells."""

    def run(s: State, f: Frame) -> Any:
        one = left(s, f)
        return None if one is None else compare(one, number)

    return run


def ranked(left: Run, right: Run, compare: Callable[[Any, Any], Any]) -> Run:
    """Two numbers beside each other."""

    def run(s: State, f: Frame) -> Any:
        one = left(s, f)
        if one is None:
            return None
        other = right(s, f)
        return None if other is None else compare(one, other)

    return run


def equality(form: c.Compare) -> Callable[[State, Any, Any], Any]:
    """The same. A name that the book makes a part of names is in every name with these words, but
    not where the printed name is meant; what an Attack does, a card does."""
    if is_row(form.left, "cause"):
        return lambda s, one, other: one == other or (one == "Attack" and other == "card")
    if is_name(form.left) and isinstance(form.right, c.Kind):
        return lambda s, one, other: same(one, other) or is_called(s, one, other)
    return lambda s, one, other: same(one, other)


def same(left: Any, right: Any) -> Any:
    """Whether two values are the same; a list of one is that one."""
    kind, other = type(left), type(right)
    if other is Zones:
        return left in right or left == right
    if kind is list and other is not list:
        return len(left) == 1 and left[0] == right
    if other is list and kind is not list:
        return len(right) == 1 and right[0] == left
    return left == right


def is_called(s: State, name: Any, words: str) -> bool:
    """Whether the book makes these words a part of names, and they are in this one."""
    known = words.casefold() in s.g.words_in_names
    return known and isinstance(name, str) and has_words(name, words)


def has_words(name: str, words: str) -> bool:
    """Whether a name has these words in it."""
    return f" {words.casefold()} " in " " + name.casefold() + " "


def has_words_of(s: State, left: Any, right: Any) -> bool:
    """Whether words are in one of several names."""
    return any(has_words(name, left) for name in items(s, right))


def is_subset(s: State, left: Any, right: Any) -> bool:
    """Whether all of the ones are among the others."""
    there = items(s, right)
    return all(one in there for one in items(s, left))


def place_among(s: State, left: Any, right: Any) -> bool:
    """A place among places."""
    return left in right if type(right) is Zones else left in items(s, right)


def among(s: State, left: Any, right: Any) -> bool:
    """One of them: a card in a place, a kind among kinds."""
    if type(right) is Zones and type(left) is int:
        return s.where[left] in right
    there = right if type(right) is list else items(s, right)
    if type(left) is list:
        return any(one in there for one in left)
    return left in there


def status(form: c.Status, scope: Scope) -> Run:
    """What came of a statement, of all its rounds or those of one player: done if all was that
    could be (decision 019; `part`: or some of it), declined if somebody did not want to, impossible
    if neither. What was never reached is none of them."""
    of = value(form.of, scope)
    who = None if form.who is None else value(form.who, scope)
    name = form.of.name if isinstance(form.of, c.Var) else None
    row, part = form.row, form.answer("part") == "done"

    def run(s: State, f: Frame) -> bool:
        found = of(s, f)
        bits, facts = came_of(found)
        if who is not None:
            player = who(s, f)
            if type(found) is Outcome and found.rounds:
                bits, facts = found.rounds.get(player, -1), []
            else:
                bits, facts = came_of(None if name is None else theirs(f, name, player))
        if bits < 0:
            return False
        match row:
            case "done":
                done = not bits & NOT_DONE
                return done or (part and any(fact.verb not in SHOWING for fact in facts))
            case "declined":
                return bool(bits & DECLINED)
            case "impossible":
                return bool(bits & NOT_DONE) and not bits & DECLINED
            case _:
                raise ValueError(f"no status {row}")

    return run


def came_of(found: Any) -> tuple[int, list[Fact]]:
    """What came of a statement, and what happened; -1 if it was never reached."""
    return (found.bits, found.facts) if type(found) is Outcome else (-1, [])


# ------------------------------------------------------------------------- events and windows


def pattern(form: c.Value, scope: Scope) -> Pattern | Becomes:
    """What a pattern of events means."""
    match form:
        case c.Event():
            return event(form, scope)
        case c.Becomes(test):
            return Becomes(value(test, scope))
        case _:
            raise ValueError("no pattern of events")


def event(form: c.Value, scope: Scope) -> Pattern:
    """The facts that an event means: RSB says that buying and defeating is gaining (RSB-GN02,
    RSB-X06), HU that defeating a Super-Villain is buying it (HU-FQ02)."""
    assert isinstance(form, c.Event)
    verbs = set(form.verbs)
    book = scope.book
    if "gain" in form.verbs:
        verbs.add("receive")
        verbs |= {"buy"} if book.buy_gains else set()
        verbs |= {"defeat"} if book.defeat_gains else set()
    if "buy" in form.verbs and book.defeat_buys:
        verbs.add("defeat")
    scope.bind(form.name, Sort.EVENT)
    where = None if form.where is None else value(form.where, scope)
    you_do_it = only_of(form, "by", "you") and "receive" not in form.verbs
    of_this = only_of(form, "card", "this")
    rest = besides(form, you_do_it=you_do_it, of_this=of_this)
    return Pattern(
        frozenset(verbs),
        "receive" in form.verbs,
        form.name,
        form.whole,
        where,
        None if rest is None else test_of(rest, form.name, scope),
        you_do_it,
        of_this,
        () if rest is None else tuple(kinds_told(rest, form.name)),
    )


def kinds_told(test: c.Value, name: str) -> Iterator[tuple[str, str]]:
    """The types, titles and keywords that the card of an event has to have."""
    match test:
        case c.Logic("and", of):
            for one in of:
                yield from kinds_told(one, name)
        case c.Compare(
            "in",
            c.Kind(kind),
            c.Attribute(
                "types" | "titles" | "keywords" as row,
                (c.Attribute("card", (c.Var(of_name),)),),
            ),
        ) if of_name == name and is_plain(test, name):
            yield row, kind


def besides(event: c.Event, *, you_do_it: bool, of_this: bool) -> c.Value | None:
    """What an event says besides that you do it, or that it is done to this card."""
    told = (
        you_do_it and c.Compare("=", c.Attribute("by", (c.Var(event.name),)), c.Var("you")),
        of_this and c.Compare("=", c.Attribute("card", (c.Var(event.name),)), c.Var("this")),
    )
    match event.where:
        case None:
            return None
        case c.Logic("and", of):
            rest = tuple(one for one in of if one not in told)
            return c.Logic("and", rest) if len(rest) > 1 else rest[0] if rest else None
        case where:
            return None if where in told else where


def did(form: c.Did, scope: Scope) -> Run:
    """What happened in a window: the facts that fit, as the text speaks of them."""
    which, there = event(form.event, scope), facts_in(form.window, scope)
    if which.whole:
        return lambda s, f: acts(s, f, which, there(s, f))

    verbs, receives = which.verbs, which.receives
    if which.test is None and which.you_do_it and not (which.of_this or receives):
        return lambda s, f: done_by(f.you, verbs, there(s, f))

    def run(s: State, f: Frame) -> list[Fact]:
        found = []
        for fact in there(s, f):
            if fact[0] in verbs:  # its verb
                if which.fits(s, f, fact):
                    found.append(fact)
            elif receives and which.fits(s, f, fact) and (told := which.told(fact)) is not None:
                found.append(told)
        return found

    return run


def done_by(player: int | None, verbs: frozenset[str], facts: list[Fact]) -> list[Fact]:
    """What a player has done of that."""
    if player is None:
        return []
    return [x for x in facts if x[0] in verbs and x[1] == player]


def acts(s: State, f: Frame, which: Pattern, facts: list[Fact]) -> list[Act]:
    """The whole acts that fit: a draw of three cards is one, and what is asked of it is asked of
    all its cards together."""
    found: dict[int, list[Fact]] = {}
    for fact in facts:
        told = which.told(fact)
        if told is not None:
            found.setdefault(fact.act, []).append(told)
    whole = [Act(several) for several in found.values()]
    where = which.where
    if where is None:
        return whole
    return [x for x in whole if bound(s, f, which.name, x, where)]


def everything(s: State, f: Frame) -> list[Fact]:
    """Everything that has happened."""
    return [*(fact for turn in s.before for fact in turn), *s.facts]


def facts_in(window: c.Value, scope: Scope) -> Run:
    """What has happened in a stretch of time."""
    match window:
        case c.Span("turn" | "each_turn"):
            return lambda s, f: s.facts
        case c.Span("turns", of):
            assert of is not None
            whose = value(of, scope)
            return lambda s, f: s.facts if s.active in items(s, whose(s, f)) else []
        case c.Span("lastturn", of):
            assert of is not None
            who = value(of, scope)
            return lambda s, f: of_last_turn(s, who(s, f))
        case c.Span("text"):
            return lambda s, f: list(f.acts)
        case c.Span("confrontation" | "confronting"):
            return of_confrontation
        case c.Span() | c.Until() | c.While():
            return everything
        case c.After(result):
            came = value(result, scope)
            return lambda s, f: since(s, f, items(s, came(s, f)))
        case c.Overlap(left, right):
            one, other = facts_in(left, scope), facts_in(right, scope)
            return lambda s, f: in_both(one(s, f), other(s, f))
        case _:
            found = value(window, scope)
            return lambda s, f: items(s, found(s, f))


def of_last_turn(s: State, player: int) -> list[Fact]:
    """What happened in the turn before of a player."""
    for turn in reversed(s.before):
        if any(x.verb == "turn_begin" and x.by == player for x in turn):
            return list(turn)
    return []


def of_confrontation(s: State, f: Frame) -> list[Fact]:
    """What happened since a Confrontation was announced."""
    begun = [x.number for x in s.facts if x.verb == "announce"]
    return [x for x in s.facts if begun and x.number >= begun[-1]]


def since(s: State, f: Frame, known: list[Fact]) -> list[Fact]:
    """What happened after the last of these."""
    last = max((x.number for x in known), default=0)
    return [x for x in everything(s, f) if x.number > last]


def in_both(one: list[Fact], other: list[Fact]) -> list[Fact]:
    """What happened in both windows."""
    return [x for x in one if x in other]


def always(s: State, f: Frame, turn: int) -> bool:
    """At any time."""
    return True


def time_of(window: c.Value | None, scope: Scope) -> Callable[[State, Frame, int], bool]:
    """Whether it is that time now, for something that began in a turn. What ends with an event is
    taken away when it happens (`end_with`), what ends with a turn when that is over (`expire`);
    what comes after a result begins where the text says so."""
    match window:
        case None | c.Until() | c.After() | c.Span("game" | "each_turn", None):
            return always
        case c.Span(row, of):
            return span(row, None if of is None else value(of, scope), of == c.Var("you"))
        case c.While(test):
            held = noted_test(window, value(test, scope), scope)
            return lambda s, f, turn: bool(held(s, f))
        case c.Overlap(left, right):
            one, other = time_of(left, scope), time_of(right, scope)
            return lambda s, f, turn: one(s, f, turn) and other(s, f, turn)
        case _:
            raise ValueError(f"no stretch of time: {window}")


def span(row: str, of: Run | None, yours: bool) -> Callable[[State, Frame, int], bool]:
    """Whether it is that stretch of time now. `turn` is the turn in which it began. A First
    Appearance is in nobody's turn. Once the end of a turn is announced, it is no longer "during"
    that turn; what lasts for the turn still does.

    Rules: HU-SV12, CONF-ET01, HU-ER01, RBJ-E01, RSB-E01.
    """
    if of is None:
        return SPANS[row]
    whose = of
    match row:
        case "turns" if yours:
            return lambda s, f, turn: s.active == f.you and s.phase not in ("end", "appearance")
        case "turns":
            return lambda s, f, turn: (
                s.phase not in ("end", "appearance") and s.active in items(s, whose(s, f))
            )
        case "nextturn":
            return lambda s, f, turn: (
                s.turn > turn and s.phase != "appearance" and s.active in items(s, whose(s, f))
            )
        case "confronting":
            return lambda s, f, turn: s.confronted is not None and s.active in items(s, whose(s, f))
        case _:
            raise ValueError(f"it cannot be said whether it is {row} now")


SPANS: Final[dict[str, Callable[[State, Frame, int], bool]]] = {
    "turn": lambda s, f, turn: s.turn == turn and s.phase != "appearance",
    "later": lambda s, f, turn: s.turn > (f.turn if f.turn >= 0 else turn),
    "confrontation": lambda s, f, turn: s.confronted is not None,
    "this_attack": lambda s, f, turn: bool(s.attacks) and not s.attacks[-1].struck,
    "blocking": lambda s, f, turn: s.phase == "block",
    "scoring": lambda s, f, turn: s.phase == "over",
    "setup": lambda s, f, turn: s.phase == "setup",
}


def over_with(window: c.Value | None, scope: Scope) -> Pattern | Becomes | None:
    """The event with which a window ends, if it does."""
    match window:
        case c.Until(ending):
            return pattern(ending, scope)
        case c.Overlap(left, right):
            return over_with(left, scope) or over_with(right, scope)
        case _:
            return None


def is_over(window: c.Value | None, scope: Scope) -> Callable[[State, Frame, int], bool]:
    """Whether something that began in a turn can come no more, since this turn is over."""
    match window:
        case c.Span("turn"):
            return lambda s, f, turn: True
        case c.Span("nextturn"):
            return time_of(window, scope)
        case c.Overlap(left, right):
            one, other = is_over(left, scope), is_over(right, scope)
            return lambda s, f, turn: one(s, f, turn) or other(s, f, turn)
        case _:
            return lambda s, f, turn: False


__all__ = ["DONE", "Book", "Scope", "value"]
