"""Random texts: every effect shows or says that it cannot be done, and what lasts ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from rules_check.oracle import playable
from rules_check.oracle.box.playset import CardDef
from rules_check.oracle.box.playset_file import PlaySetError
from rules_check.oracle.game import CoreState
from rules_check.oracle.playable import refuse_unplayable, unplayable
from rules_check.oracle.quick import statements, turn
from tests.effort import tries
from tests.properties.quick_faults import nothing
from tests.properties.texts_in_play import Silence, answer_all, begin, card_of, random_cards

SEEDS = [1, 2, 3, 4][: tries(1, 4)]
CARDS = tries(16, 600)


def silent(seed: int, cards: int = CARDS) -> Iterator[str]:
    """Effects of random texts that left no trace."""
    rng = Random(seed)
    for text, card in islice(random_cards(seed), cards):
        looks = Silence()
        looks.play(card, rng)
        yield from (f"{type(node).__name__} in: {text}" for node in looks.found)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_effect_is_carried_out_in_silence(seed: int) -> None:
    assert list(silent(seed)) == []


def test_an_effect_that_does_nothing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "move", lambda *_: lambda _s, _f: 0)
    assert any(found.startswith("Move in") for found in silent(1))


# --------------------------------------------------------------------------- durations

LASTING = [
    "You cannot buy cards this turn.",
    "The next card you buy this turn costs 2 less.",
    "Cards you buy cost 1 less this turn.",
    "Until the start of your next turn, foes cannot buy cards.",
    "Each time you play a Hero this turn, draw a card.",
    "Add 2 to a Character's cost this turn.",
    "Your teammate cannot draw cards until the end of their next turn.",
    "At the start of your next turn, draw a card.",
    "Each Hero in your hand has Assist this turn.",
    "You control all Locations your teammate controls this turn.",
    "Each foe discards a card at the end of their next turn.",
]


def left_over(card: CardDef, turns: int = 9) -> list[Any]:
    """What still lasts after so many turns, though it was to end at some moment."""
    game, state = begin(card)
    game.answer(state, game.parse(state, "play Tried"))
    answer_all(game, state, lambda choice: choice.options[0])
    assert isinstance(state, CoreState)
    begun = list(state.core.lasting)
    for _ in range(turns * 40):
        if state.choice is None or state.turn > turns:
            break
        choice = state.choice
        ends = [x for x in choice.options if x.words in {"end turn", "done", "no Confrontation"}]
        game.answer(state, ends[0] if ends else _natures(choice))
    return [one for one in state.core.lasting if any(one.key == old.key for old in begun)]


def _natures(choice: Any) -> Any:
    from rules_check.oracle.values.choices import ChoiceKind
    from rules_check.oracle.values.options import Order

    if choice.kind is ChoiceKind.SHUFFLE:
        return Order(tuple(choice.cards))
    return choice.options[-1]


@pytest.mark.parametrize("text", LASTING)
def test_what_lasts_for_a_while_ends(text: str) -> None:
    card = card_of([text])
    if card is None:
        pytest.skip("not understood, or not played")
    assert left_over(card) == []


def test_what_lasts_for_good_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn, "expire", nothing)
    card = card_of(["You cannot buy cards this turn."])
    assert card is not None
    assert left_over(card)


# ----------------------------------------------------------------- what is not played

NOT_PLAYED = {
    "You cannot shuffle your deck this turn.": "cannot be forbidden",
    "Shuffle your deck until the start of your next turn.": "does not last",
    "At the end of the game, draw a card.": "not counted",
    "Each foe who does not discard a Hero gains a Weakness.": "in this text",
    "You cannot buy cards until you have played a Hero.": "ends what lasts",
    "+1 Power until you have played a Hero.": "for ever",
    "Villains cost 1 less until a foe controls a Location.": "ends what lasts",
    "Ongoing: Draw a card.": "nothing sets it off",
    "Discard two random cards with a total cost of 2 or less.": "go together",
    "Discard up to two random cards.": "how many",
    "At the start of your next turn, draw a card for each card you bought this turn.": "is over",
    "Each foe reveals two cards, and you choose one of them to be discarded.": "of each player",
    "Look at the hand of the foe with the most cards.": "may be tied",
    "Each foe discards two fewer cards than you did.": "lets you do that",
    "Each foe discards a card. That player's Locations cannot be destroyed.": "picked out",
    "Choose each foe. That foe discards a card.": "picked out",
    "Choose a foe. Swap a card in your hand with a card in that foe's discard pile. Destroy it.": (
        "changed places"
    ),
    "Reveal the top card of your deck. Each foe discards a card. Put it into your hand.": "either",
    "You and your teammate each reveal a card. Each foe discards a card that costs less than it.": (
        "speaks of one"
    ),
    "Each foe reveals the top card of their deck. If it is a Hero, that foe draws it. If none do, "
    "draw a card.": "one thing or another",
    "Draw three cards. Discard the rest.": "no rest",
    "Choose a Hero in the Line-Up. Each foe may gain it.": "each of several",
    "You may destroy a card in your hand. If you do not, draw it.": "in this case",
    "You may reveal a Hero from your hand. If you do, draw a card for each foe who cannot.": (
        "nothing was named"
    ),
    "Each foe draws a card and reveals it. If it is a Hero, you draw one too.": "drawn already",
    "Choose a card in your hand. Each foe discards a card of the same type. Discard it.": "either",
    "The player on your left and the player on your right each discard a card. Whoever discards "
    "the higher-cost card draws a card.": "compared with others",
}


@pytest.mark.parametrize(("text", "why"), NOT_PLAYED.items())
def test_what_cannot_be_played_is_refused_with_its_words(text: str, why: str) -> None:
    card = read(text)
    assert [why in problem.why for problem in unplayable(card)] == [True]
    with pytest.raises(PlaySetError, match=why):
        refuse_unplayable([card])


def read(text: str) -> CardDef:
    from rules_check.grammar.cardfile import read_card_text
    from rules_check.oracle.box.playset import card_defs
    from tests.properties.texts_in_play import HEAD, PARSER

    ((card, _),) = card_defs(read_card_text(HEAD + text + "\n", "tried"), parser=PARSER)
    return card


def test_a_ban_and_what_stands_follow_from_the_tables_too(monkeypatch: pytest.MonkeyPatch) -> None:
    ban, stands = "You cannot draw cards this turn.", "Ongoing: When you play a Hero, draw a card."
    assert unplayable(read(ban)) == unplayable(read(stands)) == []
    monkeypatch.setattr(playable, "FORBIDS", {})
    monkeypatch.setattr(playable, "where_it_waits", lambda _node: ())
    assert [(x.why, x.not_yet) for x in unplayable(read(ban))] == [(playable.NO_BAN, True)]
    assert [(x.why, x.not_yet) for x in unplayable(read(stands))] == [(playable.NEVER, True)]


@pytest.mark.parametrize(
    "used",
    [
        "Block: You may discard this card during a Confrontation.",
        "Defense: You may discard this card to avoid an Attack.",
    ],
)
def test_a_second_text_that_would_never_be_used_is_refused(used: str) -> None:
    first, second = (f"{used} If you do, add {n} to a Character's cost this turn." for n in (2, 1))
    assert card_of([first]) is not None
    assert card_of([first, second]) is None
