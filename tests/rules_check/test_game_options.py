"""Variants and mixes from the command line: the same options for every command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules_check.cli import main
from tests.effort import tries

BATMAN, SHAZAM = "rivals-batman-joker", "rivals-shazam-black-adam"


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def test_variants_are_listed_a_name_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "play", "confrontations", "--list-variants") == "few-players\n"
    assert said(capsys, "fuzz", "confrontations", "--list-variants") == "few-players\n"
    assert said(capsys, "prove", "--game", "confrontations", "--list-variants") == "few-players\n"
    every = said(capsys, "play", "--list-variants").split()
    assert {"few-players", "two-teams"} <= set(every)


@pytest.mark.parametrize(
    ("words", "game", "variant", "mixed", "seats"),
    [
        (("confr", "--characters", "Superman,Circe"), "confrontations", "few-players", [], 2),
        (("confr", "--seats", "3"), "confrontations", "few-players", [], 3),
        (("--variant", "two-teams"), SHAZAM, "two-teams", [BATMAN], 4),
        (("--mix", "batman,shazam"), SHAZAM, None, [BATMAN], 2),
        (
            ("confr", "--mix", "shazam", "--take-out", "Aquaman"),
            "confrontations",
            None,
            [SHAZAM],
            4,
        ),
    ][:: tries(2, 1)],
)
def test_a_game_tells_what_was_played(
    capsys: pytest.CaptureFixture[str],
    tmp_path_factory: pytest.TempPathFactory,
    words: tuple[str, ...],
    game: str,
    variant: str | None,
    mixed: list[str],
    seats: int,
) -> None:
    file = str(tmp_path_factory.mktemp("saved") / "game.json")
    out = said(capsys, "play", *words, "--players", "greedy", "--format", "json", "--save", file)
    document = json.loads(out)
    assert (document["game"], document["variant"], len(document["seats"])) == (game, variant, seats)
    assert [one["with"] for one in document["mix"]] == mixed
    assert said(capsys, "play", "--replay", file, "--format", "json") == out


def test_fuzz_takes_the_same_options(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "fuzz", "confr", "--mix", "batman", "--seats", "2", "--games", "1")
    assert f"confrontations+{BATMAN} few-players 2: 1 game" in out
    assert "violations not found" in out


def test_prove_takes_the_same_options(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "cards.txt"
    card = "Night Boat\nEquipment, cost 2, 1 VP\nAttack: Each foe discards a card.\n"
    file.write_text(f"set: Night\nruleset: {BATMAN}\n\n{card}", encoding="utf-8")
    words = ("prove", "card-conservation", str(file), "--variant", "two-teams")
    assert "Night Boat" in said(capsys, *words)


@pytest.mark.parametrize("command", ["play", "fuzz"])
@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("confr", "--seats", "5"), "is for 2 or 3 or 4 players, not 5 [CONF-C05 CONF-SU01]"),
        (("confr", "--mix", "batman", "--take-out", "Superman"), "[CONF-MX06]"),
        (("confr", "--variant", "two-teams"), 'no variant "two-teams"'),
        (("batman", "--variant", "few-players"), "the book prints no variant"),
        (("confr", "--mix", "confr"), "name another game to mix confrontations with"),
        (("--mix", "nothing"), 'no game "nothing"'),
    ],
)
def test_what_cannot_be_played_is_told(
    capsys: pytest.CaptureFixture[str], command: str, words: tuple[str, ...], problem: str
) -> None:
    assert main((command, *words)) == 2
    assert problem in capsys.readouterr().err
