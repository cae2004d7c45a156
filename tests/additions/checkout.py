"""A copy of the project in which something is added, as docs/extending.md tells it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CACHE = ROOT / ".pytest_cache" / "additions"
"""What is kept is found by what it was made of, so all copies of the project share it."""

PACKAGES = "grammar rules oracle cards properties rules_check".split()


class Checkout:
    """A copy of the packages; notes which of their files are touched."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.touched: set[str] = set()
        for package in PACKAGES:
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / package, path / package, symlinks=True, ignore=ignored)
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
        """What `rules-check` prints there."""
        done = self._python("-m", "rules_check", *words)
        assert "Traceback" not in done.stderr, done.stderr
        return done.stdout + done.stderr

    def types(self, *files: str) -> str:
        """What the type check says about files."""
        return self._python("-m", "mypy", "--no-error-summary", *files).stdout

    def _read(self, file: str) -> str:
        return (self.path / file).read_text(encoding="utf-8")

    def _write(self, file: str, text: str) -> None:
        if Path(file).parts[0] in PACKAGES:
            self.touched.add(file)
        (self.path / file).parent.mkdir(parents=True, exist_ok=True)
        (self.path / file).write_text(text, encoding="utf-8")

    def _python(self, *words: str) -> subprocess.CompletedProcess[str]:
        here = {"PYTHONPATH": str(self.path), "RULES_CHECK_CACHE": str(CACHE)}
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.path,
            env={**os.environ, **here, "NO_COLOR": "1"},
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
