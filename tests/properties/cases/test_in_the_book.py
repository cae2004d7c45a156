"""What a book says or leaves open is seen in the cases of a card."""

from __future__ import annotations

from rules_check.cases.book_questions import concerning
from rules_check.cases.making import CardBook, Maker
from rules_check.checker import Checker
from rules_check.testing.cards import own_cards
from tests.properties.cases.shared import maker
from tests.properties.cases.test_telling import story, table

WALL = """\
Harbour Wall
Equipment, cost 4, 1 VP, source original
+1 Power
Block: You may discard this card during a Confrontation. If you do, add 1 to a Character's cost\
 this turn for each Super Power in your discard pile.
"""
SENDER = """\
Dock Sender
Hero, cost 4, 1 VP, source original
Gain a card with cost 5 or less from the Line-Up and put it into any player's discard pile.
"""
DODGER = """\
Dock Dodger
Hero, cost 3, 1 VP, source original
+1 Power
Defense: You may discard this card to avoid an Attack. If you do, add 1\
 to your Character's cost this turn.
"""
SEEKER = """\
Famine
Villain, cost 4, 1 VP, source original
Destroy cards in the Line-Up until there are 4 cards.
"""


def book(name: str, ruleset: str, *cards: str) -> CardBook:
    """The case book of a card of a set for a game."""
    text = f"set: Harbour Watch\nruleset: {ruleset}\n\n" + "\n".join(cards)
    result = Checker().check_text(text, "cards.txt")
    return next(x for x in Maker(own_cards(result), result).books() if x.name == name)


def test_the_first_case_of_a_block_is_one_in_which_it_saves_the_character() -> None:
    first = next(x for x in next(maker(WALL).books()).cases if x.title.startswith("“Block"))
    (said,) = [x for x in first.acts[-1].comes if x.endswith("your Character stands.")]
    assert said.startswith("Power 9 against cost 1")


def test_the_block_that_is_not_used_costs_the_character() -> None:
    first = next(x for x in next(maker(WALL).books()).cases if x.title.endswith("not wanted"))
    assert any("your Character is defeated" in said for said in first.acts[-1].comes)


def test_a_later_way_of_a_text_is_headed_by_its_own_words() -> None:
    text = "Dock Chooser\nHero, cost 4, 1 VP\nChoose one: Draw a card; or +2 Power.\n"
    titles = [x.title for x in book("Dock Chooser", "confrontations", text).cases]
    assert titles[:2] == ["“Choose one: Draw a card”", "“+2 Power”"]


def test_what_is_offered_is_quoted_and_not_the_beginning_of_a_long_sentence() -> None:
    text = (
        "Dock Buyer\nLocation, cost 4, 1 VP\nOngoing: The first time you buy a Hero or a Villain"
        " from the Line-Up during each of your turns, you may destroy a card in your hand.\n"
    )
    titles = [x.title for x in book("Dock Buyer", "confrontations", text).cases]
    assert "“you may destroy a card in your hand”: not wanted" in titles


def test_a_cost_that_is_raised_outside_of_a_confrontation_has_no_effect() -> None:
    foe = {"hand": ["Rope Thrower", "Punch"]}
    position = {"active": "P2", "P1": {"hand": ["Dock Dodger"]}, "P2": foe}
    acts = ("P2: play Rope Thrower", "P1: defend with Dock Dodger")
    said = story("Dock Dodger", position, *acts, more=(DODGER,))
    assert "costs 1 more, which has no effect outside of a Confrontation." in said
    said = story("Dock Dodger", {**position, "confront": "P1"}, *acts, more=(DODGER,))
    assert "costs 1 more." in said


def test_a_gained_card_is_not_told_to_lie_where_it_is_not_put() -> None:
    position = {"P1": {"hand": ["Dock Sender", "Punch"]}, "line_up": ["Hired Muscle"]}
    acts = ("P1: play Dock Sender", "P1: choose P2")
    said = story("Dock Sender", position, *acts, more=(SENDER,))
    assert "You put Hired Muscle into" in said
    assert "from your discard pile" not in said


def test_a_question_that_the_book_leaves_open_is_named_with_what_is_played() -> None:
    found = book("Famine", "rivals-shazam-black-adam", SEEKER)
    asked = "Does Famine destroy a card if the Line-Up has four or fewer? Played: Yes"
    assert any(x.startswith(asked) for case in found.cases for x in case.questions)
    assert any(x.startswith(asked) for x in found.readings)


def test_questions_of_keywords_concern_cards_with_them() -> None:
    kind = table("Night Tide").kind
    of_none = {x.question.id for x in concerning(kind, "", "rivals-batman-joker", set())}
    of_blocks = {x.question.id for x in concerning(kind, "", "rivals-batman-joker", {"Block"})}
    assert of_blocks - of_none == {"CB-60"}
    assert "CB-56" not in of_blocks  # how a deck is shuffled


def test_who_avoids_an_attack_has_what_it_would_take() -> None:
    text = "Dock Rogue\nVillain, cost 4, 1 VP\nAttack: Each foe discards a Block card.\n"
    found = book("Dock Rogue", "confrontations", text)
    case = next(x for x in found.cases if x.title.endswith("avoided"))
    shown = found.cases[0].position
    foe = next(seat for seat in shown if seat.startswith("P") and seat != "P1")
    assert set(shown[foe]["hand"]) < set(case.position[foe]["hand"])


def test_there_is_a_card_where_none_of_the_kind_is() -> None:
    text = "Dock Rogue\nVillain, cost 4, 1 VP\nDestroy a Villain in your discard pile.\n"
    found = book("Dock Rogue", "confrontations", text)
    case = next(x for x in found.cases if x.title.endswith("there is none"))
    assert case.position["P1"]["discard"]


def test_costs_are_told_of_the_cards_of_which_the_text_asks_them() -> None:
    found = book("Dock Sender", "confrontations", SENDER)
    assert any("Hired Muscle costs 5 here." in said for said in found.cases[0].given)
    assert not any("Punch costs" in said for case in found.cases for said in case.given)


def test_that_there_is_none_is_told_before_what_comes_then() -> None:
    text = "Dock Echo\nHero, cost 4, 1 VP\nPlay a Villain you control again. +1 Power.\n"
    found = book("Dock Echo", "confrontations", text)
    case = next(x for x in found.cases if x.title.endswith("there is none"))
    assert case.acts[-1].comes == ("There is no such Villain.", "You get 1 Power.")


def titles_of(text: str, ruleset: str = "confrontations") -> list[str]:
    """The titles of the only card of a set."""
    return [case.title for case in book(text.splitlines()[0], ruleset, text).cases]


def test_of_different_things_two_alike_count_once() -> None:
    text = (
        "Dock Clerk\nHero, cost 4, 1 VP\n+1 Power for each different card type in your discard pile"
    )
    found = book("Dock Clerk", "confrontations", f"{text} when you play this card.\n")
    assert len(found.cases[0].position["P1"]["discard"]) > 1  # what "for each" counts
    case = next(x for x in found.cases if x.title.endswith("some are alike"))
    names = case.position["P1"]["discard"]
    power = next(line for line in case.then if line.startswith("P1 power"))
    assert int(power.split(": ")[1]) < len(names)


def test_an_ability_once_per_card_type_is_used_with_another_type() -> None:
    text = "Dock Pit\nLocation, cost 4, 1 VP\nOngoing: Discard a Hero or Super Power: +3 Power."
    titles = titles_of(f"{text} (max once per card type)\n", "rivals-shazam-black-adam")
    assert any(x.endswith("once more in the same turn, in another way") for x in titles)
    assert any(x.endswith("once more in the same turn") for x in titles)


def test_a_block_is_used_for_somebody_else() -> None:
    case = next(
        x for x in next(maker(WALL).books()).cases if x.title.endswith("for another player")
    )
    assert case.position["confront"] != "P1"
    assert any("stands." in said for said in case.acts[-1].comes)


def test_what_is_not_found_is_no_such_card() -> None:
    text = "Dock Echo\nHero, cost 4, 1 VP\nPlay a card with cost 3 or less you control again.\n"
    found = book("Dock Echo", "confrontations", text)
    case = next(x for x in found.cases if x.title.endswith("there is none"))
    assert case.acts[-1].comes == ("There is no such card.",)
