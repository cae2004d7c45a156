"""What the rules do by themselves: the steps of a turn, and single things that players may do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from rules_check.oracle.quick.confrontation import may_announce, may_block, use_block
from rules_check.oracle.quick.super_villains import defeat_super_villain, may_defeat
from rules_check.oracle.quick.turn import begin_turn, offer
from rules_check.oracle.values.zones import DECK, HAND, PER_PLAYER
from rules_check.properties.invariants import (
    announcing,
    conservation,
    defeats,
    outcome,
    power,
)
from rules_check.properties.model import Property
from rules_check.properties.symbolic.acts import attack, buy, must, play_from_hand
from rules_check.properties.symbolic.game import SymbolicGame
from rules_check.properties.symbolic.runs import ACTIVE, FOE, Run, Situation

CONSERVED, OUTCOME, DEFEATS = conservation.PROPERTY, outcome.PROPERTY, defeats.PROPERTY

CONFRONTING, POWER = announcing.PROPERTY, power.PROPERTY

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
    core = g.core
    yield _rule(
        "turn begins", _begins, (DEFEATS, POWER), (False,), f"the turn of P{FOE + 1} begins"
    )
    told = ""
    for step in core.steps:
        other = partial(_step, step), (CONSERVED,), (False,)
        begin, kept, confronting = STEPS.get(step, other)
        yield _rule(f"step: {step}", begin, (*kept, DEFEATS), confronting, told)
        if step == "play_and_buy":
            told = "P1: done"  # what follows needs no other action
    kept = (CONSERVED, DEFEATS, POWER)
    yield _rule("a card is played", _play, kept, BOTH, "P1: play {card}")
    for friend in core.mates[ACTIVE]:
        told = f"P{friend + 1}: assist with {{card}}"
        yield _rule("an Assist is played", _assist, (CONSERVED, DEFEATS, POWER), BOTH, told)
    kept = (CONSERVED, DEFEATS, CONFRONTING, POWER)
    yield _rule("a card is bought", _buy, kept, (False,), "P1: buy {card}")
    if core.boss >= 0:
        kept = (CONSERVED, DEFEATS, POWER)
        told = "P1: defeat the Super-Villain"
        yield _rule("a Super-Villain is defeated", _defeat, kept, (False,), told)
    kept = (CONSERVED, OUTCOME, DEFEATS)
    if g.ruleset.has_confrontations:
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
    run.core.active = FOE
    begin_turn(run.core)


def _step(step: str, run: Run) -> None:
    run.step(step)


def _announce(run: Run) -> None:
    run.core.phase = "start"
    run.offered("announce", may_announce)


def _main(run: Run) -> None:
    """One action of the part of the turn in which cards are played and bought."""
    run.offered("play_and_buy", offer)
    if run.core.result is None and run.core.phase == "play":
        offer(run.core)


def _window(run: Run) -> None:
    """The Block window, then the comparison."""
    run.core.phase = "done"
    run.step("block")
    run.step("compare")


def _compare(run: Run) -> None:
    run.core.phase = "done"
    run.step("compare")


def _draw(run: Run) -> None:
    """A new hand: from a deck that is large enough, or from what there is."""
    if run.act(("any deck", ACTIVE), LARGE_DECK) == LARGE_DECK:
        for _ in range(run.core.g.hand_size):
            run.helper(ACTIVE * PER_PLAYER + DECK)
    run.step("draw")


def _refill(run: Run) -> None:
    """The Line-Up is filled: all of it but one slot is there, or what there is."""
    core = run.core
    if run.act(("any Line-Up", ACTIVE), ONE_SLOT) == ONE_SLOT:
        for _ in range(core.g.line_up_size - 1):
            run.helper(core.g.line_up)
    run.step("refill")


def _play(run: Run) -> None:
    card = run.helper(ACTIVE * PER_PLAYER + HAND)
    must(card >= 0)
    play_from_hand(run, ACTIVE, card)


def _assist(run: Run) -> None:
    friend = run.core.g.mates[ACTIVE][0]
    card = run.helper(friend * PER_PLAYER + HAND)
    must(card >= 0)
    play_from_hand(run, friend, card)


def _buy(run: Run) -> None:
    card = run.helper(run.game.line_up)
    must(card >= 0)
    buy(run, ACTIVE, card)


def _defeat(run: Run) -> None:
    """One defeat; that cards are played and bought after it is a step of its own."""
    core = run.core
    must(may_defeat(core, core.face_up))
    defeat_super_villain(core, ACTIVE, core.face_up)


def _flip(run: Run) -> None:
    """The top card of the stack lies face down."""
    run.core.face_up = None
    run.step("flip")


def _block(run: Run) -> None:
    """One Block; any number of them is one after the other."""
    core = run.core
    core.phase = "block"
    card = run.helper(FOE * PER_PLAYER + HAND)
    must(card >= 0 and "Block" in core.g.labels[card])
    must(may_block(core, FOE, card))
    use_block(core, FOE, card)


def _attack(run: Run) -> None:
    attack(run, ACTIVE)


STEPS: dict[str, tuple[Callable[[Run], None], tuple[Property, ...], tuple[bool, ...]]] = {
    "announce": (_announce, (CONSERVED, CONFRONTING), (False,)),
    "play_and_buy": (_main, (CONSERVED, CONFRONTING, POWER), (True, False)),
    "block": (_window, (CONSERVED, OUTCOME), (True,)),
    "compare": (_compare, (CONSERVED, OUTCOME), (True,)),
    "lose_power": (partial(_step, "lose_power"), (POWER,), (False,)),
    "draw": (_draw, (CONSERVED,), (False,)),
    "flip": (_flip, (CONSERVED,), (False,)),
    "refill": (_refill, (CONSERVED,), (False,)),
}
"""How a step begins, which properties it is about, and whether a Confrontation is on."""
