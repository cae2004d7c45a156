"""What may not be done: "you cannot draw cards or play Villains this turn"."""

from __future__ import annotations

from collections.abc import Callable

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.ast.phrase import Part, read, refuse
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.costs import ban

Predicate = Callable[[Part, a.Player | None], a.Effect]
"""What a predicate says that a player does."""


def forbid(tree: Part, who: a.Player, predicate: Predicate) -> a.Effect:
    """ "cannot …", "do not …": the words of time say how long it is forbidden; of several things
    joined by "or", each is."""
    refuse(str(tree.children[0]).startswith("fail"))  # "each foe fails to …" happens: it is no ban
    said = [part for part in w.trees(tree) if part.data != "span"]
    if any(_this_attack(one, who, predicate) for one in said):
        if who.kind is a.PlayerKind.A_FOE and who.test is not None:  # "a foe with … cannot": any
            who = a.replace(who, kind=a.PlayerKind.EACH_FOE)
        refuse(len(said) > 1 or w.span(tree) is not None or who.kind is not a.PlayerKind.EACH_FOE)
        return a.Unavoidable(
            who if who.test is not None else None
        )  # "foes cannot avoid this Attack"
    return attach.sequence([one for deed in said for one in _bans(deed, tree, who, predicate)])


def _this_attack(deed: Part, who: a.Player, predicate: Predicate) -> bool:
    if not w.kinds(deed) & {"THIS_CARD", "THIS"}:
        return False
    return not w.is_tree(deed, "use_defense") and isinstance(predicate(deed, who), a.AvoidAttack)


def _bans(deed: Part, tree: Part, who: a.Player, predicate: Predicate) -> list[a.Effect]:
    if w.is_tree(deed, "use_defense"):
        key = w.keyword(str(w.first(deed, "KEYWORD")))
        if "AVOID" in w.kinds(deed):  # "foes cannot avoid Attacks this turn"
            said = str(w.first(deed, "KEYWORD"))
            refuse(key is not a.Keyword.ATTACK or (said == "attack" and "ANY" not in w.kinds(deed)))
            return [a.Forbid(a.AvoidAttack(who), w.span(tree))]
        refuse(key not in {a.Keyword.DEFENSE, a.Keyword.BLOCK})
        block = key is a.Keyword.BLOCK
        used = a.Undertake(a.Verb.BLOCK, who) if block else a.AvoidAttack(who)
        return [a.Forbid(used, w.span(tree))]
    if deed.data.startswith("undertake"):
        return [a.Forbid(a.replace(read(deed), who=who), w.span(tree))]
    refuse("ONLY" in w.kinds(deed))  # "you cannot draw only one card": none, or more?
    inner = predicate(deed, who)
    each = inner.options if isinstance(inner, a.ChooseOne) else (inner,)  # "buy or gain cards"
    refuse(any(getattr(one, "window", None) is not None for one in each))
    return [ban(one, deed, w.span(tree, getattr(one, "what", None))) for one in each]
