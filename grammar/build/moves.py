"""Parse trees of predicates that move cards to effects."""

from __future__ import annotations

from dataclasses import replace

from lark import Token, Tree

from rules_check.grammar import ast as a
from rules_check.grammar.build.cards import any_number, selection
from rules_check.grammar.build.core import core
from rules_check.grammar.build.destinations import destinations, pass_to
from rules_check.grammar.build.players import place, player
from rules_check.grammar.build.words import (
    PLAYERS,
    VERB_KINDS,
    Misfit,
    Part,
    first,
    is_tree,
    number,
    token,
    verb,
)
from rules_check.grammar.compose import sequence


def build_move(tree: Part, who: a.Player) -> a.Effect:
    """Cards change their place: one verb, one or more objects."""
    what = verb(tree.children[0])
    steps: list[a.Effect] = []
    for part in tree.children[1:]:
        if isinstance(part, Token):
            continue
        if is_tree(part, "destinations"):
            last = steps.pop()
            assert isinstance(last, a.Move)
            steps.append(destinations(last, part))
        else:
            chosen = any_number(part) if what is a.Verb.BUY else selection(part)
            steps.append(a.Move(what, chosen, None, who))
    for step in steps:
        if isinstance(step, a.Move) and step.to is None and step.verb is a.Verb.PUT:
            raise Misfit  # "put" has to say where
    return sequence(steps)


def build_put_next(tree: Part, who: a.Player) -> a.Effect:
    """ "put the next card you gain this turn into your hand": as soon as it is gained."""
    if verb(tree.children[0]) is not a.Verb.PUT or who != a.YOU:
        raise Misfit
    return _as_soon_as(tree, a.Often.NTH)


def build_goes(tree: Part, who: a.Player) -> a.Effect:
    """ "the next card you gain this turn goes into your hand", "cards you buy go …"."""
    if who != a.YOU:
        raise Misfit
    return _as_soon_as(tree, a.Often.NTH if first(tree, "NEXT") else a.Often.EACH)


def _as_soon_as(tree: Part, often: a.Often) -> a.Effect:
    found = core(first(tree, "core"))
    done = [test for test in found.tests if isinstance(test, a.Acted)]
    if len(done) != 1 or done[0].tense is not a.Tense.PRESENT:
        raise Misfit
    found.tests.remove(done[0])
    event = a.Event(done[0].verbs, done[0].who, found.cards(a.Exactly(a.ONE)))
    there = [part for part in tree.children if isinstance(part, Tree) and part.data != "core"]
    moved = destinations(a.Move(a.Verb.PUT, a.IT), Tree("destinations", there))
    if isinstance(moved, a.Move) and moved.to is None:
        raise Misfit
    nth = 1 if often is a.Often.NTH else 0
    return a.When(a.Trigger(event, often, nth, done[0].window), moved)


def build_move_in(tree: Part, who: a.Player) -> a.Effect:
    """ "put it in your hand"."""
    if verb(tree.children[0]) is not a.Verb.PUT:
        raise Misfit
    (to,) = place(tree.children[2])
    return a.Move(a.Verb.PUT, selection(tree.children[1]), to, who)


def build_move_pair(tree: Part, who: a.Player) -> a.Effect:
    """ "reveal and play the top card": two verbs, one object."""
    one, two = (part for part in tree.children if token(part, *VERB_KINDS))
    what = selection(next(p for p in tree.children if isinstance(p, Tree)))
    if one.type == "CHOOSE":  # "choose and discard": whoever discards chooses anyway
        return _done(two, what, tree, who)
    many = isinstance(what, a.Cards) and what.quantity != a.Exactly(a.ONE)
    again = a.THEM if many else a.IT
    return sequence([_done(one, what, None, who), _done(two, again, tree, who)])


def _done(word: Token, what: a.Selection, tree: Part | None, who: a.Player) -> a.Effect:
    verb_ = verb(word)
    if verb_ in {a.Verb.REVEAL, a.Verb.LOOK}:
        return a.Show(verb_, what, who)
    if verb_ is a.Verb.PLAY:
        return a.Play(what, who=who)
    move = a.Move(verb_, what, None, who)
    tail = first(tree, "destinations") if tree is not None else None
    return destinations(move, tail) if tail is not None else move


def build_pass(tree: Part, who: a.Player) -> a.Effect:
    """Cards go to another player."""
    steps: list[a.Effect] = []
    parts = [part for part in tree.children if isinstance(part, Tree)]
    for what, target in zip(parts[::2], parts[1::2], strict=True):
        steps.append(a.Move(a.Verb.PASS, selection(what), pass_to(target), who))
    return sequence(steps)


def build_give(tree: Part, who: a.Player) -> a.Effect:
    """ "give a foe a card from your hand"."""
    to = a.Place(a.Zone.HAND, player(tree.children[1]))
    return a.Move(a.Verb.PASS, selection(tree.children[2]), to, who)


def build_shuffle(tree: Part, who: a.Player) -> a.Effect:
    """Shuffle cards or a pile."""
    return a.Shuffle(selection(tree.children[1]), who)


def build_shuffle_into(tree: Part, who: a.Player) -> a.Effect:
    """Put cards into a pile and shuffle it."""
    what = selection(tree.children[1])
    move = a.Move(a.Verb.PUT, what, None, who)
    done = destinations(move, tree.children[2])
    if not isinstance(done, a.Move) or done.to is None:
        raise Misfit
    done = replace(done, verb=a.Verb.PUT)
    assert done.to is not None
    if done.to.zone is a.Zone.TABLE:
        return a.Shuffle(what, who)
    return a.Seq((done, a.Shuffle(a.Whole(done.to), who)))


def build_swap(tree: Part, who: a.Player) -> a.Effect:
    """Two selections change places."""
    return a.Swap(selection(tree.children[1]), selection(tree.children[2]), who)


def build_deal(tree: Part, _who: a.Player) -> a.Effect:
    """Give out shuffled cards."""
    to = next(p for p in tree.children if is_tree(p, *PLAYERS))
    return a.Deal(number(first(tree, "number")), player(to))


def build_move_leave(tree: Part, who: a.Player) -> a.Effect:
    """ "leave one on top"."""
    move = a.Move(a.Verb.PUT, selection(tree.children[1]), None, who)
    done = destinations(move, Tree("destinations", [tree.children[2]]))
    if isinstance(done, a.Move) and done.to is not None and done.to.zone is a.Zone.FRONT:
        raise Misfit  # that is "leave it in front of you"
    return done
