"""The wheel is complete, works away from the checkout, and the pins are complete."""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from rules_check import cli
from rules_check.version import VERSION
from tests.effort import shared_cache
from tests.together import all_of

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


def run(*command: str | Path, cwd: Path, status: int = 0, stderr: bool = False) -> str:
    """Run a program as a user would who has no checkout; return what it printed, or its errors."""
    hidden = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "RULES_CHECK_DEBUG"}
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    kept = {name: value for name, value in kept.items() if not name.startswith("PYTEST_")}
    result = subprocess.run(
        command,
        cwd=cwd,
        env=kept,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert result.returncode == status, f"{command}\n{result.stdout}\n{result.stderr}"
    return result.stderr if stderr else result.stdout


def copied(folder: Path, *, links: bool) -> Path:
    """The sources in a new folder: leftovers of builds stay out of what is made of them.

    Without links there is a small text file in place of each, as Git writes it on a system
    that has none.
    """
    folder.mkdir()
    for name in ["pyproject.toml", "setup.py", "README.md", "LICENSE", "NOTICE"]:
        shutil.copy(ROOT / name, folder)
    ignored = shutil.ignore_patterns("__pycache__")
    for name in [*LINKED, "rules_check", "tests"]:
        shutil.copytree(ROOT / name, folder / name, symlinks=True, ignore=ignored)
    for name in LINKED:
        link = folder / "rules_check" / name
        assert link.is_symlink()
        if not links:
            link.unlink()
            link.write_text(f"../{name}", encoding="utf-8")
    return folder


@pytest.fixture(scope="module", autouse=True)
def _one_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What the grammar and the sentences are is worked out once: the sources are the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULES_CHECK_CACHE", str(shared_cache(tmp_path_factory)))
        yield


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a source archive and the wheel made from it in `dist/`."""
    folder = copied(tmp_path_factory.mktemp("source") / "copy", links=True)
    run(sys.executable, "-m", "build", "--no-isolation", cwd=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(source: Path) -> Path:
    (made,) = (source / "dist").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def without_links(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(tmp_path_factory.mktemp("unlinked") / "copy", links=False)


@dataclass(frozen=True)
class Installation:
    """A virtual environment with the wheel, what it needs, and two packages of other people.

    These are pytest and a distribution that is named like a folder of ours: `rules`.
    """

    python: Path
    outside: Path  # a working directory that is not the checkout

    def rules_check(self, *words: str | Path, cwd: Path | None = None, status: int = 0) -> str:
        program = self.python.with_name("rules-check")
        return run(program, *words, cwd=cwd or self.outside, status=status)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    folder = tmp_path_factory.mktemp("installed")
    outside = tmp_path_factory.mktemp("outside")
    venv.create(folder, symlinks=os.name != "nt")
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    script = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(run(python, "-c", script, cwd=outside).strip())
    for name in sorted({*RUNTIME, *needed_by("pytest")}):
        copy_distribution(name, packages)
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "-q",
        "--disable-pip-version-check",
    ]
    # Nothing is fetched: whatever the wheel needs and is not there yet makes pip fail.
    run(*pip, "install", "--no-compile", "--no-index", wheel, other_rules(outside), cwd=outside)
    return Installation(python, outside)


def needed_by(name: str) -> set[str]:
    """A distribution and all that it needs on this machine."""
    found: set[str] = {canonicalize_name(name)}
    for need in map(Requirement, importlib.metadata.requires(name) or []):
        if need.marker is None or need.marker.evaluate({"extra": ""}):
            found |= needed_by(need.name)
    return found


def copy_distribution(name: str, packages: Path) -> None:
    """Install what these tests run with into another environment, its programs left out."""
    files = importlib.metadata.files(name)
    assert files, name
    for file in files:
        if ".." not in file.parts and file.suffix != ".pyc":
            target = packages / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(file.locate()), target)


def other_rules(folder: Path) -> Path:
    """A wheel that provides another top-level package `rules`, with one function."""
    path, info = folder / "rules-3.5-py3-none-any.whl", "rules-3.5.dist-info"
    held = {
        "rules/__init__.py": "def add_rule(name):\n    return f'a rule of theirs: {name}'\n",
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: rules\nVersion: 3.5\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},,\n" for name in [*held, f"{info}/RECORD"])
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in {**held, f"{info}/RECORD": record}.items():
            archive.writestr(name, text)
    return path


def test_wheel_holds_the_packages_and_nothing_else(wheel: Path) -> None:
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = {
        f"rules_check/{path.relative_to(top).as_posix()}"
        for top in [ROOT / "rules_check", ROOT]
        for name in (LINKED if top is ROOT else ["."])
        for path in (top / name).rglob("*")
        if path.is_file() and path.suffix != ".md" and "__pycache__" not in path.parts
    }
    assert held == expected


def test_wheel_provides_one_top_level_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
    assert tops == {"rules_check", f"rules_check-{VERSION}.dist-info"}


def members(folder: Path) -> set[str]:
    """What the source archive made in a folder holds."""
    with tarfile.open(folder / "dist" / f"rules_check-{VERSION}.tar.gz") as archive:
        return set(archive.getnames())


def test_source_archive_is_the_same_without_links(source: Path, without_links: Path) -> None:
    script = "from setuptools.build_meta import build_sdist; build_sdist('dist')"
    run(sys.executable, "-c", script, cwd=without_links)  # what `build` does after its questions
    one, two = map(members, (source, without_links))
    assert f"rules_check-{VERSION}/grammar/words.lark" in one
    assert one == two


@pytest.mark.parametrize("words", [("-m", "rules_check"), ("-c", "import rules_check.oracle.game")])
def test_checkout_without_links_says_what_to_do(
    without_links: Path, words: tuple[str, str]
) -> None:
    said = run(sys.executable, *words, cwd=without_links, status=1, stderr=True)
    assert "the links of this checkout are missing" in said
    assert "`python -m pip install .` works without them" in said
    assert "git config core.symlinks true" in said


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


def test_card_file_of_the_wheel_is_checked(
    installed: Installation, capsys: pytest.CaptureFixture[str]
) -> None:
    script = "from rules_check import cards; print(cards.__path__[0])"
    folder = Path(run(installed.python, "-c", script, cwd=installed.outside).strip())
    assert not folder.is_relative_to(ROOT)
    here = cli.main(["--no-proofs", str(ROOT / "cards/confrontations.txt")])
    assert here in {0, 1}, capsys.readouterr().err
    installed.rules_check("--no-proofs", folder / "confrontations.txt", status=here)


def test_nothing_comes_from_the_checkout(installed: Installation) -> None:
    script = (
        f"import json, sys\nfrom rules_check import {', '.join(LINKED)}\n"
        f"modules = [sys.modules['rules_check.' + name].__file__ for name in {LINKED}]\n"
        "print(json.dumps(sys.path + modules))"
    )
    paths = json.loads(run(installed.python, "-c", script, cwd=installed.outside))
    inside = [path for path in paths if path and Path(path).resolve().is_relative_to(ROOT)]
    assert not inside


# Other packages of the same names.


def test_distribution_called_rules_is_left_alone(installed: Installation) -> None:
    script = "import rules, rules_check.rules; print(rules.add_rule('x'))"
    said = run(installed.python, "-c", script, cwd=installed.outside)
    assert said == "a rule of theirs: x\n"


THEIR_TEST = (
    f"import {', '.join(LINKED)}\n"
    "from rules_check.cli import main\n"
    "from rules_check.oracle.box.playset import PLAY_SETS\n"
    "\n"
    "def test_theirs():\n"
    f"    for module in ({', '.join(LINKED)}):\n"
    "        assert module.WHOSE == 'theirs'\n"
    "\n"
    "def test_ours_beside_it(capsys):\n"
    "    assert main(['small.txt']) == 0\n"
    "    assert 'proofs: ' in capsys.readouterr().out\n"
    "    assert PLAY_SETS\n"
)


@pytest.fixture(scope="module")
def their_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with packages that are named like all of ours, a card file and a test."""
    folder = tmp_path_factory.mktemp("theirs")
    for name in LINKED:
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text("WHOSE = 'theirs'\n", encoding="utf-8")
    (folder / "small.txt").write_text(CARD, encoding="utf-8")
    (folder / "test_theirs.py").write_text(THEIR_TEST, encoding="utf-8")
    return folder


def test_program_works_beside_packages_of_the_same_names(
    installed: Installation, their_project: Path
) -> None:
    said = installed.rules_check("small.txt", cwd=their_project)
    assert said.splitlines()[-2].startswith("proofs: ")
    module = run(installed.python, "-m", "rules_check", "small.txt", cwd=their_project)
    assert module == said
    assert installed.rules_check("play", "rivals-batman-joker", "--quiet", cwd=their_project)


def test_tests_of_others_import_what_is_theirs(
    installed: Installation, their_project: Path
) -> None:
    said = run(installed.python, "-m", "pytest", "-q", cwd=their_project)
    assert "2 passed" in said


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


@all_of("pin", ALL.values())
def test_pin_is_exact_and_what_it_needs_is_pinned_too(pin: Requirement) -> None:
    assert re.fullmatch(r"==[0-9][0-9a-z.]*", str(pin.specifier))
    needed = map(Requirement, importlib.metadata.requires(pin.name) or [])
    for need in needed:
        if need.marker is None or need.marker.evaluate({"extra": ""}):
            found = ALL.get(canonicalize_name(need.name))
            assert found, f"{pin.name} needs {need}, which is not pinned"
            assert need.specifier.contains(version_of(found)), f"{pin.name} needs {need}"


@all_of("pin", ALL.values())
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
