"""A copy of the project in which something is added, as docs/extending.md tells it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = "grammar rules oracle cards properties rules_check".split()
DESK = """
import contextlib, io, json, sys
from rules_check import cli
for line in sys.stdin:
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        cli.main(json.loads(line))
    print(json.dumps(said.getvalue()), flush=True)
"""
"""Carries out commands, one after the other, and tells what each prints."""


def compiled_of(folder: Path) -> Path | None:
    """Where the compiled modules of a folder lie, if not in the folder itself."""
    prefix = os.environ.get("PYTHONPYCACHEPREFIX")
    return Path(prefix, *folder.resolve().parts[1:]) if prefix else None


class Checkout:
    """A copy of the packages; notes which of their files are touched.

    What was compiled is copied, too: Python takes it for files that are as they were, and to
    compile all of them takes seconds. `cache` is a folder that copies share: what is kept there is
    found by what it was made of.
    """

    def __init__(self, path: Path, cache: Path) -> None:
        self.path = path
        self.touched: set[str] = set()
        self._cache = cache
        self._desk: subprocess.Popen[str] | None = None
        for package in PACKAGES:
            shutil.copytree(ROOT / package, path / package, symlinks=True)
            compiled, into = compiled_of(ROOT / package), compiled_of(path / package)
            if compiled is not None and into is not None and compiled.is_dir():
                shutil.copytree(compiled, into)
        shutil.copy(ROOT / "pyproject.toml", path)

    def add(self, file: str, after: str, text: str) -> None:
        """Write lines behind a line of a file, which has to be there once."""
        old = self._read(file)
        assert old.count(f"\n{after}\n") == 1, f"{file}: {after}"
        self._write(file, old.replace(f"\n{after}\n", f"\n{after}\n{text.rstrip()}\n"))

    def append(self, file: str, text: str) -> None:
        """Write lines at the end of a file, or into a new one."""
        old = self._read(file) if (self.path / file).exists() else ""
        self._write(file, old + text)

    def put_in(self, file: str, old: str, new: str) -> None:
        """Put other words in the place of some that are there once."""
        source = self._read(file)
        assert source.count(old) == 1, f"{file}: {old}"
        self._write(file, source.replace(old, new))

    def run(self, program: str) -> list[str]:
        """The lines that a Python program prints there."""
        done = self._python("-c", program)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    def command(self, *words: str) -> str:
        """What `rules-check` prints there: in one process, as long as no file of the
        project is touched."""
        if self._desk is None:
            self._desk = subprocess.Popen(
                [sys.executable, "-c", DESK],
                cwd=self.path,
                env=self._environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
            )
        assert self._desk.stdin is not None
        assert self._desk.stdout is not None
        self._desk.stdin.write(json.dumps(words) + "\n")
        self._desk.stdin.flush()
        said: str = json.loads(self._desk.stdout.readline())
        assert "Traceback" not in said, said
        return said

    def close(self) -> None:
        """Nothing is done there any more, or with other files."""
        if self._desk is not None:
            self._desk.communicate()
            self._desk = None

    def clear(self) -> None:
        """Nothing will be done there again, and what was compiled of it is of no use."""
        self.close()
        compiled = compiled_of(self.path)
        if compiled is not None:
            shutil.rmtree(compiled, ignore_errors=True)

    def types(self, *files: str) -> str:
        """What the type check says about files."""
        return self._python("-m", "mypy", "--no-error-summary", *files).stdout

    def _read(self, file: str) -> str:
        return (self.path / file).read_text(encoding="utf-8")

    def _write(self, file: str, text: str) -> None:
        if "/" in file:  # a card file that lies at the top is read when it is named
            self.close()
        if Path(file).parts[0] in PACKAGES:
            self.touched.add(file)
        (self.path / file).parent.mkdir(parents=True, exist_ok=True)
        (self.path / file).write_text(text, encoding="utf-8")

    def _python(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.path,
            env=self._environment(),
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )

    def _environment(self) -> dict[str, str]:
        here = {"PYTHONPATH": str(self.path), "RULES_CHECK_CACHE": str(self._cache)}
        return {**os.environ, **here, "NO_COLOR": "1"}
