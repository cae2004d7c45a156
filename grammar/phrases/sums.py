"""Amounts that are worked out: sums, halves, limits, the highest of several; and the letter X."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import (
    Part,
    Parts,
    only,
    put,
    read,
    refuse,
    rule,
    say,
    table,
    writes,
)
from rules_check.grammar.phrases import filters, players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import amount, count_of
from rules_check.grammar.phrases.comparisons import EVERY, compared
from rules_check.grammar.phrases.one_place import in_one_place
from rules_check.grammar.worth import down_to

# --------------------------------------------------------------------------- reading

COUNTED: Final = (a.CountOf, a.CountPlayers, a.Plus)
KINDS: Final = {"COST": a.AttributeKind.COST, "VP_VALUES": a.AttributeKind.VP}

THE_DIFFERENCE: Final = a.Difference(a.X, a.X)
"""Between the amounts that the condition compares: `of_compared` makes it out."""

rule("_difference", 'THE? "difference" "between"')
rule("extreme", "THE? (HIGHEST | LOWEST)")
rule("_rounded", '","? ROUNDED')


def _half(c: Parts) -> a.Half:
    """ "half its cost, rounded up"."""
    return a.Half(read(c[0]), rounding(c))


def rounding(c: Parts) -> bool | None:
    """Up or down; None where the text does not say it."""
    return c[-1].endswith("up") if w.token(c[-1], "ROUNDED") else None


def _is_highest(tree: Part) -> bool:
    return "HIGHEST" in w.kinds(tree)


def _highest(c: Parts) -> a.Highest:
    """ "the highest cost among Villains in your deck"."""
    return a.Highest(KINDS[c[1].type], _looked_at(c[-1]), _is_highest(c[0]))


def _highest_done(c: Parts) -> a.Highest:
    """ "the highest cost revealed this way"."""
    done = a.Filter((), (a.ThisWay(w.verb(c[2])),))
    return a.Highest(KINDS[c[1].type], a.Cards(a.Every(), done), _is_highest(c[0]))


def _looked_at(tree: Part) -> a.Cards:
    """The cards among which the highest is looked for."""
    if w.is_tree(tree, "core"):
        return filters.core(tree).every()
    if not w.is_tree(tree, "places", "places_each"):
        return a.Cards(a.Every(), among=only(a.Ref, read(tree)))
    where, joined = players.places(tree)
    refuse(joined == "each" and len(where) > 1)
    return a.Cards(a.Every(), places=where)


def _spread(c: Parts) -> a.Difference:
    """ "the difference between the highest and the lowest cost in the Line-Up"."""
    kind = next(KINDS[part.type] for part in c if w.token(part, *KINDS))
    ends = [part for part in c if w.is_tree(part, "extreme")]
    one, two = (a.Highest(kind, _looked_at(c[-1]), _is_highest(end)) for end in ends)
    return a.Difference(one, two)


def _their_difference() -> a.Difference:
    """ "the difference between their costs"."""
    them = a.Cards(a.Every(), among=a.THEM)
    kind = a.AttributeKind.COST
    return a.Difference(a.Highest(kind, them), a.Highest(kind, them, highest=False))


def _most_held(c: Parts) -> a.MostHeld:
    """ "the greatest number of cards any foe has in hand": for each of them, and the greatest."""
    found = filters.core(c[-1]).every()
    held = [t for t in found.filter.tests if isinstance(t, a.Controlled)]
    owners = [*(t.who for t in held), *(p.owner for p in found.places)]
    refuse(len(owners) != 1)
    who = only(a.Player, owners[0])
    refuse(who.kind not in EVERY or found.among is not None)
    tests = [a.Controlled(a.THAT_PLAYER) if t in held else t for t in found.filter.tests]
    theirs = a.replace(
        found,
        filter=a.make_filter(found.filter.nouns, tests),
        places=tuple(a.replace(place, owner=a.THAT_PLAYER) for place in found.places),
    )
    return a.MostHeld(a.replace(who, kind=EVERY[who.kind]), theirs, _is_highest(c[0]))


def _of_their_costs(c: Parts) -> a.Highest:
    """ "the lower of their costs": of the cards spoken of."""
    them = a.Cards(a.Every(), among=a.THEM)
    return a.Highest(a.AttributeKind.COST, them, bool(w.kinds(c) & {"GREATER", "HIGHEST"}))


def _two(c: Parts) -> tuple[a.Amount, a.Amount]:
    first, second = map(read, w.trees(c))
    return in_one_place(first, second)


def _times(c: Parts) -> a.Times:
    number = 2 if w.token(c[0], "TWICE") else w.number(c[0])
    refuse(number < 2)
    return a.Times(number, read(c[-1]))


table(
    amount={
        'amount_plain ","? PLUS_WORD amount_plain': lambda c: a.Plus(*_two(c)),
        'amount_plain ","? MINUS_WORD amount_plain': lambda c: a.Minus(*_two(c)),
        "number (MORE_THAN | FEWER_THAN | LOWER_THAN) amount_plain": lambda c: _more_than(c),
    },
    amount_plain={
        '"x"': lambda _: a.X,
        "THAT_MANY": lambda _: a.ThatMany(),
        '"half" "of"? amount_plain _rounded?': _half,
        ("TWICE amount_plain", 'number "times" amount_plain'): _times,
        '_difference amount_plain "and" amount_plain': lambda c: a.Difference(*_two(c)),
        'extreme (COST | VP_VALUES) ("among" | "of") (core | them)': _highest,
        "extreme (COST | VP_VALUES) PAST THIS_WAY?": _highest_done,
        'extreme (COST | VP_VALUES) ("among" | "in") places': _highest,
        '_difference extreme COST? "and" extreme COST ("among" | "of") core': _spread,
        '_difference extreme COST? "and" extreme COST ("among" | "in") places': _spread,
        'THE? (LOWER | GREATER | HIGHEST | LOWEST) "of" THEIR_COSTS': _of_their_costs,
        "extreme NUMBER_OF core": _most_held,
        (
            "THEIR_TOTAL",
            '"the"? "sum" "of" THEIR_COSTS ("of" them)?',
        ): lambda _: a.AttributeOf(a.AttributeKind.COST, a.THEM),
        '_difference THEIR_COSTS ("of" them)?': lambda _: _their_difference(),
        'THE? "difference"': lambda _: THE_DIFFERENCE,
    },
)


def _more_than(c: Parts) -> a.Amount:
    """ "one more than the number of Heroes you control"."""
    one, rest = w.numeral(c), read(c[-1])
    return a.Plus(rest, one) if "MORE_THAN" in w.kinds(c) else a.Minus(rest, one)


# ------------------------------------------------------------------ reading: how many cards


def _that_many(c: Parts) -> a.Selection:
    """ "that many cards plus one", "twice that many cards"."""
    words = w.kinds(c)
    value: a.Amount = put(a.ThatMany(), c[0]) if not w.token(c[0]) else a.ThatMany()
    if "TWICE" in words:
        value = a.Times(2, value)
    found = filters.core(w.first(c, "core"))
    if w.first(c, "number") is not None:
        one = w.numeral(c)
        value = a.Minus(value, one) if "MINUS_WORD" in words else a.Plus(value, one)
    return found.cards(a.UpTo(value) if "UP_TO" in words else a.Exactly(value))


def _more_cards(c: Parts) -> a.Selection:
    """ "one fewer card than the number of Villains you control"."""
    more = "MORE" in w.kinds(c)
    one, rest = w.numeral(c), read(c[-1])
    found = filters.core(w.first(c, "core"))
    return found.cards(a.Exactly(a.Plus(rest, one) if more else a.Minus(rest, one)))


def _as_many(c: Parts) -> a.Selection:
    """ "twice as many cards as you discarded"."""
    value: a.Amount = read(c[-1])
    if w.token(c[0], "TWICE"):
        value = a.Times(2, value)
    return filters.core(w.first(c, "core")).cards(a.Exactly(value))


def _did_this_way(c: Parts) -> a.CountOf:
    """ "as many as you discarded", "one fewer than they discarded"."""
    who = read(c[0])
    refuse(who not in {a.YOU, a.THAT_PLAYER} or (w.token(c[1], "MOVE") and c[1] != "put"))
    done = a.ThisWay(w.verb(c[1]), None, None if who == a.YOU else who)
    return a.CountOf(a.Cards(a.Every(), a.Filter((), (done,))))


table(
    as_many_as={
        "amount_plain": lambda c: read(c[0]),
        "who_np PAST THIS_WAY?": _did_this_way,
        'who_np MOVE ("there" | THIS_WAY)': _did_this_way,
        '"there" "are" core': lambda c: count_of(filters.core(c[-1])),
    },
)


table(
    cards={
        (
            "UP_TO THAT_MANY core",
            "TWICE THAT_MANY core",
            'UP_TO? THAT_MANY core ","? (PLUS_WORD | MINUS_WORD) number',
        ): _that_many,
        'number (MORE | FEWER) core "than" as_many_as': _more_cards,
        'TWICE? AS_MANY core "as" as_many_as': _as_many,
        '"x" core': lambda c: filters.core(c[-1]).cards(a.Exactly(a.X)),
        'UP_TO "x" core': lambda c: filters.core(c[-1]).cards(a.UpTo(a.X)),
        "UP_TO A_NUMBER_OF core EQUAL_TO amount": lambda c: filters.core(w.first(c, "core")).cards(
            a.UpTo(read(c[-1]))
        ),
    },
    attribute={
        'A? COST "of"? "x" (OR_LESS | OR_MORE)?': lambda c: a.Attribute(
            a.AttributeKind.COST,
            {"OR_LESS": a.Comparison.AT_MOST, "OR_MORE": a.Comparison.AT_LEAST}.get(
                c[-1].type, a.Comparison.EQUAL
            ),
            a.X,
        ),
    },
)

# ---------------------------------------------------------------------- limits and the letter X


def _filled_in(effect: a.Effect, value: a.Amount) -> a.Effect:
    """An effect with the amount that X stands for."""

    def fill(node: a.Node) -> a.Node:
        found: a.Node = value if isinstance(node, a.Unknown) else a.rebuild(node, fill)
        return found

    done: a.Effect = fill(effect)  # type: ignore[assignment]
    return done


def with_x(effect: a.Effect, value: a.Amount | None) -> a.Effect:
    """The effect of a sentence that says what X is, where X stands in it, and nowhere else."""
    stands = any(isinstance(node, a.Unknown) for node in a.walk(effect))
    refuse(stands is (value is None))
    return effect if value is None else _filled_in(effect, value)


def limited(effect: a.Effect, least: int | None, most: int | None) -> a.Effect:
    """What is given for each of something, but no more (or no fewer) than a number in all.

    "Costs 1 less for each …, but never less than 2" speaks of the cost."""
    refuse(isinstance(effect, a.ChangeCost) and effect.more)
    match effect:
        case a.ChangeCost() if least is not None:
            priced = isinstance(effect.of, a.CostOfThis) or (
                isinstance(effect.of, a.CostOfCards) and not effect.of.to_defeat
            )
            refuse(not priced or most is not None or effect.least is not None)
            return a.replace(effect, least=least)
        case a.Worth(a.Times(number)) if number < 0:
            refuse(least is None or most is not None)
            assert least is not None
            worth = down_to(effect, least)
            refuse(worth is None)
            return worth or effect
        case (
            a.Power(value) | a.Worth(value) | a.GainVP(value) | a.LoseVP(value)
            | a.ChangeCost(amount=value)
        ):  # fmt: skip
            refuse(isinstance(value, a.Number))
            return a.replace(effect, amount=bounded(value, least, most))
        case a.ForEach(value, a.Move(what=a.Cards(a.Exactly(a.Number(each))))):
            refuse(least or (most or 0) % each)
            return a.replace(effect, amount=bounded(value, least, most and most // each))
        case a.Move(what=a.Cards(a.Exactly(value)) as what):
            refuse(isinstance(value, a.Number))
            much = a.Exactly(bounded(value, least, most))
            return a.replace(effect, what=a.replace(what, quantity=much))
        case _:
            refuse(True)
            return effect


def bounded(value: a.Amount, least: int | None, most: int | None) -> a.Amount:
    """An amount with a limit, or with one more."""
    if isinstance(value, a.Bounded):
        refuse(least is not None and value.least is not None)
        refuse(most is not None and value.most is not None)
        least = value.least if least is None else least
        most = value.most if most is None else most
        value = value.of
    return a.Bounded(value, least, most)


# --------------------------------------------------------------------------- writing


@writes(a.Half, a.Minus, a.Difference, a.Highest, a.MostHeld)
def say_sum(value: a.AmountNode) -> str:
    """ "half its cost, rounded up", "the highest cost among Villains in your deck"."""
    match value:
        case a.Half(of, up):
            tail = "" if up is None else f", rounded {'up' if up else 'down'}"
            return f"half {amount(of)}{tail}"
        case a.Minus(first, second):
            return f"{amount(first)} minus {amount(second)}"
        case a.Difference(first, second):
            return f"the difference between {amount(first)} and {amount(second)}"
        case a.Highest(kind, found, highest):
            said = "VP value" if kind is a.AttributeKind.VP else kind.value
            rank = "highest" if highest else "lowest"
            if found == a.Cards(a.Every(), among=a.THEM):
                return f"the {rank} {said} among them"
            return f"the {rank} {said} among {say(found, 'counted')}"
        case a.MostHeld(who, found, most):
            rank = "greatest" if most else "smallest"
            return f"the {rank} number of {_held_by(who, found)}"
        case _:
            raise TypeError(value)


_ANY: Final = {kind: one for one, kind in EVERY.items()}


def _held_by(who: a.Player, found: a.Cards) -> str:
    """ "cards in any foe's hand", "Heroes any player controls"."""
    one = a.replace(who, kind=_ANY[who.kind])
    cards, controls = compared(found)
    if controls:
        return f"{say(cards, 'counted')} {_any(one)} controls"
    bare = say(a.replace(cards, places=()), "counted")
    return f"{bare} in {_any(one)}'s {found.places[0].zone.value}"


def _any(who: a.Player) -> str:
    return {"a foe": "any foe", "another player": "any other player"}.get(
        who.kind.value, who.kind.value
    )


def of_compared(condition: a.Condition, effect: a.Effect) -> a.Effect:
    """An effect in which "the difference" is that of the amounts which its condition compares."""
    if THE_DIFFERENCE not in a.walk(effect):
        return effect
    found: a.Effect = _with_difference(effect, _amounts(condition))
    return found


def of_more(effect: a.Effect) -> a.Effect:
    """An effect in which "the difference" is by how many those who do it have more ("each foe
    with more cards in hand than you discards cards equal to the difference")."""
    who = getattr(effect, "who", None)
    if who is None or not isinstance(who.test, a.HavingMore):
        return effect
    test = who.test
    return of_compared(
        a.HasMore(a.THAT_PLAYER, test.cards, test.than, test.how, test.times), effect
    )


def _amounts(condition: a.Condition) -> a.Difference:
    match condition:
        case a.Compare(one, _, two):
            return a.Difference(one, two)
        case a.HasMore(who, cards, than, _, 1) if a.YOU in (who, than):
            return a.Difference(*(a.CountOf(_of(cards, player)) for player in (who, than)))
        case _:
            refuse(True)
            raise AssertionError


def _of(node: a.Cards, player: a.Player) -> a.Cards:
    """Cards that are a player's."""
    refuse(player.test is not None or player.kind not in _ONE)
    found: a.Cards = _theirs(node, player)
    return found


_ONE: Final = {
    *(a.PlayerKind.YOU, a.PlayerKind.THAT_PLAYER, a.PlayerKind.THAT_FOE, a.PlayerKind.CHOSEN_FOE),
    *(a.PlayerKind.TEAMMATE, a.PlayerKind.LEFT, a.PlayerKind.RIGHT),
}


def _theirs(node: Any, player: a.Player) -> Any:
    if node == a.THAT_PLAYER:
        return player
    return a.rebuild(node, lambda part: _theirs(part, player))


def _with_difference(node: Any, made: a.Difference) -> Any:
    if node == THE_DIFFERENCE:
        return made
    return a.rebuild(node, lambda part: _with_difference(part, made))
