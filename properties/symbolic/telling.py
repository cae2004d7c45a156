"""A concrete game in words: the position, the acts that are tried, the generic cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import CardDef
from rules_check.oracle.game import AskedBy, CoreState, Game
from rules_check.oracle.values.choices import Choice
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import ChooseEffect, ChoosePlayer, DefendWith
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import CHARACTERS, PER_PLAYER
from rules_check.properties.symbolic.cards import GenericKind
from rules_check.properties.symbolic.runs import ACTIVE, Act, Run, TryAct

SOME_VILLAIN: Final = "Super-Villain"
"""What the card on the Super-Villain stack is called of which nobody has asked anything: there is
always one, and it is not told."""


def tell_position(g: Game, s: State, run: Run, placed: set[int]) -> tuple[str, ...]:
    """The position in words: what matters of it."""
    return tuple(_position(g, s, run, placed))


def _position(g: Game, s: State, run: Run, placed: set[int]) -> Iterator[str]:
    yield f"P{ACTIVE + 1} has {s.power[ACTIVE]} Power"
    for player in range(g.players):
        if player != ACTIVE and s.power[player]:
            yield f"P{player + 1} has {s.power[player]} Power"
        if s.spent and s.spent[player]:
            yield f"P{player + 1} has spent {s.spent[player]} Power"
        if s.vp[player]:
            yield f"P{player + 1} has {s.vp[player]} VP"
    if run.confronting:
        card = s.zones[run.target * PER_PLAYER + CHARACTERS][0]
        seat = f"{g.seats[run.target]} (P{run.target + 1})"
        yield f"P1 Confronts {seat}, whose Character costs {g.kinds[card].cost}"
    if s.defeats:
        yield "a Character has been defeated this turn"
    if run.subject >= 0 and run.game.kinds[run.subject].character:
        for player in range(g.players):
            name = g.card_id(s.zones[player * PER_PLAYER + CHARACTERS][0]).partition("#")[0]
            if run.tops[player] == run.subject:
                yield f"the Character of P{player + 1} is {name}"
    spoken_of = _stacks_spoken_of(run)
    for zone in range(g.zone_count):
        there = (g.name(card) for card in s.zones[zone] if card in placed)
        names = [name for name in there if name != SOME_VILLAIN]
        if names and not (zone < g.shared and zone % PER_PLAYER == CHARACTERS):
            yield f"{g.zone_name(zone)}: {', '.join(names)}"
        elif g.zone_name(zone) in spoken_of:
            yield f"{g.zone_name(zone)}: nothing"


def _stacks_spoken_of(run: Run) -> set[str]:
    """The stacks of the cards that the text under proof names: that one is empty may matter."""
    subject = run.game.subject
    nodes = a.walk(subject.text) if subject is not None else ()
    return {f"stack:{node.name}" for node in nodes if isinstance(node, a.NameNoun)}


def tell_others(g: Game, s: State, run: Run) -> Iterator[str]:
    """The other Characters of which anybody has asked something, and what happened before."""
    for player, top in enumerate(run.tops):
        kind = run.game.kinds[top]
        if player == run.target or not isinstance(kind, GenericKind):
            continue
        shown = g.kinds[s.zones[player * PER_PLAYER + CHARACTERS][0]]
        if kind.asked("cost"):
            yield f"the Character of P{player + 1} costs {shown.cost}"
    for verb, player, card, _, _ in run.history:
        name = run.game.name(card)
        yield f"earlier this turn P{player + 1} did this: {verb.value} {name}"


def tell_answer(g: Game, s: CoreState, choice: Choice, option: Option) -> str:
    """What a player decides: players are told by their seats, an option by its words, a Defense
    with for whom it is."""
    player, asks = choice.player, choice.asked_by
    ways = asks.options if isinstance(asks, AskedBy) else ()
    if isinstance(option, ChooseEffect) and any(ways[option.value :][:1]):
        return f"P{player + 1}: choose “{ways[option.value]}”"
    if isinstance(option, ChoosePlayer):
        return f"P{player + 1}: choose P{option.player + 1}"
    label = f"P{player + 1}: {g.label(s, option)}"
    asked = s.core.attacks[-1].asked if s.core.attacks else None
    if isinstance(option, DefendWith) and asked is not None and asked != player:
        label += f" for P{asked + 1}"
    return label


def tell_act(option: TryAct) -> list[str]:
    """An act that is tried, in words; "{card}" is the card that is acted with."""
    return tell_act_of(option.act)


def tell_act_of(act: Act) -> list[str]:
    """The same of an act by itself."""
    name, player = act
    words = ACT_WORDS.get(name, f"{name} {{card}}")
    return [f"P{player + 1}: {words}"] if words else []


ACT_WORDS = {
    "nothing": "",
    "use": "",
    "raise": "",
    "pay": "",
    "draw": "draw a card",
    "mill": "discard the top card of the deck",
    "take": "gain the top card of the stack",
    "attack": "attack P2",
    "confront": "confront P2",
    "defeat": "defeat the Super-Villain",
    "start": "the turn starts",
    "end": "the turn ends",
    "sweep": "the cards in play are swept",
    "refill": "the Line-Up is refilled",
    "next": "the turn is over, and the next player's begins",
    "over": "the next turn, with as much Power",
    "any deck": "",
    "a large deck": "",
    "any Line-Up": "",
    "one empty slot": "",
}
"""Acts that are not done with a card; those that are told by the choice that follows: empty."""


def describe(card: CardDef) -> str:
    """A generic card in words."""
    kind = card.type.value if card.type is not None else "no type"
    parts = [f"{card.name}: {kind}, cost {card.cost}, {card.vp} VP"]
    for ability in card.text.abilities:
        match ability:
            case a.Plain(a.Power(a.Number(value))):
                parts.append(f"+{value} Power")
            case a.BlockValue(number):
                parts.append(f"Block ({number})")
            case a.Coined(name):
                parts.append(name)
            case other:
                parts.append(type(other).__name__)
    return ", ".join(parts)
