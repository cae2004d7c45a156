"""Imports point one way only, under one name; the contract that says so can fail.

Import circles are looked for module by module. Imports inside functions count, and so do those
for the type check: both make a module need the other to be understood.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from functools import lru_cache
from itertools import combinations, pairwise
from pathlib import Path

import grimp
import pytest

from tests.effort import tries
from tests.together import all_of

ROOT = Path(__file__).parents[1]
LAYERS = ["cli", "properties", "oracle", "grammar", "rules"]  # highest first; cli: front door
FOLDERS = [*LAYERS[1:], "cards"]

UPWARD = [(low, high) for high, low in combinations(LAYERS, 2)]
FROM_DATA = [("cards", layer) for layer in LAYERS]

WITHOUT_CIRCLES = [
    "rules_check.rules",
    "rules_check.cards",
    "rules_check.oracle",
    "rules_check.grammar",
    "rules_check.properties.invariants",
    "rules_check.properties.strategies",
    *(f"rules_check.{name}" for name in "checks commands fuzz output play".split()),
    *(f"rules_check.{name}" for name in "prove rulebook style testing".split()),
]
"""Packages, each with all that is below it, in which no module imports itself by a detour."""

OLD_NAME = re.compile(
    rf"""
    ^[ ]*(?:from|import)[ ]+(?:{"|".join(FOLDERS)})\b           # at the beginning of a line
    | ^[ ]*import[ ].*,[ ]*(?:{"|".join(FOLDERS)})\b            # as one of several
    | -m[ ](?:{"|".join(FOLDERS)})\b                            # as a program
    | (?:import_module|files)\(f?"(?:{"|".join(FOLDERS)})[".]   # by its name in a text
    """,
    re.MULTILINE | re.VERBOSE,
)
"""Words that would only work where the root of the checkout is on the path."""


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


def flagged(skeleton: Path, imports: list[tuple[str, str]], text: str) -> None:
    """Each import is made by a module of its own, and flagged; a module that is imported imports
    nothing, so that none is flagged for another's sake."""
    made = []
    for number, (importer, imported) in enumerate(imports):
        module = f"{importer.removesuffix('.part')}.bad{number}"
        path_of(skeleton, module).write_text(text.format(imported), encoding="utf-8")
        made.append(f"{module} -> {imported}")
    result = lint_imports(skeleton)
    assert result.returncode == 1, result.stdout + result.stderr
    assert [one for one in made if one not in result.stdout] == []


def test_bad_import_is_flagged(skeleton: Path) -> None:
    pairs = [(part_of(importer), part_of(imported)) for importer, imported in UPWARD + FROM_DATA]
    flagged(skeleton, pairs, "import {}\n")


@pytest.mark.parametrize(("importer", "imported"), BETWEEN_ROOMS[:: tries(40, 1)])
def test_bad_import_alone_is_flagged(skeleton: Path, importer: str, imported: str) -> None:
    pair = (f"rules_check.oracle.{importer}.part", f"rules_check.oracle.{imported}.part")
    flagged(skeleton, [pair], "import {}\n")


def test_bad_import_between_rooms_is_flagged(skeleton: Path) -> None:
    def part(room: str) -> str:
        return f"rules_check.oracle.{room}.part"

    pairs = [(part(importer), part(imported)) for importer, imported in BETWEEN_ROOMS]
    for_types = "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import {}\n"
    flagged(skeleton, pairs, for_types)


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


# ------------------------------------------------------------------------- one import name


def old_names(text: str) -> list[str]:
    """The places of a text that take a folder of the checkout for a package of its own."""
    return [found[0].strip() for found in OLD_NAME.finditer(text)]


def sources() -> list[Path]:
    """Everything that is written by hand and may speak of modules; links are not followed."""
    folders = [*FOLDERS, "rules_check", "bench", "docs", "tests"]
    endings = {".py", ".md", ".toml", ".json"}
    inside = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    found = [path for path in [*ROOT.iterdir(), *inside] if path.is_file()]
    return [path for path in found if path.suffix in endings or path.name == "Makefile"]


def test_folders_are_imported_as_parts_of_rules_check_only() -> None:
    files = sources()
    assert ROOT / "oracle" / "game.py" in files
    wrong = {str(path): old_names(path.read_text(encoding="utf-8")) for path in files}
    assert not {path: names for path, names in wrong.items() if names}


@pytest.mark.parametrize("folder", FOLDERS)
@all_of(
    "text",
    [
        "import {}\n",
        "import {}.part as part\n",
        "import sys, {}\n",
        "from {} import part\n",
        "def late():\n    from {}.part import anything\n",
        "$ python -m {}.part --games 5\n",
        'module = import_module("{}.part")\n',
        'module = import_module(f"{}.{{name}}")\n',
        'text = resources.files("{}")\n',
    ],
)
def test_import_by_the_old_name_is_found(folder: str, text: str) -> None:
    assert old_names(text.format(folder))
    assert not old_names(text.format(f"rules_check.{folder}"))


@pytest.mark.parametrize("folder", FOLDERS)
def test_folder_is_linked_into_the_package(folder: str) -> None:
    assert (ROOT / "rules_check" / folder).readlink() == Path("..", folder)


# ------------------------------------------------------------------------- circles


@lru_cache(maxsize=1)
def _project() -> grimp.ImportGraph:
    return grimp.build_graph("rules_check", cache_dir=None)


def circles(package: str, top: str = "rules_check") -> list[list[str]]:
    """Modules of a package that import each other, also by a detour: one list for each circle.

    `top` is the package that is searched for imports: the one above, or the same.
    """
    graph = _project() if top == "rules_check" else grimp.build_graph(top, cache_dir=None)
    found: dict[str, list[str]] = {}
    for module in sorted(graph.modules):
        if module == package or module.startswith(f"{package}."):
            ring = graph.find_upstream_modules(module) & graph.find_downstream_modules(module)
            if ring:
                names = sorted({module, *ring})
                found[names[0]] = names
    return list(found.values())


@all_of("package", WITHOUT_CIRCLES)
def test_no_module_imports_itself_by_a_detour(package: str) -> None:
    assert circles(package) == []


@pytest.fixture
def ring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of five modules that import nothing; it can be imported."""
    folder = tmp_path / "made_up_ring"
    (folder / "inner").mkdir(parents=True)
    for name in ["__init__", "one", "two", "three", "inner/__init__", "inner/four"]:
        (folder / f"{name}.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    return folder


AT_ONCE = "from made_up_ring.{0} import x\n"
LATE = "def late():\n    from made_up_ring import {0}\n"
FOR_TYPES = (
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from made_up_ring.{0} import T\n"
)


def test_modules_without_a_circle_are_fine(ring: Path) -> None:
    (ring / "one.py").write_text(AT_ONCE.format("two") + AT_ONCE.format("three"), encoding="utf-8")
    (ring / "two.py").write_text(AT_ONCE.format("three"), encoding="utf-8")
    assert circles("made_up_ring", "made_up_ring") == []


@pytest.mark.parametrize("back", [AT_ONCE, LATE, FOR_TYPES], ids=["at once", "late", "for types"])
def test_circle_of_three_is_found(ring: Path, back: str) -> None:
    (ring / "one.py").write_text(AT_ONCE.format("two"), encoding="utf-8")
    (ring / "two.py").write_text(AT_ONCE.format("three"), encoding="utf-8")
    (ring / "three.py").write_text(back.format("one"), encoding="utf-8")
    expected = ["made_up_ring.one", "made_up_ring.three", "made_up_ring.two"]
    assert circles("made_up_ring", "made_up_ring") == [expected]


def test_circles_are_told_apart_and_chosen_by_package(ring: Path) -> None:
    (ring / "one.py").write_text(AT_ONCE.format("two"), encoding="utf-8")
    (ring / "two.py").write_text(AT_ONCE.format("one"), encoding="utf-8")
    (ring / "inner" / "__init__.py").write_text(AT_ONCE.format("inner.four"), encoding="utf-8")
    (ring / "inner" / "four.py").write_text(AT_ONCE.format("inner"), encoding="utf-8")
    inner = ["made_up_ring.inner", "made_up_ring.inner.four"]
    assert circles("made_up_ring.inner", "made_up_ring") == [inner]
    both = [inner, ["made_up_ring.one", "made_up_ring.two"]]
    assert circles("made_up_ring", "made_up_ring") == both
    assert circles("made_up_ring.three", "made_up_ring") == []


# ------------------------------------------------------------------------- the engine


def test_no_rule_knows_the_game() -> None:
    graph = _project()
    rooms = ("conformance", "players", "restoring", "scenarios", "seen", "starting")
    above = tuple(f"rules_check.oracle.{room}" for room in rooms)
    for module in graph.find_modules_that_directly_import("rules_check.oracle.game"):
        assert not module.startswith("rules_check.oracle.") or module.startswith(above)
