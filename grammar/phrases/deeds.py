"""Conditions about what was done: none of it, both, so many in all; and about the only card."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.again import SUCH
from rules_check.grammar.ast.phrase import Part, Parts, read, refuse, rule, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import count_of
from rules_check.grammar.phrases.conditions import compare
from rules_check.grammar.phrases.of_each import of_each
from rules_check.grammar.phrases.players import places

rule("_was", '"was"', '"were"')


def _did_or_in_all(c: Parts) -> a.AnyOf:
    """ "you have discarded a Hero, or three cards in all"."""
    who, said, *parts = c
    verbs, tense = w.acted(said)
    done = a.Acted(verbs, read(who), tense)
    one, two = (compare(part, done) for part in w.trees(parts))
    return a.AnyOf(one, two)


def _this_way(verb: a.Verb, word: str | None, who: a.Player | None = None) -> a.There:
    """None of the cards spoken of, or both of them."""
    found = a.CountOf(filters.Core(tests=[a.ThisWay(verb, None, who)]).every())
    if word is None:
        return a.There(found, a.Comparison.EQUAL, a.Number(0))
    refuse(not word.startswith("both"))
    return a.There(found, a.Comparison.AT_LEAST, a.Number(2))


def _did_none_or_both(c: Parts) -> a.Condition:
    """ "you destroyed none", "you destroyed both cards"."""
    who, said, last = c[:3]
    verbs, tense = w.acted(said)
    refuse(len(verbs) != 1 or tense is a.Tense.BOTH)
    doer: a.Player = read(who)
    word = None if w.token(last, "NONE") else str(last.children[0])
    refuse(word is not None and tense is not a.Tense.PAST)
    if doer == a.YOU:
        return _this_way(verbs[0], word)
    return of_each(doer, lambda they: _this_way(verbs[0], word, they))


def _none_or_both_done(c: Parts) -> a.There:
    """ "none were destroyed", "both were discarded"."""
    none = w.first(c, "NONE")
    return _this_way(w.verb(c[-1]), None if none is not None else str(c[0].children[0]))


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


def _only_card(c: Parts) -> a.There:
    """ "this is the only Hero you have played this turn": there is no other."""
    found = filters.Core()
    filters.read_head(found, w.first(c, "head"))
    said = w.first(c, *w.ACTED)
    if said is None:
        test: a.Test = a.Controlled(a.YOU)
    else:
        verbs, tense = w.acted(said)
        test = a.Acted(verbs, a.YOU, tense, w.window(c))
    found.tests += [a.Other(), test]
    return a.There(count_of(found), a.Comparison.EQUAL, a.Number(0))


table(
    one_condition={
        'who_np acted cards ","? OR cards IN_ALL': _did_or_in_all,
        ("who_np acted NONE THIS_WAY?", "who_np acted them"): _did_none_or_both,
        ('NONE ("of" THEM)? _was PAST', "them _was PAST"): _none_or_both_done,
        ("cards _was PAST THIS_WAY", 'cards ("is" | "are") PAST THIS_WAY'): lambda c: compare(
            c[0], a.ThisWay(w.verb(w.first(c, "PAST")))
        ),
        'THIS_CARD "is" "the" "only" head (YOU acted window? | YOU CONTROL)': _only_card,
    }
)
