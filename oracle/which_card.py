""" "It" where several cards can be meant, and "if none do" where several things were done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from rules_check.grammar import ast as a
from rules_check.grammar.given import one_for_all
from rules_check.grammar.subjects import EACH_ONE, PLURAL
from rules_check.grammar.whose import ONE_OF, TOPS, not_chosen
from rules_check.oracle.meaning.nouns import drawn_from

Found: TypeAlias = Iterator[tuple[a.Node, str]]
"""Pieces of a text that cannot be played, each with the reason."""

ONE_EACH: Final = "several players have such a card each, and it speaks of one"
OF_TWO: Final = "two cards changed places, and it is not said which of them is meant"
EITHER: Final = "a card was shown before, and each of several players has another: it may be either"
NOT_DONE: Final = "it speaks of a card with which nothing was done in this case"
NO_REST: Final = "nothing was done with some of them, so there is no rest"
DRAWN: Final = "these cards were drawn already, by somebody else"
OF_ONE: Final = "only one player has such a card, and it is compared with others"
TO_EACH: Final = "the same card cannot go to each of several players"
OF_WHICH: Final = "they are taken from the top of several decks, and it is not said of which"
COUNTED: Final = "the cards of one of several players are counted, and it is not said whose"
UNSEEN: Final = "cards are drawn unseen, so their costs cannot be added up"
OF_WHOM: Final = "one of several players is meant, nobody chooses the cards, and so not the player"
DID_WHAT: Final = "they do one thing or another, as their cards are: it is not said which is asked"

NO_OTHERS: Final = "it is not said which of these cards the others are told from"

OF_SEVERAL: Final = "several cards were named before, and it is not said which of them is meant"
OF_EITHER: Final = "a card was named before, and another is taken here: it may be either"

REST: Final = a.RefKind.REST
SEVERAL: Final = EACH_ONE | {a.PlayerKind.EACH_OF_THEM, a.PlayerKind.OTHER_FOE}
TAKING: Final = frozenset({a.Verb.GAIN, a.Verb.BUY, a.Verb.DRAW})
DEEDS: Final = (a.DidSo, a.DidNot, a.CouldNot)


def which_card(text: a.CardText) -> Found:
    """What of a text speaks of one card, or of one deed, of several."""
    eachs = [x for x in a.walk(text) if isinstance(x, a.Each) and x.who.kind in PLURAL]
    swaps = {a.mark_of(x) for x in a.walk(text) if isinstance(x, a.Swap)}
    drawn = set(_marks_by_others(text, frozenset({a.Verb.DRAW})))
    single = {m for x in _of_one(text) for m in _cards_in(x)}
    by_card = {a.mark_of(x) for x in eachs if _depends(x.effect)}
    seen = {mark: _sees(text, x) for x in eachs for mark in _cards_in(x)}
    others = (x for x in a.walk(text) if not isinstance(x, a.Ref) or x.kind is not REST)
    spoken_of = {mark for x in others for mark in a.bound_to(x)}
    deeds = any(isinstance(x, a.ThisWay | a.Acted | a.DidTo) for x in a.walk(text))
    # "it is" has no words of its own: those around it
    around = {id(x.what): x for x in a.walk(text) if isinstance(x, a.Is)}
    several = {a.mark_of(x) for x in a.walk(text) if _names_several(x)}
    asked = {id(x.count) for x in a.walk(text) if isinstance(x, a.There)}
    for node in a.walk(text):
        match node:
            case a.Ref(a.RefKind.REST) if not deeds:
                if (marks := a.bound_to(node)) and spoken_of.isdisjoint(marks):
                    yield node, NO_REST  # "Draw three cards. Discard the rest."
            case a.Ref(a.RefKind.IT):
                marks = a.bound_to(node)
                if any(id(node) not in seen.get(mark, {id(node)}) for mark in marks):
                    yield node, ONE_EACH  # "You and your teammate each reveal a card. … than it."
                if not swaps.isdisjoint(marks):
                    yield node, OF_TWO  # "Swap a card … with a card …. Destroy it."
                if len(marks) == 1 and marks[0] in several and node.called is None:
                    yield (
                        around.get(id(node), node),
                        OF_SEVERAL,
                    )  # "Reveal a card … and a card …. You may destroy it."
            case a.PlayersAre(test=test) | a.Player(test=test) if isinstance(test, DEEDS):
                if not by_card.isdisjoint(a.bound_to(test)):
                    yield node, DID_WHAT  # "… If it is a Hero, that foe draws it. If none do, …"
            case a.Move(a.Verb.DRAW, a.Cards(among=a.Ref() as among), None, a.YOU):
                if not drawn.isdisjoint(a.bound_to(among)):
                    yield node, DRAWN  # "Each foe draws a card. You draw one too."
            case a.Move(verb, a.Cards() as what) if _of_which(verb, what):
                yield node, OF_WHICH  # "Draw two cards from your foes' decks."
            case a.Move(a.Verb.DRAW, a.Cards(a.CostWorth(), among=None) as what):
                if not what.places or drawn_from(what):
                    yield node, UNSEEN  # "Draw 6 cost worth of cards."
            case a.Move(_, a.Cards() as what, a.Place(owner=a.Player(kind))) if kind in ONE_OF:
                if any(place.edge is a.Edge.TOP and place.zone in TOPS for place in what.places):
                    yield node, OF_WHOM  # "… of a foe's deck into another player's hand"
            case a.CountOf(a.Cards(places=(a.Place(owner=a.Player(kind)),))) if kind in ONE_OF:
                if id(node) not in asked:
                    yield node, COUNTED  # "+1 Power for each card in a foe's hand"
            case a.Swap(first, second) if not_chosen(None, first) or not_chosen(None, second):
                yield node, OF_WHOM  # "Swap a random card from a foe's hand with …"
            case a.CostRank(zone=None, character=False) if len(a.bound_to(node)) == 1:
                if a.bound_to(node)[0] in single:
                    yield node, OF_ONE
            case a.Cards(filter=a.Filter(tests=tests)) if _no_others(tests, text):
                yield node, NO_OTHERS  # "… for each other card discarded this way"
            case a.Seq(effects):
                yield from _either(effects, _moved(text))
            case a.May(effect, _, otherwise) | a.Tried(effect, _, otherwise) if otherwise:
                yield from _not_done(effect, otherwise)
            case a.Each():
                yield from _to_each(node)
                yield from _asked_of_one(node)
            case a.ChooseOne() if one_for_all(node) is not node:
                yield node, OF_EITHER  # "Draw a card. Discard a card or destroy it."
            case _:
                pass


def _names_several(node: a.Node) -> bool:
    """Whether an effect names two cards of two places, or more than one of one place."""
    match node:
        case a.Move(what=what) | a.Show(what=what) | a.Choose(what) | a.Play(what=what):
            return isinstance(what, a.Both) or (
                isinstance(what, a.Cards) and what.quantity not in {a.Exactly(a.ONE), a.UpTo(a.ONE)}
            )
        case _:
            return False


def _no_others(tests: tuple[a.Test, ...], text: a.CardText) -> bool:
    """Whether others of the cards with which something was done are told from all of these cards,
    so that there are none."""
    ways = [test.verb for test in tests if isinstance(test, a.ThisWay) and test.window is None]
    others = [test for test in tests if isinstance(test, a.Other)]
    if not ways or not others:
        return False
    ability = next(one for one in text.abilities if any(x is others[0] for x in a.walk(one)))
    deeds = [x for x in a.walk(ability) if getattr(x, "verb", None) in ways]
    done = {a.mark_of(deed) for deed in deeds if a.mark_of(deed)}
    return bool(done) and done.issubset(a.bound_to(others[0]))


def _of_one(text: a.CardText) -> list[a.Each]:
    """What one player alone does, or "you" in the same way as another."""
    eachs = [x for x in a.walk(text) if isinstance(x, a.Each)]
    return [x for x in eachs if x.who.kind not in PLURAL]


def _marks_by_others(text: a.CardText, verbs: frozenset[a.Verb]) -> Iterator[int]:
    """The marks of what other players do."""
    for node in a.walk(text):
        match node:
            case a.Move(verb, who=a.Player(a.PlayerKind.THAT_PLAYER)) if verb in verbs:
                yield a.mark_of(node)
            case _:
                pass


def _cards_in(each: a.Each) -> set[int]:
    """The marks of what names cards in something that each of several players does."""
    return {a.mark_of(x) for x in a.walk(each) if a.mark_of(x) and hasattr(x, "what")}


def _sees(text: a.CardText, each: a.Each) -> set[int]:
    """Where in a text each player's own is spoken of: there, and in what the same players do."""
    mark = a.mark_of(each)
    same = (
        x
        for x in a.walk(text)
        if isinstance(x, a.Each) and (a.mark_of(x) == mark or mark in a.bound_to(x))
    )
    return {id(part) for one in same for part in a.walk(one)}


def _depends(effect: a.Effect) -> bool:
    """Whether players show a card, and what they then do depends on it."""
    match effect:
        case a.Seq((a.Show(), *_, a.If(a.Is(a.Ref(a.RefKind.IT))))):
            return True
        case _:
            return False


def _moved(text: a.CardText) -> set[int]:
    """The marks of cards with which something is done later in a text."""
    done = (x.what for x in a.walk(text) if isinstance(x, a.Move | a.Play))
    return {mark for what in done if isinstance(what, a.Ref) for mark in a.bound_to(what)}


def _not_done(effect: a.Effect, otherwise: a.Effect) -> Found:
    """Cards that would have been taken, where that is not done ("If you do not, draw it")."""
    taken = {
        a.mark_of(x)
        for x in a.walk(effect)
        if isinstance(x, a.Move | a.Play | a.Show) and isinstance(x.what, a.Cards | a.Both)
    }
    for node in a.walk(otherwise):
        if isinstance(node, a.Ref) and a.bound_to(node) and taken.issuperset(a.bound_to(node)):
            yield node, NOT_DONE


def _to_each(each: a.Each) -> Found:
    """One card that each of several players would take ("Each foe may gain it")."""
    inside = {a.mark_of(x) for x in a.walk(each)}
    for node in a.walk(each):
        match node:
            case a.Move(verb, a.Ref() as it, None, a.Player(a.PlayerKind.THAT_PLAYER)) if (
                verb in TAKING and each.who.kind in SEVERAL
            ):
                if a.bound_to(it) and inside.isdisjoint(a.bound_to(it)):
                    yield node, TO_EACH
            case _:
                pass


def _asked_of_one(each: a.Each) -> Found:
    """What each of several players does if the card of one of them is so ("Each foe discards a
    card. If it is a Hero, each foe gains a Weakness")."""
    if each.who.kind not in SEVERAL:
        return
    inside = _cards_in(each)
    for node in (x for x in a.walk(each.effect) if isinstance(x, a.If)):
        its = [x for x in a.walk(node.condition) if isinstance(x, a.Ref)]
        if any(not inside.isdisjoint(a.bound_to(x)) for x in its):
            all_ = (x for x in a.walk(node) if isinstance(x, a.Each) and x.who.kind in EACH_ONE)
            yield from ((x, ONE_EACH) for x in all_ if x.who.test is None)


def _either(effects: tuple[a.Effect, ...], moved: set[int]) -> Found:
    """ "It" of a card that each of several players has, behind one that you have shown or chosen
    and with which nothing else is done."""
    shown = False
    for effect in effects:
        match effect:
            case a.Show(what=a.Cards(a.Exactly(a.ONE)), who=a.YOU) | a.Choose(
                a.Cards(a.Exactly(a.ONE)), a.YOU
            ):
                shown = shown or a.mark_of(effect) not in moved
            case a.Each(a.Player(kind), a.Seq((_, *more))) if shown and kind in EACH_ONE:
                inside = _cards_in(effect)
                for one in more:
                    its = (x for x in a.walk(one) if isinstance(x, a.Ref))
                    if getattr(one, "who", a.YOU) == a.YOU and any(
                        not inside.isdisjoint(a.bound_to(x)) for x in its
                    ):
                        yield one, EITHER
            case _:
                pass


def _of_which(verb: a.Verb, what: a.Cards) -> bool:
    if what.spread is a.Spread.EACH or len(what.places) != 1:
        return False
    (place,) = what.places
    top = place.edge is a.Edge.TOP or (place.edge is None and verb is a.Verb.DRAW)
    several = place.owner is not None and place.owner.kind in SEVERAL
    deck = top and place.zone is a.Zone.DECK
    return (deck and several) or not_chosen(verb, what) is not None
