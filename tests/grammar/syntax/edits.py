"""Small changes of a sentence, and what comes of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tests.grammar.syntax.lists import is_asked, meaning

NONSENSE: Final = "blorp"
_PIECES: Final = re.compile(r"[^\s,;.]+|[,;]")


@dataclass(frozen=True, slots=True)
class Edit:
    """One change: `left out`, `replaced` or `swapped`; the words that it touches; the result."""

    how: str
    words: tuple[str, ...]
    before: str
    after: str

    def __str__(self) -> str:
        return f"{' '.join(self.words)} {self.how}: {self.after}"


def edits(sentence: str) -> Iterator[Edit]:
    """Every single word left out, replaced by nonsense, and swapped with the next one."""
    pieces = _PIECES.findall(sentence)
    at = [number for number, piece in enumerate(pieces) if piece not in ",;"]
    for number in at:
        before, word, behind = pieces[:number], pieces[number], pieces[number + 1 :]
        said = (word.lower(),)
        yield Edit("left out", said, sentence, _joined([*before, *behind]))
        yield Edit("replaced", said, sentence, _joined([*before, NONSENSE, *behind]))
        if behind and behind[0] not in ",;":
            changed = [*before, behind[0], word, *behind[1:]]
            both = (word.lower(), behind[0].lower())
            if both[0] != both[1]:
                yield Edit("swapped", both, sentence, _joined(changed))


def _joined(pieces: list[str]) -> str:
    text = " ".join(pieces).replace(" ,", ",").replace(" ;", ";")
    return f"{text[:1].upper()}{text[1:]}."


def outcome(edit: Edit) -> str:
    """What a change makes of a sentence: `refused`, `asked`, `other` or `same`."""
    found = meaning(edit.after)
    if found is None:
        return "refused"
    if found == meaning(edit.before):
        return "same"
    return "asked" if is_asked(edit.after) else "other"
