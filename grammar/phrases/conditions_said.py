"""Conditions, written: what follows "if"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import say, writes
from rules_check.grammar.compose import nested_value
from rules_check.grammar.phrases import filters, players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.cards import say_counted, selection
from rules_check.grammar.phrases.not_so import said_not_so
from rules_check.grammar.phrases.of_each import EVERYONE, deed, say_deed


@writes(a.Has, a.HasPoints, a.Cannot, a.Not, a.AllOf, a.AnyOf)
def say_condition(what: a.Condition) -> str:
    """Conditions that speak of a number, of a deed, or of other conditions."""
    match what:
        case a.Has(who, there) if (test := _deed(there)) is not None:
            return say_deed(who, there, test)
        case a.Has(who, there):
            said = say_there(there).removeprefix("there is ").removeprefix("there are ")
            return f"{players.has(who)} {said}"
        case a.HasPoints(who, kind, comparison, a.Number(n)):
            return f"{players.has(who)} {_compared_with(comparison, str(n), 'less')} {kind.value}"
        case a.Cannot(effect):
            return f"{players.player(getattr(effect, 'who', a.YOU))} cannot {say(effect, False)}"
        case a.Not(a.Is(a.Ref(a.RefKind.IT, None, None), found)):
            return f"it is not {filters.a_or_an(filters.noun_phrase(found))}"
        case a.Not(a.Is(of, a.Filter((), (a.Alike() as test,)))):
            them = "they" if of == a.THEM else selection(of)
            return f"{them} do not have {say(test)}"
        case a.Not(a.ShareType()):
            return "they do not share a card type"
        case a.Not(a.DifferInType()):
            return "they do not have different card types"
        case a.Not(a.Is(a.Ref(a.RefKind.THEM, None), found)):
            return f"they are not {filters.noun_phrase(found, True)}"
        case a.Not(a.Is(of, found)):
            return f"{selection(of)} is not {filters.a_or_an(filters.noun_phrase(found))}"
        case a.Not(a.CardsSoFar() as so_far):
            return say(so_far).replace("this is", "this is not", 1)
        case a.Not(inner):
            return said_not_so(inner, say(inner))
        case a.AllOf(one, two):
            return f"{_part(one)} and {_part(two, a.AllOf)}"
        case a.AnyOf(one, two):
            return f"{_part(one)} or {_part(two, a.AnyOf)}"
        case _:
            raise TypeError(what)


def _deed(there: a.There) -> a.Controlled | a.Acted | a.ThisWay | None:
    """What "they control" or "they did", if a sentence can begin with it."""
    test = deed(there)
    leads = isinstance(test, a.ThisWay) or _subject(there.count.cards)[1] is not None
    return test if leads else None


def _part(what: a.Condition, same: type[a.Condition] | None = None) -> str:
    """A condition beside "and" or "or": in brackets if it has another of them in it."""
    loose = isinstance(what, a.AllOf | a.AnyOf) and not (same and isinstance(what, same))
    return f"[{say(what)}]" if loose or isinstance(what, a.Cannot) else say(what)


def _compared_with(comparison: a.Comparison, number: str, less: str) -> str:
    return {
        a.Comparison.AT_LEAST: f"{number} or more",
        a.Comparison.AT_MOST: f"{number} or {less}",
        a.Comparison.LESS: f"{less} than {number}",
        a.Comparison.MORE: f"more than {number}",
        a.Comparison.EQUAL: f"exactly {number}",
    }[comparison]


@writes(a.There)
def say_there(what: a.There, of_each: bool = False) -> str:
    """A count compared with a number (`of_each`: for each of several players)."""
    found, value = what.count.cards, what.value
    assert isinstance(value, a.Number)
    worth = found.quantity if isinstance(found.quantity, a.CostWorth) else None
    found = a.replace(found, quantity=a.Every())
    many = _compared_with(what.comparison, w.spell(value.value), "fewer")
    if worth is not None:
        many = f"{worth.amount} or greater cost worth of"
    elif what.comparison is a.Comparison.EQUAL and value.value == 0:
        many = "no"
    if what.count.different is a.DifferentKind.TYPE:
        tail = say_counted(found, True).removeprefix("cards")
        return f"there are {many} different card types{tail}"
    rest, subject_ = _subject(found, of_each)
    different = "different " if what.count.different is a.DifferentKind.NAME else ""
    single = value.value == 1 and what.comparison in (a.Comparison.AT_LEAST, a.Comparison.EQUAL)
    plural = worth is not None or not single
    body = different + say_counted(rest, plural)
    exactly = what.comparison is a.Comparison.EQUAL
    body = f"{many} {body}" if plural or exactly else filters.a_or_an(body)
    match subject_:
        case None:
            return f"there {'are' if plural else 'is'} {body}"
        case a.Controlled(who):
            return f"{players.has(who, 'control')} {body}"
        case a.Acted():
            said = say(a.replace(subject_, window=None))
            return f"{said} {body} {subject_.window or ''}".rstrip()


def _subject(
    found: a.Cards, of_each: bool = False
) -> tuple[a.Cards, a.Controlled | a.Acted | None]:
    """Take "you control" or "you played" out of the cards, where it can lead the sentence."""
    tests = found.filter.tests
    leading = [t for t in tests if isinstance(t, a.Controlled | a.Acted)]
    if not of_each and any(t.who.kind in EVERYONE for t in leading):
        return found, None  # all of theirs together
    plain = (a.Other, a.Attribute, a.CostOneOf, a.Parity, a.Different, a.Alike)
    rest = tuple(t for t in tests if t not in leading)
    if len(leading) != 1 or not all(isinstance(t, plain) for t in rest):
        return found, None
    if isinstance(leading[0], a.Acted) and found.places:
        return found, None
    if found.among is not None or any(map(nested_value, rest)):
        return found, None
    trimmed = a.Filter(found.filter.nouns, rest)
    return a.replace(found, filter=trimmed), leading[0]
