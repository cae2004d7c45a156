"""Cards told by what they are not, or by what was said of others: "other than the one just gained",
"one such card", "all others", "each with cost 2 or less"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import count_of
from rules_check.grammar.phrases.conditions import contained, controls, has
from rules_check.grammar.phrases.core import Core
from rules_check.grammar.phrases.definite import are_several
from rules_check.grammar.phrases.players import all_places

COST = a.AttributeKind.COST


def _but_the_one(c: Parts) -> a.Other:
    """ "other than the one just gained", "other than the card you gave them": than the card spoken
    of."""
    number = w.first(c, "number")
    refuse(number is not None and w.number(number) != 1)
    refuse(w.first(c, "CARD") not in {None, "card"})
    return a.Other()


def _in_all_foes(c: Parts) -> Core:
    """ "in all foes' discard piles": "in all" is said of sums elsewhere."""
    refuse(str(c[0]) != "in all" or not str(c[1]).endswith("s") or not str(c[-1]).endswith("s"))
    kind = a.PlayerKind.EACH_FOE if w.token(c[1], "FOE") else a.PlayerKind.EACH_PLAYER
    return Core(places=(a.Place(a.Zone[c[-1].type], a.Player(kind)),))


def _such(c: Parts) -> a.Selection:
    """ "discards one such card": one of those that were named."""
    refuse(str(w.first(c, "CARD")) != ("card" if w.number(c[0]) == 1 else "cards"))
    return Core(among=a.THEM).cards(a.Exactly(w.numeral(c)))


def _all_others(c: Parts) -> a.Ref:
    """ "discard all others"."""
    refuse(str(c[0]) not in {"all", "all the", "all of the"} or str(c[1]) != "others")
    return a.Ref(a.RefKind.REST)


def _each_with(c: Parts) -> a.Test:
    """ "two cards, each with cost 2 or less"."""
    test: a.Test = read(c[-1])
    refuse(not isinstance(test, a.Attribute) or not isinstance(test.value, a.Number))
    return test


def _than_former(c: Parts) -> a.Attribute:
    """ "the former costs less than the latter"."""
    more = w.token(c[0], "MORE_THAN")
    how = a.Comparison.MORE if more else a.Comparison.LESS
    return a.Attribute(COST, how, a.AttributeOf(COST, only(a.Ref, read(c[-1]))))


def _copy_lies(c: Parts) -> a.Condition:
    """ "another copy of it is in your discard pile": it is no copy of itself."""
    refuse(str(w.first(c, "IT_IS")) not in {"it is", "it's"})
    copies = Core(tests=[a.Same(a.DifferentKind.NAME, a.IT)])
    if "ANOTHER" in w.kinds(c):
        copies.tests.insert(0, a.Other())
    count = a.CountOf(copies.every())
    return contained(a.There(count, a.Comparison.AT_LEAST, a.ONE), all_places(c[-1]))


def _ones_that(c: Parts, negated: bool = False) -> a.CountOf:
    """ "for each one that was not a Starter": of the cards spoken of."""
    refuse(w.number(c[0]) != 1 or filters.added(c[-1]))
    found = filters.core(c[-1])
    refuse(found.together or found.places or found.among is not None or not found.nouns)
    if negated:
        refuse(found.tests or any(noun.negated for noun in found.nouns))
        found.nouns = tuple(a.replace(noun, negated=True) for noun in found.nouns)
    found.among = a.THEM
    return a.CountOf(found.every())


def _pairs(c: Parts) -> a.CountOf:
    """ "for each pair of Heroes in your deck"."""
    refuse(filters.added(c[-1]) or not (are_several(c[-1]) or equipment(c[-1])))
    found = filters.core(c[-1])
    refuse(any(isinstance(test, a.Same | a.Alike) for test in found.tests))
    return count_of(found, 2)


def equipment(tree: Part) -> bool:
    """Equipment can be one and several."""
    return any(tree.scan_values(lambda leaf: leaf.type == "TYPE" and leaf == "equipment"))


def _either(c: Parts) -> a.Condition:
    """ "you have either a Hero or a Villain in hand"."""
    return controls(c) if "CONTROL" in w.kinds(c) else has(c)


def _with_dearest(c: Parts) -> a.CostRank:
    """ "the player with the highest-cost card": of the cards that players revealed or discarded."""
    refuse(str(w.first(c, "CARD")) != "card")
    said = str(w.first(c, "EXTREME"))
    alone = said.startswith(filters.COMPARATIVE)
    return a.CostRank(highest=filters.is_highest(said), alone=alone)


def _same_or(c: Parts) -> a.Attribute:
    """ "with the same cost or less"."""
    how = a.Comparison.AT_MOST if "OR_LESS" in w.kinds(c) else a.Comparison.AT_LEAST
    return a.Attribute(COST, how, a.AttributeOf(COST, a.IT))


def _it_cost(c: Parts) -> a.Is:
    """ "if it cost 3 or more": as it does."""
    refuse(str(c[0]) == "him")
    return a.Is(a.IT, a.make_filter((), (read(c[-1]),)))


def _all_are(c: Parts) -> a.Is:
    """ "all cards in the Line-Up are Villains"."""
    cards = only(a.Cards, read(c[0]))
    done = any(isinstance(x, a.Acted) and x.window for x in cards.filter.tests)
    refuse(cards.quantity != a.Every() or not (cards.places or cards.among or done))
    refuse(not w.is_tree(c[0], "cards") or filters.added(c[-1]) or not are_several(c[-1]))
    found = filters.core(c[-1])
    refuse(found.together or found.places or found.among is not None or not found.nouns)
    return a.Is(cards, found.filter())


table(
    who_tail={'"with" THE EXTREME CARD': _with_dearest},
    attribute={"SAME COST (OR_LESS | OR_MORE)": _same_or},
    count={
        'number "that" ("is" | "was") A core': _ones_that,
        'number "that" ("is" | "was") "not" A core': lambda c: _ones_that(c, True),
        '"pair" "of" core': _pairs,
    },
    post={
        (
            'OTHER "than" THE (number | CARD) "just" PAST',
            'OTHER "than" THE (number | CARD) "that"? who_np "just"? acted',
            'OTHER "than" "itself"',
        ): _but_the_one,
        '","? EACH "with" attribute': _each_with,
        'IN_ALL (FOE | PLAYER) "\'" (HAND | DECK | DISCARD_PILE)': _in_all_foes,
    },
    cards={
        'number "such" CARD': _such,
        "ALL OTHER": _all_others,
    },
    cost_is={"(MORE_THAN | FEWER_THAN | LOWER_THAN) nth_one": _than_former},
    one_condition={
        "IT COST (cost_value | cost_is)": _it_cost,
        "nth_one COST cost_is": lambda c: a.Is(read(c[0]), a.make_filter((), (read(c[-1]),))),
        'cards ("are" | "were") core': _all_are,
        (
            'who_np (HAVE | CONTROL) "either" cards OR cards',
            'who_np _hold "either" cards OR cards',
        ): _either,
        '(A | ANOTHER) COPY "of" IT_IS "in" place': _copy_lies,
    },
)
