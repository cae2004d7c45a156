"""The quick proofs of `rules-check FILE...`: what they say, and what they cost."""

from __future__ import annotations

import importlib.util
import io
import json
import sys
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from rules_check.oracle.quick import confrontation
from rules_check.output import FORMATS
from rules_check.prove import ahead, quick
from rules_check.prove.progress import Progress
from tests.properties.symbolic import faults
from tests.rules_check.check_proofs.folder import (
    BROKEN,
    CALLER,
    CLERK,
    HEADER,
    JUGGLER,
    LAMP,
    LINE,
    SCHEMAS,
    Folder,
    proofs,
)

# -------------------------------------------------------------------------- what is said


def test_cards_are_proved_and_what_is_left_out_is_said(folder: Folder) -> None:
    status, out = folder.run(LAMP + CLERK)
    assert (status, out) == (0, f"{LINE}\nno findings in 1 file\n")
    assert folder.proved == ["Lamplighter", "Night Clerk"]


@pytest.mark.parametrize("option", ["--no-proofs", "--summary"])
def test_no_proofs(folder: Folder, option: str) -> None:
    status, out = folder.run(BROKEN, option)
    assert (status, proofs(out), folder.proved) == (0, "", [])


UNPLAYED = """
Tick Tock
Location, cost 3, 1 VP, x1
Ongoing: At the end of your next turn, draw a card.
"""


@pytest.mark.parametrize("option", ["--no-proofs", "--no-cache"])
def test_what_cannot_be_played_is_told_whatever_is_proved(folder: Folder, option: str) -> None:
    _, out = folder.run(LAMP + UNPLAYED, option)
    assert out.count(" warning RC210  Tick Tock: understood, but it cannot be carried out: ") == 1


def test_what_cannot_be_played_is_told_where_the_paths_are_used_up(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick, "FILE_PATHS", 0)
    out = folder.check(LAMP + UNPLAYED)
    assert "2 too long for a check" in proofs(out)
    assert " warning RC210  Tick Tock: " in out
    again = folder.check(LAMP + UNPLAYED)
    assert again == out


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


def test_a_game_that_is_not_played(folder: Folder, unplayed: str) -> None:
    out = folder.check(LAMP, header=HEADER.replace("confrontations", unplayed))
    assert (proofs(out), folder.proved) == ("", [])


def test_without_z3(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *rest: None if name == "z3" else find(name, *rest)
    )
    status, out = folder.run(BROKEN)
    assert status == 0
    assert proofs(out) == (
        "proofs: left out, they need z3-solver (python -m pip install 'z3-solver>=4.13,<4.15.5')"
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


def test_proofs_that_begin_early_end_the_same(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With many cards another process proves while games are looked for."""
    begun: list[str] = []
    real = ahead.Ahead.begin

    def begin(others: ahead.Ahead, tasks: dict[str, Any]) -> None:
        real(others, tasks)
        begun.extend(tasks)

    monkeypatch.undo()
    monkeypatch.chdir(folder.path)
    monkeypatch.setattr(ahead, "FROM", 3)
    monkeypatch.setattr(ahead.Ahead, "begin", begin)
    cards = CLERK + LAMP + LAMP.replace("Lamp", "Fire") + CALLER
    first = folder.check(cards, "--no-cache", "--jobs", "1")
    assert not begun
    assert folder.check(cards, "--no-cache", "--jobs", "2") == first
    assert len(begun) >= 6, "proofs, and words that may change nothing"


def test_each_file_has_paths_of_its_own(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "FILE_PATHS", 1)
    (folder.path / "other.txt").write_text(HEADER + LAMP, encoding="utf-8")
    out = folder.check(CLERK + LAMP, "other.txt")
    assert folder.proved == ["Lamplighter"]
    assert proofs(out) == (
        "proofs: 2 of 3 cards (2 proved); left out: 1 too long for a check, and the rules "
        "(rules-check prove FILE)"
    )


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
    faults.in_engine(confrontation, "compare", "s.phase = ", "s.missing = ")(monkeypatch)
    status, out = folder.run(LAMP)
    assert status == 0
    assert " warning RC602  Lamplighter: the engine fails: AttributeError: " in out
    assert proofs(out).startswith("proofs: 1 of 1 card (1 unknown); left out: the rules")


def test_a_proof_that_cannot_lay_the_card_out(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr("rules_check.properties.symbolic.prove.SymbolicGame", refuse)
    status, out = folder.run(LAMP)
    assert status == 0
    assert "unknown: Lamplighter (the proof fails: KeyError: 'lost')" in out
    assert "RC602" not in out


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
