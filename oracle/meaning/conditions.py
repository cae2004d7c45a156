"""Whether a condition holds."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final, assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.per_object import PerObject
from rules_check.grammar.subjects import of_one, players_told
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning import other_readings
from rules_check.oracle.meaning.bases import owned
from rules_check.oracle.meaning.compared import together
from rules_check.oracle.meaning.find import amount, count, fits, matching, selected
from rules_check.oracle.meaning.nouns import COMPARE, has_parity
from rules_check.oracle.meaning.places import zones_of
from rules_check.oracle.meaning.seats import in_turn_order
from rules_check.oracle.meaning.who import PICKED, everyone_meant, passes_test, players
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import State


def _was(s: State, f: Frame, card: int) -> int:
    """Where a card was before the text moved it; where it is, if it did not."""
    done = {x.verb for x in f.acts() if x.card == card}
    told = (x for x in reversed(s.facts) if len(x) == _MOVED and x[2] == card and x[0] in done)
    return next((x[3] for x in told if x[3] != x[4]), s.where[card])


_MOVED: Final = 5
"""A card that was moved is told with the zone it came from and the zone it went to."""


def _attacking(s: State) -> list[int]:
    """The card whose Attack is at hand."""
    return [x.source for x in s.frames if x.targets is not None][-1:]


def holds(g: Table, s: State, f: Frame, condition: a.Condition) -> bool:
    """Whether the condition holds now."""
    match condition:
        case a.There(counted, comparison, value):
            return bool(COMPARE[comparison](count(g, s, f, counted), amount(g, s, f, value)))
        case a.Has(who, there):
            found = players(g, s, f, who)
            return _of_them(who, [holds(g, s, speaking_of(f, p), there) for p in found])
        case a.Is(what, wanted):
            return _are(g, s, f, what, wanted)
        case a.AttackIs(wanted):
            return any(fits(g, s, f, card, wanted) for card in _attacking(s))
        case a.ShareType() | a.DifferInType():
            return _types(g, s, f.spoken_of(a.bound_to(condition)), condition)
        case a.In(what, place, before):
            zones = zones_of(g, s, f, place)
            cards = selected(g, s, f, what)
            where = [_was(s, f, card) if before else s.where[card] for card in cards]
            return bool(cards) and all(zone in zones for zone in where)
        case a.OwnsOrPlays(what):
            mine = [*owned(g, s, f.you), f.source]
            if isinstance(what, a.Cards):
                return any(card in mine for card in matching(g, s, f, what, lambda: mine))
            return any(card in mine for card in selected(g, s, f, what))
        case a.CardsSoFar(nth, wanted):
            played = [x for x in s.facts if x[0] is a.Verb.PLAY and x[1] == f.you]
            return len([x for x in played if fits(g, s, f, x[2], wanted)]) == nth
        case a.PlayersAre():
            return _are_so(g, s, f, condition)
        case a.HasMore(who, cards, than, how, times):
            found = players(g, s, f, who)
            test = a.HavingMore(cards, than, how, times)
            return _of_them(who, [passes_test(g, s, f, p, found, test) for p in found])
        case a.Compare() | a.IsParity() | a.HasPoints():
            return _of_numbers(g, s, f, condition)
        case a.Cannot(effect):
            return not g.possible(s, f, effect, f.actor)
        case a.MatchesChoice():
            return matches_choice(g, s, f, condition)
        case a.During(window):
            return g.in_window(s, f.you, window)
        case a.PlayersDid(who, at_least, _, negated):
            found = players(g, s, _with_avoiders(f) if negated else f, who)
            doers = _doers(g, s, f, condition)
            did = [p for p in found if (p in doers) is not negated]
            return len(did) >= at_least
        case a.HighestCost(verb):
            return highest(g, s, f, verb) >= 0
        case a.DefeatedInConfrontation(_):
            return succeeded(g, s, f.you)
        case a.AnnouncedConfrontation(negated):
            return (s.announced and s.active == f.you) is not negated
        case a.Not(inner):
            return not holds(g, s, f, inner)
        case a.AllOf(first, second):
            return holds(g, s, f, first) and holds(g, s, f, second)
        case a.AnyOf(first, second):
            return holds(g, s, f, first) or holds(g, s, f, second)
        case _:
            assert_never(condition)


def _doers(g: Table, s: State, f: Frame, node: a.PlayersDid) -> list[int]:
    """Those who did it, with as many such cards as the condition says."""
    marks = a.bound_to(node)
    doers = [x.player for x in f.done(marks) if x.did]
    effect = node.effect
    match effect:
        case (
            a.Move(what=a.Cards() as what)
            | a.Show(what=a.Cards() as what)
            | a.Play(what=a.Cards() as what)
        ):
            verb = a.Verb.PLAY if isinstance(effect, a.Play) else effect.verb
            quantity, wanted = what.quantity, what.filter
            acts = [x for x in f.way if x.verb is verb and fits(g, s, f, x.card, wanted)]
            acts = [x for x in acts if any(mark in marks for mark, _ in x.scopes)]
            least = 1
            if isinstance(quantity, a.Exactly | a.AtLeast):
                least = amount(g, s, f, quantity.amount)
            counts = [sum(1 for x in acts if x.player == p) for p in doers]
            return [p for p, n in zip(doers, counts, strict=True) if n >= least]
        case _:
            return doers


def _of_them(who: a.Player, does: list[bool]) -> bool:
    """Whether something is so of one of several players, or of each of them, as a text says."""
    return any(does) if who.kind in PICKED else bool(does) and all(does)


def _of_numbers(g: Table, s: State, f: Frame, node: a.Compare | a.IsParity | a.HasPoints) -> bool:
    """Whether amounts compare so, or are odd or even."""
    match node:
        case a.Compare(first, comparison, second):
            one, two = amount(g, s, f, first), amount(g, s, f, second)
            return bool(COMPARE[comparison](one, two))
        case a.IsParity(of, parity):
            return has_parity(g, amount(g, s, f, of), parity)
        case a.HasPoints(who, kind, comparison, value):
            compare, number = COMPARE[comparison], value.value
            points = s.power if kind is a.AttributeKind.POWER else s.vp
            found = players(g, s, f, who)
            return _of_them(who, [bool(compare(points[p], number)) for p in found])


def _are(g: Table, s: State, f: Frame, what: a.Selection, wanted: a.Filter) -> bool:
    """Whether there are such cards, and each and all together are as a filter says; of "one of
    them" only so many."""
    cards = selected(g, s, f, what)
    if isinstance(what, a.Cards) and isinstance(what.quantity, a.Exactly):
        such = [card for card in cards if fits(g, s, f, card, wanted)]
        return bool(such) and len(such) >= amount(g, s, f, what.quantity.amount)
    each = all(fits(g, s, f, card, wanted) for card in cards)
    return bool(cards) and each and together(g, s, cards, wanted)


def _types(g: Table, s: State, cards: list[int], node: a.ShareType | a.DifferInType) -> bool:
    """Whether cards share a card type, or have no two of one type."""
    if g.sw.no_type == "like_a_type":
        return other_readings.alike_without_type(g, s, cards, node)
    if isinstance(node, a.ShareType):
        first, *others = cards or (-1,)
        return bool(others) and all(g.shares_type(s, first, other) for other in others)
    if not all(g.types(s, card) for card in cards):
        return False  # what has no card type has no different one
    return not any(g.shares_type(s, one, other) for one, other in combinations(cards, 2))


def _so(g: Table, s: State, f: Frame, node: a.PlayersAre) -> tuple[tuple[int, ...], list[int]]:
    """The players meant, and those of them who are such as a test says."""
    avoided = isinstance(node.test, a.AvoidedAttack | a.HitByAttack)
    found = everyone_meant(g, s, f, node.who) if avoided else players(g, s, f, node.who)
    beside = found
    ranked = isinstance(node.test, a.CostRank | a.HavingMost)
    if ranked and node.comparison is None and len(found) == 1:
        beside = in_turn_order(g, s, f.you)  # "yours has the higher cost": than any other's
    return found, [p for p in found if passes_test(g, s, f, p, beside, node.test)]


def _are_so(g: Table, s: State, f: Frame, node: a.PlayersAre) -> bool:
    """Whether so many of the players (or each of them) are such as a test says."""
    found, so = _so(g, s, f, node)
    if node.comparison is None:
        return bool(found) and len(so) == len(found)
    return bool(COMPARE[node.comparison](len(so), node.value))


def succeeded(g: Table, s: State, you: int) -> bool:
    """Whether a player has succeeded in a Confrontation this turn: a Character was defeated."""
    if g.sw.success != "defeat":
        return other_readings.succeeded(g, s, you)
    fell = [x[2] for x in s.facts if x[0] is a.Verb.DEFEAT and x[1] == you]
    return any(g.kinds[card].character for card in fell)


def matches_choice(g: Table, s: State, f: Frame, condition: a.MatchesChoice) -> bool:
    """Whether the cards spoken of fit what was chosen (odd or even)."""
    marks = a.bound_to(condition)
    cards = f.spoken_of(marks)
    for done in f.done(marks):
        if done.value is not None:
            want = a.ParityKind(done.value)
            return bool(cards) and all(has_parity(g, g.cost(s, card), want) for card in cards)
    return False


def highest(g: Table, s: State, f: Frame, verb: a.Verb) -> int:
    """The player to whose card (of those the verb was just done to) belongs a higher cost than
    each other player's; -1: nobody."""
    costs = {x.player: g.cost(s, x.card) for x in f.way if x.verb is verb}
    best = max(costs.values(), default=0)
    found = [player for player, cost in costs.items() if cost == best]
    return found[0] if len(found) == 1 else -1


def note_named(g: Table, s: State, f: Frame, node: a.If) -> None:
    """Remember what a condition that holds has named: the cards that it counts ("them"), the
    players of whom it holds ("that player")."""
    for there in _counted(node.condition):
        f.now = a.mark_of(there)
        f.note(f.you, True, tuple(matching(g, s, f, there.count.cards)))
    if a.mark_of(node):
        f.now = a.mark_of(node)
        for player in _those(g, s, f, node.condition):
            f.note(player, True)


def _those(g: Table, s: State, f: Frame, condition: a.Condition) -> list[int]:
    """The players of whom a condition holds that tells some from others."""
    match condition:
        case a.HighestCost(verb):
            return [highest(g, s, f, verb)]
        case a.AllOf(first, second):
            return _those(g, s, f, first if players_told(first) else second)
        case a.PlayersAre():
            return _so(g, s, f, condition)[1]
        case a.Has(who) | a.HasMore(who) | a.HasPoints(who):
            one = a.replace(condition, who=a.THAT_PLAYER)
            return [p for p in players(g, s, f, who) if holds(g, s, speaking_of(f, p), one)]
        case a.There() if (them := of_one(condition)) is not None:
            of_that: a.There = _theirs(condition, them)
            return [p for p in players(g, s, f, them) if holds(g, s, speaking_of(f, p), of_that)]
        case _:
            return []


def _theirs(node: Any, who: a.Player) -> Any:
    """The same, said of "that player"."""
    return a.THAT_PLAYER if node is who else a.rebuild(node, lambda part: _theirs(part, who))


@PerObject
def _counted(condition: a.Condition) -> tuple[a.There, ...]:
    """The counts of a condition of whose cards is spoken later."""
    return tuple(x for x in a.walk(condition) if isinstance(x, a.There) and a.mark_of(x))


def _with_avoiders(f: Frame) -> Frame:
    """The same frame, in which those who avoided the Attack are players like all others."""
    if not f.avoided:
        return f
    new = f.copy()
    new.avoided = ()
    return new


def speaking_of(f: Frame, player: int) -> Frame:
    """The same frame, speaking of another player."""
    if f.actor == player:
        return f
    new = f.copy()
    new.actor = player
    return new
