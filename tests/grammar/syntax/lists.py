"""The lists of this folder, and how their sentences are read."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.parse import Parsed, parse_lines, vocabulary
from rules_check.grammar.wording import wording

FOLDER: Final = Path(__file__).parent
REFUSED: Final = "refused"
NAMES: Final = vocabulary(["Punch", "Weakness"])


def lines_of(file: str) -> list[str]:
    """The lines of a list, without comments."""
    lines = (FOLDER / file).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def pairs_of(file: str) -> list[tuple[str, str]]:
    """The lines `sentence = what it means` of a list."""
    found = [line.split(" = ") for line in lines_of(file)]
    assert all(len(one) == 2 for one in found), file
    return [(one, other) for one, other in found]


@cache
def parsed(text: str) -> Parsed:
    """How a text is read."""
    return parse_lines([text], NAMES)


def is_free(text: str) -> bool:
    """Whether a sentence of it is read by the grammar of `syntax`."""
    return any(spoken.free for spoken in parsed(text).spoken)


def is_asked(text: str) -> bool:
    """Whether a text is open, so that whoever writes it is asked."""
    return any(isinstance(node, a.Question) for node in a.walk(parsed(text).text))


def meaning(text: str) -> a.CardText | None:
    """What a text means, with its questions; None if it is not understood."""
    found = parsed(text)
    return found.text if found.understood else None


def told(text: str) -> str:
    """The standard wording of a text, on one line."""
    found = meaning(text)
    return REFUSED if found is None else " / ".join(wording(found))
