"""Zones and generic cards: nothing is decided before it is asked for."""

from __future__ import annotations

import pytest

from rules_check.grammar import ast as a
from rules_check.oracle.box.card_kinds import Kind
from rules_check.oracle.game import CoreState
from rules_check.oracle.quick.acts import shifted
from rules_check.oracle.values.zones import CHARACTERS, DISCARD, HAND, PER_PLAYER, PLAY, SCORE
from rules_check.properties.symbolic.cards import GenericKind
from rules_check.properties.symbolic.explore import Explorer
from rules_check.properties.symbolic.game import SymbolicGame, unknown_state, zones_of
from rules_check.properties.symbolic.numbers import SymInt
from tests.properties.symbolic.proofs import play_set


def game(name: str = "Punch") -> SymbolicGame:
    return SymbolicGame(play_set(), play_set().card(name), Explorer())


def start(g: SymbolicGame, zone: int | None = HAND, bound: int = 1) -> tuple[CoreState, int]:
    g.explorer.waiting = []
    g.explorer.decisions = []
    g.explorer.prefix = []
    return unknown_state(g, bound, zone)


def place(s: CoreState, card: int, zone: int, *, top: bool = False) -> None:
    """The engine moves a card."""
    shifted(s.core, "put", 0, card, zone, top)


def test_a_card_moves_between_zones_that_nobody_looks_at() -> None:
    g = game()
    s, card = start(g)
    place(s, card, PLAY)
    zones = zones_of(s)
    assert zones.is_open(HAND)
    assert zones.is_open(PLAY)
    assert zones.known(HAND) == ()
    assert zones.known(PLAY) == (card,)
    assert zones.initial()[HAND] == (card,)
    assert not g.explorer.bounded


def test_looking_at_a_zone_decides_what_is_in_it() -> None:
    g = game()
    sizes = []

    def run() -> None:
        s, card = unknown_state(g, 2, HAND)
        place(s, card, PLAY)
        assert not g.explorer.bounded
        sizes.append(len(s.zones[HAND]))
        assert zones_of(s).initial()[HAND] == (card, *s.zones[HAND])
        assert g.explorer.bounded

    list(g.explorer.explore(run))
    assert sizes == [0, 1, 2]


def test_cards_on_top_and_below_keep_their_places() -> None:
    g = game()
    s, card = start(g, None)
    zones = zones_of(s)
    new = [g.generic(s.core, zone) for zone in (DISCARD, HAND, HAND)]
    zones.add(DISCARD, new[0])
    zones.add(HAND, new[1])
    zones.add(HAND, new[2])
    place(s, new[1], DISCARD, top=True)
    place(s, new[2], DISCARD)
    assert zones.known(DISCARD) == (new[1], new[0], new[2])
    assert zones.is_open(DISCARD)
    assert card == -1


def test_what_is_thrown_away_unseen_is_decided_and_missed() -> None:
    g = game()
    lost = []

    def run() -> None:
        s, _ = unknown_state(g, 2, None)
        s.zones[DISCARD] = ()
        lost.append(len(zones_of(s).initial().get(DISCARD, ())))

    list(g.explorer.explore(run))
    assert lost == [0, 1, 2]


def test_unseen_cards_in_two_zones_are_seen() -> None:
    g = game()
    twice = []

    def run() -> None:
        s, _ = unknown_state(g, 1, None)
        s.zones[HAND] = s.zones[DISCARD]
        zones = zones_of(s)
        assert zones.known(HAND) == zones.known(DISCARD)
        twice.append(len(zones.known(HAND)))

    list(g.explorer.explore(run))
    assert set(twice) == {0, 1}


def test_a_stack_of_characters_is_one_or_more() -> None:
    g = game()
    lengths = []

    def run() -> None:
        s, _ = unknown_state(g, 1, None)
        stack = s.zones[CHARACTERS]
        lengths.append(len(stack))
        top = stack[0]
        assert stack[:1] == (top,)
        place(s, top, SCORE)
        left = s.zones[CHARACTERS]
        assert left == () if lengths[-1] == 1 else left[0] != top
        assert not g.explorer.bounded

    list(g.explorer.explore(run))
    assert sorted(lengths) == [1, 2]


def test_stacks_hold_their_own_cards_and_shared_zones_no_basic_ones() -> None:
    g = game("Weakness")
    names: set[str] = set()

    def run() -> None:
        s, _ = unknown_state(g, 1, HAND)
        for card in s.zones[g.stacks["Weakness"]]:
            assert g.name(card) == "Weakness"
        names.update(g.name(card) for card in s.zones[g.line_up])

    list(g.explorer.explore(run))
    assert "Weakness" not in names


def test_types_of_a_generic_card_exclude_each_other() -> None:
    explorer = Explorer()

    def run() -> tuple[bool, bool, a.CardType | None]:
        kind = GenericKind(0, explorer)
        return kind.is_type(a.CardType.HERO), kind.is_type(a.CardType.VILLAIN), kind.type

    results = set(explorer.explore(run))
    assert (True, False, a.CardType.HERO) in results
    assert all(hero == (found is a.CardType.HERO) for hero, _, found in results)
    assert not any(hero and villain for hero, villain, _ in results)
    assert {found for *_, found in results} == {*a.CardType, None}


def test_a_generic_card_knows_what_every_card_knows() -> None:
    kind = GenericKind(0, Explorer())
    assert [name for name in Kind.__slots__ if not hasattr(kind, name)] == []


def test_a_generic_card_is_pristine_until_something_is_asked() -> None:
    kind = GenericKind(0, Explorer())
    assert kind.pristine
    assert isinstance(kind.cost, SymInt)
    assert not kind.pristine


def test_a_part_of_a_name_may_be_there_but_no_other_name() -> None:
    explorer = Explorer()

    def run() -> tuple[bool, bool]:
        name = GenericKind(0, explorer).name
        return "gang" in name.casefold(), name == "Punch"

    assert set(explorer.explore(run)) == {(True, False), (False, False)}


def test_cards_are_made_concrete_as_decided() -> None:
    explorer = Explorer()

    def run() -> GenericKind:
        kind = GenericKind(0, explorer)
        assert bool(kind.cost > 3)
        assert a.Keyword.BLOCK not in kind.keywords
        return kind

    kind = next(explorer.explore(run))
    card = kind.concrete(explorer.model(), "Card 1")
    assert card.cost == 4
    assert not card.text.abilities


@pytest.mark.parametrize(
    ("name", "sizes"), [("World Map", {2, 3, 4}), ("Punch", set()), ("Shared Watch", set())]
)
def test_zones_can_be_as_large_as_the_text_asks(name: str, sizes: set[int]) -> None:
    g = game(name)
    assert set(g.zone_sizes(PLAY, 1)) == {0, 1} | sizes
    assert g.zone_sizes(PER_PLAYER + DISCARD, 1) == [0, 1]
