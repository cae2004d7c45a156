"""Cards that a condition has named in the plural, spoken of in what follows it."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part
from rules_check.grammar.phrases import words as w


def those(condition: Part, so: a.Condition, effect: a.Effect) -> a.Effect:
    """ "If you revealed any Heroes, draw them": not all that was revealed, but the Heroes."""
    if not w.says(condition, "ANY"):
        return effect
    match so:
        case a.There(
            a.CountOf(a.Cards(a.Every(), a.Filter((_, *_), (a.Acted() as did,)) as which))
        ):
            if did.window is not None or did.tense is not a.Tense.PAST or len(did.verbs) != 1:
                return effect
        case _:
            return effect
    meant = a.Filter(which.nouns, (a.ThisWay(did.verbs[0], None, did.who),))

    def told(node: a.Node) -> a.Node:
        if node == a.THEM:
            return a.Cards(a.Every(), meant)
        if isinstance(node, a.Cards) and node.among == a.THEM and node.filter == a.Filter():
            return a.replace(node, filter=meant, among=None)
        found: a.Node = a.rebuild(node, told)
        return found

    done: a.Effect = told(effect)  # type: ignore[assignment]
    return done
