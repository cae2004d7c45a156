"""Openers that say how things went before: "Either way", "If you leave it where it is"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.attach import Opener, doer

WAYS: Final = (a.If, a.May, a.Unless, a.Tried, a.ChooseOne)
"""What can go in more than one way, of which "Either way" speaks."""


def plainly(said: Opener, done: Sequence[a.Effect]) -> Opener | None:
    """The plain opener for one that says how things went before; as it is, if it does not say so;
    None: the sentence before leaves no such choice."""
    last = done[-1] if done else None
    if said is Opener.EITHER_WAY:
        ways = last is not None and any(isinstance(x, WAYS) for x in a.walk(last))
        return Opener.NONE if ways else None
    if said is Opener.IF_IT_IS:
        return Opener.OTHERWISE if _denies(last) else None
    if said is Opener.IF_YOU_HAVE:
        return Opener.OTHERWISE if _has_not(last) else None
    if said is Opener.IF_NONE_IS_HAD:
        return Opener.IF_THEY_CANNOT if _of_one_kind(last) else None
    if said is Opener.IN_RETURN:
        return _in_return(last)
    if said is Opener.IF_THEY_DO_NOT and _asks_of_cards(last):
        return Opener.OTHERWISE  # "If they have the same cost, …. If they do not, …"
    if said is not Opener.IF_YOU_LEAVE_IT:
        return said
    match last:
        case a.May(a.Move(what=a.Ref(a.RefKind.IT | a.RefKind.THEM)), who=who) if who == a.YOU:
            return Opener.IF_YOU_CHOOSE_NOT_TO
        case _:
            return None


def _denies(last: a.Effect | None) -> bool:
    """Does it ask whether a card is not of a kind ("Draw it, unless it is a Hero. If it is, …")?"""
    last = last.effects[-1] if isinstance(last, a.Seq) else last
    match last:
        case a.If(a.Not(a.Is(a.Ref())), _, None):
            return True
        case _:
            return False


def _has_not(last: a.Effect | None) -> bool:
    """Does it ask whether you have not done something ("If you have not drawn a card this turn,
    …. If you have, …")?"""
    last = last.effects[-1] if isinstance(last, a.Seq) else last
    match last:
        case a.If(a.There(a.CountOf(cards), how, a.Number(number)), _, None):
            mine = any(isinstance(x, a.Acted) and x.who == a.YOU for x in cards.filter.tests)
            none = how is a.Comparison.EQUAL and number == 0
            return mine and (none or how is a.Comparison.LESS)
        case a.If(a.AnnouncedConfrontation(True), _, None):
            return True
        case _:
            return False


def _of_one_kind(last: a.Effect | None) -> bool:
    """Does another player have to do something with one card of a kind, so that who has none of
    that kind cannot do it?"""
    match last:
        case a.Move(what=a.Cards(a.Exactly(a.Number(1)), a.Filter((_, *_)), among=None), who=who):
            return who != a.YOU
        case _:
            return False


def _in_return(last: a.Effect | None) -> Opener | None:
    """ "In return": for what you may do, if you do it; what has to be done is done anyway."""
    match last:
        case a.May(_, None, None, who) if who == a.YOU:
            return Opener.IF_YOU_DO
        case None:
            return None
        case _:
            return None if any(isinstance(x, WAYS) for x in a.walk(last)) else Opener.NONE


def _asks_of_cards(last: a.Effect | None) -> bool:
    """Whether the sentence before asks what the cards spoken of are, and of nobody what they do."""
    last = last.effects[-1] if isinstance(last, a.Seq) else last
    match last:
        case a.If(condition, then, None) if doer(then) == a.YOU:
            pass
        case _:
            return False
    match condition:
        case a.ShareType() | a.DifferInType() | a.Is(a.Ref(a.RefKind.THEM)):
            return not isinstance(then, a.May)
        case _:
            return False
