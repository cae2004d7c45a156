"""What happens if there are none of the cards that you may take: it is asked before."""

from __future__ import annotations

from collections.abc import Sequence

from rules_check.grammar import ast as a
from rules_check.grammar.attach import without_instead


def asked_first(effect: a.Effect, done: Sequence[a.Effect]) -> a.If | None:
    """ "You may destroy a Weakness in your hand. If there is none, +2 Power.": the sentence before
    and this one, of which one is carried out; None: the one before is nothing of the kind."""
    match done[-1] if done else None:
        case a.May(
            a.Move(what=a.Cards(a.Exactly(a.Number(1)), places=(_, *_)) as cards)
            | a.Play(what=a.Cards(a.Exactly(a.Number(1)), places=(_, *_)) as cards),
            _,
            None,
        ) as choice if cards.among is None and not any(place.edge for place in cards.places):
            count = a.CountOf(a.replace(cards, quantity=a.Every(), random=False))
            some = a.There(count, a.Comparison.AT_LEAST, a.ONE)
            if choice.who != a.YOU:
                return None
            return a.If(some, choice, without_instead(effect))
        case _:
            return None
