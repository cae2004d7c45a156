"""The judge of what can be carried out: every name bound once and used in its scope, sorts agree,
and every form stands where it can be carried out (`fitting`).

A rule a form, in the order of `forms`. `check` gives the faults of a core, none if it can be
carried out. A fault has the form at which it is: whoever knows the words of the form can show them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NoReturn, assert_never

from rules_check.grammar.core import forms as c
from rules_check.grammar.core import rows
from rules_check.grammar.core.fitting import misfits
from rules_check.grammar.core.printer import printed_value
from rules_check.grammar.core.sorts import BEHIND, LIST_OF, MEMBER, Sort, fits

S = Sort
Scope = Mapping[str, Sort]

OF_WHICH_DECK: Final = "they are taken from the top of several decks, and it is not said of which"
START: Scope = {"you": S.PLAYER, "this": S.CARD}
"""What every text can speak of."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What cannot be carried out, and at which form. `said`: the core is well made, and it is what
    it says that nobody can do; otherwise a name, a sort or a row is wrong."""

    at: c.Form
    problem: str
    said: bool = False


class _Wrong(Exception):
    def __init__(self, at: c.Form, problem: str, said: bool = False) -> None:
        super().__init__(problem)
        self.fault = Fault(at, problem, said)


def check(core: c.Core) -> list[Fault]:
    """The faults of a core: the first one of each statement."""
    return [fault for text in core.texts for fault in _text(text, START)]


def sort_of(value: c.Value, scope: Scope = START) -> Sort:
    """The sort of a value; ValueError if it has none."""
    try:
        return _sort(value, scope)
    except _Wrong as wrong:
        raise ValueError(wrong.fault.problem) from wrong


def _wrong(at: c.Form, problem: str) -> NoReturn:
    raise _Wrong(at, problem)


def _cannot(at: c.Form, problem: str) -> NoReturn:
    raise _Wrong(at, problem, said=True)


def _text(text: c.Text, scope: Scope) -> Iterator[Fault]:
    if text.home not in rows.HOMES:
        yield Fault(text, f"there is no home {text.home!r}")
    faults = _block(text.body, scope)[0]
    yield from faults
    if not faults:
        yield from (Fault(*found, said=True) for found in misfits(text))


Checked = tuple[list[Fault], dict[str, Sort]]
"""The faults of statements, and what they name for those behind them."""


def _block(body: c.Block, scope: Scope) -> Checked:
    """Statements one after the other: each may speak of what those before it have named."""
    faults: list[Fault] = []
    named: dict[str, Sort] = {}
    for statement in body:
        try:
            inner, names = _statement(statement, {**scope, **named})
        except _Wrong as wrong:
            faults.append(wrong.fault)
            names = _names(statement)
        else:
            faults += inner
        named.update(names)
    return faults, named


def _inside(body: c.Block, scope: Scope) -> Checked:
    """A block within a statement: behind it, a name stands for all values that it had there."""
    faults, named = _block(body, scope)
    return faults, _behind(named)


def _behind(named: Scope) -> dict[str, Sort]:
    return {name: BEHIND[sort] for name, sort in named.items() if sort in BEHIND}


def _one_of(blocks: Iterable[tuple[c.Block, Scope]], scope: Scope) -> Checked:
    """Blocks of which one is carried out, or some, each with what only it knows: none can speak of
    what another names."""
    faults: list[Fault] = []
    named: dict[str, Sort] = {}
    for body, own in blocks:
        inner, names = _inside(body, {**scope, **own})
        faults += inner
        for name in names.keys() & named.keys():
            faults.append(Fault(body[0], f"{name} is bound already"))
        named.update(names)
    return faults, named


def _names(statement: c.Statement) -> dict[str, Sort]:
    """What a statement names, where its sorts could not be worked out."""
    if isinstance(statement, c.Choose) and statement.sort in Sort.__members__.values():
        return {statement.name: Sort(statement.sort)}
    if isinstance(statement, c.Result | c.Attack):
        return {statement.name: S.RESULT}
    return {}


def _statement(it: c.Statement, scope: Scope) -> Checked:
    """The faults inside of a statement, and what it names for those behind it."""
    inner: list[Fault] = []
    named: dict[str, Sort] = {}
    if isinstance(it, c.Settled):
        _settings(it)
    match it:
        case c.Let(name, value):
            found = _sort(value, scope, deck=True)
            named = _bind(it, name, S.CARDS if found is S.PLACE else found, scope)
        case c.Result(name, of):
            result = _bind(it, name, S.RESULT, scope)
            inner, named = _block(of, {**scope, **result})
            named |= result
        case c.If(test, then, otherwise):
            _want(test, S.BOOL, scope)
            inner, named = _one_of(((then, {}), (otherwise, {})), scope)
        case c.ForEach(name, source, body, _):
            each = _bind(it, name, _member(source, scope), scope)
            inner, named = _inside(body, {**scope, **each})
            named |= _behind(each)
        case c.Repeat(how, test, body, name):
            rounds = _bind(it, name, S.RESULT, scope) if name else {}
            inner, once = _block(body, {**scope, **rounds})
            _want(test, S.NUM if how is c.Round.TIMES else S.BOOL, {**scope, **rounds, **once})
            named = rounds | _behind(once)
        case c.Choose():
            named = _choose(it, scope)
        case c.Offer(least, most, by, ways, otherwise, several):
            _want(least, S.NUM, scope)
            _want(most, S.NUM, scope)
            _want(by, S.PLAYERS if several else S.PLAYER, scope)
            payer = _bind(it, several, S.PLAYER, scope) if several else {}
            inner, named = _one_of((*((way, payer) for way in ways), (otherwise, {})), scope)
            named |= _behind(payer)
        case c.Move():
            _move(it, scope)
        case c.Show(cards, to, shower):
            _want(cards, S.CARDS, scope, deck=True)
            _want(to, S.PLAYERS, scope)
            if shower is not None:
                _want(shower, S.PLAYER, scope)
        case c.Points(row, who, amount, kind):
            _row(it, row, rows.POINTS)
            _row(it, kind, ("Power", "VP"))
            _want(who, S.PLAYER, scope)
            _want(amount, S.NUM, scope)
        case c.Play(card, by):
            _want(card, S.CARDS, scope, deck=True)
            _want(by, S.PLAYER, scope)
        case c.Attack(name, whom, body, unavoidable):
            _want(whom, S.PLAYERS, scope)
            if unavoidable is not None:
                _want(unavoidable, S.PLAYERS, scope)
            attack = _bind(it, name, S.RESULT, scope)
            inner, named = _inside(body, {**scope, **attack})
            named |= attack
        case c.Deed(_, by, body, on):
            _want(by, S.PLAYER, scope)
            if on is not None:
                _sort(on, scope)
            inner, named = _inside(body, scope)
        case c.Do(row, of):
            act = rows.ACTS.get(row)
            if act is None or len(act.of) != len(of):
                _wrong(it, f"there is no act {row!r} with {len(of)} of these")
            for one, sort in zip(of, act.of, strict=True):
                _want(one, sort, scope)
        case c.Proceed(event, changed):
            _want(event, S.EVENT, scope)
            for name, value in changed:
                if name != "to":
                    _wrong(it, f"only where a card goes can be changed, not {name}")
                _want(value, S.PLACE, scope)
        case c.On(event, body):
            happened = _event(event, scope)
            if isinstance(event, c.Event) and event.whole:
                _cannot(it, "what comes of a whole act is seen when it is over: by did")
            inner, named = _inside(body, {**scope, **happened})
            _modifiers(it, scope)
            named |= _behind(happened)
        case c.Option(who, body, price, where):
            _want(who, S.PLAYERS, scope)
            if where is not None:
                _want(where, S.BOOL, scope)
            inner, paid = _block(price, {**scope, "paid": S.RESULT})
            used = {**scope, "paid": S.RESULT, **paid}
            _modifiers(it, used)
            done, named = _inside(body, used)
            inner += done
            named |= _behind(paid)
        case c.Change():
            _change(it, scope)
        case c.Forbid(event, within):
            _event(event, scope)
            if within is not None:
                _want(within, S.WINDOW, scope)
        case _:
            assert_never(it)
    return inner, named


def _settings(it: c.Settled) -> None:
    for one in it.settings:
        row = rows.SETTINGS.get(one.name)
        if row is None or row.form != type(it).__name__:
            _wrong(it, f"{type(it).__name__} has no setting {one.name!r}")
        if one.answer and one.answer not in row.answers:
            _wrong(it, f"{one.name} is one of {', '.join(row.answers)}, not {one.answer!r}")


def _choose(it: c.Choose, scope: Scope) -> dict[str, Sort]:
    if it.sort not in Sort.__members__.values():
        _wrong(it, f"there is no sort {it.sort!r}")
    sort = Sort(it.sort)
    member = MEMBER.get(sort, sort)
    found = _sort(it.source, scope, deck=True)
    if MEMBER.get(found) is not member:
        _wrong(it, f"{member} is chosen from {found}")
    _want(it.least, S.NUM, scope)
    if it.most is not None:
        _want(it.most, S.NUM, scope)
    _want(it.by, S.PLAYER, scope)
    if sort is member and any(_is_above_one(one) for one in (it.least, it.most)):
        _wrong(it, f"{it.name} is one {sort}")
    if it.manner is c.Manner.RANDOM and it.such_that is not None:
        _cannot(it, "chance takes cards one by one, and does not look whether they go together")
    if it.manner is c.Manner.RANDOM and it.least != it.most:
        _cannot(it, "chance takes cards, and nobody says how many")
    named = _bind(it, it.name, sort, scope)
    if it.such_that is not None:
        _want(it.such_that, S.BOOL, {**scope, **named})
    return named


def _is_above_one(number: c.Value | None) -> bool:
    return number is None or (isinstance(number, c.Number) and number.value > 1)


def _move(it: c.Move, scope: Scope) -> None:
    _want(it.cards, S.CARDS, scope, deck=True)
    row = rows.VERBS.get(it.verb)
    if row is None or not row.moves:
        _wrong(it, f"no cards are moved by the verb {it.verb!r}")
    each = {**scope, **(_bind(it, it.name, S.CARD, scope) if it.name else {})}
    _want(it.to, S.PLACE, each)
    if it.verb == "buy" and _sort(it.cards, scope, deck=True) is not S.CARD:
        _cannot(it, "whoever buys several cards pays for each, and the text buys them at once")
    for goal in _goals(it.to):
        if row.to and goal.row != row.to:
            _wrong(it, f"by {it.verb} cards go to {row.to}, not to {goal.row}")
        if goal.of is not None and _sort(goal.of, each) is S.PLAYERS:
            _cannot(it, "the same cards cannot go to each of several players")
    if it.by is not None:
        _want(it.by, S.PLAYER, each)
    if it.order is not None:
        _want(it.order, S.PLAYER, scope)


def _goals(to: c.Value) -> Iterator[c.Place]:
    """The places, named by a row, to which cards may go."""
    if isinstance(to, c.Place):
        yield to
    elif isinstance(to, c.Conditional):
        yield from _goals(to.then)
        yield from _goals(to.otherwise)


def _change(it: c.Change, scope: Scope) -> None:
    inner = scope
    if it.source is not None:
        inner = {**scope, **_bind(it, it.name, _member(it.source, scope), scope)}
    if not isinstance(it.attribute, c.Attribute):
        _wrong(it, "only an attribute can be changed")
    if it.attribute.row not in rows.ORDER_OF_CHANGES and it.attribute.row != "first_player":
        _wrong(it, f"{it.attribute.row} cannot be changed")
    attribute, value = _sort(it.attribute, inner), _sort(it.value, inner)
    if not fits(value, attribute):
        _wrong(it, f"{attribute} is changed by {value}")
    if it.op is not c.ChangeOp.BECOMES and attribute in (S.KIND, S.PLAYER, S.CARD):
        _wrong(it, f"nothing is added to a {attribute}")
    if it.at_least is not None:
        _want(it.at_least, S.NUM, inner)
    _want(it.within, S.WINDOW, scope)


def _modifiers(it: c.On | c.Option, scope: Scope) -> None:
    for window in (it.within, it.per):
        if window is not None:
            _want(window, S.WINDOW, scope)
    if it.limit is not None:
        _want(it.limit, S.NUM, scope)
    if isinstance(it, c.On) and it.nth is not None:
        _want(it.nth, S.NUM, scope)
    if isinstance(it, c.Option) and it.key is not None:
        _sort(it.key, scope)


def _event(it: c.Value, scope: Scope) -> dict[str, Sort]:
    """What a pattern names."""
    if isinstance(it, c.Becomes):
        _want(it.test, S.BOOL, scope)
        return {}
    if not isinstance(it, c.Event):
        _wrong(it, "a pattern of what happens is wanted")
    for verb in it.verbs:
        _row(it, verb, rows.VERBS)
    named = _bind(it, it.name, S.EVENT, scope) if it.name else {}
    if it.where is not None:
        _want(it.where, S.BOOL, {**scope, **named})
    return named


# ------------------------------------------------------------------------- values


def _row(at: c.Form, name: str, table: object) -> None:
    if name not in table:  # type: ignore[operator]
        _wrong(at, f"there is no row {name!r}")


def _bind(at: c.Form, name: str, sort: Sort, scope: Scope) -> dict[str, Sort]:
    if not name:
        _wrong(at, "a name is missing")
    if name in scope and name != "_":
        _wrong(at, f"{name} is bound already")
    return {name: sort}


def _want(value: c.Value, wanted: Sort, scope: Scope, *, deck: bool = False) -> None:
    found = _sort(value, scope, deck=deck)
    if not fits(found, wanted):
        _wrong(value, f"{wanted} is wanted, {printed_value(value)} is {found}")


def _member(source: c.Value, scope: Scope, *, deck: bool = False) -> Sort:
    found = _sort(source, scope, deck=deck)
    if found not in MEMBER:
        _wrong(source, f"{printed_value(source)} is {found} and has no members")
    return MEMBER[found]


def _arguments(at: c.Value, row: rows.Row, of: tuple[c.Value, ...], scope: Scope) -> Sort:
    if len(row.of) != len(of):
        _wrong(at, f"{printed_value(at)}: {len(row.of)} wanted, {len(of)} given")
    for one, sort in zip(of, row.of, strict=True):
        _want(one, sort, scope)
    return row.gives


def _of_table(
    at: c.Value, name: str, of: c.Value | None, table: Mapping[str, rows.Row], scope: Scope
) -> Sort:
    _row(at, name, table)
    return _arguments(at, table[name], () if of is None else (of,), scope)


def _sort(it: c.Value, scope: Scope, *, deck: bool = False) -> Sort:
    """The sort of a value. `deck`: whether it may be taken from a pile (which may shuffle)."""
    if isinstance(it, c.Settled):
        _settings(it)
    if isinstance(it, c.Condition):
        return _condition(it, scope)
    if isinstance(it, c.Pattern | c.Window):
        return _time(it, scope)
    match it:
        case c.Var(name):
            if name not in scope:
                _wrong(it, f"{name} is not bound here")
            return scope[name]
        case c.Number():
            return S.NUM
        case c.Kind():
            return S.KIND
        case c.Several(items):
            sorts = {_sort(one, scope) for one in items}
            if len(sorts) != 1 or not sorts <= LIST_OF.keys():
                _wrong(it, "a list is of one sort")
            return LIST_OF[sorts.pop()]
        case c.Place(row, of):
            return _of_table(it, row, of, rows.PLACES, scope)
        case c.Attribute(row, of):
            return _attribute(it, row, of, scope)
        case c.Group(row, of):
            return _of_table(it, row, of, rows.GROUPS, scope)
        case c.Filter(name, source, test):
            member = _member(source, scope, deck=deck)
            _want(test, S.BOOL, {**scope, **_bind(it, name, member, scope)})
            return LIST_OF[member]
        case c.Collect(value, name, source):
            return _list(it, _each(it, value, name, source, scope, deck))
        case c.Fold(row, of):
            return _fold(it, row, of, scope)
        case c.Best(_, value, name, source):
            if _each(it, value, name, source, scope, deck) is not S.NUM:
                _wrong(it, "the most is of numbers")
            return LIST_OF[_member(source, scope, deck=deck)]
        case c.Join(_, left, right):
            first, second = _member(left, scope, deck=deck), _member(right, scope, deck=deck)
            if first is not second:
                _wrong(it, f"{first} and {second} are put together")
            return LIST_OF[first]
        case c.Ends(_, number, of):
            _want(number, S.NUM, scope)
            _want(of, S.CARDS, scope, deck=deck)
            if isinstance(of, c.Place) and of.of is not None and (_sort(of.of, scope) is S.PLAYERS):
                _cannot(it, OF_WHICH_DECK)
            if not deck and isinstance(of, c.Place) and of.row == "deck":
                _wrong(
                    it, "taking from a deck may shuffle: only let, move, show, choose and play do"
                )
            return S.CARDS
        case c.The(of):
            return _member(of, scope, deck=deck)
        case c.Arithmetic(row, of):
            _row(it, row, rows.ARITHMETIC)
            return _arguments(it, rows.ARITHMETIC[row], of, scope)
        case c.Conditional(test, then, otherwise):
            _want(test, S.BOOL, scope)
            first, second = _sort(then, scope, deck=deck), _sort(otherwise, scope, deck=deck)
            if not (fits(first, second) or fits(second, first)):
                _wrong(it, f"{first} or {second}")
            return second if fits(first, second) else first
        case c.Did(event, window):
            _event(event, scope)
            _want(window, S.WINDOW, scope)
            return S.EVENTS
        case c.Quote(text):
            for fault in _text(text, START):
                raise _Wrong(fault.at, fault.problem, fault.said)
            return S.TEXT
        case _:
            assert_never(it)


def _condition(it: c.Condition, scope: Scope) -> Sort:
    match it:
        case c.Compare(op, left, right):
            return _compare(it, op, left, right, scope)
        case c.Logic(_, of):
            for one in of:
                _want(one, S.BOOL, scope)
            return S.BOOL
        case c.Quantified(_, name, source, test):
            member = _member(source, scope)
            _want(test, S.BOOL, {**scope, **_bind(it, name, member, scope)})
            return S.BOOL
        case c.Status(row, of, who):
            _row(it, row, rows.STATUSES)
            _want(of, S.RESULT, scope)
            if who is not None:
                _want(who, S.PLAYER, scope)
            return S.BOOL
        case c.During(window):
            _want(window, S.WINDOW, scope)
            if isinstance(window, c.Until | c.After):
                _cannot(it, "what begins now is always now")
            if isinstance(window, c.Span) and window.row in ("nextturn", "lastturn", "text"):
                _cannot(it, f"it is never {window.row} now")
            return S.BOOL
        case _:
            assert_never(it)


def _time(it: c.Pattern | c.Window, scope: Scope) -> Sort:
    """The sort of a stretch of time; what happens is no value."""
    match it:
        case c.Event() | c.Becomes():
            _wrong(it, "a pattern of what happens is no value here")
        case c.Span(row, of):
            return _of_table(it, row, of, rows.SPANS, scope)
        case c.Until(event):
            _event(event, scope)
            return S.WINDOW
        case c.After(result):
            _want(result, S.RESULT, scope)
            return S.WINDOW
        case c.While(test):
            _want(test, S.BOOL, scope)
            return S.WINDOW
        case c.Overlap(left, right):
            _want(left, S.WINDOW, scope)
            _want(right, S.WINDOW, scope)
            return S.WINDOW
        case _:
            assert_never(it)


def _each(
    at: c.Value, value: c.Value, name: str, source: c.Value, scope: Scope, deck: bool
) -> Sort:
    return _sort(value, {**scope, **_bind(at, name, _member(source, scope, deck=deck), scope)})


def _list(at: c.Value, sort: Sort) -> Sort:
    """The list of such values; lists are put together to one."""
    if sort in LIST_OF.values():
        return sort
    if sort not in LIST_OF:
        _wrong(at, f"there are no lists of {sort}")
    return LIST_OF[sort]


def _attribute(at: c.Attribute, row: str, of: tuple[c.Value, ...], scope: Scope) -> Sort:
    _row(at, row, rows.ATTRIBUTES)
    if at.as_of is c.AsOf.THEN and row != "place":
        _wrong(at, f"of a card it is remembered where it lay, not its {row}")
    if row == "theirs" and not isinstance(of[0], c.Var):
        _wrong(at, "only a name has values in rounds of a player")
    sorts = tuple(_sort(one, scope) for one in of)
    for found in rows.ATTRIBUTES[row]:
        if len(found.of) == len(sorts) and all(map(fits, sorts, found.of)):
            return found.gives
    told = ", ".join(sorts) or "nothing"
    _wrong(at, f"{told} has no {row}")


def _fold(at: c.Fold, row: str, of: c.Value, scope: Scope) -> Sort:
    _row(at, row, rows.FOLDS)
    found = _sort(of, scope)
    match row:
        case "count":
            if found not in MEMBER:
                _wrong(at, f"{found} cannot be counted")
            return S.NUM
        case "distinct":
            return LIST_OF[_member(of, scope)]
        case "sum" | "max" | "min":
            if not fits(found, S.NUMS):
                _wrong(at, f"the {row} is of numbers, not of {found}")
            return S.NUM
        case other:
            _wrong(at, f"there is no row {other!r}")


def _compare(at: c.Compare, op: str, left: c.Value, right: c.Value, scope: Scope) -> Sort:
    first, second = _sort(left, scope), _sort(right, scope)
    if op == "in":
        inside = (first is S.PLACE and second in (S.PLACE, S.PLACES)) or MEMBER.get(second) is first
        if not inside:
            _wrong(at, f"{first} in {second}")
    elif op in ("=", "!=", "subset"):
        if not (fits(first, second) or fits(second, first)):
            _wrong(at, f"{first} is compared with {second}")
    elif op in ("<", "<=", ">", ">="):
        if (first, second) != (S.NUM, S.NUM):
            _wrong(at, f"{first} is compared with {second}")
    else:
        _wrong(at, f"there is no comparison {op!r}")
    return S.BOOL
