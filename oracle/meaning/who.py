"""Which players a text means."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, assert_never

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.nouns import COMPARE
from rules_check.oracle.meaning.reaching import has_together
from rules_check.oracle.meaning.seats import (
    SPARED,
    affected,
    foes,
    foes_of,
    immune,
    in_turn_order,
    neighbour,
    of_appearance,
    partner,
    teammates,
    that_player,
)
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import APPEARANCE, State

K = a.PlayerKind

SOME = frozenset({K.ANY_FOES, K.ANY_PLAYERS, K.ANY_OTHER_PLAYERS})
"""Kinds of which as many players are meant as one chooses."""

PICKED = frozenset({K.A_FOE, K.A_PLAYER, K.ANY_PLAYER, K.ANOTHER_PLAYER, K.YOU_OR_TEAMMATE})
"""Kinds of which one player is meant, who has to be chosen if there are several."""


def spoken_of(f: Frame, who: a.Player) -> tuple[int, ...]:
    """The players whom a reference is bound to: the one for whom the text is carried out now, or
    all who were meant."""
    marks = a.bound_to(who)
    here = [player for mark, player in f.scopes if mark in marks and player >= 0]
    found = here[-1:] or [x.player for x in f.done(marks)]
    return tuple(dict.fromkeys(found))


def players(g: Table, s: State, f: Frame, who: a.Player) -> tuple[int, ...]:
    """The players meant, in turn order beginning with "you" (for one of several: all that
    could be meant); those who avoided the Attack that goes on are left out, except where the
    text speaks of one of them just now."""
    found = with_avoiders(g, s, f, who)
    if f.avoided and not isinstance(who.test, a.AvoidedAttack):
        now = [p for mark, p in f.scopes if mark in a.bound_to(who)]
        found = tuple(p for p in found if p not in f.avoided or (who.kind is THAT and p in now))
    return found


def with_avoiders(g: Table, s: State, f: Frame, who: a.Player) -> tuple[int, ...]:
    """The players meant, also those who avoided the Attack that goes on."""
    found = everyone_meant(g, s, f, who)
    if who.test is not None:
        passed = tuple(p for p in found if passes_test(g, s, f, p, found, who.test))
        found = tuple(p for p in passed if (SPARED, p, True) not in f.value)
    if g.hunting and of_appearance(s, f) and who.kind is not THAT:  # what they have still counts
        found = tuple(p for p in found if p not in immune(g, s))
    if who.kind is K.THE_PLAYER and len(found) > 1 and g.sw.tied != "all":
        found = found[:1] if g.sw.tied == "first" else ()
    return found


def everyone_meant(g: Table, s: State, f: Frame, who: a.Player) -> tuple[int, ...]:
    """The players of a kind, also those who avoided an Attack, whatever a test says of them."""
    kind = who.kind
    if kind is YOU:
        found: tuple[int, ...] = (f.you,)
    elif kind in BOUND and a.bound_to(who):
        found = BOUND[kind](g, s, f, who)
    else:
        found = MEANT[kind](g, s, f)
    if f.targets is not None and kind in PICKED and f.that in found:
        found = (f.that,)  # chosen when the Attack was aimed
    if s.out:
        found = tuple(p for p in found if p not in s.out)
    return found


def _you(g: Table, s: State, f: Frame) -> tuple[int, ...]:
    return (f.you,)


def _attacker(g: Table, s: State, f: Frame) -> tuple[int, ...]:
    return _single(attacker(g, s))


def _confronted(g: Table, s: State, f: Frame) -> tuple[int, ...]:
    return _single(s.confronted)


def _actor(g: Table, s: State, f: Frame) -> tuple[int, ...]:
    return (f.actor,)


def _foes(g: Table, s: State, f: Frame) -> tuple[int, ...]:
    if of_appearance(s, f):
        return in_turn_order(g, s, f.you)  # nobody makes this Attack
    return foes_of(g, s, f)


def _each_foe(g: Table, s: State, f: Frame) -> tuple[int, ...]:
    found = _foes(g, s, f)
    return () if len(found) == 1 and g.sw.several_foes == "nothing" else found


def _that_foe(g: Table, s: State, f: Frame) -> tuple[int, ...]:
    return _single(that_player(g, s, f))


def _your_foe(g: Table, s: State, f: Frame) -> tuple[int, ...]:
    return foes(g, s, f.you)[:1] if g.players == 2 else _single(that_player(g, s, f))


def _you_and_teammate(g: Table, s: State, f: Frame) -> tuple[int, ...]:
    return (f.you, *_single(partner(g, f.you)))


def _everyone_else(g: Table, s: State, f: Frame) -> tuple[int, ...]:
    return tuple(p for p in affected(g, s, f) if p != f.you)


def _nobody(g: Table, s: State, f: Frame) -> tuple[int, ...]:
    return ()


def _owner(g: Table, s: State, f: Frame, who: a.Player) -> tuple[int, ...]:
    cards = f.spoken_of(a.bound_to(who))
    where = [(card, _last_owned(g, s, card)) for card in cards]
    known = [(card, zone) for card, zone in where if card in s.owners or zone >= 0]
    return tuple(s.owners.get(card, zone // g.per_player) for card, zone in known[:1])


def _last_owned(g: Table, s: State, card: int) -> int:
    """The place of a player where a card is, or from which it went to no player's; -1: none."""
    where: int = s.where[card]
    if where >= g.shared:
        moves = (x[3] for x in reversed(s.facts) if x[2] == card and x[4] == where)
        where = next(moves, -1)
    return where if where < g.shared else -1


def _spoken_of(g: Table, s: State, f: Frame, who: a.Player) -> tuple[int, ...]:
    return spoken_of(f, who)


def _other_foe(g: Table, s: State, f: Frame, who: a.Player) -> tuple[int, ...]:
    others = _others(g, s, f, who)
    return tuple(p for p in foes(g, s, f.you) if p in others)


def _others(g: Table, s: State, f: Frame, who: a.Player) -> tuple[int, ...]:
    """All who were not picked out before."""
    spoken = spoken_of(f, who)
    if not spoken and a.GIVEN in a.bound_to(who):
        return ()
    return tuple(p for p in affected(g, s, f) if p not in spoken)


def _so_many_others(number: int) -> Callable[[Table, State, Frame, a.Player], tuple[int, ...]]:
    """ "the other two players": whether you are one of them can be told from the number."""

    def found(g: Table, s: State, f: Frame, who: a.Player) -> tuple[int, ...]:
        others = _others(g, s, f, who)
        return tuple(p for p in others if p != f.you) if len(others) > number else others

    return found


def _beside(step: int) -> Callable[[Table, State, Frame, a.Player], tuple[int, ...]]:
    return lambda g, s, f, who: tuple(neighbour(g, s, p, step) for p in spoken_of(f, who))


YOU, THAT = K.YOU, K.THAT_PLAYER

MEANT: Final[dict[a.PlayerKind, Callable[[Table, State, Frame], tuple[int, ...]]]] = {
    K.YOU: _you,
    K.THAT_PLAYER: _actor,
    K.THE_PLAYER: affected,
    K.EACH_FOE: _each_foe,
    K.OTHER_FOE: _nobody,
    K.REMAINING: _nobody,
    K.OTHER_TWO: _everyone_else,
    K.OTHER_THREE: _everyone_else,
    K.EACH_OF_THEM: _nobody,
    K.ANY_FOES: _foes,
    K.ANY_PLAYERS: affected,
    K.ANY_OTHER_PLAYERS: _everyone_else,
    K.A_FOE: _foes,
    K.THAT_FOE: _that_foe,
    K.CHOSEN_FOE: _that_foe,
    K.YOUR_FOE: _your_foe,
    K.TEAMMATE: lambda g, _, f: teammates(g, (f.you,)),
    K.YOU_OR_TEAMMATE: _you_and_teammate,
    K.YOU_AND_TEAMMATE: _you_and_teammate,
    K.EACH_PLAYER: affected,
    K.A_PLAYER: affected,
    K.ANY_PLAYER: affected,
    K.EACH_OTHER_PLAYER: _everyone_else,
    K.ANOTHER_PLAYER: _everyone_else,
    K.LEFT: lambda g, s, f: (neighbour(g, s, f.you, 1),),
    K.RIGHT: lambda g, s, f: (neighbour(g, s, f.you, -1),),
    K.THEIR_LEFT: lambda g, s, f: (neighbour(g, s, f.actor, 1),),
    K.THEIR_RIGHT: lambda g, s, f: (neighbour(g, s, f.actor, -1),),
    K.THEIR_TEAMMATE: lambda g, _, f: teammates(g, (f.actor,)),
    K.FOES_TEAMMATE: lambda g, s, f: teammates(g, _that_foe(g, s, f)),
    K.ATTACKERS_TEAMMATE: lambda g, s, f: teammates(g, _attacker(g, s, f)),
    K.ATTACKER: _attacker,
    K.CONFRONTED: _confronted,
    K.OWNER: _nobody,
}
"""Who is meant by each kind; a test makes sure that none is missing."""

BOUND: Final[dict[a.PlayerKind, Callable[[Table, State, Frame, a.Player], tuple[int, ...]]]] = {
    K.THAT_PLAYER: _spoken_of,
    K.THAT_FOE: _spoken_of,
    K.CHOSEN_FOE: _spoken_of,
    K.EACH_OF_THEM: lambda g, s, f, w: tuple(p for p in affected(g, s, f) if p in spoken_of(f, w)),
    K.OTHER_FOE: _other_foe,
    **dict.fromkeys((K.EACH_OTHER_PLAYER, K.ANOTHER_PLAYER, K.REMAINING), _others),
    K.OTHER_TWO: _so_many_others(2),
    K.OTHER_THREE: _so_many_others(3),
    K.THEIR_LEFT: _beside(1),
    K.THEIR_RIGHT: _beside(-1),
    K.THEIR_TEAMMATE: lambda g, _, f, who: teammates(g, spoken_of(f, who)),
    K.FOES_TEAMMATE: lambda g, _, f, who: teammates(g, spoken_of(f, who)),
    K.OWNER: _owner,
}
"""Who is meant by each kind that is bound to something in the text."""


def _doers(f: Frame, test: a.PlayerTest) -> list[int]:
    """Who did what a test is bound to."""
    return [x.player for x in f.done(a.bound_to(test)) if x.did]


ATTACKED: Final = "attacked"
"""How a frame calls what it notes of an Attack that is over: whom it was aimed at."""


def attacked(s: State, f: Frame) -> dict[int, bool]:
    """At whom the Attack was aimed that goes on, or that this text has made before, and whether
    they avoided it."""
    for frame in reversed(s.frames):
        if frame.targets is not None:
            return {p: p in frame.avoided for p in frame.targets}
    return {p: avoided for what, p, avoided in f.value if what == ATTACKED}


def attacker(g: Table, s: State) -> int:
    """Who plays the Attack that is going on, by an Assist the teammate whose card it is; the active
    player if none is."""
    for frame in reversed(s.frames):
        if frame.targets is not None:
            if s.phase == APPEARANCE:
                return -1
            return partner(g, s.active) if ("assisted", frame.source) in s.used else frame.you
    return s.active


def _single(player: int) -> tuple[int, ...]:
    return (player,) if player >= 0 else ()


def passes_test(
    g: Table, s: State, f: Frame, p: int, all_of: tuple[int, ...], test: a.PlayerTest
) -> bool:
    """Whether one of several players is among those that a text picks out."""
    match test:
        case a.Having(cards, _, True):
            return len(g.matching(s, _as(f, p), cards)) == 1
        case a.Having(cards, none):
            return has_together(g, s, g.matching(s, _as(f, p), cards), cards) is not none
        case a.DidSo():
            return p in _doers(f, test)
        case a.DidNot():
            return p not in _doers(f, test)
        case a.CouldNot():
            asked = [x for x in f.done(a.bound_to(test)) if x.player == p]
            return bool(asked) and not any(x.did or x.declined for x in asked)
        case a.HitByAttack():
            return attacked(s, f).get(p) is False
        case a.AvoidedAttack():
            return attacked(s, f).get(p) is True
        case a.Picked(negated):
            return (p in [x.player for x in f.done(a.bound_to(test))]) is not negated
        case a.Except(who):
            return p not in players(g, s, f, who)
        case a.HavingMore(cards, than, how, times):
            mine = len(g.matching(s, _as(f, p), cards))
            theirs = counts_of(g, s, f, than, cards, p)
            does = [bool(COMPARE[how](mine, times * other)) for other in theirs]
            return any(does) if than.kind in PICKED else bool(does) and all(does)
        case a.HavingMost(cards, most, alone):
            mine, *counts = (len(g.matching(s, _as(f, q), cards)) for q in (p, *all_of))
            if alone and counts.count(mine) > 1:
                return False
            return mine == max(counts) > 0 if most else mine == min(counts)
        case a.DidTo():
            return _did_to(g, s, f, p, test)
        case a.CostRank(highest):
            values = {q: x for q in all_of if (x := _rank_value(g, s, f, q, test)) is not None}
            if p not in values:
                return False
            best = max(values.values()) if highest else min(values.values())
            several = sum(1 for value in values.values() if value == best) > 1
            return bool(values[p] == best) and not (test.alone and several)
        case a.LevelIs(how, level):
            return bool(COMPARE[how](g.level(s, p), level))
        case a.CardIs(wanted):
            cards_ = _cards_of(g, s, f, p, a.bound_to(test))
            return bool(g.matching(s, f, a.Cards(a.Every(), wanted), lambda: cards_))
        case a.CostCompared(higher, zone, place):
            mine = g.total_cost(s, _as(f, p), a.Whole(a.Place(zone, a.THAT_PLAYER)))
            theirs = g.total_cost(s, f, a.Whole(place))
            return bool(mine > theirs) if higher else bool(mine < theirs)
        case _:
            assert_never(test)


def _did_to(g: Table, s: State, f: Frame, p: int, test: a.DidTo) -> bool:
    """Whether a player did that to so many of the cards."""
    if g.sw.this_way == "attacked":
        return not test.negated
    cards = test.cards if isinstance(test.cards, a.Cards) else a.Cards(a.Every())
    return has_together(g, s, done_to(g, s, f, p, test), cards) is not test.negated


def done_to(g: Table, s: State, f: Frame, p: int, test: a.DidTo) -> list[int]:
    """The cards to which a player did that, of those that are meant."""
    cards = test.cards
    done = [x for x in f.acts() if x.verb in test.verbs]
    if isinstance(cards, a.Cards):
        all_cards = [x.card for x in done]
        meant = g.matching(s, f, a.Cards(a.Every(), cards.filter), lambda: all_cards)
    else:
        meant = g.selected(s, f, cards)
    return list(dict.fromkeys(x.card for x in done if x.player == p and x.card in meant))


def _rank_value(g: Table, s: State, f: Frame, p: int, test: a.CostRank) -> Any:
    """What of a player is compared: a pile, the total that was said, or the card spoken of."""
    if test.character:
        return g.character_cost(s, p)
    if test.zone is not None:
        return g.total_cost(s, _as(f, p), a.Whole(a.Place(test.zone, a.THAT_PLAYER)))
    if test.total:
        mine = [x for x in f.done(a.bound_to(test)) if x.player == p]
        return mine[-1].value if mine else 0
    cards = _cards_of(g, s, f, p, a.bound_to(test))
    return g.cost(s, cards[-1]) if cards else None


def _cards_of(g: Table, s: State, f: Frame, p: int, marks: tuple[int, ...]) -> list[int]:
    """The cards spoken of that were a player's, or with which that player did something."""
    found: list[int] = []
    for x in f.done(marks):
        for card in x.cards:
            moved = [fact[3] for fact in s.facts if fact[2] == card]
            own = bool(moved) and 0 <= moved[-1] < g.shared
            if p == (moved[-1] // g.per_player if own else x.player):
                found.append(card)
    return found


def total_cost(g: Table, s: State, f: Frame, what: a.Selection) -> Any:
    """The costs of the cards added up."""
    return sum(g.cost(s, card) for card in g.selected(s, f, what))


def counts_of(g: Table, s: State, f: Frame, who: a.Player, cards: a.Cards, *but: int) -> list[int]:
    """How many such cards each of the players has, `but` for the one who is compared with them."""
    return [len(g.matching(s, _as(f, p), cards)) for p in players(g, s, f, who) if p not in but]


def _as(f: Frame, player: int) -> Frame:
    """The same frame, speaking of that player, also if they avoided the Attack."""
    new = f.copy()
    new.actor = player
    new.avoided = ()
    return new
