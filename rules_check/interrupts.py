"""What Ctrl-C does to a command: it ends in order, at most two seconds later, without a word."""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types import FrameType

EXIT_INTERRUPTED: Final = 130
"""128 + SIGINT, as a shell reports it."""

IN_ORDER: Final = 2.0
"""Seconds in which a command that was interrupted saves and ends what it has to; after that Ctrl-C
ends it where it is."""

AGAIN: Final = 0.01
"""Seconds after which an interrupt that was lost comes again."""


class InterruptedOnce:
    """The first Ctrl-C interrupts a command; more of them do not break into its ending.

    Python drops an exception that is raised while an object is cleaned up, also this one: then it
    is raised again a moment later.
    """

    def __init__(self) -> None:
        self.first: float | None = None
        self.raised = False

    def __enter__(self) -> None:
        main = threading.current_thread() is threading.main_thread()
        if main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._interrupt)
            sys.unraisablehook = self._dropped

    def __exit__(self, *_: object) -> None:
        if signal.getsignal(signal.SIGINT) == self._interrupt:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # there is nothing left to interrupt

    def _interrupt(self, _: int, __: FrameType | None) -> None:
        now = time.monotonic()
        if self.first is None:
            self.first = now
        if not self.raised:
            self.raised = True
            raise KeyboardInterrupt
        if now > self.first + IN_ORDER:
            os._exit(EXIT_INTERRUPTED)

    def _dropped(self, what: sys.UnraisableHookArgs) -> None:
        """An exception was dropped: perhaps the interrupt, perhaps one that it has caused."""
        if self.first is None:
            sys.__unraisablehook__(what)
        elif issubclass(what.exc_type, KeyboardInterrupt):
            self.raised = False
            again = threading.Timer(AGAIN, _thread.interrupt_main)
            again.daemon = True
            again.start()
