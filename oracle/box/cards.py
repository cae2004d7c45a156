"""The cards of a game: which there are, where they begin, and what is known of each."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from rules_check.grammar import ast as a
from rules_check.grammar.per_object import PerObject
from rules_check.oracle.box.card_kinds import Kind, kind_of, numbered
from rules_check.oracle.box.own_costs import own_costs
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.box.settings import Settings
from rules_check.oracle.values.state import APPEARANCE, State
from rules_check.oracle.values.zones import (
    BESIDE,
    BOSS_ZONES,
    CHARACTERS,
    DECK,
    LINE_UP,
    MAIN_DECK,
    PER_PLAYER,
    PLAYER_ZONES,
    REMOVED,
    SHARED,
    SHARED_ZONES,
)

N = TypeVar("N", bound=a.Node)
One = TypeVar("One")

ON_TOP: Final = a.Place(a.Zone.SUPER_VILLAIN_STACK, edge=a.Edge.TOP)
"""Where a Super-Villain may start the game by its own text."""


class Box(Settings):
    """Every physical card has a number; equal cards have the same `Kind`."""

    playset: PlaySet
    zone_count: int

    def lay_zones(self) -> None:
        """Number the zones."""
        self.shared = self.players * PER_PLAYER
        self.line_up = self.shared + LINE_UP
        self.main_deck = self.shared + MAIN_DECK
        self.kinds: list[Kind] = []
        self.kind_index: list[int] = []
        self.copy: list[int] = []
        self.kind_list: list[Kind] = []
        self.box: dict[int, tuple[int, ...]] = {}
        self.stacks: dict[str, int] = {}
        self.boss_stack = -1
        self.unused_bosses = -1
        self.beside: tuple[int, ...] = ()
        self.kept_for: dict[int, int] = {}

    def add_kind(self, card: CardDef) -> Kind:
        """Enter a kind of card, as this game reads it."""
        kind = kind_of(card, len(self.kind_list))
        if self.sw.defense_card == "helps" and _nodes(kind, a.AvoidAttack):
            kind = numbered(kind, kind.index)
            kind.keywords |= {a.Keyword.DEFENSE}
        if self.sw.super_villain_type == "other" and a.Title.SUPER_VILLAIN in kind.titles:
            kind = numbered(kind, kind.index)
            kind.type = None
        self.kind_list.append(kind)
        return kind

    def add_cards(self, kind: Kind, number: int, zone: int) -> None:
        """Put copies of a card into a zone."""
        first = self.kind_index.count(kind.index)
        new = range(len(self.kinds), len(self.kinds) + number)
        for at in range(number):
            self.kinds.append(kind)
            self.kind_index.append(kind.index)
            self.copy.append(first + at + 1)
        self.box[zone] = self.box.get(zone, ()) + tuple(new)

    def sort_cards(self) -> None:
        """What is asked often, worked out once."""
        self.known_ids: dict[str, int] = {}
        self.known_topics: dict[tuple[Any, ...], tuple[str, ...]] = {}
        self._sort_by_print()
        self._sort_by_text()
        self._sort_by_place()

    def _sort_by_print(self) -> None:
        """What is printed on each card."""
        kinds, listed = self.kinds, self.kind_list
        others = {kind.name for kind in listed if not kind.character}
        self.shared_names = others & {kind.name for kind in listed if kind.character}
        self.card_names = tuple(dict.fromkeys(kind.name for kind in listed))
        self.cards_named: dict[str, list[int]] = {}
        for card, kind in enumerate(kinds):
            for name in (kind.name, f"{kind.name} {kind.level}"):
                self.cards_named.setdefault(name, []).append(card)
        self.has_first = [bool(kind.first) for kind in kinds]
        self.has_gained_texts = any(_nodes(kind, a.GainText) for kind in listed)

    def _sort_by_text(self) -> None:
        """What single pieces of the texts say, by kind of card."""
        listed = self.kind_list
        self.has_assist = self.teams and any(
            kind.assist or any(x.quality is a.Keyword.ASSIST for x in _nodes(kind, a.Grant))
            for kind in listed
        )
        self.own_costs = [_costs_of_this(kind.text) for kind in listed]
        first = self.box.get(self.boss_stack, ())
        named = tuple(card for card in first if self.kinds[card].name == self.boss_top)
        told = self._starting_at(ON_TOP)
        self.top_bosses = named + tuple(x for x in first if x in told and x not in named)

    def _starting_at(self, place: a.Place) -> frozenset[int]:
        """The cards that start the game in a place."""
        kinds = {
            kind.index
            for kind in self.kind_list
            if any(x.place == place for x in _nodes(kind, a.StartsGame))
        }
        return frozenset(card for card, index in enumerate(self.kind_index) if index in kinds)

    def _sort_by_place(self) -> None:
        """What is for sale."""
        never = frozenset(b.name for b in self.ruleset.basics if b.role == "weakness")
        never = never if self.sw.weakness_sale == "never" else frozenset()
        self.for_sale = tuple(zone for name, zone in self.stacks.items() if name not in never)
        self.basic_names = frozenset(self.playset.basics)

    def in_line_up(self, s: State, card: int) -> bool:
        """Whether a card is in the Line-Up; one on a Super Hero counts in that player's turn."""
        where = s.where[card]
        if not self.beside or s.phase == APPEARANCE:  # that belongs to nobody's turn
            return where == self.line_up
        return where in (self.line_up, self.beside[s.active])

    def level(self, s: State, player: int) -> int:
        """The Level of a player's Character."""
        return self.kinds[s.zones[player * PER_PLAYER + CHARACTERS][0]].level

    def name(self, card: int) -> str:
        """The name of a card."""
        return self.kinds[card].name

    def full_name(self, card: int) -> str:
        """The name of a card, with its Level if it is a Character; -1 is the rules."""
        if card < 0:
            return "the rules"
        kind = self.kinds[card]
        if kind.character and not kind.level and kind.name in self.shared_names:
            return f"{kind.name} ({self.ruleset.character_word})"
        return f"{kind.name} {kind.level}" if kind.character and kind.level else kind.name

    def card_id(self, card: int) -> str:
        """A card as "Punch#3"; Characters also carry their Level."""
        return f"{self.full_name(card)}#{self.copy[card]}"

    def card(self, text: str) -> int:
        """The card with that id; ValueError if there is none."""
        if not self.known_ids:
            self.known_ids.update({self.card_id(c): c for c in range(len(self.kinds))})
        if text not in self.known_ids:
            raise ValueError(f"no such card: {text!r}")
        return self.known_ids[text]

    def seat(self, player: int) -> str:
        """A seat as "P1"."""
        return f"P{player + 1}"

    def zone(self, s: State, name: str, seat: int = -1) -> tuple[int, ...]:
        """The cards of a zone by name: "hand" … of a seat, "line-up" …, "stack:NAME"."""
        return s.zones[self.zone_number(name, seat)]

    def zone_number(self, name: str, seat: int = -1) -> int:
        """The number of a zone."""
        if name.startswith("stack:"):
            return self.stacks[name.removeprefix("stack:")]
        if self.boss_stack >= 0 and name in BOSS_ZONES:
            return self.boss_stack + BOSS_ZONES.index(name)
        if self.beside and name == BESIDE:
            return self.beside[seat]
        if name in PLAYER_ZONES:
            return seat * PER_PLAYER + PLAYER_ZONES.index(name)
        return self.shared + SHARED_ZONES.index(name)

    def zone_name(self, zone: int) -> str:
        """The name of a zone, with its seat: "P1 hand", "line-up", "stack:NAME"."""
        if zone < self.shared:
            return f"P{zone // PER_PLAYER + 1} {PLAYER_ZONES[zone % PER_PLAYER]}"
        if zone < self.shared + SHARED:
            return SHARED_ZONES[zone - self.shared]
        if zone in self.beside:
            return f"P{self.beside.index(zone) + 1} {BESIDE}"
        if 0 <= self.boss_stack <= zone:
            return BOSS_ZONES[zone - self.boss_stack]
        return next(f"stack:{name}" for name, number in self.stacks.items() if number == zone)


@PerObject
def _costs_of_this(text: a.CardText) -> tuple[a.ChangeCost | a.While, ...]:
    return tuple(own_costs(text))


@PerObject
def _by_class(text: a.CardText) -> dict[type[a.Node], list[Any]]:
    found: dict[type[a.Node], list[Any]] = {}
    for node in a.walk(text):
        found.setdefault(type(node), []).append(node)
    return found


def _nodes(kind: Kind, wanted: type[N]) -> list[N]:
    """The pieces of a card's text that are of one class."""
    return _by_class(kind.text).get(wanted, [])


def fill_box(g: Box) -> None:
    """Number all zones and cards of a game and say where the cards begin."""
    g.lay_zones()
    zone = g.shared + SHARED
    starters: list[tuple[Kind, int, int]] = []
    for basic in g.ruleset.basics:
        if basic.name not in g.playset.basics:
            continue
        kind = g.add_kind(g.playset.basics[basic.name])
        if basic.role == "starter":
            starters.append((kind, basic.each_player, basic.copies))
        else:
            g.stacks[basic.name] = zone
            g.add_cards(kind, basic.copies, zone)
            zone += 1
    for name, card in g.playset.basics.items():
        if all(basic.name != name for basic in g.ruleset.basics):  # of a set mixed in
            kind = g.add_kind(card)
            g.stacks[name] = zone
            g.add_cards(kind, g.playset.extra_stacks[name], zone)
            zone += 1
    pairs = g.pairs
    if pairs:
        g.beside, zone = tuple(range(zone, zone + g.players)), zone + g.players
    if g.playset.super_villains and not g.villains_hide:
        g.boss_stack, g.unused_bosses, zone = zone, zone + 1, zone + len(BOSS_ZONES)
    for card in g.playset.super_villains:
        g.add_cards(g.add_kind(card), 1, g.main_deck if g.villains_hide else g.boss_stack)
    g.zone_count = zone
    for kind, each, copies in starters:
        for p in range(g.players):
            g.add_cards(kind, each, p * PER_PLAYER + DECK)
        spare = max(0, copies - each * g.players)
        if spare:
            g.add_cards(kind, spare, g.shared + REMOVED)
    for p, seat in enumerate(g.seats):
        for card in g.playset.characters[seat]:
            g.add_cards(g.add_kind(card), 1, p * PER_PLAYER + CHARACTERS)
    for card, copies in g.playset.main_deck:
        kind = g.add_kind(card)
        mine = [p for p, seat in enumerate(g.seats) if pairs.get(seat) == card.name]
        g.add_cards(kind, copies - len(mine), g.main_deck)
        for p in mine:
            g.kept_for[len(g.kind_index)] = p  # this copy, for the whole game
            g.add_cards(kind, 1, g.beside[p])
