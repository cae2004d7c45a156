"""Reading a TOML table with errors that name the file and the key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from rules_check.rules.errors import RulesetError

__all__ = ["RulesetError", "Table"]


_TYPE_NAMES: Mapping[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


class Table:
    """A table of a file, where every key has to be asked for before `finish`."""

    __slots__ = ("_asked", "data", "file", "key")

    def __init__(self, data: Mapping[str, Any], file: str, key: str = "") -> None:
        self.data = data
        self.file = file
        self.key = key
        self._asked: set[str] = set()

    @classmethod
    def parse(cls, text: str, file: str) -> Table:
        """The root table of a TOML text."""
        try:
            return cls(tomllib.loads(text), file)
        except tomllib.TOMLDecodeError as error:
            raise RulesetError(file, "", f"not valid TOML: {error}") from error

    def error(self, key: str, problem: str) -> RulesetError:
        """An error about one key of this table (to be raised by the caller)."""
        place = ".".join(part for part in (self.key, key) if part)
        return RulesetError(self.file, place, problem)

    def has(self, key: str) -> bool:
        """Whether the table has the key."""
        return key in self.data

    def text(self, key: str, default: str | None = None) -> str:
        """A text that is not empty."""
        if default is not None and key not in self.data:
            return default
        value: str = self._get(key, str)
        if not value.strip():
            raise self.error(key, "is empty")
        return value

    def word(self, key: str, alias: Any, default: str | None = None) -> Any:
        """A text that is one of the words of a `Literal` type, as that type."""
        if default is not None and key not in self.data:
            return default
        value = self.text(key)
        words: tuple[str, ...] = get_args(alias)
        if value not in words:
            raise self.error(key, f"expected one of {', '.join(words)}, found {value!r}")
        return value

    def number(self, key: str, default: int | None = None) -> int:
        """A whole number."""
        if default is not None and key not in self.data:
            return default
        value: int = self._get(key, int)
        return value

    def flag(self, key: str, default: bool | None = None) -> bool:
        """True or false."""
        if default is not None and key not in self.data:
            return default
        value: bool = self._get(key, bool)
        return value

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of different texts."""
        if default is not None and key not in self.data:
            return default
        values = self._list(key, str)
        if len(set(values)) != len(values):
            raise self.error(key, "names something twice")
        return tuple(values)

    def list_of_texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, which may be equal."""
        return tuple(self._list(key, str))

    def value(self, key: str) -> Any:
        """Any value; who asks looks at it."""
        self._asked.add(key)
        return self.data[key]

    def numbers(self, key: str, default: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """A list of whole numbers."""
        if default is not None and key not in self.data:
            return default
        return tuple(self._list(key, int))

    def span(self, key: str) -> tuple[int, int]:
        """A list of two numbers, the lower first."""
        values = self.numbers(key)
        if len(values) != 2 or values[0] > values[1]:
            raise self.error(key, f"expected [lowest, highest], found {list(values)}")
        return values[0], values[1]

    def table(self, key: str, *, optional: bool = False) -> Table:
        """A table inside this one; an empty one if it is optional and missing."""
        data: Mapping[str, Any] = {}
        if not optional or key in self.data:
            data = self._get(key, dict)
        return Table(data, self.file, f"{self.key}.{key}" if self.key else key)

    def tables(self, key: str, *, optional: bool = False) -> Iterator[Table]:
        """The tables of a list; each is named by its `id` or `name`, else by its place."""
        if optional and key not in self.data:
            self._asked.add(key)
            return
        for place, data in enumerate(self._list(key, dict), start=1):
            label = data.get("id") or data.get("name") or place
            yield Table(data, self.file, f"{key} {label}")

    def all_texts(self) -> dict[str, str]:
        """The whole table, where every value is a text."""
        return {key: self.text(key) for key in self.data}

    def reading(self, key: str, readings: tuple[str, ...], lowest: int = 1) -> int:
        """The number of one of the readings, counted from 1."""
        number = self.number(key)
        if not lowest <= number <= len(readings):
            raise self.error(key, f"expected {lowest} to {len(readings)}, found {number}")
        return number

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def finish(self) -> None:
        """Refuse keys that nobody asked for."""
        for key in self.data:
            if key not in self._asked:
                raise self.error(key, "is not a key that is known here")

    def _get(self, key: str, kind: type) -> Any:
        if key not in self.data:
            raise self.error(key, "is missing")
        self._asked.add(key)
        value = self.data[key]
        if type(value) is not kind:
            raise self.error(key, f"expected {_TYPE_NAMES[kind]}, found {value!r}")
        return value

    def _list(self, key: str, kind: type) -> list[Any]:
        values: list[Any] = self._get(key, list)
        for value in values:
            if type(value) is not kind:
                raise self.error(key, f"expected {_TYPE_NAMES[kind]} in it, found {value!r}")
        return values
