"""Possible: whether a text can be done in full, before it begins (decision 019)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import (
    adds_up,
    is_done_to,
    is_may,
    names_in,
    purposes,
    speaks_of,
    top_of_deck,
)
from rules_check.grammar.core.sorts import Sort
from rules_check.oracle.quick.acts import STAYS, destination, moving
from rules_check.oracle.quick.choosing import (
    allowed,
    any_that_fit,
    candidates,
    chooser,
    choosing,
)
from rules_check.oracle.quick.standing import items
from rules_check.oracle.quick.state import Frame, Run, State, bound
from rules_check.oracle.quick.values import Scope, value
from rules_check.oracle.values.zones import DISCARD, PER_PLAYER

ALWAYS: Run = lambda s, f: True  # noqa: E731


def possible(
    block: c.Block,
    scope: Scope,
    unknown: frozenset[str] = frozenset(),
    *,
    is_needed: bool = False,
) -> Run:
    """Every statement that does not speak of an earlier one, up to the first that changes what can
    be known. What depends on a condition or a wish is not needed, but one of it, if there is
    nothing else (`is_needed`: there is). `unknown` are names whose values nobody can tell yet."""
    known = set(unknown)
    needed: list[Run] = []
    further: list[Run] = []
    spread: list[Run] = []
    for at, statement in enumerate(block):
        rest = block[at + 1 :]
        if not any(speaks_of(statement, name) for name in known):
            if isinstance(statement, c.If) or is_may(statement):
                further.append(can(statement, rest, scope))
            elif isinstance(statement, c.Choose) and is_one_of_several(statement, rest):
                spread.append(can(statement, rest, scope))
            elif isinstance(statement, c.Choose) and statement.sort == "Player":
                if spread:
                    needed.append(one_can(spread))
                needed.append(for_one_of_them(statement, rest, scope, frozenset(known)))
                return all_can([one for one in needed if one is not ALWAYS])
            elif isinstance(statement, c.Let):
                if is_done_to(statement.name, rest):
                    is_needed = True
                    needed.append(some(within_reach(statement.value, scope)))
            else:
                is_needed = True
                needed.append(can(statement, rest, scope))
        known |= names_in(statement)
        bind(statement, scope)
        if changes_what_follows(statement, rest):
            break
    needed = [one for one in needed if one is not ALWAYS]
    others = spread or ([] if is_needed else further)
    return all_can([*needed, one_can(others)] if others else needed)


def for_one_of_them(form: c.Choose, rest: c.Block, scope: Scope, unknown: frozenset[str]) -> Run:
    """Whether a player can be chosen with whom the rest can be done."""
    source, name = value(form.source, scope), form.name
    scope.bind(name, Sort.PLAYER)
    way = possible(rest, scope, unknown, is_needed=True)
    return lambda s, f: any(bound(s, f, name, one, way) for one in list(items(s, source(s, f))))


def all_can(needed: list[Run]) -> Run:
    """Whether each of them can be done."""
    if not needed:
        return ALWAYS
    if len(needed) == 1:
        return needed[0]
    return lambda s, f: all(one(s, f) for one in needed)


def one_can(ways: list[Run]) -> Run:
    """Whether one of them can be done."""
    return lambda s, f: any(one(s, f) for one in ways)


def some(cards: Run) -> Run:
    """Whether there are any."""
    return lambda s, f: bool(cards(s, f))


def bind(statement: c.Statement, scope: Scope) -> None:
    """What the names of a statement are, for those that follow."""
    match statement:
        case c.Let(name, of):
            scope.bind(name, scope.sort(of))
        case c.Choose():
            scope.bind(statement.name, Sort(statement.sort))
        case c.Result() | c.Attack():
            scope.bind(statement.name, Sort.RESULT)
        case _:
            pass


def is_one_of_several(s: c.Choose, rest: c.Block) -> bool:
    """Whether cards may be chosen in several places for one act: one of them is enough."""
    purpose = next(purposes(s.name, rest), None)
    return (
        s.least == c.Number(0) and isinstance(purpose, c.Move) and isinstance(purpose.cards, c.Join)
    )


def changes_what_follows(statement: c.Form, rest: c.Block) -> bool:
    """Whether it shows or brings something new, so that nobody can tell what comes then."""
    match statement:
        case c.Move():
            return statement.verb in ("draw", "gain")
        case c.Show(cards):
            own = isinstance(cards, c.Place | c.Filter) and speaks_of(cards, "this")
            return not own and cards != c.Var("this")
        case c.Choose():
            return statement.sort not in ("Card", "Cards") or not any(
                isinstance(one, c.Move | c.Show | c.Play | c.Result)
                and speaks_of(one, statement.name)
                for one in rest
            )
        case c.Play():
            return True
        case c.Result() | c.Offer() | c.ForEach():
            return any(changes_what_follows(part, ()) for part in c.parts(statement))
        case _:
            return False


def can(statement: c.Statement, rest: c.Block, scope: Scope) -> Run:
    """Whether one statement can be done."""
    outer, scope.statement = scope.statement, statement
    try:
        return can_do(statement, rest, scope)
    finally:
        scope.statement = outer


def can_do(statement: c.Statement, rest: c.Block, scope: Scope) -> Run:
    """The same, in the scope of the statement."""
    match statement:
        case c.Result(_, of):
            return possible(of, scope)
        case c.If():
            return can_if(statement, scope)
        case c.ForEach(name, source, body):
            there = value(source, scope)
            scope.bind(name, scope.member(source))
            way = possible(body, scope)
            return lambda s, f: any(
                bound(s, f, name, one, way) for one in list(items(s, there(s, f)))
            )
        case c.Choose():
            return can_choose(statement, rest, scope)
        case c.Offer():
            return can_offer(statement, scope)
        case c.Move():
            return can_move(statement, scope)
        case c.Show(cards):
            return ALWAYS if isinstance(cards, c.Place) else some(within_reach(cards, scope))
        case c.Play(card):
            return some(within_reach(card, scope))
        case c.Points(row, who, amount, kind):
            return ALWAYS if row == "give" else can_pay(who, amount, kind, scope)
        case c.Do("cancel"):
            return lambda s, f: s.confronted is not None
        case c.Let() | c.Repeat() | c.Attack() | c.Deed() | c.Do() | c.Proceed():
            return ALWAYS
        case c.On() | c.Option() | c.Change() | c.Forbid():
            return ALWAYS
        case _:
            assert_never(statement)


def can_if(statement: c.If, scope: Scope) -> Run:
    """What depends on a condition: the branch that is taken, or either if only a shuffle tells."""
    test = value(statement.test, scope)
    untold = only_a_shuffle_tells(statement.test, scope)
    then = possible(statement.then, scope) if statement.then else None
    otherwise = possible(statement.otherwise, scope) if statement.otherwise else None

    def run(s: State, f: Frame) -> bool:
        if untold is not None and untold(s, f):
            return any(way is not None and way(s, f) for way in (then, otherwise))
        taken = then if test(s, f) else otherwise
        return taken is not None and bool(taken(s, f))

    return run


def can_offer(statement: c.Offer, scope: Scope) -> Run:
    """Whether one of the things that are offered can be done, by one of those who may."""
    name, by = statement.name, value(statement.by, scope)
    if name:
        scope.bind(name, Sort.PLAYER)
    ways = [possible(way, scope) for way in statement.ways]
    if not name:
        return lambda s, f: any(way(s, f) for way in ways)
    return lambda s, f: any(
        bound(s, f, name, one, way) for one in items(s, by(s, f)) for way in ways
    )


def can_pay(who: c.Value, amount: c.Value, kind: str, scope: Scope) -> Run:
    """Whether there is as much to pay, or to lose."""
    whose, wanted = value(who, scope), value(amount, scope)

    def run(s: State, f: Frame) -> bool:
        has = s.power if kind == "Power" else s.vp
        least = wanted(s, f)
        return any(has[p] >= least for p in items(s, whose(s, f)))

    return run


def can_choose(form: c.Choose, rest: c.Block, scope: Scope) -> Run:
    """Whether there are as many to take as have to be; "any number" is always possible, "up to so
    much worth" if there is any."""
    it = choosing(form, rest, scope)
    any_number = form.most is None and not (form.such_that and adds_up(form.such_that))
    cards = form.sort in ("Card", "Cards")
    untold = only_a_shuffle_tells(form.source, scope)
    top = top_of_deck(form.source)
    reach = None if top is None else within_reach(top, scope)

    def run(s: State, f: Frame) -> bool:
        least = it.least_told
        if least is None:
            least = it.least(s, f) or 0
        if not cards:
            return least <= 0 or bool(items(s, it.source(s, f)))
        if least <= 0 and any_number:
            return True
        if untold is not None and untold(s, f):
            return True
        if reach is not None:
            return bool(reach(s, f))
        found = candidates(s, f, it)
        if it.such_that is not None and least > 0:
            most = len(found) if it.most is None else it.most(s, f)
            return any_that_fit(s, f, it, found, [], least, max(most, least))
        return bool(found) and len(found) >= least

    return run


def can_move(form: c.Move, scope: Scope) -> Run:
    """Whether there is a card to move and a place for it, and no text forbids it."""
    by, reach, verb = chooser(form.by, scope), within_reach(form.cards, scope), form.verb
    inner = form.cards.of if isinstance(form.cards, c.The) else form.cards
    if isinstance(inner, c.Ends) and verb == "buy":  # what it costs is seen when it is turned up
        return some(within_reach(inner, scope))

    it = moving(form, by, scope)

    def run(s: State, f: Frame) -> bool:
        cards = reach(s, f)
        if not cards:
            return False
        player = by(s, f)
        can = allowed(s, player, verb, cards)
        return any(destination(s, f, it, player, card) != STAYS for card in can)

    return run


def only_a_shuffle_tells(form: c.Form, scope: Scope) -> Run | None:
    """Whether something is asked of the top of a deck that has to be shuffled first (None: no)."""
    match form:
        case c.Filter(_, _, test):
            return only_a_shuffle_tells(test, scope)
        case c.Ends(c.End.TOP, number, c.Place("deck") as deck):
            zones, many = value(deck, scope), value(number, scope)
            return lambda s, f: is_short(s, zones(s, f), many(s, f) or 0)
        case c.Compare() | c.Logic() | c.Fold() | c.Collect() | c.Attribute() | c.Arithmetic():
            told = [only_a_shuffle_tells(part, scope) for part in c.parts(form)]
            known: list[Run] = [one for one in told if one is not None]
            return (lambda s, f: any(one(s, f) for one in known)) if known else None
        case _:
            return None


def is_short(s: State, zones: Any, many: int) -> bool:
    """Whether a deck has fewer cards, and there is a discard pile to shuffle."""
    whose = s.g.zone_player
    for zone in zones:
        player = whose[zone]
        few = player is not None and len(s.zones[zone]) < many
        if few and player is not None and s.zones[player * PER_PLAYER + DISCARD]:
            return True
    return False


def within_reach(form: c.Value, scope: Scope) -> Callable[[State, Frame], list[int]]:
    """The cards that a value means; of a deck that is too short also what would be shuffled."""
    match form:
        case c.Ends(_, number, c.Place("deck") as deck):
            many, zones, cards = value(number, scope), value(deck, scope), value(form, scope)

            def run(s: State, f: Frame) -> list[int]:
                found: list[int] = items(s, cards(s, f))
                if found or max(many(s, f) or 0, 0) == 0:
                    return found
                owners = [p for x in zones(s, f) if (p := s.g.zone_player[x]) is not None]
                return [x for p in owners for x in s.zones[p * PER_PLAYER + DISCARD]]

            return run
        case c.The():
            return within_reach(form.of, scope)
        case _:
            there = value(form, scope)
            return lambda s, f: items(s, there(s, f))
