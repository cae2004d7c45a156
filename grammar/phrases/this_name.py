"""Cards called as this one, and a type that several cards share: "a card with this name", "three
cards share a single type"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.conditions import compare
from rules_check.grammar.phrases.quantities import how_many


def _named_so(c: Parts) -> a.Same:
    """ "with this name": the name of this card."""
    refuse(w.first(c, "THIS_CARD") not in {None, "this", "this card"})
    return a.Same(a.DifferentKind.NAME, a.THIS)


def _share(c: Parts) -> a.Condition:
    """ "three or more cards in the Line-Up share the same type"."""
    said = w.first(c, "SAME_TYPE", *filters.KIND_WORDS)
    assert said is not None
    of_type = said.type in {"SAME_TYPE", "CARD_TYPE"}
    like = a.OneType() if of_type else a.Alike(filters.KIND_WORDS[said.type])
    several = how_many(c[0].children[0])
    refuse(w.kinds(c[0].children[0]) & {"ALL", "EACH", "NO", "A"} or several.value.value < 2)
    return compare(c[0], like)


table(
    attribute={
        ("THIS_CARD NAME_WORD", 'THIS_CARD "\'s" NAME_WORD', 'SAME NAME_WORD "as" "itself"'): (
            _named_so
        ),
    },
    post={'"of" THIS_CARD NAME_WORD': _named_so},
    one_condition={
        (
            'cards SHARE A ("single" | "common") (COST | NAME_WORD | CARD_TYPE)',
            "cards SHARE SAME_TYPE",
            "cards SHARE SAME (COST | NAME_WORD)",
            'cards ("are" | "were") "of" SAME_TYPE',
            'cards ("are" | "were") "of" A ("single" | "common") CARD_TYPE',
        ): _share,
    },
)
