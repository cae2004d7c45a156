"""Games that show what cards do together are kept, and end as told when they are played again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules_check import cli
from rules_check.properties.interactions.examine import examine
from rules_check.properties.interactions.games import Shown
from rules_check.properties.interactions.kept import Bad, documents, play_again
from rules_check.properties.interactions.search import Budget
from rules_check.properties.interactions.together import find_broken
from tests.properties.interactions.sets import (
    DAY,
    HALL,
    NIGHT,
    WELL,
    cards,
    cut_off_early,
    play_set,
)
from tests.properties.interactions.test_pairs import (
    CUP,
    DRY,
    LOST_IF_FORBIDDEN,
    PIT,
    SALE,
    TAX,
)
from tests.properties.interactions.test_pairs import WELL as OLD_WELL

pytestmark = pytest.mark.xdist_group("kept interactions")


def found(text: str) -> Shown:
    """The one thing that is found in a set."""
    (shown,) = examine(play_set(), cards(text), answers=4_000).found
    return shown


@pytest.mark.parametrize(
    ("text", "kind", "games"),
    [
        pytest.param(DAY + NIGHT, "loop", 1, id="loop"),
        pytest.param(HALL + WELL, "loop", 1, id="loop without an end"),
        pytest.param(OLD_WELL + PIT, "order", 2, id="order"),
        pytest.param(DRY + CUP, "cancel", 2, id="cancel"),
        pytest.param(TAX + SALE, "cancel", 2, id="undo"),
    ],
)
def test_each_game_ends_as_told(
    text: str, kind: str, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_off_early(monkeypatch)
    shown = found(text)
    made = json.loads(json.dumps(documents(shown)))
    assert [one["finding"] for one in made] == [kind] * games
    for one in made:
        assert play_again(one).same
        assert tuple(one["actions"][: len(shown.acts)]) == shown.acts
    ends = [one["end"] for one in made]
    if kind == "order":
        assert ends[0] != ends[1]
    if kind == "cancel":
        assert ends[0] == ends[1]
        assert made[0]["main_deck"] != made[1]["main_deck"]


def test_what_two_cards_break_is_broken_again(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = cards(DRY + CUP)
    with monkeypatch.context() as patch:
        LOST_IF_FORBIDDEN(patch)
        shown = find_broken(play_set(), (one, other), Budget(500))
        assert shown is not None
        (kept,) = documents(shown)
        assert kept["end"] == [["broken", "card-conservation"]]
        assert play_again(kept).same
    repaired = play_again(kept)
    assert (repaired.end, repaired.same) == ((("broken", "nothing"),), False)


def test_another_end_and_another_text_are_noticed() -> None:
    first, second = documents(found(OLD_WELL + PIT))
    assert not play_again({**first, "end": second["end"]}).same
    with pytest.raises(Bad):
        play_again({**first, "actions": ["P1: sing"]})
    with pytest.raises(Bad):
        play_again({**first, "version": 7})
    with pytest.raises(Bad):
        play_again({**first, "main_deck": 7})


def test_a_check_saves_them_and_play_replays_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cards.txt"
    head = "set: Guards\nruleset: confrontations\n\n"
    file.write_text(head + DAY + NIGHT, encoding="utf-8")
    games = tmp_path / "games"
    cli.main([str(file), "--save", str(games), "--quiet"])
    assert [path.name for path in games.iterdir()] == ["day-guard-rc801-A.json"]
    capsys.readouterr()
    assert cli.main(["play", "--replay", str(games / "day-guard-rc801-A.json")]) == 0
    said = capsys.readouterr().out
    assert "make a loop that goes on as long as the player likes (3 times round)" in said
    assert "P1 Power: 6" in said
    document = json.loads((games / "day-guard-rc801-A.json").read_text(encoding="utf-8"))
    document["end"][-1][1] = "7"
    file.write_text(json.dumps(document), encoding="utf-8")
    assert cli.main(["play", "--replay", str(file)]) == 1
    assert "saved with another end" in capsys.readouterr().out
    file.write_text(json.dumps({"kind": "interaction"}), encoding="utf-8")
    assert cli.main(["play", "--replay", str(file)]) == 2
    assert "cards.txt: expected version 1" in capsys.readouterr().err
