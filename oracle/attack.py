"""Attacks: who is attacked, who avoids it, and what happens to those who do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rules_check.grammar import ast as a
from rules_check.oracle.choose import with_player
from rules_check.oracle.core import TASKS, answers, ask, effect, happen, say, task
from rules_check.oracle.possible import possible
from rules_check.oracle.state import Event, Frame, Option, State, Task
from rules_check.oracle.topics import empty_stacks, of_attack, of_defense
from rules_check.oracle.who import foes, partner, players, that_player
from rules_check.oracle.zones import DISCARD, HAND, PER_PLAYER

if TYPE_CHECKING:
    from rules_check.oracle.game import Game

K = a.PlayerKind
EVERYONE = frozenset({K.EACH_FOE, K.EACH_OTHER_PLAYER, K.EACH_PLAYER})
THE_ONE = frozenset({K.THAT_FOE, K.CHOSEN_FOE, K.YOUR_FOE})
ONE_OF = frozenset({K.A_FOE, K.ANOTHER_PLAYER, K.A_PLAYER, K.ANY_PLAYER})
SEATED = frozenset({K.LEFT, K.RIGHT})


def _aims(node: a.Effect) -> tuple[list[a.Player], frozenset[a.PlayerKind], bool]:
    """The players an Attack names, their kinds, and whether one is chosen in it."""
    named = [x for x in a.walk(node) if isinstance(x, a.Player)]
    chosen = any(isinstance(x, a.ChoosePlayer) for x in a.walk(node))
    return named, frozenset(x.kind for x in named), chosen


def start_attack(g: Game, s: State, node: a.Effect) -> None:
    """An Attack is directed at the foes it names; each may then avoid it."""
    f = s.frames[-1]
    known = g.known_attacks.get(id(node))
    if known is None:
        known = g.known_attacks[id(node)] = (node, *_aims(node))
    _, named, kinds, chosen = known
    everyone = foes(g, s, f.you)
    if kinds & ONE_OF and (chosen or not kinds & EVERYONE):
        found = everyone
        if g.sw_confronted_foe_only and s.confronted in found:
            found = (s.confronted,)
        with_player(g, s, found, f.you, ("aim_at", node), f.source)
        return
    targets: tuple[int, ...]
    if kinds & EVERYONE:
        targets = everyone
        if g.sw_several_foes_nothing and len(targets) == 1:
            return
    elif kinds & THE_ONE or (f.that >= 0 and K.THAT_PLAYER in kinds):
        target = that_player(g, s, f)
        targets = (target,) if target >= 0 else ()
    elif kinds & SEATED:
        seated = [p for x in named if x.kind in SEATED for p in players(g, s, f, x)]
        targets = tuple(p for p in everyone if p in seated)
    else:
        targets = everyone
    aim(g, s, node, targets)


@task("aim_at")
def aim_at(g: Game, s: State, todo: Task) -> None:
    """The foe to attack has been chosen."""
    _, node, target = todo
    s.frames[-1].that = target
    aim(g, s, node, (target,))


def aim(g: Game, s: State, node: a.Effect, targets: tuple[int, ...]) -> None:
    """The Attack has its targets: let each of them be defended, then go on."""
    f = s.frames[-1]
    if g.sw_empty_attack_void and not possible(g, s, f, node, f.you):
        say(s, "void", f.you, "attack.void", (f.source,))
        return
    f.targets = targets
    f.avoided = ()
    f.used = ()
    if s.trace is not None:
        topic = of_attack(s, targets == foes(g, s, f.you))
        s.trace.append(Event("attack", f.you, (f.source,), targets, topic))
        if g.explains and not possible(g, s, f, node, f.you):
            say(s, "nothing", f.you, "attack.lacks", (f.source,), empty_stacks(g, s, node))
    for target in targets:
        happen(g, s, a.Verb.ATTACK, target, f.source, -1, -1)
    s.agenda.append(("strike", node))
    for target in reversed(targets):
        s.agenda.append(("defend", target))


@task("strike")
def strike(g: Game, s: State, todo: Task) -> None:
    """Those who did not avoid the Attack are affected by it."""
    f = s.frames[-1]
    targets = f.targets or ()
    hit = tuple(p for p in targets if p not in f.avoided)
    if f.avoided and not hit and (g.sw_avoiding_cancels_card or not _hits_attacker(todo[1])):
        say(s, "avoided", f.you, "attack.avoided_by_all", (f.source,))
        if g.sw_avoiding_cancels_card:
            cancel_card(g, s)
        s.agenda.append(("attack_over",))
        return
    if f.avoided:
        say(s, "avoided", f.you, "attack.avoided_by_some", (f.source,), f.avoided)
    if hit:
        say(s, "hit", f.you, "attack.hits", (f.source,), hit)
    if hit or f.avoided:
        s.agenda.append(("attack_over",))
        s.agenda.append(("do", todo[1]))


def _hits_attacker(node: a.Effect) -> bool:
    """Whether it also does something to the player of the card; no Defense avoids that."""
    return any(isinstance(x, a.Player) and x.kind is K.EACH_PLAYER for x in a.walk(node))


@task("attack_over")
def attack_over(g: Game, s: State, todo: Task) -> None:
    """What follows on the card is not part of the Attack."""
    f = s.frames[-1]
    f.targets = None
    f.avoided = ()
    f.used = ()


def cancel_card(g: Game, s: State) -> None:
    """Nothing of the card holds (for readings the books do not choose)."""
    f = s.frames[-1]
    TASKS["take_back"](g, s, ("take_back", f.source))
    while s.agenda[-1] != ("pop_played",):
        s.agenda.pop()


# --------------------------------------------------------------------------- Defenses


def defenders(g: Game, s: State, target: int) -> tuple[int, ...]:
    """Who may use a Defense for a player: that player, and a teammate where the book says so."""
    if g.defense_for_partner:
        friend = partner(g, target)
        if friend >= 0 and friend not in s.out:
            return (target, friend)
    return (target,)


@task("defend")
def defend(g: Game, s: State, todo: Task) -> None:
    """A player who is attacked, then their teammate, may use a Defense."""
    target = todo[1]
    f = s.frames[-1]
    if target in f.avoided:
        return
    s.agenda.extend(("defend_by", target, p) for p in reversed(defenders(g, s, target)))


@task("defend_by")
def defend_by(g: Game, s: State, todo: Task) -> None:
    """One player may use a Defense for the target."""
    _, target, player = todo
    f = s.frames[-1]
    if target in f.avoided:
        return
    options: list[Option] = []
    for card in s.zones[player * PER_PLAYER + HAND]:
        if (
            g.has_defense[card]
            and why_no_defense(g, s, f, player, card) is None
            and not any(g.kind_index[o[1]] == g.kind_index[card] for o in options)
        ):
            options.append(("defend", card))
    if options:
        options.append(("pass",))
        ask(g, s, player, "defend", options, ("defend_with", target, player), f.source)


def why_no_defense(g: Game, s: State, f: Frame, player: int, card: int) -> str | None:
    """Why a card cannot be used as a Defense against this Attack; None if it can."""
    if s.where[card] != player * PER_PLAYER + HAND:
        return "defense.not_in_hand"
    nodes = g.kinds[card].defense
    if not nodes:
        return "defense.no_defense"
    if card in f.used and not g.sw_reveal_again:
        return "defense.used"
    if g.one_defense_each and any(s.where[used] // PER_PLAYER == player for used in f.used):
        return "defense.second"
    if g.sw_reveal_once_a_turn and ("revealed", card) in s.used:
        return "defense.used"
    if g.banned(s, a.Verb.AVOID, player, card):
        return "defense.forbidden"
    mine = g.asking(player, card)
    return None if possible(g, s, mine, _price(nodes[0]), player) else "defense.cannot_pay"


def _price(node: a.Effect) -> a.Effect:
    return node.effect if isinstance(node, a.May) else node


@answers("defend_with")
def defend_with(g: Game, s: State, todo: Task, option: Option) -> None:
    """A Defense is used, or not."""
    _, target, player = todo
    if option[0] == "pass":
        say(s, "decline", player, "defense.declined", (), (target,))
        return
    card = option[1]
    attack = s.frames[-1]
    topic = of_defense(s, attack, target, player)
    attack.used = (*attack.used, card)
    if g.sw_reveal_once_a_turn:
        s.used.append(("revealed", card))
    say(s, "defend", player, topic, (card,), (target,))
    frame = Frame(player, card)
    frame.that = attack.you
    frame.value = (("protects", target, True),)
    s.frames.append(frame)
    s.agenda.append(("defended", card))
    node = g.kinds[card].defense[0]
    if isinstance(node, a.May):
        if node.then is not None:
            s.agenda.append(("do", node.then))
        s.agenda.append(("do", node.effect))
    else:
        s.agenda.append(("do", node))


@task("defended")
def defended(g: Game, s: State, todo: Task) -> None:
    """The Defense is done; a card that was only revealed is still in the hand."""
    frame = s.frames.pop()
    card = todo[1]
    if g.sw_revealed_is_discarded and s.where[card] == frame.you * PER_PLAYER + HAND:
        to = frame.you * PER_PLAYER + DISCARD
        TASKS["shift"](g, s, ("shift", a.Verb.PUT, frame.you, card, to, False))


@effect(a.AvoidAttack)
def do_avoid(g: Game, s: State, node: a.AvoidAttack) -> None:
    """The Attack does not work against the player who is protected."""
    f = s.frames[-1]
    attack = next((x for x in reversed(s.frames) if x.targets is not None), None)
    if attack is None:
        return
    protected: tuple[Any, ...] = tuple(p for what, p, _ in f.value if what == "protects")
    if not protected:
        protected = players(g, s, f, node.who)
    for player in protected:
        if player not in attack.avoided:
            attack.avoided = (*attack.avoided, player)
            say(s, "avoid", player, "attack.avoided", (attack.source,))
            happen(g, s, a.Verb.AVOID, f.you, attack.source, -1, -1)
