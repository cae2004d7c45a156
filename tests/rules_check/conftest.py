"""What several tests of the front door start from."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules_check.played import Play


@pytest.fixture
def play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Play:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return Play(tmp_path, capsys)
