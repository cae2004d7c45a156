"""Comparing what an engine answers with what is expected: the first difference, key by key."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules_check.grammar.core.codec import BadCore, from_json, to_json
from rules_check.grammar.core.equality import standard
from rules_check.oracle.conformance.contract import JSON, is_ordered
from rules_check.oracle.conformance.vectors import whole_positions


class Difference(NamedTuple):
    """One value that is another: where it stands, what is expected, what was found."""

    path: str
    expected: JSON
    found: JSON

    def __str__(self) -> str:
        return f"{self.path}: expected {_short(self.expected)}, found {_short(self.found)}"


class Divergence(NamedTuple):
    """The first step (0: the set-up) at which something differs, and all that differs there."""

    step: int
    differences: tuple[Difference, ...]


MISSING = "(missing)"
NAMES_IN_ORDER = ("order", "players", "characters")
"""Lists of a view whose order counts."""


def _short(value: JSON) -> str:
    text = value if value == MISSING else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 300 else f"{text[:300]} …"


def diverges(
    vector: Mapping[str, JSON], expect: Mapping[str, JSON], result: JSON, *, codes: bool = False
) -> Divergence | None:
    """Where a result is not what a vector expects; None if it is. `codes`: also those of
    refusals are compared."""
    last = len(vector["steps"])
    if not isinstance(result, dict):
        return Divergence(0, (Difference("result", "an object", result),))
    if vector["kind"] != "reject" and result.get("refused"):
        step = result.get("step")
        told = {key: result[key] for key in ("step", "code") if key in result}
        at = step if isinstance(step, int) and 0 < step <= last else last
        return Divergence(at, (Difference("refused", False, told or True),))
    found: Iterator[Difference]
    match vector["kind"]:
        case "transition":
            return _positions(vector["setup"], expect["positions"], result.get("positions"))
        case "legal-actions":
            same = _by_table(expect["alike"])
            found = _choice("choice", expect["choice"], result.get("choice"), same)
        case "reject":
            found = _reject(vector["setup"], expect, result, codes=codes)
        case "score":
            found = _result("result", expect["result"], result.get("result"))
        case "view":
            same = _by_table(expect["alike"])
            found = _view("view", expect["view"], result.get("view"), same)
        case _:
            found = _core(expect["core"], result.get("core"))
    differences = tuple(found)
    return Divergence(last, differences) if differences else None


# --------------------------------------------------------------------------- positions


def _positions(
    setup: Mapping[str, JSON], expected: Sequence[Mapping[str, JSON]], found: JSON
) -> Divergence | None:
    if not isinstance(found, list):
        return Divergence(0, (Difference("positions", "a list", found),))
    for step, position in enumerate(whole_positions(setup, expected)):
        if step >= len(found):
            missing = Difference("positions", len(expected), len(found))
            return Divergence(step, (missing,))
        differences = tuple(differing(position, found[step]))
        if differences:
            return Divergence(step, differences)
    if len(found) > len(expected):
        return Divergence(len(expected) - 1, (Difference("positions", len(expected), len(found)),))
    return None


def differing(expected: Mapping[str, JSON], found: JSON) -> Iterator[Difference]:
    """What differs between two positions."""
    if not isinstance(found, dict):
        yield Difference("position", "an object", found)
        return
    for key, value in expected.items():
        if key not in ("zones", "choice", "result"):
            other = found.get(key, MISSING)
            if value != other:
                yield Difference(key, value, other)
    yield from _zones(expected["zones"], found.get("zones", MISSING))
    yield from _result("result", expected["result"], found.get("result", MISSING))
    same = _by_zone(expected["zones"])
    yield from _choice("choice", expected["choice"], found.get("choice", MISSING), same)
    if found.get("left", 0) != 0:
        yield Difference("left", 0, found["left"])


def _zones(expected: Mapping[str, list[str]], found: JSON) -> Iterator[Difference]:
    if not isinstance(found, dict):
        yield Difference("zones", "an object", found)
        return
    for zone in {**expected, **found}:
        one, other = expected.get(zone, []), found.get(zone, [])
        if not isinstance(other, list) or not all(isinstance(card, str) for card in other):
            yield Difference(f"zones.{zone}", one, other)
        elif is_ordered(zone):
            if one != other:
                yield _in_order(zone, one, other)
        elif sorted(one) != sorted(other):
            yield Difference(f"zones.{zone}", sorted(one), sorted(other))


def _in_order(zone: str, one: list[str], other: list[str]) -> Difference:
    """Of two long piles only the part that differs."""
    first = 0
    while first < min(len(one), len(other)) and one[first] == other[first]:
        first += 1
    if first < 3:
        return Difference(f"zones.{zone}", one, other)
    return Difference(f"zones.{zone} from card {first + 1}", one[first:], other[first:])


def _result(path: str, expected: JSON, found: JSON) -> Iterator[Difference]:
    if expected is None or not isinstance(found, dict):
        if expected != found:
            yield Difference(path, expected, found)
        return
    for key, value in expected.items():
        other = found.get(key, MISSING)
        if key == "winners" and isinstance(other, list):
            value, other = sorted(value), sorted(map(str, other))
        if value != other:
            yield Difference(f"{path}.{key}", value, other)


# ----------------------------------------------------------------------------- choices


Same = Callable[[str], str]
"""What stands for a card: the same for all copies in one zone."""

ONE_OF_COPIES = frozenset("play buy assist park defend block card".split())
"""Actions for which any copy of the card in its zone will do."""


def _by_zone(zones: Mapping[str, list[str]]) -> Same:
    where = {card: zone for zone, cards in zones.items() for card in cards}
    return lambda card: f"{card.rpartition('#')[0]}# in {where.get(card, '')}"


def _by_table(alike: Mapping[str, str]) -> Same:
    return lambda card: alike.get(card, card)


def copies(zones: Mapping[str, list[str]], actions: Sequence[JSON]) -> dict[str, str]:
    """For each card of the actions its other copies in the same zone, and what they stand for."""
    found: dict[str, str] = {}
    for action in actions:
        if action[0] in ONE_OF_COPIES:
            card = action[1]
            key = card.rpartition("#")[0]
            zone = next((cards for cards in zones.values() if card in cards), [])
            mine = [x for x in zone if x.rpartition("#")[0] == key and x != card]
            found.update(dict.fromkeys(mine, card))
    return found


def _choice(path: str, expected: JSON, found: JSON, same: Same) -> Iterator[Difference]:
    if expected is None or not isinstance(found, dict):
        if expected != found:
            yield Difference(path, expected, found)
        return
    for key in ("player", "kind"):
        if expected[key] != found.get(key, MISSING):
            yield Difference(f"{path}.{key}", expected[key], found.get(key, MISSING))
    options = found.get("options", MISSING)
    if "options" not in expected:
        if options != MISSING:
            yield Difference(f"{path}.options", MISSING, options)
        return
    if not isinstance(options, list):
        yield Difference(f"{path}.options", expected["options"], options)
        return
    one = {_alike(action, same): action for action in expected["options"]}
    other = {_alike(action, same): action for action in options}
    lacks = [action for key, action in one.items() if key not in other]
    more = [action for key, action in other.items() if key not in one]
    if lacks or more:
        yield Difference(f"{path}.options", _listed(lacks), _listed(more))
    elif len(options) > len(expected["options"]):
        yield Difference(f"{path}.options", expected["options"], options)


def _listed(actions: list[JSON]) -> JSON:
    return actions or "nothing else"


def _alike(action: JSON, same: Same) -> str:
    """An action, the same for all copies of a card in one zone."""
    if isinstance(action, list) and len(action) == 2 and action[0] in ONE_OF_COPIES:
        return json.dumps([action[0], same(str(action[1]))])
    return json.dumps(action)


# ------------------------------------------------------------------------ the other kinds


def _reject(
    setup: Mapping[str, JSON],
    expect: Mapping[str, JSON],
    result: Mapping[str, JSON],
    *,
    codes: bool,
) -> Iterator[Difference]:
    if result.get("refused") is not True:
        yield Difference("refused", True, result.get("refused", MISSING))
        return
    if "step" in result:
        yield Difference("step", "the last one", result["step"])
    if codes and "code" in expect and expect["code"] != result.get("code", MISSING):
        yield Difference("code", expect["code"], result.get("code", MISSING))
    if "position" in expect:
        (position,) = whole_positions(setup, [expect["position"]])
        yield from differing(position, result.get("position"))


def _view(path: str, expected: JSON, found: JSON, same: Same) -> Iterator[Difference]:
    """What differs between two views; lists are compared as sets, but for some."""
    if path == "view.choice":
        yield from _choice(path, expected, found, same)
    elif isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            yield from _view(f"{path}.{key}", value, found.get(key, MISSING), same)
    elif isinstance(expected, list) and isinstance(found, list):
        key = path.rpartition(".")[2]
        if key == "players" and len(expected) == len(found):
            for number, (one, other) in enumerate(zip(expected, found, strict=True), 1):
                yield from _view(f"{path} {number}", one, other, same)
        elif key not in NAMES_IN_ORDER:
            if sorted(map(str, expected)) != sorted(map(str, found)):
                yield Difference(path, expected, found)
        elif expected != found:
            yield Difference(path, expected, found)
    elif expected != found:
        yield Difference(path, expected, found)


def _core(expected: JSON, found: JSON) -> Iterator[Difference]:
    one, other = _standard(expected), _standard(found)
    if one != other:
        yield from _inside("core", one, other)


def _standard(told: JSON) -> JSON:
    """A core in which it does not matter how names are chosen, and who has answered its settings;
    what is none is left as it is."""
    try:
        return _unsourced(to_json(standard(from_json(told))))
    except BadCore:
        return told


def _unsourced(told: JSON) -> JSON:
    """The same without who has answered the settings."""
    if isinstance(told, list):
        return [_unsourced(one) for one in told]
    if isinstance(told, dict):
        kept = told if "form" in told else {key: told[key] for key in ("name", "answer")}
        return {key: _unsourced(value) for key, value in kept.items()}
    return told


def _inside(path: str, expected: JSON, found: JSON) -> Iterator[Difference]:
    """The first places at which two meanings differ."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in {**expected, **found}:
            yield from _inside(f"{path}.{key}", expected.get(key, MISSING), found.get(key, MISSING))
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for number, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from _inside(f"{path}[{number}]", one, other)
    elif expected != found:
        yield Difference(path, expected, found)
