"""Texts that leave out how many cards are meant, of what a limit is, or where in a pile a card
goes."""

# A text that has none of the shapes of a match raises no question.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.attach import sequence
from rules_check.grammar.shapes.base import Asked, Found, all_of, shape

PILES: Final = (a.Zone.DECK, a.Zone.MAIN_DECK)
INTO: Final = re.compile(r"\binto\b")


@shape
def into_a_deck(asked: Asked) -> Iterator[Found]:
    """ "Put a Hero into your deck": on top of it, or shuffled into it?"""
    if any(True for _ in all_of(asked.text, a.Shuffle)):
        return
    for move in all_of(asked.text, a.Move):
        to = move.to
        if not isinstance(to, a.Place) or to.zone not in PILES or to.edge is not None:
            continue
        if move.any_order or move.random_order or not INTO.search(asked.words(move).lower()):
            continue
        on_top = a.replace(move, to=a.replace(to, edge=a.Edge.TOP))
        shuffled = sequence([move, a.Shuffle(a.Whole(to), move.who)])
        yield Found(move, (asked.but(move, on_top), asked.but(move, shuffled)))


@shape
def any_of_a_kind(asked: Asked) -> Iterator[Found]:
    """ "Destroy any Starter": one of them, or as many as you like?"""
    for move in all_of(asked.text, a.Move):
        match move.what:
            case a.Cards(a.Exactly(a.Number(1)), a.Filter((_, *_))) as cards if re.match(
                r"any (?!one\b|card\b)", asked.words(cards).lower()
            ):
                some = a.replace(cards, quantity=a.AnyNumber())
                texts = (asked.but(cards, a.replace(cards)), asked.but(cards, some))
                yield Found(cards, texts)


@shape
def limit_of_several(asked: Asked) -> Iterator[Found]:
    """ "Two cards with a cost of 6 or less": each of them, or both together?"""
    for cards in all_of(asked.text, a.Cards):
        match cards.quantity:
            case a.Exactly(a.Number(number)) | a.UpTo(a.Number(number)) if number > 1:
                pass
            case _:
                continue
        for test in cards.filter.tests:
            match test:
                case a.Attribute(a.AttributeKind.COST, a.Comparison.AT_MOST, a.Number(most)) if (
                    "a cost of" in asked.words(cards).lower()
                ):
                    others = (x for x in cards.filter.tests if x is not test)
                    total = a.make_filter(cards.filter.nouns, (*others, a.TotalAtMost(most)))
                    together = a.replace(cards, filter=total)
                    texts = (asked.but(cards, a.replace(cards)), asked.but(cards, together))
                    yield Found(cards, texts)


LIMIT: Final = r"(with (an? )?(cost|vp)|(you|they|that (foe|player)) controls?)\b"
TWO_KINDS: Final = re.compile(rf"an? [a-z -]+ or an? [a-z -]+ {LIMIT}")
ONE_ARTICLE: Final = re.compile(rf"\ban? [a-z -]+ or (?!an? )[a-z -]+ {LIMIT}")


@shape
def limit_of_last(asked: Asked) -> Iterator[Found]:
    """ "A Villain or a Hero with cost 5 or less": has the Villain to cost as little?"""
    return _limit_behind_two(asked, TWO_KINDS)


@shape
def limit_of_one_article(asked: Asked) -> Iterator[Found]:
    """ "A Villain or Hero with cost 5 or less": what describes them is said of both."""
    return _limit_behind_two(asked, ONE_ARTICLE)


def _limit_behind_two(asked: Asked, words: re.Pattern[str]) -> Iterator[Found]:
    """Moves of a card of either of two kinds with a limit behind the second, said in such words."""
    open_ = [x for question in all_of(asked.text, a.Question) for x in a.walk(question)]
    for move in all_of(asked.text, a.Move):
        match move.what:
            case a.Cards(a.Exactly(a.Number(1)), a.Filter((first, second), (test,))) as cards:
                limited = isinstance(test, a.Attribute | a.Controlled) and not any(
                    x is move for x in open_
                )
            case _:
                continue
        if not limited or not words.search(asked.words(move).lower()):
            continue
        one = a.replace(cards, filter=a.make_filter((first,), ()))
        two = a.replace(cards, filter=a.make_filter((second,), (test,)))
        options = tuple(a.replace(move, what=what) for what in (one, two))
        either = a.ChooseOne(options, move.who)
        yield Found(cards, (asked.but(cards, a.replace(cards)), asked.but(move, either)))


@shape
def several_of_two_places(asked: Asked) -> Iterator[Found]:
    """ "Two cards in your hand or your discard pile": some of each, or all of the same?"""
    open_ = [x for question in all_of(asked.text, a.Question) for x in a.walk(question)]
    for move in all_of(asked.text, a.Move):
        match move.what:
            case a.Cards(
                a.Exactly(a.Number(number)) | a.UpTo(a.Number(number)), _, (_, _, *_) as places
            ) as cards if number > 1 and cards.spread is a.Spread.TOTAL and cards.among is None:
                if any(x is move for x in open_):
                    continue
                ways = (a.replace(cards, places=(place,)) for place in places)
                options = tuple(a.replace(move, what=way) for way in ways)
                either = a.ChooseOne(options, move.who)
                yield Found(cards, (asked.but(cards, a.replace(cards)), asked.but(move, either)))
