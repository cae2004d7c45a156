"""The games of the tests about broken engines, each time a new one on the quick engine."""

from __future__ import annotations

import pytest

from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.core_game import CoreGame


@pytest.fixture
def conf() -> CoreGame:
    return CoreGame(load_play_set("confrontations"))


@pytest.fixture
def joker() -> CoreGame:
    return CoreGame(load_play_set("rivals-batman-joker"))


@pytest.fixture
def shazam() -> CoreGame:
    return CoreGame(load_play_set("rivals-shazam-black-adam"))
