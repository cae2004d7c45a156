"""What happens at the end of a turn in which no Character was defeated: "If you do not defeat that
foe's Character this turn, put this card on top of your deck at the end of your turn"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, only, read, refuse, table
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.sentences import Builder
from rules_check.grammar.phrases.side_by_side import at_end

_DEFEATED: Final = a.Filter(
    (a.TitleNoun(a.Title.CHARACTER),),
    (a.Acted((a.Verb.DEFEAT,), a.YOU, a.Tense.PAST, a.Window.THIS_TURN),),
)
_WHOSE: Final = frozenset({a.PlayerKind.THAT_FOE, a.PlayerKind.CONFRONTED, a.PlayerKind.A_FOE})
"""Whose Character is defeated by whoever defeats one: only the Confronted one can be."""


def _no_character(c: Parts) -> a.There:
    """ "you did not defeat a Character this turn"."""
    refuse(w.first(c, "TITLE") not in {None, "character"})
    of = w.first(c, "owned_title")
    if of is not None:
        refuse(only(a.CharacterOf, read(of)).owner.kind not in _WHOSE)
    refuse(w.window(c) not in {None, a.Window.THIS_TURN})
    none = a.CountOf(a.Cards(a.Every(), _DEFEATED))
    return a.There(none, a.Comparison.EQUAL, a.Number(0))


def _then_at_end(c: Parts, b: Builder) -> a.Effect:
    """Whether a Character was defeated is known at the end of the turn, and asked then."""
    end, then = at_end(b.effect(c[-1]))
    return a.When(end, a.If(_no_character(c), then))


def _unless_defeated(c: Parts, effect: a.Effect, *_: object) -> a.Effect:
    """ "at the end of this turn, put this card on top of your deck if you did not defeat a
    Character": of what is done there and then."""
    said = str(w.first(c, "IF_YOU_CHOOSE_NOT_TO"))
    refuse(said not in {"if you did not", "if you didn't"} or not isinstance(effect, a.Move))
    return a.If(_no_character(c), effect)


_NO_ONE: Final = "DEFEAT (A TITLE | owned_title) window?"
table(
    suffix={f"IF_YOU_CHOOSE_NOT_TO {_NO_ONE}": _unless_defeated},
    scoped={
        (
            'IF YOU (DO_NOT | DID_NOT) DEFEAT owned_title window? "," chain',
            'IF_YOU_CHOOSE_NOT_TO DEFEAT owned_title window? "," chain',
        ): _then_at_end,
    },
)
