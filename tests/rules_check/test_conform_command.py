"""`rules-check conform`: the reference passes, each fake is reported as what it is."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from rules_check.cli import main

FAKE = str(Path(__file__).with_name("fake_engine.py"))
REFERENCE = [sys.executable, "-m", "rules_check", "reference"]
FEW = ["--ruleset", "rivals-batman-joker", "--only", "RBJ-G0", "--only", "RBJ-E0"]


def conform(*words: str, how: str = "", only: tuple[str, ...] = ("RBJ-G03",)) -> int:
    chosen = [word for id_ in only for word in ("--only", id_)]
    command = [sys.executable, FAKE, how] if how else REFERENCE
    return main(["conform", *chosen, *words, "--", *command])


def outcomes(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    document = json.loads(capsys.readouterr().out)
    return {result["id"]: result["outcome"] for result in document["results"]}


def gone(pid: int) -> bool:
    """Whether a process ends within some seconds."""
    for _ in range(400):
        try:
            os.kill(pid, 0)
            state = Path(f"/proc/{pid}/stat")
            if state.exists() and state.read_text().rpartition(") ")[2].startswith("Z"):
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.05)
    return False


def test_reference_passes_in_two_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", *FEW, "--jobs", "2", "--strict", "--", *REFERENCE]) == 0
    said = capsys.readouterr().out.splitlines()[-1]
    number = int(said.split()[0])
    assert number > 20
    assert said == f"{number} vectors: {number} pass"


@pytest.mark.parametrize(
    ("how", "outcome", "words"),
    [
        ("wrong", "fail", '"P1": 99'),
        ("random", "fail", "not deterministic"),
        ("odd", "fail", "RBJ-G03"),
        ("crash", "crashed", "it ended with status 3"),
        ("errs", "errored", "KeyError: 'Punch'"),
    ],
)
def test_fake_is_reported_as_what_it_is(
    how: str, outcome: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert conform(how=how, only=("RBJ-G03", "RBJ-G01")) == 1
    said = capsys.readouterr().out
    assert f"{outcome}: RBJ-G0" in said
    assert words in said
    assert "\x1b" not in said


def test_crash_shows_what_the_program_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert conform(how="crash") == 1
    assert "stderr: Traceback: I cannot go on" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("hang", "no answer within 5 s"),
        ("hang-at-start", "no answer within 5 s"),
        ("garbage", "the answer is not JSON"),
        ("no-object", "the answer is not a JSON object"),
        ("not-utf8", "the answer is not UTF-8"),
        ("huge", "longer than"),
        ("deep", "the answer is not JSON"),
        ("seq", "seq: expected"),
        ("empty", "a transition needs positions"),
        ("other-version", "version: expected 2, found 1"),
    ],
)
def test_broken_harness_fails_the_smoke_test(
    how: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pid = tmp_path / "pid"
    command = [sys.executable, FAKE, how, str(pid)]
    patience = "5" if how.startswith("hang") else "60"  # what answers at all may be slow to start
    began = time.monotonic()
    assert main(["conform", "--only", "RBJ-G03", "--timeout", patience, "--", *command]) == 2
    assert time.monotonic() - began < 300, "it hangs for ten minutes"
    said = capsys.readouterr().err
    assert words in said
    assert "about the harness" in said
    assert "\x1b" not in said
    assert gone(int(pid.read_text()))


def test_claim_that_does_not_hold_is_no_excuse(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--kind", "view", "--format", "json"]
    assert main(["conform", *FEW, *words, "--", sys.executable, FAKE, "claims"]) == 2
    assert "a view needs view" in capsys.readouterr().err


def test_what_is_not_claimed_is_unsupported(capsys: pytest.CaptureFixture[str]) -> None:
    assert conform("--format", "json", how="wrong", only=("RBJ-A01", "RSB-P01")) == 1
    found = outcomes(capsys)
    assert found["RSB-P01"] == "unsupported"
    assert found["RBJ-A01"] == "fail"


def test_forms_that_are_not_claimed_are_unsupported(capsys: pytest.CaptureFixture[str]) -> None:
    conform("--format", "json", how="few-forms", only=("RBJ-A01", "RBJ-G03"))
    assert outcomes(capsys)["RBJ-A01"] == "unsupported"


@pytest.mark.parametrize(
    ("how", "outcome", "words"),
    [
        ("refuses-game", "unsupported", "1 of 1 unsupported (the engine refuses the game: )"),
        ("knows-no-game", "unsupported", "1 of 1 unsupported (ruleset rivals-batman-joker)"),
        ("skips", "skipped", "1 of 1 skipped (later"),
    ],
)
def test_nothing_tried_is_no_success(
    how: str, outcome: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert conform("--format", "json", how=how) == 2
    said = capsys.readouterr()
    assert {result["outcome"] for result in json.loads(said.out)["results"]} == {outcome}
    assert f"nothing was tried: {words}" in said.err


def test_smoke_without_a_vector_to_ask_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert conform("--smoke", how="knows-no-game") == 2
    assert "nothing was tried" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("claims-rulesets-rivals-batman-jocker", "did you mean 'rivals-batman-joker'?"),
        ("claims-kinds-legal-action", "did you mean 'legal-actions'?"),
        ("claims-features-setup", "did you mean 'set-up'?"),
        ("claims-features-variant:hunting", "did you mean 'variant:hunt'?"),
        ("claims-forms-Movee", "did you mean 'Move'?"),
        ("claims-forms-Quux", "there is no 'Quux'"),
    ],
)
@pytest.mark.parametrize("live", [False, True])
def test_claim_that_nobody_knows_is_an_error(
    how: str, words: str, live: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    if live:
        assert conform("--games", "1", how=how, only=()) == 2
    else:
        assert conform(how=how) == 2
    said = capsys.readouterr().err
    assert f"start: {how.split('-')[1]}: there is no" in said
    assert words in said


def test_unknown_keys_count_in_strict_mode_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert conform("--smoke", how="more-keys") == 0
    assert conform("--smoke", "--strict", how="more-keys") == 2
    assert "knows no key 'shoe_size'" in capsys.readouterr().err


def test_restarts_are_bounded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "report.json"
    words = ["--max-restarts", "1", "--format", "json", "-o", str(report)]
    command = [sys.executable, FAKE, "crash"]
    assert main(["conform", *FEW, *words, "--", *command]) == 2
    document = json.loads(report.read_text(encoding="utf-8"))
    assert not document["complete"]
    assert document["counts"]["crashed"] == 2
    assert document["counts"]["not-run"] > 0
    assert "INCOMPLETE" in capsys.readouterr().out


def test_expected_failures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known = tmp_path / "known.txt"
    known.write_text("# all of it\nRBJ-G03  # not yet\n", encoding="utf-8")
    words = ["--expect-failures", str(known)]
    assert conform(*words, "--kind", "transition", how="wrong") == 0
    assert "1 expected-fail" in capsys.readouterr().out
    assert conform(*words, "--kind", "transition") == 1
    assert "unexpected-pass: RBJ-G03" in capsys.readouterr().out
    known.write_text("RBJ-G03\nRBJ-nothing\n", encoding="utf-8")
    assert conform(*words) == 2
    assert f"{known}:2: there is no vector 'RBJ-nothing'" in capsys.readouterr().err


def test_failures_may_be_allowed() -> None:
    assert conform("--kind", "transition", "--max-fail", "1", how="wrong") == 0


@pytest.mark.parametrize("form", ["junit", "github", "markdown", "html"])
def test_reports_escape_what_the_program_says(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert conform("--format", form, how="skips") == 2
    said = capsys.readouterr().out
    assert conform("--format", form, how="wrong") == 1
    said += capsys.readouterr().out
    assert "\x1b" not in said
    assert "<b>" not in said
    assert "<script>" not in said
    assert "RBJ-G03" in said
    if form == "junit":
        first, second = said.split('<?xml version="1.0" encoding="UTF-8"?>\n')[1:]
        assert [x.tag for x in ET.fromstring(first).iter("skipped")] == ["skipped"]
        assert ET.fromstring(second).find(".//failure") is not None


def test_program_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", "--", "./no-such-engine"]) == 2
    assert "./no-such-engine: No such file" in capsys.readouterr().err


def test_report_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--only", "RBJ-G03", "-o", str(tmp_path / "nowhere" / "report.txt")]
    command = [sys.executable, "-m", "rules_check", "reference"]
    assert main(["conform", *words, "--", *command]) == 2
    assert "report.txt: No such file" in capsys.readouterr().err


def told(path: Path) -> bool:
    """Whether a program has written something there."""
    return path.exists() and bool(path.read_text(encoding="utf-8"))


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_killed_in_the_middle(number: int, tmp_path: Path) -> None:
    report, pid = tmp_path / "report.json", tmp_path / "pid"
    words = ["--ruleset", "rivals-batman-joker", "--format", "json", "-o", str(report)]
    command = [sys.executable, FAKE, "slow", str(pid)]
    runner = subprocess.Popen(
        [sys.executable, "-m", "rules_check", "conform", *words, "--", *command],
        stdout=subprocess.DEVNULL,
    )
    try:
        while not (report.exists() and told(pid)) and runner.poll() is None:
            time.sleep(0.02)
        runner.send_signal(number)
        status = runner.wait(60)
    finally:
        runner.kill()
    assert status == (2 if number == signal.SIGTERM else -signal.SIGKILL)
    assert not json.loads(report.read_text(encoding="utf-8"))["complete"]
    assert gone(int(pid.read_text()))


def test_program_that_does_not_stop_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rules_check.conform.process.GRACE", 0.2)
    pid = tmp_path / "pid"
    command = [sys.executable, FAKE, "stays", str(pid)]
    assert main(["conform", "--smoke", "--only", "RBJ-G03", "--", *command]) == 0
    assert gone(int(pid.read_text()))
