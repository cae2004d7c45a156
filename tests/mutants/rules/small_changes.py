"""Small changes of a statement: what a slip of the pen would make of it."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from typing import Final

from tests.mutants.rules.places import Head, head_text

_ZONES: Final = ("HAND", "DECK", "DISCARD", "PLAY", "SCORE", "CHARACTERS", "PARKED")
_SHARED: Final = ("LINE_UP", "MAIN_DECK", "DESTROYED", "REMOVED", "TABLE")
_FAMILIES: Final = (_ZONES, _SHARED, ("min", "max"), ("any", "all"))

_COMPARISONS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}


def small_changes(head: Head, returns: str = "") -> Iterator[str]:
    """What else a statement could say, each text once; `returns` is what its function returns."""
    text = head_text(head)
    seen = {text}
    for other in _changes(head, returns):
        if other not in seen:
            seen.add(other)
            yield other


def _changes(head: Head, returns: str) -> Iterator[str]:
    bare = _bare(head)
    match bare:
        case ast.If(test=test) | ast.While(test=test):
            word = "if" if isinstance(bare, ast.If) else "while"
            yield f"{word} {ast.unparse(_negated(test))}:"
            yield from (f"{word} {value}:" for value in ("False", "True") if word == "if")
        case ast.match_case(pattern=pattern, guard=guard):
            if guard is not None:
                yield f"case {ast.unparse(pattern)} if {ast.unparse(_negated(guard))}:"
                yield f"case {ast.unparse(pattern)}:"
            else:
                yield f"case {ast.unparse(pattern)} if False:"
        case ast.For(target=target, iter=over):
            yield f"for {ast.unparse(target)} in list({ast.unparse(over)})[:1]:"
            yield f"for {ast.unparse(target)} in list({ast.unparse(over)})[::-1]:"
            yield f"for {ast.unparse(target)} in ():"
        case ast.Return(value=value) if value is not None:
            yield from _other_results(value, returns)
        case ast.Raise():
            yield "pass"
            return  # what it says is told, not played
        case ast.Return() | ast.Break() | ast.Continue() | ast.Delete():
            yield "pass"
        case ast.Expr() | ast.AugAssign():
            yield "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "pass"
        case _:
            pass
    yield from _within(bare)


def _bare(head: Head) -> Head:
    """A copy of the statement without its body."""
    bare = copy.copy(head)
    for field in ("body", "orelse"):
        if isinstance(getattr(bare, field, None), list):
            setattr(bare, field, [])
    return copy.deepcopy(bare)


def _negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.UnaryOp(ast.Not(), test)


def _other_results(value: ast.expr, returns: str) -> Iterator[str]:
    """Other values that a function of this kind could return."""
    text = ast.unparse(value)
    if returns == "bool":
        yield f"return {ast.unparse(_negated(value))}"
        yield from ("return False", "return True")
    elif returns == "int":
        yield from (f"return {text} + 1", f"return {text} - 1", "return 0")
    elif returns.startswith(("tuple", "list", "Sequence")):
        empty = "[]" if returns.startswith("list") else "()"
        yield f"return {empty}"
        if not isinstance(value, ast.Tuple | ast.List):
            yield from (f"return ({text})[:1]", f"return ({text})[1:]", f"return ({text})[::-1]")
    elif returns.endswith("| None"):
        yield "return None"


# ------------------------------------------------------------------ within a statement


def _within(bare: Head) -> Iterator[str]:
    """The statement with one expression in it changed."""
    for number, node in enumerate(_expressions(bare)):
        for make in _edits(node):
            other = copy.deepcopy(bare)
            make(_expressions(other)[number])
            yield head_text(other)


def _expressions(bare: Head) -> list[ast.AST]:
    return [node for node in ast.walk(bare) if isinstance(node, ast.expr | ast.comprehension)]


Edit = Callable[[ast.AST], None]


def _edits(node: ast.AST) -> Iterator[Edit]:
    """Ways to change one node in place."""
    match node:
        case ast.Compare(ops=[op]):
            yield from (_set("ops", [other()]) for other in _COMPARISONS.get(type(op), ()))
        case ast.BoolOp(op=op, values=values):
            yield _set("op", ast.Or() if isinstance(op, ast.And) else ast.And())
            if len(values) > 1:
                for left in range(len(values)):
                    yield _set("values", values[:left] + values[left + 1 :])
        case ast.IfExp(body=body, orelse=orelse):
            yield _both(_set("body", orelse), _set("orelse", body))
            yield _set("test", ast.Constant(True))
            yield _set("test", ast.Constant(False))
        case ast.comprehension(ifs=ifs) if ifs:
            for left in range(len(ifs)):
                yield _set("ifs", ifs[:left] + ifs[left + 1 :])
                yield _set("ifs", [*ifs[:left], _negated(ifs[left]), *ifs[left + 1 :]])
        case ast.Constant(value=bool() as value):
            yield _set("value", not value)
        case ast.Constant(value=int() as value):
            yield from (_set("value", value + 1), _set("value", value - 1))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield _set("operand", ast.UnaryOp(ast.Not(), operand))
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            yield _both(_set("left", right), _set("right", left))
            yield _set("op", ast.Sub())
        case ast.BinOp(op=ast.Sub()):
            yield _set("op", ast.Add())
        case ast.Name(id=name):
            for family in _FAMILIES:
                if name in family:
                    yield from (_set("id", other) for other in family if other != name)
        case ast.Subscript(slice=ast.Slice(lower=lower, upper=upper, step=None)):
            yield _set("slice", ast.Slice())
            yield _set("slice", ast.Slice(upper, lower))
        case ast.Subscript(slice=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1))):
            yield _set("slice", ast.Constant(0))
        case ast.Subscript(slice=ast.Constant(value=0)):
            yield _set("slice", ast.Constant(-1))
        case ast.Call(args=[first, second], keywords=[]):
            yield _set("args", [second, first])
        case _:
            pass


def _set(field: str, value: object) -> Edit:
    return lambda node: setattr(node, field, value)


def _both(first: Edit, second: Edit) -> Edit:
    def make(node: ast.AST) -> None:
        first(node)
        second(node)

    return make
