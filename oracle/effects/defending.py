"""Defenses: who may use one against an Attack, and what it does."""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.choosing import each_kind
from rules_check.oracle.meaning.conditions import note_named
from rules_check.oracle.meaning.possible import possible
from rules_check.oracle.meaning.seats import in_turn_order, partner
from rules_check.oracle.meaning.who import players
from rules_check.oracle.running.agenda import answers, ask, effect, perform, task
from rules_check.oracle.running.moving import happen
from rules_check.oracle.standing.bans import banned
from rules_check.oracle.trace.saying import say
from rules_check.oracle.trace.topics import in_appearance, of_defense
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import PASS, DefendWith
from rules_check.oracle.values.state import APPEARANCE, State
from rules_check.oracle.values.tasks import IfDone, Shift, Task
from rules_check.oracle.values.zones import DISCARD, HAND, PER_PLAYER, PLAY


class Defend(Task):
    """A player who is attacked, then their teammate, may use a Defense."""

    tag = "defend"
    target: int


class DefendBy(Task):
    """One player may use a Defense for the target."""

    tag = "defend_by"
    target: int
    player: int


class Defended(Task):
    """A Defense is done."""

    tag = "defended"
    card: int


def defenders(g: Table, s: State, target: int) -> tuple[int, ...]:
    """Who may use a Defense for a player: that player, and a teammate where the book says so."""
    if g.defense_for_partner:
        friend = partner(g, target)
        if friend >= 0 and friend not in s.out:
            return (target, friend)
    return (target,)


def guards(g: Table, s: State, target: int) -> tuple[int, ...]:
    """Who else has a Defense in hand that says for whom it is used, in turn order."""
    if not g.guarding:
        return ()
    holding = {s.where[card] for card in g.guarding}
    everyone = in_turn_order(g, s, target)
    others = (p for p in everyone if p not in defenders(g, s, target))
    return tuple(p for p in others if p * PER_PLAYER + HAND in holding)


def _protects(g: Table, s: State, player: int, card: int, target: int) -> bool:
    """Whether a player may use this Defense for the one who is attacked."""
    if not g.kinds[card].guards:
        return player in defenders(g, s, target)
    when: Any = g.kinds[card].defense[0]
    trigger: a.Trigger = when.occasion
    if trigger.window is not None and not g.in_window(s, player, trigger.window):
        return False
    who = trigger.event.who
    return who is not None and target in players(g, s, g.asking(player, card), who)


def _said(g: Table, card: int) -> a.Effect:
    """What a Defense says, without the words that say when it is used."""
    node = g.kinds[card].defense[0]
    return node.effect if g.kinds[card].guards and isinstance(node, a.When) else node


@task(Defend)
def defend(g: Table, s: State, todo: Defend) -> None:
    """A player who is attacked, then their teammate, may use a Defense; then whoever has one that
    is used for others."""
    target = todo.target
    f = s.frames[-1]
    if target in f.avoided and g.sw.second_defense == "none":
        return
    asked = (*defenders(g, s, target), *guards(g, s, target))
    s.agenda += [DefendBy(target, p) for p in reversed(asked)]


@task(DefendBy)
def defend_by(g: Table, s: State, todo: DefendBy) -> None:
    """One player may use a Defense for the target."""
    target, player = todo.target, todo.player
    f = s.frames[-1]
    if target in f.avoided and g.sw.second_defense == "none":
        return
    base = player * PER_PLAYER
    there = [card for card in s.zones[base + HAND] if g.has_defense[card]]
    there += [card for card in g.defending_in_play if s.where[card] == base + PLAY]
    can = [card for card in there if why_no_defense(g, s, f, player, card, target) is None]
    if can:
        options = [*each_kind(g, can, DefendWith), PASS]
        ask(g, s, player, ChoiceKind.DEFEND, options, todo, f.source)


def why_no_defense(g: Table, s: State, f: Frame, player: int, card: int, target: int) -> str | None:
    """Why a card cannot be used as a Defense of the target against this Attack; None if it can."""
    base = player * PER_PLAYER
    if g.kinds[card].defends_in_play:
        if s.where[card] != base + PLAY:
            return "defense.not_in_play"
    elif s.where[card] != base + HAND:
        return "defense.not_in_hand"
    if not g.kinds[card].defense or not _protects(g, s, player, card, target):
        return "defense.no_defense"
    if any(card == used for used, _ in f.used) and g.sw.reveal_defense != "again":
        return "defense.used"
    if g.one_defense_each and any(player == user for _, user in f.used):
        return "defense.second"
    if g.sw.reveal_defense_turn == "once_a_turn" and ("revealed", card) in s.used:
        return "defense.used"
    if banned(g, s, a.Verb.AVOID, player, card):
        return "defense.forbidden"
    if s.where[card] == base + HAND and banned(g, s, a.Verb.PLAY, player, card):
        return "defense.forbidden"  # in the turn of a foe, Defenses are what is played
    mine = g.asking(player, card)
    if f.you != mine.that and s.phase != APPEARANCE:
        mine = mine.copy()
        mine.that = f.you
    return None if possible(g, s, mine, _price(_said(g, card)), player) else "defense.cannot_pay"


def _price(node: a.Effect) -> a.Effect:
    match node:
        case a.May(inner):
            return inner
        case a.Seq((a.May() as first, *_)):
            return _price(first)
        case a.If(_, a.May() as then):
            return a.replace(node, then=then.effect)
        case _:
            return node


@answers(DefendBy)
def defend_with(g: Table, s: State, todo: DefendBy, option: Option) -> None:
    """A Defense is used, or not."""
    target, player = todo.target, todo.player
    if option == PASS:
        say(s, "decline", player, in_appearance(s, "defense.declined"), (), (target,))
        return
    assert isinstance(option, DefendWith)
    card = option.card
    attack = s.frames[-1]
    topic = of_defense(s, attack, target, player)
    attack.used = (*attack.used, (card, player))
    if g.sw.reveal_defense_turn == "once_a_turn":
        s.used.append(("revealed", card))
    say(s, "defend", player, topic, (card,), (target,))
    frame = Frame(player, card)
    frame.that = attack.you if s.phase != APPEARANCE else -1
    frame.value = (("protects", target, True),)
    s.frames.append(frame)
    s.agenda.append(Defended(card))
    node = _said(g, card)
    if g.kinds[card].guards:  # "that player" is the one who is attacked
        frame.set_off(a.mark_of(g.kinds[card].defense[0]), target, ())
        frame.actor = player
    if isinstance(node, a.Seq) and isinstance(node.effects[0], a.May):
        s.agenda += reversed(node.effects[1:])  # what follows when it is used
        node = node.effects[0]
    if isinstance(node, a.If) and isinstance(node.then, a.May):
        note_named(g, s, frame, node)
        node = node.then
    if isinstance(node, a.May):
        profits_who = target if g.sw.defense_profits == "protected" else player
        s.agenda.append(IfDone(node, profits_who, len(frame.log)))
        if profits_who != player:
            s.agenda.append(Profits(target))
        s.agenda.append(node.effect)
    else:
        s.agenda.append(node)


class Profits(Task):
    """What a Defense gives goes to another player (a reading no book chooses)."""

    tag = "profits"
    player: int


@task(Profits)
def profits(g: Table, s: State, todo: Profits) -> None:
    """`defense_profits`: the protected player has what follows."""
    frame = s.frames[-1]
    frame.you = frame.actor = todo.player


@task(Defended)
def defended(g: Table, s: State, todo: Defended) -> None:
    """The Defense is done; a card that was only revealed is still in the hand."""
    frame = s.frames.pop()
    card = todo.card
    if g.sw.revealed_card == "discard" and s.where[card] == frame.you * PER_PLAYER + HAND:
        to = frame.you * PER_PLAYER + DISCARD
        perform(g, s, Shift(a.Verb.PUT, frame.you, card, to))


@effect(a.AvoidAttack)
def do_avoid(g: Table, s: State, node: a.AvoidAttack) -> None:
    """The Attack does not work against the player who is protected."""
    f = s.frames[-1]
    attack = next((x for x in reversed(s.frames) if x.targets is not None), None)
    if attack is None:
        f.now = a.mark_of(node)
        f.note(f.you, False)
        say(s, "nothing", f.you, "nothing.avoid", (f.source,))
        return
    protected: tuple[Any, ...] = tuple(p for what, p, _ in f.value if what == "protects")
    if not protected:
        protected = players(g, s, f, node.who)
    for player in protected:
        if banned(g, s, a.Verb.AVOID, player, f.source):
            f.now = a.mark_of(node)
            f.note(player, False)
        elif player not in attack.avoided:
            attack.avoided = (*attack.avoided, player)
            say(s, "avoid", player, "attack.avoided", (attack.source,))
            happen(g, s, a.Verb.AVOID, f.you, attack.source, -1, -1)
