"""The games of the tests about broken engines, each time a new one on the quick engine."""

from __future__ import annotations

import pytest

from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game


@pytest.fixture
def conf() -> Game:
    return Game(load_play_set("confrontations"))


@pytest.fixture
def joker() -> Game:
    return Game(load_play_set("rivals-batman-joker"))


@pytest.fixture
def shazam() -> Game:
    return Game(load_play_set("rivals-shazam-black-adam"))
