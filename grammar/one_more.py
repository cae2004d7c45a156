"""A number without a noun that counts cards like those before, and none of them.

"Draw two cards, and the player on your right discards one": what one player has drawn, another
player cannot discard. "You may discard a Hero. If you do, each foe discards one": what is discarded
already is not discarded again. "Draw two cards, then discard one": any card of the hand; that it
could be one of the two is a question (`shapes.persons`).
"""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.again import NothingBefore
from rules_check.grammar.both_of_you import own
from rules_check.grammar.subjects import PLURAL, points

LONGEST: Final = len("three")
"""How long a number alone is; "one of them" is longer."""

ONCE: Final = frozenset({a.Verb.DRAW, a.Verb.DISCARD, a.Verb.DESTROY, a.Verb.GAIN})
"""What is not done to a card that it was just done to."""

FROM_HAND: Final = frozenset({a.Verb.DRAW, a.Verb.DISCARD})
"""What can be said of a card without saying where it is."""

OF_THEIR_OWN: Final = frozenset({a.Verb.GAIN, a.Verb.DISCARD})
"""What players who lack cards do to others than those spoken of."""

K = a.PlayerKind
SAME_PLAYER: Final = frozenset({K.THAT_PLAYER, K.EACH_OF_THEM, K.THAT_FOE, K.CHOSEN_FOE})
"""Players who may be those who did what was said before."""


def one_fewer(effect: a.Effect) -> a.Effect:
    """The same effect; "one fewer" than several players do is one fewer than each of them does
    ("each foe discards two cards and you draw one fewer"), not than all of them together."""
    if _than_what(effect):
        raise NothingBefore("one fewer")
    return _fewer(effect)


def _lessened(said: a.Effect | None, one: a.Effect) -> a.Move | None:
    """What is done in place of the same with a number ("Draw three cards. If …, draw one fewer");
    None: it is done besides, or by others."""
    match said, one:
        case (
            a.Move(verb, a.Cards(a.Exactly(a.Number(many))) as cards, who=who) as usual,
            a.Move(again, a.Cards(a.Exactly(a.Bounded(a.Minus(_, a.Number(less))))), who=other),
        ) if verb is again and who == other and _than_what(one):
            number = a.Exactly(a.Number(max(many - less, 0)))
            return a.replace(usual, what=a.replace(cards, quantity=number))
        case _:
            return None


def _of_the_same(said: a.Effect | None, one: a.Effect) -> bool:
    """Whether "one fewer" is said of some of those who have just done the same, or again and
    again: it is not said in place of what."""
    verb = said.verb if isinstance(said, a.Move) else None
    moves = [x for x in a.walk(one) if isinstance(x, a.Move) and x.verb is verb]
    fewer = [x for x in moves if _than_what(x)]
    some = any(x.who.kind in SAME_PLAYER or x.who.test is not None for x in fewer)
    return bool(fewer) and (isinstance(one, a.ForEach) or some)


def _fewer(effect: a.Effect) -> a.Effect:
    if isinstance(effect, a.If) and effect.otherwise is not None:
        other = _lessened(effect.then, effect.otherwise)
        return effect if other is None else a.replace(effect, otherwise=other)
    if not isinstance(effect, a.Seq):
        return effect
    done: list[a.Effect] = []
    for part in effect.effects:
        one = _fewer(part)
        if _of_the_same(done[-1] if done else None, one):
            raise NothingBefore("one fewer")
        match (done[-1] if done else None), one:
            case a.Move() as said, a.If(asked, then, None) if _lessened(said, then) is not None:
                if any(points(x) or isinstance(x, a.Acted) for x in a.walk(asked)):
                    raise NothingBefore("one fewer")  # it is done already, and the number known
                done[-1] = a.replace(one, then=_lessened(said, then), otherwise=said)
                continue
            case (
                a.Move(what=a.Cards(a.Exactly(many))) as said,
                a.Move(what=a.Cards(a.Exactly(a.Bounded(a.Minus(a.ThatMany(), less))))),
            ) if said.who.kind in PLURAL:
                assert isinstance(one.what, a.Cards)
                number: a.Amount = a.Bounded(a.Minus(many, less), 0)
                if isinstance(many, a.Number) and isinstance(less, a.Number):
                    number = a.Number(max(many.value - less.value, 0))
                one = a.replace(one, what=a.replace(one.what, quantity=a.Exactly(number)))
            case _:
                pass
        done.append(one)
    return done[0] if len(done) == 1 else a.replace(effect, effects=tuple(done))


def of_the_lacking(effect: a.Effect) -> a.Effect:
    """The same effect; who has none of some cards and gains "one" gains one of these ("each foe
    with no Weaknesses gains one"), and who discards "two" discards two cards, whatever was spoken
    of before."""
    moves = (x for x in a.walk(effect) if isinstance(x, a.Move) and x.verb in OF_THEIR_OWN)
    found = {id(x.what): _of_those_lacking(x) for x in moves if _of_them(x.what)}
    new = {key: cards for key, cards in found.items() if cards is not None}
    lacking: a.Effect = _with(effect, new) if new else effect
    return lacking


def _than_what(effect: a.Effect) -> bool:
    """Whether "one fewer" is said where nothing was done before of which it is one fewer."""
    for one in a.walk(effect):
        match one:
            case a.Move(what=a.Cards(a.Exactly(a.Bounded(a.Minus(a.ThatMany()))))):
                return True
            case _ if isinstance(one, (*BRINGING, a.ForEach, a.There, a.PayPower)):
                return False
            case _:
                pass
    return False


def as_often(before: a.Effect, effect: a.Effect) -> a.Effect:
    """An effect that stands for the one before ("If they are tied, each of them discards one"),
    with such numbers made out as if it came behind it."""
    both = one_more(a.Seq((before, effect)))
    return both.effects[-1] if isinstance(both, a.Seq) else effect


def one_more(effect: a.Effect) -> a.Effect:
    """The same effect, with such numbers made out."""
    parts = list(a.walk(effect))
    moves = [x for x in parts if isinstance(x, a.Move)]
    if not any(_of_them(x.what) or _best_of_them(x.what) for x in moves):
        return effect
    new: dict[int, a.Cards] = {}
    last: a.Move | None = None
    scored = False
    for at, one in enumerate(parts):
        if isinstance(one, a.Move | a.GainVP | a.LoseVP):
            if scored and isinstance(one, a.Move) and one.verb is a.Verb.GAIN and _bare(one.what):
                raise NothingBefore(
                    "one"
                )  # "each foe loses 1 VP, and you gain one": VP, or a card?
            scored = not isinstance(one, a.Move)
        if isinstance(one, a.Move) and isinstance(one.what, a.Cards):
            found = _like(last, one) if _bare(one.what) else _other_best(last, one.what)
            if _of_them(one.what) and not any(isinstance(x, BRINGING) for x in parts[:at]):
                found = found or _of_those_lacking(one)
            if one.verb is a.Verb.DRAW and _bare(one.what):  # of a deck that nobody has looked into
                known = any(isinstance(x, SHOWING) and _of_deck(x) for x in parts[:at])
                found = found or (None if known else _cards(one))
            if found is not None:
                new[id(one.what)] = found
                one = a.replace(one, what=found)
            last = one if _said(one.what) else last
        elif isinstance(one, NAMING):
            last = None
    return _with(effect, new) if new else effect


BRINGING: Final = (a.Move, a.Show, a.Choose, a.Search, a.Swap, a.Play)
"""What brings up cards of which "one" could be one."""

SHOWING: Final = (a.Show, a.Choose, a.Search)
"""What lets somebody see cards of a deck."""

NAMING: Final = (a.Show, a.Choose, a.Search, a.Swap, a.There, a.Is)
"""What names cards of which "one" can be one."""


def _with(node: Any, new: dict[int, a.Cards]) -> Any:
    found = new.get(id(node))
    return found if found is not None else a.rebuild(node, lambda part: _with(part, new))


def _of_deck(shown: a.Node) -> bool:
    """Whether cards of a deck are shown, or cards of which it is not said where they lie."""
    zones = {x.zone for x in a.walk(shown) if isinstance(x, a.Place)}
    return not zones or bool(zones - {a.Zone.HAND, a.Zone.DISCARD_PILE})


def _of_them(what: Any) -> bool:
    """Whether so many of the cards spoken of are meant, whatever these are."""
    match what:
        case a.Cards(a.Exactly(a.Number()), a.Filter((), ()), random=False, among=a.Ref()):
            return True
        case _:
            return False


def _best_of_them(what: Any) -> a.Extreme | None:
    """Whether the dearest (or cheapest) of the cards spoken of is meant."""
    match what:
        case a.Cards(
            a.Exactly(a.Number(1)), a.Filter((), (a.Extreme() as best,)), (), among=a.Ref()
        ):
            return best
        case _:
            return None


def _other_best(last: a.Move | None, what: a.Cards) -> a.Cards | None:
    """The dearest of the same place: "destroy the cheapest card in the Line-Up and gain the most
    expensive one"; None: it is one of the cards spoken of."""
    best = _best_of_them(what)
    match last:
        case a.Move(what=a.Cards(a.Exactly(a.Number(1)), wanted, (_, *_)) as cards) if best:
            tests = tuple(best if isinstance(x, a.Extreme) else x for x in wanted.tests)
            if best not in tests:
                return None
            new = a.replace(cards, filter=a.Filter(wanted.nouns, tests))
            return a.placed(new, a.place_of(what))
        case _:
            return None


def _bare(what: Any) -> bool:
    """Whether cards are said by a number alone."""
    at = a.place_of(what) if _of_them(what) else None
    return at is not None and at[2] - at[1] <= LONGEST


def _cards(deed: a.Move) -> a.Cards:
    """So many cards, whichever these are."""
    what = deed.what
    assert isinstance(what, a.Cards)
    return a.placed(a.Cards(what.quantity), a.place_of(what))


def _of_those_lacking(deed: a.Move) -> a.Cards | None:
    """What players do who have none of some cards: "each player with no Kicks gains one"."""
    match deed.what, deed.who.test:
        case a.Cards() as what, a.Having(cards, True):
            nouns = cards.filter.nouns if deed.verb is a.Verb.GAIN else ()
            return a.replace(what, filter=a.Filter(nouns), among=None)
        case _:
            return None


def _said(what: Any) -> bool:
    """Whether cards are said by what they are, and not taken out of others."""
    return isinstance(what, a.Cards) and what.among is None


def _like(last: a.Move | None, deed: a.Move) -> a.Cards | None:
    """The cards like those of the deed before; None: they are some of those."""
    if not isinstance(deed.what, a.Cards):
        return None
    many = deed.what.quantity
    if last is None or not isinstance(last.what, a.Cards):
        return None
    again = last.verb is deed.verb and deed.verb in ONCE
    if again:
        theirs: a.Cards = last.what
        if last.who != deed.who:
            whose = a.YOU if last.who == a.YOU else a.THAT_PLAYER
            theirs = own(theirs, whose, a.YOU if deed.who == a.YOU else a.THAT_PLAYER)
        return a.placed(a.replace(theirs, quantity=many), a.place_of(deed.what))
    other = last.who != deed.who and deed.who.kind not in SAME_PLAYER
    single = last.what.quantity == a.Exactly(a.ONE)  # of one card, "one" is not one of them
    drawn = last.verb is a.Verb.DRAW and deed.verb is a.Verb.DISCARD  # of the hand: a question
    if (drawn or (last.verb is a.Verb.DRAW and (other or single))) and deed.verb in FROM_HAND:
        return a.placed(a.Cards(many, last.what.filter), a.place_of(deed.what))
    if last.verb is a.Verb.GAIN and other and deed.verb is a.Verb.DISCARD:
        if last.what.filter.tests:  # is it a card of the same cost, or any?
            raise NothingBefore("one")
        return a.placed(a.Cards(many, last.what.filter), a.place_of(deed.what))
    return None
