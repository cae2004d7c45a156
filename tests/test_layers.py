"""Imports point one way only, without circles, and the checks that say so can fail."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from graphlib import CycleError, TopologicalSorter
from itertools import combinations, pairwise
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
LAYERS = ["cli", "properties", "oracle", "grammar", "rules"]  # highest first; cli: front door
FOLDERS = [*LAYERS[1:], "cards"]

UPWARD = [(low, high) for high, low in combinations(LAYERS, 2)]
FROM_DATA = [("cards", layer) for layer in LAYERS]


def rooms() -> list[list[str]]:
    """The rooms of the engine, the highest first; those of one row know nothing of each other."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (contract,) = (contract for contract in contracts if contract["id"] == "oracle")
    return [row.split(" | ") for row in contract["layers"]]


ROOMS = rooms()
BETWEEN_ROOMS = [
    *((low, high) for up, down in pairwise(ROOMS) for high in up for low in down),
    *((one, other) for row in ROOMS for one, other in combinations(row, 2)),
]


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


def part_of(layer: str) -> str:
    """A module of a layer; the engine has modules in its rooms only."""
    return f"rules_check.{'oracle.' + ROOMS[-1][0] if layer == 'oracle' else layer}.part"


def path_of(folder: Path, module: str) -> Path:
    """The file of a module."""
    return folder.joinpath(*module.split(".")).with_suffix(".py")


@pytest.fixture
def skeleton(tmp_path: Path) -> Path:
    """The packages of the project, each with one empty module `part`."""
    front_door = {path.stem for path in (ROOT / "rules_check").iterdir() if is_module(path)}
    inside = [f"oracle/{room}" for row in ROOMS for room in row]
    for name in ["", *sorted(front_door), *FOLDERS, *inside]:
        package = tmp_path / "rules_check" / name
        package.mkdir()
        (package / "__init__.py").touch()
        if name not in ("", "oracle"):
            (package / "part.py").touch()
    return tmp_path


def test_project_keeps_the_layers() -> None:
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


def test_imports_of_lower_layers_are_fine(skeleton: Path) -> None:
    for high, low in combinations(LAYERS, 2):
        with path_of(skeleton, part_of(high)).open("a", encoding="utf-8") as module:
            module.write(f"import {part_of(low)}\n")
    result = lint_imports(skeleton)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(("importer", "imported"), UPWARD + FROM_DATA)
def test_bad_import_is_flagged(skeleton: Path, importer: str, imported: str) -> None:
    module = part_of(importer)
    path_of(skeleton, module).write_text(f"import {part_of(imported)}\n", encoding="utf-8")
    result = lint_imports(skeleton)
    assert result.returncode == 1, result.stdout + result.stderr
    assert f"{module} -> {part_of(imported)}" in result.stdout


@pytest.mark.parametrize(("importer", "imported"), BETWEEN_ROOMS)
def test_bad_import_between_rooms_is_flagged(skeleton: Path, importer: str, imported: str) -> None:
    one, other = (f"rules_check.oracle.{room}.part" for room in (importer, imported))
    path_of(skeleton, one).write_text(
        f"from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import {other}\n",
        encoding="utf-8",
    )
    result = lint_imports(skeleton)
    assert result.returncode == 1, result.stdout + result.stderr
    assert f"{one} -> {other}" in result.stdout


def test_a_module_outside_the_rooms_is_flagged(skeleton: Path) -> None:
    path_of(skeleton, "rules_check.oracle.lobby").touch()
    result = lint_imports(skeleton)
    assert result.returncode == 1
    assert "lobby" in result.stdout


def test_import_inside_a_function_is_flagged(skeleton: Path) -> None:
    path_of(skeleton, part_of("rules")).write_text(
        f"def late():\n    from {part_of('oracle')} import anything\n", encoding="utf-8"
    )
    assert lint_imports(skeleton).returncode == 1


def test_copy_of_the_project_with_one_bad_import_is_flagged(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rules_check", tmp_path / "rules_check")
    intruder = tmp_path / "rules_check" / "grammar" / "intruder.py"
    intruder.write_text("import rules_check.oracle\n", encoding="utf-8")
    result = lint_imports(tmp_path)
    assert result.returncode == 1
    assert "rules_check.grammar.intruder -> rules_check.oracle" in result.stdout


# ------------------------------------------------------------------------------- circles


def circle(graph: grimp.ImportGraph, package: str) -> list[str]:
    """Modules of a package that import each other in a circle; imports for types count too."""
    inside = [m for m in graph.modules if m == package or m.startswith(package + ".")]
    imports = {
        module: graph.find_modules_directly_imported_by(module) & set(inside) for module in inside
    }
    try:
        tuple(TopologicalSorter(imports).static_order())
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("rules_check", cache_dir=None)


def test_the_engine_has_no_import_circle(graph: grimp.ImportGraph) -> None:
    assert len([m for m in graph.modules if m.startswith("rules_check.oracle.")]) > 50
    assert circle(graph, "rules_check.oracle") == []


def test_no_rule_knows_the_game(graph: grimp.ImportGraph) -> None:
    above = ("rules_check.oracle.players", "rules_check.oracle.scenarios")
    for module in graph.find_modules_that_directly_import("rules_check.oracle.game"):
        assert not module.startswith("rules_check.oracle.") or module.startswith(above)


def test_a_circle_for_types_only_is_found(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rules_check", tmp_path / "copied")
    values = path_of(tmp_path, "copied.oracle.values.zones")
    for module in (tmp_path / "copied").rglob("*.py"):
        text = module.read_text(encoding="utf-8").replace("rules_check.", "copied.")
        module.write_text(text, encoding="utf-8")
    with values.open("a", encoding="utf-8") as zones:
        zones.write("from typing import TYPE_CHECKING\n")
        zones.write("if TYPE_CHECKING:\n    from copied.oracle.game import Game\n")
    sys.path.insert(0, str(tmp_path))
    try:
        found = circle(grimp.build_graph("copied", cache_dir=None), "copied.oracle")
    finally:
        sys.path.remove(str(tmp_path))
    assert {"copied.oracle.values.zones", "copied.oracle.game"} <= set(found)
