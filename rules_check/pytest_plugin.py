"""A plugin for pytest: `pytest --rules-check-cmd "./engine"` shows each vector as a test.

Without that option it adds nothing, and nothing of rules-check is imported.
PYTEST_DONT_REWRITE
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules_check.conform.outcomes import Verdict

NAME = "rules-check"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options."""
    group = parser.getgroup(NAME, "rules-check: vectors of the conformance suite as tests")
    group.addoption(
        "--rules-check-cmd", metavar="COMMAND", help="the engine to test, as a command line"
    )
    group.addoption("--rules-check-ruleset", action="append", default=[], metavar="NAME")
    group.addoption("--rules-check-kind", action="append", default=[], metavar="KIND")
    group.addoption(
        "--rules-check-only", action="append", default=[], metavar="ID", help="ids that begin so"
    )
    group.addoption("--rules-check-timeout", type=float, default=10.0, metavar="S")


def pytest_configure(config: pytest.Config) -> None:
    """Nothing happens unless an engine is named."""
    command = config.getoption("--rules-check-cmd")
    if command:
        config.pluginmanager.register(Vectors(config, command), f"{NAME}-vectors")


class VectorFailed(Exception):
    """An engine fails a vector."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        super().__init__(f"{verdict.outcome}: {verdict.why}")


class Vectors:
    """The vectors of one session, and the engine that they are sent to."""

    def __init__(self, config: pytest.Config, command: str) -> None:
        import shlex

        from rules_check.conform.runner import Lane, Options, Shared

        self._config = config
        timeout = config.getoption("--rules-check-timeout")
        options = Options(timeout, max(timeout, 30.0))
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise pytest.UsageError(f"--rules-check-cmd: {error}") from error
        if not words:
            raise pytest.UsageError("--rules-check-cmd: no command")
        self._lane = Lane(words, options, Shared())
        self._readings: dict[str, set[int]] = {}
        self._ended = ""
        self._sent = 0
        self._tried = 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(
        self, session: pytest.Session, items: list[pytest.Item]
    ) -> None:
        """Add a test for each vector; `-k` and the like are about them too."""
        from rules_check.conform.process import CannotStart, EngineFailed

        try:
            self._lane.start()
        except (CannotStart, EngineFailed) as error:
            said = self._lane.drop()
            raise pytest.UsageError(
                f"--rules-check-cmd: {error}\n{said[-1000:]}".rstrip()
            ) from error
        for vector in self._chosen():
            nodeid = f"{NAME}::{vector['ruleset']}::{vector['id']}"
            item: pytest.Item = VectorItem.from_parent(
                session, name=vector["id"], nodeid=nodeid, vectors=self, vector=vector
            )
            items.append(item)

    def _chosen(self) -> Iterator[dict[str, Any]]:
        from rules_check.conform.checking import claims
        from rules_check.conform.games import told_table
        from rules_check.conform.store import load_vectors

        option = self._config.getoption
        begins = tuple(option("--rules-check-only")) or ("",)
        kinds = option("--rules-check-kind")
        for name in ("rulesets", "kinds"):
            for word in option(f"--rules-check-{name[:-1]}"):
                if word not in claims()[name]:
                    raise pytest.UsageError(f"--rules-check-{name[:-1]}: there is no {word!r}")
        claimed = self._lane.capabilities["rulesets"]
        rulesets = [x for x in option("--rules-check-ruleset") or claimed if x in claimed]
        vectors = load_vectors(rulesets, begins=begins, kinds=kinds) if rulesets else ()
        yield from sorted(vectors, key=told_table)

    def run(self, vector: dict[str, Any]) -> None:
        """Run a vector: skips, fails, or passes the test."""
        from rules_check.conform.process import CannotStart
        from rules_check.conform.runner import TooManyRestarts

        if self._ended:
            pytest.skip(self._ended)
        self._sent += 1
        try:
            verdict = self._lane.run(vector)
        except TooManyRestarts as ended:
            verdict = ended.args[0]
            self._ended = "the program failed too often: no more is tried"
        except CannotStart as error:
            pytest.fail(f"the program cannot be started any more: {error}", pytrace=False)
        self._tried += verdict.tried
        if verdict.failed:
            raise VectorFailed(verdict)
        if verdict.outcome != "pass":
            pytest.skip(f"{verdict.outcome}: {verdict.why}")
        self._follow(verdict)

    def _follow(self, verdict: Verdict) -> None:
        """Of an open question one reading must be followed in all its vectors."""
        if not verdict.readings:
            return
        question = str(verdict.vector["question"])
        common = self._readings.setdefault(question, set(verdict.readings))
        common &= set(verdict.readings)
        if not common:
            number = verdict.readings[0]
            pytest.fail(
                f"follows reading {number} of question {question} here, another one elsewhere",
                pytrace=False,
            )

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """End the engine; if no vector could be tried, nothing was tested."""
        self._lane.stop()
        if self._sent and not self._tried and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED

    def pytest_unconfigure(self) -> None:
        """End it also if the session did not come to its end."""
        self._lane.drop()


class VectorItem(pytest.Item):
    """One vector as a test."""

    def __init__(self, *, vectors: Vectors, vector: dict[str, Any], **more: Any) -> None:
        super().__init__(**more)
        self._vectors = vectors
        self._vector = vector

    def runtest(self) -> None:
        """Send it to the engine."""
        self._vectors.run(self._vector)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_more: Any) -> Any:
        """What differs, as the reports of `rules-check conform` tell it."""
        if isinstance(excinfo.value, VectorFailed):
            from rules_check.conform.reports import failure_lines

            return "\n".join(failure_lines(excinfo.value.verdict))
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Where it stands: in no file."""
        return NAME, None, f"{self._vector['id']}: {self._vector['title']}"
