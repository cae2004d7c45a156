"""Conditions about several players, of whom they hold one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, read, reads, refuse, say
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.players import player

ONE_OF: Final = frozenset({a.PlayerKind.A_FOE, a.PlayerKind.A_PLAYER, a.PlayerKind.ANY_PLAYER})
"""Players of whom a condition has to hold for one."""

EVERYONE: Final = frozenset(
    {
        *(a.PlayerKind.EACH_FOE, a.PlayerKind.EACH_PLAYER, a.PlayerKind.EACH_OTHER_PLAYER),
        *(a.PlayerKind.EACH_OF_THEM, a.PlayerKind.OTHER_FOE),
        *(a.PlayerKind.REMAINING, a.PlayerKind.OTHER_TWO, a.PlayerKind.OTHER_THREE),
    }
)
"""Players of whom a condition has to hold one by one."""


@reads(
    "who",
    'who_np "," (IN_TURN_ORDER | INCLUDING_YOU) ","',
    "who_np (IN_TURN_ORDER | INCLUDING_YOU)",
)
def each_in_turn(c: Parts) -> a.Player:
    """ "each player, in turn order, …", "each player, including you, …": so it is anyway."""
    who: a.Player = read(c[0])
    refuse(who.kind not in EVERYONE)
    you = w.first(c, "INCLUDING_YOU") is not None
    refuse(you and who.kind is not a.PlayerKind.EACH_PLAYER)
    return who


@reads("who", "THEM EACH?", '"the" NUMBER "of" THEM EACH?')
def both_of_them(c: Parts) -> a.Player:
    """ "both of them discard a card", "the two of them each discard a card": the players named."""
    many = w.first(c, "NUMBER")
    refuse(w.first(c, "THEM") != ("both of them" if many is None else "them"))
    refuse(many not in {None, "2", "3"})
    return a.Player(a.PlayerKind.EACH_OF_THEM)


def of_each(
    who: a.Player,
    made: Callable[[a.Player], a.There],
    also: frozenset[a.PlayerKind] = frozenset(),
) -> a.Condition:
    """A condition about a player; of several it holds for each of them (or for one: `also`)."""
    return a.Has(who, made(a.THAT_PLAYER)) if who.kind in EVERYONE | also else made(who)


def deed(there: a.There) -> a.Controlled | a.Acted | a.ThisWay | None:
    """What "that player" controls or did, if that is what is said of the cards."""
    tests = there.count.cards.filter.tests
    done = [t for t in tests if isinstance(t, a.Controlled | a.Acted | a.ThisWay)]
    return done[0] if len(done) == 1 and done[0].who == a.THAT_PLAYER else None


def say_deed(who: a.Player, there: a.There, test: a.Controlled | a.Acted | a.ThisWay) -> str:
    """ "each foe controls a Location", "each foe discarded a Hero this way"."""
    cards = there.count.cards
    others = tuple(t for t in cards.filter.tests if t != test)
    if not isinstance(test, a.ThisWay):
        tests = (*others, a.replace(test, who=who))
        filled = a.replace(cards, filter=a.make_filter(cards.filter.nouns, tests))
        return say(a.replace(there, count=a.replace(there.count, cards=filled)), True)
    left = a.replace(cards, filter=a.Filter(cards.filter.nouns, others))
    said = say(a.replace(there, count=a.replace(there.count, cards=left)))
    said = said.removeprefix("there is ").removeprefix("there are ")
    return f"{player(who)} {a.SIMPLE_PAST[test.verb]} {said} this way"
