"""The names of the play sets, which can be known without reading any."""

from __future__ import annotations

from typing import Final

from rules_check.rules.folders import PLAY, names_in_project, play_set_names

__all__ = ["PLAY_SETS", "play_set_names"]

PLAY_SETS: Final = names_in_project(PLAY, ".toml")
"""The names of the play sets of the project; each is the name of its ruleset."""
