"""Games that show a question are saved, and end as the report says when they are played again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules_check import cli
from rules_check.checker import Checker
from rules_check.prove.games import QuickGames
from rules_check.prove.saving import Folder
from tests.effort import LONG
from tests.questions.cards import HERE, ROOT

pytestmark = pytest.mark.xdist_group("saved questions")

FEW = """\
set: Night Watch
ruleset: rivals-shazam-black-adam

Salvage Crew
Hero, cost 4, 1 VP, x2
You may destroy a card in your hand and/or your discard pile.

Watchman
Location, cost 4, 1 VP, x2
Ongoing: Once during each of your turns, reveal the top card of your deck.

Bell
Equipment, cost 2, 1 VP, x2
Attack: Each foe discards a Hero.
+1 Power for each foe who does not.

Cutpurse
Villain, cost 4, 1 VP, x2
Attack: Discard a card from a foe's hand.
"""


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the games of a small file, or of every example and trap in a long run."""
    folder = tmp_path_factory.mktemp("saved")
    file = folder / "cards.txt"
    file.write_text(FEW, encoding="utf-8")
    files = [str(file)]
    if LONG:
        files += [str(ROOT / "examples" / "open-questions.txt"), str(HERE / "traps.txt")]
    for path in files:
        cli.main([path, "--save", str(folder / "games"), "--quiet"])
    return folder / "games"


def of_questions(saved: Path) -> list[Path]:
    """The games of questions; a loop of a card with itself has one, not one for each reading."""
    return sorted(path for path in saved.glob("*.json") if "-rc8" not in path.name)


def test_each_reading_has_a_game_that_ends_as_told(
    saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = of_questions(saved)
    assert len(games) >= 6
    assert len(games) % 2 == 0
    for path in games:
        assert cli.main(["play", "--replay", str(path)]) == 0, path.name
        said = capsys.readouterr().out
        document = json.loads(path.read_text(encoding="utf-8"))
        assert document["reading"] in said
        if document["end"] == [["not allowed", ""]]:
            assert "ends:   this is not allowed" in said
        else:
            assert all(f"{name}: {what}" in said for name, what in document["end"])


def test_the_two_readings_of_a_game_begin_alike_and_end_apart(saved: Path) -> None:
    for path in (x for x in of_questions(saved) if x.name.endswith("-A.json")):
        one = json.loads(path.read_text(encoding="utf-8"))
        other = json.loads(path.with_name(path.name[:-6] + "B.json").read_text(encoding="utf-8"))
        assert one["position"] == other["position"]
        assert one["zones"] == other["zones"]
        assert one["end"] != other["end"]


def test_a_game_in_which_only_the_decider_differs_says_who_decides(
    saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = {}
    for reading in "AB":
        path = saved / f"cutpurse-who-picks-{reading}.json"
        assert cli.main(["play", "--replay", str(path)]) == 0
        said[reading] = capsys.readouterr().out.rpartition("who decides: ")[2].split()[0]
    assert sorted(said.values()) == ["P1", "P2"]
    document = json.loads(path.read_text(encoding="utf-8"))
    document["end"][-1][1] = "P3"
    wrong = saved.parent / "decider.json"
    wrong.write_text(json.dumps(document), encoding="utf-8")
    assert cli.main(["play", "--replay", str(wrong)]) == 1


def test_the_report_has_the_same_ends(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cli.main([str(saved.parent / "cards.txt")])
    said = capsys.readouterr().out
    assert "A: P1: choose Card 2; then destroyed: Card 1, Card 2" in said
    path = saved / "salvage-crew-and-or-A.json"
    assert cli.main(["play", "--replay", str(path), "--quiet"]) == 0
    assert "destroyed: Card 1, Card 2" in capsys.readouterr().out


def test_another_end_is_noticed(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved / "salvage-crew-and-or-A.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["end"][-1][1] += "0"
    wrong = saved.parent / "wrong.json"
    wrong.write_text(json.dumps(document), encoding="utf-8")
    assert cli.main(["play", "--replay", str(wrong)]) == 1
    assert "but it was saved with another end" in capsys.readouterr().out


def test_another_text_ends_otherwise(saved: Path) -> None:
    """The text of the other reading does not come to this end with these answers."""
    one, other = (
        json.loads((saved / f"bell-who-did-not-{letter}.json").read_text(encoding="utf-8"))
        for letter in "AB"
    )
    one["main_deck"] = other["main_deck"]
    wrong = saved.parent / "mixed.json"
    wrong.write_text(json.dumps(one), encoding="utf-8")
    assert cli.main(["play", "--replay", str(wrong)]) == 1


@pytest.mark.parametrize(
    ("key", "value"),
    [("answers", [["choose", "Nobody"]]), ("situation", ["dreamt", 0]), ("version", 7)],
)
def test_what_cannot_be_played_is_refused(
    saved: Path, key: str, value: object, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads((saved / "salvage-crew-and-or-A.json").read_text(encoding="utf-8"))
    document[key] = value
    wrong = saved.parent / "broken.json"
    wrong.write_text(json.dumps(document), encoding="utf-8")
    assert cli.main(["play", "--replay", str(wrong)]) == 2
    assert "broken.json: " in capsys.readouterr().err


GUARD = """\
set: Night Watch
ruleset: confrontations

Harbour Guard
Hero, cost 4, 1 VP, x2
Block: You may discard this card during a Confrontation. If you do, add 1 to a Character's cost \
this turn for each Equipment in your discard pile.
"""


def test_of_three_readings_any_two_that_differ_have_a_game(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    games = QuickGames(None, True, folder, frozenset({"block-speaks-of"}))
    found = Checker(shower=games, everything=True).check_text(GUARD, "guard.txt").diagnostics
    notes = [note for one in found if one.witness is not None for note in one.notes]
    for one, other in ("AB", "AC", "BC"):
        at = next(i for i, x in enumerate(notes) if x.startswith(f"{one} and {other} differ: "))
        assert [note[:6] for note in notes[at + 1 : at + 3]] == [f"   {one}: ", f"   {other}: "]
    ends = ("A.json", "B.json", "AC-A.json", "AC-C.json", "BC-B.json", "BC-C.json")
    assert [path.name for path in folder.written] == [
        f"harbour-guard-block-speaks-of-{end}" for end in ends
    ]
    for path in folder.written:
        assert cli.main(["play", "--replay", str(path), "--quiet"]) == 0


def test_a_place_that_cannot_be_written_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    assert cli.main([str(ROOT / "cards/confrontations.txt"), "--save", str(blocked)]) == 2
    assert "the games cannot be saved" in capsys.readouterr().err
    assert cli.main(["x.txt", "--no-proofs", "--save", str(tmp_path)]) == 2
