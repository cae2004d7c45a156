"""Possible: whether a text can be done in full, before it begins (decision 019)."""

from __future__ import annotations

from typing import assert_never

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
from rules_check.oracle.letter.acts import destination
from rules_check.oracle.letter.choosing import (
    any_that_fit,
    candidates,
    chooser,
    may_be_done,
)
from rules_check.oracle.letter.position import Card, Frame, Zones, player_of, zone_of
from rules_check.oracle.letter.table import Table
from rules_check.oracle.letter.values import items, value


def possible(
    t: Table,
    f: Frame,
    block: c.Block,
    unknown: frozenset[str] = frozenset(),
    *,
    needed: bool = False,
) -> bool:
    """Every statement that does not speak of an earlier one, up to the first that changes what can
    be known. What depends on a condition or a wish is not needed, but one of it, if there is
    nothing else (`needed`: there is). `unknown` are names whose values nobody can tell yet."""
    bound = set(unknown)
    further: list[tuple[c.Statement, c.Block]] = []
    spread: list[tuple[c.Statement, c.Block]] = []
    for at, statement in enumerate(block):
        rest = block[at + 1 :]
        if not any(speaks_of(statement, name) for name in bound):
            if isinstance(statement, c.If) or is_may(statement):
                further.append((statement, rest))
            elif isinstance(statement, c.Choose) and is_one_of_several(statement, rest):
                spread.append((statement, rest))
            elif isinstance(statement, c.Choose) and statement.sort == "Player":
                if spread and not any(is_possible(t, f, *one) for one in spread):
                    return False
                return for_one_of_them(t, f, statement, rest, frozenset(bound))
            elif isinstance(statement, c.Let):
                if is_done_to(statement.name, rest):
                    needed = True
                    if not within_reach(t, f, statement.value):
                        return False
            else:
                needed = True
                if not is_possible(t, f, statement, rest):
                    return False
        bound |= names_in(statement)
        if changes_what_follows(statement, rest):
            break
    if spread:
        return any(is_possible(t, f, one, rest) for one, rest in spread)
    return needed or not further or any(is_possible(t, f, one, rest) for one, rest in further)


def for_one_of_them(
    t: Table, f: Frame, s: c.Choose, rest: c.Block, unknown: frozenset[str]
) -> bool:
    """Whether a player can be chosen with whom the rest can be done."""
    known = [f.knowing(s.name, one) for one in items(t, value(t, f, s.source))]
    return any(possible(t, one, rest, unknown, needed=True) for one in known)


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
        case c.Show():
            own = isinstance(statement.cards, c.Place | c.Filter) and speaks_of(
                statement.cards, "this"
            )
            return not own and statement.cards != c.Var("this")
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


def is_possible(t: Table, f: Frame, statement: c.Statement, rest: c.Block) -> bool:
    """Whether one statement can be done."""
    f.at = statement
    match statement:
        case c.Result(_, of):
            return possible(t, f, of)
        case c.If(test, then, otherwise) if only_a_shuffle_tells(t, f, test):
            return any(way and possible(t, f, way) for way in (then, otherwise))
        case c.If(test, then, otherwise):
            taken = then if t.is_so(f, test) else otherwise
            return bool(taken) and possible(t, f, taken)
        case c.ForEach(name, source, body):
            return any(
                possible(t, f.knowing(name, one), body) for one in items(t, value(t, f, source))
            )
        case c.Choose():
            return can_choose(t, f, statement, rest)
        case c.Offer(by=by, ways=ways, name=name):
            whose = [f.knowing(name, one) for one in items(t, value(t, f, by))] if name else [f]
            return any(possible(t, one, way) for one in whose for way in ways)
        case c.Move():
            return can_move(t, f, statement)
        case c.Show(cards):
            return isinstance(cards, c.Place) or bool(within_reach(t, f, cards))
        case c.Play(card):
            return bool(within_reach(t, f, card))
        case c.Points(row, who, amount, kind):
            return can_pay(t, f, row, who, amount, kind)
        case c.Do("cancel"):
            return t.pos.confronted is not None
        case c.Let() | c.Repeat() | c.Attack() | c.Deed() | c.Do() | c.Proceed():
            return True
        case c.On() | c.Option() | c.Change() | c.Forbid():
            return True
        case _:
            assert_never(statement)


def can_pay(t: Table, f: Frame, row: str, who: c.Value, amount: c.Value, kind: str) -> bool:
    """Whether there is as much to pay, or to lose."""
    has = t.pos.power if kind == "Power" else t.pos.vp
    wanted = value(t, f, amount)
    return row == "give" or any(has[p] >= wanted for p in items(t, value(t, f, who)))


def can_choose(t: Table, f: Frame, s: c.Choose, rest: c.Block) -> bool:
    """Whether there are as many to take as have to be; "any number" is always possible, "up to so
    much worth" if there is any."""
    least = max(value(t, f, s.least) or 0, 0)
    if s.sort not in ("Card", "Cards"):
        return least == 0 or bool(items(t, value(t, f, s.source)))
    if least == 0 and s.most is None and not (s.such_that and adds_up(s.such_that)):
        return True
    if only_a_shuffle_tells(t, f, s.source):
        return True
    if (top := top_of_deck(s.source)) is not None:
        return bool(within_reach(t, f, top))
    found = candidates(t, f, s, rest)
    most = len(found) if s.most is None else value(t, f, s.most)
    if s.such_that is not None and least:
        return any_that_fit(t, f, s, found, [], least, max(most, least))
    return len(found) >= max(least, 1)


def can_move(t: Table, f: Frame, s: c.Move) -> bool:
    """Whether there is a card to move and a place for it, and no text forbids it."""
    player = chooser(t, f, s.by)
    cards = s.cards.of if isinstance(s.cards, c.The) else s.cards
    if isinstance(cards, c.Ends) and s.verb == "buy":  # what it costs is seen when it is turned up
        return bool(within_reach(t, f, cards))
    return any(
        may_be_done(t, player, s.verb, card) and destination(t, f, s, player, card)[0] is not None
        for card in within_reach(t, f, s.cards)
    )


def only_a_shuffle_tells(t: Table, f: Frame, form: c.Form) -> bool:
    """Whether something is asked of the top of a deck that has to be shuffled first."""
    match form:
        case c.Filter(_, _, test):
            return only_a_shuffle_tells(t, f, test)
        case c.Ends(c.End.TOP, number, c.Place("deck") as deck):
            zones = value(t, f, deck)
            many = value(t, f, number) or 0
            owners = [
                p for zone in zones if len(t.pos.cards(zone)) < many and (p := player_of(zone))
            ]
            return any(t.pos.cards(zone_of(p, "discard")) for p in owners)
        case c.Compare() | c.Logic() | c.Fold() | c.Collect() | c.Attribute() | c.Arithmetic():
            return any(only_a_shuffle_tells(t, f, part) for part in c.parts(form))
        case _:
            return False


def within_reach(t: Table, f: Frame, form: c.Value) -> list[Card]:
    """The cards that a value means; of a deck that is too short also what would be shuffled."""
    match form:
        case c.Ends(_, number, c.Place("deck") as deck):
            many = max(value(t, f, number) or 0, 0)
            zones = value(t, f, deck)
            assert isinstance(zones, Zones)
            cards = items(t, value(t, f, form))
            owners = [p for zone in zones if (p := player_of(zone))]
            if cards or not many:
                return cards
            return [card for p in owners for card in t.pos.cards(zone_of(p, "discard"))]
        case c.The():
            return within_reach(t, f, form.of)
        case _:
            return items(t, value(t, f, form))
