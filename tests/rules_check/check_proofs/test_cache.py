"""Verdicts of `rules-check check` are kept, and found again only where nothing has changed."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rules_check.grammar.cache import grammar_hash
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.prove import keys, quick
from rules_check.prove.keys import code_hash
from tests.effort import with_grammar
from tests.rules_check.check_proofs.folder import (
    BROKEN,
    CALLER,
    CLERK,
    HEADER,
    LAMP,
    PUNCH,
    ROOT,
    Folder,
)
from tests.rules_check.forgetting import forget_checks

MODULES = """
import sys
from rules_check.cli import main
status = main(sys.argv[1:])
ours = ("oracle.game", "oracle.box.playset", "properties.registry")
names = ("z3", "lark", *("rules_check." + name for name in ours))
print(*[name for name in names if name in sys.modules], file=sys.stderr)
sys.exit(status)
"""


def test_the_second_run_loads_neither_z3_nor_the_engine_and_prints_the_same(
    tmp_path: Path, one_cache: Path
) -> None:
    with_grammar(tmp_path / "cache", one_cache)
    (tmp_path / "cards.txt").write_text(HEADER + LAMP + BROKEN, encoding="utf-8")

    def run(seed: str) -> tuple[bytes, list[bytes]]:
        done = subprocess.run(
            [sys.executable, "-c", MODULES, "cards.txt"],
            cwd=tmp_path,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "PYTHONHASHSEED": seed,
                "RULES_CHECK_CACHE": str(tmp_path / "cache"),
            },
            capture_output=True,
            check=False,
        )
        assert done.returncode == 1
        return done.stdout, done.stderr.split()

    first, loaded = run("1")
    assert set(loaded) >= {b"z3", b"rules_check.oracle.game"}
    assert run("2") == (first, [])
    assert forget_checks(tmp_path / "cache") == 1
    assert run("3") == (first, [])
    assert b"1 proved, 1 refuted" in first
    assert b"actions: P1: play Night Market" in first


def test_only_a_changed_card_is_proved_again(folder: Folder) -> None:
    before = folder.check(LAMP + CLERK)
    assert folder.check(LAMP + CLERK) == before
    assert folder.proved == []
    for changed in (
        CLERK.replace("Draw", "Discard"),
        CLERK.replace("cost 3", "cost 4"),
        CLERK.replace("Hero", "Villain"),
        CLERK.replace("Night", "Day"),
    ):
        folder.check(LAMP + changed)
        assert folder.proved == [changed.partition("\n")[0]]


def test_what_does_not_matter_is_not_proved_again(folder: Folder) -> None:
    folder.check(LAMP + CLERK)
    folder.check("# nothing new\n" + CLERK.replace("x2", "x3") + LAMP.replace("+2 P", "+2  P"))
    assert folder.proved == []


def test_a_card_is_proved_again_with_the_card_that_it_names(folder: Folder) -> None:
    folder.check(LAMP + CLERK + CALLER)
    folder.check(LAMP.replace("+2", "+3") + CLERK + CALLER)
    assert folder.proved == ["Lamplighter", "Town Crier"]


def test_all_cards_are_proved_again_with_a_basic_card_of_the_file(folder: Folder) -> None:
    folder.check(LAMP)
    folder.check(LAMP + PUNCH)
    assert folder.proved == ["Lamplighter", "Punch"]
    folder.check(LAMP + PUNCH.replace("+1", "+2"))
    assert folder.proved == ["Lamplighter", "Punch"]


def test_other_rules_make_other_verdicts(folder: Folder) -> None:
    folder.check(LAMP)
    for game in PLAY_SETS[1:]:
        folder.check(LAMP, header=HEADER.replace("confrontations", game))
        assert folder.proved == ["Lamplighter"]


@pytest.fixture
def other_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "code_hash", lambda: "other")


@pytest.fixture
def other_z3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "z3_version", lambda: "other")


@pytest.mark.parametrize("change", ["other_code", "other_z3"])
def test_another_version_proves_again(
    folder: Folder, change: str, request: pytest.FixtureRequest
) -> None:
    folder.check(LAMP)
    request.getfixturevalue(change)
    folder.check(LAMP)
    assert folder.proved == ["Lamplighter"]


@pytest.fixture
def fresh_hashes() -> Iterator[Callable[[], None]]:
    """Forgets the fingerprints of the code, now and at the end."""

    def forget() -> None:
        code_hash.cache_clear()
        grammar_hash.cache_clear()

    forget()
    yield forget
    forget()


@pytest.mark.parametrize(
    "package", ["oracle", "oracle/quick", "properties/symbolic", "rules", "grammar/ast"]
)
def test_the_code_behind_a_verdict_is_part_of_its_key(
    package: str, fresh_hashes: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One more byte in a module, another fingerprint."""
    read, changed = Path.read_bytes, sorted((ROOT / "rules_check" / package).glob("*.py"))[-1]
    before = code_hash()
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"#" * path.samefile(changed))
    fresh_hashes()
    assert code_hash() != before


def test_no_cache_proves_everything_anew(folder: Folder) -> None:
    first = folder.check(LAMP)
    assert folder.check(LAMP, "--no-cache") == first
    assert folder.proved == ["Lamplighter"]


@pytest.mark.parametrize("value", ["", "[]", "{}", '{"words": {"x": "fine"}, "shown": []}', "3"])
def test_a_damaged_verdict_is_proved_again(folder: Folder, value: str) -> None:
    first = folder.check(LAMP)
    with sqlite3.connect(folder.path / "cache" / "sentences.sqlite") as database:
        done = database.execute("update sentence set value = ? where key like 'proof %'", (value,))
        assert done.rowcount == 1
        done = database.execute("update sentence set value = ? where key like 'basis %'", (value,))
        assert done.rowcount == 1
    assert folder.check(LAMP) == first
    assert folder.proved == ["Lamplighter"]
    assert folder.check(LAMP) == first
    assert folder.proved == []


def test_a_damaged_database(folder: Folder) -> None:
    first = folder.check(LAMP)
    for file in (folder.path / "cache").iterdir():
        file.write_bytes(b"not a database" * 1000)
    assert folder.check(LAMP) == first
    assert folder.proved == ["Lamplighter"]
