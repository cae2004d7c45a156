"""What a clarification decides about the engine, as named switches.

A ruling of a rulebook may set a switch (`switch` and one of `values` for each reading, see
rules/). The first value of each switch here is what holds when no ruling speaks of it. The
other values exist so that both readings of a ruling can be played and compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules_check.rules.model import Ruleset

SWITCHES: Final[Mapping[str, tuple[str, ...]]] = {
    "forced_block": ("no_effect", "works"),
    "block_speaks_of": ("blocker", "character_owner", "confronting"),
    "cancel": ("now", "later"),
    "assist_decider": ("active", "player"),
    "played_cards": ("in_play", "count_as_discarded"),
    "negative_vp": ("counts", "is_zero"),
    "control": ("played", "ongoing_only"),
    "play_again": ("adds", "replaces"),
    "discard_triggers": ("any", "own_turn"),
    "discard_from": ("place", "anywhere"),
    "start_effect": ("once", "repeats"),
    "confrontation_text": ("announced", "always"),
    "trigger_timing": ("after_card", "before_card"),
    "assist_you": ("active", "player"),
    "assist_played_by": ("player", "active_too"),
    "assist_bonus": ("player", "active"),
    "reveal_defense": ("once_per_attack", "again"),
    "avoiding": ("attack_only", "whole_card"),
    "empty_attack": ("stands", "void"),
    "chosen_foe": ("any", "confronted"),
    "own_block_text": ("ignored", "works"),
    "leaving_line_up": ("any", "bought"),
    "raise_outside": ("lapses", "kept"),
    "raisers": ("not_blocks", "blocks"),
    "listed_cards": ("each", "pairs"),
    "success": ("defeat", "announce", "power"),
    "success_waits": ("rest_of_turn", "played_after"),
    "after_confrontation": ("closed", "plays"),
    "leftover_power": ("lost", "buys"),
    "looked_at": ("returns", "leaves"),
    "reveal_defense_turn": ("each_attack", "once_a_turn"),
    "revealed_card": ("hand", "discard"),
    "equal": ("defeats", "saves"),
    "overflow": ("one", "many"),
    "repeat": ("while", "do_while", "all"),
    "option_timing": ("now", "later"),
    "returned_card": ("left", "still_controlled"),
    "once_per_type": ("paid", "once", "revealed"),
    "passer": ("attacker", "foe"),
    "defeat_is_gain": ("as_parameter", "no"),
    "other_sources": ("all", "stack_only"),
    "banner_when": ("gained", "bought"),
    "banner_played": ("no", "yes"),
    "payment": ("unlimited", "once"),
    "several_foes": ("one", "nothing"),
    "weaknesses_return": ("in_play", "owned"),
    "reshuffle": ("needed", "at_once"),
    "draws_from": ("drawer", "you"),
}


def switches_of(ruleset: Ruleset, rulings: Mapping[str, int]) -> dict[str, str]:
    """The value of every switch; `rulings` gives rulings another reading (from 1)."""
    values = {name: options[0] for name, options in SWITCHES.items()}
    known = {ruling.id for ruling in ruleset.rulings}
    for name in rulings:
        if name not in known:
            raise ValueError(f"no such ruling: {name}")
    for ruling in ruleset.rulings:
        if ruling.switch is not None:
            name, options = ruling.switch
            reading = rulings.get(ruling.id, ruling.answer)
            if reading != ruling.answer or values[name] == SWITCHES[name][0]:
                values[name] = options[reading - 1]
    return values
