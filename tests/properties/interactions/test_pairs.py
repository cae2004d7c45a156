"""Orders that matter, texts that cancel each other, what never works, and what two cards break."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules_check.cli import main
from rules_check.grammar import ast as a
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.quick import acts, confrontation, waiting
from rules_check.properties.interactions.examine import Examined, examine
from rules_check.properties.interactions.games import Shown
from rules_check.properties.interactions.kept import documents, play_again
from rules_check.properties.interactions.links import Why, links_of
from rules_check.properties.interactions.never import find_never
from rules_check.properties.interactions.proving import refute_together
from rules_check.properties.interactions.search import Budget
from rules_check.properties.interactions.small import meet
from rules_check.properties.interactions.together import find_broken, replayed
from rules_check.properties.registry import PROPERTIES
from tests.properties.interactions.sets import card, cards, play_set
from tests.properties.symbolic import faults
from tests.properties.symbolic.faults import Break, in_engine

LINE = "Location, cost 4, 1 VP"
WELL = card("Old Well", LINE, "Ongoing: Each time you play a Hero, draw a card.")
PIT = card(
    "Dark Pit", LINE, "Ongoing: Each time you play a Hero, discard the top card of your deck."
)
LAMP = card("Lamp", LINE, "Ongoing: Each time you play a Hero, +1 Power.")
DRY = card("Dry Season", LINE, "Ongoing: You cannot draw cards.")
CUP = card("Full Cup", "Equipment, cost 4, 1 VP", "Draw two cards.")
TAX = card("Tax", LINE, "Ongoing: Heroes cost you 1 more to buy.")
SALE = card("Sale", LINE, "Ongoing: Heroes cost you 1 less to buy.")


def look(text: str, **more: Any) -> Examined:
    """All that is found in a set."""
    return examine(play_set(), cards(text), answers=4_000, **more)


def kinds(text: str, **more: Any) -> list[tuple[str, ...]]:
    """What is found, with the cards."""
    return [(shown.kind, *sorted(shown.names)) for shown in look(text, **more).found]


# -------------------------------------------------------------------------------- order


def test_an_order_that_matters_is_shown_by_a_game() -> None:
    (found,) = look(WELL + PIT).found
    assert found.kind == "order"
    assert found.acts == ("P1: play Plain Hero",)
    assert found.position[1] == "P1 deck: Plain Villain, Plain Hero"
    first, second = found.outcome
    assert first.startswith("Dark Pit first: ")
    assert "P1 discard: Plain Villain" in first
    assert second.startswith("Old Well first: ")
    assert "P1 discard: Plain Hero" in second


def test_an_order_that_does_not_matter_is_none() -> None:
    assert kinds(WELL + LAMP) == []
    twice = WELL + WELL.replace("Old Well", "New Well")
    assert kinds(twice) == []


def test_other_events_have_no_order() -> None:
    assert kinds(WELL + PIT.replace("a Hero", "a Villain")) == []


def test_an_order_that_a_book_decides_is_none() -> None:
    assert kinds(WELL + PIT, orders=False) == []


START = "Ongoing: At the start of each of your turns, "
END = "Ongoing: At the end of each of your turns, "
BELL = card("Bell", LINE, START + "if you have six or more cards in hand, draw two cards.")
ALMS = card("Alms", LINE, START + "destroy a card in your hand.")
DUSK = card("Dusk", LINE, END + "draw two cards.")
KILN = card("Kiln", LINE, END + "you may destroy a card in your hand.")
HORN = card("Horn", LINE, "Ongoing: When you announce a Confrontation, draw a card.")
PYRE = card(
    "Pyre", LINE, "Ongoing: When you announce a Confrontation, discard the top card of your deck."
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param(BELL + ALMS, "the turn of P1 begins", id="a turn begins, with enough cards"),
        pytest.param(DUSK + KILN, "P1: end turn", id="a turn ends"),
        pytest.param(HORN + PYRE, "P1: confront Circe", id="a Confrontation is announced"),
    ],
)
def test_orders_matter_whenever_both_texts_wait(text: str, told: str) -> None:
    """What both wait for decides where the game begins; the numbers of which they speak decide
    how many cards there are."""
    (found,) = look(text).found
    assert found.kind == "order"
    assert told in (*found.position, *found.acts)
    first, second = documents(found)
    assert first["end"] != second["end"]
    assert all(play_again(game).same for game in (first, second))


def test_texts_that_wait_since_their_cards_were_played() -> None:
    dusk = card(
        "Dusk", "Hero, cost 4, 1 VP", "+1 Power", "At the end of your turn, draw two cards."
    )
    kiln = card(
        *("Kiln", "Villain, cost 4, 1 VP"),
        "At the end of your turn, you may destroy a card in your hand.",
    )
    (found,) = look(dusk + kiln).found
    assert found.kind == "order"
    assert found.acts == ("P1: play Dusk", "P1: play Kiln", "P1: end turn")
    assert all(play_again(game).same for game in documents(found))


def test_cards_of_different_places_are_told_apart() -> None:
    """Only a card that was drawn first can be destroyed; it does not matter if the hand has its
    like."""
    kiln = "Ongoing: Each time you play a Hero, you may destroy a card in your hand."
    (found,) = look(WELL + card("Kiln", LINE, kiln)).found
    assert found.kind == "order"
    assert "P1 deck: Hidden Hero, Hidden Villain" in found.position
    assert any("destroyed: Hidden Hero" in line for line in found.outcome)
    assert all(play_again(game).same for game in documents(found))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(BELL.replace("draw two cards", "+1 Power") + DUSK, id="other times"),
        pytest.param(DUSK + KILN.replace("in your hand", "in the Line-Up"), id="other places"),
        pytest.param(
            card("Pit", LINE, END + "discard the top card of your deck.")
            + card("Rag", LINE, END + "discard two cards."),
            id="cards that are shuffled afterwards",
        ),
    ],
)
def test_orders_at_other_times_that_do_not_matter_are_none(text: str) -> None:
    assert [shown for shown in look(text).found if shown.kind == "order"] == []


# ------------------------------------------------------------------------------- cancel


def test_texts_that_cancel_each_other() -> None:
    assert kinds(DRY + CUP) == [("cancel", "Dry Season", "Full Cup")]
    (found,) = look(TAX + SALE).found
    assert found.message == '"Sale" and "Tax" undo each other: together they do nothing'


def test_texts_that_leave_something_of_each_other() -> None:
    assert kinds(DRY + CUP.replace("Draw two cards.", "+1 Power. Draw two cards.")) == []
    assert kinds(TAX + SALE.replace("1 less", "2 less")) == []
    assert kinds(TAX + SALE.replace("Heroes", "Villains")) == []


def test_an_ability_of_which_nothing_is_left() -> None:
    """A card with another ability still does something."""
    (found,) = look(DRY + CUP.replace("Draw", "+1 Power\nDraw")).found
    assert found.message == '"Dry Season" leaves nothing of "Draw two cards." of "Full Cup"'
    assert found.outcome == ("it ends as if Full Cup had no such text",)
    assert [play_again(game).same for game in documents(found)] == [True, True]


SNARE = card("Snare", "Hero, cost 4, 1 VP", "+1 Power", "Foes cannot avoid Attacks this turn.")
SMOKE = card(
    "Smoke",
    "Equipment, cost 4, 1 VP",
    "+1 Power",
    "Defense: You may discard this card to avoid an Attack. If you do, draw three cards.",
)
FOG = card("Fog", LINE, "Ongoing: Foes cannot draw cards.")


@pytest.mark.parametrize(
    ("text", "message", "held"),
    [
        pytest.param(
            SNARE + SMOKE,
            '"Snare" leaves nothing of "Defense: You may discard this card to avoid an Attack.'
            ' If you do, draw three cards." of "Smoke"',
            "P2 hand: Smoke",
            id="what a foe would use",
        ),
        pytest.param(
            FOG + CUP,
            '"Fog" leaves nothing of the text of "Full Cup"',
            "P2 in play: Fog",
            id="what a foe forbids",
        ),
    ],
)
def test_texts_of_different_players_cancel_each_other(text: str, message: str, held: str) -> None:
    (found,) = look(text).found
    assert found.message == message
    assert held in found.position
    assert [play_again(game).same for game in documents(found)] == [True, True]


def test_a_ban_for_oneself_leaves_the_texts_of_others() -> None:
    assert kinds(SNARE.replace("Foes", "You") + SMOKE) == []
    assert kinds(FOG.replace("Foes cannot draw", "Foes cannot destroy") + CUP) == []


# -------------------------------------------------------------------------------- never


def test_what_never_does_anything() -> None:
    made = cards(card("Guide", "Hero, cost 4, 1 VP", "+1 Power for each Location you control."))
    assert list(find_never(play_set(), made)) == []
    deck = [x for x in play_set().main_deck if x[0].type is not a.CardType.LOCATION]
    (found,) = find_never(replace(play_set(), main_deck=tuple(deck)), made)
    assert found.message.endswith("never does anything in this set: there is no Location in it")


@pytest.mark.parametrize("name", PLAY_SETS)
def test_every_ability_of_the_play_sets_can_do_something(name: str) -> None:
    assert list(find_never(play_set(name), play_set(name).cards())) == []


# ----------------------------------------------------------------------------- together

LOST_WITH_TWO = in_engine(
    waiting,
    "next_of",
    "return offered[options.index(taken)]",
    "s.zones[0] = s.zones[0][1:]; return offered[options.index(taken)]",
)
"""Where two triggers wait, a card of the hand vanishes."""

LOST_IF_FORBIDDEN = in_engine(
    acts,
    "carry",
    "tell_stays(s, player, verb, card, forbidden=True)\n",
    "s.zones[1] = s.zones[1][f.this is not None :]\n",
)
"""Where a card cannot be drawn, the top card of the deck vanishes."""

EQUAL_WITH_TWO = in_engine(
    confrontation,
    "compare",
    "else power >= cost",
    'else power > cost if len(watching(s).changes.get("toll", ())) > 1 else power >= cost',
)
"""Where two texts change what it costs to defeat a Character, to be equal is not enough."""

ROPE = card("Rope", LINE, "Ongoing: Characters cost you 1 less to defeat.")
NET = card("Net", LINE, "Ongoing: Characters cost you 2 less to defeat.")


def together(text: str) -> Shown | None:
    """What two cards break together, found in small positions or in unknown ones."""
    one, other = cards(text)
    found = find_broken(play_set(), (one, other), Budget(500))
    return found or refute_together(play_set(), (one, other), Budget(2_000))


@pytest.mark.parametrize(
    ("fault", "text", "claim"),
    [
        pytest.param(LOST_WITH_TWO, WELL + PIT, "card-conservation", id="two triggers"),
        pytest.param(LOST_IF_FORBIDDEN, DRY + CUP, "card-conservation", id="a ban and a draw"),
        pytest.param(EQUAL_WITH_TWO, ROPE + NET, "block-exceeds-power", id="two costs"),
    ],
)
def test_what_only_two_cards_break_is_refuted_by_a_game(
    fault: Break, text: str, claim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert together(text) is None
    fault(monkeypatch)
    found = together(text)
    assert found is not None
    assert found.message.endswith(f"break {claim} together; each of them keeps it alone")
    assert found.position
    assert found.outcome[0].startswith("broken: ")


def test_the_game_breaks_it_again_when_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    LOST_IF_FORBIDDEN(monkeypatch)
    found = together(DRY + CUP)
    assert found is not None
    assert found.given is not None
    small = replace(meet(play_set(), cards(DRY + CUP)), position=found.given)
    broken = replayed(small, found.acts, PROPERTIES)
    assert broken is not None
    assert broken.property == "card-conservation"


def test_what_one_card_breaks_alone_is_not_told_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    faults.LOST(monkeypatch)
    assert together(WELL + PIT.replace("the top card of your deck", "a card")) is None


def test_pairs_are_proved_by_a_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pairs.txt"
    file.write_text(f"set: T\nruleset: confrontations\n\n{ROPE}{NET}{DRY}{CUP}")
    assert main(["prove", "--pairs", str(file), "--quiet"]) == 0
    said = capsys.readouterr().out
    assert "2 of 6 pairs of cards touch the same" in said
    assert "2 pairs: 2 keep together what each keeps alone (up to 1 card per zone)" in said
    EQUAL_WITH_TWO(monkeypatch)
    assert main(["prove", "--pairs", str(file), "--quiet"]) == 1
    said = capsys.readouterr().out
    assert '"Net" and "Rope" break block-exceeds-power together;' in said
    assert "1 refuted" in said


# -------------------------------------------------------------------------------- links


def test_only_cards_that_touch_the_same_are_linked() -> None:
    links = links_of(cards(WELL + LAMP + CUP + TAX + SALE))
    assert frozenset({"Tax", "Sale"}) in links.pairs
    assert frozenset({"Old Well", "Lamp"}) in links.pairs
    assert frozenset({"Tax", "Full Cup"}) not in links.pairs
    assert {link.why for link in links.all} == {Why.SAME_EVENT, Why.SAME_COSTS}


def test_what_was_not_looked_at_is_counted() -> None:
    text = WELL + PIT + DRY + CUP + TAX + SALE
    whole = look(text)
    assert (whole.left, whole.examined) == (0, whole.pairs)
    some = examine(play_set(), cards(text), answers=30)
    assert some.answers <= 30
    assert some.left == some.pairs - some.examined > 0


def between(text: str) -> set[tuple[str, Why, str]]:
    """The links between different cards of a set."""
    found = links_of(cards(text)).pairs.values()
    return {
        (link.source.card.name, link.why, link.target.card.name)
        for links in found
        for link in links
    }


LOFT = card("Loft", LINE, "Ongoing: Each time you discard a card from your hand, +1 Power.")
LEAK = card("Leak", "Hero, cost 4, 1 VP", "Discard the top card of your deck.")
"""They have nothing to do with each other: the card was in no hand."""


def test_where_a_card_comes_from_decides_what_it_sets_off() -> None:
    assert between(LOFT + LEAK) == set()
    from_hand = LEAK.replace("the top card of your deck", "a card")
    assert between(LOFT + from_hand) == {("Leak", Why.SETS_OFF, "Loft")}
    any_discard = LOFT.replace(" from your hand", "")
    assert between(any_discard + LEAK) == {("Leak", Why.SETS_OFF, "Loft")}


def test_what_comes_from_the_line_up_is_not_given_back() -> None:
    herald = card(
        "Herald", "Hero, cost 4, 1 VP", "Gain a Villain from the Line-Up and put it into your hand."
    )
    thief = card("Thief", "Villain, cost 4, 1 VP", "+1 Power")
    assert between(herald + thief) == set()
    played = herald.replace(
        "Gain a Villain from the Line-Up and put it", "Put a Villain you control"
    )
    assert between(played + thief) == {("Herald", Why.GIVES_BACK, "Thief")}


def test_what_takes_the_place_of_an_act_is_linked_to_who_does_it() -> None:
    shelf = card(
        "Shelf", LINE, "Ongoing: If you would discard a Hero, put it on top of your deck instead."
    )
    drop = card("Drop", "Equipment, cost 4, 1 VP", "Discard a Hero from your hand.")
    assert between(shelf + drop) == {("Shelf", Why.REPLACES, "Drop")}
    assert between(shelf + drop.replace("Hero from", "Villain from")) == set()


def test_texts_that_wait_for_the_same_time_are_linked() -> None:
    dusk = card("Dusk", LINE, "Ongoing: At the end of each of your turns, draw two cards.")
    night = card("Night", LINE, "Ongoing: At the end of each of your turns, discard two cards.")
    assert between(dusk + night) == {("Dusk", Why.SAME_EVENT, "Night")}
    assert between(dusk + night.replace("the end", "the start")) == set()


def test_a_card_that_its_player_just_got_was_not_used_before() -> None:
    guest = card(
        "Guest", "Hero, cost 4, 1 VP", "When you gain this: Put it on top of your deck.", "+1 Power"
    )
    assert between(guest + CUP) == set()


def test_only_what_can_be_paid_again_and_again_is_fed() -> None:
    mill = card("Mill", LINE, "Ongoing: Discard a card: +1 Power.")
    assert between(mill + CUP) == {("Full Cup", Why.FEEDS, "Mill")}
    once = mill.replace("Discard", "Once during each of your turns, you may discard")
    assert between(once.replace("card: +1", "card. If you do, +1") + CUP) == set()
