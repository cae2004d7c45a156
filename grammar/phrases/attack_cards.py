"""The card whose Attack is avoided: "the Attack card is a Villain", "an Attack made by a Hero"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, refuse, table, writes
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.sentences import Builder


def _of_card(c: Parts) -> a.AttackIs:
    """ "the Attack card is a Villain with cost 4 or less"."""
    said = w.first(c, "core")
    refuse(w.keyword(str(w.first(c, "KEYWORD"))) is not a.Keyword.ATTACK or filters.added(said))
    found = filters.core(said)
    refuse(found.together or found.places or found.among is not None or found.random)
    wanted = found.filter()
    refuse(not wanted.nouns)
    return a.AttackIs(wanted)


def _it_was_made_by(c: Parts) -> a.AttackIs:
    """ "it was made by a Villain": the Attack, of which alone that can be said."""
    refuse(str(c[0]).startswith("they"))
    found = filters.core(c[-1])
    refuse(filters.added(c[-1]) or found.together or found.places or found.among is not None)
    refuse(found.random or not found.nouns)
    return a.AttackIs(found.filter())


def _made_by(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "to avoid an Attack made by a Villain": only such a one."""
    refuse(closed)
    row = [*(effect.effects if isinstance(effect, a.Seq) else (effect,)), a.AvoidAttack()]
    return a.If(_of_card(c), a.Seq(tuple(row)))


@writes(a.AttackIs)
def say_attack_is(found: a.AttackIs) -> str:
    """ "the Attack card is a Villain"."""
    return f"the Attack card is {filters.a_or_an(filters.noun_phrase(found.filter))}"


table(
    one_condition={
        (
            'THE KEYWORD CARD ("is" | "was") A core',
            'THE KEYWORD ("is" | "was") "made" "by" A core',
        ): _of_card,
        'IT_IS "made" "by" A core': _it_was_made_by,
    },
    suffix={
        (
            '"to" AVOID A KEYWORD "made" "by" A core',
            '"to" AVOID A KEYWORD "from" A core',
        ): _made_by,
    },
)
