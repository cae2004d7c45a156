"""A foreign program, spoken to line by line: with time limits, and never left running.

What it writes is data: of limited size, decoded as UTF-8, never evaluated.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any, Final

from rules_check.oracle.conformance.contract import MAX_ANSWER

JSON = Any

STDERR_KEPT: Final = 4000
"""So many characters of its standard error are kept, the last ones."""

GRACE: Final = 5.0
"""So long may a program take to exit."""

CHUNK: Final = 1 << 16


class EngineFailed(Exception):
    """A program did not answer as it should: the outcome, and what is wrong."""

    outcome = "errored"


class Crashed(EngineFailed):
    """It ended."""

    outcome = "crashed"


class TimedOut(EngineFailed):
    """It did not answer in time."""

    outcome = "timeout"


class BadAnswer(EngineFailed):
    """What it answers is against the contract."""

    outcome = "protocol-error"


class CannotStart(Exception):
    """There is no such program, or it cannot be run."""


class Engine:
    """One run of the program."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                preexec_fn=_dies_with_us(),
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise CannotStart(f"{command[0]}: {why}") from error
        self._lines: queue.Queue[bytes | EngineFailed] = queue.Queue()
        self._errors: deque[str] = deque()
        self._threads = [
            threading.Thread(target=self._read_answers, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    # ------------------------------------------------------------------------ talking

    def ask(self, message: Mapping[str, JSON], timeout: float) -> JSON:
        """Send a message and wait for its answer, a JSON object. Raises EngineFailed.

        What a program said before it ended is looked at first.
        """
        self._send(message)
        try:
            line = self._lines.get(timeout=timeout)
        except queue.Empty:
            raise TimedOut(f"no answer within {timeout:g} s") from None
        if isinstance(line, EngineFailed):
            raise line
        return parsed(line)

    def _send(self, message: Mapping[str, JSON]) -> None:
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n"
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(text.encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            pass  # it does not listen any more: the answers tell why

    def _ended(self) -> str:
        code = self._process.poll()
        if code is None:
            return "it has closed its input or its output"
        return f"it ended by signal {-code}" if code < 0 else f"it ended with status {code}"

    def stderr(self) -> str:
        """The last of what it wrote to its standard error."""
        return "".join(self._errors)[-STDERR_KEPT:]

    # ------------------------------------------------------------------------ reading

    def _read_answers(self) -> None:
        assert self._process.stdout is not None
        held: list[bytes] = []
        while True:
            chunk = _chunk(self._process.stdout)
            if not chunk:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(1)
                self._lines.put(Crashed(self._ended()))
                return
            held.append(chunk)
            if b"\n" in chunk:
                *lines, rest = b"".join(held).split(b"\n")
                held = [rest]
                for line in lines:
                    self._lines.put(line)
            elif sum(map(len, held)) > MAX_ANSWER:
                self._lines.put(BadAnswer(f"the answer is longer than {MAX_ANSWER} bytes"))
                return

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        while chunk := _chunk(self._process.stderr):
            self._errors.append(chunk.decode("utf-8", "replace"))
            while len(self._errors) > 1 and sum(map(len, self._errors)) > 2 * STDERR_KEPT:
                self._errors.popleft()

    # ------------------------------------------------------------------------ ending

    def stop(self) -> None:
        """Ask it to end, and see to it that it does."""
        self._send({"cmd": "stop"})
        with contextlib.suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        self.kill()

    def kill(self) -> None:
        """End it, and whatever it has started."""
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(1)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()


def parsed(line: bytes) -> dict[str, JSON]:
    """A line as a JSON object. Raises BadAnswer."""
    if len(line) > MAX_ANSWER:
        raise BadAnswer(f"the answer is longer than {MAX_ANSWER} bytes")
    try:
        answer = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadAnswer(f"the answer is not UTF-8: {line[:60]!r}") from None
    except (ValueError, RecursionError):
        raise BadAnswer(f"the answer is not JSON: {line[:60].decode()!r}") from None
    if not isinstance(answer, dict):
        raise BadAnswer("the answer is not a JSON object")
    return answer


def _chunk(stream: IO[bytes]) -> bytes:
    try:
        return os.read(stream.fileno(), CHUNK)
    except (OSError, ValueError):
        return b""


def _dies_with_us() -> Callable[[], None] | None:
    """On Linux: lets the system end the program when this one is killed, whatever it does then."""
    if not sys.platform.startswith("linux"):
        return None
    import ctypes

    try:
        prctl = ctypes.CDLL(None).prctl
    except (OSError, AttributeError):
        return None
    set_death_signal = 1

    def before() -> None:
        prctl(set_death_signal, signal.SIGKILL)

    return before
