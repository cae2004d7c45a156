"""What is left out because it was said before: "if you control two or more", "if two, draw a card",
"if it has fewer".

A number without a noun is a hole for the cards that a sentence before counts. Which these are is
told by where it stands: a hole for what is counted in the same way ("you control two or more"), for
what is counted at all ("if two"), for what was compared ("if it has fewer"). The modules that bind
references fill it (`grammar.counted`, `in_turn`, `compared`), or say that nothing fits. Here, what
is around a hole is held to its standard wording with something plain in it.
"""

# What no case speaks of has no hole.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.as_said import AS_SAID
from rules_check.grammar.compared import IN_SHORT, PLACE_BEFORE, SUCH, in_short, is_short
from rules_check.grammar.counted import SO_MANY, THEIR_OWN
from rules_check.grammar.in_turn import OF_THOSE, said_bare
from rules_check.grammar.lexer import Word
from rules_check.grammar.syntax.drafts import (
    Draft,
    Nominal,
    NounPhrase,
    Quantity,
    Said,
    want,
)
from rules_check.grammar.told_apart import so_many as so_many_as_before
from rules_check.grammar.yours import YOURS

SAID_BEFORE: Final = NounPhrase("", Said("said before", "PRON"))
"""The subject of a condition that is but a number: "if two, …"."""
_BARE: Final = "="
_NO: Final = frozenset({"none"})
_ANY: Final = frozenset({"any", "either"})


def so_many(x: Draft | None) -> NounPhrase | None:
    """A number without a noun, as so many cards; None: it has one."""
    if not isinstance(x, NounPhrase) or x.owner is not None or x.excepted is not None:
        return None
    if isinstance(x.x, Nominal) and x.x == Nominal("card", "ONE", details=x.x.details):
        if not x.x.details or x.det or x.part_of or x.adverbs:
            return None  # "two with the same name"
        cards = Nominal("card", "card", True, details=x.x.details, quantity=x.quantity)
        return NounPhrase("", cards) if x.quantity is not None else None
    if x.part_of is not None or (x.adverbs and x.adverbs not in (("only",), ("just",))):
        return None
    cards = Nominal("card", "card", plural=True, quantity=x.quantity)
    if x.x is None and x.quantity is not None:
        return NounPhrase("", cards, adverbs=x.adverbs) if not x.det else None
    if isinstance(x.x, Said) and x.x.meaning in _NO:
        return NounPhrase("no", cards) if x == NounPhrase("", x.x) else None
    if x.x is None and x.det == "any":
        return NounPhrase("any", cards) if x == NounPhrase("any", None) else None
    return None


def is_bare(x: NounPhrase) -> bool:
    """Whether a number is said alone: "two", and not "two or more"."""
    inner = x.x
    q = inner.quantity if isinstance(inner, Nominal) else None
    return q is not None and q.how == _BARE and not x.adverbs


def hole(tests: list[a.Test]) -> tuple[a.Noun, ...]:
    """What is counted, where a condition says of cards only what is done with them: what was done
    just now says it itself."""
    return () if any(isinstance(one, a.ThisWay) for one in tests) else (SO_MANY,)


def in_its_hole(there: a.There, tests: list[a.Test], bare: bool) -> a.There:
    """So many cards, as so many of those that a condition before counts."""
    cards = there.count.cards
    nouns = hole(tests)
    filled = a.replace(cards, filter=a.make_filter(nouns, cards.filter.tests))
    there = a.replace(there, count=a.replace(there.count, cards=filled))
    return said_bare(there) if bare and not nouns else there


def of_what_was_done(there: a.There, done: a.Acted) -> a.There:
    """So many of the cards to which a condition before says that this was done."""
    cards = a.Cards(a.Every(), a.Filter((SO_MANY,), (done,)))
    return a.replace(there, count=a.CountOf(cards))


def of_those(there: a.There, bare: bool) -> a.There:
    """ "if two": so many of the cards that the sentence before counts."""
    cards = a.Cards(a.Every(), a.Filter((OF_THOSE,)))
    there = a.replace(there, count=a.CountOf(cards))
    return said_bare(there) if bare else there


def held_there(there: a.There) -> a.There:
    """ "it contains only one": so many of the cards that the condition before counts there."""
    return a.replace(there, count=a.CountOf(a.replace(SUCH, places=(PLACE_BEFORE,))))


def lying_there(there: a.There) -> a.There:
    """ "it has five or more cards": of any kind, where the condition before counts some."""
    return a.replace(there, count=a.CountOf(a.Cards(a.Every(), places=(PLACE_BEFORE,))))


COMPARED: Final = {
    "more": a.Comparison.MORE,
    "fewer": a.Comparison.LESS,
    "less": a.Comparison.LESS,
    "as many": a.Comparison.EQUAL,
}


def compares(x: Draft | None) -> a.Comparison | None:
    """ "fewer", "as many", "the same number": how it compares with what is not said."""
    match x:
        case NounPhrase("", Nominal("card", "ONE", more=how)) if how in COMPARED:
            want(x == NounPhrase("", Nominal("card", "ONE", plural=True, more=how)))
            return COMPARED[how]
        case NounPhrase("", Nominal("card", "card", quantity=Quantity("word") as q)) if (
            q.word == "that many"
        ):
            plain = Nominal("card", "card", plural=True, quantity=q)
            return a.Comparison.EQUAL if x == NounPhrase("", plain) else None
        case NounPhrase("", None, quantity=Quantity("word", word="as many")):
            return a.Comparison.EQUAL
    return None


def told_apart(x: Draft | None) -> a.Cards | None:
    """ "(each foe with) fewer", "two or more", "only one": of the cards by which the sentence
    before tells players apart."""
    how = compares(x)
    if how in (a.Comparison.MORE, a.Comparison.LESS):
        return so_many_as_before(None, how is a.Comparison.LESS)
    alone = so_many(x)
    if alone is None or alone.det or not isinstance(alone.x, Nominal) or alone.x.details:
        return None
    q = alone.x.quantity
    if q is None or q.further or q.number is None:
        return None
    only = bool(alone.adverbs) or q.how == "exactly"
    number = a.Number(q.number)
    if only:
        return so_many_as_before(a.Exactly(number))
    if q.how == ">=":
        return so_many_as_before(a.AtLeast(number))
    return so_many_as_before(a.UpTo(number)) if q.how == "<=" else None


def compared_before(how: a.Comparison, tests: list[a.Test]) -> a.Compare:
    """ "it has fewer", "you have played more": than the comparison before says."""
    return in_short(how, *tests)


def costs_otherwise(how: a.Comparison) -> a.Is:
    """ "it costs less": than the condition before says."""
    want(how in (a.Comparison.MORE, a.Comparison.LESS))
    cost = a.Attribute(a.AttributeKind.COST, how, a.Number(0))
    return a.Is(a.IT, a.Filter((SO_MANY,), (cost,)))


def has_more(who: a.Player, how: a.Comparison) -> a.HasMore:
    """ "they have fewer", "you hold the same number"."""
    return a.HasMore(who, SUCH, a.YOU, how)


# --------------------------------------------------------------------------------- what is done

ALONE: Final = (-1, 0, 0)
"""Where cards stand that are said by a number alone, until it is known which word that is."""


def some_of_them(x: Draft) -> tuple[Draft, bool]:
    """ "(discard) one": of them, or like them; and whether it was said by a number alone."""
    match x:
        case NounPhrase("", None, None, None, Quantity("=") as q, () | ("only",)) if not q.further:
            want(x == NounPhrase("", None, quantity=q, adverbs=x.adverbs))
            them = NounPhrase("", Said("them", "PRON"))
            return NounPhrase("", None, part_of=them, quantity=q), True
    return x, False


def said_alone(what: a.Selection) -> a.Selection:
    """Cards that are said by a number alone: `grammar.one_more` makes out which these are."""
    want(isinstance(what, a.Cards) and what == a.Cards(what.quantity, among=a.THEM))
    return a.placed(what, ALONE)


def is_alone(node: a.Node) -> bool:
    """Whether cards are said by a number alone."""
    return a.place_of(node) == ALONE


def told(node: Any, words: Sequence[Word]) -> Any:
    """The same, said by the whole sentence; a number alone by its word."""
    if is_alone(node):
        said = str(node.quantity.amount.value)
        at = [n for n, word in enumerate(words) if word.value == said]
        want(at)
        return a.moved(node, (-1, at[-1], at[-1] + 1))
    changed = a.rebuild(node, lambda inner: told(inner, words))
    return a.placed(changed, (-1, 0, len(words)))


# ------------------------------------------------------------------- with something in it

_SOME: Final = a.There(
    a.CountOf(a.Cards(a.Every(), a.Filter((), (a.Controlled(a.YOU),)))),
    a.Comparison.AT_LEAST,
    a.ONE,
)
"""A plain condition, for one that is nothing but a hole."""
HOLES: Final = frozenset({SO_MANY, OF_THOSE, AS_SAID, THEIR_OWN})
YOUR_PILE: Final = a.Place(a.Zone.DISCARD_PILE, a.YOU)


def filled(node: Any) -> Any:
    """The same with something plain in each hole."""
    match node:
        case a.Player(_, test) if test is not None and SO_MANY in a.walk(test):
            return a.replace(node, test=None)
        case a.Is(_, a.Filter((noun,))) if noun == SO_MANY:  # "it costs less"
            return _SOME
        case a.Place() if node == YOURS:
            return YOUR_PILE
        case a.Compare(_, _, second) if second == IN_SHORT:
            return _SOME
        case a.HasMore() if is_short(node):
            return _SOME
        case a.There(a.CountOf(cards)) if (
            cards.places == (PLACE_BEFORE,) or HOLES & {*cards.filter.nouns}
        ) and not cards.filter.tests:
            return _SOME
        case a.There(a.CountOf(cards) as count) if isinstance(cards.quantity, a.Exactly):
            counted = a.replace(cards, quantity=a.Every())
            return filled(a.replace(node, count=a.replace(count, cards=counted)))
        case a.Filter(nouns, tests) if HOLES & {*nouns}:
            return a.make_filter((), tests)
    return a.rebuild(node, filled)


def emptied(read: Any, plain: Any, meant: Any) -> Any:
    """What was read of the plain words, with the holes in it again: `plain` is what `meant` says
    with something in each."""
    if not isinstance(meant, a.Node):
        want(plain == meant)
        return read
    if plain == meant and not any(map(is_alone, a.walk(meant))):
        return read
    if read == plain:
        return meant
    want(type(read) is type(plain) is type(meant) and isinstance(read, a.Node))
    changes = {}
    for name in a.field_names(type(read)):
        parts = [getattr(one, name) for one in (read, plain, meant)]
        if isinstance(parts[0], tuple) and isinstance(parts[1], tuple):
            want(len(parts[0]) == len(parts[1]) == len(parts[2]))
            changes[name] = tuple(map(emptied, *parts))
        else:
            changes[name] = emptied(*parts)
    return a.replace(read, **changes)
