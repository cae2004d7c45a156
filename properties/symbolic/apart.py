"""Do two texts of a card differ, and what is the smallest game that shows it?"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from rules_check.oracle.box.card_kinds import Kind
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.properties.symbolic.ends import Witness, witness
from rules_check.properties.symbolic.explore import Explorer
from rules_check.properties.symbolic.numbers import SymBool, TooLong
from rules_check.properties.symbolic.prove import ENGINE_FAILS
from rules_check.properties.symbolic.sides import Pair, ends_apart, pairs

MOST_PATHS = 4_000
"""So many paths are explored for each of the two texts; more are too many."""

ENOUGH = 12
"""After so many games that show a difference no smaller one is looked for."""


@dataclass(frozen=True, slots=True)
class Apart:
    """What is known of two texts.

    `word` is one of: same (the same meaning, so nothing was run), same up to (the bound), differ,
    unknown. `why` says what an unknown failed on.
    """

    word: str
    bound: int
    paths: int = 0
    why: str = ""
    witness: Witness | None = None


def tell_apart(
    playset: PlaySet,
    first: CardDef,
    second: CardDef,
    *,
    bound: int = 1,
    seconds: float | None = None,
    max_paths: int = MOST_PATHS,
) -> Apart:
    """Look for a game in which the texts of two cards differ; the smallest of the first found.

    Positions with few cards come first, up to `bound` per zone; how far it came is told.
    """
    if first.text == second.text:
        return Apart("same", bound)
    started = time.process_time()
    paths, why, looked = 0, "", -1
    best: Witness | None = None
    for size in range(bound + 1):
        for one, other, swapped in ((first, second, False), (second, first, True)):
            left = None if seconds is None else seconds - (time.process_time() - started)
            explorer = Explorer(max_paths=max_paths, seconds=left)
            try:
                found = _search(playset, one, other, explorer, size)
            except TooLong as problem:
                found, why = None, str(problem)
            except Exception as error:  # noqa: BLE001 (what the engine cannot do is told)
                return Apart("unknown", size, paths, f"{ENGINE_FAILS}: {error!r}")
            paths += explorer.paths
            if found is not None and swapped:
                found = replace(found, first=found.second, second=found.first, only=3 - found.only)
            if found is not None and (best is None or found.size < best.size):
                best = found
        if best is not None:
            return Apart("differ", size, paths, "", best)
        if why:
            break
        looked = size
    if score_of(first) != score_of(second):
        why = "they count otherwise at the end of the game, which is not played here"
    elif looked > 0:
        why = ""
    return Apart("unknown" if why else "same up to", max(looked, 0), paths, why)


def _search(
    playset: PlaySet, one: CardDef, other: CardDef, explorer: Explorer, bound: int
) -> Witness | None:
    best: Witness | None = None
    number = 0
    try:
        for pair in pairs(playset, one, other, explorer, bound):
            found = _shown(playset, pair, explorer)
            if found is not None:
                number += 1
                if best is None or found.size < best.size:
                    best = found
                if number >= ENOUGH:
                    break
    except TooLong:
        if best is None:
            raise
    return best


def _shown(playset: PlaySet, pair: Pair, explorer: Explorer) -> Witness | None:
    for condition in ends_apart(pair):
        if not explorer.possible(condition):
            continue
        model = explorer.model(*([condition] if isinstance(condition, SymBool) else []))
        if (found := witness(playset, pair, model)) is not None:
            return found
        if condition is True:
            break  # the same values again
    return None


def score_of(card: CardDef) -> tuple[object, ...]:
    """What of a card counts at the end of the game."""
    kind = Kind(card, 0)
    return (card.vp, kind.worth, kind.more_worth, kind.reduces)
