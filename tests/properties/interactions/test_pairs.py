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


# ------------------------------------------------------------------------------- cancel


def test_texts_that_cancel_each_other() -> None:
    assert kinds(DRY + CUP) == [("cancel", "Dry Season", "Full Cup")]
    (found,) = look(TAX + SALE).found
    assert found.message == '"Sale" and "Tax" undo each other: together they do nothing'


def test_texts_that_leave_something_of_each_other() -> None:
    assert kinds(DRY + CUP.replace("Draw two cards.", "+1 Power. Draw two cards.")) == []
    assert kinds(TAX + SALE.replace("1 less", "2 less")) == []
    assert kinds(TAX + SALE.replace("Heroes", "Villains")) == []


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
