"""What was done so far, and what is given if it is not so: "this is at least the third card you
have played this turn", "6 VP if you have the most Locations, and 2 VP if you do not"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.ast.phrase import Parts, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.otherwise import other_number
from rules_check.grammar.phrases.sentences import Builder

NOW: Final = a.Window.THIS_TURN

# ------------------------------------------------------------------------- cards of the turn


def _at_least_nth(c: Parts) -> a.There:
    """ "this is at least the third card you have played this turn": there were two others."""
    refuse(w.acted(w.first(c, *w.ACTED))[0] != (a.Verb.PLAY,) or w.window(c) is not NOW)
    found = filters.Core()
    filters.read_head(found, w.first(c, "head"))
    nth = w.ORDINALS[str(w.first(c, "ORDINAL"))]
    refuse(found.together or nth < 2)
    found.tests = [a.Other(), a.Acted((a.Verb.PLAY,), a.YOU, a.Tense.PAST, NOW)]
    return a.There(a.CountOf(found.every()), a.Comparison.AT_LEAST, a.Number(nth - 1))


def _leaves_none(c: Parts) -> a.There:
    """ "that leaves no Heroes there", "this leaves you with no cards in hand": there are none."""
    said = w.first(c, "core")
    refuse(w.first(c, "THIS_CARD") not in {None, "this"} or str(w.first(c, "LEAVE")) != "leaves")
    found = filters.core(said)
    refuse(filters.added(said) or found.together or not (found.places or found.tests))
    return a.There(a.CountOf(found.every()), a.Comparison.EQUAL, a.Number(0))


# -------------------------------------------------------------------------- if it is not so


def _if_not(c: Parts, effect: a.Effect, _b: Builder, closed: bool) -> a.Effect:
    """ "draw two cards if you control a Hero, or one if not"."""
    refuse(closed or not isinstance(effect, a.If))
    assert isinstance(effect, a.If)
    return attach.or_else(effect, other_number(c, effect.then))


def _if_you_do_not(c: Parts, effect: a.Effect, b: Builder, closed: bool) -> a.Effect:
    """ "5 VP if you have a Hero in your deck, and 2 VP if you do not"."""
    said = str(w.first(c, "IF_YOU_CHOOSE_NOT_TO"))
    refuse(any(word in said for word in attach.CHOSEN) or not isinstance(effect, a.If))
    assert isinstance(effect, a.If)
    match effect.condition:
        case a.PlayersAre(a.Player(a.PlayerKind.YOU), _, None):
            return _if_not(c, effect, b, closed)
        case asked:
            refuse(not attach.is_denied(asked, attach.Opener.IF_YOU_DO_NOT))
            return _if_not(c, effect, b, closed)


def _if_they_do_not(c: Parts, effect: a.Effect, b: Builder, closed: bool) -> a.Effect:
    """ "3 VP if your teammate has a Hero in their deck, and 1 VP if they do not"."""
    said = str(w.first(c, "IF_THEY_CHOOSE_NOT_TO"))
    refuse(any(word in said for word in attach.CHOSEN) or not isinstance(effect, a.If))
    assert isinstance(effect, a.If)
    refuse(not attach.is_denied(effect.condition, attach.Opener.IF_THEY_DO_NOT))
    return _if_not(c, effect, b, closed)


def _if_anyone_does(c: Parts, effect: a.Effect, b: Builder, closed: bool) -> a.Effect:
    """ "6 VP if no other player has more Locations than you, and 2 VP if anyone does"."""
    refuse(not isinstance(effect, a.If) or str(w.first(c, "DO")) != "does")
    assert isinstance(effect, a.If)
    match effect.condition:
        case a.PlayersAre(who, _, a.Comparison.EQUAL, 0):
            foes = who.kind in {a.PlayerKind.EACH_FOE, a.PlayerKind.OTHER_FOE}
            refuse("FOE" in w.kinds(c) and not foes)
            return _if_not(c, effect, b, closed)
        case _:
            refuse(True)
            return effect


_ELSE = '","? ("and" | "or") (DASH | PLUS)? number _unit?'
table(
    one_condition={
        'this "is" AT_LEAST "the" ORDINAL head "that"? YOU acted window': _at_least_nth,
        '("that" | THIS_CARD) LEAVE (YOU "with")? NO core': _leaves_none,
    },
    suffix={
        f"{_ELSE} IF_NOT": _if_not,
        f"{_ELSE} IF_YOU_CHOOSE_NOT_TO": _if_you_do_not,
        f"{_ELSE} IF_THEY_CHOOSE_NOT_TO": _if_they_do_not,
        f"{_ELSE} IF (A | ANY) OTHER? (PLAYER | FOE) DO": _if_anyone_does,
    },
)
