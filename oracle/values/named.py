"""Named values: small tuples that know what they are and what their parts are called.

A class states its tag and its parts, like a dataclass:

    class Draw(Task):
        tag = "draw"
        player: int
        number: int

`Draw(0, 5)` is a tuple of its tag and its parts: it is made quickly, compared and hashed as a
tuple is, and never changes. Two values of different classes differ by their tags.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping
from types import FunctionType
from typing import Any, ClassVar, Final, TypeVar, dataclass_transform

N = TypeVar("N", bound="Named")


_Getters = namedtuple("_Getters", "tag a b c d e f g h i j k")
_GETTERS: Final = [vars(_Getters)[name] for name in _Getters._fields]
"""The attributes of a named tuple, which work for any tuple, and twice as quick as a property."""


@dataclass_transform(frozen_default=True)
class NamedType(type):
    """Makes a class of named values from what it states."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> NamedType:
        """The class, with a constructor and an attribute for each part."""
        inherited: dict[str, Any] = {}
        for base in reversed(bases):
            inherited.update(getattr(base, "parts", {}))
        own = {
            part: namespace.pop(part, ...)
            for part, kind in namespace.get("__annotations__", {}).items()
            if not str(kind).startswith("ClassVar")
        }
        parts = {**inherited, **own}
        tag = namespace.get("tag", "")
        namespace.update(parts=parts, __slots__=(), __match_args__=tuple(parts))
        for at, part in enumerate(parts, 1):
            namespace[part] = _GETTERS[at]
        namespace["__new__"] = _constructor(tag, parts) if tag else _not_made
        namespace["kinds"] = {}
        made = super().__new__(mcs, name, bases, namespace)
        if tag:
            for base in made.__mro__:
                if isinstance(base, NamedType) and base.__base__ is not tuple:
                    made._enter(base, tag)
        return made

    def _enter(cls, base: NamedType, tag: str) -> None:
        """Enter a class among the kinds of one that is above it."""
        kinds: dict[str, Any] = vars(base)["kinds"]
        if tag in kinds and kinds[tag].__qualname__ != cls.__qualname__:
            raise ValueError(f"{cls.__name__} and {kinds[tag].__name__} have the tag {tag!r}")
        kinds[tag] = cls


def _not_made(cls: type, *parts: Any, **more: Any) -> Any:
    """Only a class with a tag has values."""
    raise TypeError(f"{cls.__name__} has no tag")


_WRITTEN: Final[dict[int, FunctionType]] = {}
"""A constructor for each number of parts: written out, since that is quickest to call."""


def _constructor(tag: str, parts: Mapping[str, Any]) -> Any:
    """A constructor that takes the parts in their order, or by their names."""
    number = len(parts)
    if number not in _WRITTEN:
        taken = "".join(f", p{n}" for n in range(number))
        scope: dict[str, Any] = {"make": tuple.__new__}
        exec(f"def __new__(cls{taken}, *, tag=None): return make(cls, (tag{taken},))", scope)
        _WRITTEN[number] = scope["__new__"]
    written = _WRITTEN[number]
    code = written.__code__.replace(co_varnames=("cls", *parts, "tag"))
    defaults = tuple(value for value in parts.values() if value is not ...)
    made = FunctionType(code, written.__globals__, "__new__", defaults)
    made.__kwdefaults__ = {"tag": tag}
    return made


class Named(tuple[Any, ...], metaclass=NamedType):
    """A value with a tag and named parts."""

    tag: ClassVar[str] = ""
    parts: ClassVar[Mapping[str, Any]] = {}
    kinds: ClassVar[Mapping[str, Any]] = {}
    """The classes below this one that have a tag, by their tags."""

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self[1:]

    def __repr__(self) -> str:
        parts = zip(self.parts, self[1:], strict=True)
        return f"{type(self).__name__}({', '.join(f'{part}={value!r}' for part, value in parts)})"

    def but(self: N, **changed: Any) -> N:
        """The same with some parts changed."""
        return type(self)(**{**dict(zip(self.parts, self[1:], strict=True)), **changed})
