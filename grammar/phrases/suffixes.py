"""What hangs on a clause: "for each …", "until …", "instead", words of time."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar import attach, compose
from rules_check.grammar.ast.phrase import (
    Parts,
    only,
    read,
    reads,
    refuse,
    rule,
    table,
)
from rules_check.grammar.compose import takes_window
from rules_check.grammar.instead import instead
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import countable
from rules_check.grammar.phrases.comparisons import has_more
from rules_check.grammar.phrases.conditions import denied, exact
from rules_check.grammar.phrases.moves import LEFT, RIGHT, destinations_of
from rules_check.grammar.phrases.of_each import EVERYONE
from rules_check.grammar.phrases.paying import payer
from rules_check.grammar.phrases.players import one_place
from rules_check.grammar.phrases.sentences import PLURAL, Builder, unless
from rules_check.grammar.phrases.sums import limited

rule("_unit", "POWER", "CARD", "VP")

_TOGETHER: Final = {a.Verb.PASS, a.Verb.DISCARD, a.Verb.DRAW, a.Verb.REVEAL, a.Verb.GAIN}
"""What several players can do at the same time, whatever the others do."""


def _so_often(c: Parts, effect: a.Effect, *_: object) -> a.Effect:
    """ "draw a card for each Hero you control"; behind a trigger, what it sets off is done so often
    ("the first Villain you play gives you +1 Power for each foe")."""
    each = countable(c[1])
    if isinstance(effect, a.When) and isinstance(effect.occasion, a.Trigger):
        return a.replace(effect, effect=compose.for_each(each, effect.effect))
    return compose.for_each(each, effect)


def _at_moment(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    if isinstance(effect, a.Forbid) and effect.when is None and not closed:
        return a.replace(effect, when=read(c[0]))
    return a.Delayed(read(c[0]), effect)


def _each_time(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "draw a card each time you buy a card"."""
    trigger = read(c[0])
    # "when you play this card" says when something is counted
    refuse(trigger.event.what == a.THIS or trigger.event.would)
    refuse(isinstance(effect, a.When) and not closed)
    return a.When(trigger, effect)


def _if(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "draw a card if you control a Hero"; of "…, plus 1 if …" see `_plus_if`."""
    match effect:
        case a.Power(a.Plus(_, a.Number())) if not closed:
            refuse(True)
        case _:
            pass
    return _then_if(read(c[1]), effect, closed)


def _then_if(so: a.Condition, effect: a.Effect, closed: bool) -> a.Effect:
    """Something, if it is so; "at the end of your turn if …" asks at the end of the turn."""
    if isinstance(effect, a.Delayed) and not closed:
        return a.replace(effect, effect=a.If(so, effect.effect))
    return a.If(so, effect)


def _until_just(c: Parts, effect: a.Effect, *_: object) -> a.Effect:
    """ "discard cards until you have exactly three": cards in hand."""
    refuse("CONTROL" in w.kinds(c))
    who: a.Player = read(c[1])
    hand = a.Place(a.Zone.HAND, a.YOU if who == a.YOU else a.THAT_PLAYER)
    count = a.CountOf(a.Cards(a.Every(), places=(hand,)))
    end: a.Condition = a.There(count, a.Comparison.EQUAL, w.numeral(c))
    end = end if who == a.YOU else a.Has(who, only(a.There, end))
    return compose.repeat_until(effect, end)


def _until_as_many(c: Parts, effect: a.Effect, *_: object) -> a.Effect:
    """ "draw cards until you hold as many cards as a foe": told of whoever draws."""
    end = has_more(c[1:], True)
    if end.than == attach.doer(effect) != end.who:
        refuse(end.how is not a.Comparison.EQUAL or end.times != 1)
        end = a.replace(end, who=end.than, than=end.who)
    return compose.repeat_until(effect, end)


def _unless(c: Parts, effect: a.Effect, b: Builder, _: bool) -> a.Effect:
    """ "discard two cards unless you reveal a Hero"."""
    return unless(effect, b.predicate(c[1], read(c[0])))


def _not_there(c: Parts, effect: a.Effect, b: Builder, _: bool) -> a.Effect:
    """ "into your hand instead of into your discard pile": where it would have gone anyway."""
    last = effect.effect if isinstance(effect, a.When) else effect
    moved = only(a.Move, last)
    refuse(moved.to is None)
    if c[0].data.startswith("to_") or "destination" in c[0].data:
        usual = destinations_of(a.Move(a.Verb.PUT, a.IT), [c[0]])
        there = only(a.Move, usual).to
    else:
        there = one_place(c[0])
    refuse(there not in {a.Place(a.Zone.DISCARD_PILE, who) for who in (a.YOU, a.THAT_PLAYER)})
    gained = b.waits_for is not None and {a.Verb.BUY, a.Verb.GAIN}.issuperset(b.waits_for.verbs)
    it = gained and moved.what == a.IT
    if moved.verb is a.Verb.GAIN or isinstance(effect, a.When) or it:
        return effect
    refuse(moved.verb is not a.Verb.PUT or moved.what not in {a.IT, a.THEM})
    return a.Instead(effect)  # see `instead.redirected`


@reads("suffix", '","? ALL? AT_ONCE')
def at_once(_c: Parts, effect: a.Effect, *_: Any) -> a.Effect:
    """ "each player passes a card to the left at the same time": so they do anyway; elsewhere first
    all choose, then they pass, discard or reveal what they have chosen."""
    done: a.Move | a.Show = effect if isinstance(effect, a.Show) else only(a.Move, effect)
    refuse(done.verb not in _TOGETHER or done.who.kind not in EVERYONE)
    if isinstance(done, a.Move) and (done.to in (LEFT, RIGHT) or done.verb is a.Verb.DRAW):
        return effect
    named = isinstance(done.what, a.Cards) and done.what.filter.nouns[:1]
    if done.verb is a.Verb.GAIN:
        refuse(not (named and isinstance(named[0], a.NameNoun)))  # there is nothing to choose
        return effect
    match done.what:
        case a.Ref() | a.Whole() | a.Cards(_, a.Filter((), (a.ThisWay(a.Verb.CHOOSE),))):
            return effect
        case a.Cards(a.Every()) | a.Cards(random=True):
            return effect
        case a.Cards(places=(a.Place(edge=edge),)) if edge is not None:
            return effect
        case a.Cards(a.Exactly(a.Number())) as what:
            if done.verb is not a.Verb.PASS and not what.places:
                what = a.replace(what, places=(a.Place(a.Zone.HAND, a.THAT_PLAYER),))
            chosen = a.Choose(what, done.who)
            return a.Seq((chosen, a.replace(done, what=w.pronoun(what))))
        case _:
            refuse(True)
            return effect


def _plus_if(c: Parts, effect: a.Effect, b: Builder, _: bool) -> a.Effect:
    """ "…, plus 1 additional VP if you have no Weaknesses in your deck"."""
    if "VP" in w.kinds(c):
        refuse(not isinstance(effect, a.Worth))
        more: a.Effect = a.Worth(w.numeral(c), additional=True)
    else:
        refuse(not isinstance(effect, a.Power) or effect.who != a.YOU)
        said = w.first(c, "power")
        more = a.Power(w.numeral(c)) if said is None else b.predicate(said, a.YOU)
    return attach.sequence([effect, a.If(read(c[-1]), more)])


def _plus_equal(c: Parts, effect: a.Effect, _b: Builder, closed: bool) -> a.Effect:
    """ "+1 Power, plus Power equal to its cost"."""
    refuse(closed or not isinstance(effect, a.Power))
    assert isinstance(effect, a.Power)
    refuse(not isinstance(effect.amount, a.Number))
    return a.replace(effect, amount=a.Plus(effect.amount, read(c[-1])))


def _or_if(c: Parts, effect: a.Effect, _b: Builder, closed: bool) -> a.Effect:
    """ "draw a card, or two if you control a Location", "…, or 1 VP if you have none"."""
    refuse(closed)
    number, units = w.numeral(c), w.kinds(c) & {"POWER", "CARD", "VP"}
    each: Any = None
    match effect:
        case a.Power(value) | a.ChangeCost(amount=value):
            refuse(not units <= {"POWER"})
            other: a.Effect = a.replace(effect, amount=number)
            each = value.each if isinstance(value, a.Times) else None
        case a.Worth(value):
            refuse(not units <= {"VP"})
            other = a.replace(effect, amount=number)
            each = value.each if isinstance(value, a.Times) else None
        case a.Move(what=a.Cards(a.Exactly(a.Number())) as what):
            refuse(not units <= {"CARD"})
            other = a.replace(effect, what=a.replace(what, quantity=a.Exactly(number)))
        case _:
            refuse(True)
    if w.token(c[-1]):
        so: a.Condition = a.There(only(a.CountOf, each), a.Comparison.EQUAL, a.Number(0))
    else:
        so = read(c[-1])
    done = (x for x in a.walk(so) if isinstance(x, a.Acted) and x.tense is a.Tense.PRESENT)
    refuse(any(x.window is None for x in done))  # "or 5 if you discard a Location": may you?
    return instead(effect, a.If(so, a.Instead(other)))


def _or_twice(c: Parts, effect: a.Effect, _b: Builder, closed: bool) -> a.Effect:
    """ "+1 Power for each Hero you control, or twice that if you control a Location"."""
    refuse(closed or not isinstance(effect, a.Power | a.Worth))
    assert isinstance(effect, a.Power | a.Worth)
    refuse(w.first(c, "THAT_MANY") not in {None, "that many"})
    match effect.amount:
        case a.Number(n):
            much: a.Amount = a.Number(2 * n)
        case a.Times(n, each):
            much = a.Times(2 * n, each)
        case value:
            much = a.Times(2, value)
    other = a.replace(effect, amount=much)
    return instead(effect, a.If(read(c[-1]), a.Instead(other)))


def _who_does(c: Parts, effect: a.Effect, b: Builder, closed: bool) -> a.Effect:
    """ "choose a foe, who reveals their hand"."""
    refuse(closed or not isinstance(effect, a.ChoosePlayer))
    b.subject, b.plural = a.THAT_PLAYER, None
    refuse(not w.third_person(c[0].children[0]))
    done = b.predicate(c[0], a.THAT_PLAYER)
    refuse(isinstance(done, a.AvoidAttack))  # "choose each foe who avoids this Attack" tells which
    return attach.sequence([effect, done])


def _if_you_wish(_: Parts, effect: a.Effect, _b: Builder, closed: bool) -> a.Effect:
    """ "destroy it if you wish"."""
    refuse(attach.doer(effect) != a.YOU and not closed)
    refuse(isinstance(effect, a.May | a.Forbid))
    return a.May(effect)


def _in_time(c: Parts, effect: a.Effect, b: Builder, closed: bool) -> a.Effect:
    refuse(b.x is not None)  # "where X is the number of cards you played this turn"
    if not closed:
        refuse(isinstance(effect, a.When))  # the words of time are the trigger's own
        last = effect.effect if isinstance(effect, a.Delayed) else effect
        refuse(isinstance(last, a.If) and _open(last.condition))  # and here the condition's
        refuse(takes_window(effect))
        then = effect.then if isinstance(effect, a.Tried) else None
        refuse(then is not None and takes_window(then))  # "to add 2 to its cost this turn"
    return a.Within(effect, w.window_word(c[0].children[-1]))


def _in_order(_: Parts, effect: a.Effect, *__: object) -> a.Effect:
    """ "each player draws a card, starting with you": as players act anyway."""
    refuse(attach.doer(effect).kind not in PLURAL)
    return effect


def _rounded(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "1 VP for every two Heroes in your deck, rounded down": so it is counted anyway."""
    many = [x for x in a.walk(effect) if isinstance(x, a.CountOf) and x.per > 1]
    refuse(closed or len(many) != 1 or not str(c[0]).endswith("down"))
    return effect


def _where_x(c: Parts, effect: a.Effect, b: Builder, _: bool) -> a.Effect:
    """ "draw X cards, where X is the number of Heroes you control"."""
    refuse(b.x is not None)
    b.x = read(c[-1])
    return effect


def _open(condition: a.Condition) -> bool:
    """Does a condition speak of a deed without saying when?"""
    return any(isinstance(node, a.Acted) and node.window is None for node in a.walk(condition))


table(
    suffix={
        "FOR_EACH countable": _so_often,
        "moment": _at_moment,
        "IF condition": _if,
        '"unless" who predicate': _unless,
        '"unless" condition': lambda c, e, _, closed: _then_if(denied(read(c[0])), e, closed),
        '"instead" ("of" GERUND (it | them | this))?': lambda _, e, *__: a.Instead(e),
        ("UNTIL condition", "ONE_BY_ONE UNTIL condition"): lambda c, e, *_: compose.repeat_until(
            e, exact(c[-1], read(c[-1]))
        ),
        "UNTIL who_np _has EXACTLY number": _until_just,
        "UNTIL who_np _has as_many": _until_as_many,
        "until": lambda c, e, *_: compose.lasting(e, read(c[0])),
        ('"instead" "of" destination', '"instead" "of" place'): _not_there,
        "IF_YOU_WISH": _if_you_wish,
        "IF PAST": lambda c, e, *_: a.When(a.Trigger(a.Event((w.verb(c[1]),), None, a.THIS)), e),
        # everything is done as far as it can be, and cards are drawn last
        (
            '","? IF_ABLE',
            '"before" GERUND (A | YOUR) "new" HAND',
            '"before" YOU MOVE (A | YOUR) "new" HAND',
        ): lambda _, e, *__: e,
        # besides what was said before: so it is anyway
        ('","? "as" "well"', '","? "too"'): lambda _, e, *__: e,
        '","? in_order': _in_order,
        (
            '","? PLUS_WORD _additional? number _more? VP IF condition',
            '","? PLUS_WORD power IF condition',
            '","? PLUS_WORD number _more? IF condition',
        ): _plus_if,
        (
            '","? "or" number _unit? "instead"? IF condition',
            '","? "or" number _unit? "instead"? IF YOU HAVE NONE',
            '","? "or" number _unit? "instead"? IF_THERE_IS_NONE',
        ): _or_if,
        '","? "or" TWICE ("that" | AS_MANY | THAT_MANY) IF condition': _or_twice,
        '","? PLUS_WORD PLUS? POWER EQUAL_TO amount': _plus_equal,
        "trigger": _each_time,
        '","? "who" predicate': _who_does,
        "span": _in_time,
        '","? "where" "x" "is" amount': _where_x,
        '","? ROUNDED': _rounded,
        '","? MAXIMUM PLUS? number _unit?': lambda c, e, *_: limited(e, None, w.numeral(c).value),
        '","? MINIMUM PLUS? number _unit?': lambda c, e, *_: limited(e, w.numeral(c).value, None),
        '"to" avoid': lambda c, e, *_: attach.sequence([e, read(c[0], a.YOU)]),
    },
)


@reads("suffix", "ONCE window")
def once(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "you may discard a card once during each of your turns"."""
    refuse(isinstance(effect, a.When | a.Within | a.Delayed | a.Lasting) and not closed)
    return a.When(a.Once(w.window_word(c[-1])), effect)


@reads("suffix", '"," "to" predicate')
def suffix_paid(c: Parts, effect: a.Effect, b: Builder, closed: bool) -> a.Effect:
    """ "pay Power equal to half its cost, rounded up, to gain it"."""
    refuse(not isinstance(effect, a.PayPower))
    return suffix_to(c, effect, b, closed)


@reads("suffix", '"to" predicate')
def suffix_to(c: Parts, effect: a.Effect, b: Builder, _: bool) -> a.Effect:
    """ "pay 2 Power to draw a card", "choose a foe to discard a card"."""
    if isinstance(effect, a.ChoosePlayer):
        return attach.sequence([effect, b.predicate(c[0], a.THAT_PLAYER)])
    confronting = isinstance(effect, a.Within) and effect.window is a.Window.CONFRONTATION
    refuse(isinstance(effect, a.Tried | a.Within | a.When) and not confronting)
    refuse(c[0].data.startswith("avoid_attack"))
    return a.Tried(effect, b.predicate(c[0], payer(effect, b.base)))


table(scoped={'AT_ONCE "," chain': lambda c, b: at_once(c, b.effect(c[-1]))})


def _for_each(c: Parts, b: Builder) -> a.Effect:
    """ "for each Hero, draw a card, and for each Villain, +1 Power": one after the other."""
    *before, last = w.trees(c[-1])
    if before and w.token(last.children[0], "FOR_EACH"):
        first = compose.for_each(countable(c[1]), b.chain([b.effect(part) for part in before]))
        return b.chain([first, b.effect(last)])
    return compose.for_each(countable(c[1]), b.effect(c[-1]))


table(scoped={'FOR_EACH countable "," chain': _for_each})
