"""What players have: "whose hand is empty", "with an empty hand", "your Power is 8 or more"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, table
from rules_check.grammar.counted import WITH_NEITHER, WITH_NONE, in_hand
from rules_check.grammar.given import whole_pile
from rules_check.grammar.phrases import filters, players, quantities
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.conditions import contained
from rules_check.grammar.phrases.filters import core
from rules_check.grammar.phrases.quantities import how_many


def _theirs(tree: Part) -> a.Place:
    return a.Place(players.zone(tree), a.THAT_PLAYER)


def _empty(c: Parts, none: bool = True) -> a.Having:
    """ "whose hand is empty", "with an empty discard pile"."""
    place = _theirs(w.first(c, "zone"))
    return a.Having(a.Cards(a.Exactly(a.ONE), places=(place,)), none)


def _holds(c: Parts) -> a.Having:
    """ "whose discard pile has a Hero in it", "whose hand contains no Heroes"."""
    where, said = w.trees(c)
    none = w.is_tree(said, "core")
    found = only(a.Cards, core(said).cards(a.Exactly(a.ONE)) if none else read(said))
    refuse(found.places or found.among not in {None, a.IT})  # "in it": there
    found = a.replace(found, places=(_theirs(where),), among=None)
    return a.Having(found if none else quantities.so_many(found, said), none)


def _has_none(c: Parts) -> a.Having:
    """ "each foe who controls none", "without one": of the cards of which the sentence before
    speaks (see `counted.with_none`)."""
    refuse(w.first(c, "number") is not None and w.numeral(c) != a.ONE)
    test = WITH_NEITHER if w.first(c, "NONE") == "neither" else WITH_NONE
    return in_hand(test) if w.first(c, "IN_HAND") is not None else test


def _controls_no(c: Parts) -> a.Having:
    """ "each foe who controls no Location"."""
    said = w.first(c, "core")
    found = only(a.Cards, core(said).cards(a.Exactly(a.ONE)))
    refuse(filters.added(said) or found.places or found.among is not None)
    tests = (*found.filter.tests, a.Controlled(a.THAT_PLAYER))
    return a.Having(a.replace(found, filter=a.make_filter(found.filter.nouns, tests)), True)


def _acted(c: Parts) -> a.Having:
    """ "each foe who bought a Villain this turn", "who discarded no cards this turn"."""
    refuse(w.window(c) is not a.Window.THIS_TURN)
    verbs, tense = w.acted(w.first(c, *w.ACTED))
    word = w.first(c, "WHO_DID_NOT")
    negated = word is not None
    refuse(negated and "did" not in str(word))
    # "who buys a card this turn": when is it asked?
    refuse(tense is not (a.Tense.PRESENT if negated else a.Tense.PAST))
    tree = w.first(c, "cards", "core")
    none = w.is_tree(tree, "core")
    found = only(a.Cards, core(tree).cards(a.Exactly(a.ONE)) if none else read(tree))
    refuse(found.places or found.among is not None or (none and filters.added(tree)))
    refuse(negated and found.quantity != a.Exactly(a.ONE))
    done = a.Acted(verbs, a.THAT_PLAYER, a.Tense.PAST, a.Window.THIS_TURN)
    tests = (*found.filter.tests, done)
    found = a.replace(found, filter=a.make_filter(found.filter.nouns, tests))
    return a.Having(found if none else quantities.so_many(found, tree), none or negated)


def _has_not(c: Parts) -> a.Having:
    """ "each foe who has not discarded a card this turn"."""
    refuse(w.window(c) is not a.Window.THIS_TURN)
    found = only(a.Cards, read(w.first(c, "cards")))
    refuse(found.places or found.among is not None or found.quantity != a.Exactly(a.ONE))
    verb = w.verb(w.first(c, "PAST"))
    done = a.Acted((verb,), a.THAT_PLAYER, a.Tense.PAST, a.Window.THIS_TURN)
    wanted = a.make_filter(found.filter.nouns, (*found.filter.tests, done))
    return a.Having(a.replace(found, filter=wanted), True)


def _is_empty(place: Part, negated: bool = False) -> a.Condition:
    """ "your discard pile is not empty"."""
    return _none_in(players.all_places(place), negated)


PLACES: Final = ("place", "owned_zone", "shared_zone")
"""How the names of trees begin that say a place."""


def of_pile(condition: Part, effect: a.Effect) -> a.Effect:
    """ "If your discard pile is not empty, shuffle it into your deck": it is the pile."""
    inside = [] if w.token(condition) else condition.children
    if len(inside) != 1 or w.token(inside[0]) or not inside[0].data.startswith(PLACES):
        return effect
    place = players.one_place(inside[0])
    found = whole_pile(effect, place)
    refuse(found != effect and place.owner not in {None, a.YOU})  # whose, if it is one of several?
    return found


def _has_empty(c: Parts) -> a.Condition:
    """ "you have an empty hand"."""
    return _none_in((a.Place(players.zone(c[-1]), read(c[0])),))


def _none_in(places: tuple[a.Place, ...], negated: bool = False) -> a.Condition:
    how, many = (a.Comparison.AT_LEAST, 1) if negated else (a.Comparison.EQUAL, 0)
    count = a.CountOf(a.Cards(a.Every()))
    return contained(a.There(count, how, a.Number(many)), places)


def _has_points(c: Parts) -> a.HasPoints:
    """ "you have 8 or more Power", "your Power is 8 or more"."""
    much = how_many(c)
    comparison = only(a.Comparison, much.comparison)
    refuse(w.first(c, "REMAINING") not in {None, "remaining"})
    kind = a.AttributeKind.VP if "VP" in w.kinds(c) else a.AttributeKind.POWER
    return a.HasPoints(read(c[0]), kind, comparison, much.value)


def _fewer_held(c: Parts) -> a.Having:
    """ "whose hand has fewer than five": cards."""
    return a.Having(a.Cards(how_many(c).quantity, places=(_theirs(w.first(c, "zone")),)))


table(
    who_tail={
        '"whose" zone ("contains" | HAVE | HOLD) _much': _fewer_held,
        "_who CONTROL NO core": _controls_no,
        (
            "_who acted cards window",
            "_who acted NO core window",
            "WHO_DID_NOT acts_present cards window",
        ): _acted,
        '_who HAVE "not" PAST cards window': _has_not,
        (
            *("_who HAVE NONE", "_who CONTROL NONE", "_holding NONE", '"with" NONE'),
            *("_who HAVE NONE IN_HAND", '"with" NONE IN_HAND'),
            *('"without" number', "WHO_DID_NOT (HAVE | CONTROL | HOLD) number"),
        ): _has_none,
        ('"whose" zone "is" "empty"', '"with" A "empty" zone', '_who HAVE A "empty" zone'): _empty,
        '"whose" zone "is" "not" "empty"': lambda c: _empty(c, none=False),
        (
            '"whose" zone ("contains" | HAVE | HOLD) cards',
            '"whose" zone ("contains" | HAVE | HOLD) NO core',
        ): _holds,
    },
    one_condition={
        ('owned_zone "is" "empty"', 'shared_zone "is" "empty"'): lambda c: _is_empty(c[0]),
        ('owned_zone "is" "not" "empty"', 'shared_zone "is" "not" "empty"'): lambda c: _is_empty(
            c[0], negated=True
        ),
        'who_np HAVE A "empty" zone': _has_empty,
        (
            "who_np HAVE _much (POWER | VP)",
            'who_np HAVE _much "unspent" POWER',
            'who_np HAVE _much POWER ("left" | REMAINING | "unspent")',
            'who_np HAVE _much POWER "left" "unspent"',
            'who_np HAVE NO ("unspent" POWER | POWER ("left" | REMAINING | "unspent"))',
            "who_np HAVE number (POWER | VP) (OR_MORE | OR_LESS)",
            'possessive POWER "is" _much',
        ): _has_points,
    },
)
