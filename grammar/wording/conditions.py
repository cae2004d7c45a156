"""Conditions, occasions and events back to house-style text."""

from __future__ import annotations

from typing import assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import replace
from rules_check.grammar.ast.phrase import say
from rules_check.grammar.clauses import open_clause
from rules_check.grammar.wording.cards import (
    acted,
    attribute,
    core,
    filter_phrase,
    head,
    selection,
    tests_after,
)
from rules_check.grammar.wording.players import (
    ORDINALS,
    PAST,
    a_or_an,
    compared,
    destination,
    place,
    places,
    player,
    possessive,
    spell,
    with_s,
)

# ------------------------------------------------------------------ conditions


def condition(what: a.Condition) -> str:
    """A condition, without "if"."""
    match what:
        case a.There():
            return there(what)
        case a.Has(who, inner):
            verb_ = "have" if who.kind is a.PlayerKind.YOU else "has"
            said = there(inner).removeprefix("there is ").removeprefix("there are ")
            return f"{player(who)} {verb_} {said}"
        case a.Is(of, a.Filter((), (a.HasKeyword(key),))):
            return f"{selection(of)} has {key.value}"
        case a.Is(a.Ref(a.RefKind.IT), a.Filter((), (a.Chosen(a.DifferentKind.TYPE),))):
            return "it is the chosen card type"
        case a.Is(of, a.Filter((), (a.Attribute() | a.Parity() | a.CostOneOf() as test,))):
            if of == a.IT and isinstance(test, a.Parity):
                return f"its cost is {test.kind.value}"
            if isinstance(test, a.Attribute):
                if of == a.IT and test.kind is a.AttributeKind.COST and _plain_number(test):
                    return f"its cost is {attribute(test).removeprefix('cost ')}"
                return f"{selection(of)} has {attribute(test)}"
            return f"{selection(of)} is {filter_phrase(a.Filter((), (test,)))}"
        case a.Is(a.Ref(a.RefKind.IT), found):
            return f"it is {filter_phrase(found)}"
        case a.Is(of, found):
            return f"{selection(of)} is {filter_phrase(found)}"
        case a.ShareType():
            return "they share a card type"
        case a.DifferInType():
            return "they have different card types"
        case a.In(of, a.Place(a.Zone.PLAY)):
            return f"{selection(of)} is in play"
        case a.In(of, where):
            return f"{selection(of)} is in {place(where)}"
        case a.OwnsOrPlays(of):
            return f"you own or are playing {selection(of)}"
        case a.CardsSoFar(nth, found):
            return f"this is the {ORDINALS[nth]} {head(found, False, 'or')} you play this turn"
        case a.HasMore():
            return _has_more(what)
        case a.HasPoints(who, kind_, comparison, a.Number(n)):
            verb_ = "have" if who.kind is a.PlayerKind.YOU else "has"
            return f"{player(who)} {verb_} {_much(comparison, n)} {kind_.value}"
        case a.Cannot(effect):
            return f"{player(getattr(effect, 'who', a.YOU))} cannot {_plain(effect)}"
        case a.MatchesChoice():
            return "its cost matches your choice"
        case a.During(window):
            return "you are " + (
                "in a Confrontation" if window is a.Window.CONFRONTATION else window.value
            )
        case a.PlayersDid(who, at_least, effect, negated):
            kind = "foes" if who.kind is a.PlayerKind.EACH_FOE else "players"
            do = " do not" if negated else ""
            return f"{spell(at_least)} or more {kind}{do} {_plain(effect)}"
        case a.HighestCost(verb):
            return f"one player {PAST[verb]} a card with cost higher than each other player"
        case a.DefeatedInConfrontation(window):
            return f"you succeed in a Confrontation {window.value}"
        case a.Not(a.Is(a.Ref(a.RefKind.IT), found)):
            return f"it is not {filter_phrase(found)}"
        case a.Not(inner):
            return f"not {condition(inner)}"
        case a.AllOf(first, second):
            return f"{_part(first)} and {_part(second, a.AllOf)}"
        case a.AnyOf(first, second):
            return f"{_part(first)} or {_part(second, a.AnyOf)}"
        case _:
            assert_never(what)


def _after(you: bool, base: str, third: str) -> str:
    """The form of a verb after "you" or after somebody else."""
    return base if you else third


def _has_more(what: a.HasMore) -> str:
    """ "you control more Locations than each foe"."""
    you = what.who.kind is a.PlayerKind.YOU
    found, controls = compared(what.cards)
    verb = _after(you, "control", "controls") if controls else _after(you, "have", "has")
    if you:
        theirs = a.THAT_PLAYER
        mine = (replace(p, owner=a.YOU) if p.owner == theirs else p for p in found.places)
        found = replace(found, places=tuple(mine))
    word = "more" if what.more else "fewer"
    body = core(found, True, "or") + places(found, "in")
    return f"{player(what.who)} {verb} {word} {body} than {player(what.than)}"


def _much(comparison: a.Comparison, number: int) -> str:
    return {
        a.Comparison.AT_LEAST: f"{number} or more",
        a.Comparison.AT_MOST: f"{number} or less",
        a.Comparison.LESS: f"less than {number}",
        a.Comparison.MORE: f"more than {number}",
        a.Comparison.EQUAL: f"exactly {number}",
    }[comparison]


def _plain(effect: a.Effect) -> str:
    return say(effect, False)


def _part(what: a.Condition, same: type[a.Condition] | None = None) -> str:
    """A condition beside "and" or "or": in brackets if it has another of them in it."""
    loose = isinstance(what, a.AllOf | a.AnyOf) and not (same and isinstance(what, same))
    loose = loose or isinstance(what, a.Cannot)
    return f"[{condition(what)}]" if loose else condition(what)


def _plain_number(test: a.Attribute) -> bool:
    known = {a.Comparison.EQUAL, a.Comparison.AT_MOST, a.Comparison.AT_LEAST}
    return isinstance(test.value, a.Number) and test.comparison in known


def there(what: a.There) -> str:
    """A count compared with a number."""
    found = what.count.cards
    value = what.value
    assert isinstance(value, a.Number)
    if isinstance(found.quantity, a.CostWorth):
        subject = next(t for t in found.filter.tests if isinstance(t, a.Acted))
        return f"{acted(subject)} {found.quantity.amount} or greater cost worth of cards"
    one = value.value == 1 and what.comparison in {a.Comparison.AT_LEAST, a.Comparison.EQUAL}
    number = {
        a.Comparison.AT_LEAST: f"{spell(value.value)} or more",
        a.Comparison.AT_MOST: f"{spell(value.value)} or fewer",
        a.Comparison.LESS: f"fewer than {spell(value.value)}",
        a.Comparison.MORE: f"more than {spell(value.value)}",
        a.Comparison.EQUAL: "no" if value.value == 0 else f"exactly {spell(value.value)}",
    }[what.comparison]
    if what.count.different is a.DifferentKind.TYPE:
        tail = tests_after(found.filter) + places(found, "in")
        return f"there are {number} different card types{tail}"
    rest, subject_ = _subject(found)
    different = "different " if what.count.different is a.DifferentKind.NAME else ""
    plural = not (one and what.comparison is a.Comparison.AT_LEAST)
    body = different + core(rest, plural, "or") + places(rest, "in")
    body = f"{number} {body}" if plural else a_or_an(body)
    if subject_ is None:
        return f"there {'are' if plural else 'is'} {body}"
    match subject_:
        case a.Controlled(who):
            return (
                f"{player(who)} {'control' if who.kind is a.PlayerKind.YOU else 'controls'} {body}"
            )
        case a.Acted():
            said = acted(a.Acted(subject_.verbs, subject_.who, subject_.tense))
            return f"{said} {body}" + (f" {subject_.window.value}" if subject_.window else "")


def _subject(found: a.Cards) -> tuple[a.Cards, a.Controlled | a.Acted | None]:
    """Take "you control" or "you played" out of the cards, where it can lead the sentence."""
    tests = found.filter.tests
    leading = [t for t in tests if isinstance(t, a.Controlled | a.Acted)]
    plain = (a.Other, a.Attribute, a.CostOneOf, a.Parity, a.Different)
    rest = tuple(t for t in tests if t not in leading)
    if len(leading) != 1 or not all(isinstance(t, plain) for t in rest):
        return found, None
    if isinstance(leading[0], a.Acted) and found.places:
        return found, None
    trimmed = a.Cards(
        found.quantity, a.Filter(found.filter.nouns, rest), found.places, found.spread, found.random
    )
    return trimmed, leading[0]


# ------------------------------------------------------------------- occasions


def moment(when: a.Moment) -> str:
    """ "at the end of your turn"."""
    if when.each:
        return f"at the {when.point.value} of each of your turns"
    turn = "next turn" if when.next else "turn"
    return f"at the {when.point.value} of {possessive(when.whose)} {turn}"


def occasion(what: a.Occasion) -> str:
    """When it happens."""
    match what:
        case a.Moment():
            return moment(what)
        case a.GameEnd():
            return "at the end of the game"
        case a.Once(window):
            return f"once {window.value}"
        case a.Trigger(event_, often, nth, window):
            head_ = {
                a.Often.WHEN: "when",
                a.Often.EACH: "each time",
                a.Often.NTH: f"the {ORDINALS[nth]} time",
            }[often]
            loose = window is not None and open_clause(event_.what)
            tail = f" {'at any time ' if loose else ''}{window.value}" if window else ""
            return f"{head_} {event(event_)}{tail}"
        case _:
            assert_never(what)


def event(what: a.Event) -> str:
    """Something that happens."""
    if what.told:
        assert what.what is not None
        return f"a card tells you to {what.verbs[0].value} {selection(what.what)}"
    if what.who is None:
        assert what.what is not None
        be = "would be" if what.would else "is"
        goal = f" {destination(what.to)}" if what.to is not None else ""
        goal += " in any zone" if what.anywhere else ""
        return f"{selection(what.what)} {be} {PAST[what.verbs[0]]}{goal}"
    base = what.who.kind is a.PlayerKind.YOU
    if what.verbs[0] in {a.Verb.ATTACK, a.Verb.CONFRONT}:
        return f"{player(what.who)} {'are' if base else 'is'} {what.verbs[0].value}ed"
    if what.would:
        said = " or ".join(v.value for v in what.verbs)
        assert what.what is not None
        return f"{player(what.who)} would {said} {selection(what.what)}"
    said = " or ".join(v.value if base else with_s(v.value) for v in what.verbs)
    if what.what is None:
        return f"{player(what.who)} {said} an Attack"
    zone = " in any zone" if what.anywhere else ""
    return f"{player(what.who)} {said} {selection(what.what)}{zone}"


def until(what: a.Until) -> str:
    """Until an event or the end of a turn."""
    match what.end:
        case a.Moment(point, whose, _, following):
            turn = "next turn" if following else "turn"
            return f"until the {point.value} of {possessive(whose)} {turn}"
        case a.Event():
            return f"until {event(what.end)}"
