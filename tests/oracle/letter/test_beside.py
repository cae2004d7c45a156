"""Today's engine and the interpreter by the letter, side by side: a small sample, and the
comparison notices a broken interpreter."""

from __future__ import annotations

import pytest

from rules_check.oracle.letter import acts
from tests.freeze.texts import Text, bare
from tests.oracle.letter.beside import report
from tests.oracle.letter.situations import play_text, random_text, whole_game

SECONDS = 10.0
DRAWS = "Draw two cards. If you do, discard a card."
TEXTS = (
    DRAWS,
    "Attack: Each foe discards a card. You may destroy a card in your discard pile.",
)
ANSWERS = 60
"""A game is left here after so many answers of players and chance."""


def text(words: str) -> Text:
    return bare(words, "test")


@pytest.mark.parametrize("words", TEXTS)
def test_a_text_does_the_same_on_both(words: str) -> None:
    came = play_text(text(words), "", SECONDS, (0,))
    assert (came.outcome, came.told) == ("same", [])
    assert came.decisions > 5


def test_random_texts_do_the_same_on_both() -> None:
    came = [random_text(number, SECONDS) for number in range(2)]
    assert "differs" not in {one.outcome for one in came}
    assert sum(one.decisions for one in came) > 5


def test_a_game_goes_the_same_way_on_both() -> None:
    came = whole_game(10, SECONDS, ANSWERS)
    assert (came.outcome, came.told) == ("left: not over", [])
    assert came.decisions > ANSWERS / 2


def test_an_interpreter_that_draws_too_few_cards_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = acts.move_tops

    def one_less(t, f, s, player, number, pile, act):
        return whole(t, f, s, player, number - (number > 1), pile, act)

    monkeypatch.setattr(acts, "move_tops", one_less)
    came = play_text(text(DRAWS), "--again", SECONDS, (0,))
    assert came.outcome == "differs"
    told = "\n".join(report([came], 1))
    assert "zones hand" in told
    assert DRAWS in told
    assert "python -m tests.oracle.letter.beside --again" in told
