"""Conditions about card types: "if you have three different card types in your hand"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, read, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.conditions import there_is
from rules_check.grammar.phrases.of_each import of_each
from rules_check.grammar.phrases.quantities import how_many


def _types(found: a.Cards, much: Part) -> a.There:
    """So many different card types."""
    return there_is(a.CountOf(found, a.DifferentKind.TYPE), how_many(much))


def _did_types_this_way(c: Parts) -> a.Condition:
    """ "you discarded two or more different card types this way"."""
    verbs, _ = w.acted(c[1])
    refuse(len(verbs) != 1)

    def there(who: a.Player) -> a.There:
        done = a.ThisWay(verbs[0], None, who)
        return _types(filters.Core(tests=[done]).every(), w.first(c, "quantity"))

    return of_each(read(c[0]), there)


table(
    one_condition={
        '"there" ("is" | "are") quantity DIFFERENT CARD_TYPE post*': lambda c: _types(
            filters.with_posts(filters.Core(), c[3:]).every(), c[0]
        ),
        (
            "who_np acted quantity DIFFERENT CARD_TYPE THIS_WAY",
            'who_np acted CARD "of" quantity DIFFERENT CARD_TYPE THIS_WAY',
        ): _did_types_this_way,
    },
)
