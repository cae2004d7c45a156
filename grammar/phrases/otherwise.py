"""What happens otherwise, said in the sentence of the condition: "…, and 1 VP otherwise"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.ast.phrase import Parts, refuse, table
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.sentences import Builder


def _or_do(c: Parts, effect: a.Effect, b: Builder, closed: bool) -> a.Effect:
    """ "…, or discard it otherwise"."""
    refuse(closed)
    return attach.or_else(effect, b.predicate(c[0], None))


def _if_it_is_not(c: Parts, effect: a.Effect, b: Builder, closed: bool) -> a.Effect:
    """ "draw two cards if it is a Hero, or one if it is not"."""
    _asked_what_it_is(c, effect)
    return _number(c, effect, b, closed)


def _if_it_does_not(c: Parts, effect: a.Effect, b: Builder, closed: bool) -> a.Effect:
    """ "5 VP if your deck contains more Heroes than Villains, and 1 VP if it does not"."""
    refuse(not isinstance(effect, a.If))
    assert isinstance(effect, a.If)
    refuse(not isinstance(effect.condition, a.Is | a.Compare | a.HasMore))
    return _number(c, effect, b, closed)


def _or_do_if_not(c: Parts, effect: a.Effect, b: Builder, closed: bool) -> a.Effect:
    """ "draw it if it is a Hero, or discard it if it is not"."""
    _asked_what_it_is(c, effect)
    return _or_do(c, effect, b, closed)


def _asked_what_it_is(c: Parts, effect: a.Effect) -> None:
    """Refuse where it was not asked before what the card is."""
    refuse(not isinstance(effect, a.If) or not isinstance(effect.condition, a.Is))
    said = w.first(c, "IT_IS")
    refuse(said is not None and not str(said).startswith("it"))


def _number(c: Parts, effect: a.Effect, _b: Builder, closed: bool) -> a.Effect:
    """ "draw two cards if you control a Location, and one otherwise"."""
    refuse(closed or not isinstance(effect, a.If))
    assert isinstance(effect, a.If)
    return attach.or_else(effect, other_number(c, effect.then))


def other_number(c: Parts, then: a.Effect) -> a.Effect:
    """The same effect with the number that these words say."""
    units = w.kinds(c) & {"POWER", "CARD", "VP"}
    number = w.numeral(c)
    if "DASH" in w.kinds(c):
        number = a.Number(-number.value)
    match then:
        case a.Power():
            refuse(units != {"POWER"})
        case a.Worth():
            refuse(units != {"VP"})
        case a.Move(what=a.Cards(a.Exactly(a.Number())) as what):
            refuse(not units <= {"CARD"} or number.value < 1)
            return a.replace(then, what=a.replace(what, quantity=a.Exactly(number)))
        case _:
            refuse(True)
    return a.replace(then, amount=number)


table(
    suffix={
        "OTHERWISE": lambda _, e, *__: a.ElseDo(e),
        '","? "or" predicate OTHERWISE': _or_do,
        '","? ("and" | "or") DASH? number _unit? OTHERWISE': _number,
        '","? ("and" | "or") DASH? number _unit? IF IT_IS "not"': _if_it_is_not,
        '","? ("and" | "or") DASH? number _unit? IF IT DO_NOT': _if_it_does_not,
        ('","? "or" predicate IF IT_IS "not"', '","? "or" predicate IF IT DO_NOT'): _or_do_if_not,
    },
)
