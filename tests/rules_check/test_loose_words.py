"""A turn of phrase that stands for plain words elsewhere, where it could mean something else."""

from __future__ import annotations

import pytest

from rules_check.checker import Checker

HEADER = "set: Trial\nruleset: confrontations\n\nOld Oak\nHero, cost 3, 1 VP\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Discard all cards in your hand except a Hero.", "here it could mean something else"),
        ("Discard all cards in your hand quickly.", "no card uses this word"),
    ],
)
def test_it_is_not_called_an_unknown_word(text: str, said: str) -> None:
    (found,) = Checker().check_text(f"{HEADER}{text}\n", "trial.txt").diagnostics
    assert found.code == "RC101"
    assert said in found.place.label
