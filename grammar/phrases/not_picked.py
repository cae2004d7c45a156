"""What was not taken: "gain the one they did not choose", "the cards that were not chosen"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, read, refuse, table
from rules_check.grammar.phrases import words as w

_WHO = (a.PlayerKind.YOU, a.PlayerKind.THAT_PLAYER, a.PlayerKind.THAT_FOE)


def _other(c: Parts) -> a.Ref:
    """ "the one they did not pick", "the card not chosen": the other of two."""
    word: Part = w.first(c, "number", "CARD")
    refuse(w.token(word) and word != "card")
    refuse(not w.token(word) and w.number(word) != 1)
    _by_whom(c)
    return a.Ref(a.RefKind.OTHER)


def _rest(c: Parts) -> a.Ref:
    """ "the cards you did not choose": the rest of them."""
    refuse(w.first(c, "CARD") != "cards")
    _by_whom(c)
    return a.Ref(a.RefKind.REST)


def _by_whom(c: Parts) -> None:
    """Whoever chose: "they did not", "you did not"; and nothing but to choose."""
    said = [part for part in c if not w.token(part) and not w.is_tree(part, "number")]
    refuse(any(read(part).kind not in _WHO for part in said))
    done = w.first(c, "PAST")
    refuse(done is not None and w.verb(done) is not a.Verb.CHOOSE)


_NOT = ("who_np DID_NOT CHOOSE", '("that" | "which")? ("was" | "were")? "not" PAST')
table(
    other_one={tuple(f"THE (number | CARD) {said}" for said in _NOT): _other},
    rest={tuple(f"THE CARD {said}" for said in _NOT): _rest},
)
