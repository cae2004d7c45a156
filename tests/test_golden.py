"""The `golden` fixture compares, explains a difference, and records on demand."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

CONFTEST = Path(__file__).with_name("conftest.py")


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makeconftest(CONFTEST.read_text(encoding="utf-8"))
    pytester.makepyfile(
        """
        from pathlib import Path

        def test_report(golden):
            golden(Path(__file__).with_name("report.txt"), "one\\ntwo\\n")
        """
    )
    return pytester


def test_same_text_passes(project: pytest.Pytester) -> None:
    project.path.joinpath("report.txt").write_bytes(b"one\ntwo\n")
    project.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(passed=1)


def test_other_text_fails_with_a_diff_and_the_way_out(project: pytest.Pytester) -> None:
    project.path.joinpath("report.txt").write_bytes(b"one\nthree\n")
    result = project.runpytest_inprocess()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*if it should: make golden", "*-three", "*+two"])


def test_other_line_ends_fail(project: pytest.Pytester) -> None:
    project.path.joinpath("report.txt").write_bytes(b"one\r\ntwo\r\n")
    project.runpytest_inprocess().assert_outcomes(failed=1)


def test_missing_file_fails(project: pytest.Pytester) -> None:
    result = project.runpytest_inprocess()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*no such file*"])
    assert not project.path.joinpath("report.txt").exists()


def test_recording_writes_the_file(project: pytest.Pytester) -> None:
    project.runpytest_inprocess("--golden-record").assert_outcomes(passed=1)
    assert project.path.joinpath("report.txt").read_bytes() == b"one\ntwo\n"
