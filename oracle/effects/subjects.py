"""Who does it: one effect for one player after the other."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.per_object import PerObject
from rules_check.grammar.subjects import HAVING
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.choosing import choose_player, select
from rules_check.oracle.meaning.who import PICKED, done_to, players, with_avoiders
from rules_check.oracle.running.agenda import FOR_PLAYER, effect, task, with_cards, with_player
from rules_check.oracle.trace.saying import say
from rules_check.oracle.values.frames import Frame, Scopes, each_scopes
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import ForPlayer, Shift, Task


class OneEach(Task):
    """What is said of several players, for one of them."""

    tag = "one_each"
    node: a.Each
    player: int


class EachDone(Task):
    """It is done for this player; then the text speaks as before."""

    tag = "each_done"
    mark: int
    player: int
    scopes: Scopes
    actor: int
    start: int


class PickOne(Task):
    """What is said of one of several players, for the one who is chosen."""

    tag = "pick_one"
    node: a.Each


@effect(a.Each)
def do_each(g: Table, s: State, node: a.Each) -> None:
    """One player after the other, in turn order; or the one who is meant, or is chosen."""
    f = s.frames[-1]
    who = node.who
    found = players(g, s, f, who)
    if s.trace is not None:
        _tell(s, f, who, found)
    if who.kind in PICKED and len(found) > 1:
        choose_player(g, s, found, f.you, PickOne(node), f.source)
        return
    meant = found
    if f.avoided and said_of_avoiders(node.effect):
        meant = tuple(p for p in with_avoiders(g, s, f, who) if p in (*found, *f.avoided))
    s.agenda += [OneEach(node, player) for player in reversed(meant)]
    if g.sw.revealing == "together" and len(found) > 1:
        first = node.effect.effects[0] if isinstance(node.effect, a.Seq) else node.effect
        if isinstance(first, a.Show) and first.verb is a.Verb.REVEAL and _from_hand(first.what):
            s.agenda += [Commit(node, first, player) for player in reversed(found)]


class Commit(Task):
    """A player chooses the card to reveal; it is not shown before all have chosen."""

    tag = "commit"
    each: a.Each
    node: a.Show
    player: int


def _from_hand(what: a.Selection) -> bool:
    return isinstance(what, a.Cards) and [p.zone for p in what.places] == [a.Zone.HAND]


@task(Commit)
def commit(g: Table, s: State, todo: Commit) -> None:
    """Put a card face down."""
    f = s.frames[-1]
    f.actor = todo.player
    scopes = f.scopes
    f.scopes = (*scopes, (a.mark_of(todo.each), todo.player))
    select(g, s, todo.node.what, a.Verb.REVEAL, todo.player, Committed(todo.player))
    f.scopes = scopes


class Committed(Task):
    """The card that a player has put face down."""

    tag = "committed"
    player: int


@with_cards(Committed)
def committed(g: Table, s: State, todo: Committed, chosen: tuple[int, ...]) -> None:
    """Remember the card until it is shown."""
    s.frames[-1].value += tuple(("committed", todo.player, card) for card in chosen)
    say(s, "commit", todo.player, "effect.commit", (), (len(chosen),))


@with_player(PickOne)
def picked_one(g: Table, s: State, todo: PickOne, player: int) -> None:
    """The one player meant has been chosen."""
    one_each(g, s, OneEach(todo.node, player))


@task(OneEach)
def one_each(g: Table, s: State, todo: OneEach) -> None:
    """Now the text speaks of this player."""
    node, player = todo.node, todo.player
    f = s.frames[-1]
    mark = a.mark_of(node)
    s.agenda.append(EachDone(mark, player, f.scopes, f.actor, len(f.log)))
    f.scopes = (*f.scopes, *each_scopes(node, player))
    f.actor = player
    test = node.who.test
    if isinstance(test, (*HAVING, a.DidTo)) and a.mark_of(test):
        f.now = a.mark_of(test)  # later words may speak of the cards that this player has
        f.note(player, True, tuple(_theirs(g, s, f, player, test)))
    if player in f.avoided and not isinstance(test, a.AvoidedAttack):
        s.agenda += reversed(said_of_avoiders(node.effect))
    else:
        s.agenda.append(node.effect)


@PerObject
def said_of_avoiders(node: a.Effect) -> tuple[a.Effect, ...]:
    """What a text says of each player who avoids the Attack: it happens although that player is
    not hit."""
    parts = node.effects if isinstance(node, a.Seq) else (node,)
    return tuple(x for x in parts if isinstance(x, a.If) and _of_avoiding(x.condition))


def _of_avoiding(condition: a.Condition) -> bool:
    return any(isinstance(x, a.AvoidedAttack) for x in a.walk(condition))


def _theirs(g: Table, s: State, f: Frame, player: int, test: Any) -> list[int]:
    """The cards by which a player was picked out: those they have, or did something to."""
    if isinstance(test, a.DidTo):
        return done_to(g, s, f, player, test)
    return list(g.matching(s, f, test.cards))


@task(EachDone)
def each_done(g: Table, s: State, todo: EachDone) -> None:
    """It is done for this player."""
    f = s.frames[-1]
    f.scopes = todo.scopes
    f.actor = todo.actor
    f.now = todo.mark
    declined = any(x.declined for x in f.log[todo.start :])
    f.note(todo.player, f.all_done(todo.start), declined=declined)


BESIDE: Final = (a.PlayerKind.THEIR_LEFT, a.PlayerKind.THEIR_RIGHT)


def together(s: State, node: a.Move, todo: Shift) -> bool:
    """Players who each pass cards to their neighbours do so at the same time: whether this card
    waits until all of them have chosen theirs. Nobody passes on what has just come."""
    if node.to is None or node.to.owner is None or node.to.owner.kind not in BESIDE:
        return False
    agenda = s.agenda
    at = len(agenda) - 1
    while at >= 0 and not isinstance(agenda[at], EachDone):
        at -= 1
    if at < 0:
        return False
    while at and isinstance(agenda[at - 1], OneEach | Shift):
        at -= 1
    agenda.insert(at, todo)
    return True


def for_each(g: Table, s: State, f: Frame, who: a.Player, node: a.Effect) -> None:
    """Do an effect for whoever does it: "you", or the player who is spoken of."""
    f.now = a.mark_of(node)
    if who.kind is a.PlayerKind.YOU and who.test is None:
        if f.you in f.avoided:
            return
        f.actor = f.you
        FOR_PLAYER[type(node)](g, s, node, f.you)
        return
    found = players(g, s, f, who)
    if len(found) == 1:
        f.actor = found[0]
        FOR_PLAYER[type(node)](g, s, node, found[0])
        return
    s.agenda += [ForPlayer(node, player) for player in reversed(found)]


def _tell(s: State, f: Frame, who: a.Player, found: tuple[int, ...]) -> None:
    """Say of whom a text speaks, where rules tell who that is and in which order."""
    if who.kind is a.PlayerKind.THAT_FOE:
        say(s, "speaks of", f.you, "resolve.that_foe", (f.source,), found)
    elif who.kind is a.PlayerKind.TEAMMATE and not found:
        say(s, "speaks of", f.you, "resolve.no_teammate", (f.source,))
    elif len(found) > 1 and who.kind not in PICKED:
        say(s, "speaks of", f.you, "resolve.turn_order", (f.source,), found)
