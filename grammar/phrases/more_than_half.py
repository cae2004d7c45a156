"""How many of all: "more than half of the cards in your discard pile are Starters"; and half of
some cards that go somewhere: "put half of the Heroes in your hand, rounded up, on top of your
deck"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, read, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import count_of
from rules_check.grammar.phrases.moves import destinations_of
from rules_check.grammar.phrases.sums import rounding

_HALF: Final = {
    "MORE_THAN": (a.Comparison.MORE, False),
    "MOST": (a.Comparison.MORE, False),
    "AT_LEAST": (a.Comparison.AT_LEAST, True),
    "OR_MORE": (a.Comparison.AT_LEAST, True),
    "FEWER_THAN": (a.Comparison.LESS, True),
    "AT_MOST": (a.Comparison.AT_MOST, False),
}
"""How a count compares with half of all, and how the half is rounded so that it does."""


def _of_all(c: Parts) -> a.Compare:
    """ "at least half of the cards in your hand are Heroes", "most cards in your hand are …"."""
    said = w.first(c, *_HALF)
    assert said is not None
    how, up = _HALF[said.type]
    of, kind = (part for part in c if w.is_tree(part, "core"))
    refuse(filters.added(of) or filters.added(kind))
    all_, such, so = filters.core(of), filters.core(of), _kind(kind)
    refuse(all_.together or all_.random or not (all_.places or all_.among or all_.tests))
    refuse(all_.nouns and so.nouns)
    such.nouns = such.nouns or so.nouns
    such.tests += so.tests
    return a.Compare(count_of(such), how, a.Half(count_of(all_), up))


def _kind(tree: Part) -> filters.Core:
    found = filters.core(tree)
    refuse(found.together or found.places or found.among is not None or found.definite)
    return found


def _put_half(c: Parts, who: a.Player) -> a.Effect:
    """ "put half of the Heroes in your discard pile, rounded up, on top of your deck"."""
    said = w.first(c, "core")
    refuse(filters.added(said))
    found = filters.core(said)
    refuse(found.together or found.random)
    every = found.every()
    at = next(n for n, part in enumerate(c) if w.token(part, "ROUNDED"))
    many = a.Exactly(a.Half(a.CountOf(every), rounding(c[: at + 1])))
    moved = a.Move(w.verb(c[0]), a.replace(every, quantity=many), None, who)
    done = destinations_of(moved, c[-1].children)
    refuse(isinstance(done, a.Move) and done.to is None)
    return done


_OF: Final = '"half" "of"? core ("is" | "are") A? core'
table(
    one_condition={
        (
            f"(MORE_THAN | AT_LEAST | FEWER_THAN | AT_MOST) {_OF}",
            '"half" OR_MORE "of" core ("is" | "are") A? core',
            'MOST "of"? core "are" core',
        ): _of_all,
    },
    predicate={
        'MOVE "half" "of"? core "," ROUNDED "," destinations': _put_half,
    },
)


def _costs_of_all(c: Parts) -> a.Compare:
    """ "more than half of the cards in the Line-Up cost 5 or more"."""
    said = w.first(c, *_HALF)
    assert said is not None
    how, up = _HALF[said.type]
    of = w.first(c, "core")
    refuse(filters.added(of))
    all_, such = filters.core(of), filters.core(of)
    refuse(all_.together or all_.random or not (all_.places or all_.among or all_.tests))
    such.tests.append(read(c[-1]))
    return a.Compare(count_of(such), how, a.Half(count_of(all_), up))


table(
    one_condition={
        (
            '(MORE_THAN | AT_LEAST | FEWER_THAN) "half" "of"? core (COST | COST_VERB) cost_value',
            'MOST "of"? core (COST | COST_VERB) cost_value',
        ): _costs_of_all,
    },
)
