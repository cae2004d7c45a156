"""The wheel is complete, works away from the checkout, and the pins are complete."""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from rules_check.version import VERSION

ROOT = Path(__file__).parents[1]
LINKED = ["grammar", "rules", "oracle", "cards", "properties"]  # folders at the top, linked
CARD = """\
set: Small
ruleset: confrontations

Quick Study
Hero, cost 3, 1 VP, x2, source original
Draw a card.
"""

pytestmark = pytest.mark.xdist_group("packaging")  # one worker: build and install once


def run(*command: str | Path, cwd: Path, status: int = 0) -> str:
    """Run a program as a user would who has no checkout; return what it printed."""
    hidden = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "RULES_CHECK_DEBUG"}
    result = subprocess.run(
        command,
        cwd=cwd,
        env={name: value for name, value in os.environ.items() if name not in hidden},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert result.returncode == status, f"{command}\n{result.stdout}\n{result.stderr}"
    return result.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel made, by way of a source archive, from a copy: leftovers stay out of it."""
    source = tmp_path_factory.mktemp("source") / "copy"
    source.mkdir()
    for name in ["pyproject.toml", "README.md", "LICENSE", "NOTICE"]:
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, source)
    ignored = shutil.ignore_patterns("__pycache__")
    for name in [*LINKED, "rules_check", "tests"]:
        shutil.copytree(ROOT / name, source / name, symlinks=True, ignore=ignored)
    run(sys.executable, "-m", "build", "--no-isolation", cwd=source)
    (made,) = (source / "dist").glob("*.whl")
    return made


@dataclass(frozen=True)
class Installation:
    """A virtual environment with the wheel and its pinned dependencies, and nothing else."""

    python: Path
    outside: Path  # a working directory that is not the checkout

    def rules_check(self, *words: str | Path, status: int = 0) -> str:
        program = self.python.with_name("rules-check")
        return run(program, *words, cwd=self.outside, status=status)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    folder = tmp_path_factory.mktemp("installed")
    outside = tmp_path_factory.mktemp("outside")
    venv.create(folder, symlinks=os.name != "nt")
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pins = ROOT / "requirements" / "runtime.txt"
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "-q",
        "--disable-pip-version-check",
    ]
    run(*pip, "install", "--no-deps", "-r", pins, wheel, cwd=outside)
    return Installation(python, outside)


def test_wheel_holds_the_packages_and_nothing_else(wheel: Path) -> None:
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = {
        f"rules_check/{path.relative_to(top).as_posix()}"
        for top in [ROOT / "rules_check", ROOT]
        for name in (LINKED if top is ROOT else ["."])
        for path in (top / name).rglob("*")
        if path.is_file() and path.suffix not in {".md", ".pyc"}
    }
    assert held == expected


def test_wheel_carries_the_licence_and_the_notice(wheel: Path) -> None:
    names = {Path(name).name for name in zipfile.ZipFile(wheel).namelist() if "licenses" in name}
    assert names == {"LICENSE", "NOTICE"}


def test_version_is_the_one_in_version_py(wheel: Path, installed: Installation) -> None:
    assert wheel.name.startswith(f"rules_check-{VERSION}-")
    assert installed.rules_check("--version") == f"rules-check {VERSION}\n"


def test_help_lists_the_commands(installed: Installation) -> None:
    text = installed.rules_check("--help")
    assert "check card files (the default command)" in text


def test_module_does_the_same_as_the_program(installed: Installation) -> None:
    text = run(installed.python, "-m", "rules_check", "--help", cwd=installed.outside)
    assert text == installed.rules_check("--help")


def test_small_card_file_is_checked(installed: Installation) -> None:
    (installed.outside / "small.txt").write_text(CARD, encoding="utf-8")
    said = installed.rules_check("small.txt").splitlines()
    assert said[-2].startswith("proofs: ")


def test_card_file_of_the_wheel_is_checked(installed: Installation) -> None:
    script = "from rules_check import cards; print(cards.__path__[0])"
    folder = Path(run(installed.python, "-c", script, cwd=installed.outside).strip())
    assert not folder.is_relative_to(ROOT)
    here = subprocess.run(
        [sys.executable, "-m", "rules_check", "--no-proofs", "cards/confrontations.txt"],
        cwd=ROOT,
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert here.returncode in {0, 1}, here.stderr.decode()
    file = folder / "confrontations.txt"
    installed.rules_check("--no-proofs", file, status=here.returncode)


def test_nothing_comes_from_the_checkout(installed: Installation) -> None:
    script = (
        f"import json, sys\nfrom rules_check import {', '.join(LINKED)}\n"
        f"modules = [sys.modules['rules_check.' + name].__file__ for name in {LINKED}]\n"
        "print(json.dumps(sys.path + modules))"
    )
    paths = json.loads(run(installed.python, "-c", script, cwd=installed.outside))
    inside = [path for path in paths if path and Path(path).resolve().is_relative_to(ROOT)]
    assert not inside


# The pins.


def pins(name: str) -> Iterator[Requirement]:
    for line in (ROOT / "requirements" / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(("#", "-r ")):
            yield Requirement(line)


RUNTIME = {canonicalize_name(pin.name): pin for pin in pins("runtime.txt")}
ALL = RUNTIME | {canonicalize_name(pin.name): pin for pin in pins("dev.txt")}


def version_of(pin: Requirement) -> str:
    (specifier,) = pin.specifier
    return specifier.version


@pytest.mark.parametrize("pin", ALL.values(), ids=str)
def test_pin_is_exact_and_what_it_needs_is_pinned_too(pin: Requirement) -> None:
    assert re.fullmatch(r"==[0-9][0-9a-z.]*", str(pin.specifier))
    needed = map(Requirement, importlib.metadata.requires(pin.name) or [])
    for need in needed:
        if need.marker is None or need.marker.evaluate({"extra": ""}):
            found = ALL.get(canonicalize_name(need.name))
            assert found, f"{pin.name} needs {need}, which is not pinned"
            assert need.specifier.contains(version_of(found)), f"{pin.name} needs {need}"


@pytest.mark.parametrize("pin", ALL.values(), ids=str)
def test_tests_run_with_the_pinned_version(pin: Requirement) -> None:
    assert importlib.metadata.version(pin.name) == version_of(pin)


def test_pins_satisfy_pyproject() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    runtime = [Requirement(text) for text in project["project"]["dependencies"]]
    assert {canonicalize_name(need.name) for need in runtime} <= RUNTIME.keys()
    build = [Requirement(text) for text in project["build-system"]["requires"]]
    extras = project["project"]["optional-dependencies"].values()
    more = [Requirement(text) for texts in extras for text in texts]
    for need in runtime + build + more:
        assert need.specifier.contains(version_of(ALL[canonicalize_name(need.name)]))


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("requirements/*.txt")), ids=lambda path: path.name
)
def test_pins_name_no_registry(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "://" not in text
    assert "index" not in text
