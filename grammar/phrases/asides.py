"""What is said by the way: limits, ties, who begins; how a card compares with those beside it."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.ast.phrase import Parts, only, read, refuse, rule, table
from rules_check.grammar.characters import THAT_CHARACTER
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.comparisons import EVERY
from rules_check.grammar.phrases.sentences import Builder
from rules_check.grammar.phrases.sums import limited

COST = a.AttributeKind.COST

# ------------------------------------------------------------------------------- limits

rule("_but", '","? "but"', '","? "though"', '","')


def _limit(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "…, but no more than two", "…, but at least one"."""
    refuse(closed or ("PLUS" in w.kinds(c) and not isinstance(effect, a.Power)))
    number = w.numeral(c).value
    if w.first(c, "AT_LEAST") is not None:
        return limited(effect, number, None)
    return limited(effect, None, number)


# --------------------------------------------------------------------------------- ties


def _of_choice(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "destroy the card with the highest cost in the Line-Up, or one of your choice if several
    are tied": so it is anyway, where one card of several is wanted."""
    refuse(closed or attach.doer(effect) != a.YOU)
    return _own_choice(c, effect, _, closed)


def _own_choice(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "each foe discards the most expensive card in their hand, choosing one if several are tied":
    whoever takes the card chooses it."""
    refuse(closed or ("OF_THEIR_CHOICE" in w.kinds(c) and attach.doer(effect) == a.YOU))
    what = only(a.Cards, getattr(effect, "what", None))
    refuse(what.quantity != a.Exactly(a.ONE) or what.random)
    refuse(not any(isinstance(test, a.Extreme) for test in what.filter.tests))
    refuse(w.first(c, "number") is not None and w.numeral(c) != a.ONE)
    return effect


# ---------------------------------------------------------------------------- who begins

_WITHOUT_YOU = frozenset(
    {a.PlayerKind.EACH_OTHER_PLAYER, a.PlayerKind.EACH_FOE, a.PlayerKind.OTHER_FOE}
)


def _from_the_left(c: Parts, b: Builder) -> a.Effect:
    """ "starting with the player on your left, each other player draws a card": as they act
    anyway, if you are none of them."""
    effect = b.effect(c[-1])
    refuse(attach.doer(effect).kind not in _WITHOUT_YOU)
    return effect


# --------------------------------------------------------------- the highest of those shown


def _has_highest(c: Parts) -> a.Is:
    """ "it has the highest cost among them", "it has the lowest cost": of those spoken of."""
    them = a.Cards(a.Every(), among=a.THEM)
    highest = a.Highest(COST, them, "HIGHEST" in w.kinds(w.first(c, "extreme")))
    return a.Is(read(c[0]), a.Filter((), (a.Attribute(COST, a.Comparison.EQUAL, highest),)))


table(
    one_condition={
        ('it HAVE extreme COST (("among" | "of") them)?'): _has_highest,
    },
    suffix={
        (
            "_but AT_MOST number _unit?",
            "_but AT_MOST PLUS number POWER",
            "_but AT_LEAST number _unit?",
            "_but AT_LEAST PLUS number POWER",
            '_but "not" MORE_THAN number _unit?',
            "_but AT_MOST PLUS? number _unit? IN_ALL",
        ): _limit,
        (
            '","? "choosing" number ("of" THEM)? IF_TIED',
            '","? OF_THEIR_CHOICE IF_TIED',
        ): _own_choice,
        (
            '","? "or" number OF_CHOICE IF_TIED',
            '","? OF_CHOICE IF_TIED',
            '","? CHOOSE number IF_TIED',
        ): _of_choice,
    },
    owned_title={'"that" TITLE': lambda c: _that_character(c)},
    scoped={'FROM_THE_LEFT "," chain': _from_the_left},
    amount_plain={
        ('"the"? TOTAL "of" THEIR_COSTS ("of" them)?'): lambda c: _total(c),
        'NUMBER_OF CARD "in" extreme HAND ("among" | "of") who_np': lambda c: _in_largest(c),
    },
)


def _that_character(c: Parts) -> a.CharacterOf:
    """ "that Character": the one spoken of."""
    refuse(w.title(c[-1]) is a.Title.SUPER_VILLAIN)
    return THAT_CHARACTER


def _in_largest(c: Parts) -> a.MostHeld:
    """ "the number of cards in the largest hand among your foes"."""
    who = only(a.Player, read(c[-1]))
    refuse(who.test is not None or w.first(c, "CARD") != "cards")
    kind = EVERY.get(who.kind, who.kind)
    refuse(kind not in EVERY.values())
    hand = a.Cards(a.Every(), places=(a.Place(a.Zone.HAND, a.THAT_PLAYER),))
    return a.MostHeld(a.Player(kind), hand, "HIGHEST" in w.kinds(w.first(c, "extreme")))


def _total(c: Parts) -> a.AttributeOf:
    """ "the total of their costs"."""
    refuse(w.first(c, "TOTAL") != "total")
    return a.AttributeOf(COST, a.THEM)
