"""What a ruleset, its variant and its rulings decide, as plain attributes of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.playset import PlaySet
from rules_check.oracle.state import Task
from rules_check.oracle.switches import switches_of
from rules_check.oracle.zones import DISCARD, HAND, PLAY
from rules_check.rules.model import Ruleset, Variant
from rules_check.rules.topics import topics_of

STEP_TASKS: Mapping[str, str] = {"draw": "draw_hand"}
"""Steps whose task has another name."""

RETURNED: Mapping[str, int] = {"hand": HAND, "discard_pile": DISCARD, "in_play": PLAY}
"""The zones that `score.return` names; what lies in them goes back into the deck to be counted."""


class Settings:
    """The rules of a game in the form the engine reads them."""

    ruleset: Ruleset
    playset: PlaySet
    seats: tuple[str, ...]
    players: int

    def set_up_rules(
        self, rulings: Mapping[str, int], variant: str | None, turn_order: int, end_order: int
    ) -> None:
        """Read parameters, variant and rulings."""
        ruleset = self.ruleset
        self.book_topics = topics_of(ruleset.name)
        self.variant = self._variant(variant)
        parameters: dict[str, Any] = dict(ruleset.parameters)
        teams = ruleset.teams
        if self.variant is not None:
            parameters.update(self.variant.parameters)
            teams = self.variant.teams
        self.parameters: Mapping[str, Any] = parameters
        self.teams = teams
        self.team = tuple(p % 2 if teams else p for p in range(self.players))
        self.partners = tuple(
            next((q for q in range(self.players) if q != p and self.team[q] == self.team[p]), -1)
            for p in range(self.players)
        )
        self.known_foes: dict[tuple[Any, ...], tuple[int, ...]] = {}
        self.hand_size: int = parameters["hand_size"]
        self.line_up_size: int = parameters["lineup.size"]
        self.target_rule: str = parameters.get("confront.target_rule", "sole")
        self.forbids_buy: bool = parameters.get("confront.forbids_buy", True)
        self.max_defeats: int = parameters["confront.max_defeats_per_turn"]
        self.block_for_partner = parameters.get("block.beneficiary") == "own_or_partner"
        self.other_raisers: bool = parameters.get("block.other_raisers", True)
        self.one_defense_each = parameters.get("defense.per_attack") != "one_per_protected_player"
        self.defense_for_partner = parameters.get("defense.beneficiary") == "own_or_partner"
        self.once_per_own_turn = parameters.get("ongoing.cap") == "once_per_own_turn"
        self.hand_is_discarded: bool = parameters["end_of_turn.hand_is_discard_event"]
        self.end_conditions: tuple[str, ...] = parameters["end.conditions"]
        self.weakness_vp: int = parameters["score.weakness_vp"]
        self.tie_breaks: tuple[str, ...] = parameters["score.tie_breaks"]
        back = parameters["score.return"]
        self.returned_zones = tuple(zone for word, zone in RETURNED.items() if word in back)
        self.last_standing = not teams and self.players > 2
        self.parking = self.variant is not None and self.variant.parking
        self.parked_power_of: Mapping[str, int] = (
            self.variant.parked_power if self.variant is not None else {}
        )
        few = self.variant is not None and self.players == self.variant.kept_out_players
        self.kept_out = self.variant.kept_out if self.variant is not None and few else ()
        steps = (*ruleset.turn[turn_order].steps, *ruleset.end_of_turn[end_order].steps)
        tasks = [(STEP_TASKS.get(step, step),) for step in steps]
        self.steps: tuple[Task, ...] = tuple(reversed(tasks))
        self._aliases(parameters)
        self._switches(switches_of(ruleset, rulings))

    def _variant(self, name: str | None) -> Variant | None:
        if name is None:
            return None
        for variant in self.ruleset.variants:
            if variant.name == name:
                return variant
        raise ValueError(f"no such variant of {self.ruleset.title}: {name}")

    def _aliases(self, parameters: Mapping[str, Any]) -> None:
        """Which facts count as which verb: in some books buying and defeating are gaining."""
        gains = [a.Verb.GAIN, a.Verb.RECEIVE]
        if parameters.get("gain.includes_buy"):
            gains.append(a.Verb.BUY)
        if parameters.get("gain.includes_defeat"):
            gains.append(a.Verb.DEFEAT)
        self.gain_verbs = tuple(gains)

    def verbs_counting_as(self, verbs: tuple[a.Verb, ...]) -> tuple[a.Verb, ...]:
        """The facts that an event with these verbs waits for."""
        if a.Verb.GAIN in verbs:
            return tuple(dict.fromkeys((*verbs, *self.gain_verbs)))
        return verbs

    def _switches(self, sw: dict[str, str]) -> None:
        """The switches, those asked often as attributes."""
        if sw["defeat_is_gain"] == "no":
            self.gain_verbs = tuple(v for v in self.gain_verbs if v is not a.Verb.DEFEAT)
        self.sw = sw
        self.sw_forced_blocks = sw["forced_block"] == "works"
        self.sw_block_speaks_of = sw["block_speaks_of"]
        self.sw_cancel_later = sw["cancel"] == "later"
        self.sw_assist_player_decides = sw["assist_decider"] == "player"
        self.sw_played_count_as_discarded = sw["played_cards"] == "count_as_discarded"
        self.sw_no_negative_vp = sw["negative_vp"] == "is_zero"
        self.sw_only_ongoing_controlled = sw["control"] == "ongoing_only"
        self.sw_replay_replaces = sw["play_again"] == "replaces"
        self.sw_own_discards_only = sw["discard_triggers"] == "own_turn"
        self.sw_any_source = sw["discard_from"] == "anywhere"
        self.sw_start_repeats = sw["start_effect"] == "repeats"
        self.sw_confrontation_always = sw["confrontation_text"] == "always"
        self.sw_triggers_first = sw["trigger_timing"] == "before_card"
        self.sw_assist_speaks_to_player = sw["assist_you"] == "player"
        self.sw_assist_counts_for_active = sw["assist_played_by"] == "active_too"
        self.sw_assist_bonus_to_active = sw["assist_bonus"] == "active"
        self.sw_reveal_again = sw["reveal_defense"] == "again"
        self.sw_avoiding_cancels_card = sw["avoiding"] == "whole_card"
        self.sw_empty_attack_void = sw["empty_attack"] == "void"
        self.sw_confronted_foe_only = sw["chosen_foe"] == "confronted"
        self.sw_block_text_in_own_turn = sw["own_block_text"] == "works"
        self.sw_only_bought_counts = sw["leaving_line_up"] == "bought"
        self.sw_raise_is_kept = sw["raise_outside"] == "kept"
        self.sw_raisers_are_blocks = sw["raisers"] == "blocks"
        self.sw_listed_in_pairs = sw["listed_cards"] == "pairs"
        self.sw_success_lasts = sw["success_waits"] == "rest_of_turn"
        self.sw_play_after = sw["after_confrontation"] == "plays"
        self.sw_buy_after = sw["leftover_power"] == "buys"
        self.sw_looked_at_leaves = sw["looked_at"] == "leaves"
        self.sw_reveal_once_a_turn = sw["reveal_defense_turn"] == "once_a_turn"
        self.sw_revealed_is_discarded = sw["revealed_card"] == "discard"
        self.sw_equal_saves = sw["equal"] == "saves"
        self.sw_overflow = sw["overflow"] == "many"
        self.sw_choice_may_wait = sw["option_timing"] == "later"
        self.sw_control_by_history = sw["returned_card"] == "still_controlled"
        self.sw_foe_passes = sw["passer"] == "foe"
        self.sw_stack_only = sw["other_sources"] == "stack_only"
        self.sw_banner_when_bought = sw["banner_when"] == "bought"
        self.sw_banner_when_played = sw["banner_played"] == "yes"
        self.sw_payment_once = sw["payment"] == "once"
        self.sw_several_foes_nothing = sw["several_foes"] == "nothing"
        self.sw_owned_weaknesses_return = sw["weaknesses_return"] == "owned"
        self.sw_eager_reshuffle = sw["reshuffle"] == "at_once"
        self.sw_draws_from_you = sw["draws_from"] == "you"
        self.tallies_power = self.sw_replay_replaces or self.sw_avoiding_cancels_card

    def seat_problem(self) -> tuple[str, str] | None:
        """What is wrong with the seats, as a code and a sentence, or None."""
        if self.parameters["opponent.kind"] != "characters":
            against = self.parameters["opponent.kind"]
            return "setup.opponent", f"the engine plays no game against {against} (opponent.kind)"
        allowed = self.parameters["players.allowed"]
        if self.players not in allowed:
            known = " or ".join(str(n) for n in allowed)
            message = f"{self.ruleset.title} is for {known} players, not {self.players}"
            return "setup.players", message
        characters = self.playset.characters
        for seat in self.seats:
            if seat not in characters:
                known = ", ".join(characters)
                return "setup.character", f"{seat!r} is not a Character of this game: {known}"
        if len(set(self.seats)) < self.players:
            return "setup.same_character", "each player needs a Character of their own"
        if self.teams and self.playset.sides:
            for team in (0, 1):
                mates = [s for p, s in enumerate(self.seats) if self.team[p] == team]
                if not any(all(m in side for m in mates) for side in self.playset.sides.values()):
                    return "setup.sides", f"{' and '.join(mates)} are not on one side"
        return None

    def cites(self, topic: str) -> tuple[str, ...]:
        """The ids of the rules behind a topic; `rules_of` also asks what an event is about."""
        topics = self.book_topics
        return topics.entries[topic] if topic in topics.entries else topics.rules(topic)
