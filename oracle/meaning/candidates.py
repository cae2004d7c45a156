"""What can be chosen: from a noun phrase to the cards among which somebody chooses."""

from __future__ import annotations

from typing import Any, Final, assert_never

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.find import amount, matching, selected
from rules_check.oracle.meaning.reaching import most_together
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import DECK, HAND, LINE_UP, PER_PLAYER, PLAY

V = a.Verb

OF_THE_HAND: Final = frozenset({V.DISCARD, V.PASS, V.REVEAL, V.LOOK, V.CHOOSE, V.SWAP, V.PLAY})
FOR_GAINING: Final = frozenset({V.GAIN, V.BUY, V.RECEIVE})
FROM_STACKS: Final = FOR_GAINING | {V.PUT}
"""What is done with a card of a stack, if the text names no place ("put a Weakness on …")."""
OF_THE_DECK: Final = frozenset({V.DRAW})
LEAVES: Final = frozenset({V.REVEAL, V.LOOK, V.CHOOSE, V.PLAY})
"""What leaves a card where it is, or says itself what becomes of a Character."""
OF_HAND_AND_PLAY: Final = frozenset({V.DESTROY, V.PUT, V.RETURN, V.REMOVE, V.DEAL})


def default_cards(
    g: Table, s: State, f: Frame, verb: a.Verb, what: a.Cards, actor: int
) -> list[int]:
    """Where a verb looks if the text names no place."""
    zones = s.zones
    base = actor * PER_PLAYER
    if verb in FROM_STACKS:
        nouns = [noun for noun in what.filter.nouns if isinstance(noun, a.NameNoun)]
        stacks = [noun.name for noun in nouns if noun.name in g.stacks and not noun.negated]
        if stacks:
            number = _number(g, s, f, what.quantity)
            return [card for name in stacks for card in zones[g.stacks[name]][:number]]
    if verb in OF_THE_HAND:
        return list(zones[base + HAND])
    if verb in OF_HAND_AND_PLAY:
        return [*zones[base + HAND], *zones[base + PLAY]]
    if verb in FOR_GAINING:
        return list(zones[g.shared + LINE_UP])
    if verb in OF_THE_DECK:
        return list(zones[base + DECK])
    return []


def _number(g: Table, s: State, f: Frame, quantity: a.Quantity) -> Any:
    match quantity:
        case a.Exactly(value) | a.UpTo(value) | a.AtLeast(value):
            number = amount(g, s, f, value)
            return number if number > 0 else 0
        case _:
            return None


def candidates(
    g: Table, s: State, f: Frame, what: a.Selection, verb: a.Verb, actor: int
) -> list[int]:
    """The cards that could be chosen, each once; not those that a text forbids, to buy only those
    that the player can pay for, and to move them no Characters: these stay in their place."""
    return allowed(g, s, _candidates(g, s, f, what, verb, actor), verb, actor)


def allowed(g: Table, s: State, found: list[int], verb: a.Verb, actor: int) -> list[int]:
    """Those of the cards with which a player may do that at all."""
    if verb is V.BUY:
        found = [card for card in found if g.cost_to_buy(s, card, actor) <= s.power[actor]]
    if verb not in LEAVES and any(g.kinds[card].character for card in found):
        found = [card for card in found if not g.kinds[card].character]
    if not (g.watching(s).bans or g.kept_for) and g.sw.gains_confronting != "forbidden":
        return found
    return [card for card in found if not g.banned(s, verb, actor, card)]


def _candidates(
    g: Table, s: State, f: Frame, what: a.Selection, verb: a.Verb, actor: int
) -> list[int]:
    if isinstance(what, a.Cards):
        if what.places or what.among is not None:
            found = matching(g, s, f, what)
            if what.among is not None and verb not in LEAVES:
                found = _not_yet_moved(f, found)
        else:
            found = matching(g, s, f, what, lambda: default_cards(g, s, f, verb, what, actor))
        return list(dict.fromkeys(found)) if len(found) > 1 else found
    match what:
        case a.OneOf(first, second):
            found = _candidates(g, s, f, first, verb, actor)
            found = found + _candidates(g, s, f, second, verb, actor)
        case a.Both(first, second):
            found = _candidates(g, s, f, first, verb, actor)
            found = found + _candidates(g, s, f, second, verb, actor)
        case a.Ref() | a.Whole() | a.CharacterOf():
            found = selected(g, s, f, what)
        case a.Question():
            raise ValueError(f"the engine runs settled texts only: {what.id} is open")
        case _:
            assert_never(what)
    return list(dict.fromkeys(found))


def _not_yet_moved(f: Frame, found: list[int]) -> list[int]:
    """Of "one of them", where several players or rounds take one each: what one has taken is none
    of them for the next."""
    taken = {card for x in f.log if x.mark == f.now and x.did for card in x.cards}
    return [card for card in found if card not in taken] if taken else found


def bounds(g: Table, s: State, f: Frame, quantity: a.Quantity, there: int) -> tuple[int, int]:
    """The least and the greatest number of cards to choose of `there`."""
    match quantity:
        case a.Exactly(value):
            number = amount(g, s, f, value)
            if number < 0:
                number = 0
            return (there, there) if number > there else (number, number)
        case a.UpTo(value):
            number = amount(g, s, f, value)
            if number < 0:
                number = 0
            return 0, there if number > there else number
        case a.AtLeast(value):
            number = amount(g, s, f, value)
            return there if number > there else number, there
        case a.AnyNumber():
            return 0, there
        case a.Every():
            return there, there
        case a.CostWorth(_, up_to):
            return 0 if up_to else 1, there
        case _:
            assert_never(quantity)


def enough(g: Table, s: State, f: Frame, what: a.Selection, verb: a.Verb, actor: int) -> bool:
    """Whether the selection can be made in full (a cost can be paid)."""
    if isinstance(what, a.Cards):
        quantity = what.quantity
        if isinstance(quantity, a.AnyNumber):
            return True
        if what.spread is a.Spread.EACH and len(what.places) > 1:
            return _enough_in_each(g, s, f, what, verb, actor)
        cards = candidates(g, s, f, what, verb, actor)
        found = len(cards)
        if isinstance(quantity, a.CostWorth) and not quantity.up_to:
            return bool(sum(g.cost(s, card) for card in cards) >= quantity.amount)
        if isinstance(quantity, (a.Exactly, a.AtLeast)):
            many = amount(g, s, f, quantity.amount)
            found = most_together(g, s, cards, what.filter, many)
            return bool(found >= many) and found > 0
        return found > 0
    match what:
        case a.Both(first, second):
            return enough(g, s, f, first, verb, actor) and enough(g, s, f, second, verb, actor)
        case a.OneOf(first, second):
            return enough(g, s, f, first, verb, actor) or enough(g, s, f, second, verb, actor)
        case _:
            return bool(candidates(g, s, f, what, verb, actor))


def _enough_in_each(g: Table, s: State, f: Frame, what: a.Cards, verb: a.Verb, actor: int) -> bool:
    """Whether so many cards can be chosen in each of several places; of "up to" so many in one."""
    parts = [a.replace(what, places=(place,)) for place in what.places]
    done = [enough(g, s, f, part, verb, actor) for part in parts]
    return all(done) if isinstance(what.quantity, (a.Exactly, a.AtLeast)) else any(done)


def wanted_number(g: Table, s: State, f: Frame, what: a.Selection) -> Any:
    """How many cards have to be moved for the whole to be done."""
    match what:
        case a.Cards(a.Exactly(value)):
            return amount(g, s, f, value)
        case a.Both(first, second):
            return wanted_number(g, s, f, first) + wanted_number(g, s, f, second)
        case a.Ref():
            return 1
        case _:
            return 0
