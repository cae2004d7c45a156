"""Sentences that say something before, or instead of, their subject: "to avoid an Attack, …"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.ast import phrase
from rules_check.grammar.ast.phrase import Parts, only, read, refuse, table
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.costs import ban
from rules_check.grammar.phrases.players import PLAYERS
from rules_check.grammar.phrases.sentences import Builder


def _may_too(c: Parts, b: Builder) -> a.Effect:
    """ "each foe draws a card and may discard a card": said of whoever is named before."""
    refuse(b.subject is None or b.both is not None or b.may)
    clause = c[-1].children[0]
    refuse(w.is_tree(clause, "clause") and w.is_tree(clause.children[0], "you_and", *PLAYERS))
    who = only(a.Player, b.subject)
    return a.May(b.by(who, c[-1])[0], who=who)


def _to_avoid(c: Parts, b: Builder) -> a.Effect:
    """ "to avoid an Attack, you may discard this card"."""
    avoid = read(c[0], a.YOU)
    effect = b.effect(c[-1])
    if isinstance(effect, a.May):
        refuse(effect.who != a.YOU or effect.then is not None)
        return a.replace(effect, effect=attach.sequence([effect.effect, avoid]))
    refuse(not isinstance(effect, a.Move | a.Show | a.PayPower | a.Seq))
    refuse(attach.doer(effect) != a.YOU)
    return attach.sequence([effect, avoid])


def _nobody_may(c: Parts, b: Builder) -> a.Effect:
    """ "no player may buy Villains this turn"."""
    kind = a.PlayerKind.EACH_FOE if "FOE" in w.kinds(c) else a.PlayerKind.EACH_PLAYER
    kind = a.PlayerKind.EACH_OTHER_PLAYER if "OTHER" in w.kinds(c) else kind
    inner = b.predicate(w.trees(c)[0], a.Player(kind))
    refuse(getattr(inner, "window", None) is not None)
    within = w.span(c, getattr(inner, "what", None))
    return ban(inner, w.trees(c)[0], within)


def _at_any_time(c: Parts, b: Builder) -> a.Effect:
    """ "at any time this turn, you may play it"."""
    match b.effect(c[-1]):
        case a.May(a.Play(window=None) as play) as may:
            return a.replace(may, effect=a.replace(play, window=w.window(c)))
        case _:
            raise phrase.Misfit


table(
    scoped={
        "_may chain": _may_too,
        '"to" avoid "," chain': _to_avoid,
        'AT_ANY_TIME window "," chain': _at_any_time,
        'NO (FOE | PLAYER | OTHER PLAYER) ("may" | "can") predicate span?': _nobody_may,
    },
)
