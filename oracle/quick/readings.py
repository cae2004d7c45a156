"""What the quick engine carries out besides what the books print: a table that only grows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules_check.rules.parameters import PARAMETERS as EVERY_PARAMETER

OF_TURNS: Final[Mapping[str, tuple[str, ...]]] = {
    "affected": ("seats",),
    "after_confrontation": ("plays",),
    "after_done": (
        "assists",
        "abilities",
    ),
    "appearance_order": ("next",),
    "appearances": ("each",),
    "assist_bonus": ("active",),
    "assist_confrontation": ("ignored",),
    "assist_decider": ("player",),
    "assist_leaves": (
        "announced",
        "own_turn",
    ),
    "assist_ongoing": ("swept",),
    "assist_order": ("active",),
    "assist_played_by": ("active_too",),
    "assist_time": ("any_time",),
    "assist_you": ("player",),
    "beforehand": (
        "assists",
        "abilities",
    ),
    "beside_scores": ("yes",),
    "blocks_by": ("anyone",),
    "blocks_used": ("together",),
    "cancelled_buy": ("no",),
    "cost_read": ("announced",),
    "defense_profits": ("protected",),
    "done_with": ("weakness",),
    "equal": ("saves",),
    "first_cards": ("anything",),
    "gains_confronting": ("forbidden",),
    "hand_filled": ("any_turn",),
    "held_line_up": ("fails",),
    "hidden_defeats": ("one",),
    "hidden_end": ("at_once",),
    "hunt_is": ("gain",),
    "hunted_power": ("spent",),
    "kept_out_slot": ("filled",),
    "kept_power": ("bound",),
    "last_super_villain": ("at_once",),
    "last_trophy": ("out",),
    "least_cost": ("zero",),
    "leftover_power": ("buys",),
    "neighbours": ("seats",),
    "new_hand": ("up_to",),
    "ongoing_stays": (
        "locations",
        "nothing",
    ),
    "overflow": ("many",),
    "own_characters": ("yes",),
    "parked_falls": (
        "discarded",
        "goes",
    ),
    "parked_play": ("at_once",),
    "parked_power": ("always",),
    "parking_in": ("nowhere",),
    "power_fixed": ("done",),
    "raise_time": ("any_time",),
    "reveal_defense": ("again",),
    "reveal_defense_turn": ("once_a_turn",),
    "revealed_card": ("discard",),
    "second_defense": ("each",),
    "second_hunt": ("none",),
    "slots": ("places",),
    "target_cost": ("printed",),
    "turn_order": ("clockwise",),
    "turn_over": ("announced",),
    "used_block": (
        "triggers",
        "played",
    ),
    "weakness_sale": ("always",),
    "weaknesses_return": ("owned",),
    "whole_hand": ("yes",),
}
"""Readings of the rules of the turn: Confrontations, Assist, Super-Villains, variants, ends."""

OF_ASSISTS: Final = frozenset(name for name in OF_TURNS if name.startswith("assist_"))
"""Those of them that a text may have to know."""

OF_NO_TEXT: Final = frozenset(OF_TURNS) - OF_ASSISTS
"""Those of them that make no text another."""

SWITCHES: Final[Mapping[str, tuple[str, ...]]] = {
    **OF_TURNS,
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

PARAMETERS: Final[frozenset[str]] = frozenset(EVERY_PARAMETER)
"""The parameters that a reading may set."""

ORDERS: Final = True
"""Whether the other printed orders of steps are taken."""
