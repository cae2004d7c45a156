"""From the notation of the core to its forms. `printer` writes what this reads.

The notation is for people: to look at the meaning of a text, and to write one down by hand. Lines
are parsed one by one with Lark (`core.lark`); what is indented below a line is its block.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedInput, VisitError

from rules_check.grammar.core import forms as c
from rules_check.grammar.core import rows


class CoreSyntaxError(ValueError):
    """A line that is no line of the core."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem


@dataclass
class _Head:
    """A line that has a block behind it, and what to make of both."""

    make: Callable[[c.Block], Any]
    kind: str = "statement"


@dataclass
class _Line:
    number: int
    indent: int
    words: str


def read_core(notation: str) -> c.Core:
    """The texts that a notation writes. Raises CoreSyntaxError."""
    lines = [
        _Line(number, len(line) - len(line.lstrip(" ")), line.strip())
        for number, line in enumerate(notation.split("\n"), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    texts: list[c.Text] = []
    rest = lines
    while rest:
        head, rest = _read(rest[0]), rest[1:]
        if not isinstance(head, _Head) or head.kind != "text":
            raise CoreSyntaxError(
                lines[len(lines) - len(rest) - 1].number, "a text begins with `text`"
            )
        body, rest = _block(rest, 0)
        _priced_once(head, body)
        texts.append(head.make(body))
    return c.Core(tuple(texts))


def read_value(notation: str) -> c.Value:
    """The value that a notation writes. Raises CoreSyntaxError."""
    made = _read(_Line(1, 0, f"let x = {notation}"))
    assert isinstance(made, c.Let)
    return made.value


def _block(lines: list[_Line], above: int) -> tuple[c.Block, list[_Line]]:
    """The statements that are indented more than `above`, and the lines behind them."""
    made: list[Any] = []
    if not lines or lines[0].indent <= above:
        return (), lines
    indent = lines[0].indent
    while lines and lines[0].indent > above:
        line, lines = lines[0], lines[1:]
        if line.indent != indent:
            raise CoreSyntaxError(line.number, "indented otherwise than the lines before it")
        head = _read(line)
        if not isinstance(head, _Head):
            made += [] if head is None else [head]
            continue
        if head.kind in ("statement", "option") and (not lines or lines[0].indent <= line.indent):
            raise CoreSyntaxError(line.number, "a block is missing behind the colon")
        body, lines = _block(lines, line.indent)
        _priced_once(head, body)
        _put(made, head, body, line)
    return tuple(made), lines


def _put(made: list[Any], head: _Head, body: c.Block, line: _Line) -> None:
    """A statement with its block; `else`, `or` and `price` belong to others."""
    before = made[-1] if made else None
    if head.kind in ("else", "else if", "or") and isinstance(before, c.Result):
        inner: list[Any] = list(before.of)
        _put(inner, head, body, line)
        made[-1] = replace(before, of=tuple(inner))
        return
    match head.kind:
        case "statement" | "text" | "option":
            made.append(head.make(body))
        case "price":
            made.append(_Price(body, line.number))
        case "else" if isinstance(before, c.If | c.Offer):
            made[-1] = _with_else(before, body)
        case "else if" if isinstance(before, c.If):
            made[-1] = _with_else(before, (head.make(body),))
        case "or" if isinstance(before, c.Offer):
            made[-1] = replace(before, ways=(*before.ways, body))
        case _:
            raise CoreSyntaxError(line.number, f"`{head.kind}` has nothing before it")


def _with_else(before: c.If | c.Offer, body: c.Block) -> c.If | c.Offer:
    """The same with this as its last otherwise."""
    if isinstance(before, c.If) and before.otherwise:
        (inner,) = before.otherwise
        assert isinstance(inner, c.If)
        deeper = _with_else(inner, body)
        assert isinstance(deeper, c.If)
        return replace(before, otherwise=(deeper,))
    return replace(before, otherwise=body)


@dataclass
class _Price:
    """The price of an option, until the option takes it."""

    body: c.Block
    line: int


def _priced_once(head: _Head, body: tuple[Any, ...]) -> None:
    """A price stands in an option, once and before what it is for."""
    prices = [one for one in body if isinstance(one, _Price)]
    first = body[:1] if head.kind == "option" else ()
    for price in prices:
        if price not in first:
            raise CoreSyntaxError(price.line, "`price` stands first in an option, once")


def _read(line: _Line) -> Any:
    try:
        return _Lines().transform(_grammar().parse(line.words))
    except UnexpectedInput as error:
        raise CoreSyntaxError(line.number, f"not understood: {line.words!r}") from error
    except VisitError as error:
        raise CoreSyntaxError(line.number, f"{error.orig_exc}: {line.words!r}") from error


@cache
def _grammar() -> Lark:
    path = Path(__file__).with_name("core.lark")
    return Lark(
        path.read_text(encoding="utf-8"), start="line", parser="lalr", maybe_placeholders=True
    )


@v_args(inline=True)
class _Lines(Transformer[Token, Any]):
    """Makes forms of the parts of a line."""

    # -------------------------------------------------------------- texts and statements

    def text(self, home: Token, labels: tuple[str, ...] | None) -> _Head:
        return _Head(lambda body: c.Text(str(home), labels or (), body), "text")

    def labels(self, *names: Token) -> tuple[str, ...]:
        return tuple(name.strip('"') for name in names)

    def result(self, name: Token, act: Any) -> Any:
        if isinstance(act, _Head):
            return _Head(lambda body: c.Result(str(name), (act.make(body),)))
        return c.Result(str(name), (act,))

    def result_of_block(self, name: Token) -> _Head:
        return _Head(lambda body: c.Result(str(name), body))

    def let(self, name: Token, value: c.Value) -> c.Let:
        return c.Let(str(name), value)

    def nothing(self) -> None:
        return None

    def choose(
        self,
        name: Any,
        sort: Any,
        source: Any,
        amount: Any,
        by: Any,
        such: Any,
        manner: Any,
        told: Any,
    ) -> c.Choose:
        least, most = amount
        return c.Choose(
            str(name),
            str(sort),
            source,
            least,
            most,
            by,
            such,
            manner or c.Manner.OPEN,
            settings=told,
        )

    def move(
        self, name: Any, cards: Any, goal: Any, verb: Any, by: Any, order: Any, down: Any, told: Any
    ) -> c.Move:
        to, end = goal
        return c.Move(
            cards,
            to,
            str(verb),
            by,
            str(name or ""),
            end,
            None if order == "random" else order,
            order == "random",
            bool(down),
            settings=told,
        )

    def goal(self, place: c.Value, end: Token | None) -> tuple[c.Value, c.End | None]:
        return place, None if end is None else c.End(end)

    def order(self, by: c.Value) -> c.Value:
        return by

    def random_order(self) -> str:
        return "random"

    def face_down(self) -> bool:
        return True

    def together(self) -> bool:
        return True

    def whole(self) -> bool:
        return True

    def manner(self, how: Token) -> c.Manner:
        return c.Manner(how)

    def show(self, cards: c.Value, to: c.Value, by: c.Value | None, told: Any) -> c.Show:
        return c.Show(cards, to, by, settings=told)

    def give(self, amount: c.Value, kind: Token, who: c.Value, told: Any) -> c.Points:
        return c.Points("give", who, amount, str(kind), settings=told)

    def take(self, amount: c.Value, kind: Token, who: c.Value, told: Any) -> c.Points:
        return c.Points("take", who, amount, str(kind), settings=told)

    def pay(self, amount: c.Value, kind: Token, who: c.Value, told: Any) -> c.Points:
        return c.Points("pay", who, amount, str(kind), settings=told)

    def play(self, card: c.Value, by: c.Value, told: Any) -> c.Play:
        return c.Play(card, by, settings=told)

    def do(self, act: Token, of: Any, told: Any) -> c.Do:
        return c.Do(str(act), of or (), settings=told)

    def proceed(self, event: c.Value, *with_: Any) -> c.Proceed:
        pairs = zip(with_[::2], with_[1::2], strict=True)
        return c.Proceed(event, tuple((str(name), value) for name, value in pairs))

    def change(
        self,
        attribute: Any,
        name: Any,
        source: Any,
        op: Any,
        value: Any,
        least: Any,
        within: Any,
        told: Any,
    ) -> c.Change:
        return c.Change(
            attribute, c.ChangeOp(op), value, within, str(name or ""), source, least, settings=told
        )

    def forbid(self, event: c.Value, within: c.Value | None, told: Any) -> c.Forbid:
        return c.Forbid(event, within, settings=told)

    def if_(self, test: c.Value, told: Any) -> _Head:
        return _Head(lambda body: c.If(test, body, settings=told))

    def else_if(self, test: c.Value, told: Any) -> _Head:
        return _Head(lambda body: c.If(test, body, settings=told), "else if")

    def else_(self) -> _Head:
        return _Head(lambda body: body, "else")

    def or_(self) -> _Head:
        return _Head(lambda body: body, "or")

    def price(self) -> _Head:
        return _Head(lambda body: body, "price")

    def for_each(self, name: Token, source: c.Value, together: bool | None, told: Any) -> _Head:
        return _Head(lambda body: c.ForEach(str(name), source, body, bool(together), settings=told))

    def repeat_times(self, name: Token | None, number: c.Value, told: Any) -> _Head:
        return _repeat(c.Round.TIMES, name, number, told)

    def repeat_while(self, name: Token | None, test: c.Value, told: Any) -> _Head:
        return _repeat(c.Round.WHILE, name, test, told)

    def repeat_until(self, name: Token | None, test: c.Value, told: Any) -> _Head:
        return _repeat(c.Round.UNTIL, name, test, told)

    def may(self, by: c.Value, told: Any) -> _Head:
        one = c.Number(1)
        return _Head(lambda body: c.Offer(c.Number(0), one, by, (body,), settings=told))

    def may_one(self, name: Token, by: c.Value, told: Any) -> _Head:
        return _of_several(str(name), by, told, every=False)

    def may_each(self, name: Token, by: c.Value, told: Any) -> _Head:
        return _of_several(str(name), by, told, every=True)

    def pick(self, amount: Any, by: c.Value, told: Any) -> _Head:
        least, most = amount
        return _Head(lambda body: c.Offer(least, most, by, (body,), settings=told))

    def attack(self, name: Token, at: c.Value, unavoidable: c.Value | None, told: Any) -> _Head:
        return _Head(lambda body: c.Attack(str(name), at, body, unavoidable, settings=told))

    def deed(self, verb: Token, by: c.Value, on: c.Value | None) -> _Head:
        return _Head(lambda body: c.Deed(verb.strip('"'), by, body, on))

    def on(self, event: c.Value, *rest: Any) -> _Head:
        return _on(event, rest, before=False)

    def before(self, event: c.Value, *rest: Any) -> _Head:
        return _on(event, rest, before=True)

    def option(self, who: c.Value, where: c.Value | None, *rest: Any) -> _Head:
        told, said = rest[-1], _merged(rest[:-1])

        def make(body: tuple[Any, ...]) -> c.Option:
            price = [one for one in body if isinstance(one, _Price)]
            return c.Option(
                who,
                tuple(one for one in body if not isinstance(one, _Price)),
                price[0].body if price else (),
                where,
                said.get("within"),
                said.get("limit"),
                said.get("per"),
                said.get("key"),
                settings=told,
            )

        return _Head(make, "option")

    def within(self, window: c.Value) -> dict[str, Any]:
        return {"within": window}

    def nth(self, number: c.Value) -> dict[str, Any]:
        return {"nth": number}

    def limit(self, number: c.Value, per: c.Value | None, key: c.Value | None) -> dict[str, Any]:
        return {"limit": number, "per": per, "key": key}

    def retro(self) -> dict[str, Any]:
        return {"retro": True}

    def settings(self, *told: Token) -> tuple[c.Setting, ...]:
        pairs = (one.removeprefix("@").split("=") for one in told)
        return tuple(_setting(name, answer) for name, answer in pairs)

    def amount(self, *parts: c.Value) -> tuple[c.Value, c.Value]:
        return (parts[0], parts[-1])

    def at_least(self, least: c.Value) -> tuple[c.Value, None]:
        return least, None

    def any_number(self) -> tuple[c.Value, None]:
        return c.Number(0), None

    # ------------------------------------------------------------------ events and values

    def becomes(self, test: c.Value) -> c.Becomes:
        return c.Becomes(test)

    def event(self, verbs: Any, name: Any, whole: Any, where: Any) -> c.Event:
        return c.Event(verbs, str(name or ""), bool(whole), where)

    def verbs(self, *names: Token) -> tuple[str, ...]:
        return tuple(map(str, names))

    def either(self, *of: c.Value) -> c.Value:
        return of[0] if len(of) == 1 else c.Logic("or", of)

    def both(self, *of: c.Value) -> c.Value:
        return of[0] if len(of) == 1 else c.Logic("and", of)

    def not_(self, of: c.Value) -> c.Value:
        return c.Logic("not", (of,))

    def compare(self, left: c.Value, op: Token, right: c.Value) -> c.Compare:
        return c.Compare(str(op), left, right)

    def inside(self, left: c.Value, right: c.Value) -> c.Compare:
        return c.Compare("in", left, right)

    def overlap(self, first: c.Value, *others: c.Value) -> c.Value:
        for other in others:
            first = c.Overlap(first, other)
        return first

    def plus(self, left: c.Value, sign: Token, right: c.Value) -> c.Value:
        return _Sum(str(sign), left, right).made()

    def times(self, left: c.Value, right: c.Value) -> c.Value:
        return c.Arithmetic("*", (left, right))

    def negative(self, of: c.Value) -> c.Value:
        return c.Arithmetic("-", (c.Number(0), of))

    def number(self, value: Token) -> c.Number:
        return c.Number(int(value))

    def kind(self, name: Token) -> c.Kind:
        return c.Kind(name.strip('"'))

    def word(self, name: Token) -> c.Value:
        return _called(str(name), (), ())

    def call(self, name: Token, of: Any, told: Any) -> c.Value:
        return _called(str(name), of or (), told)

    def arguments(self, *of: c.Value) -> tuple[c.Value, ...]:
        return of

    def filter(self, name: Token, source: c.Value, test: c.Value) -> c.Filter:
        return c.Filter(str(name), source, test)

    def several(self, *items: c.Value) -> c.Several:
        return c.Several(items)

    def collect(self, value: c.Value, name: Token, source: c.Value) -> c.Collect:
        return c.Collect(value, str(name), source)

    def best(self, which: Token, value: c.Value, name: Token, source: c.Value) -> c.Best:
        return c.Best(which == "most", value, str(name), source)

    def conditional(self, test: c.Value, then: c.Value, otherwise: c.Value) -> c.Conditional:
        return c.Conditional(test, then, otherwise)

    def quantified(self, which: Token, name: Token, source: c.Value, test: c.Value) -> c.Quantified:
        return c.Quantified(which == "every", str(name), source, test)

    def did(self, event: c.Value, window: c.Value, told: Any) -> c.Did:
        return c.Did(event, window, settings=told)

    def until(self, event: c.Value) -> c.Until:
        return c.Until(event)

    def while_(self, test: c.Value) -> c.While:
        return c.While(test)

    def after(self, result: c.Value) -> c.After:
        return c.After(result)

    def during(self, window: c.Value) -> c.During:
        return c.During(window)

    def as_of(self, when: Token, of: c.Value) -> c.Value:
        if not isinstance(of, c.Attribute):
            raise ValueError(f"{when}: only of an attribute")
        return replace(of, as_of=c.AsOf(when))


def _of_several(name: str, by: c.Value, told: Any, *, every: bool) -> _Head:
    none, one = c.Number(0), c.Number(1)
    return _Head(
        lambda body: c.Offer(none, one, by, (body,), name=name, every=every, settings=told)
    )


def _repeat(how: c.Round, name: Token | None, test: c.Value, told: Any) -> _Head:
    return _Head(lambda body: c.Repeat(how, test, body, str(name or ""), settings=told))


def _on(event: c.Value, rest: tuple[Any, ...], before: bool) -> _Head:
    told, said = rest[-1], _merged(rest[:-1])
    return _Head(
        lambda body: c.On(
            event,
            body,
            before,
            said.get("within"),
            said.get("nth"),
            said.get("limit"),
            said.get("per"),
            bool(said.get("retro")),
            settings=told,
        )
    )


def _merged(said: tuple[dict[str, Any], ...]) -> dict[str, Any]:
    return {key: value for one in said for key, value in one.items()}


def _setting(name: str, answer: str) -> c.Setting:
    if answer == "open":
        return c.Setting(name, "", c.Filled.OPEN)
    return c.Setting(name, answer)


@dataclass
class _Sum:
    """A sum or a union: which one, the sorts of its parts say; the checker looks at that."""

    sign: str
    left: c.Value
    right: c.Value

    def made(self) -> c.Value:
        if _numeric(self.left) or _numeric(self.right):
            return c.Arithmetic(self.sign, (self.left, self.right))
        return c.Join(c.SetOp(self.sign), self.left, self.right)


def _numeric(value: c.Value) -> bool:
    """Whether a value is a number by its form."""
    if isinstance(value, c.Fold):
        return value.row != "distinct"
    if isinstance(value, c.Attribute):
        return any(found.gives == "Num" for found in rows.ATTRIBUTES.get(value.row, ()))
    if isinstance(value, c.Conditional):
        return _numeric(value.then) or _numeric(value.otherwise)
    return isinstance(value, c.Number | c.Arithmetic)


def _called(name: str, of: tuple[c.Value, ...], told: tuple[c.Setting, ...]) -> c.Value:
    """What a name with its arguments is: a row of one of the tables, or a variable."""
    if name in ("top", "bottom") and len(of) == 2:
        return c.Ends(c.End(name), *of)
    if name == "the":
        return c.The(*of, settings=told)
    if name in rows.FOLDS:
        return c.Fold(name, *of)
    if name in rows.STATUSES:
        return c.Status(name, *of, settings=told)
    if name in rows.ARITHMETIC:
        return c.Arithmetic(name, of)
    for table, form in ((rows.PLACES, c.Place), (rows.GROUPS, c.Group), (rows.SPANS, c.Span)):
        if name in table and len(table[name].of) == len(of):
            made: c.Value = form(name, *of)
            return made
    if name in rows.ATTRIBUTES and any(len(row.of) == len(of) for row in rows.ATTRIBUTES[name]):
        return c.Attribute(name, of)
    if of:
        raise ValueError(f"{name!r} is no row with {len(of)} of these")
    return c.Var(name)
