"""Choosing: cards one after the other, players, kinds and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import purposes, speaks_of, walk
from rules_check.grammar.core.sorts import Sort
from rules_check.oracle.quick.standing import BOUGHT, forbids, is_noticed, items, noted, watching
from rules_check.oracle.quick.state import (
    DONE,
    NOT_DONE,
    Fact,
    Frame,
    Option,
    Outcome,
    Run,
    State,
    bound,
)
from rules_check.oracle.quick.telling import say, tell_lack
from rules_check.oracle.quick.values import SHOWING, Scope, price_of, value

STOP: Final[Option] = ("stop",)


def chooser(by: c.Value | None, scope: Scope) -> Run:
    """Who does it: the first of those who are meant."""
    if by is None:
        return lambda s, f: s.active if f.you is None else f.you
    if by == c.Var("you"):
        return lambda s, f: s.active if f.you is None else f.you
    whom = value(by, scope)

    def run(s: State, f: Frame) -> int:
        found = whom(s, f)
        if type(found) is int:
            return found
        there = items(s, found)
        if there and there[0] is not None:
            return there[0]  # type: ignore[no-any-return]
        return s.active if f.you is None else f.you

    return run


def by_you(by: c.Value | None) -> bool:
    """Whether it is you who does it."""
    return by is None or by == c.Var("you")


def told(form: c.Value | None) -> Any:
    """A number that the text tells itself; None if it has to be worked out."""
    return form.value if isinstance(form, c.Number) else None


def one_of_each(s: State, cards: list[int]) -> list[int]:
    """Cards with the same key in the same zone are one option: the first of them."""
    if len(cards) < 2:
        return cards
    keys, where = s.g.keys, s.where
    found: dict[tuple[str, int], int] = {}
    for card in cards:
        key = keys[card], where[card]
        if key not in found:
            found[key] = card
    return [*found.values()]


@dataclass(slots=True, eq=False)
class Choosing:
    """What is chosen, by whom, and what for."""

    form: c.Choose
    by: Run
    source: Run
    least: Run
    most: Run | None
    such_that: Run | None
    verb: str
    """What is done to chosen cards further on; "" if they are only looked at or asked something."""
    doer: Run
    gets: Run | None
    """Of a player who is chosen only to get cards: these."""
    yours: bool
    """Whether you choose."""
    you_do_it: bool
    """Whether you do what follows."""
    least_told: Any
    most_told: Any
    """How many have to and may be taken, if the text tells the numbers."""
    no_characters: bool
    """Whether no Character can be among the cards."""
    just_one: bool
    """Whether one has to be taken, whichever it is."""
    fewer_is_none: bool
    """Whether none are taken where there are fewer than have to be."""
    distinct: bool
    """Whether nothing is in the list twice."""
    remembers: bool
    """Whether the text asks what it has done so far."""
    closed: Callable[[State, Frame, list[int]], bool]
    """Whether cards, taken from some, that do not fit together do not fit with more either."""
    lacking: Run | None
    """The cards without which those that are taken cannot fit, if the text tells that."""


def choosing(form: c.Choose, rest: c.Block, scope: Scope) -> Choosing:
    """A choice as functions; `rest` is what follows in its block, which tells what it is for."""
    source = value(form.source, scope)
    scope.bind(form.name, Sort(form.sort))
    purpose = next(purposes(form.name, rest), None)
    verb = "" if purpose is None else purpose.verb if isinstance(purpose, c.Move) else "play"
    following = rest[0] if rest else None
    gets = None
    if isinstance(following, c.Move) and is_given(following, form.name):
        gets = value(following.cards, scope)
    return Choosing(
        form,
        chooser(form.by, scope),
        source,
        value(form.least, scope),
        None if form.most is None else value(form.most, scope),
        None if form.such_that is None else value(form.such_that, scope),
        verb,
        chooser(None if purpose is None else purpose.by, scope),
        gets,
        by_you(form.by),
        by_you(None if purpose is None else purpose.by),
        told(form.least),
        told(form.most),
        has_no_characters(form.source),
        told(form.least) == 1 == told(form.most)
        and form.such_that is None
        and form.manner is not c.Manner.RANDOM,
        form.answer("fewer") == "none",
        is_distinct(form.source),
        scope.remembers,
        closed(form, scope),
        lacking(form, scope),
    )


def closed(form: c.Choose, scope: Scope) -> Callable[[State, Frame, list[int]], bool]:
    """Whether it is of no use to add further cards to some that do not fit together."""
    return closed_by(form.such_that, form.name, scope)


def closed_by(
    condition: c.Value | None, chosen: str, scope: Scope
) -> Callable[[State, Frame, list[int]], bool]:
    """The same by a condition: where each of the cards has to fit with the first one, where no two
    may be of the same type, where there may be only so many different ones, and where numbers that
    are not less than nothing must not add up to too much; also if several of these are wanted. A
    number that is not known now may be anything."""
    match condition:
        case c.Logic("and", parts):
            each_closed = [closed_by(part, chosen, scope) for part in parts]
            return lambda s, f, found: all(one(s, f, found) for one in each_closed)
        case c.Compare(
            "=", c.Fold("count", c.Attribute("apart", (c.Var(one),))), c.Fold("count", c.Var(all_))
        ) if one == all_ == chosen:
            return lambda s, f, found: True
        case c.Quantified(True, _, c.Var(name), test) if name == chosen:
            first = c.Ends(c.End.TOP, c.Number(1), c.Var(name))
            alone = all(part == first for part in speaking_of(test, name))
            return lambda s, f, found: alone
        case c.Compare(
            "<=" | "<",
            c.Fold("count", c.Fold("distinct", c.Collect(_, _, c.Var(name)))),
            c.Number(),
        ) if name == chosen:
            return lambda s, f, found: True
        case c.Compare("<=" | "<", c.Fold("sum", c.Collect(_, _, c.Var(name)) as each), c.Number()):
            if name == chosen:
                numbers = value(each, scope)
                return lambda s, f, found: all(
                    type(x) is int and x >= 0 for x in bound(s, f, name, found, numbers)
                )
        case _:
            pass
    return lambda s, f, found: False


def lacking(form: c.Choose, scope: Scope) -> Run | None:
    """The cards without which those that are taken cannot fit, where each of these has to compare
    with each that is left ("with the highest cost"): those with which one of them does not."""
    each = form.such_that
    if not isinstance(each, c.Quantified) or not isinstance(each.test, c.Quantified):
        return None
    beside, taken = each.test, c.Var(form.name)
    left = beside.source
    if not (each.every and beside.every and each.source == taken):
        return None
    if not isinstance(left, c.Join) or left.op is not c.SetOp.WITHOUT or left.right != taken:
        return None
    if any(taken in walk(part) for part in (left.left, beside.test)):
        return None
    so = c.Quantified(True, each.name, taken, beside.test)
    return value(c.Filter(beside.name, left, c.Logic("not", (so,))), scope)


def speaking_of(form: c.Form, name: str) -> Iterator[c.Form]:
    """The smallest parts of a form but the name itself that speak of it."""
    for part in c.parts(form):
        if part == c.Var(name):
            yield form
        else:
            yield from speaking_of(part, name)


def is_distinct(form: c.Value) -> bool:
    """Whether nothing is in a list twice: cards that lie in places."""
    if isinstance(form, c.Filter):
        return is_distinct(form.source)
    if isinstance(form, c.Ends):
        return is_distinct(form.of)
    return isinstance(form, c.Place)


def has_no_characters(form: c.Value) -> bool:
    """Whether cards lie where no Character ever lies."""
    match form:
        case c.Place("hand" | "deck" | "discard" | "inplay" | "lineup" | "main" | "controlled"):
            return True
        case c.Filter(_, of, _) | c.Ends(_, _, of):
            return has_no_characters(of)
        case _:
            return False


def is_given(move: c.Move, name: str) -> bool:
    """Whether other cards go to somebody who has a name."""
    return speaks_of(move.to, name) and not speaks_of(move.cards, name)


CARDS: Final = ("Card", "Cards")
PLAYERS: Final = ("Player", "Players")
SINGLE: Final = ("Card", "Player", "Kind", "Num", "Text", "Place")


def choose(form: c.Choose, rest: c.Block, scope: Scope) -> Run:
    """Somebody chooses from a list. It is done if as many were taken as have to be; `none`: or if
    there was nothing to take."""
    it = choosing(form, rest, scope)
    name, sort, single = form.name, form.sort, form.sort in SINGLE
    named = frozenset((name,))
    none_is_done = form.answer("none") == "done"
    random = form.manner is c.Manner.RANDOM
    in_order = it.verb == "gain" and scope.book.reads.gained_card == "first"

    def run(s: State, f: Frame) -> int:
        player: int = f.you if it.yours and f.you is not None else it.by(s, f)
        least = it.least_told
        if least is None:
            least = it.least(s, f) or 0
        chosen: list[Any]
        if sort in CARDS:
            found = candidates(s, f, it)
            if in_order:
                found = first_in_line_up(s, f, it, found)
            chosen = choose_cards(s, f, it, player, found, random, least) if found else []
        elif sort in PLAYERS:
            useless = it.gets is not None and not items(s, it.gets(s, f))
            found = [] if useless else items(s, it.source(s, f))
            chosen = choose_players(s, f, it, player, found)
        else:
            found = items(s, it.source(s, f))
            chosen = choose_value(s, it, player, found)
        f.chosen |= named
        enough = len(chosen) >= least if sort in CARDS else bool(chosen) or least <= 0
        if s.trace is not None:
            tell_chosen(s, f, it, player, chosen, enough=enough)
        noticed = it.remembers or f.results or is_noticed(s, "choose")
        for one in chosen if noticed else ():
            card = one if sort in CARDS else None
            whom = one if sort in PLAYERS else None
            here = None if card is None else s.where[card]
            fact = noted(s, "choose", player, card, here, here, whom, "card", f.this)
            f.note(fact)
        f.names[name] = (chosen[0] if chosen else None) if single else chosen
        return DONE if enough or (none_is_done and not found) else NOT_DONE

    return run


def tell_chosen(
    s: State, f: Frame, it: Choosing, player: int, chosen: list[Any], *, enough: bool
) -> None:
    """What was chosen, unless what is done with it tells; or that there was not enough."""
    sort = it.form.sort
    if sort in CARDS:
        if it.verb and it.verb != "play" and not (chosen and enough):
            tell_lack(s, f, it.doer(s, f), it.verb, it.form.source, chosen)
    elif not chosen:
        say(s, "nothing", player, "nothing.choose", (f.this,))
    elif sort in PLAYERS:
        source = it.form.source
        of_block = isinstance(source, c.Group) and source.row == "guarded"
        if of_block or len(items(s, it.source(s, f))) < 2:
            return
        topic = "effect.choose"
        if not {*chosen} <= {*s.g.teams[player]}:
            topic = "effect.choose_foe" + ("" if s.confronted is None else ".confronting")
        say(s, "choose", player, topic, (f.this,), chosen)
    else:
        say(s, "choose", player, "effect.choose", (), chosen)


# ------------------------------------------------------------------------- cards


def candidates(s: State, f: Frame, it: Choosing) -> list[int]:
    """The cards that could be chosen: those of the list that what follows can be done to. If they
    are only looked at or asked something, all of them."""
    found: list[int] = it.source(s, f)
    if type(found) is not list:
        found = items(s, found)
    if not it.distinct:
        found = [*dict.fromkeys(found)]
    if f.key is not None:
        found = [card for card in found if any(x not in f.spent for x in key_of(s, f, card))]
    if not it.verb or not found:
        return found
    verb = it.verb
    free = verb not in BOUGHT and verb not in (s.watch or watching(s)).forbidding
    if free and it.no_characters:
        return found
    player: int = f.you if it.you_do_it and f.you is not None else it.doer(s, f)
    return allowed(s, player, verb, found)


def first_in_line_up(s: State, f: Frame, it: Choosing, found: list[int]) -> list[int]:
    """Of cards in the Line-Up only the first ones, in its order."""
    line_up = s.g.line_up
    if any(s.where[card] != line_up for card in found):
        return found
    most = len(found) if it.most is None else it.most(s, f) or 0
    return sorted(found, key=s.zones[line_up].index)[:most]


def allowed(s: State, player: int, verb: str, cards: list[int]) -> list[int]:
    """Those of the cards to which a player may do that at all."""
    if verb in BOUGHT or verb in (s.watch or watching(s)).forbidding:
        return [card for card in cards if may_be_done(s, player, verb, card)]
    if verb == "play" or verb in SHOWING:
        return cards
    character = s.g.is_character
    return [card for card in cards if not character[card]]


def key_of(s: State, f: Frame, card: int) -> list[str]:
    """What a card would pay with, where the same may be paid only once."""
    assert f.key is not None
    paid = Outcome()
    paid.facts.append(Fact("discard", f.you, card))
    return items(s, bound(s, f, "paid", paid, f.key))


def may_be_done(s: State, player: int, verb: str, card: int) -> bool:
    """Whether a player may do that to a card at all."""
    if verb == "buy" and price_of(s, card, player) > s.power[player]:
        return False
    if s.g.kinds[card].is_character and verb != "play" and verb not in SHOWING:
        return False
    return not forbids(s, verb, player, card)


def choose_cards(
    s: State, f: Frame, it: Choosing, player: int, found: list[int], random: bool, least: int
) -> list[int]:
    """Cards are taken one after the other; where all have to be taken, nothing is asked."""
    if it.just_one:
        if len(found) == 1:
            return [*found]
        of = s.g.card_options
        options = [of[card] for card in one_of_each(s, found)]
        f.asks = it.form, ()
        return [s.ask(player, "card", options, [of[card] for card in found])[1]]
    least, most = bounds(s, f, it, found, least)
    if random and least < len(found):
        return at_random(s, found, least)
    chosen: list[int] = []
    options_of = s.g.card_options
    alone = it.such_that is not None and it.closed(s, f, found)
    while len(chosen) < most:
        offered = [x for x in found if x not in chosen] if chosen else found
        if alone:
            offered = [x for x in offered if fits(s, f, it, [*chosen, x])]
        if it.such_that is not None and (not alone or len(chosen) + 1 < least):
            offered = [
                x for x in offered if any_that_fit(s, f, it, found, [*chosen, x], least, most)
            ]
        needed = least - len(chosen)
        if not offered:
            break
        if needed == len(offered) == most - len(chosen) and fits(s, f, it, [*chosen, *offered]):
            return [*chosen, *offered]
        options = [options_of[card] for card in one_of_each(s, offered)]
        if needed <= 0 and fits(s, f, it, chosen):
            options.append(STOP)
        f.asks = it.form, (*chosen,)
        taken = s.ask(player, "card", options, [options_of[card] for card in offered])
        if taken == STOP:
            break
        chosen.append(taken[1])
    return chosen


def bounds(s: State, f: Frame, it: Choosing, found: list[int], least: int) -> tuple[int, int]:
    """How many have to and may be taken: as many as there are that fit together, if fewer."""
    there = len(found)
    most = it.most_told
    if most is None:
        most = there if it.most is None else it.most(s, f) or 0
    none = it.fewer_is_none
    if none and least > there:
        return 0, 0
    least = 0 if least < 0 else there if least > there else least
    most = 0 if most < 0 else there if most > there else most
    if it.such_that is None or any_that_fit(s, f, it, found, [], least, most):
        return least, most
    if none:
        return 0, 0
    sizes = (k for k in range(least, -1, -1) if any_that_fit(s, f, it, found, [], k, k))
    reached = next(sizes, 0)
    return reached, min(most, reached)


def any_that_fit(
    s: State, f: Frame, it: Choosing, found: list[int], part: list[int], least: int, most: int
) -> bool:
    """Whether cards can be added so that there are enough, and they fit together (decision 014)."""
    if it.lacking is not None:
        return any_with_all(s, f, it, found, part, least, most)
    rest = [card for card in found if card not in part]
    for more in range(max(least - len(part), 0), most - len(part) + 1):
        if any(fits(s, f, it, [*part, *added]) for added in combinations(rest, more)):
            return True
    return False


def any_with_all(
    s: State, f: Frame, it: Choosing, found: list[int], part: list[int], least: int, most: int
) -> bool:
    """The same, where it is told which cards have to be added: one more is tried only where these
    are not enough."""
    assert it.lacking is not None
    while more := bound(s, f, it.form.name, part, it.lacking):
        if len(part) + len(more) > most or any(card not in found for card in more):
            return False
        part = [*part, *more]
    if len(part) > most:
        return False
    if len(part) >= least:
        return fits(s, f, it, part)
    return any(
        any_with_all(s, f, it, found, [*part, card], least, most)
        for card in found
        if card not in part
    )


def fits(s: State, f: Frame, it: Choosing, cards: list[int]) -> bool:
    """Whether cards may be taken together."""
    if it.such_that is None:
        return True
    held = bound(s, f, it.form.name, cards, it.such_that)
    return held is None or bool(held)


def at_random(s: State, found: list[int], number: int) -> list[int]:
    """Nature picks cards, one after the other."""
    chosen: list[int] = []
    for _ in range(number):
        left = tuple(card for card in found if card not in chosen)
        chosen.append(s.chance("random", left)[0])
    return chosen


# ------------------------------------------------------------------------- players and values


def choose_players(s: State, f: Frame, it: Choosing, player: int, found: list[int]) -> list[int]:
    """One player, or one after the other until somebody stops."""
    least = min(it.least(s, f) or 0, len(found))
    most = len(found) if it.most is None else min(it.most(s, f), len(found))
    chosen: list[int] = []
    while len(chosen) < most:
        left = [p for p in found if p not in chosen]
        if least - len(chosen) == len(left):
            return [*chosen, *left]
        options: list[Option] = [("player", p) for p in left]
        if len(chosen) >= least:
            options.append(STOP)
        taken = s.ask(player, "player", options)
        if taken == STOP:
            break
        chosen.append(taken[1])
    return [p for p in found if p in chosen] if it.form.sort == "Players" else chosen


def choose_value(s: State, it: Choosing, player: int, found: list[Any]) -> list[Any]:
    """A kind or a number."""
    if not found:
        return []
    kind, tag = asked_as(s, it.form, found)
    return [s.ask(player, kind, [(tag, one) for one in found])[1]]


def asked_as(s: State, form: c.Choose, found: list[Any]) -> tuple[str, str]:
    """What the contract calls such a choice, and its answers."""
    if form.sort == "Num":
        costs = isinstance(form.source, c.Attribute) and form.source.row == "all_costs"
        return ("value", "number") if costs else ("number", "number")
    if set(found) <= {"odd", "even"}:
        return "parity", "parity"
    return "value", "type" if set(found) <= set(s.g.rules["types"]) else "name"
