"""The code of the engine as data: which function writes which part of a state, and what it calls.

Read from the source, so that it holds for every card that there can be. It errs on one side only:
a call that could be to several functions is to all of them, and a part that is handed to another
function or kept under another name is an escape, which nothing that is proved may have.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from rules_check import oracle
from rules_check.oracle.values.state import State

IN_PLAY: Final = ("box", "effects", "meaning", "running", "standing", "trace", "turns", "values")
"""The folders whose functions run while a game is played; the others set positions up, read or
write them, or decide what to answer."""

PARTS: Final = frozenset(State.__slots__)
CHANGING: Final = frozenset(
    {"append", "clear", "extend", "insert", "pop", "popitem", "remove", "reverse"}
    | {"setdefault", "sort", "update", "__setitem__", "__delitem__", "__iadd__"}
)
"""Methods that change what they are called on."""

READING: Final = frozenset(
    {"all", "any", "bool", "dict", "enumerate", "filter", "frozenset", "iter", "len", "list"}
    | {"map", "max", "min", "next", "range", "reversed", "set", "sorted", "sum", "tuple", "zip"}
)
"""What may be given a part: it looks at it, or copies it."""

STATES: Final = frozenset({"s", "state", "new"})
"""What a state is called in the engine."""


@dataclass(slots=True)
class Function:
    """A function of the engine: the parts of a state that it writes itself, the names that it
    mentions, the parts that it hands on, and what of all this stands within a loop."""

    name: str
    writes: set[str] = field(default_factory=set)
    mentions: set[str] = field(default_factory=set)
    escapes: set[str] = field(default_factory=set)
    in_loops: set[str] = field(default_factory=set)


@lru_cache(maxsize=1)
def sources() -> Mapping[str, str]:
    """The text of each module that runs in play, by its name within the engine."""
    folder = Path(str(oracle.__file__)).parent
    paths = [path for name in IN_PLAY for path in sorted((folder / name).glob("*.py"))]
    paths += [folder / "game.py"]
    return {
        ".".join(path.relative_to(folder).with_suffix("").parts): path.read_text(encoding="utf-8")
        for path in paths
    }


def functions(modules: Mapping[str, str]) -> dict[str, Function]:
    """Every function of these modules, by module and name; methods by their class too."""
    found: dict[str, Function] = {}
    for module, text in modules.items():
        tree = ast.parse(text)
        imports = _imports(tree)
        own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        known = {**imports, **{name: f"{module}.{name}" for name in own}}
        for name, node in _defined(tree):
            found[f"{module}.{name}"] = _read(f"{module}.{name}", node, known)
        for name, other in _other_names(tree, known):
            found[f"{module}.{name}"] = Function(f"{module}.{name}", mentions={other})
    return found


def written(code: Mapping[str, Function]) -> dict[str, frozenset[str]]:
    """The parts of a state that may be written when a function is called, by the function.

    What a task or an answer sets off through the tables of the agenda is another class of task,
    which is looked at by itself.
    """
    methods: dict[str, list[str]] = {}
    for each in code:
        *_, owner, last = each.split(".")
        if owner[:1].isupper():
            methods.setdefault(last, []).append(each)
    callers: dict[str, list[str]] = {}
    for name, function in code.items():
        for said in function.mentions:
            for called in methods.get(said[1:], []) if said.startswith(".") else [said]:
                callers.setdefault(called, []).append(name)
    found = {name: set(function.writes) for name, function in code.items()}
    waiting = [name for name in code if found[name]]
    while waiting:
        at = waiting.pop()
        for caller in callers.get(at, ()):
            if not found[at] <= found[caller]:
                found[caller] |= found[at]
                waiting.append(caller)
    return {name: frozenset(parts) for name, parts in found.items()}


def _imports(tree: ast.Module) -> dict[str, str]:
    """What is taken from other modules of the engine, by the name that it has here."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(oracle.__name__):
            module = (node.module or "").removeprefix(oracle.__name__).lstrip(".")
            for alias in node.names:
                found[alias.asname or alias.name] = f"{module}.{alias.name}".lstrip(".")
    return found


def _defined(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef) and node.name != State.__name__:  # makes another one
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    yield f"{node.name}.{part.name}", part


def _other_names(tree: ast.Module, known: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Methods that are functions of other modules: `refresh = watch.refresh` in a class."""
    inside = [(x.name, part) for x in tree.body if isinstance(x, ast.ClassDef) for part in x.body]
    for owner, part in inside:
        if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
            name, value = f"{owner}.{part.targets[0].id}", part.value
            if isinstance(value, ast.Name) and value.id in known:
                yield name, known[value.id]
            elif isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name):
                yield name, f"{known.get(value.value.id, '')}.{value.attr}"


def _read(name: str, node: ast.FunctionDef, known: Mapping[str, str]) -> Function:
    function = Function(name)
    aliases: dict[str, str] = {}
    for inside in ast.walk(node):
        if isinstance(inside, ast.Assign):
            for target in inside.targets:
                _learn(target, inside.value, aliases)
    reader = _Reader(function, aliases, known)
    for statement in node.body:
        reader.visit(statement)
    loops = [x for x in ast.walk(node) if isinstance(x, (ast.For, ast.While))]
    looped = Function(name)
    for loop in loops:
        _Reader(looped, aliases, known).visit(loop)
    function.in_loops = looped.writes | looped.mentions
    return function


def _learn(target: ast.expr, value: ast.expr, aliases: dict[str, str]) -> None:
    """A local name for a part of the state: `zones = s.zones`."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, other in zip(target.elts, value.elts, strict=False):
            _learn(one, other, aliases)
    elif isinstance(target, ast.Name) and (part := _part(value)):
        aliases[target.id] = part


def _part(node: ast.expr) -> str:
    """The part of a state that an expression is (`s.zones`), or nothing."""
    if isinstance(node, ast.Attribute) and node.attr in PARTS and _is_state(node.value):
        return node.attr
    return ""


def _is_state(node: ast.expr) -> bool:
    if isinstance(node, ast.Name):
        return node.id in STATES
    return isinstance(node, ast.Attribute) and node.attr in STATES


class _Reader(ast.NodeVisitor):
    """Goes through the body of a function."""

    def __init__(
        self, function: Function, aliases: Mapping[str, str], known: Mapping[str, str]
    ) -> None:
        self._function = function
        self._aliases = aliases
        self._known = known

    def _of(self, node: ast.expr) -> str:
        if isinstance(node, ast.Name):
            return self._aliases.get(node.id, "")
        return _part(node)

    def _written(self, target: ast.expr) -> None:
        """A target of an assignment: a part as a whole, or something in it."""
        if isinstance(target, (ast.Tuple, ast.List)):
            for each in target.elts:
                self._written(each)
            return
        if isinstance(target, ast.Attribute) and (part := _part(target)):
            self._function.writes.add(part)
        inside = target
        while isinstance(inside, (ast.Subscript, ast.Starred)):
            inside = inside.value
        if inside is not target and (part := self._of(inside)):
            self._function.writes.add(part)

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self._written(target)
            held = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            if not isinstance(target, (ast.Name, ast.Tuple)):
                self._function.escapes |= {part for one in held if (part := self._of(one))}
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._written(node.target)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._written(node.target)
        if part := self._of(node.target):
            self._function.writes.add(part)
        self.generic_visit(node)

    def visit_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            self._written(target)
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and (part := self._of(node.value)):
            self._function.escapes.add(part)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func
        if isinstance(called, ast.Attribute):
            inside = called.value
            while isinstance(inside, ast.Subscript):
                inside = inside.value
            if called.attr in CHANGING and (part := self._of(inside)):
                self._function.writes.add(part)
        reads = isinstance(called, ast.Name) and called.id in READING
        for given in (*node.args, *(keyword.value for keyword in node.keywords)):
            if not reads and (part := self._of(given)):
                self._function.escapes.add(part)
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in self._known:
            self._function.mentions.add(self._known[node.id])

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name) and node.value.id in self._known:
            self._function.mentions.add(f"{self._known[node.value.id]}.{node.attr}")
        self._function.mentions.add(f".{node.attr}")
        self.generic_visit(node)
