"""Sentences in free wording are read as their standard wording, and told with it (RC502)."""

from __future__ import annotations

import pytest

from rules_check.checker import Checker
from tests.effort import tries
from tests.grammar.syntax.lists import is_asked, is_free, meaning, pairs_of, told
from tests.together import all_of

PAIRS = pairs_of("free.txt")


@all_of("free,standard", PAIRS, lambda pair: pair[0])
def test_a_sentence_in_free_wording_means_what_its_standard_wording_does(free, standard):
    assert is_free(free), "the phrases read it: it shows nothing here"
    assert meaning(standard) is not None
    assert not is_free(standard), "this is no standard wording"
    assert meaning(free) == meaning(standard), f"read as: {told(free)}"
    assert not is_asked(free)


def test_no_sentence_stands_there_twice():
    sentences = [free for free, _ in PAIRS]
    assert len(sentences) >= 60
    assert len(set(sentences)) == len(sentences)


TOLD = "understood as: "


def test_each_is_told_with_its_standard_wording_and_the_standard_wording_is_not():
    pairs = PAIRS[:: tries(5, 1)]
    every = [sentence for pair in pairs for sentence in pair]
    cards = [f"Card {number}\nHero, cost 3, 1 VP\n{text}" for number, text in enumerate(every)]
    text = "\n\n".join(["set: Test\nruleset: confrontations", *cards]) + "\n"
    result = Checker().check_text(text, "free.txt")
    found = {one.place.card: one for one in result.diagnostics if one.code == "RC502"}
    assert set(found) == {f"Card {number}" for number in range(0, len(every), 2)}
    assert not [one for one in result.diagnostics if one.code == "RC102"]
    for number, (free, _) in enumerate(pairs):
        message = found[f"Card {2 * number}"].message
        assert message.startswith(TOLD)
        if free.count(".") > 1:
            continue  # told sentence by sentence
        assert meaning(message.removeprefix(TOLD)) == meaning(free), message


@pytest.mark.parametrize(
    "text",
    [
        "It's your choice whether you discard a card.",
        "Whenever it is your turn, Villains cost you 1 less.",
        "Those of your foes who control a Location discard a card.",
        "Count the Villains in your discard pile; that's how much Power you get.",
    ],
)
def test_a_word_that_points_to_nothing_is_no_error(text):
    file = f"set: Test\nruleset: confrontations\n\nSample\nHero, cost 3, 1 VP\n{text}\n"
    codes = {one.code for one in Checker().check_text(file, "free.txt").diagnostics}
    assert not codes & {"RC102", "RC201", "RC202"}
