"""The command `rules-check play` at a pseudo-terminal."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROMPT = "> "
OPTION = re.compile(r"^ {0,3}(\d+)\. (.+)$", re.MULTILINE)


class Terminal:
    """The program at a pseudo-terminal."""

    def __init__(self, *words: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rules_check", "play", *words],
            cwd=ROOT,
            env={
                **os.environ,
                "NO_COLOR": "1",
                "TERM": "dumb",
                "PYTHONUTF8": "1",
                "COLUMNS": "500",
            },
            stdin=slave,
            stdout=slave,
            stderr=slave,
        )
        os.close(slave)

    def read(self) -> str:
        """What is printed up to the next prompt or to the end."""
        said = b""
        while not said.endswith(b"\n" + PROMPT.encode()):
            try:
                part = os.read(self.master, 65536)
            except OSError:  # the program has closed its side
                part = b""
            if not part:
                break
            said += part
        return said.decode("utf-8").replace("\r\n", "\n")

    def type(self, words: str) -> None:
        os.write(self.master, words.encode("utf-8") + b"\n")

    def interrupt(self) -> str:
        """Press Ctrl-C until the program ends; what it prints then.

        A key that is pressed while the program is about to read is noticed at the next one.
        """
        for _ in range(20):
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(timeout=1)
            except subprocess.TimeoutExpired:
                continue
            return self.read()
        self.process.kill()  # else reading would wait for ever
        raise AssertionError("Ctrl-C does not end it: " + self.read())

    def close(self) -> int:
        """Wait for the end; the exit status."""
        status = self.process.wait(timeout=60)
        os.close(self.master)
        return status


def choose(said: str) -> str:
    """An answer to what is asked: play, buy the last thing, and otherwise the first option."""
    options = OPTION.findall(said.rpartition("\n\n")[2])
    assert options, said
    for wanted in ("play ", "buy ", "use ", "no Confrontation", "defend ", "block ", "pass"):
        found = [option for option in options if option[1].startswith(wanted)]
        if found:
            return str(found[-1][len(said) % 2])  # the number one time, the words the other
    return str(options[0][0])


def whole_game(*words: str) -> list[str]:
    """Play to the end; what was printed before each answer, and after the last."""
    terminal, said = Terminal(*words), list[str]()
    deadline = time.monotonic() + 120
    while True:
        assert time.monotonic() < deadline
        said.append(terminal.read())
        if not said[-1].endswith("\n" + PROMPT):
            break
        terminal.type(choose(said[-1]))
    assert terminal.close() == 0, said[-1]
    return said
