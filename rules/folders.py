"""Where rulesets, cards and play sets are found: in the project, and in further folders.

A further folder is laid out like the project: `rules/NAME.toml`, `rules/NAME-rules.toml` and
`rules/NAME-topics.toml` make a ruleset, `cards/play/NAME.toml` and the card files it names make
its play set. The environment variable `RULES_CHECK_BOOKS` names such folders, separated like
those of `PATH`: so every command, every process that one starts, and every program that uses
the layers finds the same books.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from rules_check.rules.reader import RulesetError

BOOKS: Final = "RULES_CHECK_BOOKS"
"""The environment variable that names further folders."""

PROJECT: Final = Path(__file__).parent.parent
"""The folder of the project itself."""

RULES: Final = "rules"
PLAY: Final = "cards/play"
LONG: Final = "-rules.toml"
"""How the file with the long part of a ruleset ends."""


def folders() -> tuple[Path, ...]:
    """The folder of the project, then the further ones."""
    return _folders(os.environ.get(BOOKS, ""))


def ruleset_names() -> tuple[str, ...]:
    """The names of all rulesets: those of the project, then those of further folders."""
    return tuple(_named(os.environ.get(BOOKS, ""), RULES, LONG))


def play_set_names() -> tuple[str, ...]:
    """The names of all play sets; each is the name of its ruleset."""
    return tuple(_named(os.environ.get(BOOKS, ""), PLAY, ".toml"))


def ruleset_folder(name: str) -> Path:
    """The folder with the files of a ruleset; raises RulesetError for an unknown name."""
    found = _named(os.environ.get(BOOKS, ""), RULES, LONG)
    if name not in found:
        raise RulesetError("", name, f"no such ruleset; there are {', '.join(found)}")
    return found[name]


def find(file: str) -> Path | None:
    """A file by its path inside the project or a further folder; the first one that there is."""
    for folder in folders():
        if (folder / file).is_file():
            return folder / file
    return None


def shown(path: Path) -> str:
    """A path as messages show it: inside the project, or as it is."""
    return path.relative_to(PROJECT).as_posix() if path.is_relative_to(PROJECT) else str(path)


@lru_cache(maxsize=16)
def _folders(further: str) -> tuple[Path, ...]:
    found = [Path(name) for name in further.split(os.pathsep) if name]
    for folder in found:
        if not folder.is_dir():
            raise RulesetError(str(folder), "", f"{BOOKS} names it, and there is no such folder")
    return (PROJECT, *found)


@lru_cache(maxsize=32)
def _named(further: str, inside: str, ending: str) -> Mapping[str, Path]:
    """The files of one kind in all folders: the name before the ending, and the folder."""
    found: dict[str, Path] = {}
    for folder in _folders(further):
        for path in sorted((folder / inside).glob(f"*{ending}")):
            name = path.name.removesuffix(ending)
            if name in found:
                raise RulesetError(str(path), name, f"is also in {shown(found[name])}")
            found[name] = path.parent
    return found


def names_in_project(inside: str, ending: str) -> tuple[str, ...]:
    """The names of the files of one kind in the project, without those of further folders."""
    return tuple(_named("", inside, ending))


RULESETS: Final = names_in_project(RULES, LONG)
"""The names of the rulesets of the project."""
