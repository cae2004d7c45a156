"""`rules-check prove`: what it prints, in which words, and when it ends with 1 or 2."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from rules_check import cli
from rules_check.oracle.box.playset import load_play_set
from rules_check.properties.model import Property
from rules_check.properties.registry import PROVED
from rules_check.properties.symbolic.obligations import Obligation
from rules_check.properties.symbolic.prove import Proof, Verdict
from rules_check.prove.support import support_of
from tests.effort import LONG, only_long
from tests.properties.symbolic import faults

if TYPE_CHECKING:
    from tests.conftest import Golden

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "rules_check/schemas/proofs.schema.json").read_text(encoding="utf-8"))
OUTCOME = "block-exceeds-power"
SHAZAM = "rivals-shazam-black-adam"
CARDS = """\
set: Trials
ruleset: confrontations

Paper Kite
Equipment, cost 1, 1 VP, x2, symbol Superman, source original
Draw two cards.

Iron Gate
Equipment, cost 3, 1 VP, x2, symbol Superman, source original
+2 Power
Block: You may discard this card during a Confrontation.
 If you do, add 3 to a Character's cost this turn.
"""


class Prove:
    """The command, run in a folder of its own."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self.capsys = capsys
        self.err = ""

    def __call__(self, *words: str, status: int = 0) -> str:
        found = cli.main(["prove", *words])
        out, self.err = self.capsys.readouterr()
        assert found == status, out + self.err
        return out

    def json(self, *words: str, status: int = 0) -> dict[str, Any]:
        document = json.loads(self(*words, "--format", "json", status=status))
        jsonschema.validate(document, SCHEMA)
        assert isinstance(document, dict)
        return document


@pytest.fixture
def prove(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Prove:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trials.txt").write_text(CARDS, encoding="utf-8")
    return Prove(tmp_path, capsys)


def test_table_support_map_and_last_line(prove: Prove, golden: Golden) -> None:
    golden(Path(__file__).parent / "golden" / "prove" / "trials.txt", prove("trials.txt"))


def test_quiet_leaves_the_last_line(prove: Prove) -> None:
    assert prove(OUTCOME, "trials.txt", "--quiet") == (
        "5 verdicts: 3 proved, 2 holds up to (1 card per zone), 0 refuted, 0 vacuous, 0 unknown\n"
    )


def test_all_provable_properties_by_default(prove: Prove) -> None:
    document = prove.json("trials.txt")
    assert document["properties"] == [prop.name for prop in PROVED]
    assert document["game"] == "confrontations"
    assert [proof["card"] for proof in document["proofs"] if "card" in proof] == [
        "Paper Kite",
        "Iron Gate",
    ]
    assert document["verdicts"]["refuted"] == 0
    assert document["verdicts"]["vacuous"] == 0
    assert document["verdicts"]["unknown"] == 0


def test_the_bound_is_told(prove: Prove) -> None:
    """In the game with fewer players, where two cards in each zone are fewer paths."""
    words = for_shazam(prove), "--game", "shazam", "--bound", "2"
    document = prove.json("block-exceeds", *words)
    bounds = {
        verdict["bound"]
        for proof in document["proofs"]
        for verdict in proof["verdicts"]
        if verdict["verdict"] == "holds up to"
    }
    assert bounds == {2}
    assert document["bound"] == 2


def for_shazam(prove: Prove) -> str:
    """A file with the first of the cards, in another game."""
    text = CARDS.replace("confrontations", SHAZAM).partition("\n\nIron")[0] + "\n"
    (prove.path / "shazam.txt").write_text(text.replace("Superman", "Shazam!"), encoding="utf-8")
    return "shazam.txt"


def test_another_game(prove: Prove) -> None:
    document = prove.json(for_shazam(prove), "power-balance", "--game", "shazam")
    assert document["game"] == SHAZAM
    assert document["properties"] == ["power-balance"]
    assert [proof.get("rule", "") for proof in document["proofs"]] == [
        "turn begins",
        "step: play_and_buy",
        "step: lose_power",
        "a card is played",
        "a card is bought",
    ]


def test_times_only_if_asked_for(prove: Prove) -> None:
    """The table above has none."""
    assert "seconds" in prove("power-balance", "trials.txt", "--times")
    assert "seconds" not in prove.json("power-balance", "trials.txt")["proofs"][0]
    assert prove.json("power-balance", "trials.txt", "--times")["proofs"][0]["seconds"] > 0


def test_refutation_prints_a_short_game(prove: Prove, monkeypatch: pytest.MonkeyPatch) -> None:
    faults.MORE(monkeypatch)
    kite = CARDS.partition("\n\nIron")[0]
    (prove.path / "kite.txt").write_text(f"{kite}\n", encoding="utf-8")
    text = prove(OUTCOME, "kite.txt", status=1)
    game = """\
step: compare: block-exceeds-power: refuted
  A Confronted Character survives exactly if its final cost is greater than the Power; equal is
    not enough. [CONF-TS06, CONF-BL05, CONF-BL09, CONF-CF10, CONF-CF31]
  position  P1 has 3 Power
            P1 Confronts Lex Luthor (P2), whose Character costs 3
            the Character of P4 costs 0
  actions   P1: done
  broken    Lex Luthor stands although the cost does not exceed the Power
  (replayed on the plain engine)
"""
    assert game in text
    assert text.endswith(
        "4 verdicts: 0 proved, 0 holds up to (1 card per zone), 4 refuted, 0 vacuous, 0 unknown\n"
    )


@only_long
def test_games_of_refutations_are_short(prove: Prove, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that the test above prints is; here all of them."""
    faults.MORE(monkeypatch)
    document = prove.json(OUTCOME, "trials.txt", status=1)
    assert all(len(p["verdicts"][0]["game"]["actions"]) <= 3 for p in document["proofs"])


def test_what_is_unknown_says_why(prove: Prove) -> None:
    text = prove(OUTCOME, "trials.txt", "--timeout", "0.0001", "--quiet", status=1)
    assert "Paper Kite: block-exceeds-power: unknown (time is up)\n" in text


def test_vacuous_is_a_failure(prove: Prove, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = tuple(_silent(prop) if prop.name == OUTCOME else prop for prop in PROVED)
    monkeypatch.setattr("rules_check.properties.registry.PROVED", nothing)
    text = prove(OUTCOME, "trials.txt", "--quiet", status=1)
    assert "Paper Kite: block-exceeds-power: vacuous\n" in text


def _silent(prop: Property) -> Property:
    assert prop.statement is not None
    return replace(prop, statement=replace(prop.statement, speaks=lambda _: False))


def test_list(prove: Prove) -> None:
    lines = prove("--list").splitlines()
    assert [line.partition(":")[0] for line in lines] == [prop.name for prop in PROVED]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["conservtion"], "no property or file"),
        (["nowhere.txt"], "nowhere.txt"),
        (["hidden-cards"], "hidden-cards is not proved, only played: rules-check fuzz"),
        (["--game", "chess"], "no game"),
        (["--bound", "0"], "expected 1 or more"),
        (["--timeout", "0"], "expected more than 0"),
        (["trials.txt", "--game", "shazam"], "cards for confrontations, not for"),
    ],
)
def test_wrong_usage(prove: Prove, words: list[str], said: str) -> None:
    out = prove(*words, status=2)
    assert said in out + prove.err


def test_a_game_that_is_not_played(prove: Prove, unplayed: str) -> None:
    prove("--game", unplayed, status=2)
    assert f"{unplayed} is not played yet" in prove.err


def test_card_file_with_errors_is_reported_as_a_check_would(prove: Prove) -> None:
    text = CARDS.replace("Draw two cards.", "Juggle two cards.")
    (prove.path / "bad.txt").write_text(text, encoding="utf-8")
    assert "error RC101" in prove("bad.txt", status=1)


def test_without_the_solver(prove: Prove, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *rest: None if name == "z3" else find(name, *rest)
    )
    prove("trials.txt", status=2)
    assert prove.err == (
        "rules-check: proofs need the package z3-solver: "
        "python -m pip install 'z3-solver>=4.13,<4.15.5'\n"
    )


def test_same_bytes_in_any_number_of_processes(tmp_path: Path) -> None:
    (tmp_path / "trials.txt").write_text(CARDS, encoding="utf-8")
    outputs = set()
    what = () if LONG else (OUTCOME,)  # or all properties
    for jobs, seed in (("1", "1"), ("2", "2")):
        command = [sys.executable, "-m", "rules_check", "prove", *what, "trials.txt"]
        command += ["--jobs", jobs]
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        outputs.add(
            subprocess.run(
                command, cwd=tmp_path, env=environment, capture_output=True, check=True, timeout=300
            ).stdout
        )
    assert len(outputs) == 1


def test_support_map_takes_the_worst_grade() -> None:
    play = load_play_set("confrontations")

    def proof(label: str, *words: str) -> Proof:
        verdicts = tuple(Verdict(PROVED[0], word, 1, 1) for word in words)
        card = play.card("Punch")
        obligation = Obligation(label, card, "", PROVED[:1])
        return Proof(obligation, verdicts, frozenset({"play.card"}), 1, 0.0)

    grades = support_of(play, [proof("a", "proved"), proof("b", "proved", "holds up to")])
    assert grades.cards == {"a": "proved", "b": "up to the bound"}
    assert grades.rules["CONF-GP02"] in ("up to the bound", "only played")
    assert "up to the bound" in grades.rules.values()
    assert support_of(play, [proof("c", "unknown")]).cards == {"c": "only played"}
