"""One fault beside the hunt, in a process of its own: `python -m tests.mutants.words_trial ID
VECTORS`. Each line of standard input asks something: a text (as JSON) for what the hunt finds in it
and where the engine parts from the interpreter by the letter, `scenario` or `vector` for the first
that fails. Each is answered by a line of JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.mutants.hook import install
from tests.mutants.model import WORDS_FILE, load_mutants
from tests.mutants.trial import CONTROL


def main(name: str, vectors: str) -> None:
    """Answer what is asked, with a fault in place or with the engine as it is."""
    fault = next((one for one in load_mutants(WORDS_FILE) if one.id == name), None)
    if fault is not None:
        install(fault)
    elif name != CONTROL:
        raise SystemExit(f"no fault is called {name}")
    # The engine must not be imported before the fault is in place.
    for line in sys.stdin:
        asked = line.strip()
        if asked == "scenario":
            told: Any = _scenario()
        elif asked == "vector":
            told = _vector("" if fault is None else fault.file, Path(vectors))
        else:
            told = _looked_at(json.loads(asked))
        print(json.dumps(told), flush=True)


def _looked_at(text: Mapping[str, Any]) -> dict[str, Any]:
    """The words of each piece of a text, what they are and what was tried in their place, and what
    is known of them; and where the engine parts from the interpreter."""
    from tests.freeze.texts import Text
    from tests.words.hunting import SOLVER, beside_the_letter, looked_at

    one = Text.from_json(text)
    found = looked_at(one, SOLVER, set(), each=True)
    pieces = [
        [x["words"], f"{x['what']}, {' or '.join(x['tried'])}", x["verdict"]]
        for x in found["pieces"]
    ]
    return {"pieces": pieces, "beside": beside_the_letter(one)}


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
    main(sys.argv[1], sys.argv[2])
