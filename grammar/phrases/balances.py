"""Conditions that compare two amounts, and costs that lie so much above or below another."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, rule, table, writes
from rules_check.grammar.compared import PLACE_BEFORE
from rules_check.grammar.phrases import filters, players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import amount, count_of
from rules_check.grammar.phrases.comparisons import EVERY as _ANY
from rules_check.grammar.phrases.comparisons import compared_cards
from rules_check.grammar.phrases.one_place import in_one_place
from rules_check.grammar.phrases.quantities import how_many

COST, LEVEL = a.AttributeKind.COST, a.AttributeKind.LEVEL
WORDS = {
    "EQUAL_TO": a.Comparison.EQUAL,
    "FEWER_THAN": a.Comparison.LESS,
    "LOWER_THAN": a.Comparison.LESS,
    "MORE_THAN": a.Comparison.MORE,
    "LESS_OR_EQUAL": a.Comparison.AT_MOST,
    "MORE_OR_EQUAL": a.Comparison.AT_LEAST,
}
SAID = {
    a.Comparison.EQUAL: "equal to",
    a.Comparison.LESS: "less than",
    a.Comparison.MORE: "greater than",
    a.Comparison.AT_MOST: "less than or equal to",
    a.Comparison.AT_LEAST: "greater than or equal to",
}

# --------------------------------------------------------------------------- reading


def compared(first: a.Amount, comparison: a.Comparison, second: a.Amount) -> a.Condition:
    """One amount compared with another; what is said of one card is a matter of what it is."""
    match first:
        case a.AttributeOf(kind, a.CharacterOf() as of) if isinstance(second, a.Number):
            refuse(kind is not LEVEL)
            if comparison is a.Comparison.LESS:
                comparison, second = a.Comparison.AT_MOST, a.Number(second.value - 1)
            elif comparison is a.Comparison.MORE:
                comparison, second = a.Comparison.AT_LEAST, a.Number(second.value + 1)
            return a.Is(of, a.Filter((), (a.Attribute(LEVEL, comparison, second),)))
        case a.AttributeOf(kind, of):
            if _is_one(of):
                return a.Is(of, a.Filter((), (a.Attribute(kind, comparison, second),)))
        case a.Number() | a.Unknown():
            refuse(True)
        case _:
            pass
    first, second = in_one_place(first, second)
    return a.Compare(first, comparison, second)


def _compared(c: Parts) -> a.Condition:
    how = next(WORDS[part.type] for part in c if w.token(part, *WORDS))
    return compared(read(c[0]), how, read(c[-1]))


def _compared_with_number(c: Parts) -> a.Condition:
    much = how_many(c)
    exact = not w.kinds(c)
    return compared(
        read(c[0]),
        a.Comparison.EQUAL if exact else only(a.Comparison, much.comparison),
        w.numeral(c[1:]),
    )


def _is_one(of: a.Selection) -> bool:
    """Is it one card? What is said of "its cost" is read as what the card is anyway."""
    refuse(of == a.IT)
    if isinstance(of, a.Ref):
        return of.kind is not a.RefKind.THEM
    return isinstance(of, a.Cards) and not isinstance(of.quantity, a.Every)


def _odd_number(c: Parts) -> a.IsParity:
    """ "your discard pile holds an odd number of cards", "you control an even number of Heroes"."""
    kind, said = a.ParityKind(str(w.first(c, "PARITY"))), w.first(c, "core")
    refuse(filters.added(said))
    found = filters.core(said)
    refuse(w.first(c, "NUMBER_OF") not in {"number of", "amount of"})
    if "CONTROL" in w.kinds(c):
        found.tests.append(a.Controlled(a.YOU))
    elif not w.token(c[0]):
        refuse(found.places or found.among not in {None, a.IT})
        found.places, found.among = (players.one_place(c[0]),), None
    elif w.token(c[0], "YOU") and not found.places:
        found.places = (a.Place(a.Zone.HAND, a.YOU),)
    refuse(
        "HOLD" in w.kinds(c) and found.places != (a.Place(a.Zone.HAND, a.YOU),) and w.token(c[0])
    )
    refuse(found.together or not (found.places or found.tests or found.among))
    return a.IsParity(count_of(found), kind)


def _is_parity(c: Parts) -> a.Condition:
    value, kind = read(c[0]), a.ParityKind(str(c[-1]))
    match value:
        case a.AttributeOf(a.AttributeKind.COST, of) if _is_one(of):
            return a.Is(of, a.Filter((), (a.Parity(kind),)))
        case a.CountOf() | a.CountPlayers() | a.Plus() | a.AmountNode() | a.AttributeOf():
            refuse(isinstance(value, a.Unknown))
            return a.IsParity(value, kind)
        case _:
            refuse(True)
            raise AssertionError


def _more_of(c: Parts) -> a.Compare:
    """ "there are more Heroes than Villains in the Line-Up"."""
    refuse(len(w.trees(c)) == 3 and read(c[0]) != a.YOU)
    one, two = (filters.core(part) for part in c if w.is_tree(part, "core"))
    if "CONTROL" in w.kinds(c):
        held = a.Controlled(read(c[0]))
        one.tests.append(held)
        two.tests.append(held)
    if not two.places and "CONTROL" not in w.kinds(c):
        refuse(one.places or one.tests or two.tests or one.among or two.among)
        two.places = (PLACE_BEFORE,)
    if not one.places:
        one.places, one.join = two.places, two.join
    return a.Compare(count_of(one), _how(c), count_of(two))


_AS_MANY = {
    "AT_LEAST": a.Comparison.AT_LEAST,
    "AT_MOST": a.Comparison.AT_MOST,
    "EXACTLY": a.Comparison.EQUAL,
    "SAME": a.Comparison.EQUAL,
    "MORE": a.Comparison.MORE,
    "FEWER": a.Comparison.LESS,
}


def _how(c: Parts) -> a.Comparison:
    """ "more … than", "at least as many … as"; "as many" alone: just as many, or at least?"""
    found = [how for word, how in _AS_MANY.items() if word in w.kinds(c)]
    refuse(not found)
    return found[0]


def _step(c: Parts) -> a.Attribute:
    """ "1 higher than the destroyed card", "up to 2 greater than its cost"."""
    words = w.kinds(c)
    base = _cost(c[-1])
    step = w.numeral(c)
    value: a.Amount = a.Plus(base, step) if "MORE_THAN" in words else a.Minus(base, step)
    refuse("UP_TO" in words and "MORE_THAN" not in words)
    how = a.Comparison.AT_MOST if "UP_TO" in words else a.Comparison.EQUAL
    return a.Attribute(COST, how, value)


def _step_from_it(c: Parts) -> a.Attribute:
    """ "that costs exactly 2 more": than the card spoken of."""
    words, base, step = w.kinds(c), a.AttributeOf(COST, a.IT), w.numeral(c)
    refuse("UP_TO" in words and "MORE" not in words)
    value: a.Amount = a.Plus(base, step) if "MORE" in words else a.Minus(base, step)
    how = a.Comparison.AT_MOST if "UP_TO" in words else a.Comparison.EQUAL
    return a.Attribute(COST, how, value)


def _cost(tree: Part) -> a.Amount:
    found: a.Amount | a.Selection = read(tree)
    if isinstance(found, a.Ref | a.Cards):
        return a.AttributeOf(COST, found)
    refuse(isinstance(found, a.Number | a.Unknown))
    return found  # type: ignore[return-value]


def _than_each(c: Parts) -> a.Attribute:
    """ "higher than the cost of every card in the Line-Up": of each of them, so of the highest."""
    how = WORDS[next(part.type for part in c if w.token(part, *WORDS))]
    found = filters.core(c[-1])
    refuse(found.together)
    highest = how in {a.Comparison.MORE, a.Comparison.AT_LEAST}
    return a.Attribute(COST, how, a.Highest(COST, found.every(), highest))


def _than_dearest(c: Parts) -> a.Attribute:
    """ "less than the most expensive Villain there"."""
    how, word = WORDS[c[0].type], str(w.first(c, "EXTREME"))
    found = filters.Core()
    filters.read_head(found, w.first(c, "head"))
    filters.with_posts(found, [part for part in w.trees(c) if not w.is_tree(part, "head")])
    refuse(word.startswith(filters.COMPARATIVE) or found.together or not found.places)
    return a.Attribute(COST, how, a.Highest(COST, found.every(), filters.is_highest(word)))


def _did_more(c: Parts) -> a.Compare:
    """ "you discarded more cards this way than you put into your hand"."""
    done = [w.acted(part) for part in w.trees(c) if w.is_tree(part, *w.ACTED)]
    refuse(any(len(verbs) != 1 or tense is a.Tense.BOTH for verbs, tense in done))
    one, two = (filters.core(part) for part in (w.first(c, "core"),) * 2)
    for found, (verbs, _) in zip((one, two), done, strict=True):
        refuse(found.places or found.among is not None)
        found.tests.append(a.ThisWay(verbs[0]))
    goal = w.first(c, "to_place")
    if goal is not None:  # "than you put into your hand": of which there are so many there
        there = players.one_place(goal.children[0])
        refuse(there.edge is not None or there.owner != a.YOU)
        two.places = (there,)
    refuse((goal is not None) is not (done[1][0][0] is a.Verb.PUT))
    more = a.Comparison.MORE if "MORE" in w.kinds(c) else a.Comparison.LESS
    return a.Compare(count_of(one), more, count_of(two))


def _all_have_as_many(c: Parts) -> a.Condition:
    """ "both foes hold the same number of cards": the most that one has is the fewest as well."""
    who: a.Player = read(c[0])
    found = compared_cards(w.first(c, "core"), w.kinds(c))
    if who == a.Player(a.PlayerKind.YOU_AND_TEAMMATE):
        teammate = a.Player(a.PlayerKind.TEAMMATE)
        return a.HasMore(a.YOU, found, teammate, a.Comparison.EQUAL)
    refuse(who.kind not in _ANY.values() or who.test is not None)
    most, fewest = (a.MostHeld(who, found, most) for most in (True, False))
    return a.Compare(most, a.Comparison.EQUAL, fewest)


_MORE = "(FEWER_THAN | LOWER_THAN | MORE_THAN | LESS_OR_EQUAL | MORE_OR_EQUAL)"
rule("_than_each", f'{_MORE} ("the"? COST "of")? EACH core')
_THAN = "(EQUAL_TO | FEWER_THAN | LOWER_THAN | MORE_THAN | LESS_OR_EQUAL | MORE_OR_EQUAL)"
rule("_step_of", "(MORE_THAN | LOWER_THAN | FEWER_THAN) (amount_plain | it | this | past_card)")
_AS = "(AT_LEAST | AT_MOST | EXACTLY)? AS_MANY"
table(
    one_condition={
        f'amount_plain "is" {_THAN} amount': _compared,
        'amount_plain "is" number (OR_MORE | OR_LESS)?': _compared_with_number,
        'amount_plain "is" (AT_LEAST | AT_MOST | EXACTLY) number': _compared_with_number,
        'amount_plain "is" A? PARITY': _is_parity,
        (
            '(owned_zone | shared_zone) ("contains" | HAVE | HOLD) A PARITY NUMBER_OF core',
            "YOU (HAVE | HOLD | CONTROL) A PARITY NUMBER_OF core",
            '"there" ("is" | "are") A PARITY NUMBER_OF core',
        ): _odd_number,
        (
            '"there" "are" (MORE | FEWER) core "than" core',
            'who_np (HAVE | CONTROL) (MORE | FEWER) core "than" core',
            f'"there" "are" {_AS} core "as" core',
            f'who_np (HAVE | CONTROL) {_AS} core "as" core',
        ): _more_of,
        (
            'YOU acted (MORE | FEWER) core THIS_WAY? "than" YOU acted destination? THIS_WAY?'
        ): _did_more,
        "who_np _has SAME NUMBER_OF core": _all_have_as_many,
    },
    cost_step={
        "(EXACTLY | UP_TO)? number _step_of": _step,
        "(EXACTLY | UP_TO)? number (MORE | LESS)": _step_from_it,
    },
    attribute={"A? COST cost_step": lambda c: read(c[-1]), "A? COST _than_each": _than_each},
    cost_is={
        "cost_step": lambda c: read(c[-1]),
        "_than_each": _than_each,
        "(FEWER_THAN | LOWER_THAN | MORE_THAN) THE EXTREME head post*": _than_dearest,
    },
)


# --------------------------------------------------------------------------- writing


@writes(a.Compare, a.IsParity)
def say_compared(what: a.Compare | a.IsParity) -> str:
    """ "the number of Heroes you control is greater than the number of cards in your hand"."""
    if isinstance(what, a.IsParity):
        return f"{amount(what.of)} is {what.kind.value}"
    return f"{amount(what.first)} is {SAID[what.comparison]} {amount(what.second)}"
