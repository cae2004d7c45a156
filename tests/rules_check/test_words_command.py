"""`rules-check words`: which words of a file change something."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_check import cli
from rules_check.checker import Checker
from rules_check.properties.words.judging import QUICK
from rules_check.words.quick import task_of, words_of

HEAD = "set: Trials\nruleset: confrontations\n"
OWL = "\nNight Owl\nHero, cost 3, 1 VP, source original\nDraw a card.\n"
HUGE = "\nDeep Well\nHero, cost 3, 1 VP, source original\nDraw 999999 cards.\n"


def test_a_card_with_errors_is_told_and_not_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cards.txt"
    file.write_text(HEAD + OWL + HUGE, encoding="utf-8")
    assert cli.main(["words", str(file)]) == 1
    out = capsys.readouterr().out
    assert "RC212" in out
    assert "Deep Well: not played" in out
    assert "1 card not played, 1 changes something" in out


PORTER = """set: Trials
ruleset: heroes-unite

Patient Porter
Hero, cost 4, 1 VP, source original
At the end of your turn, you may put a card from your hand on top of your deck.
"""


def test_words_that_matter_in_another_reading_are_not_told_to_change_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the played reading the hand is put away before: nothing is left to put."""
    file = tmp_path / "cards.txt"
    file.write_text(PORTER, encoding="utf-8")
    assert cli.main(["check", "--no-proofs", str(file)]) == 0
    assert "RC218" not in capsys.readouterr().out
    assert cli.main(["words", str(file)]) == 0
    out = capsys.readouterr().out
    why = "another reading of an open question: when the hand was put away, or before that?"
    assert why in out
    assert "changes nothing" not in out


TROPHIES = """set: Trials
ruleset: heroes-unite

Wall of Trophies
Equipment, cost 6, * VP, source original
+2 Power
At the end of the game, this card is worth 1 VP for each Super-Villain you defeated.
"""


def test_what_was_done_in_earlier_turns_is_not_told_to_change_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cards.txt"
    file.write_text(TROPHIES, encoding="utf-8")
    assert cli.main(["check", str(file)]) == 0
    assert "RC218" not in capsys.readouterr().out
    (card,) = Checker().check_path(str(file)).cards
    task = task_of(card, [card], 0)
    words = task and words_of(task)
    assert words
    seen = [x.why for x in words.judged(QUICK._replace(games=0, more_games=0))]
    assert sum("earlier turns" in why for why in seen) == 2
