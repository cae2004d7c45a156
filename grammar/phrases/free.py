"""What is said of a deed by the way: "play it for free", "randomly discards a card"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar import compose
from rules_check.grammar.ast.phrase import Parts, only, read, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import count_of
from rules_check.grammar.phrases.balances import compared
from rules_check.grammar.phrases.cards import quantity
from rules_check.grammar.phrases.core import Core
from rules_check.grammar.phrases.definite import are_several
from rules_check.grammar.phrases.players import PLAYERS
from rules_check.grammar.phrases.sentences import Builder

EACH_OF_THEM = a.CountOf(Core(among=a.THEM).every())
"""So many as the cards spoken of."""


def _for_free(_: Parts, effect: a.Effect, _b: Builder, closed: bool) -> a.Effect:
    """ "play it for free": nothing is paid for what is played or gained anyway. Of what is bought
    it would be another cost."""
    gains = isinstance(effect, a.Move) and effect.verb is a.Verb.GAIN
    refuse(closed or not (gains or isinstance(effect, a.Play)))
    return effect


def _randomly(c: Parts, who: a.Player) -> a.Move:
    """ "each foe randomly discards a card"."""
    what = only(a.Cards, read(c[-1]))
    refuse(what.random or not isinstance(what.quantity, a.Exactly) or who == a.YOU)
    return a.Move(w.verb(c[1]), a.replace(what, random=True), None, who)


def _pay_its_cost(c: Parts, who: a.Player) -> a.PayPower:
    """ "pay its cost to gain it"."""
    of: a.Selection = a.IT if w.token(c[1], "ITS") else read(c[1])
    return a.PayPower(a.AttributeOf(a.AttributeKind.COST, of), who)


def _for_each(c: Parts, effect: a.Effect, *_: object) -> a.Effect:
    """ "destroy two cards. +1 Power for each": of the cards spoken of."""
    refuse(str(c[0]) == "per")
    return compose.for_each(EACH_OF_THEM, effect)


def _each_first(c: Parts, b: Builder) -> a.Effect:
    """ "discard up to three cards. For each, draw a card"."""
    refuse(str(c[0]) not in {"for each", "for every"})
    return compose.for_each(EACH_OF_THEM, b.effect(c[-1]))


def _as_is(_: Parts, effect: a.Effect, _b: Builder, closed: bool) -> a.Effect:
    """ "gain the cheapest Hero in the Line-Up, if any": only what is there is done anyway."""
    refuse(closed)
    return effect


def _new(c: Parts) -> a.Cards:
    """ "draw four new cards": so are those that are drawn."""
    refuse(str(c[-1]) != ("card" if w.number(c[0]) == 1 else "cards"))
    return a.Cards(a.Exactly(w.numeral(c)))


def _of_theirs(c: Parts) -> a.Selection:
    """ "one of your Locations": of those that a player controls."""
    found = filters.core(c[-1])
    refuse(not found.nouns or any(isinstance(n, a.TitleNoun) for n in found.nouns))
    refuse(found.places or found.among is not None or found.definite or not are_several(c[-1]))
    much = quantity(c[0])
    refuse(much.another or not isinstance(much.quantity, a.Exactly | a.UpTo | a.AnyNumber))
    found.tests.append(a.Controlled(read(c[1])))
    return found.cards(much.quantity)


def _count_theirs(c: Parts) -> a.CountOf:
    """ "for each of your Locations"."""
    found = filters.core(c[-1])
    refuse(not found.nouns or any(isinstance(n, a.TitleNoun) for n in found.nouns))
    refuse(found.places or found.among is not None or found.definite or not are_several(c[-1]))
    found.tests.append(a.Controlled(read(c[0])))
    return count_of(found)


def _each_may(c: Parts, b: Builder) -> a.Effect:
    """ "Both foes gain a Weakness. Each may discard a Hero instead": of those spoken of."""
    refuse(str(c[0]) != "each")
    clause = c[-1].children[0]
    refuse(w.is_tree(clause, "clause") and w.is_tree(clause.children[0], "you_and", *PLAYERS))
    who = a.Player(a.PlayerKind.EACH_OF_THEM)
    return a.May(b.by(who, c[-1])[0], who=who)


def _same_plus(c: Parts, who: a.Player) -> a.Move:
    """ "draw the same number of cards plus one"."""
    refuse(w.verb(c[0]) not in {a.Verb.DRAW, a.Verb.DISCARD} or w.first(c, "CARD") != "cards")
    many = a.Plus(a.ThatMany(), w.numeral(c))
    return a.Move(w.verb(c[0]), a.Cards(a.Exactly(many)), None, who)


def _did_more(c: Parts) -> a.Condition:
    """ "you have played more Heroes than Villains this turn"."""
    verbs, tense = w.acted(c[1])
    cores = [filters.core(part) for part in c if w.is_tree(part, "core")]
    refuse(any(x.places or x.together or x.among is not None or x.definite for x in cores))
    done = a.Acted(verbs, read(c[0]), tense, w.window(c))
    for one in cores:
        one.tests.append(done)
    how = a.Comparison.MORE if "MORE" in w.kinds(c) else a.Comparison.LESS
    return compared(count_of(cores[0]), how, count_of(cores[1]))


table(
    count={'"of" possessive core': _count_theirs},
    one_condition={'who_np acted (MORE | FEWER) core "than" core window': _did_more},
    cards={
        'quantity "of" possessive core': _of_theirs,
        'number "new" CARD': _new,
    },
    scoped={'FOR_EACH "," chain': _each_first, "EACH _may chain": _each_may},
    suffix={
        "FOR_EACH": _for_each,
        ('","? IF ANY', '"afterward"', '"afterwards"'): _as_is,
        (
            '"for" "free"',
            '"without" "paying" (ITS COST | "the" COST "of" (it | them) | "for" (it | them))',
        ): _for_free,
    },
    predicate={
        "AT_RANDOM MOVE cards": _randomly,
        "MOVE SAME NUMBER_OF CARD PLUS_WORD number": _same_plus,
        'PAY (ITS | it "\'s") COST': _pay_its_cost,
    },
)
