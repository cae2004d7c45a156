"""Imports point one way only, and the contract that says so can fail."""

from __future__ import annotations

import shutil
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = ["cli", "properties", "oracle", "grammar", "rules"]  # highest first; cli: front door
FOLDERS = [*LAYERS[1:], "cards"]

UPWARD = [(low, high) for high, low in combinations(LAYERS, 2)]
FROM_DATA = [("cards", layer) for layer in LAYERS]


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the contract of this project on the packages in `folder`."""
    program = Path(sys.executable).with_name("lint-imports")
    command = [str(program), "--config", str(ROOT / "pyproject.toml"), "--no-cache", "--no-logo"]
    return subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", timeout=60, check=False
    )


def is_module(path: Path) -> bool:
    """Whether that is a module or a package of the front door."""
    if path.is_symlink() or path.stem == "__init__":
        return False
    return path.suffix == ".py" or (path / "__init__.py").exists()


@pytest.fixture
def skeleton(tmp_path: Path) -> Path:
    """The packages of the project, each with one empty module `part`."""
    front_door = {path.stem for path in (ROOT / "rules_check").iterdir() if is_module(path)}
    for name in ["", *sorted(front_door), *FOLDERS]:
        package = tmp_path / "rules_check" / name
        package.mkdir()
        (package / "__init__.py").touch()
        (package / "part.py").touch()
    (tmp_path / "rules_check" / "part.py").unlink()
    return tmp_path


def test_project_keeps_the_layers() -> None:
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


def test_imports_of_lower_layers_are_fine(skeleton: Path) -> None:
    for high, low in combinations(LAYERS, 2):
        with (skeleton / "rules_check" / high / "part.py").open("a", encoding="utf-8") as module:
            module.write(f"import rules_check.{low}.part\n")
    result = lint_imports(skeleton)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(("importer", "imported"), UPWARD + FROM_DATA)
def test_bad_import_is_flagged(skeleton: Path, importer: str, imported: str) -> None:
    part = skeleton / "rules_check" / importer / "part.py"
    part.write_text(f"import rules_check.{imported}.part\n", encoding="utf-8")
    result = lint_imports(skeleton)
    assert result.returncode == 1, result.stdout + result.stderr
    assert f"rules_check.{importer}.part -> rules_check.{imported}.part" in result.stdout


def test_import_inside_a_function_is_flagged(skeleton: Path) -> None:
    (skeleton / "rules_check" / "rules" / "part.py").write_text(
        "def late():\n    from rules_check.oracle.part import anything\n", encoding="utf-8"
    )
    assert lint_imports(skeleton).returncode == 1


def test_copy_of_the_project_with_one_bad_import_is_flagged(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rules_check", tmp_path / "rules_check")
    intruder = tmp_path / "rules_check" / "grammar" / "intruder.py"
    intruder.write_text("import rules_check.oracle\n", encoding="utf-8")
    result = lint_imports(tmp_path)
    assert result.returncode == 1
    assert "rules_check.grammar.intruder -> rules_check.oracle" in result.stdout
