"""The core as a person reads it; `reader` reads it back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rules_check.grammar.core import forms as c

STEP = "  "
OR, AND, NOT, COMPARE, OVERLAP, SUM, PRODUCT, ATOM = range(8)


def printed(core: c.Core) -> str:
    """The texts of a card, a line a statement."""
    return "\n".join(line for text in core.texts for line in _text(text)) + "\n"


def printed_value(value: c.Value) -> str:
    """One value, as it stands in a line."""
    return _say(value)


def _text(text: c.Text) -> Iterator[str]:
    labels = f" [{', '.join(map(_kind, text.labels))}]" if text.labels else ""
    yield f"text {text.home}{labels}:"
    yield from _block(text.body)


def _block(body: c.Block) -> Iterator[str]:
    for line in _lines(body) if body else ["nothing"]:
        yield STEP + line


def _lines(body: c.Block) -> Iterator[str]:
    for statement in body:
        yield from _statement(statement)


def _statement(it: c.Statement) -> Iterator[str]:
    match it:
        case c.Let(name, value):
            yield f"let {name} = {_say(value)}"
        case c.Result(name, (one,)) if not isinstance(one, c.Result):
            first, *rest = _statement(one)
            yield f"{name} <- {first}"
            yield from rest
        case c.Result(name, of):
            yield f"{name} <-"
            yield from _block(of)
        case c.If():
            yield from _if(it, "if")
        case c.ForEach(name, source, body, together):
            mode = " together" if together else ""
            yield f"for {name} in {_say(source)}{mode}{_settings(it)}:"
            yield from _block(body)
        case c.Repeat(how, test, body, name):
            word = {c.Round.TIMES: "times ", c.Round.WHILE: "while ", c.Round.UNTIL: "until "}[how]
            rounds = f"{name} " if name else ""
            yield f"repeat {rounds}{word}{_say(test)}{_settings(it)}:"
            yield from _block(body)
        case c.Choose():
            yield _choose(it)
        case c.Offer():
            yield from _offer(it)
        case c.Move():
            yield _move(it)
        case c.Show(cards, to, by):
            who = "" if by is None else f" by {_say(by)}"
            yield f"show {_say(cards)} to {_say(to)}{who}{_settings(it)}"
        case c.Points(row, who, amount, kind):
            way = {"give": "to", "take": "from", "pay": "by"}[row]
            yield f"{row} {_say(amount)} {kind} {way} {_say(who)}{_settings(it)}"
        case c.Play(card, by):
            yield f"play {_say(card)} by {_say(by)}{_settings(it)}"
        case c.Attack(name, whom, body, unavoidable):
            more = "" if unavoidable is None else f" unavoidable for {_say(unavoidable)}"
            yield f"attack {name} at {_say(whom)}{more}{_settings(it)}:"
            yield from _block(body)
        case c.Deed(verb, doer, body, patient):
            what = "" if patient is None else f" on {_say(patient)}"
            yield f'deed "{verb}" by {_say(doer)}{what}:'
            yield from _block(body)
        case c.Do(row, of):
            yield f"do {row}({', '.join(map(_say, of))}){_settings(it)}"
        case c.Proceed(event, changed):
            told = "".join(f" with {name} := {_say(value)}" for name, value in changed)
            yield f"proceed {_say(event)}{told}"
        case c.On(event, body, before):
            word = "before" if before else "on"
            yield f"{word} {_say(event)}{_modifiers(it)}{_settings(it)}:"
            yield from _block(body)
        case c.Option(who, body, price, where):
            only = "" if where is None else f" where {_say(where)}"
            yield f"option {_say(who)}{only}{_modifiers(it)}{_settings(it)}:"
            if price:
                yield f"{STEP}price:"
                yield from (STEP + line for line in _block(price))
            yield from _block(body)
        case c.Change():
            yield _change(it)
        case c.Forbid(event, within):
            time = "" if within is None else f" within {_say(within)}"
            yield f"forbid {_say(event)}{time}{_settings(it)}"
        case _:
            assert_never(it)


def _if(it: c.If, word: str) -> Iterator[str]:
    yield f"{word} {_say(it.test)}{_settings(it)}:"
    yield from _block(it.then)
    match it.otherwise:
        case ():
            return
        case (c.If() as only,):
            yield from _if(only, "else if")
        case several:
            yield "else:"
            yield from _block(several)


def _choose(it: c.Choose) -> str:
    test = "" if it.such_that is None else f" such that {_say(it.such_that)}"
    manner = f" {it.manner}" if it.manner else ""
    said = f"choose {it.name}: {it.sort} from {_say(it.source)}, {_amount(it.least, it.most)}"
    return f"{said} by {_say(it.by)}{test}{manner}{_settings(it)}"


def _offer(it: c.Offer) -> Iterator[str]:
    if (it.least, it.most, len(it.ways)) == (c.Number(0), c.Number(1), 1):
        several = f"{'each' if it.every else 'one'} {it.name} in " if it.name else ""
        yield f"may {several}{_say(it.by)}{_settings(it)}:"
    else:
        yield f"pick {_amount(it.least, it.most)} by {_say(it.by)}{_settings(it)}:"
    for number, way in enumerate(it.ways):
        if number:
            yield "or:"
        yield from _block(way)
    if it.otherwise:
        yield "else:"
        yield from _block(it.otherwise)


def _move(it: c.Move) -> str:
    each = f"{it.name} in " if it.name else ""
    end = f".{it.end}" if it.end else ""
    by = "" if it.by is None else f" by {_say(it.by)}"
    order = "" if it.order is None else f" order {_say(it.order)}"
    order = " order random" if it.random else order
    down = " face down" if it.face_down else ""
    said = f"move {each}{_say(it.cards)} to {_say(it.to)}{end} as {it.verb}"
    return f"{said}{by}{order}{down}{_settings(it)}"


def _change(it: c.Change) -> str:
    each = "" if it.source is None else f" for {it.name} in {_say(it.source)}"
    least = "" if it.at_least is None else f" at least {_say(it.at_least)}"
    said = f"change {_say(it.attribute)}{each} {it.op} {_say(it.value)}{least}"
    return f"{said} within {_say(it.within)}{_settings(it)}"


def _modifiers(it: c.On | c.Option) -> str:
    said = "" if it.within is None else f" within {_say(it.within)}"
    if isinstance(it, c.On) and it.nth is not None:
        said += f" nth {_say(it.nth)}"
    if it.limit is not None:
        said += f" limit {_say(it.limit)}"
        said += "" if it.per is None else f" per {_say(it.per)}"
        if isinstance(it, c.Option) and it.key is not None:
            said += f" by {_say(it.key)}"
    return said + (" retro" if isinstance(it, c.On) and it.retro else "")


def _amount(least: c.Value, most: c.Value | None) -> str:
    if most is None:
        return "any" if least == c.Number(0) else f"{_say(least)}..any"
    return _say(least) if least == most else f"{_say(least)}..{_say(most)}"


def _settings(it: c.Settled) -> str:
    return "".join(f" @{one.name}={one.answer or 'open'}" for one in it.settings)


def _kind(name: str) -> str:
    return name if name.isidentifier() and name[0].isupper() else f'"{name}"'


def _row(name: str, of: tuple[c.Value | None, ...]) -> str:
    given = [_say(one) for one in of if one is not None]
    return f"{name}({', '.join(given)})" if given else name


def _say(value: c.Value, within: int = OR) -> str:
    """A value, in parentheses if it would be read otherwise where it stands."""
    said, binds = _spoken(value)
    return f"({said})" if binds < within else said


def _joined(word: str, of: tuple[c.Value, ...], binds: int) -> tuple[str, int]:
    return f" {word} ".join(_say(one, binds + 1) for one in of), binds


def _spoken(it: c.Value) -> tuple[str, int]:
    """A value in words, and how closely they hold together."""
    if isinstance(it, c.Condition):
        return _condition(it)
    if isinstance(it, c.Pattern | c.Window):
        return _time(it)
    match it:
        case c.Var(name):
            return name, ATOM
        case c.Number(value):
            return str(value), ATOM
        case c.Kind(name):
            return _kind(name), ATOM
        case c.Several(items):
            return f"{{{', '.join(map(_say, items))}}}", ATOM
        case c.Place(row, of) | c.Group(row, of):
            return _row(row, (of,)), ATOM
        case c.Attribute(row, of, as_of):
            said = _row(row, of)
            return (said if as_of is c.AsOf.NOW else f"{as_of}({said})"), ATOM
        case c.Filter(name, source, test):
            return f"{{{name} in {_say(source)} : {_say(test)}}}", ATOM
        case c.Collect(value, name, source):
            return f"[{_say(value)} : {name} in {_say(source)}]", ATOM
        case c.Fold(row, of):
            return f"{row}({_say(of)})", ATOM
        case c.Best(most, value, name, source):
            word = "most" if most else "least"
            return f"{word} [{_say(value)} : {name} in {_say(source)}]", ATOM
        case c.Join(op, left, right):
            return f"{_say(left, SUM)} {op} {_say(right, PRODUCT)}", SUM
        case c.Ends(end, number, of):
            return f"{end}({_say(number)}, {_say(of)})", ATOM
        case c.The(of):
            return f"the({_say(of)}{_settings(it)})", ATOM
        case c.Arithmetic("+" | "-" as sign, (left, right)):
            return f"{_say(left, SUM)} {sign} {_say(right, PRODUCT)}", SUM
        case c.Arithmetic("*", (left, right)):
            return f"{_say(left, PRODUCT)} * {_say(right, ATOM)}", PRODUCT
        case c.Arithmetic(row, of):
            return _row(row, of), ATOM
        case c.Conditional(test, then, otherwise):
            return f"if {_say(test)} then {_say(then)} else {_say(otherwise)}", OR
        case c.Did(event, window):
            return f"did({_say(event)}, {_say(window)}{_settings(it)})", ATOM
        case c.Quote(_):
            raise ValueError("a quoted text has no place in a line")
        case _:
            assert_never(it)


def _condition(it: c.Condition) -> tuple[str, int]:
    match it:
        case c.Compare(op, left, right):
            return f"{_say(left, OVERLAP)} {op} {_say(right, OVERLAP)}", COMPARE
        case c.Logic("not", (one,)):
            return f"not {_say(one, NOT)}", NOT
        case c.Logic(op, of):
            return _joined(op, of, AND if op == "and" else OR)
        case c.Quantified(every, name, source, test):
            word = "every" if every else "some"
            return f"{word} {name} in {_say(source, AND)} : {_say(test)}", OR
        case c.Status(row, of, who):
            return f"{_row(row, (of, who))[:-1]}{_settings(it)})", ATOM
        case c.During(window):
            return f"during({_say(window)})", ATOM
        case _:
            assert_never(it)


def _time(it: c.Pattern | c.Window) -> tuple[str, int]:
    match it:
        case c.Event(verbs, name, whole, where):
            said = "|".join(verbs) + (f" {name}" if name else "") + (" acts" if whole else "")
            return said + ("" if where is None else f" where {_say(where)}"), OR
        case c.Becomes(test):
            return f"becomes({_say(test)})", ATOM
        case c.Until(event):
            return f"until({_say(event)})", ATOM
        case c.After(result):
            return f"after({_say(result)})", ATOM
        case c.While(test):
            return f"while({_say(test)})", ATOM
        case c.Overlap(left, right):
            return f"{_say(left, OVERLAP)} & {_say(right, SUM)}", OVERLAP
        case c.Span(row, of):
            return _row(row, (of,)), ATOM
        case _:
            assert_never(it)
