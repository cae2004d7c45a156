"""What words mean in a position: players, cards, numbers; from the meaning, not from the engine.

Written from docs/meaning.md. Only plain words are read here; whatever depends on more (texts that
stand, what was done before, what a word refers to) raises `NotJudged` and is counted.
"""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.values.zones import (
    DECK,
    DESTROYED,
    DISCARD,
    HAND,
    LINE_UP,
    MAIN_DECK,
    PER_PLAYER,
    PLAY,
    REMOVED,
    SCORE,
)
from rules_check.properties.effects.observing import Effect, NotJudged
from rules_check.properties.observed import foes_of, side_of

K, V, Z = a.PlayerKind, a.Verb, a.Zone

OWN: Final = {
    Z.HAND: HAND,
    Z.DECK: DECK,
    Z.DISCARD_PILE: DISCARD,
    Z.PLAY: PLAY,
    Z.SCORE_PILE: SCORE,
}
SHARED: Final = {
    Z.LINE_UP: LINE_UP,
    Z.MAIN_DECK: MAIN_DECK,
    Z.DESTROYED_PILE: DESTROYED,
    Z.OUT_OF_GAME: REMOVED,
}
LOOKS: Final = {
    V.DISCARD: (HAND,),
    V.DESTROY: (HAND, PLAY),
    V.PUT: (HAND, PLAY),
    V.REMOVE: (HAND, PLAY),
}
"""Where a verb looks in the cards of its player if no place is named."""


def players(effect: Effect, who: a.Player) -> tuple[int, ...]:
    """The players whom plain words mean."""
    if who.test is not None:
        raise NotJudged("players by a test")
    game, state, you = effect.game, effect.state, effect.you
    bound = a.bound_to(who)
    if who.kind is K.YOU:
        return (you,)
    if who.kind is K.THAT_PLAYER and (found := effect.scope(bound)) >= 0:
        return (found,)
    if bound:
        raise NotJudged("players spoken of")
    if who.kind is K.TEAMMATE:
        return tuple(p for p in side_of(game, you) if p != you)
    here = [p for p in range(game.players) if p not in state.out]
    if who.kind is K.EACH_FOE:
        return foes_of(game, state, you)
    if who.kind is K.EACH_PLAYER:
        return tuple(here)
    if who.kind is K.EACH_OTHER_PLAYER:
        return tuple(p for p in here if p != you)
    raise NotJudged(f"who is {who.kind.value!r}")


def reckon(effect: Effect, amount: a.Amount, actor: int) -> Any:
    """The number that an amount is, in the position in which the effect began."""
    match amount:
        case a.Number(value):
            return value
        case a.Times(number, each):
            return number * reckon(effect, each, actor)
        case a.Plus(first, second):
            return reckon(effect, first, actor) + reckon(effect, second, actor)
        case a.Minus(first, second):
            return reckon(effect, first, actor) - reckon(effect, second, actor)
        case a.Half(of, up):
            number = reckon(effect, of, actor)
            return number // 2 if up is False else (number + 1) // 2
        case a.CountOf(cards, None, per, timing, itself, None) if timing is not a.Timing.LIVE:
            found = counted(effect, cards, actor)
            if itself is False:
                found = [card for card in found if card != effect.source]
            return len(found) // per
        case _:
            raise NotJudged(f"an amount: {type(amount).__name__}")


def counted(effect: Effect, cards: a.Cards, actor: int) -> list[int]:
    """The cards that a count means: where it says, else those that you control."""
    tests = [test for test in cards.filter.tests if not isinstance(test, a.Controlled)]
    control = [test.who for test in cards.filter.tests if isinstance(test, a.Controlled)]
    rest = a.replace(cards.filter, tests=tuple(tests))
    if cards.among is not None:
        raise NotJudged("cards spoken of")
    if cards.places:
        if control:
            raise NotJudged("control of a place")
        zones = [zone for place in cards.places for zone in zones_meant(effect, place, actor)]
    else:
        whose = control or [a.YOU]
        zones = [p * PER_PLAYER + PLAY for who in whose for p in players(effect, who)]
    return fitting(effect, lying(effect, zones), rest)


def lying(effect: Effect, zones: list[int]) -> list[int]:
    """The cards that lay in zones when the effect began."""
    if effect.zones is None:
        raise NotJudged("zones of which not all is known")
    if any(x.what in ("control", "text") for x in effect.state.lasting):
        raise NotJudged("control or text for a while")
    return [card for zone in zones for card in effect.zones[zone]]


def zones_meant(effect: Effect, place: a.Place, actor: int) -> list[int]:
    """The zones of a place without an end."""
    if place.edge is not None:
        raise NotJudged("an end of a pile")
    return whole_zones(effect, place, actor)


def whole_zones(effect: Effect, place: a.Place, actor: int) -> list[int]:
    """The zones of a place, whichever end of it is meant."""
    if place.zone in OWN:
        whose = (actor,) if place.owner is None else players(effect, place.owner)
        return [p * PER_PLAYER + OWN[place.zone] for p in whose]
    if place.zone in SHARED and place.owner is None:
        return [effect.game.shared + SHARED[place.zone]]
    raise NotJudged(f"a place: {place.zone.value}")


def fitting(effect: Effect, cards: list[int], wanted: a.Filter) -> list[int]:
    """The cards that are what plain nouns and tests say, by what is printed on them."""
    if wanted != a.ANY_CARD and effect.game.watching(effect.state).grants:
        raise NotJudged("a text grants types or keywords")
    for part in (*wanted.nouns, *wanted.tests):
        if not isinstance(part, READ) or (isinstance(part, a.Other) and a.bound_to(part)):
            raise NotJudged(f"words: {type(part).__name__}")
        if isinstance(part, a.NameNoun) and (
            part.part or part.name.casefold() in effect.game.words_in_names
        ):
            raise NotJudged("a word in names")
    return [card for card in cards if fits(effect, card, wanted)]


READ: Final = (
    *(a.TypeNoun, a.TitleNoun, a.NameNoun, a.KeywordNoun),
    *(a.Other, a.Attribute, a.HasKeyword, a.CostOneOf, a.Parity),
)
"""The nouns and tests that are read here."""


def fits(effect: Effect, card: int, wanted: a.Filter) -> bool:
    """Whether a card is what plain nouns and tests say."""
    kind = effect.game.kinds[card]
    called = [_is(kind, noun) for noun in wanted.nouns if not noun.negated]
    if not all(_is(kind, noun) for noun in wanted.nouns if noun.negated):
        return False
    return (not called or any(called)) and all(
        _passes(effect, card, kind, test) for test in wanted.tests
    )


def _is(kind: Any, noun: a.Noun) -> bool:
    match noun:
        case a.TypeNoun(wanted, negated):
            return (kind.type is wanted) is not negated
        case a.TitleNoun(title, negated):
            return (title in kind.titles) is not negated
        case a.NameNoun(name, False, negated):
            return (kind.name.casefold() == name.casefold()) is not negated
        case a.KeywordNoun(keyword, negated):
            return (keyword in kind.keywords) is not negated
        case _:
            raise NotJudged(f"a noun: {type(noun).__name__}")


def _passes(effect: Effect, card: int, kind: Any, test: a.Test) -> bool:
    match test:
        case a.Other() if not a.bound_to(test):
            return card != effect.source
        case a.Attribute(a.AttributeKind.COST, comparison, value):
            if effect.game.own_costs[effect.game.kind_index[card]]:
                raise NotJudged("a cost that a text changes")
            return COMPARE[comparison](kind.cost, _told_number(effect, value))
        case a.HasKeyword(keyword):
            return keyword in kind.keywords
        case a.CostOneOf(values) if not effect.game.own_costs[effect.game.kind_index[card]]:
            return bool(kind.cost in values)
        case a.Parity(parity) if kind.cost:
            return bool((kind.cost % 2 == 1) is (parity is a.ParityKind.ODD))
        case _:
            raise NotJudged(f"a test: {type(test).__name__}")


def _told_number(effect: Effect, value: a.Amount) -> Any:
    """The number with which a printed one is compared: counts say whose cards they count."""
    for node in a.walk(value):
        if isinstance(node, a.Place) and node.owner is None and node.zone in OWN:
            raise NotJudged("a count in a test that does not say whose cards")
        if isinstance(node, a.Cards) and not node.places:
            raise NotJudged("a count in a test that names no place")
    return reckon(effect, value, effect.you)


COMPARE: Final = {
    a.Comparison.EQUAL: lambda x, y: bool(x == y),
    a.Comparison.AT_MOST: lambda x, y: bool(x <= y),
    a.Comparison.AT_LEAST: lambda x, y: bool(x >= y),
    a.Comparison.LESS: lambda x, y: bool(x < y),
    a.Comparison.MORE: lambda x, y: bool(x > y),
}


def choosable(effect: Effect, node: a.Move, actor: int) -> list[int]:
    """The cards that a Move may take, as they lay when it began."""
    what = node.what
    if node.verb is V.BUY:
        raise NotJudged("what the Power pays for")
    if what == a.THIS and effect.zones is not None:
        return [card for zone in effect.zones for card in zone if card == effect.source]
    if isinstance(what, a.Whole):
        whole = lying(effect, zones_meant(effect, what.place, actor))
        return [card for card in whole if not effect.game.kinds[card].character]
    if not isinstance(what, a.Cards) or what.among is not None:
        raise NotJudged(f"cards: {type(what).__name__}")
    if what.spread is a.Spread.EACH and len(what.places) > 1:
        raise NotJudged("some of each place")
    game = effect.game
    control = [test.who for test in what.filter.tests if isinstance(test, a.Controlled)]
    rest = tuple(test for test in what.filter.tests if not isinstance(test, a.Controlled))
    if control and not what.places:
        zones = [p * PER_PLAYER + PLAY for who in control for p in players(effect, who)]
    elif what.places:
        zones = [zone for place in what.places for zone in zones_meant(effect, place, actor)]
    else:
        names = [n.name for n in what.filter.nouns if isinstance(n, a.NameNoun) and not n.negated]
        stacks = [game.stacks[name] for name in names if name in game.stacks]
        if stacks and node.verb in (V.GAIN, V.PUT):
            zones = stacks
            if any(game.name(card) not in names for card in lying(effect, zones)):
                raise NotJudged("other cards in a stack")
        elif node.verb is V.GAIN:
            zones = [game.line_up]
        elif node.verb in LOOKS:
            zones = [actor * PER_PLAYER + zone for zone in LOOKS[node.verb]]
        else:
            raise NotJudged(f"where to {node.verb.value} from")
    if (control and what.places) or any(isinstance(test, a.Owned | a.Acted) for test in rest):
        raise NotJudged("cards by what was done with them")
    if game.beside and game.line_up in zones:  # a card that counts as one of the Line-Up
        zones = [*zones, game.beside[effect.state.active]]
    wanted = a.replace(what.filter, tests=rest)
    found = dict.fromkeys(fitting(effect, lying(effect, zones), wanted))
    return [card for card in found if not game.kinds[card].character]


def goes_to(effect: Effect, node: a.Move, actor: int, card: int, source: int) -> tuple[int, ...]:
    """The zones to which a Move may bring a card."""
    game, to = effect.game, node.to
    if to is not None:
        return tuple(whole_zones(effect, to, actor))
    owner = actor
    if source < game.shared:
        owner = effect.owners.get(card, source // PER_PLAYER)
    match node.verb:
        case V.DISCARD:
            return (owner * PER_PLAYER + DISCARD,)
        case V.GAIN | V.PUT:
            return (actor * PER_PLAYER + DISCARD,)
        case V.DESTROY:
            stack = game.stacks.get(game.kinds[card].name)
            return (game.shared + DESTROYED, *(() if stack is None else (stack,)))
        case V.REMOVE:
            return (game.shared + REMOVED,)
        case V.DRAW:
            return (actor * PER_PLAYER + HAND,)
        case _:
            raise NotJudged(f"where to {node.verb.value}")
