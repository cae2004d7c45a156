"""What a ruleset, its variant and its rulings decide, as plain attributes of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_check.oracle.box.card_rules import rules_of_books
from rules_check.oracle.box.playset import PlaySet
from rules_check.oracle.box.reading import Reading
from rules_check.rules.model import Ruleset, Variant
from rules_check.rules.topics import topics_of


class GameError(ValueError):
    """A game cannot be set up like this; the rules that say so."""

    def __init__(self, message: str, rules: tuple[str, ...] = ()) -> None:
        self.rules = rules
        super().__init__(message)

    def __reduce__(self) -> tuple[type[GameError], tuple[str, tuple[str, ...]]]:
        return GameError, (str(self), self.rules)


class Settings:
    """The rules of a game in the form the engine reads them."""

    ruleset: Ruleset
    playset: PlaySet
    seats: tuple[str, ...]
    players: int
    rulings: Mapping[str, int]
    reading: Reading
    orders: tuple[int, int]
    """Which of the printed orders of steps are taken: of a turn, and of its end."""

    def set_up_rules(self, rulings: Mapping[str, int], variant: str | None) -> None:
        """Read parameters, variant and rulings."""
        ruleset = self.ruleset
        self.book_topics = topics_of(ruleset.name)
        others = [mixed.book.name for mixed in self.playset.mixed]
        self.other_topics = tuple((name, topics_of(name)) for name in others)
        self.variant = self._variant(variant)
        parameters: dict[str, Any] = dict(ruleset.parameters)
        teams = ruleset.teams
        if self.variant is not None:
            parameters.update(self.variant.parameters)
            teams = self.variant.teams
        parameters.update(self.reading.parameters)
        self.parameters: Mapping[str, Any] = parameters
        self.teams = teams
        self.team = tuple(p % 2 if teams else p for p in range(self.players))
        self._read(parameters)
        self.hunting = self.variant is not None and self.variant.hunting
        self.last_standing = not teams and self.players > 2
        self.parking = self.variant is not None and self.variant.parking
        few = self.variant is not None and self.players == self.variant.kept_out_players
        kept_out = self.variant.kept_out if self.variant is not None and few else ()
        self.kept_out = {card for name in kept_out for card in self.called(name)}
        self.card_rules = rules_of_books(self.playset.books, parameters, rulings, self.reading)
        self.own_rules = self.card_rules[ruleset.name]
        self.sw = self.own_rules.sw
        if self.sw.parking_in == "nowhere":
            self.parking = False
        self.words_in_names = self._words_in_names()
        self.pairs = self._pairs()

    def called(self, name: str) -> tuple[str, ...]:
        """The card that a rule calls by its name, and ours that stand in for it."""
        return (name, *self.ruleset.stand_ins.get(name, ()))

    def _pairs(self) -> Mapping[str, str]:
        """The card of the main deck that lies beside each Super Hero, in the variant with them."""
        beside = self.variant.beside if self.variant is not None else {}
        deck = {card.name for card, _ in self.playset.main_deck}
        return {
            seat: next((card for card in self.called(name) if card in deck), name)
            for seat, name in beside.items()
        }

    def _words_in_names(self) -> frozenset[str]:
        """The names that are asked for as a part of other names."""
        return frozenset(
            name.casefold()
            for book in self.playset.books
            for ruling in book.rulings
            if ruling.switch is not None and ruling.switch[0] == "same_name"
            for name in (*ruling.cards, *ruling.stand_ins)
            if self.card_rules[book.name].sw.same_name == "words"
        )

    def _read(self, parameters: Mapping[str, Any]) -> None:
        """What the parameters say."""
        self.hand_size: int = parameters["hand_size"]
        self.line_up_size: int = parameters["lineup.size"]
        self.target_rule: str = parameters.get("confront.target_rule", "sole")
        self.forbids_buy: bool = parameters.get("confront.forbids_buy", True)
        self.max_defeats: int = parameters["confront.max_defeats_per_turn"]
        self.end_conditions: tuple[str, ...] = parameters["end.conditions"]
        self.weakness_vp: int = parameters["score.weakness_vp"]
        self.tie_breaks: tuple[str, ...] = parameters["score.tie_breaks"]
        self.boss_size: int = parameters.get("boss.size", 0)
        self.boss_top: str = parameters.get("boss.top", "")
        self.villains_hide = parameters["opponent.kind"] == "main_deck"

    def _variant(self, name: str | None) -> Variant | None:
        if name is None:
            return None
        for variant in self.ruleset.variants:
            if variant.name == name:
                if not all(self.ruleset.rules[rule].executable for rule in variant.rules):
                    raise ValueError(f"the engine does not play {variant.title} yet")
                return variant
        raise ValueError(f"no such variant of {self.ruleset.title}: {name}")

    def _opponent_problem(self) -> str | None:
        """Why there is nothing to defeat in this game, or None."""
        against, villains = self.parameters["opponent.kind"], bool(self.playset.super_villains)
        if against != "characters" and not villains:
            return "the play set has no Super-Villains"
        if against == "characters" and not self.ruleset.ranges.character_costs:
            return "those whom the players play have no cost"
        return None

    def seat_problem(self) -> tuple[str, str] | None:
        """What is wrong with the seats, as a code and a sentence, or None."""
        word = self.ruleset.character_word
        opponents = self._opponent_problem()
        if opponents is not None:
            return "setup.opponent", f"{opponents} (opponent.kind)"
        there = self.ruleset.components.super_villains
        if self.boss_size > there:
            message = f"a stack of {self.boss_size} Super-Villains; the box has {there} (boss.size)"
            return "setup.super_villains", message
        allowed = self.parameters["players.allowed"]
        if self.players not in allowed:
            known = " or ".join(str(n) for n in allowed)
            message = f"{self.ruleset.title} is for {known} players, not {self.players}"
            return "setup.players", message
        characters = self.playset.characters
        for seat in self.seats:
            if seat not in characters:
                known = ", ".join(characters)
                return "setup.character", f"{seat!r} is not a {word} of this game: {known}"
        beside = self.pairs
        deck = {card.name for card, _ in self.playset.main_deck}
        for seat in self.seats:
            if beside and beside.get(seat) not in deck:
                card = beside.get(seat, "the Hero card that goes with it")
                return "setup.beside", f"{seat}: {card} is not in the main deck"
        if len(set(self.seats)) < self.players:
            return "setup.same_character", f"each player needs a {word} of their own"
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
