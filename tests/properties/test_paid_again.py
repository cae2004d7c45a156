"""An ability with a price of Power is used as often as the book says: no false alarm, and no limit
where the card sets one."""

from __future__ import annotations

from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.properties.invariants.attacks import limits


def uses(pay_again: str) -> int | None:
    """How often the Super Hero with such an ability may use it in a turn."""
    game = Game(load_play_set("heroes-unite"), ("Shazam!", "Batgirl"))
    game.has_gained_texts = False  # else any text may come to any card
    vars(game.sw)["pay_again"] = pay_again
    (hero,) = (x for x in game.kind_list if x.name == "Shazam!" and x.character)
    return limits(game, hero.index).uses


def test_a_price_of_power_is_paid_again_where_the_book_says_so() -> None:
    assert uses("any_number") is None
    assert uses("once") == 1
