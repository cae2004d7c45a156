"""What the interpreter makes of questions about texts, answered in either way."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rules_check.oracle.letter.acts import play_card
from rules_check.oracle.letter.table import Undecided
from tests.oracle.letter.small import carry_out, kind, table

ATTACK = """text played:
  attack a at foes(you) @avoiding=attack_only @empty={}:
    for p in hit(a):
      choose c: Card from hand(p), 1 by p
      move c to discard(p) as discard by p
"""
SHIELD = """text hand [Defense]:
  option you within this_attack:
    price:
      move this to discard(you) as discard by you
      do avoid(attacked)
"""


@pytest.mark.parametrize(("answer", "hands"), [("stands", ["P2", "P4"]), ("void", ["P2", "P4"])])
def test_an_attack_that_can_do_something_is_one(answer: str, hands: Iterable[str]) -> None:
    t = table({f"{player} hand": [f"A#{at}"] for at, player in enumerate(hands)})
    carry_out(t, ATTACK.format(answer))
    assert len([fact for fact in t.pos.facts if fact.verb == "attack"]) == 2


@pytest.mark.parametrize(("answer", "attacks"), [("stands", 2), ("void", 0)])
def test_an_attack_that_can_do_nothing(answer: str, attacks: int) -> None:
    t = table({"P1 hand": ["A#1"]})
    carry_out(t, ATTACK.format(answer))
    assert len([fact for fact in t.pos.facts if fact.verb == "attack"]) == attacks


def test_it_can_be_avoided_if_it_is_one() -> None:
    t = table({"P2 play": ["Shield#1"]}, kind("Shield", core=SHIELD.replace("hand", "play")))
    with pytest.raises(Undecided):
        carry_out(t, ATTACK.format("stands"))
    carry_out(t, ATTACK.format("void"))


WAITS = """text play [Ongoing]:
  on play e where by(e) = you @order={}:
    give 1 Power to you
"""
DOUBLES = "text played:\n  give power(you) Power to you\n"


@pytest.mark.parametrize(("answer", "power"), [("after_card", 5), ("before_card", 6)])
def test_what_a_play_sets_off(answer: str, power: int) -> None:
    doubles = kind("Doubles", core=DOUBLES)
    waits = kind("Waits", core=WAITS.format(answer))
    t = table({"P1 hand": ["Doubles#1"], "P1 play": ["Waits#1"]}, doubles, waits)
    t.pos.power["P1"] = 2
    play_card(t, "P1", "Doubles#1", "P1")
    t.resolve()
    assert t.pos.power["P1"] == power
