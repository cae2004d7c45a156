"""Playing a card: it goes into play, its text is carried out, then what it triggered."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.attack import start_attack
from rules_check.oracle.effects.other_readings import clear_looked_at, take_back
from rules_check.oracle.running.agenda import TASKS, effect, task
from rules_check.oracle.running.moving import happen, move_card
from rules_check.oracle.standing.lasts import borrowed_texts
from rules_check.oracle.trace.saying import say
from rules_check.oracle.trace.topics import of_play
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import POP_PLAYED, TRIGGERS, OwnBlock, PopPlayed, Task
from rules_check.oracle.values.zones import PARKED, PER_PLAYER, PLAY

PLAY_VERB: Final = a.Verb.PLAY


class CarryOut(Task):
    """Carry out the text of a card that was played; it speaks to `you`."""

    tag = "text"
    card: int
    you: int


class TextOf(Task):
    """Carry out the text that a card has of another, in words of its own."""

    tag = "text_of"
    source: int


def power_alone(g: Table, s: State, card: int) -> int | None:
    """The Power of a card that gives Power and does nothing else; a text it has of another is
    something else."""
    power = g.plain_power[card]
    if power is not None and g.has_gained_texts and borrowed_texts(g, s, card):
        return None
    return power


def play_card(
    g: Table, s: State, player: int, card: int, you: int | None = None, again: bool = False
) -> None:
    """Play a card. `you` is the player its text speaks to, if not the one who plays it."""
    kind = g.kinds[card]
    parked = s.where[card] == player * PER_PLAYER + PARKED
    if again:
        say(s, "play again", player, "play.again", (card,))
        if g.sw.play_again == "replaces":
            take_back(g, s, card)
        if g.sw.again_triggers == "yes":
            happen(g, s, a.Verb.PLAY, player, card, s.where[card], s.where[card])
    else:
        to = player * PER_PLAYER + PLAY
        topic = "play.card" if s.trace is None else of_play(s, player, parked)
        move_card(g, s, card, to, PLAY_VERB, player, topic)
    speaks_to = player if you is None else you
    power = power_alone(g, s, card)
    if parked or g.sw.parked_power == "always":
        power = g.parked_power_of.get(kind.name, power)
    if power is not None:
        if power:
            s.power[speaks_to] = s.power[speaks_to] + power
            if s.trace is not None:
                topic = "effect.power.parked" if parked else "effect.power"
                topic = topic if speaks_to == player else "effect.power.assist"
                s.trace.append(Event("power", speaks_to, (card,), (power,), topic))
            if g.tallies_power:
                s.facts.append(("power", speaks_to, card, power, -1))
        return
    if g.sw.trigger_timing == "before_card" and s.pending:
        s.agenda.append(CarryOut(card, speaks_to))
        s.agenda.append(TRIGGERS)
        return
    carry_out(g, s, card, speaks_to)


@task(CarryOut)
def text(g: Table, s: State, todo: CarryOut) -> None:
    """Carry out the text of a card."""
    carry_out(g, s, todo.card, todo.you)


def carry_out(g: Table, s: State, card: int, you: int) -> None:
    """Carry out what the text of a card does when played, from top to bottom."""
    kind = g.kinds[card]
    s.frames.append(Frame(you, card))
    agenda = s.agenda
    agenda.append(POP_PLAYED)
    borrowed = borrowed_texts(g, s, card) if g.has_gained_texts else ()
    agenda += [TextOf(source) for source in reversed(borrowed)]  # in the order it got them
    if kind.block and g.rules_for(card).sw.own_block_text == "works":
        agenda.append(OwnBlock(card))
    if kind.gained and g.rules_for(card).sw.banner_played == "yes":
        agenda += kind.gained
    if g.sw.appearance_played == "yes":
        agenda += kind.appearance
    agenda += reversed(kind.played)


@task(TextOf)
def text_of(g: Table, s: State, todo: TextOf) -> None:
    """The text of another card: its words speak of nothing that the card's own text named."""
    f = s.frames[-1]
    s.frames.append(Frame(f.you, f.source))
    s.agenda.append(POP_PLAYED)
    s.agenda += reversed(g.kinds[todo.source].played)


@task(PopPlayed)
def pop_played(g: Table, s: State, todo: PopPlayed) -> None:
    """The card is done."""
    frame = s.frames.pop()
    if g.rules_for(frame.source).sw.looked_at == "leaves":
        clear_looked_at(g, s, frame)


@effect(a.Plain)
def plain(g: Table, s: State, node: a.Plain) -> None:
    """Text without a keyword."""
    inner = node.effect
    TASKS[type(inner)](g, s, inner)


@effect(a.Attack)
def attack(g: Table, s: State, node: a.Attack) -> None:
    """An Attack is directed at foes."""
    start_attack(g, s, node.effect)


@effect(a.FirstAppearance)
def first_appearance(g: Table, s: State, node: a.FirstAppearance) -> None:
    """An Attack on everybody, when its card is turned up (`oracle.turns.super_villains`)."""
    start_attack(g, s, node.effect)


@effect(a.Confrontation)
def confrontation(g: Table, s: State, node: a.Confrontation) -> None:
    """Text for a player who is Confronting; there may be other text for one who is not."""
    f = s.frames[-1]
    assisted = g.sw.assist_confrontation == "ignored" and ("assisted", f.source) in s.used
    if s.confronted >= 0 and f.you == s.active and not assisted:
        say(s, "confrontation text", f.you, "confront.text", (f.source,))
        s.agenda.append(node.ability)
    else:
        topic = "confront.no_text.opponent" if s.confronted >= 0 else "confront.no_text"
        say(s, "no confrontation text", f.you, topic, (f.source,))
        if node.otherwise is not None:
            say(s, "otherwise", f.you, "confront.otherwise", (f.source,))
            s.agenda.append(node.otherwise)


@effect(a.Abilities)
def abilities(g: Table, s: State, node: a.Abilities) -> None:
    """Several abilities, from top to bottom."""
    s.agenda += reversed(node.abilities)


@effect(a.Coined)
def coined(g: Table, s: State, node: a.Coined) -> None:
    """A keyword of the set: what it means."""
    s.agenda += (node.meaning,)


@effect(
    a.Assist,
    a.Block,
    a.BlockValue,
    a.Defense,
    a.Ongoing,
    a.Payment,
    a.Reminder,
    a.WhenGained,
)
def at_another_time(g: Table, s: State, node: a.Node) -> None:
    """What works at another time than when the card is played."""
