"""What the worst inputs that are known cost: seconds of the processor and memory of one check."""

from __future__ import annotations

import contextlib
import io
import os
import resource
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any, Final

from bench.figures import Aim, Figure
from bench.measure import Bench
from rules_check.oracle.box.names import PLAY_SETS

HEADER: Final = f"set: Night Watch\nruleset: {PLAY_SETS[0]}\n\n"
CARD: Final = "Lamplighter\nHero, cost 3, 1 VP\n"
TWO: Final = "Hero, cost 3, 1 VP\nOngoing: When you draw a card, discard a card.\n"

INPUTS: Final = {
    "a number beyond its limit": HEADER + CARD + "Draw 999999 cards.\n",
    "the largest number, 300 times": HEADER + CARD + "Draw 200 cards.\n" * 300,
    "200 lines of Attacks": HEADER + CARD + "Attack: Each foe discards a card.\n" * 200,
    "as much text as a card may have": HEADER
    + CARD
    + "Ongoing: When you draw a card, draw a card.\n" * 110,
    "150 cards with one open question each": HEADER
    + "\n\n".join(
        f"Card {at}\n{TWO}Attack: Each foe discards two cards. Draw a card.\n" for at in range(150)
    ),
}
SECONDS: Final = 75.0
MEGABYTES: Final = 500
FEW: Final = ("a number beyond its limit",)
"""What a quick run measures."""


def hostile(name: str) -> dict[str, Any]:
    """Seconds of the processor and megabytes of a check of one of the inputs."""
    from rules_check.cli import main

    with tempfile.TemporaryDirectory() as folder:
        os.environ["RULES_CHECK_CACHE"] = str(Path(folder) / "cache")
        file = Path(folder) / "cards.txt"
        file.write_text(INPUTS[name], encoding="utf-8")
        start = process_time()
        with contextlib.redirect_stdout(io.StringIO()):
            status = main(["check", str(file)])
        seconds = process_time() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"status": status, "seconds": seconds, "memory": memory}


class HostileSections:
    """Measures the worst inputs."""

    def __init__(self, bench: Bench, names: tuple[str, ...]) -> None:
        self._bench = bench
        self._names = names

    def all(self) -> Iterator[Figure]:
        """Every figure in the order of the report."""
        section = "worst inputs: one check, in one process"
        for name in self._names:
            found = self._bench.ask("hostile", name=name)
            time = Aim(SECONDS, f"at most {SECONDS:.0f} s of the processor")
            yield Figure(section, name, found["seconds"], "s", time)
            memory = Aim(MEGABYTES, f"at most {MEGABYTES} MB")
            yield Figure(section, "  memory", found["memory"], "MB", memory)
