"""Irregular effects of one verb: Power, Victory Points, plays, and a few more."""

from __future__ import annotations

from collections.abc import Callable

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, put, read, reads, refuse, rule, table, writes
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import (
    amount,
    countable,
    counted,
    is_counted,
    limits,
    neutral,
)
from rules_check.grammar.phrases.cards import any_number, selection
from rules_check.grammar.phrases.coordinate import settled
from rules_check.grammar.phrases.slots import say_window

# -------------------------------------------------------------------------- reading

rule("?predicate", "avoid", "power", "power_equal")
rule("_power_more", "POWER MORE?")
rule("_more", "ADDITIONAL", "MORE")
rule("_additional", "A? ADDITIONAL")
rule("_this_is", '(THIS_CARD | NAME) "is"?', '"is"')
rule("confrontation", '(THIS_CARD | "the" | A) KEYWORD')


@reads("power", "_additional? (PLUS | DASH) number _more? _power_more")
def power(c: Parts, who: a.Player) -> a.Effect:
    """ "+2 Power", "-1 Power"."""
    return a.Power(_signed(c), who)


def _signed(c: Parts) -> a.Number:
    many = w.numeral(c)
    return a.Number(-many.value) if "DASH" in w.kinds(c) else many


@reads("power_equal", "_additional? PLUS? POWER EQUAL_TO amount", 'PLUS "x" POWER')
def power_equal(c: Parts, who: a.Player) -> a.Effect:
    """ "+Power equal to its cost", "+X Power"."""
    return a.Power(a.X if w.token(c[-1]) else read(c[-1]), who)


def _get_power(c: Parts, who: a.Player) -> a.Effect:
    """ "you get +2 Power", "gain 2 Power", "this card gives +2 Power"."""
    for word in c:
        refuse(w.token(word, "MOVE") and w.verb(word) is not a.Verb.GAIN)
        refuse(w.token(word, "PASS") and not str(word).startswith("give"))
    return a.Power(w.numeral(c), who) if w.first(c, "number") else w.effect(c[-1], who)


@reads(
    "predicate", 'IT_IS "worth" _additional? DASH? number VP', 'IT_IS "worth" VP EQUAL_TO amount'
)
def its_worth(c: Parts, _who: a.Player) -> a.Effect:
    """ "Otherwise, it is worth 1 VP": this card, of which the sentence before has said so."""
    return a.Worth(_signed(c) if w.first(c, "number") else read(c[-1]))


def _gain_x(c: Parts, who: a.Player) -> a.Effect:
    refuse(w.verb(c[0]) is not a.Verb.GAIN)
    return a.GainVP(a.X, who)


def _gain_that_many(c: Parts, who: a.Player) -> a.Effect:
    refuse(w.verb(c[0]) is not a.Verb.GAIN)
    return a.GainVP(a.ThatMany(), who)


def _steal(c: Parts, who: a.Player) -> a.Effect:
    """ "steal 2 VP from a foe": that foe loses them, and whoever steals gains as many."""
    lost = w.numeral(c) if w.first(c, "number") else read(w.trees(c)[0])
    return a.Seq((a.LoseVP(lost, read(c[-1])), a.GainVP(a.ThatMany(), who)))


def _changed(c: Parts) -> a.Amount:
    """ "5 VP minus 1 VP for each Weakness in your deck"."""
    base, each = (w.numeral([part]) for part in c if w.is_tree(part, "number"))
    more = a.Times(each.value, countable(c[-1]))
    fewer = w.kinds(c) & {"MINUS_WORD", "LOWERED"}
    return a.Minus(base, more) if fewer else a.Plus(base, more)


def _play(c: Parts, who: a.Player) -> a.Effect:
    what = settled(any_number(w.trees(c)[0]))
    again = "AGAIN" in w.kinds(c)
    closed = again and not w.token(c[1], "AGAIN")  # behind "again" it is no longer about cards
    return a.Play(what, again, who, w.span(c, None if closed else what))


def _play_twice(c: Parts, who: a.Player) -> a.Effect:
    what = read(c[1])
    again = what if isinstance(what, a.Ref) else w.pronoun(what)
    return a.Seq((a.Play(what, False, who), a.Play(again, True, who)))


@reads("predicate", "(HAVE | MAKE) who_np predicate", 'FORCE who_np "to" predicate')
def have_do(c: Parts, who: a.Player) -> a.Effect:
    """ "you may have each foe draw a card", "force a foe to discard a card"."""
    whom = read(c[1])
    refuse(who != a.YOU and (whom != a.YOU or not w.token(c[0], "HAVE")))
    return w.effect(c[-1], whom)


def _discard_down(c: Parts, who: a.Player) -> a.Effect:
    """ "discard down to three cards": one by one until there are so many."""
    refuse(w.verb(c[0]) is not a.Verb.DISCARD)
    hand = a.Place(a.Zone.HAND, a.YOU if who == a.YOU else a.THAT_PLAYER)
    said = w.first(c, "possessed_zone")
    refuse(said is not None and read(said) != hand)
    left = a.CountOf(a.Cards(a.Every(), places=(hand,)))
    one = a.Move(a.Verb.DISCARD, a.Cards(a.Exactly(a.ONE)), None, who)
    return a.RepeatUntil(one, a.There(left, a.Comparison.AT_MOST, w.numeral(c)))


def _do_same(c: Parts, who: a.Player) -> a.Effect:
    """ "your teammate does the same"."""
    refuse(c[0] == "did")
    return a.DoSame(who)


def _cancel(c: Parts, _who: a.Player) -> a.Effect:
    """ "cancel this Confrontation and buy cards as usual"."""
    said = w.first(c, "MOVE")
    refuse(said is not None and w.verb(said) is not a.Verb.BUY)
    found: a.Effect = put(a.CancelConfrontation(c[0].startswith("immediately")), c[1])
    return found


table(
    predicate={
        (
            "(GET | MOVE) power",
            "(GET | MOVE) power_equal",
            "MOVE number POWER",
            "this _gives power",
        ): (_get_power),
        '_this_is? "worth" _additional? DASH? number VP': lambda c, _: a.Worth(
            _signed(c), "ADDITIONAL" in w.kinds(c)
        ),
        '_this_is? "worth" number VP LESS': lambda c, _: a.Worth(
            a.Number(-w.numeral(c).value), True
        ),
        '_this_is? "worth" VP EQUAL_TO amount': lambda c, _: a.Worth(read(c[-1])),
        '_this_is? "worth" "x" VP': lambda *_: a.Worth(a.X),
        'MOVE "x" VP': _gain_x,
        'LOSE "x" VP': lambda _, who: a.LoseVP(a.X, who),
        "MOVE THAT_MANY VP": _gain_that_many,
        "(LOSE | PAY) THAT_MANY VP": lambda _, who: a.LoseVP(a.ThatMany(), who),
        'STEAL (number VP | VP EQUAL_TO amount) "from" who_np': _steal,
        '_this_is? "worth" number VP ","? (MINUS_WORD | PLUS_WORD) number VP FOR_EACH countable': (
            lambda c, _: a.Worth(_changed(c))
        ),
        (
            'PLUS number POWER ","? (MINUS_WORD | PLUS_WORD) number POWER FOR_EACH countable',
            'PLUS number POWER ","? LOWERED "by" number POWER? FOR_EACH countable',
        ): lambda c, who: a.Power(_changed(c), who),
        ("PLAY selection AGAIN? span?", "PLAY AGAIN selection span?"): _play,
        "PLAY selection TWICE": _play_twice,
        'MOVE DOWN_TO number (CARD (IN_HAND | "in" possessed_zone)?)?': _discard_down,
        'CANCEL confrontation ("and" MOVE CARD "as" "usual")?': _cancel,
        "REPEAT_THIS UNTIL condition": lambda c, _: a.RepeatThis(read(c[-1])),
        "REPEAT_THIS": lambda *_: a.RepeatThis(),
        ("DO SAME", 'DO "likewise"', 'DO "so"? ("too" | "as" "well")?'): _do_same,
    },
)

# -------------------------------------------------------------------------- writing


def _given(value: a.Amount, number: Callable[[int], str], points: str) -> str:
    """So many points, so many for each of something, or as many as an amount."""

    def unsigned(n: int) -> str:
        return number(n).removeprefix("+")

    match neutral(value):
        case a.Number(n):
            return number(n)
        case a.Times(n, each) if is_counted(each):
            return f"{number(n)} for each {counted(each)}"
        case a.Plus(a.Number(base), a.Times(n, each)) if is_counted(each):
            return f"{number(base)} plus {unsigned(n)} for each {counted(each)}"
        case a.Minus(a.Number(base), a.Times(n, each)) if is_counted(each):
            return f"{number(base)} minus {unsigned(n)} for each {counted(each)}"
        case a.Bounded(a.Minus(a.Number(), a.Times()) | a.Plus(a.Number(), a.Times()) as of):
            limited_ = neutral(value)
            assert isinstance(limited_, a.Bounded)
            return _given(of, number, points) + limits(limited_)
        case a.Bounded(a.Times(n, each)) as limited if is_counted(each):
            return f"{number(n)} for each {counted(each)}{limits(limited)}"
        case _:
            return f"{points} equal to {amount(value)}"


@writes(a.Power)
def say_power(effect: a.Power, _third: bool) -> str:
    """ "+2 Power", "+1 Power for each Hero you control", "+Power equal to its cost"."""
    return _given(effect.amount, "{:+} Power".format, "+Power")


@writes(a.Worth)
def say_worth(effect: a.Worth, _third: bool) -> str:
    """ "this card is worth 1 VP for each Hero in your deck"."""
    more = "an additional " if effect.additional else ""
    said = _given(effect.amount, lambda n: f"{more}{n} VP" if n == 1 else f"{more}{n} VPs", "VP")
    return f"this card is worth {said}"


@writes(a.Play)
def say_play(effect: a.Play, third: bool) -> str:
    """ "play it again this turn"."""
    often = " again" if effect.again else ""
    when = say_window(effect.window, None if effect.again else effect.what)
    return f"{'plays' if third else 'play'} {selection(effect.what)}{often} {when}".rstrip()


@writes(a.CancelConfrontation)
def say_cancel(effect: a.CancelConfrontation, third: bool) -> str:
    """ "immediately cancel this Confrontation and buy cards as usual"."""
    start = "immediately " if effect.now else ""
    return f"{start}{'cancels' if third else 'cancel'} this Confrontation and buy cards as usual"
