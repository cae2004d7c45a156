"""Attacks: who is attacked, who avoids it, and what happens to those who do not."""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.per_object import PerObject
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.aiming import SEVERAL, aimed_at, picked_out, to_choose_from
from rules_check.oracle.effects.choosing import choose_player, choose_players
from rules_check.oracle.effects.defending import Defend
from rules_check.oracle.effects.other_readings import avoid_by_luck, cancel_card, told_first
from rules_check.oracle.meaning.conditions import holds
from rules_check.oracle.meaning.possible import possible
from rules_check.oracle.meaning.seats import SPARED, foes_of, immune, in_turn_order, teammates
from rules_check.oracle.meaning.who import ATTACKED, SOME, players
from rules_check.oracle.running.agenda import (
    effect,
    task,
    with_cards,
    with_player,
)
from rules_check.oracle.running.moving import happen
from rules_check.oracle.trace.saying import say
from rules_check.oracle.trace.topics import empty_stacks, in_appearance, of_attack
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import APPEARANCE, State
from rules_check.oracle.values.tasks import TRIGGERS, AtOtherTime, Task

K = a.PlayerKind
EVERYONE = frozenset(
    {K.EACH_FOE, K.EACH_OTHER_PLAYER, K.EACH_PLAYER, K.REMAINING, K.OTHER_TWO, K.OTHER_THREE}
)
THE_ONE = frozenset({K.THAT_FOE, K.CHOSEN_FOE, K.YOUR_FOE})
ONE_OF = frozenset({K.A_FOE, K.ANOTHER_PLAYER, K.A_PLAYER, K.ANY_PLAYER})
SEATED = frozenset({K.LEFT, K.RIGHT, K.FOES_TEAMMATE})
MATES = frozenset({K.FOES_TEAMMATE, K.THEIR_TEAMMATE})


class AimAt(Task):
    """Direct an Attack at the player who is chosen."""

    tag = "aim_at"
    node: a.Effect


class AimAtThem(Task):
    """Direct an Attack at the players who are chosen."""

    tag = "aim_at_them"
    node: a.Effect


class Strike(Task):
    """Those who did not avoid the Attack are affected by it."""

    tag = "strike"
    node: a.Effect


class AttackOver(Task):
    """What follows on the card is not part of the Attack."""

    tag = "attack_over"


def choices(node: a.Effect) -> list[a.ChoosePlayer]:
    """Where players are chosen in an effect."""
    return [x for x in a.walk(node) if isinstance(x, a.ChoosePlayer)]


def _aims(node: a.Effect) -> tuple[list[a.Player], frozenset[a.PlayerKind], bool]:
    """The players an Attack names, their kinds, and whether one is chosen in it."""
    made = choices(node)
    theirs = {id(x.player) for x in made if x.who != a.YOU}  # whom those attacked choose
    theirs |= {id(x.whom) for x in a.walk(node) if isinstance(x, a.Unavoidable)}
    told = {a.mark_of(x) for x in a.walk(node)} - {0}
    named = [
        x
        for x in a.walk(node)
        if isinstance(x, a.Player) and id(x) not in theirs and not _said_again(x, told)
    ]
    chosen = any(x.who == a.YOU for x in made)
    return named, frozenset(x.kind for x in named), chosen


def _said_again(who: a.Player, told: set[int]) -> bool:
    """Whether a player is one whom the Attack itself has named ("The foe to your left discards a
    card. That foe …"): it is aimed by the words that named them."""
    return who.kind in THE_ONE and bool(a.bound_to(who)) and told.issuperset(a.bound_to(who))


def _seated(node: a.Effect) -> list[a.Player]:
    """Those known by where they sit whom an Attack has do something."""
    eachs = (x.who for x in a.walk(node) if isinstance(x, a.Each))
    return [who for who in eachs if who.kind in SEATED]


def start_attack(g: Table, s: State, node: a.Effect) -> None:
    """An Attack is directed at the foes it names; each may then avoid it."""
    f = s.frames[-1]
    known = g.known_attacks.get(id(node))
    if known is None:
        known = g.known_attacks[id(node)] = (node, *_aims(node))
    _, named, kinds, chosen = known
    everyone = attacked(g, s, f)
    if kinds & SOME:
        choice = next(x for x in choices(node) if x.player.kind in SOME)
        choose_players(g, s, everyone, f.you, AimAtThem(node), choice, f.source)
        return
    if kinds & ONE_OF and (chosen or not kinds & EVERYONE):
        found = to_choose_from(g, s, f, node, everyone)
        if g.sw.chosen_foe == "confronted" and s.confronted in found:
            found = (s.confronted,)
        choose_player(g, s, found, f.you, AimAt(node), f.source)
        return
    targets: tuple[int, ...]
    if kinds & EVERYONE:
        targets = everyone
        if g.sw.several_foes == "nothing" and len(targets) == 1:
            return
        targets = _picked(g, s, f, node, everyone)
    elif kinds & THE_ONE:
        these = [*(who for who in named if who.kind in THE_ONE), *_seated(node)]
        targets = _meant(g, s, f, everyone, these, THE_ONE | SEATED)
    elif kinds & SEATED:
        targets = _meant(g, s, f, everyone, named, SEATED)
    elif f.that >= 0 and K.THAT_PLAYER in kinds:
        targets = (f.that,)
    else:
        targets = _picked(g, s, f, node, everyone)
    aim(g, s, node, targets)


def _picked(
    g: Table, s: State, f: Frame, node: a.Effect, everyone: tuple[int, ...]
) -> tuple[int, ...]:
    """Those whom an Attack picks out by what they have; everybody if it does not."""
    named = picked_out(node)
    if not named:
        return everyone
    found = aimed_at(g, s, f, named, everyone)
    f.value = (*f.value, *((SPARED, p, True) for p in everyone if p not in found))
    return found


def attacked(g: Table, s: State, f: Frame) -> tuple[int, ...]:
    """Whom an Attack can be aimed at: the foes, or everybody if nobody makes it."""
    if s.phase != APPEARANCE:
        return foes_of(g, s, f)
    everyone = in_turn_order(g, s, f.you)
    return tuple(p for p in everyone if p not in immune(g, s)) if g.hunting else everyone


def _meant(
    g: Table,
    s: State,
    f: Frame,
    everyone: tuple[int, ...],
    named: list[a.Player],
    kinds: frozenset[a.PlayerKind],
) -> tuple[int, ...]:
    found = [p for who in named if who.kind in kinds for p in players(g, s, f, who)]
    return tuple(p for p in everyone if p in found)


@with_player(AimAt)
def aim_at(g: Table, s: State, todo: AimAt, target: int) -> None:
    """The foe to attack has been chosen."""
    s.frames[-1].that = target
    aim(g, s, todo.node, (target,))


@with_cards(AimAtThem)
def aim_at_them(g: Table, s: State, todo: AimAtThem, targets: tuple[int, ...]) -> None:
    """The foes to attack have been chosen."""
    if targets:
        found = attacked(g, s, s.frames[-1])
        aim(g, s, todo.node, tuple(p for p in found if p in targets))


def aim(g: Table, s: State, node: a.Effect, targets: tuple[int, ...]) -> None:
    """The Attack has its targets: let each of them be defended, then go on."""
    f = s.frames[-1]
    if g.sw.empty_attack == "void" and not possible(g, s, f, node, f.you):
        say(s, "void", f.you, "attack.void", (f.source,))
        return
    targets = _with_teammates(g, s, f, node, targets)
    if g.sw.totals == "told_first":
        targets = told_first(g, s, f, node, targets)
    f.targets = targets
    f.avoided = ()
    f.used = ()
    if s.trace is not None:
        topic = of_attack(s, targets == attacked(g, s, f))
        s.trace.append(Event("attack", f.you, (f.source,), targets, topic))
        if g.explains and not possible(g, s, f, node, f.you):
            say(s, "nothing", f.you, "attack.lacks", (f.source,), empty_stacks(g, s, node))
    before = len(s.pending)
    for target in targets:
        happen(g, s, a.Verb.ATTACK, target, f.source, -1, -1)
    s.agenda.append(Strike(node))
    can = [target for target in targets if not _unavoidable(g, s, f, node, target)]
    s.agenda += [Defend(target) for target in reversed(can)]
    _forestall(s, before, can)
    if g.sw.raise_time == "any_time" and s.confronted in targets:
        s.agenda.append(AtOtherTime("raises", s.phase))


def _with_teammates(
    g: Table, s: State, f: Frame, node: a.Effect, targets: tuple[int, ...]
) -> tuple[int, ...]:
    """Those at whom an Attack is aimed, with the teammates of whom it goes on to speak ("A foe
    discards a card. That foe's teammate gains a Weakness")."""
    if not _speaks_of_teammates(node):
        return targets
    both = {*targets, *teammates(g, targets)}
    return tuple(p for p in attacked(g, s, f) if p in both)


@PerObject
def _speaks_of_teammates(node: a.Effect) -> bool:
    """Whether an Attack has the teammate of somebody do something whom it has named itself."""
    told = {a.mark_of(x) for x in a.walk(node)} - {0}
    doing = (x.who for x in a.walk(node) if isinstance(x, a.Each))
    mates = [a.bound_to(who) for who in doing if who.kind in MATES]
    return any(marks and told.issuperset(marks) for marks in mates)


class AsBefore(Task):
    """Whoever could avoid the Attack by a text that stands was asked; what else it has set off
    waits until the card is resolved."""

    tag = "as_before"
    pending: tuple[tuple[Any, ...], ...]


def _forestall(s: State, before: int, targets: list[int]) -> None:
    """Let the texts that the Attack has set off (from number `before` of the pending ones on) and
    that avoid it come before it hits anybody."""
    first = [
        item
        for item in s.pending[before:]
        if item[3][1] in targets and any(isinstance(x, a.AvoidAttack) for x in a.walk(item[2]))
    ]
    if first:
        s.agenda.append(AsBefore(tuple(x for x in s.pending if not any(x is y for y in first))))
        s.agenda.append(TRIGGERS)
        s.pending = first


@task(AsBefore)
def as_before(g: Table, s: State, todo: AsBefore) -> None:
    """What waits, waits on."""
    s.pending = [*todo.pending, *s.pending]


@task(Strike)
def strike(g: Table, s: State, todo: Strike) -> None:
    """Those who did not avoid the Attack are affected by it."""
    f = s.frames[-1]
    targets = f.targets or ()
    hit = tuple(p for p in targets if p not in f.avoided)
    if s.phase == APPEARANCE and hit:
        f.you = f.actor = hit[0]  # nobody makes it: the first of those hit does what is to be done
    if (
        f.avoided
        and not hit
        and (g.sw.avoiding == "whole_card" or not _hits_others(g, s, f, todo.node))
    ):
        say(s, "avoided", f.you, "attack.avoided_by_all", (f.source,))
        if g.sw.avoiding == "whole_card":
            cancel_card(g, s)
        s.agenda.append(AttackOver())
        s.agenda += reversed(_about_avoiding(todo.node))
        return
    if f.avoided:
        say(s, "avoided", f.you, "attack.avoided_by_some", (f.source,), f.avoided)
    if hit:
        say(s, "hit", f.you, in_appearance(s, "attack.hits"), (f.source,), hit)
    if hit or f.avoided or picked_out(todo.node):
        s.agenda.append(AttackOver())
        s.agenda.append(todo.node)


@effect(a.Unavoidable)
def do_unavoidable(g: Table, s: State, node: a.Unavoidable) -> None:
    """Read when the Attack is aimed (`_unavoidable`)."""


def _unavoidable(g: Table, s: State, f: Frame, node: a.Effect, target: int) -> bool:
    """Whether the text says that this player cannot avoid this Attack."""
    match node:
        case a.Unavoidable(whom):
            return whom is None or target in players(g, s, f, whom)
        case a.Seq(effects):
            return any(_unavoidable(g, s, f, part, target) for part in effects)
        case a.If(condition, then, None):
            return _unavoidable(g, s, f, then, target) and holds(g, s, f, condition)
        case _:
            return False


def _hits_others(g: Table, s: State, f: Frame, node: a.Effect) -> bool:
    """Whether it also does something to players at whom it was not aimed: the player of the card,
    a teammate, foes who were not chosen. No Defense of others spares them."""
    named = (x for x in a.walk(node) if isinstance(x, a.Player) and x.kind in SEVERAL)
    return s.phase != APPEARANCE and any(
        not set(f.targets or ()).issuperset(players(g, s, f, a.replace(who, test=None)))
        for who in named
    )


def _parts(node: a.Effect) -> tuple[a.Effect, ...]:
    return node.effects if isinstance(node, a.Seq) else (node,)


def _about_avoiding(node: a.Effect) -> list[a.Effect]:
    """What a text says of those who avoid the Attack: it happens although nobody is hit. Whoever
    was chosen stays chosen."""
    parts = _parts(node)
    return [part for part in parts if _about_avoiders(part) or isinstance(part, a.ChoosePlayer)]


def _about_avoiders(node: a.Effect) -> bool:
    """Whether it speaks of those who avoided the Attack, or were not made to do something."""
    return any(
        isinstance(x, a.AvoidedAttack) or (isinstance(x, a.PlayersDid) and x.negated)
        for x in a.walk(node)
    )


@task(AttackOver)
def attack_over(g: Table, s: State, todo: AttackOver) -> None:
    """What follows on the card is not part of the Attack, and can speak of it."""
    f = s.frames[-1]
    if g.sw.avoided == "no_effect":
        avoid_by_luck(g, s, f)
    before = tuple(x for x in f.value if x[0] not in (ATTACKED, SPARED))
    f.value = (*before, *((ATTACKED, p, p in f.avoided) for p in f.targets or ()))
    f.targets = None
    f.avoided = ()
    f.used = ()
