"""The situations in which the text of a card can work, read off its core."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from rules_check.oracle.game import Game
from rules_check.oracle.quick import state as quick
from rules_check.oracle.quick.acts import play_card
from rules_check.oracle.quick.confrontation import may_block, use_block
from rules_check.oracle.quick.scoring import worth
from rules_check.oracle.quick.super_villains import appear
from rules_check.oracle.values.zones import (
    CHARACTERS,
    DECK,
    DISCARD,
    HAND,
    PARKED,
    PER_PLAYER,
    PLAY,
)
from rules_check.properties.symbolic.acts import (
    buy,
    defended,
    move_by,
    must,
    play_from_hand,
    try_acts,
)
from rules_check.properties.symbolic.numbers import TooLong
from rules_check.properties.symbolic.runs import ACTIVE, FOE, Run, Situation
from rules_check.properties.symbolic.zones import LazyZones


def situations(g: Game, kind: quick.Kind, *, points: bool = False) -> Iterator[Situation]:
    """The situations in which a card's text can work; `points`: also when points are counted."""
    core = g.core
    friend = next(iter(core.mates[ACTIVE]), -1)
    helper = next(iter(core.mates[FOE]), -1)
    seats = {ACTIVE: "", friend: "a teammate's, ", FOE: "a foe's, "}
    seats.pop(-1, None)
    if kind.is_character:
        for seat, whose in seats.items():
            name = whose + "on top of the stack"
            yield Situation(name, try_acts, (), seat * PER_PLAYER + CHARACTERS)
        return
    yield Situation("played", _played, ("P1: play {card}",), _hand(ACTIVE))
    if friend >= 0 and "Assist" in kind.labels:
        told: tuple[str, ...] = (f"P{friend + 1}: assist with {{card}}",)
        yield Situation("played as an Assist", _assisted, told, _hand(friend))
    if "play" in kind.listens:
        for seat, whose in seats.items():
            yield Situation(whose + "in play", try_acts, (), seat * PER_PLAYER + PLAY)
    for seat, whose in ((FOE, ""), (helper, " by a teammate")):
        if seat >= 0 and "Block" in kind.labels and (seat == FOE or core.shared_block):
            told = ("P1: done", f"P{seat + 1}: block with {{card}}")
            yield Situation("Block" + whose, partial(_blocks, seat), told, _hand(seat), (True,))
        home = next((text.home for text in kind.texts if "Defense" in text.labels), "")
        if seat >= 0 and home and (seat == FOE or core.shared_defense):
            told = (f"P{seat + 1}: defend with {{card}} against an Attack of P1",)
            lies_in = seat * PER_PLAYER + (PLAY if home == "play" else HAND)
            yield Situation("Defense" + whose, partial(_defends, seat), told, lies_in)
    if core.boss >= 0 and any(text.home == "super_up" for text in kind.texts):
        yield Situation("First Appearance", _appears, ("{card} is turned up",), core.boss)
    yield from _of_itself(g, kind)
    if points and any(text.worth is not None for text in kind.texts):
        told = ("the game ends, and points are counted",)
        yield Situation("at the end of the game", _counted, told, ACTIVE * PER_PLAYER + DECK)


def _of_itself(g: Game, kind: quick.Kind) -> Iterator[Situation]:
    """What can be done to the card itself, where its text waits for that."""
    verbs: set[str] = {"buy"} if kind.own_price or kind.own_ban else set()
    for _, text in kind.about_itself:
        for one in text.stands:
            if isinstance(one, quick.On):
                verbs |= one.verbs
    if not verbs & OWN.keys() and verbs - {"play"}:
        raise TooLong(f"nothing is known that sets off a text about {min(verbs)!r}")
    for verb in sorted(verbs & OWN.keys()):
        name, begin, for_sale = OWN[verb]
        zone = g.line_up if for_sale else _hand(ACTIVE)
        told = (f"P1: {verb} {{card}}",)
        yield Situation(name, begin, told, zone, (False,) if verb == "buy" else (True, False))


def _hand(seat: int) -> int:
    return seat * PER_PLAYER + HAND


def _played(run: Run) -> None:
    play_card(run.core, ACTIVE, run.subject, ACTIVE)
    _and_then(run)


def _played_after(run: Run) -> None:
    """Another card is played first, so that something has happened this turn."""
    card = run.helper(_hand(ACTIVE))
    must(card >= 0 and card != run.subject)
    play_from_hand(run, ACTIVE, card)
    run.go()
    _played(run)


AFTER_ANOTHER: Final = Situation(
    "played after another card",
    _played_after,
    ("P1: play {first}", "P1: play {card}"),
    _hand(ACTIVE),
)
"""The card is played when another one has been: for readings of the rules about what was done."""


def _appears(run: Run) -> None:
    appear(run.core, run.subject)
    run.go()


def _assisted(run: Run) -> None:
    play_from_hand(run, run.core.g.mates[ACTIVE][0], run.subject)
    _and_then(run)


def _and_then(run: Run) -> None:
    """What the text has left behind, a trigger or a ban, is tried too."""
    run.go()
    if (run.core.lasting or run.script or run.counts) and run.core.result is None:
        try_acts(run)


def _counted(run: Run) -> None:
    """All cards have gone back into the decks; the points of this one are among its owner's."""
    core = run.core
    core.phase = "over"
    zones: Any = core.zones
    if isinstance(zones, LazyZones):
        for player in core.g.everybody:
            for zone in (HAND, DISCARD, PLAY, PARKED):
                zones.close(player * PER_PLAYER + zone)
    core.vp[ACTIVE] += worth(core, ACTIVE, run.subject)


def _blocks(seat: int, run: Run) -> None:
    core = run.core
    core.phase = "block"
    must(may_block(core, seat, run.subject))
    use_block(core, seat, run.subject)


def _defends(seat: int, run: Run) -> None:
    defended(run, seat, run.subject)


def _bought(run: Run) -> None:
    buy(run, ACTIVE, run.subject)
    _and_then(run)


def _moved(verb: str, to: int | None, run: Run) -> None:
    place = None if to is None else ACTIVE * PER_PLAYER + to
    move_by(run, verb, ACTIVE, run.subject, place)
    _and_then(run)


OWN: dict[str, tuple[str, Callable[[Run], None], bool]] = {
    "gain": ("gained", partial(_moved, "gain", DISCARD), True),
    "receive": ("received", partial(_moved, "receive", DISCARD), True),
    "buy": ("bought", _bought, True),
    "discard": ("discarded", partial(_moved, "discard", DISCARD), False),
    "destroy": ("destroyed", partial(_moved, "destroy", None), False),
    "put": ("put", partial(_moved, "put", DISCARD), False),
}
"""Situations for texts about what is done to the card itself; True: in the Line-Up."""
