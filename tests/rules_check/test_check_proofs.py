"""The quick proofs of `rules-check FILE...`: what they say, what they cost, what is kept."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from rules_check import cli
from rules_check.grammar.cache import grammar_hash
from rules_check.oracle import confrontation
from rules_check.oracle.names import PLAY_SETS
from rules_check.output import FORMATS
from rules_check.prove import attempt as attempting
from rules_check.prove import keys, quick
from rules_check.prove.keys import code_hash
from rules_check.prove.progress import Progress
from tests.properties.symbolic import faults

ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "rules_check" / "schemas"

HEADER = "set: Night Watch\nruleset: confrontations\n\n"
LAMP = "Lamplighter\nHero, cost 3, 1 VP, x2\n+2 Power\n\n"
CLERK = "Night Clerk\nHero, cost 3, 1 VP, x2\nDraw a card.\n\n"
CALLER = (
    "Town Crier\nHero, cost 3, 1 VP, x2\nPut a Lamplighter in your discard pile into your hand.\n"
)
JUGGLER = "Juggler\nHero, cost 3, 1 VP, x2\nDraw a card sideways.\n\n"
BROKEN = "Night Market\nLocation, cost 4, 1 VP, x2\nBuy a card in the Line-Up.\n\n"
PUNCH = "Punch\nStarter, cost 0, 0 VP, x28\n+1 Power\n\n"

LINE = (
    "proofs: 2 of 2 cards (1 proved, 1 holds up to 1 card per zone); "
    "left out: the rules (rules-check prove cards.txt)"
)


class Folder:
    """A folder with `cards.txt`, and the command run in it; knows which cards were proved."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self.capsys = capsys
        self.proved: list[str] = []

    def check(self, cards: str, *words: str, header: str = HEADER) -> str:
        return self.run(cards, *words, header=header)[1]

    def run(self, cards: str, *words: str, header: str = HEADER) -> tuple[int, str]:
        (self.path / "cards.txt").write_text(header + cards, encoding="utf-8")
        self.proved.clear()
        status = cli.main(["check", *words, "cards.txt"])
        out, err = self.capsys.readouterr()
        assert err == ""
        return status, out


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
    return made


def proofs(out: str) -> str:
    """The line of the report about proofs; empty if there is none."""
    return next((line for line in out.splitlines() if line.startswith("proofs: ")), "")


# -------------------------------------------------------------------------- what is said


def test_cards_are_proved_and_what_is_left_out_is_said(folder: Folder) -> None:
    status, out = folder.run(LAMP + CLERK)
    assert (status, out) == (0, f"{LINE}\nno findings in 1 file\n")
    assert folder.proved == ["Lamplighter", "Night Clerk"]


@pytest.mark.parametrize("option", ["--no-proofs", "--summary"])
def test_no_proofs(folder: Folder, option: str) -> None:
    status, out = folder.run(BROKEN, option)
    assert (status, proofs(out), folder.proved) == (0, "", [])


def test_quiet_proves_without_a_line(folder: Folder) -> None:
    status, out = folder.run(BROKEN, "--quiet")
    assert (status, proofs(out), folder.proved) == (1, "", ["Night Market"])
    assert " error RC601 " in out


def test_cards_with_errors_are_counted_and_not_proved(folder: Folder) -> None:
    out = folder.check(LAMP + JUGGLER + LAMP.replace("cost 3", "cost three", 1).replace("L", "K"))
    assert proofs(out) == "proofs: 1 of 3 cards (1 proved); left out: 2 with errors, and the rules"
    assert folder.proved == ["Lamplighter"]


def test_two_cards_of_one_name_are_not_proved(folder: Folder) -> None:
    out = folder.check(LAMP + CLERK + LAMP)
    assert folder.proved == ["Night Clerk"]
    assert "left out: 2 with errors, and the rules" in proofs(out)


def test_a_game_that_is_not_played(folder: Folder) -> None:
    assert "heroes-unite" not in PLAY_SETS
    out = folder.check(LAMP, header=HEADER.replace("confrontations", "heroes-unite"))
    assert (proofs(out), folder.proved) == ("", [])


def test_without_z3(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *rest: None if name == "z3" else find(name, *rest)
    )
    status, out = folder.run(BROKEN)
    assert status == 0
    assert proofs(out) == (
        "proofs: left out, they need z3-solver (pip install 'rules-check[prove]')"
    )
    assert folder.proved == []


def test_several_levels_of_a_character(folder: Folder) -> None:
    first = "Aquaman\nCharacter, level 1, cost 9\nAt the start of your turn, +1 Power.\n\n"
    second = first.replace("level 1, cost 9", "level 2, cost 12").replace("+1", "+2")
    folder.check(first + second)
    assert folder.proved == ["Aquaman 1", "Aquaman 2"]
    folder.check(first + second.replace("+2", "+3"))
    assert folder.proved == ["Aquaman 2"]


# ---------------------------------------------------------------------------- the budget


def test_a_card_with_too_many_paths_is_left_out(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick, "CARD_PATHS", 10)
    first = folder.check(LAMP + CLERK)
    assert proofs(first) == (
        "proofs: 1 of 2 cards (1 proved); left out: 1 too long for a check, and the rules "
        "(rules-check prove cards.txt)"
    )
    assert folder.check(LAMP + CLERK) == first
    assert folder.proved == []


def test_another_budget_has_verdicts_of_its_own(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.check(LAMP)
    monkeypatch.setattr(quick, "CARD_PATHS", 299)
    folder.check(LAMP)
    assert folder.proved == ["Lamplighter"]


def test_when_the_paths_of_a_file_are_used_up_no_further_card_is_proved(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first time and from the cache, in one process and in two."""
    monkeypatch.setattr(quick, "FILE_PATHS", 10)
    cards = CLERK + LAMP + LAMP.replace("Lamp", "Fire") + CALLER
    first = folder.check(cards)
    assert "proofs: 2 of 4 cards" in first
    assert "left out: 2 too long for a check, and the rules" in first
    assert folder.proved == ["Lamplighter", "Firelighter"], "short texts first"
    assert folder.check(cards) == first
    monkeypatch.undo()
    monkeypatch.chdir(folder.path)
    monkeypatch.setattr(quick, "FILE_PATHS", 10)
    assert folder.check(cards, "--no-cache", "--jobs", "2") == first


def test_each_file_has_paths_of_its_own(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "FILE_PATHS", 1)
    (folder.path / "other.txt").write_text(HEADER + LAMP, encoding="utf-8")
    out = folder.check(CLERK + LAMP, "other.txt")
    assert folder.proved == ["Lamplighter"]
    assert proofs(out) == (
        "proofs: 2 of 3 cards (2 proved); left out: 1 too long for a check, and the rules "
        "(rules-check prove FILE)"
    )


# ----------------------------------------------------------------------------- the cache

MODULES = """
import sys
from rules_check.cli import main
status = main(sys.argv[1:])
ours = ("oracle.game", "oracle.playset", "properties.registry")
names = ("z3", "lark", *("rules_check." + name for name in ours))
print(*[name for name in names if name in sys.modules], file=sys.stderr)
sys.exit(status)
"""


def test_the_second_run_loads_neither_z3_nor_the_engine_and_prints_the_same(
    tmp_path: Path,
) -> None:
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


@pytest.mark.parametrize("package", ["oracle", "properties/symbolic", "rules", "grammar/ast"])
def test_the_code_behind_a_verdict_is_part_of_its_key(
    package: str, fresh_hashes: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One more byte in a module, another fingerprint."""
    read, changed = Path.read_bytes, sorted((ROOT / "rules_check" / package).glob("*.py"))[-1]
    before = code_hash()
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"#" * (path == changed))
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


# ------------------------------------------------------------------------- what is found


def test_a_faulty_engine_is_found_in_every_format(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults.MORE(monkeypatch)
    said = {form: folder.run(LAMP, "--format", form) for form in FORMATS}
    assert {status for status, _ in said.values()} == {1}
    for _, out in said.values():
        assert "RC601" in out
        assert "a game with this card breaks block-exceeds-power" in out
        assert "survives exactly if its final cost is greater than the Power" in out
        assert "CONF-BL05" in out
    for form in ("text", "github", "sarif", "junit"):
        assert "actions: P1: play Lamplighter" in said[form][1]
    assert proofs(said["text"][1]).startswith("proofs: 1 of 1 card (1 refuted); left out: ")


def test_json(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    faults.MORE(monkeypatch)
    document = json.loads(folder.check(LAMP + JUGGLER, "--format", "json"))
    jsonschema.validate(document, _schema("report.schema.json"))
    broken = next(d for d in document["diagnostics"] if d["code"] == "RC601")
    assert (broken["place"]["card"], broken["place"]["line"]) == ("Lamplighter", 4)
    assert broken["witness"]["actions"][0] == "P1: play Lamplighter"
    assert any(note.startswith("position: ") for note in broken["notes"])
    found = document["proofs"]
    assert (found["bound"], found["with_errors"]) == (1, 1)
    assert [(c["card"], c["verdict"]) for c in found["cards"]] == [("Lamplighter", "refuted")]
    assert found["cards"][0]["properties"]["block-exceeds-power"] == "refuted"
    assert found["cards"][0]["properties"]["card-conservation"] == "proved"
    assert document["summary"]["lines"] == [proofs("\n".join(document["summary"]["lines"]))]


def test_json_without_proofs(folder: Folder) -> None:
    document = json.loads(folder.check(LAMP, "--no-proofs", "--format", "json"))
    jsonschema.validate(document, _schema("report.schema.json"))
    assert document["proofs"] is None


def test_sarif_and_junit(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    faults.DOUBLED(monkeypatch)
    document = json.loads(folder.check(LAMP, "--format", "sarif"))
    jsonschema.validate(document, _schema("sarif-2.1.0-subset.json"))
    codes = {result["ruleId"] for result in document["runs"][0]["results"]}
    assert codes == {"RC601"}
    suites = ElementTree.fromstring(folder.check(LAMP, "--format", "junit"))
    assert suites.attrib["failures"] == "1"


def test_an_engine_that_fails(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    faults.in_task(confrontation, "compare", "s.phase = ", "s.missing = ")(monkeypatch)
    status, out = folder.run(LAMP)
    assert status == 0
    assert " warning RC602  Lamplighter: the engine fails: AttributeError: " in out
    assert proofs(out).startswith("proofs: 1 of 1 card (1 unknown); left out: the rules")


def test_an_engine_that_cannot_lay_the_card_out(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr("rules_check.properties.symbolic.prove.SymbolicGame", refuse)
    status, out = folder.run(LAMP)
    assert status == 0
    assert " warning RC602  Lamplighter: the engine fails: KeyError: 'lost'" in out


def test_an_allowance_of_a_proof_is_never_called_unneeded(folder: Folder) -> None:
    allowed = LAMP.replace("\n", "\n# rules-check: allow RC601, RC603 because of the dark\n", 1)
    for words in ((), ("--no-proofs",)):
        assert "RC018" not in folder.check(allowed, *words)


def _schema(name: str) -> Any:
    return json.loads((SCHEMAS / name).read_text(encoding="utf-8"))


# --------------------------------------------------------------------------- on a terminal


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("after", "shown"), [(0.0, True), (3600.0, False)])
def test_the_bar_appears_after_a_while(
    after: float, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    bar = Progress(2, quiet=False, after=after)
    bar.note(7)
    assert ("1 of 2 proofs, 7 paths" in terminal.getvalue()) is shown
