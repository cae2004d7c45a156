"""Conditions about what was done: so many in all; and about cards that are lacking for it."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.again import SUCH
from rules_check.grammar.ast.phrase import Part, Parts, read, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.conditions import compare
from rules_check.grammar.phrases.players import places


def _did_or_in_all(c: Parts) -> a.AnyOf:
    """ "you have discarded a Hero, or three cards in all"."""
    who, said, *parts = c
    verbs, tense = w.acted(said)
    done = a.Acted(verbs, read(who), tense)
    one, two = (compare(part, done) for part in w.trees(parts))
    return a.AnyOf(one, two)


def none_such(tree: Part) -> a.Condition:
    """ "there are none in the Line-Up", "you have no card to destroy": none of the cards that a
    sentence before wants."""
    if w.is_tree(tree, "opened_unable"):
        *_, said, word, _ = tree.children
        found = filters.core(said)
        refuse(filters.added(said) or found.places or found.among is not None or found.together)
        every = a.Cards(a.Every(), found.filter(), (a.SAME_PLACE,))
        done = a.Play(every) if w.token(word, "PLAY") else a.Move(w.verb(word), every)
        return a.Cannot(done)
    word, where, _ = tree.children
    refuse(not word.endswith(("none", "such card", "such cards")))
    such = a.CountOf(a.Cards(a.Every(), SUCH, places(where)[0]))
    return a.There(such, a.Comparison.EQUAL, a.Number(0))


table(one_condition={'who_np acted cards ","? OR cards IN_ALL': _did_or_in_all})
