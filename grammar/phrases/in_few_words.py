"""Words that are left out or put elsewhere: "draw only one", "so does the foe to your right", "a
card in your deck named Punch", "until they have as many as you"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.another import ANOTHER
from rules_check.grammar.ast.phrase import Parts, only, read, reads, refuse, table
from rules_check.grammar.keeping import KEEPER
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import count_of
from rules_check.grammar.phrases.core import Core
from rules_check.grammar.phrases.held import ALL_PLAY, of_your_own
from rules_check.grammar.phrases.players import edge, places
from rules_check.grammar.phrases.sentences import Builder
from rules_check.grammar.searching import SEARCHED

COST: Final = a.AttributeKind.COST
HAND: Final = a.Cards(a.Every(), places=(a.Place(a.Zone.HAND, a.THAT_PLAYER),))

# ---------------------------------------------------------------------------- what is done

SO_MANY: Final = frozenset({a.Verb.DRAW, a.Verb.DISCARD, a.Verb.DESTROY, a.Verb.GAIN})


@reads("predicate", "MOVE ONLY selection")
def only_so_many(c: Parts, who: a.Player) -> a.Effect:
    """ "draw only one", "discards only one card": just so many, where it has to be done."""
    verb, what = w.verb(c[0]), only(a.Cards, read(c[-1]))
    refuse(verb not in SO_MANY or not isinstance(what.quantity, a.Exactly))
    return a.Move(verb, of_your_own(verb, what), None, who)


def _shuffle(c: Parts, who: a.Player) -> a.Effect:
    """ "…, then shuffle": the deck spoken of."""
    refuse(str(c[0]).startswith("re"))
    return a.Shuffle(a.Whole(SEARCHED), who)


def _a_second(c: Parts, who: a.Player) -> a.Effect:
    """ "gain a second Kick", "discard a second one": another."""
    verb, said = w.verb(c[0]), w.first(c, "core")
    refuse(verb not in SO_MANY or str(w.first(c, "ORDINAL")) == "first")
    number = w.first(c, "number")
    refuse(number is not None and w.number(number) != 1)
    if said is None:  # the word alone: see `grammar.another`
        return a.Move(verb, w.at_word(ANOTHER, w.first(c, "ORDINAL")), None, who)
    found = filters.core(said)
    refuse(filters.added(said) or found.together or found.definite)
    found.tests.append(a.Other())
    return a.Move(verb, of_your_own(verb, found.cards(a.Exactly(a.ONE))), None, who)


def _a_point(c: Parts, who: a.Player) -> a.Effect:
    """ "gain a VP", "loses a VP"."""
    refuse(w.first(c, "VP") not in {"vp", "vp token", "victory point"})
    if not w.token(c[0], "MOVE"):
        return a.LoseVP(a.ONE, who)
    refuse(w.verb(c[0]) is not a.Verb.GAIN)
    return a.GainVP(a.ONE, who)


MOST: Final = 5
"""How often something is done again at most."""


def _so_often(c: Parts, who: a.Player) -> a.ForEach:
    """ "do this up to three times", "repeat this up to twice": see `again.made_out`."""
    said = w.first(c, "THIS_CARD")
    refuse(who != a.YOU or (said is not None and (said != "this" or c[0] == "did")))
    number = w.first(c, "number")
    times = (2 if number is None else w.number(number)) + (said is None)
    refuse(not 2 <= times <= MOST)
    return a.ForEach(a.Number(times), a.RepeatThis())


def _so_does(c: Parts, b: Builder) -> a.Effect:
    """ "so does the foe to your right": the same as the one before."""
    refuse(c[0] == "did")
    b.subject, b.plural = only(a.Player, read(c[-1])), None
    return a.DoSame(b.subject)


def _also_does(c: Parts, effect: a.Effect, b: Builder, closed: bool) -> a.Effect:
    """ "choose a foe, who also gains a Weakness"."""
    refuse(closed or not isinstance(effect, a.ChoosePlayer))
    b.subject, b.plural = a.THAT_PLAYER, None
    refuse(not w.third_person(c[-1].children[0]))
    return attach.sequence([effect, b.predicate(c[-1], a.THAT_PLAYER)])


table(
    predicate={
        "SHUFFLE": _shuffle,
        "(MOVE | LOSE | PAY) A VP": _a_point,
        'FLIP "over" selection': lambda c, who: a.Show(a.Verb.REVEAL, read(c[-1]), who),
        (
            'DO THIS_CARD UP_TO (number "times" | TWICE)',
            'REPEAT_THIS UP_TO (number MORE? "times" | TWICE)',
        ): _so_often,
        ("MOVE A ORDINAL number", "MOVE A ORDINAL core"): _a_second,
    },
    unit={'"so" DO who_np': _so_does},
    suffix={
        '","? "who" "also" predicate': _also_does,
    },
)

# ------------------------------------------------------------------------------ which cards


def _named(c: Parts) -> Core:
    """ "a card in your deck named Punch"."""
    (said,) = w.trees(c[-1])
    return Core(nouns=(filters.noun(said),))


def _each_with(c: Parts) -> a.Test:
    """ "two cards, each with cost 2 or less, from the Line-Up"."""
    test: a.Test = read(c[-1])
    refuse(not isinstance(test, a.Attribute) or not isinstance(test.value, a.Number))
    return test


def _in_all_of(c: Parts) -> Core:
    """ "two cards among your hand and discard pile": so many in all, in one or the other."""
    where, joined = places(c[-1])
    return Core(
        places=where, join="or" if joined == "and" else joined, and_or=w.first(c[-1], "AND_OR")
    )


def _step_from_it(c: Parts) -> a.Attribute:
    """ "whose cost is at most 3 higher", "exactly 1 lower": than the card spoken of."""
    words, base, step = w.kinds(c), a.AttributeOf(COST, a.IT), w.numeral(c)
    more = bool(words & {"MORE", "GREATER"})
    limit = bool(words & {"UP_TO", "AT_MOST"})
    refuse(limit and not more)  # "at most 2 less": and more than it?
    value: a.Amount = a.Plus(base, step) if more else a.Minus(base, step)
    return a.Attribute(COST, a.Comparison.AT_MOST if limit else a.Comparison.EQUAL, value)


def _whoever_controls(c: Parts) -> a.CountOf:
    """ "for each Location in play, no matter who controls it": so they are counted anyway."""
    found = filters.core(c[0])
    refuse(filters.added(c[0]) or found.places != (ALL_PLAY,))
    return count_of(found)


def _top_of_it(c: Parts) -> a.Cards:
    """ "the top card", "its top two cards": of the deck spoken of (see `grammar.searching`)."""
    said, number = str(w.first(c, "EDGE")), w.first(c, "number")
    refuse(("ITS" in w.kinds(c)) is said.startswith("the"))
    many = a.ONE if number is None else w.numeral(c)
    refuse(w.first(c, "CARD") != ("card" if many == a.ONE else "cards"))
    return a.Cards(a.Exactly(many), places=(a.replace(SEARCHED, edge=edge(w.first(c, "EDGE"))),))


_NO_MATTER = '","? (NO "matter" | "regardless" "of") "who" CONTROL (IT | THEM)'
table(
    post={
        '"named" named': _named,
        '"," EACH "with" attribute ","': _each_with,
        '"from"? "among" places': _in_all_of,
    },
    cost_step={
        "(EXACTLY | UP_TO)? number (GREATER | LOWER)": _step_from_it,
        "AT_MOST number (MORE | LESS | GREATER | LOWER)": _step_from_it,
    },
    cards={"ITS? EDGE number? CARD": _top_of_it},
    count={f"core {_NO_MATTER}": _whoever_controls},
)


# ----------------------------------------------------------------- cards left as they are


def _keep(c: Parts, who: a.Player) -> a.Effect:
    """ "keep both": nothing is done with cards that were drawn (see `grammar.keeping`)."""
    refuse(str(c[0]) != "keep" or who != a.YOU)
    return a.LeaveThere(only(a.Ref, read(c[-1])), KEEPER)


table(predicate={"LEAVE (it | them)": _keep})
