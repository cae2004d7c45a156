"""What every class of task, answer and effect keeps, for all cards that the language can say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.game import Game
from rules_check.oracle.running import agenda
from rules_check.oracle.turns import main_phase
from rules_check.properties.language import defeats, places
from rules_check.properties.language.anything import Ways
from rules_check.properties.language.code import Function, functions, sources, written
from rules_check.properties.language.opening import name_of, named, opened

PROPERTIES: Final[Mapping[str, frozenset[str]]] = {
    "card-conservation": frozenset({"zones", "where"}),
    "one-defeat-per-turn": frozenset({"defeats"}),
    "power-balance": frozenset({"power", "spent"}),
}
"""What is decided for the whole language, and the parts of a state that it speaks of."""

TABLES: Final[Mapping[str, Mapping[type[Any], Any]]] = {
    "task": agenda.TASKS,
    "answer": agenda.ANSWERS,
    "with cards": agenda.WITH_CARDS,
    "with a player": agenda.WITH_PLAYER,
    "for each player": agenda.FOR_PLAYER,
    "act": main_phase.ACTS,
}
"""Everything that an engine's step may run."""


@dataclass(frozen=True, slots=True)
class Lemma:
    """What was shown of a function: on how many ways, and the first on which it does not hold."""

    name: str
    property: str
    ways: int
    broken: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A class, where it is entered, and the properties that it keeps for all cards."""

    kind: str
    node: type[Any]
    kept: frozenset[str]

    @property
    def is_effect(self) -> bool:
        """Whether it is a class of the card language."""
        return issubclass(self.node, a.Node)


UNCOUNTED: Final[Mapping[str, str]] = {
    "turns.main_phase.buy_card": "variant super-hidden: a Super-Villain in the Line-Up is bought",
    "turns.hunting.hunted": "variant hunt: a Super-Villain is taken from a discard pile",
}
"""Where a card is defeated that does not count: variants in which the book sets no number."""


@dataclass(slots=True)
class Decided:
    """The whole: lemmas, classes, and what stands against the proof."""

    lemmas: list[Lemma] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


@lru_cache(maxsize=1)
def engine_code() -> Mapping[str, Function]:
    """Every function that runs in play."""
    return functions(sources())


def decide(games: Mapping[str, Game], code: Mapping[str, Function] | None = None) -> Decided:
    """Decide every class; `games` are those whose book says how many defeats a turn may have."""
    code = engine_code() if code is None else code
    decided = Decided()
    parts = written(code)
    decided.problems += _escapes(code)
    decided.problems += _other_writers(code)
    decided.problems += _uncounted(code, parts)
    decided.lemmas += _places()
    counting = [name for name in _entered() if "defeats" in parts.get(name, ())]
    real = {name for name in parts if "defeats" in parts[name]}
    decided.problems += _counted_in_loops(code, real)
    decided.lemmas += _defeats(counting, games, real)
    sound = not decided.problems
    broken = {(lemma.property, lemma.name) for lemma in decided.lemmas if lemma.broken}
    for kind, table in TABLES.items():
        for node, function in table.items():
            name = name_of(function)
            if name not in code:
                decided.problems.append(f"{kind} {node.__name__}: {name} is not in the engine")
                continue
            kept = {
                prop
                for prop, of in PROPERTIES.items()
                if sound and _keeps(prop, of, parts[name], name, broken)
            }
            decided.rows.append(Row(kind, node, frozenset(kept)))
    return decided


def _keeps(
    prop: str,
    of: frozenset[str],
    parts: frozenset[str],
    name: str,
    broken: set[tuple[str, str]],
) -> bool:
    """A class that does not write what a property is about keeps it; for two there are lemmas."""
    if not of & parts:
        return True
    if prop == "card-conservation":  # nothing but the functions of the lemmas writes zones
        return all(of != prop for of, _ in broken)
    return prop == "one-defeat-per-turn" and (prop, name) not in broken


def _entered() -> list[str]:
    return list(dict.fromkeys(name_of(one) for table in TABLES.values() for one in table.values()))


def _escapes(code: Mapping[str, Function]) -> Iterator[str]:
    """A part that is handed on could be written by anybody."""
    judged = frozenset().union(*PROPERTIES.values())
    for function in code.values():
        for part in sorted(function.escapes & judged):
            yield f"{function.name} hands {part} on: what becomes of it is not followed"


def _other_writers(code: Mapping[str, Function]) -> Iterator[str]:
    for function in code.values():
        zones = function.writes & PROPERTIES["card-conservation"]
        if zones and function.name not in places.LEMMAS:
            yield f"{function.name} writes zones, and there is no lemma for it"
    for name in places.LEMMAS:
        if name not in code:
            yield f"there is a lemma for {name}, and no such function"


def _uncounted(code: Mapping[str, Function], parts: Mapping[str, frozenset[str]]) -> Iterator[str]:
    """A card is carried away as defeated only where that is counted."""
    for name, function in code.items():
        carries = function.mentions & defeats.MOVES and ".DEFEAT" in function.mentions
        if carries and "defeats" not in parts[name] and name not in UNCOUNTED:
            yield f"{name} defeats a card and does not count it"
    if a.Verb.DEFEAT.row.moves:
        yield "a text can say that a card is defeated, and that is not counted"


def _counted_in_loops(code: Mapping[str, Function], real: set[str]) -> Iterator[str]:
    """A loop over what is not known is run once at most: nothing may be counted in one."""
    for name in sorted(real):
        if "defeats" in code[name].in_loops or code[name].in_loops & real:
            yield f"{name} counts defeats in a loop"


def _places() -> Iterator[Lemma]:
    for name, lemma in places.LEMMAS.items():
        ways = Ways()
        run = opened(named(name), (), ways, [])
        broken = [f"{x.before} -> {x.after}" for x in lemma(ways, run)]
        yield Lemma(name, "card-conservation", ways.taken, next(iter(broken), ""))


def _defeats(names: list[str], games: Mapping[str, Game], real: set[str]) -> Iterator[Lemma]:
    for name in names:
        taken, broken = 0, ""
        for book, game in games.items():
            ways = Ways()
            for found in defeats.lemma(name, game, real, ways):
                broken = broken or f"{book}: {found.before} defeats before, {found.after} after"
            taken += ways.taken
        yield Lemma(name, "one-defeat-per-turn", taken, broken)
