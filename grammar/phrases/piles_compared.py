"""Conditions that compare what lies in piles: "your deck contains more Heroes than Villains"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, read, refuse, rule, table
from rules_check.grammar.phrases import filters, players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import count_of
from rules_check.grammar.phrases.comparisons import EVERY

How = a.Comparison
HOW: Final = {
    "AT_LEAST": How.AT_LEAST,
    "AT_MOST": How.AT_MOST,
    "EXACTLY": How.EQUAL,
    "MORE": How.MORE,
    "FEWER": How.LESS,
}
ONE: Final = frozenset(
    {
        *(a.PlayerKind.YOU, a.PlayerKind.THAT_PLAYER, a.PlayerKind.THAT_FOE),
        *(a.PlayerKind.CHOSEN_FOE, a.PlayerKind.YOUR_FOE, a.PlayerKind.TEAMMATE),
        *(a.PlayerKind.LEFT, a.PlayerKind.RIGHT, a.PlayerKind.ATTACKER),
    }
)


def _how(c: Parts) -> a.Comparison:
    """ "as many" alone leaves open whether it is just as many, or at least."""
    found = [how for word, how in HOW.items() if word in w.kinds(c)]
    refuse(len(found) != 1)
    return found[0]


def _in(tree: Part, where: a.Place) -> filters.Core:
    """Such cards in that pile; the words say no other place."""
    found = filters.core(tree)
    refuse(found.places or found.among is not None or found.together or filters.added(tree))
    found.places = (where,)
    return found


def _pile(tree: Part) -> a.Place:
    where = players.one_place(tree)
    refuse(where.edge is not None)
    return where


def _of_one(where: a.Place) -> bool:
    return where.owner is None or (where.owner.kind in ONE and where.owner.test is None)


def _two_kinds(c: Parts) -> a.Compare:
    """ "your deck contains more Heroes than Villains"."""
    where = _pile(c[0])
    refuse(not _of_one(where))
    one, two = (_in(part, where) for part in c if w.is_tree(part, "core"))
    return a.Compare(count_of(one), _how(c), count_of(two))


def _two_piles(c: Parts) -> a.Condition:
    """ "your deck contains more Heroes than your teammate's deck does"."""
    where, cards = _pile(c[0]), w.first(c, "core")
    other = _other(c[next(at for at, part in enumerate(c) if part is cards) + 1], where)
    refuse(other == where)
    if where.owner is None or other.owner is None or where.zone is not other.zone:
        refuse(not (_of_one(where) and _of_one(other)))
        one, two = (count_of(_in(cards, place)) for place in (where, other))
        return a.Compare(one, _how(c), two)
    theirs = _in(cards, a.Place(where.zone, a.THAT_PLAYER)).every()
    return a.HasMore(where.owner, theirs, other.owner, _how(c))


def _other(said: Part, where: a.Place) -> a.Place:
    """The other pile: "your teammate's deck", "yours"."""
    if w.token(said, "YOURS", "THEIRS"):
        refuse(where.owner is None)
        return a.replace(where, owner=a.YOU if w.token(said, "YOURS") else a.THAT_PLAYER)
    if w.is_tree(said, *players.PLAYERS):  # "than your teammate's"
        refuse(where.owner is None)
        found = a.replace(where, owner=read(said))
    else:
        found = _pile(said)
    if found.owner is not None and found.owner.kind in EVERY:
        refuse("ANY" not in w.kinds(said))  # "than a foe's hand": which?
        return a.replace(found, owner=a.replace(found.owner, kind=EVERY[found.owner.kind]))
    return found


rule(
    "_than_pile",
    "(YOURS | THEIRS | owned_zone | shared_zone) DO?",
    'who_np ("\'s" | "\'")',
)
_PILE = '(owned_zone | shared_zone) ("contains" | HAVE | HOLD)'
_AS = "(AT_LEAST | AT_MOST | EXACTLY) AS_MANY"
table(
    one_condition={
        (
            f'{_PILE} (MORE | FEWER) core "than" core',
            f'{_PILE} {_AS} core "as" core',
        ): _two_kinds,
        (
            f'{_PILE} (MORE | FEWER) core "than" _than_pile',
            f'{_PILE} {_AS} core "as" _than_pile',
        ): _two_piles,
    }
)
