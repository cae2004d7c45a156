"""Which abilities of a card are one talk, and which stand apart: for `grammar.binding`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.just_done import just_done
from rules_check.grammar.named import Named, Sort
from rules_check.grammar.subjects import of_each_player

WHEN_ATTACKED: Final = a.Trigger(a.Event((a.Verb.ATTACK,), a.YOU))
"""The moment at which a Defense is used anyway."""


class OfAbilities:
    """Goes through the abilities of a text; whoever binds says what becomes of their effects."""

    named: list[Named]
    standing: bool

    def effect(self, effect: a.Effect) -> a.Effect:
        """An effect with its references bound."""
        raise NotImplementedError

    def abilities(self, abilities: Iterable[a.Ability]) -> Iterator[a.Ability]:
        """Abilities from top to bottom; those that are played are one talk.

        A reminder goes on with the talk of the ability before it.
        """
        last = self.named
        for ability in just_done(abilities):
            match ability:
                case a.Reminder():
                    before, self.named = self.named, list(last)
                    yield self._apart(ability)
                    self.named = before
                    continue
                case a.Plain() | a.Attack():
                    yield a.replace(ability, effect=self.effect(ability.effect))
                case a.Confrontation() | a.Ongoing():
                    yield self._around(ability)
                case a.Abilities(inner):
                    yield a.replace(ability, abilities=tuple(self.abilities(inner)))
                case _:
                    before, self.named = self.named, []
                    yield self._apart(ability)
                    last, self.named = self.named, before
                    continue
            last = self.named

    def _around(self, ability: Any) -> a.Ability:
        standing, self.standing = self.standing, isinstance(ability, a.Ongoing) or self.standing
        (inner,) = self.abilities([ability.ability])
        self.standing = standing
        new: Any = a.replace(ability, ability=inner)
        if isinstance(new, a.Confrontation) and new.otherwise is not None:
            new = a.replace(new, otherwise=self.effect(new.otherwise))
        return new  # type: ignore[no-any-return]

    def _apart(self, ability: a.Ability) -> a.Ability:
        """An ability that is used at a time of its own."""
        match ability:
            case a.Payment(cost, effect, once):
                return a.Payment(self.effect(cost), self.effect(effect), once)
            case a.BlockValue(number, rider):
                return a.BlockValue(number, None if rider is None else self.effect(rider))
            case a.WhenGained():
                self.named.append(Named(a.SELF, Sort.CARDS))
                return a.replace(ability, effect=self.effect(ability.effect))
            case a.Defense(effect):
                self.named.append(Named(a.SELF, Sort.CARDS))
                if isinstance(effect, a.While):  # it is used at one moment: if it is so then
                    effect = a.placed(a.If(effect.condition, effect.effect), a.place_of(effect))
                if isinstance(effect, a.When) and effect.occasion == WHEN_ATTACKED:
                    effect = effect.effect  # that is when a Defense is used
                return a.replace(ability, effect=self.effect(effect))
            case a.FirstAppearance(effect):
                return a.replace(ability, effect=self.effect(of_each_player(effect)))
            case a.Block() | a.Reminder():
                return a.replace(ability, effect=self.effect(ability.effect))
            case _:
                return ability
