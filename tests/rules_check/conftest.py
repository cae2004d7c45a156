"""What several tests of the front door start from."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from rules_check import cli
from rules_check.rulebook import games
from rules_check.rules.folders import BOOKS
from tests.effort import shared_cache
from tests.rules_check.played import Play

Explain = Callable[..., tuple[int, str, str]]


@pytest.fixture
def explain(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> Explain:
    """Runs the command; gives exit status, output, error output."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("RULES_CHECK_CACHE", str(shared_cache(tmp_path_factory)))

    def run(*words: str) -> tuple[int, str, str]:
        status = cli.main(["explain", *words])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return status, out, err

    return run


ask = cache(games.ask)


@pytest.fixture
def asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games of a question are played once in a process."""
    monkeypatch.setattr(games, "ask", ask)


@pytest.fixture
def play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Play:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return Play(tmp_path, capsys)


UNPLAYED = "gotham-nights"
"""A book that has rules and no cards."""


@pytest.fixture
def unplayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A book that is known and that no engine can play: a copy of a printed one, without cards."""
    model, prefix = "rivals-batman-joker", "RBJ"
    rules = tmp_path / "books" / "rules"
    rules.mkdir(parents=True)
    for end in ("", "-rules", "-topics"):
        text = (Path(__file__).parents[2] / "rules" / f"{model}{end}.toml").read_text("utf-8")
        for old, new in ((model, UNPLAYED), (f"{prefix}-", "GN-"), (f'"{prefix}"', '"GN"')):
            text = text.replace(old, new)
        (rules / f"{UNPLAYED}{end}.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv(BOOKS, str(tmp_path / "books"))
    return UNPLAYED
