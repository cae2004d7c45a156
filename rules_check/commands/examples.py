"""Examples of every command, for the end of its `--help`; they stand in `examples.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

PROGRAM: Final = "rules-check"


@cache
def all_examples() -> dict[str, tuple[tuple[str, str], ...]]:
    """For each command the words of command lines, and what each is for."""
    text = Path(__file__).with_name("examples.toml").read_text(encoding="utf-8")
    rows: dict[str, list[list[str]]] = tomllib.loads(text)
    return {name: tuple((words, what) for words, what in found) for name, found in rows.items()}


def examples(name: str) -> str:
    """The examples of a command, as its help prints them."""
    command = name.partition(" ")[0]
    told = [
        f"  {f'{PROGRAM} {command} {words}'.rstrip()}\n      {what}"
        for words, what in all_examples()[name]
    ]
    return "\n".join(["examples:", *told])
