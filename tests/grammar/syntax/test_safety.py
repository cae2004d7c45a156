"""No word of free wording is lost in silence, and none is taken for another.

`python -m tests.grammar.syntax.shares` tells what comes of every edit of every sentence.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.effort import tries
from tests.grammar.syntax.edits import Edit, edits, outcome
from tests.grammar.syntax.lists import (
    REFUSED,
    is_asked,
    is_free,
    meaning,
    pairs_of,
    told,
)
from tests.together import all_of

SAYS_NOTHING = {
    "the": '"inspect top three cards": no other top cards are there',
    "your": '"in hand" is in the hand of whoever does it, "foes" are yours',
    "their": '"in hand" is in the hand of whoever does it',
    "you": 'an order is for you ("get to draw a card"), and costs are yours',
    "card": '"this" alone is this card; "each" with something behind it is each card',
    "pile": '"your discard" is your discard pile',
    "lying": "a place alone says where",
    "during": '"this turn" alone says when',
    "throughout": '"this turn" alone says when',
    "have": '"you vanquished" and "you have vanquished" are the same where it is told when',
    "there": '"is no Hero in your discard pile?" asks whether there is one',
    "any": '"without Hero" is "without any Hero"',
    "either": '"you or your teammate" says that it is one of them',
    "yet": '"have not played a Hero yet this turn": it was not done so far',
    "sitting": '"the player on your left" sits there',
    "then": '"which may then be discarded": the order of the words says it',
    "those": '"revealed cards" are those that were just revealed',
    "that's": '"2 Power for you" says it, too',
    "playing": '"this card gives you 1 Power": it does so when it is played',
    "back": '"onto its stack" is where it came from',
    "choose:": '"each foe discards a card or gains a Weakness": they choose',
    "only": '"only if" is "if": what is not told does not happen',
}
"""Words that may be left out, and why."""
FREE_ORDER = {
    *(("top", "three"), ("top", "two"), ("may", "then"), ("is", "then"), ("not", "costing")),
    ("revealed", "cards"),
    *(("you", "get"), ("you", "earn"), ("is", "discard")),
}
"""Neighbours that may stand in any order."""

SAME_IN_OTHER_WORDS = frozenset(
    {
        "Draw a card unless you have drawn one this turn.",
        "Each foe ditches a card at random.",
        "Locations your teammate controls are destroyed.",
        "You get 2 Power if you control a Location.",
        "This card also is considered to be a Hero this turn.",
        "This card is considered to be a Hero this turn.",
        "If you control a Location, draw additional two cards for your new hand.",
        "A card is discarded by the foe chosen.",
        "Your opponents discard a card each.",
        "Your opponents all discard a card.",
        "Discard a card if you'd like.",
        "Draw two cards, only with three Villains in your discard pile.",
        "Draw a card, each foe discards a card.",
        "Each foe not only discards a card also but loses 1 VP.",
        "Each foe not only discards a card but loses 1 VP.",
        "Destroy a card, whether in your hand or your discard pile.",
        "The top card of your deck is turned up.",
        "The players, you among them, pass a card to whoever sits to their left.",
        "Draw a card, plus 1 for each Location you control.",
        "You may discard a Hero, drawing two.",
        "When a Weakness is gained by a foe, draw two.",
        "Each foe may ditch a card and, if they do, draws two.",
        "Trash a card and draw two, if you own a Hero.",
        "Should you desire, draw a card.",
        "Draw two, but only with three Villains in your discard pile.",
        "Choose between drawing two and destroying a card in your hand.",
        "You may discard a Hero, in which case you draw two.",
        "Destroy cards in your discard pile that cost 0 and aren't Starters.",
        "Your hand being empty, draw two.",
        "Having no cards in hand, you draw three.",
        "Each foe who controls more Heroes than you draws.",
        "If your Character is a higher Level than your foe's, draw a card.",
        "If your Character's Level is lower than your foe's, draw a card.",
        "If you've defeated an Character this turn, draw a card.",
        "Each foe holding a Hero or Villain discards a card.",
        "You and your teammate ditch a card.",
        "Should your teammate be holding fewer cards than you, they draw a card.",
        "Discard any of cards, and for each such card a new one is drawn.",
        "Nothing costing more than 5 can be bought by your opponents until it's your turn.",
        "Cards of yours that cost 0 and lie in your discard pile are destroyed.",
        "Nobody at the table who controls a Villain is allowed to draw until your next turn.",
        "This card counts as a Villain while you control a Location.",
        "Until your next turn, no one but you is permitted to purchase Villains.",
    }
)
"""Sentences that say what they said before the change: what was left out or moved is said by the
rest of them."""

EVERY = [edit for sentence, _ in pairs_of("free.txt") for edit in edits(sentence)]


def is_silent(edit: Edit) -> bool:
    """Whether a change of a sentence is not noticed, and nothing says that it need not be."""
    if edit.after in SAME_IN_OTHER_WORDS or outcome(edit) != "same":
        return False
    if edit.how == "left out":
        return edit.words[0] not in SAYS_NOTHING
    return edit.how != "swapped" or edit.words not in FREE_ORDER


@all_of("edit", EVERY[:: tries(40, 1)])
def test_a_word_that_is_left_out_replaced_or_swapped_is_noticed(edit):
    assert not is_silent(edit), f"still read as: {told(edit.after)}"


def test_every_word_that_may_be_left_out_stands_in_a_sentence_and_shows_it():
    """Each of them is in the list for a sentence; and a word that is noticed is none of them."""
    left_out: Counter[str] = Counter()
    noticed = [edit for edit in EVERY if edit.how == "left out" and edit.words[0] in SAYS_NOTHING]
    for edit in noticed:
        if not left_out[edit.words[0]]:
            left_out[edit.words[0]] += outcome(edit) == "same"
    assert {word for word, times in left_out.items() if times} == set(SAYS_NOTHING)


def test_an_edit_that_nothing_notices_is_told():
    same = Edit("left out", ("both",), "Draw a card.", "Draw one card.")
    assert is_silent(same)
    assert not is_silent(Edit("left out", ("two",), "Draw two cards.", "Draw cards."))
    assert not is_silent(Edit("replaced", ("two",), "Draw two cards.", "Draw blorp cards."))
    swapped = [edit.after for edit in edits("Draw a card, then two.") if edit.how == "swapped"]
    assert swapped == ["A Draw card, then two.", "Draw card a, then two.", "Draw a card, two then."]


# ---- sentences in which a small word says a lot


def is_safe(sentence: str, meant: str) -> bool:
    """Whether a sentence is read as what it means, is asked about, or is refused."""
    found = meaning(sentence)
    if found is None or is_asked(sentence):
        return True
    return meant != REFUSED and found == meaning(meant)


def check_standard(meant: str) -> None:
    """What a sentence means is told in words of the phrases."""
    if meant != REFUSED:
        assert meaning(meant) is not None, f"not understood: {meant}"
        assert not is_free(meant), f"no standard wording: {meant}"


@all_of("sentence,meant", pairs_of("dangerous.txt"), lambda pair: pair[0])
def test_no_small_word_is_lost_or_taken_for_another(sentence, meant):
    check_standard(meant)
    assert is_safe(sentence, meant), f"read as: {told(sentence)}"


def test_what_is_safe_can_be_told_from_what_is_not():
    assert is_safe("Draw a card.", "Draw 1 card.")
    assert is_safe("Draw no card, blorp.", REFUSED)
    assert not is_safe("Draw a card.", REFUSED)
    assert not is_safe("Draw a card.", "Draw two cards.")
    with pytest.raises(AssertionError, match="no standard wording"):
        check_standard("Ditch a card.")


def test_no_sentence_stands_in_two_lists():
    files = ("free.txt", "dangerous.txt")
    every = [sentence for file in files for sentence, _ in pairs_of(file)]
    assert sorted(set(every)) == sorted(every)
