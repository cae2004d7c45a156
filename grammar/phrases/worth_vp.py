"""Cards by what they are worth: "a card worth 1 or more VP", "cards each worth at least 2 VP"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, only, refuse, rule, table
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.quantities import how_many

rule(
    "vp_value",
    "number VP", "number VP (OR_MORE | OR_LESS)", "number (OR_MORE | OR_LESS) VP",
    "(AT_LEAST | EXACTLY | FEWER_THAN | MORE_THAN) number VP", "AT_MOST number VP", "NO VP",
)  # fmt: skip


def _worth(c: Parts) -> a.Attribute:
    """ "worth 2 or more VP": the number that is printed on the card."""
    said = w.first(c, "vp_value")
    words = w.kinds(said)
    refuse("EACH" in w.kinds(c) and w.first(c, "EACH") != "each")
    if "NO" in words:
        return a.Attribute(a.AttributeKind.VP, a.Comparison.EQUAL, a.Number(0))
    how = only(a.Comparison, how_many(said).comparison)
    if not words & {"OR_MORE", "OR_LESS", "AT_LEAST", "EXACTLY", "FEWER_THAN", "MORE_THAN"}:
        how = a.Comparison.AT_MOST if "AT_MOST" in words else a.Comparison.EQUAL
    return a.Attribute(a.AttributeKind.VP, how, w.numeral(said))


def _is_worth(c: Parts) -> a.Is:
    """ "it is worth 2 or more VP"."""
    refuse(str(c[0]).startswith("they"))
    return a.Is(a.IT, a.Filter((), (_worth(c),)))


table(
    post={
        ('"worth" vp_value', '"that" ("is" | "are") "worth" vp_value'): _worth,
        '","? EACH "worth" vp_value': _worth,
        ('"with" number (OR_MORE | OR_LESS) VP', '"with" (AT_LEAST | FEWER_THAN) number VP'): (
            lambda c: a.Attribute(
                a.AttributeKind.VP, only(a.Comparison, how_many(c).comparison), w.numeral(c)
            )
        ),
    },
    one_condition={'IT_IS "worth" vp_value': _is_worth},
)
