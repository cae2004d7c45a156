"""Names that can be known without reading anything."""

from __future__ import annotations

from typing import Final

PLAY_SETS: Final = ("confrontations", "rivals-batman-joker", "rivals-shazam-black-adam")
"""The names of the play sets; each is the name of its ruleset."""
