"""Generated bad files: findings, never an error of the program, and never without end."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rules_check.grammar.cardfile import read_card_bytes
from tests.effort import tries
from tests.hostile import trying
from tests.hostile.making import bad_file
from tests.hostile.trying import try_command, try_file

FILES = 60
"""So many in `make test`; `make campaign` tries 10,000."""


def test_no_bad_file_makes_the_checker_fail() -> None:
    tried = [try_file(number) for number in range(tries(FILES, 2_000))]
    assert [one for one in tried if one.problem] == []


def test_bad_files_are_bad_in_many_ways() -> None:
    found = Counter[str]()
    for number in range(FILES):
        file = read_card_bytes(bad_file(number), "bad.txt")
        found.update({finding.code for finding in file.findings})
    assert len(found) >= 14, found
    assert bad_file(7) == bad_file(7) != bad_file(8)


def test_the_command_takes_them_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULES_CHECK_CACHE", str(tmp_path / "cache"))
    for number in range(12):
        for words in (("check", "--no-proofs"), ("fmt", "--check"), ("meaning",)):
            assert try_command(number, tmp_path, *words).problem == ""


def test_a_fault_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        trying, "bad_file", lambda _: b"set: A\nruleset: confrontations\n\nA\nHero\n"
    )
    assert try_file(0).problem == ""
    monkeypatch.setattr(trying, "SECONDS", 0.0)
    assert try_file(0).problem.startswith("took ")
    monkeypatch.setattr(trying, "echo_card", lambda _: 1 / 0)
    assert try_file(0).problem.startswith("ZeroDivisionError")
