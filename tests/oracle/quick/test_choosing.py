"""Cards that have to fit together: which are offered, and that it is found without trying all."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from rules_check.oracle import game as face
from rules_check.oracle.game import CoreState, Game
from rules_check.oracle.quick import choosing
from rules_check.oracle.scenarios.positions import build_state
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.options import ChooseCard
from tests.effort import tries
from tests.properties.texts_in_play import SET, card_of

TEXT = "Destroy up to {} cards with the highest cost in your discard pile."
CARDS = [*["Punch"] * 3, *["Vulnerability"] * 2, "Hired Muscle", "Mera", "Superboy", "Orion"]


def played(number: str, discard: list[str], text: str = TEXT) -> tuple[Game, CoreState]:
    """A game in which such a text has just been played."""
    card = card_of([text.format(number)])
    assert card is not None
    game = Game(SET.replace_main_deck([*SET.main_deck, (card, 1)]))
    position = {"P1": {"hand": ["Tried"], "discard": discard}, "phase": "play"}
    state = build_state(game, position)
    assert isinstance(state, CoreState)
    game.take(state, game.parse(state, "play Tried"))
    return game, state


def test_a_card_with_which_more_would_have_to_go_than_may_is_not_offered():
    """Found by a campaign with random cards: all sets of cards were tried, millions of them."""
    game, state = played("eight", ["Enhanced Strength x9", "Punch x20"])
    assert state.choice is not None
    names = {game.name(x.card) for x in state.choice.options if isinstance(x, ChooseCard)}
    assert names == {"Enhanced Strength"}


@pytest.mark.parametrize("seed", range(tries(2, 6)))
def test_the_same_is_offered_as_when_all_sets_are_tried(seed, monkeypatch):
    rng = Random(seed)
    discard = rng.sample(CARDS, 7)
    for number in ("two", "three", "five"):
        offered = []
        for every in (False, True):
            tried: list[int] = []
            if every:
                monkeypatch.setattr(choosing, "lacking", lambda *_: None)
            sets = itertools.combinations
            monkeypatch.setattr(
                choosing,
                "combinations",
                lambda *a, sets=sets, tried=tried: tried.append(1) or sets(*a),
            )
            face.kind_made.cache_clear()
            face.kind_with.cache_clear()  # it keeps what a text was made into
            _, state = played(number, discard)
            assert state.choice is not None
            offered.append([tuple(option) for option in state.choice.options])
            monkeypatch.undo()
            assert bool(tried) is every
        assert offered[0] == offered[1], (number, discard)
        assert len(offered[0]) > 1
    face.kind_made.cache_clear()


DIFFERENT = "Destroy up to {} cards with different card types in your discard pile."


def test_cards_that_have_to_differ_are_found_one_by_one(monkeypatch):
    """Found by a campaign with random cards, where they had to be of one type besides."""
    discard = [*["Punch"] * 3, "Mera", "Superboy", "Orion", "Hired Muscle", "Cold Breath"]
    found = []
    for closed in (choosing.closed, lambda *_: lambda *_: False):
        monkeypatch.setattr(choosing, "closed", closed)
        face.kind_made.cache_clear()
        rng, offered = Random(4), []
        game, state = played("five", discard, DIFFERENT)
        while state.choice is not None and state.choice.kind is ChoiceKind.CARD:
            offered.append([tuple(option) for option in state.choice.options])
            game.take(state, rng.choice(state.choice.options))
        found.append(offered)
        monkeypatch.undo()
    face.kind_made.cache_clear()
    assert found[0] == found[1]
    assert len(found[0]) > 1
