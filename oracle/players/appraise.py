"""What a card is roughly good for, read off its text: for players, never for rules.

The numbers are guesses ("+1 Power for each …" counts as 1). No card is known by its name.
"""

from __future__ import annotations

from typing import NamedTuple

from rules_check.grammar import ast as a


class Gain(NamedTuple):
    """What an effect is expected to give the player who has it."""

    power: int = 0
    cards: int = 0

    def plus(self, other: Gain) -> Gain:
        """Both together."""
        return Gain(self.power + other.power, self.cards + other.cards)

    @property
    def total(self) -> int:
        """A card drawn is worth as much as one Power."""
        return self.power + self.cards


class Appraisal(NamedTuple):
    """A card: what playing it gives in an ordinary turn and during a Confrontation, whether
    it can be used in the turns of others, and what owning it is worth."""

    usual: Gain = Gain()
    confronting: Gain = Gain()
    guards: bool = False
    stays: bool = False
    worth: float = 0.0


NOTHING = Gain()


def appraise(text: a.CardText, *, cost: int, vp: int) -> Appraisal:
    """What a card with this text, cost and VP is good for. A card that costs something is
    worth having; a starter and a Weakness are worth getting rid of."""
    found = _text(text.abilities)
    gives = max(found.usual.total, found.confronting.total)
    return found._replace(worth=vp + 0.4 * cost + 0.5 * gives - 1.0)


def _text(abilities: tuple[a.Ability, ...]) -> Appraisal:
    total = Appraisal()
    for ability in abilities:
        one = _ability(ability)
        total = Appraisal(
            total.usual.plus(one.usual),
            total.confronting.plus(one.confronting),
            total.guards or one.guards,
            total.stays or one.stays,
        )
    return total


def _ability(ability: a.Ability) -> Appraisal:
    match ability:
        case a.Plain(effect) | a.Attack(effect):
            gain = gain_of(effect)
            return Appraisal(gain, gain)
        case a.Confrontation(inner, otherwise):
            usual = NOTHING if otherwise is None else gain_of(otherwise)
            return _ability(inner)._replace(usual=usual)
        case a.Abilities(parts):
            return _text(parts)
        case a.Ongoing():
            return Appraisal(stays=True)
        case a.Defense() | a.Block() | a.BlockValue():
            return Appraisal(guards=True)
        case _:
            return Appraisal()


def gain_of(effect: a.Effect) -> Gain:
    """What an effect is expected to give the player who has it."""
    match effect:
        case a.Power(amount, who) if who == a.YOU:
            return Gain(power=_expected(amount))
        case a.Move(a.Verb.DRAW, a.Cards(quantity), _, who) if who == a.YOU:
            return Gain(cards=_number(quantity))
        case a.Move(a.Verb.DISCARD, a.Cards(quantity), _, who) if who == a.YOU:
            return Gain(cards=-_number(quantity))
        case a.Seq(effects):
            total = NOTHING
            for part in effects:
                total = total.plus(gain_of(part))
            return total
        case a.May(inner, then) | a.Tried(inner, then):
            return gain_of(inner).plus(NOTHING if then is None else gain_of(then))
        case a.If(_, then, otherwise):
            other = NOTHING if otherwise is None else gain_of(otherwise)
            return Gain(*((one + two) // 2 for one, two in zip(gain_of(then), other, strict=True)))
        case a.ChooseOne(options):
            return max(map(gain_of, options), key=lambda gain: gain.total)
        case a.ForEach(_, inner) | a.Within(inner) | a.Lasting(inner):
            return gain_of(inner)
        case _:
            return NOTHING


def _number(quantity: a.Quantity) -> int:
    match quantity:
        case a.Exactly(amount) | a.UpTo(amount) | a.AtLeast(amount):
            return _expected(amount)
        case _:
            return 1


def _expected(amount: a.Amount) -> int:
    """A printed number as it is; whatever is counted as one."""
    match amount:
        case a.Number(value):
            return value
        case a.Times(number, _):
            return number
        case a.Plus(first, second):
            return _expected(first) + _expected(second)
        case _:
            return 1
