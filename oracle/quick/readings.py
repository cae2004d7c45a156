"""What the quick engine carries out besides what the books print: a table that only grows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SWITCHES: Final[Mapping[str, tuple[str, ...]]] = {
    "again_triggers": ("no",),
    "appearance_played": ("yes",),
    "avoided": ("no_effect",),
    "avoiding": ("whole_card",),
    "banner_played": ("yes",),
    "banner_when": ("bought",),
    "block_speaks_of": (
        "character_owner",
        "confronting",
    ),
    "bonus": ("goes",),
    "cancel": ("later",),
    "chosen_foe": ("confronted",),
    "confrontation_text": ("always",),
    "control": ("ongoing_only",),
    "defeat_is_gain": ("no",),
    "defense_card": ("helps",),
    "discard_from": ("anywhere",),
    "discard_triggers": ("own_turn",),
    "draws_from": ("you",),
    "empty_attack": ("void",),
    "empty_main_deck": ("no_option",),
    "forced_block": ("works",),
    "gained_card": ("first",),
    "granted": ("now",),
    "hidden_villain": ("nowhere",),
    "leaving_line_up": ("bought",),
    "listed_cards": ("pairs",),
    "looked_at": ("leaves",),
    "name_part": ("kind",),
    "negative_vp": ("is_zero",),
    "nested_triggers": ("after_inner",),
    "no_card": ("nothing",),
    "no_type": ("like_a_type",),
    "once_per_type": (
        "once",
        "revealed",
    ),
    "option_timing": ("later",),
    "options": ("any",),
    "other_sources": ("stack_only",),
    "own_block_text": ("works",),
    "passed_card": ("gained",),
    "passer": ("foe",),
    "pay_again": ("any_number",),
    "payment": ("once",),
    "play_again": ("replaces",),
    "played_cards": ("count_as_discarded",),
    "played_location": ("stays",),
    "price": ("set_aside",),
    "raise_outside": ("kept",),
    "raisers": ("blocks",),
    "removed_card": ("for_sale",),
    "repeat": (
        "do_while",
        "all",
    ),
    "reshuffle": ("at_once",),
    "returned_card": ("still_controlled",),
    "revealing": ("together",),
    "same_name": ("words",),
    "several_foes": ("nothing",),
    "short_draw": ("nothing",),
    "start_effect": ("repeats",),
    "success": (
        "announce",
        "power",
    ),
    "success_waits": ("played_after",),
    "super_villain_type": (
        "two_types",
        "other",
    ),
    "this_way": ("attacked",),
    "tied": (
        "first",
        "nobody",
    ),
    "totals": ("told_first",),
    "trigger_order": ("fixed",),
    "trigger_timing": ("before_card",),
    "use_timing": ("at_once",),
    "zero": ("neither",),
}
"""The readings of each switch besides the standard one."""

PARAMETERS: Final[frozenset[str]] = frozenset()
"""The parameters that a reading may set."""

ORDERS: Final = False
"""Whether the other printed orders of steps are taken."""
