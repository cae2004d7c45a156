"""The plugin for pytest: each vector is a test, and ordinary runs are left alone."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rules_check.pytest_plugin import Vectors

ROOT = Path(__file__).parents[2]
FAKE = Path(__file__).with_name("fake_engine.py")
PLUGIN = "rules_check.pytest_plugin"
ORDINARY = """\
import sys

def test_nothing_of_rules_check_is_there():
    loaded = {name for name in sys.modules if name.startswith("rules_check")}
    assert loaded == {"rules_check", "rules_check.pytest_plugin"}
"""


def pytest_run(folder: Path, *words: str) -> tuple[int, str]:
    """What a run of pytest in a folder says, in a process of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", PLUGIN, "-p", "no:cacheprovider", "-rs", *words],
        cwd=folder,
        env={**kept, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return result.returncode, result.stdout + result.stderr


def fake(how: str, *words: str) -> list[str]:
    command = shlex.join([sys.executable, str(FAKE), how])
    return ["--rules-check-cmd", command, *words]


def test_ordinary_run_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "test_ordinary.py").write_text(ORDINARY, encoding="utf-8")
    status, said = pytest_run(tmp_path)
    assert status == 0, said
    assert "1 passed" in said


def test_each_vector_is_a_test(tmp_path: Path) -> None:
    chosen = ["--rules-check-only", "RBJ-G0", "-v", "-k", "RBJ-G03 or RBJ-G01.legal"]
    status, said = pytest_run(tmp_path, *fake("wrong", *chosen))
    assert status == 1, said
    assert "rules-check::rivals-batman-joker::RBJ-G03 FAILED" in said
    assert "rule RBJ-G03: A Punch is worth +1 Power." in said
    assert '+ power: {"P1": 99, "P2": 99}' in said
    assert "unsupported: kind legal-actions" in said
    assert "Traceback" not in said


def test_engine_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    status, found = pytest_run(tmp_path, *fake("other-version"))
    assert status == 4
    assert "version: expected 2, found 1" in found
    assert "Traceback" not in found


@pytest.mark.parametrize(("command", "said"), [("'", "No closing quotation"), (" ", "no command")])
def test_command_that_is_none(command: str, said: str) -> None:
    config: Any = SimpleNamespace(getoption=lambda _: 10.0)
    with pytest.raises(pytest.UsageError, match=f"--rules-check-cmd: {said}"):
        Vectors(config, command)


def test_pytest_finds_the_plugin_under_the_name_of_its_module() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {PLUGIN: PLUGIN}


def test_nothing_tried_is_no_success(tmp_path: Path) -> None:
    chosen = ["--rules-check-only", "RBJ-G03"]
    status, said = pytest_run(tmp_path, *fake("skips", *chosen))
    assert status == pytest.ExitCode.NO_TESTS_COLLECTED, said
    status, said = pytest_run(tmp_path, *fake("claims-rulesets-rivals", *chosen))
    assert status == pytest.ExitCode.USAGE_ERROR, said
    assert "start: rulesets: there is no 'rivals'" in said
    status, said = pytest_run(tmp_path, *fake("wrong", "--rules-check-ruleset", "rivals"))
    assert status == pytest.ExitCode.USAGE_ERROR, said
    assert "--rules-check-ruleset: there is no 'rivals'" in said
