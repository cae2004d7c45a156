"""An effect added from outside the packages, by one class, works everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "made_up_effect.py"


pytestmark = pytest.mark.xdist_group("made-up")  # what they share takes long


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What the example prints, in a process of its own: the class is known there only."""
    folder = tmp_path_factory.mktemp("made-up")
    done = subprocess.run(
        [sys.executable, str(EXAMPLE)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "RULES_CHECK_CACHE": str(folder)},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_it_is_read_worded_and_comes_back(shown):
    assert shown[:6] == [
        "read: Salute each foe.",
        "worded: Salute each foe. | comes back: True",
        "read: Each foe salutes that player and draws a card.",
        "worded: Each foe salutes that player. Each foe draws a card. | comes back: True",
        "read: You may salute each foe with a Hero in their hand. If you do, draw a card.",
        (
            "worded: You may salute each foe with a Hero in their hand. If you do, draw a card."
            " | comes back: True"
        ),
    ]


def test_it_is_drawn_by_the_strategies(shown):
    assert shown[6].startswith("drawn: Salute(whom=Player(")


def test_it_is_played(shown):
    assert shown[7] == "played: Power 2"


def test_messages_know_its_words(shown):
    assert shown[8] == (
        'error: text not understood from "Salut" on | did you mean "Salute"?;'
        ' a sentence that is understood: "Salute each foe."'
    )
    assert len(shown) == 9


def test_one_class_is_all(shown):
    """Nothing in the example before `main` but imports and a class."""
    assert shown
    code = EXAMPLE.read_text(encoding="utf-8").split("def main()")[0]
    assert (code.count("\nclass "), code.count("\ndef ")) == (1, 0)
