"""Irregular effects of one verb: Power, Victory Points, plays, and a few more."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Misfit, Parts, put, read, reads, rule, writes
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import amount, counted
from rules_check.grammar.phrases.cards import any_number, selection
from rules_check.grammar.phrases.players import PLAYERS, player
from rules_check.grammar.phrases.slots import say_window

# ---------------------------------------------------------------------------- Power

rule("?predicate", "power")
rule("_power_more", "POWER MORE?")
rule("_more", "ADDITIONAL", "MORE")
rule("_additional", "A? ADDITIONAL")


@reads("power", "_additional? (PLUS | DASH) number _more? _power_more")
def power(c: Parts, who: a.Player) -> a.Effect:
    """ "+2 Power", "-1 Power"."""
    many = w.number(w.first(c, "number"))
    return a.Power(a.Number(-many if "DASH" in w.kinds(c) else many), who)


rule("?predicate", "power_equal")


@reads(
    "power_equal",
    "_additional? PLUS? POWER EQUAL_TO TWICE? amount",
    'PLUS "x" POWER ","? "where" "x" "is" amount',
)
def power_equal(c: Parts, who: a.Player) -> a.Effect:
    """ "+Power equal to its cost"."""
    value = read(c[-1])
    if "TWICE" not in w.kinds(c):
        return a.Power(value, who)
    if not isinstance(value, a.CountOf | a.CountPlayers):
        raise Misfit
    return a.Power(a.Times(2, value), who)


@reads(
    "predicate",
    "GET power",
    "GET power_equal",
    "MOVE power",
    "MOVE number POWER",
    "this _gives power",
)
def get_power(c: Parts, who: a.Player) -> a.Effect:
    """ "you get +2 Power", "gain 2 Power", "this card gives +2 Power"."""
    for word in c:
        if w.token(word, "MOVE") and w.verb(word) is not a.Verb.GAIN:
            raise Misfit
        if w.token(word, "PASS") and not str(word).startswith("give"):
            raise Misfit
    many = w.first(c, "number")
    if many is not None:
        return a.Power(a.Number(w.number(many)), who)
    got: a.Effect = read(c[-1], who)
    return got


@writes(a.Power)
def say_power(effect: a.Power, _third: bool) -> str:
    """ "+2 Power", "+1 Power for each Hero you control", "+Power equal to its cost"."""
    match effect.amount:
        case a.Number(n):
            return f"+{n} Power" if n >= 0 else f"-{-n} Power"
        case a.Times(n, each):
            return f"+{n} Power for each {counted(each)}"
        case value:
            return f"+Power equal to {amount(value)}"


# ------------------------------------------------------------- Victory Points at the end


@reads("predicate", "_this_is? WORTH _additional? number VP")
def worth(c: Parts, _who: a.Player) -> a.Effect:
    """ "this card is worth 3 VPs"."""
    return a.Worth(a.Number(w.number(w.first(c, "number"))))


rule("_this_is", '(THIS_CARD | NAME) "is"?', '"is"')


@reads(
    "predicate",
    "_this_is? WORTH VP EQUAL_TO amount",
    '_this_is? WORTH "x" VP ","? "where" "x" "is" amount',
)
def worth_equal(c: Parts, _who: a.Player) -> a.Effect:
    """ "this card is worth VP equal to …"."""
    return a.Worth(read(c[-1]))


@writes(a.Worth)
def say_worth(effect: a.Worth, _third: bool) -> str:
    """What the card is worth."""
    match effect.amount:
        case a.Number(n):
            return f"this card is worth {_vp(n)}"
        case a.Times(n, each):
            return f"this card is worth {_vp(n)} for each {counted(each)}"
        case value:
            return f"this card is worth VP equal to {amount(value)}"


def _vp(number: int) -> str:
    return f"{number} VP" if number == 1 else f"{number} VPs"


# --------------------------------------------------------------------------- playing


@reads("predicate", "PLAY selection AGAIN? span?")
def play(c: Parts, who: a.Player) -> a.Effect:
    """ "play it again this turn"."""
    what = any_number(c[1])
    again = "AGAIN" in w.kinds(c)
    return a.Play(what, again, who, w.span(c, None if again else what))


@reads("predicate", "PLAY selection TWICE")
def play_twice(c: Parts, who: a.Player) -> a.Effect:
    """ "play it twice"."""
    what = read(c[1])
    if isinstance(what, a.Ref):
        return a.Seq((a.Play(what, False, who), a.Play(what, True, who)))
    many = not isinstance(what, a.Cards) or what.quantity != a.Exactly(a.ONE)
    return a.Seq((a.Play(what, False, who), a.Play(a.THEM if many else a.IT, True, who)))


@writes(a.Play)
def say_play(effect: a.Play, third: bool) -> str:
    """ "play it again this turn"."""
    often = " again" if effect.again else ""
    when = say_window(effect.window, None if effect.again else effect.what)
    return f"{'plays' if third else 'play'} {selection(effect.what)}{often} {when}".rstrip()


# ------------------------------------------------------------------------------ others


@reads("predicate", "HAVE who_np predicate")
def have_do(c: Parts, who: a.Player) -> a.Effect:
    """ "you may have each foe draw a card"."""
    if who != a.YOU:
        raise Misfit
    done: a.Effect = read(c[-1], read(c[1]))
    return done


@reads("predicate", "MOVE DOWN_TO number CARD IN_HAND?")
def discard_down(c: Parts, who: a.Player) -> a.Effect:
    """ "discard down to three cards": one by one until there are so many."""
    if w.verb(c[0]) is not a.Verb.DISCARD:
        raise Misfit
    hand = a.Place(a.Zone.HAND, a.YOU if who == a.YOU else a.THAT_PLAYER)
    left = a.CountOf(a.Cards(a.Every(), places=(hand,)))
    enough = a.There(left, a.Comparison.AT_MOST, a.Number(w.number(w.first(c, "number"))))
    one = a.Move(a.Verb.DISCARD, a.Cards(a.Exactly(a.ONE)), None, who)
    return a.RepeatUntil(one, enough)


rule("?predicate", "avoid")


@reads(
    "avoid", 'AVOID (A | "the" | "that" | THIS_CARD | YOUR) KEYWORD (AGAINST who_np)?', "AVOID IT"
)
def avoid(c: Parts, who: a.Player) -> a.Effect:
    """ "avoid an Attack against your teammate"."""
    word = w.first(c, "KEYWORD")
    if word is None:
        return a.AvoidAttack(who)  # "avoid it"
    if not str(word).startswith("attack"):
        raise Misfit
    whose = w.first(c, *PLAYERS)
    return a.AvoidAttack(read(whose) if whose is not None else who)


@writes(a.AvoidAttack)
def say_avoid(effect: a.AvoidAttack, third: bool) -> str:
    """ "avoid an Attack", with whom it is against if that is not you."""
    against = "" if effect.who == a.YOU else f" against {player(effect.who)}"
    return f"{'avoids' if third else 'avoid'} an Attack{against}"


rule("confrontation", '(THIS_CARD | "the" | A) KEYWORD')


@reads("predicate", 'CANCEL confrontation ("and" MOVE CARD "as" "usual")?')
def cancel(c: Parts, _who: a.Player) -> a.Effect:
    """ "cancel this Confrontation and buy cards as usual"."""
    effect: a.Effect = put(a.CancelConfrontation(str(c[0]).startswith("immediately")), c[1])
    return effect


@writes(a.CancelConfrontation)
def say_cancel(effect: a.CancelConfrontation, third: bool) -> str:
    """ "immediately cancel this Confrontation and buy cards as usual"."""
    start = "immediately " if effect.now else ""
    return f"{start}{'cancels' if third else 'cancel'} this Confrontation and buy cards as usual"
