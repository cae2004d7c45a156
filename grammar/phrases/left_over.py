"""What is left of cards: "until they have three left", "the remaining Heroes in the Line-Up"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar import compose
from rules_check.grammar.ast.phrase import Part, Parts, read, refuse, rule, table
from rules_check.grammar.attach import doer
from rules_check.grammar.phrases import filters, players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.definite import are_several

# ------------------------------------------------------------------------- until so many are left

rule("_just", "ONLY", "EXACTLY", '"just"')
rule("_left", '"left"', "REMAINING")
rule("_here", "IN_HAND", '"in" owned_zone')
rule("_so_few", "_just? number CARD?")


def _discards(effect: a.Effect) -> None:
    """Refuse what does not make a hand smaller: "draw cards until you have three left"."""
    what = getattr(effect, "what", None)
    plain = isinstance(what, a.Cards) and what.filter == a.ANY_CARD and what.among is None
    refuse(not plain or not isinstance(effect, a.Move) or effect.verb is a.Verb.DRAW)
    assert isinstance(what, a.Cards)
    hand = not what.places or [place.zone for place in what.places] == [a.Zone.HAND]
    refuse(not hand or (not what.places and getattr(effect, "verb", None) is not a.Verb.DISCARD))


def _so_few(who: a.Player, number: a.Number, effect: a.Effect) -> a.Effect:
    """Until so many cards are left in a hand."""
    hand = a.Place(a.Zone.HAND, a.YOU if who == a.YOU else a.THAT_PLAYER)
    count = a.CountOf(a.Cards(a.Every(), places=(hand,)))
    there = a.There(count, a.Comparison.EQUAL, number)
    return compose.repeat_until(effect, there if who == a.YOU else a.Has(who, there))


def _until_left(c: Parts, effect: a.Effect, *_: object) -> a.Effect:
    """ "discard cards until you have three left", "… only three cards left in hand"."""
    _discards(effect)
    refuse("CONTROL" in w.kinds(c) or w.first(c, "REMAINING") not in {None, "remaining"})
    _in_hand(c)
    return _so_few(read(w.trees(c)[0]), w.numeral(c), effect)


def _until_remain(c: Parts, effect: a.Effect, *_: object) -> a.Effect:
    """ "discards cards until only three remain", "… until three cards are left in their hand"."""
    _discards(effect)
    _in_hand(c)
    who = doer(effect)
    return _so_few(who if who == a.YOU else a.THAT_PLAYER, w.numeral(c), effect)


def _in_hand(c: Parts) -> None:
    """Refuse where the cards are left elsewhere than in the hand from which they go."""
    for part in w.trees(c):
        if w.is_tree(part, "owned_zone", "place"):
            found = players.one_place(part)
            refuse(found.zone is not a.Zone.HAND)


table(
    suffix={
        "UNTIL who_np _has _so_few _left _here?": _until_left,
        (
            "UNTIL _so_few STAY _here?",
            'UNTIL _so_few ("are" | "is") _left _here?',
        ): _until_remain,
    },
)

# --------------------------------------------------------------------- the other cards of a place


def _others_of(found: filters.Core) -> a.Selection:
    """All such cards of a place but those spoken of."""
    refuse(not found.places or found.among is not None or found.random or found.definite)
    refuse(any(place.edge is not None for place in found.places))
    found.tests.insert(0, a.Other())
    return found.cards(a.Every())


def _remaining(c: Parts) -> a.Selection:
    """ "the remaining Heroes in the Line-Up", "the other Villains in your hand"."""
    said = w.first(c, "OTHER_ONE", "REMAINING")
    bare = "ALL" in w.kinds(c)
    refuse(str(said) not in ({"remaining"} if bare else {"the other", "the remaining"}))
    refuse(filters.added(c[-1]) or not (are_several(c[-1]) or equipment(c[-1])))
    return _others_of(filters.core(c[-1]))


def equipment(tree: Part) -> bool:
    """Equipment can be one and several."""
    return any(tree.scan_values(lambda leaf: leaf.type == "TYPE" and leaf == "equipment"))


def _rest_of_place(c: Parts) -> a.Selection:
    """ "the remaining cards in your hand"."""
    refuse(str(c[0]) not in {"the other cards", "the remaining cards"})
    return _others_of(filters.with_posts(filters.Core(), c[1:]))


table(
    cards={
        ("(OTHER_ONE | REMAINING) core", "ALL REMAINING core"): _remaining,
        "REST post+": _rest_of_place,
    },
)
