"""Cards that only a condition has named: "If there is a Hero in the Line-Up, gain it."."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.anything_else import other_kind
from rules_check.grammar.subjects import open_refs
from rules_check.grammar.told import BRINGING

How = a.Comparison
TAKING: Final = (a.Move, a.Play, a.Show)


def given(effect: a.If) -> a.If:
    """The same, with the cards of the condition where what follows speaks of them first; as it
    is, if it does not."""
    if isinstance(effect.condition, a.PlayersAre):
        return _of_players(effect, effect.condition.test)
    if (pile := _compared_pile(effect.condition)) is not None:
        return a.replace(effect, then=whole_pile(effect.then, pile))
    if (several := given_several(effect)) is not effect:
        return several
    there = effect.condition.there if isinstance(effect.condition, a.Has) else effect.condition
    if not isinstance(there, a.There) or not isinstance(there.value, a.Number):
        return effect
    if there.count != a.CountOf(there.count.cards):
        return effect
    cards, number = there.count.cards, there.value.value
    match there.comparison:
        case How.AT_LEAST | How.EQUAL if number > 0:
            found = _with(effect.then, cards, number == 1)
            return effect if found is None else a.replace(effect, then=found)
        case How.EQUAL if effect.otherwise is not None:
            found = _with(effect.otherwise, cards, one=False)
            return effect if found is None else a.replace(effect, otherwise=found)
        case _:
            return effect


def given_several(effect: a.If) -> a.If:
    """The same, with cards of which something is said in the plural where what follows begins with
    "them" ("If each card in the Line-Up costs 5 or more, destroy all of them", "If there are more
    Starters than Heroes in your discard pile, destroy two of those Starters")."""
    match effect.condition:
        case a.Is(a.Cards(a.Every(), places=(_, *_)) as cards):
            pass
        case a.Compare(a.CountOf(a.Cards(a.Every(), a.Filter((_, *_))) as cards, None), how) if (
            how in {How.MORE, How.AT_LEAST}
        ):
            pass
        case _:
            return effect
    found = _with(effect.then, cards, one=False)
    return effect if found is None else a.replace(effect, then=found)


def _compared_pile(condition: a.Condition) -> a.Place | None:
    """The pile that is compared with another ("If your discard pile has more cards than your deck,
    shuffle it …")."""
    match condition:
        case a.Compare(a.CountOf(a.Cards(a.Every(), wanted, (place,))), _, a.CountOf()):
            return place if wanted == a.ANY_CARD else None
        case a.HasMore(who, a.Cards(a.Every(), wanted, (place,))) if who == a.YOU:
            return a.replace(place, owner=who) if wanted == a.ANY_CARD else None
        case _:
            return None


def _of_players(effect: a.If, test: a.PlayerTest) -> a.If:
    """ "each foe with exactly one card in hand discards it instead"."""
    match test:
        case a.Having(cards, False, just):
            one = just or cards.quantity == a.Exactly(a.ONE)
            found = _with(effect.then, cards, one)
            return effect if found is None else a.replace(effect, then=found)
        case _:
            return effect


ONE_OF_TWO: Final = frozenset({a.RefKind.FIRST, a.RefKind.SECOND, a.RefKind.OTHER})


def of_the_one(effect: a.If) -> a.If:
    """The same, with "the first" where what follows speaks of it ("If the first is a Hero, draw
    it"): of two cards, "it" is the one that the condition names."""
    match effect.condition:
        case a.Is(a.Ref(kind) as ref) | a.Not(a.Is(a.Ref(kind) as ref)) if kind in ONE_OF_TWO:
            then = _said_of(effect.then, ref)
            otherwise = None if effect.otherwise is None else _said_of(effect.otherwise, ref)
            return a.replace(effect, then=then, otherwise=otherwise)
        case a.Is(a.Cards() as card) | a.Not(a.Is(a.Cards() as card)) if _at_an_edge(card):
            # "If the top card of your deck is a Hero, draw it. Otherwise, discard it"
            then = _said_of(effect.then, card)
            otherwise = None if effect.otherwise is None else _said_of(effect.otherwise, card)
            return a.replace(effect, then=then, otherwise=otherwise)
        case a.There(
            a.CountOf(a.Cards(filter=wanted, among=a.Ref(a.RefKind.THEM)) as cards),
            How.EQUAL | How.AT_LEAST,
            a.Number(1),
        ) if wanted != a.ANY_CARD:  # "If exactly one of them is a Hero, draw it"
            such = a.replace(cards, quantity=a.Exactly(a.ONE))
            return a.replace(effect, then=_said_of(effect.then, such))
        case _:
            return effect


HELD_BY: Final = frozenset({a.Verb.DISCARD, a.Verb.DESTROY, a.Verb.PUT, a.Verb.PASS})
"""What players do to a card that they are said to have."""


def of_the_held(effect: a.Effect, test: a.PlayerTest | None, named: bool) -> a.Effect:
    """What players do who are told by a card that they have, with that card where it begins with
    "it" ("each foe with a Hero in hand may discard it"). `named`: another card was spoken of; then
    it is so only of what is discarded, for nobody discards what is not in their hand."""
    match test, effect:
        case a.Having(a.Cards(quantity) as cards, False, False), a.May() | a.Tried() | a.Move():
            inner = effect if isinstance(effect, a.Move) else effect.effect
            verb = getattr(inner, "verb", None)
            if quantity != a.Exactly(a.ONE) or verb not in HELD_BY:
                return effect
            hand = all(place.zone is a.Zone.HAND for place in cards.places)
            if named and (verb is not a.Verb.DISCARD or not hand or not cards.places):
                return effect
            return _said_of(effect, cards)
        case a.Having(), a.ChooseOne(options):  # "discards it or loses 2 VP"
            either = tuple(of_the_held(one, test, named) for one in options)
            return a.replace(effect, options=either)
        case _:
            return effect


def _at_an_edge(card: a.Cards) -> bool:
    """Is it the one card on top (or at the bottom) of a pile of one player, or of all?"""
    match card:
        case a.Cards(a.Exactly(a.Number(1)), wanted, (a.Place(owner=owner, edge=edge),)):
            one = owner is None or owner == a.YOU
            return wanted == a.ANY_CARD and edge is not None and one and not card.random
        case _:
            return False


def of_all_compared(effect: a.If) -> a.If:
    """The same, with those of whom it is said that they have as many where what follows speaks of
    "each of them" ("If both foes hold the same number of cards, each of them …")."""
    match effect.condition:
        case a.Compare(a.MostHeld(who), How.EQUAL, a.MostHeld(other)) if who == other:
            then: a.Effect = _by(effect.then, who)
            return a.replace(effect, then=then)
        case _:
            return effect


def _by(node: Any, who: a.Player) -> Any:
    if node == a.Player(a.PlayerKind.EACH_OF_THEM):
        return a.placed(who, a.place_of(node))
    return a.rebuild(node, lambda part: _by(part, who))


def of_the_other(effect: a.If) -> a.If:
    """The same, with the card that is not so where what follows begins with "the other" ("If
    exactly one of them is a Villain, discard the other")."""
    match effect.condition:
        case a.There(
            a.CountOf(a.Cards(filter=wanted, among=a.Ref(a.RefKind.THEM))), How.EQUAL, a.Number(1)
        ):
            others = other_kind(a.Is(a.IT, wanted))
        case _:
            return effect
    first = effect.then.effects[0] if isinstance(effect.then, a.Seq) else effect.then
    if not isinstance(first, TAKING) or first.what != a.Ref(a.RefKind.OTHER):
        return effect
    kinds = [one.filter for one in others or () if isinstance(one, a.Is)]
    if not kinds or (len(kinds) > 1 and any(kind.tests for kind in kinds)):
        return effect
    nouns = tuple(noun for kind in kinds for noun in kind.nouns)
    such = a.Cards(a.Exactly(a.ONE), a.Filter(nouns, kinds[0].tests), among=a.THEM)
    then = _done_to(effect.then, a.placed(such, a.place_of(first.what)))
    return a.replace(effect, then=then)


def _done_to(effect: a.Effect, what: a.Cards) -> a.Effect:
    if isinstance(effect, a.Seq):
        return a.replace(effect, effects=(_done_to(effect.effects[0], what), *effect.effects[1:]))
    return a.replace(effect, what=what)


LEFT_OVER: Final = frozenset({a.RefKind.OTHER, a.RefKind.REST})
"""Words for the cards of several that were not taken yet."""


def of_the_left_over(effect: a.Effect) -> a.Effect:
    """The same, with "the other" and "the rest" where "it" and "them" are just these, and either
    one thing is done to them or another: "Put the other on top of your deck or destroy it", "You
    may draw the other. If you do not, destroy it", "Discard the rest unless you destroy them"."""
    match effect:
        case a.ChooseOne((first, *more)) if (ref := _left_over(first)) is not None:
            return a.replace(effect, options=(first, *(instead_of_it(x, ref) for x in more)))
        case a.May(first, _, otherwise) | a.Tried(first, _, otherwise) if (
            otherwise is not None and (ref := _left_over(first)) is not None
        ):
            return a.replace(effect, otherwise=instead_of_it(otherwise, ref))
        case a.Unless(done, price) if (ref := _left_over(done)) is not None:
            return a.replace(effect, unless=instead_of_it(price, ref))
        case _:
            return effect


def _left_over(effect: a.Effect) -> a.Ref | None:
    """What is left over of several cards, if something is done to just that."""
    match effect:
        case a.Move(what=a.Ref(kind) as ref) | a.Play(what=a.Ref(kind) as ref):
            return ref if kind in LEFT_OVER else None
        case _:
            return None


def instead_of_it(effect: a.Effect, ref: a.Ref) -> a.Effect:
    """The same, with these cards for "it" or "them" before any other card is named."""
    pronoun = a.RefKind.THEM if ref.kind is a.RefKind.REST else a.RefKind.IT
    said = {id(x) for x in open_refs(effect) if isinstance(x, a.Ref) and x.kind is pronoun}

    def made(node: Any) -> Any:
        if id(node) in said:
            return a.placed(ref, a.place_of(node))
        return a.rebuild(node, made)

    new: a.Effect = made(effect) if said else effect
    return new


def one_for_all(choice: a.ChooseOne) -> a.Effect:
    """ "Put a card from your hand on top of your deck or destroy it": which card is chosen first,
    and then what is done to it. As it is, if its options speak of no card of the first."""
    first, *more = choice.options
    if not isinstance(first, a.Move) or not isinstance(first.what, a.Cards):
        return choice
    if first.verb in BRINGING or first.what.random:
        return choice  # "Draw a card or destroy it": of a card that was named before
    kind = a.RefKind.IT if first.what.quantity == a.Exactly(a.ONE) else a.RefKind.THEM
    spoken = [x for one in more for x in open_refs(one) if isinstance(x, a.Ref) and x.kind is kind]
    if first.what.among is not None:  # "all Heroes or all Villains among them": of the same ones
        looked = [x.among for one in more for x in a.walk(one) if isinstance(x, a.Cards)]
        spoken = [x for x in spoken if not any(x is one for one in looked)]
    if not spoken:
        return choice
    what = first.what
    if not what.places and what.among is None:
        if first.verb is not a.Verb.DISCARD:
            return choice  # it is not said where the card is
        what = a.replace(what, places=(a.Place(a.Zone.HAND, choice.who),))
    chosen = a.placed(a.Choose(what, choice.who), a.place_of(first))
    done = a.replace(first, what=a.placed(a.Ref(kind), a.place_of(first.what)))
    return a.Seq((chosen, a.replace(choice, options=(done, *more))))


def one_by_one(effect: a.ForEach) -> a.Effect:
    """ "For each Hero revealed this way, draw it": that is done to all of them. As it is, if "it"
    is not just each of the cards that are counted."""
    match effect.amount, effect.effect:
        case a.CountOf(cards, None, 1), done:
            found = _done_to_each(done, a.replace(cards, quantity=a.Every()))
            return effect if found is None else a.placed(found, a.place_of(effect))
        case _:
            return effect


def _done_to_each(done: a.Effect, cards: a.Cards) -> a.Effect | None:
    match done:
        case (
            a.Move(what=a.Ref(a.RefKind.IT, None, None))
            | a.Play(what=a.Ref(a.RefKind.IT, None, None))
        ):
            return a.replace(done, what=a.placed(cards, a.place_of(done.what)))
        case a.May(inner, None, None):
            found = _done_to_each(inner, a.replace(cards, quantity=a.AnyNumber()))
            return None if found is None else a.replace(done, effect=found)
        case a.If(a.Is(a.Ref(a.RefKind.IT, None, None), wanted), then, None):
            if wanted.nouns and cards.filter.nouns:
                return None
            nouns, tests = cards.filter.nouns or wanted.nouns, cards.filter.tests
            such = a.make_filter(nouns, (*tests, *wanted.tests))
            return _done_to_each(then, a.replace(cards, filter=such))
        case a.If(a.Is(a.Ref(a.RefKind.IT, None, None)), _, a.Move(what=other) as otherwise) if (
            other == a.IT and cards == a.Cards(a.Every(), among=a.THEM)
        ):  # "For each of them, if it is a Hero, draw it. Otherwise, discard it."
            first = _done_to_each(a.replace(done, otherwise=None), cards)
            rest = a.placed(a.Ref(a.RefKind.REST), a.place_of(other))
            return None if first is None else a.Seq((first, a.replace(otherwise, what=rest)))
        case _:
            return None


def _said_of(effect: a.Effect, ref: a.Ref | a.Cards) -> a.Effect:
    """An effect that is done to this card, if it begins with "it"."""
    match effect:
        case a.ChooseOne(options):
            return a.replace(effect, options=tuple(_said_of(one, ref) for one in options))
        case a.Seq((first, *more)):
            return a.Seq((_said_of(first, ref), *more))
        case a.May() | a.Tried():
            return a.replace(effect, effect=_said_of(effect.effect, ref))
        case (
            a.Move(what=a.Ref(a.RefKind.IT))
            | a.Play(what=a.Ref(a.RefKind.IT))
            | a.Show(what=a.Ref(a.RefKind.IT))
        ):
            return a.replace(effect, what=a.placed(ref, a.place_of(effect.what)))
        case _:
            return effect


def whole_pile(effect: a.Effect, place: a.Place) -> a.Effect:
    """An effect that is done to a whole pile, if it begins with "it" ("If your discard pile is not
    empty, shuffle it into your deck")."""
    return _with(effect, a.Cards(a.Every(), places=(place,)), one=False) or effect


def _with(effect: a.Effect, cards: a.Cards, one: bool) -> a.Effect | None:
    """An effect that is done to these cards, if it begins with "it" or "them"."""
    match effect:
        case a.Seq((first, *more)):
            found = _with(first, cards, one)
            return None if found is None else a.Seq((found, *more))
        case a.May() | a.Tried():
            found = _with(effect.effect, cards, one)
            return None if found is None else a.replace(effect, effect=found)
        case _ if isinstance(effect, TAKING):
            what = _these(effect.what, cards, one)
            return None if what is None else a.replace(effect, what=what)
        case _:
            return None


def _these(what: a.Selection, cards: a.Cards, one: bool) -> a.Cards | a.Whole | None:
    match what:
        case a.Ref(a.RefKind.IT, None) if one:
            found = a.replace(cards, quantity=a.Exactly(a.ONE))
        case a.Ref(a.RefKind.IT, None) if cards == a.Cards(a.Every(), places=cards.places[:1]):
            return a.placed(a.Whole(cards.places[0]), a.place_of(what)) if cards.places else None
        case a.Ref(a.RefKind.THEM, None):
            found = a.replace(cards, quantity=a.Every())
        case a.Cards(much, wanted, (), among=a.Ref(a.RefKind.THEM, None)):
            nouns = cards.filter.nouns
            if wanted.nouns and nouns and wanted.nouns != nouns:
                return None
            both = a.make_filter(wanted.nouns or nouns, (*cards.filter.tests, *wanted.tests))
            found = a.replace(cards, quantity=much, filter=both)
        case _:
            return None
    return a.placed(found, a.place_of(what))
