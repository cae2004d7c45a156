"""Where a saved game and the game that its answers give part."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final

from rules_check.glyphs import shorten, visible

_SHOWN: Final = 160
_NOTHING: Final = "nothing more"


def parting(recorded: Mapping[str, Any], document: str) -> str:
    """The first recorded event, or the result, that is not what was played; empty if all are.

    `document` is the game that was played, as it would be saved. A saved game need not have events,
    or a result: then there is nothing to compare.
    """
    played = json.loads(document)
    if "events" in recorded:
        events = recorded["events"]
        if not isinstance(events, Sequence) or isinstance(events, str):
            return "events: expected a list"
        pairs = zip_longest(events, played["events"], fillvalue=_NOTHING)
        for number, (said, done) in enumerate(pairs, 1):
            if said != done:
                return f"event {number}: recorded {_shown(said)}, played {_shown(done)}"
    if "result" in recorded and recorded["result"] != played["result"]:
        said, done = _shown(recorded["result"]), _shown(played["result"])
        return f"the result: recorded {said}, played {done}"
    return ""


def _shown(value: object) -> str:
    if value == _NOTHING:
        return _NOTHING
    return shorten(visible(json.dumps(value, ensure_ascii=False)), _SHOWN)
