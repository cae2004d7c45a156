"""What words mean, by a line of the core that says it: one for each construction."""

from __future__ import annotations

from rules_check.grammar.core.checker import check
from rules_check.grammar.core.forms import Core
from rules_check.grammar.core.printer import printed
from rules_check.grammar.core.reader import read_core
from rules_check.grammar.core.translate import cores
from rules_check.grammar.parse import parse_lines, vocabulary
from tests.together import all_of

TWIN_CARDS = (
    "Choose a foe. You and that foe each reveal the top card of your deck. If they have the same "
    "cost, +2 Power. That foe discards it."
)
LESS_THAN_THE_TOP = (
    "Gain a card from the Line-Up with cost less than the cost of the top card of the main deck."
)
VILLAIN = "count({x in controlled(you) : Villain in types(x)}) >= 1"
SAID = [
    (
        "Choose a foe. That foe reveals the top card of their deck.",
        "show top(1, deck(q)) to everyone by q",
    ),
    ("Reveal the top card of your deck.", "show top(1, deck(you)) to everyone"),
    ("Discard the top two cards of your deck. Destroy one of them.", "let c = cards(r)"),
    ("Each foe reveals a card from their hand.", "show c to everyone by p"),
    (
        "Destroy the top card of each foe's deck. Each foe whose card is a Hero draws a card.",
        "for p2 in {x in foes(you) : some y in r : whose(y) = x and Hero in types(card(y))}:",
    ),
    (
        TWIN_CARDS,
        "move x in distinct({y in c : q = you} + c2) to discard(owner(x)) as discard by q",
    ),
    (
        "Attack: Choose a foe. That foe discards a card and that foe's teammate gains a Weakness.",
        "attack a at q + [mates(x) : x in q] @avoiding=open @empty=open:",
    ),
    (
        "Each foe reveals a card. Those that are Heroes go into their owners' hands.",
        "move x in {y in c : Hero in types(y)} to hand(owner(x)) as put by you",
    ),
    (
        "Reveal cards from the top of your deck until their costs total 4 or more.",
        "repeat r until sum([cost(x) : x in cards(did(reveal, r))]) >= 4 @test=open:",
    ),
    (
        "Reveal the top card of your deck until it is a Hero. Draw it.",
        "let c2 = the({x in bottom(1, c) : Hero in types(the(bottom(1, c)))})",
    ),
    (
        LESS_THAN_THE_TOP,
        "choose c: Card from {x in lineup : cost(x) < cost(the(top(1, main)))}, 1 by you",
    ),
    (
        "Destroy the two cheapest cards in the Line-Up.",
        "let c = {x in lineup : count({y in lineup : cost(y) <= cost(x)}) <= 2}",
    ),
    (
        "If you control a Villain or the top card of your deck is a Hero, +3 Power.",
        f"let c = top(if not {VILLAIN} then 1 else 0, deck(you))",
    ),
    ("Draw two cards unless a foe discards a Villain.", "may one p in foes(you):"),
    ("Draw two cards unless each foe discards a Villain.", "may each p in foes(you):"),
]


@all_of("words, line", SAID)
def test_the_core_says_so(words: str, line: str) -> None:
    (reading,) = cores(parse_lines([words], vocabulary([])).text)
    assert isinstance(reading.core, Core)
    assert not check(reading.core)
    assert read_core(printed(reading.core)) == reading.core
    assert line in [one.strip() for one in printed(reading.core).splitlines()]
