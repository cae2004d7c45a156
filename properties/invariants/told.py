"""15. What an effect does is what its words say; what is printed on a card is what it gives."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import PlaySet
from rules_check.oracle.values.events import Event
from rules_check.properties.effects.demands import UNSAID
from rules_check.properties.model import Property, Step
from rules_check.properties.passage import Breach, Passage, Statement, broken


def check(step: Step) -> Iterator[str]:
    """What was wrong with the effects that came to their end, and the Power of plain cards."""
    if step.effects or step.settled or "play" in step.kinds:
        yield from broken(as_told(step))


def as_told(passage: Passage) -> Iterator[Breach]:
    """The effects, as they were judged, and the Power that is printed."""
    yield from passage.effects
    if "play" in passage.kinds:
        yield from printed_power(passage)
    if passage.taken is not None:
        yield from begun(passage, passage.taken)


def begun(passage: Passage, taken: Collection[tuple[int, int]]) -> Iterator[Breach]:
    """Every line of a card that was played has been begun by the time that all is done."""
    game = passage.game
    for event in passage.settled:
        if event.kind != "play" or len(event.detail) != 2:
            continue
        for card in event.cards:
            kind = game.kinds[card]
            if plain_power(kind) is not None or not kind.played:
                continue
            lines = [x for x in kind.played if not isinstance(getattr(x, "effect", x), UNSAID)]
            if any((card, id(line)) not in taken for line in lines):
                yield f"{passage.call(card)} was played, and not all of its text was begun", True


def printed_power(passage: Passage) -> Iterator[Breach]:
    """A card whose whole text is +N Power gives N when it is played, or played again."""
    game = passage.game
    for card in dict.fromkeys(c for e in passage.events if e.kind == "play" for c in e.cards):
        number = plain_power(game.kinds[card])
        if number is None or game.has_gained_texts:
            continue
        times = sum(e.kind in ("play", "play again") and card in e.cards for e in passage.events)
        told: Any = 0
        for event in passage.events:
            if event.kind == "power" and event.cards == (card,):
                told = told + event.detail[0]
        if "parked" in "".join(e.topic for e in passage.events if card in e.cards):
            continue  # a card on the Character card may give more
        if (wrong := told != number * times) is not False:
            yield f"{passage.call(card)} gives {told} Power, not {number * times}", wrong


def plain_power(kind: Any) -> int | None:
    """The number, if a card says +N Power and nothing else that works when it is played."""
    total = 0
    for ability in kind.played:
        match ability:
            case a.Plain(a.Power(a.Number(value), who)) if who == a.YOU:
                total = total + value
            case a.Plain(effect) if isinstance(effect, UNSAID):
                pass
            case _:
                return None
    return total if kind.played else None


def touches(playset: PlaySet, nodes: list[a.Node]) -> bool:  # noqa: ARG001 (of a `Statement`)
    """A text gives a printed number of Power, or lets a printed number of cards be drawn: what can
    be judged whatever lies in the zones. Other texts are judged in games."""
    waits = {id(part) for node in nodes if isinstance(node, WAITS) for part in a.walk(node)}
    return any(_judged_anywhere(node) for node in nodes if id(node) not in waits)


WAITS = (a.Ongoing, a.When, a.Delayed, a.While)
"""Texts that stand or wait: not everything that they wait for is tried in a proof."""


def _judged_anywhere(node: a.Node) -> bool:
    match node:
        case a.Power(a.Number(), who):
            return who == a.YOU
        case a.Move(a.Verb.DRAW, a.Cards(a.Exactly(a.Number()), wanted, (), among=None), None, who):
            return who == a.YOU and wanted == a.ANY_CARD
        case _:
            return False


def about(passage: Passage) -> bool:
    """Such an effect came to its end, or a card was played that only gives Power."""
    if passage.judged:
        return True
    plain = (plain_power(passage.game.kinds[c]) for e in passage.events for c in _played(e))
    return any(number is not None for number in plain)


def _played(event: Event) -> tuple[int, ...]:
    return event.cards if event.kind == "play" else ()


PROPERTY = Property(
    "effects-as-told",
    "What an effect does is what its words say: who does it, to what, how many, from where, "
    "and to where.",
    check,
    statement=Statement(as_told, about, touches, observes=True),
)
