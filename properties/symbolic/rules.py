"""The rules alone: the steps of a turn, and what the rules let players do in them.

No card has a text here but for what is printed on generic cards. Each step is taken from any
position, so that what all steps keep is kept by every turn: an induction over the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from rules_check.oracle.attack import start_attack
from rules_check.oracle.confrontation import use_block, why_no_block
from rules_check.oracle.main_phase import assist, buy_card, why_no_assist, why_no_buy, why_no_play
from rules_check.oracle.play import play_card
from rules_check.oracle.state import Frame
from rules_check.oracle.who import partner
from rules_check.oracle.zones import DECK, HAND, PER_PLAYER
from rules_check.properties.invariants import (
    announcing,
    conservation,
    defeats,
    outcome,
    power,
    stacks,
)
from rules_check.properties.model import Property
from rules_check.properties.symbolic.acts import ATTACK
from rules_check.properties.symbolic.explore import Infeasible
from rules_check.properties.symbolic.game import SymbolicGame
from rules_check.properties.symbolic.runs import ACTIVE, FOE, Run, Situation

CONSERVED, OUTCOME, DEFEATS = conservation.PROPERTY, outcome.PROPERTY, defeats.PROPERTY
CONFRONTING, POWER, WEAKNESSES = announcing.PROPERTY, power.PROPERTY, stacks.PROPERTY

BOTH = (True, False)
"""With a Confrontation and without."""

LARGE_DECK, ONE_SLOT = ("a large deck", ACTIVE), ("one empty slot", ACTIVE)


class Rule(NamedTuple):
    """What the rules do, and the properties that it must keep."""

    name: str
    situation: Situation
    properties: tuple[Property, ...]


def rules_of(g: SymbolicGame) -> Iterator[Rule]:
    """The steps of this game's turn, and the single things that the rules let players do."""
    yield _rule(
        "turn begins", _begins, (DEFEATS, POWER), (False,), f"the turn of P{FOE + 1} begins"
    )
    told = ""
    for name in dict.fromkeys(todo[0] for todo in reversed(g.steps)):
        begin, kept, confronting = STEPS.get(name, (partial(_step, name), (CONSERVED,), (False,)))
        yield _rule(f"step: {name}", begin, (*kept, DEFEATS), confronting, told)
        if name == "play_and_buy":
            told = "P1: done"  # what follows needs no other action
    yield _rule("a card is played", _play, (CONSERVED, DEFEATS, POWER), BOTH, "P1: play {card}")
    friend = partner(g, ACTIVE)
    if friend >= 0:
        told = f"P{friend + 1}: assist with {{card}}"
        yield _rule("an Assist is played", _assist, (CONSERVED, DEFEATS, POWER), BOTH, told)
    kept = (CONSERVED, DEFEATS, CONFRONTING, POWER)
    yield _rule("a card is bought", _buy, kept, (False,), "P1: buy {card}")
    kept = (CONSERVED, OUTCOME, DEFEATS)
    yield _rule("a Block is used", _block, kept, (True,), "P1: done", "P2: block with {card}")
    yield _rule("an Attack is avoided", _attack, (CONSERVED, DEFEATS), BOTH, "P1: attack P2")


def _rule(
    name: str,
    begin: Callable[[Run], None],
    properties: tuple[Property, ...],
    confronting: tuple[bool, ...],
    *told: str,
) -> Rule:
    explains = name in ("step: announce", "step: compare")
    words = tuple(filter(None, told))
    situation = Situation(name, begin, words, None, confronting, begin is _block, explains)
    return Rule(name, situation, properties)


def _begins(run: Run) -> None:
    """A turn begins, whatever the last one left behind."""
    run.do(("turn", FOE))
    run.state.agenda.clear()


def _step(name: str, run: Run) -> None:
    run.do((name,))
    run.go(until="turn")


def _announce(run: Run) -> None:
    run.state.phase = "start"
    run.do(("announce",))


def _main(run: Run) -> None:
    """One action of the part of the turn in which cards are played and bought."""
    run.do(("play_and_buy",))
    run.go(until="main", times=2)


def _window(run: Run) -> None:
    """The Block window, then the comparison."""
    run.state.phase = "done"
    run.do(("block",))
    run.go()
    run.do(("compare",))


def _compare(run: Run) -> None:
    run.state.phase = "done"
    run.do(("compare",))


def _draw(run: Run) -> None:
    """A new hand: from a deck that is large enough, or from what there is."""
    if run.act(("any deck", ACTIVE), LARGE_DECK) == LARGE_DECK:
        for _ in range(run.game.hand_size):
            run.helper(ACTIVE * PER_PLAYER + DECK)
    run.do(("draw_hand",))


def _refill(run: Run) -> None:
    """The Line-Up is filled: all of it but one slot is there, or what there is."""
    g = run.game
    if run.act(("any Line-Up", ACTIVE), ONE_SLOT) == ONE_SLOT:
        for _ in range(g.line_up_size - 1):
            run.helper(g.line_up)
    run.do(("refill",))


def _play(run: Run) -> None:
    card = run.helper(ACTIVE * PER_PLAYER + HAND)
    _must(why_no_play(run.game, run.state, ACTIVE, card) is None)
    play_card(run.game, run.state, ACTIVE, card)


def _assist(run: Run) -> None:
    friend = partner(run.game, ACTIVE)
    card = run.helper(friend * PER_PLAYER + HAND)
    _must(why_no_assist(run.game, run.state, friend, card) is None)
    assist(run.game, run.state, card)


def _buy(run: Run) -> None:
    card = run.helper(run.game.line_up)
    _must(why_no_buy(run.game, run.state, ACTIVE, card) is None)
    buy_card(run.game, run.state, card)


def _block(run: Run) -> None:
    """One Block; any number of them is one after the other."""
    run.state.phase = "block"
    card = run.helper(FOE * PER_PLAYER + HAND)
    _must(why_no_block(run.game, run.state, FOE, card) is None)
    use_block(run.game, run.state, FOE, card)


def _attack(run: Run) -> None:
    s = run.state
    frame = Frame(ACTIVE, -1)
    frame.that = FOE
    s.frames.append(frame)
    s.agenda.append(("pop",))
    start_attack(run.game, s, ATTACK)


def _must(possible: bool) -> None:
    if not possible:
        raise Infeasible


STEPS: dict[str, tuple[Callable[[Run], None], tuple[Property, ...], tuple[bool, ...]]] = {
    "announce": (_announce, (CONSERVED, CONFRONTING), (False,)),
    "play_and_buy": (_main, (CONSERVED, CONFRONTING, POWER, WEAKNESSES), (True, False)),
    "block": (_window, (CONSERVED, OUTCOME), (True,)),
    "compare": (_compare, (CONSERVED, OUTCOME), (True,)),
    "lose_power": (partial(_step, "lose_power"), (POWER,), (False,)),
    "draw_hand": (_draw, (CONSERVED,), (False,)),
    "refill": (_refill, (CONSERVED, WEAKNESSES), (False,)),
}
"""How a step begins, which properties it is about, and whether a Confrontation is on."""
