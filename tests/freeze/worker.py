"""A process that looks at texts: one JSON line in, one out. Whatever a text does, it is answered.

A text that raises gives `{"error": …}`. After one that took too long or too much memory the process
ends, for nobody knows what was left half done; whoever asked begins a new one.
"""

from __future__ import annotations

import gc
import json
import os
import re
import resource
import signal
import sys
from collections.abc import Callable
from typing import Any, Final, NoReturn

from tests.freeze.seeing import Seen, see
from tests.freeze.texts import Text
from tests.freeze.tree import ROOT, Tree

SECONDS: Final = 20.0
"""So much time of the processor one text may take; a usual one takes a thirtieth of a second."""

BYTES: Final = 3 * 1024**3
"""So much memory a process may have."""

ERROR: Final = "error"
LAST: Final = "last"
"""The key of an answer after which the process ends."""


class TimeIsUp(BaseException):
    """A text takes too long. No `except Exception` keeps it from being noticed."""


def answer(look: Callable[[], Seen], seconds: float = SECONDS) -> Seen:
    """What a look at a text gives, or how it went wrong."""
    before = signal.signal(signal.SIGPROF, _time_is_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return look()
    except TimeIsUp:
        return {ERROR: f"takes more than {seconds:g} seconds", LAST: True}
    except MemoryError:
        return {ERROR: "takes too much memory", LAST: True}
    except Exception as error:  # noqa: BLE001 (whatever it is, it is what came of the text)
        return {ERROR: _told(error)}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _time_is_up(_signal: int, _frame: object) -> NoReturn:
    raise TimeIsUp


def _told(error: Exception) -> str:
    said = re.sub(r"0x[0-9a-f]+", "0x…", f"{type(error).__name__}: {error}")
    return " ".join(said.split())[:300]


def main() -> None:
    """Answer until the input ends. What the project prints goes to the errors."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the one who asks
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))

    def say(value: Any) -> None:
        out.write(json.dumps(value, ensure_ascii=True) + "\n")
        out.flush()

    tree = Tree()
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
    say({"root": str(ROOT)})
    for line in sys.stdin:
        text = Text.from_json(json.loads(line))
        seen = answer(lambda text=text: see(tree, text))  # type: ignore[misc]
        say(seen)
        if LAST in seen:
            break
    tree.save()
