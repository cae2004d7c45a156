"""What all tests share: Hypothesis profiles and golden files."""

from __future__ import annotations

import difflib
import gc
import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from rules_check.grammar import parse
from rules_check.grammar.cache import grammar_hash
from rules_check.grammar.reading import Read, Unread
from rules_check.grammar.sentence import read_sentence
from rules_check.oracle.scenarios import files
from rules_check.oracle.scenarios.files import Scenario, read_scenarios
from tests.effort import LONG, SLOW, shared_cache, take_compiled, tries

if TYPE_CHECKING:
    from rules_check.grammar.grammar_rules import Store
    from rules_check.grammar.lexer import Word

# ci: the same examples every time. dev: new ones in each run, to find what ci has not seen.
settings.register_profile(
    "ci", derandomize=True, deadline=None, print_blob=True, max_examples=tries(30, 100)
)
settings.register_profile("dev", deadline=None, print_blob=True)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci")
settings.load_profile(PROFILE)

# Hypothesis also draws constants that stand in the modules loaded so far, for which it parses all
# of them. What a worker has loaded is another thing each time; examples of `ci` are the same ones.
if PROFILE == "ci" and not LONG:
    assert callable(vars(providers)["_get_local_constants"])
    vars(providers)["_get_local_constants"] = Constants

# Programs that tests start find compiled modules, whatever the surroundings say about writing them.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    compiled = Path(__file__).parents[1] / ".pytest_cache" / "compiled"
    if os.environ.setdefault("PYTHONPYCACHEPREFIX", str(compiled)) == str(compiled):
        take_compiled(compiled)

# Whoever starts tests in the background may ignore Ctrl-C; programs that are tested must not.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

Golden = Callable[[Path, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden-record",
        action="store_true",
        help="write the golden files instead of comparing with them",
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow. Two workers begin with it, so that neither has a long test at the end.

    A group begins when its slowest test does, and keeps its order: what the tests of a file share
    is made once.
    """
    last = len(SLOW)
    ranks = {name: rank for rank, name in enumerate(SLOW)}

    def rank(item: pytest.Item) -> int:
        path = item.path.relative_to(item.config.rootpath).as_posix()
        names = (item.name, getattr(item, "originalname", item.name))
        found = (ranks.get(name) for name in (*(f"{path}::{name}" for name in names), path))
        return next((rank for rank in found if rank is not None), last)

    for item in items:
        if rank(item) < last:
            item.add_marker("slow")
    if "PYTEST_XDIST_WORKER" in os.environ:
        begins: dict[str, int] = {}
        for item in items:
            begins[unit(item)] = min(rank(item), begins.get(unit(item), last))
        items.sort(key=lambda item: item.path)  # see `pytest_make_collect_report`
        items.sort(key=lambda item: begins[unit(item)])


def unit(item: pytest.Item) -> str:
    """What is done by one worker, without a break: the tests of a group, or a test alone."""
    group = item.get_closest_marker("xdist_group")
    return f"@{group.args[0]}" if group is not None else item.nodeid


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The second worker looks for tests from the end: pytest rewrites a file when it is loaded for
    the first time, and so each of two workers finds half of them rewritten."""
    report = yield
    if os.environ.get("PYTEST_XDIST_WORKER") == "gw1" and isinstance(collector, pytest.Directory):
        report.result.reverse()
    return report


def pytest_collection_finish() -> None:
    """What was loaded to find the tests stays: garbage is looked for in what comes after only.

    Once in a process: tests of fixtures find tests in a session within this one.
    """
    if not gc.get_freeze_count():
        gc.collect()
        gc.freeze()
    # Meanings are trees: hardly anything goes round in a circle, and to look for what does after
    # every 100,000 objects takes a twelfth of the time.
    gc.set_threshold(1_000_000, 20, 50)


@pytest.fixture(scope="session", autouse=True)
def _sentences_once() -> Iterator[None]:
    """A process reads a sentence once, however many parsers meet it: `grammar` keeps what each has
    read for itself. One that is read with another grammar, or took too long, is read again."""
    read: dict[tuple[str, tuple[tuple[str, str], ...]], Read | Unread] = {}

    def once(words: Sequence[Word], store: Store | None = None) -> Read | Unread:
        key = grammar_hash(), tuple((word.kind, word.value) for word in words)
        if key not in read:
            found = read_sentence(words, store)
            if isinstance(found, Unread) and found.why == "time":
                return found
            read[key] = found
        return read[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parse, "read_sentence", once)
        yield


@pytest.fixture(scope="session", autouse=True)
def _scenarios_once() -> Iterator[None]:
    """A process reads the scenarios of a text once, whoever asks for them: they never change."""
    read: dict[tuple[str, str], tuple[Scenario, ...]] = {}

    def once(text: str, file: str) -> Iterator[Scenario]:
        if (text, file) not in read:
            read[text, file] = tuple(read_scenarios(text, file))
        return iter(read[text, file])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "read_scenarios", once)
        yield


@pytest.fixture
def one_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Commands find what was read before, in the folder that all workers share. For tests that are
    not about the cache: one of its own for each makes them read every sentence anew."""
    folder = shared_cache(tmp_path_factory)
    monkeypatch.setenv("RULES_CHECK_CACHE", str(folder))
    return folder


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compare a text with the file that holds the expected one, or record it there."""
    recording = bool(request.config.getoption("--golden-record"))

    def compare(path: Path, actual: str) -> None:
        expected = path.read_bytes().decode() if path.exists() else None
        if actual == expected:
            return
        if recording:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(actual.encode())
            return
        diff = difflib.unified_diff(
            (expected or "").splitlines(keepends=True),
            actual.splitlines(keepends=True),
            fromfile=f"{path.name} (expected{'' if path.exists() else ', no such file'})",
            tofile=f"{path.name} (actual)",
        )
        text = "".join(line if line.endswith("\n") else f"{line}\n" for line in diff)
        pytest.fail(f"{path} differs; if it should: make golden\n{text}", pytrace=False)

    return compare
