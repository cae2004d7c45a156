"""Conditions that leave out what the condition before asks of cards: "If one of them is a Hero, ….
If both are, …"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.again import NothingBefore
from rules_check.grammar.attach import doer

AS_SAID: Final = a.NameNoun("as said")
"""What the condition before asks of cards. No text keeps it: `as_said` makes it out."""

_THEY: Final = a.Player(a.PlayerKind.EACH_OF_THEM)


def as_said(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """A sentence whose condition asks of the cards spoken of what the condition before asks; as it
    is, if it says what it asks."""
    last = before[-1] if before else None
    last = last.effects[-1] if isinstance(last, a.Seq) else last
    asked = _asked(last.condition) if isinstance(last, a.If) else None
    match effect:
        case a.If(a.There(a.CountOf(cards)) as there) if cards.filter.nouns == (AS_SAID,):
            if (same := _of_players(last, there)) is not None:
                return a.replace(effect, condition=same)
            if asked is None:
                raise NothingBefore("both are")
            new = a.replace(cards, filter=asked)
            return a.replace(effect, condition=a.replace(there, count=a.CountOf(new)))
        case a.If(a.PlayersAre(who, a.DidSo(), how, many)) if asked and how and who == _THEY:
            assert isinstance(last, a.If)  # "If both cost 3 or more, …. If neither does, …"
            if doer(last.then) != a.YOU:
                raise NothingBefore("neither does")
            count = a.CountOf(a.Cards(a.Every(), asked, among=a.THEM))
            return a.replace(effect, condition=a.There(count, how, a.Number(many)))
        case _:
            return effect


def _of_players(last: a.Effect | None, there: a.There) -> a.PlayersAre | None:
    """ "If either foe's Character is Level 3, …. If both are, …": of these players; None: the
    condition before asks of cards."""
    match last:
        case a.If(a.PlayersAre(a.Player(_, None), a.LevelIs(), a.Comparison.AT_LEAST, 1) as asked):
            pass
        case _:
            return None
    how, many = there.comparison, there.value
    if (how, many) == (a.Comparison.AT_LEAST, a.Number(2)):
        return a.replace(asked, comparison=None, value=0)
    assert isinstance(many, a.Number)
    return a.replace(asked, comparison=how, value=many.value)


def _asked(condition: a.Condition) -> a.Filter | None:
    """What a condition asks of some of the cards spoken of; None: it asks no such thing."""
    match condition:
        case a.Is(a.Cards(a.Exactly(), wanted, (), among=a.Ref(a.RefKind.THEM)), asked):
            found = asked if wanted == a.ANY_CARD else None
        case a.There(a.CountOf(a.Cards(a.Every(), asked, (), among=a.Ref(a.RefKind.THEM)))):
            found = asked
        case _:
            found = None
    plain = found is not None and not any(isinstance(x, a.Other | a.Alike) for x in found.tests)
    return found if plain else None
