"""The situations in which the text of a card can work, read off the card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.card_kinds import Kind
from rules_check.oracle.effects.attack import Strike
from rules_check.oracle.effects.defending import DefendBy, defend_with, why_no_defense
from rules_check.oracle.effects.playing import play_card
from rules_check.oracle.meaning.seats import partner
from rules_check.oracle.turns.confrontation import use_block, why_no_block
from rules_check.oracle.turns.legal import why_no_assist, why_no_buy, why_no_play
from rules_check.oracle.turns.main_phase import assist, buy_card
from rules_check.oracle.turns.super_villains import appear
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.options import DefendWith
from rules_check.oracle.values.tasks import POP, TRIGGERS
from rules_check.oracle.values.zones import (
    CHARACTERS,
    DECK,
    DESTROYED,
    DISCARD,
    HAND,
    PER_PLAYER,
    PLAY,
)
from rules_check.properties.symbolic.acts import ATTACK, move_by, try_acts
from rules_check.properties.symbolic.explore import Infeasible
from rules_check.properties.symbolic.game import SymbolicGame, counted_to
from rules_check.properties.symbolic.numbers import TooLong
from rules_check.properties.symbolic.runs import ACTIVE, FOE, Run, Situation

V = a.Verb


def situations(g: SymbolicGame, kind: Kind) -> Iterator[Situation]:
    """The situations in which a card's text can work."""
    friend, helper = partner(g, ACTIVE), partner(g, FOE)
    seats = {ACTIVE: "", friend: "a teammate's, ", FOE: "a foe's, "}
    seats.pop(-1, None)
    if kind.character:
        for seat, whose in seats.items():
            name = whose + "on top of the stack"
            yield Situation(name, try_acts, (), seat * PER_PLAYER + CHARACTERS)
        return
    yield Situation("played", _played, ("P1: play {card}",), _hand(ACTIVE))
    if friend >= 0 and kind.assist:
        told: tuple[str, ...] = (f"P{friend + 1}: assist with {{card}}",)
        yield Situation("played as an Assist", _assisted, told, _hand(friend))
    if kind.standing or kind.payments:
        for seat, whose in seats.items():
            yield Situation(whose + "in play", try_acts, (), seat * PER_PLAYER + PLAY)
    for seat, whose in ((FOE, ""), (helper, " by a teammate")):
        if seat >= 0 and kind.block and (seat == FOE or g.block_for_partner):
            told = ("P1: done", f"P{seat + 1}: block with {{card}}")
            yield Situation("Block" + whose, partial(_blocks, seat), told, _hand(seat), (True,))
        if seat >= 0 and kind.defense and (seat == FOE or g.defense_for_partner):
            told = (f"P{seat + 1}: defend with {{card}} against an Attack of P1",)
            lies_in = seat * PER_PLAYER + (PLAY if kind.defends_in_play else HAND)
            yield Situation("Defense" + whose, partial(_defends, seat), told, lies_in)
    if kind.appearance and g.boss_stack >= 0:
        yield Situation("First Appearance", _appears, ("{card} is turned up",), g.boss_stack)
    said = g.card_rules.get(kind.book, g.own_rules)
    verbs = {verb for node in kind.own for verb in said.counting_as(_verbs(node))}
    if kind.gained:
        verbs |= {V.GAIN, V.BUY}
    for verb in sorted(verbs - {V.PLAY}):
        if verb not in OWN:
            raise TooLong(f"nothing is known that sets off a text about {verb.value!r}")
        name, begin, for_sale = OWN[verb]
        zone = g.line_up if for_sale else _hand(ACTIVE)
        told = (f"P1: {verb.value} {{card}}",)
        yield Situation(name, begin, told, zone, (False,) if verb is V.BUY else (True, False))


def _verbs(node: a.When) -> tuple[a.Verb, ...]:
    assert isinstance(node.occasion, a.Trigger)
    return node.occasion.event.verbs


def _hand(seat: int) -> int:
    return seat * PER_PLAYER + HAND


def _played(run: Run) -> None:
    play_card(run.game, run.state, ACTIVE, run.subject)
    _and_then(run)


def _played_after(run: Run) -> None:
    """Another card is played first, so that something has happened this turn."""
    g, s = run.game, run.state
    card = run.helper(_hand(ACTIVE))
    if card < 0 or card == run.subject or why_no_play(g, s, ACTIVE, card) is not None:
        raise Infeasible
    play_card(g, s, ACTIVE, card)
    run.go()
    s.agenda.append(TRIGGERS)
    _played(run)


AFTER_ANOTHER: Final = Situation(
    "played after another card",
    _played_after,
    ("P1: play {first}", "P1: play {card}"),
    _hand(ACTIVE),
)
"""The card is played when another one has been: for readings of the rules about what was done."""


def _appears(run: Run) -> None:
    appear(run.game, run.state, run.subject)
    run.go()


def _assisted(run: Run) -> None:
    g, s = run.game, run.state
    if why_no_assist(g, s, partner(g, ACTIVE), run.subject) is not None:
        raise Infeasible
    assist(g, s, run.subject)
    _and_then(run)


def _and_then(run: Run) -> None:
    """What the text has left behind, a trigger or a ban, is tried too."""
    run.go()
    if (run.state.lasting or run.script or run.counts) and run.state.result is None:
        run.state.agenda.append(TRIGGERS)
        try_acts(run)


def _blocks(seat: int, run: Run) -> None:
    g, s = run.game, run.state
    s.phase = "block"
    if why_no_block(g, s, seat, run.subject) is not None:
        raise Infeasible
    use_block(g, s, seat, run.subject)


def _defends(seat: int, run: Run) -> None:
    g, s = run.game, run.state
    frame = Frame(ACTIVE, -1)
    frame.that = FOE
    frame.targets = (FOE,)
    s.frames.append(frame)
    s.agenda.extend([POP, Strike(ATTACK)])
    if why_no_defense(g, s, frame, seat, run.subject, FOE) is not None:
        raise Infeasible
    defend_with(g, s, DefendBy(FOE, seat), DefendWith(run.subject))


def _bought(run: Run) -> None:
    g, s = run.game, run.state
    if why_no_buy(g, s, ACTIVE, run.subject) is not None:
        raise Infeasible
    buy_card(g, s, run.subject)
    _and_then(run)


def _moved(verb: a.Verb, to: int | None, run: Run) -> None:
    place = None if to is None else ACTIVE * PER_PLAYER + to
    move_by(run, verb, ACTIVE, run.subject, place)
    _and_then(run)


OWN: dict[a.Verb, tuple[str, Callable[[Run], None], bool]] = {
    V.GAIN: ("gained", partial(_moved, V.GAIN, DISCARD), True),
    V.RECEIVE: ("received", partial(_moved, V.RECEIVE, DISCARD), True),
    V.BUY: ("bought", _bought, True),
    V.DISCARD: ("discarded", partial(_moved, V.DISCARD, DISCARD), False),
    V.DESTROY: ("destroyed", partial(_moved, V.DESTROY, None), False),
    V.PUT: ("put", partial(_moved, V.PUT, DISCARD), False),
}
"""Situations for texts about what is done to the card itself; True: in the Line-Up."""


# ------------------------------------------------------------------ earlier in the turn

MOST_EARLIER = 3
"""So many things at most have happened earlier in the turn because the text counts them."""


def past(g: SymbolicGame, kind: Kind | None) -> list[tuple[a.Verb, int]]:
    """What may have happened earlier in the turn, as far as the text asks for it."""
    found: dict[tuple[a.Verb, int], None] = {}
    for node in a.walk(kind.text) if kind is not None else ():
        for verb, who in asked_of_past(node):
            if verb in LEAVES:
                seats = (ACTIVE,) if who is None or who == a.YOU else range(g.players)
                said = g.card_rules.get(kind.book, g.own_rules) if kind else g.own_rules
                found.update(
                    dict.fromkeys((v, p) for v in said.counting_as((verb,)) for p in seats)
                )
    return [(verb, player) for verb, player in found if verb in LEAVES]


def asked_of_past(node: a.Node) -> Iterator[tuple[a.Verb, a.Player | None]]:
    """What a piece of text asks for that was done earlier in the turn, and by whom."""
    match node:
        case a.Acted(verbs, who):
            yield from ((verb, who) for verb in verbs)
        case a.ThisWay(verb, window, who) if window is not None:
            yield verb, who
        case a.Trigger(event, a.Often.NTH):
            yield from ((verb, event.who) for verb in event.verbs)
        case a.CardsSoFar():
            yield V.PLAY, None
        case a.CostOfCards(_, False, nth) if nth > 0:
            yield V.BUY, None
        case _:
            pass


def most_earlier(kind: Kind | None) -> int:
    """So many things happen earlier in the turn, so that all comes about that the text asks for
    there: each sort of cards as often as the text counts it. At most MOST_EARLIER."""
    asked: dict[a.Node, int] = {}
    for node in a.walk(kind.text) if kind is not None else ():
        counted = counted_to([node])
        for part in a.walk(node) if counted > 1 else (node,):
            tests = part.tests if isinstance(part, a.Filter) else (part,)
            if any(True for test in tests for _ in asked_of_past(test)):
                asked[part] = max(counted, asked.get(part, 1))
    alone = {part: n for part, n in asked.items() if not _within(part, asked)}
    return min(max(1, sum(alone.values())), MOST_EARLIER)


def _within(part: a.Node, others: Iterable[a.Node]) -> bool:
    """Whether a test is one of a sort of cards that is there by itself."""
    return any(isinstance(other, a.Filter) and part in other.tests for other in others)


def lies(g: Any, verb: a.Verb, player: int) -> tuple[int, int]:
    """From where to where a card went that was played, drawn … earlier in the turn."""
    source, to = LEAVES[verb]
    place = g.shared + DESTROYED if to is None else player * PER_PLAYER + to
    return (g.line_up if source is None else player * PER_PLAYER + source), place


LEAVES: dict[a.Verb, tuple[int | None, int | None]] = {
    V.PLAY: (HAND, PLAY),
    V.DRAW: (DECK, HAND),
    V.DISCARD: (HAND, DISCARD),
    V.DESTROY: (HAND, None),
    V.GAIN: (None, DISCARD),
    V.BUY: (None, DISCARD),
}
"""The zones of a player that a card leaves and enters; None: the Line-Up, the destroyed pile."""
