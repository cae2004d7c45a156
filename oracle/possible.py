"""Whether an effect can be done at all: what may be offered, and what a price needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grammar import ast as a
from oracle.choose import candidates, enough
from oracle.conditions import holds, speaking_of
from oracle.find import amount
from oracle.state import Frame, State
from oracle.who import players
from oracle.zones import DECK, DISCARD, MAIN_DECK, PER_PLAYER

if TYPE_CHECKING:
    from oracle.game import Game

V = a.Verb


def possible(g: Game, s: State, f: Frame, node: a.Effect, actor: int) -> bool:
    """Whether the effect can be done in full by whom it names (`actor` is who is spoken of)."""
    f = speaking_of(f, actor)
    match node:
        case a.Move(verb, what, _, who):
            return any(
                _can_move(g, s, speaking_of(f, p), verb, what, p) for p in _who(g, s, f, who)
            )
        case a.Show(_, a.Whole()):
            return True
        case a.Show(verb, what, who):
            return any(
                _can_move(g, s, speaking_of(f, p), verb, what, p) for p in _who(g, s, f, who)
            )
        case a.Choose(what, who):
            return any(
                _can_move(g, s, speaking_of(f, p), V.CHOOSE, what, p) for p in _who(g, s, f, who)
            )
        case a.Play(what, _, who):
            return any(
                _can_move(g, s, speaking_of(f, p), V.PLAY, what, p) for p in _who(g, s, f, who)
            )
        case a.Seq(effects):
            for part in effects:
                if not possible(g, s, f, part, actor):
                    return False
                if _changes_what_follows(part):
                    return True
            return True
        case a.PayPower(value, who):
            return any(s.power[p] >= amount(g, s, f, value) for p in _who(g, s, f, who))
        case a.CancelConfrontation():
            return s.confronted >= 0
        case a.Within(inner, window):
            return g.in_window(s, f.you, window) and possible(g, s, f, inner, actor)
        case a.If(condition, then, otherwise):
            if isinstance(condition, a.DefeatedInConfrontation):
                return True
            if holds(g, s, f, condition):
                return possible(g, s, f, then, actor)
            return otherwise is not None and possible(g, s, f, otherwise, actor)
        case a.ChooseOne(options):
            return any(possible(g, s, f, option, actor) for option in options)
        case a.May(inner) | a.Tried(inner) | a.Instead(inner):
            return possible(g, s, f, inner, actor)
        case _:
            return True


def _who(g: Game, s: State, f: Frame, who: a.Player) -> tuple[int, ...]:
    return players(g, s, f, who)


def _changes_what_follows(part: a.Effect) -> bool:
    match part:
        case a.Move(verb):
            return verb in (V.DRAW, V.GAIN)
        case a.Show() | a.Choose() | a.Play() | a.Search() | a.ChoosePlayer() | a.ChooseValue():
            return True
        case _:
            return False


def _can_move(g: Game, s: State, f: Frame, verb: a.Verb, what: a.Selection, player: int) -> bool:
    if isinstance(what, a.Cards) and what.among is None:
        if verb is V.DRAW and not what.places and what.filter == a.ANY_CARD:
            return _has_deck(s, player)
        for place in what.places:
            if place.edge is a.Edge.TOP and len(what.places) == 1:
                if place.zone is a.Zone.DECK:
                    owners = (player,) if place.owner is None else players(g, s, f, place.owner)
                    return any(_has_deck(s, p) for p in owners)
                if place.zone is a.Zone.MAIN_DECK:
                    return bool(s.zones[g.shared + MAIN_DECK])
    if isinstance(what, (a.Cards, a.Both, a.OneOf)):
        return enough(g, s, f, what, verb, player)
    return bool(candidates(g, s, f, what, verb, player))


def _has_deck(s: State, player: int) -> bool:
    base = player * PER_PLAYER
    return bool(s.zones[base + DECK]) or bool(s.zones[base + DISCARD])
