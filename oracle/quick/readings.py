"""What the quick engine carries out besides what the books print: a table that only grows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SWITCHES: Final[Mapping[str, tuple[str, ...]]] = {
    "banner_when": ("bought",),
    "granted": ("now",),
    "no_card": ("nothing",),
    "pay_again": ("any_number",),
    "payment": ("once",),
    "repeat": ("do_while",),
    "revealing": ("together",),
    "tied": ("first", "nobody"),
}
"""The readings of each switch besides the standard one."""

PARAMETERS: Final[frozenset[str]] = frozenset()
"""The parameters that a reading may set."""

ORDERS: Final = False
"""Whether the other printed orders of steps are taken."""
