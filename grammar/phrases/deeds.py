"""Conditions about what was done: none of it, both, so many in all; and about the only card."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.again import SUCH
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, rule, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import count_of
from rules_check.grammar.phrases.conditions import compare
from rules_check.grammar.phrases.likeness import alike
from rules_check.grammar.phrases.of_each import of_each
from rules_check.grammar.phrases.players import places
from rules_check.grammar.phrases.quantities import how_many

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
    refuse(w.token(last, "NONE") and str(last) == "neither")  # of which two?
    word = None if w.token(last, "NONE") else str(last.children[0])
    if doer == a.YOU:
        return _this_way(verbs[0], word)
    return of_each(doer, lambda they: _this_way(verbs[0], word, they))


def _did_so_many(c: Parts) -> a.Condition:
    """ "you destroyed exactly two", "they discard fewer than two", "you discard only one of them":
    of the cards to which the sentence before tells them to do so."""
    verbs, tense = w.acted(c[1])
    refuse(len(verbs) != 1 or tense is a.Tense.BOTH)
    refuse(w.first(c, "THEM") not in {None, "them", "those", "those cards"})
    much = how_many(c)
    just = not w.kinds(c) & {"OR_MORE", "OR_LESS", "AT_LEAST", "FEWER_THAN", "MORE_THAN"}

    def there(who: a.Player) -> a.There:
        done = a.ThisWay(verbs[0], None, None if who == a.YOU else who)
        count = a.CountOf(filters.Core(tests=[done]).every())
        how = a.Comparison.EQUAL if just else only(a.Comparison, much.comparison)
        return a.There(count, how, much.value)

    return of_each(read(c[0]), there)


def _did_to_one(c: Parts) -> a.Condition:
    """ "they reveal one with cost 3 or greater": a card that is so."""
    who, said, one, *posts = c
    refuse(w.number(one) != 1 or read(who).kind not in {a.PlayerKind.YOU, a.PlayerKind.THAT_PLAYER})
    verbs, tense = w.acted(said)
    found = filters.with_posts(filters.Core(), posts)
    refuse(found.places or found.among is not None)
    found.tests.append(a.Acted(verbs, read(who), tense))
    return a.There(count_of(found), a.Comparison.AT_LEAST, a.ONE)


def _no_two_alike(c: Parts) -> a.There:
    """ "no two cards in your hand have the same cost"."""
    refuse(w.number(w.first(c, "number")) != 2)
    found = filters.core(w.first(c, "core"))
    test = read(c[-1])
    like = alike(test)
    refuse(like == test)
    found.tests.append(like)
    return a.There(count_of(found), a.Comparison.LESS, a.Number(2))


def _none_or_both_done(c: Parts) -> a.There:
    """ "none were destroyed", "both were discarded"."""
    none = w.first(c, "NONE")
    return _this_way(
        w.verb(w.first(c, "PAST")), None if none is not None else str(c[0].children[0])
    )


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
        (
            'who_np acted _much ("of" THEM)?',
            'who_np acted "only" number ("of" THEM)?',
            "who_np acted _much THIS_WAY",
        ): _did_so_many,
        "NO number core HAVE attribute": _no_two_alike,
        "who_np acted number post+": _did_to_one,
        ('NONE ("of" THEM)? _was PAST', "them _was PAST"): _none_or_both_done,
        ('NONE ("of" THEM)? _be PAST THIS_WAY', "them _be PAST THIS_WAY"): _none_or_both_done,
        ("cards _was PAST THIS_WAY", 'cards ("is" | "are") PAST THIS_WAY'): lambda c: compare(
            c[0], a.ThisWay(w.verb(w.first(c, "PAST")))
        ),
        'THIS_CARD "is" "the" "only" head (YOU acted window? | YOU CONTROL)': _only_card,
    }
)
