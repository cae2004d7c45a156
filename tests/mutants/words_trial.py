"""One fault beside the hunt, in a process of its own: `python -m tests.mutants.words_trial ID TEXTS
VECTORS [scenario] [vector]`, on standard input what the engine without a fault found.

One line is printed: what was found in the pieces of the texts (without a fault), or by what the
fault is noticed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.mutants.hook import install
from tests.mutants.model import WORDS_FILE, load_mutants
from tests.mutants.trial import CONTROL

Pieces = list[list[str]]
SOMETHING, NOTHING, UNDECIDED = "changes something", "changes nothing", "not decided"


def main(name: str, texts: str, vectors: str, also: Sequence[str]) -> None:
    """Try a fault, or the engine as it is."""
    before = json.load(sys.stdin)
    fault = None
    if name != CONTROL:
        fault = next(one for one in load_mutants(WORDS_FILE) if one.id == name)
        install(fault)
    # The engine must not be imported before the fault is in place.
    data = json.loads(Path(texts).read_text(encoding="utf-8"))
    if fault is None:
        print(json.dumps({"pieces": [_pieces(one) for one in data]}))
        return
    told: dict[str, Any] = {"hunt": "", "beside": "", "unshown": "", "pieces": ""}
    for one, known in zip(data, before, strict=True):
        if known and not told["hunt"]:
            _compare(told, one, known, _pieces(one))
        if not told["beside"]:
            told["beside"] = _beside(one)
    if "scenario" in also:
        told["scenario"] = _scenario()
    if "vector" in also:
        told["vector"] = _vector(fault.file, Path(vectors))
    print(json.dumps(told))


def _pieces(text: Mapping[str, Any]) -> Pieces:
    """The words of each piece of a text, what they are and what was tried in their place, and what
    is known of them."""
    from tests.freeze.texts import Text
    from tests.words.hunting import SOLVER, looked_at

    found = looked_at(Text.from_json(text), SOLVER, set(), each=True)
    return [
        [one["words"], f"{one['what']}, {' or '.join(one['tried'])}", one["verdict"]]
        for one in found["pieces"]
    ]


def _beside(text: Mapping[str, Any]) -> str:
    """Where the engine parts from the interpreter by the letter."""
    from tests.freeze.texts import Text
    from tests.words.hunting import beside_the_letter

    found = beside_the_letter(Text.from_json(text))
    return f"{found} in: {' / '.join(text['lines'])}" if found else ""


def _compare(told: dict[str, Any], text: Mapping[str, Any], before: Pieces, now: Pieces) -> None:
    said = " / ".join(text["lines"])
    known = [one[:2] for one in before if one[2] != SOMETHING]
    void = [one for one in now if one[2] == NOTHING and one[:2] not in known]
    if void:
        told["hunt"] = f'"{void[0][0]}" ({void[0][1]}) changes nothing in: {said}'
    shown = [one[:2] for one in before if one[2] == SOMETHING]
    unshown = [one for one in now if one[2] == UNDECIDED and one[:2] in shown]
    if unshown and not told["unshown"]:
        told["unshown"] = f'"{unshown[0][0]}" ({unshown[0][1]}) is not decided in: {said}'
    if not told["pieces"] and [one[:2] for one in now] != [one[:2] for one in before]:
        told["pieces"] = f"other pieces in: {said}"


def _scenario() -> str:
    """The first scenario that fails."""
    from rules_check.oracle.scenarios.files import load_scenarios
    from rules_check.oracle.scenarios.runner import run
    from tests.mutants.trial import SCENARIOS

    for scenario in load_scenarios(SCENARIOS):
        try:
            failed = bool(run(scenario).failures)
        except Exception:  # noqa: BLE001 (whatever it is, the scenario has found it)
            failed = True
        if failed:
            return str(scenario.id)
    return ""


def _vector(file: str, vectors: Path) -> str:
    """The first vector that fails; those about texts first for a fault of reading."""
    from rules_check.conform.filled import problem

    with vectors.open(encoding="utf-8") as lines:
        rows = [line.split("\t", 3) for line in lines]
    if file.startswith("grammar/"):
        rows.sort(key=lambda row: row[1] != "parse")
    for *_, text in rows:
        vector = json.loads(text)
        try:
            failed = bool(problem(vector))
        except Exception:  # noqa: BLE001 (whatever it is, the vector has found it)
            failed = True
        if failed:
            return str(vector["id"])
    return ""


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
