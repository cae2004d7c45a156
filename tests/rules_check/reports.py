"""Reading the reports of `rules-check check`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SCHEMAS = Path(__file__).parents[2] / "rules_check" / "schemas"


def headlines(out: str) -> list[str]:
    """Place and code of each finding, in the order printed."""
    found = []
    for line in out.splitlines():
        parts = line.split()
        if not line.startswith(" ") and len(parts) > 2 and parts[2].startswith("RC"):
            found.append(f"{parts[0]} {parts[2]}")
    return found


def schema(name: str) -> Any:
    """A schema by the name of its file."""
    return json.loads((SCHEMAS / name).read_text(encoding="utf-8"))
