"""The folder that these tests start from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules_check.known import Known
from rules_check.prove import attempt as attempting
from tests.rules_check.check_proofs.folder import Folder


@pytest.fixture
def folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Folder:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("RULES_CHECK_CACHE", str(tmp_path / "cache"))
    made = Folder(tmp_path, capsys)
    real = attempting.attempt

    def watched(task: Any) -> Any:
        made.proved.append(task.obligation.label)
        return real(task)

    monkeypatch.setattr(attempting, "attempt", watched)
    monkeypatch.setattr(Known, "find", lambda _: None)  # these tests are about single cards
    return made
