"""The rules alone: the steps of a turn, and what the rules let players do in them.

No card has a text here but for what is printed on generic cards. Each step is taken from any
position, so that what all steps keep is kept by every turn: an induction over the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from rules_check.oracle.effects.attack import start_attack
from rules_check.oracle.effects.playing import play_card
from rules_check.oracle.meaning.seats import partner
from rules_check.oracle.turns.confrontation import use_block, why_no_block
from rules_check.oracle.turns.legal import why_no_assist, why_no_buy, why_no_play
from rules_check.oracle.turns.main_phase import assist, buy_card
from rules_check.oracle.turns.super_villains import act_defeat, why_no_defeat
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.options import DefeatCard
from rules_check.oracle.values.tasks import (
    POP,
    Announce,
    BeginTurn,
    Block,
    Compare,
    DrawHand,
    Flip,
    LosePower,
    Main,
    PlayAndBuy,
    Refill,
    Step,
)
from rules_check.oracle.values.zones import DECK, HAND, PER_PLAYER
from rules_check.properties.invariants import (
    announcing,
    conservation,
    defeats,
    outcome,
    power,
)
from rules_check.properties.model import Property
from rules_check.properties.symbolic.acts import ATTACK
from rules_check.properties.symbolic.explore import Infeasible
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
    yield _rule(
        "turn begins", _begins, (DEFEATS, POWER), (False,), f"the turn of P{FOE + 1} begins"
    )
    told = ""
    for step in dict.fromkeys(reversed(g.steps)):
        other = partial(_step, step), (CONSERVED,), (False,)
        begin, kept, confronting = STEPS.get(type(step), other)
        yield _rule(f"step: {step.tag}", begin, (*kept, DEFEATS), confronting, told)
        if isinstance(step, PlayAndBuy):
            told = "P1: done"  # what follows needs no other action
    kept = (CONSERVED, DEFEATS, POWER)
    yield _rule("a card is played", _play, kept, BOTH, "P1: play {card}")
    friend = partner(g, ACTIVE)
    if friend >= 0:
        told = f"P{friend + 1}: assist with {{card}}"
        yield _rule("an Assist is played", _assist, (CONSERVED, DEFEATS, POWER), BOTH, told)
    kept = (CONSERVED, DEFEATS, CONFRONTING, POWER)
    yield _rule("a card is bought", _buy, kept, (False,), "P1: buy {card}")
    if g.boss_stack >= 0:
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
    run.do(BeginTurn(FOE))
    run.state.agenda.clear()


def _step(step: Step, run: Run) -> None:
    run.do(step)
    run.go(until=BeginTurn)


def _announce(run: Run) -> None:
    run.state.phase = "start"
    run.do(Announce())


def _main(run: Run) -> None:
    """One action of the part of the turn in which cards are played and bought."""
    run.do(PlayAndBuy())
    run.go(until=Main, times=2)


def _window(run: Run) -> None:
    """The Block window, then the comparison."""
    run.state.phase = "done"
    run.do(Block())
    run.go()
    run.do(Compare())


def _compare(run: Run) -> None:
    run.state.phase = "done"
    run.do(Compare())


def _draw(run: Run) -> None:
    """A new hand: from a deck that is large enough, or from what there is."""
    if run.act(("any deck", ACTIVE), LARGE_DECK) == LARGE_DECK:
        for _ in range(run.game.hand_size):
            run.helper(ACTIVE * PER_PLAYER + DECK)
    run.do(DrawHand())


def _refill(run: Run) -> None:
    """The Line-Up is filled: all of it but one slot is there, or what there is."""
    g = run.game
    if run.act(("any Line-Up", ACTIVE), ONE_SLOT) == ONE_SLOT:
        for _ in range(g.line_up_size - 1):
            run.helper(g.line_up)
    run.do(Refill())


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


def _defeat(run: Run) -> None:
    """One defeat; that cards are played and bought after it is a step of its own."""
    card = run.state.face_up
    _must(why_no_defeat(run.game, run.state, ACTIVE, card) is None)
    act_defeat(run.game, run.state, DefeatCard(card))
    run.go(until=Main)


def _flip(run: Run) -> None:
    """The top card of the stack lies face down."""
    run.state.face_up = -1
    run.do(Flip())


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
    s.agenda.append(POP)
    start_attack(run.game, s, ATTACK)


def _must(possible: bool) -> None:
    if not possible:
        raise Infeasible


STEPS: dict[type[Step], tuple[Callable[[Run], None], tuple[Property, ...], tuple[bool, ...]]] = {
    Announce: (_announce, (CONSERVED, CONFRONTING), (False,)),
    PlayAndBuy: (_main, (CONSERVED, CONFRONTING, POWER), (True, False)),
    Block: (_window, (CONSERVED, OUTCOME), (True,)),
    Compare: (_compare, (CONSERVED, OUTCOME), (True,)),
    LosePower: (partial(_step, LosePower()), (POWER,), (False,)),
    DrawHand: (_draw, (CONSERVED,), (False,)),
    Flip: (_flip, (CONSERVED,), (False,)),
    Refill: (_refill, (CONSERVED,), (False,)),
}
"""How a step begins, which properties it is about, and whether a Confrontation is on."""
