"""A check that was done before is printed again, and only if everything is the same."""

from __future__ import annotations

import io
import json
import os
import sqlite3
import sys
import threading
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from rules_check import checker, cli, configuration, extras, known
from rules_check.grammar.cardmodel import CardFile
from rules_check.grammar.database import Database
from rules_check.grammar.sheets.making import Defaults
from rules_check.prove import clock
from rules_check.ran import Ran, from_json, to_json
from rules_check.rules.folders import PROJECT
from tests.effort import tries, with_grammar

HEADER = "set: Night Watch\nruleset: confrontations\n\n"
LAMP = HEADER + "Lamplighter\nHero, cost 3, 1 VP, x2\nDraw 2 cards.\n"
GAMBLER = HEADER + "Gambler\nHero, cost 3, 1 VP, x2\nDiscard a card. If you do, +2 Power.\n"
JUGGLER = HEADER + "Juggler\nHero, cost 3, 1 VP, x2\nDraw a card sideways.\n"
ALLOWED = HEADER + (
    "Night Clerk\n# rules-check: allow RC501 because digits are short\nHero, cost 3, 1 VP, x2\n"
    "Draw 2 cards.\n"
)


class Desk:
    """A folder with a cache of its own; counts the files that are really checked."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self.cache = path / "cache"
        self.capsys = capsys
        self.checked = 0

    def write(self, text: str, name: str = "cards.txt") -> None:
        (self.path / name).write_text(text, encoding="utf-8")

    def run(self, *words: str, proofs: bool = False) -> tuple[int, str]:
        status = cli.main(["check", *([] if proofs else ["--no-proofs"]), *words])
        out, err = self.capsys.readouterr()
        return status, out + err

    def checks(self, *words: str) -> bool:
        """Whether a run checks anything."""
        before = self.checked
        self.run(*(words or ("cards.txt",)))
        return self.checked > before


@pytest.fixture
def desk(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    one_cache: Path,
) -> Desk:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("RULES_CHECK_CACHE", str(with_grammar(tmp_path / "cache", one_cache)))
    made = Desk(tmp_path, capsys)
    made.write(LAMP)
    real = checker.Checker.check

    def counted(self: checker.Checker, file: CardFile) -> checker.FileResult:
        made.checked += 1
        return real(self, file)

    monkeypatch.setattr(checker.Checker, "check", counted)
    return made


@pytest.mark.parametrize("text", [LAMP, GAMBLER, JUGGLER, ALLOWED, "no cards at all\n", ""])
def test_the_same_is_printed_in_every_way_and_nothing_is_checked(desk: Desk, text: str) -> None:
    ways = [
        [],
        *(["--format", name] for name in ("json", "sarif", "github", "junit")),
        ["--quiet"],
        ["--show", "warning"],
        ["--fail-on", "note"],
    ]
    desk.write(text)
    ways = ways[len(text) % tries(3, 1) :: tries(3, 1)]
    fresh = [desk.run("--no-cache", "cards.txt", *way) for way in ways]
    assert desk.checked == len(ways)
    desk.run("cards.txt")
    assert [desk.run("cards.txt", *way) for way in ways] == fresh
    assert desk.checked == len(ways) + 1


def test_proofs_and_games_are_printed_again(desk: Desk) -> None:
    desk.write(GAMBLER)
    for way in ([], ["--format", "json"]):
        first = desk.run("cards.txt", *way, proofs=True)
        assert "1 card" in first[1] or '"proofs"' in first[1]
        assert desk.run("cards.txt", *way, proofs=True) == first
    assert desk.checked == 1


def test_a_summary_is_printed_again(desk: Desk) -> None:
    desk.write(JUGGLER)
    first = desk.run("--summary", "cards.txt")
    assert "sideways" in first[1]
    assert desk.run("--summary", "cards.txt") == first
    assert desk.checked == 1


def _other_text(desk: Desk) -> None:
    desk.write(GAMBLER)


def _configured(desk: Desk) -> None:
    desk.write('[codes]\nRC501 = "error"\n', "rules-check.toml")


def _touched(desk: Desk) -> None:
    program = Path(desk.path / "books" / "rules" / "one.toml")
    program.write_text("# changed\n", encoding="utf-8")


CHANGES: dict[str, Callable[[Desk], None]] = {
    "text": _other_text,
    "configuration": _configured,
    "books": _touched,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_whatever_changes_is_looked_at(
    desk: Desk, change: Callable[[Desk], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    (desk.path / "books" / "rules").mkdir(parents=True)
    (desk.path / "books" / "cards").mkdir()
    monkeypatch.setenv("RULES_CHECK_BOOKS", str(desk.path / "books"))
    assert desk.checks()
    assert not desk.checks()
    change(desk)
    configuration._of_folder.cache_clear()
    assert desk.checks()


@pytest.mark.parametrize(
    "words",
    [
        ["--all"],
        ["--set", "Day Watch"],
        ["--ruleset", "heroes-unite"],
        ["--summary"],
        ["--style", "style.toml"],
        ["--no-cache"],
        ["--echo"],
        ["--diff"],
        ["./cards.txt"],
        ["cards.txt", "other.txt"],
    ],
)
def test_another_command_is_another_check(desk: Desk, words: list[str]) -> None:
    desk.write(GAMBLER, "other.txt")
    desk.write(PROJECT.joinpath("house_style.toml").read_text(encoding="utf-8"), "style.toml")
    assert desk.checks()
    files = [] if words[-1].endswith("cards.txt") or "other.txt" in words else ["cards.txt"]
    assert desk.checks(*words, *files)


def test_the_style_is_part_of_a_check(desk: Desk) -> None:
    house = PROJECT.joinpath("house_style.toml").read_text(encoding="utf-8")
    desk.write(house, "style.toml")
    assert desk.checks("--style", "style.toml", "cards.txt")
    assert not desk.checks("--style", "style.toml", "cards.txt")
    desk.write(house + "\n", "style.toml")
    assert desk.checks("--style", "style.toml", "cards.txt")


def test_another_package_is_another_program(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    assert desk.checks()
    monkeypatch.setattr(known, "version_of", lambda name: f"{name}-other")
    assert desk.checks()


def test_packages_are_told_by_their_version() -> None:
    lark, nothing = extras.version_of("lark"), extras.version_of("no_such_module")
    assert nothing is None
    assert lark is not None
    assert lark.startswith("lark-")


def test_a_file_of_the_program_that_changes_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "inside" / "code.py"
    file.parent.mkdir()
    file.write_text("one = 1\n", encoding="utf-8")
    before = list(known._stamps(str(tmp_path)))
    assert list(known._stamps(str(tmp_path))) == before
    times = file.stat()
    file.write_text("two = 2\n", encoding="utf-8")
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))  # as a restored backup has it
    assert list(known._stamps(str(tmp_path))) != before


def test_standard_input_is_read_once_and_known(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(text: str) -> tuple[int, str]:
        stream = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
        monkeypatch.setattr(sys, "stdin", stream)
        return desk.run("-")

    first = run(JUGGLER)
    assert "sideways" in first[1]
    assert run(JUGGLER) == first
    assert desk.checked == 1
    assert "If you do" in run(GAMBLER)[1]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
def test_a_pipe_is_read_by_the_check_alone(desk: Desk) -> None:
    os.mkfifo(desk.path / "pipe.txt")
    for _ in range(2):
        writer = threading.Thread(target=desk.write, args=(LAMP, "pipe.txt"))
        writer.start()
        desk.run("pipe.txt")
        writer.join()
    assert desk.checked == 2


def test_a_damaged_check_is_none(desk: Desk) -> None:
    first = desk.run("cards.txt")
    connection = sqlite3.connect(desk.cache / "sentences.sqlite")
    with connection:
        connection.execute(
            "update sentence set value = replace(value, 'digit', 'finger')"
            " where key like 'checked %'"
        )
        connection.execute("update sentence set value = value || ' ' where key like 'checked %'")
    connection.close()
    assert desk.run("cards.txt") == first
    assert desk.checked == 2


def test_what_is_not_what_was_kept_is_none() -> None:
    wrong: list[Any] = [None, 3, [], [[], []], [[1], [], None]]
    for value in [*wrong, [[[["x"], 1, [], [], {}]], [], None]]:
        assert from_json(value) is None


def test_a_check_comes_back_as_it_was() -> None:
    made = checker.Checker()
    files = [made.check_text(text, "cards.txt").ran() for text in (JUGGLER, ALLOWED, GAMBLER)]
    ran = Ran(tuple(files), ("a line",))
    again = from_json(json.loads(json.dumps(to_json(ran))))
    assert again is not None
    assert again == ran
    assert [asdict(d) for d in again.found] == [asdict(d) for d in ran.found]


def test_what_was_not_finished_in_time_is_not_kept(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(clock, "FILE_SECONDS", 0.0)
        desk.run("cards.txt", proofs=True)
    desk.run("cards.txt", proofs=True)
    assert desk.checked == 2


def test_a_fault_of_the_checker_is_not_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("rules_check.checks.applies.check", fails)
        assert "RC901" in desk.run("cards.txt")[1]
    assert "RC901" not in desk.run("cards.txt")[1]


def test_a_file_that_changes_during_the_check_is_not_kept(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = checker.Checker.check_path

    def late(self: checker.Checker, path: str, given: Defaults | None = None) -> checker.FileResult:
        desk.write(GAMBLER)
        return real(self, path, given)

    with monkeypatch.context() as patch:
        patch.setattr(checker.Checker, "check_path", late)
        desk.run("cards.txt")
    desk.write(LAMP)
    assert desk.checks()


def test_there_is_a_bound(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "SLOTS", 3)
    for number in range(8):
        desk.write(LAMP, f"{number}.txt")
        desk.run(f"{number}.txt")
    kept = [at for at in range(10) if Database(desk.cache).has(f"checked {at}")]
    assert set(kept) <= {0, 1, 2}
    monkeypatch.setattr(known, "LONGEST", 10)
    assert desk.checks()
    assert desk.checks()
