"""What a text names beside one another is shown one by one, and what a case hangs on is named."""

from __future__ import annotations

from functools import cache

import pytest

from rules_check.cases.making import CardBook
from rules_check.grammar.core import beside
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import walk
from rules_check.grammar.core.reader import read_core
from rules_check.oracle.values.ways import Way
from rules_check.properties.cases.shrinking import _with
from rules_check.properties.cases.ways import Ways
from tests.properties.cases.shared import KEEPER, THROWER, maker

pytestmark = pytest.mark.xdist_group("several")

HERO = """\
Plain Hero
Hero, cost 2, 1 VP, source original
+1 Power
"""
PLACE = """\
Empty Quay
Location, cost 3, 1 VP, source original
Ongoing: Once during each of your turns, you may destroy a card in your discard pile.
"""


@cache
def book(text: str, *others: str) -> CardBook:
    made = maker(text, *others)
    return made.book(made.result.cards[0])


def card(text: str, kind: str = "Hero") -> str:
    return f"Harbour Test\n{kind}, cost 3, 1 VP, source original\n{text}\n"


def ends(found: CardBook) -> list[str]:
    """Which way the cases go."""
    return [case.title.rpartition("”: ")[2] for case in found.cases if "”: " in case.title]


def acts(found: CardBook, way: str) -> str:
    """What is given and happens in the case that goes a way."""
    (one,) = (case for case in found.cases if case.title.endswith(way))
    said = [*one.given, *(" ".join((act.does, *act.comes)) for act in one.acts)]
    return " ".join(said)


def test_each_of_several_conditions_is_the_only_one() -> None:
    found = book(
        card("If there are no Heroes in your hand or you control a Location, draw two cards."),
        HERO,
        PLACE,
    )
    assert "only “you control a Location”" in ends(found)
    assert "You draw" in acts(found, "only “you control a Location”")
    assert "it is not so" in ends(found)  # neither


def test_each_of_conditions_that_all_have_to_hold_is_the_one_that_does_not() -> None:
    found = book(
        card(
            "If you control another Hero and there is a Villain in the Line-Up, draw two cards. "
            "Otherwise, +2 Power."
        ),
        HERO,
    )
    first, second = "all but “you control another Hero”", "all but “there is a Villain in the"
    assert "You get 2 Power" in acts(found, first)
    assert any(way.startswith(second) for way in ends(found))
    assert found.not_reached == 0


def test_cards_are_chosen_from_each_place_and_from_both() -> None:
    found = book(card("You may destroy up to two cards in your hand and/or your discard pile."))
    shown = {way for case in found.cases for _, way in case.shows}
    assert {Way.ONLY, Way.TOGETHER} <= shown
    places = {words for case in found.cases for words, way in case.shows if way == Way.ONLY} | {
        "your hand",
        "your discard pile",
    }
    assert places == {"your hand", "your discard pile"}


def test_of_one_card_there_are_not_both() -> None:
    ways = Ways(_core("You may destroy a card in your hand or your discard pile.").texts)
    assert {way for _, way in ways.by_key} & {Way.ONLY, Way.TOGETHER} == {Way.ONLY}


def test_what_is_counted_together_is_counted_alone_too() -> None:
    found = book(card("+1 Power for each Location you control and each Equipment you control."))
    assert "both at once" in ends(found)
    assert "You get 2 Power" in acts(found, "both at once")
    assert any(way.startswith("only “") for way in ends(found))


def test_what_it_waits_for_is_each_of_several() -> None:
    found = book(card("Ongoing: When you play a Hero or Villain, draw a card.", "Location"), HERO)
    assert {way for case in found.cases for _, way in case.shows} >= {Way.ONLY, Way.UNMET}
    waits = Ways(_core("Ongoing: When you play a Hero or Villain, draw a card.").texts)
    on = next(form for form in waits.forms if isinstance(form, c.On))
    assert len(beside.events(on)) == 2


def test_of_several_players_it_is_you_another_or_both() -> None:
    found = book(card("The player whose hand has the highest total cost discards a card."), HERO)
    shown = {way for case in found.cases for _, way in case.shows}
    assert {Way.YOURS, Way.THEIRS, Way.TIED} <= shown


def test_what_needs_nothing_but_a_card_cannot_be_used_without_one() -> None:
    said = acts(book(PLACE), "not possible")
    assert "Your discard pile is empty" in said
    assert "You cannot use Empty Quay now" in said


def test_a_price_is_all_that_has_to_be_there() -> None:
    text = card("Ongoing: You may pay 3 Power. If you do, draw a card.", "Location")
    assert "is empty" not in acts(book(text), "not possible")


def test_what_works_in_a_confrontation_is_shown_outside_of_one() -> None:
    text = "Ongoing: Confrontation: Once during your turn, draw a card and then discard a card."
    said = acts(book(card(text, "Location")), "outside of a Confrontation")
    assert "You confront" not in said
    assert "You cannot use Harbour Test now" in said


def test_what_waits_in_a_confrontation_hears_the_same_outside_and_something_else_in_it() -> None:
    text = "When you play a Hero during a Confrontation, draw a card."
    found = book(card(f"Ongoing: {text}", "Location"), HERO)
    outside, else_ = (
        acts(found, "outside of a Confrontation"),
        acts(found, "something else happens"),
    )
    assert "You play Plain Hero" in outside
    assert "in the deck" in outside  # there is something to draw
    assert "You confront" not in outside
    assert "You confront" in else_
    assert "You play Plain Hero" not in else_


def test_a_case_names_the_question_on_which_it_hangs() -> None:
    found = book(card("The player whose hand has the highest total cost discards a card."), HERO)
    asked = {case.title.rpartition(": ")[2]: case.questions for case in found.cases}
    assert any("tied" in one for one in asked["a tie"])
    assert not found.cases[0].questions
    assert any("tied" in one for one in found.readings)


def test_a_question_of_wording_is_named_where_other_words_end_otherwise() -> None:
    text = "Defense: You may reveal this card from your hand to avoid an Attack. If you do, "
    found = book(card(f"{text}discard a card."), THROWER)
    assert any("this card itself" in asked for asked in found.readings)
    itself = [case for case in found.cases if any("itself" in asked for asked in case.questions)]
    for case in itself:
        assert "You discard Harbour Test." in " ".join(x for act in case.acts for x in act.comes)
    assert itself


def test_words_that_are_not_said_are_no_legs() -> None:
    core = read_core(
        "text played:\n"
        "  if count(hand(you)) = 0 or count(deck(you)) = 0:\n"
        "    give 2 Power to you\n"
    )
    assert not [x for x in walk(core) if beside.legs(x)]


def _core(text: str) -> c.Core:
    made = maker(card(text, "Location" if text.startswith("Ongoing") else "Hero"))
    found = made.game_with(made.result.cards[0])
    assert found is not None
    game, at, _ = found
    return c.Core(tuple(one.form for one in game.core.kinds[at].texts))


def test_a_card_comes_to_somebody_of_whom_nothing_was_said() -> None:
    assert _with({"phase": "play"}, ("P1", "hand"), ["Punch"])["P1"] == {"hand": ["Punch"]}


def test_each_of_several_acts_is_shown_or_named() -> None:
    """ "Buy or gain" are one event; who only buys shows one of them."""
    ledger = """\
Harbour Ledger
Location, cost 5, 1 VP, source original
Ongoing: The first time you buy or gain a Hero during each of your turns, draw a card.
"""
    book, _ = maker(ledger, KEEPER).books()
    told = [*(case.title for case in book.cases), *book.missed]
    assert any(x.endswith(("only “gain”", "only “gain” (buy or gain)")) for x in told)


def test_none_of_what_was_revealed_is_of_the_kind() -> None:
    reader = """\
Fog Reader
Hero, cost 4, 1 VP, source original
Choose a card type. Reveal the top three cards of your deck. Put all cards of the chosen card type \
revealed this way into your hand and the rest on the bottom of your deck.
"""
    trick = """\
Coin Trick
Hero, cost 2, 1 VP, source original
Choose even or odd. Reveal the top card of your deck. If its cost matches your choice, draw it.
"""
    one, other = maker(reader, trick).books()
    assert any("into your hand" in x.title and "there is none" in x.title for x in one.cases)
    assert any("the deck is too short" in x.title for x in other.cases)


def test_a_place_without_words_of_its_own_is_named() -> None:
    dealer = """\
Quay Dealer
Hero, cost 4, 1 VP, source original
You may destroy a card from your hand or discard pile.
"""
    (book,) = maker(dealer).books()
    told = [*(case.title for case in book.cases), *book.missed]
    assert any(x.endswith(("only your hand", "only your discard pile")) for x in told)


def test_the_other_branch_is_shown_where_nothing_is_missing() -> None:
    scrolls = """\
Harbour Scrolls
Equipment, cost 4, 1 VP, source original
Reveal the top two cards of your deck. If they share a card type, draw them. Otherwise, put them \
on the bottom of your deck in any order.
"""
    (book,) = maker(scrolls).books()
    assert any(len(x.position["P1"].get("deck", ())) == 2 for x in book.cases[1:])


def test_the_main_deck_is_empty() -> None:
    diver = """\
Harbour Diver
Hero, cost 4, 1 VP, source original
Reveal the top card of the main deck. If it is a Hero, +2 Power.
"""
    (book,) = maker(diver).books()
    case = next(x for x in book.cases if "the main deck is too short" in x.title)
    assert "The main deck is empty." in case.given
