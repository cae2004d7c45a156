"""Conditions: what follows "if"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

from rules_check.grammar import ast as a
from rules_check.grammar.ast import phrase
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, rule, table
from rules_check.grammar.elliptic import having, of_nobody
from rules_check.grammar.phrases import coordinate, filters, players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import count_of
from rules_check.grammar.phrases.held import ALL_PLAY, controlled, held_there, in_places
from rules_check.grammar.phrases.likeness import together
from rules_check.grammar.phrases.not_so import all_of, not_so
from rules_check.grammar.phrases.of_each import ONE_OF, of_each
from rules_check.grammar.phrases.quantities import Much, how_many

ONE_OF_THEM = frozenset(
    {
        a.PlayerKind.A_FOE,
        a.PlayerKind.A_PLAYER,
        a.PlayerKind.ANY_PLAYER,
        a.PlayerKind.ANOTHER_PLAYER,
    }
)
rule("?condition", "one_condition")
rule("_did_not", 'HAVE "not" PAST ("or" PAST)*', "(DO_NOT | DID_NOT) _act")
_LISTED = 'cards (("," cards)* ","? ("and" | OR) cards)?'
OR_LISTED = 'cards (("," cards)* ","? OR cards)?'
rule("_much", "number (OR_MORE | OR_LESS)", "(AT_LEAST | EXACTLY | FEWER_THAN | MORE_THAN) number")


table(
    condition={
        (
            'one_condition ("and" | "but") condition',
            '"[" condition "]" "and" condition',
        ): lambda c: all_of(*map(read, c)),
        ('one_condition "or" condition', '"[" condition "]" "or" condition'): lambda c: a.AnyOf(
            *map(read, c)
        ),
        'one_condition "and" one_condition "or" one_condition': lambda c: a.AnyOf(
            a.AllOf(*map(read, c[:2])), read(c[2])
        ),
        'one_condition "or" one_condition "and" one_condition': lambda c: a.AllOf(
            a.AnyOf(*map(read, c[:2])), read(c[2])
        ),
        '"[" condition "]"': lambda c: read(c[0]),
    },
)


def compare(tree: Part, *tests: a.Test) -> a.There:
    """ "two or more Heroes …" as a comparison of a count; "two Heroes" are two or more."""
    if w.is_tree(tree, "cost_worth_at_least"):
        got = read(tree)
        merged = a.make_filter(got.filter.nouns, (*got.filter.tests, *tests))
        counted = a.CountOf(a.Cards(got.quantity, merged, got.places))
        return a.There(counted, a.Comparison.AT_LEAST, a.ONE)
    refuse(not w.is_tree(tree, "cards", "bare_cards"))
    *said, noun = tree.children
    much = how_many(said[0] if said else [])
    refuse(filters.added(noun))  # "if you control more Locations": than what?
    found = filters.core(noun)
    found.tests.extend([a.Other(), *tests] if much.another else tests)
    refuse(found.copies and much.value != a.ONE and a.Other() not in found.tests)  # with itself?
    # "fewer than two cards with the same cost": two that are alike
    several = much.comparison is not None and much.value.value > 1
    together(found, a.AtLeast(much.value) if several else much.quantity)
    if found.together and much.value == a.ONE and said:
        raise OneOfEach(found)
    return there_is(count_of(found), much)


ANYONE = frozenset(
    {
        *(a.PlayerKind.A_FOE, a.PlayerKind.A_PLAYER, a.PlayerKind.ANY_PLAYER),
        *(a.PlayerKind.ANOTHER_PLAYER, a.PlayerKind.YOU_OR_TEAMMATE),
    }
)
"""One of several players: who has one kind of cards might not have the other."""

SEVERAL = frozenset(
    {
        *(a.PlayerKind.EACH_FOE, a.PlayerKind.EACH_PLAYER, a.PlayerKind.EACH_OTHER_PLAYER),
        *(a.PlayerKind.YOU_AND_TEAMMATE, a.PlayerKind.EACH_OF_THEM, a.PlayerKind.OTHER_FOE),
        *(a.PlayerKind.REMAINING, a.PlayerKind.OTHER_TWO, a.PlayerKind.OTHER_THREE),
    }
)
"""Several players, each of whom is meant."""


def _by(who: a.Player, found: a.Condition) -> a.Condition:
    """A condition about what a player controls or did; of several players it is asked of each
    by themselves: "each foe controls a Location", "a foe controls two Locations"."""
    refuse(who.kind in ANYONE and isinstance(found, a.AllOf))
    refuse(who.kind in SEVERAL and isinstance(found, a.AnyOf))
    match found:
        case a.AllOf(first, second) | a.AnyOf(first, second):
            return a.replace(found, first=_by(who, first), second=_by(who, second))
        case a.There(count, comparison, value) if who.kind in SEVERAL or who.kind in ANYONE:
            if who.kind in ANYONE and (comparison, value) == (a.Comparison.AT_LEAST, a.ONE):
                return found
            cards = count.cards
            theirs = tuple(_theirs(test, who) for test in cards.filter.tests)
            mine = a.replace(cards, filter=a.replace(cards.filter, tests=theirs))
            return a.Has(who, a.replace(found, count=a.replace(count, cards=mine)))
        case _:
            return found


def of_all(who: a.Player, found: a.There) -> a.There:
    """A condition that can only be asked of all the players together."""
    refuse(_by(who, found) is not found)
    return found


def _theirs(test: a.Test, who: a.Player) -> a.Test:
    """ "they control", "they played"."""
    by_them = isinstance(test, a.Controlled | a.Acted | a.Owned) and test.who == who
    return a.replace(test, who=a.THAT_PLAYER) if by_them else test


def _compares(trees: Parts, *tests: a.Test, either: bool = False) -> a.Condition:
    """One or several kinds of cards of which there have to be so many, each of them (`either`: one
    of them); where the last ones are is said of all of them."""
    found: list[a.There] = []
    for tree in trees:
        refuse(either and w.is_tree(tree, "bare_cards"))  # "two Heroes or Villains"
        try:
            found.append(compare(tree, *tests))
        except OneOfEach as each:
            refuse(either)
            found.extend(each.there())
    last = found[-1].count.cards
    for at, there in enumerate(found[:-1]):
        cards = only(a.Cards, coordinate.like(there.count.cards, last))
        found[at] = a.replace(there, count=a.replace(there.count, cards=cards))
    return _any(found) if either else _all(found)


def _one_of(trees: Parts, *tests: a.Test) -> a.There:
    """ "a Hero", "a Hero or a Villain": what can be said in one condition."""
    if len(trees) == 1:
        return compare(trees[0], *tests)
    return only(a.There, _compares(trees, *tests, either=True))


def _any(found: Sequence[a.There]) -> a.Condition:
    """One of the conditions; "a Hero or a Villain" is the same as "a Hero or Villain"."""
    first, *more = found
    one = (a.Comparison.AT_LEAST, a.ONE)
    if all((there.comparison, there.value) == one for there in found):
        kinds = [a.replace(there.count.cards, quantity=a.Exactly(a.ONE)) for there in found]
        merged = coordinate.listed(kinds)
        if isinstance(merged, a.Cards):
            every = a.replace(merged, quantity=first.count.cards.quantity)
            return a.replace(first, count=a.replace(first.count, cards=every))
    return first if not more else a.AnyOf(first, _any(more))


class OneOfEach(phrase.Misfit):
    """ "a Hero and Villain": not one condition, but one for each of the nouns."""

    def __init__(self, core: filters.Core) -> None:
        super().__init__()
        self.core = core

    def there(self) -> list[a.There]:
        """A condition for each of the nouns."""
        refuse(self.core.one_card or a.Other() in self.core.tests)
        core = self.core
        alone = (replace(core, nouns=(noun,), tests=[*core.tests]) for noun in core.nouns)
        return [a.There(count_of(one), a.Comparison.AT_LEAST, a.ONE) for one in alone]


def there_is(count: a.CountOf, much: Much) -> a.There:
    """So many as that."""
    return a.There(count, only(a.Comparison, much.comparison), much.value)


def _none(there: a.There) -> a.There:
    refuse(isinstance(there.count.cards.quantity, a.CostWorth))  # "not 7 or greater cost worth"
    return a.replace(there, comparison=a.Comparison.EQUAL, value=a.Number(0))


def _in_play(held: a.There) -> a.There:
    refuse(held.count.cards.places)
    return in_places(held, (ALL_PLAY,))


def has(c: Parts) -> a.Condition:
    """ "you have a Hero in your hand", "that player has two cards"."""
    who, *listed = w.trees(c)
    holder: a.Player = read(who)

    def held(there: a.Condition) -> a.Condition:
        if isinstance(there, a.AllOf | a.AnyOf):
            return a.replace(there, first=held(there.first), second=held(there.second))
        holds = "HAVE" not in w.kinds(c)
        refuse(holds and only(a.There, there).count.cards.places)  # in hand
        owner = a.YOU if holder == a.YOU else a.THAT_PLAYER
        found = held_there(owner, listed[-1], only(a.There, there), holds)
        theirs = controlled(found, holder)
        return _by(holder, theirs) if theirs else found if owner == a.YOU else a.Has(holder, found)

    found = _compares(listed, either="OR" in w.kinds(c))
    refuse(holder.kind in ANYONE and isinstance(found, a.AllOf))
    refuse(holder.kind in SEVERAL and isinstance(found, a.AnyOf))
    return held(found)


def _did_not(c: Parts) -> a.Condition:
    who, *listed = [part for part in w.trees(c) if part.data != "span"]
    word = c[c.index(listed[0]) - 1]
    doer: a.Player = read(who)
    # "a foe does not discard a card" is said of what the sentence before tells players to do
    refuse("DO_NOT" in w.kinds(c) and doer.kind in ONE_OF and w.span(c) is None)
    within = w.span(c, _one_of(listed).count.cards)
    done = tuple(w.verb(part) for part in c if w.token(part, "PAST"))
    return of_each(doer, lambda they: negated(they, word, listed, within, done), ONE_OF)


def negated(
    who: a.Player,
    word: Part,
    listed: Parts,
    span_: a.Window | None = None,
    done: tuple[a.Verb, ...] = (),
) -> a.There:
    """ "you do not control a Location", "that player did not buy any cards": none of them; "you
    have not played two Heroes": fewer than two."""
    refuse(w.token(word, "HOLD") and _one_of(listed).count.cards.places)
    if not w.token(word, "CONTROL", "HAVE", "HOLD"):
        held = _one_of(listed, a.Acted(done or (w.verb(word),), who, a.Tense.PAST, span_))
    elif w.token(word, "CONTROL"):
        held = _one_of(listed, a.Controlled(who))
    else:
        held = held_there(who, listed[-1], _one_of(listed), w.token(word, "HOLD"))
        mine = held.count.cards.places
        owned = tuple(a.replace(p, owner=who) if p.owner == a.YOU else p for p in mine)
        held = in_places(held, owned)
    return _fewer(held)


def _fewer(held: a.There) -> a.There:
    """Not so many: "there are not any", "you have not played two Heroes"."""
    refuse(held.comparison is not a.Comparison.AT_LEAST)
    return _none(held) if held.value == a.ONE else a.replace(held, comparison=a.Comparison.LESS)


def _all(found: Sequence[a.Condition]) -> a.Condition:
    """All of the conditions, as the grammar nests them."""
    return reduce(lambda later, one: a.AllOf(one, later), reversed(found))


def controls(c: Parts) -> a.Condition:
    """ "you control a Location"."""
    who, *parts = c
    held = a.Controlled(read(who))
    return _by(held.who, _compares(w.trees(parts), held, either="OR" in w.kinds(parts)))


def did(c: Parts) -> a.Condition:
    """ "you played a Hero this turn"."""
    who, said, *parts = c
    verbs, tense = w.acted(said)
    listed = [p for p in parts if not w.token(p) and p.data != "span"]
    either = "OR" in w.kinds(parts)
    said = _compares(listed, either=either)
    *_, last = (node for node in a.walk(said) if isinstance(node, a.Cards))
    done = w.acted_by(verbs, read(who), tense, w.span(c, last))
    return _by(read(who), _compares(listed, done, either=either))


def _did_this_way(c: Parts) -> a.Condition:
    verbs, _ = w.acted(c[1])
    refuse(len(verbs) != 1)
    listed = w.trees(c)[2:]
    return of_each(read(c[0]), lambda who: _one_of(listed, a.ThisWay(verbs[0], None, who)))


def contained(held: a.There, found: tuple[a.Place, ...]) -> a.Condition:
    """So many cards lie in these places; of several players' it is asked one by one."""
    cards = held.count.cards
    refuse(cards.places)
    if cards.among == a.IT:  # "your discard pile has a Hero in it"
        held = a.replace(held, count=a.replace(held.count, cards=a.replace(cards, among=None)))
    owner = found[0].owner
    if len(found) == 1 and owner is not None and owner.kind in ONE_OF_THEM | SEVERAL:
        return a.Has(owner, in_places(held, (a.replace(found[0], owner=a.THAT_PLAYER),)))
    return in_places(held, found)


def exact(tree: Part, end: a.Condition) -> a.Condition:
    """ "until you have three cards" means just three, whichever way one comes there."""
    two = [part for part in tree.children if w.is_tree(part, "of_subject")]
    if two and isinstance(end, a.AnyOf | a.AllOf):  # "until you draw a Hero or have five cards"
        return type(end)(
            *(exact(part, one) for part, one in zip(two, (end.first, end.second), strict=True))
        )
    held = w.kinds(tree) <= {"HAVE", "HOLD", "ALREADY"}
    if held and w.is_tree(tree.children[-1], "cards") and isinstance(end, a.There | a.Has):
        said = tree.children[-1].children[0]
        if w.first(said, "number") is not None and not w.kinds(said):
            there = end if isinstance(end, a.There) else end.there
            there = a.replace(there, comparison=a.Comparison.EQUAL)
            return there if isinstance(end, a.There) else a.replace(end, there=there)
    return end


DENIED = {
    a.Comparison.AT_LEAST: a.Comparison.LESS,
    a.Comparison.LESS: a.Comparison.AT_LEAST,
    a.Comparison.AT_MOST: a.Comparison.MORE,
    a.Comparison.MORE: a.Comparison.AT_MOST,
}
"""What a comparison is if it does not hold; "not equal" has no words."""


_ONE_PLAYER = {
    *(a.PlayerKind.YOU, a.PlayerKind.THAT_PLAYER, a.PlayerKind.THAT_FOE, a.PlayerKind.CHOSEN_FOE),
    *(a.PlayerKind.TEAMMATE, a.PlayerKind.ATTACKER, a.PlayerKind.CONFRONTED),
}


def denied(what: a.Condition) -> a.Condition:
    """What follows "unless": the opposite. What somebody does is no condition but a way out."""
    refuse(any(isinstance(x, a.Acted) and x.tense is not a.Tense.PAST for x in a.walk(what)))
    match what:
        case a.There(_, a.Comparison.AT_LEAST, a.Number(1)):
            return of_nobody(what) or _none(what)
        case a.There(_, a.Comparison.EQUAL, a.Number(0)):
            return a.replace(what, comparison=a.Comparison.AT_LEAST, value=a.ONE)
        case a.There(_, comparison) if comparison in DENIED:
            return a.replace(what, comparison=DENIED[comparison])
        case a.Is(a.Ref(a.RefKind.IT)) | a.Is(_, a.Filter((), (a.Alike(),))):
            return a.Not(what)
        case a.ShareType() | a.DifferInType():
            return a.Not(what)
        case a.Is(_, a.Filter((), (a.Attribute(_, how) as asked,))) if how in DENIED:
            return a.replace(what, filter=a.Filter((), (a.replace(asked, comparison=DENIED[how]),)))
        case a.Has(who, there) if who.kind in _ONE_PLAYER:
            return a.replace(what, there=only(a.There, denied(there)))
        case a.Has(a.Player(a.PlayerKind.A_FOE, None), there):
            test = only(a.Having, having(there))
            return a.PlayersAre(a.Player(a.PlayerKind.EACH_FOE), test, a.Comparison.EQUAL, 0)
        case a.HasMore(who, _, than, how) if {who.kind, than.kind} <= _ONE_PLAYER and how in DENIED:
            return a.replace(what, how=DENIED[how])
        case _:
            return not_so(what)


def both_of(plain: Callable[[Parts], a.Condition]) -> Callable[[Parts], a.Condition]:
    """ "you control both a Hero and a Villain"."""

    def reader(c: Parts) -> a.Condition:
        both = w.first(c, "THEM")
        refuse(both != "both")
        return only(a.AllOf, plain([part for part in c if part is not both]))

    return reader


table(
    one_condition={
        (f"who_np ALREADY? HAVE {_LISTED}", f"who_np _hold {_LISTED}"): has,
        f'"there" ("is" | "are") {_LISTED}': lambda c: _compares(
            w.trees(c), either="OR" in w.kinds(c)
        ),
        '"there" ("is" | "are") "not" cards': lambda c: _fewer(compare(c[-1])),
        f"who_np _did_not {OR_LISTED} span?": _did_not,
        f"who_np (DO_NOT | DID_NOT) (CONTROL | HAVE | HOLD) {OR_LISTED}": lambda c: of_each(
            read(c[0]),
            lambda they: negated(they, w.first(c, "CONTROL", "HAVE", "HOLD"), w.trees(c)[1:]),
            ONE_OF,
        ),
        "who_np OWN cards": lambda c: of_all(read(c[0]), compare(c[-1], a.Owned(read(c[0])))),
        "YOU CONTROL this": lambda _: a.In(a.THIS, a.IN_PLAY),
        "who_np CANNOT predicate": lambda c: a.Cannot(read(c[-1], read(c[0]))),
        '(owned_zone | shared_zone) ("contains" | HAVE | HOLD) cards': lambda c: contained(
            compare(c[-1]), players.all_places(c[0])
        ),
        'cards ("is" | "are") "in" place': lambda c: contained(
            compare(c[0]), players.all_places(c[1])
        ),
        'cards ("is" | "are") IN_PLAY': lambda c: _in_play(compare(c[0])),
        f'who_np "also"? CONTROL {_LISTED}': controls,
        'who_np "also"? CONTROL THEM cards "and" cards': both_of(controls),
        'who_np ALREADY? HAVE THEM cards "and" cards': both_of(has),
        '"there" ("is" | "are") THEM cards "and" cards': both_of(lambda c: _compares(w.trees(c))),
        f"who_np acted {_LISTED} span?": did,
        f"who_np acted {OR_LISTED} THIS_WAY": _did_this_way,
    },
)
