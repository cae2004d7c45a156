"""Words that look like players and are none: "each of those cards", "other foe"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, refuse
from rules_check.grammar.phrases import words as w


def refuse_cards(kind: a.PlayerKind, c: Parts) -> None:
    """ "each of those cards" are no players, and "the other card foe" is nobody."""
    word = w.first(c, "THEM", "OTHER_ONE", "HE")
    them = kind is a.PlayerKind.EACH_OF_THEM
    last = c[-1]
    refuse(w.token(last, "BOTH_OF_YOU") and last != "you both")  # "your teammate and each of you"
    refuse(w.token(last, "THEM") and last != ("them" if them and "EACH" in w.kinds(c) else "both"))
    refuse(them and word is not None and word not in {"them", "those", "they"})
    others = kind in {a.PlayerKind.OTHER_FOE, a.PlayerKind.EACH_OTHER_PLAYER}
    refuse(others and word is not None and word != "the other")
    bare = w.token(c[0], "OTHER", "REMAINING") and not str(c[0]).startswith("the ")
    refuse(bare and not str(c[-1]).endswith("s"))  # "other foe" without "each"
    after = len(c) > 1 and w.token(c[1], "REMAINING") and str(c[1]).startswith("the ")
    # "each the remaining player"; "each of the remaining players" is well
    refuse(after and w.token(c[0], "EACH") and not str(c[-1]).endswith("s"))
    of_others = w.token(c[0], "EACH") and w.token(c[1] if len(c) > 1 else None, "OTHER_ONE")
    refuse(of_others and not str(c[-1]).endswith("s"))  # "each of the other foe"
