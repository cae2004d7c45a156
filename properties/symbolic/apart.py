"""Do two texts of a card differ, and what is the smallest game that shows it?"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from rules_check.grammar import ast as a
from rules_check.grammar.core.translate import Untranslated, cores
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.properties.symbolic.ends import Witness, least_size, witness
from rules_check.properties.symbolic.explore import Explorer
from rules_check.properties.symbolic.numbers import SymBool, TooLong
from rules_check.properties.symbolic.prove import ENGINE_FAILS
from rules_check.properties.symbolic.sides import (
    AS_RULED,
    Pair,
    Rulings,
    choices_apart,
    ends_apart,
    pairs,
)

MOST_PATHS = 4_000
"""So many paths are explored for each of the two texts; more are too many."""

HUNT_PATHS = 150
"""So many paths are tried with nothing but the abilities in which the texts differ, before the
texts are run as a whole."""

HUNT_BOUND = 2
"""Cards per zone of these paths."""

VAIN = 2
"""Where only who decides differs, and so many positions with the same choices had one end only, no
further one is looked at."""

ENOUGH = 12
"""After so many games that show a difference no smaller one is looked for."""


class Stage(Enum):
    """What is run: the abilities in which the texts differ, or the texts as a whole."""

    HUNT = auto()
    WHOLE = auto()


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
    rulings: tuple[Rulings, Rulings] = (AS_RULED, AS_RULED),
    about: a.Node | None = None,
    smallest: bool = True,
    stages: Sequence[Stage] = tuple(Stage),
) -> Apart:
    """Look for a game in which the texts of two cards differ; the smallest of the first found, or
    the first that is found, if nobody wants to see it.

    Positions with few cards come first, up to `bound` per zone; how far it came is told. `rulings`
    gives rulings another reading in either game; `about` is then the piece of the text in question.
    `stages`: who asks of several texts may have the quick stage for each of them first.
    """
    same = first.text == second.text and first.core == second.core
    if same and rulings[0] == rulings[1]:
        return Apart("same", bound)
    started = time.process_time()
    paths, why, looked = 0, "", -1
    best: Witness | None = None
    enough = ENOUGH if smallest else 1
    whole = _Sides(first, second, rulings)
    hunt = replace(whole, run=shortened(first, second, about))
    sizes = [(min(bound, HUNT_BOUND), hunt)] if Stage.HUNT in stages else []
    sizes += [(size, whole) for size in range(bound + 1) if Stage.WHOLE in stages]
    for size, sides in sizes:
        for turned in (False, True):
            left = None if seconds is None else seconds - (time.process_time() - started)
            most = max_paths if sides is whole else min(max_paths, HUNT_PATHS)
            explorer = Explorer(max_paths=most, seconds=left, near_first=True)
            try:
                asked = sides.turned() if turned else sides
                known = _turned(best) if turned else best
                found = _search(playset, asked, explorer, size, known, enough)
                best = _turned(found) if turned else found
            except TooLong as problem:
                why = str(problem)
            except Exception as error:  # noqa: BLE001 (what the engine cannot do is told)
                if sides is whole:
                    return Apart("unknown", size, paths, f"{ENGINE_FAILS}: {error!r}")
            paths += explorer.paths
            if best is not None and not smallest:
                break
        if best is not None:
            return Apart("differ", size, paths, "", best)
        if sides is hunt:
            why = ""
        elif why:
            break
        else:
            looked = size
    if not_played(first) != not_played(second):
        why = "what they do before the game begins differs, which is not played here"
    elif looked > 0:
        why = ""
    return Apart("unknown" if why else "same up to", max(looked, 0), paths, why)


@dataclass(frozen=True, slots=True)
class _Sides:
    """Two cards, the rulings with which each is played, and the cards that are run in their place
    to find a game; each game is then played with the two cards."""

    first: CardDef
    second: CardDef
    rulings: tuple[Rulings, Rulings]
    run: tuple[CardDef, CardDef] | None = None

    def turned(self) -> _Sides:
        """The other way round."""
        run = self.run and self.run[::-1]
        return _Sides(self.second, self.first, self.rulings[::-1], run)


def _turned(found: Witness | None) -> Witness | None:
    """The same game with the two texts the other way round."""
    if found is None:
        return None
    return replace(
        found,
        first=found.second,
        second=found.first,
        only=(3 - found.only) % 3,
        kept=found.kept and found.kept[::-1],
    )


def shortened(
    first: CardDef, second: CardDef, about: a.Node | None = None
) -> tuple[CardDef, CardDef]:
    """The two cards without the abilities that are the same on both; if all are, with those only
    that have the piece in question."""
    one, other = first.text.abilities, second.text.abilities
    apart = [
        at for at, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs
    ]
    if one == other and about is not None:
        apart = [at for at, mine in enumerate(one) if about in a.walk(mine)]
    if len(one) != len(other) or not apart:
        return first, second

    def short(card: CardDef) -> CardDef:
        abilities = tuple(card.text.abilities[at] for at in apart)
        return replace(card, text=replace(card.text, abilities=abilities))

    return short(first), short(second)


def _search(
    playset: PlaySet,
    sides: _Sides,
    explorer: Explorer,
    bound: int,
    best: Witness | None,
    enough: int,
) -> Witness | None:
    """The smallest of so many games that are found, or the one that is known."""
    number = 0
    in_vain: Counter[Hashable] = Counter()
    one, other = sides.run or (sides.first, sides.second)
    peaceful = sides.run is not None
    try:
        for pair in pairs(playset, one, other, explorer, bound, sides.rulings, peaceful=peaceful):
            found = _shown(playset, pair, explorer, (sides.first, sides.second), best, in_vain)
            if found is not None:
                number += 1
                if best is None or found.size < best.size:
                    best = found
                if number >= enough:
                    break
    except TooLong:
        if best is None:
            raise
    return best


def _shown(
    playset: PlaySet,
    pair: Pair,
    explorer: Explorer,
    whole: tuple[CardDef, CardDef],
    best: Witness | None,
    in_vain: Counter[Hashable],
) -> Witness | None:
    """A game of this path that shows a difference; the best so far if it cannot be smaller."""
    kind = choices_apart(pair)
    for condition in ends_apart(pair):
        if not explorer.possible(condition):
            continue
        if best is not None and least_size(pair) >= best.size[:2]:
            return best
        if kind is not None and in_vain[kind] >= VAIN:
            continue
        model = explorer.model(*([condition] if isinstance(condition, SymBool) else []))
        if (found := witness(playset, pair, model, whole)) is not None:
            return found
        if kind is not None:
            in_vain[kind] += 1
        if condition is True:
            break  # the same values again
    return None


def not_played(card: CardDef) -> tuple[object, ...]:
    """What of a card works before the game begins, and how many points are printed on it."""
    first = next(iter(cores(card.text, character=a.Title.CHARACTER in card.titles, most=1))).core
    texts = () if isinstance(first, Untranslated) else first.texts
    return (card.vp, *(text for text in texts if text.home == "setup"))
