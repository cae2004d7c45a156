"""Cards that are taken from among those shown before, where the text does not say so in words.

"Reveal the top three cards of your deck. Put all Heroes into your hand and discard the rest."
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import only
from rules_check.grammar.parted import parted
from rules_check.grammar.subjects import flat

SAID: Final = (a.ThisWay, a.Acted, a.Owned, a.Controlled, a.Other)
"""What says of cards where they come from."""

REST: Final = a.Ref(a.RefKind.REST)

ALL_OTHERS: Final = a.Cards(a.Every(), a.Filter((), (a.Other(),)))
"""All other cards, with nothing said of where they are."""

LEFT_OVER: Final = (a.RefKind.REST, a.RefKind.OTHER)

ANOTHER: Final = len("another")
"""How long the word is that stands alone for "another of them"."""


N = TypeVar("N", bound=a.Node)


def among_shown(text: N) -> N:
    """The same text: what is parted from "the rest" of the cards shown is some of these cards."""
    return _changed(_changed(_changed(text, _of_those_awaited), _parted), parted)


def _changed(text: N, change: Callable[[list[a.Effect]], Mapping[int, a.Node]]) -> N:
    changed: dict[int, a.Node] = {}
    for node in a.walk(text):
        if isinstance(node, a.Seq):
            changed |= change(flat(node))
    new: N = _with(text, changed) if changed else text
    return new


def _of_those_awaited(effects: list[a.Effect]) -> dict[int, a.Node]:
    """Effects behind a "Reveal cards until you reveal two Heroes.", by their identity: what they
    do to "them", to "one of them" and to "the other" they do to these Heroes."""
    found: dict[int, a.Node] = {}
    awaited: a.Filter | None = None
    for effect in effects:
        if isinstance(effect, a.RepeatUntil):
            awaited = _awaited(effect)
        elif awaited is not None:
            new = _of(effect, awaited)
            if new != effect:
                found[id(effect)] = new
            elif any(isinstance(x, a.Cards) and x.among is None for x in a.walk(effect)):
                awaited = None  # it speaks of other cards, and so do those behind it
    return found


def _awaited(effect: a.RepeatUntil) -> a.Filter | None:
    """What several cards are that end it, where others may be shown before them."""
    match effect:
        case a.RepeatUntil(a.Show(), a.There(a.CountOf(cards), value=a.Number(number))):
            tests = tuple(test for test in cards.filter.tests if not isinstance(test, a.Acted))
            wanted = a.replace(cards.filter, tests=tests)
            return wanted if number > 1 and wanted != a.ANY_CARD else None
        case _:
            return None


def _of(node: Any, awaited: a.Filter) -> Any:
    """The same, with the cards that were awaited for "them"."""
    match node:
        case a.Cards(_, wanted, among=a.Ref(a.RefKind.THEM)) if not wanted.nouns:
            tests = (*awaited.tests, *wanted.tests)
            return a.replace(node, filter=a.Filter(awaited.nouns, tests))
        case a.Cards(among=a.Ref()):
            return node
        case a.Ref(a.RefKind.THEM):
            return a.placed(a.Cards(a.Every(), awaited, among=a.THEM), a.place_of(node))
        case a.Ref(a.RefKind.OTHER):
            other = a.replace(awaited, tests=(*awaited.tests, a.Other()))
            return a.placed(a.Cards(a.Exactly(a.ONE), other, among=a.THEM), a.place_of(node))
        case _:
            return a.rebuild(node, lambda part: _of(part, awaited))


def _parted(effects: list[a.Effect]) -> dict[int, a.Node]:
    """Of effects in a row: the cards that are some of those shown before, by their identity."""
    found: dict[int, a.Node] = {}
    shown = parting = False
    by: set[a.Player] = set()
    for effect, following in zip(effects, [*effects[1:], None], strict=True):
        shown = shown or isinstance(effect, a.Show)
        if isinstance(effect, a.Show) and not _is_one(effect.what):
            by |= {effect.who, a.THAT_PLAYER}
        moved = effect.effect if isinstance(effect, a.May) else effect
        if shown and isinstance(moved, a.ChooseOne):
            found |= _either(moved)
        if shown and isinstance(moved, a.Choose) and _unsaid(moved.what):
            found[id(moved.what)] = a.replace(only(a.Cards, moved.what), among=a.THEM)
        if not isinstance(moved, a.Move) or not isinstance(moved.what, a.Cards):
            continue
        what = moved.what
        if parting and _another(what) and (_alone(what) or _left_over(following)):
            tests = tuple(test for test in what.filter.tests if test != a.Other())
            wanted = a.Filter(what.filter.nouns, tests)
            found[id(what)] = a.replace(what, filter=wanted, among=REST)
        if shown and parting and what == ALL_OTHERS:  # "draw each Hero and discard each other card"
            found[id(what)] = a.placed(REST, a.place_of(what))
            continue
        parting = parting or what.among in {a.THEM, REST}
        if not shown or not _nowhere(what):
            continue
        to_hand = moved.verb is a.Verb.PUT and _is_hand(moved.to)
        # "reveals the top three cards of their deck and discards the non-Starter cards"
        every = moved.who in by and what.quantity == a.Every()
        if to_hand or every or _left_over(following):
            found[id(what)] = a.replace(what, among=a.THEM)
            parting = True
    return found


def _said_where(what: a.Cards) -> bool:
    return any(isinstance(x, SAID) for x in what.filter.tests)


def _unsaid(what: a.Selection) -> bool:
    """Whether it is not said in any way where cards are."""
    if not isinstance(what, a.Cards) or what.places or what.among is not None:
        return False
    return not _said_where(what)


def _either(choice: a.ChooseOne) -> dict[int, a.Cards]:
    """Cards of one kind, or all others of those shown, which are put into a hand ("Put either all
    Starters or all other cards into your hand"), by their identity."""
    found: dict[int, a.Cards] = {}
    kind: a.Noun | None = None
    for option in choice.options:
        if not isinstance(option, a.Move) or not isinstance(option.what, a.Cards):
            continue
        what, nouns = option.what, option.what.filter.nouns
        if option.verb is not a.Verb.PUT or not _is_hand(option.to) or what.places or what.among:
            continue
        wanted = what.filter
        if wanted == a.Filter((), (a.Other(),)) and kind is not None:
            wanted = a.Filter((a.replace(kind, negated=not kind.negated),))
        elif _said_where(what):
            continue
        kind = nouns[0] if len(nouns) == 1 and not what.filter.tests else None
        found[id(what)] = a.replace(what, filter=wanted, among=a.THEM)
    return found


def _is_one(what: a.Selection) -> bool:
    return isinstance(what, a.Cards) and what.quantity == a.Exactly(a.ONE)


def left_over(effect: a.Effect) -> a.Effect:
    """An effect that is done to "all other cards revealed this way": to those of them that were
    not taken already."""
    match getattr(effect, "what", None):
        case a.Cards(a.Every(), a.Filter(nouns, tests), (), among=None) as what if (
            a.Other() in tests and any(isinstance(x, a.ThisWay) and not x.window for x in tests)
        ):
            kept = a.make_filter(nouns, (test for test in tests if test != a.Other()))
            return a.replace(effect, what=a.replace(what, filter=kept, among=REST))
        case _:
            return effect


def _nowhere(what: a.Cards) -> bool:
    """Whether a text calls cards by what they are, and does not say where they are."""
    if what.places or what.among is not None:
        return False
    return what.filter != a.ANY_CARD and not any(isinstance(x, SAID) for x in what.filter.tests)


def _another(what: a.Cards) -> bool:
    """Whether cards are called "another", and it is not said where they are."""
    said = [test for test in what.filter.tests if isinstance(test, SAID)]
    return said == [a.Other()] and not what.places and what.among is None


def _alone(what: a.Cards) -> bool:
    """Whether "another" has no noun behind it: another of those spoken of."""
    at = a.place_of(what)
    return at is not None and at[2] - at[1] == ANOTHER


def _is_hand(place: a.Place | None) -> bool:
    return place is not None and place.zone is a.Zone.HAND


def _left_over(effect: Any) -> bool:
    """Whether an effect is about the rest of the cards."""
    inner = effect.effect if isinstance(effect, a.May) else effect
    what = getattr(inner, "what", None)
    return (isinstance(what, a.Ref) and what.kind in LEFT_OVER) or what == ALL_OTHERS


def _with(node: Any, changed: Mapping[int, a.Node]) -> Any:
    new = changed.get(id(node))
    return new if new is not None else a.rebuild(node, lambda part: _with(part, changed))
