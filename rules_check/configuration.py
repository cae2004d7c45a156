"""Settings of a project: `rules-check.toml`, or `[tool.rules-check]` in `pyproject.toml`.

The file is looked for in the folder of the card file and in those above it; the nearest one holds.

    ruleset = "NAME"                 # of sheets that do not say it
    set = "My Cards"
    style = "house.toml"             # beside this file
    paths = ["cards", "drafts/*.csv"]

    [codes]
    RC501 = "off"
    RC301 = "error"
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from rules_check.codes import CODES, Severity
from rules_check.grammar.cardfile import UNREADABLE
from rules_check.grammar.findings import closest, quoted
from rules_check.grammar.sheets.making import Defaults
from rules_check.rules.folders import ruleset_names

OWN: Final = "rules-check.toml"
SHARED: Final = "pyproject.toml"
OFF: Final = "off"
KEYS: Final = ("ruleset", "set", "style", "paths", "codes")
_ALWAYS: Final = UNREADABLE | {"RC901"}
_MOST_BYTES: Final = 1024 * 1024


class BadConfiguration(Exception):
    """A configuration is wrong: which file, which line, and what to do."""

    def __init__(self, file: Path, line: int, problem: str) -> None:
        super().__init__(f"{os.path.relpath(file)}:{line}: {problem}")


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a project has settled. `codes` has a severity for a code, or `OFF`."""

    folder: Path | None = None
    given: Defaults = field(default_factory=Defaults)
    style: str | None = None
    paths: tuple[str, ...] = ()
    codes: Mapping[str, Severity | str] = field(default_factory=dict)

    def over(self, said: Defaults | None) -> Defaults:
        """What was said on the command line, and else what is settled here."""
        said = said or Defaults()
        name, ruleset = said.set_name or self.given.set_name, said.ruleset or self.given.ruleset
        return Defaults(name, ruleset)


def configuration_of(path: str | os.PathLike[str] = ".") -> Configuration:
    """The configuration that holds for a file or a folder. Raises BadConfiguration."""
    try:
        here = Path(path).resolve()
        return _of_folder(here if here.is_dir() else here.parent)
    except (OSError, ValueError, RuntimeError):  # no path, or a loop of links: told by the reader
        return Configuration()


@lru_cache(maxsize=256)
def _of_folder(folder: Path) -> Configuration:
    for name in (OWN, SHARED):
        file = folder / name
        data = _bytes(file)
        if data is not None and (name == OWN or b"rules-check" in data):
            table = _table(file, data)
            if table is not None:
                return _Reader(file, data.decode("utf-8", "replace"), name == OWN).read(table)
    return _of_folder(folder.parent) if folder.parent != folder else Configuration()


def _bytes(file: Path) -> bytes | None:
    try:
        with file.open("rb") as opened:
            data = opened.read(_MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except IsADirectoryError:
        if file.name == OWN:
            raise BadConfiguration(file, 1, "this is a folder, not a configuration") from None
        return None
    except OSError as error:
        if file.name == OWN:
            why = (error.strerror or "").lower()
            raise BadConfiguration(file, 1, f"the file cannot be read: {why}") from None
        return None
    if len(data) > _MOST_BYTES:
        raise BadConfiguration(file, 1, "the file is too large for a configuration")
    return data


def _table(file: Path, data: bytes) -> dict[str, Any] | None:
    """The settings in a file; None if it has none for us."""
    import tomllib

    try:
        read = tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadConfiguration(file, 1, "the file is not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line ([0-9]+)", str(error))
        number = int(line[1]) if line else 1
        raise BadConfiguration(file, number, f"not TOML: {error}") from None
    if file.name == OWN:
        return read
    tool = read.get("tool")
    own = tool.get("rules-check") if isinstance(tool, dict) else None
    if own is not None and not isinstance(own, dict):
        raise BadConfiguration(file, 1, "tool.rules-check has to be a table")
    return own


class _Reader:
    """Reads the settings of one file, each key checked."""

    def __init__(self, file: Path, text: str, own: bool) -> None:
        self._file = file
        self._lines = text.split("\n")
        start = r"\s*\[+\s*tool\s*\.\s*[\"']?rules-check\b"
        heads = (n for n, line in enumerate(self._lines) if re.match(start, line))
        self._first = 0 if own else next(heads, 0)

    def read(self, table: Mapping[str, Any]) -> Configuration:
        """The settings. Raises BadConfiguration."""
        for key in table:
            if key not in KEYS:
                near = closest(key, KEYS)
                meant = f"; did you mean {near}?" if near else f"; the keys are {', '.join(KEYS)}"
                raise self._wrong(key, f"unknown key {quoted(key)}{meant}")
        ruleset = self._text(table, "ruleset")
        if ruleset and ruleset not in ruleset_names():
            known = ", ".join(ruleset_names())
            raise self._wrong("ruleset", f"no ruleset {quoted(ruleset)}; there are {known}")
        style = self._text(table, "style")
        folder = self._file.parent
        return Configuration(
            folder,
            Defaults(self._text(table, "set"), ruleset),
            str(folder / style) if style else None,
            tuple(self._paths(table.get("paths", []))),
            dict(self._code(*pair) for pair in self._codes(table.get("codes", {})).items()),
        )

    def _text(self, table: Mapping[str, Any], key: str) -> str:
        value = table.get(key, "")
        if not isinstance(value, str):
            raise self._wrong(key, f"{key} has to be a text in quotes")
        return value

    def _paths(self, value: Any) -> list[str]:
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self._wrong("paths", "paths has to be a list of texts")
        return [str(self._file.parent / one) for one in value]

    def _codes(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self._wrong("codes", 'codes has to be a table, such as RC501 = "off"')
        return value

    def _code(self, code: str, value: Any) -> tuple[str, Severity | str]:
        if code not in CODES:
            raise self._wrong(code, f"unknown code {quoted(code)}; docs/codes.md lists them")
        if code in _ALWAYS:
            raise self._wrong(code, f"{code} says that a file cannot be read, and stays as it is")
        if value == OFF:
            return code, OFF
        if value not in list(Severity):
            known = ", ".join([*Severity, OFF])
            raise self._wrong(code, f"{code} has to be one of {known}")
        return code, Severity(value)

    def _wrong(self, key: str, problem: str) -> BadConfiguration:
        """The error, with the line on which the key stands."""
        word = re.compile(rf"\s*(?:\[.*\b)?[\"']?{re.escape(key)}[\"']?\s*[\].=]")
        found = (
            number
            for number, line in enumerate(self._lines[self._first :], self._first + 1)
            if word.match(line)
        )
        return BadConfiguration(self._file, next(found, self._first + 1), problem)
