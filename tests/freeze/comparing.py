"""What is different between two looks at a text: what kind of difference, and in which group.

The kinds stand in the order of what brings about what: of a text that is no longer understood
nothing else is told; a changed echo and a changed game are two differences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import Any, Final

from tests.freeze.texts import Text, card_names

Seen = dict[str, Any]

ERROR: Final = "internal error"
UNDERSTOOD: Final = "understood"
CODES: Final = "codes"
REFUSED: Final = "refused by the engine"
ECHO: Final = "echo"
READINGS: Final = "readings"
QUESTIONS: Final = "questions"
CORE: Final = "core"
PLAYED: Final = "played at all"
CHOICES: Final = "choices"
ORDER: Final = "order of options"
EVENTS: Final = "events"
POSITIONS: Final = "positions"

KINDS: Final = (
    *(ERROR, UNDERSTOOD, CODES, REFUSED, ECHO, READINGS, QUESTIONS, CORE),
    *(PLAYED, CHOICES, ORDER, EVENTS, POSITIONS),
)


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference of one text: its kind, its group, and both sides in a few words."""

    text: Text
    kind: str
    group: str
    before: str
    after: str


def differences(text: Text, old: Seen, new: Seen) -> Iterator[Difference]:
    """Every difference of a text, at most one of each kind."""

    def found(kind: str, group: str, before: object, after: object) -> Difference:
        return Difference(text, kind, group, str(before), str(after))

    if "error" in old or "error" in new:
        before, after = (f"{ERROR}: {one['error']}" if "error" in one else "" for one in (old, new))
        if before != after:
            word = "now" if not before else "no longer" if not after else "another"
            yield found(ERROR, f"{word}: {after or before}", before or "none", after or "none")
        return
    if old["understood"] != new["understood"]:
        group = "understood now" if new["understood"] else "no longer understood"
        codes = _codes(old if new["understood"] else new)
        first, second = (", ".join(one["found"]) or "understood" for one in (old, new))
        yield found(UNDERSTOOD, f"{group} ({codes})", first, second)
        return
    for kind, key, group_of in (
        (CODES, "found", _group_of_codes),
        (REFUSED, "refused", _group_of_refusals),
        (ECHO, "echo", _first_word),
        (READINGS, "readings", _group_of_readings),
        (QUESTIONS, "asked", _added_and_lost),
        (CORE, "core", _first_word),
    ):
        if key in old and key in new and old[key] != new[key]:
            before, after = (_listed(one[key]) for one in (old, new))
            yield found(kind, group_of(old[key], new[key]), before, after)
    if bool(old["refused"]) == bool(new["refused"]):
        for number, games in enumerate(zip_longest(old["games"], new["games"]), 1):
            told = _of_games(*games, text)
            if told is not None:
                kind, group, before, after = told
                yield found(kind, group, f"game {number}, {before}", f"game {number}, {after}")
                return


def _listed(lines: Sequence[str]) -> str:
    return "; ".join(line.strip() for line in lines) or "nothing"


# ------------------------------------------------------------------- groups of texts


def _codes(seen: Seen) -> str:
    return ", ".join(sorted({line.split()[0] for line in seen["found"]})) or "no code"


def _group_of_codes(old: Sequence[str], new: Sequence[str]) -> str:
    before, after = ([line.split()[0] for line in lines] for lines in (old, new))
    if sorted(before) == sorted(after):
        moved = sorted({line.split()[0] for line in {*old} ^ {*new}})
        return f"{', '.join(moved)} at another place" if moved else "in another order"
    return _added_and_lost(before, after)


def _added_and_lost(old: Sequence[str], new: Sequence[str]) -> str:
    added, lost = list(new), list(old)
    for one in old:
        if one in added:
            added.remove(one)
            lost.remove(one)
    told = [*(f"+ {one}" for one in sorted(set(added))), *(f"- {one}" for one in sorted(set(lost)))]
    return ", ".join(told) or "in another order"


def _group_of_refusals(old: Sequence[str], new: Sequence[str]) -> str:
    if not old or not new:
        why = (new or old)[0].rpartition('": ')[2]
        return f"{'refused now' if new else 'no longer refused'}: {why}"
    return f"for another reason: {new[0].rpartition(': ')[2]}"


def _group_of_readings(old: Sequence[str], new: Sequence[str]) -> str:
    if len(old) != len(new):
        return f"{len(old)} before, {len(new)} now"
    return _first_word(old, new)


def _first_word(old: Sequence[str], new: Sequence[str]) -> str:
    """The first word that differs, on both sides."""
    before, after = (" / ".join(line.strip() for line in lines).split() for lines in (old, new))
    for one, other in zip_longest(before, after, fillvalue="(end)"):
        if one != other:
            return f"{one} -> {other}"
    return "only white space"


# ------------------------------------------------------------------- groups of games

Told = tuple[str, str, str, str]


def _of_games(old: Seen | None, new: Seen | None, text: Text) -> Told | None:
    """The first difference of two games, step by step: what was asked, then what came of it."""
    if old is None or new is None or "not played" in old or "not played" in new:
        before, after = ((x or {}).get("not played", "played") for x in (old, new))
        group = f"{before} -> {after}" if before != after else "another number of games"
        return (PLAYED, _without_names(group, text), before, after) if old != new else None
    steps = zip_longest(old["steps"], new["steps"])
    for number, (one, other) in enumerate(steps):
        if one != other:
            return _of_steps(number, one, other, text)
    before = [line for line in old["end"] if line not in new["end"]]
    after = [line for line in new["end"] if line not in old["end"]]
    if before or after:
        place = (after or before)[0].partition(":")[0]
        return POSITIONS, _without_names(place, text), _listed(before), _listed(after)
    return None


def _of_steps(number: int, old: Any, new: Any, text: Text) -> Told:
    if old is None or new is None:
        before, after = ("over" if x is None else f"{x[0]} decides: {x[1]}" for x in (old, new))
        return (
            CHOICES,
            f"{before} -> {after}",
            f"step {number}: {before}",
            f"step {number}: {after}",
        )
    asked = [f"step {number}: {x[0]} {x[1]}: {', '.join(x[2])}" for x in (old, new)]
    if old[:2] != new[:2]:
        who = [f"{x[0]} {x[1]}" for x in (old, new)]
        return CHOICES, f"{who[0]} -> {who[1]}", asked[0], asked[1]
    if sorted(old[2]) != sorted(new[2]):
        change = _added_and_lost(old[2], new[2]).split(", ")[0]
        return CHOICES, f"{old[1]}: {_without_names(change, text)}", asked[0], asked[1]
    if old[2] != new[2]:
        return ORDER, old[1], asked[0], asked[1]
    for one, other in zip_longest(old[4], new[4], fillvalue="nothing"):
        if one != other:
            kinds = [x.partition(" | ")[0] for x in (one, other)]
            place = f"step {number} ({old[0]}: {old[3]}): "
            group = f"{kinds[0]} -> {kinds[1]}" if kinds[0] != kinds[1] else f"another {kinds[0]}"
            return EVENTS, group, place + one, place + other
    return CHOICES, f"{old[1]}: another answer", f"{old[3]}", f"{new[3]}"


def _without_names(said: str, text: Text) -> str:
    """Without the names of cards, so that the same difference of two texts is one group."""
    said = said.replace(text.name, "CARD")
    return re.sub(r"#\d+", "", _names().sub("CARD", said))


@cache
def _names() -> re.Pattern[str]:
    return re.compile("|".join(re.escape(name) for name in card_names()))
