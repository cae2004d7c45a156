"""The documentation does what it says: its commands are run, its links and quotations looked up.

A block ```console holds commands (`$ …`) and what they print. Each command is run from the root
of the project; a line `…` stands for one or more lines that are left out. If an output should
have changed: `make golden`, or `pytest tests/test_docs.py --golden-record`.

Each line of a block ```phrases is a card text that must be understood.
A block that begins ```lark PATH, ```python PATH or the like is quoted from that file, line by line.
A block ```python without a path is a program that runs to its end.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest import mock

import pytest

from rules_check import cli
from rules_check.grammar.parse import parse_lines, vocabulary
from tests.effort import shared_cache
from tests.together import all_of, try_all

if TYPE_CHECKING:
    from tests.conftest import Golden

ROOT = Path(__file__).parents[1]
FOLDERS = "bench cards docs examples grammar oracle properties rules rules_check tests".split()
PAGES = sorted(
    [*ROOT.glob("*.md"), *(page for name in FOLDERS for page in ROOT.glob(f"{name}/**/*.md"))]
)


def on_every_page(check: Callable[[Path], None]) -> Callable[[], None]:
    """A test that looks at all pages, and tells of each that fails."""

    def test() -> None:
        try_all(PAGES, check, lambda page: str(page.relative_to(ROOT)))

    test.__name__ = check.__name__
    return test


def with_blocks(language: str) -> list[Path]:
    """The pages that have such a block."""
    return [page for page in PAGES if f"```{language}" in page.read_text(encoding="utf-8")]


ALL_SCENARIOS = ROOT / "docs" / "rulebook.md"
"""A page that plays all scenarios: after the tests that have kept what comes of them."""

DESKS = {ROOT / "docs" / "editing.md": ROOT / "examples" / "pasted"}
"""Pages whose commands write files: they run in a copy of a folder."""

ELISION = "…"
PROMPT = "$ "
SHELL = frozenset("|&;<>*?$`")
"""What only a shell understands."""

TELL_STATUS = '; echo "exit status $?"'

FENCE = re.compile(r"```(\S*) ?(.*)")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
PATH = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[\w./-]*)`")

Run = Callable[[str], list[str]]


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, what follows it on the fence, its lines, where they start."""

    language: str
    rest: str
    lines: list[str]
    start: int


def blocks(lines: list[str]) -> Iterator[Block]:
    """The fenced blocks of a page."""
    at = 0
    while at < len(lines):
        fence = FENCE.fullmatch(lines[at])
        at += 1
        if fence:
            start = at
            while lines[at] != "```":
                at += 1
            yield Block(fence[1], fence[2], lines[start:at], start)
            at += 1


def renewed(text: str, run: Run) -> str:
    """A page with the present output of every command; the same text if nothing is stale."""
    lines = text.split("\n")
    found = [block for block in blocks(lines) if block.language == "console"]
    for block, fresh in reversed([(block, _session(block.lines, run)) for block in found]):
        lines[block.start : block.start + len(block.lines)] = fresh
    return "\n".join(lines)


def _session(lines: list[str], run: Run) -> list[str]:
    """Commands, each with its output."""
    assert lines[0].startswith(PROMPT), f"a console block begins with a command: {lines[0]}"
    starts = [at for at, line in enumerate(lines) if line.startswith(PROMPT)]
    fresh: list[str] = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        expected = _trimmed(lines[start + 1 : end])
        gap = lines[start + 1 + len(expected) : end]
        actual = _trimmed(run(lines[start].removeprefix(PROMPT)))
        fresh += [lines[start], *_shortened(expected, actual), *gap]
    return fresh


def _trimmed(lines: list[str]) -> list[str]:
    """Without empty lines at the end."""
    end = len(lines)
    while end and not lines[end - 1]:
        end -= 1
    return lines[:end]


def _shortened(expected: list[str], actual: list[str]) -> list[str]:
    """`actual` with the lines left out that `expected` leaves out."""
    parts = _split(expected)
    if len(parts) == 1:
        return actual
    first, *middle, last = parts
    if len(first) + len(last) >= len(actual):
        return actual
    kept, at = actual[: len(first)], len(first)
    stop = len(actual) - len(last)
    for part in middle:
        places = range(at + 1, stop - len(part))
        if not places:
            return actual
        same = (start for start in places if actual[start : start + len(part)] == part)
        at = next(same, -1)
        if at < 0:  # something has changed: the place that is most like it
            at = max(places, key=lambda start: (_alike(part, actual[start:]), -start))
        kept += [ELISION, *actual[at : at + len(part)]]
        at += len(part)
    return [*kept, ELISION, *actual[stop:]]


def _split(lines: list[str]) -> list[list[str]]:
    """The stretches between elisions."""
    parts: list[list[str]] = [[]]
    for line in lines:
        if line.strip() == ELISION:
            parts.append([])
        else:
            parts[-1].append(line)
    return parts


def _alike(part: list[str], lines: list[str]) -> float:
    pairs = zip(part, lines, strict=False)
    return sum(SequenceMatcher(None, one, two).ratio() for one, two in pairs)


# ------------------------------------------------------------------------- the pages


class Line(NamedTuple):
    """A command line that this process can carry out: a call of `rules-check`, alone, with what it
    is given to read (`printf '…' | `), or followed by the telling of its exit status."""

    words: list[str]
    given: str
    status: bool


def understood(command: str) -> Line | None:
    """What a command line asks for, if it needs no shell."""
    given, pipe, call = command.rpartition(" | ")
    call, then, _ = call.partition(TELL_STATUS)
    if pipe and not given.startswith("printf '"):
        return None
    bare = re.sub(r'"[^"$`]*"', "", call)
    if not call.startswith("rules-check ") or "/dev/" in call or set(bare) & SHELL:
        return None
    read = shlex.split(given)[1].replace("\\n", "\n") if pipe else ""
    return Line(shlex.split(call)[1:], read, bool(then))


def run_here(line: Line, environment: dict[str, str], folder: Path) -> list[str]:
    """What `rules-check` prints, run in this process, which has loaded most of it already."""
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="utf-8", write_through=True)
    with (
        mock.patch.dict(os.environ, environment, clear=True),
        contextlib.chdir(folder),
        mock.patch.object(sys, "stdout", out),
        mock.patch.object(sys, "stderr", out),
        mock.patch.object(sys, "stdin", io.StringIO(line.given)),
    ):
        status = cli.main(line.words)
    said = raw.getvalue().decode() + (f"exit status {status}\n" if line.status else "")
    assert status in {0, 1, 2}, f"{line.words}\n{said}"
    return said.split("\n")


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[str]]:
    """Runs a command line in the root of the project with the rules-check of these tests.

    Of pages that change files, the commands run in a copy of the folder that they speak of.
    """
    if shutil.which("sh") is None:
        pytest.skip("the commands of the documentation need a POSIX shell")
    folder = tmp_path_factory.mktemp("shell")
    python = shlex.quote(sys.executable)
    for name, words in (("rules-check", f"{python} -m rules_check"), ("python3", python)):
        program = folder / name
        program.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
        program.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "PYTHONUTF8": "1",
        "RULES_CHECK_CACHE": str(shared_cache(tmp_path_factory)),
        "NO_COLOR": "1",
        "COLUMNS": "80",
        "LC_ALL": "C",
    }

    def run(command: str, folder: Path = ROOT) -> list[str]:
        line = understood(command)
        if line is not None:
            return run_here(line, environment, folder)
        result = subprocess.run(
            ["sh", "-c", command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        assert result.returncode in {0, 1, 2}, f"{command}\n{result.stdout}"
        return result.stdout.split("\n")

    return run


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            page,
            id=str(page.relative_to(ROOT)),
            marks=[pytest.mark.xdist_group("scenarios")] if page == ALL_SCENARIOS else [],
        )
        for page in with_blocks("console")
    ],
)
def test_commands_print_what_the_page_shows(
    page: Path, shell: Callable[..., list[str]], golden: Golden, tmp_path: Path
) -> None:
    folder = ROOT
    if page in DESKS:
        folder = tmp_path / DESKS[page].name
        shutil.copytree(DESKS[page], folder)
    golden(page, renewed(page.read_text(encoding="utf-8"), partial(shell, folder=folder)))


@on_every_page
def test_commands_are_shown_in_blocks_that_are_run(page: Path) -> None:
    for block in blocks(page.read_text(encoding="utf-8").split("\n")):
        if block.language in {"sh", "bash", "shell"}:
            assert not any("rules-check" in line for line in block.lines), block


@on_every_page
def test_commands_write_no_files(page: Path) -> None:
    for block in blocks(page.read_text(encoding="utf-8").split("\n")):
        if block.language == "console":
            for line in block.lines:
                if line.startswith(PROMPT):
                    assert ">" not in re.sub(r'"[^"]*"', "", line), line
                    assert " fmt " not in line or "--diff" in line or "--check" in line, line


@pytest.mark.parametrize("page", with_blocks("phrases"), ids=lambda page: page.name)
def test_phrases_are_understood(page: Path) -> None:
    names = vocabulary(["Punch", "Weakness"])
    for block in blocks(page.read_text(encoding="utf-8").split("\n")):
        if block.language == "phrases":
            wrong = [line for line in block.lines if not parse_lines([line], names).understood]
            assert not wrong


@on_every_page
def test_quotations_stand_in_their_file(page: Path) -> None:
    for block in blocks(page.read_text(encoding="utf-8").split("\n")):
        if block.rest:
            source = (ROOT / block.rest).read_text(encoding="utf-8").split("\n")
            missing = [line for line in block.lines if line not in source and line != ELISION]
            assert not missing, f"not in {block.rest}"


@pytest.mark.parametrize("page", with_blocks("python"), ids=lambda page: page.name)
def test_programs_run(page: Path, tmp_path: Path) -> None:
    for block in blocks(page.read_text(encoding="utf-8").split("\n")):
        if block.language == "python" and not block.rest:
            done = subprocess.run(
                [sys.executable, "-c", "\n".join(block.lines)],
                cwd=tmp_path,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                capture_output=True,
                encoding="utf-8",
                timeout=60,
                check=False,
            )
            assert done.returncode == 0, done.stderr


@on_every_page
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(_prose(page)):
        if "://" not in target:
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            assert file.exists(), target
            if anchor:
                assert anchor in anchors(file.read_text(encoding="utf-8")), target


@on_every_page
def test_files_that_are_named_exist(page: Path) -> None:
    missing = [path for path in PATH.findall(_prose(page)) if not (ROOT / path).exists()]
    assert not missing


@on_every_page
def test_no_path_of_one_machine(page: Path) -> None:
    assert not re.search(r"/(?:home|tmp|work|Users|root)/", page.read_text(encoding="utf-8"))


def _prose(page: Path) -> str:
    """A page without its fenced blocks."""
    lines = page.read_text(encoding="utf-8").split("\n")
    for block in blocks(list(lines)):
        lines[block.start : block.start + len(block.lines)] = [""] * len(block.lines)
    return "\n".join(lines)


def anchors(text: str) -> set[str]:
    """What a link to a page can point at: its headings, and explicit anchors."""
    headings = re.findall(r"^#+ +(.+)$", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r'<a id="([^"]+)">', text))


# -------------------------------------------------------------- the test itself can fail

PAGE = """\
Words.

```console
$ count
one
two

$ fail
```

```text
$ count
```
"""


def said(*lines: str) -> Run:
    return lambda command: list(lines) if command == "count" else []


def test_page_that_is_right_stays_as_it_is() -> None:
    assert renewed(PAGE, said("one", "two")) == PAGE


@pytest.mark.parametrize(
    "lines", [(), ("one",), ("one", "two "), ("one", "two", "three"), ("two", "one")]
)
def test_stale_output_is_replaced(lines: tuple[str, ...]) -> None:
    fresh = renewed(PAGE, said(*lines))
    assert fresh != PAGE
    assert fresh == PAGE.replace("one\ntwo\n", "".join(f"{line}\n" for line in lines))


@all_of(
    "expected, actual, fresh",
    [
        ("a … z", "a b c z", "a … z"),
        ("a … z", "a z", "a z"),
        ("a … z", "a b c y", "a … y"),
        ("a … z", "x b c z", "x … z"),
        ("a …", "a b c", "a …"),
        ("… z", "a b z", "… z"),
        ("…", "a b", "…"),
        ("a … mm … z", "a b c mm d z", "a … mm … z"),
        ("a … mm … z", "a b mn c d z", "a … mn … z"),
        ("a … mm … z", "a mm z", "a mm z"),
        ("a … m n … z", "a b m n c z", "a … m n … z"),
    ],
)
def test_elisions_are_kept_where_they_fit(expected: str, actual: str, fresh: str) -> None:
    assert _shortened(expected.split(), actual.split()) == fresh.split()


def test_every_page_of_the_project_is_looked_at() -> None:
    names = {str(page.relative_to(ROOT)) for page in PAGES}
    assert {"README.md", "grammar/README.md", "docs/README.md", "docs/codes.md"} <= names


def bullets(path: Path) -> list[str]:
    """What a page lists under "What is measured"."""
    section = path.read_text(encoding="utf-8").partition("# What is measured\n")[2]
    return [line for line in section.partition("\n## ")[0].splitlines() if line.startswith("- ")]


def test_the_readme_gives_the_figures_of_the_page_that_has_all_of_them() -> None:
    told, measured = bullets(ROOT / "README.md"), bullets(ROOT / "bench/measured.md")
    assert len(told) >= 5
    assert [line for line in told if line not in measured] == []
