"""Occasions ("when …", "at the start of …"), and stretches of time; also written."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, read, refuse, rule, say, table, writes
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.filters import core
from rules_check.grammar.phrases.players import PLAYERS

_SPANS: Final = (
    *("IN_CONFRONTATION", "DURING_YOUR_TURN", "EACH_OF_YOUR_TURNS", "FOES_TURN", "OTHER_TURN"),
    *("ANY_TURN", "THIS_TURN"),
)
"""Stretches of time with which a sentence can begin."""

MOST: Final = 5
"""How many cards are counted at most on a card that is played itself."""

rule("?occasion", "trigger", "moment")
rule("?event", "would")
rule("span", "AT_ANY_TIME? window")
rule("window", *w.WINDOWS)


def _when_nth(c: Parts) -> a.Trigger:
    """ "when you play your second Hero this turn"."""
    _, who, word, *_ = c
    found = core(w.first(c, "core")).cards(a.Exactly(a.ONE))
    event = a.Event((w.verb(word),), read(who), found)
    nth, within = w.ORDINALS[str(w.first(c, "ORDINAL"))], w.span(c, event)
    refuse(nth > MOST and within is a.Window.THIS_TURN)  # of the turn, or since this is played?
    return a.Trigger(event, a.Often.NTH, nth, within)


def _for_the_first_time(c: Parts) -> a.Trigger:
    """ "when you play a Hero for the first time each turn"."""
    _, who, word, what, often, *_ = c
    event = a.Event((w.verb(word),), read(who), read(what))
    within = w.span(c, event)
    refuse(within is None or within is a.Window.THIS_TURN)
    return a.Trigger(event, a.Often.NTH, w.nth_time(often), within)


def _when_next(c: Parts) -> a.Trigger:
    """ "when you play your next Hero this turn"."""
    _, who, word, *_ = c
    found = core(w.first(c, "core")).cards(a.Exactly(a.ONE))
    event = a.Event((w.verb(word),), read(who), found)
    return a.Trigger(event, a.Often.NEXT, 0, w.span(c, event))


def _nth_in_a_turn(c: Parts) -> a.Trigger:
    """ "when you play your second Villain in a turn"."""
    number = w.first(c, "number")
    refuse(number is not None and w.number(number) != 1)
    return a.replace(_when_nth(c), window=a.Window.EACH_TURN)


def _upon(c: Parts) -> a.Trigger:
    """ "upon buying this card", "after gaining a Hero": when you do so."""
    refuse(w.first(c, "WHEN") not in {None, "after"})
    return a.Trigger(a.Event((w.verb(w.first(c, "GERUND")),), a.YOU, read(c[-1])))


def _until_event(c: Parts) -> a.Until:
    ends = read(c[-1])
    # "until you reveal a Hero" says how often, not how long
    refuse(ends.who is not None and ends.what is not None)
    return a.Until(ends)


def _until_moment(c: Parts) -> a.Until:
    said = w.first(c, *PLAYERS)
    point = a.Point.END if "END" in w.kinds(c) else a.Point.START
    mine = a.THAT_PLAYER if "THEIR" in w.kinds(c) else a.YOU
    whose = mine if said is None else read(said)
    later = point is a.Point.START or "NEXT_TURN" in w.kinds(c)
    return a.Until(a.Moment(point, whose, next=later))


table(
    occasion={
        "WHEN who_np _act (YOUR | THE | A) ORDINAL core span?": _when_nth,
        "WHEN who_np _act (YOUR | THE) NEXT core span?": _when_next,
        'WHEN who_np _act cards "for" THE_NTH_TIME span': _for_the_first_time,
        'WHEN who_np _act (YOUR | THE | A) ORDINAL core "in" (A | number) "turn"': _nth_in_a_turn,
        '("upon" | WHEN) GERUND (this | cards)': _upon,
        f"({' | '.join(_SPANS)})": lambda c: w.WINDOWS[c[0].type],
    },
    until={
        "UNTIL event": _until_event,
        (
            'UNTIL "the" END "of" (who_np "\'s" | YOUR | THEIR) ("turn" | NEXT_TURN)',
            'UNTIL (who_np "\'s" | YOUR | THEIR) NEXT_TURN',
            'UNTIL "the" START "of" (who_np "\'s" | YOUR | THEIR) ("turn" | NEXT_TURN)',
        ): _until_moment,
    },
)


@writes(a.Until)
def until(what: a.Until) -> str:
    """Until an event or the end of a turn."""
    return f"until {say(what.end).removeprefix('at ')}"
