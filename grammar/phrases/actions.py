"""Irregular effects of one verb: Power, Victory Points, plays, and a few more."""

from __future__ import annotations

from collections.abc import Callable

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, put, read, reads, refuse, rule, table, writes
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import amount, counted, neutral
from rules_check.grammar.phrases.cards import any_number, selection
from rules_check.grammar.phrases.slots import say_window

# -------------------------------------------------------------------------- reading

rule("?predicate", "avoid", "power", "power_equal")
rule("_x_power", '"x" POWER ","? "where" "x" "is"')
rule("_power_more", "POWER MORE?")
rule("_more", "ADDITIONAL", "MORE")
rule("_additional", "A? ADDITIONAL")
rule("_this_is", '(THIS_CARD | NAME) "is"?', '"is"')
rule("confrontation", '(THIS_CARD | "the" | A) KEYWORD')


@reads("power", "_additional? (PLUS | DASH) number _more? _power_more")
def power(c: Parts, who: a.Player) -> a.Effect:
    """ "+2 Power", "-1 Power"."""
    many = w.numeral(c)
    return a.Power(a.Number(-many.value) if "DASH" in w.kinds(c) else many, who)


@reads("power_equal", "_additional? PLUS? POWER EQUAL_TO TWICE? amount", "PLUS _x_power amount")
def power_equal(c: Parts, who: a.Player) -> a.Effect:
    """ "+Power equal to its cost"."""
    value = read(c[-1])
    if "TWICE" not in w.kinds(c):
        return a.Power(value, who)
    refuse(not isinstance(value, a.CountOf | a.CountPlayers))
    return a.Power(a.Times(2, value), who)


def _get_power(c: Parts, who: a.Player) -> a.Effect:
    """ "you get +2 Power", "gain 2 Power", "this card gives +2 Power"."""
    for word in c:
        refuse(w.token(word, "MOVE") and w.verb(word) is not a.Verb.GAIN)
        refuse(w.token(word, "PASS") and not str(word).startswith("give"))
    return a.Power(w.numeral(c), who) if w.first(c, "number") else w.effect(c[-1], who)


def _play(c: Parts, who: a.Player) -> a.Effect:
    what = any_number(c[1])
    again = "AGAIN" in w.kinds(c)
    return a.Play(what, again, who, w.span(c, None if again else what))


def _play_twice(c: Parts, who: a.Player) -> a.Effect:
    what = read(c[1])
    again = what if isinstance(what, a.Ref) else w.pronoun(what)
    return a.Seq((a.Play(what, False, who), a.Play(again, True, who)))


def _have_do(c: Parts, who: a.Player) -> a.Effect:
    """ "you may have each foe draw a card"."""
    refuse(who != a.YOU)
    return w.effect(c[-1], read(c[1]))


def _discard_down(c: Parts, who: a.Player) -> a.Effect:
    """ "discard down to three cards": one by one until there are so many."""
    refuse(w.verb(c[0]) is not a.Verb.DISCARD)
    hand = a.Place(a.Zone.HAND, a.YOU if who == a.YOU else a.THAT_PLAYER)
    left = a.CountOf(a.Cards(a.Every(), places=(hand,)))
    one = a.Move(a.Verb.DISCARD, a.Cards(a.Exactly(a.ONE)), None, who)
    return a.RepeatUntil(one, a.There(left, a.Comparison.AT_MOST, w.numeral(c)))


def _do_same(c: Parts, who: a.Player) -> a.Effect:
    """ "your teammate does the same"."""
    refuse(c[0] == "did")
    return a.DoSame(who)


table(
    predicate={
        ("(GET | MOVE) power", "GET power_equal", "MOVE number POWER", "this _gives power"): (
            _get_power
        ),
        '_this_is? "worth" _additional? number VP': lambda c, _: a.Worth(w.numeral(c)),
        '_this_is? "worth" (VP EQUAL_TO | "x" VP ","? "where" "x" "is") amount': lambda c, _: (
            a.Worth(read(c[-1]))
        ),
        "PLAY selection AGAIN? span?": _play,
        "PLAY selection TWICE": _play_twice,
        "HAVE who_np predicate": _have_do,
        "MOVE DOWN_TO number CARD IN_HAND?": _discard_down,
        "REPEAT_THIS UNTIL condition": lambda c, _: a.RepeatThis(read(c[-1])),
        "DO SAME": _do_same,
        'CANCEL confrontation ("and" MOVE CARD "as" "usual")?': lambda c, _: put(
            a.CancelConfrontation(c[0].startswith("immediately")), c[1]
        ),
    },
)

# -------------------------------------------------------------------------- writing


def _given(value: a.Amount, number: Callable[[int], str], points: str) -> str:
    """So many points, so many for each of something, or as many as an amount."""
    match neutral(value):
        case a.Number(n):
            return number(n)
        case a.Times(n, each):
            return f"{number(n)} for each {counted(each)}"
        case _:
            return f"{points} equal to {amount(value)}"


@writes(a.Power)
def say_power(effect: a.Power, _third: bool) -> str:
    """ "+2 Power", "+1 Power for each Hero you control", "+Power equal to its cost"."""
    return _given(effect.amount, "{:+} Power".format, "+Power")


@writes(a.Worth)
def say_worth(effect: a.Worth, _third: bool) -> str:
    """ "this card is worth 1 VP for each Hero in your deck"."""
    said = _given(effect.amount, lambda n: f"{n} VP" if n == 1 else f"{n} VPs", "VP")
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
