"""Whether an effect can be done at all: what may be offered, and what a price needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.per_object import PerObject
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.candidates import candidates, enough
from rules_check.oracle.meaning.conditions import holds, speaking_of
from rules_check.oracle.meaning.deck_tops import compared_with, deck_to_fill
from rules_check.oracle.meaning.find import amount
from rules_check.oracle.meaning.nouns import drawn_from
from rules_check.oracle.meaning.who import players
from rules_check.oracle.values.frames import Frame, each_scopes
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import DECK, DISCARD, MAIN_DECK, PER_PLAYER

K = a.PlayerKind
V = a.Verb
DRAW: Final = V.DRAW
TOP: Final = a.Edge.TOP

Check = Callable[["Table", State, Frame, Any, int], bool]


def possible(g: Table, s: State, f: Frame, node: a.Effect, actor: int) -> bool:
    """Whether the effect can be done in full by whom it names (`actor` is who is spoken of)."""
    check = CHECKS.get(type(node))
    if check is None:
        return True
    return check(g, s, f if f.actor == actor else speaking_of(f, actor), node, actor)


def _by_someone(g: Table, s: State, f: Frame, who: a.Player, verb: a.Verb, what: Any) -> bool:
    """Whether one of the players meant can do that to the cards."""
    found = players(g, s, f, who)
    if len(found) == 1:
        player = found[0]
        mine = f if f.actor == player else speaking_of(f, player)
        return _can_move(g, s, mine, verb, what, player)
    return any(_can_move(g, s, speaking_of(f, p), verb, what, p) for p in found)


def _move(g: Table, s: State, f: Frame, node: a.Move, actor: int) -> bool:
    return _is_there(g, s, f, node.to) and _by_someone(g, s, f, node.who, node.verb, node.what)


def _is_there(g: Table, s: State, f: Frame, to: a.Place | None) -> bool:
    """Whether there is a place for cards: not that of a teammate where nobody has one, nor a stack
    of Super-Villains in a game without them."""
    if to is None:
        return True
    if to.zone is a.Zone.SUPER_VILLAIN_STACK:
        return g.boss_stack >= 0
    mates = to.owner is not None and to.owner.kind in TEAMMATES
    return to.owner is None or not mates or bool(players(g, s, f, to.owner))


TEAMMATES: Final = frozenset({K.TEAMMATE, K.THEIR_TEAMMATE, K.FOES_TEAMMATE, K.ATTACKERS_TEAMMATE})
"""Players who need not be there; any other is."""


def _show(g: Table, s: State, f: Frame, node: a.Show, actor: int) -> bool:
    if isinstance(node.what, a.Whole):
        return True
    return _by_someone(g, s, f, node.who, node.verb, node.what)


def _choose(g: Table, s: State, f: Frame, node: a.Choose, actor: int) -> bool:
    return _by_someone(g, s, f, node.who, V.CHOOSE, node.what)


def _play(g: Table, s: State, f: Frame, node: a.Play, actor: int) -> bool:
    return _by_someone(g, s, f, node.who, V.PLAY, node.what)


def _swap(g: Table, s: State, f: Frame, node: a.Swap, actor: int) -> bool:
    """Both halves must be there; which the second is may only be known with the first."""
    marks = {a.mark_of(x) for x in a.walk(node.first)} - {0}
    known = not any(marks.intersection(a.bound_to(x)) for x in a.walk(node.second))
    halves = (node.first, node.second) if known else (node.first,)
    return all(_by_someone(g, s, f, node.who, V.SWAP, half) for half in halves)


def _seq(g: Table, s: State, f: Frame, node: a.Seq, actor: int) -> bool:
    needed, further = _to_ask(node)
    if not needed:
        return any(possible(g, s, f, part, actor) for part in further)
    return all(possible(g, s, f, part, actor) for part in needed)


@PerObject
def _to_ask(node: a.Seq) -> tuple[list[a.Effect], list[a.Effect]]:
    """The parts that have to be possible, as far as that can be told before the first is done,
    and those that depend on a condition or a wish, of which one is enough."""
    needed: list[a.Effect] = []
    further: list[a.Effect] = []
    marks: set[int] = set()
    for part in node.effects:
        if not any(marks.intersection(a.bound_to(x)) for x in a.walk(part)):
            (further if isinstance(part, a.If | a.May) else needed).append(part)
        if _changes_what_follows(part):
            break
        marks |= {a.mark_of(x) for x in a.walk(part)} - {0}
    return needed, further


def _pay(g: Table, s: State, f: Frame, node: a.PayPower, actor: int) -> bool:
    return any(s.power[p] >= amount(g, s, f, node.amount) for p in players(g, s, f, node.who))


def _lose(g: Table, s: State, f: Frame, node: a.LoseVP, actor: int) -> bool:
    return any(s.vp[p] >= amount(g, s, f, node.amount) for p in players(g, s, f, node.who))


def _cancel(g: Table, s: State, f: Frame, node: a.CancelConfrontation, actor: int) -> bool:
    return s.confronted >= 0


def _within(g: Table, s: State, f: Frame, node: a.Within, actor: int) -> bool:
    return g.in_window(s, f.you, node.window) and possible(g, s, f, node.effect, actor)


def _if(g: Table, s: State, f: Frame, node: a.If, actor: int) -> bool:
    if isinstance(node.condition, a.DefeatedInConfrontation):
        return True
    if deck_to_fill(g, s, f, node.condition, actor) is not None:  # only a shuffle will tell
        ways = (node.then, node.otherwise)
        return any(way is not None and possible(g, s, f, way, actor) for way in ways)
    if holds(g, s, f, node.condition):
        return possible(g, s, f, node.then, actor)
    return node.otherwise is not None and possible(g, s, f, node.otherwise, actor)


def _choose_one(g: Table, s: State, f: Frame, node: a.ChooseOne, actor: int) -> bool:
    return any(possible(g, s, f, option, actor) for option in node.options)


def _each(g: Table, s: State, f: Frame, node: a.Each, actor: int) -> bool:
    found = players(g, s, f, node.who)
    return any(possible(g, s, speaking_for(f, node, p), node.effect, p) for p in found)


def speaking_for(f: Frame, node: a.Each, player: int) -> Frame:
    """The same frame, in which an `Each` is carried out for one of its players."""
    mine = f.copy()
    mine.actor = player
    mine.scopes = (*f.scopes, *each_scopes(node, player))
    return mine


def _inner(g: Table, s: State, f: Frame, node: a.May | a.Tried | a.Instead, actor: int) -> bool:
    return possible(g, s, f, node.effect, actor)


CHECKS: Final[dict[type[Any], Check]] = {
    a.Move: _move,
    a.Show: _show,
    a.Choose: _choose,
    a.Play: _play,
    a.Swap: _swap,
    a.Seq: _seq,
    a.PayPower: _pay,
    a.LoseVP: _lose,
    a.CancelConfrontation: _cancel,
    a.Within: _within,
    a.If: _if,
    a.ChooseOne: _choose_one,
    a.May: _inner,
    a.Tried: _inner,
    a.Instead: _inner,
    a.Each: _each,
}
"""What makes an effect possible; any other always is."""


def _changes_what_follows(part: a.Effect) -> bool:
    match part:
        case a.Move(verb):
            return verb in (V.DRAW, V.GAIN)
        case a.Show(what=what) | a.Choose(what=what) if _stays_as_it_is(what):
            return False
        case a.Show() | a.Choose() | a.Play() | a.Search() | a.ChoosePlayer() | a.ChooseValue():
            return True
        case a.May(inner) | a.Tried(inner) | a.Each(_, inner):
            return _changes_what_follows(inner)
        case a.Seq(effects):
            return any(map(_changes_what_follows, effects))
        case _:
            return False


def _stays_as_it_is(what: a.Selection) -> bool:
    """Whether showing or choosing cards changes nothing and tells their player nothing: this card,
    or one in the own hand. What lies elsewhere may turn out to be there only then."""
    match what:
        case a.Ref(a.RefKind.THIS):
            return True
        case a.Cards(places=places, among=None) if places:
            return all(x.zone is a.Zone.HAND and x.owner == a.YOU for x in places)
        case _:
            return False


def _can_move(g: Table, s: State, f: Frame, verb: a.Verb, what: a.Selection, player: int) -> bool:
    wanted = compared_with(what)
    if wanted is not None and deck_to_fill(g, s, f, wanted, player) is not None:
        return True  # only a shuffle will tell
    if isinstance(what, a.Cards) and what.among is None:
        if verb is DRAW and not what.places and what.filter == a.ANY_CARD:
            return _has_deck(s, player) and g.may_draw(s, player)
        drawn = drawn_from(what) if verb is DRAW else None
        for place in what.places:
            if place is drawn or (place.edge is TOP and len(what.places) == 1):
                if place.zone is a.Zone.DECK:
                    owners = (player,) if place.owner is None else players(g, s, f, place.owner)
                    return any(_has_deck(s, p) and _may_take(g, s, verb, player, p) for p in owners)
                if place.zone is a.Zone.MAIN_DECK:
                    return bool(s.zones[g.shared + MAIN_DECK])
    if isinstance(what, (a.Cards, a.Both, a.OneOf)):
        return enough(g, s, f, what, verb, player)
    return bool(candidates(g, s, f, what, verb, player))


def _may_take(g: Table, s: State, verb: a.Verb, player: int, owner: int) -> bool:
    """Whether no text forbids the top card of a deck: the one there, or any after a shuffle."""
    if not g.watching(s).bans:
        return True
    base = owner * PER_PLAYER
    following = s.zones[base + DECK][:1] or s.zones[base + DISCARD]
    return not all(g.banned(s, verb, player, card) for card in following)


def _has_deck(s: State, player: int) -> bool:
    base = player * PER_PLAYER
    return bool(s.zones[base + DECK]) or bool(s.zones[base + DISCARD])
