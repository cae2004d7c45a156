"""Playing a card: it goes into play, its text is carried out, then what it triggered."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.attack import start_attack
from rules_check.oracle.running.agenda import EFFECTS, task
from rules_check.oracle.running.moving import happen, move_card
from rules_check.oracle.running.power import gain_power
from rules_check.oracle.standing.lasts import borrowed_texts
from rules_check.oracle.trace.saying import say
from rules_check.oracle.trace.topics import of_play
from rules_check.oracle.values.state import Event, Frame, State, Task
from rules_check.oracle.values.zones import PARKED, PER_PLAYER, PLAY

PLAY_VERB: Final = a.Verb.PLAY


def play_card(
    g: Table, s: State, player: int, card: int, you: int | None = None, again: bool = False
) -> None:
    """Play a card. `you` is the player its text speaks to, if not the one who plays it."""
    kind = g.kinds[card]
    parked = s.where[card] == player * PER_PLAYER + PARKED
    if again:
        say(s, "play again", player, "play.again", (card,))
        if g.sw_replay_replaces:
            take_back(g, s, card)
        happen(g, s, a.Verb.PLAY, player, card, s.where[card], s.where[card])
    else:
        to = player * PER_PLAYER + PLAY
        topic = "play.card" if s.trace is None else of_play(s, player, parked)
        move_card(g, s, card, to, PLAY_VERB, player, topic)
    speaks_to = player if you is None else you
    power = g.plain_power[card]
    if parked:
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
    if g.sw_triggers_first and s.pending:
        s.agenda.append(("text", card, speaks_to))
        s.agenda.append(("triggers",))
        return
    carry_out(g, s, card, speaks_to)


@task("text")
def text(g: Table, s: State, todo: Task) -> None:
    """Carry out the text of a card."""
    carry_out(g, s, todo[1], todo[2])


def carry_out(g: Table, s: State, card: int, you: int) -> None:
    """Carry out what the text of a card does when played, from top to bottom."""
    kind = g.kinds[card]
    s.frames.append(Frame(you, card))
    agenda = s.agenda
    agenda.append(("pop_played",))
    for source in borrowed_texts(g, s, card) if g.has_gained_texts else ():
        agenda.extend(("ability", ability) for ability in reversed(g.kinds[source].played))
    if g.sw_block_text_in_own_turn and kind.block:
        agenda.append(("own_block", card))
    if g.sw_banner_when_played and kind.gained:
        agenda.extend(("do", node) for node in kind.gained)
    agenda += [("ability", ability) for ability in reversed(kind.played)]


@task("pop_played")
def pop_played(g: Table, s: State, todo: Task) -> None:
    """The card is done."""
    frame = s.frames.pop()
    if g.sw_looked_at_leaves:
        for card in frame.shown:
            if s.where[card] == g.main_deck:
                move_card(
                    g, s, card, g.destroyed_to(card), a.Verb.DESTROY, frame.you, "effect.destroy"
                )


@task("ability")
def ability(g: Table, s: State, todo: Task) -> None:
    """Carry out one ability of a card that is played."""
    node = todo[1]
    match node:
        case a.Plain(inner):
            EFFECTS[type(inner)](g, s, inner)
        case a.Attack(inner):
            start_attack(g, s, inner)
        case a.Confrontation(inner, otherwise):
            f = s.frames[-1]
            if s.confronted >= 0 and f.you == s.active:
                say(s, "confrontation text", f.you, "confront.text", (f.source,))
                s.agenda.append(("ability", inner))
            else:
                say(s, "no confrontation text", f.you, "confront.no_text", (f.source,))
                if otherwise is not None:
                    say(s, "otherwise", f.you, "confront.otherwise", (f.source,))
                    s.agenda.append(("do", otherwise))
        case a.Abilities(several):
            s.agenda.extend(("ability", one) for one in reversed(several))
        case _:
            pass  # works at another time: Defense, Block, Ongoing, when gained, payment


def take_back(g: Table, s: State, card: int) -> None:
    """Take back the Power that a card gave this turn (for readings the books do not choose)."""
    for fact in s.facts:
        if fact[0] == "power" and fact[2] == card:
            gain_power(g, s, fact[1], -fact[3], -1, "effect.power")
    s.facts = [x for x in s.facts if not (x[0] == "power" and x[2] == card)]


@task("take_back")
def take_back_task(g: Table, s: State, todo: Task) -> None:
    """Take back what a card gave."""
    take_back(g, s, todo[1])
