"""Is an answer one that the contract allows? What is wrong with it, in words.

What every answer must have is always looked at; keys that the contract does not name only in
strict mode.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final

from rules_check.grammar.core.forms import FORMS
from rules_check.oracle.box.names import play_set_names
from rules_check.oracle.conformance.contract import FEATURES, KINDS, VARIANT, VERSION
from rules_check.rules.load import load_ruleset

JSON = Any

POSITION: Final[Mapping[str, type | tuple[type, ...]]] = {
    "turn": int,
    "active": str,
    "phase": str,
    "order": list,
    "out": list,
    "confronted": (str, type(None)),
    "power": dict,
    "vp": dict,
    "face_up": (str, type(None)),
    "owners": dict,
    "zones": dict,
    "choice": (dict, type(None)),
    "result": (dict, type(None)),
}
"""What a position must have, and of what type."""

RESULT: Final = ("reason", "winners", "scores", "tie_break")
CHOICE: Final = ("player", "kind", "options")
OF_KIND: Final[Mapping[str, tuple[str, ...]]] = {
    "transition": ("positions",),
    "legal-actions": ("choice",),
    "reject": ("refused",),
    "score": ("result",),
    "view": ("view",),
    "parse": ("core",),
}


def start_problem(answer: Mapping[str, JSON], *, strict: bool) -> str:
    """What is wrong with the answer to `start`; empty if nothing is."""
    return next(_of_start(answer, strict=strict), "")


def _of_start(answer: Mapping[str, JSON], *, strict: bool) -> Iterator[str]:
    version = answer.get("version")
    if version != VERSION:
        yield f"start: version: expected {VERSION}, found {version!r:.40}"
    who = answer.get("implementation")
    if not isinstance(who, dict):
        yield "start: implementation: expected an object with name, language and version"
        return
    for key in ("name", "language", "version"):
        if not isinstance(who.get(key), str):
            yield f"start: implementation.{key}: expected a text"
    for key in ("rulesets", "kinds", "features"):
        if not _texts(answer.get(key)):
            yield f"start: {key}: expected a list of texts"
            return
    if "forms" in answer and not _texts(answer["forms"]):
        yield "start: forms: expected a list of texts"
        return
    yield from _unknown(answer)
    if strict:
        yield from _others("start", answer, "version implementation rulesets kinds features forms")
        yield from _others("implementation", who, "name language version homepage issues")


def _unknown(answer: Mapping[str, JSON]) -> Iterator[str]:
    """Names that the contract does not know: with a slip in one of them nothing would be tried."""
    for key, known in claims().items():
        for name in answer.get(key, ()):
            if name not in known:
                close = get_close_matches(name, known, 1, 0.6)
                hint = f"; did you mean {close[0]!r}?" if close else ""
                yield f"start: {key}: there is no {name!r:.60}{hint}"


def claims() -> dict[str, list[str]]:
    """All that an engine can claim, by the keys of its answer to `start`."""
    rulesets = play_set_names()
    variants = [VARIANT + one.name for name in rulesets for one in load_ruleset(name).variants]
    return {
        "rulesets": list(rulesets),
        "kinds": list(KINDS),
        "features": [*FEATURES, *dict.fromkeys(variants)],
        "forms": list(FORMS),
    }


def _texts(value: JSON) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _others(where: str, answer: Mapping[str, JSON], known: str) -> Iterator[str]:
    for key in answer:
        if key not in known.split():
            yield f"{where}: the contract knows no key {key!r:.40}"


def ruleset_problem(answer: Mapping[str, JSON], *, strict: bool) -> str:
    """What is wrong with the answer to `ruleset`; empty if nothing is."""
    if not isinstance(answer.get("ok"), bool):
        return "ruleset: ok: expected true or false"
    if strict:
        return next(_others("ruleset", answer, "ok reason"), "")
    return ""


def run_problem(
    answer: Mapping[str, JSON], seq: int, vector: Mapping[str, JSON], *, strict: bool
) -> str:
    """What is wrong with the answer to `run`; empty if nothing is."""
    return next(_of_run(answer, seq, vector, strict=strict), "")


def _of_run(
    answer: Mapping[str, JSON], seq: int, vector: Mapping[str, JSON], *, strict: bool
) -> Iterator[str]:
    if answer.get("seq") != seq:
        yield f"run: seq: expected {seq}, found {answer.get('seq')!r:.40}"
    ways = [key for key in ("result", "skipped", "errored") if key in answer]
    if len(ways) != 1:
        yield "run: expected one of result, skipped and errored"
        return
    if strict:
        yield from _others("run", answer, "seq result skipped errored")
    inner = answer[ways[0]]
    if not isinstance(inner, dict):
        yield f"run: {ways[0]}: expected an object"
        return
    if ways[0] == "skipped":
        if not isinstance(inner.get("reason"), str):
            yield "run: skipped.reason: expected a text"
        if strict:
            yield from _others("skipped", inner, "reason issue")
    elif ways[0] == "errored":
        if not isinstance(inner.get("message"), str):
            yield "run: errored.message: expected a text"
        if strict:
            yield from _others("errored", inner, "message trace")
    else:
        yield from _of_result(inner, vector, strict=strict)


def _of_result(
    result: Mapping[str, JSON], vector: Mapping[str, JSON], *, strict: bool
) -> Iterator[str]:
    kind = vector["kind"]
    if kind != "reject" and result.get("refused") is True:
        return
    for key in OF_KIND[kind]:
        if key not in result:
            yield f"run: result: a {kind} needs {key}"
            return
    if kind == "transition":
        positions = result["positions"]
        if not isinstance(positions, list):
            yield "run: result.positions: expected a list"
            return
        for number, position in enumerate(positions):
            yield from position_problems(f"result.positions[{number}]", position, strict=strict)
    elif kind == "reject" and "position" in result:
        yield from position_problems("result.position", result["position"], strict=strict)
    if strict:
        more = " refused step code position" if kind == "reject" else ""
        yield from _others("result", result, " ".join(OF_KIND[kind]) + more)


def position_problems(where: str, position: JSON, *, strict: bool) -> Iterator[str]:
    """What is wrong with a position."""
    if not isinstance(position, dict):
        yield f"run: {where}: expected an object"
        return
    for key, kind in POSITION.items():
        if key not in position:
            yield f"run: {where}: {key} is missing"
        elif not isinstance(position[key], kind) or isinstance(position[key], bool):
            yield f"run: {where}.{key}: of another type than the contract says"
    choice, result = position.get("choice"), position.get("result")
    if isinstance(choice, dict):
        yield from (f"run: {where}.choice: {k} is missing" for k in CHOICE if k not in choice)
    if isinstance(result, dict):
        yield from (f"run: {where}.result: {k} is missing" for k in RESULT if k not in result)
    if strict:
        yield from _others(where, position, " ".join(POSITION) + " left")
