"""What a sentence leaves out, said in full as the sentences before say it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.another import another, any_other
from rules_check.grammar.as_said import as_said
from rules_check.grammar.attach import Opener
from rules_check.grammar.both_of_you import both_of_you
from rules_check.grammar.characters import that_character
from rules_check.grammar.compared import in_its_place, takes_away
from rules_check.grammar.counted import (
    counted_again,
    not_chosen,
    nth_again,
    of_the_others,
    their_own,
    with_none,
)
from rules_check.grammar.counted_alike import counted_alike, of_those_shown
from rules_check.grammar.each_place import named_again
from rules_check.grammar.elliptic import does_what
from rules_check.grammar.of_its_type import copies_of_this, of_its_type, of_that_cost
from rules_check.grammar.one_like_it import one_like_it
from rules_check.grammar.one_more import one_fewer, one_more
from rules_check.grammar.rest_of_place import rest_of_place
from rules_check.grammar.searching import found_on_top
from rules_check.grammar.told_apart import as_before
from rules_check.grammar.whoever_did import whoever_did


def in_full(said: Opener, effect: a.Effect, done: list[a.Effect]) -> tuple[Opener, a.Effect]:
    """A sentence in which nothing is left out, if these were said before, and how it hangs on
    them; raises `NothingBefore` (`grammar.again`)."""
    effect = as_said(named_again(effect, done), done)
    effect = both_of_you(does_what(effect, done), done)
    said, effect = _asked_again(said, effect, done)
    effect = that_character(nth_again(effect, done), done)
    effect = their_own(of_the_others(counted_alike(effect, done[-1:]), done), done)
    return said, as_before(not_chosen(with_none(effect, done), done), done)


def _asked_again(said: Opener, effect: a.Effect, done: list[a.Effect]) -> tuple[Opener, a.Effect]:
    """A sentence that counts what a condition before counts; where that may have become so only by
    what was just done, it is not asked again."""
    again = counted_again(effect, done)
    if again is effect or not done or not takes_away(done[-1]):
        return said, again
    return in_its_place(said, again, done)


_WHOLE: Final[tuple[tuple[type[a.Node], Callable[[a.Effect], a.Effect]], ...]] = (
    (a.Search, found_on_top),
    (a.Chosen, of_its_type),
    (a.Chosen, of_that_cost),
    (a.Worth, copies_of_this),
    (a.Ref, rest_of_place),
    (a.ThisWay, whoever_did),
    (a.Other, another),
    (a.Other, any_other),
    (a.ThatMany, one_fewer),
    (a.Ref, one_like_it),
    (a.Ref, one_more),
    (a.CountOf, of_those_shown),
)
"""What makes words out, by the nodes that such words are."""


def made_whole(effect: a.Effect) -> a.Effect:
    """All sentences together, with words made out that can be told only then ("another", "one",
    "the rest"); raises `NothingBefore`."""
    said = {type(node) for node in a.walk(effect)}
    for kind, made in _WHOLE:
        if kind in said:
            effect = made(effect)
    return effect
