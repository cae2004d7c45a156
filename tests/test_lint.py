"""Linter, format and types hold for the whole project.

They are tests so that `make test` runs them beside the others, on whichever core is free;
`make lint` runs the same commands alone. The layers are in `test_layers.py`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROGRAMS = Path(sys.executable).parent
COMMANDS = {
    "types": ("mypy", "--no-error-summary"),
    "style": ("ruff", "check", "--quiet", "."),
    "format": ("ruff", "format", "--quiet", "--check", "."),
}


def run(program: str, *words: str, cwd: Path) -> tuple[int, str]:
    done = subprocess.run(
        [str(PROGRAMS / program), *words],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_the_project_is_clean(name: str) -> None:
    status, said = run(*COMMANDS[name], cwd=ROOT)
    if status:
        pytest.fail(said, pytrace=False)


@pytest.mark.parametrize("name", ["types", "style", "format"])
def test_a_fault_is_found(name: str, tmp_path: Path) -> None:
    """The commands are those of the project, and they can fail."""
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    (tmp_path / "wrong.py").write_text('import os\nnumber:int  =  "one"\n', encoding="utf-8")
    words = {
        "types": ("mypy", "wrong.py"),
        "style": ("ruff", "check", "."),
        "format": COMMANDS[name],
    }
    status, said = run(*words[name], cwd=tmp_path)
    assert status == 1, said


def test_make_lint_runs_the_same_commands() -> None:
    lines = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
    begin = lines.index("lint: setup")
    recipe = "\n".join(lines[begin : lines.index("", begin)])
    assert all(" ".join(words) in recipe for words in COMMANDS.values())
